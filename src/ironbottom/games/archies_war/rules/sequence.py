"""The sequence of play of the two-player game, from top to bottom.

set-up: the Americans draw three blocks and place four
each turn: the American sequence, then the Japanese sequence; each of them
    step 1  reinforcement
    step 2  up to two actions, and step 3, one attack
    step 4  victory check
    step 5  on some turns, attrition of the Japanese
after turn 10: the Americans have won
"""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.archies_war.rules import abilities, movement
from ironbottom.games.archies_war.rules.abilities import Strike
from ironbottom.games.archies_war.rules.combat import GENERAL, Combat
from ironbottom.games.archies_war.rules.events import SideEvent
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, Printed
from ironbottom.games.archies_war.rules.refusals import why_no_action
from ironbottom.games.archies_war.rules.reinforcement import Draw, Reinforce, SetUp, Stand
from ironbottom.games.archies_war.rules.state import Position, mask, on_field, pair, rested, without
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Decision, Refusal, Result, refuse
from ironbottom.kernel.value import value


@value
class TurnBegan(Event):
    """2P-11: a turn begins."""

    file_name = "turn"
    turn: int


@value
class Ended(SideEvent):
    """2P-16: a side ends its actions, `left` of them unused; 2P-27: `fights` if its declared attack is fought then."""

    file_name = "ended"
    left: int
    fights: Later[bool] = False


@value
class Bombarded(Event):
    """2P-54: Japanese next to the airfield score; `tokens` with this one."""

    file_name = "bombarded"
    tokens: int


@value
class AttritionNamed(Event):
    """2P-55: the location that the Americans named."""

    file_name = "attrition"
    place: str


@value
class Over(Event):
    """2P-1, 2P-2, 2P-3: the game is over; `reason` as in the result."""

    file_name = "over"
    reason: str


def begin(setting: Printed) -> Position:
    """2P-9, 2P-10, 2P-11: nothing on the map, Vandegrift aside, all other blocks in the pools."""
    empty = ((),) * len(setting.locations)
    pools = (without(setting.whole[AMERICAN], GENERAL), setting.whole[JAPANESE])
    s = Position(setting, blocks=(empty, empty), pools=pools, drawn=(GENERAL,))
    return s.push(Draw(AMERICAN, setting.drawn_at_setup), SetUp(), Turn())


@value
class Turn(Auto):
    """2P-11: a turn: the American sequence, then the Japanese."""

    rule: ClassVar[str] = "2P-11"

    def run(self, s: Position) -> Position:
        """2P-11: the Americans move first."""
        s = s.tell(TurnBegan(s.turn))
        return s.push(Sequence(AMERICAN), Sequence(JAPANESE), NextTurn())


@value
class Sequence(Auto):
    """2P-11, 2P-18: one side's sequence of play; nothing of it has moved, attacked or landed yet."""

    side: int
    rule: ClassVar[str] = "2P-11"

    def run(self, s: Position) -> Position:
        """2P-11: steps 1 to 5."""
        s = s.replace(actions=s.setting.total_actions, attacked=False, anchor=-1)
        return s.push(Reinforce(self.side), Actions(self.side), Check(self.side))


@value
class Actions(Decision):
    """2P-16, 2P-27, T-02: up to two actions: moves and abilities in any mix; a declared attack is fought when its
    side likes, at the latest after its second action."""

    side: int
    rule: ClassVar[str] = "2P-16"

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-16, 2P-27, T-02: pick up a block to move or to use, fight the held attack, or end."""
        hand = s.hand
        if hand is not None:
            if hand.tool >= 0:
                return tuple(abilities.with_tool(s, side, hand))
            return tuple(movement.with_hand(s, side, hand))
        found: list[Action] = []
        if s.held is None or not s.setting.immediate:
            found = movement.takes(s, side)
        found += abilities.uses(s, side)
        if s.held is not None and not s.setting.anywhere_after:
            found.append(("resolve",))
        found.append(("end",))
        return tuple(found)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-16: the statement that forbids it."""
        return why_no_action(s, side, action)

    def retracts(self, action: Action) -> bool:
        """Putting a block of the hand back."""
        return bool(action[0] == "back")

    def take(self, s: Position, side: int, action: Action) -> Position:
        """2P-16, 2P-27: carry out one atom; an action done is followed by what `go_on` says."""
        verb = action[0]
        setting = s.setting
        if verb == "take":
            return movement.take(s, side, setting.index[action[1]], setting.kind(side, action[2])).push(self)
        if verb == "go":
            gone = movement.march(s, side, setting.index[action[1]], setting.index[action[2]])
            asked = gone.stack[len(s.stack) :]
            return gone.with_stack((*s.stack, GoOn(side), *asked)) if asked else go_on(gone, side)
        if verb == "use":
            s = abilities.use(s, side, setting.kind(side, action[1]), setting.index[action[2]])
            return s.push(self) if s.hand is not None else go_on(s, side)
        if verb == "on":
            return abilities.aim(s.push(GoOn(side)), side, setting.index[action[1]])
        if verb == "back":
            return movement.back(s, side, setting.kind(side, action[1])).push(self)
        if verb == "assault":
            return go_on(abilities.assault(s, side, setting.index[action[1]]), side)
        if verb == "recall":
            s = abilities.recall(s, side, setting.kind(side, action[1]), setting.index[action[2]])
            return go_on(s, side)
        if verb == "resolve":
            return s.push(Combat(side), self)
        s = s.tell(Ended(SIDES[side], s.actions, s.held is not None))
        return s.push(Combat(side)) if s.held is not None else s


