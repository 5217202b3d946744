"""The odds against fights played out by the rules themselves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import exp, lgamma, log
from statistics import NormalDist
from typing import Any

import pytest

from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.printed import KIND, SPACE
from ironbottom.games.axis_allies.ui import odds
from ironbottom.games.axis_allies.ui.odds import Losses, attack_odds
from ironbottom.kernel.step import CHANCE

GAME = make()

FIGHTS: tuple[tuple[str, str, list[str], int, list[list[str]]], ...] = (
    ("C2", "J", ["DST", "DST+INF", "CRU", "BAT", "TRN", "TRN+ART+SUP"], 10, []),
    ("C2", "J", ["CAR*2", "BAT@armour", "SUB"], 7, []),
    ("C2", "J", ["DST*2", "CRU*2", "TRN+SUP*2", "PTB"], 12, []),
    ("C2", "J", ["DST*2", "CRU", "CAR"], 6, [["night_fighting", "J"]]),
    ("C1", "J", ["FTR*3", "BOM*2"], 8, []),
    ("C4", "GUA", ["INF*2", "ART", "AAG"], 5, []),
    ("C4", "GUA", ["INF*3", "ART*2"], 6, [["banzai_charge", "GUA"]]),
)


def position(fight: tuple[str, str, list[str], int, list[list[str]]]) -> Any:
    """The fight, at the moment in which the dice are to fall."""
    step, space, units, dice, effects = fight
    firing = {"C2": {"GUA": [f"ART*{dice}"]}, "C1": {"J": [f"DST*{dice}"]}, "C4": {"GUA": [f"FTR*{dice}"]}}[step]
    s = GAME.place({"step": step, "first": "axis", "axis": firing, "allies": {space: units}, "effects": effects})
    s = GAME.apply(s, 0, ("fight", space))
    if step == "C2":
        s = GAME.apply(s, 0, ("fire", "GUA", dice))
    elif step == "C4":
        s = GAME.apply(s, 0, ("aim", "GUA", "FTR", "troops", dice))
    assert GAME.to_move(s) == (CHANCE,)
    return s


def fought(s: Any, dice: Iterator[int]) -> Losses:
    """The losses of one fight with those dice; a 1 strikes the fullest, a 2 the emptiest."""
    before = s
    while type(s.stack[-1]).__name__ in ("Roll", "Pick"):
        if GAME.to_move(s) == (CHANCE,):
            s = GAME.apply(s, CHANCE, ("die", next(dice)))
        else:
            side = GAME.to_move(s)[0]
            action = GAME.default(s, side)
            assert action is not None
            s = GAME.apply(s, side, action)
    found = []
    for kind in range(7):
        sunk = s.lost[1][kind] - before.lost[1][kind]
        hurt = s.yard[1][kind] - before.yard[1][kind]
        if sunk or hurt:
            found.append((kind, sunk, hurt))
    for kind in (KIND["FTR"], KIND["BOM"], KIND["INF"], KIND["ART"], KIND["AAG"]):
        if before.battle.category != 1 and s.lost[1][kind] > before.lost[1][kind]:
            found.append((kind, s.lost[1][kind] - before.lost[1][kind], 0))
    cargo = tuple(sorted(k for k in (9, 10, 11, 12) for _ in range(s.lost[1][k] - before.lost[1][k])))
    return tuple(sorted(found)), cargo if before.battle.category == 1 else ()  # type: ignore[return-value]


def told(losses: Losses) -> Any:
    """The odds' losses in the shape of `fought`."""
    cargo = sorted(item for _, _, _, lost in losses for item in lost)
    return tuple((kind, sunk, hurt) for kind, sunk, hurt, _ in losses), tuple(cargo)


