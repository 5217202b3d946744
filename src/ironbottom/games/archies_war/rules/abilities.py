"""The special blocks: what each does when its owner spends an action and the block."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.archies_war.rules.combat import GENERAL, walk_over
from ironbottom.games.archies_war.rules.events import SideEvent
from ironbottom.games.archies_war.rules.movement import backs
from ironbottom.games.archies_war.rules.printed import AMERICAN, FRESH, JAPANESE, MOVED, NEW, SIDES, Stack, code
from ironbottom.games.archies_war.rules.state import (
    Hand,
    Held,
    Position,
    arrive,
    discarded,
    enemies,
    kinds,
    less,
    merged,
    names,
    pair,
    put,
    returnable,
    to_casualties,
    without,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Secret
from ironbottom.kernel.step import Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Used(SideEvent):
    """2P-16, 2P-41: a special block is spent; `target` is what it is used on or against, "" for Resupply."""

    file_name = "used"
    block: str
    place: str
    target: str = ""

    def to_file(self, bare: bool = False) -> dict[str, Any]:
        """Files hold a target only where there is one."""
        data = Event.to_file(self, bare)
        return data if self.target else data | {"args": data["args"][:-1]}


@value
class Assaulted(SideEvent):
    """2P-42: so many infantry come over the sea."""

    file_name = "assaulted"
    start: str
    end: str
    n: int


@value
class Scouted(Event):
    """2P-49: what Recon sees; the Americans alone learn it."""

    file_name = "scouted"
    private = True
    place: str
    blocks: tuple[str, ...]

    def knows(self) -> tuple[int, ...]:
        return (AMERICAN,)


@value
class Resupplied(SideEvent):
    """2P-50: a casualty returns, unseen by the enemy."""

    file_name = "resupplied"
    place: str
    block: Secret[str]


@value
class Pointed(SideEvent):
    """T-05: the block that the bombarding side points at."""

    file_name = "pointed"
    place: str
    number: int


@value
class Hit(SideEvent):
    """2P-51..2P-53, 2P-55: chance has taken a block; its owner alone sees which. `cause` is the ability, or "turn"."""

    file_name = "hit"
    place: str
    cause: str
    block: Secret[str]


@value
class Spared(SideEvent):
    """2P-53: the minor bombardment has found Vandegrift: no effect, and everybody knows where he is."""

    file_name = "no_effect"
    place: str


AIMED = ("recon", "attrition", "major_bombardment", "minor_bombardment")
"""Abilities with a location as their target."""
STRIKES = ("attrition", "major_bombardment", "minor_bombardment")
TROOPS = 2
"""2P-42: an amphibious assault is made by one or two infantry."""


def uses(s: Position, side: int) -> list[Action]:
    """2P-16, 2P-46, T-22, T-34: the special blocks on the map that can be used now, wherever they stand."""
    setting = s.setting
    limit = setting.infantry[side]
    found: list[Action] = []
    able: dict[int, bool] = {}
    for place, stack in enumerate(s.blocks[side]):
        if stack and stack[-1] >> 2 >= limit:
            for kind in dict.fromkeys(kinds(stack)):
                if kind >= limit:
                    if kind not in able:
                        able[kind] = usable(s, side, setting.types[side][kind])
                    if able[kind]:
                        found.append(setting.uses[side][place][kind])
    return found


def usable(s: Position, side: int, ability: str) -> bool:
    """2P-24, 2P-47..2P-53, T-03, T-22, T-36: whether an ability has something to do."""
    if ability == "air_support":
        return s.held is not None and not s.held.air
    if s.setting.immediate and s.held is not None:
        return False
    if ability in AIMED:
        return bool(targets(s, side, ability))
    if ability == "amphibious_assault":
        return (
            not s.attacked
            and bool(assault_targets(s, side))
            and any(boarding(s, side, place) for place in s.setting.places)
        )
    if ability == "resupply":
        return bool(returnable(s, side)) and bool(entries(s, side))
    return False


def targets(s: Position, side: int, ability: str) -> int:
    """2P-49, 2P-51, 2P-52, 2P-53, T-22: where an ability may be aimed, as a mask: only where enemy blocks stand."""
    foes = enemies(s, side)
    field = 1 << s.setting.field
    if ability == "minor_bombardment":
        return foes & field
    if ability == "major_bombardment":
        return 0 if s.attacked else foes & (field | s.setting.adjacent_mask)
    return foes


def assault_targets(s: Position, side: int) -> list[int]:
    """2P-42: the beaches that an amphibious assault may attack."""
    return [place for place, stack in enumerate(s.blocks[1 - side]) if stack and s.setting.beach[place]]


def boarding(s: Position, side: int, place: int) -> Stack:
    """2P-42, 2P-43, 2P-44, T-13: the infantry at a beach that may make an amphibious assault: codes."""
    if not s.setting.beach[place]:
        return ()
    least = 1 if side == AMERICAN else 0
    return tuple(
        item for item in s.blocks[side][place] if item & 3 == FRESH and least <= item >> 2 < s.setting.infantry[side]
    )


def entries(s: Position, side: int) -> tuple[int, ...]:
    """2P-13, 2P-14, 2P-50, T-19, T-36: where a block that Resupply returns may enter."""
    foes = s.blocks[1 - side]
    if side == AMERICAN:
        places: tuple[int, ...] = (s.setting.field,)
    else:
        places = (s.anchor,) if s.anchor >= 0 else s.setting.anchors
    return tuple(place for place in places if not foes[place])


def with_tool(s: Position, side: int, hand: Hand) -> list[Action]:
    """2P-42..2P-44, 2P-49..2P-53: what the special block in hand may be used for."""
    setting = s.setting
    ability = setting.types[side][hand.tool]
    found: list[Action] = []
    if ability == "amphibious_assault":
        if hand.blocks:
            found += [("assault", setting.locations[place]) for place in assault_targets(s, side)]
        if len(hand.blocks) < TROOPS:
            origins = (hand.origin,) if hand.blocks else setting.places
            for place in origins:
                free = less(boarding(s, side, place), hand.blocks)
                found += [setting.takes[side][place][kind] for kind in dict.fromkeys(kinds(free))]
    elif ability == "resupply":
        places = [setting.locations[place] for place in entries(s, side)]
        back = dict.fromkeys(names(s, side, returnable(s, side)))
        found += [("recall", name, place) for name in back for place in places]
    else:
        aim = targets(s, side, ability)
        found += [("on", name) for place, name in enumerate(setting.locations) if aim >> place & 1]
    if hand.blocks:
        return found + backs(s, side, hand)
    return [*found, ("back", ability)]


def use(s: Position, side: int, kind: int, place: int) -> Position:
    """2P-16, 2P-47, T-03: take up a special block; only Air Support does its work at once."""
    if s.setting.types[side][kind] != "air_support":
        return s.replace(hand=Hand(-1, (), kind, place))
    held: Any = s.held
    army = spend(s.blocks[side], place, kind)
    told = Used(SIDES[side], "air_support", s.setting.locations[place], s.setting.locations[held.place])
    return s.replace(
        blocks=pair(s.blocks, side, army), actions=s.actions - 1, held=held.replace(air=True), news=(*s.news, told)
    )


def spend(army: Any, place: int, kind: int) -> Any:
    """The army without a special block that is used up: one that has moved before one that has not."""
    for flag in (MOVED, NEW, FRESH):
        if code(kind, flag) in army[place]:
            return put(army, place, without(army[place], code(kind, flag)))
    raise ValueError("the block does not stand there")


def spent(s: Position, side: int, target: str = "") -> Position:
    """2P-16, 2P-41: an ability's cost: one action, and the block goes openly to the casualty box."""
    hand: Any = s.hand
    told = Used(SIDES[side], s.setting.types[side][hand.tool], s.setting.locations[hand.tool_at], target)
    return s.replace(
        blocks=pair(s.blocks, side, spend(s.blocks[side], hand.tool_at, hand.tool)), hand=None, actions=s.actions - 1,
        news=(*s.news, told), **discarded(s, side, hand.tool),
    )


