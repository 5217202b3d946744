"""The events as files hold them: their names, and the names and the order of what they tell, never change."""

from __future__ import annotations

import json
from typing import Any

import pytest

import contract
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.battle_box import Rolled
from ironbottom.games.axis_allies.rules.state import TokenPlayed
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import CALLED, Event, event_of

GAME = make()
FIRST_RELEASE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("turn", {"turn": 3, "side": 1}),
    ("token", {"side": 0, "token": "quick_drop", "space": "F", "more": "BOU"}),
    ("token", {"side": 1, "token": "coast_watchers", "kind": 4}),
    ("token", {"side": 0, "token": "superior_fighters"}),
    ("sailed", {"side": 0, "kind": 4, "cargo": [9, 12], "n": 2, "start": "F", "end": "I"}),
    ("flew", {"side": 1, "kind": 7, "n": 3, "start": "GUA", "end": "H"}),
    ("released", {"side": 1, "kind": 5}),
    ("loaded", {"side": 0, "ship": 4, "zone": "L", "land": "RAB", "kind": 12}),
    ("put_back", {"side": 0, "zone": "L", "land": "RAB", "kind": 12}),
    ("torpedo", {"side": 1, "zone": "G", "kind": 2, "die": 1, "result": "ignored"}),
    ("fight", {"side": 0, "category": "sea", "space": "J"}),
    ("again", {"category": "air", "space": "H"}),
    ("rolled", {"side": 0, "target": "troops", "space": "GUA", "dice": [1, 3, 6]}),
    ("hit", {"side": 0, "space": "J", "slot": 2, "die": 1, "kind": -1, "result": "lost"}),
    ("fields_hit", {"side": 1, "land": "BOU", "hits": 3, "n": 1}),
    ("removed", {"side": 1, "space": "J", "destroyed": [0, 4], "damaged": [1]}),
    ("capital_sunk", {"side": 0, "kind": 2, "zone": "J"}),
    ("field_damaged", {"side": 0, "land": "NGE", "n": 2}),
    ("ashore", {"side": 1, "kind": 9, "n": 2, "zone": "H", "land": "GUA"}),
    ("control", {"side": 1, "land": "GUA", "axis": 2, "allies": 5}),
    ("captured", {"side": 1, "land": "GUA", "fields": 1, "supply": 2}),
    ("touched_down", {"side": 0, "kind": 8, "n": 1, "start": "H", "end": "RAB"}),
    ("stranded", {"side": 0, "space": "H", "kind": 7, "n": 2}),
    ("built", {"side": 1, "land": "GUA"}),
    ("bought", {"side": 0, "kind": 0, "n": 2}),
    ("unspent", {"side": 0, "n": 1}),
    ("repaired", {"side": 1, "kind": 1, "n": 1}),
    ("mended", {"side": 1, "land": "GUA", "n": 1}),
    ("deployed", {"side": 0, "kind": 4, "cargo": [9], "n": 1, "zone": "A", "cost": 1}),
    ("scored", {"side": 0, "n": 2, "points": 7}),
    ("won", {"side": 0, "axis": 15, "allies": 12}),
    ("revealed", {}),
)
"""What the first release stored: the name of each event, and its arguments in their order."""
LATER = ("rested", "nobody_fired")
"""Events that came later."""


@pytest.mark.parametrize(("name", "args"), FIRST_RELEASE, ids=[name for name, _ in FIRST_RELEASE])
def test_what_the_first_release_stored_is_read_and_written_as_it_was(name: str, args: dict[str, Any]) -> None:
    stored = {"is": CALLED, "kind": name, "args": [[key, item] for key, item in args.items()], "secret": [],
              "knows": [], "to": None}
    found = event_of(json.loads(json.dumps(stored)), GAME.types)
    assert type(found) in GAME.types
    assert found.to_file() == found.to_file(bare=True) == stored
    assert GAME.line(found, 0) is not None


def test_every_event_is_told_and_told_again_from_its_file() -> None:
    """Random games tell events of nearly every class; with what later releases added they come back the same, and
    without it they are what the first release stored."""
    first = {name: list(args) for name, args in FIRST_RELEASE if name != "token"}
    told: set[type] = set()
    games = ({"hidden_movement": True}, {"advantages": "all"}, {"advantages": "all"}, {}, {})
    for seed, options in enumerate(games, 1):
        for s in contract.states(GAME, "campaign", options, seed, retract=0.1):
            for seen in s.news:
                told.add(type(seen))
                assert event_of(json.loads(json.dumps(seen.to_file())), GAME.types) == seen
                if not isinstance(seen, TokenPlayed) and seen.called() not in LATER:
                    assert [key for key, _ in seen.to_file(bare=True)["args"]] == first[seen.called()]
    events = {kind for kind in GAME.types if issubclass(kind, Event) and kind.__module__.startswith(GAME.package)}
    assert {kind.file_name for kind in events - told} <= {"stranded", "again", "mended"}


def test_a_misspelt_event_is_refused() -> None:
    with pytest.raises(BadInput, match="has no field 'sped'"):
        event_of({"is": CALLED, "kind": "built", "args": [["side", 0], ["sped", 1]], "secret": []}, GAME.types)


def test_a_roll_tells_what_rolled_and_which_faces_hit() -> None:
    """C3, C5, O3: a Banzai Charge makes a 3 a hit; the dice have their sources."""
    s = GAME.place({"step": "C4", "first": "axis", "axis": {"GUA": ["INF*2", "ART"]}, "allies": {"GUA": ["INF*3"]},
                    "effects": [["banzai_charge", "GUA"]]})
    s = GAME.apply(s, 0, ("fight", "GUA"))
    while not any(isinstance(seen, Rolled) for seen in s.news):
        s = GAME.apply(s, -1, ("die", 3))
    rolled = next(seen for seen in s.news if isinstance(seen, Rolled))
    assert rolled.hits == (1, 2, 3)
    assert sum(n * each for _, _, n, each in rolled.terms) == len(rolled.dice)
    line = GAME.line(rolled, 0)
    assert line is not None
    assert all(die["hit"] for die in line["dice"])
