"""What things are worth to the script of both sides, and how its plans are ranked.

The recipe: airfields win, so supply goes to islands with empty slots; islands are taken where the odds are good; ships
go where they do more harm than they suffer; aircraft strike from where they can land again; lift first when buying.
Currency: reinforcement points; a victory point is worth `POINT` of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import exp
from typing import Any, TypeVar

from ironbottom.games.axis_allies.rules.combat import gun_crews, sea_power
from ironbottom.games.axis_allies.rules.printed import (
    AAG,
    ART,
    BASE,
    BAT,
    CAR,
    DST,
    FTR,
    INF,
    ISLANDS,
    LAND,
    SEAS,
    SUP,
    TRN,
    Printed,
)
from ironbottom.games.axis_allies.rules.state import Campaign, Fleet, Ship, everything, most, strength
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought
from ironbottom.kernel.step import Decision

POINT = 8.0
"""What a victory point is worth."""
FIELD = 30.0
"""What an airfield is worth that stands for some turns."""
ISLAND = 14.0
"""What control of an island is worth."""
TAKEN = 0.5
"""How much of an island and its airfields hangs on its last defenders, where own troops fight them."""
LEAST = 3
"""So many dice are fired at airfields rather than at land units, where no own troops are ashore."""
CAUTION = 1.3
"""How much a loss at sea weighs against an enemy's."""
RAID = 1.0
"""How much of an airfield's loss is counted for ships that may fire at it."""
UNGUARDED = 0.7
"""How likely supply stays one's own on an island that nobody guards: whoever lands next takes it."""
SCREEN = 3.0
"""How many dice a ship takes to be found out: more ships share the fire."""


Scored = TypeVar("Scored")
Legal = tuple[Action, ...]
Maker = Callable[[Any, Campaign, int, Legal], list[Plan]]
"""What the script thinks of at a step: the step, the view, the side and what it may do in, plans out in any order, or
none."""
MOST_PLANS = 40
"""Plans that are kept, the best."""


def planned(kind: type[Decision]) -> Callable[[Maker], Maker]:
    """Register a maker of plans as the script's thought at these steps: ties are drawn, and where it has no plan any
    action that takes nothing back is one."""

    def register(maker: Maker) -> Maker:
        def think(step: Any, asked: Asked[Campaign]) -> tuple[Plan, ...]:
            plans = maker(step, asked.view, asked.side, asked.legal)
            if not plans:
                onward = [action for action in asked.legal if not step.retracts(action)] or list(asked.legal)
                return (Plan("anything", (most(asked.rng.choice(onward)),), 0.0),)
            order = sorted((-plan.score, asked.rng.random(), at) for at, plan in enumerate(plans))
            return tuple([plans[at] for _, _, at in order[:MOST_PLANS]])

        thought(kind)(think)
        return maker

    return register


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
    if not own:  # R5, R6: without a guard it is the enemy's as soon as control is settled
        return UNGUARDED if held and not enemy else 0.0
    return own / (own + enemy)


def gunfire(s: Campaign, side: int, land: int) -> int:
    """R2: the land values of a side's cruisers and battleships around an island."""
    guns = s.printed.guns
    return sum([strength(fleet, guns) for near in s.printed.waters[land] if (fleet := s.ships[side * SEAS + near])])


def kills(troops: float, before: float, dice: float) -> float:
    """How many of so many land units dice kill, of those that other dice have left: each hits with a third, and more of
    them hit the same.

    >>> round(kills(2, 0, 2), 2), round(kills(2, 12, 2), 2)
    (0.57, 0.08)
    """
    return troops * (exp(-before / (3 * troops)) - exp(-(before + dice) / (3 * troops))) if troops else 0.0


@once
def captures(s: Campaign, side: int, land: int) -> bool:
    """Whether a side takes an island this turn, with what is ashore, or where nobody defends it with what its ships
    there may land: its airfields are booty then, and no target."""
    own, foe = s.troops(side, land), s.troops(1 - side, land)
    return own > foe or (not foe and any(
        item not in (SUP, FTR) for zone in s.printed.waters[land] for ship in s.fleet(side, zone)
        if ship[0] in (TRN, DST) for item in ship[1]
    ))


def landing_worth(s: Campaign, side: int, land: int, cargo: Iterable[int]) -> float:
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
        keep = keep if not troops else max(keep, 0.6 if foe else 1.0)
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
                found = max(found, (landing_worth(s, side, land, cargo), land))
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


@once
def power_at(s: Campaign, side: int, zone: int) -> int:
    """The dice of a side's own units in a zone and of its artillery around it."""
    return sea_power(s, side, zone) + sum([n for _, n in gun_crews(s, side, zone)])


def worth(s: Campaign, side: int) -> float:
    """How good a position is for a side: 0 is even."""
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


