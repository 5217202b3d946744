"""How the game ends, as the page and the log tell it."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.decided import decided as settled
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.rules.victory import AirfieldHeld, Ended, bled, survivors
from ironbottom.games.first_blood.ui.face import told
from ironbottom.kernel.presenter import line
from ironbottom.kernel.step import Result
from ironbottom.kernel.view import Ending, Score
from ironbottom.kernel.words import Words

ENDINGS = {
    "airfield": "12.6.2a", "survivors": "2.0b", "enough": "2.0b", "cleared": "2.0c",
    "too_few": "2.0c", "wiped_out": "2.0c",
}  # fmt: skip
"""The statement of each way to end."""


def ending(result: Result, words: Words, own: str) -> Ending:
    """2.0a, 2.0b, 2.0c, IB-1, IB-2: who has won, and why; `own` is the statement of a short scenario."""
    return {
        "winners": [SIDES[n] for n, points in enumerate(result.returns) if points > 0],
        "text": words.say(f"event.ended_{result.reason}"), "rule": own or ENDINGS[result.reason],
    }  # fmt: skip


def score(v: Position, words: Words) -> Score:
    """2.0a, 2.0b, 2.0c, IB-1, IB-2: the turns that are left, and the Japanese units that would win after the last."""
    turns, last, most, left = v.setting.turns, v.setting.last, v.setting.enough, len(survivors(v))
    end = words.say("score.last", turn=turns[last - 1])
    if most > 1:
        end = words.say("score.enough", turn=turns[last - 1], n=most)
    if v.setting.costly:
        end += " " + words.say("score.costly", n=most - 1, costly=v.setting.costly, lost=bled(v))
    return {
        "name": words.say("score.title"), "rule": v.setting.own_rule or "2.0a",
        "tallies": [
            {"side": SIDES[AMERICAN], "value": v.turn, "goal": last,
             "text": words.say("score.turn", turn=max(1, v.turn), turns=last)},
            {"side": SIDES[JAPANESE], "value": left, "text": words.say("score.units", n=left)},
        ],
        "wins": [words.say("score.airfield"), end, words.say("score.cleared")],
    }  # fmt: skip


def decided(v: Position, words: Words) -> Ending | None:
    """2.0a, 2.0b, 2.0c: who has won though the game goes on, and why."""
    result = settled(v)
    if result is None:
        return None
    return ending(result, words, v.setting.own_rule) | {"text": words.say(f"score.decided_{result.reason}")}


line(AirfieldHeld)(lambda seen, reader: told(seen, reader, "12.6.2a", seen.hex))
line(Ended)(lambda seen, reader: told(seen, reader, key=f"ended_{seen.reason}", mark="end"))
