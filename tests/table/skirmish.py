"""A toy game with all that a table must handle: hidden hands, dice, moves that can be taken back, private moves,
a reaction with a default, and a sealed simultaneous step.

Each side is dealt three cards of twelve (two each of 1 to 6). A round: both pick a card in secret and say that
they are ready; then the attacker marches his two scouts between wood and hill, may mark the map for himself, may
throw a die, and stops; the defender answers; the cards are shown and the higher one scores. After three rounds
the higher score wins. Sides take turns as attacker.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.event import Event, Later, Secret
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.knowledge import Hidden, Knowledge, Public
from ironbottom.kernel.options import Option
from ironbottom.kernel.presenter import Ask, Face, Macro, Presenter, Reader, Scene, face, line
from ironbottom.kernel.statements import Statement
from ironbottom.kernel.step import (
    Auto,
    Chance,
    Decision,
    Refusal,
    Result,
    Setting,
    State,
    refuse,
)
from ironbottom.kernel.value import value
from ironbottom.kernel.view import Board, Choice, Line, MacroLook, Odds, Picture

UNKNOWN = 0
NAMES = ("red", "blue")
PLACES = ("wood", "hill")


class ToySetting(Setting):
    __slots__ = ("rounds",)

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds

    def __reduce__(self) -> Any:
        return (toy_setting, (self.rounds,))


@cache
def toy_setting(rounds: int) -> ToySetting:
    return ToySetting(rounds)


@value
class ToyState(State):
    hands: Hidden[tuple[tuple[int, ...], ...]] = ((), ())
    picks: Hidden[tuple[int, ...]] = (-1, -1)
    """-1: none yet; UNKNOWN: not known to the viewer."""
    ready: Hidden[tuple[bool, ...]] = (False, False)
    scouts: Public[tuple[int, ...]] = (0, 0)
    marks: Hidden[tuple[int, ...]] = (0, 0)
    """Private: how often each side marked its map; -1 in another's view."""
    score: Public[tuple[int, ...]] = (0, 0)
    round: Public[int] = 0
    fallen: Public[int] = 0


@value
class Dealt(Event):
    file_name = "dealt"
    side: str
    card: Secret[int]

    def knows(self) -> tuple[int, ...]:
        return (NAMES.index(self.side),)


@value
class Ended(Event):
    file_name = "ended"


@value
class RoundBegan(Event):
    file_name = "round"
    n: int


@value
class Picked(Event):
    file_name = "picked"
    private = True
    card: int
    side: Later[int] = -1


@value
class Sealed(Event):
    file_name = "sealed"


@value
class Went(Event):
    file_name = "went"
    side: str
    to: str


@value
class Marked(Event):
    file_name = "marked"
    private = True
    n: int
    side: Later[int] = -1


@value
class Stopped(Event):
    file_name = "stopped"
    side: str


@value
class Fell(Event):
    file_name = "fell"
    die: int


@value
class Answered(Event):
    file_name = "answered"
    side: str
    how: str


@value
class Shown(Event):
    file_name = "shown"
    red: int
    blue: int


@value
class Deal(Chance):
    side: int

    def outcomes(self, s: Any) -> tuple[tuple[Action, int], ...]:
        left = Counter(dict.fromkeys(range(1, 7), 2))
        left.subtract(card for hand in s.hands for card in hand)
        return tuple((("deal", card), left[card]) for card in range(1, 7) if left[card] > 0)

    def resolve(self, s: Any, outcome: Action) -> Any:
        hands = list(s.hands)
        hands[self.side] = tuple(sorted((*hands[self.side], outcome[1])))
        s = s.replace(hands=tuple(hands))
        s = s.tell(Dealt(NAMES[self.side], outcome[1]))
        return s.push(Round()) if all(len(hand) == 3 for hand in hands) else s.push(Deal(1 - self.side))


@value
class Round(Auto):
    def run(self, s: Any) -> Any:
        if s.round == s.setting.rounds or not s.hands[0]:
            a, b = s.score
            returns = (0, 0) if a == b else (1, -1) if a > b else (-1, 1)
            return s.tell(Ended()).end(Result(returns, "points"))
        s = s.replace(round=s.round + 1, picks=(-1, -1), ready=(False, False), fallen=0)
        return s.tell(RoundBegan(s.round)).push(Plot())


