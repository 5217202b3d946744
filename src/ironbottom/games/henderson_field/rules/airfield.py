"""7.11: work on the airfield."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.state import Position, harmed, mended, movement_factor, put, unit
from ironbottom.games.henderson_field.rules.steps import Die, Told
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import Later, Secret
from ironbottom.kernel.step import Refusal, refuse
from ironbottom.kernel.value import value

WORKERS = ("ENG", "LAB")
@value
class Repaired(Told):
    """A unit has worked on the airfield."""
    file_name = "repairs"
    rule = "R7.11.2"
    unit: Secret[str]
    side: int


@value
class TornDown(Told):
    """A unit has torn the airfield down."""
    file_name = "tears_down"
    rule = "R7.11.1"
    unit: Secret[str]
    side: int


@value
class RepairRolled(Told):
    """The die for infantry that repairs."""
    file_name = "repair_die"
    rule = "R7.11.2"
    die: int
    side: int
    needed: Later[int] = 0


def used(s: Position, side: int, i: int) -> int:
    """R7.11.1, R7.11.2: the movement points that a unit has spent in this step."""
    return movement_factor(s, side, i) - s.doings[side].points_left[i]


def still(s: Position, side: int, i: int) -> bool:
    """R7.11.1, R7.11.2: whether a unit has been in 3707 for the whole step and is not in hand to move."""
    doing, bit = s.doings[side], 1 << i
    return not (doing.moved | doing.hand | doing.landed) & bit and doing.began_at[i] == s.setting.field


def at_half(s: Position, side: int, i: int) -> bool:
    """R7.11.1, R7.11.2: at most half of the factor is spent."""
    return used(s, side, i) * 2 <= movement_factor(s, side, i)


def offers(s: Position, side: int, i: int) -> list[Action]:
    """R7.11.1, R7.11.2, R7.7.7, Q36: the work that a unit in 3707 can do."""
    doing, bit, kind = s.doings[side], 1 << i, unit(s, side, i).kind
    if doing.worked & bit or s.armies[side].marker[i] or (kind not in WORKERS and kind != "INF"):
        return []
    name = unit(s, side, i).name
    found: list[Action] = []
    fixed = s.status >= int(s.setting.status["most"])
    if not fixed and (still(s, side, i) or at_half(s, side, i)):
        found.append(("repair", name))
    if kind in WORKERS and not doing.hand & bit and s.status:
        number = min(s.status, damage(s, side, i))
        found.append(("reduce", name, Range(number, number)))
    return found


def damage(s: Position, side: int, i: int) -> int:
    """R7.11.1: by how much a unit tears the airfield down, as long as so much stands."""
    by = s.setting.status["reduce"]
    if still(s, side, i):
        return int(by["still"])
    if at_half(s, side, i):
        return int(by["half"])
    return int(by["engineers" if unit(s, side, i).kind == "ENG" else "labour"])


def why_no_work(s: Position, side: int, verb: str, i: int) -> Refusal:
    """R7.7.7, R7.11.1, R7.11.2, Q36: the statement that bars work on the airfield."""
    doing, bit = s.doings[side], 1 << i
    if s.armies[side].at[i] == s.setting.field:
        if s.armies[side].marker[i]:
            return refuse("R7.7.7", "refused.work_in_stealth")
        if doing.worked & bit:
            return refuse("Q36", "refused.worked")
    return refuse("R7.11.1", "refused.reduce") if verb == "reduce" else refuse("R7.11.2", "refused.repair")


def worked(s: Position, side: int, i: int, stays: bool) -> Position:
    """R7.11.1, R7.11.2, Q36: a unit has done its work; it stays, or has what is left of half of its points."""
    doing, bit = s.doings[side], 1 << i
    if stays:
        return s.doing(side, worked=doing.worked | bit, moved=doing.moved | bit)
    rest = movement_factor(s, side, i) // 2 - used(s, side, i)
    return s.doing(side, worked=doing.worked | bit, points_left=put(doing.points_left, i, max(0, rest)),
                   moved=doing.moved | bit, stepped=doing.stepped | bit,
                   hand_moved=doing.hand_moved or bool(doing.hand))


def prospect(s: Position, side: int, i: int) -> tuple[int, int]:
    """R7.11.2: what a unit's repair brings, and the lowest die for it; 0 for engineers and labour, who roll none."""
    by, how = s.setting.status["repair"], "still" if still(s, side, i) else "half"
    return int(by[how]), int(by[f"infantry_{how}"]) if unit(s, side, i).kind == "INF" else 0


def repair(s: Position, side: int, i: int) -> Position:
    """R7.11.2: engineers and labour repair, infantry rolls for it."""
    gain, needed = prospect(s, side, i)
    s = worked(s, side, i, still(s, side, i))
    s = s.tell(Repaired(unit(s, side, i).name, side))
    return s.push(RepairDie(side, gain, needed)) if needed else mended(s, gain)


def reduce(s: Position, side: int, i: int, number: int) -> Position:
    """R7.11.1, Q45: engineers or labour tear the airfield down."""
    s = worked(s, side, i, True)
    s = s.tell(TornDown(unit(s, side, i).name, side))
    return harmed(s, side, number, "work")


@value
class RepairDie(Die):
    """R7.11.2, Q36: whether infantry gets it done."""

    rule: ClassVar[str] = "R7.11.2"
    side: int
    gain: int
    needed: int

    def resolve(self, s: Position, outcome: Action) -> Position:
        s = s.tell(RepairRolled(outcome[1], self.side, self.needed))
        return mended(s, self.gain) if outcome[1] >= self.needed else s
