"""15.0: surface combat in hex M."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.events import Revealed
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.missions import altered, executed, lost_ships, why_not_altered
from ironbottom.games.solomons.rules.ports import cripple
from ironbottom.games.solomons.rules.printed import ANTI_SHIP, BOMBARD, FLEET, JAPAN, SUNK, TRANSPORT, USA, M
from ironbottom.games.solomons.rules.state import Campaign, at_sea, deed, has, sink
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import value

SORTS = ("anti_ship", "bombardment", "transport", "returning")


def present(s: Campaign, side: int) -> bool:
    """RS-070, RS-120: whether a side has a task force in M, as all know."""
    if s.day:
        return any(sight.hex == M for sight in current(s, side))
    return bool(s.shown[side])


def groups(s: Campaign, side: int) -> dict[str, tuple[int, ...]]:
    """RS-122, RS-123, A54, A70: a side's task forces in M without carriers, merged by mission."""
    found: dict[str, tuple[int, ...]] = {}
    for n in at_sea(s, side):
        force = s.forces[side][n]
        if force.pos != M or has(s, s.fleet(side, n), "CV"):
            continue
        # escorts whose transports were lost in this segment are still the Transport force
        there = force.fights or (force.status == 1 and force.mission == TRANSPORT)
        sort = SORTS[{ANTI_SHIP: 0, BOMBARD: 1, TRANSPORT: 2}[force.mission]] if there else "returning"
        found[sort] = found.get(sort, ()) + s.fleet(side, n)
    return {sort: found[sort] for sort in SORTS if sort in found}


