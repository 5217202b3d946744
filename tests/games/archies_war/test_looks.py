"""How the game looks: the prompt, the buttons and what they commit to, pieces that are in hand, the log."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.rules.abilities import Hit
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.archies_war.rules.reinforcement import Landed
from ironbottom.kernel.action import parse
from ironbottom.kernel.entries import Told
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.table.log import Entries

GAME = make()
POSITION: dict[str, Any] = {
    "step": "american-actions",
    "turn": 5,
    "tokens": 1,
    "american": {"henderson_field": ["vandegrift", "recon", "inf4", "inf4"], "point_cruz": ["barbed_wire", "inf5"]},
    "japanese": {"koli_point": ["inf2", "inf2"], "cape_esperance": ["minor_bombardment"]},
}


def after(position: dict[str, Any], *texts: str) -> Any:
    s = GAME.place(position)
    for text in texts:
        s = GAME.apply(s, GAME.to_move(s)[0], parse(text))
    return s


def choices(s: Any, side: int) -> dict[str, Any]:
    view = GAME.view(s, side)
    return {look["do"]: look for look in (GAME.choice(view, side, action) for action in GAME.legal(view, side))}


def test_alike_blocks_share_a_choice() -> None:
    look = choices(after(POSITION), AMERICAN)["take henderson_field inf4"]
    assert look["piece"] == "american:henderson_field:inf4:1"
    assert look["also"] == ["american:henderson_field:inf4:2"]
    s = after(POSITION, "take henderson_field inf4")
    assert choices(s, AMERICAN)["take henderson_field inf4"]["piece"] == "american:henderson_field:inf4:2"
    assert choices(s, AMERICAN)["back inf4"]["piece"] == "american:henderson_field:inf4:1"
    picked = [piece["id"] for piece in GAME.picture(s, AMERICAN)["pieces"] if piece.get("picked")]
    assert picked == ["american:henderson_field:inf4:1"]


@pytest.mark.parametrize(
    ("texts", "do", "ends"),
    [
        ((), "take henderson_field inf4", None),
        ((), "end", "ends.turn"),
        (("take henderson_field inf4",), "go koli_point henderson_field", None),
        (("take henderson_field inf4", "go koli_point henderson_field"), "resolve", "ends.reveal"),
        (("take henderson_field inf4", "go koli_point henderson_field"), "end", "ends.reveal"),
        (("use recon henderson_field",), "on koli_point", "ends.reveal"),
        (
            ("take point_cruz inf5", "go kakambona point_cruz", "take henderson_field inf4"),
            "go koli_point henderson_field",
            "ends.reveal",
        ),
        (
            ("take point_cruz inf5", "go kakambona point_cruz", "take henderson_field inf4"),
            "go bloody_ridge henderson_field",
            "ends.turn",
        ),
    ],
)
def test_what_cannot_be_taken_back(texts: tuple[str, ...], do: str, ends: str | None) -> None:
    s = after(POSITION, *texts)
    assert GAME.why_final(GAME.view(s, AMERICAN), AMERICAN, parse(do)) == ends
    look = choices(s, AMERICAN)[do]
    assert look.get("ends") == (GAME.words.say(ends) if ends else None)


def test_a_japanese_action_that_ends_the_game_says_so() -> None:
    position = {**POSITION, "step": "japanese-actions", "tokens": 2}
    assert GAME.why_final(GAME.place(position), JAPANESE, ("end",)) == "ends.game"


@pytest.mark.parametrize(
    ("change", "texts", "do", "ends"),
    [
        # 2P-2: the last action walks onto the field
        ({"american": {}}, ("take koli_point inf2",), "go henderson_field koli_point", "ends.game"),
        # 2P-3: ... or comes next to it for the third time, or leaves it
        ({"japanese": {"tetere": ["inf2"]}}, ("take tetere inf2",), "go koli_point tetere", "ends.game"),
        ({}, ("take koli_point inf2",), "go tetere koli_point", "ends.turn"),
        # 2P-1: ... or is the last of all
        ({"turn": 10, "tokens": 0}, ("take koli_point inf2",), "go tetere koli_point", "ends.game"),
        # 2P-27, 2P-39: an attack that ended the actions early; one that comes back next to the field
        ({"actions_left": 2, "american": {"henderson_field": ["inf5"]}, "japanese": {"koli_point": ["inf2", "inf3"]}},
         ("take koli_point inf2", "take koli_point inf3", "go henderson_field koli_point", "end"), "lose inf2",
         "ends.game"),
        ({"actions_left": 2, "american": {"henderson_field": ["inf5"]}, "japanese": {"koli_point": ["inf2", "inf3"]}},
         ("take koli_point inf2", "take koli_point inf3", "go henderson_field koli_point", "resolve"), "lose inf2",
         None),
    ],
)  # fmt: skip
def test_the_last_action_tells_what_ends_with_it(
    change: dict[str, Any], texts: tuple[str, ...], do: str, ends: str | None
) -> None:
    position = {
        "turn": 6, "step": "japanese-actions", "actions_left": 1, "tokens": 2, "japanese": {"koli_point": ["inf2"]},
        "american": {"taivu_point": ["inf2"]},
    }  # fmt: skip
    s = after({**position, **change}, *texts)
    assert GAME.why_final(GAME.view(s, JAPANESE), JAPANESE, parse(do)) == ends


@pytest.mark.parametrize(
    ("tokens", "turn", "texts", "do", "ends"),
    [
        # 2P-3, 2P-36: the winners stand next to the field for the third time, wherever the beaten go
        (2, 6, ("end", "lose inf2"), "retreat henderson_field", "ends.game"),
        (1, 6, ("end", "lose inf2"), "retreat henderson_field", "ends.hand"),
        # 2P-1: ... or the last turn ends
        (0, 10, ("end", "lose inf2"), "retreat henderson_field", "ends.game"),
        # 2P-27: ... but not while the attacker has an action left
        (2, 6, ("resolve", "lose inf2"), "retreat henderson_field", "ends.hand"),
        # 2P-37: the loss leaves a retreat to choose
        (2, 6, ("end",), "lose inf2", None),
    ],
)  # fmt: skip
def test_the_losers_last_choice_tells_what_ends_with_it(
    tokens: int, turn: int, texts: tuple[str, ...], do: str, ends: str | None
) -> None:
    position = {
        "turn": turn, "step": "japanese-actions", "actions_left": 2, "tokens": tokens,
        "japanese": {"tetere": ["inf8", "inf5"]}, "american": {"koli_point": ["inf2", "inf3"]},
    }  # fmt: skip
    s = after(position, "take tetere inf8", "take tetere inf5", "go koli_point tetere", *texts)
    assert GAME.why_final(GAME.view(s, AMERICAN), AMERICAN, parse(do)) == ends


def test_the_prompt_tells_each_side_what_it_may_know() -> None:
    s = after(POSITION, "take henderson_field vandegrift")
    mine = GAME.prompt(GAME.view(s, AMERICAN), AMERICAN)
    theirs = GAME.prompt(GAME.view(s, JAPANESE), JAPANESE)
    assert mine["mine"]
    assert mine["text"].startswith("Choose where the block from Henderson Field goes")
    assert mine.get("probe") == {"piece": "take {piece}", "space": "go {space}"}
    assert not theirs["mine"]
    assert theirs == GAME.prompt(GAME.view(after(POSITION), JAPANESE), JAPANESE)
    assert GAME.prompt(GAME.view(s, OBSERVER), OBSERVER)["text"] == theirs["text"]


def test_probes_find_a_rule() -> None:
    s = after(POSITION, "take henderson_field vandegrift")
    for text, rule in (
        ("go tetere", "T-26"),
        ("go henderson_field", "2P-17"),
        ("take american:point_cruz:inf5:1", "2P-17"),
        ("take japanese:koli_point:back:1", "2P-8"),
        ("go cape_esperance", "2P-19"),
        ("go pool.american", "2P-4"),
    ):
        refusal = GAME.why_not(GAME.view(s, AMERICAN), AMERICAN, parse(text))
        assert refusal is not None
        assert refusal.rule == rule, text


def test_the_enemy_sees_backs() -> None:
    pieces = GAME.picture(GAME.view(GAME.place(POSITION), JAPANESE), JAPANESE)["pieces"]
    american = [piece for piece in pieces if piece["side"] == "american"]
    assert {piece["face"] for piece in american} == {"american.back"}
    assert len(american) == 6
    assert all("values" not in piece and "state" not in piece for piece in american)


def test_battle_sheet() -> None:
    position = {**POSITION, "japanese": {"koli_point": ["inf2", "attrition"]}}
    s = after(
        position, "take henderson_field inf4", "take henderson_field inf4", "go koli_point henderson_field", "resolve"
    )
    assert GAME.to_move(s) == (JAPANESE,)
    sheet = GAME.picture(GAME.view(s, JAPANESE), JAPANESE)["sheets"][0]
    assert sheet["kind"] == "battle"
    assert sheet["fields"][0]["choices"] == ["lose inf2", "lose attrition"]
    assert [term["value"] for term in sheet.get("totals", [])] == ["+4", "+4", "8", "+2", "+0", "+2", "4"]
    assert GAME.picture(GAME.view(s, AMERICAN), AMERICAN)["sheets"][0]["fields"][0]["choices"] == []
    held = GAME.picture(
        GAME.view(after(POSITION, "take henderson_field inf4", "go koli_point henderson_field"), AMERICAN), AMERICAN
    )["sheets"][0]
    assert "odds" in held
    theirs = GAME.picture(
        GAME.view(after(POSITION, "take henderson_field inf4", "go koli_point henderson_field"), JAPANESE), JAPANESE
    )["sheets"][0]
    assert "odds" not in theirs
    assert "totals" not in theirs


def test_the_log_tells_the_owner_more() -> None:
    s = after({**POSITION, "step": "japanese-actions"}, "end")
    assert s.turn == 5
    s = GAME.apply(s, AMERICAN, ("attrition", "koli_point"))
    s = GAME.apply(s, -1, ("hit", "inf2"))
    event = next(event for event in s.news if isinstance(event, Hit))
    texts = []
    for side in (AMERICAN, JAPANESE):
        seen = event.seen_by(side)
        assert seen is not None
        line = GAME.line(seen, side)
        assert line is not None
        texts.append(line["text"])
    assert texts == [
        "The Japanese lose a block at Koli Point, picked by chance.",
        "The Japanese lose Infantry 2 at Koli Point, picked by chance.",
    ]


def test_sequence_bar() -> None:
    stages = {stage["id"]: stage["state"] for stage in GAME.picture(GAME.place(POSITION), AMERICAN)["sequence"]}
    assert stages["american.reinforce"] == "done"
    assert stages["american.actions"] == "now"
    assert stages["japanese.actions"] == "next"
    first = {stage["id"]: stage["state"] for stage in GAME.picture(GAME.setup("two-player"), AMERICAN)["sequence"]}
    assert first["setup"] == "now"
    assert first["american.reinforce"] == "skipped"


def test_after_the_end_everybody_sees_everything() -> None:
    position = {**POSITION, "step": "japanese-check", "turn": 10, "tokens": 2}
    s = GAME.place(position)
    assert s.result is not None
    for side in (AMERICAN, JAPANESE, OBSERVER):
        picture = GAME.picture(GAME.view(s, side), side)
        assert picture.get("ending", {}).get("winners") == ["japanese"]
        assert not any(piece["face"].endswith(".back") for piece in picture["pieces"])


def test_macros_begin_what_they_say() -> None:
    s = after(POSITION)
    view = GAME.view(s, AMERICAN)
    labels = [GAME.macro_look(view, AMERICAN, macro)["label"] for macro in GAME.macros(view, AMERICAN)]
    assert "Take all blocks at Henderson Field" in labels
    assert "Take all infantry at Henderson Field" in labels
    assert "Attack Koli Point with all infantry of Henderson Field" in labels
    assert GAME.macros(view, JAPANESE) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"step": "nonsense"},
        {"step": "french-actions"},
        {"turn": 11},
        {"turn": "5"},
        {"tokens": 9},
        {"american": {"atlantis": ["inf5"]}},
        {"american": {"tetere": ["inf9"]}},
        {"american": {"tetere": "inf5"}},
        {"american": ["inf5"]},
        {"american": {"koli_point": ["inf5"]}},
        {"american": {"tetere": ["vandegrift", "vandegrift"]}},
        {"anchor": "atlantis"},
        {"moved": {"tetere": ["inf5"]}},
        {"held": {"place": "koli_point"}},
        {"held": {"place": "koli_point", "back": "tetere", "attackers": ["recon"]}},
        {"pool": {"american": []}, "casualties": {"american": []}},
        {"pool": {"french": []}},
        {"options": {"no_such": 1}},
        {"options": {"air_support_value": 9}},
        {"options": 3},
        {"scenario": "four-player"},
        {"surprise": True},
    ],
)
def test_a_wrong_position_is_one_clear_line(change: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.place({**POSITION, **change})
    assert "\n" not in str(caught.value)


def test_questions_that_nobody_can_answer() -> None:
    for what in (("distance", "a", "b"), ("nothing",), (), ("route", "x", "tetere", "tetere")):
        with pytest.raises(BadInput):
            GAME.ask(GAME.setup("two-player"), what)


def line_of(s: Any, side: int, *texts: str) -> list[Any]:
    """The lines that a side reads of these actions."""
    lines = []
    coming = list(texts)
    while coming or GAME.to_move(s) == (CHANCE,):
        mover = GAME.to_move(s)[0]
        s = GAME.apply(s, mover, GAME.chance(s)[0][0] if mover == CHANCE else parse(coming.pop(0)))
        lines += [line for event in GAME.news_for(s, side) if (line := GAME.line(event, side))]
    return lines


def test_the_log_tells_what_brings_what() -> None:
    """The end that brings a combat says so; a turn's lines stand under its name; actions unused are counted."""
    position = {
        "step": "japanese-actions", "turn": 3, "japanese": {"koli_point": ["inf8", "inf5"]},
        "american": {"henderson_field": ["inf2"], "point_cruz": ["vandegrift"]}, "pool": {"american": []},
    }  # fmt: skip
    take = ("take koli_point inf8", "go henderson_field koli_point", "end")
    texts = [line["text"] for line in line_of(GAME.place(position), JAPANESE, *take)]
    fight = texts.index("The Japanese take no other action: their attack is fought.")
    assert texts[fight + 1].startswith("Combat at Henderson Field")
    lines = line_of(GAME.place(position), JAPANESE, "end", "attrition koli_point")
    assert lines[0]["text"] == "The Japanese end their actions with 2 actions unused."
    assert [line.get("turn") for line in lines if line.get("mark") == "turn"] == ["Turn 4"]


