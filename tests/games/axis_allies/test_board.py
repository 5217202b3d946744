"""The board is drawn from the data that the game is played by: an owner's corrections show on it, and in the words."""

from __future__ import annotations

from typing import Any

import pytest

import corrections
from ironbottom.games.axis_allies.game import AxisAllies

PRINTED = AxisAllies()


def corrected(wishes: dict[str, Any]) -> AxisAllies:
    return AxisAllies(corrections.overlay(wishes))


def space(game: AxisAllies, name: str) -> Any:
    return next(row for row in game.board("campaign")["spaces"] if row["id"] == name)


def links(game: AxisAllies, name: str) -> dict[str, str]:
    return {link["to"]: link["kind"] for link in space(game, name)["links"]}


def signs(game: AxisAllies) -> int:
    return game.chart("campaign", "chart").count("l17.6 17.6")


def test_a_closed_border_is_drawn_closed_and_an_opened_one_open() -> None:
    """M1, M4."""
    assert (links(PRINTED, "C")["F"], signs(PRINTED)) == ("open", 1)
    closed = corrected({"map.border.C-F.way": "closed"})
    assert (links(closed, "C")["F"], signs(closed)) == ("closed", 2)
    opened = corrected({"map.border.D-H.way": "open"})
    assert (links(opened, "D")["H"], signs(opened)) == ("open", 0)
    s = closed.place({"step": "M2", "axis": {"C": ["BAT"]}})
    s = closed.apply(s, 0, ("take", "C", "BAT"))
    refusal = closed.why_not(s, 0, ("go", "F", 1))
    assert refusal is not None
    assert closed.refusal(refusal) == "The border between zone C and zone F is closed."


def test_a_border_more_is_drawn() -> None:
    """M1: a lane between zones, a shore by its link."""
    more = corrected({"map.border.G-I.way": "open", "map.border.G-I.source": "R: my copy",
                      "map.border.E-NGE.way": "open", "map.border.E-NGE.source": "R: my copy"})
    assert links(more, "G")["I"] == "open"
    assert links(more, "NGE")["E"] == "shore"
    assert 'stroke-dasharray="2 7"' in more.chart("campaign", "chart")
    assert 'stroke-dasharray="2 7"' not in PRINTED.chart("campaign", "chart")


def test_a_deployment_number_is_what_is_charged() -> None:
    """R21."""
    game = corrected({"map.space.E.deploy.number": 1, "map.space.F.deploy.side": "axis",
                      "map.space.F.deploy.number": 7})
    assert "deployment number 1 of the Axis" in space(game, "E")["facts"]
    assert "deployment number 7 of the Axis" in space(game, "F")["facts"]
    assert game.chart("campaign", "chart").count(">7</text>") > PRINTED.chart("campaign", "chart").count(">7</text>")
    assert game.setup("campaign").printed.deploy[0][5] == 7


@pytest.mark.parametrize(("island", "room"), [("CHO", 3), ("GUA", 1), ("MAL", 0)])
def test_as_many_places_for_airfields_as_there_is_room(island: str, room: int) -> None:
    """R14: drawn, told, and each airfield on a place of its own."""
    plan = 'stroke-dasharray="3 2.2"'
    game = corrected({f"map.space.{island}.airfields": room})
    assert f"room for {room} airfield" in space(game, island)["facts"][0]
    before = int(PRINTED.data["map"]["space"][island]["airfields"])
    drawn = [one.chart("campaign", "chart").count(plan) for one in (game, PRINTED)]
    assert drawn[0] - drawn[1] == room - before
    s = game.place({"step": "R5", "airfields": {island: ["axis"] * room}})
    pieces = [tuple(piece["at"]) for piece in game.picture(s, 0)["pieces"] if piece["name"] == "Airfield"]
    assert len(set(pieces)) == room


def test_the_track_is_as_long_as_the_points_to_win() -> None:
    """R32."""
    game = corrected({"units.numbers.victory_points_to_win": 20})
    assert space(game, "points.20")["kind"] == "cell"
    assert "20 win at the end of a turn" in game.chart("campaign", "chart")
    s = game.place({"step": "R5", "points": {"axis": 18}})
    assert game.picture(s, 0)["tracks"][0]["markers"][0]["at"] == 18


