"""Odds before a battle is committed, and events in words."""

from __future__ import annotations

import random
from typing import Any

import contract
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.rules.strengths import column_of
from ironbottom.games.henderson_field.ui.strengths import result_text
from ironbottom.kernel import shapes
from ironbottom.kernel.view import Line, Odds

GAME = make()


def tally(found: Any) -> dict[str, float]:
    """Results with their probabilities."""
    assert found is not None
    return {result["text"]: result["p"] for result in found["results"]}


def test_odds_are_whole_and_made_of_the_view_alone() -> None:
    seen: dict[str, int] = {}
    rng = random.Random(1)
    for seed in (0, 1):
        for s in contract.states(GAME, SCENARIO, {}, seed):
            for side in GAME.to_move(s):
                if side < 0:
                    continue
                kind = type(s.stack[-1]).__name__
                view = GAME.view(s, side)
                dealt = GAME.view(GAME.determinize(view, side, rng), side)
                for action in GAME.legal(s, side):
                    found = GAME.odds(view, side, contract.concrete(action, rng))
                    if found is None:
                        continue
                    shapes.check(Odds, found)
                    assert abs(sum(result["p"] for result in found["results"]) - 1) < 1e-9
                    if kind in ("Battles", "Bombard", "Strike"):
                        assert found == GAME.odds(dealt, side, action)
                    seen[kind] = seen.get(kind, 0) + 1
    for kind in ("Declare", "Battles", "Strain", "Fire", "Bombard", "Support", "Defend", "BanzaiChoice"):
        assert seen.get(kind, 0) > 0, seen


def falls(s: Any, kinds: tuple[str, ...]) -> dict[str, float]:
    """The news of these kinds at the end of every way that chance can take, with probabilities."""
    found: dict[str, float] = {}
    open_: list[tuple[Any, float, str]] = [(s, 1.0, "")]
    while open_:
        now, share, told = open_.pop()
        if GAME.to_move(now) != (-1,) or (told and type(now.stack[-1]).__name__ not in ("FireDie", "ShipDice")):
            found[told] = found.get(told, 0.0) + share
            continue
        outcomes = GAME.chance(now)
        for outcome, weight in outcomes:
            after = GAME.apply(now, -1, outcome)
            news = [e.to_file()["args"] for e in after.news if e.called() in kinds]
            text = str({key: item for key, item in news[0] if key in ("side", "hex", "n")}) if news else told
            open_.append((after, share * weight / sum(w for _, w in outcomes), text))
    return found


def test_fire_odds_are_what_the_dice_do() -> None:
    s = GAME.place({
        "turn": 23, "phase": "american_defensive_fire", "field": "american", "american": {"3707": ["us-11-1"]},
        "japanese": {"3709": ["jp-124-2", "jp-84g"]},
    })  # fmt: skip
    for text in ("attack 3709", "gun us-11-1 =3"):
        s = GAME.apply(s, 0, tuple(int(w[1:]) if w[0] == "=" else w for w in text.split()))
    hidden = tally(GAME.odds(GAME.view(s, 0), 0, ("fire",)))
    known = tally(GAME.odds(s, 0, ("fire",)))
    played = falls(GAME.apply(s, 0, ("fire",)), ("fire_result",))
    assert {key[0]: round(p, 9) for key, p in known.items()} == {
        key.split("'n': ")[1][0]: round(p, 9) for key, p in played.items()
    }
    assert hidden == known, "one counter is hidden, and one alone is not in sight"


def test_hidden_counters_are_each_of_those_that_are_hidden() -> None:
    """Of 124/2 (4), 84 Gd (2) and 20 Mt (a gun) two lie under others: the attacked hex holds one of the three."""
    s = GAME.place({
        "turn": 22, "phase": "american_combat", "field": "american", "american": {"3907": ["us-1-1", "us-1-2"]},
        "japanese": {"3908": ["jp-124-2", "jp-28-1"], "4211": ["jp-84g", "jp-28-2"], "4213": ["jp-20mt", "jp-124-1"]},
    })  # fmt: skip
    for text in ("take us-1-1", "on 3908", "take us-1-2"):
        s = GAME.apply(s, 0, tuple(text.split()))
    view = GAME.view(s, 0)
    found = tally(GAME.odds(view, 0, ("on", "3908")))
    expected: dict[str, float] = {}
    for defence in (8, 6, 4):
        column = column_of(s.setting, 10, defence)
        for die in range(6):
            text = result_text(s.setting.table[die][column], GAME.words)
            expected[text] = expected.get(text, 0.0) + 1 / 18
    assert found.keys() == expected.keys()
    assert all(abs(found[text] - expected[text]) < 1e-9 for text in found)