def test_a_block_spent_is_an_act_of_its_own_and_what_it_strikes_stands_with_it() -> None:
    """2P-41, 2P-51: neither hangs below the landing before it; nor does a bombardment below the last act."""
    position = {
        "step": "japanese-actions", "turn": 4, "american": {"point_cruz": ["inf3"], "henderson_field": ["inf2"]},
        "japanese": {"cape_esperance": ["attrition"], "tassafaronga_point": ["inf5"], "koli_point": ["inf8"]},
    }  # fmt: skip
    entries, s, found = Entries(GAME, AMERICAN), GAME.place(position), list[Any]()
    landing = Landed("japanese", "cape_esperance", 1)
    entries.take(1, Told(landing, GAME.line(landing, AMERICAN)))
    for side, action in (
        (JAPANESE, "take tassafaronga_point inf5"), (JAPANESE, "go kokumbona tassafaronga_point"),
        (JAPANESE, "use attrition cape_esperance"), (JAPANESE, "on point_cruz"), (CHANCE, "hit inf3"),
    ):  # fmt: skip
        s = GAME.apply(s, side, parse(action))
        for event in GAME.news_for(s, AMERICAN):
            found.append(entries.take(len(found) + 2, Told(event, GAME.line(event, AMERICAN))))
    heads = {line["kind"]: found[line["of"] - 2]["kind"] for line in found}
    assert [heads[kind] for kind in ("used", "hit", "bombarded")] == ["used", "used", "bombarded"]


