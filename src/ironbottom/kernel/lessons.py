"""Lessons: guided positions that teach a game in its own page, in the file `lessons.toml` of the game's folder.

    [[lesson]]
    id = "march"
    scenario = "two-player"
    side = "american"                   # who learns; the others are played by `answers`
    minutes = 2
    seed = 7                            # of the dice, so that the `chance` of the steps falls
    position = { ... }                  # what `Game.place` reads, as in cases
    answers = ["lose inf2", "take kakambona inf4; go point_cruz kakambona", "end"]

    [[lesson.steps]]
    id = "take"
    do = ["take henderson_field inf4"]  # what counts as done, in notation; `*` stands for anything; "a; b" is a series:
                                        # done when all of it has been done in this order, by one click or by several.
                                        # Where amounts are named (`go koli_point =1`), the page points at how many:
                                        # as the first says
    until = { hand = ["inf4"] }         # done when these facts of one's own view hold; without `do`, by whatever way
    play = "take henderson_field inf4"  # how the tests do it; the first of `do` if it is left out
    look = ["koli_point"]               # places to light up beside what `do` names
    chance = ["draw inf2", "*"]         # what falls before the next step
    other = { "go * east_jungle" = "trail" }   # the key of what to say of another move

The other sides play the first of `answers` whose first action is legal, and stop where one is refused; where none is,
their script plays. An action that is not the step's may be tried and taken back; one that could not be taken back is
refused, with what the step says of it, if anything. While a step has `until`, a standing order of the learner's
carries on with what the step accepts, and with nothing else.

A lesson may be a whole small game: one of the game's short scenarios (kernel/scenarios.py), without a position of its
own. Then the other sides are played by the Recruit, the dice are new each time, nothing is refused, and the coach
speaks where a decision is first asked for:

    [[lesson]]
    id = "first_game"
    scenario = "tenaru"                 # a short one
    side = "american"
    minutes = 25

    [[lesson.steps]]
    id = "march"
    at = ["actions"]                    # decisions, as files call them (`Step.file_name`); a step without `at` and
                                        # `when` is told where no other fits
    when = { held = "" }                # facts of one's own view that must hold as well; may be missing; "*" is
                                        # anything but nothing
    look = ["koli_point"]

Of the steps that fit where one decides, he takes the first that has not been told, else the last that was; a step
stays while the same decision is asked for and it fits, until another side has moved. `.say` is shown the first time,
`.todo` always. When the game ends, `lesson.ID.done` praises who has won, `.lost` consoles who has not (`.drawn` of a
draw, may be missing).

Texts stand in the game's catalogue: `lesson.ID.title`, `.text` (one line about it), `.done` (the end), and for each
step `lesson.ID.STEP.say` (what is explained; a blank line begins another page), `.todo` (what to do), `.good` (praise
when it is done, may be missing), `.else` (what to say of another move, may be missing), and for each KEY of `other`
`.else_KEY`, or `.no_KEY` where the move is refused because it could not be taken back, or both. `[2P-21]` in a text is
a statement of the rules, to be clicked.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ironbottom.kernel.action import Action, Range, matches, notation, parse
from ironbottom.kernel.cases import differ, facts_of
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.unwritten import unwritten
from ironbottom.kernel.value import Value, value

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game
    from ironbottom.kernel.scenarios import Scenario

_LESSON = {"id", "scenario", "side", "minutes", "seed", "position", "answers", "steps"}
_STEP = {"id", "do", "until", "play", "look", "chance", "other"}
_TALK = {"id", "at", "when", "look"}
_ID = re.compile(r"[a-z][a-z0-9_]*\Z")
_RULE = re.compile(r"\[([^\]\s]+)\]")


@value
class Step(Value):
    """One thing to do. `until` is None where one of `do` is enough; `do` is empty where anything will do."""

    id: str
    do: tuple[str, ...]
    until: Any
    play: tuple[Action, ...]
    look: tuple[str, ...]
    chance: tuple[str, ...]
    other: tuple[tuple[str, str], ...]

    @property
    def single(self) -> tuple[str, ...]:
        """What is done with one action."""
        return tuple(text for text in self.do if ";" not in text)

    def rests(self, path: Sequence[str]) -> list[list[str]]:
        """What is left of each series that begins with the actions of `path`."""
        series = [[part.strip() for part in text.split(";")] for text in self.do if ";" in text]
        return [one[len(path) :] for one in series if len(one) > len(path) and _each(path, one[: len(path)])]

    def accepts(self, action: Action, path: Sequence[str] = ()) -> bool:
        """Whether an action is what the step asks for, or on the way there; `path` is the series that is begun."""
        text = notation(action)
        return not self.do or any(
            fnmatchcase(text, pattern) for pattern in (*self.single, *(rest[0] for rest in self.rests(path)))
        )

    def after(self, action: Action, path: Sequence[str]) -> tuple[str, ...]:
        """The series that is begun once an accepted action is done; () if none is, or it is complete."""
        text = notation(action)
        rests = [rest for rest in self.rests(path) if fnmatchcase(text, rest[0])]
        return (*path, text) if rests and min(map(len, rests)) > 1 else ()

    def names(self, template: Action, path: Sequence[str] = (), series: bool = True) -> bool:
        """Whether an offered action is to be pointed at: some instance of it is named by the step, alone or, with
        `series`, as the next of one."""
        nexts = [rest[0] for rest in self.rests(path)] if series else []
        return any(
            fnmatchcase(notation(template), text) or ("*" not in text and matches(template, parse(text)))
            for text in (*self.single, *nexts)
        )

    def strokes(self, offered: Iterable[Sequence[str]], path: Sequence[str]) -> list[Sequence[str]]:
        """Of actions that are offered at one click, in notation, those that are the rest of a series."""
        rests = self.rests(path)
        return [actions for actions in offered if any(_each(actions, rest) for rest in rests)]

    def amount(self, template: Action) -> int | None:
        """How many an offered action is to be done with: the first that the step names; None where it does not say."""
        at = next((i for i, part in enumerate(template) if isinstance(part, Range)), -1)
        said = (parse(text) for text in self.single if at >= 0 and "*" not in text)
        return next((int(one[at]) for one in said if matches(template, one)), None)

    def instead(self, action: Action) -> str:
        """The key of what to say of an action that is not the step's."""
        text = notation(action)
        return next((f"else_{key}" for pattern, key in self.other if fnmatchcase(text, pattern)), "else")


