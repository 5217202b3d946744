"""Every lesson of every game: its own steps solve it, whatever else one does can be taken back or is refused, and all
its texts are there."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Any

import pytest

from ironbottom import games
from ironbottom.games import load
from ironbottom.kernel import lessons
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.lessons import Lesson, Told, lessons_of, told
from ironbottom.kernel.record import Move
from ironbottom.kernel.shapes import check
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.view import Coach
from ironbottom.opponents.player import Question
from ironbottom.opponents.scripted import Scripted
from ironbottom.server.lessons import sit
from ironbottom.table.message import at_one_click, message
from ironbottom.table.restoring import restore
from ironbottom.table.seats import BOT, HUMAN, Seat
from ironbottom.table.table import Table

NOW = 1_800_000_000.0
LONG = 150
"""So many decisions of a whole game are looked at; the rest is played in the browser, by the soak."""
ALL = [(slug, lesson.id) for slug in games.READY for lesson in load(slug).lessons if not lesson.whole]
WHOLE = [(slug, lesson.id) for slug in games.READY for lesson in load(slug).lessons if lesson.whole]


def table_of(slug: str, key: str) -> tuple[Table[Any], Lesson]:
    game = load(slug)
    lesson = next(one for one in game.lessons if one.id == key)
    sides = next(one for one in game.scenarios if one.id == lesson.scenario).sides
    seats = [Seat(side, HUMAN, "", "p") if side == lesson.side else Seat(side, BOT) for side in sides]
    return sit(game, lesson, seats, NOW), lesson


def coach(table: Table[Any], lesson: Lesson) -> dict[str, Any]:
    found: dict[str, Any] = message(table, lesson.side)["coach"]
    check(Coach, found)
    return found


def others_play(table: Table[Any], lesson: Lesson) -> None:
    """The other sides do what the lesson lists, until it is one's own turn again."""
    assert table.teacher is not None
    while table.waiting() and lesson.side not in table.waiting():
        side = table.waiting()[0]
        told = table.teacher.answer(side, table.view(side))
        assert told, f"{lesson.id}: no answer for {table.view(side).stack[-1]}"
        table.do(side, told, NOW)


def carry_out(table: Table[Any], lesson: Lesson, number: int) -> list[str]:
    """One step, done as the lesson lists it; what fell."""
    before = len(table.log)
    for action in lesson.steps[number].play:
        if table.waiting() and lesson.side not in table.waiting():
            others_play(table, lesson)
        assert table.do(lesson.side, [action], NOW) is None
    later = lesson.steps[number + 1 : number + 2]
    goes_on = bool(later[0].play) if later else coach(table, lesson)["state"] != "done"
    if goes_on or not lesson.steps[number].play:
        others_play(table, lesson)
    moves = [logged.entry for logged in table.log[before:] if isinstance(logged.entry, Move)]
    return [notation(entry.action) for entry in moves if entry.side == CHANCE]


@pytest.mark.parametrize(("slug", "key"), ALL)
def test_a_lesson_is_solved_by_its_own_steps(slug: str, key: str) -> None:
    table, lesson = table_of(slug, key)
    for number, step in enumerate(lesson.steps):
        if not number and step.play:
            others_play(table, lesson)
        now = coach(table, lesson)
        assert (now["step"], now["state"]) == (number, "do" if step.play else "wait"), step.id
        assert not step.do or now["do"], f"{step.id}: nothing to point at"
        told = message(table, lesson.side)
        known = {choice["do"] for choice in told["choices"]} | {";".join(one) for one in at_one_click(told)}
        assert set(now["do"]) <= known
        spaces = {space["id"] for space in table.game.board(lesson.scenario)["spaces"]}
        assert set(step.look) <= spaces
        fallen = carry_out(table, lesson, number)
        assert len(fallen) >= len(step.chance)
        for wanted, came in zip(step.chance, fallen, strict=False):
            assert fnmatchcase(came, wanted), f"{step.id}: {came} fell, not {wanted}: see tools/lesson_seed.py"
    assert coach(table, lesson)["state"] == "done"


