"""What is refused, and by which rule; and that whatever is asked has an answer with a statement's number."""

from __future__ import annotations

from typing import Any

import pytest

import refusals
from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.rules.printed import JAPANESE
from ironbottom.kernel.action import parse
from ironbottom.kernel.step import Refusal

GAME = make()
EVERY = (
    "advance 1/5 0605, aim 0605, all, attack 0605, bombard 0708, bombard SUY, count, deploy F4F-1 0708, done, drop, "
    "fight 0605, fly ZERO-1 usaf_cap, fly BETTY-1 0708, land F4F-1 0708, launch F4F-1 usaf_cap, lift 29/1, lose 29/1, "
    "lose F4F-1, lose DD-1, place 0708, place box_a, place ijn_attack, recall 29/1, retreat 29/1 0605, "
    "shift F4F-1 0709, stay, step 0605, step box_b, support 0605, take 29/1, take 1/5, take BB-1, take SBD-1, "
    "with BETTY-1, withdraw F4F-1 usaf_reserve, work 0708"
)
PRINTED: Any = GAME.plain
WORDS = (
    *PRINTED.names, *(unit.name for unit in PRINTED.units), *(plane.name for plane in PRINTED.planes),
    *(ship.name for ship in PRINTED.ships), "nowhere",
)  # fmt: skip
OPTIONS = (
    {}, {"air_combat": "movement"}, {"air_and_ships": "declared", "hopeless_attacks": "in_order"},
    {"infantry_repair": True, "first_turn_boxes": "may_wait", "shut_boxes": "may_wait"},
)  # fmt: skip
WALK = refusals.Walk(GAME, EVERY, WORDS, lambda seed: ("campaign", OPTIONS[seed % len(OPTIONS)]), 0.05)


def refusal(s: Any, side: int, *action: str) -> Refusal:
    found = GAME.why_not(s, side, action)
    assert found is not None
    return found


def test_with_a_counter_in_hand_the_next_is_not_refused_as_if_it_were_not_due() -> None:
    s = GAME.place({"turn": 4, "phase": "japanese_reinforcement", "american": {"0708": ["1/1"]}})
    s = GAME.apply(s, JAPANESE, ("take", "29/1"))
    assert refusal(s, JAPANESE, "take", "29/2").text == "refused.hand_full"


ALOFT = {"turn": 2, "phase": "japanese_combat", "american": {"0708": ["1/1"]}, "ships": {"ijn_attack": ["DD-1"]}}


@pytest.mark.parametrize(("air", "piece", "rule", "text"), [
    ({"usaf_cap": ["F4F-1"], "ijaf_attack": ["ZERO-1", "BETTY-1"]}, "BETTY-1", "13.3.2a", "bomber_alone"),
    ({"ijaf_attack": ["ZERO-1", "BETTY-1"]}, "ZERO-1", "13.3.1a", "nothing_aloft"),
    ({"ijaf_attack": ["ZERO-1"]}, "BETTY-1", "13.4a", "cannot_fly"),
    ({"ijaf_attack": ["ZERO-1"], "usaf_ground_attack": ["SBD-1"]}, "SBD-1", "13.6a", "air_not_now"),
])  # fmt: skip
def test_an_aircraft_without_a_mission_is_told_the_true_reason(air: Any, piece: str, rule: str, text: str) -> None:
    """While attacks are declared and between the fights."""
    s = GAME.place(ALOFT | {"air": air})
    declared = s
    for action in (("take", "DD-1"), ("bombard", "0708"), ("done",)):
        declared = GAME.apply(declared, JAPANESE, action)
    for position in (s, declared):
        found = refusal(position, JAPANESE, "take", piece)
        assert (found.rule, found.text) == (rule, f"refused.{text}")
        assert GAME.refusal(found)
    assert GAME.prompt(declared, JAPANESE)["probe"]["piece"] == "take {piece}"


@pytest.mark.parametrize(("options", "piece", "rule", "text"), [
    ({"air_combat": "movement"}, "BETTY-1", "13.3.2a", "cap_first"),
    ({"air_combat": "movement"}, "ZERO-1", "13.3a", "air_in_movement"),
    ({"air_and_ships": "declared"}, "BETTY-1", "13.3.3d", "air_not_now"),
])  # fmt: skip
def test_an_aircraft_without_a_mission_is_told_what_was_agreed(
    options: Any, piece: str, rule: str, text: str
) -> None:
    air = {"usaf_cap": ["F4F-1"], "ijaf_attack": ["ZERO-1", "BETTY-1"]}
    found = refusal(GAME.place(ALOFT | {"air": air, "options": options}), JAPANESE, "take", piece)
    assert (found.rule, found.text) == (rule, f"refused.{text}")