def _each(texts: Sequence[str], patterns: Sequence[str]) -> bool:
    return len(texts) == len(patterns) and all(map(fnmatchcase, texts, patterns))


@value
class Lesson(Value):
    """A guided position."""

    id: str
    scenario: str
    side: int
    minutes: int
    seed: bytes
    position: Any
    answers: tuple[tuple[Action, ...], ...]
    steps: tuple[Step, ...]
    talks: tuple[Talk, ...] = ()
    """Of a whole game, in place of steps."""



    @property
    def whole(self) -> bool:
        """Whether it is a whole small game."""
        return self.position is None


@value
class Talk(Value):
    """What the coach of a whole game speaks of: where, and of what places."""

    id: str
    at: tuple[str, ...]
    when: Any
    look: tuple[str, ...]

    def fits(self, game: Game[Any], view: Any) -> bool:
        """Whether it is about the decision that this view asks for."""
        if self.at and view.stack[-1].file_name not in self.at:
            return False
        if self.when is None:
            return True
        facts = facts_of(game, view)
        plain = {key: item for key, item in self.when.items() if item != "*"}
        return all(facts.get(key) for key in self.when if key not in plain) and not (plain and differ("", facts, plain))


@value
class Told(Value):
    """How far the coach of a whole game has come: the numbers of what he has told, the last last, and whether it is
    told for the first time now."""

    numbers: tuple[int, ...] = ()
    fresh: bool = False
    decision: str = ""