def test_an_ambush_is_a_mixture() -> None:
    s = GAME.place({
        "turn": 10, "phase": "japanese_combat", "field": "american", "american": {"3907": ["us-1-1"]},
        "japanese": {"3908": ["jp-124-1"]}, "fresh": {"jp-124-1": 2}, "left": {"jp-124-1": 12},
    })  # fmt: skip
    for text in ("take jp-124-1", "on 3907", "done"):
        s = GAME.apply(s, 1, tuple(text.split()))
    mixed, plain = tally(GAME.odds(s, 1, ("ambush",))), tally(GAME.odds(s, 1, ("pass",)))
    won = GAME.apply(GAME.apply(s, 1, ("ambush",)), -1, ("die", 1))
    lost = GAME.apply(GAME.apply(s, 1, ("ambush",)), -1, ("die", 3))
    doubled, same = tally(GAME.odds(won, 1, ("pass",))), tally(GAME.odds(lost, 1, ("pass",)))
    assert same == plain
    for text in {*doubled, *same}:
        assert abs(mixed[text] - doubled.get(text, 0.0) / 3 - same.get(text, 0.0) * 2 / 3) < 1e-9


def test_bombardment_odds_are_what_the_dice_do() -> None:
    s = GAME.place({"turn": 2, "phase": "japanese_bombardment", "field": "american", "status": 12})
    found = tally(GAME.odds(s, 1, ("bombard",)))
    assert abs(sum(found.values()) - 1) < 1e-9
    by_hand = sum((2 / 3) ** n / 6 for n in range(1, 7)) / 2
    assert abs(found[GAME.words.say("odds.ships_in_vain")] - by_hand) < 1e-9
    assert found[GAME.words.say("odds.no_ships")] == 0.5


def test_ships_that_do_no_harm_are_good_for_nobody() -> None:
    place = {"turn": 2, "phase": "american_bombardment", "field": "japanese", "status": 20}

    def good(s: Any) -> set[str]:
        return {result["text"] for result in (GAME.odds(s, 0, ("bombard",)) or {"results": []})["results"]
                if "good" in result}  # fmt: skip

    held = GAME.place(place | {"american": {"3706": ["us-1-1"]}, "japanese": {"3707": ["jp-124-1"]}})
    assert "Airfield falls by 1" in good(held)
    assert not good(held) & {"They do no harm", "No ships come"}
    empty = GAME.place(place | {"american": {"3706": ["us-1-1"]}})
    assert not good(empty), "the Americans walk in next, and want it whole"


def test_a_sum_shows_what_each_line_counts() -> None:
    s = GAME.place({
        "turn": 10, "phase": "japanese_combat", "field": "american", "american": {"3907": ["us-1-1"]},
        "japanese": {"3908": ["jp-124-1"]}, "fresh": {"jp-124-1": 2}, "left": {"jp-124-1": 12},
    })  # fmt: skip
    for text in ("take jp-124-1", "on 3907", "done", "ambush"):
        s = GAME.apply(s, 1, tuple(text.split()))
    attack = (GAME.odds(GAME.apply(s, -1, ("die", 1)), 1, ("pass",)) or {"sums": []})["sums"][0]
    assert [(term["text"], term["value"]) for term in attack["terms"]] == [("124/1, doubled by the ambush", "+8")]
    assert attack["total"] == "8"