def go_on(s: Position, side: int) -> Position:
    """2P-16, 2P-27, T-02: after an action: the combat, the next action, or the end of the actions."""
    held = s.held
    if held is None:
        return s.push(Actions(side)) if s.actions else s
    if not s.actions:
        return s.push(Combat(side))
    if s.setting.immediate and (side == JAPANESE or held.air):
        return s.push(Combat(side), Actions(side))
    return s.push(Actions(side))


@value
class GoOn(Auto):
    """2P-16: an action is done."""

    side: int

    def run(self, s: Position) -> Position:
        """2P-16: what follows it."""
        return go_on(s, self.side)


@value
class Check(Auto):
    """2P-2, 2P-3, 2P-54, 2P-55, T-06, T-07, T-08, T-09: the victory check, and what a turn's end brings."""

    side: int
    rule: ClassVar[str] = "2P-54"

    def run(self, s: Position) -> Position:
        """2P-2, 2P-3, 2P-54, T-06: Japanese on the airfield have won; next to it they score."""
        s = s.replace(
            blocks=pair(s.blocks, self.side, rested(s.blocks[self.side])), actions=0, attacked=False, anchor=-1,
            scouted=(), spotted=False,
        )  # fmt: skip
        if on_field(s):
            return s.tell(Over("henderson_field")).end(Result((-1, 1), "henderson_field"))
        if (self.side == JAPANESE or s.setting.both_checks) and scores(s):
            s = s.replace(tokens=s.tokens + 1).tell(Bombarded(s.tokens + 1))
            if s.tokens >= s.setting.tokens_to_win:
                return s.tell(Over("bombardment")).end(Result((-1, 1), "bombardment"))
        if self.side == JAPANESE and s.turn in s.setting.attrition and any(s.blocks[JAPANESE]):
            return s.push(Attrition())
        return s


def active(s: Position) -> int:
    """2P-11: whose sequence of play it is; the Americans' while they set up, and a side's while it is dealt to."""
    for step in reversed(s.stack):
        if isinstance(step, (Check, SetUp, Stand)):
            return step.side
    return JAPANESE


def scores(s: Position) -> bool:
    """2P-54, T-07: whether a Japanese block, of any kind, stands next to Henderson Field."""
    return bool(mask(s.blocks[JAPANESE]) & s.setting.adjacent_mask)


@value
class Attrition(Decision):
    """2P-55, T-09: the Americans name a location; chance takes one Japanese block there."""

    side: int = AMERICAN
    rule: ClassVar[str] = "2P-55"
    plays_itself: ClassVar[bool] = True

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-55: any location with Japanese blocks; where they stand is open."""
        return tuple(
            ("attrition", s.setting.locations[place]) for place, stack in enumerate(s.blocks[JAPANESE]) if stack
        )

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-55: there is nobody to lose."""
        if len(action) != 2 or action[0] != "attrition":
            return refuse("2P-55", "refused.must_attrition")
        return refuse("2P-55", "refused.attrition_empty", place=action[1])

    def take(self, s: Position, side: int, action: Action) -> Position:
        """2P-55: the location is the American's choice, the block is chance's."""
        s = s.tell(AttritionNamed(action[1]))
        return s.push(Strike(JAPANESE, s.setting.index[action[1]], "turn"))

    def default(self, s: Position, side: int) -> Action | None:
        """2P-55: next to Henderson Field before elsewhere, the smallest stack first."""
        index = s.setting.index

        def order(action: Action) -> tuple[bool, int]:
            return (index[action[1]] not in s.setting.adjacent, len(s.blocks[JAPANESE][index[action[1]]]))

        return min(self.legal(s, side), key=order)


@value
class NextTurn(Auto):
    """2P-1, 2P-11: the next turn; after the last, the Americans have won."""

    def run(self, s: Position) -> Position:
        """2P-1: no Japanese victory by the end of turn 10."""
        if s.turn >= s.setting.turns:
            return s.tell(Over("held")).end(Result((1, -1), "held"))
        return s.replace(turn=s.turn + 1).push(Turn())
