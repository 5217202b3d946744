"""What the player is shown: sheets in words, courses to far hexes, patrols flown again."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from games.solomons.busy import GAME, states
from ironbottom.games.solomons.rules.naval_movement import ends_at
from ironbottom.games.solomons.rules.printed import JAPAN, USA, M
from ironbottom.games.solomons.rules.sequence import HalfEnded, HalfOver
from ironbottom.games.solomons.rules.victory import level
from ironbottom.games.solomons.ui.sequence import half_of
from ironbottom.games.solomons.ui.victory import balance, score
from ironbottom.kernel.action import offered, parse
from ironbottom.kernel.presenter import faceless
from ironbottom.kernel.step import CHANCE

RAW = re.compile(r"=?\{|=\d|\b(sheet|name|prompt|choice|blocks|badge|macro)\.[a-z_A-Z]")
"""An action or a key of the catalogue where words should stand."""


def asked(seed: int, most: int) -> Any:
    """Each decision of the first states of a busy game: the view of a side that is waited for, and the side."""
    for s in islice(states(seed), most):
        if GAME.to_move(s) and GAME.to_move(s) != (CHANCE,):
            for side in GAME.waited_for(s):
                yield GAME.view(s, side), side


def test_sheets_and_choices_speak_in_words() -> None:
    steps = set()
    for n, (v, side) in enumerate(asked(1, 2400)):
        name = type(v.stack[-1]).__name__
        if name in steps and n % 15:
            continue
        steps.add(name)
        said = [GAME.prompt(v, side)["text"]]
        for sheet in GAME.picture(v, side)["sheets"]:
            said += [sheet["title"], *(one["name"] for one in sheet["fields"]), *sheet.get("blocks", [])]
            said += [note for one in sheet["fields"] if (note := one.get("note"))]
            said += [one["text"] for one in sheet.get("totals", [])]
            said += [one["name"] for one in sheet.get("bins", [])]
        said += [GAME.choice(v, side, action)["label"] for action in GAME.legal(v, side)]
        said += [GAME.macro_look(v, side, macro)["label"] for macro in GAME.macros(v, side)]
        wrong = [text for text in said if RAW.search(text) or not text]
        assert not wrong, (name, wrong)
    assert {"AirSheet", "NavalArrivals", "NextStrike", "Grouping", "Transfers", "Orders", "Plotting"} <= steps


def test_a_far_course_is_legal_step_by_step_and_ends_where_it_says() -> None:
    courses, slow = 0, 0
    for v, side in asked(2, 900):
        if type(v.stack[-1]).__name__ != "Plotting":
            continue
        for macro in GAME.macros(v, side):
            if macro.label != "macro.course":
                continue
            s, step = v, v.stack[-1]
            for action in macro.actions:
                assert offered(step.legal(s, side), action), (macro, action)
                s = step.write(s, side, action)
            n = int(dict(macro.args)["n"]) - 1
            assert GAME.macro_look(v, side, macro)["way"][-1]["space"] == macro.space
            hexes = ends_at(s.forces[side][n])[0], ends_at(v.forces[side][n])[0]
            if max(hexes) < 19:
                assert len(macro.actions) >= v.p.dist[hexes[1]][hexes[0]]
            courses += 1
            slow += len(macro.actions) > v.p.dist[hexes[1]][hexes[0]] if max(hexes) < 19 else 0
        if courses > 400 and slow:
            return
    raise AssertionError((courses, slow))


def test_the_patrols_of_last_time_are_offered_and_legal() -> None:
    for v, side in asked(11, 4000):
        if type(v.stack[-1]).__name__ != "AirSheet" or v.drafts[side]:
            continue
        assert v.usual[1 - side] == ()
        for macro in GAME.macros(v, side):
            if macro.label != "macro.patrols":
                continue
            s, step = v, v.stack[-1]
            for action in macro.actions:
                assert offered(step.legal(s, side), action)
                s = step.write(s, side, action)
            assert {row[0] for row in s.drafts[side]} <= {"cap", "reserve"}
            return
    raise AssertionError("no patrols were flown twice")


def test_the_sides_are_called_so_that_the_curtain_can_say_it() -> None:
    assert [side["name"] for side in GAME.board("campaign")["sides"]] == ["Japanese", "Americans"]


def test_sightings_are_remembered_with_their_age_also_of_what_is_shown_by_night() -> None:
    """RS-171, RS-173: by night the counter in M says no more, but what was told by day is not forgotten."""
    s = GAME.place({"turn": 6, "segment": 2, "step": "two_segments", "force": {
        "american": {"tf1": {"units": ["U-DD-1"], "at": "N", "way": "N.N.O.espiritu_santo"}},
        "japanese": {"tf1": {"units": ["J-BC-6", "J-DD-1"], "at": "G", "way": "H.M.L.K.rabaul"},
                     "tf2": {"units": ["J-CV-1"], "at": "B", "way": "B.A.truk"}}}})
    while s.segment < 4:
        for side in GAME.waited_for(s):
            s = GAME.apply(s, side, ("ready",))
    shown = {piece["id"]: piece for piece in GAME.picture(GAME.view(s, 1), 1)["pieces"]}
    assert shown["japanese:tf1"]["place"] == "M"
    assert shown["japanese:tf1"]["badges"] == ["2 units, 1 cap. · seen in seg. 3"]
    assert "faded" not in shown["japanese:tf1"]
    assert (shown["japanese:tf2"]["place"], shown["japanese:tf2"]["faded"]) == ("B", True)
    assert shown["japanese:tf2"]["badges"] == ["1 unit, 1 cap. · seen in seg. 3"]


def test_every_decision_has_a_face_and_every_event_a_line() -> None:
    assert faceless(GAME.types) == []


def test_the_score_stands_in_the_picture_with_what_it_takes_to_win() -> None:
    s = GAME.place({"turn": 4, "segment": 3, "step": "air", "vp": {"japanese": 40, "american": 20}})
    score = GAME.picture(GAME.view(s, 0), 0)["score"]
    assert [tally["value"] for tally in score["tallies"]] == [40, 20]
    assert any("75" in text for text in score["wins"])
    assert any("substantive" in text for text in score["wins"])


def test_to_send_nothing_is_not_the_way_on_where_something_can_be_attacked() -> None:
    force = {"american": {"tf1": {"units": ["U-CA-1"], "at": "L"}}}
    for lac, main in ((5, False), (0, True)):
        s = GAME.place({"turn": 4, "segment": 3, "step": "air", "ground": {"american": 9}, "holder": "american",
                        "air": {"rabaul": {"lac": lac}}, "force": force})
        made = GAME.choice(GAME.view(s, 0), 0, ("ready",))
        assert made.get("main", False) is main


def test_ships_that_the_die_keeps_at_truk_are_not_proposed_for_a_task_force() -> None:
    position = {"turn": 4, "step": "allocation", "at": {"J-CA-4": "truk", "J-CA-1": "rabaul"}}
    for sortie in (False, True):
        s = GAME.place({**position, "sortie": sortie})
        sheet = GAME.picture(GAME.view(s, 0), 0)["sheets"][0]
        truk = next(box for box in sheet["bins"] if box["id"] == "truk")
        assert any(item["to"] for item in truk["items"]) is sortie


def test_a_prompt_says_what_was_announced_where_that_is_still_to_be_done() -> None:
    """RS-069, RS-170: without it nothing says why one cannot be ready."""
    said = {"turn": 3, "said": {"truk": "capital"}}
    ships = GAME.place({**said, "step": "allocation", "at": {"J-B-3": "truk"}})
    assert GAME.prompt(GAME.view(ships, 0), 0)["text"].startswith(
        "Announced for segments 1 to 7: sorties from Truk with capital ships. Form such a task force")
    force = {"japanese": {"tf1": {"units": ["J-B-3"], "at": "truk"}}}
    plots = GAME.place({**said, "step": "plotting", "force": force})
    assert "sorties from Truk with capital ships. Plot such a sortie" in GAME.prompt(GAME.view(plots, 0), 0)["text"]
    for verb in ("plot tf1 B", "plot tf1 G", "plot tf1 B"):
        if ("ready",) in GAME.legal(plots, 0):
            break
        plots = GAME.apply(plots, 0, tuple(verb.split()))
    assert GAME.prompt(GAME.view(plots, 0), 0)["text"].startswith("Plot segments 1 to 7")


SHORT = [one.id for one in GAME.scenarios if one.of]


@pytest.mark.parametrize("scenario", SHORT)
def test_points_from_before_a_short_scenario_are_not_won_in_it(scenario: str) -> None:
    s = GAME.setup(scenario)
    assert s.p.before == tuple(map(sum, s.vp))
    assert s.p.began == s.turn
    s = s.score(JAPAN, "DD", 5).score(USA, "lac", 1)
    for both in (("+5", "+1"), ("+0", "+0")):
        s = HalfOver().run(s)
        ended = s.news[-1]
        assert isinstance(ended, HalfEnded)
        assert tuple(half_of(ended, side, GAME.words)["total"] for side in (JAPAN, USA)) == both
    by_source = balance(s, GAME.words)[0]["rows"]
    assert by_source[0] == [GAME.words.say("score.before"), *map(str, s.p.before)]
    assert len(by_source) == 4
    by_turn = balance(s.replace(scored=(tuple(map(sum, s.vp)),)), GAME.words)[1]["rows"]
    assert by_turn == [[GAME.words.say("score.turn", n=s.turn), "+5", "+1"]]


@pytest.mark.parametrize(("turn", "key"), [(1, "sheet.no_sortie_first"), (2, "sheet.no_sortie")])
def test_why_ships_stay_at_truk(turn: int, key: str) -> None:
    """20.3: in Game-Turn 1 by rule, without a die."""
    s = GAME.place({"turn": turn, "step": "allocation", "at": {"J-DD-1": "truk", "J-DD-2": "rabaul"},
                    "said": {"rabaul": "small"}})
    sheet = GAME.picture(GAME.view(s, JAPAN), JAPAN)["sheets"][0]
    assert next(one["note"] for one in sheet["bins"] if one["id"] == "truk") == GAME.words.say(key)


@pytest.mark.parametrize("scenario", ["campaign", *SHORT])
def test_a_draw_is_told_of_where_there_is_one(scenario: str) -> None:
    s = GAME.setup(scenario)
    told = any("in between" in line for line in score(s, GAME.words)["wins"])
    assert told == (level(s.p, 120, 100) == "draw")


def test_what_may_have_changed_unseen_is_told_as_last_known() -> None:
    """A40: aircraft move between bases unseen while the bases are not open."""
    s = GAME.place({"turn": 4, "segment": 3, "step": "orders", "air": {
        "espiritu_santo": {"lac": 4}, "rabaul": {"lac": 6}}, "force": {
            "japanese": {"tf1": {"units": ["J-DD-1"], "at": "B"}}}})
    lac = GAME.words.say("store.lac")
    past = GAME.words.say("store.past", what=lac)
    told = {one["place"]: one["name"] for one in GAME.picture(GAME.view(s, JAPAN), JAPAN)["stores"]}
    assert (told["espiritu_santo"], told["rabaul"]) == (past, lac)
    told = {one["place"]: one["name"] for one in GAME.picture(s, JAPAN)["stores"]}
    assert told["espiritu_santo"] == lac


def test_the_room_at_rabaul_counts_what_comes_back() -> None:
    """RS-014: after the set-up ships in refit come back, and go on to Truk where it is full; RS-015: who needs no refit
    is there before."""
    s = GAME.place({"turn": 2, "step": "setup", "at": {
        "J-DD-1": "truk", "J-CA-1": "back:rabaul", "J-BC-5": "back:rabaul", "J-BC-6": "back:rabaul",
        "J-BC-7": "back:rabaul", "J-TR-1": "back:rabaul"},
        "due": {"J-CA-1": 2, "J-BC-5": 2, "J-BC-6": 2, "J-BC-7": 3, "J-TR-1": 2}})
    p, words = s.p, GAME.words
    here = words.say("sheet.rabaul", n=1, guns=p.bombardment[p.index["J-CA-1"]])
    guns = sum(p.bombardment[p.index[name]] for name in ("J-BC-5", "J-BC-6"))
    room = words.say("sheet.rabaul_back", now=here, n=2, guns=guns)

    def note(state: Any) -> str:
        sheet = GAME.picture(GAME.view(state, JAPAN), JAPAN)["sheets"][0]
        return str(next(one["note"] for one in sheet["bins"] if one["id"] == "rabaul"))

    assert note(s) == room
    assert note(s.replace(due=(9,) * p.units)) == words.say("sheet.rabaul", n=0, guns=0)


def test_transports_that_were_sighted_are_not_of_unknown_whereabouts() -> None:
    """RS-171: of a sighted task force the number of its transports is told."""
    names = [f"U-TR-{n}" for n in range(1, 6)]
    s = GAME.place({"turn": 4, "segment": 3, "step": "orders", "at": {"U-TR-6": "espiritu_santo"}, "force": {
        "american": {"tf1": {"units": names, "at": "M", "mission": "transport", "way": "M.M"}}}})
    view = GAME.view(s, JAPAN)
    assert [(sight.hex, sight.transports) for sight in view.sights] == [(M, 5)]
    found = {row["group"]: row["count"] for row in GAME.picture(view, JAPAN)["forces"]
             if row["text"] == GAME.words.say("kind.TR")}
    assert found == {GAME.words.say("group.met"): 5, GAME.words.say("group.unknown"): 1}


def test_plots_say_of_each_task_force_what_is_true_of_it() -> None:
    """RS-076, RS-079: transports land after two segments, fast ones after one; carriers are offered no course to M."""
    for units, key in ((["U-TR-1", "U-CA-1"], "transport"), (["U-APD"], "transport_fast"),
                       (["U-TR-1", "U-APD"], "transport_both")):
        s = GAME.place({"turn": 4, "half": 1, "segment": 0, "step": "plotting", "holder": "american", "ground": {
            "american": 10}, "force": {"american": {
                "tf1": {"units": units, "at": "espiritu_santo", "mission": "transport"},
                "tf4": {"units": ["U-CV-1", "U-CA-2"], "at": "australia"}}}})
        view = GAME.view(s, USA)
        note = GAME.picture(view, USA)["sheets"][0]["fields"][0].get("note", "")
        assert note.endswith(GAME.words.say(f"task.{key}"))
    there = [macro.piece for macro in GAME.macros(view, USA) if macro.label == "macro.guadalcanal"]
    assert "american:tf1" in there
    assert "american:tf4" not in there


def test_of_a_game_that_is_over_no_step_is_in_play() -> None:
    over = next(s for s in states(1) if s.result is not None)
    assert {stage["state"] for stage in GAME.picture(GAME.view(over, USA), USA)["sequence"]} == {"done"}


def test_who_was_struck_by_a_submarine_may_turn_home_by_a_button_that_stands_in_the_sheet() -> None:
    """RS-052: and where there is nothing to turn home with, the question does not offer it."""
    def asked(units: list[str]) -> tuple[str, list[str]]:
        s = GAME.place({"turn": 4, "segment": 3, "step": "submarines", "at": {"J-SS-1": "S"}, "force": {
            "american": {"tf1": {"units": units, "at": "S", "way": "S.S.australia"}}}})
        for action in ("hit U-BB-1", "die =4", "die =1"):
            s = GAME.apply(s, CHANCE, parse(action))
        scene = GAME.view(s, 1)
        sheets = GAME.picture(scene, 1)["sheets"]
        offered = [text for sheet in sheets for field in sheet["fields"] for text in field["choices"]]
        pieces = [action for action in GAME.legal(scene, 1) if "piece" in GAME.choice(scene, 1, action)]
        assert not pieces  # else a phone would wait for a tap on the counter, and keep the sheet down
        return GAME.prompt(scene, 1)["text"], offered

    text, offered = asked(["U-BB-1", "U-DD-1"])
    assert "turn it for home" in text
    assert any(one.startswith("abort tf1 australia") for one in offered)
    text, offered = asked(["U-BB-1"])
    assert "cannot be turned" in text
    assert not offered
