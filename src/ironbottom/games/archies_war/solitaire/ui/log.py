"""How events of the solitaire game are worded: what their lines have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.games.archies_war.solitaire.rules.state import FRONTS
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Reader
from ironbottom.kernel.view import Die, Line, Loss, Term

US, JP = "american", "japanese"
RULED = {
    "nope": "american_event_1", "naval_victory": "naval_victory_extra", "fatigue": "fatigue",
    "raid_point_cruz": "raids", **dict.fromkeys(FRONTS, "front_reinforcement"),
}  # fmt: skip
"""The rows of tables whose effect a ruling decides, and its option."""


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
        thrown = reader.words.say(f"thrown.{seen.called()}", place=seen.get("front") or seen.get("box"))
        made["card"] = {"title": thrown}
        die: Die = {"value": value, "text": thrown, "side": side}
        if hit is not None:
            die["hit"] = hit
        made["dice"] = [die]
    return made


def carded(
    made: Line, result: str = "", modifiers: Sequence[Term] = (), total: int | None = None, losses: Sequence[Loss] = ()
) -> Line:
    """The line, its card completed: what was added to the die or decides what it does, what came of it, who is lost."""
    card = made["card"]
    if result:
        card["result"] = result
    if modifiers:
        card["modifiers"] = list(modifiers)
    if total is not None:
        card["total"] = str(total)
    if losses:
        card["losses"] = list(losses)
    return made


def lost(reader: Reader, side: str, box: str, n: int) -> list[Loss]:
    """So many SV of a box."""
    key = "infiltrator" if box == "infiltration" else "box"
    return [{"name": reader.words.say(f"solo.loss.{key}", box=box, n=n), "side": side}] if n else []


def called(seen: Event, reader: Reader, rule: str, side: str, table: str, row: str) -> Line:
    """The line of an event that calls a row of a table: its name and its effect, of which what a ruling decides is told
    when it comes."""
    words = reader.words
    effect = words.say(f"solo.called.{row}" if row in RULED else f"solo.effect.{table}.{row}")
    name = words.say(f"solo.{table}.{row}")
    made = worded(seen, reader, rule, side, row=name, effect=effect)
    made["effect"] = row
    if "card" not in made:
        return made
    row_of = reader.modifier("solo.row", name, rule, table=words.say(f"solo.table.{table}"), die=seen.get("die"))
    return carded(made, words.say("solo.card.called", effect=effect), [row_of])