def test_a_lesson_of_before_goes_on_where_a_question_is_asked_always_now() -> None:
    """Solomons' guns on the field: where one kind stood there, earlier rules asked nobody and wrote no line."""
    table, lesson = table_of("solomons", "slot")
    for number, step in enumerate(lesson.steps):
        if not number and step.play:
            others_play(table, lesson)
        carry_out(table, lesson, number)
    kept = [one for one in table.log if not (isinstance(one.entry, Move) and one.entry.action[0] == "lose")]
    assert len(kept) < len(table.log)
    kept = [one.replace(number=number) for number, one in enumerate(kept, 1)]
    older, _ = table_of("solomons", "slot")
    assert restore(older, kept, trusted=False, now=NOW) == ""
    assert older.state.with_news(()) == table.state.with_news(())
    assert coach(older, lesson)["state"] == "done"


FEW = 10
"""How many other actions are tried at a step, where it has many; in the soak all of them."""


@pytest.mark.parametrize(("slug", "key"), ALL)
def test_whatever_else_one_does_can_be_taken_back_or_is_refused(slug: str, key: str) -> None:
    try_all_else(slug, key, FEW)


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "key"), ALL)
def test_soak_whatever_else_one_does_can_be_taken_back_or_is_refused(slug: str, key: str) -> None:
    try_all_else(slug, key, 10_000)


def sampled(actions: list[Action], most: int, seed: str) -> list[Action]:
    """Some of many actions, always the same, with every verb among them."""
    if len(actions) <= most:
        return actions
    mixed = random.Random(seed).sample(actions, len(actions))
    first = {action[0]: action for action in reversed(mixed)}
    return [*first.values(), *(action for action in mixed if action not in first.values())][:most]


def try_all_else(slug: str, key: str, most: int) -> None:
    table, lesson = table_of(slug, key)
    side, tried, words = lesson.side, 0, table.game.words
    if lesson.steps[0].play:
        others_play(table, lesson)
    for number in range(len(lesson.steps)):
        here = table.tip(side).replace(news=())
        before = json.dumps(message(table, side), sort_keys=True)
        every = [action for template in table.legal(side) for action in concrete(template)]
        wrong = [action for action in every if not lesson.steps[number].accepts(action)]
        for action in sampled(wrong, most, f"{key} {number}"):
            tried += 1
            refused = ""
            try:
                table.do(side, [action], NOW)
            except IllegalAction as error:
                refused = str(error)
            if not refused:
                now = coach(table, lesson)
                if now["state"] == "astray":
                    assert now["step"] == number
                    assert now["astray"]
                    assert not now["do"]
                else:  # nothing has changed, or an earlier step is taken back by the game's own move
                    assert now["state"] == "do"
                    assert now["step"] < number or table.tip(side).replace(news=()) == here, notation(action)
                table.undo(side, NOW)
                table.drafts[side].redo.clear()
            elif refused != words.say("refused.not_in_lesson"):
                step = f"lesson.{lesson.id}.{lesson.steps[number].id}"
                assert refused in {words.say(f"{step}.no_{key}") for _, key in lesson.steps[number].other}
            assert json.dumps(message(table, side), sort_keys=True) == before, notation(action)
        carry_out(table, lesson, number)
    assert tried > 3


def game_words(slug: str, key: str) -> str:
    """The first page of a text."""
    return load(slug).words.say(key).strip().split("\n\n")[0].strip()


@pytest.mark.parametrize(("slug", "key"), WHOLE)
def test_beside_a_whole_game_the_coach_speaks_and_tells_how_it_ended(slug: str, key: str) -> None:
    """The regular plays both sides; wherever one decides something is said, the first time at length."""
    table, lesson = table_of(slug, key)
    script, rng = Scripted(), random.Random(1)
    told, asked = set[str](), 0
    general = game_words(slug, f"lesson.{key}.{lesson.talks[-1].id}.say")
    named = {kind for talk in lesson.talks for kind in talk.at}
    while table.over is None and asked < LONG:
        side = table.waiting()[0]
        view = table.view(side)
        if side == lesson.side:
            now, asked = coach(table, lesson), asked + 1
            assert now["state"] == "do"
            assert now["pages"] or lesson.talks[-1].at, f"nothing is said at {view.stack[-1].file_name}"
            if view.stack[-1].file_name in named:
                assert general not in now["pages"], "what is for decisions of no name is said of one that has"
            told.update(now["pages"])
        known = Question(table.game, side, view, table.legal(side), table.memory(side))
        table.do(side, script.choose(known, rng).do, NOW)
    assert game_words(slug, f"lesson.{key}.{lesson.talks[0].id}.say") in told
    if table.over is not None:
        last, mine = coach(table, lesson), table.over.returns[lesson.side]
        drawn = mine == 0 and f"lesson.{key}.drawn" in table.game.words
        end = game_words(slug, f"lesson.{key}.{'drawn' if drawn else 'done' if mine > 0 else 'lost'}")
        assert (last["state"], last["pages"][0]) == ("done" if mine > 0 or drawn else "failed", end)