@value
class SurfaceCombat(Auto):
    """RS-038, RS-120, RS-132: section G by day, C by night: both sides must have task forces in M."""

    def run(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            s = lost_ships(s, side)
        if present(s, JAPAN) and present(s, USA):
            return s.push(Alteration(JAPAN), Statement())
        return s


@value
class Alteration(Decision):
    """RS-040, RS-121, A67, A70, A73: Japan may turn task forces in M to Anti-Ship, for the half."""

    rule: ClassVar[str] = "RS-121"
    side: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        found: list[Action] = []
        for n in at_sea(s, JAPAN):
            force = s.forces[JAPAN][n]
            if (force.pos == M and not force.status and force.mission in (BOMBARD, TRANSPORT)
                    and not has(s, s.fleet(JAPAN, n), "CV")):
                found.append(("alter", f"tf{n + 1}"))
        return (*found, ("hold",))

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("hold",)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        """RS-040, RS-051, RS-068, RS-121, RS-122: why a task force is not turned to Anti-Ship before this fight."""
        name = str(action[1]) if action[0] == "alter" and len(action) == 2 else ""
        n = int(name[2:]) - 1 if name[:2] == "tf" and name[2:].isdigit() else -1
        if not 0 <= n < 6 or s.forces[JAPAN][n].pos < 0:
            return refuse("RS-121", "refused.not_now")
        if s.forces[JAPAN][n].pos != M:
            return refuse("RS-121", "refused.elsewhere")
        if has(s, s.fleet(JAPAN, n), "CV"):
            return refuse("RS-122", "refused.carriers_apart")
        return why_not_altered(s, JAPAN, n) or refuse("RS-040", "refused.alter")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "hold":
            return s
        return altered(s, int(action[1][2:]) - 1).push(self)


def strength(s: Campaign, units: tuple[int, ...]) -> tuple[int, int]:
    """Surface attack and defense of some units."""
    return sum(s.p.attack[u] for u in units), sum(s.p.defense[u] for u in units)


def reveal(s: Campaign, side: int, units: tuple[int, ...]) -> Campaign:
    """The units of a force are shown to all."""
    seen = list(s.seen)
    for u in units:
        seen[u] = s.at[u] - 10
    return s.replace(seen=tuple(seen)).tell(
        Revealed(side=side, hex=M, units=tuple(s.p.ids[u] for u in units)))


@value
class ForcesTold(Event):
    """RS-125: the sorts of forces that a side has in M."""

    file_name: ClassVar[str] = "forces"
    side: int
    sorts: tuple[str, ...]


@value
class Stated(Event):
    """RS-121: whether both have an Anti-Ship force in M."""

    file_name: ClassVar[str] = "stated"
    japanese: bool
    american: bool


@value
class Statement(Auto):
    """RS-121..RS-125, A14: both say whether they have an Anti-Ship force; if one has, there is combat."""

    def run(self, s: Campaign) -> Campaign:
        found = (groups(s, JAPAN), groups(s, USA))
        has_one = tuple("anti_ship" in found[side] for side in (JAPAN, USA))
        s = s.tell(Stated(japanese=has_one[0], american=has_one[1]))
        if not any(has_one) or not found[0] or not found[1]:
            return s
        for side in (JAPAN, USA):
            s = s.tell(ForcesTold(side=side, sorts=tuple(found[side])))
        if not all(has_one):
            side = JAPAN if has_one[0] else USA
            foe = tuple(found[1 - side])
            if len(foe) == 1:
                return s.push(Engage(side, foe[0], foe))
            return s.push(TargetChoice(side, foe))
        power = [strength(s, found[side]["anti_ship"]) for side in (JAPAN, USA)]
        if power[0][0] != power[1][0]:
            side = JAPAN if power[0][0] > power[1][0] else USA
        else:
            ratios = (power[0][0] * power[0][1], power[1][0] * power[1][1])
            # attack is equal: the higher ratio is that against the smaller defense
            if ratios[0] == ratios[1]:
                return s.push(TieDie(tuple(found[0]), tuple(found[1])))
            side = JAPAN if power[1][1] < power[0][1] else USA
        return s.push(Engage(side, "anti_ship", tuple(found[1 - side])))


@value
class TieRolled(Event):
    """A14: the die for an even fight; `side` attacks."""

    file_name: ClassVar[str] = "tie_die"
    die: int
    side: int


@value
class TieDie(Die):
    """A14: an even fight: an odd die makes Japan the attacker."""

    rule: ClassVar[str] = "A14"
    japanese: tuple[str, ...]
    american: tuple[str, ...]

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        side = JAPAN if outcome[1] % 2 else USA
        s = s.tell(TieRolled(die=outcome[1], side=side))
        return s.push(Engage(side, "anti_ship", self.american if side == JAPAN else self.japanese))


@value
class TargetChoice(Decision):
    """RS-125, A52, A70: Which enemy force is attacked."""

    rule: ClassVar[str] = "RS-125"
    side: int
    sorts: tuple[str, ...]

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("attack", sort) for sort in self.sorts)

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("attack", self.sorts[0])

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        return s.push(Engage(side, action[1], self.sorts))


@value
class Engage(Auto):
    """RS-124, RS-125: the forces are revealed; the attacker may shield."""

    side: int
    sort: str
    sorts: tuple[str, ...]

    def run(self, s: Campaign) -> Campaign:
        mine = groups(s, self.side).get("anti_ship", ())
        theirs = groups(s, 1 - self.side).get(self.sort, ())
        s = reveal(reveal(s, self.side, mine), 1 - self.side, theirs)
        others = tuple(sort for sort in self.sorts if sort != self.sort)
        s = s.push(Fought(self.side, self.sort))
        if others and len(mine) > 1:
            return s.push(Shield(self.side, mine, self.sort, theirs, others, "", ()))
        return s.push(Fight(self.side, mine, self.sort, theirs))


@value
class Shielded(Event):
    """RS-126: units turn against another force."""

    file_name: ClassVar[str] = "shielded"
    side: int
    sort: str
    units: tuple[str, ...]


