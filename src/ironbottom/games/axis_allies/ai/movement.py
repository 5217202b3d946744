"""Ships and aircraft: where they do most good."""

from __future__ import annotations

from ironbottom.games.axis_allies.ai.cargo import loads_for, with_cargo
from ironbottom.games.axis_allies.ai.worth import (
    CAUTION,
    POINT,
    RAID,
    Legal,
    best_shore,
    captures,
    errand,
    far,
    fire_at,
    fleet_worth,
    gunfire,
    harm,
    kills,
    once,
    planned,
    power_at,
    ship_worth,
)
from ironbottom.games.axis_allies.rules.combat import air_power, sea_power
from ironbottom.games.axis_allies.rules.hidden_movement import Plotting
from ironbottom.games.axis_allies.rules.loading import loadable
from ironbottom.games.axis_allies.rules.movement import Flight, Fly, Hand, NextHeldBack, Sail, flyable, movable, reach
from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    BAT,
    BOM,
    CAR,
    CRU,
    DST,
    FTR,
    HOME,
    KINDS,
    LAND,
    SEA,
    SEAS,
    SPACE,
    SPACES,
    SUB,
    SUP,
    TRN,
)
from ironbottom.games.axis_allies.rules.state import MOVED, SUNK, Campaign, Plot, Ship, aboard, groups, most, plus, word
from ironbottom.games.axis_allies.rules.submarines import Torpedo
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Plan

FIRST = 30.0
"""A token that is played at all is played before anything moves."""
FORWARD = 0.6
"""What it is worth to fighters to leave the base for where the front has room: in Regroup they come nowhere from it."""
FARTHER = 1.5
"""What the fighters must gain by a longer reach for Superior Fighters to be played."""
WATCHED = (CRU, BAT, CAR, FTR)
"""The types that are worth holding back."""
HITS = 6
"""Dice that damage an airfield, on average."""
BOMBED = 17.0
"""What it is worth to hit an airfield from the air: the point, and the supply that mends it."""
RISK = 0.55
"""How much of its cost an aircraft stakes where it may be shot down."""
WAITING = 0.17
"""The chance that a bomber is shot down for each enemy fighter that may come after it and that no own one can meet."""
ALONE = 0.35
"""What of its worth a capital ship stakes that enters a zone alone where the enemy can come."""


@once
def escorted(s: Campaign, side: int, zone: int) -> bool:
    """Whether a cruiser or destroyer is in a zone, or can still sail there: they move after the capital ships."""
    return any(ship[0] in (CRU, DST) for near in (zone, *s.printed.neighbours[zone]) for ship in s.fleet(side, near))


@once
def ashore_from(s: Campaign, side: int, zone: int, guns: int, fights: bool) -> float:
    """What a ship with so many guns for targets ashore finds around a zone."""
    enemy, score = 1 - side, 0.0
    landing = any(item != SUP for one in s.fleet(side, zone) if one[0] in (TRN, DST) for item in one[1])
    for land in s.printed.shores[zone]:
        if land >= BASE[0]:
            continue
        if guns:
            if troops := s.troops(enemy, land):
                killed = 3 * kills(troops, gunfire(s, side, land) + planes_at(s, side, land), guns)
                score += 1.6 * killed if s.troops(side, land) else (0.35 + 0.8 * landing) * killed
            if not captures(s, side, land):
                score += RAID * min(guns / 6, s.sound(enemy, land)) * (POINT + 3)
        if fights and s.control[land - SEAS] == side:
            score += 0.25 + 0.3 * s.sound(side, land)
    return score


