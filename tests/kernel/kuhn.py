"""Kuhn's poker for the kernel: three cards, one bet. Its value is known: the first player loses 1/18 a game."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Secret
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.knowledge import Knowledge, Own
from ironbottom.kernel.step import Chance, Decision, Result, Setting, State
from ironbottom.kernel.value import value

UNKNOWN = 0


@value
class Hands(State):
    cards: Own[tuple[int, int]] = (UNKNOWN, UNKNOWN)


@value
class Dealt(Event):
    file_name = "dealt"
    side: int
    card: Secret[int]


@value
class Said(Event):
    file_name = "said"
    side: int
    what: str


@value
class Deal(Chance):
    side: int

    def outcomes(self, s: Hands) -> tuple[tuple[Action, int], ...]:
        return tuple((("deal", card), 1) for card in (1, 2, 3) if card not in s.cards)

    def resolve(self, s: Hands, outcome: Action) -> Hands:
        cards = (outcome[1], s.cards[1]) if self.side == 0 else (s.cards[0], outcome[1])
        return s.replace(cards=cards).tell(Dealt(self.side, outcome[1]))


@value
class Speak(Decision):
    """One after the other: bet or pass; `bets` is what has been said before."""

    side: int
    said: str = ""
    rule: ClassVar[str] = "K-1"

    def legal(self, s: Hands, side: int) -> tuple[Action, ...]:
        return (("pass",), ("bet",))

    def take(self, s: Hands, side: int, action: Action) -> Hands:
        said = self.said + action[0][0]
        s = s.tell(Said(side, action[0]))
        if said in ("bp", "pbp"):
            winner, stake = (0, 1) if said == "bp" else (1, 1)
        elif said in ("pp", "bb", "pbb"):
            winner, stake = int(s.cards[1] > s.cards[0]), 1 + (said != "pp")
        else:
            return s.push(Speak(1 - side, said))
        return s.end(Result((stake, -stake) if winner == 0 else (-stake, stake), "cards"))


class KuhnKnowledge(Knowledge[Hands]):
    state = Hands


class Kuhn(Game[Hands]):
    slug = "kuhn"
    package = "ironbottom.kernel"
    title = "Kuhn's poker"
    credit = ""
    sides = ("first", "second")
    scenarios = (Scenario("plain", "Plain", "Three cards.", (0, 1)),)
    options = ()
    statements = ()
    types = (Hands, Deal, Speak, Dealt, Said)
    digest = "kuhn"

    def __init__(self) -> None:  # it reads no files
        self.correction = ""
        self.knowledge = KuhnKnowledge()

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        return SETTING

    def begin(self, scenario: str, setting: Setting) -> Hands:
        return Hands(setting).push(Deal(0), Deal(1), Speak(0))


SETTING = Setting()
KUHN = Kuhn()
