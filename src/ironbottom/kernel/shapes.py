"""Shapes of plain data: an example for each widget of `view.py`, and a checker for all that is declared as a TypedDict.

>>> from ironbottom.kernel.view import Marker
>>> check(Marker, {"at": "2", "name": "Turn 3"})
Traceback (most recent call last):
...
ironbottom.kernel.errors.BadInput: Marker.at: a whole number was expected
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from ironbottom.kernel.errors import BadInput

EXAMPLES: dict[str, Any] = {
    "Space": {
        "id": "koli_point", "name": "Koli Point", "kind": "area", "x": 815, "y": 355, "shape": {"r": 60},
        "arrange": "cluster", "facts": ["Beach: an attacker needs 2 more than the defence"],
        "links": [{"to": "tetere", "kind": "road"}],
    },
    "Piece": {
        "id": "american:inf5:1", "place": "koli_point", "side": "american", "face": "american.inf5",
        "name": "Infantry 5", "up": True, "values": {"strength": 5}, "state": "ready",
    },
    "Store": {"place": "henderson", "kind": "air", "name": "Air points", "amount": None, "side": "american"},
    "Mark": {"space": "koli_point", "kind": "fight", "text": "An attack is declared here"},
    "Track": {
        "id": "turn", "name": "Turn", "cells": ["1", "2", "3"], "markers": [{"at": 1, "name": "Turn 2"}],
        "notes": ["", "", "American reinforcements"], "place": "turn", "rule": "2P-11",
    },
    "Calendar": {
        "id": "arrivals", "name": "Reinforcements",
        "entries": [{"when": "Turn 3", "text": "Two blocks", "side": "american", "now": True}],
    },
    "Table": {
        "id": "banzai", "name": "Banzai", "columns": ["1", "2", "3", "4", "5", "6"],
        "rows": [["0", "1", "1", "1", "2", "2"]], "row": 0, "column": 3,
    },
    "Odds": {
        "title": "Attack on Koli Point",
        "sums": [{"name": "Attack", "side": "american", "terms": [{"text": "Infantry 5", "value": "+5",
        "rule": "2P-30"}],
                  "total": "5"}],
        "results": [{"text": "The attack succeeds", "p": 0.375, "good": "american"},
                    {"text": "The attack fails", "p": 0.625, "good": "japanese"}],
        "error": 0.0, "notes": ["Over every pair of blocks that may stand there"], "rule": "2P-33",
    },
    "Sheet": {
        "id": "fight", "kind": "battle", "title": "Combat at Koli Point", "rule": "2P-30",
        "fields": [{"id": "loss", "name": "Loss", "value": "not chosen", "choices": ["lose inf2"]}],
        "totals": [{"text": "Attack", "value": "9", "side": "american"}],
        "blocks": ["One block must be chosen as the loss"],
        "dice": [{"value": 4, "text": "Banzai", "side": "japanese", "hit": True}],
    },
    "Stage": {"id": "us_action", "name": "Actions", "state": "now", "group": "American", "side": "american",
    "rule": "2P-16"},
    "Bin": {"id": "tf1", "name": "Task Force 1", "note": "2 units", "side": "american", "items": [{
        "id": "cruiser", "face": "american.cruiser", "name": "Cruiser", "text": "4-3",
        "to": {"port": ["leave cruiser"]},
    }]},
    "Route": {"id": "tf1", "side": "american", "piece": "tf1", "stops": [{"space": "tulagi", "text": "1"},
              {"space": "koli_point", "text": "2"}]},
    "Force": {"side": "american", "group": "Casualties", "text": "Infantry 2", "count": 1, "face": "american.inf2"},
    "NextLesson": {"lesson": "attack", "title": "The attack"},
    "Coach": {
        "lesson": "march", "title": "Marching", "step": 1, "steps": 5, "good": "Well done.",
        "pages": ["All places that it can reach are lit [2P-19]."], "todo": "Move it to Taivu Point.", "astray": "",
        "state": "do", "do": ["go taivu_point tetere"], "look": ["taivu_point"], "carry": False,
        "next": {"lesson": "attack", "title": "The attack"},
    },
    "Entry": {"id": "trail", "names": ["trail", "trails"], "text": "A dashed line on the board [2P-21]."},
    "Panel": {"title": "Hold on", "text": "The Americans win by time [2P-1].", "faces": ["american.inf5"],
              "spaces": ["henderson_field"]},
    "Guide": {
        "words": [{"id": "trail", "names": ["trail", "trails"], "text": "A dashed line on the board [2P-21]."}],
        "see": {"value.strength": "What the block adds to an attack [2P-30]."}, "goals": ["10 turns held win."],
        "wins": {"american": [{"title": "Hold on", "text": "By time.", "faces": [], "spaces": ["henderson_field"]}]},
        "asks": {"Actions": "Two actions a turn [2P-16]."},
        "cited": {"RS-069": "8.6"},
    },
    "Score": {
        "name": "Victory points", "rule": "R9.4", "wins": ["61 points at the end of a turn win at once."],
        "tallies": [{"side": "american", "value": 0, "goal": 61}, {"side": "japanese", "value": 3, "goal": 61}],
        "pull": {"value": -3, "sides": ["american", "japanese"], "goal": 61, "turns": ["Turn 1", "Turn 2", "Turn 3"]},
    },
    "Card": {
        "title": "Bombardment of Henderson Field",
        "modifiers": [{"text": "Two battleships", "value": "+2", "rule": "R8.1.7"}], "total": "6",
        "result": "The field is closed.", "losses": [{"name": "Wildcats", "side": "american", "text": "3 points"}],
        "follows": "No aircraft start tomorrow.",
        "rounds": [{"title": "Kongo fires", "dice": [{"value": 4, "text": "Guns"}], "result": "A hit"}],
    },
    "Measure": {"text": "3712 to 3708: 4 hexes, hidden by the jungle in 3711", "spaces": ["3712", "3711"],
                "stop": "3711", "rule": "R8.1.4"},
    "Overlay": {
        "id": "zoc", "name": "Control zones", "shades": [{"spaces": ["3707", "3708"], "text": "2", "side": "american"}],
    },
    "Ending": {"winners": ["american"], "text": "The Americans hold to the end of turn 10", "rule": "2P-1"},
    "Prompt": {
        "text": "Choose a block to move, a special block to use, or end your actions", "sides": ["american"],
        "mine": True,
        "asks": "Actions", "rule": "2P-16", "probe": {"space": "go {space}", "piece": "take {piece}"},
        "focus": ["henderson_field"],
    },
    "Choice": {"do": "go koli_point", "label": "Attack Koli Point", "space": "koli_point", "cost": "5 v ?",
    "odds": True},
    "MacroLook": {"label": "Walk to 0805", "do": ["step 0706", "step 0805"], "space": "0805", "cost": "3",
                  "way": [{"space": "0707", "text": ""}, {"space": "0706", "text": "1"},
                          {"space": "0805", "text": "3"}]},
    "Line": {
        "kind": "moved", "text": "The Americans move 2 blocks from Henderson Field to Koli Point", "side": "american",
        "rule": "2P-17", "spaces": ["henderson_field", "koli_point"],
        "motions": [{"start": "henderson_field", "end": "koli_point", "via": [], "count": 2, "side": "american"}],
        "shown": [{"face": "american.inf5", "name": "Infantry 5", "side": "american", "space": "koli_point"}],
        "losses": [{"name": "Infantry 2", "side": "japanese"}],
    },
}
"""An example for each widget, by the name of its schema; the tests check and the page's gallery draws them."""