def test_of_the_ways_to_a_place_the_best_stands_first() -> None:
    """A lone block that may march by road is not offered the trail first, where it dies."""
    s = GAME.place({"step": "american-actions", "turn": 6, "american": {"point_cruz": ["recon"]}})
    s = GAME.apply(s, AMERICAN, parse("take point_cruz recon"))
    ways: dict[str, list[bool]] = {}
    for action in GAME.legal(s, AMERICAN):
        if action[0] == "go":
            ways.setdefault(str(action[1]), []).append("cost" in GAME.choice(s, AMERICAN, action))
    assert any(len(set(costs)) > 1 for costs in ways.values())
    assert all(costs == sorted(costs) for costs in ways.values())


def test_an_attack_over_a_trail_is_shown_without_the_block_that_it_costs() -> None:
    """2P-21: the weakest is counted as lost; by road all fight."""
    position = {
        "turn": 6, "step": "japanese-actions", "american": {"bloody_ridge": ["inf4"]},
        "japanese": {"kokumbona": ["inf5", "inf3"]},
    }  # fmt: skip
    look = choices(after(position, "take kokumbona inf5", "take kokumbona inf3"), JAPANESE)
    assert look["go bloody_ridge west_jungle"]["cost"] == "5 against ?"
    assert look["go bloody_ridge henderson_field"]["cost"] == "8 against ?"


