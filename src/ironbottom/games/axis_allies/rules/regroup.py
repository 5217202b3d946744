"""R1..R35, G9, G10, U10: Phase 3, Regroup: control, airfields, reinforcements, repairs, deployment, points; landing.py
has the landing of aircraft."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.combat import land_power
from ironbottom.games.axis_allies.rules.loading import LoadBegins, LoadEnds, spread, spreads
from ironbottom.games.axis_allies.rules.printed import (
    ALLIES,
    ART,
    AXIS,
    BASE,
    BAT,
    BOM,
    CAR,
    CRU,
    FTR,
    HOME,
    ISLANDS,
    KIND,
    KINDS,
    LAND,
    PTB,
    SEAS,
    SHIPS,
    SIDES,
    SPACE,
    SPACES,
    SUP,
    TOKEN,
)
from ironbottom.games.axis_allies.rules.question import Question
from ironbottom.games.axis_allies.rules.state import (
    MOVED,
    NOTHING,
    Campaign,
    Ship,
    TokenPlayed,
    groups,
    minus,
    most,
    plus,
    upto,
    word,
)
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, Result, refuse
from ironbottom.kernel.value import value

LOGISTICS = TOKEN["good_logistics"]


# --- 1. control ----------------------------------------------------------------------------------------------------


def control_power(s: Campaign, side: int, land: int) -> int:
    """R1..R3: the land values of a side's land units there, and with at least one of them those of its cruisers and
    battleships in touching zones."""
    values, total = s.printed.power[LAND], land_power(s, side, land)
    if s.troops(side, land):
        for zone in s.printed.waters[land]:
            total += sum(values[ship[0]] for ship in s.fleet(side, zone) if ship[0] in (CRU, BAT))
    return total


@value
class ControlTaken(Event):
    """R4: a side took control of an island; the power of both there."""

    file_name = "control"
    side: int
    land: str
    axis: int
    allies: int


@value
class Captured(Event):
    """R5: a side took over airfields and supply tokens of the other."""

    file_name = "captured"
    file_fields = {"airfields": "fields"}  # noqa: RUF012
    side: int
    land: str
    airfields: int
    supply: int


@value
class Control(Auto):
    """R1..R6: who controls each island, and what he captures there."""

    def run(self, s: Campaign) -> Campaign:
        for i in range(ISLANDS):
            land = SEAS + i
            axis, allies = control_power(s, AXIS, land), control_power(s, ALLIES, land)
            if axis != allies:
                holder = AXIS if axis > allies else ALLIES
                if s.control[i] != holder:
                    s = s.replace(control=(*s.control[:i], holder, *s.control[i + 1 :]))
                    s = s.tell(ControlTaken(holder, SPACES[land], axis, allies))
            s = capture(s, s.control[i], land)
        return s


def capture(s: Campaign, side: int, land: int) -> Campaign:
    """R5, R6, A16: the controller of an island without enemy land units takes over airfields and supply there."""
    enemy = 1 - side
    if s.troops(enemy, land) or (s.printed.troops_capture and not s.troops(side, land)):
        return s
    row = s.airfields[land - SEAS]
    sound, damaged = row[2 * enemy], row[2 * enemy + 1]
    supply = s.supply(enemy, land)
    if sound or damaged:
        s = s.with_field(land, enemy, -sound, -damaged).with_field(land, side, sound, damaged)
    if supply:
        s = s.with_ground(enemy, land, SUP, -supply).with_ground(side, land, SUP, supply)
        s = s.lose(enemy, SUP, supply).gain(side, SUP, supply)
    if sound or damaged or supply:
        s = s.tell(Captured(side, SPACES[land], sound + damaged, supply))
    return s


# --- 3. airfields (2, landing, has a file of its own) -----------------------------------------------------------------


def sites(s: Campaign, side: int) -> tuple[int, ...]:
    """R13, R14, A39: the islands with an empty slot and supply enough for an airfield."""
    return tuple(
        SEAS + i for i in range(ISLANDS)
        if s.land[side * 8 + i][3] >= s.printed.build and sum(s.airfields[i]) < s.printed.slots[i]
    )


@value
class Built(Event):
    """R13: an airfield."""

    file_name = "built"
    side: int
    land: str


@value
class Building(Auto):
    """R13: a side builds airfields as long as it can and will."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        return s.push(Build(self.side)) if sites(s, self.side) else s


