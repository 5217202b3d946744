"""What the coach of a first game would do in the place of the one who asks: one plan for this step, and why, in words.

It is made of what the one who asks may know, in the time in which a page is drawn: the search's answer where there is
time for one, else the script's own. The reason is the game's, by what the plan intends (`guide.why.<intention>` of its
catalogue, or that with how it begins or with a side behind it).
"""

from __future__ import annotations

from typing import Any

from ironbottom.kernel.action import notation
from ironbottom.kernel.game import Game
from ironbottom.kernel.message import Advised
from ironbottom.kernel.opponent import Plan
from ironbottom.kernel.words import capital, load_words
from ironbottom.opponents.hints import beginning, first_act, named, occasions
from ironbottom.opponents.player import Question, Thought, forced

AS_GOOD = 0.04
"""A plan that promises so little less of the chance to win is as good as the one that is proposed."""


def advised(asked: Question, thought: Thought) -> Advised:
    """A thought as advice. `do` is empty where there is nothing to choose between."""
    quiet: Advised = {"do": [], "plan": "", "steps": [], "why": "", "good": []}
    if not thought.do or forced(asked) is not None:
        return quiet
    count = len(thought.do)
    own = Plan("script", thought.do, 0.0)
    whole = next((plan for plan in thought.considered if plan.do[:count] == thought.do), own)
    begins = beginning(asked, whole)
    script = asked.game.of(asked.view).opponent
    by_hand = thought.do if script is None else script.by_hand(asked.view, asked.side, thought.do)
    do = [notation(action) for action in by_hand]
    return {
        "do": do,
        "plan": capital(named(asked.game, whole.intention, begins)),
        "steps": first_act(asked, by_hand if by_hand != thought.do else whole.do),
        "why": why(asked.game, whole.intention, asked.side, begins),
        "good": sorted({do[0], *_as_good(thought)}),
    }


def why(game: Game[Any], intention: str, side: int, begins: str = "") -> str:
    """Why a plan of that intention, which begins so, is good, in the game's words; "" where it has none."""
    words, own = load_words(game.package), game.side_name(side)
    names = [f"guide.why.{name}" for name in occasions(intention.rpartition(".")[2], begins)]
    return next((words.say(one) for name in names for one in (f"{name}.{own}", name) if one in words), "")


def _as_good(thought: Thought) -> set[str]:
    """The first actions of plans that promise nearly as much as the best."""
    tried = [(plan, found.chance) for plan, found in zip(thought.considered, thought.weighed, strict=False)
             if found is not None and plan.do]  # fmt: skip
    best = max((chance for _, chance in tried), default=0.0)
    return {notation(plan.do[0]) for plan, chance in tried if chance >= best - AS_GOOD}
