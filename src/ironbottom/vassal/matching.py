"""What a module says beside what a game's data say: which piece is which counter, and what its owner might take over.

Everything here is a suggestion. Pieces are matched by name, and where two fit equally well none is taken; a value is
suggested where a property of the piece is called like the datum, and fits its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NotRequired, TypedDict

from ironbottom.kernel.schema import Choice, Kind, Named, Number, Reference, Schema, child, keys_at
from ironbottom.kernel.workshop import Keys, Plan, Thing
from ironbottom.vassal.module import Module, Piece, Sheet

NEAR = 0.72
"""How alike two names are at least that are taken for one, of 1."""
MOST_ANCHORS = 400
"""Places of a board that are told, for its picture to be laid under ours."""

CALLED: Mapping[str, tuple[str, ...]] = {
    "combat": ("combat factor", "combat strength", "cf", "cs", "strength", "factor", "attack"),
    "attack": ("attack factor", "attack strength", "af", "offense", "combat"),
    "defence": ("defense", "defense factor", "defence factor", "defense strength", "df"),
    "defense": ("defence", "defense factor", "defence factor", "defense strength", "df"),
    "move": ("movement", "movement factor", "movement allowance", "movement points", "mf", "ma", "mp", "speed"),
    "movement": ("move", "movement factor", "movement allowance", "movement points", "mf", "ma", "mp", "speed"),
    "range": ("rng", "artillery range", "range factor"),
    "steps": ("step", "strength steps", "step count"),
    "arrival": ("turn", "arrives", "arrival turn", "entry turn", "enters", "reinforcement", "reinforcement turn"),
    "turn": ("arrival", "arrives", "arrival turn", "entry turn", "enters", "reinforcement turn"),
}
"""What modules call a datum, besides by its own name."""

SHORT = {
    "bn": "battalion", "bat": "battalion", "regt": "regiment", "rgt": "regiment", "inf": "infantry", "art": "artillery",
    "arty": "artillery", "eng": "engineer", "engineers": "engineer", "mar": "marines", "marine": "marines",
    "usmc": "marines", "def": "defense", "defence": "defense", "1st": "1", "2nd": "2", "3rd": "3", "4th": "4",
    "div": "division", "bde": "brigade", "co": "company", "para": "parachute", "pzr": "tank", "armor": "tank",
}  # fmt: skip


class Suggested(TypedDict):
    """A value that the owner might take over: the piece's number, and the property that says so."""

    keys: Keys
    value: Any
    printed: Any
    piece: int
    why: str
    same: NotRequired[bool]
    """Whether it is what the data say already: his copy says the same."""


class Stood(TypedDict):
    """Where a set-up puts a piece: `said` is the module's name of the place, `space` ours ("": not known)."""

    piece: int
    said: str
    space: str


