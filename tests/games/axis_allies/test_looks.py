"""What the sheets and prompts tell: hits in their slots, who is stranded and why, what a ship can take aboard."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games.axis_allies.game import make
from ironbottom.kernel.presenter import faceless
from ironbottom.kernel.step import CHANCE, OBSERVER

GAME = make()


def sheet(s: Any, side: int = 0) -> Any:
    """The sheet that a side sees."""
    return GAME.picture(GAME.view(s, side), side)["sheets"][0]


def says(s: Any, side: int = 0) -> str:
    return GAME.prompt(GAME.view(s, side), side)["text"]


def test_each_hit_is_told_at_its_slot() -> None:
    """C8, C12, C13: on the slot's own type, on another, on armour, on nobody."""
    s = GAME.place({"step": "C2", "first": "axis", "axis": {"I": ["CRU", "BAT", "DST*5"]},
                    "allies": {"I": ["DST*2", "BAT", "TRN"]}})
    s = GAME.apply(s, 0, ("fight", "I"))
    for die in (1, 1, 1, 2, 1, 6, 1, 1, 1, 1):
        s = GAME.apply(s, CHANCE, ("die", die))
    dice = sheet(s)["sums"][0]["dice"]
    assert [die.get("result") for die in dice] == [
        "lost", "→ destroyer lost", "armour", "→ battleship damaged", "lost", None, "→ battleship lost",
        "nobody left", "nobody left", "nobody left"]
    assert [die["slot"] for die in dice[:2]] == ["1: destroyer", "2: cruiser"]


@pytest.mark.parametrize(("axis", "fields", "note"), [
    ({"D": ["FTR"]}, {}, "No airfield, carrier or base of its own is within 2 zones."),
    ({"G": ["FTR"], "NGE": ["FTR*2"]}, {"NGE": ["axis"]}, ""),
    ({"G": ["FTR"]}, {"NGE": ["axis damaged"]}, "Within 2 zones there is only a damaged airfield: New Georgia."),
])
def test_who_is_stranded_and_why(axis: dict[str, Any], fields: dict[str, Any], note: str) -> None:
    """R7..R10: the reason; a place that others still want is no reason yet."""
    s = GAME.place({"step": "R2", "first": "axis", "axis": {"RAB": ["BOM"], **axis}, "airfields": fields})
    told = {field["id"]: field for field in sheet(s)["fields"]}
    first = next(iter(axis))
    assert told[f"fly.{first}.FTR"].get("note", "") == note


@pytest.mark.parametrize(("ships", "asked"), [(["PTB"], "PT boats"), (["DST", "PTB"], "destroyers")])
def test_where_only_pt_boats_can_move_these_are_asked_for(ships: list[str], asked: str) -> None:
    """O9: they move with the destroyers."""
    s = GAME.place({"step": "M5", "first": "allies", "allies": {"J": ships}, "options": {
        "advantages": "chosen", "axis_night_fighting": "1", "allies_pt_boats": "1"}})
    assert says(s, 1).startswith(f"Move your {asked}, or be done.")


def test_full_places_are_named_and_losses_foretold() -> None:
    """R9, A6: three fighters and two places: one will be lost, whichever; when the places are taken, it is said."""
    s = GAME.place({"step": "R2", "first": "axis", "axis": {"G": ["FTR"], "NGE": ["FTR*2"], "RAB": ["BOM"]},
                    "airfields": {"NGE": ["axis"]}})
    assert sheet(s)["blocks"] == ["There are too few places: 1 aircraft at least will be lost."]
    s = GAME.apply(s, 0, ("take", "NGE", "FTR"))
    s = GAME.apply(s, 0, ("land", "NGE", 2))
    told = {field["id"]: field for field in sheet(s)["fields"]}
    assert told["fly.G.FTR"]["value"] == "stranded"
    assert told["fly.G.FTR"]["note"] == "What is within 2 zones is full: New Georgia."


def test_a_carrier_is_offered_fighters() -> None:
    """U5, R18: its sheet counts the fighters of the base, not what it cannot carry."""
    s = GAME.place({"step": "R4a", "first": "axis", "axis": {"L": ["CAR"], "RAB": ["FTR*3", "INF*2", "SUP"]}})
    s = GAME.apply(GAME.apply(s, 0, ("done",)), 0, ("take", "L", "CAR"))
    assert [field["value"] for field in sheet(s)["fields"]] == ["nothing yet", "3 fighters"]
    assert "take fighters aboard" in says(s)