@value
class Shield(Decision):
    """RS-126, A52: Units taken out of the main attack go for another enemy force."""

    rule: ClassVar[str] = "RS-126"
    side: int
    mine: tuple[int, ...]
    sort: str
    theirs: tuple[int, ...]
    others: tuple[str, ...]
    second: str
    away: tuple[int, ...]

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        found: list[Action] = []
        attack, _ = strength(s, self.mine)
        _, defense = strength(s, self.theirs)
        if not self.second:
            if attack > defense:
                found += [("shield", sort) for sort in self.others]
        else:
            if len(self.mine) > 1:
                found += [("detach", s.p.ids[u]) for u in self.mine if attack - s.p.attack[u] >= defense]
            found += [("rejoin", s.p.ids[u]) for u in self.away]
        return (*found, ("fight",))

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "rejoin")

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("fight",)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        return refuse("RS-126", "refused.one_to_one")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "shield":
            return s.push(self.replace(second=action[1]))
        if action[0] == "fight":
            s = s.push(Fight(self.side, self.mine, self.sort, self.theirs))
            if self.away:
                s = s.replace(stack=s.stack[:-1]).push(s.stack[-1], Diverted(self.side, self.away, self.second))
                s = s.tell(Shielded(side=side, sort=self.second,
                                 units=tuple(s.p.ids[u] for u in self.away)))
            return s
        u = s.p.index[action[1]]
        if action[0] == "detach":
            return s.push(self.replace(mine=tuple(v for v in self.mine if v != u), away=(*self.away, u)))
        return s.push(self.replace(mine=tuple(sorted((*self.mine, u))), away=tuple(v for v in self.away if v != u)))


@value
class Diverted(Auto):
    """RS-126: those taken out attack the second force, unaffected by the main combat."""

    side: int
    mine: tuple[int, ...]
    sort: str

    def run(self, s: Campaign) -> Campaign:
        theirs = groups(s, 1 - self.side).get(self.sort, ())
        if not theirs:
            return s
        return reveal(s, 1 - self.side, theirs).push(Fight(self.side, self.mine, self.sort, theirs))


@value
class FightBegan(Event):
    """RS-124: what meets what on the surface; `column` of Table 2, from 0."""

    file_name: ClassVar[str] = "fight"
    side: int
    attack: int
    defense: int
    column: int
    sort: str
    attackers: Later[tuple[str, ...]] = ()
    defenders: Later[tuple[str, ...]] = ()


@value
class NoFight(Event):
    """RS-125: nobody is left to be attacked."""

    file_name: ClassVar[str] = "no_fight"
    side: int


@value
class Fight(Auto):
    """RS-124, RS-125, A67, A71: the ratio; below even odds the defender takes units out."""

    side: int
    mine: tuple[int, ...]
    sort: str
    theirs: tuple[int, ...]

    def run(self, s: Campaign) -> Campaign:
        attack, _ = strength(s, self.mine)
        _, defense = strength(s, self.theirs)
        if not self.theirs:
            return s.tell(NoFight(side=self.side))
        if attack < defense:
            return s.push(Withdrawal(1 - self.side, self.mine, self.sort, self.theirs))
        column = s.p.ratio("surface", attack, defense)
        s = deed(s, self.side, "fights").tell(
            FightBegan(side=self.side, attack=attack, defense=defense, column=column, sort=self.sort,
                       attackers=tuple(s.p.ids[u] for u in self.mine),
                       defenders=tuple(s.p.ids[u] for u in self.theirs)))
        return s.push(FightDie(self.side, self.mine, self.theirs, column))


@value
class Withdrew(Event):
    """RS-125: a unit is taken out of a fight."""

    file_name: ClassVar[str] = "withdrawn"
    side: int
    unit: str


@value
class Withdrawal(Decision):
    """RS-125, A67, A71: The defender removes units, one at a time, until the odds are even."""

    rule: ClassVar[str] = "RS-125"
    side: int
    foes: tuple[int, ...]
    sort: str
    mine: tuple[int, ...]

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("withdraw", s.p.ids[u]) for u in self.mine)

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("withdraw", s.p.ids[max(self.mine, key=lambda u: (s.p.defense[u], -u))])

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        u = s.p.index[action[1]]
        s = s.tell(Withdrew(side=side, unit=action[1]))
        return s.push(Fight(1 - side, self.foes, self.sort, tuple(v for v in self.mine if v != u)))


