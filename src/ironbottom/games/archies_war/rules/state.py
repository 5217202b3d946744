"""A position of the two-player game.

Blocks have no identity: a place holds a sorted multiset. In a view an unknown block is UNKNOWN, and the enemy's hand
is empty.
"""

from __future__ import annotations

from typing import Any, TypeVar

from ironbottom.games.archies_war.rules.printed import FRESH, JAPANESE, MOVED, SIDES, Army, Printed, Stack
from ironbottom.kernel.knowledge import Hidden, Public
from ironbottom.kernel.step import State
from ironbottom.kernel.value import Value, value

T = TypeVar("T")


@value
class Hand(Value):
    """What the side to decide has picked up and not yet committed: blocks of one location (codes), and the special
    block that it means to use (`tool`, a type, standing at `tool_at`)."""

    origin: int = -1
    blocks: Stack = ()
    tool: int = -1
    tool_at: int = -1


@value
class Held(Value):
    """2P-27: an attack that is declared and not yet fought; `back` is where beaten attackers go."""

    place: int
    back: int
    amphibious: bool = False
    air: bool = False


@value
class Battle(Value):
    """2P-35: a combat while its blocks lie open to both. When the beaten defender has chosen his loss, his
    survivors are hidden again (`open` false); `left` of them stand at `refuge`."""

    place: int
    side: int
    attackers: Stack
    defenders: Stack
    air: bool
    attack: int
    defence: int
    need: int
    winner: int
    general: bool
    open: bool = True
    refuge: int = -1
    left: int = 0


@value
class Sums(Value):
    """How a combat came out: public, and kept until the next."""

    place: int
    attack: int
    defence: int
    need: int
    winner: int
    general: bool


@value
class Position(State):
    """The state of the two-player game."""

    setting: Printed
    turn: Public[int] = 1
    tokens: Public[int] = 0
    actions: Public[int] = 0
    attacked: Public[bool] = False
    anchor: Public[int] = -1
    blocks: Hidden[tuple[Army, Army]] = ((), ())
    """Codes for each side and location."""
    pools: Hidden[tuple[Stack, Stack]] = ((), ())
    lost: Hidden[tuple[Stack, Stack]] = ((), ())
    """The casualty boxes."""
    known_lost: Public[tuple[Stack, Stack]] = ((), ())
    """Those casualties whose type everybody knows: specials that were used, and losses that left no choice."""
    drawn: Hidden[Stack] = ()
    """Types drawn and not yet on the map."""
    hand: Hidden[Hand | None] = None
    column: Hidden[Stack] = ()
    """Types on a trail, before the loss that it costs."""
    held: Public[Held | None] = None
    attackers: Hidden[Stack] = ()
    """The types of the held attack."""
    battle: Public[Battle | None] = None
    scouted: Public[tuple[int, ...]] = ()
    """Locations whose Japanese the American has seen by Recon, while they stay as they were."""
    fought: Public[Sums | None] = None
    """The last combat fought; its blocks are hidden again."""
    spotted: Public[bool] = False
    """Everybody knows that Vandegrift stands on Henderson Field."""
    used: Public[tuple[Stack, Stack]] = ((), ())
    """T-19 by option: those in the casualty boxes that were used, and so never come back."""

    def to_file(self, bare: bool = False) -> dict[str, Any]:
        """As any state's; what came later counts in fingerprints only where it is, for the sake of stored records."""
        data = State.to_file(self, bare)
        if bare and not any(self.used):
            del data["used"]
        return data


def other(side: int) -> int:
    """The enemy of a side."""
    return 1 - side


def pair(pairs: tuple[T, T], side: int, item: T) -> tuple[T, T]:
    """The pair with one side's item replaced."""
    return (item, pairs[1]) if side == 0 else (pairs[0], item)


def put(army: Army, place: int, stack: Stack) -> Army:
    """The army with another stack at that place."""
    return (*army[:place], stack, *army[place + 1 :])


def merged(stack: Stack, more: Stack) -> Stack:
    """Both multisets together."""
    return tuple(sorted(stack + more)) if stack else more


def without(stack: Stack, item: int) -> Stack:
    """The multiset less one item."""
    at = stack.index(item)
    return stack[:at] + stack[at + 1 :]


def less(stack: Stack, items: Stack) -> Stack:
    """The multiset less several items."""
    for item in items:
        at = stack.index(item)
        stack = stack[:at] + stack[at + 1 :]
    return stack


def kinds(stack: Stack) -> Stack:
    """The types of a stack of codes."""
    return tuple([item >> 2 for item in stack])


def as_codes(types: Stack, flag: int) -> Stack:
    """Types as blocks on the map."""
    return tuple([kind * 4 + flag for kind in types])


def mask(army: Army) -> int:
    """Where a side stands, as a bit for each location."""
    bits = 0
    bit = 1
    for stack in army:
        if stack:
            bits |= bit
        bit += bit
    return bits


def enemies(s: Position, side: int) -> int:
    """2P-20: the mask of the enemy's locations."""
    return mask(s.blocks[1 - side])


def rested(army: Army) -> Army:
    """All blocks of an army as at the start of a turn."""
    return tuple([as_codes(kinds(stack), FRESH) if stack else stack for stack in army])


def names(s: Position, side: int, types: Stack) -> tuple[str, ...]:
    """The names of types, for events and lists."""
    known = s.setting.types[side]
    return tuple([known[kind] if kind >= 0 else "unknown" for kind in types])


def place_names(s: Position, places: tuple[int, ...]) -> tuple[str, ...]:
    """The names of locations."""
    return tuple([s.setting.locations[place] for place in places])


def arrive(s: Position, side: int, place: int, types: Stack, flag: int = MOVED) -> tuple[Army, Army]:
    """The blocks with these types added at a place."""
    army = s.blocks[side]
    return pair(s.blocks, side, put(army, place, merged(army[place], as_codes(types, flag))))


def to_casualties(s: Position, side: int, kind: int, public: bool = False) -> dict[str, Any]:
    """2P-41: the fields of the casualty boxes with one more block; `public` if everybody knows which it is."""
    changes: dict[str, Any] = {"lost": pair(s.lost, side, merged(s.lost[side], (kind,)))}
    if public:
        changes["known_lost"] = pair(s.known_lost, side, merged(s.known_lost[side], (kind,)))
    return changes


def discarded(s: Position, side: int, kind: int) -> dict[str, Any]:
    """2P-41, T-19: the same for a special block that is used; by option it never comes back."""
    changes = to_casualties(s, side, kind, public=True)
    if s.setting.used_stay:
        changes["used"] = pair(s.used, side, merged(s.used[side], (kind,)))
    return changes


def returnable(s: Position, side: int) -> Stack:
    """2P-50, T-19: the casualties that Resupply may bring back."""
    return less(s.lost[side], s.used[side])


def on_field(s: Position) -> bool:
    """2P-2: whether a Japanese block stands on Henderson Field."""
    return bool(s.blocks[JAPANESE][s.setting.field])


def side_name(side: int) -> str:
    """The id of a side."""
    return SIDES[side]
