"""C1..C24, G3, U1, U4, U11: Phase 2, Combat: zone by zone against aircraft, ships, land units and airfields.

An exchange: the first player's attack, the other's, then the losses of both. An attack: ranged fire is declared, the
power added up, the box rolled die by die, the hits dealt with from slot 1 up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ironbottom.games.axis_allies.rules.battle_box import Term, power, volley
from ironbottom.games.axis_allies.rules.casualties import break_fields, remove_marked, remove_ships
from ironbottom.games.axis_allies.rules.printed import (
    AIR,
    ART,
    AXIS,
    BASE,
    BAT,
    BOM,
    CATEGORIES,
    CRU,
    FTR,
    INF,
    KIND,
    KINDS,
    LAND,
    SEA,
    SEAS,
    SPACE,
    SPACES,
)
from ironbottom.games.axis_allies.rules.state import AIMED, SUNK, Battle, Campaign, Ship, groups, strength, upto
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value

TARGETS = ("air", "sea", "troops", "fields")


# --- who may fire at what ------------------------------------------------------------------------------------------


def air_power(s: Campaign, side: int, space: int) -> int:
    """C3, C4, C17, U11: the power against aircraft in a space: ships, aircraft, antiaircraft guns there; cargo does
    not fire."""
    values = s.printed.power[AIR]
    fighters, bombers, _, _ = s.air[side * 21 + space]
    power = fighters * values[FTR] + bombers * values[BOM]
    if space < SEAS:
        return power + strength(s.ships[side * SEAS + space], values)
    infantry, guns, flak, _ = s.land[side * 8 + space - SEAS]
    return power + infantry * values[INF] + guns * values[ART] + flak * values[ART + 1]


def sea_power(s: Campaign, side: int, zone: int) -> int:
    """C3, U3: the power against ships in a zone, without artillery."""
    values = s.printed.power[SEA]
    fighters, bombers, _, _ = s.air[side * 21 + zone]
    return strength(s.ships[side * SEAS + zone], values) + fighters * values[FTR] + bombers * values[BOM]


def land_power(s: Campaign, side: int, land: int) -> int:
    """C3, C20: the power of the land units on a land space against land units."""
    values = s.printed.power[LAND]
    infantry, guns, flak, _ = s.ground(side, land)
    return infantry * values[INF] + guns * values[ART] + flak * values[ART + 1]


def gun_crews(s: Campaign, side: int, zone: int, again: bool = False) -> tuple[tuple[int, int], ...]:
    """U1, C18: (land, how many) artillery that may still be declared against a zone; in a repeated attack what
    fired into it is not asked again."""
    if not s.printed.power[SEA][ART]:
        return ()
    return tuple(
        (land, n) for land in s.printed.shores[zone] if s.land[side * 8 + land - SEAS][1]
        and (n := s.guns_left(side, land)) > 0
    )


def guns_committed(s: Campaign, side: int, zone: int) -> tuple[tuple[int, int], ...]:
    """C18, A27: (land, how many) artillery that has fired into the zone this turn."""
    return tuple((land, n) for whose, land, where, n in s.guns if whose == side and where == zone)


def broadsides(s: Campaign, side: int, land: int) -> tuple[tuple[int, int, int], ...]:
    """U4, C21: (zone, kind, how many) cruisers and battleships that may still be declared against an island."""
    return _around(s, side, land, lambda ship: ship[0] in (CRU, BAT) and ship[2] < AIMED and not ship[2] & SUNK)


def committed_ships(s: Campaign, side: int, land: int) -> tuple[tuple[int, int, int], ...]:
    """C21, A27: (zone, kind, how many) ships that have fired at the island this turn."""
    return _around(s, side, land, lambda ship: ship[2] // AIMED == land + 1)


def _around(s: Campaign, side: int, land: int, what: Callable[[Ship], bool]) -> tuple[tuple[int, int, int], ...]:
    """U4: (zone, kind, how many) of the side's ships around an island that are what is asked for."""
    found = Counter((zone, ship[0]) for zone in s.printed.waters[land] for ship in s.ships[side * SEAS + zone]
                    if what(ship))
    return tuple((zone, kind, n) for (zone, kind), n in found.items())


def has_air(s: Campaign, side: int, space: int) -> bool:
    fighters, bombers, _, _ = s.air[side * 21 + space]
    return bool(fighters or bombers)


def worth_fighting(s: Campaign, category: int, space: int) -> bool:
    """C1, C17, A26: whether somebody has something to fire with, and something to fire at, in this space."""
    for side in (AXIS, 1 - AXIS):
        enemy = 1 - side
        if category == AIR:
            if has_air(s, enemy, space) and air_power(s, side, space):
                return True
        elif category == SEA:
            if s.ships[enemy * SEAS + space] and (sea_power(s, side, space) or gun_crews(s, side, space)):
                return True
        else:
            troops = s.troops(enemy, space)
            if troops and land_power(s, side, space):
                return True
            if (troops or s.sound(enemy, space)) and (has_air(s, side, space) or broadsides(s, side, space)):
                return True
    return False


