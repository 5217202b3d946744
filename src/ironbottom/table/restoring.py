"""How a table comes back from storage, and how it takes up a record that was played elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, event
from ironbottom.kernel.record import Move, Record, Snapshot, TableAct, undone_to
from ironbottom.kernel.referee import follow
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.unwritten import caught_up
from ironbottom.table.log import TABLE, Logged
from ironbottom.table.table import Table


def take_over(table: Table[Any], record: Record[Any], now: float) -> None:
    """Take up a record that was played elsewhere. Its dice cannot be checked against this table's seed. Raises
    IllegalAction for a move that the rules refuse, one that was taken back later too."""
    table.sealed_record = False
    for entry in record.entries:
        before, ends = table.state, ""
        news: tuple[Event, ...] = ()
        if isinstance(entry, Move):
            before = caught_up(table.game, before, entry.side, entry.action)
            state = follow(table.game, table.state, entry.side, entry.action)
            if entry.side != CHANCE:
                ends = table.game.why_final(table.game.view(before, entry.side), entry.side, entry.action) or ""
            news = state.news
            table.referee = table.refereed(state, table.referee.drawn + (entry.side == CHANCE))
        elif isinstance(entry, TableAct):
            if (to := undone_to(entry)) is not None:
                table.referee = table.refereed(table.timeline.at(to, table.log), table.referee.drawn)
            kind = f"agree_{dict(entry.args).get('kind')}" if entry.act == "agree" else entry.act
            news = (event(TABLE + kind, by=table.game.side_name(entry.by)),)
        table.append([(entry, news, table.state)], ends, now, time="")  # a record does not say when
    table.foreign_end = record.end
    _judge_log(table)


def take_in(table: Table[Any], log: Sequence[Logged], last: Any, now: float) -> None:
    """Take up the log of another table that took over a record, and the position that it came to."""
    table.sealed_record = False
    restore(table, log, [(len(log), last)], now=now)
    table.since = dict.fromkeys(table.waiting(), now)
    table.changes.entries = list(log)
    table.changes.snapshot = (len(log), last) if log else None


def restore(
    table: Table[Any],
    log: Sequence[Logged],
    snapshots: Sequence[tuple[int, Any]] = (),
    drafts: Mapping[int, tuple[Sequence[Action], Sequence[Action]]] | None = None,
    trusted: bool = True,
    now: float = 0,
) -> str:
    """Take up a stored game: its log, snapshots (number of entries, state) and drafts. The result is a notice.

    `trusted`: the rules have not changed since. Otherwise every move is checked again, and where one is refused,
    the game goes on from its last snapshot.
    """
    table.log = list(log)
    for number, state in snapshots:
        table.timeline.anchor(number, state)
    notice = ""
    if not trusted:
        notice = _check_again(table, now)
    state = table.timeline.at(len(table.log), table.log)
    table.referee = table.refereed(state, _drawn(table))
    _judge_log(table)
    table.judge()
    for side, (moves, redo) in (drafts or {}).items():
        draft = table.draft_of(side)
        for action in moves:
            if table.game.why_not(draft.tip, side, action) is not None:
                break
            draft.push(action, table.game.apply(draft.tip, side, action))
        else:
            draft.redo = list(redo)
    return notice


def _check_again(table: Table[Any], now: float) -> str:
    """Replay under today's rules. From a move that they refuse the game jumps to its next snapshot; without one
    it goes on from the position before that move."""
    state, done, wrong = table.timeline.at(0, table.log), 0, False
    while done < len(table.log):
        after = _legal_after(table, state, table.log[done])
        if after is not None:
            state, done = after, done + 1
            continue
        wrong = True
        later = [number for number in table.timeline.anchors() if number > done]
        if later:
            table.timeline.skip(done, later[0])
            state, done = table.timeline.at(later[0], table.log), later[0]
            continue
        table.timeline.skip(done, len(table.log) + 1)
        table.referee = table.refereed(state, _drawn(table))
        table.enter("undo", table.sides[0], (("to", done),), "resume", now)
        break
    return table.words.say("line.resume") if wrong else ""


def _drawn(table: Table[Any]) -> int:
    """How many chance results have fallen, undone ones too: the dice are never rewound."""
    return sum(isinstance(logged.entry, Move) and logged.entry.side == CHANCE for logged in table.log)


def _legal_after(table: Table[Any], state: Any, logged: Logged) -> Any:
    """The state after an entry, or None where the rules refuse it."""
    entry = logged.entry
    if isinstance(entry, Move):
        state = caught_up(table.game, state, entry.side, entry.action)
        if entry.side == CHANCE:
            legal = entry.action in [outcome for outcome, _ in table.game.chance(state)]
        else:
            legal = table.game.why_not(state, entry.side, entry.action) is None
        if not legal:
            return None
    return table.timeline.after(state, logged, table.log)


def _judge_log(table: Table[Any]) -> None:
    """See whether the log says that the game is over."""
    for logged in reversed(table.log):
        entry = logged.entry
        if isinstance(entry, TableAct):
            args = dict(entry.args)
            if entry.act in ("resign", "timeout"):
                table.finish(table.lost(entry.by), entry.act, table.called(f"over.{entry.act}", entry.by))
            elif entry.act == "agree" and args.get("kind") in ("draw", "end"):
                drawn = args["kind"] == "draw"
                text = table.words.say("over.agree" if drawn else "over.end")
                table.finish((0,) * len(table.game.sides), "agree" if drawn else "", text)
        if not isinstance(entry, Snapshot):
            return
