"""A lesson at a table: how far it has come, what its coach says, and what may not be done in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from ironbottom.kernel import lessons
from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game
from ironbottom.kernel.lessons import Lesson, Progress, Told
from ironbottom.kernel.step import Refusal, refuse
from ironbottom.kernel.unwritten import applied
from ironbottom.kernel.view import Coach
from ironbottom.table.showing import Showing, showing_of

State = Literal["do", "wait", "astray", "failed", "done"]
PAGE = re.compile(r"\n\s*\n")


class Teacher:
    """The lesson of a table, told by the moves that were made there: nothing else is kept."""

    def __init__(self, game: Game[Any], lesson: Lesson, start: Any) -> None:
        self.game = game
        self.lesson = lesson
        self.start = start
        self._walk = lessons.Walk(game, lesson, start)
        self._after: list[tuple[tuple[int, Action] | None, Any, Told]] = []
        """Of a whole game: each move, the state after it, and what was told until then."""

    @property
    def learner(self) -> int:
        """The side of who learns."""
        return self.lesson.side

    @property
    def whole(self) -> bool:
        """Whether it is a whole game, in which one does as one likes."""
        return self.lesson.whole

    @property
    def opening(self) -> tuple[Action, ...]:
        """What chance gives before the first decision: the dice of the lesson say."""
        return ()

    def step(self, moves: Callable[[int], list[tuple[int, Action]]]) -> int:
        """The number of the step that the lesson is at, in which its orders last."""
        return 0 if self.lesson.whole else self.progress(moves(self.lesson.side)).step

    def done(self, moves: Callable[[int], list[tuple[int, Action]]]) -> bool:
        """Whether all steps are done. A whole game has none: it is done when it is over."""
        return not self.lesson.whole and self.step(moves) == len(self.lesson.steps)

    def progress(self, moves: list[tuple[int, Action]]) -> Progress:
        """How far these moves have come."""
        known = len(self._walk.moves)
        if self._walk.moves != moves[:known]:  # some were taken back
            known, self._walk = 0, lessons.Walk(self.game, self.lesson, self.start)
        self._walk.go(moves[known:])
        return self._walk.progress

    def shows_to(self, viewer: int) -> bool:
        """Whether the coach speaks to a viewer."""
        return viewer == self.lesson.side

    def refusal(self, side: int, action: Action, tip: Any, moves: list[tuple[int, Action]]) -> Refusal | None:
        """What may be tried may be taken back: an action that is not the lesson's and could not be taken back is
        refused, in the step's words where it has some for that. When all is done, one plays on as one likes."""
        if side != self.lesson.side or self.lesson.whole:
            return None
        now = self.progress(moves)
        if now.step == len(self.lesson.steps):
            return None
        if not now.astray and self.lesson.steps[now.step].accepts(action, now.path):
            return None
        ends = self.game.why_final(self.game.view(tip, side), side, action) is not None
        after = self.game.apply(tip, side, action)
        stays = side in self.game.waited_for(after) if tip.stack[-1].sealed else self.game.to_move(after) == (side,)
        if ends or not stays:
            step = self.lesson.steps[now.step]
            own = f"lesson.{self.lesson.id}.{step.id}.{step.instead(action).replace('else', 'no', 1)}"
            return refuse("", own if not now.astray and own in self.game.words else "refused.not_in_lesson")
        return None

    def carries(self, side: int, actions: tuple[Action, ...], moves: list[tuple[int, Action]]) -> bool:
        """Whether a standing order may do this: not what a step asks to be done by oneself."""
        now = self.progress(moves)
        if side != self.lesson.side or self.lesson.whole or now.step == len(self.lesson.steps):
            return True
        step = self.lesson.steps[now.step]
        return not now.astray and step.until is not None and all(step.accepts(action) for action in actions)

    def answer(self, side: int, view: Any) -> tuple[Action, ...]:
        """What another side does; () where its script is to decide."""
        if side == self.lesson.side or self.lesson.whole:
            return ()
        return lessons.answer(self.game, self.lesson, view, side)

    def coach(
        self, view: Any, waiting: bool, over: bool, moves: list[tuple[int, Action]],
        offered: Iterable[Sequence[str]] = (),
    ) -> Coach:  # fmt: skip
        """What the coach says to the one who learns. `waiting`: he is waited for; `offered`: what the page offers at
        one click, each the notations of its actions."""
        if self.lesson.whole:
            return self._beside(view, waiting, over, moves)
        lesson, words = self.lesson, self.game.words
        now = self.progress(moves)
        number, where = now.step, f"lesson.{lesson.id}"
        done = number == len(lesson.steps)
        step = None if done else lesson.steps[number]
        good = f"{where}.{lesson.steps[number - 1].id}.good" if number else ""
        say = f"{where}.done" if step is None else f"{where}.{step.id}.say"
        astray = ""
        if now.astray and step is not None:
            own = f"{where}.{step.id}.{now.astray}"
            astray = words.say(own if own in words else "lesson.else")
        state: State = "done" if done else "failed" if over else "astray" if astray else "do" if waiting else "wait"
        pages = [page.strip() for page in PAGE.split(words.say(say).strip())]
        todo = "" if step is None else words.say(f"{where}.{step.id}.todo")
        if state == "wait" and step is not None and step.play:  # not yet
            pages, todo = [], ""
        found: Coach = {
            "lesson": lesson.id,
            "title": words.say(f"{where}.title"),
            "step": number,
            "steps": len(lesson.steps),
            "good": words.say(good) if good in words else "",
            "pages": pages,
            "todo": todo,
            "astray": astray,
            "state": state,
            "do": [],
            "carry": False,
            "look": [] if step is None or not pages else list(step.look),
        }
        self._later(found)
        if step is not None and waiting and not over and not astray:
            legal = self.game.legal(view, lesson.side)
            strokes = step.strokes(offered, now.path)
            named = {
                self.game.choice(view, lesson.side, one)["do"]: step.amount(one)
                for one in legal if step.names(one, now.path, series=not strokes)
            }
            found["do"] = [*dict.fromkeys(";".join(actions) for actions in strokes), *named]
            if amounts := {do: n for do, n in named.items() if n is not None}:
                found["amounts"] = amounts
            default = self.game.default(view, lesson.side) if view.stack[-1].routine else None
            # where the usual thing is done on the board itself, "Carry on" is not what is meant
            found["carry"] = (
                default is not None and step.until is not None and step.accepts(default)
                and not {"piece", "space"} & self.game.choice(view, lesson.side, default).keys()
            )
        return found


    def _later(self, found: Coach) -> None:
        """The lesson after it: of the same scenario, or the whole game that is cut from it."""
        known, kinds = self.game.lessons, {one.id: one.of or one.id for one in self.game.scenarios}
        at = next(n for n, one in enumerate(known) if one.id == self.lesson.id)
        later = [one for one in known[at + 1 :] if kinds[one.scenario] == kinds[self.lesson.scenario]]
        if later:
            title = self.game.words.say(f"lesson.{later[0].id}.title")
            found["next"] = {"lesson": later[0].id, "title": title}

    def _told(self, moves: list[tuple[int, Action]]) -> Told:
        """What has been told after these moves; what was played before is not played again."""
        game, lesson, after = self.game, self.lesson, self._after
        if not after:
            after.append((None, self.start, lessons.told(game, lesson, Told(), self.start)))
        kept = 0
        while kept < min(len(moves), len(after) - 1) and after[kept + 1][0] == moves[kept]:
            kept += 1
        del after[kept + 1 :]
        for side, action in moves[kept:]:
            s = applied(game, after[-1][1], side, action)
            after.append(((side, action), s, lessons.told(game, lesson, after[-1][2], s)))
        return after[-1][2]

    def _beside(self, view: Any, waiting: bool, over: bool, moves: list[tuple[int, Action]]) -> Coach:
        """What the coach says in a whole game: of each decision what it is about when it first comes, then in a
        line; and at the end how it went."""
        lesson, words = self.lesson, self.game.words
        told, where = self._told(moves), f"lesson.{lesson.id}"
        talk = lesson.talks[told.numbers[-1]] if told.numbers and waiting and not over else None
        state: State = "do" if waiting else "wait"
        say = todo = ""
        if over:
            mine = self.game.returns(view)[lesson.side] if view.result is not None else -1
            drawn = mine == 0 and f"{where}.drawn" in words
            state = "done" if mine > 0 or drawn else "failed"
            say = words.say(f"{where}.{'drawn' if drawn else 'done' if mine > 0 else 'lost'}")
        elif talk is not None:
            todo = words.say(f"{where}.{talk.id}.todo")
            say, todo = (words.say(f"{where}.{talk.id}.say"), todo) if told.fresh else (todo, "")
        found: Coach = {
            "lesson": lesson.id,
            "title": words.say(f"{where}.title"),
            "step": len(lesson.talks) if over else len(told.numbers),
            "steps": len(lesson.talks),
            "good": "",
            "pages": [page.strip() for page in PAGE.split(say.strip())] if say else [],
            "todo": todo,
            "astray": "",
            "state": state,
            "do": [],
            "carry": False,
            "look": list(talk.look) if talk is not None and told.fresh else [],
            "whole": True,
        }
        self._later(found)
        return found


def teacher_of(game: Game[Any], header: Mapping[str, Any], start: Any) -> Teacher | Showing | None:
    """The teacher of a table that was made for a lesson, or what shows the example of a rule; None for another, and
    where the lesson is not known any more."""
    if "example" in header:
        return showing_of(game, header["example"])
    lesson = next((one for one in game.lessons if one.id == header["lesson"]), None) if "lesson" in header else None
    return Teacher(game, lesson, start) if lesson is not None else None
