"""The sequence of play, top to bottom: the Japanese half of a turn, the American half, the end."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.air import AirPhase
from ironbottom.games.first_blood.rules.combat import BeginCombat
from ironbottom.games.first_blood.rules.engineers import EngineerPhase
from ironbottom.games.first_blood.rules.movement import BeginMovement
from ironbottom.games.first_blood.rules.naval import Strategic
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.first_blood.rules.reinforcement import BeginReinforcement
from ironbottom.games.first_blood.rules.setup import SetUp, SetUpDone
from ironbottom.games.first_blood.rules.state import Position, bit
from ironbottom.games.first_blood.rules.supply import SupplyDie
from ironbottom.games.first_blood.rules.victory import AirfieldTest, after_turn
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, OnStack
from ironbottom.kernel.value import value

STAGES = (
    "japanese_setup", "american_setup",
    "japanese_reinforcement", "japanese_movement", "japanese_combat", "japanese_supply", "japanese_strategic",
    "american_reinforcement", "american_movement", "american_combat", "american_engineer", "american_air", "end",
)  # fmt: skip
"""The phases by name: those of the set-up, then those of a turn in order."""


@value
class TurnBegan(Event):
    """A turn begins; `name` as on the turn record."""

    file_name = "turn"
    turn: int
    name: str


@value
class PhaseBegan(Event):
    """A phase begins; `name` is one of STAGES."""

    file_name = "phase"
    name: str
    turn: int


@value
class Stage(Auto):
    """A phase of the turn begins: it says so, for the log and for the bar at the bottom of the page."""

    name: str

    def run(self, s: Position) -> Position:
        return s.tell(PhaseBegan(self.name, s.turn)).push(*STEPS[self.name], StageEnd(self.name))


@value
class StageEnd(Auto):
    """Stands on the stack while a phase is being played: by it one knows which."""

    name: str

    def run(self, s: Position) -> Position:
        return s


@value
class NextTurn(Auto):
    """3.1a, 3.2a, 6.3a, 11.4a: a turn begins: Japan has the first half. Units are in their hexes from now on. If so
    agreed, the units set up in boxes wait in the first turn like new arrivals."""

    def run(self, s: Position) -> Position:
        turn = s.turn + 1
        settled = sum(1 << u for u in s.setting.own[AMERICAN] if s.at[u] < s.setting.hexes)
        new = 0
        if turn == 1 and s.setting.options.get("first_turn_boxes") == "may_wait":
            new = sum(bit(s, u) for u in s.setting.own[JAPANESE] if s.at[u] in s.setting.boxes)
        s = s.replace(turn=turn, new=new, acted=0, settled=settled, hit=0, paid=False)
        s = s.tell(TurnBegan(turn, s.setting.turns[turn - 1]))
        return s.push(*(Stage(name) for name in STAGES[2:]))


@value
class EndOfTurn(Auto):
    """2.0b, 2.0c: the end of a turn; the game is decided, or the next turn begins."""

    def run(self, s: Position) -> Position:
        s = after_turn(s)
        return s if s.result else s.push(NextTurn())


STEPS: dict[str, tuple[OnStack, ...]] = {
    "american_setup": (SetUp(AMERICAN),),
    "japanese_setup": (SetUp(JAPANESE), SetUpDone()),
    "japanese_reinforcement": (BeginReinforcement(JAPANESE),),
    "japanese_movement": (BeginMovement(JAPANESE),),
    "japanese_combat": (BeginCombat(JAPANESE),),
    "japanese_supply": (SupplyDie(),),
    "japanese_strategic": (Strategic(),),
    "american_reinforcement": (BeginReinforcement(AMERICAN),),
    "american_movement": (BeginMovement(AMERICAN),),
    "american_combat": (BeginCombat(AMERICAN), AirfieldTest()),
    "american_engineer": (EngineerPhase(),),
    "american_air": (AirPhase(),),
    "end": (EndOfTurn(),),
}
"""What is done in each phase, in order."""


def from_stage(name: str) -> tuple[OnStack, ...]:
    """The steps from a phase to the end of the turn, the first on top."""
    if name.endswith("_setup"):
        order = ("american_setup", "japanese_setup")
        return (*(Stage(one) for one in order[order.index(name) :]), NextTurn())
    return tuple(Stage(one) for one in STAGES[STAGES.index(name) :])


def stage_of(s: Position) -> str:
    """The phase that is being played; "" when the game is over."""
    return next((step.name for step in reversed(s.stack) if isinstance(step, (StageEnd, Stage))), "")
