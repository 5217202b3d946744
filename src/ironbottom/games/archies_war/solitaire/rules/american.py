"""SR-5, SR-50..SR-59: the six American actions and the Navy's answers."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.archies_war.solitaire.rules.attack import DIE, damage
from ironbottom.games.archies_war.solitaire.rules.state import (
    AMERICAN,
    AMERICAN_BOXES,
    INFILTRATION,
    JAPANESE_BOXES,
    RESERVES,
    Solitaire,
    air_support,
    americans,
    effect,
    improved,
    japanese,
    noted,
    option,
    printed,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Chosen(Event):
    """SR-5: the action of this turn."""

    file_name = "solo.chosen"
    action: str


@value
class Raided(Event):
    """SR-50: a raid and what it took from a Japanese box."""

    file_name = "solo.raided"
    die: int
    n: int
    box: str


@value
class Hunted(Event):
    """SR-51: a patrol hunts infiltrators."""

    file_name = "solo.hunted"
    die: int
    found: bool


@value
class Repaired(Event):
    """SR-52: a repair, done on `highest` or less; the marker's box after it."""

    file_name = "solo.repaired"
    die: int
    highest: int
    done: bool
    status: int


@value
class AmericanCalled(Event):
    """SR-53: the Navy's answer."""

    file_name = "solo.american_event"
    die: int
    event: str


@value
class NothingToStrike(Event):
    """S-28: no Japanese for an air strike."""

    file_name = "solo.nothing_to_strike"


@value
class SeabeesCame(Event):
    """SR-57: the Seabees are there."""

    file_name = "solo.seabees"


@value
class FuelCame(Event):
    """SR-58: aviation fuel; the marker's box after it."""

    file_name = "solo.aviation_fuel"
    status: int


@value
class ArtilleryCame(Event):
    """SR-59: artillery, perhaps for a second time."""

    file_name = "solo.artillery"
    again: bool


@value
class Reinforced(Event):
    """SR-56, SR-60: so many Marines arrive in a box; `by`: the statement, where it is not that of every third turn."""

    file_name = "solo.reinforced"
    n: int
    box: str
    by: Later[str] = ""


@value
class Struck(Event):
    """SR-55: one strength off a Japanese box; `by`: the statement, where it is not that of air strikes."""

    file_name = "solo.struck"
    box: str
    by: Later[str] = ""


ACTIONS = ("raid_point_cruz", "raid_koli_point", "raid_jungle", "patrol", "repair", "appeal_navy")
EVENTS = ("nope", "air_strikes", "reinforcements", "seabees", "aviation_fuel", "artillery")
RAIDS = {"raid_point_cruz": 0, "raid_koli_point": 1, "raid_jungle": RESERVES}


def may_choose(s: Solitaire, action: str) -> bool:
    """SR-5, S-15: no action twice running, but Repair while the marker is in a 0 box or below."""
    return action != s.last or (action == "repair" and air_support(s) == 0)


