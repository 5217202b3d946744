"""`ironbottom replay`: where a recorded game stands, and what happened in it, in the words of its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ironbottom.kernel.entries import Told, joins, whole
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
    """What happened, act by act, as a side, who looks on or (TRUTH) who may know all is told: the turn where a new
    one begins, and lines with the number of moves after which they stand; a march is one line. Moves that were taken
    back are left out, and phases in which nothing happened. Raises IllegalAction where today's rules refuse a move."""
    from ironbottom.table.log import TRUTH

    side = OBSERVER if viewer == TRUTH else viewer
    turn, headings = "", list[str]()
    for entry in _acts(record, at, viewer):
        now, number, _ = entry[-1]
        acts = [one for _, _, one in entry]
        said = whole(record.game, acts, side)
        texts = [f"{number:>6}  {said}"] if said else [f"{n:>6}  {one.line['text']}" for _, n, one in entry]
        if now != turn:
            turn, headings = now, []
            yield turn
        if all(_heads(one) for one in acts):
            headings = texts
            continue
        if not _heads(acts[0]):
            yield from headings
        headings = []
        yield from texts


def _heads(one: Told) -> bool:
    """Whether a line only says which turn or phase begins."""
    return one.line.get("mark") in ("turn", "phase")


def _acts(record: Record[Any], at: int | None, viewer: int) -> Iterator[list[tuple[str, int, Told]]]:
    """Entries of the log as they come: for each line the turn, the number of moves and the event with its line."""
    from ironbottom.table.log import told

    game, state = record.game, record.start()
    entry: list[tuple[str, int, Told]] = []
    for number, (side, action) in enumerate(record.moves(at), 1):
        before, state = state, game.apply(state, side, action)
        lines = told(game, state.news, viewer)
        turn = game.turn_label(game.view(before, OBSERVER)) if lines else ""
        for one in lines:
            if entry and not joins([held for _, _, held in entry], one.line):
                yield entry
                entry = []
            entry.append((turn, number, one))
    if entry:
        yield entry


def _tally(one: Any) -> str:
    if text := one.get("text"):
        return f"({text})"
    return f"{one['value']} of {one['goal']}" if "goal" in one else str(one["value"])
