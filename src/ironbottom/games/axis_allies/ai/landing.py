"""Where aircraft land."""

from __future__ import annotations

from ironbottom.games.axis_allies.ai.worth import Legal, far, planned
from ironbottom.games.axis_allies.rules.landing import Land, LandHand, free_places
from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    FTR,
    KIND,
    SEAS,
    SPACE,
    SPACES,
)
from ironbottom.games.axis_allies.rules.state import Campaign
from ironbottom.kernel.opponent import Plan


def front(s: Campaign, side: int, space: int) -> float:
    """How useful an aircraft is at a place next turn."""
    return -0.3 * min(far(s, space, zone) for zone in (SPACE["G"], SPACE["H"], SPACE["F"]))


@planned(Land)
def land(step: Land, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Those with the fewest places first; carriers for fighters, forward fields before the base."""
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


@planned(LandHand)
def land_hand(step: LandHand, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    return [Plan("touch_down", ((*action[:2], 1),), front(s, side, SPACE[action[1]])) for action in legal
            if action[0] == "land"]
