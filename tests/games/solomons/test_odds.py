"""The odds on the page agree with what play can do."""

from __future__ import annotations

from ironbottom.games.solomons.game import make
from ironbottom.games.solomons.rules.printed import JAPAN
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.kernel.words import Words

GAME = make()


class Told(Words):
    """Says a text by its key and numbers."""

    def __init__(self) -> None: ...

    def say(self, key: str, **args: object) -> str:
        return f"{key} {sorted(args.items())}"


class Speaking:
    """The game with such words."""

    words = Told()


def test_ground_odds_promise_no_more_than_took_part() -> None:
    s = GAME.place({"turn": 5, "step": "ground", "ground": {"japanese": 4, "american": 15}, "supply": {"japanese": 2}})
    told = [outcome["text"] for outcome in Chances(Speaking(), s, JAPAN).assault()["results"]]
    assert told
    assert not any("5" in text for text in told)
