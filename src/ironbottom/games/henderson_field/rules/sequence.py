"""The sequence of play, top to bottom: the twenty steps of a turn."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.artillery import BombardmentStep, FireStep, Strikes
from ironbottom.games.henderson_field.rules.declaration import CombatStep
from ironbottom.games.henderson_field.rules.guerrillas import GuerrillaStep
from ironbottom.games.henderson_field.rules.movement import MovementStep
from ironbottom.games.henderson_field.rules.points import ScoreField, ScoreGuns, ScoreVillages
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.henderson_field.rules.random_events import EventStep
from ironbottom.games.henderson_field.rules.reinforcement import LandingStep
from ironbottom.games.henderson_field.rules.state import Doing, Position, front, operational
from ironbottom.games.henderson_field.rules.steps import Told
from ironbottom.games.henderson_field.rules.supply import SupplyStep
from ironbottom.games.henderson_field.rules.victory import EndOfTurn
from ironbottom.kernel.step import Auto, OnStack
from ironbottom.kernel.value import value


@value
class PhaseBegan(Told):
    """A step of the sequence has begun."""
    file_name = "phase"
    name: str
    turn: int


@value
class TurnBegan(Told):
    """A turn has begun."""
    file_name = "turn"
    turn: int
    date: str


STEPS: dict[str, tuple[OnStack, ...]] = {
    "american_event": (EventStep(AMERICAN),),
    "american_points": (ScoreVillages(AMERICAN, False), ScoreField(AMERICAN)),
    "american_bombardment": (BombardmentStep(AMERICAN),),
    "american_landing": (LandingStep(AMERICAN), ScoreVillages(AMERICAN, True)),
    "american_supply": (SupplyStep(AMERICAN),),
    "guerrillas": (GuerrillaStep(),),
    "american_movement": (MovementStep(AMERICAN),),
    "japanese_defensive_fire": (FireStep(JAPANESE),),
    "american_fire": (Strikes(), FireStep(AMERICAN)),
    "american_combat": (CombatStep(AMERICAN),),
    "japanese_event": (EventStep(JAPANESE),),
    "japanese_points": (ScoreVillages(JAPANESE, False), ScoreField(JAPANESE), ScoreGuns()),
    "japanese_bombardment": (BombardmentStep(JAPANESE),),
    "japanese_landing": (LandingStep(JAPANESE), ScoreVillages(JAPANESE, True)),
    "japanese_supply": (SupplyStep(JAPANESE),),
    "japanese_movement": (MovementStep(JAPANESE),),
    "american_defensive_fire": (FireStep(AMERICAN),),
    "japanese_fire": (FireStep(JAPANESE),),
    "japanese_combat": (CombatStep(JAPANESE),),
    "end": (EndOfTurn(),),
}
"""R4.0: what is done in each step, in order."""

STAGES = tuple(STEPS)


@value
class Stage(Auto):
    """R4.0, Q40: a step of the sequence begins; with the first of its half a side's half begins."""

    name: str

    def run(self, s: Position) -> Position:
        if self.name == "american_event":
            s = half(s, AMERICAN)
        elif self.name == "japanese_event":
            s = half(s, JAPANESE)
        s = s.tell(PhaseBegan(self.name, s.turn))
        return s.push(*STEPS[self.name], StageEnd(self.name))


@value
class StageEnd(Auto):
    """Stands on the stack while a step is being played: by it one knows which. After a combat step what was open is
    covered again."""

    name: str

    def run(self, s: Position) -> Position:
        if not self.name.endswith("_combat"):
            return s
        s = s.army(AMERICAN, shown=0).army(JAPANESE, shown=0)
        return s.replace(battles=(), fight=None)


def half(s: Position, side: int) -> Position:
    """Q46, R8.1.8, Q27: a half begins: where its side's units are is noted; nobody has fired, and nothing is
    suppressed, unless that lasts until the turn ends."""
    army, enemy = s.armies[side], front(s, 1 - side)
    size = len(army.at)
    zoned = sum(1 << i for i, here in enumerate(army.at) if here < s.setting.hexes and enemy.zone[here])
    none = (0,) * size
    other = (0,) * len(s.armies[1 - side].at)
    mine = Doing(army.at, zoned, points_left=none, surfaced_with=none, fired=none)
    theirs = Doing(points_left=other, surfaced_with=other, fired=other, began_at=s.armies[1 - side].at)
    if side == JAPANESE and s.setting.option.get("suppression") == "turn":
        mine, theirs = (new.replace(silenced=s.doings[n].silenced) for n, new in ((side, mine), (1 - side, theirs)))
    return s.replace(half=side, doings=(mine, theirs) if side == 0 else (theirs, mine))


@value
class NextTurn(Auto):
    """R4.0, R10.2.2, R10.2.3: a turn begins; how the field stands is noted."""

    def run(self, s: Position) -> Position:
        turn = s.turn + 1
        s = s.replace(turn=turn, held=s.field == JAPANESE, useless=not operational(s), steady=operational(s))
        s = s.tell(TurnBegan(turn, s.setting.turns[turn].date))
        return s.push(*(Stage(name) for name in STAGES), NextTurn())


def from_stage(name: str) -> tuple[OnStack, ...]:
    """The steps from one of the sequence to the end of the turn, and the turns after it."""
    return (*(Stage(one) for one in STAGES[STAGES.index(name) :]), NextTurn())


def stage_of(s: Position) -> str:
    """The step that is being played; "" when the game is over."""
    return next((step.name for step in reversed(s.stack) if isinstance(step, (StageEnd, Stage))), "")
