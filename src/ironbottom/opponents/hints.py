"""A hint: what a searching player would do in one's place, what else it considered, and why, in words.

It is made of what the one who asks may know: his view and the events that he has seen. A server asks for it through
the same process in which its computer players think (`runner.think` with `"hint": True`).
"""

from __future__ import annotations

from typing import Any

from ironbottom.kernel.action import notation
from ironbottom.kernel.game import Game
from ironbottom.kernel.message import Considered, Hint
from ironbottom.kernel.opponent import Plan
from ironbottom.kernel.words import load_words
from ironbottom.opponents.player import Thought
from ironbottom.opponents.worlds import searcher_of

MOST = 8
"""Plans that a hint tells."""


def adviser_of(game: Game[Any]) -> str:
    """The player that gives hints in that game."""
    if searcher_of(game) is not None:
        return "adviser"
    return "regular" if game.opponent is not None else "random"


def told(game: Game[Any], thought: Thought) -> Hint:
    """A thought as a hint."""
    words = load_words("ironbottom.opponents")
    searched = searcher_of(game) is not None
    plans = thought.considered or (Plan("anything", thought.do, 0.0),)
    rows: list[Considered] = []
    for plan in plans[:MOST]:
        name = named(game, plan.intention)
        score = round(plan.score, 3) if searched and plan.intention != "forced" else None
        rows.append({"plan": name, "do": [notation(action) for action in plan.do], "score": score})
    best, second = rows[0], next((row for row in rows[1:] if row["do"][:1] != rows[0]["do"][:1]), None)
    facts: dict[str, Any] = {"plan": _capital(best["plan"]), "n": len(plans), "other": second["plan"] if second else ""}
    for key, row in (("chance", best), ("second", second)):
        facts[key] = round(100 * row["score"]) if row is not None and row["score"] is not None else ""
    kind = "alone" if second is None else "script" if best["score"] is None else "searched"
    if best["score"] is None and second is None:
        kind = "only"
    return {"do": [notation(action) for action in thought.do], "text": words.say(f"hint.{kind}", **facts),
            "considered": rows}


def named(game: Game[Any], intention: str) -> str:
    """What a plan intends, in the words of the game's own catalogue (`intention.<name>`), or of the players' own."""
    bare = intention.rpartition(".")[2]
    own, common = load_words(game.package), load_words("ironbottom.opponents")
    for words, key in ((own, f"intention.{bare}"), (common, f"intention.{game.slug}.{bare}"),
                       (common, f"intention.{bare}")):
        if key in words:
            return words.say(key)
    return bare.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