@value
class Build(Question):
    """R13, R14: three supply tokens become an airfield."""

    side: int
    rule = "R13"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (*(("build", SPACES[land]) for land in sites(s, self.side)), ("done",))

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        land = SPACE[action[1]]
        s = s.spend(side, land, s.printed.build).with_field(land, side, 1, 0)
        return s.tell(Built(side, action[1])).push(Building(side))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] != "build" or len(action) != 2 or not SEAS <= SPACE.get(action[1], 0) < BASE[0]:
            return refuse("R13", "refused.build")
        land = SPACE[action[1]]
        if sum(s.airfields[land - SEAS]) >= s.printed.slots[land - SEAS]:
            return refuse("R14", "refused.no_slot", land=action[1])
        return refuse("R13", "refused.build_supply", land=action[1], n=s.supply(side, land), need=s.printed.build)


# --- 4. reinforce, repair, deploy ----------------------------------------------------------------------------------


def income(s: Campaign, side: int) -> int:
    """R15: points for reinforcements."""
    return s.printed.points + s.printed.per_island * s.control.count(side)


@value
class Bought(Event):
    """R16: so many units or tokens of a type."""

    file_name = "bought"
    side: int
    kind: int
    n: int


@value
class Unspent(Event):
    """R16: points that were left over."""

    file_name = "unspent"
    side: int
    n: int


@value
class Reinforce(Auto):
    """R15, R17: a side's reinforcements."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        return s.push(Buy(self.side, income(s, self.side), NOTHING), LoadBegins(self.side, "base"), LoadEnds(self.side))


BUYABLE = tuple(kind for kind in range(13) if kind != PTB)


@value
class Buy(Decision):
    """R15..R17, G7: the purchase sheet: of each type, how many it is to be, within the points; what is left over is
    lost."""

    side: int
    left: int
    bought: tuple[int, ...]
    rule = "R16"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        cost = s.printed.cost
        actions: list[Action] = [
            ("buy", KINDS[kind], Range(0, n)) for kind in BUYABLE
            if (n := self.bought[kind] + self.left // cost[kind])
        ]
        actions.append(("done",))
        fresh = self.bought == NOTHING and ("good_logistics",) not in s.effects
        if fresh and self.side == ALLIES and s.tokens[ALLIES][LOGISTICS]:
            actions.append(("play", "good_logistics"))
        return tuple(actions)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "done":
            return self._deliver(s)
        if action[0] == "play":
            s = s.play_token(side, LOGISTICS).tell(TokenPlayed(side, "good_logistics"))
            return s.push(self)
        kind = KIND[action[1]]
        n = action[2] - self.bought[kind]
        bought = (*self.bought[:kind], action[2], *self.bought[kind + 1 :])
        return s.push(Buy(side, self.left - n * s.printed.cost[kind], bought))

    def _deliver(self, s: Campaign) -> Campaign:
        """R16, R17, O7, G10: what was bought comes to the base card."""
        side = self.side
        twice = side == ALLIES and ("good_logistics",) in s.effects
        for kind, n in enumerate(self.bought):
            if not n:
                continue
            if twice and kind in (SUP, ART):
                n *= 2
            s = s.gain(side, kind, n)
            if kind in SHIPS:
                s = s.with_fleet(side, HOME[side], plus(s.fleet(side, HOME[side]), (kind, (), 0), n))
            elif kind in (FTR, BOM):
                s = s.add_planes(side, BASE[side], kind - FTR, n)
            else:
                s = s.with_ground(side, BASE[side], kind, n)
            s = s.tell(Bought(side, kind, n))
        if self.left:
            s = s.tell(Unspent(side, self.left))
        return s

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "buy" and len(action) == 3 and KIND.get(action[1], PTB) != PTB:
            return refuse("R16", "refused.too_dear", kind=action[1], cost=s.printed.cost[KIND[action[1]]],
                          left=self.left)
        if action[0] == "play":
            return refuse("O7" if action[1:] == ("good_logistics",) else "O1", "refused.no_token")
        return refuse("R16", "refused.buy")


@value
class Repaired(Event):
    """R19: so many ships of a type."""

    file_name = "repaired"
    side: int
    kind: int
    n: int


@value
class Mended(Event):
    """R20: so many airfields."""

    file_name = "mended"
    side: int
    land: str
    n: int


@value
class Repairs(Auto):
    """R19, R20, R22: a side's repairs; ships repaired may load afterwards."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        zone = HOME[self.side]
        fleet = tuple(sorted((kind, cargo, marks | MOVED) for kind, cargo, marks in s.fleet(self.side, zone)))
        s = s.with_fleet(self.side, zone, fleet)
        return s.push(Repairing(self.side), LoadBegins(self.side, "base"), LoadEnds(self.side))


