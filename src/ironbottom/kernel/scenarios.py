"""The ways to play a game: those of its book, and short ones of ours, in the file `scenarios.toml` of its folder.

    [tenaru]
    of = "two-player"                   # the scenario of the book that it is cut from
    name = "The Tenaru"
    text = "One line about it."
    minutes = 25                        # what an evening at it takes
    rule = "IB-1"                       # the statement of `rules.toml`, in a chapter of ours, by which it is won
    aim = { turns = 4 }                 # numbers and names of that rule
    position = { ... }                  # where it begins, as `Game.place` reads it; chance steps deal what is hidden
    former = true                       # where another has taken its place: games that began with it go on by it, and
                                        # no new game is offered it; or where a lesson alone plays it

A short scenario is played by the rules, sides and options of the one that it is cut from; records, views, boards and
computers know no difference. Its setting alone holds, among the options agreed, the `aim`: the steps that ask who has
won read it there (`aim_of`), and so do the values of a computer player, and what the page tells of points. So what is
kept of the scenarios of the book is as it was.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.options import Option
from ironbottom.kernel.value import Value, value

FILE = "scenarios.toml"
_KEYS = {"of", "name", "text", "minutes", "rule", "aim", "position"}
_MORE = {"former"}
_ID = re.compile(r"[a-z][a-z0-9-]*\Z")

Aim = tuple[tuple[str, Any], ...]
"""The numbers and names of the rule by which a short scenario is won, and its statement (`rule`); hashable, as options
are."""


@value
class Scenario(Value):
    """A way to play the game: its id, name, one line about it, and the sides that need a player. A short one of ours
    says what it is cut from (`of`), how many minutes it takes, its rule, its aim and where it begins; a `former` one is
    for games that have begun with it."""

    id: str
    name: str
    text: str
    sides: tuple[int, ...]
    of: str = ""
    minutes: int = 0
    rule: str = ""
    aim: Aim = ()
    position: Any = None
    former: bool = False

    @property
    def placed(self) -> bool:
        """Whether it says itself where pieces stand, so that the set-up of the data does not matter to it."""
        wanted = self.position or {}
        return not any(wanted.get(key) is True for key in ("setup", "start")) and any(
            isinstance(item, (Mapping, list)) for item in wanted.values()
        )


def aim_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """The aim of a setting's options: {} for a scenario of the book."""
    return dict(options.get("aim", ()))


def read_scenarios(folder: Traversable, printed: tuple[Scenario, ...]) -> tuple[Scenario, ...]:
    """The scenarios of the book, then the short ones of the game's folder. Raises BadInput, naming the scenario."""
    file = folder / FILE
    if not file.is_file():
        return printed
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{FILE}: {error}") from None
    return printed + tuple(_short(key, row, printed) for key, row in data.items())


def _short(key: str, row: Any, printed: tuple[Scenario, ...]) -> Scenario:
    where = f"{FILE}, [{key}]"
    if not isinstance(row, Mapping) or set(row) - _MORE != _KEYS:
        raise BadInput(f"{where}: a table with {', '.join(sorted(_KEYS))} was expected")
    base = next((one for one in printed if one.id == row["of"]), None)
    if base is None:
        raise BadInput(f"{where}: 'of' is one of {', '.join(one.id for one in printed)}")
    if not _ID.match(key) or key in [one.id for one in printed]:
        raise BadInput(f"{where}: an id is made of small letters, numbers and -, and is no other scenario's")
    if not all(isinstance(row[part], str) and row[part] for part in ("name", "text", "rule")):
        raise BadInput(f"{where}: name, text and rule are texts")
    if type(row["minutes"]) is not int or row["minutes"] < 1:
        raise BadInput(f"{where}: minutes is a number, at least 1")
    if not all(isinstance(row[part], Mapping) for part in ("aim", "position")):
        raise BadInput(f"{where}: aim and position are tables")
    if type(row.get("former", False)) is not bool:
        raise BadInput(f"{where}: former is true or false")
    return Scenario(
        key, row["name"], row["text"], base.sides, base.id, row["minutes"], row["rule"],
        (*((name, _fixed(item)) for name, item in row["aim"].items()), ("rule", row["rule"])), dict(row["position"]),
        row.get("former", False),
    )  # fmt: skip


def _fixed(item: Any) -> Any:
    return tuple(_fixed(part) for part in item) if isinstance(item, list) else item


def played_in(options: tuple[Option, ...], scenarios: tuple[Scenario, ...]) -> tuple[Option, ...]:
    """The options, each for the short scenarios too that are cut from one of its own."""
    return tuple(
        option.replace(
            scenarios=option.scenarios + tuple(one.id for one in scenarios if one.of and one.of in option.scenarios)
        )
        for option in options
    )


def without(position: Any, gone: frozenset[str]) -> Any:
    """A position without some units, wherever they are named."""
    if isinstance(position, Mapping):
        return {key: without(item, gone) for key, item in position.items() if key not in gone}
    if isinstance(position, (list, tuple)):
        return [without(item, gone) for item in position if not (isinstance(item, str) and item in gone)]
    return position
