"""How events of the two-player game are worded: what their lines have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ironbottom.games.archies_war.rules.printed import SIDES
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Reader
from ironbottom.kernel.view import Card, Line, Loss, Motion, Shown


def worded(
    seen: Event, reader: Reader, rule: str, spaces: Iterable[str] = (), motion: Motion | None = None, key: str = "",
    **more: Any,
) -> Line:  # fmt: skip
    """The line of an event: its text (`log.<key>`; `log.<key>_known` for who learns the block), filled in from its
    fields and `more`."""
    key = f"log.{key or seen.called()}"
    made: Line = {"kind": seen.called(), "text": "", "rule": rule}
    if seen.secret and seen.get("block") is not None:
        key += "_known"
        made["private"] = True
    if owner := seen.get("side", ""):
        made["side"] = owner
    made["text"] = reader.words.say(key, **{name: seen.get(name) for name in seen.fields} | more)
    if places := list(dict.fromkeys(spaces)):
        made["spaces"] = places
    if motion is not None:
        made["motions"] = [motion]
    return made


def motion(start: str, end: str, count: int, side: str, via: Iterable[str] = ()) -> Motion:
    """Blocks that go from a place to another."""
    return {"start": start, "end": end, "via": list(via), "count": count, "side": side}


def gone(place: str, count: int, side: str) -> Motion:
    """2P-41: blocks that go to the casualty box."""
    return {**motion(place, f"casualties.{side}", count, side), "gone": True}


def missed(seen: Event, reader: Reader) -> list[Loss]:
    """The block that an event took, for who learns which."""
    block, side = seen.get("block"), seen.get("side")
    return [] if block is None else [{"name": reader.words.name(block), "side": side, "face": f"{side}.{block}"}]


def revealed(reader: Reader, side: str, block: str, place: str) -> Shown:
    """A block that everybody sees."""
    return {"face": f"{side}.{block}", "name": reader.words.name(block), "side": side, "space": place}


def picked(seen: Event, reader: Reader, made: Line, place: str) -> Card:
    """The card of a block that chance picked in secret: its face for who learns it, else a back."""
    card: Card = {"title": reader.thrown(made)}
    block = seen.get("block")
    if block is None:
        return card | {"blank": True}
    made["shown"] = [revealed(reader, seen.get("side"), block, place)]
    return card


def enemy(side: str) -> str:
    """The name of the other side."""
    return SIDES[1 - SIDES.index(side)]
