"""The script of both sides: what matters in a position, and the plans that follow from it.

The recipe: airfields win, so supply goes to islands with empty slots; islands are taken where the odds are good; ships
go where they do more harm than they suffer; aircraft strike from where they can land again; lift first when buying.
Currency: reinforcement points; a victory point is worth `POINT` of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from ironbottom.games.axis_allies.rules.combat import air_power, gun_crews, sea_power
from ironbottom.games.axis_allies.rules.loading import loadable
from ironbottom.games.axis_allies.rules.movement import flyable, movable, reach
from ironbottom.games.axis_allies.rules.printed import (
    AAG,
    ART,
    AXIS,
    BASE,
    BAT,
    BOM,
    CAR,
    CRU,
    DST,
    FTR,
    HOME,
    INF,
    ISLANDS,
    KIND,
    KINDS,
    LAND,
    SEA,
    SEAS,
    SPACE,
    SPACES,
    SUB,
    SUP,
    TRN,
    Printed,
)
from ironbottom.games.axis_allies.rules.regroup import control_power, income
from ironbottom.games.axis_allies.rules.state import (
    MOVED,
    SUNK,
    Campaign,
    Fleet,
    Plot,
    Ship,
    everything,
    groups,
    plus,
    strength,
    word,
)
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import Plain
from ironbottom.kernel.opponent import Plan

POINT = 8.0
"""What a victory point is worth."""
FIELD = 30.0
"""What an airfield is worth that stands for some turns."""
ISLAND = 14.0
"""What control of an island is worth."""
CAUTION = 0.8
"""How much an own loss weighs against an enemy's."""
RAID = 1.0
"""How much of an airfield's loss is counted for ships that may fire at it."""
SCREEN = 3.0
"""How many dice a ship takes to be found out: more ships share the fire."""


Scored = TypeVar("Scored")


def once(score: Callable[..., Scored]) -> Callable[..., Scored]:
    """A function of the position, which is asked the same again and again before the next move: it remembers its
    answers for the last position asked about."""
    last: list[Any] = [None, {}]

    def answer(s: Campaign, *args: Any) -> Scored:
        if last[0] is not s:
            last[0], last[1] = s, {}
        known: dict[Any, Scored] = last[1]
        if args not in known:
            known[args] = score(s, *args)
        return known[args]

    return answer


def start(side: int) -> None:
    """Nothing is kept: everything lies open."""


def remember(memory: None, seen: Plain) -> None:
    """Nothing is kept."""


# --- what things are worth -----------------------------------------------------------------------------------------


def ship_worth(s: Campaign, ship: Ship) -> float:
    """A ship with its cargo."""
    return _ship_worth(s.printed.cost, ship[0], ship[1])


@lru_cache(maxsize=5_000)
def _ship_worth(cost: tuple[int, ...], kind: int, cargo: tuple[int, ...]) -> float:
    worth = cost[kind] + sum(cost[item] for item in cargo if item != FTR) + 0.0
    return worth + (POINT * 0.5 if kind in (CAR, BAT) else 1.5 if kind == TRN else 0.0)


def fleet_worth(s: Campaign, side: int, zone: int) -> tuple[float, int]:
    """The worth of a side's ships in a zone, and their number."""
    fleet = s.ships[side * SEAS + zone]
    return (_fleet_worth(s.printed.cost, fleet), len(fleet)) if fleet else (0.0, 0)


@lru_cache(maxsize=20_000)
def _fleet_worth(cost: tuple[int, ...], fleet: Fleet) -> float:
    return sum([_ship_worth(cost, ship[0], ship[1]) for ship in fleet])


def harm(worth: float, ships: int, dice: float) -> float:
    """What so many dice cost a group of ships, roughly."""
    return worth * dice / (dice + SCREEN * ships + 1.0) * 0.8 if ships else 0.0


@once
def fire_at(s: Campaign, side: int, zone: int) -> float:
    """The dice that a side can bring against ships in a zone, artillery and some of what is near included."""
    dice = float(sea_power(s, side, zone)) + 0.8 * sum(n for _, n in gun_crews(s, side, zone))
    for near in s.printed.neighbours[zone]:
        dice += 0.18 * sea_power(s, side, near)
    return dice


