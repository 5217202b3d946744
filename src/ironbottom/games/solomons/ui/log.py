"""What the lines of the log share: `line.<event>` filled in, with the side, the dice and the places of the event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ironbottom.games.solomons.rules.printed import LETTERS, SIDES, data_of
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Reader
from ironbottom.kernel.view import Die, Line
from ironbottom.kernel.words import Words


def say(
    seen: Event, reader: Reader, *, key: str = "", side: int | None = None, rule: str = "",
    mark: Literal["", "turn", "phase", "battle", "loss", "end"] = "", **args: Any,
) -> Line:
    """An event in the game's words, with its fields and `args`. Its `side` (or another) and its `hex` are shown beside
    the line too, as is its `die`."""
    words = reader.words
    args = {name: seen.get(name) for name in seen.fields} | args
    side = seen.get("side", -1) if side is None else side
    hex_ = seen.get("hex", -1)
    if side >= 0:
        args |= {"side": words.say(f"side.{SIDES[side]}"), "other": words.say(f"side.{SIDES[1 - side]}")}
    if hex_ >= 0:
        args["hex"] = LETTERS[hex_]
    die = seen.get("die")
    text = words.say(f"line.{key or seen.called()}", **args)
    made: Line = {"kind": seen.called(), "text": text[:1].upper() + text[1:]}
    if side >= 0:
        made["side"] = SIDES[side]
    if hex_ >= 0:
        made["spaces"] = [LETTERS[hex_]]
    if die is not None:
        rolled: Die = {"value": die, "text": words.say(f"die.{seen.called()}")}
        made["dice"] = [rolled]
    if rule:
        made["rule"] = rule
    if mark:
        made["mark"] = mark
    return made


def alone(made: Line) -> Line:
    """A line that only its own side reads."""
    made["private"] = True
    return made


def ship(reader: Reader, key: str) -> str:
    """A unit by its name and designation."""
    row = data_of(reader.game.correction)["units"][key]
    named = f"{row['name']} ({key[2:]})"
    # groups of both sides have the same names
    return named if row["capital"] else reader.words.say(f"points.of_{row['side']}", name=named)


def ships(reader: Reader, keys: tuple[str, ...]) -> list[str]:
    """Units by their names."""
    return [ship(reader, key) for key in keys]


def amounts(words: Words, **counts: int) -> list[str]:
    """What there is of those points or ships, in words."""
    return [words.say(f"points.{key}", n=n) for key, n in counts.items() if n]


def holds(reader: Reader, rows: tuple[tuple[str, int, int], ...]) -> list[str]:
    """What some ships carry: ship, ground points, Supply Points."""
    return [reader.words.say("points.aboard", unit=ship(reader, key),
                             what=reader.words.name(amounts(reader.words, ground=ground, supply=supply)))
            for key, ground, supply in rows]


def yes(reader: Reader, whether: bool) -> str:
    """Yes or no."""
    return reader.words.say("yes" if whether else "no")


def moment(reader: Reader, turn: int, segment: int) -> str:
    """What the page calls a moment of the game: the Game-Turn with its first day, or the segment."""
    return turn_label(data_of(reader.game.correction)["turns"], turn, segment, reader.words)


def turn_label(turns: Mapping[str, Any], turn: int, segment: int, words: Words) -> str:
    """The label of a moment, from the calendar of the Game-Turns."""
    _, month, day = str(turns[str(turn)]["date"]).split("-")
    return words.say("picture.segment" if segment else "picture.turn", turn=turn, segment=segment,
                     date=words.say("picture.date", day=int(day), month=words.say(f"month.{int(month)}")),
                     time=words.say("day" if segment % 2 else "night"))