TENARU = [
    ({"turn": 1, "step": "american-actions"}, "first"),
    ({"turn": 1, "step": "american-actions", "actions_left": 1}, "second"),
    ({"turn": 1, "step": "japanese-actions"}, "second"),
    ({"turn": 2, "step": "american-actions", "tokens": 1}, "scored"),
    ({"turn": 2, "step": "american-actions", "tokens": 1, "actions_left": 1,
      "held": {"place": "koli_point", "attackers": ["inf4"], "back": "henderson_field"}}, "declared"),
    ({"turn": 2, "step": "american-actions", "tokens": 1, "actions_left": 1}, "second"),
    ({"turn": 3, "step": "japanese-actions", "tokens": 1}, "second"),
    ({"turn": 4, "step": "american-actions", "tokens": 1}, "last"),
]  # fmt: skip


def test_the_coach_of_a_whole_game_speaks_of_what_has_changed() -> None:
    game = load("archies-war")
    lesson = next(one for one in game.lessons if one.whole)
    said = Told()
    for more, talk in TENARU:
        side = 1 if more["step"] == "japanese-actions" else 0
        blocks = {"american": {"henderson_field": ["vandegrift"]}, "japanese": {"koli_point": ["inf2"]}}
        state = game.place({**blocks, "scenario": "tenaru", **more})
        assert game.to_move(state) == (side,)
        said = told(game, lesson, said, state)
        assert lesson.talks[said.numbers[-1]].id == talk, more


def concrete(template: Action) -> list[Action]:
    if not any(isinstance(part, Range) for part in template):
        return [template]
    pick = [lambda part: part.low, lambda part: part.high]
    return [tuple(one(part) if isinstance(part, Range) else part for part in template) for one in pick]


def test_two_wrong_moves_and_a_step_back_by_the_games_own_move() -> None:
    table, lesson = table_of("archies-war", "march")
    take = [("take", "bloody_ridge", "inf5"), ("go", "henderson_field", "bloody_ridge")]
    table.do(0, [take[0]], NOW)
    table.do(0, [take[1]], NOW)
    assert coach(table, lesson)["state"] == "astray"
    table.undo(0, NOW)
    assert coach(table, lesson)["state"] == "astray"
    table.do(0, [("back", "inf5")], NOW)
    assert (coach(table, lesson)["step"], coach(table, lesson)["state"]) == (0, "do")
    table.do(0, [("take", "henderson_field", "inf4")], NOW)
    table.do(0, [("back", "inf4")], NOW)
    assert (coach(table, lesson)["step"], coach(table, lesson)["state"]) == (0, "do")


def test_a_series_is_done_in_its_order_and_pointed_at_as_one_click() -> None:
    table, lesson = table_of("solomons", "counters")
    assert coach(table, lesson)["do"] == ["take U-BB-1;join tf1"]
    table.do(1, [("take", "U-BB-1")], NOW)
    assert (coach(table, lesson)["step"], coach(table, lesson)["do"]) == (0, ["join tf1"])
    table.do(1, [("join", "stay")], NOW)
    assert coach(table, lesson)["state"] == "astray"
    table.undo(1, NOW)
    table.do(1, [("join", "tf1"), ("take", "U-CA-2"), ("join", "tf1"), ("take", "U-CA-1"), ("join", "tf1")], NOW)
    assert (coach(table, lesson)["step"], coach(table, lesson)["state"]) == (2, "do")


