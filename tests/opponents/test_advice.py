"""What the coach would do: an act that is offered, in words, with a reason; of the asker's knowledge alone; and a
newcomer who follows him plays a game to its end without being refused anything."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import READY, load
from ironbottom.kernel.action import notation, offered, parse
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.lessons import rules_in
from ironbottom.kernel.message import Advised
from ironbottom.kernel.opponent import Plan
from ironbottom.kernel.record import read_record
from ironbottom.kernel.shapes import check
from ironbottom.kernel.unwritten import applied, caught_up
from ironbottom.kernel.words import capital
from ironbottom.lab.newcomer import amount_in, play, pressed
from ironbottom.opponents.advice import advised, why
from ironbottom.opponents.hints import acts, adviser_of, beginning, named, steps
from ironbottom.opponents.player import Question, read_budget
from ironbottom.opponents.registry import player

RECORDS = Path(__file__).parents[1] / "records"
GAMES = {"archies-war": "two-player-held", "axis-allies": "campaign-allies_points", "first-blood": "campaign-airfield",
         "henderson-field": "campaign-automatic", "solomons": "campaign-decisive"}  # fmt: skip
INTERNAL = re.compile(r"=\d|\w_\w|\b[A-Z]{3} =|intention\.|guide\.|\{")


def told(game: Any, view: Any, side: int) -> Advised:
    asked = Question(game, side, view, game.legal(view, side), game.recall(view, side, ()), read_budget("steps:2"))
    return advised(asked, player(adviser_of(game)).choose(asked, random.Random(1)))


@pytest.mark.parametrize("slug", READY)
def test_advice_is_an_act_in_words_along_a_game(slug: str) -> None:
    record = read_record((RECORDS / slug / f"{GAMES[slug]}.jsonl").read_text("utf-8"), load)
    game, moves, s, asked, apart = record.game, record.moves(), record.start(), 0, 0
    for number, (side, action) in enumerate(moves):
        s = caught_up(game, s, side, action)
        if side >= 0 and number % max(1, len(moves) // 20) == 0:
            view = game.view(s, side)
            found = told(game, view, side)
            check(Advised, found)
            if found["do"]:
                asked += 1
                assert offered(game.legal(view, side), parse(found["do"][0]))
                assert found["do"][0] in found["good"]
                assert found["plan"]
                assert found["why"], found["plan"]
                said = [found["plan"], found["why"], *found["steps"]]
                assert [text for text in said if INTERNAL.search(text)] == []
            else:
                apart += 1
        s = game.apply(s, side, action)
    assert asked > 5


@pytest.mark.parametrize("slug", READY)
def test_each_reason_belongs_to_an_intention_and_cites_rules_that_are_there(slug: str) -> None:
    game = load(slug)
    known = {statement.id for statement in game.statements}
    keys = [key.removeprefix("guide.why.") for key in game.words.keys() if key.startswith("guide.why.")]  # noqa: SIM118
    assert len(keys) >= 10
    for key in keys:
        intention, *begins = key.split(".")
        side = begins.pop() if begins and begins[-1] in game.sides else ""
        text = why(game, intention, game.side_of(side) if side else 0, ".".join(begins))
        assert text == game.words.say(f"guide.why.{key}")
        assert text.endswith(".")
        assert len(text.split()) <= 24, text
        assert set(rules_in(text)) - known == set()


@pytest.mark.parametrize("slug", READY)
def test_every_intention_has_a_reason(slug: str) -> None:
    """What the coach may propose he can say why, whichever side asks."""
    game = load(slug)
    keys = [key.removeprefix("intention.") for key in game.words.keys() if key.startswith("intention.")]  # noqa: SIM118
    names = [key.partition(".")[0::2] for key in keys if key != "script"]
    assert [(name, begins) for name, begins in names for side in range(2) if not why(game, name, side, begins)] == []


LEAVE = {
    "the road past Tetere is barred": (["inf2"], "tetere", "bar"),
    "the ridge lies open": (["inf2"], "kakambona", "open"),
    "a block stays": (["inf2", "recon"], "tetere", ""),
}


@pytest.mark.parametrize("case", LEAVE)
def test_the_reason_for_an_outpost_fits_what_it_leaves_empty(case: str) -> None:
    stack, goal, occasion = LEAVE[case]
    game = load("archies-war")
    start = "bloody_ridge" if occasion == "open" else "koli_point"
    s = game.place({"turn": 4, "step": "american-actions",
                    "japanese": {"taivu_point": ["inf5"], "west_jungle": ["inf2", "inf3"]},
                    "american": {start: stack, "point_cruz": ["inf4"], "henderson_field": ["vandegrift"],
                                 "cape_esperance": ["inf3"]}})  # fmt: skip
    plan = Plan("outpost", (("take", start, "inf2"), ("go", goal, start)), 0.0)
    asked = Question(game, 0, game.view(s, 0), (), game.recall(game.view(s, 0), 0, ()), read_budget("steps:2"))
    begins = beginning(asked, plan)
    assert begins == (occasion or "Actions.take")
    said = named(game, plan.intention, begins) + why(game, plan.intention, 0, begins)
    assert {"bar": "shut off behind", "open": "lies open", "": "must be fought"}[occasion] in said


def test_what_is_bought_is_told_as_how_many_there_are_to_be() -> None:
    game = load("axis-allies")
    s = game.place({"turn": 2, "step": "R3"})
    side = game.to_move(s)[0]
    asked = Question(game, side, game.view(s, side), (), None, read_budget("steps:2"))
    assert steps(asked, (("buy", "TRN", 2),)) == ["Buy transport: 2 in all"]


ES = "espiritu_santo"
WEEKS = {
    "the fast transport sails alone": (1, 2, {"U-APD": ES}, {}, "take U-APD", "Send the fast transport alone"),
    "nothing sails": (1, 2, {"U-CA-1": ES}, {}, "ready", "Stay in port"),
    "what was announced must sail": (0, 1, {"J-CA-1": "rabaul", "J-DD-1": "rabaul"}, {"rabaul": "small"},
                                     "take J-CA-1", "Sail as the week"),
}  # fmt: skip


@pytest.mark.parametrize("week", WEEKS)
def test_a_plan_that_begins_with_a_ship_is_not_to_stay_in_port(week: str) -> None:
    game = load("solomons")
    side, half, at, said, first, plan = WEEKS[week]
    s = game.place({"turn": 4, "half": half, "segment": 7 * half - 7, "step": "allocation", "holder": "american",
                    "ground": {"american": 5}, "at": at, "said": said})  # fmt: skip
    found = told(game, game.view(s, side), side)
    assert found["do"][0] == first
    assert found["plan"].startswith(plan)
    assert not plan.startswith("Send") or "RS-079" in found["why"]


def test_a_position_in_which_the_side_that_is_asked_may_do_nothing_is_refused() -> None:
    """Where what was announced cannot be kept any more, nobody could answer."""
    position = {"turn": 4, "half": 1, "segment": 0, "step": "allocation", "holder": "american", "at": {},
                "said": {"rabaul": "small"}}  # fmt: skip
    with pytest.raises(BadInput, match="Japan may do nothing in this position"):
        load("solomons").place(position)


def test_of_two_positions_that_look_the_same_the_advice_is_the_same() -> None:
    game = load("archies-war")
    s = game.setup("two-player", {})
    while game.to_move(s)[0] < 0:
        s = game.apply(s, -1, game.chance(s)[0][0])
    side = game.to_move(s)[0]
    view = game.view(s, side)
    other = game.determinize(view, side, random.Random(5), game.recall(view, side, ()))
    assert told(game, game.view(other, side), side) == told(game, view, side)


def test_what_is_pressed_is_the_longest_that_the_page_offers_in_one_go() -> None:
    message: dict[str, Any] = {
        "picture": {"sheets": [{"bins": [{"items": [{"to": {"tf1": ["take x", "join tf1"]}}]}]}]},
        "macros": [{"do": ["step a", "step b"]}],
        "choices": [{"do": "step a"}, {"do": "send g ={n}", "amount": {"low": 1, "high": 4}}],
    }
    assert pressed(message, ["step a", "step b", "step c"]) == ["step a", "step b"]
    assert pressed(message, ["step a", "step c"]) == ["step a"]
    assert pressed(message, ["take x", "join tf1"]) == ["take x", "join tf1"]
    assert pressed(message, ["send g =3"]) == ["send g =3"]
    assert pressed(message, ["send g =5"]) == []
    assert amount_in(message["choices"][1], "send g =4") == 4
    assert notation(parse("send g =3")) == "send g =3"


def test_a_newcomer_who_asks_the_coach_is_never_refused() -> None:
    walk = play("archies-war", "two-player", 0, "test", "script", True)
    assert walk.asked > 3
    assert (walk.pointed, walk.refused, walk.guessed) == (walk.asked, 0, 0)


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_in_solomons_last_lesson_the_staff_loses_where_the_coach_wins() -> None:
    """Who takes what the staff proposes, without a thought, loses more often than not."""
    lesson = next(one for one in load("solomons").lessons if one.whole)

    def won(budget: str) -> float:
        walks = [play("solomons", lesson.scenario, lesson.side, f"lesson {n}", budget, True) for n in range(50)]
        return sum(walk.points for walk in walks)

    assert won("script") < 25 < won("steps:30")


def test_with_a_whole_stack_in_hand_the_coach_goes_on_with_his_plan() -> None:
    """Who took a stack that the plan does not move is told which unit to take instead, not merely to put one down."""
    record = read_record((RECORDS / "henderson-field" / "campaign-automatic.jsonl").read_text("utf-8"), load)
    game, s = record.game, record.start()
    for side, action in record.moves():
        if action[0] == "take" and side >= 0:
            held = game.apply(s, side, action)
            more = [one for one in game.legal(held, side) if one[0] == "take"]
            if more and ("drop", action[1]) in game.legal(held, side):
                break
        s = game.apply(s, side, action)
    for one in more:
        held = game.apply(held, side, one)
    found = told(game, game.view(held, side), side)
    doing = [one.split()[0] for one in found["do"]]
    first = doing.index("take")
    assert set(doing[:first]) == {"drop"}
    assert 0 < first <= 1 + len(more)
    for one in found["do"][: first + 1]:
        assert offered(game.legal(held, side), parse(one))
        held = game.apply(held, side, parse(one))


def test_aircraft_that_go_the_same_way_go_together_and_it_is_said_at_what() -> None:
    game = load("axis-allies")
    ashore = {"GUA": ["INF"]}, {"GUA": ["INF*2"]}
    at_sea: tuple[dict[str, list[str]], ...] = {}, {"J": ["CAR", "CRU"]}
    for (own, enemy), name, goal in ((ashore, "troops", "GUA"), (at_sea, "ships", "J")):
        s = game.place({"step": "M7", "first": "allies", "allies": {"NCA": ["BOM*2"], **own}, "axis": enemy,
                        "airfields": {"GUA": ["allies"]}, "control": {"GUA": "allies"}})
        (side,) = game.to_move(s)
        found = told(game, game.view(s, side), side)
        assert found["do"] == ["take NCA BOM", f"go {goal} =2"]
        assert found["plan"] == capital(game.words.say(f"intention.strike.{name}"))
        assert found["why"] == game.words.say(f"guide.why.strike.{name}")
    assert "airfield" not in why(game, "fire", 0, "troops"), "what is aimed at is no airfield"


def test_a_plan_is_told_as_far_as_what_is_not_known_lets_it_be_named() -> None:
    """A march that would find a hidden group ends there in words: who is found has no name yet (it was an error)."""
    record = read_record((RECORDS / "henderson-field" / "campaign-field.jsonl").read_text("utf-8"), load)
    game, s = record.game, record.start()
    assert game.opponent is not None
    seen: list[list[Any]] = [[*game.news_for(s, side)] for side in range(2)]
    count = 0
    for number, (side, action) in enumerate(record.moves()):
        s = caught_up(game, s, side, action)
        if side >= 0 and 560 < number < 680:
            view, memory = game.view(s, side), game.recall(s, side, seen[side])
            asked = Question(game, side, view, game.legal(view, side), memory)
            for plan in game.opponent.policy(view, side, asked.legal, memory, random.Random(number)):
                found = steps(asked, plan.do)
                assert len(found) == sum(act["n"] for act in acts(asked, plan.do))
                count += len(found)
        s = applied(game, s, side, action)
        for viewer in range(2):
            seen[viewer] += game.news_for(s, viewer)
    assert count > 500
