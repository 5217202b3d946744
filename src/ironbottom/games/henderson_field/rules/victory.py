"""9.4, 12.0: the end of a turn and of the game."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.points import field_points, marine_penalty
from ironbottom.games.henderson_field.rules.printed import JAPANESE
from ironbottom.games.henderson_field.rules.rabaul import Reinforcing
from ironbottom.games.henderson_field.rules.state import Position
from ironbottom.games.henderson_field.rules.steps import Told
from ironbottom.kernel.event import Later
from ironbottom.kernel.step import Auto, Result
from ironbottom.kernel.value import value

AMERICANS_WIN, JAPANESE_WIN, DRAWN = (1, -1), (-1, 1), (0, 0)


@value
class GameOver(Told):
    """The game has ended, for this reason."""
    file_name = "over"
    rule = "R9.4"
    reason: str
    winner: Later[int] = -1
    n: Later[int] = 0
    """The victory points of who has any."""


@value
class EndOfTurn(Auto):
    """R12.0, Q2: the field scores, the marines, Rabaul, then what lasts a turn ends."""

    def run(self, s: Position) -> Position:
        if s.setting.option.get("field_points") != "steps":
            s = field_points(s)
        return marine_penalty(s).push(Reinforcing(), Finish())


@value
class Finish(Auto):
    """R5.0b, R12.0, R9.4: events end; victory is tested."""

    def run(self, s: Position) -> Position:
        s = s.replace(events=(), bonus=False, leaving=0, rooted=False)
        result = verdict(s)
        return s.end(result).tell(GameOver(result.reason, winner(result), abs(s.points))) if result else s


def winner(result: Result) -> int:
    """The side that has won; -1 for none."""
    return result.returns.index(1) if 1 in result.returns else -1


def verdict(s: Position) -> Result | None:
    """R9.4, Q37, IB-1, IB-2, IB-3: who has won at the end of this turn; None if the game goes on."""
    last = s.turn + 1 >= len(s.setting.turns)
    if last and s.field == JAPANESE:
        return Result(JAPANESE_WIN, "field")
    if abs(s.points) >= s.setting.limits["victory"]:
        return Result(AMERICANS_WIN if s.points > 0 else JAPANESE_WIN, "automatic")
    if not last:
        return None
    if not s.points:
        return Result(DRAWN, "level")
    return Result(AMERICANS_WIN if s.points > 0 else JAPANESE_WIN, "points")
