"""Units in words, and actions as the page writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ironbottom.games.axis_allies.rules.printed import KIND, KINDS, SEAS, SIDES, SPACE
from ironbottom.games.axis_allies.rules.state import ARMOUR, DAMAGED, Ship
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.words import Words


def located(words: Words, space: str) -> str:
    """"in zone A", "on Bougainville"."""
    return words.say("place.sea" if SPACE.get(space, 0) < SEAS else "place.land", space=space)


def counted(words: Words, kinds: Mapping[int, int]) -> str:
    """"2 destroyers and 1 cruiser"."""
    return words.name([words.say(f"count.{KINDS[kind]}", n=n) for kind, n in kinds.items() if n])


def cargo_text(words: Words, cargo: Iterable[int]) -> str:
    """"2 infantry and 1 supply token"."""
    aboard = tuple(cargo)
    return counted(words, {item: aboard.count(item) for item in aboard})


def struck_ship(words: Words, side: int, result: str, cargo: Sequence[int]) -> dict[str, str]:
    """C13, C15: what a side's hit did: whose ship (or other unit) it was, what became of it, and what was aboard."""
    lost = words.say("log.with", what=cargo_text(words, cargo), what_n=len(cargo)) if cargo else ""
    return {"victim": words.say(f"of.{SIDES[1 - side]}"), "result": words.say(f"became.{result}"), "with": lost}


def ship_text(words: Words, kind: int, cargo: Sequence[int], n: int = 1) -> str:
    """"2 transports with 1 infantry and 1 supply token each"."""
    text = words.say(f"count.{KINDS[kind]}", n=n)
    if not cargo:
        return text
    return words.say("ship.with" if n == 1 else "ship.with_each", ship=text, cargo=cargo_text(words, cargo))


def ships_text(words: Words, ship: Ship, n: int = 1) -> str:
    """A group of equal ships, with what is known of their state."""
    return _marked(words, ship_text(words, ship[0], ship[1], n), ship[2])


def one_ship(words: Words, ship: Ship) -> str:
    """A ship by itself, without a number before it."""
    name = words.name(KINDS[ship[0]])
    if ship[1]:
        name = words.say("ship.with", ship=name, cargo=cargo_text(words, ship[1]))
    return _marked(words, name, ship[2])


def _marked(words: Words, text: str, marks: int) -> str:
    if marks & DAMAGED:
        return words.say("ship.damaged", ship=text)
    return words.say("ship.armour", ship=text) if marks & ARMOUR else text


def read_ship(text: str) -> Ship:
    """The ship that a notation stands for."""
    body, _, mark = text.partition("@")
    kind, *cargo = body.split("+")
    return KIND[kind], tuple(KIND[item] for item in cargo), {"armour": ARMOUR, "damaged": DAMAGED}.get(mark, 0)


def amount_of(action: Action) -> Range | None:
    """The range of an action's amount, if it has one."""
    return next((part for part in action if isinstance(part, Range)), None)


def written(action: Action) -> str:
    """The notation of an action as choices and sheets have it: `={n}` where an amount goes."""
    amount = amount_of(action)
    text = notation(action)
    return text if amount is None else text.replace(notation((amount,)), "={n}")


def spelled(action: Action) -> Action:
    """An action in which a piece of the page stands (`axis:H:TRN+INF:1`), as the rules write it."""
    verb = action[0]
    if len(action) < 2 or not isinstance(action[1], str) or action[1].count(":") < 3:
        return action
    parts = action[1].split(":")
    place, text = parts[1], parts[2]
    if verb == "take" and len(parts) > 5:
        return (verb, place, text, parts[4], *action[2:])
    if verb in ("lose", "torpedo"):
        return (verb, text, *action[2:])
    return (verb, place, text, *action[2:])
