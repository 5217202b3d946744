"""The contract of a game: what its clients, opponents and tests know of it, and all that they know.

A game is one object with pure functions over immutable states, made of four parts: its rules (the steps, and the set-up
that it writes here), its `knowledge`, its `presenter` and its `opponent`. What follows from the stack of steps, and the
way to each part, is written here once.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ironbottom.kernel.action import Action, offered
from ironbottom.kernel.data import digest, load_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import Event
from ironbottom.kernel.guide import guide_of
from ironbottom.kernel.knowledge import Knowledge
from ironbottom.kernel.message import Guide
from ironbottom.kernel.opponent import Opponent
from ironbottom.kernel.options import Option, choose, read_options
from ironbottom.kernel.presenter import Macro, Presenter, Scene
from ironbottom.kernel.printed import Printed, printed
from ironbottom.kernel.scenarios import Scenario as Scenario  # games have it from here
from ironbottom.kernel.scenarios import played_in, read_scenarios, without
from ironbottom.kernel.statements import Statement, read_statements
from ironbottom.kernel.step import (
    AUTO,
    CHANCE,
    DECIDE,
    DRAW,
    OBSERVER,
    Refusal,
    Setting,
    State,
    refuse,
    settle,
)
from ironbottom.kernel.value import Value, from_data, to_data
from ironbottom.kernel.view import Board, Choice, Ending, Line, MacroLook, Measure, Odds, Picture, Prompt
from ironbottom.kernel.words import Words, capital, load_words
from ironbottom.kernel.workshop import Plan

if TYPE_CHECKING:
    from ironbottom.kernel.lessons import Lesson

S = TypeVar("S", bound=State)


class Game(Generic[S]):
    """One game with its printed data. Sides are numbers from 0, in the order of `sides`; CHANCE and OBSERVER are
    below 0."""

    slug: ClassVar[str]
    """`archies-war`: in addresses, records, on the command line."""
    package: ClassVar[str]
    """`ironbottom.games.archies_war`: where its data and texts lie."""
    title: ClassVar[str]
    credit: ClassVar[str]
    """Designer, publisher, year, and the advice to own it."""
    to_print: ClassVar[tuple[str, str]] = ("", "")
    """Where anybody can get a copy to print, in a sentence, and its address; empty where nothing is known of one."""
    sides: ClassVar[tuple[str, ...]]
    rules_version: ClassVar[int] = 1
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    statements: tuple[Statement, ...]
    types: tuple[type[Value], ...]
    """The value classes that its states are made of."""
    origin: tuple[str, str] = ("", "")
    """Name and version of the package that brought it; empty for our own. The catalogue fills it in."""
    digest: str
    """Of its data, overlay included: stands in every record."""
    knowledge: Knowledge[S] = object.__new__(Knowledge)
    presenter: Presenter[S]
    opponent: Opponent[S] | None = None
    """Whoever plays it as a computer; None where only random play is possible."""

    printed: ClassVar[type[Printed] | None] = None
    """The class of its settings, where that is a `kernel.printed.Printed`."""
    shown: ClassVar[type[Presenter[Any]] | None] = None
    """The class of its presenter, where that is made of the game alone."""
    option_files: ClassVar[tuple[str, ...]] = ("options.toml",)
    statement_files: ClassVar[tuple[str, ...]] = ("rules.toml",)
    """In the game's folder."""

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        """The game with an owner's corrections, or as printed. A game goes on from here: its data and its parts, and
        its digest, if it is not that of all its data files. Raises BadInput for corrections that do not fit."""
        self.correction = json.dumps(overlay, sort_keys=True) if overlay else ""
        """The corrections as text: what data and settings are kept by."""
        if self.printed is not None:
            self.digest = digest(load_data(self.package, overlay))
        if self.shown is not None:
            self.presenter = self.shown(self)
        texts = [(self.folder / name).read_text("utf-8") for name in self.option_files]
        self.options = tuple(option for text in texts for option in read_options(tomllib.loads(text)))
        self.scenarios = read_scenarios(self.folder, type(self).scenarios)
        self.options = played_in(self.options, self.scenarios)
        texts = [(self.folder / name).read_text("utf-8") for name in self.statement_files]
        self.statements = tuple(statement for text in texts for statement in read_statements(text))

    @cached_property
    def plain(self) -> Setting:
        """The printed game with all options as they are by default: what boards and pieces are drawn from."""
        scenario = self.scenarios[0].id
        return self.setting(scenario, choose(self.options, scenario, {}))

    def plain_of(self, scenario: str) -> Setting:
        """The same for a scenario, with the aim of a short one."""
        return self._setting_of(scenario, {})

    def of(self, s: S) -> Game[S]:
        """The game that answers for such a state, where one object holds several."""
        return self

    def at(self, scenario: str) -> Game[S]:
        """The game that answers for a scenario, where one object holds several."""
        return self

    def hides(self, options: Mapping[str, Any]) -> bool:
        """Whether anything is hidden from a side under these options: then a page that two players share is covered
        between them."""
        return self.knowledge.hides

    # -- play: what follows from the stack of steps --

    def setup(self, scenario: str, options: Mapping[str, Any] | None = None) -> S:
        """The first state. No dice inside: hidden deals are chance decisions. Raises BadInput."""
        setting = self._setting_of(scenario, options or {})
        short = self.scenario(scenario)
        if short.of:
            gone = self.removed(setting)
            return self.placed(short.of, without(short.position, gone) if gone else short.position, setting)
        made: S = settle(self.begin(scenario, setting))
        return made

    def removed(self, setting: Setting) -> frozenset[str]:
        """The units that an owner's correction has removed: the positions of ours are played without them."""
        return frozenset()

    def scenario(self, key: str) -> Scenario:
        """The scenario of that id. Raises BadInput."""
        found = next((one for one in self.scenarios if one.id == key), None)
        if found is None:
            known = ", ".join(one.id for one in self.scenarios)
            raise BadInput(f"{self.slug} has no scenario '{key}'; it has {known}")
        return found

    def view_from_file(self, data: Any, scenario: str, options: Mapping[str, Any]) -> S:
        """The state or view of a file form, of a game with these options. Raises BadInput."""
        return self.at(scenario).from_file(data, self._setting_of(scenario, options))

    def _setting_of(self, scenario: str, options: Mapping[str, Any]) -> Setting:
        known = self.scenario(scenario)
        chosen = choose(self.options, scenario, options)
        return self.setting(known.of or scenario, (*chosen, ("aim", known.aim)) if known.of else chosen)

    def to_move(self, s: S) -> tuple[int, ...]:
        """The sides that may act now, or (CHANCE,), or () when it is over."""
        if not s.stack:
            return ()
        top = s.stack[-1]
        if top.kind == DRAW:
            return (CHANCE,)
        return top.asks(s) if top.kind == DECIDE else ()

    def waited_for(self, s: S) -> tuple[int, ...]:
        """The sides that are not ready yet."""
        if not s.stack:
            return ()
        top = s.stack[-1]
        if top.kind == DECIDE:
            return top.waits_for(s)
        return (CHANCE,) if top.kind == DRAW else ()

    def legal(self, s: S, side: int) -> tuple[Action, ...]:
        """What a side may do now: the only source of legality. Empty when it is not asked."""
        if s.stack:
            top = s.stack[-1]
            if top.kind == DECIDE and side in top.asks(s):
                return top.legal(s, side)
        return ()

    def why_not(self, s: S, side: int, action: Action) -> Refusal | None:
        """The statement that forbids an action now; None if it is legal."""
        if not s.stack:
            return refuse("", "refused.over")
        if offered(self.legal(s, side), action):
            return None
        top = s.stack[-1]
        if top.kind != DECIDE or side not in top.asks(s):
            return refuse(top.rule, "refused.not_your_decision")
        return top.why_not(s, side, action)

    def chance(self, s: S) -> tuple[tuple[Action, int], ...]:
        """What may fall now, with integer weights."""
        if s.stack and s.stack[-1].kind == DRAW:
            return s.stack[-1].outcomes(s)
        return ()

    def apply(self, s: S, side: int, action: Action) -> S:
        """The next state, one decision or one chance result on. Trusts its caller: only the referee checks legality."""
        stack = s.stack
        top: Any = stack[-1]
        if not top.stays:
            s = s.onward(stack[:-1], ())
        elif s.news:
            s = s.with_news(())
        s = top.resolve(s, action) if side == CHANCE else top.take(s, side, action)
        if s.stack and (s.stack[-1].kind == AUTO or (s.stack[-1].kind == DECIDE and s.stack[-1].plays_itself)):
            s = settle(s)
        return s

    def returns(self, s: S) -> tuple[int, ...]:
        """The result for each side; zeros while it goes on."""
        return s.result.returns if s.result else (0,) * len(self.sides)

    def retracts(self, s: S, action: Action) -> bool:
        """Whether the action only takes back an earlier one of the same declaration."""
        return bool(s.stack and s.stack[-1].kind == DECIDE and s.stack[-1].retracts(action))

    def default(self, s: S, side: int) -> Action | None:
        """What an unattended side does in a reaction; None where it must decide itself."""
        if s.stack and s.stack[-1].kind == DECIDE:
            return s.stack[-1].default(s, side)
        return None

    # -- what a game writes --

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        """The printed game with these options; the same object for the same options."""
        if self.printed is None:
            raise TypeError("a game makes its setting")
        kind: Any = self.printed
        made: Setting = printed(kind, self.package, self.correction, chosen)
        return made

    def begin(self, scenario: str, setting: Setting) -> S:
        """The state before the first step runs."""
        raise TypeError("a game makes its first state")

    def place(self, position: Mapping[str, Any]) -> S:
        """The state that a position describes: of its `scenario`, under its `options`. Raises BadInput."""
        scenario = self.scenario(str(position.get("scenario", self.scenarios[0].id)))
        options = position.get("options", {})
        if not isinstance(options, Mapping):
            raise BadInput("options is a table")
        setting = self._setting_of(scenario.id, {**self.placed_options, **options})
        fields = {key: item for key, item in position.items() if key not in ("scenario", "options")}
        s = self.placed(scenario.of or scenario.id, fields, setting)
        for side in self.waited_for(s):
            if side != CHANCE and not self.legal(s, side):
                raise BadInput(
                    f"{self.words.name(self.sides[side])} may do nothing in this position: change it, or its step")
        return s

    placed_options: ClassVar[Mapping[str, Any]] = {}
    """What a position is played under, where it does not say otherwise."""

    def placed(self, scenario: str, position: Mapping[str, Any], setting: Setting) -> S:
        """The state that a position of a scenario of the book describes, with that setting. Where a game reads nothing
        shorter: the first state of the scenario, with the fields that it names as files hold them (`to_data`). Raises
        BadInput."""
        s: S = settle(self.begin(scenario, setting))
        for key in position:
            if key not in s.fields or key == "setting":
                raise BadInput(f"{self.slug} has no '{key}' in its positions; known: {', '.join(s.fields[1:])}")
        return s.replace(**{key: from_data(item, self.types, s.setting) for key, item in position.items()})

    def facts(self, s: S) -> dict[str, Any]:
        """What cases ask of a state or a view: nested tables of plain values (`at`, `lost`, `tracks`, ...). Where a
        game tells nothing shorter: the fields, as files hold them."""
        return {name: to_data(getattr(s, name)) for name in s.fields if name not in ("setting", "news", "result")}

    def ask(self, s: S, what: tuple[str, ...]) -> Any:
        """An answer to a case's question ("distance tetere henderson_field"). Raises BadInput for one it does not
        know."""
        raise BadInput(f"{self.slug} knows no question '{' '.join(what)}'")

    def invariants(self, s: S) -> None:
        """Raise AssertionError if the state cannot be: pieces lost or doubled, both sides in one place."""

    # -- what its sides know: `knowledge` --

    def view(self, s: S, side: int) -> S:
        """What a side (or OBSERVER) may know, and nothing else: a state of the same shape in which the unknown is
        marked unknown. After the end everybody may know everything."""
        return self.of(s).knowledge.view(s, side)

    def determinize(self, view: S, side: int, rng: random.Random, memory: Any = None) -> S:
        """A full state with that view, made from knowledge alone:
        `view(determinize(view(s, p), p, rng), p) == view(s, p)`."""
        return self.of(view).knowledge.determinize(view, side, rng, memory)

    def news_for(self, s: S, side: int) -> tuple[Event, ...]:
        """The events of the last step, as that side learns them."""
        return tuple(seen for event in s.news if (seen := event.seen_by(side)) is not None)

    def start(self, s: S, side: int) -> Any:
        """The memory of a side before the first event of a game with such states."""
        return self.of(s).knowledge.start(side)

    def remember(self, s: S, memory: Any, seen: Event) -> Any:
        """The memory after one more event, as the side has seen it."""
        return self.of(s).knowledge.remember(memory, seen)

    def taken_back(self, s: S, then: Any, now: Any) -> Any:
        """The memory after moves were taken back: `then` was remembered before them, `now` after them."""
        return self.of(s).knowledge.taken_back(then, now)

    def recall(self, s: S, side: int, events: Iterable[Event]) -> Any:
        """The memory of a side after these events."""
        return self.of(s).knowledge.recall(side, events)

    # -- how it looks: `presenter`, all from knowledge --

    def why_final(self, view: S, side: int, action: Action) -> str | None:
        """Why the action cannot be taken back, as a key of the catalogue ("ends.die", "ends.turn"), or None."""
        return self.of(view).presenter.why_final(Scene(self, view, side), action)

    def odds(self, view: S, side: int, action: Action, memory: Any = None) -> Odds | None:
        """The distribution of a fight's results before the action commits it, or None if it starts no fight."""
        return self.of(view).presenter.odds(Scene(self, view, side, memory), action)

    def macros(self, view: S, side: int) -> tuple[Macro, ...]:
        """Named lists of actions; each starts legally now, and stops where it is interrupted."""
        return self.of(view).presenter.macros(Scene(self, view, side))

    def board(self, scenario: str) -> Board:
        """The geometry of the scenario's board."""
        return self.at(scenario).presenter.board(scenario)

    def chart(self, scenario: str, theme: str) -> str:
        """The drawing of the board as an SVG document, for the theme "chart" or "room"."""
        return self.at(scenario).presenter.chart(scenario, theme)

    def cover(self, scenario: str, theme: str) -> bytes | None:
        """A small picture of the chart (WebP), as it is where one chooses a game; None for what has none: a further
        scenario, a game with corrections, a game that brings no pictures (`tools/covers.py` makes them)."""
        file = self.folder / "covers" / f"{theme}.webp"
        if self.correction or scenario != self.scenarios[0].id or not file.is_file():
            return None
        return file.read_bytes()

    def faces(self, scenario: str) -> str:
        """The SVG document with a `<symbol id="face-...">` for each face."""
        return self.at(scenario).presenter.faces(scenario)

    def workshop(self, scenario: str, data: Mapping[str, Any]) -> Plan:
        """What of the scenario's board is which datum; `data` are the game's, with its corrections."""
        return self.at(scenario).presenter.workshop(scenario, data)

    def guide(self, scenario: str) -> Guide:
        """What tells a newcomer about the scenario beside lessons and rules."""
        return guide_of(self, scenario)

    def turn_label(self, view: S) -> str:
        """What the page calls this moment of the game (`Picture.turn`): the turn and its date. Asked for each entry of
        the log."""
        return self.of(view).presenter.turn_label(view)

    def picture(self, view: S, side: int, memory: Any = None) -> Picture:
        """All that the page shows."""
        return self.of(view).presenter.shown(Scene(self, view, side, memory))

    def decided(self, view: S) -> Ending | None:
        """Who has won by public facts though the game goes on; `view` is an observer's."""
        return self.of(view).presenter.decided(view)

    def prompt(self, view: S, side: int) -> Prompt:
        """Who must do what, in a sentence."""
        return self.of(view).presenter.prompt(Scene(self, view, side))

    def choice(self, view: S, side: int, action: Action, memory: Any = None) -> Choice:
        """How an action is shown."""
        return self.of(view).presenter.choice(Scene(self, view, side, memory), action)

    def measure(self, view: S, side: int, start: str, end: str) -> Measure | None:
        """What the ruler tells of two spaces, if the board has one (`Board.ruler`) and they are not too far off it."""
        return self.of(view).presenter.measure(Scene(self, view, side), start, end)

    def macro_look(self, view: S, side: int, macro: Macro) -> MacroLook:
        """How a macro is shown."""
        return self.of(view).presenter.macro_look(Scene(self, view, side), macro)

    def line(self, seen: Event, side: int) -> Line | None:
        """An event, as a side has seen it, in the game's words; None if it is nothing to read."""
        return self.presenter.line(seen, side)

    def together(self, seen: Sequence[Event], side: int) -> str:
        """What events of a kind that came one after the other say in one; "" where each speaks for itself."""
        return self.presenter.together(seen, side)

    # -- shared by all --

    @property
    def words(self) -> Words:
        """The game's texts."""
        return load_words(self.package)

    @property
    def folder(self) -> Traversable:
        """The game's folder, with its data and texts."""
        return files(self.package)

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons that teach it, in order: its `lessons.toml`, if it brings one. They are not kept here: a computer
        player has the game at hand, and a lesson holds the seed of its dice. Raises BadInput."""
        from ironbottom.kernel.lessons import read_lessons

        return read_lessons(self)

    def refusal(self, refusal: Refusal) -> str:
        """A refusal in words."""
        return capital(self.words.say(refusal.text, **dict(refusal.args)))

    def side_of(self, name: str) -> int:
        """The number of a side's name. Raises BadInput."""
        if name == "observer":
            return OBSERVER
        if name not in self.sides:
            raise BadInput(f"{self.slug} has no side '{name}'; it has {', '.join(self.sides)}")
        return self.sides.index(name)

    def side_name(self, side: int) -> str:
        """The name of a side's number."""
        return "chance" if side == CHANCE else "observer" if side == OBSERVER else self.sides[side]

    def to_file(self, s: S) -> Any:
        """The file form of a state or view."""
        return to_data(s)

    def from_file(self, data: Any, setting: Setting) -> S:
        """The state or view of a file form. Raises BadInput."""
        s = from_data(data, self.types, setting)
        if not isinstance(s, State):
            raise BadInput("this is not a state of the game")
        return s  # type: ignore[return-value]


Maker = Callable[[Mapping[str, Any] | None], Game[Any]]
"""How a game is made: with the owner's corrections, or None."""