SPANS = (range(21), range(SEAS), range(SEAS, 21))


def fights(s: Campaign, category: int, done: tuple[int, ...]) -> tuple[int, ...]:
    """C1, A26: the spaces where a step of Combat has still something to resolve."""
    return tuple(space for space in SPANS[category] if space not in done and worth_fighting(s, category, space))


# --- the steps -----------------------------------------------------------------------------------------------------


@value
class FightBegan(Event):
    """C1: the first player chose the space that is resolved next."""

    file_name = "fight"
    side: int
    category: str
    space: str


@value
class FoughtAgain(Event):
    """O2: the attacks in a space are made once more."""

    file_name = "again"
    category: str
    space: str


@value
class NobodyFired(Event):
    """C18, C26: whoever could have fired in a space held his fire."""

    file_name = "nobody_fired"
    category: str
    space: str


@value
class Zones(Auto):
    """C1, G3: one step of Combat: as long as there is a zone to resolve, the first player picks one."""

    category: int
    done: tuple[int, ...] = ()

    def run(self, s: Campaign) -> Campaign:
        spaces = fights(s, self.category, self.done)
        if not spaces:
            return s
        return s.push(PickZone(s.first, self.category, spaces, self.done))


@value
class PickZone(Decision):
    """C1: the first player chooses the zone that is resolved next; every zone must be, once."""

    side: int
    category: int
    spaces: tuple[int, ...]
    done: tuple[int, ...]
    rule = "C1"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("fight", SPACES[space]) for space in self.spaces)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        space = SPACE[action[1]]
        s = s.replace(battle=Battle(self.category, space)).tell(
            FightBegan(side, CATEGORIES[self.category], action[1])
        )
        after = Zones(self.category, (*self.done, space))
        one, other = s.sides()
        return s.push(
            Attack(one, self.category, space), Attack(other, self.category, space), Losses(self.category, space),
            Repeats(self.category, space), after,
        )

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] != "fight" or len(action) != 2 or action[1] not in SPACE:
            return refuse("C1", "refused.pick_zone")
        if SPACE[action[1]] in self.done:
            return refuse("C1", "refused.resolved", space=action[1])
        return refuse("C17" if self.category == AIR else "C4", "refused.nothing_there", space=action[1])


@value
class Repeats(Auto):
    """O2, A27: a Command Decision for this zone and kind of target: both attack there again, once for each token."""

    category: int
    space: int

    def run(self, s: Campaign) -> Campaign:
        key = ("command_decision", SPACES[self.space], CATEGORIES[self.category])
        if key not in s.effects:
            return s
        left = list(s.effects)
        left.remove(key)
        s = s.replace(effects=tuple(left), battle=Battle(self.category, self.space))
        s = s.tell(FoughtAgain(CATEGORIES[self.category], SPACES[self.space]))
        one, other = s.sides()
        return s.push(
            Attack(one, self.category, self.space, True), Attack(other, self.category, self.space, True),
            Losses(self.category, self.space), self,
        )


@value
class Attack(Auto):
    """C2..C4, C23: one side's attack in a zone: it declares what it may, then its dice are added up."""

    side: int
    category: int
    space: int
    again: bool = False

    def run(self, s: Campaign) -> Campaign:
        side, enemy, space = self.side, 1 - self.side, self.space
        if self.category == AIR:
            return volley(s, side, "air", space, air_terms(s, side, space)) if has_air(s, enemy, space) else s
        if self.category == SEA:
            if not s.fleet(enemy, space):
                return s
            if gun_crews(s, side, space):
                return s.push(Guns(side, space, (), self.again))
            return volley(s, side, "sea", space, sea_terms(s, side, space, (), self.again))
        aim = Aim(side, space, (), self.again)
        if aim.choices(s):
            return s.push(aim)
        return attack_land(s, side, space, (), self.again)


def air_terms(s: Campaign, side: int, space: int) -> tuple[Term, ...]:
    """C3, C17: what fires at aircraft, and with how many dice."""
    fighters, bombers, _, _ = s.planes(side, space)
    counts = {FTR: fighters, BOM: bombers}
    if space < SEAS:
        for ship in s.fleet(side, space):
            counts[ship[0]] = counts.get(ship[0], 0) + 1
    else:
        infantry, guns, flak, _ = s.ground(side, space)
        counts.update({INF: infantry, ART: guns, ART + 1: flak})
    return _terms(s, AIR, space, counts)


