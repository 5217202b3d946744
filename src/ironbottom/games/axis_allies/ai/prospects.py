"""The chance to win a position: the battles that are still to come are foreseen by what their dice do on average, and
the position after them is weighed by a logistic sum of what matters, its weights learnt.

No die falls here: a search that values its plans so is not led astray by the luck of a few throws. `weights.json` is
written by `python -m ironbottom.lab.learn axis-allies`: games between scripts that stray now and then, each position
at the beginning of Regroup labelled with who won in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from typing import Any

from ironbottom.games.axis_allies.ai.cargo import LEAST_LANDED, item_worth, worth_elsewhere
from ironbottom.games.axis_allies.ai.worth import (
    FIELD,
    ISLAND,
    LEAST,
    POINT,
    TAKEN,
    best_shore,
    errand,
    kills,
    landing_worth,
)
from ironbottom.games.axis_allies.rules.combat import PickZone, Zones
from ironbottom.games.axis_allies.rules.movement import InTheAir, reach
from ironbottom.games.axis_allies.rules.printed import (
    AIR,
    ALLIES,
    AXIS,
    BASE,
    BAT,
    BOM,
    CAR,
    CRU,
    DST,
    FTR,
    GROUND,
    INF,
    ISLANDS,
    KINDS,
    LAND,
    SEA,
    SEAS,
    SHIPS,
    SIDES,
    SUP,
    TRN,
    Printed,
)
from ironbottom.games.axis_allies.rules.regroup import Control
from ironbottom.games.axis_allies.rules.state import ARMOUR, SUNK, Campaign
from ironbottom.games.axis_allies.rules.unloading import Ashore, Unload, UnloadBegins, shores
from ironbottom.kernel.learnt import log_odds, logistic, weights

PACKAGE = "ironbottom.games.axis_allies"
MOST_TARGETS, MOST_DICE = 16, 40
FLEET = len(SHIPS)
NEXT, ERRAND = 0.6, 0.5
"""Of what can be done a zone farther, and by empty transports, how much is counted."""


# --- what dice do on average ---------------------------------------------------------------------------------------


@cache
def _left(dice: int, targets: int, each: int) -> tuple[float, ...]:
    """The chances that so many dice leave 0, 1 … of so many targets: a die hits with a third, and so many hits destroy
    one."""
    found = [0.0] * (targets + 1)
    for hits in range(dice + 1):
        found[max(0, targets - hits // each)] += comb(dice, hits) * 2 ** (dice - hits) / 3**dice
    return tuple(found)


def left(dice: float, targets: float, each: int = 1) -> list[float]:
    """The same for numbers that are expectations themselves: between the whole numbers around them."""
    dice, targets = min(dice, MOST_DICE - 1.0), min(targets, MOST_TARGETS - 1.0)
    d, t = int(dice), int(targets)
    x, y = dice - d, targets - t
    found = [0.0] * (t + 2 if y else t + 1)
    for at, p in ((d, 1 - x), (d + 1, x)):
        for of, q in ((t, 1 - y), (t + 1, y)):
            if p * q:
                for n, r in enumerate(_left(at, of, each)):
                    found[n] += p * q * r
    return found


def mean(chances: Sequence[float]) -> float:
    """The mean of 0, 1 … with these chances."""
    return sum([n * p for n, p in enumerate(chances)])


def struck(dice: float, targets: float) -> float:
    """How many of so many targets dice destroy on average."""
    return min(targets, MOST_TARGETS - 1.0) - mean(left(dice, targets))


@lru_cache(maxsize=50_000)
def air_losses(box: tuple[int, ...], fighters: float, bombers: float, dice: float) -> tuple[float, float]:
    """C7, C8: fighters and bombers lost to so many dice, on average."""
    whole = int(dice + 0.5)
    share = box[: len(box)].count(BOM) / len(box)
    at_bombers = sum(box[slot % len(box)] == BOM for slot in range(whole)) if whole < len(box) else dice * share
    of_bombers = struck(at_bombers, bombers) if bombers else 0.0
    of_fighters = struck(dice - at_bombers, fighters) if fighters else 0.0
    more = struck(dice, fighters + bombers) - of_bombers - of_fighters
    still = fighters - of_fighters, bombers - of_bombers
    rest = still[0] + still[1]
    if more > 0 and rest > 0:
        of_fighters += more * still[0] / rest
        of_bombers += more * still[1] / rest
    return of_fighters, of_bombers


@lru_cache(maxsize=100_000)
def sea_losses(
    box: tuple[int, ...], order: tuple[int, ...], resilient: tuple[bool, ...], fleet: tuple[int, ...], armour: int,
    dice: int,
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """C7..C13: of the ships of a fleet, by type: destroyed and damaged by so many dice, on average. `armour` is how
    many battleships have theirs."""
    sound = [float(n) for n in fleet]
    hurt = [0.0] * FLEET
    sunk = [0.0] * FLEET
    plates = float(armour)
    for slot in range(dice):
        kind = box[slot % len(box)]
        chance = 1.0
        for target in (kind, *order):
            there = sound[target] + hurt[target]
            if there <= 0 or (target == kind and chance < 1.0):
                continue
            share = chance * min(1.0, there)
            chance -= share
            hit = share / 3
            if target == BAT and plates > 0:
                taken = min(hit, plates)
                plates -= taken
                hit -= taken
            fresh = min(hit, sound[target] / 3 if sound[target] < 1 else hit)
            sound[target] -= fresh
            if resilient[target]:
                sunk[target] += fresh / 2
                hurt[target] += fresh / 2
                again = min(hit - fresh, hurt[target])
                hurt[target] -= again
                sunk[target] += again
            else:
                sunk[target] += fresh
            if chance <= 1e-6:
                break
    return tuple(sunk), tuple(hurt)


# --- the position after the battles --------------------------------------------------------------------------------


@dataclass(slots=True)
class Load:
    """A ship with cargo, and what of it is still aboard."""

    side: int
    zone: int
    ship: int
    items: list[int]


class Outlook:
    """A position in expectations: by side, points, ships by zone and type, ground by land, aircraft by space; by
    island, the chance that the Axis controls it, airfields (as in the state)."""

    def __init__(self, s: Campaign) -> None:
        self.s = s
        self.printed: Printed = s.printed
        self.points = [float(n) for n in s.points]
        self.ships = [[[0.0] * FLEET for _ in range(SEAS)] for _ in SIDES]
        self.aboard = [[0.0] * len(KINDS), [0.0] * len(KINDS)]
        self.afloat = [1.0] * (2 * SEAS * 2)
        """What part of the cargo of a zone's destroyers and transports is still afloat."""
        self.yard = [[float(n) for n in row] for row in s.yard]
        self.ground = [[[float(n) for n in s.land[side * 8 + at]] for at in range(8)] for side in (AXIS, ALLIES)]
        self.planes = [
            [[float(row[0] + row[2]), float(row[1] + row[3])] for row in s.air[side * 21 : side * 21 + 21]]
            for side in (AXIS, ALLIES)
        ]
        self.fields = [[float(n) for n in row] for row in s.airfields]
        self.axis = [1.0 - side for side in s.control]
        self.loads: list[Load] = []
        self.ends: dict[tuple[int, int], float] = {(0, 0): 1.0}
        """The chance of each number of airfields by which the sides will have more (of the Axis, of the Allies)."""
        for side in (AXIS, ALLIES):
            for zone in range(SEAS):
                row = self.ships[side][zone]
                for kind, cargo, marks in s.ships[side * SEAS + zone]:
                    if not marks & SUNK:
                        row[kind] += 1
                        if kind == CAR:
                            self.planes[side][zone][0] += len(cargo)
                        elif cargo:
                            self.loads.append(Load(side, zone, kind, list(cargo)))

    # -- Combat --

    def air_step(self) -> None:
        """C17: in every space, both at once."""
        values, box = self.printed.power[AIR], self.printed.boxes[AIR]
        for space in range(21):
            lost = []
            for side in (AXIS, ALLIES):
                fighters, bombers = self.planes[1 - side][space]
                dice = 0.0
                if fighters + bombers > 0:
                    own = self.planes[side][space]
                    dice = own[0] * values[FTR] + own[1] * values[BOM]
                    if space < SEAS:
                        dice += sum([n * values[kind] for kind, n in enumerate(self.ships[side][space]) if n])
                    else:
                        dice += sum([n * values[INF + at] for at, n in enumerate(self.ground[side][space - SEAS][:3])])
                lost.append(air_losses(box, fighters, bombers, dice) if dice else (0.0, 0.0))
            for side in (AXIS, ALLIES):
                own = self.planes[1 - side][space]
                own[0] -= lost[side][0]
                own[1] -= lost[side][1]

    def sea_step(self) -> None:
        """C18: in every zone, both at once; artillery fires where it finds most ships."""
        s, printed = self.s, self.printed
        values = printed.power[SEA]
        crews = self._crews()
        for zone in range(SEAS):
            found: list[Any] = [None, None]
            for side in (AXIS, ALLIES):
                enemy = 1 - side
                if not s.ships[enemy * SEAS + zone]:
                    continue
                own = self.planes[side][zone]
                dice = sum([n * values[kind] for kind, n in enumerate(self.ships[side][zone]) if n])
                dice += own[0] * values[FTR] + own[1] * values[BOM] + crews.get((side, zone), 0)
                if dice:
                    found[enemy] = self._salvo(enemy, zone, dice)
            for side in (AXIS, ALLIES):
                if found[side]:
                    self._sink(side, zone, *found[side])

    def _crews(self) -> dict[tuple[int, int], float]:
        s = self.s
        crews: dict[tuple[int, int], float] = {}
        for side in (AXIS, ALLIES):
            for at in range(8):
                if guns := s.land[side * 8 + at][1]:
                    waters = s.printed.waters[SEAS + at]
                    zone = max(waters, key=lambda zone: len(s.ships[(1 - side) * SEAS + zone]))
                    if s.ships[(1 - side) * SEAS + zone]:
                        crews[side, zone] = crews.get((side, zone), 0.0) + guns * s.printed.power[SEA][GROUND[1]]
        return crews

    def _salvo(self, side: int, zone: int, dice: float) -> tuple[list[float], list[float]]:
        """Destroyed and damaged ships of a side in a zone, by type, between the whole numbers of dice."""
        printed = self.printed
        fleet = [0] * FLEET
        armour = 0
        for kind, _, marks in self.s.ships[side * SEAS + zone]:
            if not marks & SUNK:
                fleet[kind] += 1
                armour += kind == BAT and not marks & ARMOUR
        low = int(dice)
        part = dice - low
        args = printed.boxes[SEA], printed.order[SEA], printed.resilient, tuple(fleet), armour
        sunk, hurt = sea_losses(*args, low)
        if part < 1e-6:
            return list(sunk), list(hurt)
        more, worse = sea_losses(*args, low + 1)
        return ([a + part * (b - a) for a, b in zip(sunk, more, strict=True)],
                [a + part * (b - a) for a, b in zip(hurt, worse, strict=True)])

    def _sink(self, side: int, zone: int, sunk: list[float], hurt: list[float]) -> None:
        row, capital = self.ships[side][zone], self.printed.capital
        for kind in range(FLEET):
            if gone := sunk[kind] + hurt[kind]:
                if kind in (DST, TRN):
                    self.afloat[2 * (side * SEAS + zone) + (kind == TRN)] = max(0.0, 1 - gone / row[kind])
                row[kind] = max(0.0, row[kind] - gone)
                self.yard[side][kind] += hurt[kind]
                self.points[1 - side] += sunk[kind] * capital[kind]

    def unload(self) -> None:
        """C19: item by item, as the script does, with all ships still afloat; what goes ashore counts as far as its
        ship does."""
        for side in self.s.sides():
            self._put_ashore(side)

    def _put_ashore(self, side: int) -> None:
        fleet = [load for load in self.loads if load.side == side]
        known: dict[tuple[int, tuple[int, ...]], float] = {}

        def worth(land: int, cargo: tuple[int, ...]) -> float:
            found = known.get((land, cargo))
            if found is None:
                found = known[land, cargo] = landing_worth(self.s, side, land, cargo)
            return found

        while True:
            best, chosen = LEAST_LANDED, None
            elsewhere: dict[tuple[int, int], float] = {}
            for load in {(load.zone, load.ship, *load.items): load for load in fleet}.values():
                cargo = tuple(load.items)
                for kind in set(cargo):
                    if (load.zone, kind) not in elsewhere:
                        elsewhere[load.zone, kind] = worth_elsewhere(self.printed, load.zone, kind, worth)
                    for land in shores(self.s, side, load.zone):
                        found = item_worth(cargo, kind, land, elsewhere[load.zone, kind], worth)
                        if found > best:
                            best, chosen = found, (load, kind, land)
            if chosen is None:
                return
            load, kind, land = chosen
            load.items.remove(kind)
            self.s = self.s.with_ground(side, land, kind, 1)
            self.ground[side][land - SEAS][kind - INF] += self.still(load)
            for key in [key for key in known if key[0] == land]:
                del known[key]

    def land_step(self) -> None:
        """C20..C22, R1..R6: the fight for each island, and who controls and captures it."""
        fire = [self._fire(side) for side in (AXIS, ALLIES)]
        for at in range(ISLANDS):
            self._island(at, fire[AXIS][at], fire[ALLIES][at])

    def _fire(self, side: int) -> list[float]:
        """C21: the dice of aircraft and of the ships around, by island: a zone's ships fire where they do most."""
        values, foe = self.printed.power[LAND], 1 - side
        dice = [own[0] * values[FTR] + own[1] * values[BOM] for own in self.planes[side][SEAS:SEAS + ISLANDS]]
        zones = []
        for zone in range(SEAS):
            row = self.ships[side][zone]
            if guns := row[CRU] * values[CRU] + row[BAT] * values[BAT]:
                near = [at for land in self.printed.shores[zone] if (at := land - SEAS) < ISLANDS
                        and (self.fields[at][2 * foe] > 0 or any(self.ground[foe][at][:3]))]
                if len(near) == 1:
                    dice[near[0]] += guns
                elif near:
                    zones.append((guns, zone, near))
        for guns, _, near in sorted(zones):
            dice[max(near, key=lambda at: self._effect(side, at, dice[at], guns))] += guns
        return dice

    def _effect(self, side: int, at: int, before: float, dice: float) -> float:
        """What so many dice more do to the enemy on an island, as the script sees it (`combat.py`)."""
        foe = 1 - side
        troops, sound, own = sum(self.ground[foe][at][:3]), self.fields[at][2 * foe], sum(self.ground[side][at][:3])
        if troops > 0 and (own > 0 or sound <= 0):
            values = self.printed.power[LAND]
            before += sum([n * values[INF + which] for which, n in enumerate(self.ground[side][at][:3])])
            stake = TAKEN * (FIELD * sound + ISLAND) if own > 0 else 0.0
            return kills(troops, before, dice) * (self.printed.cost[INF] + stake / troops)
        return POINT * (min(sound, (before + dice) / 6) - min(sound, before / 6)) if own <= 0 else 0.0

    def fall(self, side: int, chances: list[tuple[float, int, int]]) -> None:
        """How many airfields a side may lose on an island, and the other win: each with its chance."""
        found: dict[tuple[int, int], float] = {}
        for (own, other), before in self.ends.items():
            for p, lost, won in chances:
                if p > 1e-6:
                    end = (own - lost, other + won) if side == AXIS else (own + won, other - lost)
                    found[end] = found.get(end, 0.0) + before * p
        self.ends = found

    def _island(self, at: int, *fire: float) -> None:
        values = self.printed.power[LAND]
        troops = [sum(self.ground[side][at][:3]) for side in (AXIS, ALLIES)]
        dice = [0.0, 0.0]
        for side in (AXIS, ALLIES):
            enemy = 1 - side
            fields = self.fields[at][2 * enemy]
            if troops[enemy] > 0 or fields > 0:
                if fields > 0 and (troops[enemy] <= 0 or (troops[side] <= 0 and fire[side] >= LEAST)):
                    sound = int(fields + 0.5)
                    chances = left(fire[side], sound, self.printed.field_hits)
                    self.fall(enemy, [(p, sound - n, 0) for n, p in enumerate(chances)])
                    lost = sound - mean(chances)
                    self.fields[at][2 * enemy] -= lost
                    self.fields[at][2 * enemy + 1] += lost
                    continue
                dice[side] = fire[side]
                dice[side] += sum([n * values[INF + which] for which, n in enumerate(self.ground[side][at][:3])])
        ends, each, guns = [], [0.0, 0.0], [0.0, 0.0]
        for side in (AXIS, ALLIES):
            row = self.ground[side][at]
            ends.append(left(dice[1 - side], troops[side]))
            if troops[side] > 0:
                each[side] = (row[0] * values[INF] + row[1] * values[INF + 1]) / troops[side]
                keep = mean(ends[side]) / troops[side]
                row[:3] = [n * keep for n in row[:3]]
                for zone in self.printed.waters[SEAS + at]:
                    fleet = self.ships[side][zone]
                    guns[side] += fleet[CRU] * values[CRU] + fleet[BAT] * values[BAT]
        was, self.axis[at], alone = self.axis[at], 0.0, [0.0, 0.0]
        for mine, p in enumerate(ends[AXIS]):
            for his, q in enumerate(ends[ALLIES]):
                force = mine * each[AXIS] - his * each[ALLIES]
                force += (guns[AXIS] if mine else 0.0) - (guns[ALLIES] if his else 0.0)
                axis = 1.0 if force > 0.5 else 0.0 if force < -0.5 else was
                self.axis[at] += p * q * axis
                if not his:
                    alone[AXIS] += p * q * axis
                if not mine:
                    alone[ALLIES] += p * q * (1 - axis)
        for side, taken in enumerate(alone):
            enemy = 1 - side
            if taken > 0:
                row = self.fields[at]
                if booty := int(row[2 * enemy] + 0.5):
                    self.fall(enemy, [(1 - taken, 0, 0), (taken, booty, booty)])
                for which in (0, 1):
                    moved = taken * row[2 * enemy + which]
                    row[2 * enemy + which] -= moved
                    row[2 * side + which] += moved
                moved = taken * self.ground[enemy][at][3]
                self.ground[enemy][at][3] -= moved
                self.ground[side][at][3] += moved

    # -- Regroup --

    def land_planes(self) -> None:
        """R7..R10: aircraft that find no place are lost."""
        s, printed = self.s, self.printed
        for side in (AXIS, ALLIES):
            room: dict[int, float] = {}
            for at in range(ISLANDS):
                room[SEAS + at] = printed.field_room * self.fields[at][2 * side]
            for zone in range(SEAS):
                room[zone] = 2.0 * self.ships[side][zone][CAR]
            for kind in (BOM, FTR):
                for space in range(21):
                    left = self.planes[side][space][kind - FTR]
                    if left <= 0.01 or space == BASE[side]:
                        continue
                    ends = (space, *printed.air_reach[reach(s, side, kind)][space])
                    if BASE[side] in ends:
                        continue
                    for end in ends:
                        if end >= SEAS or kind == FTR:
                            taken = min(left, room.get(end, 0.0))
                            if taken:
                                room[end] -= taken
                                left -= taken
                    self.planes[side][space][kind - FTR] -= left


    def lift(self, side: int) -> float:
        """What the ships with cargo and the empty transports can do next, in the script's points."""
        s, worth = self.s, 0.0
        empty = [(load.zone, self.still(load)) for load in self.loads
                 if load.side == side and load.ship == TRN and not load.items]
        for zone in range(SEAS):
            bare = sum(kind == TRN and not cargo for kind, cargo, _ in s.ships[side * SEAS + zone])
            if bare:
                empty.append((zone, bare * self.afloat[2 * (side * SEAS + zone) + 1]))
        for load in self.loads:
            if load.side == side and load.items:
                cargo = tuple(load.items)
                there = max(best_shore(s, side, end, cargo)[0] for end in s.printed.neighbours[load.zone])
                worth += self.still(load) * max(best_shore(s, side, load.zone, cargo)[0], NEXT * there)
        for zone, n in empty:
            there = max(errand(s, side, end) for end in s.printed.neighbours[zone])
            worth += n * ERRAND * max(errand(s, side, zone), NEXT * there)
        return worth

    def still(self, load: Load) -> float:
        """The chance that a ship with cargo is still afloat."""
        return self.afloat[2 * (load.side * SEAS + load.zone) + (load.ship == TRN)]

    def stow(self) -> None:
        """What is still aboard, by side and item."""
        for load in self.loads:
            for item in load.items:
                self.aboard[load.side][item] += self.still(load)