def test_submarines_go_one_at_a_time() -> None:
    """M14: the prompt speaks of one, and of no loading."""
    s = GAME.place({"step": "M6", "first": "axis", "axis": {"I": ["SUB*2"]}, "allies": {"J": ["DST"]}})
    s = GAME.apply(s, 0, ("take", "I", "SUB"))
    assert says(s) == "1 submarine in hand in zone I: go to a neighbouring zone, or stay. Then it may attack."


def test_orders_are_drawn_for_their_writer_alone() -> None:
    """O11: as arrows; the other side sees none."""
    s = GAME.place({"options": {"hidden_movement": True}, "step": "H2", "axis": {"F": ["BAT"]},
                    "allies": {"G": ["BAT"]}})
    s = GAME.apply(GAME.apply(s, 0, ("take", "F", "BAT")), 0, ("go", "G", 1))
    mine, other = (GAME.picture(GAME.view(s, side), side).get("routes", []) for side in (0, 1))
    assert [[stop["space"] for stop in route["stops"]] for route in mine] == [["F", "G"]]
    assert other == []


def test_the_token_lies_with_the_first_player() -> None:
    """S1, R35: on the rim of his card, whose name and points it leaves to be read."""
    shapes = {space["id"]: space["shape"] for space in GAME.board("campaign")["spaces"]}
    for first, base in (("axis", "RAB"), ("allies", "NCA")):
        s = GAME.place({"step": "M1", "first": first, "axis": {"A": ["TRN"]}, "allies": {"J": ["TRN"]}})
        pieces = GAME.picture(GAME.view(s, 0), 0)["pieces"]
        (token,) = (piece for piece in pieces if piece["face"].endswith(".first"))
        assert token["place"] == base
        assert token["at"][0] + 10 < shapes[base]["rect"][0] + 12, "the name begins there"


def test_the_end_is_told_with_both_totals() -> None:
    """R33."""
    s = GAME.place({"step": "R5", "first": "axis", "points": {"axis": 14, "allies": 15},
                    "airfields": {"NGE": ["axis", "axis"], "GUA": ["allies"]}})
    assert s.result is None, "16 to 16: the game goes on"
    s = GAME.place({"step": "R5", "first": "axis", "points": {"axis": 14, "allies": 15},
                    "airfields": {"NGE": ["axis", "axis"], "BOU": ["axis"], "GUA": ["allies"]}})
    assert GAME.picture(GAME.view(s, 0), 0)["ending"]["text"] == "The Axis wins by 17 points to 16"


def in_hand(s: Any) -> list[str]:
    """The pieces that are lifted."""
    return [piece["name"] for piece in GAME.picture(GAME.view(s, 0), 0)["pieces"] if piece.get("picked")]


def test_aircraft_that_have_landed_stand_apart_from_those_that_must() -> None:
    """R7, R23: else a pile would hide the one that is still to be clicked."""
    s = GAME.place({"step": "R2", "first": "axis", "axis": {"RAB": ["FTR*3"], "B": ["CAR"]}})
    s = GAME.apply(GAME.apply(s, 0, ("take", "RAB", "FTR")), 0, ("land", "RAB", 2))
    pieces = GAME.picture(GAME.view(s, 0), 0)["pieces"]
    assert sorted(piece["state"] for piece in pieces if piece["name"] == "fighter") == ["moved", "moved", "ready"]


def test_what_is_in_hand_is_lifted() -> None:
    """M13, C19: fighters off their carriers with those in the air; of cargo the item, not its ship."""
    s = GAME.place({"step": "M8", "first": "axis", "axis": {"I": ["CAR+FTR+FTR", "CAR+FTR", "FTR", "DST+INF"]}})
    assert in_hand(GAME.apply(s, 0, ("take", "I", "FTR"))) == ["fighter"] * 4
    s = GAME.place({"step": "C3", "first": "axis", "axis": {"I": ["TRN+INF+SUP*2"]}})
    assert in_hand(GAME.apply(s, 0, ("take", "I", "TRN+INF+SUP", "SUP"))) == ["supply token"] * 2


def test_every_step_and_event_has_a_face() -> None:
    assert faceless(GAME.types) == []