def test_a_standing_order_does_what_its_step_lets_it_do_and_ends_with_it() -> None:
    table, lesson = table_of("solomons", "course")
    for number in range(6):
        carry_out(table, lesson, number)
    assert coach(table, lesson)["carry"]
    table.order(1, "routine", "default")
    for _ in range(40):
        if told := table.ordered():
            table.do(*told, NOW)
        elif coach(table, lesson)["step"] == 6:
            others_play(table, lesson)
    assert coach(table, lesson)["step"] == 7, "the enemy is sighted"
    assert table.state.segment == 3
    assert not table.orders[1]
    table.order(1, "routine", "default")
    assert table.ordered() is None, "what is to be done by oneself"


def test_carrying_on_is_advised_only_where_nothing_else_is() -> None:
    """Two bombers are to be landed, which a standing order would do as well; but that is not what the lesson says."""
    table, lesson = table_of("axis-allies", "air")
    number = next(n for n, step in enumerate(lesson.steps) if step.id == "home")
    for before in range(number):
        carry_out(table, lesson, before)
    told = coach(table, lesson)
    assert told["do"]
    assert not told["carry"]


def test_praise_comes_with_what_it_praises() -> None:
    table, lesson = table_of("first-blood", "march")
    assert coach(table, lesson)["good"] == ""
    carry_out(table, lesson, 0)
    assert coach(table, lesson)["good"].startswith("In hand")


def test_the_attack_that_a_lesson_asks_for_promises_a_gain() -> None:
    table, lesson = table_of("solomons", "cargo")
    for number in range(len(lesson.steps) - 1):
        carry_out(table, lesson, number)
    assert coach(table, lesson)["do"] == ["attack"]
    odds = table.game.odds(table.view(lesson.side), lesson.side, ("attack",))
    assert odds is not None
    own = table.game.side_name(lesson.side)
    assert sum(one["p"] for one in odds["results"] if one.get("good") == own) > 0.8


def test_what_is_said_of_a_wrong_move_fits_it() -> None:
    table, lesson = table_of("archies-war", "march")
    table.do(0, [("take", "henderson_field", "vandegrift")], NOW)
    assert "Vandegrift" in coach(table, lesson)["astray"]
    table.undo(0, NOW)
    table.do(0, [("take", "koli_point", "recon")], NOW)
    assert "Infantry 4" in coach(table, lesson)["astray"]


def test_when_all_is_done_one_plays_on() -> None:
    table, lesson = table_of("archies-war", "march")
    for number in range(len(lesson.steps)):
        carry_out(table, lesson, number)
    others_play(table, lesson)
    assert table.waiting() == (0,)
    table.do(0, [("end",)], NOW)
    assert coach(table, lesson)["state"] == "done"


@pytest.mark.parametrize("slug", games.READY)
def test_every_text_is_there_in_every_language_and_used(slug: str) -> None:
    game = load(slug)
    used = set()
    for lesson in game.lessons:
        where = f"lesson.{lesson.id}"
        used |= {f"{where}.{part}" for part in ("title", "text", "done")}
        used |= {f"{where}.{part}" for part in ("lost", "drawn") if f"{where}.{part}" in game.words}
        used |= {f"{where}.{talk.id}.{part}" for talk in lesson.talks for part in ("say", "todo")}
        for step in lesson.steps:
            may = ["good", "else", *(f"{form}_{key}" for _, key in step.other for form in ("else", "no"))]
            parts = ["say", "todo", *(part for part in may if f"{where}.{step.id}.{part}" in game.words)]
            used |= {f"{where}.{step.id}.{part}" for part in parts}
    for language, keys in written(game.package).items():
        assert keys == used, language


def written(package: str) -> dict[str, set[str]]:
    """The keys of the lessons' texts, by language."""
    found: dict[str, set[str]] = {}

    def flat(where: str, table: dict[str, Any]) -> set[str]:
        return {
            key
            for name, item in table.items()
            for key in (flat(f"{where}.{name}", item) if isinstance(item, dict) else {f"{where}.{name}"})
        }

    for file in (files(package) / "texts").iterdir():
        data = tomllib.loads(file.read_text("utf-8"))
        found.setdefault(file.name.split(".")[0], set()).update(flat("lesson", data.get("lesson", {})))
    return found


def whole(data: dict[str, Any]) -> dict[str, Any]:
    """The lesson of a parsed file that is a whole game."""
    return next(one for one in data["lesson"] if "position" not in one)


