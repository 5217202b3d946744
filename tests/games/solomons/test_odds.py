"""The odds on the page agree with what play can do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom.games.solomons.game import make
from ironbottom.games.solomons.rules.printed import JAPAN, USA
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.kernel.action import parse
from ironbottom.kernel.words import Words

GAME = make()


class Told(Words):
    """Says a text by its key and numbers."""

    def __init__(self) -> None: ...

    def say(self, key: str, **args: object) -> str:
        return f"{key} {sorted(args.items())}"


class Speaking:
    """The game with such words."""

    words = Told()


def test_ground_odds_promise_no_more_than_took_part() -> None:
    s = GAME.place({"turn": 5, "step": "ground", "ground": {"japanese": 4, "american": 15}, "supply": {"japanese": 2}})
    told = [outcome["text"] for outcome in Chances(Speaking(), s, JAPAN).assault()["results"]]
    assert told
    assert not any("5" in text for text in told)


def shown_by_day(step: str) -> Any:
    """Two Japanese task forces in M by day, one of which an attack from the air has revealed."""
    s = GAME.place({
        "turn": 4, "segment": 2, "step": "segment", "ground": {"american": 15}, "built": True,
        "supply": {"american": 9}, "air": {"henderson": {"lac": 20}}, "force": {
            "japanese": {
                "tf1": {"units": ["J-DD-1", "J-DD-2", "J-DD-3"], "at": "M", "mission": "bombardment",
                        "way": "M.L.K.rabaul"},
                "tf2": {"units": ["J-TR-1", "J-CA-1"], "at": "M", "mission": "transport", "way": "M.M"}},
            "american": {"tf1": {"units": ["U-CA-1", "U-CA-2"], "at": "M", "mission": "anti_ship",
                                 "way": "M.N.O.espiritu_santo"}}}})
    s = played(s, JAPAN, "ready")
    s = played(s, USA, "strike henderson japanese:tf1 lac =10; ready")
    s = played(s, JAPAN, "standard; ready")
    s = played(s, USA, "send group1 =10; ready")
    s = played(s, -1, "die =1")
    return played(played(s, USA, "stop"), JAPAN, "hold") if step == "surface" else s


def played(s: Any, side: int, text: str) -> Any:
    for action in text.split("; "):
        s = GAME.apply(s, side, parse(action))
    return s


def told(s: Any, action: str) -> Any:
    found = GAME.odds(GAME.view(s, USA), USA, parse(action))
    assert found is not None
    return {outcome["text"]: outcome["p"] for outcome in found["results"]}, found


def test_odds_of_a_fight_use_the_ships_that_were_revealed_by_day() -> None:
    """32 to 30 is even odds: six results, none of another column."""
    spread, found = told(shown_by_day("surface"), "attack bombardment")
    say = GAME.words.say
    cells = [str(shown_by_day("air").p.cell("surface", 0, die)).split("/") for die in range(1, 7)]
    column = [say("odds.surface", own=say(f"result.{own}"), other=say(f"result.{other}")) for own, other in cells]
    assert spread == pytest.approx({text: column.count(text) / 6 for text in column})
    assert found["error"] == 0


def test_a_view_holds_the_groups_that_were_revealed_and_no_other() -> None:
    s = GAME.place({
        "turn": 4, "segment": 3, "step": "air", "ground": {"american": 15}, "built": True, "supply": {"american": 9},
        "air": {"henderson": {"lac": 20}}, "force": {"japanese": {"tf1": {"units": [
            "J-DD-1", "J-DD-2", "J-DD-3", "J-CA-1", "J-CA-2"], "at": "M", "mission": "bombardment"}}}})
    s = played(s, JAPAN, "ready")
    s = played(s, USA, "strike henderson japanese:tf1 lac =10; ready")
    s = played(s, JAPAN, "take J-DD-1; put group1; take J-DD-2; put group1; take J-DD-3; put group1; take J-CA-1; "
                         "put group2; take J-CA-2; put group2; ready")
    before = GAME.view(s, USA)
    assert before.layouts[0].groups == ()
    s = played(s, USA, "send group1 =10; ready")
    s = played(s, -1, "die =5")
    seen = GAME.view(s, USA)
    assert [len(group) for group in seen.layouts[0].groups] == [3, 0]
    world = GAME.determinize(seen, USA, random.Random(1))
    assert GAME.view(world, USA) == seen


def test_an_attack_on_ships_is_foretold_with_their_guns() -> None:
    s = GAME.place({
        "turn": 4, "segment": 3, "step": "air", "ground": {"american": 15}, "built": True, "supply": {"american": 9},
        "air": {"henderson": {"lac": 20}}, "force": {"japanese": {"tf1": {"units": [
            "J-DD-1", "J-DD-2", "J-DD-3", "J-CA-1"], "at": "M", "mission": "bombardment"}}}})
    spread, found = told(s, "strike henderson japanese:tf1 lac =10")
    assert len(spread) > 1
    assert found["notes"]


def test_points_too_few_for_any_ship_are_foretold() -> None:
    """RS-098: of ten points nothing may be lost if a battleship is to be attacked; losses are told in their order."""
    s = GAME.place({
        "turn": 4, "segment": 3, "step": "air", "ground": {"american": 15}, "built": True, "supply": {"american": 9},
        "air": {"henderson": {"lac": 20}}, "force": {"japanese": {"tf1": {"units": ["J-B-3", "J-B-4"], "at": "M",
                                                                          "mission": "bombardment"}}}})
    assert "1 lost, and too few left for any ship there" in told(s, "strike henderson japanese:tf1 lac =10")[0]
    assert not any("few" in text for text in told(s, "strike henderson japanese:tf1 lac =20")[0])
    s = played(s, JAPAN, "ready")
    s = played(s, USA, "strike henderson japanese:tf1 lac =10; ready")
    spread = told(played(s, JAPAN, "standard; ready"), "send group1 =10")[0]
    assert list(spread) == ["no attacking points lost", "1 lost, and too few left for any ship there",
                            "3 lost, and too few left for any ship there"]


def good(found: Any) -> dict[str, str]:
    return {outcome["text"]: outcome.get("good", "") for outcome in found["results"]}


def test_a_result_is_good_for_the_side_that_it_favours() -> None:
    """Below even odds an attack on the ground can lose more than it wins: an American point is worth three."""
    s = GAME.place({"turn": 5, "step": "ground", "ground": {"japanese": 14, "american": 22},
                    "supply": {"japanese": 2, "american": 2}})
    words = GAME.words
    found = good(Chances(GAME, s, JAPAN).assault())
    assert found[words.say("odds.ground", own=5, other=2)] == "japanese"  # 5 against 2 × 3
    assert found[words.say("odds.ground", own=2, other=0)] == "american"
    assert found[words.say("odds.ground", own=0, other=2)] == "japanese"


def test_aircraft_that_are_shot_down_are_good_for_the_guns() -> None:
    found = good(told(shown_by_day("surface"), "attack bombardment")[1])
    assert "" in found.values()  # both sides suffer the same
    s = GAME.place({
        "turn": 4, "segment": 3, "step": "air", "ground": {"american": 15}, "built": True, "supply": {"american": 9},
        "air": {"henderson": {"lac": 20}}, "force": {"japanese": {"tf1": {"units": [
            "J-DD-1", "J-DD-2", "J-DD-3", "J-CA-1"], "at": "M", "mission": "bombardment"}}}})
    spread = good(told(s, "strike henderson japanese:tf1 lac =10")[1])
    none = GAME.words.say("odds.shot_none")
    assert {text: side for text, side in spread.items() if text != none} == dict.fromkeys(
        [text for text in spread if text != none], "japanese")
    guns = Chances(GAME, s, JAPAN).patrol(("cap", "tf1", 10))
    assert good(guns)[GAME.words.say("odds.shot", n=3)] == "japanese"


def test_what_stays_on_the_field_counts_with_a_patrol_that_is_sent_from_it() -> None:
    """RS-095, 10.3: the rest of the field's aircraft rises by itself, but for what attacks."""
    s = GAME.place({
        "turn": 12, "segment": 3, "step": "air", "holder": "japanese", "built": True, "ground": {"japanese": 9},
        "air": {"henderson": {"lac": 12, "nac": 3}},
        "force": {"american": {"tf1": {"units": ["U-CA-1"], "at": "M", "mission": "bombardment"}}}})
    s = played(s, JAPAN, "strike henderson american:tf1 lac =5")
    assert Chances(GAME, s, JAPAN).patrol(("cap", "henderson", 4))["sums"][0]["total"] == "2 × 10"
    s = played(played(s, JAPAN, "cap henderson =4; ready"), USA, "ready")
    assert sum(patrol.points for patrol in s.patrols[JAPAN]) == 10


