"""The log: who did what to whom, why a hit struck what it struck, what went down with a ship, one and many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.battle_box import Hit, Rolled
from ironbottom.games.axis_allies.rules.casualties import Removed
from ironbottom.games.axis_allies.rules.landing import Stranded
from ironbottom.games.axis_allies.rules.loading import Loaded
from ironbottom.games.axis_allies.rules.printed import KIND
from ironbottom.games.axis_allies.rules.regroup import Bought, Repaired
from ironbottom.games.axis_allies.rules.state import TokenPlayed
from ironbottom.games.axis_allies.rules.submarines import TorpedoRan
from ironbottom.kernel.entries import Told
from ironbottom.kernel.record import read_record
from ironbottom.kernel.referee import follow
from ironbottom.kernel.schema import schema_of
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.table.log import Entries

GAME = make()
SCHEMA = schema_of(GAME.package)
TOKENS = SCHEMA.cards.effects if SCHEMA is not None and SCHEMA.cards is not None else ()
RECORD = Path(__file__).parent / "records/axis.jsonl"


def told(position: dict[str, Any], *played: Any) -> list[str]:
    """All lines of a position and what is played there: (side, action), or a die."""
    s = GAME.place(position)
    seen = list(s.news)
    for one in played:
        s = GAME.apply(s, CHANCE, ("die", one)) if isinstance(one, int) else GAME.apply(s, *one)
        seen += s.news
    return [line["text"] for event in seen if (line := GAME.line(event, 0)) is not None]


def test_a_fight_names_who_fired_who_was_hit_and_what_was_aboard() -> None:
    """C3, C7, C8, C15."""
    lines = told(
        {"step": "C2", "first": "axis", "axis": {"I": ["CRU*2"], "BOU": ["ART"]},
         "allies": {"I": ["TRN+INF+SUP", "DST+INF"]}},
        (0, ("fight", "I")), (0, ("fire", "BOU", 1)), 2, 1, 6, 6, 6, 4,
    )
    assert lines[:6] == [
        "The fight at sea in zone I",
        "Axis: 5 dice at ships in zone I, from 2 cruisers and 1 artillery on Bougainville",
        "Slot 1, a 2: an Allied destroyer is damaged; 1 infantry aboard is lost",
        "Slot 2, a 1: no cruiser is left, so an Allied destroyer is destroyed",
        "Allies: 1 die at ships in zone I, from 1 destroyer",
        "Allies lose 1 destroyer in zone I",
    ]


def test_a_purchase_names_all_that_was_bought() -> None:
    """R16, R19: in the head of its entry, type by type; repairs of a type are counted together."""
    for events, text in (
        ([Bought(0, KIND["CRU"], 2), Bought(0, KIND["BAT"], 1)], "Axis buy 2 cruisers and 1 battleship"),
        ([Repaired(1, KIND["DST"], 1), Repaired(1, KIND["DST"], 1)], "Allies repair 2 destroyers"),
    ):
        entries = Entries(GAME, OBSERVER)
        head, last = [entries.take(n, Told(one, GAME.line(one, OBSERVER))) for n, one in enumerate(events, 1)]
        assert (last["of"], last["whole"]) == (head["n"], text)


def test_a_fight_in_which_all_hold_their_fire_says_so() -> None:
    """C18: the heading of a fight does not stand alone."""
    position = {"step": "C2", "first": "axis", "axis": {"BOU": ["ART"]}, "allies": {"B": ["DST"]}}
    lines = told(position, (0, ("fight", "B")), (0, ("done",)))
    assert lines[:2] == ["The fight at sea in zone B", "Nobody fires"]
    assert "Nobody fires" not in told(position, (0, ("fight", "B")), (0, ("fire", "BOU", 1)), 6)


def test_the_slots_of_a_second_roll_start_again() -> None:
    """C6."""
    lines = told({"step": "C2", "first": "axis", "axis": {"I": ["BAT*5"]}, "allies": {"I": ["TRN*2"]}},
                 (0, ("fight", "I")), *(6,) * 13, 1, 6)
    assert "Roll 2, slot 2, a 1: no cruiser is left, so an Allied transport is destroyed" in lines


@pytest.mark.parametrize(("die", "line"), [
    (1, "Axis: a submarine in zone I fires at an Allied destroyer and rolls 1: the destroyer is destroyed; "
        "1 infantry aboard is lost"),
    (2, "Axis: a submarine in zone I fires at an Allied destroyer and rolls 2: the destroyer is damaged; "
        "1 infantry aboard is lost"),
    (5, "Axis: a submarine in zone I fires at an Allied destroyer and rolls 5: the destroyer is missed"),
])
def test_a_torpedo_tells_of_the_cargo(die: int, line: str) -> None:
    """M15, M19."""
    position = {"step": "M6", "first": "axis", "axis": {"I": ["SUB"]}, "allies": {"I": ["DST+INF"]}}
    assert line in told(position, (0, ("take", "I", "SUB")), (0, ("stay", 1)), (0, ("torpedo", "DST+INF")), die)


def test_a_raid_on_airfields_says_what_the_hits_did() -> None:
    """C22: the title speaks of the island; an odd hit is explained."""
    position = {"step": "C4", "first": "axis", "axis": {"GUA": ["BOM"]}, "airfields": {"GUA": ["allies"]}}
    aims = (0, ("fight", "GUA")), (0, ("aim", "GUA", "BOM", "fields", 1))
    assert told(position, *aims, 1, 2)[:4] == [
        "The fight on Guadalcanal", "Axis: 2 dice at airfields on Guadalcanal, from 1 bomber",
        "Axis: 2 hits on the airfields of Guadalcanal; 2 damage one, so 1 airfield is damaged",
        "Allies: 1 airfield on Guadalcanal gets its damaged marker",
    ]
    assert ("Axis: 1 hit on the airfields of Guadalcanal; 2 damage one, so no airfield is damaged"
            in told(position, *aims, 1, 6))


def test_a_capital_ship_scores_after_it_is_lost() -> None:
    """U6: cause before effect."""
    position = {"step": "C2", "first": "axis", "axis": {"I": ["DST"]}, "allies": {"I": ["CAR"]}}
    lines = told(position, (0, ("fight", "I")), 1)
    at = lines.index("Allies lose 1 carrier in zone I")
    assert lines[at + 1] == "Axis score 1 point for a carrier destroyed in zone I"


def test_aircraft_without_a_place_to_land_are_lost_by_name() -> None:
    """R10: what happened in one's absence tells which they were, and not that “one piece” was lost."""
    line = GAME.line(Stranded(0, "G", KIND["FTR"], 2), 0)
    assert line is not None
    assert [loss["name"] for loss in line["losses"]] == ["2 fighters"]