def sea_terms(
    s: Campaign, side: int, zone: int, guns: tuple[tuple[int, int], ...], again: bool = False
) -> tuple[Term, ...]:
    """C3, C4, U1: what fires at ships: ships and aircraft in the zone, and the artillery declared."""
    fighters, bombers, _, _ = s.planes(side, zone)
    counts = {FTR: fighters, BOM: bombers}
    for ship in s.fleet(side, zone):
        counts[ship[0]] = counts.get(ship[0], 0) + 1
    firing = (guns_committed(s, side, zone) if again else ()) + guns
    each = s.printed.power[SEA][ART]
    return _terms(s, SEA, zone, counts) + tuple((land, ART, n, each) for land, n in firing)


Aims = tuple[tuple[int, int, int, int], ...]
"""What was declared in the land step: (space, kind, target 2 troops or 3 fields, how many)."""


def land_terms(s: Campaign, side: int, land: int, aims: Aims, target: int, again: bool = False) -> tuple[Term, ...]:
    """C3, C20, C22: what fires at land units (2) or at airfields (3)."""
    infantry, guns, flak, _ = s.ground(side, land)
    terms = _terms(s, LAND, land, {INF: infantry, ART: guns, ART + 1: flak} if target == 2 else {})
    if again and target == 2:
        terms += tuple((z, kind, n, s.printed.power[LAND][kind]) for z, kind, n in committed_ships(s, side, land))
    return terms + tuple((where, kind, n, s.printed.power[LAND][kind]) for where, kind, at, n in aims if at == target)


def _terms(s: Campaign, category: int, space: int, counts: dict[int, int]) -> tuple[Term, ...]:
    values = s.printed.power[category]
    return tuple((space, kind, n, values[kind]) for kind, n in sorted(counts.items()) if n and values[kind])


@value
class Guns(Decision):
    """U1, C18, C25, C26: the side whose attack it is declares which of its artillery fires into the zone."""

    side: int
    zone: int
    fired: tuple[tuple[int, int], ...] = ()
    again: bool = False
    rule = "C18"

    def left(self, s: Campaign) -> tuple[tuple[int, int], ...]:
        """C18: (land, how many) artillery that may still be declared."""
        used = dict(self.fired)
        return tuple(
            (land, n - used.get(land, 0)) for land, n in gun_crews(s, self.side, self.zone) if n > used.get(land, 0)
        )

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (
            *(("fire", SPACES[land], upto(n)) for land, n in self.left(s)),
            ("done",),
            *(("cease", SPACES[land]) for land, _ in self.fired),
        )

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "cease")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        fired = self.fired
        if action[0] == "cease":
            return s.push(self.replace(fired=tuple(entry for entry in fired if SPACES[entry[0]] != action[1])))
        if action[0] == "fire":
            used = dict(fired)
            land = SPACE[action[1]]
            used[land] = used.get(land, 0) + action[2]
            after = self.replace(fired=tuple(sorted(used.items())))
            if after.left(s):
                return s.push(after)
            fired = after.fired
        terms = sea_terms(s, side, self.zone, fired, self.again)
        s = s.replace(guns=s.guns + tuple((side, land, self.zone, n) for land, n in fired))
        return volley(s, side, "sea", self.zone, terms)

    def default(self, s: Campaign, side: int) -> Action | None:
        """C18: all that can fire fires."""
        land, n = self.left(s)[0]
        return ("fire", SPACES[land], n)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] != "fire" or len(action) < 2 or action[1] not in SPACE:
            return refuse("C18", "refused.guns")
        land = SPACE[action[1]]
        if land not in s.printed.shores[self.zone]:
            return refuse("U1", "refused.not_touching", land=action[1], zone=SPACES[self.zone])
        if land >= SEAS and s.ground(side, land)[1]:
            left = land in dict(self.left(s))
            return refuse("C18", "refused.amount") if left else refuse("C18", "refused.guns_used", land=action[1])
        return refuse("U1", "refused.no_guns", land=action[1])


