"""How events of the solitaire game are worded: what their lines have in common."""

from __future__ import annotations

from typing import Any

from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Reader
from ironbottom.kernel.view import Die, Line

US, JP = "american", "japanese"


def worded(
    seen: Event, reader: Reader, rule: str, side: str, variant: str = "", hit: bool | None = None, of: str = US,
    **more: Any,
) -> Line:  # fmt: skip
    """The line of an event: its text (`solo.log.<event>` or its variant; "yes" and "no" for what a die hit), filled in
    from its fields and `more`; its die, and the box (`of` a side) that it is about."""
    if hit is not None:
        variant = "yes" if hit else "no"
    key = f"solo.log.{seen.called().removeprefix('solo.')}" + (f".{variant}" if variant else "")
    text = reader.words.say(key, **{name: seen.get(name) for name in seen.fields} | more)
    made: Line = {"kind": seen.called(), "text": text, "rule": rule}
    if side:
        made["side"] = side
    if box := seen.get("front") or seen.get("box"):
        made["spaces"] = [f"{of}.{box}"]
    if value := seen.get("die"):
        die: Die = {"value": value, "text": text, "side": side}
        if hit is not None:
            die["hit"] = hit
        made["dice"] = [die]
    return made


def called(seen: Event, reader: Reader, rule: str, side: str, table: str, row: str) -> Line:
    """The line of an event that calls a row of a table: its name and its effect."""
    words = reader.words
    effect = words.say(f"solo.effect.{table}.{row}")
    return worded(seen, reader, rule, side, row=words.say(f"solo.{table}.{row}"), effect=effect)