def assault(s: Position, side: int, goal: int) -> Position:
    """2P-42, 2P-43, 2P-46: the infantry in hand attacks another beach, past all that stands between."""
    hand: Any = s.hand
    here = s.setting.locations
    s = spent(s, side, here[goal])
    army = s.blocks[side]
    told = Assaulted(SIDES[side], here[hand.origin], here[goal], len(hand.blocks))
    return s.replace(
        blocks=pair(s.blocks, side, put(army, hand.origin, less(army[hand.origin], hand.blocks))),
        attackers=kinds(hand.blocks), held=Held(goal, hand.origin, amphibious=True), attacked=True,
        news=(*s.news, told),
    )


def aim(s: Position, side: int, goal: int) -> Position:
    """2P-24, 2P-49, 2P-51..2P-53: an ability strikes the location it is aimed at, or looks at it."""
    hand: Any = s.hand
    ability = s.setting.types[side][hand.tool]
    s = spent(s, side, s.setting.locations[goal])
    if ability == "recon":
        seen = names(s, JAPANESE, kinds(s.blocks[1 - side][goal]))
        told = Scouted(s.setting.locations[goal], seen)
        return s.replace(scouted=tuple(sorted({*s.scouted, goal})), news=(*s.news, told))
    if ability == "major_bombardment":
        s = s.replace(attacked=True)
    strike = Strike(1 - side, goal, ability)
    if s.setting.picks and ability != "attrition":
        return s.push(Point(side, goal, ability), strike)
    return s.push(strike)