def test_strain_reaches_the_next_odds() -> None:
    s = GAME.place({
        "turn": 22, "phase": "american_combat", "field": "american",
        "american": {"3610": ["us-7-1", "us-6-3"]}, "japanese": {"3510": ["jp-9rf"]},
    })  # fmt: skip
    for text in ("take us-7-1", "on 3510", "take us-6-3", "on 3510", "done"):
        s = GAME.apply(s, 0, tuple(text.split()))
    notes = {action: (GAME.odds(s, 0, action) or {"notes": [""]})["notes"][0] for action in GAME.legal(s, 0)}
    assert notes == {("strain",): "6 against 3 is 2-1.", ("pass",): "5 against 3 is 1-1."}


def test_events_are_worded_for_everybody() -> None:
    def check(s: Any, rng: random.Random) -> None:
        for side in contract.viewers(GAME):
            for seen in GAME.news_for(s, side):
                line = GAME.line(seen, side)
                if line is not None:
                    shapes.check(Line, line)
                    contract.assert_worded(line["text"])

    assert contract.each(GAME, SCENARIO, range(2), check, 0.5) > 500


def test_an_ambush_below_the_table_still_takes_a_step() -> None:
    """R8.2.9: a single step against fifteen: eliminated for certain, and with the marker's chance the defender loses
    one."""
    s = GAME.place({
        "turn": 5, "phase": "japanese_combat", "field": "american", "steps": {"jp-124-1": 1},
        "japanese": {"3908": ["jp-124-1"]}, "fresh": {"jp-124-1": 3}, "left": {"jp-124-1": 30},
        "american": {"3907": ["us-1-1", "us-1-2", "us-1-3"]},
    })  # fmt: skip
    for text in ("take jp-124-1", "on 3907", "done"):
        s = GAME.apply(s, 1, tuple(text.split()))
    found = tally(GAME.odds(s, 1, ("ambush",)))
    assert {text: round(p, 9) for text, p in found.items()} == {
        GAME.words.say("odds.below_ambush"): 0.5, GAME.words.say("odds.below"): 0.5,
    }  # fmt: skip


def test_a_search_repairs_and_guerrillas_have_odds() -> None:
    """R7.7.5: two hexes from a marker of 2 a 1 finds; R7.11.2: infantry that has stayed repairs on a 3; R11.0: on a
    5."""
    s = GAME.place({
        "turn": 5, "field": "american", "status": 19, "american": {"3707": ["us-1-1", "us-1eng"]},
        "japanese": {"3809": ["jp-124-2"]}, "stealth": {"jp-124-2": 2},
    })  # fmt: skip
    assert tally(GAME.odds(s, 0, ("repair", "us-1-1"))) == {"The airfield rises by 1": 4 / 6, "Nothing": 1 - 4 / 6}
    assert GAME.odds(s, 0, ("repair", "us-1eng")) is None
    s = GAME.apply(s, 0, ("take", "us-1-1"))
    assert tally(GAME.odds(s, 0, ("detect", "3809", 2))) == {"The group is found": 1 / 6, "Nothing": 5 / 6}
    s = GAME.place({"turn": 5, "phase": "guerrillas", "field": "american", "supply": {"american": 3}})
    assert tally(GAME.odds(s, 0, ("rise", "7208"))) == {"The village becomes American": 2 / 6, "Nothing": 1 - 2 / 6}


def test_bombardment_odds_tell_what_the_units_there_lose() -> None:
    s = GAME.place({
        "turn": 2, "phase": "japanese_bombardment", "field": "american", "american": {"3707": ["us-1-1", "us-1-2"]},
    })  # fmt: skip
    found = GAME.odds(GAME.view(s, 1), 1, ("bombard",))
    assert found is not None
    lost = dict(zip(found["table"]["columns"], found["table"]["rows"][0], strict=True))
    played = falls(GAME.apply(s, 1, ("bombard",)), ("fire_result", "bombard_die"))
    shares = {key.split("'n': ")[1][0]: 100 * p for key, p in played.items() if "'n'" in key}
    assert shares
    for n, share in shares.items():
        if n != "0":
            assert abs(float(lost[n].replace("–", "0")) - share) < 0.06, n


