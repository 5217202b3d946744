"""A practice board: a table that shows the example of a rule, stage by stage, and then is its player's to try.

How far it has come is told by the moves that were made, as in a lesson: nothing else is kept. What is done by hand
leaves the example; undo leads back to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ironbottom.kernel.action import Action, Range, matches, notation
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.examples import Example, Stage, cases_of, example, kind
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE, Refusal
from ironbottom.kernel.view import Coach
from ironbottom.table.log import table_words
from ironbottom.table.telling import answered, came, readable, tried

if TYPE_CHECKING:
    from ironbottom.table.table import Table

UNSAID = re.compile(r"[A-Za-z]+\.[\w.-]+")
"""What a text looks like for which the catalogue has no words: its key."""
MOST_TOLD = 8
"""Answers of a case that are told; what is left out is said to be more of the kind."""
ROOM = 190
"""So many characters of answers stand on one page: what is to be done has its place beside them."""


class Showing:
    """The example of a practice board, in the place that a lesson's teacher has. `trying`: it is the player's from its
    first position on."""

    def __init__(self, game: Game[Any], rule: str, shown: Example, trying: bool) -> None:
        self.game = game
        self.rule = rule
        self.example = shown
        self.trying = trying
        self.words = table_words()

        self.learner = 0
        self.whole = False
        self.opening = shown.opening

    def step(self, moves: Callable[[int], list[tuple[int, Action]]]) -> int:
        """Orders last as long as the board."""
        return 0

    def done(self, moves: Sequence[tuple[int, Action]]) -> int | None:
        """How many stages after the first these moves have come; None where they are not the example's. Sides that
        write at once are each compared alone."""
        played = [_by(moves, side) for side in range(len(self.game.sides))]
        acts: list[tuple[int, Action]] = []
        for number, stage in enumerate(self.example.stages):
            acts += [(act.side, act.action) for act in stage.acts]
            if [_by(acts, side) for side in range(len(self.game.sides))] == played:
                return number
        return None

    def following(self, moves: Sequence[tuple[int, Action]]) -> Stage | None:
        """What is shown next; None at the end, and where one has gone one's own way."""
        done = self.done(moves)
        return None if done is None else next(iter(self.example.stages[done + 1 :]), None)

    def shows_to(self, viewer: int) -> bool:
        """Whether a viewer is told what is shown: all seats are in one hand."""
        return viewer >= 0

    def refusal(self, side: int, action: Action, tip: Any, moves: list[tuple[int, Action]]) -> Refusal | None:
        """Nothing that is legal is refused."""
        return None

    def carries(self, side: int, actions: tuple[Action, ...], moves: list[tuple[int, Action]]) -> bool:
        """Whether the table may play by itself: what is shown is played by nothing else."""
        return self.trying

    def answer(self, side: int, view: Any) -> tuple[Action, ...]:
        """There is no other side."""
        return ()

    def coach(
        self, view: Any, waiting: bool, over: bool, moves: list[tuple[int, Action]],
        offered: Iterable[Sequence[str]] = (),
    ) -> Coach:  # fmt: skip
        """What is said beside the board."""
        stages, say = self.example.stages, self.words.say
        statement = next(one for one in self.game.statements if one.id == self.rule)
        done = self.done(moves)
        own = self.trying or done is None
        last = done == len(stages) - 1
        at = 0 if done is None else done
        look: list[str] = []
        todo = ""
        pages: list[tuple[str, list[str]]] = [(f"{statement.text} [{self.rule}]", [])]
        if own:
            todo = say("example.try")
        else:
            opening = [*pages, *([(text, []) for text in [readable(self.example.text)] if text])] if at == 0 else []
            pages = [*opening, *self._pages(at)] or [(say("example.start"), [])]
            look = [part for one in stages[at].refused for part in one.action if isinstance(part, str)]
            if last:
                pages += self._told()
                look += [part for what, _ in self.example.tells for part in what.split()[1:]]
                todo = say("example.end")
            else:
                todo = say("example.next", what=self._done(stages[at + 1]))
                following = _parts(stages[at + 1].acts)
                look += following
                pages[-1] = (pages[-1][0], [*following, *pages[-1][1]])  # what comes next is in sight before it is done
        return {
            "lesson": "",
            "title": f"{self.rule} · {statement.chapter}",
            "step": at,
            "steps": len(stages),
            "good": "",
            "pages": [text for text, _ in pages],
            "todo": todo,
            "astray": "",
            "state": "done" if last or own else "do",
            "do": [],
            "carry": False,
            "look": list(dict.fromkeys(look)),
            "example": {"rule": self.rule, "case": self.example.case, "kind": kind(self.case), "own": own,
                        "at": [places for _, places in pages]},
        }

    @property
    def case(self) -> Mapping[str, Any]:
        """The case that is shown."""
        return cases_of(self.game)[self.example.case]

    def _pages(self, number: int) -> list[tuple[str, list[str]]]:
        """What was done in a stage, and then each refusal, each with where that is."""
        stage = self.example.stages[number]
        pages = [(self._done(stage, True), _parts(stage.acts))] if stage.acts else []
        for one in stage.refused:
            tried = self._label(one.before, one.side, one.action)
            who = self.game.words.name(self.game.side_name(one.side))
            why = self.game.refusal(one.why)
            rule = f" [{one.why.rule}]" if one.why.rule else ""
            text = self.words.say("example.refused", by=_capital(who), what=tried, why=why) + rule
            pages.append((text, _parts([one])))
        return pages

    def _done(self, stage: Stage, told: bool = False) -> str:
        side = stage.acts[0].side
        what = "; ".join(dict.fromkeys(self._label(one.before, side, one.action) for one in stage.acts))
        done = f"{_capital(self.game.words.name(self.game.side_name(side)))}: {what}."
        if told and (lines := came(self.game, stage.acts)):
            done = self.words.say("example.came", done=done, what=" ".join(lines))
        return done

    def _told(self) -> list[tuple[str, list[str]]]:
        """What the board tells at the end: the answers to what the case asks, in pages, each with where they are."""
        pages = list[tuple[str, list[str]]]()
        for what, found in self.example.tells[:MOST_TOLD]:
            row, parts = self._answered(what, found), what.split()[1:]
            if not pages or len(pages[-1][0]) + len(row) > ROOM:
                pages.append((row if pages else self.words.say("example.told", what=row), parts))
            else:
                pages[-1] = (f"{pages[-1][0]} {row}", [*pages[-1][1], *parts])
        more = len(self.example.tells) - MOST_TOLD
        if more > 0:
            pages[-1] = (pages[-1][0] + self.words.say("example.more", n=more), pages[-1][1])
        return [(f"{text} [{self.rule}]", parts) for text, parts in pages]

    def _answered(self, what: str, found: Any) -> str:
        """The answer to a question as a sentence, or, where its game has none for it, by its parts."""
        return answered(self.game.words, what, found) or f"{self._named(what)}: {_answer(found)}."

    def _label(self, before: Any, side: int, action: Action) -> str:
        """An action in words: as the page calls it, or, where that is written for what is legal alone, by its parts."""
        view = self.game.view(before, side)
        template = next((one for one in self.game.legal(view, side) if matches(one, action)), action)
        try:
            text = self.game.choice(view, side, template)["label"]
        except Exception:
            # the words of a choice may lean on its being legal
            text = "{"
        if "{" in text or UNSAID.fullmatch(text):
            return tried(self.game.words, action) or self._named(notation(action))
        unsaid = template is action and not text[-1:].isdigit()  # what is not legal has its number in no range
        numbers = [part for at, part in enumerate(action) if isinstance(template[at], Range)]
        numbers += [part for part in action if unsaid and isinstance(part, int)]
        number = next(iter(numbers), None)
        return text if number is None else f"{text}: {number}"

    def _named(self, words: str) -> str:
        parts = [self.game.words.name(part).replace("_", " ").lstrip("=") for part in words.split()]
        return _capital(" ".join(parts))