FALSE_ALARM = 2 * NormalDist().cdf(-3.0)
"""How often one comparison is off by three standard errors though all is right: 1 in 370."""
RESULTS = 4_000
"""All fights together have fewer results. Among so many some are off by three standard errors by right, so
that each single one is held to Bonferroni's bound, at which one false alarm in all of them together is as rare."""
RARE = 25
"""Results expected less often are no normal deviates: they are held to the tail of Poisson's distribution."""


def unlikely(seen: int, expected: float, variance: float) -> float:
    """How likely a count is to be off as far as this or farther, on either side."""
    if expected >= RARE:
        return 2 * NormalDist().cdf(-abs(seen - expected) / variance**0.5)
    below = sum(exp(-expected + n * log(expected) - lgamma(n + 1)) for n in range(seen))
    at = exp(-expected + seen * log(expected) - lgamma(seen + 1))
    return min(1.0, 2 * min(below + at, 1 - below))


def compare(fight: tuple[str, str, list[str], int, list[list[str]]], trials: int, seed: int) -> int:
    """Holds played fights to their odds: as a whole by chi-square, to three standard errors; and result by result."""
    s = position(fight)
    step: Any = s.stack[-1]
    found, error = attack_odds(s, 0, step.target, step.space, step.power)
    assert error == 0
    expected: Counter[Any] = Counter()
    for losses, p in found:
        expected[told(losses)] += p  # type: ignore[assignment]
    assert abs(sum(expected.values()) - 1) < 1e-9
    rng = random.Random(seed)
    dice = iter(lambda: rng.randrange(1, 7), 0)
    seen = Counter(fought(s, dice) for _ in range(trials))
    assert set(seen) <= set(expected)
    square, rest, rare = 0.0, 0.0, 0
    freedom = -1
    for key, p in expected.items():
        assert unlikely(seen[key], trials * p, trials * p * (1 - p)) > FALSE_ALARM / RESULTS, (key, seen[key], p)
        if trials * p >= RARE:
            square += (seen[key] - trials * p) ** 2 / (trials * p)
            freedom += 1
        else:
            rest, rare = rest + p, rare + seen[key]
    if trials * rest >= RARE:
        square += (rare - trials * rest) ** 2 / (trials * rest)
        freedom += 1
    if freedom > 0:  # Wilson and Hilferty: the cube root of chi-square is nearly normal
        spread = 2 / (9 * freedom)
        assert ((square / freedom) ** (1 / 3) - 1 + spread) / spread**0.5 <= 3.0, (square, freedom)
    return len(expected)


def test_the_comparison_finds_an_error() -> None:
    """A chance that is wrong by a twentieth is found in a hundred thousand fights, and a rare one that is doubled."""
    assert unlikely(10_500, 10_000, 9_000) < FALSE_ALARM / RESULTS
    assert unlikely(40, 12.0, 12.0) < FALSE_ALARM / RESULTS
    assert unlikely(10_250, 10_000, 9_000) > FALSE_ALARM / RESULTS
    assert unlikely(0, 3.0, 3.0) > 0.04


@pytest.mark.parametrize("fight", FIGHTS, ids=[f"{fight[0]}-{fight[3]}" for fight in FIGHTS])
def test_odds_agree_with_played_fights(fight: Any) -> None:
    compare(fight, 400, 1)


@pytest.mark.parametrize("fight", [fight for fight in FIGHTS if fight[3] <= 5 or fight[0] == "C4"],
                         ids=lambda fight: f"{fight[0]}-{fight[3]}")
def test_odds_are_those_of_all_dice(fight: Any) -> None:
    """Every way that the dice can fall (a 1, a 2, a 3, or more), played by the rules: the same chances exactly."""
    s = position(fight)
    step: Any = s.stack[-1]
    found, _ = attack_odds(s, 0, step.target, step.space, step.power)
    expected: Counter[Any] = Counter()
    for losses, p in found:
        expected[told(losses)] += p  # type: ignore[assignment]
    seen: Counter[Any] = Counter()
    for faces in product((1, 2, 3, 6), repeat=step.power):
        weight = (3.0 ** faces.count(6)) / 6.0**step.power
        seen[fought(s, iter(faces))] += weight
    assert set(seen) == set(expected)
    assert all(seen[key] == pytest.approx(p, abs=1e-9) for key, p in expected.items())


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_a_hundred_thousand_fights() -> None:
    assert sum(compare(fight, 100_000, 2) for fight in FIGHTS) <= RESULTS