def surface_losses(n: int, result: str) -> tuple[int, int]:
    """RS-127: how many of so many units are crippled and destroyed."""
    if result == "none" or not n:
        return 0, 0
    if result == "all_crippled":
        return n, 0
    if result == "all_destroyed":
        return 0, n
    half = max(1, n // 2)
    if result == "half_crippled":
        return half, 0
    if result == "half_destroyed":
        return 0, half
    return n - n // 2, n // 2


@value
class FightResolved(Event):
    """RS-124: Table 2: what the attacker and the defender suffer."""

    file_name: ClassVar[str] = "fight_die"
    side: int
    die: int
    attacker: str
    defender: str
    column: Later[int] = 0


@value
class FightDie(Die):
    """RS-124, A46: Table 2."""

    rule: ClassVar[str] = "RS-124"
    side: int
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    column: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        attacker, defender = str(s.p.cell("surface", self.column, outcome[1])).split("/")
        s = s.tell(FightResolved(side=self.side, die=outcome[1], attacker=attacker, defender=defender,
                                 column=self.column))
        return s.push(Hits(self.side, self.mine, *surface_losses(len(self.mine), attacker)),
                      Hits(1 - self.side, self.theirs, *surface_losses(len(self.theirs), defender)),
                      FightTold(self.side, self.mine + self.theirs, self.column, attacker, defender))


@value
class FightOver(Event):
    """RS-124, RS-127: what both sides lost in a fight, by name: unit, its side, and the Game-Turn in which it is back
    from repair, 0 if it was sunk."""

    file_name: ClassVar[str] = "fight_over"
    side: int
    column: int
    attacker: str
    defender: str
    losses: tuple[tuple[str, int, int], ...]


@value
class FightTold(Auto):
    """RS-127: what has become of those that fought."""

    side: int
    units: tuple[int, ...]
    column: int
    attacker: str
    defender: str

    def run(self, s: Campaign) -> Campaign:
        losses = tuple((s.p.ids[u], s.p.side[u], 0 if s.at[u] == SUNK else s.due[u]) for u in self.units
                       if not FLEET <= s.at[u] < FLEET + 6)
        return s.tell(FightOver(side=self.side, column=self.column, attacker=self.attacker, defender=self.defender,
                                losses=losses))


@value
class Hits(Auto):
    """RS-127: victims among those that took part."""

    side: int
    units: tuple[int, ...]
    crippled: int
    destroyed: int

    def run(self, s: Campaign) -> Campaign:
        if not self.crippled and not self.destroyed:
            return s
        if self.crippled + self.destroyed >= len(self.units) and not (self.crippled and self.destroyed):
            return s.push(*(Hit(u, bool(self.destroyed)) for u in self.units))
        return s.push(Victim(self.side, self.units, self.crippled, self.destroyed))


@value
class Hit(Auto):
    """RS-127: one unit is sunk or crippled."""

    unit: int
    destroyed: bool

    def run(self, s: Campaign) -> Campaign:
        return sink(s, self.unit) if self.destroyed else s.push(cripple(self.unit))


@value
class Victim(Chance):
    """RS-127: one unit is drawn; the destroyed ones first."""

    rule: ClassVar[str] = "RS-127"
    side: int
    units: tuple[int, ...]
    crippled: int
    destroyed: int

    def outcomes(self, s: Campaign) -> tuple[tuple[Action, int], ...]:
        return tuple((("hit", s.p.ids[u]), 1) for u in self.units)

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        u = s.p.index[outcome[1]]
        units = tuple(v for v in self.units if v != u)
        if self.destroyed:
            return s.push(Hit(u, True), Hits(self.side, units, self.crippled, self.destroyed - 1))
        return s.push(Hit(u, False), Hits(self.side, units, self.crippled - 1, 0))


@value
class Fought(Auto):
    """RS-068, RS-128: Anti-Ship forces that fought have executed their mission; a Bombardment force goes on."""

    side: int
    sort: str

    def run(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            s = lost_ships(s, side)
            if side != self.side and self.sort != "anti_ship":
                continue
            for n in at_sea(s, side):
                force = s.forces[side][n]
                if force.pos == M and force.mission == ANTI_SHIP and not has(s, s.fleet(side, n), "CV"):
                    s = executed(s, side, n)
        return s

