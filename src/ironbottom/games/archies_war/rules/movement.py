"""Step 2 of the sequence: moves by road and trail, and the move that is an attack."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from ironbottom.games.archies_war.rules.events import SideEvent
from ironbottom.games.archies_war.rules.printed import AMERICAN, FRESH, MOVED, NEW, SIDES, Printed, Route, Stack, code
from ironbottom.games.archies_war.rules.state import (
    Hand,
    Held,
    Position,
    arrive,
    enemies,
    kinds,
    less,
    mask,
    merged,
    names,
    pair,
    place_names,
    put,
    to_casualties,
    without,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Secret
from ironbottom.kernel.step import Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Moved(SideEvent):
    """2P-17, 2P-23: so many blocks go along a path; where the enemy stands at its end, it is the attack."""

    file_name = "moved"
    path: tuple[str, ...]
    n: int
    trail: bool
    attack: bool


@value
class TrailLost(SideEvent):
    """2P-21, T-21: a trail to this place cost a block; its owner alone knows which."""

    file_name = "trail_loss"
    place: str
    block: Secret[str]


NOTHING, ANYTHING, INFANTRY, PAIRS = 0, 1, 2, 3
"""What may leave a stack: nothing; any block; infantry, to attack; infantry, to attack by trail with two or more."""


def may_leave(s: Position, place: int, foes: int) -> int:
    """2P-20, 2P-24, 2P-26, T-29: what may be taken from a place, so that some move with it exists."""
    around = s.setting.neighbours[place]
    if around & ~foes:
        return ANYTHING
    if s.attacked or not around:
        return NOTHING
    return INFANTRY if s.setting.road[place] & foes else PAIRS


@lru_cache(maxsize=8192)
def takes_from(setting: Printed, side: int, place: int, stack: Stack, held: Stack, leave: int) -> tuple[Action, ...]:
    """2P-17, 2P-18: the blocks of a stack that may be picked up, each type once; moved ones may not."""
    left = less(stack, held)
    free = [item >> 2 for item in left if item & 3 != MOVED]
    if leave >= INFANTRY:
        free = [kind for kind in free if kind < setting.infantry[side]]
        if leave == PAIRS and len(free) + len(held) < 2:
            return ()
    row = setting.takes[side][place]
    return tuple(row[kind] for kind in dict.fromkeys(free))


def takes(s: Position, side: int) -> list[Action]:
    """2P-17, 2P-18: what may be picked up for a move when nothing is in hand."""
    found: list[Action] = []
    foes = enemies(s, side)
    setting = s.setting
    for place, stack in enumerate(s.blocks[side]):
        if stack and (leave := may_leave(s, place, foes)):
            found += takes_from(setting, side, place, stack, (), leave)
    return found


def with_hand(s: Position, side: int, hand: Hand) -> list[Action]:
    """2P-17..2P-20: where the blocks in hand may go, and what may still join them."""
    foes = enemies(s, side)
    stack = s.blocks[side][hand.origin]
    leave = may_leave(s, hand.origin, foes)
    found: list[Action] = list(
        s.setting.marches(hand.origin, foes, has_general(side, hand.blocks), attack_mode(s, side, hand.blocks))
    )
    found += takes_from(s.setting, side, hand.origin, stack, hand.blocks, leave)
    found += backs(s, side, hand)
    return found


def backs(s: Position, side: int, hand: Hand) -> list[Action]:
    """The blocks in hand, each type once, to be put back."""
    known = s.setting.types[side]
    return [("back", known[kind]) for kind in dict.fromkeys(kinds(hand.blocks))]


def has_general(side: int, codes: Stack) -> bool:
    """2P-19: whether Vandegrift is among these blocks on the map."""
    return side == AMERICAN and bool(codes) and codes[0] < 4


def attack_mode(s: Position, side: int, codes: Stack) -> int:
    """2P-24, 2P-26, T-29: which attacks these blocks may make: 0 none, 1 by road alone, 2 by trail too."""
    if s.attacked or codes[-1] >> 2 >= s.setting.infantry[side]:
        return 0
    return 2 if len(codes) > 1 else 1


def picked(s: Position, side: int, place: int, kind: int, held: Stack, amphibious: bool = False) -> int:
    """2P-18, T-13: the block on the map that a `take` means: unmoved; for a march one that came by Resupply first."""
    left = less(s.blocks[side][place], held)
    if not amphibious and code(kind, NEW) in left:
        return code(kind, NEW)
    return code(kind, FRESH)


def take(s: Position, side: int, place: int, kind: int) -> Position:
    """Pick a block up; nobody else sees it."""
    hand = s.hand
    if hand is None:
        return s.replace(hand=Hand(place, (picked(s, side, place, kind, ()),)))
    amphibious = hand.tool >= 0
    item = picked(s, side, place, kind, hand.blocks, amphibious)
    return s.replace(hand=hand.replace(origin=place, blocks=merged(hand.blocks, (item,))))


def back(s: Position, side: int, kind: int) -> Position:
    """Put a block of the hand back; the special block itself when nothing else is in hand."""
    hand: Any = s.hand
    for flag in (FRESH, NEW):
        if code(kind, flag) in hand.blocks:
            blocks = without(hand.blocks, code(kind, flag))
            if not blocks:
                return s.replace(hand=Hand(-1, (), hand.tool, hand.tool_at) if hand.tool >= 0 else None)
            return s.replace(hand=hand.replace(blocks=blocks))
    return s.replace(hand=None)


def march(s: Position, side: int, goal: int, via: int) -> Position:
    """2P-15, 2P-16, 2P-17, 2P-21, 2P-22, 2P-23, 2P-25, 2P-28, T-10, T-15, T-30, T-31: the blocks in hand go.

    A trail costs one of them, after arrival and before any combat; where the enemy stands, it is the attack.
    """
    hand: Any = s.hand
    foes = enemies(s, side)
    blocks: Stack = hand.blocks
    route: Any = s.setting.route(hand.origin, foes, has_general(side, blocks), goal, via)
    types = kinds(blocks)
    attack = bool(foes >> goal & 1)
    army = s.blocks[side]
    told = Moved(SIDES[side], place_names(s, route.path), len(types), route.trail, attack)
    changes: dict[str, Any] = {
        "blocks": pair(s.blocks, side, put(army, hand.origin, less(army[hand.origin], blocks))), "hand": None,
        "actions": s.actions - 1, "attacked": s.attacked or attack, "news": (*s.news, told),
    }
    if route.trail:
        s = s.replace(column=types, **changes)
        return (
            lose_on_trail(s, side, goal, via, attack, types[0])
            if len(types) == 1
            else s.push(TrailLoss(side, goal, via, attack))
        )
    s = s.replace(**changes)
    return arrived(s, side, goal, via, attack, types)


def arrived(s: Position, side: int, goal: int, via: int, attack: bool, types: Stack) -> Position:
    """2P-6, 2P-7, 2P-23: the blocks stand at their goal, or before it with an attack declared."""
    if attack:
        return s.replace(attackers=types, held=Held(goal, via))
    if not types:
        return s
    return s.replace(blocks=arrive(s, side, goal, types))


def lose_on_trail(s: Position, side: int, goal: int, via: int, attack: bool, kind: int) -> Position:
    """2P-21, T-15, T-21: one of the blocks that came is lost; only its owner knows which."""
    rest = without(s.column, kind)
    told = TrailLost(SIDES[side], s.setting.locations[goal], s.setting.types[side][kind])
    s = s.replace(column=(), news=(*s.news, told), **to_casualties(s, side, kind))
    return arrived(s, side, goal, via, attack, rest)


@value
class TrailLoss(Decision):
    """2P-21, T-15: a move over a trail costs one of the blocks that came, by their owner's choice."""

    side: int
    place: int
    via: int
    attack: bool
    rule: ClassVar[str] = "2P-21"

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-21: any one of those that moved, and no other."""
        return tuple(("lose", name) for name in dict.fromkeys(names(s, side, s.column)))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-21, T-15: only a block that has just come by trail can be the loss."""
        return refuse("2P-21", "refused.trail_loss")

    def take(self, s: Position, side: int, action: Action) -> Position:
        return lose_on_trail(s, side, self.place, self.via, self.attack, s.setting.kind(side, action[1]))


def routes_of_hand(s: Position, side: int, hand: Hand) -> tuple[Route, ...]:
    """2P-19, 2P-20: the ways open to the blocks in hand."""
    return s.setting.routes(hand.origin, mask(s.blocks[1 - side]), has_general(side, hand.blocks))