SHUT_D = {"0001": ["1/1"], "0002": ["2/1"], "0003": ["3/1"], "0004": ["1/5"], "0005": ["2/5"]}
ENTRIES = [PRINTED.names[h] for h in dict.fromkeys(PRINTED.ways_in[0])]
HELD = dict(zip(ENTRIES, ([unit.name] for unit in PRINTED.units if unit.side == JAPANESE), strict=False))
AROUND = ("0605", "0607", "0506", "0507", "0706", "0707")
AMONG = {"turn": 2, "phase": "american_movement", "american": {"0606": ["1/1"]}}
LITTLE = {"1/1": 1, "2/1": 0, "3/1": 0, "1/5": 0}
BOTH = {"japanese": {"0605": ["124/1"], "0606": ["4/2"]}, "turn": 5, "phase": "american_combat"}


@pytest.mark.parametrize(("position", "before", "asked", "rule", "text"), [
    ({"turn": 13, "phase": "american_reinforcement", "japanese": HELD, "american": {"entry_4": ["1/1"]}},
     "take 1/27; place entry_4", "take 1/27", "7.0a", "already_placed"),
    ({"turn": 13, "phase": "american_reinforcement", "japanese": HELD, "american": {"entry_4": ["1/1", "2/1", "3/1"]}},
     "take 1/27; place entry_4; take 2/27", "place entry_4", "7.1a", "point_full"),
    ({"turn": 3, "phase": "japanese_movement", "japanese": {"entry_1": ["ICH"]}}, "take ICH", "step box_a", "6.4a",
     "box_from_point"),
    (AMONG | {"japanese": {"0605": ["124/1"], "0607": ["124/3"], "0505": ["4/2"]}}, "", "take 1/1", "8.2b", "barred"),
    (AMONG | {"japanese": dict(zip(AROUND, (["124/1"], ["124/2"], ["124/3"], ["4/1"], ["4/2"], ["4/3"]), strict=True))},
     "", "take 1/1", "5.1a", "barred"),
    (AMONG | {"american": {"1209": ["1/1"], "1109": ["2/1", "3/1", "1/5"]}, "left": LITTLE}, "", "take 1/1", "5.0a",
     "no_room"),
    (AMONG | {"american": {"0708": ["1/1", "2/1"], "0707": ["3/1", "1/5"]}}, "take 1/1; all", "step 0707", "5.0a",
     "no_room_for_all"),
    (AMONG | {"american": {"0708": ["1/1"], "0706": ["2/1", "3/1", "1/5"]}}, "take 1/1", "step 0706", "5.0a",
     "stack_full"),
    ({"turn": 3, "phase": "japanese_movement", "american": SHUT_D, "japanese": {"box_d": ["ICH"]},
      "visited": {"ICH": "ABCD"}}, "", "take ICH", "7.4a", "barred"),
    (BOTH | {"american": {"0706": ["1/1"], "0708": ["3/11"]}, "japanese": {"0605": ["124/1"], "0301": ["4/2"]}}, "",
     "take 3/11", "9.5a", "no_attack_in_range"),
    (BOTH | {"american": {"0705": ["1/1"], "0709": ["3/11"]}, "japanese": {"0604": ["124/1"], "0605": ["4/2"]}},
     "take 1/1; attack 0605", "take 3/11", "8.2e", "leaves_duty"),
    (ALOFT | {"air": {"ijaf_attack": ["BETTY-1"]}}, "", "fly BETTY-1 0905", "12.6.1a", "not_built"),
    (ALOFT | {"air": {"ijaf_attack": ["BETTY-1"]}}, "", "fly BETTY-1 0606", "13.3.3d", "bomber_only_fields"),
    (ALOFT, "take DD-1", "support 0905", "12.6.1a", "not_built"),
    (ALOFT, "take DD-1", "bombard 0905", "12.6.1a", "not_built"),
    (ALOFT | {"japanese": {"0804": ["SUY"]}}, "take SUY", "support 0905", "12.6.1a", "not_built"),
    ({"turn": 3, "phase": "japanese_combat", "american": SHUT_D, "japanese": {"box_d": ["ICH"], "0101": ["KUM"]},
      "new": ["ICH"]}, "", "take ICH", "7.2b", "new_in_box"),
    ({"turn": 3, "phase": "japanese_combat", "american": SHUT_D, "japanese": {"box_d": ["ICH"], "0101": ["KUM"]}},
     "", "take ICH", "7.5.1b", "box_left"),
    ({"turn": 3, "phase": "japanese_combat", "american": SHUT_D, "japanese": {"0101": ["KUM"]}}, "", "take 29/1",
     "8.2e", "not_on_map"),
    (BOTH | {"american": {"0706": ["1/1", "2/1"], "0809": ["3/11"]}}, "take 1/1; attack 0606; take 3/11; support 0606",
     "take 1/1", "9.3a", "gun_bars"),
    (BOTH | {"american": {"0706": ["1/1", "2/1"], "0604": ["3/11"]}}, "take 1/1; attack 0606; take 3/11; support 0606",
     "take 1/1", "9.4a", "gun_bars"),
    (BOTH | {"american": {"0706": ["1/1", "2/1"], "0707": ["3/1"]}}, "take 1/1; attack 0606", "take 1/1", "8.2e",
     "leaves_duty"),
    (ALOFT | {"air": {"usaf_cap": ["F4F-1", "P39-1"], "0708": ["F4F-2"], "ijaf_attack": ["ZERO-1"]}},
     "fly ZERO-1 usaf_cap", "lose F4F-2", "8.10.1a", "not_hit"),
    (ALOFT | {"air": {"usaf_cap": ["F4F-1"], "ijaf_attack": ["ZERO-1", "BETTY-1", "BETTY-2", "BETTY-3"]}},
     "fly BETTY-1 usaf_cap", "with ZERO-1", "13.3.3a", "second_bomber"),
])  # fmt: skip
def test_what_is_refused_is_refused_for_the_true_reason(
    position: Any, before: str, asked: str, rule: str, text: str
) -> None:
    s = GAME.place(position)
    for action in filter(None, before.split("; ")):
        s = GAME.apply(s, GAME.to_move(s)[0], parse(action))
    found = refusal(s, GAME.to_move(s)[0], *parse(asked))
    assert (found.rule, found.text) == (rule, f"refused.{text}")
    assert GAME.refusal(found)


