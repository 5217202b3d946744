"""What all events of the game share."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.kernel.event import Event


class Told(Event):
    """Something that happened."""

    __slots__ = ()
    rule: ClassVar[str] = ""
    """The statement that it carries out."""
