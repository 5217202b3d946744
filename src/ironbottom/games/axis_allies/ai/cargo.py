"""What ships take aboard, and put ashore."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from ironbottom.games.axis_allies.ai.worth import Legal, best_shore, landing_worth, planned
from ironbottom.games.axis_allies.rules.loading import LoadHand, Loading, loadable
from ironbottom.games.axis_allies.rules.printed import (
    AAG,
    ART,
    BASE,
    CAR,
    INF,
    KIND,
    KINDS,
    SEAS,
    SPACE,
    SPACES,
    SUP,
    Printed,
)
from ironbottom.games.axis_allies.rules.state import MOVED, Campaign, Ship, most, word
from ironbottom.games.axis_allies.rules.unloading import Ashore, Unload, shores
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Plan

LEAST_LANDED = 0.3
"""What puts less than this ashore stays aboard."""


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


@planned(Unload)
def unload(step: Unload, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Each item where it is worth most, if anywhere."""
    worth = partial(landing_worth, s, side)
    plans = [Plan("hold", (("done",),), LEAST_LANDED)]
    for action in legal:
        if action[0] != "take":
            continue
        zone, cargo = SPACE[action[1]], tuple(KIND[item] for item in action[2].partition("@")[0].split("+")[1:])
        kind = KIND[action[3]]
        elsewhere = worth_elsewhere(s.printed, zone, kind, worth)
        for land in shores(s, side, zone) if step.land < 0 else (step.land,):
            do = (action, ("ashore", SPACES[land], 1))
            plans.append(Plan("land", do, item_worth(cargo, kind, land, elsewhere, worth)))
    return plans


def item_worth(
    cargo: tuple[int, ...], kind: int, land: int, elsewhere: float, worth: Callable[[int, tuple[int, ...]], float]
) -> float:
    """What it is worth to put one item of a ship's cargo ashore there, where `worth` says what it is with which."""
    alone = worth(land, (kind,))
    together = worth(land, cargo) / max(1, len(cargo))
    return max(alone, together) - 0.6 * max(0.0, elsewhere - alone)


def worth_elsewhere(printed: Printed, zone: int, kind: int, worth: Callable[[int, tuple[int, ...]], float]) -> float:
    """What an item could do on an island that is a zone farther."""
    return 0.5 * max([worth(land, (kind,)) for land in farther(printed)[zone]], default=0.0)


@lru_cache(maxsize=8)
def farther(printed: Printed) -> tuple[tuple[int, ...], ...]:
    """For each zone, the lands of its neighbours that are not its own."""
    return tuple(
        tuple({land for near in printed.neighbours[zone] for land in printed.shores[near]} - {*printed.shores[zone]})
        for zone in range(SEAS)
    )


@planned(Ashore)
def ashore(step: Ashore, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    return [Plan("land", ((*most(action)[:2], 1),), landing_worth(s, side, SPACE[action[1]], (step.unit,)))
            for action in legal if action[0] == "ashore"]


@planned(Loading)
def loading(step: Loading, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Fill everything: supply and a soldier, fighters on decks. At sea: what a destination makes worth while."""
    plans = [Plan("hold", (("done",),), 0.0)]
    for action in legal:
        if action[0] != "take":
            continue
        zone = SPACE[action[1]]
        ship = next(one for one in s.fleet(side, zone) if word(one) == action[2] and not one[2] & MOVED)
        plans += load_plans(s, side, zone, ship, step.where, (action,))
    return plans


def load_plans(s: Campaign, side: int, zone: int, ship: Ship, where: str, before: tuple[Action, ...]) -> list[Plan]:
    base = SPACES[BASE[side]]
    if ship[0] == CAR:
        return [Plan("load", (*before, ("load", base, "FTR")), 2.0)] if len(ship[1]) < 2 else []
    able = loadable(s, side, zone, ship)
    left = s
    if where == "base":  # what repairs ships stays (R19)
        kept = min(sum(s.yard[side]), s.supply(side, BASE[side]))
        left = s.with_ground(side, BASE[side], SUP, -kept)
        able = tuple((land, kind) for land, kind in able if land == BASE[side]
                     and (kind != SUP or left.supply(side, land)))
    plans = []
    for load in loads_for(left, side, zone, ship, able):
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


@planned(LoadHand)
def load_hand(step: LoadHand, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    stay = next((action for action in legal if action[0] == "stay"), None)
    plans = load_plans(s, side, step.zone, step.ship, step.where, ())
    if ship_full := [plan for plan in plans if plan.do and plan.do[0] in legal]:
        plans = ship_full
    if stay is not None:
        plans.append(Plan("hold", (("stay", 1),), 0.1))
    return plans


