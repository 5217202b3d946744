"""Step 1 of the sequence: drawing blocks and bringing them ashore; and the set-up."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.archies_war.rules.events import SideEvent
from ironbottom.games.archies_war.rules.printed import AMERICAN, FRESH, JAPANESE, NEW, SIDES, Stack
from ironbottom.games.archies_war.rules.state import (
    Hand,
    Position,
    arrive,
    kinds,
    merged,
    names,
    pair,
    place_names,
    put,
    without,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Secret
from ironbottom.kernel.step import Auto, Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import value

POOL = "pool.american"
"""Where the Americans' first four blocks lie until they are placed."""


@value
class Drawn(SideEvent):
    """2P-12: a block is drawn; its owner alone sees which."""

    file_name = "drawn"
    block: Secret[str]


@value
class AnchorsClosed(SideEvent):
    """T-11: with every anchor closed, nothing is drawn."""

    file_name = "anchors_closed"


@value
class Landed(SideEvent):
    """2P-13, 2P-14: so many drawn blocks stand at a place."""

    file_name = "landed"
    place: str
    n: int


@value
class Placed(SideEvent):
    """2P-10: the set-up is done, one block on each of these places."""

    file_name = "set_up"
    places: tuple[str, ...]


@value
class Draw(Chance):
    """2P-10, 2P-12, T-12: a block is drawn blind from a side's pool."""

    side: int
    left: int
    rule: ClassVar[str] = "2P-12"

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        """2P-12: each block of the pool is equally likely."""
        return drawn_from(s.setting.types[self.side], s.pools[self.side])

    def resolve(self, s: Position, outcome: Action) -> Position:
        """2P-12: only its owner sees it."""
        kind = s.setting.kind(self.side, outcome[1])
        told = Drawn(SIDES[self.side], outcome[1])
        return s.replace(
            pools=pair(s.pools, self.side, without(s.pools[self.side], kind)), drawn=merged(s.drawn, (kind,)),
            news=(*s.news, told), stack=(*s.stack, Draw(self.side, self.left - 1)) if self.left > 1 else s.stack,
        )


def drawn_from(types: tuple[str, ...], pool: Stack) -> tuple[tuple[Action, int], ...]:
    """2P-12: what may be drawn from a pool, and how many of it there are."""
    counts: dict[int, int] = {}
    for kind in pool:
        counts[kind] = counts.get(kind, 0) + 1
    return tuple([(("draw", types[kind]), count) for kind, count in counts.items()])


@value
class Stand(Auto):
    """IB-1, IB-2, IB-3: where a short scenario of ours begins, the blocks dealt to a place stand there."""

    side: int
    place: int
    rule: ClassVar[str] = "2P-8"

    def run(self, s: Position) -> Position:
        """2P-8: the enemy sees how many they are."""
        told = Landed(SIDES[self.side], s.setting.locations[self.place], len(s.drawn))
        return s.replace(blocks=arrive(s, self.side, self.place, s.drawn, FRESH), drawn=(), news=(*s.news, told))