@value
class Aim(Decision):
    """C20, C21, C25, C26, A4, U4: the side whose attack it is says what its aircraft there, and which of its cruisers
    and battleships around, attack: land units, airfields, or nothing."""

    side: int
    land: int
    aims: Aims = ()
    again: bool = False
    rule = "C20"

    def targets(self, s: Campaign) -> tuple[int, ...]:
        """C26: land units (2) if the enemy has any, airfields (3) if he has a sound one."""
        enemy = 1 - self.side
        found = (2,) if s.troops(enemy, self.land) else ()
        return found + ((3,) if not self.again and s.sound(enemy, self.land) else ())

    def choices(self, s: Campaign) -> tuple[tuple[int, int, int], ...]:
        """(space, kind, how many) that may still be declared."""
        if not self.targets(s):
            return ()
        fighters, bombers, _, _ = s.planes(self.side, self.land)
        all_of = [(self.land, FTR, fighters), (self.land, BOM, bombers), *broadsides(s, self.side, self.land)]
        used: dict[tuple[int, int], int] = {}
        for where, kind, _, n in self.aims:
            used[where, kind] = used.get((where, kind), 0) + n
        values = s.printed.power[LAND]
        return tuple(
            (where, kind, left) for where, kind, n in all_of
            if values[kind] and (left := n - used.get((where, kind), 0)) > 0
        )

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        targets = self.targets(s)
        return (
            *(
                ("aim", SPACES[where], KINDS[kind], TARGETS[target], upto(n))
                for where, kind, n in self.choices(s) for target in targets
            ),
            ("done",),
            *(("unaim", SPACES[where], KINDS[kind], TARGETS[target]) for where, kind, target, _ in self.aims),
        )

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "unaim")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        aims = self.aims
        if action[0] == "done":
            return attack_land(s, side, self.land, aims, self.again)
        where, kind, target = SPACE[action[1]], KIND[action[2]], TARGETS.index(action[3])
        found = {(a, b, c): n for a, b, c, n in aims}
        if action[0] == "unaim":
            del found[where, kind, target]
        else:
            found[where, kind, target] = found.get((where, kind, target), 0) + action[4]
        after = self.replace(aims=tuple((*key, n) for key, n in sorted(found.items())))
        return s.push(after) if after.choices(s) else attack_land(s, side, self.land, after.aims, self.again)

    def default(self, s: Campaign, side: int) -> Action | None:
        """C20: all fires at land units, where there are any."""
        where, kind, n = self.choices(s)[0]
        return ("aim", SPACES[where], KINDS[kind], TARGETS[self.targets(s)[0]], n)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] != "aim" or len(action) < 4 or action[1] not in SPACE or action[2] not in KIND:
            return refuse("C20", "refused.aim")
        where, kind = SPACE[action[1]], KIND[action[2]]
        if action[3] not in TARGETS[2:] or TARGETS.index(action[3]) not in self.targets(s):
            return refuse("C26", "refused.no_such_target", target=action[3], land=SPACES[self.land])
        if kind in (INF, ART, ART + 1):
            return refuse("C20", "refused.troops_fire")
        if any((where, kind) == one[:2] for one in self.choices(s)):
            return refuse("C20", "refused.amount")
        if kind in (FTR, BOM):
            return refuse("C4", "refused.not_here", kind=kind, land=SPACES[self.land])
        if kind not in (CRU, BAT):
            return refuse("U4", "refused.no_guns_ashore", kind=kind)
        if where not in s.printed.waters[self.land]:
            return refuse("U4", "refused.not_touching", land=SPACES[self.land], zone=action[1])
        if any(ship[0] == kind for ship in s.fleet(side, where)):
            return refuse("C21", "refused.has_fired", kind=kind)
        return refuse("U4", "refused.no_such_ship", zone=action[1])


def attack_land(s: Campaign, side: int, land: int, aims: Aims, again: bool) -> Campaign:
    """C20..C22, A25: what was declared is used up; the attack on land units is rolled first, then that on airfields."""
    troops = land_terms(s, side, land, aims, 2, again) if s.troops(1 - side, land) else ()
    fields = land_terms(s, side, land, aims, 3)
    for where, kind, _, n in aims:
        if kind in (CRU, BAT):
            for ship, there in groups(s.fleet(side, where)):
                if ship[0] == kind and ship[2] < AIMED and n:
                    take = min(n, there)
                    n -= take
                    s = s.trade(side, where, ship, (kind, ship[1], ship[2] + AIMED * (land + 1)), take)
    if power(fields):
        s = s.push(Volley(side, "fields", land, fields))
    return volley(s, side, "troops", land, troops)


@value
class Volley(Auto):
    """C22: the attack on airfields, after that on land units."""

    side: int
    target: str
    space: int
    terms: tuple[Term, ...]

    def run(self, s: Campaign) -> Campaign:
        return volley(s, self.side, self.target, self.space, self.terms)


@value
class Losses(Auto):
    """C2, C14: after both attacks, the losses of both sides are taken away."""

    category: int
    space: int

    def run(self, s: Campaign) -> Campaign:
        for side in (AXIS, 1 - AXIS):
            if self.category == SEA:
                s = remove_ships(s, side, self.space)
            else:
                s = remove_marked(s, side, self.space)
                if self.category == LAND and self.space < BASE[0]:
                    s = break_fields(s, side, self.space)
        if s.battle is not None and not s.battle.shots:
            s = s.tell(NobodyFired(CATEGORIES[self.category], SPACES[self.space]))
        return s.note(over=True)
