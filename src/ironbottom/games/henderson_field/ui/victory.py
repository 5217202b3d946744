"""9.4: how the game stands."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.games.henderson_field.ui.faces import Scenery
from ironbottom.kernel.view import Score


def score(scene: Scenery) -> Score:
    """R9.4: the points, which both sides pull at, and what wins."""
    v, words, p = scene.v, scene.words, scene.v.setting
    goal, last = p.limits["victory"], len(p.turns) - 1
    return {
        "name": words.say("store.points"),
        "tallies": [
            {"side": SIDES[side], "value": max(0, v.points if side == AMERICAN else -v.points), "goal": goal}
            for side in (AMERICAN, JAPANESE)
        ],
        "wins": [words.say("score.at_once", n=goal), words.say("score.field", n=last), words.say("score.last", n=last)],
        "rule": "R9.4",
        "pull": {
            "value": v.points, "sides": list(SIDES), "goal": goal,
            "turns": [words.say("turn", n=n, date=turn.date) for n, turn in enumerate(p.turns) if n],
        },
    }  # fmt: skip