def test_a_way_that_costs_a_block_stands_aside_where_another_is_free() -> None:
    """2P-21: from Point Cruz to the airfield one way is offered at once, and it does not lead by Point Cruz."""
    s = GAME.place({"step": "american-actions", "turn": 6, "american": {"point_cruz": ["recon"]}})
    found = choices(GAME.apply(s, AMERICAN, parse("take point_cruz recon")), AMERICAN)
    ways = {do: look for do, look in found.items() if do.startswith("go henderson_field")}
    assert [look["label"] for look in ways.values() if not look.get("aside")] == ["Move to Henderson Field"]
    trails = [look for look in ways.values() if look.get("aside")]
    assert trails
    assert all("over a trail" in look["label"] and "by way of" in look["label"] for look in trails)
    assert not any("by way of Point Cruz" in look["label"] for look in ways.values())
    # where only a trail leads there, it is offered like any other way
    assert any(look.get("cost") and not look.get("aside") for look in found.values())


def test_words_follow_the_corrected_data() -> None:
    """Infantry is called by its number, the prompt names the places of the set-up, the beach its margin."""
    places = ["henderson_field", "point_cruz", "bloody_ridge", "tetere"]
    game = make({"two_player": {
        "units": {"american": {"inf5": {"attack": 6, "defence": 6}}}, "setup": {"locations": places},
        "margin": {"beach": {"needs": 3}},
    }})  # fmt: skip
    assert game.words.name("inf5") == "Infantry 6 (Japanese 5)"
    assert game.words.name("inf4") == GAME.words.name("inf4") == "Infantry 4"
    s = game.setup("two-player")
    while game.to_move(s) == (CHANCE,):
        s = game.apply(s, CHANCE, game.chance(s)[0][0])
    assert "Tetere" in game.prompt(s, AMERICAN)["text"]
    s = game.apply(s, AMERICAN, ("take", "pool.american", "vandegrift"))
    refusal = game.why_not(s, AMERICAN, ("set", "koli_point"))
    assert refusal is not None
    assert "Tetere" in game.refusal(refusal)
    s = game.place({"step": "american-actions", "american": {"henderson_field": ["inf5"]}, "turn": 4,
                    "japanese": {"koli_point": ["inf2"]}})  # fmt: skip
    s = game.apply(s, AMERICAN, ("take", "henderson_field", "inf5"))
    odds = game.odds(game.view(s, AMERICAN), AMERICAN, ("go", "koli_point", "henderson_field"))
    assert odds is not None
    assert [term["text"] for term in odds["sums"][0]["terms"]] == ["Infantry 6 (Japanese 5)"]
    assert odds["sums"][1]["terms"][-1]["text"] == "Beach: 3 more than the defence"
