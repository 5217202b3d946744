"""How the game looks: prompts, what is clicked, what a choice commits to, macros, the log with its modifiers."""

from __future__ import annotations

import re
from typing import Any

from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.first_blood.rules.state import Attack
from ironbottom.games.first_blood.rules.strength import BELOW, strength
from ironbottom.games.first_blood.ui.board import counters, drawing, geometry
from ironbottom.games.first_blood.ui.odds import attack_odds, no_way_out
from ironbottom.kernel.action import parse
from ironbottom.kernel.presenter import faceless
from ironbottom.kernel.step import CHANCE, OBSERVER, Decision

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


FIGHT = {
    "turn": 5, "phase": "american_combat", "japanese": {"0611": ["16/1"]},
    "american": {"0712": ["2/5", "1/5"], "0708": ["2/11"]}, "aimed": {"SBD-1": "0611"},
}  # fmt: skip
DECLARED = ("take 2/5", "attack 0611", "take 1/5", "attack 0611", "take 2/11", "support 0611", "done")


def test_a_step_shows_its_cost_and_the_whole_range_is_offered() -> None:
    s = after({"turn": 2, "japanese": {"0710": ["124/1"]}}, "take 124/1")
    assert choices(s, JAPANESE)["step 0809"]["cost"] == "4"
    macros = [macro for macro in GAME.macros(s, JAPANESE) if macro.space]
    walks = {macro.space: [action[1] for action in macro.actions] for macro in macros}
    assert walks["0708"] == ["0709", "0708"]
    assert "0709" not in walks


def test_a_name_that_counters_hide_is_told_with_its_hexes() -> None:
    found = {space["id"]: space.get("facts", []) for space in geometry(GAME.place({}).setting, GAME.words)["spaces"]}
    assert all("Henderson Field" in found[name] for name in ("0609", "0708"))
    assert found["0713"][0] == "Kukum"
    assert "Henderson Field" not in found["0713"]


def test_units_and_hexes_are_named_legibly_when_the_whole_map_is_shown() -> None:
    """In a window of 1440 x 900 the board has 1067 pixels."""
    printed = GAME.place({}).setting
    plain = geometry(printed, GAME.words)
    pixels = 1067 / plain["width"]
    chart = drawing(printed, "chart", "")
    numbers = re.search(r'<g class="n" font-size="([\d.]+)".*?</g>', chart, re.DOTALL)
    assert numbers
    assert ">0708<" in numbers[0]
    assert float(numbers[1]) * pixels > 8
    name = re.search(r'id="mid-japanese.124-1".*?</symbol>', counters(printed), re.DOTALL)
    assert name
    found = re.search(r"([\d.]+)px[^>]*>124/1<", name[0])
    assert found
    assert float(found[1]) / 72 * plain["piece"] * pixels > 8


def test_the_die_ends_undo() -> None:
    s = after(FIGHT, *DECLARED)
    look = choices(s, AMERICAN)["fight 0611"]
    assert look["ends"] == GAME.words.say("ends.die")
    assert look["odds"]
    assert look["space"] == "0611"


def test_a_bombardment_has_no_die_and_the_last_one_ends_the_phase() -> None:
    """10.3a, 14.0a: nothing is final while more is to come; after it the supply die falls."""
    position = {"turn": 2, "phase": "japanese_combat", "ships": {"ijn_attack": ["DD-1", "DD-2"]}}
    s = after(position, "take DD-1", "bombard 0708", "take DD-2", "bombard 0708", "done")
    assert choices(s, JAPANESE)["bombard DD-1"].get("ends") is None
    last = after(position, "take DD-1", "bombard 0708", "take DD-2", "bombard 0708", "done", "bombard DD-1")
    assert "supply die" in choices(last, JAPANESE)["bombard DD-2"]["ends"]


def test_a_flight_that_lets_the_american_choose_his_loss_says_that_it_is_final() -> None:
    """13.3.3a: before the attacks are confirmed too."""
    air = {"ijaf_attack": ["ZERO-1"], "usaf_cap": ["F4F-1", "P39-1"]}
    beside = {"japanese": {"0611": ["16/1"]}, "american": {"0612": ["1/5"]}}
    s = after({"turn": 2, "phase": "japanese_combat", "air": air} | beside)
    assert choices(s, JAPANESE)["fly ZERO-1 usaf_cap"]["ends"] == GAME.words.say("ends.hand")


