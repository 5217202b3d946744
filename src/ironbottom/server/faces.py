"""How a table stands for each who looks at it, and what is new in it since he looked last.

A face is the message to a viewer without its lines and its chat. It has a revision, which grows by one when something
in it changes for this viewer and by nothing else, so that neither its number nor the number of frames tells of what he
may not see. What changed is found once and sent to all who have the revision before.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import msgspec

from ironbottom.table.delta import delta
from ironbottom.table.message import chat_after, lines_after, standing
from ironbottom.table.table import Table

Key = tuple[int, str]
"""A viewer and a player: "" for all who have no seat at the table."""

encode = msgspec.json.encode


class Face:
    """The message to a viewer without lines, chat and who thinks, and what changed in it last. It is written out when
    it is made, so that what cannot be sent is noticed before the act that made it is stored."""

    __slots__ = ("_before", "_change", "data", "rev", "written")

    def __init__(self, rev: int, data: dict[str, Any], written: dict[str, bytes], before: Face | None) -> None:
        self.rev = rev
        self.data = data
        self.written = written
        """Its keys, each as JSON."""
        self._before = None if before is None else before.data
        """What it was at the revision before, until the change has been written."""
        self._change: msgspec.Raw | None = None

    @property
    def change(self) -> msgspec.Raw | None:
        """What changed since the revision before, written out; None where there is none at hand."""
        if self._change is None and self._before is not None:
            self._change = msgspec.Raw(encode(delta(self._before, self.data)))
            self._before = None
        return self._change


class Faces:
    """The faces of a table in memory. `first`: a number above all revisions that were ever told of it."""

    def __init__(self, first: int) -> None:
        self._first = first
        self._known: dict[Key, Face] = {}
        self._fresh: set[Key] = set()
        """Those that are as the table stands now."""

    def stale(self) -> None:
        """Something has happened, or has not after all: each face is made anew when it is next asked for."""
        self._fresh.clear()

    def of(self, table: Table[Any], key: Key, more: dict[str, Any]) -> Face:
        """The face of a viewer, as the table stands; `more` is what the server adds to it."""
        known = self._known.get(key)
        if known is not None and key in self._fresh:
            return known
        data = {**standing(table, *key), **more}
        written = {name: encode(item) for name, item in data.items()}
        if known is None:
            known = self._known[key] = Face(self._first, data, written, None)
        elif known.written != written:
            known = self._known[key] = Face(known.rev + 1, data, written, known)
        self._fresh.add(key)
        return known


def whole(face: Face, table: Table[Any], viewer: int, after: int, said: int, thinking: list[str]) -> dict[str, Any]:
    """The message to a viewer, with its lines after number `after` and the chat after number `said`."""
    data = {name: msgspec.Raw(text) for name, text in face.written.items()}
    return {"rev": face.rev, **data, "thinking": thinking, **_new(face, table, viewer, after, said)}


def frame(face: Face, table: Table[Any], viewer: int, since: int, after: int, said: int, thinking: list[str],
          own: bool, muted: Set[int]) -> str:
    """What a page that has revision `since` is sent: the change, or the whole where that is no step before. `muted`:
    the lines of the chat whose words its reader does not get."""
    data: dict[str, Any]
    if since != face.rev - 1 or face.change is None:
        data = {"type": "message", **whole(face, table, viewer, after, said, thinking)}
    else:
        data = {"type": "message", "seat": face.data["seat"], "rev": face.rev, "since": since, "change": face.change,
                "thinking": thinking, **_new(face, table, viewer, after, said)}
        if own:
            data["own"] = True
    return encode({**data, "chat": heard(data["chat"], muted)}).decode()


def heard(chat: list[dict[str, Any]], muted: Set[int]) -> list[dict[str, Any]]:
    """A chat without what those say whom its reader has blocked: its lines have no gaps, so they stay without their
    words."""
    return [{**one, "text": "", "muted": True} if one["n"] in muted else one for one in chat]


def _new(face: Face, table: Table[Any], viewer: int, after: int, said: int) -> dict[str, Any]:
    lines = [] if face.data["curtain"] else lines_after(table, viewer, after)
    return {"lines": lines, "chat": chat_after(table, said)}
