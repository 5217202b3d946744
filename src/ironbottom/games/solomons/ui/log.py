"""What the lines of the log share: `line.<event>` filled in, with the side, the dice and the places of the event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ironbottom.games.solomons.rules.printed import LETTERS, SIDES, data_of
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Reader
from ironbottom.kernel.view import Card, Die, Line, Loss, Point, Round, Term
from ironbottom.kernel.words import Words

RATIOS = frozenset(("surface", "air_naval", "ground"))
"""The tables whose columns are ratios in halves."""


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


def carded(
    made: Line, reader: Reader, *modifiers: Term, total: str = "", result: str = "", losses: Sequence[Loss] = (),
    rounds: Sequence[Round] = (), follows: str = "",
) -> Line:
    """The line with the card of its die: what it was thrown for is `thrown.<event>`."""
    card: Card = {"title": reader.words.say(f"thrown.{made['kind']}", place="".join(made.get("spaces", ())))}
    if modifiers:
        card["modifiers"] = list(modifiers)
    if total:
        card["total"] = total
    if result:
        card["result"] = result
    if losses:
        card["losses"] = list(losses)
    if rounds:
        card["rounds"] = list(rounds)
    if follows:
        card["follows"] = follows
    return made | {"card": card}


def column(reader: Reader, table: str, strength: int) -> str:
    """The column of a table that a strength, or a ratio in halves, is in, in words."""
    columns = data_of(reader.game.correction)["tables"][table]["columns"]
    n = sum(low <= strength for low in columns)
    if not n:
        return reader.words.say("column.none")
    return named_column(reader, table, n - 1)


def named_column(reader: Reader, table: str, n: int) -> str:
    """A column of a table, from 0, in words: odds, or from which strength to which."""
    columns = data_of(reader.game.correction)["tables"][table]["columns"]
    if table in RATIOS:
        return reader.words.say("column.odds", odds=f"{columns[n] / 2:g}")
    last = n + 1 == len(columns)
    return reader.words.say("column.top" if last else "column.range", low=columns[n],
                            high=columns[n] if last else columns[n + 1] - 1)


def needed(reader: Reader, roll: str, rule: str) -> Term:
    """The results of a die that bring what it is thrown for."""
    dice = data_of(reader.game.correction)["params"]["rolls"][roll]
    return reader.modifier(f"needed_{roll}", ", ".join(map(str, dice)), rule)


def scored(made: Line, reader: Reader, side: int, key: str, n: int = 1, text: str = "") -> Line:
    """The line with the Victory Points that a side wins by so many losses of a kind, which `text` names,
    or the line itself."""
    worth = int(data_of(reader.game.correction)["params"]["victory"].get(key, 0)) * n
    won: Point = {"side": SIDES[side], "n": worth, "text": text or made["text"].rstrip("."), "rule": "RS-200"}
    return made | {"points": [won]} if worth else made


def alone(made: Line) -> Line:
    """A line that only its own side reads."""
    made["private"] = True
    return made


def ship(reader: Reader, key: str) -> str:
    """A unit by its name and designation."""
    row, named = data_of(reader.game.correction)["units"][key], plain_name(reader, key)
    # groups of both sides have the same names
    return named if row["capital"] else reader.words.say(f"points.of_{row['side']}", name=named)


def plain_name(reader: Reader, key: str) -> str:
    """A unit by its name and designation, where its side stands beside it."""
    return f"{data_of(reader.game.correction)['units'][key]['name']} ({key[2:]})"


def lost_ship(reader: Reader, side: int, key: str, fate: str) -> Loss:
    """A ship that was sunk or crippled, by name."""
    return reader.loss(side, plain_name(reader, key), reader.words.say(f"loss.{fate}"), f"{SIDES[side]}.{key}")


def ships(reader: Reader, keys: tuple[str, ...]) -> list[str]:
    """Units by their names."""
    return [ship(reader, key) for key in keys]


def gathered(reader: Reader, keys: Sequence[str]) -> list[str]:
    """Units of one side by their names; those that have a name in common and a number together: where 24 ships come,
    each by its whole name is more than anybody reads."""
    rows, found = data_of(reader.game.correction)["units"], dict[str, list[tuple[int, str]]]()
    for key in keys:
        stem, _, number = rows[key]["name"].rpartition(" ")
        family = stem if number.isdecimal() else ""
        found.setdefault(family or key, []).append((int(number) if family else 0, key))
    return [reader.words.say("points.numbered", name=family, numbers=runs(sorted(n for n, _ in of)))
            if len(of) > 1 else plain_name(reader, of[0][1]) for family, of in found.items()]


def runs(numbers: Sequence[int]) -> list[str]:
    """Numbers in order, three and more in a row as a range."""
    found: list[list[int]] = []
    for n in numbers:
        if found and n == found[-1][-1] + 1:
            found[-1].append(n)
        else:
            found.append([n])
    return [text for row in found
            for text in ([f"{row[0]}–{row[-1]}"] if len(row) > 2 else [str(n) for n in row])]


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