def test_what_an_older_record_does_not_hold_is_not_told() -> None:
    """Events of the first release have no cargo, no faces that hit and no guns."""
    lines = [GAME.line(event, 0) for event in (
        Rolled(0, "sea", "I", (1, 6)), Hit(0, "I", 1, 1, 4, "destroyed"))]
    assert [line and line["text"] for line in lines] == [
        "Axis: 2 dice at ships in zone I",
        "Slot 1, a 1: no destroyer is left, so an Allied transport is destroyed",
    ]


def test_points_stand_on_their_lines_and_in_the_score() -> None:
    """U6, R30, R32."""
    s = GAME.place({"step": "R5", "first": "axis", "points": {"axis": 3}, "airfields": {"GUA": ["axis", "axis"]}})
    points = [point for event in s.news if (line := GAME.line(event, 0)) for point in line.get("points", ())]
    assert points == [{"side": "axis", "n": 2, "text": "undamaged airfields", "rule": "R30"}]
    score = GAME.picture(GAME.view(s, 0), 0)["score"]
    assert [(tally["side"], tally["value"], tally["goal"]) for tally in score["tallies"]] == [
        ("axis", 5, 15), ("allies", 0, 15)]
    assert score["wins"][0] == "15 points at the end of a turn win, if the other side has fewer."