@value
class SetUp(Decision):
    """2P-10: the Americans put Vandegrift and three blocks drawn blind on the four start locations, one on each."""

    side: int = AMERICAN
    rule: ClassVar[str] = "2P-10"

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-10: first a block, then its place; a block already placed may be lifted again."""
        here = s.setting.locations
        army = s.blocks[side]
        if s.hand is not None:
            found: list[Action] = [("set", here[place]) for place in s.setting.setup_locations if not army[place]]
            return (*found, ("back", s.setting.types[side][s.hand.blocks[0] >> 2]))
        found = [("take", POOL, name) for name in dict.fromkeys(names(s, side, s.drawn))]
        return (*found, *(("lift", here[place]) for place in s.setting.setup_locations if army[place]))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-10: one block on each of the four start locations, and nothing else."""
        if action[0] == "set" and len(action) == 2:
            place = s.setting.index.get(action[1], -1)
            if s.hand is None:
                return refuse("2P-10", "refused.setup_take_first")
            if place in s.setting.setup_locations:
                return refuse("2P-10", "refused.setup_taken", place=action[1])
            return refuse("2P-10", "refused.setup_elsewhere", places=place_names(s, s.setting.setup_locations))
        if action[0] == "take" and s.hand is not None:
            return refuse("2P-10", "refused.setup_place_first")
        return refuse("2P-10", "refused.setup")

    def take(self, s: Position, side: int, action: Action) -> Position:
        """2P-10: pick up, place, or lift again; nobody else sees it before all four stand."""
        army = s.blocks[side]
        hand = s.hand
        if action[0] == "take":
            kind = s.setting.kind(side, action[2])
            return s.replace(hand=Hand(-1, (kind * 4,)), drawn=without(s.drawn, kind)).push(self)
        if action[0] == "back" and hand is not None:
            return s.replace(hand=None, drawn=merged(s.drawn, kinds(hand.blocks))).push(self)
        place = s.setting.index[action[1]]
        if action[0] == "lift":
            s = s.replace(drawn=merged(s.drawn, kinds(army[place])), blocks=pair(s.blocks, side, put(army, place, ())))
            return s.push(self)
        assert hand is not None
        s = s.replace(hand=None, blocks=pair(s.blocks, side, put(army, place, hand.blocks)))
        if s.drawn:
            return s.push(self)
        return s.tell(Placed(SIDES[side], place_names(s, s.setting.setup_locations)))

    def retracts(self, action: Action) -> bool:
        """2P-10: putting back and lifting only take back."""
        return action[0] in ("back", "lift")


@value
class Reinforce(Auto):
    """2P-12, 2P-14, T-11, T-12, T-18, T-35: step 1 of a side's sequence."""

    side: int
    rule: ClassVar[str] = "2P-12"

    def run(self, s: Position) -> Position:
        """2P-12, T-11, T-12: how many blocks come; with every anchor closed, none are drawn."""
        n = min(s.setting.draw, len(s.pools[self.side]))
        if self.side == AMERICAN:
            if s.turn < s.setting.first_reinforcement or not n:
                return s
            return s.push(Draw(AMERICAN, n), Enter(AMERICAN))
        if not n:
            return s
        if not open_anchors(s):
            return s.tell(AnchorsClosed(SIDES[JAPANESE]))
        if s.setting.anchor_first:
            return s.push(Land(JAPANESE), Draw(JAPANESE, n), Enter(JAPANESE))
        return s.push(Draw(JAPANESE, n), Land(JAPANESE), Enter(JAPANESE))


def open_anchors(s: Position) -> tuple[int, ...]:
    """2P-14, T-04: the Japanese anchors on which no American stands."""
    return tuple(place for place in s.setting.anchors if not s.blocks[AMERICAN][place])


@value
class Land(Decision):
    """2P-14, T-18: the Japanese choose the one anchor at which this turn's blocks come ashore."""

    side: int = JAPANESE
    rule: ClassVar[str] = "2P-14"
    plays_itself: ClassVar[bool] = True

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-14: which anchors are open is known to all."""
        return tuple(("land", s.setting.locations[place]) for place in open_anchors(s))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-14: no anchor, or closed by an American block."""
        place = s.setting.index.get(action[1], -1) if len(action) == 2 and action[0] == "land" else -1
        if place < 0:
            return refuse("2P-14", "refused.must_land")
        if place not in s.setting.anchors:
            return refuse("2P-14", "refused.no_anchor", place=action[1])
        return refuse("2P-14", "refused.anchor_closed", place=action[1])

    def take(self, s: Position, side: int, action: Action) -> Position:
        """2P-14: the anchor holds for the whole turn."""
        return s.replace(anchor=s.setting.index[action[1]])


@value
class Enter(Auto):
    """2P-13, 2P-14, 2P-15, T-13: the blocks drawn stand on Henderson Field, or at the anchor; they may act at once."""

    side: int
    rule: ClassVar[str] = "2P-13"

    def run(self, s: Position) -> Position:
        """2P-13, 2P-14, T-13: whether they may take part in an amphibious assault this turn is an option."""
        place = s.setting.field if self.side == AMERICAN else s.anchor
        told = Landed(SIDES[self.side], s.setting.locations[place], len(s.drawn))
        flag = NEW if s.setting.strict_beach else FRESH
        return s.replace(blocks=arrive(s, self.side, place, s.drawn, flag), drawn=(), news=(*s.news, told))
