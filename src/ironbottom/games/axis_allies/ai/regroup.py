"""Airfields, purchases, repairs, deployment."""

from __future__ import annotations

from ironbottom.games.axis_allies.ai.worth import Legal, best_shore, planned
from ironbottom.games.axis_allies.rules.printed import (
    AAG,
    ART,
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
    SEAS,
    SPACE,
    SPACES,
    SUB,
    SUP,
    TRN,
)
from ironbottom.games.axis_allies.rules.regroup import (
    Build,
    Buy,
    Deploy,
    DeployHand,
    Repair,
    income,
)
from ironbottom.games.axis_allies.rules.state import Campaign, everything, most
from ironbottom.kernel.opponent import Plan


@planned(Build)
def build(step: Build, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Always."""
    return [Plan("build", (action,), 1.0 if action[0] == "build" else 0.0) for action in legal]


def wanted(s: Campaign, side: int) -> dict[int, float]:
    """How much more of each type is wanted: lift, then supply for empty slots and for ships that lie damaged at the
    base, troops, screens, fighters."""
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
        SUP: min(min(max(0.0, min(slots, 8) + 2.0 - coming), 5.0) + sum(s.yard[side]), 8.0),
        TRN: max(0.0, (waiting + 3 - lift) / 2),
        INF: max(0.0, 5.0 - s.ground(side, BASE[side])[0]),
        FTR: max(0.0, min(3.0, decks + 1.0)),
        DST: 3.0, CRU: 1.0, SUB: 1.0, BOM: 1.0 if have[BOM] < 4 else 0.0, ART: 1.0 if have[ART] < 3 else 0.0,
        BAT: 0.0, CAR: 0.0, AAG: 1.0 if have[AAG] < 3 else 0.0,
    }


URGENCY = {SUP: 4.0, TRN: 3.6, INF: 3.0, FTR: 2.2, DST: 2.0, AAG: 1.7, ART: 1.6, BOM: 1.9, SUB: 1.4, CRU: 1.5,
           BAT: 0.5, CAR: 0.5}


@planned(Buy)
def buy(step: Buy, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """One type after the other, by urgency, as far as the points go."""
    want = wanted(s, side)
    plans = [Plan("done", (("done",),), 0.0)]
    for action in legal:
        if action[0] == "play":
            plans.append(Plan("token", (action,), 5.0 if income(s, side) >= 18 else -1.0))
        if action[0] != "buy":
            continue
        kind = KIND[action[1]]
        room = most(action)[2] - step.bought[kind]
        if not room:
            continue
        left = want.get(kind, 0.0) - step.bought[kind]
        if left > 0:
            n = max(1, min(int(left + 0.5), room))
            if kind in (FTR, DST, CRU, SUB, BOM):
                n = 1
            do = (("buy", action[1], step.bought[kind] + n),)
            plans.append(Plan("buy", do, URGENCY[kind] - 0.25 * step.bought[kind]))
        elif kind == INF and step.left < 5:
            plans.append(Plan("buy", (("buy", "INF", most(action)[2]),), 0.1))
    return plans


@planned(Repair)
def repair(step: Repair, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Airfields first, then ships by their cost."""
    plans = [Plan("hold", (("done",),), 0.0)]
    for action in legal:
        if action[0] == "mend":
            plans.append(Plan("repair", (most(action),), 20.0))
        elif action[0] == "repair":
            plans.append(Plan("repair", ((*action[:2], 1),), float(s.printed.cost[KIND[action[1]]])))
    return plans


@planned(Deploy)
def deploy(step: Deploy, s: Campaign, side: int, legal: Legal) -> list[Plan]:
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


@planned(DeployHand)
def deploy_hand(step: DeployHand, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    return [Plan("deploy", ((*action[:2], 1),), -float(s.printed.deploy[side][SPACE[action[1]]]))
            for action in legal if action[0] == "deploy"]


