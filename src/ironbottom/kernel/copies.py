"""Copies with a name: what an owner's own copy of a game says, kept and handed on as one small TOML file.

    format = "ironbottom copy 1"
    name = "my copy, 2nd printing"
    game = "archies-war"
    data = "1f0c…"                         # the digest of the data that it was written beside
    why = "…"                              # of a copy that comes with a game

    [overlay.two_player.units.american.air_support]      # where it differs
    attack = 4
    source = "R: my copy"

    [same.two_player.units.american.inf5]                # where it says the same
    attack = 5

    [words]                                              # what its cards say, for its owner alone
    fatigue = "…"

What it says the same as holds that value: where the reconstruction becomes another one later, the copy stays as it is.
The words are the publisher's: they stand in no corrections, so no game, record or comparison holds them, and in a file
only where its owner asks for it.
A game brings copies of its own in `copies/*.toml` of its package, with `why`. One of them may say `new =
"SCENARIO"`: the page proposes it for new tables of that scenario (the fair set of reconstructed data,
`lab/calibrate.py`). One that is nothing but what an earlier
release took for printed has `released = "DIGEST"` as its `overlay`; the data of that release lie in `released/DIGEST`
of the package then (kernel/data.py).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

from ironbottom.kernel.data import LARGEST_FILE, RELEASED, load_data, parse_toml, released_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.overlay import DEEPEST, LONGEST_TEXT, MOST_VALUES, merged
from ironbottom.kernel.schema import REMOVED, SOURCE, close, listed, schema_of, short

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game

G = TypeVar("G", bound="Game[Any]")

COPY = "ironbottom copy "
FORMAT = f"{COPY}1"
LONGEST_NAME = 60
LONGEST_KEY = 120
KINDS = {"format": str, "name": str, "game": str, "data": str, "why": str, "new": str, "overlay": dict, "same": dict,
         "words": dict}
"""What a file may hold."""

Tree = dict[str, Any]
"""Values in tables, in the shape of a game's data."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What a copy of a game says. `overlay`: where it differs; `same`: where it says the same, and what; `data`: the
    digest of the data that it was written beside; `why`: of one that comes with a game, and `new`: the
    scenario for whose new tables it is proposed; `words`: what its cards say, by their effects, for its owner alone."""

    name: str
    game: str
    overlay: Tree = field(default_factory=dict)
    same: Tree = field(default_factory=dict)
    data: str = ""
    why: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    new: str = ""

    def played(self, package: str) -> Tree:
        """The corrections that a game with this copy begins with: what in it is not as printed."""
        based = {RELEASED: self.overlay[RELEASED]} if RELEASED in self.overlay else None
        return differing(merged(self.same, self.overlay), load_data(package, based))


def named(text: str) -> str:
    """The name of a copy as it is kept. Raises BadInput."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadInput(f"the name of a copy has 1 to {LONGEST_NAME} characters")
    return name


def tidy(tree: Any, what: str) -> Tree:
    """A tree from outside that holds nothing but what TOML and JSON both write. Raises BadInput, naming the place."""
    count = 0

    def look(item: Any, path: str, depth: int) -> None:
        nonlocal count
        count += 1
        if count > MOST_VALUES:
            raise BadInput(f"{what}: more than {MOST_VALUES} values and tables are more than a game has")
        if isinstance(item, (dict, list)):
            if depth > 2 * DEEPEST:
                raise BadInput(f"{path}: nested too deeply")
            if isinstance(item, list):
                for one in item:
                    look(one, path, depth + 1)
                return
            for key, one in item.items():
                if not isinstance(key, str) or not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
                    raise BadInput(f"{path}: a key has 1 to {LONGEST_KEY} characters, not {short(key)}")
                look(one, f"{path}.{key}", depth + 1)
        elif isinstance(item, str):
            if len(item) > LONGEST_TEXT or not _encodable(item):
                raise BadInput(f"{path}: a text has at most {LONGEST_TEXT} characters of Unicode")
        elif isinstance(item, float):
            if not math.isfinite(item):
                raise BadInput(f"{path}: a number was expected, not {item}")
        elif isinstance(item, int):
            if abs(item) > LARGEST_FILE:
                raise BadInput(f"{path}: a number up to {LARGEST_FILE} was expected")
        else:
            raise BadInput(f"{path}: a number, a text, true, false or a list of them was expected")

    if not isinstance(tree, dict):
        raise BadInput(f"{what}: a table was expected, not {short(tree)}")
    look(tree, what, 0)
    return tree


