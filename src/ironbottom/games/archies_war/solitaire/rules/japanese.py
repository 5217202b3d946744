"""SR-20, SR-24..SR-26, SR-41..SR-46: what the Japanese do each turn, by the dice."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.archies_war.solitaire.rules.attack import (
    BLOODY_RIDGE,
    DIE,
    Attack,
    Bombardment,
    FrontAction,
    MassAttack,
    MassAttackTie,
    damage,
    mass_attack_fronts,
)
from ironbottom.games.archies_war.solitaire.rules.state import (
    AMERICAN,
    AMERICAN_BOXES,
    BLOCKS,
    FRONTS,
    INFILTRATION,
    RESERVES,
    Solitaire,
    air_support,
    americans,
    damaged,
    effect,
    fewest_blocks,
    japanese,
    noted,
    option,
    printed,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class JapaneseCalled(Event):
    """SR-20: the Japanese action of this turn."""

    file_name = "solo.japanese_action"
    die: int
    action: str


@value
class Stopped(Event):
    """SR-51: the patrol stops an infiltration."""

    file_name = "solo.infiltration_stopped"


@value
class Infiltrated(Event):
    """SR-24: one infiltrator more."""

    file_name = "solo.infiltrated"


@value
class AirRaided(Event):
    """SR-25: an air raid: the die and the air support; the marker's box after it."""

    file_name = "solo.air_raid"
    die: int
    support: int
    hit: bool
    status: int


@value
class JapaneseEventCalled(Event):
    """SR-26: the event of this turn."""

    file_name = "solo.japanese_event"
    die: int
    event: str


@value
class NothingToLose(Event):
    """S-28: no Marines to lose."""

    file_name = "solo.nothing_to_lose"


@value
class GunsCame(Event):
    """SR-44: heavy artillery from now on."""

    file_name = "solo.heavy_artillery"


@value
class Shelled(Event):
    """SR-41: warships shell the field: by so many boxes; the marker's box after it."""

    file_name = "solo.shelled"
    die: int
    n: int
    status: int


@value
class NavalVictory(Event):
    """SR-42: so many Japanese join the reserves."""

    file_name = "solo.naval_victory"
    n: int


@value
class VictoryFront(Event):
    """S-04: the front that a naval victory calls, "" for a bombardment."""

    file_name = "solo.victory_front"
    die: int
    front: str


@value
class PatrolCut(Event):
    """SR-45: a patrol is cut off: what it costs by the table."""

    file_name = "solo.cut_off"
    die: int
    n: int


@value
class Paid(Event):
    """SR-43, SR-45: Marines lost from a box."""

    file_name = "solo.lost"
    n: int
    box: str
    cause: str


ACTIONS = ("point_cruz", "koli_point", "bloody_ridge", "infiltrate", "air_raid", "events")
EVENTS = ("navy", "naval_victory", "fatigue", "heavy_artillery", "patrol_cut_off", "mass_attack")


@value
class JapaneseRoll(Chance):
    """SR-20, SR-24, SR-25, SR-26: one die calls the Japanese action."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        called = printed(s).data["events"]["actions"][outcome[1] - 1]
        s = noted(s, "japanese_actions", outcome[1]).tell(JapaneseCalled(outcome[1], called))
        if called in FRONTS:
            return s.push(FrontAction(FRONTS.index(called)))
        if called == "infiltrate":
            return infiltrate(s)
        return s.push(AirRaid() if called == "air_raid" else JapaneseEvent())


def infiltrate(s: Solitaire) -> Solitaire:
    """SR-24, SR-51: one infiltrator more, unless this turn's patrol stops it."""
    if s.action == "patrol":
        return s.tell(Stopped())
    return japanese(s, INFILTRATION, effect(s, "infiltration")).tell(Infiltrated())


@value
class AirRaid(Chance):
    """SR-25: the die and the air support together at most 4: the marker goes one box left."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        support = air_support(s)
        hit = outcome[1] + support <= printed(s).data["rolls"]["air_raid"]
        s = damaged(s, effect(s, "air_raid")) if hit else s
        return s.tell(AirRaided(outcome[1], support, hit, s.status))


@value
class JapaneseEvent(Chance):
    """SR-26, S-18: a second die calls the event; its line counts, its sentence of colour does not."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        called = printed(s).data["events"]["japanese"][outcome[1] - 1]
        s = noted(s, "japanese_events", outcome[1]).tell(JapaneseEventCalled(outcome[1], called))
        if called == "navy":
            return s.push(NavalShelling())
        if called == "naval_victory":
            return naval_victory(s)
        if called == "fatigue":
            lost = min(effect(s, "fatigue"), sum(s.american))
            return s.push(Loss(lost, "fatigue")) if lost else s.tell(NothingToLose())
        if called == "heavy_artillery":
            return heavy_artillery(s)
        if called == "patrol_cut_off":
            return s.push(CutOff())
        fronts = mass_attack_fronts(s)
        if len(fronts) > 1:
            return s.push(MassAttackTie(fronts))
        return s.tell(MassAttack(FRONTS[fronts[0]], 0)).push(Attack(fronts[0]))


