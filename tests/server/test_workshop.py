"""What the workshop is told: data with their kinds, how a board looks with corrections, games that try them."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel.data import load_data
from ironbottom.kernel.schema import child, schema_of, walk
from ironbottom.kernel.workshop import described
from ironbottom.lab.match import Fixture, play_fixture
from ironbottom.server.workshop import Trial, begin, look, plain, ways_of


class Rules:
    def rules(self, slug: str) -> list[dict[str, str]]:
        return []


def at(data: Any, keys: Any) -> Any:
    for key in keys:
        data = data[key]
    return data


@pytest.mark.parametrize("slug", games.slugs())
def test_each_thing_on_a_board_is_a_datum_and_each_kind_is_told(slug: str) -> None:
    game = games.load(slug)
    data, schema = load_data(game.package), schema_of(game.package)
    assert schema is not None
    reached: set[tuple[str, ...]] = set()
    for scenario in (one for one in game.scenarios if not one.of):
        plan = game.workshop(scenario.id, data)
        names = [thing["id"] for thing in plan["things"]]
        assert len(set(names)) == len(names)
        faces = game.faces(scenario.id)
        for thing in plan["things"]:
            for keys in thing["data"]:
                at(data, keys)
                reached.add(tuple(map(str, keys)))
            for keys in thing.get("paint", {}).values():
                assert reduce(child, map(str, keys), schema) is not None, "what is not there yet may be painted too"
                reached.add(tuple(map(str, keys)))
            assert not thing.get("face") or f'id="face-{thing["face"]}"' in faces, thing["name"]
        things = set(names)
        assert all(end in things for thing in plan["things"] for end in thing.get("ends", []))
        assert all(holder["space"] in things for holder in plan["holders"])
        for layer in (brush["layer"] for brush in plan["brushes"] if "layer" in brush):
            assert any(layer in thing.get("paint", {}) for thing in plan["things"])
    parts = {"unit", "hexside", "link", "card"}
    for datum in walk(schema, data):
        if datum.part in parts:
            there = any(datum.keys[: len(keys)] == keys or keys[: len(datum.keys)] == datum.keys for keys in reached)
            assert there, datum.path
    kinds = described(schema)["kinds"]
    assert not [kind for kind in kinds if kind["k"] == "other"]


@pytest.mark.parametrize("slug", games.slugs())
def test_the_page_begins_with_the_printed_data(slug: str) -> None:
    found = begin(Rules(), slug)  # type: ignore[arg-type]
    assert plain(load_data(games.load(slug).package)) == found["data"]


def test_it_is_known_which_scenarios_the_set_up_of_the_data_does_not_matter_to() -> None:
    own = {row["id"] for slug in games.slugs() for row in begin(Rules(), slug)["scenarios"] if row["own"]}  # type: ignore[arg-type]
    assert own == {"alligator-creek", "bloody-ridge", "edsons-ridge", "october-coast", "october", "middle-islands",
                   "end-of-november", "october-night", "last-transports"}


def asked(overlay: Any, **more: Any) -> dict[str, Any]:
    question = {"game": "archies-war", "scenario": "two-player", "theme": "chart", "have": {}, "whole": True}
    return look(question | {"overlay": overlay} | more)


def test_a_board_is_drawn_with_corrections_and_only_what_changed_is_sent() -> None:
    first = asked(None)
    have = {key: first[key]["tag"] for key in ("plan", "chart", "faces")}
    other = asked({"two_player": {"locations": {"koli_point": {"kind": "land"}}}}, have=have)
    assert other["faults"] == []
    assert "text" in other["chart"]
    assert "text" not in other["faces"]
    assert other["data"]["two_player"]["locations"]["koli_point"]["kind"] == "land"


def test_what_cannot_be_is_told_in_a_line_and_not_drawn() -> None:
    wrong = asked({"two_player": {"locations": {"koli_point": {"kind": "swamp"}}}})
    assert len(wrong["faults"]) == 1
    assert wrong["faults"][0].startswith("two_player.locations.koli_point.kind: 'swamp' is not one of beach, land")
    assert "chart" not in wrong
    lost = asked({"two_player": {"no_such": 1}})
    assert "there is no two_player.no_such" in lost["faults"][0]


def test_a_faulty_copy_is_opened_as_far_as_it_can_be_read() -> None:
    units = {"inf5": {"attack": "?", "defence": 3}, "inf4": {"attack": 99}}
    wrong = asked({"two_player": {"units": {"american": units}}})
    assert len(wrong["faults"]) == 2
    read = wrong["data"]["two_player"]["units"]["american"]
    assert (read["inf5"]["attack"], read["inf5"]["defence"], read["inf4"]["attack"]) == (5, 3, 99)


def test_games_are_tried_with_corrections() -> None:
    overlay = {"two_player": {"track": {"turns": 1, "attrition": {"turns": []}}}}
    tried = [
        play_fixture(Fixture("archies-war", "two-player", (), ("random", "random"), "workshop/0", overlay=wanted))
        for wanted in (overlay, None)
    ]
    assert tried[0].decisions < tried[1].decisions
    spoilt = replace(tried[0], reason="held", illegal=(1, 0))
    told = Trial("archies-war", "random", 2, ("american", "japanese"), ways_of("archies-war"), [spoilt]).told()
    assert (told["refused"], told["reasons"]) == (1, {"the Americans held Henderson Field to the end": 1})
