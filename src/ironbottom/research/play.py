"""A game as a tree of small choices, as OpenSpiel and PettingZoo want it: immutable, and written once for both.

An action is chosen mark by mark (`kernel/vocabulary.py`); where one mark alone can follow, it is taken at once, so that
nothing is asked where there is nothing to choose, but that each action is a choice at least. What only takes back an
earlier action is left out, so that every game ends. Where several sides write in secret at once, they are asked one
after the other, each to the end of its sheet: what is written stands in secret fields of the state, so that who comes
later knows no more than if all wrote at once.

What a side knows is its view, and what it has seen and done: the events as they reached it, and its own actions. What
a side has chosen of an action that is not complete, it alone knows.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.value import to_data
from ironbottom.kernel.vocabulary import END, Offer, Row, Vocabulary, choices, narrowed, vocabulary

LEFT_OUT = ("setting", "news")
"""The fields of a view that its text leaves out: what is agreed, and the last events, which are in the past."""


TOLD = 12
"""Actions that a refusal names."""


class Table:
    """One scenario of a game with its options: what all of its plays share."""

    def __init__(self, game: Game[Any], scenario: str = "", options: Mapping[str, Any] | None = None) -> None:
        """The first scenario unless one is named. Raises BadInput."""
        if not isinstance(options or {}, Mapping):
            raise BadInput(f"options are a table, such as {{'infantry_repair': True}}, not {options!r}")
        self.game = game
        self.scenario = scenario or game.scenarios[0].id
        self.options = dict(options or {})
        self.players: tuple[int, ...] = game.scenario(self.scenario).sides
        """The sides that need a player, by the players' numbers."""
        self.vocabulary: Vocabulary = vocabulary(game.package)
        self.viewers: tuple[int, ...] = (*self.players, OBSERVER)
        self.first = Play(self, game.setup(self.scenario, self.options), None)
        """Where every game begins."""

    def __reduce__(self) -> Any:
        return _table, (self.game.slug, self.game.correction, self.scenario, tuple(sorted(self.options.items())))


@lru_cache(maxsize=32)
def _table(slug: str, correction: str, scenario: str, options: tuple[tuple[str, Any], ...]) -> Table:
    return Table(games.load(slug, json.loads(correction) if correction else None), scenario, dict(options))


class Past:
    """What has happened up to a state, as a list that grows at its end: each viewer's part is worked out when it is
    asked for, and kept."""

    __slots__ = ("action", "before", "known", "side", "state")

    def __init__(self, before: Past | None, state: Any, side: int, action: Action) -> None:
        self.before = before
        self.state = state
        self.side = side
        self.action = action
        self.known: dict[int, tuple[bytes, Any]] = {}

    def of(self, table: Table, viewer: int) -> tuple[bytes, Any]:
        """A digest of all that a viewer has seen and done, and what it remembers of the events."""
        at: Past | None = self
        row = []
        while at is not None and viewer not in at.known:
            row.append(at)
            at = at.before
        found = at.known[viewer] if at is not None else (b"", table.game.start(self.state, viewer))
        for at in reversed(row):
            found = at.known[viewer] = at._after(table.game, viewer, found)
        return found

    def _after(self, game: Game[Any], viewer: int, found: tuple[bytes, Any]) -> tuple[bytes, Any]:
        digest, memory = found
        if self.side == viewer:
            digest = _chained(digest, notation(self.action))
        for seen in game.news_for(self.state, viewer):
            digest = _chained(digest, json.dumps(to_data(seen), separators=(",", ":")))
            memory = game.remember(self.state, memory, seen)
        return digest, memory


def _chained(digest: bytes, text: str) -> bytes:
    return hashlib.blake2b(text.encode(), key=digest, digest_size=16).digest()