def heavy_artillery(s: Solitaire) -> Solitaire:
    """SR-44: bombardments hit on 1 or 2 from now on, and one is made at once."""
    return s.replace(heavy=True).tell(GunsCame()).push(Bombardment())


@value
class NavalShelling(Chance):
    """SR-41: warships bombard the field: as many boxes left as the Damage Table says."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        hits = damage(s, outcome[1])
        s = damaged(noted(s, "damage", outcome[1]), hits)
        return s.tell(Shelled(outcome[1], hits, s.status))


def naval_victory(s: Solitaire) -> Solitaire:
    """SR-42, S-04: 2 SV to the reserves, and as ruled a front action by a die, nothing more, or a shelling."""
    amount = printed(s).data["naval_victory"]["reserves"]
    s = japanese(s, RESERVES, amount).tell(NavalVictory(amount))
    extra = option(s, "naval_victory_extra")
    if extra == "none":
        return s
    return s.push(NavalShelling() if extra == "navy_event" else NavalVictoryFront())


@value
class NavalVictoryFront(Chance):
    """SR-42, S-04, S-27: 1-2 Point Cruz, 3-4 Koli Point, 5-6 Bloody Ridge or by option a bombardment; never Infiltrate.
    """

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        front = (outcome[1] - 1) // 2
        if front == BLOODY_RIDGE and option(s, "naval_victory_extra") == "front_or_bombardment":
            return s.tell(VictoryFront(outcome[1], "")).push(Bombardment())
        return s.tell(VictoryFront(outcome[1], FRONTS[front])).push(FrontAction(front))


@value
class CutOff(Chance):
    """SR-45, S-12: the Damage Table says how many SV the patrol costs."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        hits = damage(s, outcome[1])
        s = noted(s, "damage", outcome[1]).tell(PatrolCut(outcome[1], hits))
        hits = min(hits, sum(s.american))
        return s.push(Loss(hits, "patrol_cut_off")) if hits else s


@value
class Loss(Decision):
    """SR-43, SR-45, S-13, S-23, S-28: the player chooses the box that loses: one that can pay all, if there is one."""

    left: int
    cause: str
    side: ClassVar[int] = AMERICAN

    @property
    def rule(self) -> str:  # type: ignore[override]
        return "SR-43" if self.cause == "fatigue" else "SR-45"

    def legal(self, s: Solitaire, side: int) -> tuple[Action, ...]:
        return tuple(("lose", AMERICAN_BOXES[box]) for box in self.payers(s))

    def payers(self, s: Solitaire) -> tuple[int, ...]:
        """S-23: the boxes that can pay the whole loss; if none can, those with anything."""
        able = tuple(box for box in range(4) if s.american[box] >= self.left)
        return able or tuple(box for box in range(4) if s.american[box])

    def cost(self, s: Solitaire, box: int) -> int:
        """S-13: what a box pays; for Fatigue by option its smallest block."""
        if self.cause == "fatigue" and option(s, "fatigue") == "one_block":
            return fewest_blocks(s.american[box], BLOCKS[AMERICAN])[-1]
        return min(self.left, s.american[box])

    def why_not(self, s: Solitaire, side: int, action: Action) -> Refusal:
        if action[0] != "lose":
            return refuse(self.rule, "solo.refused.loss_first", n=self.left)
        if len(action) == 2 and action[1] in AMERICAN_BOXES:
            empty = s.american[AMERICAN_BOXES.index(action[1])] == 0
            return refuse(
                self.rule if empty else "S-23", f"solo.refused.{'empty' if empty else 'cannot_pay'}", box=action[1]
            )
        return refuse(self.rule, "solo.refused.no_box")

    def take(self, s: Solitaire, side: int, action: Action) -> Solitaire:
        box = AMERICAN_BOXES.index(action[1])
        paid = self.cost(s, box)
        s = americans(s, box, -paid).tell(Paid(paid, action[1], self.cause))
        return s.push(Loss(self.left - paid, self.cause)) if self.left > paid else s

    def heaviest(self, s: Solitaire) -> Action:
        """The loss taken where most Marines stand, for estimates of what a turn may cost."""
        return max(self.legal(s, 0), key=lambda action: s.american[AMERICAN_BOXES.index(action[1])])