def _by(moves: Iterable[tuple[int, Action]], side: int) -> list[Action]:
    return [action for by, action in moves if by == side and by != CHANCE]


def _parts(acts: Iterable[Any]) -> list[str]:
    """The pieces and places that acts name."""
    return list(dict.fromkeys(part for one in acts for part in one.action[1:] if isinstance(part, str)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _answer(found: Any) -> str:
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, Mapping):
        return ", ".join(f"{key} {_answer(one)}" for key, one in found.items()) or "–"
    if isinstance(found, (list, tuple)):
        return ", ".join(map(_answer, found)) or "–"
    return str(found).replace("_", " ")


def showing_of(game: Game[Any], told: Any) -> Showing | None:
    """What a table shows whose header says `{"rule", "case", "trying"}`; None for another, and where the example is
    not known any more."""
    try:
        rule, key, trying = str(told["rule"]), str(told["case"]), bool(told["trying"])
        shown = example(game, key)
    except (TypeError, KeyError, BadInput):
        return None
    return Showing(game, rule, shown, trying) if rule in [one.id for one in game.statements] else None


def show_next(table: Table[Any], now: float) -> None:
    """Play what the example of a practice board shows next, with what chance gave then. Raises IllegalAction."""
    teacher = table.teacher
    stage = teacher.following(table.moves(0)) if isinstance(teacher, Showing) and not teacher.trying else None
    if stage is None:
        raise IllegalAction(table.words.say("refused.no_example"))
    for act in stage.acts:
        table.referee.coming = list(act.fell)
        try:
            table.do(act.side, [act.action], now)
        finally:
            table.referee.coming = []