class Play:
    """A position of the tree: who chooses, what may be chosen, and what comes after a choice."""

    __slots__ = ("_choices", "_offers", "_texts", "_views", "past", "row", "side", "state", "table")

    def __init__(
        self, table: Table, state: Any, before: Past | None, side: int = OBSERVER, action: Action = ()
    ) -> None:
        self.table = table
        self.state = state
        """The state of the game: the truth, which no player may be shown."""
        self.past = Past(before, state, side, action)
        self.row: Row = ()
        """What is chosen of an action that is not complete."""
        self._views: dict[int, Any] = {}
        self._texts: dict[tuple[int, bool], str] = {}
        self._ask()

    def _ask(self) -> None:
        game, s = self.table.game, self.state
        sides = game.waited_for(s)
        self.side: int | None = sides[0] if sides else None
        """Whose choice it is: a side, CHANCE, or None at the end."""
        self._offers: tuple[Offer, ...] = ()
        self._choices: tuple[int, ...] = ()
        if self.side is None:
            return
        if self.side == CHANCE:
            self._choices = tuple(range(len(game.chance(s))))
            return
        legal = game.legal(s, self.side)
        onward = tuple([action for action in legal if not game.retracts(s, action)]) or legal
        self._offers = offers = self.table.vocabulary.offers(onward)
        self._choices = following = choices(offers, 0)
        row: Row = ()
        while len(following) == 1 and any(len(offer) > len(row) + 1 for offer in offers):
            row = (*row, following[0])
            following = choices(offers, len(row))
        if len(following) > 1:
            self.row, self._choices = row, following

    @property
    def choices(self) -> tuple[int, ...]:
        """What may be chosen now: marks in order, or the numbers of what may fall."""
        return self._choices

    @property
    def player(self) -> int | None:
        """The number of the player that chooses, CHANCE, or None at the end."""
        return self.side if self.side is None or self.side == CHANCE else self.table.players.index(self.side)

    def outcomes(self) -> tuple[tuple[Action, int], ...]:
        """What may fall now, with integer weights, in the order of its numbers."""
        return self.table.game.chance(self.state)

    def after(self, choice: int) -> Play:
        """The position after that choice. Raises IllegalAction for one that is not open."""
        if choice not in self._choices:
            raise IllegalAction(f"{choice} is not open here; open are {', '.join(map(str, self._choices)) or 'none'}")
        side = self.side
        assert side is not None
        if side == CHANCE:
            return self._applied(side, self.outcomes()[choice][0])
        offers, row = self._offers, self.row
        while True:
            offers = narrowed(offers, len(row), choice)
            whole = choice == END and len(offers[0]) == len(row)
            if not whole:
                row = (*row, choice)
                whole = all(len(offer) == len(row) for offer in offers)
            if whole:
                return self._applied(side, self.table.vocabulary.action(row))
            following = choices(offers, len(row))
            if len(following) > 1:
                return self._partly(offers, row, following)
            choice = following[0]

    def _applied(self, side: int, action: Action) -> Play:
        return Play(self.table, self.table.game.apply(self.state, side, action), self.past, side, action)

    def _partly(self, offers: tuple[Offer, ...], row: Row, following: tuple[int, ...]) -> Play:
        made = object.__new__(Play)
        made.table, made.state, made.past, made.side = self.table, self.state, self.past, self.side
        made._views, made._texts = self._views, {}
        made.row, made._offers, made._choices = row, offers, following
        return made

    def path(self, action: Action) -> Row:
        """The choices that a whole action of the side that is asked (or an outcome) is made of. Raises
        IllegalAction."""
        if not (isinstance(action, tuple) and action and all(type(part) in (str, int) for part in action)):
            raise IllegalAction(f"an action is its words and numbers, such as ('go', 'rabaul'), not {action!r}")
        if self.side == CHANCE:
            drawn = [outcome for outcome, _ in self.outcomes()]
            if action not in drawn:
                raise IllegalAction(f"chance cannot give '{notation(action)}' here, but {_some(drawn)}")
            return (drawn.index(action),)
        try:
            return self._path(action)
        except (IllegalAction, ValueError):  # ValueError: a letter that no word is spelled with
            # the refusal would be of the first choice that is not open, in numbers that nobody gave
            legal = () if self.side is None else self.table.game.legal(self.state, self.side)
            raise IllegalAction(f"'{notation(action)}' is not open here; open are {_some(legal)}") from None

    def _path(self, action: Action) -> Row:
        marks = self.table.vocabulary.row(action)
        path: list[int] = []
        play = self
        while play.past is self.past:
            # a choice takes marks with it that follow by themselves
            at = len(play.row)
            path.append(marks[at] if at < len(marks) else END)
            play = play.after(path[-1])
        if play.past.action != action:
            raise IllegalAction("another action begins like it")
        return tuple(path)

    def played(self, action: Action) -> Play:
        """The position after a whole action of the side that is asked, or after that outcome. Raises IllegalAction."""
        play = self
        for choice in self.path(action):
            play = play.after(choice)
        return play

    def returns(self) -> tuple[float, ...]:
        """The result for each player; zeros while it goes on."""
        found = self.table.game.returns(self.state)
        return tuple(float(found[side]) for side in self.table.players)

    # -- what a side knows --

    def view(self, side: int) -> Any:
        """What a side (or OBSERVER) may know: a state of the game in which the unknown is marked unknown."""
        found = self._views.get(side)
        if found is None:
            found = self._views[side] = self.table.game.view(self.state, side)
        return found

    def memory(self, side: int) -> Any:
        """What a side remembers of the events that it has seen."""
        return self.past.of(self.table, side)[1]

    def begun(self, side: int) -> Row:
        """What a side has chosen of an action that is not complete; nobody else knows of it."""
        return self.row if side == self.side else ()

    def text(self, side: int, past: bool) -> str:
        """What a side knows, as a text: its view, and, with the `past`, a digest of all that it has seen and done.
        Equal texts are equal knowledge."""
        found = self._texts.get((side, past))
        if found is None:
            view = self.view(side)
            known = {name: to_data(getattr(view, name)) for name in view.fields if name not in LEFT_OUT}
            lines = [self.table.game.side_name(side), json.dumps(known, separators=(",", ":"))]
            if row := self.begun(side):
                lines.append("begun " + " ".join(self.table.vocabulary.text(mark) for mark in row))
            if past:
                lines.append("past " + self.past.of(self.table, side)[0].hex())
            found = self._texts[(side, past)] = "\n".join(lines)
        return found

    def whole(self) -> str:
        """Everything, the truth included, as a text."""
        s = self.state
        known = {name: to_data(getattr(s, name)) for name in s.fields if name not in LEFT_OUT}
        pasts = [self.past.of(self.table, side)[0].hex() for side in self.table.viewers]
        begun = " ".join(self.table.vocabulary.text(mark) for mark in self.row)
        return "\n".join([json.dumps(known, separators=(",", ":")), f"begun {begun}", f"past {' '.join(pasts)}"])

    def dealt(self, side: int, rng: random.Random) -> Play:
        """A position that the side cannot tell from this one, made from what it knows alone: what is hidden from it is
        dealt anew, and the others know what all have seen, and what they hold there."""
        game = self.table.game
        view = self.view(side)
        digest, memory = self.past.of(self.table, side)
        try:
            state = game.determinize(view, side, rng, memory)
        except (ValueError, IndexError):  # what is remembered does not fit together
            state = game.determinize(view, side, rng)
        past = Past(None, state, OBSERVER, ())
        shared = self.past.of(self.table, OBSERVER)
        for other in self.table.viewers:
            past.known[other] = (shared[0], self._supposed(other, memory))
        past.known[side] = (digest, memory)
        return _play(self.table, state, past, self.begun(side))

    def _supposed(self, other: int, memory: Any) -> Any:
        """What another side may be taken to remember."""
        game = self.table.game
        script = game.of(self.state).opponent
        supposed = script.supposed(memory, other) if script is not None and script.searches else None
        return game.start(self.state, other) if supposed is None else supposed

    def __deepcopy__(self, memo: Any) -> Play:
        return self  # nothing of it ever changes

    def __reduce__(self) -> Any:
        known = {viewer: self.past.of(self.table, viewer) for viewer in self.table.viewers}
        return _unpickled, (self.table, self.state, known, self.row)


def _some(actions: Sequence[Action]) -> str:
    """Actions in words, the first of many."""
    named = [f"'{notation(action)}'" for action in actions[:TOLD]]
    return ", ".join([*named, *(["…"] if len(actions) > TOLD else [])]) or "none"


def _play(table: Table, state: Any, past: Past, row: Row) -> Play:
    """The position of a state and a past, with a row begun."""
    made = Play(table, state, None)
    made.past = past
    if row:
        offers = made._offers
        for at, mark in enumerate(row):
            offers = narrowed(offers, at, mark)
        made = made._partly(offers, row, choices(offers, len(row)))
    return made


def _unpickled(table: Table, state: Any, known: dict[int, tuple[bytes, Any]], row: Row) -> Play:
    past = Past(None, state, OBSERVER, ())
    past.known = known
    return _play(table, state, past, row)