def test_groups_that_look_alike_are_foretold_alike() -> None:
    """RS-098: who attacks knows the size of a group and its great ships, not which of the others lie in it."""
    s = GAME.place({
        "turn": 4, "segment": 3, "step": "air", "ground": {"american": 15}, "built": True, "supply": {"american": 9},
        "air": {"henderson": {"lac": 20}}, "force": {"japanese": {"tf1": {"units": [
            "J-CA-1", "J-CA-2", "J-DD-1", "J-DD-2"], "at": "M", "mission": "bombardment"}}}})
    s = played(s, JAPAN, "ready")
    s = played(s, USA, "strike henderson japanese:tf1 lac =10; ready")
    s = played(s, JAPAN, "take J-DD-1; put group1; take J-DD-2; put group1; take J-CA-1; put group2; take J-CA-2; "
                         "put group2; ready")
    first, second = told(s, "send group1 =10")[0], told(s, "send group2 =10")[0]
    assert first == second
    view = GAME.view(s, USA)
    rng = random.Random(2)
    worlds = [GAME.determinize(view, USA, rng).layouts[0].groups for _ in range(200)]
    strong = [[s.p.kind[u] == "CA" for u in groups[0]] for groups in worlds if all(groups)]
    weight = sum(map(sum, strong)) / sum(map(len, strong))
    other = [[s.p.kind[u] == "CA" for u in groups[1]] for groups in worlds if all(groups)]
    assert abs(weight - sum(map(sum, other)) / sum(map(len, other))) < 0.12
    assert any(sum(a) > sum(b) for a, b in zip(strong, other, strict=True))
    assert any(sum(a) < sum(b) for a, b in zip(strong, other, strict=True))
