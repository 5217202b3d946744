"""The rules: the state, set-up, marches, and combat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Secret
from ironbottom.kernel.knowledge import Hidden, Public
from ironbottom.kernel.printed import Printed
from ironbottom.kernel.step import Auto, Decision, Die, Refusal, Result, State, refuse
from ironbottom.kernel.value import Value, value

AMERICAN, JAPANESE = 0, 1
SIDES = ("american", "japanese")
LOST = "lost"


@value
class Block(Value):
    """T-2: `strength` is 0 where the viewer does not know it; `up`: it lies face up."""
    side: int
    place: str
    strength: int
    up: bool = False

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]}.{self.strength}"


@value
class Position(State):
    setting: Printed
    blocks: Hidden[tuple[Block, ...]] = ()
    turn: Public[int] = 0

    def at(self, side: int, place: str) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.side == side and block.place == place)

    def block(self, name: str) -> Block:
        return next(block for block in self.blocks if block.name == name)

    def put(self, block: Block, place: str, up: bool = False) -> Position:
        """The position with a block elsewhere, or face up."""
        moved = block.replace(place=place, up=up or block.up)
        return self.replace(blocks=ordered(moved if one == block else one for one in self.blocks))

    def entry(self, place: str) -> dict[str, Any]:
        """What the map says of a place."""
        return self.setting.data["map"]["place"][place]  # type: ignore[no-any-return]


def ordered(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Blocks in an order that tells nothing but what stands in them."""
    return tuple(sorted(blocks, key=lambda block: (block.side, block.place, block.strength)))


@value
class Moved(Event):
    side: int
    block: Secret[str]
    start: str
    end: str


def moved(s: Position, action: Action) -> Position:
    """The block that the action names goes where it says."""
    block = s.block(action[1])
    return s.put(block, action[2]).tell(Moved(block.side, block.name, block.place, action[2]))


@value
class Place(Decision):
    """T-3: one block goes from the camp to a starting place of its side, until the camp is empty."""
    rule = "T-3"
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        starts = [key for key in s.setting.data["map"]["place"] if s.entry(key).get("start") == SIDES[side]]
        return tuple(("place", block.name, to) for block in s.at(side, f"camp.{SIDES[side]}") for to in starts)

    def take(self, s: Position, side: int, action: Action) -> Position:
        s = moved(s, action)
        return s.push(self) if s.at(side, f"camp.{SIDES[side]}") else s


@value
class March(Decision):
    """T-4, T-5: one block goes to a place beside its own, or all stay; where enemies stand, it attacks."""
    rule = "T-4"
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        mine = [block for block in s.blocks if block.side == side and block.place != LOST]
        return (*(("go", block.name, to) for block in mine for to in s.entry(block.place)["links"]), ("stay",))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("T-4", "refused.no_way" if len(action) == 3 else "refused.not_now")

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "stay" or not s.at(1 - side, action[2]):
            return s if action[0] == "stay" else moved(s, action)
        block = s.block(action[1])
        return s.put(block, block.place, up=True).push(Defend(1 - side, block.name, action[2]))


@value
class Turn(Auto):
    """T-1, T-4: the sides march by turns, until one has won."""
    def run(self, s: Position) -> Position:
        if s.at(JAPANESE, s.setting.data["map"]["goal"]):
            return s.end(Result((-1, 1), "battery"))
        if s.turn == s.setting.data["blocks"]["turns"] or all(one.place == LOST for one in s.blocks if one.side):
            return s.end(Result((1, -1), "held"))
        return s.replace(turn=s.turn + 1).push(March(AMERICAN if s.turn % 2 else JAPANESE), self)


@value
class Fought(Event):
    side: int
    block: str
    other: str
    place: str
    die: int
    what: str


@value
class Defend(Decision):
    """T-5: the owner of the place chooses the block that defends."""
    rule = "T-5"
    plays_itself = True  # how many blocks stand there is known to all
    side: int
    attacker: str
    place: str

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(("defend", block.name) for block in s.at(side, self.place))

    def take(self, s: Position, side: int, action: Action) -> Position:
        return s.put(s.block(action[1]), self.place, up=True).push(Fight(self.attacker, action[1], self.place))


@value
class Fight(Die):
    """T-6, T-7: one die decides; the beaten block is lost, and a winner goes in where nobody is left."""
    rule = "T-6"
    attacker: str
    defender: str
    place: str

    def resolve(self, s: Position, outcome: Action) -> Position:
        one, other = s.block(self.attacker), s.block(self.defender)
        what = fought(s, one, other.strength, outcome[1])
        s = s.tell(Fought(one.side, one.name, other.name, self.place, outcome[1], what))
        if what == "won":
            s = s.put(other, LOST)
            return s if s.at(other.side, self.place) else s.put(one, self.place)
        return s.put(one, LOST) if what == "beaten" else s


def fought(s: Position, block: Block, against: int, die: int) -> str:
    """T-6: what becomes of an attack with that die against a block of that strength."""
    wet = s.setting.options["river"] and "water" in s.entry(block.place).get("facts", ())
    margin = block.strength + die - against - s.setting.data["blocks"]["river" if wet else "cover"]
    return "won" if margin > 0 else "beaten" if margin < 0 else "even"