def test_the_prompt_of_the_declarations_says_when_aircraft_fly() -> None:
    """13.3.3f: now, if they have a mission; after the declarations, if so agreed."""
    position = {"turn": 2, "phase": "japanese_combat", "ships": {"ijn_attack": ["DD-1"]}}
    zero = {"air": {"ijaf_attack": ["ZERO-1"], "usaf_cap": ["F4F-1"]}}
    assert "ircraft" not in GAME.prompt(after(position), JAPANESE)["text"]
    assert "fly now" in GAME.prompt(after(position | zero), JAPANESE)["text"]
    declared = {"options": {"air_and_ships": "declared"}}
    assert "fly after that" in GAME.prompt(after(position | zero | declared), JAPANESE)["text"]
    beside = {"japanese": {"0611": ["16/1"]}, "american": {"0612": ["1/5"]}}
    s = after(position | zero | beside, "take 16/1", "attack 0612")
    assert "fly now" in GAME.prompt(s, JAPANESE)["text"]


def test_a_declared_attack_shows_its_chances_before_it_is_confirmed() -> None:
    """8.8a: the same odds as the choice to fight has; with several attacks the results in a line each."""
    s = after(FIGHT, *DECLARED[:-1])
    (sheet,) = GAME.picture(s, AMERICAN)["sheets"]
    then = after(FIGHT, *DECLARED)
    (resolved,) = GAME.picture(then, AMERICAN)["sheets"]
    assert sheet["odds"] == resolved["odds"] == GAME.odds(then, AMERICAN, ("fight", "0611"))
    assert sheet["fields"][0]["note"].endswith("Chances: A1 17%, EX 17%, DR 17%, D1 33%, DE 17%")
    two = {"japanese": {"0611": ["16/1"], "0311": ["16/2"]}, "american": {"0712": ["2/5"], "0312": ["1/5"]}}
    s = after(FIGHT | two, "take 2/5", "attack 0611", "take 1/5", "attack 0311")
    (sheet,) = GAME.picture(s, AMERICAN)["sheets"]
    assert "odds" not in sheet
    assert all("Chances: " in field["note"] for field in sheet["fields"])


def test_a_standing_order_says_what_it_covers() -> None:
    """The list of the orders calls each by its step: whatever step has an answer of its own has a name there."""
    steps = [kind for kind in GAME.types if issubclass(kind, Decision)]
    orders = [kind.file_name for kind in steps if kind.default is not Decision.default]
    assert {"Lose", "LoseAir", "Retreat", "Advance"} <= set(orders)
    assert all(f"what.{name}" in GAME.words for name in orders)


def test_bombardments_alone_are_confirmed_and_made_in_one() -> None:
    """10.3a: as far as the American has nothing to choose; the last says what it ends."""
    position = {"turn": 2, "phase": "japanese_combat", "ships": {"ijn_attack": ["DD-1", "DD-2"]}}
    declare = ("take DD-1", "bombard 0708", "take DD-2", "bombard 0708")
    s = after(position, *declare)
    (macro,) = GAME.macros(s, JAPANESE)
    assert macro.actions == (("done",), ("bombard", "DD-1"), ("bombard", "DD-2"))
    assert "supply die" in GAME.macro_look(s, JAPANESE, macro)["ends"]
    s = after(position | {"air": {"0708": ["F4F-1", "SBD-1"]}}, *declare)
    (macro,) = GAME.macros(s, JAPANESE)
    assert macro.actions == (("done",), ("bombard", "DD-1"))
    assert GAME.macro_look(s, JAPANESE, macro)["ends"] == GAME.words.say("ends.hand")
    fight = {"japanese": {"0611": ["16/1"]}, "american": {"0612": ["1/5"]}}
    assert not GAME.macros(after(position | fight, "take 16/1", "attack 0612", *declare), JAPANESE)


def test_the_log_names_every_modifier() -> None:
    s = after(FIGHT, *DECLARED, "fight 0611")
    lines = [GAME.line(event, OBSERVER) for event in s.news]
    fight = next(line for line in lines if line is not None and line["kind"] == "fight")
    rules = [term.get("rule") for part in fight["sums"] for term in part["terms"]]
    assert rules == ["8.3a", "8.3a", "9.6a", "8.4b", "8.7.1a", "13.6a"]
    assert [part["total"] for part in fight["sums"]] == ["13", "5", "+0"]