def test_a_strain_is_foretold_only_where_it_may_be() -> None:
    """R8.2.3: a battery does not count for the two factors that it takes."""
    said = []
    for steps in (1, 2):
        s = GAME.place({
            "turn": 5, "phase": "japanese_combat", "field": "american", "american": {"3907": ["us-1-1"]},
            "japanese": {"3908": ["jp-28-1", "jp-35g"]}, "steps": {"us-1-1": 3, "jp-28-1": steps},
            "supply": {"japanese": 5},
        })  # fmt: skip
        s = GAME.apply(s, 1, ("take", "jp-28-1"))
        found = GAME.odds(GAME.view(s, 1), 1, ("on", "3907"))
        assert found is not None
        said.append(GAME.words.say("odds.could_strain", n=1) in found["notes"])
    assert said == [False, True]


def test_the_airfield_falls_and_rises_by_no_more_than_there_is() -> None:
    """R7.11a: what is told is what the track has done."""
    s = GAME.place({"turn": 5, "field": "american", "status": 19, "american": {"3707": ["us-1eng"]}})
    assert [e.n for e in GAME.apply(s, 0, ("repair", "us-1eng")).news if e.file_name == "field_mended"] == [1]
    s = GAME.place({
        "turn": 12, "phase": "japanese_fire", "field": "american", "status": 1, "supply": {"japanese": 2},
        "american": {"3706": ["us-1-1"]}, "japanese": {"3908": ["jp-20mt", "jp-28-1"]},
    })  # fmt: skip
    for action in (("attack", "3707"), ("gun", "jp-20mt", 2), ("fire",)):
        s = GAME.apply(s, 1, action)
    for _ in range(2):
        s = GAME.apply(s, -1, ("die", 6))
    told = {e.file_name: e for e in s.news}
    assert (told["field_harmed"].n, told["fire_result"].harm, s.status) == (1, 1, 0)


GUN = {
    "turn": 6, "phase": "japanese_combat", "field": "american", "american": {"3609": ["us-11-5"], "3707": ["us-1-1"]},
    "japanese": {"3508": ["jp-84g", "jp-124-2"], "3709": ["jp-124-3"]}, "steps": {"jp-84g": 1},
}  # fmt: skip
"""Nine factors beside a battery of four that stands alone."""


def sheets(s: Any) -> Any:
    return GAME.picture(GAME.view(s, 1), 1)["sheets"]


def attacking(supply: int) -> Any:
    s = GAME.place(GUN | {"supply": {"american": supply}})
    for text in ("take jp-84g", "on 3609", "take jp-124-2", "on 3609", "take jp-124-3", "on 3609"):
        s = GAME.apply(s, 1, tuple(text.split()))
    return s


def test_what_supply_can_do_for_guns_is_foretold() -> None:
    """R8.2.4a: the sheet and the forecast of an attack reckon with all that the defender may spend, and the note says
    what comes if he spends nothing."""
    s = attacking(9)
    (sheet,) = sheets(s)
    assert sheet["fields"][0]["value"] == "9 : 1–4 = over 6-1 to 2-1"
    assert "the defender may spend up to 3 supply on guns" in sheet["fields"][0]["note"]
    foretold = sheet["odds"]
    assert foretold["sums"][1]["total"] == "1–4"
    assert "If he spends none: 9 against 1, over 6-1." in " ".join(foretold["notes"])
    for action in (("done",), ("spend", "us-11-5", 3)):
        s = GAME.apply(s, GAME.to_move(s)[0], action)
    assert tally(GAME.odds(GAME.view(s, 1), 1, ("pass",))) == tally(foretold), "it is not better than what comes"
    assert "supply" not in " ".join(GAME.odds(GAME.view(s, 1), 1, ("pass",))["notes"]), "nothing more can be spent"
    assert [*tally(sheets(attacking(0))[0]["odds"])] == ["All defenders are eliminated"]


def test_the_forecast_of_supply_is_made_of_what_all_see() -> None:
    """What a battery has fired already its owner alone knows."""
    s = attacking(9)
    gun = GAME.plain.unit_number["us-11-5"][1]
    fired = tuple(3 * (i == gun) for i in range(len(GAME.plain.units[0])))
    tired = s.doing(0, fired=fired)
    assert sheets(tired) == sheets(s)