def test_a_great_fight_is_played_out() -> None:
    """A fight that has too many results to be told exactly and quickly is played out, and the error named."""
    s = GAME.place({
        "step": "C2", "axis": {"GUA": ["ART*20"]},
        "allies": {"J": ["DST*4", "CRU*3", "BAT*2", "CAR*2", "TRN+INF*2", "TRN*2", "SUB*2"]},
    })
    odds.distribution.cache_clear()
    found, error = attack_odds(s, 0, "sea", SPACE["J"], 20)
    assert 0 < error < 0.03
    assert abs(sum(p for _, p in found) - 1) < 1e-9


def test_the_panel_names_every_die() -> None:
    s = GAME.place({"step": "C2", "first": "axis", "axis": {"G": ["DST"]}, "allies": {"G": ["DST"], "NGE": ["ART"]}})
    panel = GAME.odds(GAME.view(s, 0), 0, ("fight", "G"))
    assert panel is not None
    assert [total["total"] for total in panel["sums"]] == ["1", "2"]
    results = {result["text"]: result["p"] for result in panel["results"]}
    assert abs(results["Allies lose nothing; Axis lose nothing"] - (4 / 6) ** 3) < 1e-9
    assert abs(sum(results.values()) - 1) < 1e-9


def test_a_result_is_good_for_the_side_that_loses_less() -> None:
    """Two infantry for one are no even bargain; one for one is. What counts stands beside the odds."""
    s = GAME.place({"step": "C4", "first": "axis", "axis": {"GUA": ["INF*2"]}, "allies": {"GUA": ["INF*10"]}})
    panel = GAME.odds(GAME.view(s, 1), 1, ("fight", "GUA")) or GAME.odds(GAME.view(s, 0), 0, ("fight", "GUA"))
    assert panel is not None
    good = {result["text"]: result.get("good") for result in panel["results"]}
    assert good["Allies lose 1 infantry; Axis lose 2 infantry"] == "allies"
    assert good["Allies lose 2 infantry; Axis lose 1 infantry"] == "axis"
    assert good["Allies lose 1 infantry; Axis lose 1 infantry"] is None
    assert any("good for the side that loses less" in note for note in panel["notes"])


def test_a_fight_with_many_results_is_summed_up() -> None:
    """Of two attacks, who loses more in points; of each type, how many are hit: as the full list of results has it."""
    s = GAME.place({
        "step": "C2", "first": "axis", "axis": {"I": ["DST+INF", "CRU", "BAT"], "NGE": ["ART"]},
        "allies": {"I": ["DST*2", "TRN+SUP", "BAT@armour", "CRU"]},
    })
    panel = GAME.odds(GAME.view(s, 0), 0, ("fight", "I"))
    assert panel is not None
    assert all("lose" in result["text"] for result in panel["results"])
    assert abs(sum(result["p"] for result in panel["results"]) - 1) < 1e-9
    both = [attack_odds(s, 0, "sea", SPACE["I"], 7)[0], attack_odds(s, 1, "sea", SPACE["I"], 7)[0]]
    cost = s.printed.cost

    def points(losses: Losses) -> int:
        return sum(n * cost[kind] + 2 * hurt + sum(cost[item] for item in cargo) for kind, n, hurt, cargo in losses)

    gains = [(points(a) - points(b), p * q) for a, p in both[0] for b, q in both[1]]
    wanted = {
        "Allies lose more, by 13 points or more": sum(p for gain, p in gains if gain > 12),
        "Axis lose more, by 1 to 5 points": sum(p for gain, p in gains if -6 < gain < 0),
        "Both lose the same": sum(p for gain, p in gains if not gain),
    }
    told = {result["text"]: result["p"] for result in panel["results"]}
    assert {text: told[text] for text in wanted} == pytest.approx(wanted)
    rows = {row[0]: row[1:] for row in panel["table"]["rows"]}
    none = sum(p for losses, p in both[0] if not any(kind == KIND["DST"] for kind, *_ in losses))
    assert rows["2 destroyers"][0] == f"{none:.0%}"
    sunk = sum(p * n for losses, p in both[0] for kind, n, _, _ in losses if kind == KIND["BAT"])
    assert rows["1 battleship"][-1] == f"{sum(p * n for losses, p in both[1] for k, n, _, _ in losses if k == 2):.1f}"
    assert next(row[-1] for row in panel["table"]["rows"] if row[0] == "1 battleship") == f"{sunk:.1f}"