@value
class Plot(Decision):
    sealed: ClassVar[bool] = True
    rule: ClassVar[str] = "T-1"

    def asks(self, s: Any) -> tuple[int, ...]:
        return (0, 1)

    def waits_for(self, s: Any) -> tuple[int, ...]:
        return tuple(side for side in (0, 1) if not s.ready[side])

    def legal(self, s: Any, side: int) -> tuple[Action, ...]:
        if s.ready[side]:
            return (("unready",),)
        picks = tuple(("pick", card) for card in sorted(set(s.hands[side])) if card != s.picks[side])
        return (*picks, *((("ready",),) if s.picks[side] != -1 else ()))

    def why_not(self, s: Any, side: int, action: Action) -> Refusal:
        return refuse("T-1", "refused.not_now")

    def retracts(self, action: Action) -> bool:
        return action == ("unready",)

    def take(self, s: Any, side: int, action: Action) -> Any:
        if action[0] == "pick":
            picks = tuple(action[1] if n == side else pick for n, pick in enumerate(s.picks))
            return s.replace(picks=picks).push(self).tell(Picked(action[1], side))
        ready = tuple(action[0] == "ready" if n == side else is_ready for n, is_ready in enumerate(s.ready))
        s = s.replace(ready=ready)
        if not all(ready):
            return s.push(self)
        return s.tell(Sealed()).push(March(1 - s.round % 2))


@value
class March(Decision):
    side: int
    rule: ClassVar[str] = "T-2"

    def legal(self, s: Any, side: int) -> tuple[Action, ...]:
        moves: list[Action] = []
        if s.scouts[side] < 2:
            moves.append(("go", "hill"))
        if s.scouts[side] > 0:
            moves.append(("go", "wood"))
        moves.append(("mark",))
        if not s.fallen:
            moves.append(("roll",))
        return (*moves, ("stop",))

    def why_not(self, s: Any, side: int, action: Action) -> Refusal:
        return refuse("T-2", "refused.not_now")

    def take(self, s: Any, side: int, action: Action) -> Any:
        if action[0] == "go":
            step = 1 if action[1] == "hill" else -1
            scouts = tuple(n + step if who == side else n for who, n in enumerate(s.scouts))
            return s.replace(scouts=scouts).push(self).tell(Went(NAMES[side], action[1]))
        if action[0] == "mark":
            marks = tuple(n + 1 if who == side and n >= 0 else n for who, n in enumerate(s.marks))
            return s.replace(marks=marks).push(self).tell(Marked(marks[side], side))
        if action[0] == "roll":
            return s.push(Roll(side), self)
        return s.tell(Stopped(NAMES[side])).push(Answer(1 - side))


@value
class Roll(Chance):
    side: int

    def outcomes(self, s: Any) -> tuple[tuple[Action, int], ...]:
        return tuple((("fell", n), 1) for n in range(1, 7))

    def resolve(self, s: Any, outcome: Action) -> Any:
        score = tuple(n + (outcome[1] == 6) if who == self.side else n for who, n in enumerate(s.score))
        return s.replace(score=score, fallen=outcome[1]).tell(Fell(outcome[1]))


@value
class Answer(Decision):
    side: int
    rule: ClassVar[str] = "T-3"

    def legal(self, s: Any, side: int) -> tuple[Action, ...]:
        return (("hold",), ("yield",))

    def default(self, s: Any, side: int) -> Action | None:
        return ("yield",)

    def take(self, s: Any, side: int, action: Action) -> Any:
        s = s.tell(Answered(NAMES[side], action[0]))
        return s.push(Show())