def found_in(module: Module, schema: Schema, data: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """All that a module says, beside a game's data, its schema and the plan of its board."""
    things = [thing for thing in plan["things"] if thing["kind"] == "counter"]
    matched = match(module.pieces, things)
    spaces = _spaces(plan)
    known = {piece.gpid: number for number, piece in enumerate(module.pieces) if piece.gpid}
    by_name = {piece.own: number for number, piece in enumerate(module.pieces)}

    def number_of(piece: Piece) -> int:
        return known.get(piece.gpid, by_name.get(piece.own, -1))

    return {
        "name": module.name, "version": module.version,
        "pieces": [
            {"name": piece.name, "images": list(piece.images), "properties": dict(piece.properties),
             "thing": matched.get(number, "")}
            for number, piece in enumerate(module.pieces)
        ],
        "changes": list(_changes(module, matched, things, schema, data)),
        "setups": [
            {"name": name, "standing": [
                Stood(piece=number_of(one.piece), said=one.place, space=spaces.get(plain(one.place), ""))
                for one in standing if number_of(one.piece) >= 0
            ]}
            for name, standing in module.setups
        ],
        "boards": [_board(sheet, spaces) for sheet in module.boards],
    }  # fmt: skip


# --- names ------------------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """A name without what two writers write differently: case, marks, abbreviations, zeros before a number.

    >>> plain("1st Bn., 5th Marines"), plain("Hex 0605")
    ('1 battalion 5 marines', '605')
    """
    words = re.findall(r"[a-z]+|\d+(?:st|nd|rd|th)?", text.lower())
    said = [SHORT.get(word, word) for word in words]
    said = [re.sub(r"(\d)(st|nd|rd|th)$", r"\1", word).lstrip("0") or "0" for word in said]
    return " ".join(word for word in said if word != "hex")


def alike(one: str, other: str) -> float:
    """How alike two plain names are: 1 if they are the same."""
    if one == other:
        return 1.0
    words, others = set(one.split()), set(other.split())
    figures = {word for word in words if word.isdigit()}, {word for word in others if word.isdigit()}
    if figures[0] and figures[1] and figures[0] != figures[1]:
        return 0.0  # the 1st is not the 2nd, however alike the rest is
    shared = len(words & others) / max(1, len(words | others))
    return 0.5 * shared + 0.5 * SequenceMatcher(None, one, other).ratio()


def match(pieces: Sequence[Piece], things: Sequence[Thing]) -> dict[int, str]:
    """Which counter of ours each piece is, by number: the best pairs first. Pieces of one name are one counter; two
    counters that fit a piece equally well are not told apart."""
    names: dict[str, list[int]] = {}
    for number, piece in enumerate(pieces):
        names.setdefault(plain(piece.name), []).append(number)
    said = {thing["id"]: {plain(text) for text in _texts(thing)} - {""} for thing in things}
    pairs = []
    for name in names:
        scores = sorted(
            ((max((alike(name, text) for text in texts), default=0.0), id) for id, texts in said.items()), reverse=True
        )
        if scores and scores[0][0] >= NEAR and (len(scores) < 2 or scores[0][0] > scores[1][0]):
            pairs.append((scores[0][0], name, scores[0][1]))
    found: dict[int, str] = {}
    taken: set[str] = set()
    for _, name, id in sorted(pairs, key=lambda pair: (-pair[0], pair[1])):
        if id not in taken:
            taken.add(id)
            found |= dict.fromkeys(names[name], id)
    return found


def _texts(thing: Thing) -> Iterator[str]:
    """What a counter may be called: its name, the key of its entry, its name without that."""
    yield thing["name"]
    key = str(thing["data"][0][-1]) if thing["data"] else ""
    yield key
    yield thing["name"].removeprefix(key).strip()


def _spaces(plan: Plan) -> dict[str, str]:
    """Our places by their plain names."""
    found: dict[str, str] = {}
    for thing in plan["things"]:
        if thing["kind"] in ("hex", "space", "box"):
            for text in (thing["name"], *thing["name"].split(" ", 1), thing["id"]):
                if plain(text):
                    found.setdefault(plain(text), thing["id"])
    # a hex by its number comes before a place that is called so
    found |= {plain(thing["id"]): thing["id"] for thing in plan["things"] if thing["kind"] == "hex"}
    return found


# --- values -----------------------------------------------------------------------------------------------------------


def _changes(
    module: Module, matched: Mapping[int, str], things: Sequence[Thing], schema: Schema, data: Mapping[str, Any]
) -> Iterator[Suggested]:
    by_id = {thing["id"]: thing for thing in things}
    seen: set[tuple[str | int, ...]] = set()
    for number, id in matched.items():
        keys = by_id[id]["data"][0]
        kind: Kind | Schema | None = schema
        row: Any = data
        for key in keys:
            kind, row = child(kind, str(key)), row.get(key) if isinstance(row, Mapping) else None
        if not isinstance(row, Mapping):
            continue
        for field, printed in row.items():
            below = child(kind, field)
            if below is None or (*keys, field) in seen:
                continue
            for name, text in _said(module.pieces[number], field):
                value = _value(text, below, printed, data)
                if value is None and field in ("arrival", "turn"):
                    value = _turn(text, below, module.turns, data)
                if value is not None and not below.lost(value, data):
                    seen.add((*keys, field))
                    made: Suggested = {
                        "keys": [*keys, field], "value": value, "printed": printed, "piece": number,
                        "why": f"{name} = {text}",
                    }  # fmt: skip
                    yield {**made, "same": True} if value == printed else made
                    break


def _said(piece: Piece, field: str) -> Iterator[tuple[str, str]]:
    """The properties of a piece that are called like a datum, the datum's own name first."""
    for called in (field, *CALLED.get(field, ())):
        for name, text in piece.properties.items():
            if plain(_words(name)) == plain(called):
                yield name, text


def _words(name: str) -> str:
    """A property's name in words: `CombatFactor`, `combat_factor`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ")


def _value(text: str, kind: Kind, printed: Any, data: Mapping[str, Any]) -> Any:
    """A property as a value of a datum; None where it is none."""
    text = text.strip()
    if type(printed) is int:
        found = re.fullmatch(r"\(?(-?\d{1,4})\)?", text)
        value: Any = int(found[1]) if found else None
    elif isinstance(printed, str) and len(text) <= 80:
        value = text if not kind.shape(text) and not kind.lost(text, data) else _known(text, kind, data)
    else:
        value = None
    return value if value is not None and not kind.shape(value) else None


def _known(text: str, kind: Kind, data: Mapping[str, Any]) -> str | None:
    """The name that the data know for what a module writes otherwise, of those that this datum may refer to."""
    names: Iterable[str] = ()
    if isinstance(kind, Reference):
        names = (*keys_at(data, kind.to), *kind.also)
    elif isinstance(kind, (Choice, Named)):
        names = kind.names
    return next((name for name in names if plain(name) == plain(text)), None)


def _turn(text: str, kind: Kind, tracks: Sequence[Sequence[str]], data: Mapping[str, Any]) -> int | str | None:
    """A turn that the module calls by the name on its track, by its place there; a track with as many turns as the game
    has is meant, and no list of phases."""
    names = keys_at(data, kind.to) if isinstance(kind, Reference) else ()
    most = kind.high if isinstance(kind, Number) else len(names)
    for track in tracks:
        places = [place for place, name in enumerate(track) if plain(name) == plain(text)]
        if len(track) == most and len(places) == 1:
            return names[places[0]] if names else places[0] + 1
    return None


# --- boards -----------------------------------------------------------------------------------------------------------


def _board(sheet: Sheet, spaces: Mapping[str, str]) -> dict[str, Any]:
    """A board with the pixels of those of its places that ours have too: by these its picture is laid under ours."""
    anchors: dict[str, list[float]] = {}
    if sheet.grid is not None:
        for place in sheet.grid.places(sheet.width, sheet.height):
            space = spaces.get(plain(place.name))
            if space and space not in anchors and len(anchors) < MOST_ANCHORS:
                anchors[space] = [round(place.x, 1), round(place.y, 1)]
    return {"name": sheet.name, "image": sheet.image, "width": sheet.width, "height": sheet.height, "anchors": anchors}