def zone_score(s: Campaign, side: int, ship: Ship, start: int, end: int) -> float:
    """What it is worth for a ship (still standing in its zone) to be in another, against not being anywhere."""
    enemy = 1 - side
    kind = ship[0]
    here = start == end
    dice = s.printed.power[SEA][kind]
    theirs, ships = fleet_worth(s, enemy, end)
    mine, own = fleet_worth(s, side, end)
    worth = ship_worth(s, ship)
    if here:
        mine, own = mine - worth, own - 1
    score = 0.0
    if ships and dice:
        power = power_at(s, side, end) - (dice if here else 0)
        score = harm(theirs, ships, power + dice) - harm(theirs, ships, power)
    if fire := fire_at(s, enemy, end):
        score -= CAUTION * (harm(mine + worth, own + 1, fire) - harm(mine, own, fire))
    score += ashore_from(s, side, end, s.printed.power[LAND][kind], bool(dice))
    if kind in (CAR, BAT) and not here and not own and not escorted(s, side, end):
        near = sum([sea_power(s, enemy, zone) for zone in s.printed.neighbours[end]])
        score -= ALONE * worth * min(1.0, (near + sea_power(s, enemy, end)) / 6)
    if kind == CAR:
        near = sum(fleet_worth(s, enemy, zone)[1] for zone in s.printed.neighbours[end])
        score += 0.3 * min(near, 6) - 0.5 * ships
    if dice or kind == SUB:
        score += 0.12 * (6 - min(far(s, end, HOME[enemy]), 6))
    if kind == SUB:
        score += max((torpedo_worth(s, target) for target in s.fleet(enemy, end)), default=0.0)
    if kind in (TRN, DST) and ship[1]:
        gain, _ = best_shore(s, side, end, ship[1])
        later = max((best_shore(s, side, near, ship[1])[0] for near in s.printed.neighbours[end]), default=0.0)
        score += max(gain, 0.55 * later)
    elif kind == TRN:
        score += max(errand(s, side, end), 0.6 * max(errand(s, side, near) for near in s.printed.neighbours[end]))
    return score


def torpedo_worth(s: Campaign, ship: Ship) -> float:
    """What a torpedo at a ship is worth."""
    worth = ship_worth(s, ship)
    if ship[0] == BAT and not ship[2] & 2:
        return 1.2
    if s.printed.resilient[ship[0]] and not ship[2] & 4:
        return worth / 6 + 0.35 * worth / 6
    return worth / 3