def private(words: Any) -> dict[str, str]:
    """An owner's words from outside, without those that say nothing. Raises BadInput, naming the place."""
    for key, text in tidy(words, "words").items():
        if not isinstance(text, str):
            raise BadInput(f"words.{key}: a text was expected, not {short(text)}")
    return {key: text.strip() for key, text in words.items() if text.strip()}


def of_cards(words: Mapping[str, str], package: str) -> Mapping[str, str]:
    """The words, if each is of a card of this game. Raises BadInput."""
    schema = schema_of(package)
    effects = schema.cards.effects if schema is not None and schema.cards is not None else ()
    for key in words:
        if not effects:
            raise BadInput(f"words.{key}: this game has no cards whose words could be kept")
        if key not in effects:
            raise BadInput(f"words: no card does {short(key)}{close(key, effects) or f'; known: {listed(effects)}'}")
    return words


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def differing(tree: Mapping[str, Any], printed: Mapping[str, Any]) -> Tree:
    """The tree without what is as printed; a source stays where a value stays."""
    found: Tree = {}
    for key, item in tree.items():
        if key == SOURCE:
            continue
        under = printed.get(key)
        if isinstance(item, Mapping) and isinstance(under, Mapping):
            if below := differing(item, under):
                found[key] = below
        elif key not in printed or type(item) is not type(under) or item != under:
            found[key] = item
    if found and SOURCE in tree:
        found[SOURCE] = tree[SOURCE]
    return found


def at(keys: Sequence[str], item: Any) -> Tree:
    """The tree that holds an item under these keys, and nothing else."""
    for key in reversed(keys):
        item = {key: item}
    return dict(item)


def values(item: Any) -> Any:
    """A table of the data as a tree: its values, without their sources."""
    return {key: values(one) for key, one in item.items() if key != SOURCE} if isinstance(item, Mapping) else item


def without(tree: Mapping[str, Any], keys: Sequence[str]) -> Tree:
    """The tree without what stands under these keys, or what it says is removed there, and without the tables that are
    empty then."""
    kept = {key: item for key, item in tree.items() if key != keys[0]}
    if len(keys) == 1 and isinstance(gone := kept.get(REMOVED), list) and keys[0] in gone:
        kept[REMOVED] = [one for one in gone if one != keys[0]]
    if keys[0] not in tree:
        return {key: item for key, item in kept.items() if key != REMOVED or item}
    item = tree[keys[0]]
    if len(keys) > 1 and isinstance(item, Mapping) and (below := without(item, keys[1:])).keys() - {SOURCE}:
        return {key: below if key == keys[0] else one for key, one in tree.items()}
    return {key: item for key, item in kept.items() if key != REMOVED or item}


# -- as a file --