def test_one_unit_retreats_by_a_click_on_the_hex() -> None:
    position = {
        "turn": 5, "phase": "american_combat", "japanese": {"0606": ["124/1"]}, "american": {"0706": ["2/5", "3/5"]},
    }  # fmt: skip
    s = after(position, "take 2/5", "attack 0606", "take 3/5", "attack 0606", "done", "fight 0606", "die =3")
    assert GAME.to_move(s) == (JAPANESE,)
    looks = choices(s, JAPANESE)
    assert looks
    assert all("piece" not in look and look["space"] for look in looks.values())


def test_prompts_name_who_and_what() -> None:
    s = after(FIGHT)
    assert "2/5" in GAME.prompt(s, AMERICAN)["text"]
    assert GAME.prompt(s, JAPANESE)["text"] == "Waiting for the Americans: attacks."
    assert GAME.prompt(s, AMERICAN)["rule"] == "8.2e"


def test_a_loss_says_which_result_it_comes_from() -> None:
    s = after(FIGHT, *DECLARED, "fight 0611", "die =1")
    asked = GAME.prompt(GAME.view(s, AMERICAN), AMERICAN)
    assert asked["text"] == "Attack on 0611: A1: attacker loses one, the rest retreat. Choose the unit that is lost."
    assert asked["rule"] == "8.10b"
    picture = GAME.picture(GAME.view(s, AMERICAN), AMERICAN)
    (sheet,) = picture["sheets"]
    assert [term["value"] for term in sheet["totals"]] == ["13", "5"]
    assert [die["value"] for die in sheet["dice"]] == [1]
    lit = next(table for table in picture["tables"] if "column" in table)
    assert lit["rows"][lit["row"]][lit["column"]] == "A1"
    s = after(FIGHT, *DECLARED, "fight 0611", "die =1", "lose 1/5")
    retreat = GAME.prompt(GAME.view(s, AMERICAN), AMERICAN)["text"]
    assert retreat.startswith("Attack on 0611: A1: attacker loses one, the rest retreat. Retreat your units")


def test_what_is_owed_is_named_and_much_of_it_counted() -> None:
    crowd = {"0607": ["1/5", "2/5", "2/11"], "0708": ["1/1"], "0709": ["2/1"]}
    s = after({"turn": 5, "phase": "japanese_combat", "american": crowd, "japanese": {"0608": ["29/1", "29/2", "29/3"],
               "0507": ["16/1"]}})  # fmt: skip
    asked = GAME.prompt(GAME.view(s, JAPANESE), JAPANESE)["text"]
    assert asked.endswith("Still owed: 4 of your units and 3 enemy hexes.")
    (sheet,) = GAME.picture(GAME.view(s, JAPANESE), JAPANESE)["sheets"]
    assert sheet["blocks"] == ["Must attack: 29/1, 29/2, 29/3 and 16/1", "Must be attacked: 0607, 0708 and 0709"]


def test_overlays_show_zones_and_fire() -> None:
    picture = GAME.picture(after(FIGHT), OBSERVER)
    shown = {
        overlay["id"]: {space for shade in overlay["shades"] for space in shade["spaces"]}
        for overlay in picture["overlays"]
    }
    assert "0711" in shown["zones.japanese"]
    assert "0611" in shown["fire.american"]
    assert shown["duty"] == {"0611"}
    assert {mark["space"] for mark in picture["marks"]} == {"0611"}


def test_a_way_tells_what_each_hex_has_cost_and_the_zones_on_it() -> None:
    s = after({"turn": 2, "american": {"0507": ["1R"]}, "japanese": {"0406": ["124/1"]}}, "take 124/1")
    macro = next(one for one in GAME.macros(s, JAPANESE) if one.space == "0506")
    way = GAME.macro_look(s, JAPANESE, macro)["way"]
    assert (way[0]["space"], way[-1]["space"]) == ("0406", "0506")
    assert way[-1]["text"] == GAME.words.say("way.zone", n=dict(macro.args)["cost"])