@value
class Show(Auto):
    def run(self, s: Any) -> Any:
        a, b = s.picks
        hands = tuple(_without(hand, pick) for hand, pick in zip(s.hands, s.picks, strict=True))
        gains = (int(a > b), int(b > a))
        score = tuple(n + gain for n, gain in zip(s.score, gains, strict=True))
        s = s.replace(hands=hands, score=score, picks=(-1, -1), ready=(False, False))
        return s.tell(Shown(a, b)).push(Round())


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    if card in hand:
        at = hand.index(card)
        return hand[:at] + hand[at + 1 :]
    return hand[:-1]


class SkirmishKnowledge(Knowledge[ToyState]):
    state = ToyState

    def hands(self, s: ToyState, side: int) -> tuple[tuple[int, ...], ...]:
        return tuple(hand if n == side else (UNKNOWN,) * len(hand) for n, hand in enumerate(s.hands))

    def picks(self, s: ToyState, side: int) -> tuple[int, ...]:
        hidden = -1 if writing(s) else UNKNOWN
        return tuple(pick if n == side or pick == -1 else hidden for n, pick in enumerate(s.picks))

    def ready(self, s: ToyState, side: int) -> tuple[bool, ...]:
        return tuple(ready if n == side or not writing(s) else False for n, ready in enumerate(s.ready))

    def marks(self, s: ToyState, side: int) -> tuple[int, ...]:
        return tuple(marks if n == side else -1 for n, marks in enumerate(s.marks))

    def determinize(self, view: ToyState, side: int, rng: random.Random, memory: Any = None) -> ToyState:
        left = Counter(dict.fromkeys(range(1, 7), 2))
        left.subtract(card for hand in view.hands for card in hand if card != UNKNOWN)
        pool = [card for card, count in left.items() for _ in range(max(count, 0))]
        rng.shuffle(pool)
        hands = tuple(tuple(sorted(c or pool.pop() for c in hand)) for hand in view.hands)
        picks = tuple(rng.choice(hands[n]) if p == UNKNOWN else p for n, p in enumerate(view.picks))
        marks = tuple(rng.randrange(5) if m == -1 else m for m in view.marks)
        return view.replace(hands=hands, picks=picks, marks=marks)


def writing(s: ToyState) -> bool:
    return bool(s.stack) and isinstance(s.stack[-1], Plot)


class ToyFace(Face[ToyState, Any]):
    """Each action by its notation."""

    def ask(self, scene: Scene[ToyState], step: Any) -> Ask:
        return Ask("Decide.")

    def waiting(self, scene: Scene[ToyState], step: Any) -> str:
        return "Wait."

    def choice(self, scene: Scene[ToyState], step: Any, action: Action, made: Choice) -> None:
        made["label"] = made["do"].title()


@face(Plot)
class PlotFace(ToyFace):
    pass


@face(March)
class MarchFace(ToyFace):
    ends = {"roll": "ends.die", "stop": "ends.hand"}  # noqa: RUF012

    def macros(self, scene: Scene[ToyState], step: March) -> tuple[Macro, ...]:
        if ("go", "hill") in scene.legal and scene.v.scouts[scene.side] == 0:
            return (Macro("both", (("go", "hill"), ("go", "hill")), space="hill"),)
        return ()

    def odds(self, scene: Scene[ToyState], step: March, action: Action) -> Odds | None:
        if action != ("roll",):
            return None
        results = [{"text": "A six", "p": 1 / 6}, {"text": "No six", "p": 5 / 6}]
        return {"title": "The die", "sums": [], "results": results, "error": 0.0, "notes": []}  # type: ignore


@face(Answer)
class AnswerFace(ToyFace):
    ends = {"hold": "ends.reveal", "yield": "ends.reveal"}  # noqa: RUF012


EVENTS = (Dealt, Ended, RoundBegan, Picked, Sealed, Went, Marked, Stopped, Fell, Answered, Shown)


@line(*EVENTS)
def told(seen: Event, reader: Reader) -> Line | None:
    """What files call the event, and its fields, the secret ones last."""
    if isinstance(seen, Picked):
        return None
    names = [name for name in seen.fields if name not in seen.secret + seen.later]
    names += [name for name in seen.secret if seen.get(name) is not None]
    fields = " ".join(f"{name}={seen.get(name)}" for name in names)
    made: Line = {"kind": seen.called(), "text": f"{seen.called()} {fields}"}
    if isinstance(seen, RoundBegan):
        made["mark"] = "turn"
    return made


