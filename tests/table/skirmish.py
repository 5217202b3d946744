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

from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Plain as Event
from ironbottom.kernel.event import event, private_event, secret_event
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.options import Option
from ironbottom.kernel.presenter import Macro
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
from ironbottom.kernel.view import Board, Choice, Line, MacroLook, Odds, Picture, Prompt

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
    hands: tuple[tuple[int, ...], ...] = ((), ())
    picks: tuple[int, ...] = (-1, -1)
    """-1: none yet; UNKNOWN: not known to the viewer."""
    ready: tuple[bool, ...] = (False, False)
    scouts: tuple[int, ...] = (0, 0)
    marks: tuple[int, ...] = (0, 0)
    """Private: how often each side marked its map; -1 in another's view."""
    score: tuple[int, ...] = (0, 0)
    round: int = 0
    fallen: int = 0


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
        s = s.tell(secret_event("dealt", (self.side,), {"card": outcome[1]}, side=NAMES[self.side]))
        return s.push(Round()) if all(len(hand) == 3 for hand in hands) else s.push(Deal(1 - self.side))


@value
class Round(Auto):
    def run(self, s: Any) -> Any:
        if s.round == s.setting.rounds or not s.hands[0]:
            a, b = s.score
            returns = (0, 0) if a == b else (1, -1) if a > b else (-1, 1)
            return s.tell(event("ended")).end(Result(returns, "points"))
        s = s.replace(round=s.round + 1, picks=(-1, -1), ready=(False, False), fallen=0)
        return s.tell(event("round", n=s.round)).push(Plot())


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
            return s.replace(picks=picks).push(self).tell(private_event("picked", (side,), card=action[1]))
        ready = tuple(action[0] == "ready" if n == side else is_ready for n, is_ready in enumerate(s.ready))
        s = s.replace(ready=ready)
        if not all(ready):
            return s.push(self)
        return s.tell(event("sealed")).push(March(1 - s.round % 2))


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
            return s.replace(scouts=scouts).push(self).tell(event("went", side=NAMES[side], to=action[1]))
        if action[0] == "mark":
            marks = tuple(n + 1 if who == side and n >= 0 else n for who, n in enumerate(s.marks))
            return s.replace(marks=marks).push(self).tell(private_event("marked", (side,), n=marks[side]))
        if action[0] == "roll":
            return s.push(Roll(side), self)
        return s.tell(event("stopped", side=NAMES[side])).push(Answer(1 - side))


@value
class Roll(Chance):
    side: int

    def outcomes(self, s: Any) -> tuple[tuple[Action, int], ...]:
        return tuple((("fell", n), 1) for n in range(1, 7))

    def resolve(self, s: Any, outcome: Action) -> Any:
        score = tuple(n + (outcome[1] == 6) if who == self.side else n for who, n in enumerate(s.score))
        return s.replace(score=score, fallen=outcome[1]).tell(event("fell", die=outcome[1]))


@value
class Answer(Decision):
    side: int
    rule: ClassVar[str] = "T-3"

    def legal(self, s: Any, side: int) -> tuple[Action, ...]:
        return (("hold",), ("yield",))

    def default(self, s: Any, side: int) -> Action | None:
        return ("yield",)

    def take(self, s: Any, side: int, action: Action) -> Any:
        s = s.tell(event("answered", side=NAMES[side], how=action[0]))
        return s.push(Show())