def test_names_are_the_owners() -> None:
    """On the board, in prompts, on counters, in refusals."""
    game = corrected({"map.space.GUA.name": "Cactus", "units.unit.DST.name": "tin can",
                      "advantages.token.pt_boats.name": "Mosquito fleet"})
    assert space(game, "GUA")["name"] == "Cactus"
    assert "CACTUS" in game.chart("campaign", "chart")
    s = game.place({"step": "C3", "first": "axis", "axis": {"H": ["DST+INF"], "GUA": ["INF"]}})
    s = game.apply(s, 0, ("take", "H", "DST+INF", "INF"))
    assert "Put ashore on Cactus" in [game.choice(s, 0, action)["label"] for action in game.legal(s, 0)]
    assert "tin can with 1 infantry" in [piece["name"] for piece in game.picture(s, 0)["pieces"]]
    assert game.words.name("pt_boats") == "Mosquito fleet"
    assert PRINTED.words.name("GUA") == "Guadalcanal"


def test_numbers_are_told_as_they_are() -> None:
    """R9, R13, R19, U6: in prompts and refusals, on the board, in the log."""
    game = corrected({"units.numbers.airfield_build_supply": 2, "units.numbers.ship_repair_supply": 3,
                      "units.numbers.airfield_capacity": 4, "units.numbers.capital_ship_vp": 2})
    s = game.place({"step": "R3", "first": "axis", "axis": {"CHO": ["SUP*2", "INF"]}, "control": {"CHO": "axis"}})
    assert game.prompt(s, 0)["text"].startswith("Build an airfield for 2 supply tokens, or be done")
    assert "3 supply at the base" in space(game, "RAB_DMG")["facts"][0]
    s = game.place({"step": "R2", "first": "axis", "airfields": {"GUA": ["axis"]}, "axis": {"GUA": ["FTR*5"]}})
    s = game.apply(game.apply(s, 0, ("take", "GUA", "FTR")), 0, ("land", "GUA", 4))
    fields = game.picture(s, 0)["sheets"][0]["fields"] if s.stack else []
    assert all(field["id"] != "place.GUA" for field in fields)


def test_a_printed_set_up_can_be_entered() -> None:
    """S1..S5: types, spaces, airfields and carriers that the released set-up does not have there."""
    wishes = {
        "setup.units.axis.SIS.AAG": 2, "setup.units.axis.F.CAR": 1, "setup.units.axis.F.FTR": 2,
        "setup.airfields.NGE": "axis", "setup.units.axis.NGE.BOM": 1, "setup.units.allies.I.SUB": 3,
    }
    corrections.check_taken("axis-allies", {**wishes})
    s = corrected(wishes).setup("campaign")
    assert s.printed.slots
    facts = PRINTED.facts(s)
    assert facts["at"]["axis"]["SIS"].count("AAG") == 2
    assert "CAR+FTR+FTR" in facts["at"]["axis"]["F"]
    assert facts["airfields"]["NGE"] == ["axis"]
    assert facts["at"]["allies"]["I"].count("SUB") == 3


@pytest.mark.parametrize(
    ("wishes", "line"),
    [
        ({"map.border.G-ZZ.way": "open"}, "it lies between two different spaces"),
        ({"map.border.F-C.way": "open"}, "stands there once"),
        ({"map.space.F.deploy.number": 3}, "map.space.F.deploy: side is missing"),
        ({"setup.units.axis.QQQ.INF": 3}, "setup.units.axis"),
        ({"setup.units.axis.A.INF": 3}, "INF cannot begin there; ships can"),
        ({"setup.airfields.QQQ": "axis"}, "setup.airfields"),
        ({"units.unit.ZEP.cost": 3}, "there is no units.unit.ZEP"),
    ],
)
def test_what_is_added_fits_too(wishes: dict[str, Any], line: str) -> None:
    assert line in corrections.refused("axis-allies", wishes)