class SkirmishPresenter(Presenter[ToyState]):
    def board(self, scenario: str) -> Board:
        spaces = [
            {"id": place, "name": place.title(), "kind": "area", "x": 50.0 + 100 * n, "y": 50.0, "shape": {"r": 40.0}}
            for n, place in enumerate(PLACES)
        ]
        sides = [{"id": name, "name": name.title(), "style": "none"} for name in NAMES]
        return {
            "width": 200.0,
            "height": 100.0,
            "view": [0, 0, 200, 100],
            "piece": 20.0,
            "sides": sides,
            "spaces": spaces,
        }  # type: ignore

    def chart(self, scenario: str, theme: str) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"></svg>'

    def faces(self, scenario: str) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="face-scout"></symbol></svg>'

    def turn_label(self, view: ToyState) -> str:
        return f"Round {view.round}"

    def picture(self, scene: Scene[ToyState]) -> Picture:
        view = scene.v
        pieces = []
        for who, count in enumerate(view.scouts):
            for n in range(2):
                place = PLACES[1] if n < count else PLACES[0]
                pieces.append(
                    {"id": f"{NAMES[who]}:{n}", "place": place, "side": NAMES[who], "face": "scout", "name": "Scout"}
                )
        forces = [
            {"side": NAMES[who], "group": "Hand", "text": f"{card or 'a card'}", "count": 1}
            for who, hand in enumerate(view.hands)
            for card in hand
        ]
        forces += [
            {"side": NAMES[who], "group": "Marks", "text": "marks", "count": None if m < 0 else m}
            for who, m in enumerate(view.marks)
        ]
        forces += [
            {"side": NAMES[who], "group": "Picked", "text": "pick", "count": p} for who, p in enumerate(view.picks)
        ]
        forces += [
            {"side": NAMES[who], "group": "Score", "text": "points", "count": p} for who, p in enumerate(view.score)
        ]
        picture: Any = {
            "turn": self.turn_label(view),
            "pieces": pieces,
            "stores": [],
            "marks": [],
            "tracks": [],
            "calendars": [],
            "tables": [],
            "sheets": [],
            "sequence": [],
            "forces": forces,
        }
        if view.result is not None:
            winners = [NAMES[n] for n, r in enumerate(view.result.returns) if r > 0]
            picture["ending"] = {"winners": winners, "text": "On points"}
        return picture  # type: ignore[no-any-return]

    def over(self, view: ToyState) -> str:
        return "The game is over."

    def wait(self, scene: Scene[ToyState], what: str) -> str:
        return what

    def macro_look(self, scene: Scene[ToyState], macro: Macro) -> MacroLook:
        return {"label": macro.label, "do": [notation(action) for action in macro.actions]}


class Skirmish(Game[ToyState]):
    slug = "skirmish"
    package = "ironbottom.kernel"
    title = "Skirmish"
    credit = "A toy for tests"
    sides = NAMES
    scenarios = (Scenario("duel", "Duel", "Two sides", (0, 1)), Scenario("long", "Long duel", "No end soon", (0, 1)))
    options = (
        Option("dark", ("duel",), False, ((False, "by day"), (True, "by night")), "T-1", "Light", "When it happens"),
    )
    statements = (Statement("T-1", "Play", "1", "Both pick in secret."), Statement("T-2", "Play", "2", "March."))
    types = (ToyState, Deal, Round, Plot, March, Roll, Answer, Show, *EVENTS, Result)
    digest = "toy"

    def __init__(self) -> None:  # it reads no files
        self.correction = ""
        self.knowledge = SkirmishKnowledge()
        self.presenter = SkirmishPresenter(self)

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> ToySetting:
        return toy_setting(3)

    def begin(self, scenario: str, setting: Setting) -> ToyState:
        return ToyState(setting).push(Deal(0))


def make(overlay: Mapping[str, Any] | None = None) -> Skirmish:
    return Skirmish()


SKIRMISH = Skirmish()