@cache
def keys_of(schema: Any) -> dict[str, tuple[Any, bool]]:
    """The type of each key, and whether it must be there."""
    marked = get_type_hints(schema, include_extras=True)
    plain = get_type_hints(schema)
    return {key: (plain[key], get_origin(marked[key]) is not NotRequired) for key in marked}


def check(schema: Any, data: Any, where: str = "") -> None:
    """Raise BadInput, naming the place, if the data does not fit the schema (a class of this module, or a list of
    one)."""
    if wrong := _wrong_of(schema)(data):
        raise BadInput(f"{where or getattr(schema, '__name__', str(schema))}{wrong}")


Wrong = Callable[[Any], str]
"""What is wrong with data, beginning with the place within it; nothing where it fits."""


@cache
def _wrong_of(schema: Any) -> Wrong:
    """The check of a schema, put together once: pictures are large."""
    origin = get_origin(schema)
    if schema is Any:
        return lambda data: ""
    if is_typeddict(schema):
        return _table(schema)
    if origin is list:
        return _list(schema)
    if origin is dict:
        return _dict(schema)
    if origin is Literal:
        values = get_args(schema)
        return lambda data: "" if data in values else f": {data!r} is none of {', '.join(map(repr, values))}"
    if origin in (Union, types.UnionType):
        options = [_wrong_of(option) for option in get_args(schema)]
        return lambda data: f": {data!r} does not fit" if all(option(data) for option in options) else ""
    if schema is float:
        return lambda data: "" if type(data) in (int, float) else ": a number was expected"
    if schema is int:
        return lambda data: "" if type(data) is int else ": a whole number was expected"
    if schema is type(None):
        return lambda data: "" if data is None else ": null was expected"
    return lambda data: "" if isinstance(data, schema) else f": a {schema.__name__} was expected"


def _table(schema: Any) -> Wrong:
    keys = keys_of(schema)
    required = [key for key, (_, must) in keys.items() if must]

    def wrong(data: Any) -> str:
        if not isinstance(data, dict):
            return ": a table was expected"
        for key, item in data.items():
            if key not in keys:
                return f": unknown key {key!r}"
            if found := _wrong_of(keys[key][0])(item):
                return f".{key}{found}"
        for key in required:
            if key not in data:
                return f": key {key!r} is missing"
        return ""

    return wrong


def _list(schema: Any) -> Wrong:
    (kind,) = get_args(schema)

    def wrong(data: Any) -> str:
        if not isinstance(data, list):
            return ": a list was expected"
        each = _wrong_of(kind)
        return next((f"[{number}]{found}" for number, item in enumerate(data) if (found := each(item))), "")

    return wrong


def _dict(schema: Any) -> Wrong:
    _, kind = get_args(schema)

    def wrong(data: Any) -> str:
        if not isinstance(data, dict):
            return ": a table was expected"
        each = _wrong_of(kind)
        return next((f".{key}{found}" for key, item in data.items() if (found := each(item))), "")

    return wrong
