"""Entries of a log: what one act came to, put together from the lines that one viewer has.

Whether a line belongs to the entry before it hangs on these lines alone, so that entries tell a viewer nothing that the
lines do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ironbottom.kernel.event import Event

HEADINGS = ("turn", "phase", "end")


class Told(NamedTuple):
    """An event as a viewer has learnt it, and its line."""

    seen: Event
    line: Any


def joins(entry: Sequence[Told], line: Any) -> bool:
    """Whether a line belongs to the entry: by what the game says, as a step of a march, as a loss or points that come
    of a fight, or as more of the same."""
    if "joins" in line:
        return bool(line["joins"])
    head, last = entry[0].line, entry[-1].line
    if line.get("mark", "loss") != "loss" or head.get("mark") in HEADINGS or line.keys() & {"card", "turn"}:
        return False
    if "march" in line:
        return steps_on(last, line)
    if lost(line):
        return True
    if "points" in line:
        return any("card" in told.line or lost(told.line) for told in entry)
    return plain(line) and plain(last) and all(line.get(key) == last.get(key) for key in ("kind", "side"))


def steps_on(last: Any, line: Any) -> bool:
    """Whether a line goes on with the march that the last one was of."""
    if any(last.get(key) != line.get(key) for key in ("march", "kind", "side")):
        return False
    before, now = last.get("motions", ()), line.get("motions", ())
    return len(before) == len(now) == 1 and before[0]["end"] == now[0]["start"]


def lost(line: Any) -> bool:
    """Whether a line tells of a loss alone."""
    motions = line.get("motions", ())
    return line.get("mark") == "loss" or (bool(motions) and all(motion.get("gone") for motion in motions))


def plain(line: Any) -> bool:
    """Whether a line holds nothing but its words."""
    return not line.keys() & {"card", "mark", "motions", "march", "shown", "points"}


def whole(game: Any, entry: Sequence[Told], side: int) -> str:
    """What an entry says, where it is not what its first line says: a march goes from its first place to its last,
    and of more of the same the game may say all."""
    first, last = entry[0], entry[-1]
    if len(entry) == 1:
        return ""
    if all(plain(told.line) for told in entry):
        return str(game.together([told.seen for told in entry], side))
    if not steps_on(entry[-2].line, last.line) or "start" not in last.seen.fields:
        return ""
    made = game.line(last.seen.replace(start=first.seen.get("start")), side)
    return str(made["text"]) if made is not None else ""