GOOD = tomllib.loads((files("ironbottom.games.archies_war") / "lessons.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda d: d.update(extra=1), "holds [[lesson]] entries"),
        (lambda d: d["lesson"][0].update(colour="red"), "lesson march: unknown key 'colour'"),
        (lambda d: d["lesson"][0].pop("side"), "lesson march: 'side' is missing"),
        (lambda d: d["lesson"][0].update(side="german"), "has no side 'german'"),
        (lambda d: d["lesson"][0].update(scenario="naval"), "there is no scenario 'naval'"),
        (lambda d: d["lesson"][0].update(minutes="two"), "'minutes' is a number"),
        (lambda d: d["lesson"][0].update(seed=-1), "'seed' is a number"),
        (lambda d: d["lesson"][0].update(id="Marching On"), "an id is made of small letters"),
        (lambda d: d["lesson"][0].update(position=7), "'position' is a table"),
        (lambda d: d["lesson"][0]["position"].update(scenario="solitaire"), "'position' is a table, of the lesson's"),
        (lambda d: d["lesson"][0]["position"].update(turn=99), "turn is a number"),
        (lambda d: d["lesson"][0].update(steps=[]), "'steps' is a list of tables"),
        (lambda d: d["lesson"][0].update(answers="end"), "'answers' is a list of texts"),
        (lambda d: d["lesson"][0].update(answers=["go !"]), "neither a name nor a number"),
        (lambda d: d["lesson"].append(d["lesson"][0]), "there are two of that id"),
        (lambda d: d["lesson"][0].update(id="unwritten"), "the text 'lesson.unwritten.title' is missing"),
        (lambda d: d["lesson"][0]["steps"][0].update(do=[]), "step take: a step has 'do', 'until' or both"),
        (lambda d: d["lesson"][0]["steps"][0].update(do=["take *"]), "step take: 'play' is missing"),
        (lambda d: d["lesson"][0]["steps"][0].update(until=3), "'until' is a table of facts"),
        (lambda d: d["lesson"][0]["steps"][0].update(hint="x"), "step take: unknown key 'hint'"),
        (lambda d: d["lesson"][0]["steps"][0].update(other={"go *": "nowhere"}), "else_nowhere' is missing"),
        (lambda d: d["lesson"][0]["steps"].append(d["lesson"][0]["steps"][0]), "step take: there are two of that id"),
        (lambda d: d["lesson"][0]["steps"].append(5), "step 6: a table was expected"),
        (lambda d: d["lesson"][0].pop("position"), "'position' is missing, and the scenario is no short one"),
        (lambda d: whole(d).update(seed=3), "lesson first_game: a whole game has no 'seed'"),
        (lambda d: whole(d)["steps"][0].update(at=["Think"]), "step first: 'at' names decisions as files call them"),
        (lambda d: whole(d)["steps"][0].update(do=["end"]), "step first: unknown key 'do'"),
        (lambda d: d["lesson"].append("x"), "lesson 9: a table was expected"),
    ],
)
def test_a_bad_lesson_is_refused_in_one_clear_line(spoil: Any, told: str) -> None:
    data = copy.deepcopy(GOOD)
    spoil(data)
    with pytest.raises(BadInput) as refused:
        lessons_of(load("archies-war"), data)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_text_that_names_no_rule_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "rules_in", lambda text: ["2P-999"])
    with pytest.raises(BadInput, match=r"names \[2P-999\], which is no statement"):
        lessons_of(load("archies-war"), GOOD)


def test_a_lesson_follows_each_move_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes a piece in hand and puts it back, again and again, has not all that followed anew each time."""
    table, lesson = table_of("first-blood", "march")
    applied: list[Action] = []
    apply = type(table.game).apply

    def counted(self: Any, state: Any, side: int, action: Action) -> Any:
        applied.append(action)
        return apply(self, state, side, action)

    monkeypatch.setattr(type(table.game), "apply", counted)
    table.do(lesson.side, [("take", "1/1"), ("drop",)] * 10, NOW)
    first = len(applied)
    table.do(lesson.side, [("take", "1/1"), ("drop",)] * 10, NOW)
    assert len(applied) == 2 * first
    table.undo(lesson.side, NOW, all_of_it=True)
    assert (coach(table, lesson)["step"], coach(table, lesson)["state"]) == (0, "do")