def outlook(s: Campaign) -> Outlook:
    """The position at the beginning of Regroup, as far as it can be told on average."""
    kinds = {type(step) for step in s.stack}
    found = Outlook(s)
    if Control not in kinds:
        found.stow()
        found.land_planes()
        return found
    coming = {step.category for step in s.stack if isinstance(step, (Zones, PickZone))}
    if AIR in coming:
        found.air_step()
    if SEA in coming:
        found.sea_step()
    if kinds & {UnloadBegins, Unload, Ashore}:
        found.unload()
    found.stow()
    found.land_step()
    found.land_planes()
    return found


# --- signs and chance ----------------------------------------------------------------------------------------------


def learn_phase(s: Campaign) -> int:
    """Changes when Regroup begins; always even, as one set of weights serves whoever goes first."""
    fighting = any(isinstance(step, (InTheAir, Control)) for step in s.stack)
    return 2 * s.turn + (0 if fighting else 2)


def built_of(supply: float, build: int) -> float:
    """R13: how many airfields so much supply builds, of which the number is an expectation itself."""
    n = int(supply + 1e-6)
    part = supply - n
    return (1 - part) * (n // build) + part * ((n + 1) // build)


def _signs_of(found: Outlook, side: int) -> Iterator[float]:
    printed = found.printed
    cost = printed.cost
    held = found.axis if side == AXIS else [1 - chance for chance in found.axis]
    sound = sum(row[2 * side] for row in found.fields)
    yield found.points[side] / 5
    yield sound
    yield sum(row[2 * side + 1] for row in found.fields)
    yield sum(held)
    ready = guarded = 0.0
    for at in range(ISLANDS):
        free = max(0.0, printed.slots[at] - sum(found.fields[at]))
        ready += min(free, built_of(found.ground[side][at][3], printed.build))
        guarded += found.fields[at][2 * side] * min(1.0, sum(found.ground[side][at][:3]) / 3)
    yield ready
    yield guarded
    have = [sum(zone[kind] for zone in found.ships[side]) for kind in range(FLEET)]
    have += [sum(row[which] for row in found.planes[side]) for which in (0, 1)]
    have += [sum(row[which] for row in found.ground[side]) + found.aboard[side][INF + which] for which in range(3)]
    value = sum(n * cost[kind] for kind, n in enumerate(have))
    yield value / 40
    for n in have:
        yield n / 3
    yield found.lift(side)
    yield sum(n * cost[kind] for kind, n in enumerate(found.yard[side])) / 10
    yield found.ground[side][BASE[side] - SEAS][3]
    yield found.aboard[side][SUP]
    yield sum(found.aboard[side][INF:SUP])
    left = 1 - max(found.points) / printed.victory
    yield value / 40 * left
    yield sound * left
    yield ready * left


def signs(s: Campaign) -> tuple[float, ...]:
    """What matters in a position."""
    return signs_of(outlook(s))


def signs_of(found: Outlook) -> tuple[float, ...]:
    """What matters: by how much the Axis has more of it than the Allies; and how near the end is."""
    return (*leads_of(found), *near_end(found.printed.victory, *soon(found)))


def leads_of(found: Outlook) -> tuple[float, ...]:
    """1, and by how much the Axis has more of what matters than the Allies."""
    return (1.0, *(one - other for one, other in zip(_signs_of(found, AXIS), _signs_of(found, ALLIES), strict=True)))


def soon(found: Outlook) -> tuple[float, float]:
    """The points that each side has at the end of the turn."""
    ends = []
    for side in (AXIS, ALLIES):
        built = sum(
            min(max(0.0, found.printed.slots[at] - sum(found.fields[at])),
                built_of(found.ground[side][at][3], found.printed.build))
            for at in range(ISLANDS)
        )
        mended = sum(min(found.fields[at][2 * side + 1], found.ground[side][at][3]) for at in range(ISLANDS))
        ends.append(found.points[side] + sum(row[2 * side] for row in found.fields) + built + mended)
    return ends[AXIS], ends[ALLIES]


def near_end(last: int, axis: float, allies: float) -> tuple[float, ...]:
    """What these points mean where `last` end the game."""
    lead, most = axis - allies, max(axis, allies)
    over = min(1.0, max(0.0, most - last + 1))
    near = min(1.0, max(0.0, (most - last + 5) / 5))
    return (over, near, over * max(-1.5, min(1.5, lead)), over * lead, near * lead,
            min(1.0, max(0.0, axis - last + 1)), min(1.0, max(0.0, allies - last + 1)))


def chance(s: Campaign, side: int) -> float:
    """The chance that the side wins: the mean over the ways in which the airfields may fall, for at the end of the game
    one more or less decides it."""
    if s.result is not None:
        return 1.0 if s.result.returns[side] > 0 else 0.0
    found = outlook(s)
    learnt, leads = weights(PACKAGE)[SIDES[AXIS]], leads_of(found)
    base, near = log_odds(learnt[:len(leads)], leads), learnt[len(leads):]
    (axis, allies), last = soon(found), found.printed.victory
    middle = [sum(p * end[which] for end, p in found.ends.items()) for which in (AXIS, ALLIES)]
    won = sum(
        p * logistic(base + log_odds(
            near, near_end(last, axis + end[AXIS] - middle[AXIS], allies + end[ALLIES] - middle[ALLIES])
        )) for end, p in found.ends.items()
    )
    return won if side == AXIS else 1 - won