@pytest.mark.parametrize(("position", "hand", "what", "rule"), [
    ({"turn": 2, "phase": "japanese_reinforcement"}, "take DD-2", ("space", "entry_1"), "7.2c"),
    ({"turn": 2, "phase": "japanese_reinforcement"}, "take DD-2", ("piece", "1/1"), "7.2c"),
    ({"turn": 2, "phase": "japanese_reinforcement"}, "", ("space", "entry_1"), "7.0a"),
    (ALOFT, "take DD-1", ("space", "0605"), "10.4a"),
    (ALOFT, "take DD-1", ("piece", "16/1"), "10.2a"),
    (ALOFT, "take DD-1", ("space", "entry_1"), "10.2a"),
    (ALOFT | {"ships": {"ijn_reserve": ["DD-1"]}}, "take DD-1", ("space", "0605"), "10.1.2a"),
    (ALOFT, "", ("space", "0605"), "8.1b"),
    (ALOFT | {"air": {"ijaf_attack": ["ZERO-1"], "usaf_cap": ["F4F-1"]}}, "", ("space", "usaf_ground_attack"),
     "13.3.1a"),
    ({"turn": 2, "phase": "japanese_movement"}, "take 16/1", ("piece", "1/1"), "5.1a"),
])  # fmt: skip
def test_what_cannot_be_done_at_a_place_or_a_counter_is_answered_with_a_number(
    position: Any, hand: str, what: tuple[str, str], rule: str
) -> None:
    """As the page asks: what is clicked stands in the question of the prompt, and an aircraft that is picked there."""
    s = GAME.place({"american": {"0708": ["1/1"]}, "japanese": {"0710": ["16/1"]}} | position)
    if hand:
        s = GAME.apply(s, JAPANESE, parse(hand))
    asked: Any = GAME.prompt(s, JAPANESE)
    text = asked["probe"][what[0]].replace(f"{{{what[0]}}}", what[1]).replace("{piece}", "ZERO-1")
    found = GAME.why_not(s, JAPANESE, parse(text))
    assert found is not None
    assert found.rule == rule, GAME.refusal(found)


def test_every_question_has_an_answer_with_a_number() -> None:
    found = WALK.ask(40, 150)
    assert len({rule for _, rule in found}) > 15


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_every_question_has_an_answer_with_a_number() -> None:
    found = WALK.ask(2_000, 300)
    refusals.show(found)
    assert len(found) > 60