def test_a_token_is_told_with_all_that_it_names() -> None:
    """O2, O4: the kind of target of a Command Decision in the log; what is in force stands on the board."""
    s = GAME.place({"options": {"advantages": "all"}, "step": "C0", "first": "axis",
                    "axis": {"J": ["DST", "FTR"]}, "allies": {"J": ["TRN*2", "FTR"]}})
    said, marked = set(), set()
    for kind in ("air", "sea"):
        after = GAME.apply(s, 0, ("play", "command_decision", "J", kind))
        played = next(seen for seen in after.news if seen.called() == "token")
        line = GAME.line(played, 1)
        assert line is not None
        said.add(line["text"])
        marked |= {mark["text"] for mark in GAME.picture(GAME.view(after, 1), 1)["marks"] if mark["space"] == "J"}
    assert said == {f"Axis play Command Decision on zone J: {what}" for what in ("aircraft", "ships")}
    assert marked == {f"Command Decision: {what}" for what in ("aircraft", "ships")}
    s = GAME.place({"step": "C2", "first": "axis", "axis": {"J": ["DST"]}, "allies": {"J": ["TRN"]},
                    "effects": [["night_fighting", "J"]]})
    assert "Night Fighting" in [mark["text"] for mark in GAME.picture(GAME.view(s, 1), 1)["marks"]]


def test_an_amphibious_assault_names_what_landed() -> None:
    """O8: artillery as artillery; what stood there before is not in it."""
    s = GAME.place({"options": {"advantages": "all"}, "step": "C3", "first": "allies", "axis": {"SIS": ["INF*3"]},
                    "allies": {"H": ["TRN+INF+ART"], "SIS": ["ART*2"]}})
    for action in (("take", "H", "TRN+INF+ART", "ART"), ("ashore", "SIS", 1), ("take", "H", "TRN+INF", "INF"),
                   ("ashore", "SIS", 1), ("play", "amphibious_assault", "SIS")):
        s = GAME.apply(s, 1, action)
    shot = sheet(s, 1)["sums"][0]
    assert [term["text"] for term in shot["terms"]] == ["1 infantry", "1 artillery"]
    assert shot["total"] == "2"


def test_a_purchase_says_what_each_type_is_worth() -> None:
    """R16, C3, M15: its cost, the dice that it has, and what it does beside; no row of noughts."""
    s = GAME.place({"step": "R4a", "first": "axis", "axis": {"RAB": ["SUP*3"]}})
    (sheet,) = (one for one in GAME.picture(GAME.view(s, 0), 0)["sheets"] if one["kind"] == "purchase")
    notes = {field["id"]: field["note"] for field in sheet["fields"]}
    assert notes["buy.CRU"] == "costs 7 · dice at aircraft 1, ships 2, land units 1"
    assert notes["buy.SUP"] == "costs 2"
    assert notes["buy.INF"] == "costs 1 · dice at land units 1"
    assert notes["buy.DST"] == "costs 5 · dice at aircraft 1, ships 1 · carries 1"
    assert notes["buy.TRN"] == "costs 2 · carries 2"
    assert notes["buy.CAR"] == "costs 7 · carries 2 fighters"
    assert notes["buy.SUB"] == "costs 4 · a torpedo each turn"


@pytest.mark.parametrize(("allies", "supply", "winners"), [(13, 0, ["axis"]), (14, 3, ["axis"]), (15, 3, None)])
def test_a_turn_that_is_decided_says_so_to_all(allies: int, supply: int, winners: list[str] | None) -> None:
    """R13, R30, R32: after Combat, where the other side's supply cannot build what it lacks."""
    s = GAME.place({"step": "R3", "first": "axis", "points": {"axis": 14, "allies": allies},
                    "axis": {"NGE": ["SUP*3"]}, "allies": {"MAL": ["INF", f"SUP*{supply}"] if supply else ["INF"]},
                    "airfields": {"BOU": ["axis"], "CHO": ["axis"]}, "control": {"MAL": "allies"}})
    found = GAME.decided(GAME.view(s, OBSERVER))
    assert (found and found["winners"]) == winners
    early = GAME.place({"step": "C1", "first": "axis", "points": {"axis": 30}, "airfields": {"BOU": ["axis"]},
                        "axis": {"I": ["FTR"]}, "allies": {"I": ["FTR"]}})
    assert GAME.decided(GAME.view(early, OBSERVER)) is None, "the other side may still score in Combat"