@planned(Sail)
def sail(step: Sail, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Each group of the step: where it does most good, loaded or not."""
    plans = _watched(s, side, step.unit, legal)
    for zone, ship, n in movable(s, side, step.unit, step.moving):
        take = ("take", SPACES[zone], word(ship))
        if not step.moving:
            plans.append(Plan("torpedo", (take,), 1.0))
            continue
        plans += hand_plans(s, side, zone, ship, n, (take,))
    plans.append(Plan("hold", (("done",),), 0.15))
    return plans


def hand_plans(s: Campaign, side: int, zone: int, ship: Ship, n: int, before: tuple[Action, ...]) -> list[Plan]:
    """What a ship in hand may do, measured against staying as it is."""
    plans = []
    stay = zone_score(s, side, ship, zone, zone)
    loads = loads_for(s, side, zone, ship, loadable(s, side, zone, ship)) if ship[0] in (TRN, DST) else [()]
    for load in loads:
        loaded = with_cargo(ship, load)
        for end in (zone, *s.printed.neighbours[zone]):
            gain = zone_score(s, side, loaded, zone, end) - stay
            if load:
                gain -= 0.02 * len(load)
            if end == zone:
                if load or ship[0] == SUB:
                    plans.append(Plan("load" if load else "torpedo", (*before, *load, ("stay", 1)), gain + 0.3))
            else:
                intention = "lift" if loaded[1] else "advance"
                plans.append(Plan(intention, (*before, *load, ("go", SPACES[end], 1)), gain - 0.2))
    return plans


@planned(Hand)
def in_hand(step: Hand, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """A ship is in hand already."""
    plans = hand_plans(s, side, step.zone, step.ship, 1, ())
    plans.append(Plan("hold", (("stay", 1),), 0.0))
    return plans


@planned(Torpedo)
def torpedo(step: Torpedo, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """The target worth most."""
    ships = {word(ship): ship for ship in s.fleet(1 - side, step.zone) if not ship[2] & SUNK}
    plans = [Plan("torpedo", (do,), torpedo_worth(s, ships[do[1]])) for do in legal if len(do) == 2]
    return [*plans, Plan("hold", (("hold_fire",),), -1.0)]


@planned(Plotting)
def plot(step: Plotting, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """O11: the orders, ship by ship, as if the ships with orders had already gone."""
    if legal == (("reopen",),):
        return [Plan("hold", legal, 0.0)]
    own = s.plots[side]
    assert isinstance(own, Plot)
    fleets = list(own.fleets)
    for _, end, ship in own.orders:
        fleets[end] = plus(fleets[end], (ship[0], ship[1], ship[2] | MOVED))
    at = side * SEAS
    world = s.replace(ships=(*s.ships[:at], *fleets, *s.ships[at + SEAS :]))
    if own.hand:
        zone, ship, _ = own.hand
        return [Plan("advance", (("go", SPACES[end], 1),), zone_score(world, side, ship, zone, end))
                for end in s.printed.neighbours[zone]]
    plans = [Plan("hold", (("ready",),), 0.15)]
    for zone in range(SEAS):
        for ship, _ in groups(own.fleets[zone]):
            stay = zone_score(world, side, ship, zone, zone)
            take = ("take", SPACES[zone], word(ship))
            for end in s.printed.neighbours[zone]:
                gain = zone_score(world, side, ship, zone, end) - stay - 0.2
                plans.append(Plan("lift" if ship[1] else "advance", (take, ("go", SPACES[end], 1)), gain))
    return plans


# --- aircraft ------------------------------------------------------------------------------------------------------


@once
def strips(s: Campaign, side: int) -> dict[int, int]:
    """Where there is room to land beside the base, and for how many: on carriers, and on fields that probably neither
    fall nor are hit before."""
    rooms, enemy = {}, 1 - side
    for land in range(SEAS, BASE[0]):
        if (sound := s.sound(side, land)) and not captures(s, enemy, land):
            hit = (gunfire(s, enemy, land) + planes_at(s, enemy, land)) // HITS
            rooms[land] = s.printed.field_room * max(0, sound - hit)
    for zone in range(SEAS):
        if decks := sum([ship[0] == CAR for ship in s.fleet(side, zone)]):
            rooms[zone] = 2 * decks
    return rooms


@once
def ground(s: Campaign, side: int, kind: int, space: int) -> frozenset[int] | None:
    """Where an aircraft may land from a space; None where it reaches the base, which takes any number."""
    near = (space, *s.printed.air_reach[reach(s, side, kind)][space])
    if BASE[side] in near:
        return None
    return frozenset([end for end in near if end in strips(s, side) and (end >= SEAS or kind == FTR)])


@once
def confined(s: Campaign, side: int) -> list[tuple[frozenset[int], int]]:
    """All aircraft of a side that do not reach its base from where they are: where they may land, and how many."""
    found = []
    for space in range(BASE[1] + 1):
        a, b, c, d = s.planes(side, space)
        decked = aboard(s.fleet(side, space)) if space < SEAS else 0
        for kind, n in ((FTR, a + c + decked), (BOM, b + d)):
            if n and (places := ground(s, side, kind, space)) is not None:
                found.append((places, n))
    return found


@once
def has_landing(s: Campaign, side: int, kind: int, start: int, end: int) -> bool:
    """Whether an aircraft that is at `start` can probably land again from `end`, others that have no place elsewhere
    being there before it."""
    places = ground(s, side, kind, end)
    if places is None:
        return True
    before = ground(s, side, kind, start)
    others = sum([n for where, n in confined(s, side) if where <= places])
    others -= before is not None and before <= places
    return others < sum([strips(s, side)[place] for place in places])


def air_score(s: Campaign, side: int, kind: int, space: int, here: bool) -> float:
    """What an aircraft does in a space, against what it suffers there."""
    enemy = 1 - side
    values = s.printed.power
    score = 0.0
    fighters, bombers, a, b = s.planes(enemy, space)
    planes = fighters + bombers + a + b
    own = max(0, sum(s.planes(side, space)) - (1 if here else 0))
    duel = 0.0
    if planes:
        duel = min(values[0][kind] / 3 * 3.2, planes * 3.2) * (0.9 if own < 2 * planes + 2 else 0.3)
    threat = air_power(s, enemy, space) + a * values[0][FTR] + b * values[0][BOM]
    lives = max(0.05, 1.0 - threat / 3 / (own + 1))
    if space < SEAS:
        worth, ships = fleet_worth(s, enemy, space)
        power = sea_power(s, side, space) - (values[1][kind] if here else 0)
        score += harm(worth, ships, power + values[1][kind]) - harm(worth, ships, power)
    elif space < BASE[0]:
        dice = values[2][kind]
        troops = s.troops(enemy, space)
        if troops:
            stake = 2.2 if s.troops(side, space) or lifts_to(s, side, space) else 0.6
            others = planes_at(s, side, space) - (dice if here else 0)
            score += stake * kills(troops, gunfire(s, side, space) + others, dice)
        if not captures(s, side, space):
            score += min(dice / 6, s.sound(enemy, space)) * BOMBED
    hunted = 0.0
    if kind == BOM and not here:  # fighters move after bombers
        hunted = min(1.0, WAITING * max(0, to_come(s, enemy, space) - to_come(s, side, space)))
    return duel + lives * score - RISK * s.printed.cost[kind] * (1.0 - lives) - s.printed.cost[kind] * hunted


@once
def to_come(s: Campaign, side: int, space: int) -> int:
    """How many fighters of a side have not moved yet and reach a space."""
    near = s.printed.air_reach[reach(s, side, FTR)]
    return sum([n for start, n in flyable(s, side, FTR) if space in near[start]])


def planes_at(s: Campaign, side: int, land: int) -> int:
    """The dice of a side's aircraft over an island against what lies there."""
    values = s.printed.power[LAND]
    fighters, bombers, a, b = s.planes(side, land)
    return (fighters + a) * values[FTR] + (bombers + b) * values[BOM]


def lifts_to(s: Campaign, side: int, land: int) -> bool:
    """Whether own troops aboard ships may land on an island this turn."""
    return any(
        item not in (SUP, FTR) for zone in s.printed.waters[land] for ship in s.fleet(side, zone)
        if ship[0] in (TRN, DST) for item in ship[1]
    )


@planned(Fly)
def fly(step: Fly, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Each aircraft: where it strikes best and can land again."""
    plans = [Plan("hold", (("done",),), 0.1), *_strikes(s, side, step.unit), *_watched(s, side, step.unit, legal)]
    if ("play", "superior_fighters") in legal and step.unit == FTR:
        farther = s.replace(effects=(*s.effects, ("superior_fighters",)))
        gain = _best_strikes(farther, side) - _best_strikes(s, side)
        plans.append(Plan("token", (("play", "superior_fighters"),), FIRST if gain > FARTHER else -1.0))
    return plans


def _best_strikes(s: Campaign, side: int) -> float:
    """What the fighters gain where each group strikes best."""
    best: dict[str, float] = {}
    for plan in _strikes(s, side, FTR):
        best[plan.do[0][1]] = max(best.get(plan.do[0][1], 0.0), plan.score)
    return sum([n * best.get(SPACES[space], 0.0) for space, n in flyable(s, side, FTR)])


def _watched(s: Campaign, side: int, kind: int, legal: Legal) -> list[Plan]:
    """O10: a type that would move before the enemy's is held back where it has something to see first."""
    if ("play", "coast_watchers") not in legal:
        return []
    spaces = [space for space, _ in flyable(s, side, kind)] if kind >= FTR else [
        zone for zone, _, _ in movable(s, side, kind)]
    met = sum([fleet_worth(s, 1 - side, near)[0] > 0 for zone in spaces if zone < SEAS
               for near in (zone, *s.printed.neighbours[zone])])
    worth = s.first == side and kind in WATCHED and met >= 2
    return [Plan("token", (("play", "coast_watchers"),), FIRST if worth else -1.0)]


def _strikes(s: Campaign, side: int, kind: int) -> list[Plan]:
    """Each group of aircraft to each place from where it can land again."""
    plans = []
    for space, _ in flyable(s, side, kind):
        stay = air_score(s, side, kind, space, True) - (0 if has_landing(s, side, kind, space, space) else 2.5)
        for end in s.printed.air_reach[reach(s, side, kind)][space]:
            if has_landing(s, side, kind, space, end):
                gain = air_score(s, side, kind, end, False) - stay - 0.1
                if kind == FTR and space == BASE[side] and end < SEAS and _room_ahead(s, side, end) > 0:
                    gain += FORWARD
                do = (("take", SPACES[space], KINDS[kind]), ("go", SPACES[end], 1))
                plans.append(Plan("strike", do, gain))
    return plans


@once
def _room_ahead(s: Campaign, side: int, zone: int) -> int:
    """For how many more fighters over a zone there is room to land in reach of it, at the front."""
    rooms = strips(s, side)
    free = 0
    for space in (zone, *s.printed.air_reach[reach(s, side, FTR)][zone]):
        if space in rooms:
            decked = aboard(s.fleet(side, space)) if space < SEAS else 0
            free += max(0, rooms[space] - sum(s.planes(side, space)) - decked)
    return free - sum(s.planes(side, zone))


@planned(Flight)
def flight(step: Flight, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    return [
        Plan("strike", (("go", action[1], 1),), air_score(s, side, step.unit, SPACE[action[1]], False)
             - (0 if has_landing(s, side, step.unit, step.space, SPACE[action[1]]) else 4))
        for action in legal if action[0] == "go"
    ]


@planned(NextHeldBack)
def first(step: NextHeldBack, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    return [Plan("anything", (most(legal[0]),), 0.0)]