@value
class Show(Auto):
    def run(self, s: Any) -> Any:
        a, b = s.picks
        hands = tuple(_without(hand, pick) for hand, pick in zip(s.hands, s.picks, strict=True))
        gains = (int(a > b), int(b > a))
        score = tuple(n + gain for n, gain in zip(s.score, gains, strict=True))
        s = s.replace(hands=hands, score=score, picks=(-1, -1), ready=(False, False))
        return s.tell(event("shown", red=a, blue=b)).push(Round())


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    if card in hand:
        at = hand.index(card)
        return hand[:at] + hand[at + 1 :]
    return hand[:-1]


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
    types = (ToyState, Deal, Round, Plot, March, Roll, Answer, Show, Event, Result)
    digest = "toy"

    def __init__(self) -> None:  # it reads no files
        self.correction = ""

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> ToySetting:
        return toy_setting(3)

    def begin(self, scenario: str, setting: Setting) -> ToyState:
        return ToyState(setting).push(Deal(0))

    def view(self, s: ToyState, side: int) -> ToyState:
        if s.result is not None:
            return s
        hide = [who for who in (0, 1) if who != side]
        return s.replace(
            hands=tuple((UNKNOWN,) * len(h) if n in hide else h for n, h in enumerate(s.hands)),
            picks=tuple(
                (-1 if self._writing(s) else UNKNOWN if p != -1 else -1) if n in hide else p
                for n, p in enumerate(s.picks)
            ),
            ready=tuple(r if n == side or not self._writing(s) else False for n, r in enumerate(s.ready)),
            marks=tuple(-1 if n in hide else m for n, m in enumerate(s.marks)),
            news=(),
        )

    @staticmethod
    def _writing(s: ToyState) -> bool:
        return bool(s.stack) and isinstance(s.stack[-1], Plot)

    def determinize(self, view: ToyState, side: int, rng: random.Random, memory: Any = None) -> ToyState:
        left = Counter(dict.fromkeys(range(1, 7), 2))
        left.subtract(card for hand in view.hands for card in hand if card != UNKNOWN)
        pool = [card for card, count in left.items() for _ in range(max(count, 0))]
        rng.shuffle(pool)
        hands = tuple(tuple(sorted(c or pool.pop() for c in hand)) for hand in view.hands)
        picks = tuple(rng.choice(hands[n]) if p == UNKNOWN else p for n, p in enumerate(view.picks))
        marks = tuple(rng.randrange(5) if m == -1 else m for m in view.marks)
        return view.replace(hands=hands, picks=picks, marks=marks)

    def why_final(self, view: ToyState, side: int, action: Action) -> str | None:
        return {"roll": "ends.die", "stop": "ends.hand", "hold": "ends.reveal", "yield": "ends.reveal"}.get(action[0])

    def macros(self, view: ToyState, side: int) -> tuple[Macro, ...]:
        legal = self.legal(view, side)
        if ("go", "hill") in legal and view.scouts[side] == 0:
            return (Macro("both", (("go", "hill"), ("go", "hill")), space="hill"),)
        return ()

    def odds(self, view: ToyState, side: int, action: Action, memory: Any = None) -> Odds | None:
        if action != ("roll",):
            return None
        results = [{"text": "A six", "p": 1 / 6}, {"text": "No six", "p": 5 / 6}]
        return {"title": "The die", "sums": [], "results": results, "error": 0.0, "notes": []}  # type: ignore

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

    def picture(self, view: ToyState, side: int, memory: Any = None) -> Picture:
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

    def prompt(self, view: ToyState, side: int) -> Prompt:
        sides = [NAMES[n] for n in self.to_move(view) if n >= 0]
        mine = 0 <= side < 2 and NAMES[side] in sides
        text = "The game is over." if view.result else "Decide." if mine else "Wait."
        return {"text": text, "sides": sides, "mine": mine}

    def choice(self, view: ToyState, side: int, action: Action, memory: Any = None) -> Choice:
        from ironbottom.kernel.action import notation

        choice: Choice = {"do": notation(action), "label": notation(action).title()}
        if ends := self.why_final(view, side, action):
            choice["ends"] = ends
        return choice

    def macro_look(self, view: ToyState, side: int, macro: Macro) -> MacroLook:
        from ironbottom.kernel.action import notation

        return {"label": macro.label, "do": [notation(a) for a in macro.actions]}

    def line(self, seen: Any, side: int) -> Line | None:
        if seen.kind == "picked":
            return None
        text = f"{seen.kind} " + " ".join(f"{key}={item}" for key, item in seen.args + seen.hidden)
        line: Line = {"kind": seen.kind, "text": text}
        if seen.kind == "round":
            line["mark"] = "turn"
        return line


def make(overlay: Mapping[str, Any] | None = None) -> Skirmish:
    return Skirmish()


SKIRMISH = Skirmish()
