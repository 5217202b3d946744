"""`ironbottom replay`: where a recorded game stands, and what happened in it, in the words of its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ironbottom.kernel.record import Record
from ironbottom.kernel.step import OBSERVER


def stands(record: Record[Any], state: Any, at: int | None, side: int = OBSERVER) -> list[str]:
    """The turn, the score, and who must do what or how it ended, as a side or who looks on is told; `at`: after how
    many entries, None for all."""
    from ironbottom.opponents.after_game import ending

    game = record.game
    view = game.view(state, side)
    picture = game.picture(view, side)
    over = (at is None and record.end is not None) or not game.to_move(state)
    lines = [picture["turn"], ending(record, state) if over else game.prompt(view, side)["text"]]
    if (score := picture.get("score")) is not None:
        tallies = [f"{game.words.bare(one['side'])} {_tally(one)}" for one in score["tallies"]]
        lines.append(f"{score['name']}: {', '.join(tallies)}")
    return [f"  {line}" for line in lines]


def story(record: Record[Any], at: int | None, viewer: int) -> Iterator[str]:
    """What happened, move by move, as a side, who looks on or (TRUTH) who may know all is told: the turn where a new
    one begins, and lines with the number of moves after which they stand; moves that were taken back are left out.
    Raises IllegalAction where today's rules refuse a move."""
    from ironbottom.table.log import told

    game, state, turn = record.game, record.start(), ""
    for number, (side, action) in enumerate(record.moves(at), 1):
        before, state = state, game.apply(state, side, action)
        lines = told(game, state.news, viewer)
        if lines and (now := game.turn_label(game.view(before, OBSERVER))) != turn:
            turn = now
            yield turn
        yield from (f"{number:>6}  {one.line['text']}" for one in lines)


def _tally(one: Any) -> str:
    if text := one.get("text"):
        return f"({text})"
    return f"{one['value']} of {one['goal']}" if "goal" in one else str(one["value"])
