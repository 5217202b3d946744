"""14.3: attacks on ships: groups, anti-aircraft fire, and bombs."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.solomons.rules.air.landing import Return
from ironbottom.games.solomons.rules.air.losses import lose_some
from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.events import Revealed
from ironbottom.games.solomons.rules.missions import lost_ships
from ironbottom.games.solomons.rules.ports import cripple
from ironbottom.games.solomons.rules.printed import Printed
from ironbottom.games.solomons.rules.sealed import READY
from ironbottom.games.solomons.rules.state import Campaign, Layout, pair, put, sink
from ironbottom.kernel.action import Action, Range, up_to
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Decision, Refusal, Step, refuse
from ironbottom.kernel.value import value


@value
class LaidOut(Event):
    """RS-098: what is told of each group: size, carrier, battleship, transport, revealed."""

    file_name: ClassVar[str] = "laid_out"
    side: int
    force: int
    groups: tuple[tuple[int, int, int, int, int], ...]


@value
class Grouping(Decision):
    """RS-093, RS-098, RS-099, A40: The defender lays out the ships in groups and assigns point patrols.

    The draft: (groups, cover, ship in hand)."""

    rule: ClassVar[str] = "RS-098"
    side: int
    force: int

    def part(self, s: Campaign) -> Any:
        return s.drafts[self.side] or ((), (), -1)

    def reserve(self, s: Campaign) -> int:
        return sum(patrol.points for patrol in s.patrols[self.side] if patrol.force == self.force)

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        groups, cover, hand = self.part(s)
        units = s.fleet(self.side, self.force)
        most = int(s.p.numbers["task_forces"]["group"])
        placed = {u for group in groups for u in group}
        if hand >= 0:
            found: list[Action] = [("put", f"group{g + 1}") for g, group in enumerate(groups) if len(group) < most]
            return (*found, ("put", f"group{len(groups) + 1}"))
        found = [("take", s.p.ids[u]) for u in units if u not in placed]
        if found:
            found.append(("standard",))
        else:
            left = self.reserve(s) - sum(cover)
            if left > 0:
                found += [("cover", f"group{g + 1}", up_to(left)) for g in range(len(groups)) if not cover[g]]
            found.append(READY)
        if placed:
            found.append(("again",))
        return tuple(found)

    def retracts(self, action: Action) -> bool:
        return action == ("again",)

    def default(self, s: Campaign, side: int) -> Action | None:
        legal = self.legal(s, side)
        return ("standard",) if ("standard",) in legal else READY if READY in legal else legal[0]

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        return refuse("RS-098", "refused.group_of_four" if action[0] == "put" else "refused.not_now")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        groups, cover, hand = self.part(s)
        verb = action[0]
        if verb == "take":
            return s.draft(side, (groups, cover, s.p.index[action[1]])).push(self)
        if verb == "again":
            return s.draft(side, ()).push(self)
        if verb == "standard":
            placed = {u for group in groups for u in group}
            groups = standard_groups(s, groups, [u for u in s.fleet(side, self.force) if u not in placed])
            return s.draft(side, (groups, (0,) * len(groups), -1)).push(self)
        if verb == "put":
            g = int(action[1][5:]) - 1
            groups = (*groups, (hand,)) if g == len(groups) else put(groups, g, (*groups[g], hand))
            return s.draft(side, (groups, (0,) * len(groups), -1)).push(self)
        if verb == "cover":
            return s.draft(side, (groups, put(cover, int(action[1][5:]) - 1, action[2]), -1)).push(self)
        shown = tuple((len(g), *group_flags(s.p, g), 0) for g in groups)
        s = s.replace(layouts=(*s.layouts, Layout(side, self.force, shown, groups, cover))).draft(side, ())
        return s.tell(LaidOut(side=side, force=self.force, groups=shown))


def group_flags(p: Printed, group: tuple[int, ...]) -> tuple[int, int, int]:
    """RS-098: what the attacker is told of a group: carriers, battleships, transports, yes or no; of battleships 1,
    of battlecruisers 2, of both 3, or by the option 1 for any."""
    kinds = [p.kind[u] for u in group]
    battle = int("BB" in kinds or "B" in kinds), int("BC" in kinds)
    heavy = battle[0] + 2 * battle[1] if p.groups_by_kind else max(battle)
    return (int("CV" in kinds), heavy, int("TR" in kinds))


def standard_groups(s: Campaign, groups: Any, left: list[int]) -> tuple[tuple[int, ...], ...]:
    """The strongest guns around the carriers, then around the transports, four to a group."""
    p = s.p
    most = int(p.numbers["task_forces"]["group"])
    made = [list(group) for group in groups]
    weak = sorted((u for u in left if p.kind[u] in ("CV", "TR")), key=lambda u: (p.kind[u] != "CV", -p.deck[u], u))
    strong = sorted((u for u in left if u not in weak), key=lambda u: (-p.flak[u], u))
    number = (sum(map(len, made)) + len(left) + most - 1) // most
    while len(made) < number:
        made.append([])
    for u in weak + strong:
        open_ = [g for g in made if len(g) < most]
        if not open_:
            made.append([])
            open_ = made[-1:]
        if u in weak:
            best = min(open_, key=lambda g: (len(g), made.index(g)))
        else:
            need = [g for g in open_ if any(p.kind[v] in ("CV", "TR") for v in g)] or open_
            best = min(need, key=lambda g: (sum(p.flak[v] for v in g), made.index(g)))
        best.append(u)
    return tuple(tuple(g) for g in made if g)


def layout_of(s: Campaign, side: int, force: int) -> int:
    return next(i for i, lay in enumerate(s.layouts) if lay.side == side and lay.force == force)


@value
class Division(Decision):
    """RS-098, A66: The attacker divides his points over the groups. The draft: (group, points) in order."""

    rule: ClassVar[str] = "RS-098"
    staffed: ClassVar[bool] = True
    side: int
    flight: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        f = s.flights[self.flight]
        layout = s.layouts[layout_of(s, 1 - side, f.target)]
        sent = dict(s.drafts[side])
        left = f.lac + f.nac - sum(sent.values())
        found: list[Action] = []
        if left > 0:
            found += [("send", f"group{g + 1}", up_to(left)) for g, row in enumerate(layout.shown)
                      if row[0] and g not in sent]
        found += [("back", f"group{g + 1}") for g in sent]
        return (*found, READY)

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "back")

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        open_ = {other[1:2] for other in self.legal(s, side) if other[0] == "send"}
        few = action[0] == "send" and (action[1:2] in open_ or not open_)
        return refuse("RS-098", "refused.no_points" if few else "refused.not_now")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        sent = s.drafts[side]
        if action == READY:
            steps = [GroupAttack(self.flight, g, n) for g, n in sent]
            return s.draft(side, ()).push(*steps, Return(self.flight))
        g = int(action[1][5:]) - 1
        if action[0] == "send":
            return s.draft(side, (*sent, (g, action[2]))).push(self)
        return s.draft(side, tuple(row for row in sent if row[0] != g)).push(self)


@value
class GroupAttack(Auto):
    """RS-093, RS-098: one group is attacked: its guns and its point patrol fire."""

    flight: int
    group: int
    n: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        foe = 1 - f.side
        n = min(self.n, f.lac + f.nac)
        i = layout_of(s, foe, f.target)
        layout = s.layouts[i]
        units = layout.groups[self.group]
        if not n or not units:
            return s
        # RS-093: only what still flies; a lost carrier's aircraft leave the patrol in E2
        cover = min(layout.cover[self.group], sum(p.points for p in s.patrols[foe] if p.force == f.target))
        strength = sum(s.p.flak[u] for u in units) + 2 * cover
        column = s.p.column("flak", strength)
        s = s.replace(layouts=put(s.layouts, i, layout.replace(
            shown=put(layout.shown, self.group, (*layout.shown[self.group][:4], 1)))))
        if cover:
            fired = tuple(
                patrol.replace(fired=True) if patrol.force == f.target else patrol for patrol in s.patrols[foe]
            )
            s = s.replace(patrols=pair(s.patrols, foe, fired))
        if column < 0:
            return beneath(s, GroupShown(self.flight, self.group, n), GroupAttack)
        return s.push(FlakDie(self.flight, self.group, n, column, strength))


def beneath(s: Campaign, step: GroupShown | ShipAttack, first: type[Step]) -> Campaign:
    """RS-098: the step comes when all groups have passed the stage `first`: all fire, then all are shown, then ships
    are chosen; or, by the option, at once, one group after the other."""
    if s.p.group_by_group:
        return s.push(step)
    n = len(s.stack)
    while n and isinstance(s.stack[n - 1], (first, type(step))):
        n -= 1
    return s.replace(stack=(*s.stack[:n], step, *s.stack[n:]))


@value
class FlakFired(Event):
    """RS-098: Table 3 for the guns of a group; `cover`: points of patrol that count twice in the strength."""

    file_name: ClassVar[str] = "flak_die"
    side: int
    die: int
    strength: int
    lost: int
    cover: Later[int] = 0


@value
class FlakDie(Die):
    """RS-098: Table 3 for the guns of a group."""

    rule: ClassVar[str] = "RS-098"
    flight: int
    group: int
    n: int
    column: int
    strength: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        lost = min(int(s.p.cell("flak", self.column, outcome[1])), self.n)
        f = s.flights[self.flight]
        foe = 1 - f.side
        guns = sum(s.p.flak[u] for u in s.layouts[layout_of(s, foe, f.target)].groups[self.group])
        s = s.tell(FlakFired(side=foe, die=outcome[1], strength=self.strength, lost=lost,
                             cover=(self.strength - guns) // 2))
        s = beneath(s, GroupShown(self.flight, self.group, self.n - lost), GroupAttack)
        return lose_some(s, self.flight, lost)


@value
class GroupShown(Auto):
    """RS-098: the attacked group is revealed."""

    flight: int
    group: int
    n: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        foe = 1 - f.side
        units = s.layouts[layout_of(s, foe, f.target)].groups[self.group]
        seen = list(s.seen)
        for u in units:
            seen[u] = f.target
        enough = any(least(s.p, u) <= self.n for u in units)
        s = s.replace(seen=tuple(seen)).tell(Revealed(
            side=foe, force=f.target, hex=f.where, units=tuple(s.p.ids[u] for u in units),
            few=-1 if enough else self.n))
        if enough:
            return beneath(s, ShipAttack(f.side, self.flight, self.group, units, self.n), GroupShown)
        return s


def least(p: Printed, ship: int) -> int:
    """RS-098: the fewest points that may attack a ship: one to two."""
    return max(1, int(p.defense[ship] + 1) // 2)


def best(p: Printed, ship: int) -> int:
    """RS-098: the points for three to one, the last column, against a ship."""
    return 3 * int(p.defense[ship])


def go_on(s: Campaign, flight: int, group: int, ships: tuple[int, ...], n: int) -> Campaign:
    """The next ship of the group, if points are left for one."""
    if any(least(s.p, u) <= n for u in ships):
        return s.push(ShipAttack(s.flights[flight].side, flight, group, ships, n))
    return s


@value
class ShipAttack(Decision):
    """RS-098: One ship and the points that attack it, or enough."""

    rule: ClassVar[str] = "RS-098"
    staffed: ClassVar[bool] = True
    side: int
    flight: int
    group: int
    ships: tuple[int, ...]
    n: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (*(("bomb", s.p.ids[u], Range(least(s.p, u), self.n)) for u in self.ships if least(s.p, u) <= self.n),
                ("stop",))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        return refuse("RS-098", "refused.one_to_two" if action[0] == "bomb" else "refused.not_now")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "stop":
            return s
        return s.push(BombDie(self.flight, self.group, self.ships, self.n - action[2], s.p.index[action[1]], action[2]))


@value
class Bombed(Event):
    """RS-098: Table 4 for one ship."""

    file_name: ClassVar[str] = "bomb_die"
    side: int
    die: int
    unit: str
    points: int
    result: str
    defense: Later[int] = 0


@value
class BombDie(Die):
    """RS-098, RS-127: Table 4; the result at once."""

    rule: ClassVar[str] = "RS-098"
    flight: int
    group: int
    ships: tuple[int, ...]
    n: int
    ship: int
    points: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        column = s.p.ratio("air_naval", self.points, s.p.defense[self.ship])
        result = str(s.p.cell("air_naval", column, outcome[1]))
        f = s.flights[self.flight]
        foe = 1 - f.side
        s = s.tell(Bombed(side=f.side, die=outcome[1], unit=s.p.ids[self.ship], points=self.points,
                         result=result, defense=s.p.defense[self.ship]))
        if result == "none":
            return go_on(s, self.flight, self.group, self.ships, self.n)
        ships = tuple(u for u in self.ships if u != self.ship)
        i = layout_of(s, foe, f.target)
        layout = s.layouts[i]
        shown = layout.shown[self.group]
        s = s.replace(layouts=put(s.layouts, i, layout.replace(
            groups=put(layout.groups, self.group, ships),
            shown=put(layout.shown, self.group, (len(ships), *group_flags(s.p, ships), shown[4])))))
        if result == "destroyed":
            return go_on(lost_ships(sink(s, self.ship), foe), self.flight, self.group, ships, self.n)
        s = s.push(NextShip(self.flight, self.group, ships, self.n))
        return s.push(cripple(self.ship))


@value
class NextShip(Auto):
    """RS-098: after the repair die the attack goes on."""

    flight: int
    group: int
    ships: tuple[int, ...]
    n: int

    def run(self, s: Campaign) -> Campaign:
        s = lost_ships(s, 1 - s.flights[self.flight].side)
        return go_on(s, self.flight, self.group, self.ships, self.n)