def supply_worth(s: Campaign, side: int, land: int, supply: int) -> float:
    """What supply on an island is worth: airfields that can be built, and the way to the next."""
    row = s.airfields[land - SEAS]
    return _supply_worth(s.printed.build, s.printed.slots[land - SEAS] - sum(row), row[2 * side + 1], supply)


def _supply_worth(build: int, free: int, damaged: int, supply: int) -> float:
    broken = min(damaged, supply)
    supply -= broken
    built = min(free, supply // build)
    rest = supply - built * build
    return broken * POINT + built * FIELD + (rest * 6.5 if built < free else rest * 0.4)


def safe(s: Campaign, side: int, land: int) -> float:
    """How likely a side is to keep what lies on an island."""
    return _safe(s.troops(side, land), s.troops(1 - side, land), s.control[land - SEAS] == side)


def _safe(own: int, enemy: int, held: bool) -> float:
    if not enemy:
        return 1.0 if own or held else 0.75
    return own / (own + enemy) if own else 0.1


def gunfire(s: Campaign, side: int, land: int) -> int:
    """R2: the land values of a side's cruisers and battleships around an island."""
    guns = s.printed.guns
    return sum([strength(fleet, guns) for near in s.printed.waters[land] if (fleet := s.ships[side * SEAS + near])])


def landing_worth(s: Campaign, side: int, land: int, cargo: Iterable[int], zone: int) -> float:
    """What it is worth to put this cargo ashore on a land space."""
    items = tuple(cargo)
    if land >= BASE[0]:
        return -0.5 * len(items) if land == BASE[side] else 0.05
    at, enemy = land - SEAS, 1 - side
    own, foe = s.land[side * 8 + at], s.land[enemy * 8 + at]
    near = gunfire(s, enemy, land) if foe[0] or foe[1] or foe[2] else 0
    row = s.airfields[at]
    fields = row if side == 0 else (row[2], row[3], row[0], row[1])
    return _landing_worth(s.printed, at, items, own, foe, gunfire(s, side, land), near, fields,
                          s.control[at] == side)


@lru_cache(maxsize=100_000)
def _landing_worth(
    printed: Printed, at: int, items: tuple[int, ...], mine: tuple[int, ...], his: tuple[int, ...], support: int,
    near: int, fields: tuple[int, ...], held: bool,
) -> float:
    """The same, of what it depends on: what lies there, the guns around, the airfields (own sound and damaged, enemy
    sound and damaged)."""
    values = printed.power[LAND]
    supply = items.count(SUP)
    troops = [item for item in items if item != SUP]
    own, foe = sum(mine[:3]), sum(his[:3])
    ashore = mine[0] * values[INF] + mine[1] * values[ART] + mine[2] * values[AAG]
    gain = 0.0
    if troops:
        force = ashore + sum([values[item] for item in troops]) + support
        theirs = his[0] * values[INF] + his[1] * values[ART] + his[2] * values[AAG] + near
        loot = FIELD * (fields[2] + 0.5 * fields[3]) + 2.0 * his[3]
        if not held:
            chance = force**2 / (force**2 + theirs**2 + 0.3)
            before = ashore + (support if own else 0)
            was = before**2 / (before**2 + theirs**2 + 0.3) if own else 0.0
            gain += max(0.0, chance - was) * (ISLAND + loot)
            gain -= 0.25 * len(troops) * (1 - chance)
        elif foe:
            gain += min(len(troops), foe + 1) * 2.5
        else:
            stake = 1.0 + 2.0 * fields[0] + 0.4 * mine[3]
            gain += sum([stake * 0.8 / (1.0 + own + i) for i in range(len(troops))])
    if supply:
        keep = _safe(own, foe, held)
        keep = keep if not troops else max(keep, 0.6)
        free = printed.slots[at] - sum(fields)
        gain += keep * (_supply_worth(printed.build, free, fields[1], mine[3] + supply)
                        - _supply_worth(printed.build, free, fields[1], mine[3]))
    return gain


@once
def best_shore(s: Campaign, side: int, zone: int, cargo: tuple[int, ...]) -> tuple[float, int]:
    """The best island around a zone for a cargo."""
    found = (0.0, -1)
    if cargo:
        for land in s.printed.shores[zone]:
            if land != BASE[1 - side] or s.printed.landings:
                found = max(found, (landing_worth(s, side, land, cargo, zone), land))
    return found


@once
def errand(s: Campaign, side: int, zone: int) -> float:
    """What an empty transport finds to do from a zone: supply and troops worth fetching."""
    worth = 0.0
    for land in s.printed.shores[zone]:
        infantry, guns, _, supply = s.ground(side, land)
        if land == BASE[side]:
            worth += 4.0 + 1.2 * min(4, infantry + guns + 2 * supply)
        elif land < BASE[0] and s.control[land - SEAS] == side and not s.troops(1 - side, land):
            worth += 0.3 * max(0, infantry - 2)
    return worth


def far(s: Campaign, one: int, other: int) -> int:
    """Steps between two spaces, as an aircraft flies."""
    return next(n for n in range(7) if one == other or other in s.printed.air_reach[n][one]) if one != other else 0


# --- ships ---------------------------------------------------------------------------------------------------------


@once
def power_at(s: Campaign, side: int, zone: int) -> int:
    """The dice of a side's own units in a zone and of its artillery around it."""
    return sea_power(s, side, zone) + sum([n for _, n in gun_crews(s, side, zone)])


@once
def ashore_from(s: Campaign, side: int, zone: int, guns: int, fights: bool) -> float:
    """What a ship with so many guns for targets ashore finds around a zone."""
    enemy, score = 1 - side, 0.0
    landing = any(item != SUP for one in s.fleet(side, zone) if one[0] in (TRN, DST) for item in one[1])
    for land in s.printed.shores[zone]:
        if land >= BASE[0]:
            continue
        if guns:
            if s.troops(enemy, land):
                score += 1.6 * guns if s.troops(side, land) else (0.35 + 0.8 * landing) * guns
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


def loads_for(
    s: Campaign, side: int, zone: int, ship: Ship, able: tuple[tuple[int, int], ...]
) -> list[tuple[Action, ...]]:
    """Ways to load a ship: nothing, and the best of what lies around."""
    room = s.printed.room[ship[0]] - len(ship[1])
    stock = []
    for land, kind in able:
        n = s.ground(side, land)[kind - INF]
        if land < BASE[0]:
            keep = 2 if kind == INF and (s.control[land - SEAS] == side or s.troops(1 - side, land)) else 0
            if kind in (ART, AAG):
                keep = n
            if kind == SUP:
                slots = s.printed.slots[land - SEAS] - sum(s.airfields[land - SEAS])
                keep = n if slots or s.airfields[land - SEAS][2 * side + 1] else 0
            n = max(0, n - keep)
        stock += [(land, kind)] * min(n, room)
    found: list[tuple[Action, ...]] = [()]
    supply = [entry for entry in stock if entry[1] == SUP]
    troops = sorted((entry for entry in stock if entry[1] != SUP), key=lambda entry: (INF, ART, AAG).index(entry[1]))
    for mix in ((supply + troops)[:room], (troops + supply)[:room], (troops[:1] + supply)[:room]):
        loads = tuple(("load", SPACES[land], KINDS[kind]) for land, kind in mix)
        if loads and loads not in found:
            found.append(loads)
    return found


def with_cargo(ship: Ship, loads: tuple[Action, ...]) -> Ship:
    return ship[0], tuple(sorted((*ship[1], *(KIND[action[2]] for action in loads)))), ship[2]


def sail(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Each group of the step: where it does most good, loaded or not."""
    top: Any = s.stack[-1]
    plans: list[Plan] = []
    for zone, ship, n in movable(s, side, top.unit, top.moving):
        take = ("take", SPACES[zone], word(ship))
        if not top.moving:
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


def in_hand(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """A ship is in hand already."""
    top: Any = s.stack[-1]
    plans = hand_plans(s, side, top.zone, top.ship, 1, ())
    plans.append(Plan("hold", (("stay", 1),), 0.0))
    return plans


def torpedo(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """The target worth most."""
    top: Any = s.stack[-1]
    ships = {word(ship): ship for ship in s.fleet(1 - side, top.zone) if not ship[2] & SUNK}
    plans = [Plan("torpedo", (action,), torpedo_worth(s, ships[action[1]])) for action in legal if len(action) == 2]
    return [*plans, Plan("hold", (("hold_fire",),), -1.0)]


def plot(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
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


def has_landing(s: Campaign, side: int, kind: int, space: int) -> bool:
    """Whether an aircraft can probably land again from there."""
    for end in (space, *s.printed.air_reach[reach(s, side, kind)][space]):
        if end == BASE[side]:
            return True
        if SEAS <= end < BASE[0] and s.sound(side, end):
            return True
        if end < SEAS and kind == FTR and any(ship[0] == CAR for ship in s.fleet(side, end)):
            return True
    return False


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
            score += stake * dice / 3
        score += min(dice / 6, s.sound(enemy, space)) * (POINT + 3)
    return duel + lives * score - 0.9 * s.printed.cost[kind] * (1.0 - lives)


def lifts_to(s: Campaign, side: int, land: int) -> bool:
    """Whether own troops aboard ships may land on an island this turn."""
    return any(
        item not in (SUP, FTR) for zone in s.printed.waters[land] for ship in s.fleet(side, zone)
        if ship[0] in (TRN, DST) for item in ship[1]
    )


def fly(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Each aircraft: where it strikes best and can land again."""
    top: Any = s.stack[-1]
    kind = top.unit
    plans = [Plan("hold", (("done",),), 0.1)]
    for space, _ in flyable(s, side, kind):
        stay = air_score(s, side, kind, space, True) - (0 if has_landing(s, side, kind, space) else 2.5)
        for end in s.printed.air_reach[reach(s, side, kind)][space]:
            if has_landing(s, side, kind, end):
                gain = air_score(s, side, kind, end, False) - stay - 0.1
                do = (("take", SPACES[space], KINDS[kind]), ("go", SPACES[end], 1))
                plans.append(Plan("strike", do, gain))
    return plans


def flight(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    top: Any = s.stack[-1]
    return [
        Plan("strike", (("go", action[1], 1),), air_score(s, side, top.unit, SPACE[action[1]], False)
             - (0 if has_landing(s, side, top.unit, SPACE[action[1]]) else 4))
        for action in legal if action[0] == "go"
    ]


# --- combat --------------------------------------------------------------------------------------------------------


def pick_zone(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """First where most is at stake."""
    return [
        Plan("fight", (action,), sum(fleet_worth(s, one, SPACE[action[1]])[0] for one in (0, 1))
             if SPACE[action[1]] < SEAS else float(s.troops(1 - side, SPACE[action[1]])))
        for action in legal
    ]


def most(action: Action) -> Action:
    """A template with its largest amount."""
    return tuple(part.high if isinstance(part, Range) else part for part in action)


def guns(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """All that can fire fires."""
    shots = tuple(most(action) for action in legal if action[0] == "fire")
    return [Plan("fire", shots or (("done",),), 1.0), Plan("hold", (("done",),), -1.0)]


def aim(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Land units where own troops are ashore; else airfields, if there are dice enough; else land units."""
    top: Any = s.stack[-1]
    options = [most(action) for action in legal if action[0] == "aim"]
    able = {action[3] for action in options}
    dice = sum(s.printed.power[LAND][KIND[a[2]]] * a[4] for a in options if a[3] == next(iter(sorted(able))))
    fields = 1.0 if "fields" in able and dice >= 3 and not s.troops(side, top.land) else 0.0
    if "fields" in able and s.troops(side, top.land) and s.troops(1 - side, top.land) <= 1 and dice >= 7:
        fields = 0.4
    target = "fields" if "fields" in able and (fields >= 1.0 or "troops" not in able) else "troops"
    chosen = tuple(action for action in options if action[3] == target)
    return [Plan("fire", (*chosen,) or (("done",),), 1.0), Plan("hold", (("done",),), -1.0)]


def pick(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """The fullest of the enemy's, the emptiest of one's own."""
    top: Any = s.stack[-1]
    sign = 1 if side == top.attacker else -1
    return [Plan("lose", (action,), float(sign * action[1].count("+"))) for action in legal]


def unload(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Each item where it is worth most, if anywhere."""
    plans = [Plan("hold", (("done",),), 0.3)]
    for action in legal:
        if action[0] != "take":
            continue
        zone, cargo = SPACE[action[1]], tuple(KIND[item] for item in action[2].partition("@")[0].split("+")[1:])
        kind = KIND[action[3]]
        top: Any = s.stack[-1]
        for land in s.printed.shores[zone] if top.land < 0 else (top.land,):
            if land == BASE[1 - side] and not s.printed.landings:
                continue
            alone = landing_worth(s, side, land, (kind,), zone)
            together = landing_worth(s, side, land, cargo, zone) / max(1, len(cargo))
            elsewhere = 0.5 * max((landing_worth(s, side, other, (kind,), near) for near in s.printed.neighbours[zone]
                                   for other in s.printed.shores[near] if other not in s.printed.shores[zone]),
                                  default=0.0)
            do = (action, ("ashore", SPACES[land], 1))
            plans.append(Plan("land", do, max(alone, together) - 0.6 * max(0.0, elsewhere - alone)))
    return plans


def ashore(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    top: Any = s.stack[-1]
    return [Plan("land", ((*most(action)[:2], 1),), landing_worth(s, side, SPACE[action[1]], (top.unit,), top.zone))
            for action in legal if action[0] == "ashore"]


# --- regroup -------------------------------------------------------------------------------------------------------


def front(s: Campaign, side: int, space: int) -> float:
    """How useful an aircraft is at a place next turn."""
    return -0.3 * min(far(s, space, zone) for zone in (SPACE["G"], SPACE["H"], SPACE["F"]))


def land(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Those with the fewest places first; carriers for fighters, forward fields before the base."""
    from ironbottom.games.axis_allies.rules.regroup import free_places

    plans = []
    for action in legal:
        space, kind = SPACE[action[1]], KIND[action[2]]
        places = free_places(s, side, kind, space)
        for place, room in places:
            score = front(s, side, place) + (0.6 if place < SEAS else 0.0) - (0.5 if place == BASE[side] else 0.0)
            score += 4.0 / sum(min(room, 9) for _, room in places)
            if kind == FTR and SEAS <= place < BASE[0]:
                score -= 0.3
            plans.append(Plan("touch_down", (action, ("land", SPACES[place], 1)), score))
    return plans


def land_hand(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    return [Plan("touch_down", ((*action[:2], 1),), front(s, side, SPACE[action[1]])) for action in legal
            if action[0] == "land"]


def build(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Always."""
    return [Plan("build", (action,), 1.0 if action[0] == "build" else 0.0) for action in legal]


def wanted(s: Campaign, side: int) -> dict[int, float]:
    """How much more of each type is wanted: lift, then supply for empty slots, troops, screens, fighters."""
    have = everything(s, side)
    slots = sum(
        max(0, 3 * (s.printed.slots[i] - sum(s.airfields[i])) - s.land[side * 8 + i][3])
        for i in range(ISLANDS) if s.control[i] == side and not s.troops(1 - side, SEAS + i)
    )
    coming = s.supply(side, BASE[side]) + sum(
        ship[1].count(SUP) for zone in range(SEAS) for ship in s.fleet(side, zone))
    lift = sum(s.printed.room[ship[0]] - len(ship[1]) for ship in s.fleet(side, HOME[side]))
    waiting = sum(s.ground(side, BASE[side]))
    decks = 2 * have[CAR] - have[FTR]
    return {
        SUP: min(max(0.0, min(slots, 8) + 2.0 - coming), 5.0),
        TRN: max(0.0, min(5.0 - have[TRN], (waiting + 3 - lift) / 2)),
        INF: max(0.0, 5.0 - s.ground(side, BASE[side])[0]),
        FTR: max(0.0, min(3.0, decks + 1.0)),
        DST: 3.0, CRU: 1.0, SUB: 1.0, BOM: 1.0 if have[BOM] < 4 else 0.0, ART: 1.0 if have[ART] < 3 else 0.0,
        BAT: 0.0, CAR: 0.0, AAG: 1.0 if have[AAG] < 3 else 0.0,
    }


URGENCY = {SUP: 4.0, TRN: 3.6, INF: 3.0, FTR: 2.2, DST: 2.0, AAG: 1.7, ART: 1.6, BOM: 1.9, SUB: 1.4, CRU: 1.5,
           BAT: 0.5, CAR: 0.5}


def buy(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """One type after the other, by urgency, as far as the points go."""
    top: Any = s.stack[-1]
    want = wanted(s, side)
    plans = [Plan("done", (("done",),), 0.0)]
    for action in legal:
        if action[0] == "play":
            plans.append(Plan("token", (action,), 5.0 if income(s, side) >= 18 else -1.0))
        if action[0] != "buy":
            continue
        kind = KIND[action[1]]
        room = whole(action[2]) - top.bought[kind]
        if not room:
            continue
        left = want.get(kind, 0.0) - top.bought[kind]
        if left > 0:
            n = max(1, min(int(left + 0.5), room))
            if kind in (FTR, DST, CRU, SUB, BOM):
                n = 1
            do = (("buy", action[1], top.bought[kind] + n),)
            plans.append(Plan("buy", do, URGENCY[kind] - 0.25 * top.bought[kind]))
        elif kind == INF and top.left < 5:
            plans.append(Plan("buy", (("buy", "INF", whole(action[2])),), 0.1))
    return plans


def whole(amount: Any) -> int:
    return int(amount.high if isinstance(amount, Range) else amount)


def loading(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Fill everything: supply and a soldier, fighters on decks. At sea: what a destination makes worth while."""
    top: Any = s.stack[-1]
    plans = [Plan("hold", (("done",),), 0.0)]
    for action in legal:
        if action[0] != "take":
            continue
        zone = SPACE[action[1]]
        ship = next(one for one in s.fleet(side, zone) if word(one) == action[2] and not one[2] & MOVED)
        plans += load_plans(s, side, zone, ship, top.where, (action,))
    return plans


def load_plans(s: Campaign, side: int, zone: int, ship: Ship, where: str, before: tuple[Action, ...]) -> list[Plan]:
    base = SPACES[BASE[side]]
    if ship[0] == CAR:
        return [Plan("load", (*before, ("load", base, "FTR")), 2.0)] if len(ship[1]) < 2 else []
    able = tuple(entry for entry in loadable(s, side, zone, ship) if where != "base" or entry[0] == BASE[side])
    plans = []
    for load in loads_for(s, side, zone, ship, able):
        cargo = with_cargo(ship, load)[1]
        if not load:
            continue
        ends = s.printed.neighbours[zone]
        score = max(best_shore(s, side, end, cargo)[0] for end in (zone, *ends))
        second = max((best_shore(s, side, far_end, cargo)[0] for end in ends for far_end in s.printed.neighbours[end]),
                     default=0.0)
        score = max(score, 0.6 * second) + 0.2 * len(load)
        taken = [(SPACE[action[1]], KIND[action[2]]) for action in load]
        more = any(s.ground(side, land)[kind - INF] > taken.count((land, kind)) for land, kind in able)
        stay = (("stay", 1),) if more and len(cargo) < s.printed.room[ship[0]] else ()
        plans.append(Plan("load", (*before, *load, *stay), score + 0.3))
    return plans


def load_hand(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    top: Any = s.stack[-1]
    stay = next((action for action in legal if action[0] == "stay"), None)
    plans = load_plans(s, side, top.zone, top.ship, top.where, ())
    if ship_full := [plan for plan in plans if plan.do and plan.do[0] in legal]:
        plans = ship_full
    if stay is not None:
        plans.append(Plan("hold", (("stay", 1),), 0.1))
    return plans


def repair(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Airfields first, then ships by their cost."""
    plans = [Plan("hold", (("done",),), 0.0)]
    for action in legal:
        if action[0] == "mend":
            plans.append(Plan("repair", (most(action),), 20.0))
        elif action[0] == "repair":
            plans.append(Plan("repair", ((*action[:2], 1),), float(s.printed.cost[KIND[action[1]]])))
    return plans


def deploy(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Loaded transports first, warships when supply is left over."""
    plans = [Plan("hold", (("done",),), 0.0)]
    spare = s.supply(side, BASE[side]) - 2
    for action in legal:
        if action[0] != "take":
            continue
        kind, *cargo = action[2].partition("@")[0].split("+")
        for zone, cost in s.printed.deploy[side].items():
            if cost > s.supply(side, BASE[side]):
                continue
            gain, _ = best_shore(s, side, zone, tuple(KIND[item] for item in cargo if item != "FTR"))
            score = 0.25 * gain if kind in ("TRN", "DST") and cargo else -1.0
            if kind in ("BAT", "CAR", "CRU") and spare > 2:
                score = 0.5
            score -= 2.2 * cost
            plans.append(Plan("deploy", (action, ("deploy", SPACES[zone], 1)), score))
    return plans


def deploy_hand(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    return [Plan("deploy", ((*action[:2], 1),), -float(s.printed.deploy[side][SPACE[action[1]]]))
            for action in legal if action[0] == "deploy"]


def token(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    """Played where much is at stake."""
    plans = [Plan("hold", (("pass",),), 1.0)]
    for action in legal:
        if action[0] != "play":
            continue
        name, place = action[1], SPACE[action[2]] if len(action) > 2 else -1
        score = 0.0
        if name == "night_fighting":
            score = 0.12 * sea_power(s, AXIS, place) * min(fleet_worth(s, 1 - side, place)[1], 5)
        elif name == "command_decision" and action[3] == "sea":
            gain = harm(*fleet_worth(s, 1 - side, place), sea_power(s, side, place))
            score = 0.2 * (gain - harm(*fleet_worth(s, side, place), sea_power(s, 1 - side, place)))
        elif name in ("banzai_charge", "amphibious_assault"):
            score = 0.45 * min(s.troops(side, place), s.troops(1 - side, place) + 1)
        elif name == "pt_boats":
            score = 1.3 if s.fleet(1 - side, place) and s.fleet(side, place) else 0.0
        elif name == "quick_drop":
            score = 0.0
        plans.append(Plan("token", (action,), score))
    return plans


def first(s: Campaign, side: int, legal: tuple[Action, ...]) -> list[Plan]:
    return [Plan("anything", (most(legal[0]),), 0.0)]


MAKERS: dict[str, Callable[[Campaign, int, tuple[Action, ...]], list[Plan]]] = {
    "Sail": sail, "Hand": in_hand, "Torpedo": torpedo, "Plotting": plot, "Fly": fly, "Flight": flight,
    "PickZone": pick_zone, "Guns": guns, "Aim": aim, "Pick": pick, "Unload": unload, "Ashore": ashore, "Land": land,
    "LandHand": land_hand, "Build": build, "Buy": buy, "Loading": loading, "LoadHand": load_hand, "Repair": repair,
    "Deploy": deploy, "DeployHand": deploy_hand, "PlayToken": token, "NextHeldBack": first,
}


def policy(view: Any, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random) -> tuple[Plan, ...]:
    """The plans thought of, best first; ties are drawn."""
    plans: list[Plan] = []
    if isinstance(view, Campaign):
        plans = MAKERS[type(view.stack[-1]).__name__](view, side, legal)
    if not plans:
        onward = [action for action in legal if action[0] not in ("drop", "put_back", "recall")] or list(legal)
        return (Plan("anything", (most(rng.choice(onward)),), 0.0),)
    order = [(-plan.score, rng.random(), plan) for plan in plans]
    return tuple(plan for _, _, plan in sorted(order, key=lambda entry: entry[:2])[:40])


# --- the position as numbers ---------------------------------------------------------------------------------------


def worth(state: Any, side: int) -> float:
    """How good a position is for a side: 0 is even."""
    s: Campaign = state
    if s.result is not None:
        return 1000.0 * s.result.returns[side]
    return _worth(s, side) - _worth(s, 1 - side)


def _worth(s: Campaign, side: int) -> float:
    have = everything(s, side)
    total = POINT * s.points[side]
    for kind, n in enumerate(have):
        total += n * s.printed.cost[kind]
    for kind, n in enumerate(s.yard[side]):
        total -= 0.4 * n * s.printed.cost[kind]
    total += ISLAND * s.control.count(side)
    for i in range(ISLANDS):
        row = s.airfields[i]
        total += FIELD * (row[2 * side] + 0.7 * row[2 * side + 1])
        total += safe(s, side, SEAS + i) * supply_worth(s, side, SEAS + i, s.land[side * 8 + i][3])
    return total


def features(view: Any, side: int) -> tuple[float, ...]:
    """What matters in a position, as numbers, from the side's point of view."""
    s: Campaign = view
    found: list[float] = []
    for one in (side, 1 - side):
        have = everything(s, one)
        found += [float(s.points[one]), float(s.control.count(one)), float(income(s, one)), *map(float, have)]
        found += map(float, s.yard[one][:4])
        found += [float(sum(s.tokens[one])), float(s.first == one)]
        for i in range(ISLANDS):
            row = s.airfields[i]
            found += [float(row[2 * one]), float(row[2 * one + 1]), float(s.land[one * 8 + i][3]),
                      float(control_power(s, one, SEAS + i)), float(s.control[i] == one)]
        for zone in range(SEAS):
            found += [float(sea_power(s, one, zone)), float(fleet_worth(s, one, zone)[0])]
    return tuple(found)