def test_what_comes_later_lies_on_the_turn_record() -> None:
    places = {piece["id"]: piece["place"] for piece in GAME.picture(GAME.setup("campaign"), AMERICAN)["pieces"]}
    assert places["1/5"] == "coming"  # to be placed now
    assert places["1/164"] == "turn.4"
    assert places["BB-1"] == "turn.4"
    assert "124/1" not in places  # the Japanese set up later
    s = GAME.place({"turn": 5, "phase": "american_reinforcement"})
    places = {piece["id"]: piece["place"] for piece in GAME.picture(s, AMERICAN)["pieces"]}
    assert (places["1/164"], places["1/2"]) == ("coming", "turn.5")


def test_aircraft_that_are_alike_are_one_choice() -> None:
    s = after(
        {"turn": 2, "phase": "japanese_combat", "inverted": ["F4F-3"],
         "air": {"0708": ["F4F-1", "F4F-2", "F4F-3"], "ijaf_reserve": ["BETTY-1"]}}, "fly BETTY-1 0708",
    )  # fmt: skip
    looks = choices(s, AMERICAN)
    assert looks["lose F4F-1"]["also"] == ["F4F-2"]
    assert "also" not in looks["lose F4F-3"]
    assert len(looks) == 2


def test_a_proposal_is_looked_at_before_it_is_confirmed() -> None:
    s = after(FIGHT)
    macro = next(one for one in GAME.macros(s, AMERICAN) if one.label == "macro.attacks")
    assert ("done",) not in macro.actions
    for action in macro.actions:
        s = GAME.apply(s, AMERICAN, action)
    assert ("done",) in GAME.legal(s, AMERICAN)
    assert ("take", "2/11") in GAME.legal(s, AMERICAN), "artillery can still be added"


def test_a_unit_in_a_box_shows_where_it_has_been() -> None:
    s = GAME.place({"turn": 6, "phase": "japanese_movement", "japanese": {"box_d": ["124/1", "4/1"], "box_a": ["16/2"]},
                    "visited": {"124/1": "BCD", "4/1": "D", "16/2": "A"}, "new": ["16/2"]})  # fmt: skip
    badges = {piece["id"]: piece.get("badges", []) for piece in GAME.picture(s, JAPANESE)["pieces"]}
    assert (badges["124/1"], badges["4/1"], badges["16/2"]) == (["B C D"], [], ["new"])


def test_bombardments_are_fought_from_the_sheet_too() -> None:
    position = {"turn": 6, "phase": "japanese_combat", "japanese": {"0411": ["SUY"]},
                "ships": {"ijn_reserve": ["BB-1"]}}  # fmt: skip
    s = after(position, "take SUY", "bombard 0708", "take BB-1", "bombard 0709", "done")
    (sheet,) = GAME.picture(s, JAPANESE)["sheets"]
    assert [(field["space"], field["choices"]) for field in sheet["fields"]] == [
        ("0708", ["bombard SUY"]), ("0709", ["bombard BB-1"]),
    ]  # fmt: skip
    assert set(sheet["fields"][0]["choices"]) <= set(choices(s, JAPANESE))


def test_odds_above_the_table_name_the_column_that_is_read() -> None:
    position = {"turn": 6, "phase": "japanese_combat", "american": {"0708": ["1E"]},
                "japanese": {"0607": ["29/1", "29/2", "29/3"]}}  # fmt: skip
    declared = [word for unit in ("29/1", "29/2", "29/3") for word in (f"take {unit}", "attack 0708")]
    s = after(position, *declared, "done", "fight 0708", "die =6")
    (sheet,) = GAME.picture(s, JAPANESE)["sheets"]
    assert sheet["dice"][0]["text"] == "Die, modified 6; odds 5-1, column 3-1"


def test_the_engineers_see_how_far_the_work_is() -> None:
    s = GAME.place({"turn": 6, "phase": "american_engineer", "american": {"0708": ["1E"], "0905": ["6DB"]},
                    "fields": {"0708": "destroyed", "0709": "damaged"}, "work": {"0708": 1}})  # fmt: skip
    (sheet,) = GAME.picture(s, AMERICAN)["sheets"]
    notes = {field["id"]: field.get("note", "") for field in sheet["fields"]}
    assert notes["0708"] == "operative after this turn's work"
    assert notes["0709"] == "nobody can work here in this turn"
    assert notes["0905"] == "two turns of work make it operative"
    assert [field["choices"] for field in sheet["fields"]] == [["work 0708"], [], [], ["work 0905"]]