def told(game: Game[Any], lesson: Lesson, before: Told, s: Any) -> Told:
    """What the coach of a whole game has told when this state is reached."""
    if lesson.side not in game.to_move(s):
        return before.replace(decision="") if any(side >= 0 for side in game.to_move(s)) else before
    view, decision = game.view(s, lesson.side), s.stack[-1].file_name
    fitting = [n for n, talk in enumerate(lesson.talks) if talk.fits(game, view)]
    fits = [n for n in fitting if lesson.talks[n].at or lesson.talks[n].when is not None] or fitting
    new = next((n for n in fits if n not in before.numbers), None)
    stays = all(n in fits for n in before.numbers[-1:])
    if decision == before.decision and stays and (before.fresh or new is None):
        return before
    if new is not None:
        return Told((*before.numbers, new), True, decision)
    old = [n for n in before.numbers if n in fits]
    if not old:
        return Told(before.numbers, False, decision)
    return Told((*[n for n in before.numbers if n != old[-1]], old[-1]), False, decision)


@value
class Progress(Value):
    """How far one has come: the number of the step asked for (the number of steps when all are done), and the key of
    what to say of the last move if it was not the step's ("" if it was); `path` is the series that is begun."""

    step: int
    astray: str
    path: tuple[str, ...] = ()


class Walk:
    """How far one has come from a lesson's position, followed move by move."""

    def __init__(self, game: Game[Any], lesson: Lesson, start: Any) -> None:
        self.game = game
        self.lesson = lesson
        self.moves: list[tuple[int, Action]] = []
        self.progress = Progress(0, "", ())
        self._s = start
        self._on_way = start.replace(news=())
        self._asked = [self._on_way]
        """The position in which each step was first asked for: who comes back to one is asked for it again."""

    def go(self, moves: Sequence[tuple[int, Action]]) -> None:
        """Go on with these moves, chance among them."""
        for side, action in moves:
            if self.progress.step < len(self.lesson.steps):
                for asked, answer, after in unwritten(self.game, self._s, side, action):
                    self._s = after
                    self.progress = self._after(asked, answer, after.replace(news=()))
                self._s = self.game.apply(self._s, side, action)
                self.progress = self._after(side, action, self._s.replace(news=()))
            self.moves.append((side, action))

    def _after(self, side: int, action: Action, here: Any) -> Progress:
        lesson, asked = self.lesson, self._asked
        at, astray, path = self.progress.step, self.progress.astray, self.progress.path
        if side == lesson.side:
            if here in asked:
                at, self._on_way = asked.index(here), here
                del asked[at + 1 :]
                return Progress(at, "", ())
            if here == self._on_way:
                return Progress(at, "", path)
            if astray or not lesson.steps[at].accepts(action, path):
                return Progress(at, astray or lesson.steps[at].instead(action), path)
            path = lesson.steps[at].after(action, path)
        self._on_way = here
        done = side == lesson.side and lesson.steps[at].until is None and not path
        while at < len(lesson.steps) and (done or _met(self.game, lesson, at, self._s)):
            at, done, path = at + 1, False, ()
            asked.append(here)
        asked[-1] = here
        return Progress(at, astray, path)


def _met(game: Game[Any], lesson: Lesson, at: int, s: Any) -> bool:
    until = lesson.steps[at].until
    return until is not None and not differ("", facts_of(game, game.view(s, lesson.side)), until)


def answer(game: Game[Any], lesson: Lesson, view: Any, side: int) -> tuple[Action, ...]:
    """What another side does by the lesson: the first answer that begins with something legal; () if there is none."""
    return next((one for one in lesson.answers if game.why_not(view, side, one[0]) is None), ())


def rules_in(text: str) -> list[str]:
    """The statements that a text refers to."""
    return _RULE.findall(text)


# -- reading --