def damaged_ships(s: Campaign, side: int) -> tuple[tuple[int, int], ...]:
    """R19: (kind, how many) that can be repaired with the supply at the base."""
    supply = s.supply(side, BASE[side]) // s.printed.repair
    return tuple((kind, min(n, supply)) for kind, n in enumerate(s.yard[side]) if n and supply)


def damaged_fields(s: Campaign, side: int) -> tuple[tuple[int, int], ...]:
    """R20: (island, how many) airfields that can be repaired with the supply there."""
    return tuple(
        (SEAS + i, min(n, supply // s.printed.mend)) for i in range(ISLANDS)
        if (n := s.airfields[i][2 * side + 1]) and (supply := s.land[side * 8 + i][3]) >= s.printed.mend
    )


@value
class Repairing(Auto):
    """R19, R20: as long as something can be repaired, the side is asked."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        able = damaged_ships(s, self.side) or damaged_fields(s, self.side)
        return s.push(Repair(self.side)) if able else s


@value
class Repair(Question):
    """R19, R20: supply repairs ships at the base and airfields on their islands."""

    side: int
    rule = "R19"
    routine = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """R19, R20: airfields, then the costliest ships."""
        able = self.legal(s, side)[:-1]
        return most(max(able, key=lambda action: 99 if action[0] == "mend" else s.printed.cost[KIND[action[1]]]))

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (
            *(("repair", KINDS[kind], upto(n)) for kind, n in damaged_ships(s, self.side)),
            *(("mend", SPACES[land], upto(n)) for land, n in damaged_fields(s, self.side)),
            ("done",),
        )

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        n = action[2]
        if action[0] == "mend":
            land = SPACE[action[1]]
            s = s.spend(side, land, n * s.printed.mend).with_field(land, side, n, -n)
            return s.tell(Mended(side, action[1], n)).push(Repairing(side))
        kind = KIND[action[1]]
        s = s.damage(side, kind, -n).spend(side, BASE[side], n * s.printed.repair)
        s = s.with_fleet(side, HOME[side], plus(s.fleet(side, HOME[side]), (kind, (), 0), n))
        return s.tell(Repaired(side, kind, n)).push(Repairing(side))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "repair" and len(action) == 3 and action[1] in KIND:
            damaged, wanted = s.yard[side][KIND[action[1]]], action[2]
            if not damaged:
                return refuse("R19", "refused.not_damaged", kind=action[1])
            if type(wanted) is not int or not 0 < wanted <= damaged:
                return refuse("R19", "refused.amount")
            return refuse("R19", "refused.supply_at_base", n=s.supply(side, BASE[side]), need=wanted * s.printed.repair)
        if action[0] == "mend" and len(action) == 3 and SEAS <= SPACE.get(action[1], 0) < BASE[0]:
            damaged, wanted = s.airfields[SPACE[action[1]] - SEAS][2 * side + 1], action[2]
            if not damaged:
                return refuse("R20", "refused.no_damaged_field", land=action[1])
            if type(wanted) is not int or not 0 < wanted <= damaged:
                return refuse("R20", "refused.amount")
            return refuse("R20", "refused.supply_there", land=action[1], n=s.supply(side, SPACE[action[1]]),
                          need=wanted * s.printed.mend)
        return refuse("R19", "refused.repair")


def deployable(s: Campaign, side: int) -> tuple[tuple[Ship, int], ...]:
    """R21: the ships in the waters of the base, if the cheapest zone can be paid for."""
    costs = s.printed.deploy[side]
    if not costs or s.supply(side, BASE[side]) < min(costs.values()):
        return ()
    found: dict[str, Ship] = {}
    for ship, _ in groups(s.fleet(side, HOME[side])):
        found.setdefault(word(ship), ship)
    return tuple((ship, len(equals(s, side, ship))) for ship in found.values())


def equals(s: Campaign, side: int, ship: Ship) -> tuple[Ship, ...]:
    """R21: the ships in the waters of the base that are written like this one; which of them has fired at an island
    this turn no longer matters."""
    return tuple(one for one in s.fleet(side, HOME[side]) if word(one) == word(ship))


@value
class Deployed(Event):
    """R21: so many equal ships went to a numbered zone, for so much supply."""

    file_name = "deployed"
    side: int
    kind: int
    cargo: tuple[int, ...]
    n: int
    zone: str
    cost: int


@value
class Deployment(Auto):
    """R21: a side deploys ships as long as it can and will."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        return s.push(Deploy(self.side)) if deployable(s, self.side) else s


@value
class Deploy(Question):
    """R21: ships in the waters of the base are taken in hand to be deployed."""

    side: int
    rule = "R21"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        home = SPACES[HOME[self.side]]
        return (*(("take", home, word(ship)) for ship, _ in deployable(s, self.side)), ("done",))

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        ship = next(one for one, _ in deployable(s, side) if word(one) == action[2])
        return s.push(DeployHand(side, ship), Deployment(side))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "take" and len(action) == 3:
            return refuse("R21", "refused.not_at_base")
        return refuse("R21", "refused.deploy")


@value
class DeployHand(Question):
    """R21, A8, M13: the ships in hand go to a numbered zone of their side, paid for at the base."""

    side: int
    ship: Ship
    spread: bool = False
    rule = "R21"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        fleet = s.fleet(self.side, HOME[self.side])
        n, supply = len(equals(s, self.side, self.ship)), s.supply(self.side, BASE[self.side])
        actions: list[Action] = []
        if self.ship[0] == CAR and not self.spread:
            actions += [("aboard", number) for number in spreads(fleet, self.ship)]
        actions += [
            ("deploy", SPACES[zone], upto(min(n, supply // cost)))
            for zone, cost in s.printed.deploy[self.side].items() if cost <= supply
        ]
        return (*actions, ("drop",))

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        home = HOME[side]
        if action[0] == "aboard":
            fleet, ship = spread(s.fleet(side, home), self.ship, action[1])
            return s.with_fleet(side, home, fleet).push(self.replace(ship=ship, spread=True))
        zone, n = SPACE[action[1]], action[2]
        cost = n * s.printed.deploy[side][zone]
        s = s.spend(side, BASE[side], cost)
        for ship in equals(s, side, self.ship)[:n]:
            s = s.with_fleet(side, home, minus(s.fleet(side, home), ship))
            s = s.with_fleet(side, zone, plus(s.fleet(side, zone), ship))
        return s.tell(Deployed(side, self.ship[0], self.ship[1], n, action[1], cost))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "aboard":
            return refuse("M13", "refused.spread")
        if action[0] != "deploy" or len(action) < 2 or action[1] not in SPACE:
            return refuse("R21", "refused.deploy")
        zone = SPACE[action[1]]
        if zone in s.printed.deploy[1 - side]:
            return refuse("R21", "refused.other_sides_zone", zone=action[1])
        if zone not in s.printed.deploy[side]:
            return refuse("R21", "refused.no_number", zone=action[1])
        cost, supply = s.printed.deploy[side][zone], s.supply(side, BASE[side])
        wanted = action[2] if len(action) > 2 and isinstance(action[2], int) else 0
        if cost <= supply and wanted * cost <= supply:
            return refuse("R21", "refused.amount")
        return refuse("R21", "refused.deploy_supply", zone=action[1], cost=cost, n=supply)


# --- 5, 6. points and the first player -----------------------------------------------------------------------------


@value
class Scored(Event):
    """R30: points for airfields, and the side's total."""

    file_name = "scored"
    side: int
    n: int
    points: int


@value
class Won(Event):
    """R32: the winner, and the points of both."""

    file_name = "won"
    side: int
    axis: int
    allies: int


@value
class Scoring(Auto):
    """R30..R34, G2, IB-1, IB-2: points for airfields, and whether somebody has won."""

    def run(self, s: Campaign) -> Campaign:
        for side in s.sides():
            n = sum(row[2 * side] for row in s.airfields) * s.printed.field_worth
            if n:
                s = s.score(side, n).tell(Scored(side, n, s.points[side] + n))
        axis, allies = s.points
        over = s.printed.last and s.turn >= s.printed.last
        if over or (max(axis, allies) >= s.printed.victory and axis != allies):
            winner = AXIS if axis > allies else ALLIES
            s = s.tell(Won(winner, axis, allies))
            return s.end(Result((1, -1) if winner == AXIS else (-1, 1), f"{SIDES[winner]}_points"))
        return s