def recall(s: Position, side: int, kind: int, place: int) -> Position:
    """2P-14, 2P-50, T-14, T-19: one casualty returns, unseen by the enemy; the block used cannot return itself.

    Of what everybody knew to lie in the box one block of each kind may be the one that is now on the map; the Resupply
    itself is not, nor by option what was used. Where an owner's blocks have more than one Japanese Resupply, the next
    enters at this anchor too.
    """
    was, stay = s.lost[side], s.used[side]
    hand: Any = s.hand
    known = less(s.known_lost[side], stay)
    known = merged(less(known, tuple(dict.fromkeys(known))), merged(stay, (hand.tool,)))
    again = side == JAPANESE and s.setting.counts[side][hand.tool] > 1
    s = spent(s, side)
    told = Resupplied(SIDES[side], s.setting.locations[place], s.setting.types[side][kind])
    return s.replace(
        lost=pair(s.lost, side, merged(without(was, kind), (hand.tool,))),
        known_lost=pair(s.known_lost, side, known),
        blocks=arrive(s, side, place, (kind,), NEW), anchor=place if again else s.anchor,
        spotted=s.spotted and place != s.setting.field, news=(*s.news, told),
    )


@value
class Point(Decision):
    """T-05: by option, the bombarding player points at one of the shuffled face-down blocks."""

    side: int
    place: int
    cause: str
    rule: ClassVar[str] = "T-05"

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """T-05: one of the blocks there; their order says nothing."""
        return tuple(("pick", number + 1) for number in range(len(s.blocks[1 - side][self.place])))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """T-05: there is no such block."""
        return refuse("T-05", "refused.pick", n=len(s.blocks[1 - side][self.place]))

    def take(self, s: Position, side: int, action: Action) -> Position:
        """T-05: the blocks lie shuffled, so that chance still decides."""
        return s.tell(Pointed(SIDES[side], s.setting.locations[self.place], action[1]))


@value
class Strike(Chance):
    """2P-51, 2P-52, 2P-53, 2P-55, T-05: chance takes one block of a location; `side` is its owner."""

    side: int
    place: int
    cause: str
    rule: ClassVar[str] = "2P-51"

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        """2P-51, 2P-55: every block there is equally likely, Vandegrift and wire included."""
        counts: dict[int, int] = {}
        for kind in kinds(s.blocks[self.side][self.place]):
            counts[kind] = counts.get(kind, 0) + 1
        known = s.setting.types[self.side]
        return tuple((("hit", known[kind]), count) for kind, count in counts.items())

    def resolve(self, s: Position, outcome: Action) -> Position:
        """2P-51..2P-53, 2P-55, T-23, T-25, T-27: the owner alone sees what is lost; Vandegrift may be spared."""
        kind = s.setting.kind(self.side, outcome[1])
        here = s.setting.locations[self.place]
        if self.cause == "minor_bombardment" and self.side == AMERICAN and kind == GENERAL:
            return s.replace(spotted=True, news=(*s.news, Spared(SIDES[self.side], here)))
        army = s.blocks[self.side]
        flagged = next(item for item in army[self.place] if item >> 2 == kind)
        told = Hit(SIDES[self.side], here, self.cause, outcome[1])
        s = s.replace(
            blocks=pair(s.blocks, self.side, put(army, self.place, without(army[self.place], flagged))),
            spotted=s.spotted and (self.cause == "minor_bombardment" or self.place != s.setting.field),
            news=(*s.news, told), **to_casualties(s, self.side, kind),
        )
        if s.held is not None and s.held.place == self.place and not s.blocks[self.side][self.place]:
            return walk_over(s, 1 - self.side)
        return s
