"""A small game for the kernel's tests: hidden hands, a secret simultaneous choice, a die and a reaction.

Each side is dealt two of the cards 1 to 5. In each of two rounds both lay a card in secret; the higher one wins the
round, after a
die that is added to the first side's card; the loser may then burn a card of his hand to take the point back.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any, ClassVar

from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Secret
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.knowledge import Hidden, Knowledge, Public
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

UNKNOWN = 0


class Printed(Setting):
    """The printed game: the cards."""

    __slots__ = ("cards",)

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards

    def __reduce__(self) -> Any:
        return printed, (self.cards,)


@cache
def printed(cards: tuple[int, ...]) -> Printed:
    return Printed(cards)


@value
class Table(State):
    hands: Hidden[tuple[tuple[int, ...], ...]] = ((), ())
    laid: Hidden[tuple[int | None, ...]] = (None, None)
    points: Public[tuple[int, ...]] = (0, 0)


@value
class Dealt(Event):
    file_name = "dealt"
    side: int
    card: Secret[int]


@value
class Revealed(Event):
    file_name = "revealed"
    cards: tuple[int, int]


@value
class Rolled(Event):
    file_name = "rolled"
    die: int
    winner: int


@value
class Burnt(Event):
    file_name = "burnt"
    side: int
    card: Secret[int]


@value
class Remembered(Event):
    file_name = "remember"
    private = True
    side: int
    card: int


@value
class Ended(Event):
    file_name = "ended"


@value
class Deal(Chance):
    side: int

    def outcomes(self, s: Table) -> tuple[tuple[Action, int], ...]:
        left = [card for card in s.setting.cards if not any(card in hand for hand in s.hands)]  # type: ignore[attr-defined]
        return tuple((("deal", card), 1) for card in left)

    def resolve(self, s: Table, outcome: Action) -> Table:
        hands = tuple(
            tuple(sorted((*hand, outcome[1]))) if n == self.side else hand for n, hand in enumerate(s.hands)
        )
        return s.replace(hands=hands).tell(Dealt(self.side, outcome[1]))


@value
class Lay(Decision):
    """D-1: both lay a card, in secret and at once."""

    rule: ClassVar[str] = "D-1"
    sealed: ClassVar[bool] = True

    def asks(self, s: Table) -> tuple[int, ...]:
        return (0, 1)

    def waits_for(self, s: Table) -> tuple[int, ...]:
        return tuple(side for side in (0, 1) if s.laid[side] is None)

    def legal(self, s: Table, side: int) -> tuple[Action, ...]:
        if s.laid[side] is not None:
            return (("unready",),)
        return tuple(("lay", card) for card in s.hands[side])

    def retracts(self, action: Action) -> bool:
        return action[0] == "unready"

    def why_not(self, s: Table, side: int, action: Action) -> Refusal:
        return refuse("D-1", "refused.not_now")

    def take(self, s: Table, side: int, action: Action) -> Table:
        card = None if action[0] == "unready" else action[1]
        s = s.replace(laid=tuple(card if n == side else other for n, other in enumerate(s.laid)))
        return s.push(self) if None in s.laid else s.push(Reveal())


@value
class Reveal(Auto):
    stays: ClassVar[bool] = True

    def run(self, s: Table) -> Table:
        hands = tuple(
            tuple(card for card in hand if card != laid) for hand, laid in zip(s.hands, s.laid, strict=True)
        )
        return s.replace(hands=hands).tell(Revealed(s.laid)).instead(Die())


@value
class Die(Chance):
    def outcomes(self, s: Table) -> tuple[tuple[Action, int], ...]:
        return tuple((("die", n), 1) for n in range(1, 7))

    def resolve(self, s: Table, outcome: Action) -> Table:
        first, second = s.laid
        assert first is not None
        assert second is not None
        winner = 0 if first + outcome[1] > second + 3 else 1
        points = tuple(n + (side == winner) for side, n in enumerate(s.points))
        s = s.replace(points=points, laid=(None, None)).tell(Rolled(outcome[1], winner))
        return s.push(Burn(1 - winner))


@value
class Burn(Decision):
    """D-2: the loser may burn a card to take the point back. A reaction: by default he does not."""

    rule: ClassVar[str] = "D-2"
    side: int

    def legal(self, s: Table, side: int) -> tuple[Action, ...]:
        return (("pass",), *(("burn", card) for card in s.hands[side]))

    def default(self, s: Table, side: int) -> Action | None:
        return ("pass",)

    def take(self, s: Table, side: int, action: Action) -> Table:
        if action[0] == "burn":
            points = tuple(n if n_side == side else n - 1 for n_side, n in enumerate(s.points))
            hands = tuple(
                tuple(c for c in hand if n != side or c != action[1]) for n, hand in enumerate(s.hands)
            )
            s = s.replace(points=points, hands=hands).tell(
                Burnt(side, action[1]), Remembered(side, action[1])
            )
        return s


@value
class Round(Auto):
    left: int

    def run(self, s: Table) -> Table:
        if self.left and all(s.hands):
            return s.push(Lay(), Round(self.left - 1))
        first, second = s.points
        sign = (first > second) - (first < second)
        return s.tell(Ended()).end(Result((sign, -sign), "points"))


class DuelKnowledge(Knowledge[Table]):
    state = Table

    def hands(self, s: Table, side: int) -> tuple[tuple[int, ...], ...]:
        return tuple(hand if n == side else (UNKNOWN,) * len(hand) for n, hand in enumerate(s.hands))

    def laid(self, s: Table, side: int) -> tuple[int | None, ...]:
        return tuple(card if n == side or card is None else UNKNOWN for n, card in enumerate(s.laid))

    def determinize(self, view: Table, side: int, rng: random.Random, memory: Any = None) -> Table:
        known = {card for hand in view.hands for card in hand if card != UNKNOWN}
        left = [card for card in view.setting.cards if card not in known]  # type: ignore[attr-defined]
        rng.shuffle(left)
        hands = tuple(
            hand if n == side else tuple(sorted(left.pop() for _ in hand)) for n, hand in enumerate(view.hands)
        )
        laid = tuple(rng.choice(hands[n]) if card == UNKNOWN else card for n, card in enumerate(view.laid))
        return view.replace(hands=hands, laid=laid)


class Duel(Game[Table]):
    slug = "duel"
    package = "ironbottom.kernel"
    title = "Duel"
    credit = ""
    sides = ("red", "blue")
    scenarios = (Scenario("plain", "Plain", "Two cards each.", (0, 1)),)
    options = ()
    statements = (
        Statement("D-1", "Laying", "1", "Both lay a card at once."),
        Statement("D-2", "Burning", "2", "The loser may burn."),
    )
    types = (Table, Deal, Lay, Reveal, Die, Burn, Round, Dealt, Revealed, Rolled, Burnt, Remembered, Ended)
    digest = "duel"

    def __init__(self) -> None:  # it reads no files
        self.correction = ""
        self.knowledge = DuelKnowledge()

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
        return printed((1, 2, 3, 4, 5))

    def begin(self, scenario: str, setting: Setting) -> Table:
        return Table(setting).push(Deal(0), Deal(0), Deal(1), Deal(1), Round(2))

    def facts(self, s: Table) -> dict[str, Any]:
        return {"hands": {"red": s.hands[0], "blue": s.hands[1]}, "points": list(s.points)}

    def place(self, position: Any) -> Table:
        return self.setup("plain") if not position.get("hands") else Table(
            printed((1, 2, 3, 4, 5)), hands=tuple(tuple(hand) for hand in position["hands"])
        ).push(Lay(), Round(int(position.get("left", 0))))


DUEL = Duel()
