"""8.8, 21.0, Table 2: refits, repairs, reinforcements and returns."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.deployment import rabaul_fits
from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.events import Returned
from ironbottom.games.solomons.rules.printed import (
    AUSTRALIA,
    BACK,
    BASES,
    DEEP,
    ES,
    FLEET,
    HOME,
    JAPAN,
    LAC,
    OUT,
    PORT,
    RABAUL,
    RAW,
    SCHOOL,
    SUNK,
    TRUK,
    USA,
    Printed,
)
from ironbottom.games.solomons.rules.state import (
    FRESH,
    NONE,
    Campaign,
    base_room,
    clear_deck,
    deed,
    drop_cargo,
    fewer,
    hold_rows,
    pair,
    put,
    survey,
    unmet,
)
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


def refit_return(p: Printed, side: int, base: int, kind: str, turn: int) -> int:
    """RS-081: the Game-Turn in which a unit that was at sea is back."""
    return turn + p.refit(base, kind) + 1


def repair_base(p: Printed, side: int, kind: str) -> int:
    """RS-135, RS-197, A23: where a crippled unit comes back."""
    if kind == "TR" and not (side == JAPAN and p.transports_at_truk):
        return RABAUL if side == JAPAN else ES
    return TRUK if side == JAPAN else AUSTRALIA


def repair_return(p: Printed, side: int, kind: str, turn: int, die: int) -> int:
    """RS-135, A65: when a crippled unit is back: twice the die and its normal refit, off the map."""
    base = repair_base(p, side, kind)
    return turn + int(p.numbers["repair"]["factor"]) * die + p.refit(base, kind) + 1


def cripple(u: int) -> Auto:
    """The step in which a unit is crippled."""
    return Crippled(u)


@value
class ShipCrippled(Event):
    """RS-135: a unit is crippled."""

    file_name: ClassVar[str] = "crippled"
    unit: str
    side: int


@value
class Crippled(Auto):
    """RS-127, RS-135, A10, A43: a crippled unit leaves the map with no cargo; its aircraft take to the air."""

    unit: int

    def run(self, s: Campaign) -> Campaign:
        u = self.unit
        side, where = s.p.side[u], s.at[u]
        n = where - FLEET
        s = deed(s, side, "crippled").tell(ShipCrippled(unit=s.p.ids[u], side=side))
        s = drop_cargo(s, u, n)
        if s.p.kind[u] == "APD":
            s = _away(s, u, n)
            return s.replace(at=put(s.at, u, BACK + ES), due=put(s.due, u, s.turn + 1), dived=put(s.dived, u, 1))
        if s.p.deck[u] and 0 <= n < 6:
            hex_ = s.forces[side][n].pos
            s = clear_deck(s, u, s.p.deck_of_lost == "lost", hex_)
            s = s.replace(widows=(*s.widows, (side, u, hex_)), fallen=(*s.fallen, u))
        return _away(s, u, n).push(RepairDie(u))


def _away(s: Campaign, u: int, n: int) -> Campaign:
    side = s.p.side[u]
    s = unmet(s.replace(at=put(s.at, u, BACK + repair_base(s.p, side, s.p.kind[u])), due=put(s.due, u, 99),
                        dived=put(s.dived, u, 0)), u)
    return fewer(s, u, side, n) if 0 <= n < 6 else s


@value
class Repairing(Event):
    """RS-135: the die for the length of a repair, and the Game-Turn of the return."""

    file_name: ClassVar[str] = "repairing"
    unit: str
    side: int
    die: int
    turn: int


@value
class RepairDie(Die):
    """RS-135: the die for the length of the repair."""

    rule: ClassVar[str] = "RS-135"
    unit: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        u = self.unit
        back = repair_return(s.p, s.p.side[u], s.p.kind[u], s.turn, outcome[1])
        return s.replace(due=put(s.due, u, back)).tell(
            Repairing(unit=s.p.ids[u], side=s.p.side[u], die=outcome[1], turn=back))


@value
class ShortlandsOpened(Event):
    """RS-083: the base at Shortlands is open."""

    file_name: ClassVar[str] = "shortlands"


@value
class PointsArrived(Event):
    """RS-190: air and ground points come, by base and kind."""

    file_name: ClassVar[str] = "points_arrived"
    rabaul_lac: int
    rabaul_ground: int
    truk_raw: int
    us_raw: int
    es_lac: int
    es_ground: int


@value
class NotPlaced(Event):
    """RS-084: arriving air points find no room."""

    file_name: ClassVar[str] = "not_placed"
    side: int
    n: int


@value
class Arrived(Event):
    """RS-190: units come, or come back."""

    file_name: ClassVar[str] = "arrived"
    side: int
    units: tuple[str, ...]


@value
class Reinforcement(Auto):
    """RS-045, RS-079, RS-083, RS-084, RS-190..RS-197, A2, A3, A57, A59: what arrives, and what comes back."""

    def run(self, s: Campaign) -> Campaign:
        p, turn = s.p, s.turn
        at, decks, cargo = list(s.at), list(s.decks), list(s.cargo)
        came: list[str] = []
        for u in range(p.units):
            if at[u] >= BACK and at[u] < DEEP and s.due[u] <= turn:
                at[u] = at[u] - (SCHOOL if at[u] >= SCHOOL else BACK)
                came.append(p.ids[u])
            elif turn > 1 and at[u] == OUT and p.turn[u] == turn and not p.arms[u]:
                at[u] = BASES.index(p.place[u])
                came.append(p.ids[u])
                if p.deck[u]:
                    decks[u] = (p.deck[u], 0, 0, 0)
        s = s.replace(at=tuple(at), decks=tuple(decks), cargo=tuple(cargo))
        for side in (JAPAN, USA):
            mine = tuple(name for name in came if p.side[p.index[name]] == side)
            if mine:
                s = s.tell(Arrived(side=side, units=mine))
        row = p.turns[str(turn)]
        lac = row["rabaul_lac"]
        if p.lac_turn != 9 and turn in (8, 9):
            lac = p.turns["9"]["rabaul_lac"] if turn == p.lac_turn else p.turns["8"]["rabaul_lac"]
        room = base_room(s, RABAUL)
        placed = min(lac, room)
        if lac > placed:
            s = s.tell(NotPlaced(side=JAPAN, n=lac - placed))
        s = add_air(s, RABAUL, LAC, placed)
        s = add_air(s, TRUK, RAW, row["truk_raw"])
        s = add_air(s, ES, LAC, row["es_lac"])
        s = s.replace(depot=(s.depot[0] + row["rabaul_ground"], s.depot[1] + row["es_ground"]))
        if any(row[key] for key in ("rabaul_ground", "rabaul_lac", "truk_raw", "us_raw", "es_ground", "es_lac")):
            s = s.tell(PointsArrived(rabaul_lac=placed, rabaul_ground=row["rabaul_ground"],
                             truk_raw=row["truk_raw"], us_raw=row["us_raw"], es_lac=row["es_lac"],
                             es_ground=row["es_ground"]))
        if turn == p.opens:
            s = s.tell(ShortlandsOpened())
        s = survey(s)
        back = tuple(p.index[name] for name in came if at[p.index[name]] == RABAUL and p.kind[p.index[name]] != "TR")
        if back:
            s = s.push(Overfull(JAPAN, back))
        apd = p.index.get("U-APD", -1)
        if apd >= 0 and p.ids[apd] in came and (p.turn[apd] == turn or s.dived[apd]):
            s = s.replace(dived=put(s.dived, apd, 0)).push(ApdCargo(USA))
        if row["us_raw"]:
            s = s.push(NavalArrivals(USA, row["us_raw"]))
        return s


def add_air(s: Campaign, base: int, kind: int, n: int) -> Campaign:
    """Fresh air points come to a base."""
    if not n:
        return s
    stock = s.air[base][kind]
    return s.replace(air=put(s.air, base, put(s.air[base], kind, (stock[FRESH] + n, *stock[1:]))))


@value
class NavalAirPlaced(Event):
    """RS-192: where arriving American naval aircraft go."""

    file_name: ClassVar[str] = "naval_air"
    side: int
    es: int
    australia: int


@value
class NavalArrivals(Decision):
    """RS-192, RS-195: Where arriving American naval aircraft go: the number for Espiritu Santo, the rest to
    Australia."""

    rule: ClassVar[str] = "RS-192"
    side: int
    n: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (("to_es", Range(0, self.n)),)

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("to_es", self.n)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        s = add_air(add_air(s, ES, RAW, action[1]), AUSTRALIA, RAW, self.n - action[1])
        return survey(s).tell(NavalAirPlaced(side=USA, es=action[1], australia=self.n - action[1]))


@value
class Loaded(Event):
    """RS-079: what the APD carries."""

    file_name: ClassVar[str] = "loaded"
    private: ClassVar[bool] = True
    unit: str
    what: str

    def knows(self) -> tuple[int, ...]:
        return (USA,)


@value
class ApdCargo(Decision):
    """RS-079: What a new APD carries."""

    rule: ClassVar[str] = "RS-079"
    side: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (("apd", "supply"), *((("apd", "ground"),) if s.depot[USA] else ()))

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("apd", "supply")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        apd = s.p.index["U-APD"]
        ground = action[1] == "ground"
        s = s.replace(cargo=put(s.cargo, apd, 10 if ground else 1))
        s = s.replace(depot=(s.depot[0], s.depot[1] - ground))
        return s.tell(Loaded(unit="U-APD", what=action[1]))


@value
class BroughtHome(Event):
    """RS-066: a task force that was still at sea is brought home."""

    file_name: ClassVar[str] = "guard"
    side: int
    force: int


@value
class Homecoming(Auto):
    """RS-066, RS-081, RS-111, RS-196, A24, A64: all ships are home; those that were at sea refit."""

    def run(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            for n in range(6):
                force = s.forces[side][n]
                if force.pos < 0:
                    continue
                units = s.fleet(side, n)
                if force.pos >= PORT:
                    s = s.move(units, force.pos - PORT)
                else:
                    s = s.move(units, HOME + (TRUK if side == JAPAN else AUSTRALIA))
                    s = s.tell(BroughtHome(side=side, force=n))
                s = s.set_force(side, n, type(force)())
        back = tuple(u for u in s.p.of_side[JAPAN] if s.at[u] == HOME + RABAUL and s.p.kind[u] != "TR")
        return s.push(Overfull(JAPAN, back)) if back else s


@value
class SentOn(Event):
    """RS-014: a ship finds Rabaul full and goes on to Truk."""

    file_name: ClassVar[str] = "diverted"
    unit: str


@value
class Overfull(Decision):
    """RS-014, RS-150, A24: Ships that come back to a full Rabaul, from sea or from refit, go on to Truk, by their
    owner's choice. All is open then, so a choice of one is taken for him."""

    rule: ClassVar[str] = "RS-014"
    plays_itself: ClassVar[bool] = True
    side: int
    back: tuple[int, ...]

    def full(self, s: Campaign) -> bool:
        here = [u for u in s.p.of_side[JAPAN] if s.at[u] in (RABAUL, HOME + RABAUL)]
        return not rabaul_fits(s, here)

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        if not self.full(s):
            return (("done",),)
        return tuple(("divert", s.p.ids[u]) for u in self.back if s.at[u] in (RABAUL, HOME + RABAUL))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        return refuse("RS-014", "refused.not_now")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action == ("done",):
            return s
        return self.sent_on(s, action[1]).tell(SentOn(unit=action[1])).push(self)

    def sent_on(self, s: Campaign, unit: str) -> Campaign:
        """The state with that ship at Truk."""
        u = s.p.index[unit]
        return s.replace(at=put(s.at, u, s.at[u] + TRUK - RABAUL))