@lru_cache(maxsize=64)
def read_lessons(game: Game[Any]) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; none where it brings none. Raises BadInput, naming lesson and step."""
    file = game.folder / "lessons.toml"
    if not file.is_file():
        return ()
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"lessons.toml: {error}") from None
    return lessons_of(game, data)


def lessons_of(game: Game[Any], data: Mapping[str, Any]) -> tuple[Lesson, ...]:
    """The lessons of a parsed file. Raises BadInput."""
    rows = data.get("lesson")
    if not isinstance(rows, list) or set(data) != {"lesson"}:
        raise BadInput("lessons.toml holds [[lesson]] entries and nothing else")
    found: list[Lesson] = []
    for number, row in enumerate(rows, 1):
        where = f"lesson {row.get('id', number) if isinstance(row, Mapping) else number}"
        try:
            found.append(_lesson(game, row))
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        if found[-1].id in [one.id for one in found[:-1]]:
            raise BadInput(f"{where}: there are two of that id")
    return tuple(found)


def _lesson(game: Game[Any], row: Any) -> Lesson:
    _keys(row, _LESSON, _LESSON - {"answers", "seed", "position"})
    key = _text(row, "id")
    if not _ID.match(key):
        raise BadInput("an id is made of small letters, numbers and _")
    scenario = next((one for one in game.scenarios if one.id == row["scenario"]), None)
    if scenario is None:
        raise BadInput(f"there is no scenario '{row['scenario']}'; there are {', '.join(s.id for s in game.scenarios)}")
    side = game.side_of(_text(row, "side"))
    if side not in scenario.sides:
        raise BadInput(f"the scenario has no player for '{row['side']}'")
    if "position" not in row:
        return _whole(game, row, key, scenario, side)
    if not isinstance(row["position"], Mapping) or row["position"].get("scenario", scenario.id) != scenario.id:
        raise BadInput("'position' is a table, of the lesson's scenario")
    position = {**row["position"], "scenario": scenario.id}
    game.place(position)
    _say(game, f"lesson.{key}", ("title", "text", "done"))
    steps: list[Step] = []
    if not isinstance(row["steps"], list) or not row["steps"]:
        raise BadInput("'steps' is a list of tables")
    for number, one in enumerate(row["steps"], 1):
        where = f"step {one.get('id', number) if isinstance(one, Mapping) else number}"
        try:
            steps.append(_step(game, f"lesson.{key}", one))
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        if steps[-1].id in [step.id for step in steps[:-1]]:
            raise BadInput(f"{where}: there are two of that id")
    answers = tuple(_actions(text) for text in _texts(row, "answers"))
    return Lesson(
        key, scenario.id, side, _number(row, "minutes", 1), dice(game.slug, key, _number(row, "seed", 0)),
        position, answers, tuple(steps),
    )  # fmt: skip


def _whole(game: Game[Any], row: Any, key: str, scenario: Scenario, side: int) -> Lesson:
    if not scenario.of:
        raise BadInput("'position' is missing, and the scenario is no short one")
    for name in ("answers", "seed"):
        if name in row:
            raise BadInput(f"a whole game has no '{name}'")
    _say(game, f"lesson.{key}", ("title", "text", "done", "lost"))
    _say(game, f"lesson.{key}", [part for part in ("drawn",) if f"lesson.{key}.{part}" in game.words])
    if not isinstance(row["steps"], list) or not row["steps"]:
        raise BadInput("'steps' is a list of tables")
    known = {kind.reads_as() for kind in game.types}
    talks: list[Talk] = []
    for number, one in enumerate(row["steps"], 1):
        where = f"step {one.get('id', number) if isinstance(one, Mapping) else number}"
        try:
            talks.append(_talk(game, f"lesson.{key}", one, known))
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        if talks[-1].id in [talk.id for talk in talks[:-1]]:
            raise BadInput(f"{where}: there are two of that id")
    return Lesson(key, scenario.id, side, _number(row, "minutes", 1), b"", None, (), (), tuple(talks))


def _talk(game: Game[Any], lesson: str, row: Any, known: set[str]) -> Talk:
    _keys(row, _TALK, {"id"})
    key, at, when = _text(row, "id"), _texts(row, "at"), row.get("when")
    if not _ID.match(key) or key in ("title", "text", "done", "lost", "drawn"):
        raise BadInput("an id is made of small letters, numbers and _, and is not title, text, done, lost or drawn")
    for name in at:
        if name not in known:
            raise BadInput(f"'at' names decisions as files call them; there is no '{name}'")
    if when is not None and not isinstance(when, Mapping):
        raise BadInput("'when' is a table of facts")
    _say(game, f"{lesson}.{key}", ("say", "todo"))
    return Talk(key, tuple(at), when, tuple(_texts(row, "look")))


def dice(slug: str, lesson: str, seed: int) -> bytes:
    """What the results of chance are drawn from in a lesson."""
    return f"{slug} {lesson} {seed}".encode()


def _step(game: Game[Any], lesson: str, row: Any) -> Step:
    _keys(row, _STEP, {"id"})
    key = _text(row, "id")
    if not _ID.match(key) or key in ("title", "text", "done"):
        raise BadInput("an id is made of small letters, numbers and _, and is not title, text or done")
    do = tuple(_texts(row, "do"))
    until = row.get("until")
    if until is not None and not isinstance(until, Mapping):
        raise BadInput("'until' is a table of facts")
    if not do and until is None:
        raise BadInput("a step has 'do', 'until' or both")
    for text in do:
        if ";" in text and not all(part.strip() for part in text.split(";")):
            raise BadInput("a series is made of actions with ; between them")
    if "play" not in row and (not do or "*" in do[0]):
        raise BadInput("'play' is missing: the actions that carry the step out")
    play = _actions(row.get("play", do[0] if do else ""))
    other = row.get("other", {})
    if not isinstance(other, Mapping) or not all(isinstance(name, str) for name in other.values()):
        raise BadInput("'other' is a table of actions and the keys of texts")
    _say(game, f"{lesson}.{key}", ("say", "todo"))
    for name in other.values():
        both = [part for part in (f"else_{name}", f"no_{name}") if f"{lesson}.{key}.{part}" in game.words]
        _say(game, f"{lesson}.{key}", both or [f"else_{name}"])
    _say(game, f"{lesson}.{key}", [part for part in ("good", "else") if f"{lesson}.{key}.{part}" in game.words])
    return Step(key, do, until, play, tuple(_texts(row, "look")), tuple(_texts(row, "chance")), tuple(other.items()))


def _say(game: Game[Any], where: str, parts: Sequence[str]) -> None:
    """The texts are there, and the statements that they name."""
    known = {statement.id for statement in game.statements}
    for part in parts:
        if f"{where}.{part}" not in game.words:
            raise BadInput(f"the text '{where}.{part}' is missing")
        for rule in rules_in(game.words.say(f"{where}.{part}")):
            if rule not in known:
                raise BadInput(f"the text '{where}.{part}' names [{rule}], which is no statement of the rules")


def _keys(row: Any, known: set[str], needed: set[str]) -> None:
    if not isinstance(row, Mapping):
        raise BadInput("a table was expected")
    for key in row:
        if key not in known:
            raise BadInput(f"unknown key '{key}'; known: {', '.join(sorted(known))}")
    for key in sorted(needed - set(row)):
        raise BadInput(f"'{key}' is missing")


def _text(row: Mapping[str, Any], key: str) -> str:
    text = row[key]
    if not isinstance(text, str):
        raise BadInput(f"'{key}' is a text")
    return text


def _texts(row: Mapping[str, Any], key: str) -> list[str]:
    texts = row.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadInput(f"'{key}' is a list of texts")
    return texts


def _number(row: Mapping[str, Any], key: str, low: int) -> int:
    number = row.get(key, low)
    if type(number) is not int or number < low:
        raise BadInput(f"'{key}' is a number, at least {low}")
    return number


def _actions(text: Any) -> tuple[Action, ...]:
    """The actions of a line, `;` between them; none of an empty one."""
    if not isinstance(text, str):
        raise BadInput("actions are a text")
    return tuple(parse(part) for part in text.split(";") if part.strip())