def test_hits_and_losses_stand_under_their_roll() -> None:
    """C5: the card has what rolled; what each hit did belongs to it."""
    s = GAME.place({"step": "C2", "first": "axis", "axis": {"I": ["DST"]}, "allies": {"I": ["TRN"]}})
    s = GAME.apply(GAME.apply(s, 0, ("fight", "I")), CHANCE, ("die", 1))
    rolled, struck = (line for event in s.news[:2] if (line := GAME.line(event, 0)))
    assert rolled["card"]["title"] == "Axis at ships"
    assert [term["text"] for term in rolled["sums"][0]["terms"]] == ["1 destroyer"]
    assert struck["joins"]


def test_each_throw_of_a_whole_game_has_its_card() -> None:
    """C5..C9, C22, M15: its dice in their slots, what each hit did, which faces hit and why, and what was lost by
    it, for both sides and for who looks on."""
    record = read_record(RECORD.read_text("utf-8"), load)
    s = record.start()
    thrown: list[Any] = []
    struck: list[int] = []
    missing = 0
    for side, action in record.moves():
        s = follow(record.game, s, side, action)
        for event in s.news:
            seen = [record.game.line(event, viewer) for viewer in (0, 1, OBSERVER)]
            assert seen[0] == seen[1] == seen[2], "nothing of a fight is secret"
            made = seen[0]
            if isinstance(event, (Rolled, TorpedoRan)):
                assert made["card"]["title"]
                assert all(term["rule"] for term in made["card"]["modifiers"])
                assert len(made["dice"]) == (len(event.dice) if isinstance(event, Rolled) else 1)
                missing += len(struck)
                struck = [n for n, die in enumerate(made["dice"], 1) if die["hit"]]
                struck = struck if isinstance(event, Rolled) and event.target != "fields" else []
                thrown.append(event)
            elif isinstance(event, Hit):
                struck.remove(made["struck"]["die"])
            elif isinstance(event, Removed):
                lost = sum(int(one["name"].split()[0]) for one in made["losses"])
                assert lost == len(event.destroyed) + len(event.damaged)
    assert len(thrown) > 50
    assert missing == 0, "what every hit did is told"


def test_a_token_that_helps_is_a_modifier_with_its_rule() -> None:
    """O3, O4."""
    s = GAME.place({"step": "C2", "first": "axis", "axis": {"J": ["DST"]}, "allies": {"J": ["TRN"]},
                    "effects": [["night_fighting", "J"]]})
    s = GAME.apply(GAME.apply(s, 0, ("fight", "J")), CHANCE, ("die", 2))
    rolled, hit, *_ = (line for event in s.news if (line := GAME.line(event, 1)))
    assert [(term["text"], term["value"], term["rule"]) for term in rolled["card"]["modifiers"]] == [
        ("A hit on", "1, 2", "C5"), ("Night Fighting: destroys on", "2", "O4")]
    assert hit["struck"] == {"die": 1, "result": "\N{RIGHTWARDS ARROW} transport lost"}


@pytest.mark.parametrize("token", TOKENS)
def test_a_token_is_told_with_what_an_owner_may_have_words_for(token: str) -> None:
    line = GAME.line(TokenPlayed(0, token), OBSERVER)
    assert line is not None
    assert line["effect"] == token


def test_what_a_torpedo_sank_and_what_flies_aboard_cite_their_own_statements() -> None:
    """M16, C2, R18, M8: losses in Movement cited Combat, fighters at the base the loading of transports."""
    s = GAME.place({"step": "M6", "first": "axis", "axis": {"H": ["SUB"]}, "allies": {"H": ["TRN"]}})
    for side, action in ((0, ("take", "H", "SUB")), (0, ("stay", 1)), (0, ("torpedo", "TRN")), (CHANCE, ("die", 1))):
        s = GAME.apply(s, side, action)
    gone = next(event for event in s.news if isinstance(event, Removed))
    assert (GAME.line(gone, 0) or {}).get("rule") == "M16"
    assert (GAME.line(Removed(1, "H", (KIND["TRN"],), ()), 0) or {}).get("rule") == "C2"
    for ship, kind, rule in (("CAR", "FTR", "R18"), ("TRN", "INF", "M8")):
        told = GAME.line(Loaded(1, KIND[ship], "M", "NCA", KIND[kind]), 0)
        assert (told or {}).get("rule") == rule