@value
class RefitAll(Auto):
    """RS-045, RS-078, RS-081, RS-111, A22: the calendar of returns; what an Emergency destroyer has not landed goes
    ashore."""

    def run(self, s: Campaign) -> Campaign:
        p = s.p
        at, due, dived, cargo = list(s.at), list(s.due), list(s.dived), list(s.cargo)
        depot = s.depot
        back = [u for u in range(p.units) if p.kind[u] == "DD" and cargo[u]]
        if back and s.turn < p.numbers["time"]["turns"]:
            s = s.tell(Returned(side=JAPAN, holds=hold_rows(s, back)))
        for u in range(p.units):
            side, kind = p.side[u], p.kind[u]
            if u in back:
                depot, cargo[u] = pair(depot, side, depot[side] + cargo[u] // 10), 0
            if HOME <= at[u] < HOME + 4:
                base = at[u] - HOME
                at[u], due[u] = BACK + base, refit_return(p, side, base, kind, s.turn)
            elif kind == "SS" and at[u] == TRUK and dived[u]:  # called in before this Game-Turn
                at[u], due[u], dived[u] = BACK + TRUK, refit_return(p, side, TRUK, "SS", s.turn - 1), 0
            elif DEEP <= at[u] < DEEP + 19:
                dived[u] = dived[u] % 100 + 1
                if dived[u] >= p.numbers["refit"]["submarine_turns"]:
                    at[u], due[u], dived[u] = BACK + TRUK, refit_return(p, side, TRUK, "SS", s.turn), 0
            elif at[u] == SUNK and kind == "APD":
                at[u], due[u], dived[u] = BACK + ES, s.turn + 1, 1
        return s.replace(at=tuple(at), due=tuple(due), dived=tuple(dived), cargo=tuple(cargo), depot=depot)


def stand_down(s: Campaign) -> Campaign:
    """RS-091: a new Game-Turn: all aircraft are fresh again."""
    air = tuple(tuple((sum(stock), 0, 0, 0) for stock in base) for base in s.air)
    decks = tuple((sum(stock), 0, 0, 0) if any(stock) else NONE for stock in s.decks)
    return s.replace(air=air, decks=decks)