def test_one_attack_with_many_results_tells_how_many_it_hits() -> None:
    s = GAME.place({"step": "C2", "first": "axis", "axis": {"I": ["DST*2", "CRU*2"], "NGE": ["ART"]},
                    "allies": {"I": ["DST", "DST+INF", "TRN+SUP", "TRN", "CRU", "BAT"]}})
    s = GAME.apply(s, 0, ("fight", "I"))
    panel = GAME.odds(GAME.view(s, 0), 0, ("fire", "NGE", 1))
    assert panel is not None
    told = {result["text"]: result["p"] for result in panel["results"]}
    assert told["Allies: no unit lost or damaged"] == pytest.approx((4 / 6) ** 6), "six dice miss; slot 3 meets armour"
    assert abs(sum(told.values()) - 1) < 1e-9


def test_odds_say_that_a_command_decision_waits() -> None:
    """O2: they are those of one exchange; another is to come, or two."""
    for n, told in ((0, []), (1, ["once more"]), (2, ["2 times more"])):
        s = GAME.place({"step": "C2", "first": "axis", "axis": {"J": ["DST"]}, "allies": {"J": ["TRN*2"]},
                        "effects": [["command_decision", "J", "sea"]] * n})
        panel = GAME.odds(GAME.view(s, 0), 0, ("fight", "J"))
        assert panel is not None
        notes = [note for note in panel["notes"] if "Command Decision" in note]
        assert len(notes) == len(told)
        assert all(text in note for text, note in zip(told, notes, strict=True))


def test_by_night_a_2_of_the_axis_strikes_the_fullest_and_the_odds_say_so() -> None:
    """O4, C10: what the odds count; their note spoke of the emptiest all the same."""
    fleets = {"axis": {"J": ["CRU", "DST"], "H": ["CRU"]}, "allies": {"J": ["TRN", "TRN+INF+INF"], "H": ["CRU"]}}
    notes = []
    for effects in ([], [["night_fighting", "J"]]):
        s = GAME.place({"step": "C2", "first": "axis", **fleets, "effects": effects})
        found = GAME.odds(s, 0, ("fight", "J"))
        assert found is not None
        notes.append(found["notes"][-1])
    assert notes[0].endswith("a 2 the emptiest.")
    assert notes[1].endswith("by Night Fighting a 2 of the Axis the fullest.")


def test_where_artillery_is_declared_the_odds_say_whose_cargo_is_counted() -> None:
    """C10: said for the whole fight, and not for the attack, where ships differ in their cargo."""
    for fleet, told in ((["TRN", "TRN+INF"], 1), (["TRN+INF*2"], 0)):
        s = GAME.place({"step": "C2", "first": "axis", "axis": {"GUA": ["ART"], "J": ["CRU"]}, "allies": {"J": fleet}})
        s = GAME.apply(s, 0, ("fight", "J"))
        found = GAME.odds(s, 0, ("fire", "GUA", 1))
        assert found is not None
        assert len([note for note in found["notes"] if "emptiest" in note]) == told
