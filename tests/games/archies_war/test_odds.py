"""The odds, against a naive count over every choice of unseen blocks."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import contract
from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.knowledge import Proven, general_slots, unseen
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.archies_war.rules.state import kinds
from ironbottom.games.archies_war.ui.odds import chances

GAME = make()


def naive(view: Any, owner: int, place: int) -> tuple[Fraction, dict[int, Fraction]]:
    """Vandegrift's chance and each strength's, by counting every choice."""
    stack = kinds(view.blocks[owner][place])
    known = [kind for kind in stack if kind >= 0]
    unknown = len(stack) - len(known)
    bag = list(unseen(view, owner))
    general = Fraction(int(owner == AMERICAN and 0 in known))
    if owner == AMERICAN and 0 in bag:
        bag.remove(0)
        if unknown:
            general = Fraction(unknown, sum(general_slots(view, owner, Proven())))
    sums: Counter[int] = Counter()
    for choice in combinations(bag, unknown):
        sums[sum(view.setting.defence[owner][kind] for kind in [*known, *choice])] += 1
    every = sum(sums.values())
    return general, {total: (1 - general) * Fraction(n, every) for total, n in sums.items()}


def test_exact_over_every_choice_of_unseen_blocks() -> None:
    compared = 0

    def check(s: Any, rng: random.Random) -> None:
        nonlocal compared
        for side in (AMERICAN, JAPANESE):
            view = GAME.view(s, side)
            if s.result is not None or s.battle is not None or view.spotted:
                continue
            for place, stack in enumerate(view.blocks[1 - side]):
                if stack and sum(item < 0 for item in stack) <= 3:
                    found = chances(view, 1 - side, place)
                    general, sums = naive(view, 1 - side, place)
                    assert Fraction(found.general, found.total) == general
                    if general < 1:
                        assert {total: Fraction(n, found.total) for total, n in found.sums} == sums
                    compared += 1

    contract.each(GAME, "two-player", range(400, 404), check, 0.05)
    assert compared > 30


def test_odds_agree_with_deals() -> None:
    """The odds of an attack are how often it succeeds in the positions dealt from the view."""
    position = {
        "step": "japanese-actions",
        "turn": 5,
        "american": {
            "henderson_field": ["vandegrift", "inf2"],
            "koli_point": ["inf5", "barbed_wire"],
            "point_cruz": ["recon"],
        },
        "japanese": {"tetere": ["inf5", "inf4", "inf3", "attrition"]},
        "casualties": {"american": ["inf4"]},
    }
    s = GAME.place(position)
    for name in ("inf5", "inf4", "inf3"):
        s = GAME.apply(s, JAPANESE, ("take", "tetere", name))
    action = ("go", "koli_point", "tetere")
    view = GAME.view(s, JAPANESE)
    odds = GAME.odds(view, JAPANESE, action)
    assert odds is not None
    wins = sum(result["p"] for result in odds["results"] if result.get("good") == "japanese")
    rng = random.Random(11)
    won = 0
    for _ in range(3000):
        t = GAME.apply(GAME.apply(GAME.determinize(view, JAPANESE, rng), JAPANESE, action), JAPANESE, ("resolve",))
        won += t.fought.winner == JAPANESE
    assert won / 3000 == pytest.approx(wins, abs=0.03)


def test_the_sums_are_those_of_the_combat() -> None:
    """The odds panel, the resolution and the log use the same modifiers."""
    position = {
        "step": "american-actions",
        "turn": 5,
        "american": {"henderson_field": ["inf5", "inf4", "air_support"]},
        "japanese": {"koli_point": ["inf8", "attrition"]},
        "scouted": ["koli_point"],
    }
    s = GAME.place(position)
    for action in (("take", "henderson_field", "inf5"), ("go", "koli_point", "henderson_field")):
        s = GAME.apply(s, AMERICAN, action)
    odds = GAME.odds(GAME.view(s, AMERICAN), AMERICAN, ("use", "air_support", "henderson_field"))
    assert odds is not None
    assert [total["total"] for total in odds["sums"]] == ["10", "10"]
    assert [result["p"] for result in odds["results"]] == [1.0]
    s = GAME.apply(s, AMERICAN, ("use", "air_support", "henderson_field"))
    lines = [GAME.line(event, AMERICAN) for event in GAME.news_for(s, AMERICAN)]
    sums = next(line["sums"] for line in lines if line is not None and "sums" in line)
    assert sums[0]["terms"] == odds["sums"][0]["terms"]
    assert [term["value"] for term in sums[1]["terms"]] == ["+8", "+0", "+2"]


def notes(position: dict[str, Any], *actions: tuple[str, ...]) -> list[str]:
    s = GAME.place(position)
    side = GAME.to_move(s)[0]
    for action in actions[:-1]:
        s = GAME.apply(s, side, action)
    odds = GAME.odds(GAME.view(s, side), side, actions[-1])
    assert odds is not None
    return odds["notes"]


def test_a_warning_when_the_field_is_left_empty() -> None:
    """T-08: beaten Japanese could retreat into Henderson Field."""
    position = {
        "step": "american-actions",
        "turn": 6,
        "american": {"henderson_field": ["vandegrift", "recon"]},
        "japanese": {"bloody_ridge": ["inf3", "inf2"], "taivu_point": ["inf2"]},
    }
    take = ("take", "henderson_field", "vandegrift")
    attack = ("go", "bloody_ridge", "henderson_field")
    assert not any("retreat into it" in note for note in notes(position, take, attack))
    position["american"] = {"henderson_field": ["vandegrift"]}
    assert any("retreat into it" in note for note in notes(position, take, attack))
    assert any("will be empty" in note for note in notes(position, take, ("go", "taivu_point", "tetere")))
    position["options"] = {"retreat_into_henderson": "forbidden"}
    assert not any("retreat into it" in note for note in notes(position, take, attack))


@pytest.mark.parametrize(
    ("field", "ridge", "texts", "empty"),
    [
        # 2P-17, 2P-50: who marches in or returns guards the field
        (["inf5"], ["recon"], ["take bloody_ridge recon", "go henderson_field bloody_ridge"], False),
        (["inf5"], ["resupply"], ["use resupply bloody_ridge", "recall inf3 henderson_field"], False),
        # 2P-41: who is used up does not
        (["inf5", "air_support"], [], ["use air_support henderson_field"], True),
        (["inf5", "recon"], [], ["use recon henderson_field", "on koli_point"], True),
        (["inf5", "recon"], ["recon"], ["use recon bloody_ridge", "on koli_point"], False),
    ],
)
def test_the_warning_counts_who_comes_and_who_is_used_up(
    field: list[str], ridge: list[str], texts: list[str], empty: bool
) -> None:
    position = {
        "step": "american-actions",
        "turn": 6,
        "american": {"henderson_field": field, "bloody_ridge": ridge},
        "japanese": {"koli_point": ["inf2", "inf2"]},
        "casualties": {"american": ["inf3"]},
    }
    first = ["take henderson_field inf5", "go koli_point henderson_field"]
    told = notes(position, *[tuple(text.split()) for text in first + texts])
    assert any("retreat into it" in note for note in told) == empty


def test_the_block_of_an_assault_does_not_guard_the_field() -> None:
    """2P-41, 2P-37: it is used up; and a lone defender does not live to retreat."""
    position = {
        "step": "american-actions",
        "turn": 6,
        "american": {"henderson_field": ["inf5", "amphibious_assault"]},
        "japanese": {"koli_point": ["inf2"]},
    }
    texts = "use amphibious_assault henderson_field", "take henderson_field inf5", "assault koli_point"
    told = notes(position, *[tuple(text.split()) for text in texts])
    assert told[-1] == "Henderson Field will be empty."


def test_by_option_a_japanese_attack_over_a_trail_is_fought_at_once() -> None:
    """T-02: so the loss that comes before it has its odds."""
    position = {
        "step": "japanese-actions",
        "turn": 6,
        "options": {"attack_timing": "immediate"},
        "american": {"bloody_ridge": ["inf4"]},
        "japanese": {"kokumbona": ["inf5", "inf3"]},
    }
    s = GAME.place(position)
    for text in ("take kokumbona inf5", "take kokumbona inf3", "go bloody_ridge west_jungle"):
        s = GAME.apply(s, JAPANESE, tuple(text.split()))
    assert GAME.odds(GAME.view(s, JAPANESE), JAPANESE, ("lose", "inf3")) is not None


def test_a_warning_for_a_lone_block_on_a_trail() -> None:
    """T-30: it is lost."""
    position = {"step": "american-actions", "turn": 6, "american": {"henderson_field": ["recon", "inf2"]}}
    take = ("take", "henderson_field", "recon")
    assert notes(position, take, ("go", "east_jungle", "bloody_ridge"))
    s = GAME.apply(GAME.place(position), AMERICAN, take)
    assert GAME.odds(s, AMERICAN, ("go", "koli_point", "henderson_field")) is None


def test_what_a_bombardment_may_hit() -> None:
    """2P-53: Vandegrift outlives it."""
    position = {
        "step": "japanese-actions",
        "turn": 6,
        "american": {"henderson_field": ["vandegrift"], "koli_point": ["inf2"]},
        "japanese": {"tetere": ["minor_bombardment"]},
    }
    s = GAME.apply(GAME.place(position), JAPANESE, ("use", "minor_bombardment", "tetere"))
    odds = GAME.odds(GAME.view(s, JAPANESE), JAPANESE, ("on", "henderson_field"))
    assert odds is not None
    assert odds["results"][0] == {"text": "Vandegrift: no effect", "p": 0.5, "good": "american"}


def test_the_last_action_that_fights_has_the_odds_of_the_fight() -> None:
    """2P-27: whatever is done last, the attack declared before it is fought then."""
    position = {
        "step": "american-actions",
        "turn": 6,
        "actions_left": 1,
        "american": {"henderson_field": ["vandegrift"], "point_cruz": ["inf2", "inf3", "resupply", "recon"]},
        "japanese": {"koli_point": ["inf3"]},
        "held": {"place": "koli_point", "back": "henderson_field", "attackers": ["inf5"]},
    }

    def last(*texts: str) -> tuple[Any, Any]:
        s = GAME.place(position)
        *first, do = [tuple(text.split()) for text in texts]
        for action in first:
            s = GAME.apply(s, AMERICAN, action)
        view = GAME.view(s, AMERICAN)
        choice = GAME.choice(view, AMERICAN, do)
        return choice, GAME.odds(view, AMERICAN, do)

    resolve = GAME.odds(GAME.view(GAME.place(position), AMERICAN), AMERICAN, ("resolve",))
    assert resolve is not None
    take = "take point_cruz inf2"
    over = "go bloody_ridge west_jungle"
    for texts in (
        [take, "go henderson_field point_cruz"], ["use recon point_cruz", "on koli_point"],
        ["use resupply point_cruz", "recall inf4 henderson_field"], [take, "take point_cruz inf3", over, "lose inf2"],
    ):  # fmt: skip
        choice, odds = last(*texts)
        assert choice["ends"], texts
        assert choice["odds"], texts
        assert odds is not None, texts
        assert odds["results"] == resolve["results"]