def test_ships_and_what_is_lost_are_counted() -> None:
    s = GAME.place({"phase": "american_air", "japanese": {"0411": ["SUY"]}, "lost": ["DD-1", "ZERO-1", "1/5"],
                    "air": {"usaf_cap": ["F4F-1"]}, "ships": {"ijn_attack": ["BB-1"]}})  # fmt: skip
    forces = GAME.picture(s, AMERICAN)["forces"]
    counted = {(force["side"], force["group"], force["text"]): force["count"] for force in forces}
    assert counted["japanese", "Ships", "BB"] == 1
    assert (counted["japanese", "Lost", "DD"], counted["japanese", "Lost", "ZERO"]) == (1, 1)
    assert counted["american", "Lost", "infantry"] == 1
    assert ("american", "Lost", "F4F") not in counted
    assert not GAME.macros(s, AMERICAN), "one aircraft aloft needs no proposal"


def test_the_map_shows_what_was_built_and_what_is_under_way() -> None:
    s = GAME.place({"turn": 6, "phase": "american_movement", "work": {"0708": 1, "0905": 1},
                    "fields": {"0708": "destroyed", "0906": "operative"}})  # fmt: skip
    marks = [(mark["space"], mark["kind"]) for mark in GAME.picture(s, AMERICAN)["marks"]]
    assert marks == [("0708", "destroyed"), ("0708", "work"), ("0906", "built"), ("0905", "work")]


def test_every_decision_has_a_face_and_every_event_a_line() -> None:
    assert faceless(GAME.types) == []


def test_odds_say_that_a_retreat_without_a_way_out_is_a_loss() -> None:
    words = GAME.words
    hexes = {"0505": ["29/1"], "0506": ["29/2"], "0604": ["29/3"], "0606": ["16/1"], "0704": ["16/2"], "0705": ["16/3"]}
    for japanese, shut in ((hexes, True), ({"0505": ["29/1"]}, False)):
        s = GAME.place({"turn": 6, "phase": "japanese_combat", "american": {"0605": ["1/5"]}, "japanese": japanese})
        attack = Attack((s.setting.number["0605"],), (s.setting.unit_number["29/1"],))
        texts = [one["text"] for one in attack_odds(s, 1, attack, words)["results"]]
        assert no_way_out(s, 0, (s.setting.unit_number["1/5"],)) is shut
        assert any(text == words.say("result.DR_shut") for text in texts) is shut


def forecast(position: dict[str, Any], units: str, here: str = "0605") -> set[str]:
    """The results of which the odds say that everybody who would retreat is lost."""
    declared = [text for unit in units.split() for text in (f"take {unit}", f"attack {here}")]
    s = after({"turn": 6, "phase": "japanese_combat"} | position, *declared, "done")
    odds = GAME.odds(s, JAPANESE, parse(f"fight {here}"))
    assert odds is not None
    texts = [one["text"] for one in odds["results"]]
    return {code for code in ("A1", "A2", "EX", "DR", "D1") if GAME.words.say(f"result.{code}_shut") in texts}


def test_odds_say_of_every_result_that_its_retreat_is_a_loss() -> None:
    """8.11a, 7.5.3b: of the other defenders and of the attackers too; of EX only if no attacker's loss opens a way."""
    two, ring = {"0605": ["1R", "1P"]}, {"0704": ["16/2"]}
    thick = {"japanese": ring | {"0505": ["29/1", "29/2"], "0606": ["16/1", "16/3"]}}
    assert forecast({"american": two} | thick, "29/1 29/2 16/1 16/3") == {"EX", "D1"}
    assert forecast({"american": {"0605": ["1P"]}} | thick, "29/1 29/2 16/1 16/3") == set()
    thin = {"japanese": ring | {"0505": ["29/1"], "0606": ["16/1"]}}
    assert forecast({"american": two} | thin, "29/1 16/1") == {"DR"}
    shut = {"0001": ["1/1"], "0002": ["2/1"], "0003": ["3/1"], "0004": ["1/5"], "0005": ["2/5"]}
    boxed = {"american": shut, "japanese": {"box_d": ["29/1", "29/2"]}, "visited": {"29/1": "CD", "29/2": "CD"}}
    assert forecast(boxed, "29/1 29/2", "0001") == {"A1"}


