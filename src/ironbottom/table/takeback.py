"""Taking back what is in the log: by agreement as far as nothing was shown; on an analysis board dice and all."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ironbottom.kernel.errors import IllegalAction
from ironbottom.kernel.record import REVERSIBLE, Move, TableAct, undone_to
from ironbottom.kernel.step import CHANCE

if TYPE_CHECKING:
    from ironbottom.table.table import Table


def reach(table: Table[Any], side: int) -> int:
    """The number of entries to which a side's last batch would be taken back. Raises IllegalAction past a die, a draw
    or a revelation."""
    log = list(takewhile(lambda one: not isinstance(one.entry, TableAct), reversed(table.log)))
    if not any(isinstance(one.entry, Move) and one.entry.side == side for one in log):
        raise IllegalAction(table.words.say("refused.takeback_none"))
    for logged in log:
        entry = logged.entry
        if isinstance(entry, Move) and entry.side == CHANCE:
            raise IllegalAction(table.words.say("refused.takeback_chance"))
        if logged.ends not in REVERSIBLE:
            raise IllegalAction(table.words.say("refused.takeback_revealed"))
        if isinstance(entry, Move) and entry.side == side:
            return logged.batch - 1
    raise IllegalAction(table.words.say("refused.takeback_none"))


def may_ask(table: Table[Any], side: int) -> bool:
    """Whether a side may ask for its last batch back, as far as it knows what has happened since: what it may not know
    of does not show in the answer."""
    lines = table.seat_log(side).lines
    at = len(lines) - 1
    for logged in reversed(table.log):
        entry = logged.entry
        mine = isinstance(entry, Move) and entry.side == side
        while at >= 0 and lines[at].entry > logged.number:
            at -= 1
        if not mine and (at < 0 or lines[at].entry < logged.number):
            continue
        chance = isinstance(entry, Move) and entry.side == CHANCE
        if chance or isinstance(entry, TableAct) or logged.ends not in REVERSIBLE:
            return False
        if mine:
            return True
    return False


def take_back(table: Table[Any], side: int, to: int, now: float) -> None:
    """Undo to the first `to` entries; the side finds its moves, but for the last, in its draft."""
    moves = [
        logged.entry.action
        for logged in table.log[to:]
        if isinstance(logged.entry, Move) and logged.entry.side == side and logged.batch == to + 1
    ]
    before = table.timeline.at(to, table.log)
    table.referee = table.refereed(before, table.referee.drawn)
    table.enter("undo", side, (("to", to),), "undo", now)
    draft = table.draft_of(side)
    for action in moves[:-1]:
        if table.game.why_not(draft.tip, side, action) is not None:
            break
        draft.push(action, table.game.apply(draft.tip, side, action))
    table.changes.drafts.add(side)


def last_batch(table: Table[Any]) -> tuple[int, int] | None:
    """Who did last what still stands, and how many entries came before it; None where nobody has done anything."""
    number = len(table.log)
    while number:
        logged = table.log[number - 1]
        if (to := undone_to(logged.entry)) is not None:
            number = to
        elif isinstance(logged.entry, Move) and logged.entry.side != CHANCE:
            return logged.entry.side, logged.batch - 1
        else:
            number -= 1
    return None


def undo_dice(table: Table[Any], now: float) -> None:
    """On an analysis board: take the last act back, with the dice that it threw. Raises IllegalAction."""
    found = last_batch(table)
    if found is None:
        raise IllegalAction(table.words.say("refused.nothing_to_undo"))
    take_back(table, *found, now)
