"""How the game looks: schema and words in random games, what is clicked, ways, sheets, what fog of war shows."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import contract
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.rules.artillery import ShipsRolled
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.henderson_field.rules.random_events import CardDrawn
from ironbottom.kernel.action import Action, parse
from ironbottom.kernel.presenter import faceless
from ironbottom.kernel.step import CHANCE, OBSERVER

GAME = make()


def after(position: dict[str, Any], *texts: str) -> Any:
    s = GAME.place(position)
    for text in texts:
        movers = GAME.to_move(s)
        s = GAME.apply(s, CHANCE if movers == (CHANCE,) else movers[0], parse(text))
    return s


def choices(s: Any, side: int) -> dict[str, Any]:
    view = GAME.view(s, side)
    return {look["do"]: look for look in (GAME.choice(view, side, action) for action in GAME.legal(view, side))}


def pieces(s: Any, side: int) -> dict[str, Any]:
    return {piece["id"]: piece for piece in GAME.picture(GAME.view(s, side), side)["pieces"]}


def test_everything_is_shown_and_worded() -> None:
    asked = Counter[str]()

    def check(s: Any, rng: random.Random) -> None:
        contract.check_looks(GAME, s)
        asked[type(s.stack[-1]).__name__ if s.stack else "over"] += 1

    contract.each(GAME, SCENARIO, range(40, 43), check, 0.03)
    assert asked["Move"] > 10
    assert len(asked) > 8


MARCH = {
    "turn": 10, "american": {"3507": ["us-7-1"], "3709": ["us-2-2", "us-1-1", "us-11-2"]},
    "japanese": {"3511": ["jp-20mt"]}, "landed": ["us-7-1"],
}  # fmt: skip


def test_every_decision_has_a_face_and_every_event_a_line() -> None:
    assert faceless(GAME.types) == []


def test_the_log_says_whether_the_ships_come() -> None:
    lines = [GAME.line(ShipsRolled(JAPANESE, die, 4), OBSERVER) for die in (3, 4)]
    assert [line and line["text"] for line in lines] == [
        "The Japanese call for ships, die 3: they do not come.", "The Japanese call for ships, die 4: they come.",
    ]  # fmt: skip


def test_a_walk_shows_its_cost_and_its_way() -> None:
    s = after(MARCH, "take us-7-1")
    looks = choices(s, AMERICAN)
    assert looks["step 3408"]["cost"] == "2", "two more for leaving the hex of landing, the road is free"
    assert looks["sea 6205"]["cost"] == "≈4"
    walks = {macro.space: macro for macro in GAME.macros(s, AMERICAN) if macro.label == "macro.walk"}
    assert [action[1] for action in walks["3411"].actions] == ["3408", "3409", "3410", "3411"]
    look = GAME.macro_look(s, AMERICAN, walks["3411"])
    assert look["cost"] == "6"
    assert [stop["text"] for stop in look["way"]] == ["", "2", "3", "4", "6"]
    for macro in walks.values():
        then = s
        for action in macro.actions:
            assert action in GAME.legal(then, AMERICAN), (macro.space, action)
            then = GAME.apply(then, AMERICAN, action)


def test_a_whole_stack_is_taken_at_once() -> None:
    s = after(MARCH, "take us-2-2")
    stack = next(macro for macro in GAME.macros(s, AMERICAN) if macro.label == "macro.stack")
    for action in stack.actions:
        s = GAME.apply(s, AMERICAN, action)
    assert {name for name, piece in pieces(s, AMERICAN).items() if piece.get("picked")} == {
        "us-2-2", "us-1-1", "us-11-2",
    }  # fmt: skip
    walks = {macro.space: macro for macro in GAME.macros(s, AMERICAN) if macro.label == "macro.walk"}
    actions: tuple[Action, ...] = max((macro.actions for macro in walks.values()), key=len)
    for action in actions:
        assert action in GAME.legal(s, AMERICAN)
        s = GAME.apply(s, AMERICAN, action)


def test_more_units_land_beside_those_that_have_landed() -> None:
    s = after({"turn": 1, "phase": "american_landing", "field": "japanese"}, "take us-1-1")
    names = {macro.piece: macro.actions for macro in GAME.macros(s, AMERICAN)}
    assert names["us-11-2"] == (("back",), ("take", "us-11-2"))
    assert "us-1-1" not in names
    s = GAME.apply(s, AMERICAN, ("land", "3607"))
    (macro,) = GAME.macros(s, AMERICAN)
    assert macro.actions == (("take", "us-1-2"), ("land", "3607"), ("take", "us-1-3"), ("land", "3607"))
    assert GAME.macro_look(s, AMERICAN, macro)["label"] == "1/2 and 1/3 to 3607 too"
    strokes = 2
    while GAME.legal(s, AMERICAN)[0][0] == "take":
        beside = GAME.macros(s, AMERICAN)
        actions: tuple[Action, ...] = beside[0].actions if beside else GAME.legal(s, AMERICAN)[:1]
        for action in actions:
            assert action in GAME.legal(s, AMERICAN)
            s = GAME.apply(s, AMERICAN, action)
        while GAME.legal(s, AMERICAN)[0][0] == "land":
            s = GAME.apply(s, AMERICAN, GAME.legal(s, AMERICAN)[0])
            strokes += 1
        strokes += 1
    assert s.armies[AMERICAN].at.count(s.setting.number["3607"]) == 3
    assert strokes < 20, "fourteen units, three to a hex"


def test_the_last_unit_lands_beside_others_by_itself() -> None:
    s = after({"turn": 4, "phase": "american_landing", "field": "japanese"}, "take us-1rdr", "land 3706")
    (macro,) = GAME.macros(s, AMERICAN)
    assert macro.actions == (("take", "us-1par"), ("land", "3706"), ("land", "3706"))
    s = after({"turn": 4, "phase": "american_landing", "field": "japanese"}, "take us-6cb", "land 3706")
    (macro,) = GAME.macros(s, AMERICAN)
    for action in macro.actions:
        assert action in GAME.legal(s, AMERICAN)
        s = GAME.apply(s, AMERICAN, action)


def test_other_orders_stand_aside_and_another_unit_is_a_click_away() -> None:
    japanese = {"3914": ["jp-28-1", "jp-28-2"], "5012": ["jp-4-1"]}
    position = {"turn": 10, "phase": "japanese_movement", "japanese": japanese}
    looks = choices(after(position), JAPANESE)
    assert looks["hide jp-28-1"]["aside"]
    assert "aside" not in looks["take jp-28-1"]
    s = after(position, "take jp-28-1")
    names = {macro.label: macro for macro in GAME.macros(s, JAPANESE)}
    assert names["macro.hide"].actions == (("drop", "jp-28-1"), ("hide", "jp-28-1"))
    assert names["macro.switch"].piece == "jp-4-1"


def test_the_enemy_shows_the_top_counter_alone() -> None:
    s = after({**MARCH, "japanese": {"3914": ["jp-28-1", "jp-124-1"], "4014": ["jp-28-2"]}, "stealth": {"jp-28-2": 2}})
    seen = {name: piece for name, piece in pieces(s, AMERICAN).items() if piece["side"] == "japanese"}
    there = {name: piece for name, piece in seen.items() if piece["place"] in ("3914", "4014")}
    assert set(there) == {"jp-124-1", "japanese.hidden.3914.1", "japanese.hidden.4014.1"}
    assert list(there)[-1] == "jp-124-1", "the known counter lies on top"
    assert there["japanese.hidden.4014.1"]["badges"] == ["stealth 2"]
    assert there["japanese.hidden.3914.1"]["face"] == "japanese.back"
    assert {"jp-28-1", "jp-28-2"} <= set(pieces(s, JAPANESE))
    assert not {"jp-28-1", "jp-28-2"} & set(pieces(s, OBSERVER))


def test_the_log_names_no_hidden_counter() -> None:
    """Who works on the airfield is not told; who leaves stealth or is found is."""
    s = after(
        {"turn": 10, "field": "american", "status": 15, "american": {"3707": ["us-1eng", "us-1-1"]}}, "repair us-1eng"
    )
    for side, said in ((AMERICAN, "1 Eng works on the airfield."), (JAPANESE, "The Americans work on the airfield.")):
        texts = [line["text"] for one in GAME.news_for(s, side) if (line := GAME.line(one, side))]
        assert said in texts
        assert (side == JAPANESE) is not any("Eng" in text for text in texts)
    group = {"3810": ["jp-28-1", "jp-124-2"]}
    s = after({"turn": 5, "phase": "japanese_movement", "japanese": group, "stealth": dict.fromkeys(group["3810"], 2)},
              "surface 3810 =2")  # fmt: skip
    texts = [line["text"] for one in GAME.news_for(s, AMERICAN) if (line := GAME.line(one, AMERICAN))]
    assert "28/1 and 124/2 leave stealth at 3810." in texts


def test_steps_lost_change_the_face() -> None:
    s = after({**MARCH, "steps": {"us-7-1": 3}})
    piece = pieces(s, OBSERVER)["us-7-1"]
    assert piece["face"] == "us-7-1.3"
    assert piece["name"] == "7/1, infantry, 3 of 5 steps"
    drawn = GAME.faces(SCENARIO)
    assert 'id="face-us-7-1.3"' in drawn
    assert 'id="face-us-7-1.6"' not in drawn


FIGHT = {
    "turn": 10, "phase": "american_combat", "supply": {"american": 4, "japanese": 4},
    "american": {
        "3508": ["us-147-2"], "3609": ["us-2-2", "us-10-3"], "3610": ["us-7-1", "us-6-3"], "3512": ["us-1eng"],
    },
    "japanese": {"3509": ["jp-124-2"], "3510": ["jp-9rf"], "3511": ["jp-20mt"]},
}  # fmt: skip


def test_the_declaration_says_what_is_owed_and_proposes_it() -> None:
    s = after(FIGHT)
    view = GAME.view(s, AMERICAN)
    picture = GAME.picture(view, AMERICAN)
    assert "4 units, 2 hexes" in GAME.prompt(view, AMERICAN)["text"]
    assert {mark["space"] for mark in picture["marks"] if mark["kind"] == "business"} >= {"3509", "3510"}
    assert not GAME.picture(GAME.view(s, JAPANESE), JAPANESE)["sheets"]
    macro = next(one for one in GAME.macros(view, AMERICAN) if one.label == "macro.attacks")
    for action in macro.actions:
        assert action in GAME.legal(s, AMERICAN)
        s = GAME.apply(s, AMERICAN, action)
    assert ("done",) in GAME.legal(s, AMERICAN)


def test_what_is_to_land_reads_as_on_its_counter() -> None:
    s = GAME.place({"turn": 1, "phase": "american_landing"})
    sheet = GAME.picture(GAME.view(s, AMERICAN), AMERICAN)["sheets"][0]
    told = {field["id"]: field["value"] for field in sheet["fields"]}
    assert (told["us-1-1"], told["us-11-2"]) == ("5-10", "3-5-8"), "a gun's range stands in the middle"


def test_the_assault_sheet_names_every_modifier() -> None:
    texts = ("take us-7-1", "on 3510", "take us-6-3", "on 3510", "take us-147-2", "on 3509", "take us-2-2", "on 3509",
             "take us-10-3", "on 3509", "done", "fight 3509", "spend us-10-3 =2")  # fmt: skip
    s = after(FIGHT, *texts)
    sheet = GAME.picture(GAME.view(s, JAPANESE), JAPANESE)["sheets"][0]
    attack, defence = sheet["sums"]
    assert {(term["text"], term["value"]) for term in attack["terms"]} == {
        ("147/2", "+4"), ("2/2, halved in the river", "+2½"), ("10/3, supply, halved in the river", "+1"),
    }  # fmt: skip
    assert attack["total"] == "7"
    assert defence["total"] == "4"
    assert choices(s, AMERICAN)["strain"]["odds"]


def test_the_fire_sheet_shows_the_distribution() -> None:
    position = {
        "turn": 10, "phase": "american_defensive_fire", "supply": {"american": 3},
        "american": {"3712": ["us-90fa"], "3710": ["us-10-3"], "3707": ["us-2-2"]},
        "japanese": {"3708": ["jp-124-2"]},
    }  # fmt: skip
    s = after(position, "attack 3708", "gun us-90fa =2", "gun us-10-3 =1")
    sheet = GAME.picture(GAME.view(s, AMERICAN), AMERICAN)["sheets"][0]
    shares = [result["p"] for result in sheet["odds"]["results"]]
    assert abs(shares[0] - (5 / 6) ** 3) < 1e-9
    assert abs(sum(shares) - 1) < 1e-9
    assert not GAME.picture(GAME.view(s, JAPANESE), JAPANESE)["sheets"], "the target is nobody else's business yet"


def test_the_front_lies_between_the_sides() -> None:
    picture = GAME.picture(GAME.view(after(FIGHT), OBSERVER), OBSERVER)
    front = next(overlay for overlay in picture["overlays"] if overlay["id"] == "front")
    owner = {space: shade["side"] for shade in front["shades"] for space in shade["spaces"]}
    assert owner["3609"] == "american"
    assert owner["3510"] == "japanese"
    assert front["far"]


def test_the_ruler_says_what_hides_a_hex() -> None:
    view = GAME.view(after(FIGHT), OBSERVER)
    hidden = GAME.measure(view, OBSERVER, "3712", "3708")
    assert hidden is not None
    assert hidden["stop"] == "3711"
    assert "as high as" in hidden["text"], "jungle below the viewer does not matter, ground as high as he does"
    assert set(hidden["spaces"]) >= {"3712", "3711", "3708"}
    seen = GAME.measure(view, OBSERVER, "3710", "3708")
    assert seen is not None
    assert "stop" not in seen
    height = GAME.measure(view, OBSERVER, "3315", "3311")
    assert height is not None
    assert GAME.measure(view, OBSERVER, "3708", "3708") is None
    assert GAME.measure(view, OBSERVER, "coming.american", "3708") is None


def test_points_move_the_score() -> None:
    s = after(FIGHT)
    score = GAME.picture(GAME.view(s, OBSERVER), OBSERVER)["score"]
    assert score["pull"]["goal"] == 61
    assert len(score["pull"]["turns"]) == 26
    told = [GAME.line(event, OBSERVER) for now in contract.states(GAME, SCENARIO, {}, 5) for event in now.news]
    points = [point for line in told if line is not None for point in line.get("points", ())]
    moved = sum(point["n"] * (1 if point["side"] == "american" else -1) for point in points)
    *_, last = contract.states(GAME, SCENARIO, {}, 5)
    assert moved == last.points


def test_the_die_is_shown_with_strain_and_without_before_it_falls() -> None:
    position = {"turn": 10, "phase": "american_combat", "american": {"3508": ["us-7-1"]},
                "japanese": {"3509": ["jp-9rf"]}}  # fmt: skip
    s = after(position, "take us-7-1", "on 3509", "done")
    (sheet,) = GAME.picture(GAME.view(s, AMERICAN), AMERICAN)["sheets"]
    (table,) = sheet["tables"]
    assert table["columns"] == ["Die", "1-1", "2-1, strained"]
    plain, strained = ({row[n] for row in table["rows"]} for n in (1, 2))
    for n, attack in (("pass", plain), ("strain", strained)):
        odds = GAME.odds(GAME.view(s, AMERICAN), AMERICAN, (n,))
        assert odds is not None
        assert {one["text"] for one in odds["results"]} == attack
    s = after(position, "take us-7-1", "on 3509", "done", "strain", "roll =3")
    (sheet,) = GAME.picture(GAME.view(s, AMERICAN), AMERICAN)["sheets"]
    assert "sums" not in sheet, "the strengths of those who are left are not those that have fought"
    assert [(term["text"], term["value"]) for term in sheet["totals"]] == [
        ("Hexes that the defenders retreat", "1"), ("Hexes that the attackers may advance", "1"),
        ("The strain costs a step on", "1 or less"),
    ]  # fmt: skip


def test_a_bombardment_shows_what_it_may_do() -> None:
    s = after({"turn": 3, "phase": "japanese_bombardment", "field": "american", "american": {"3707": ["us-1-1"]},
               "japanese": {"6205": ["jp-28-1"]}, "status": 11})  # fmt: skip
    (sheet,) = GAME.picture(GAME.view(s, JAPANESE), JAPANESE)["sheets"]
    assert [term["value"] for term in sheet["totals"]] == ["4 or more", "one die", "11"]
    assert abs(sum(one["p"] for one in sheet["odds"]["results"]) - 1) < 1e-9
    assert not GAME.picture(GAME.view(s, AMERICAN), AMERICAN)["sheets"]


def test_the_events_of_the_turn_are_told_as_long_as_they_last() -> None:
    s = after({"turn": 9, "phase": "american_event", "field": "american", "american": {"3707": ["us-1-1"]},
               "deck": [4]}, "card =4", "die =1")  # fmt: skip
    sheet = GAME.picture(GAME.view(s, JAPANESE), JAPANESE)["sheets"][-1]
    assert sheet["title"] == "Events of this turn"
    assert [(field["name"], field["note"]) for field in sheet["fields"]] == [
        ("Malaria", "American units have 3 movement points less.")
    ]
    drawn = CardDrawn(AMERICAN, 4, "malaria")
    line = GAME.line(drawn, OBSERVER)
    assert line is not None
    assert line["text"] == "The Americans draw a card: Malaria. American units have 3 movement points less."