def test_odds_do_not_count_on_those_who_are_lost_before_the_die() -> None:
    """8.6a: ICH attacks under 1-2, and bars the way of 1R no more when the other die falls; unless it waits."""
    position = {
        "turn": 5, "phase": "japanese_combat", "american": {"0606": ["1R"], "0808": ["1/1", "2/1", "3/1"]},
        "japanese": {"0605": ["124/1"], "0507": ["KUM"], "0807": ["ICH"]},
    }  # fmt: skip
    play = ("take ICH", "attack 0808", "take 124/1", "attack 0606", "take KUM", "attack 0606", "done")
    for options, shut in (({}, False), ({"hopeless_attacks": "in_order"}, True)):
        odds = GAME.odds(after(position | {"options": options}, *play), JAPANESE, parse("fight 0606"))
        assert odds is not None
        assert any(one["text"] == GAME.words.say("result.DR_shut") for one in odds["results"]) is shut


def test_an_engineer_is_told_what_a_step_forfeits() -> None:
    position = {"turn": 6, "phase": "american_movement", "american": {"0708": ["1E", "1/1"], "0905": ["6DB"]},
                "fields": {"0708": "damaged"}}  # fmt: skip
    for unit, told in (("1E", True), ("1/1", False), ("6DB", True)):
        s = after(position, f"take {unit}")
        text = GAME.prompt(s, AMERICAN)["text"]
        assert ("forfeits" in text) is told, unit
    assert "forfeits" not in GAME.prompt(after(position, "take 1E", "step 0707", "step 0708"), AMERICAN)["text"]


def test_enemy_zones_in_reach_are_marked_while_a_unit_is_in_hand() -> None:
    position = {"turn": 6, "phase": "american_movement", "american": {"0708": ["1/1"]}, "japanese": {"0605": ["29/1"]}}
    assert "danger" not in [mark["kind"] for mark in GAME.picture(after(position), AMERICAN)["marks"]]
    s = after(position, "take 1/1")
    marks = {mark["space"] for mark in GAME.picture(s, AMERICAN)["marks"] if mark["kind"] == "danger"}
    assert marks == {"0604", "0606", "0505", "0506", "0705", "0706"} & marks
    assert {"0606", "0706"} <= marks


def test_proposed_attacks_throw_nobody_away_who_can_fight_with_others() -> None:
    """8.6a: the weak unit joins the strong one, and artillery helps where that changes the column."""
    position = {"turn": 6, "phase": "american_combat", "japanese": {"0605": ["29/1"], "0606": ["29/2"]},
                "american": {"0706": ["1Pn", "1AT"], "0705": ["1/1"], "0707": ["2/1"], "0708": ["5/11"]}}  # fmt: skip
    s = after(position)
    macro = next(one for one in GAME.macros(s, AMERICAN) if one.label == "macro.attacks")
    for action in macro.actions:
        s = GAME.apply(s, AMERICAN, action)
    assert all(strength(s, AMERICAN, attack).column > BELOW for attack in s.attacks)
    assert any(attack.guns for attack in s.attacks)


def test_reinforcements_are_listed_and_one_is_taken_for_another() -> None:
    s = GAME.place({"turn": 2, "phase": "american_reinforcement"})
    (sheet,) = GAME.picture(s, AMERICAN)["sheets"]
    rows = {field["id"]: (field["value"], field["choices"]) for field in sheet["fields"]}
    assert rows["1/7"] == ("5-8", ["take 1/7"])
    assert rows["1/11"] == ("3-5-6", ["take 1/11"])
    assert GAME.prompt(s, AMERICAN)["focus"][:2] == ["entry_4", "entry_5"]
    assert GAME.picture(s, JAPANESE)["sheets"] == []
    held = after({"turn": 2, "phase": "american_reinforcement"}, "take 1/7")
    (sheet,) = GAME.picture(held, AMERICAN)["sheets"]
    rows = {field["id"]: (field["value"], field["choices"]) for field in sheet["fields"]}
    assert rows["1/7"] == ("5-8", []), "it is in hand"
    assert rows["2/7"] == ("5-8", ["drop;take 2/7"])
    assert [macro.actions for macro in GAME.macros(held, AMERICAN)][:1] == [(("drop",), ("take", "2/7"))]