@value
class ChooseAction(Decision):
    """SR-4, SR-5, S-10: one of the six actions is chosen before the Japanese die falls."""

    rule: ClassVar[str] = "SR-5"
    side: ClassVar[int] = AMERICAN

    def legal(self, s: Solitaire, side: int) -> tuple[Action, ...]:
        return tuple(("choose", action) for action in ACTIONS if may_choose(s, action))

    def why_not(self, s: Solitaire, side: int, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "choose" and action[1] in ACTIONS:
            key = "repair_again" if action[1] == "repair" else "twice"
            return refuse("SR-5", f"solo.refused.{key}", action=f"solo.action.{action[1]}")
        return refuse("SR-4", "solo.refused.choose_first")

    def take(self, s: Solitaire, side: int, action: Action) -> Solitaire:
        return s.replace(action=action[1], rolls=(), fight=()).tell(Chosen(action[1]))


@value
class AmericanAction(Auto):
    """SR-50..SR-53, SR-51, S-16: the chosen action is carried out after the Japanese one."""

    def run(self, s: Solitaire) -> Solitaire:
        if s.action in RAIDS:
            return s.push(Raid(RAIDS[s.action]))
        if s.action == "patrol":
            return patrol(s)
        return s.push(Repair() if s.action == "repair" else Appeal())


@value
class Raid(Chance):
    """SR-50, S-11: the Damage Table takes SV from the box, at Point Cruz by option the die; none below 0."""

    box: int

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        if self.box == 0 and option(s, "raids") == "point_cruz_by_the_die":
            hits = outcome[1]
        else:
            hits, s = damage(s, outcome[1]), noted(s, "damage", outcome[1])
        killed = min(hits, s.japanese[self.box])
        s = japanese(s, self.box, -hits)
        return s.tell(Raided(outcome[1], killed, JAPANESE_BOXES[self.box]))


def patrol(s: Solitaire) -> Solitaire:
    """SR-51, S-16: no hunt where the patrol has just stopped an infiltration, or where there is nobody to hunt."""
    called = printed(s).data["events"]["actions"]
    stopped = any(table == "japanese_actions" and called[row - 1] == "infiltrate" for table, row in s.rolls)
    if stopped or not s.japanese[INFILTRATION]:
        return s
    return s.push(Hunt())


@value
class Hunt(Chance):
    """SR-51: on 1 to 3 the patrol removes one infiltrator."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        found = outcome[1] <= printed(s).data["rolls"]["patrol"]
        s = japanese(s, INFILTRATION, -1) if found else s
        return s.tell(Hunted(outcome[1], found))


@value
class Repair(Chance):
    """SR-52, SR-57, S-25: on 1 to 3, after the Seabees have come on 1 to 4, the marker goes one box right."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        highest = printed(s).data["rolls"]["repair_seabees" if s.seabees else "repair"]
        done = outcome[1] <= highest
        s = improved(s, effect(s, "repair")) if done else s
        return s.tell(Repaired(outcome[1], highest, done, s.status))


@value
class Appeal(Chance):
    """SR-53..SR-59: the Navy answers by a die."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        called = printed(s).data["events"]["american"][outcome[1] - 1]
        s = noted(s, "american_events", outcome[1]).tell(AmericanCalled(outcome[1], called))
        if called == "nope":
            return refused_by_the_navy(s)
        if called == "air_strikes":
            return s.push(AirStrikes()) if any(s.japanese[:INFILTRATION]) else s.tell(NothingToStrike())
        if called == "reinforcements":
            return s.push(Reinforcements())
        if called == "seabees":
            return s.replace(seabees=True).tell(SeabeesCame()).push(Repair())
        if called == "aviation_fuel":
            s = improved(s, effect(s, "aviation_fuel"))
            return s.tell(FuelCame(s.status))
        return s.replace(vandegrift=printed(s).data["vandegrift"]["artillery"]).tell(ArtilleryCame(s.vandegrift > 2))


def refused_by_the_navy(s: Solitaire) -> Solitaire:
    """SR-54, S-05: other priorities; nothing, unless a ruling reads the damaged line otherwise."""
    ruling = option(s, "american_event_1")
    if ruling == "american_reserves_plus_1":
        return americans(s, 3, 1).tell(Reinforced(1, "reserves", "S-05"))
    if ruling == "japanese_reserves_minus_1":
        return japanese(s, RESERVES, -1).tell(Struck("reserves", "S-05"))
    return s


@value
class AirStrikes(Decision):
    """SR-55, S-19: 1 SV off a Japanese box with any, the infiltrators excepted."""

    rule: ClassVar[str] = "SR-55"
    side: ClassVar[int] = AMERICAN

    def legal(self, s: Solitaire, side: int) -> tuple[Action, ...]:
        return tuple(("strike", JAPANESE_BOXES[box]) for box in range(INFILTRATION) if s.japanese[box])

    def why_not(self, s: Solitaire, side: int, action: Action) -> Refusal:
        if action == ("strike", "infiltration"):
            return refuse("SR-55", "solo.refused.infiltrators")
        if len(action) == 2 and action[0] == "strike" and action[1] in JAPANESE_BOXES:
            return refuse("SR-55", "solo.refused.empty", box=action[1])
        return refuse("SR-55", "solo.refused.strike_first")

    def take(self, s: Solitaire, side: int, action: Action) -> Solitaire:
        return japanese(s, JAPANESE_BOXES.index(action[1]), -effect(s, "air_strikes")).tell(Struck(action[1]))


@value
class Reinforcements(Decision):
    """SR-56: 1 SV to any American box."""

    rule: ClassVar[str] = "SR-56"
    side: ClassVar[int] = AMERICAN

    def legal(self, s: Solitaire, side: int) -> tuple[Action, ...]:
        return tuple(("reinforce", box) for box in AMERICAN_BOXES)

    def why_not(self, s: Solitaire, side: int, action: Action) -> Refusal:
        return refuse("SR-56", "solo.refused.reinforce_first")

    def take(self, s: Solitaire, side: int, action: Action) -> Solitaire:
        number = effect(s, "reinforcements")
        return americans(s, AMERICAN_BOXES.index(action[1]), number).tell(Reinforced(number, action[1], "SR-56"))