def read_copy(text: str, named_as: str = "") -> Copy:
    """The copy in a text from outside. Raises BadInput with one line. `named_as`: what messages call the file."""
    what = named_as or "this file"
    data = parsed(text, what)
    if str(data.get("format")).startswith(COPY) and data["format"] != FORMAT:
        raise BadInput(f"{what} was written by another version of this program: {short(data['format'])}")
    if data.get("format") != FORMAT:
        raise BadInput(f'{what} is no copy of a game: its first line should be format = "{FORMAT}"')
    for key, item in data.items():
        if key not in KINDS:
            raise BadInput(f"{what}: there is no {short(key)}; known there: {', '.join(KINDS)}")
        if not isinstance(item, KINDS[key]):
            raise BadInput(f"{what}: {key} is a {'table' if KINDS[key] is dict else 'text'}, not {short(item)}")
    for key in ("name", "game"):
        if key not in data:
            raise BadInput(f"{what}: {key} is missing")
    for key in ("game", "data", "why", "new"):
        tidy({key: data.get(key, "")}, what)
    return Copy(
        named(data["name"]), data["game"], tidy(data.get("overlay", {}), "overlay"), tidy(data.get("same", {}), "same"),
        data.get("data", ""), data.get("why", ""), private(data.get("words", {})), data.get("new", ""),
    )  # fmt: skip


def parsed(text: str, what: str) -> Tree:
    """A TOML text from outside. Raises BadInput."""
    if len(text) > LARGEST_FILE:
        raise BadInput(f"{what} is larger than {LARGEST_FILE} characters")
    if not text.strip():
        raise BadInput(f"{what} is empty")
    if text.lstrip().startswith('{"'):
        raise BadInput(f"{what} is no copy of a game; a record of a game is brought in at the foot of the first page")
    return parse_toml(text, what)


def write_copy(copy: Copy) -> str:
    """The copy as a file; `read_copy` gives it back. Its words stand there too: whoever gives it to somebody leaves
    them out before."""
    head = {"format": FORMAT, "name": copy.name, "game": copy.game, "data": copy.data, "why": copy.why,
            "new": copy.new}  # fmt: skip
    lines = [f"{key} = {_toml(item)}" for key, item in head.items() if item]
    for name, tree in (("overlay", copy.overlay), ("same", copy.same)):
        lines += _tables(tree, (name,))
    if copy.words:
        lines += _tables(copy.words, ("words",))
    return "\n".join(lines) + "\n"


def _tables(tree: Mapping[str, Any], keys: tuple[str, ...]) -> list[str]:
    """A table and those in it, each under its own heading."""
    values = [f"{_key(key)} = {_toml(item)}" for key, item in tree.items() if not isinstance(item, Mapping)]
    lines = ["", f"[{'.'.join(map(_key, keys))}]", *values] if values or not tree else []
    for key, item in tree.items():
        if isinstance(item, Mapping):
            lines += _tables(item, (*keys, key))
    return lines


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "a").replace("-", "a").isalnum() else _toml(key)


def _toml(item: Any) -> str:
    """A value in one line. A text of JSON is one of TOML but for the one control character that JSON does not mind."""
    if isinstance(item, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_toml(one)}" for key, one in item.items()) + "}"
    if isinstance(item, list):
        return "[" + ", ".join(map(_toml, item)) + "]"
    if isinstance(item, str):
        return json.dumps(item, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(item, float):
        return repr(item)
    return json.dumps(item)


# -- those that come with a game --


@cache
def shipped(package: str) -> dict[str, Copy]:
    """The copies that a game's package brings, by the stems of their files."""
    folder = files(package) / "copies"
    if not folder.is_dir():
        return {}
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda one: one.name)
    return {file.name.removesuffix(".toml"): read_copy(file.read_text("utf-8"), file.name) for file in found}


def as_released(load: Callable[[str, Any], G], game: G, digest: str, overlay: Mapping[str, Any] | None) -> G:
    """The game with the data that it had when something of that digest began: `game`, or where its data have become
    others since, the one that is made of the data of an earlier release. Where none of them fits, it is `game`."""
    if game.digest != digest and not (overlay and RELEASED in overlay):
        for one in released_data(game.package):
            earlier = load(game.slug, {**(overlay or {}), RELEASED: one})
            if earlier.digest == digest:
                return earlier
    return game


def corrections(package: str, copy: Copy) -> Tree | None:
    """What a new game with this copy begins with; None for one that plays as printed. Raises BadInput where the game's
    schema refuses it."""
    overlay = copy.played(package)
    load_data(package, overlay, strict=True)
    return overlay or None
