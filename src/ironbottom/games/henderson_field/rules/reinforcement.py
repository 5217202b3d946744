"""6.0: landings."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.games.henderson_field.rules.random_events import Delayed, due_now
from ironbottom.games.henderson_field.rules.state import (
    Position,
    Sights,
    front,
    passed,
    placed,
    put,
    sights,
    unit,
    units_in,
)
from ironbottom.games.henderson_field.rules.steps import Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later, Secret
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Landed(Told):
    """A unit has landed."""
    file_name = "landed"
    rule = "R6a"
    unit: Secret[str]
    side: int
    hex: str
    shows: Later[Sights] = ()


def landing_hexes(s: Position, side: int, heavy: bool) -> tuple[int, ...]:
    """R5.0b, R6a, R10.2n, Q16, Q46: where a unit of a side may land now."""
    p, own, enemy = s.setting, front(s, side), front(s, 1 - side)
    card = side == AMERICAN and "villages_only" in s.events
    anywhere = side == JAPANESE or (card and shut_out(s))
    room = p.limits["stack"] - (p.limits["heavy"] if heavy else 1)
    landed = s.doings[side].landed
    found = []
    for here in p.coasts:
        if enemy.count[here] or enemy.zone[here]:
            continue
        if not anywhere and not p.village[here] and (p.jungle[here] or card):
            continue
        weight = own.count[here]
        if weight and landed:
            weight += sum(1 for i in units_in(landed) if unit(s, side, i).heavy and s.armies[side].at[i] == here)
        if weight <= room:
            found.append(here)
    return tuple(found)


def shut_out(s: Position) -> bool:
    """R2.3b: whether there are Japanese in every coastal village: then Americans may land on any coast, but no unit
    that landed may move."""
    enemy = front(s, JAPANESE)
    return all(enemy.count[h] for h in s.setting.villages if s.setting.coast[h])


@value
class LandingStep(Auto):
    """R6a, Q1, Q16: the units due land, where there is a hex for them."""

    side: int

    def run(self, s: Position) -> Position:
        return landing(s, self.side)


def landing(s: Position, side: int) -> Position:
    """R6a, Q16: ask for the next unit, or let those for which there is no hex wait a turn."""
    waiting = due_now(s, side)
    if any(landing_hexes(s, side, unit(s, side, i).heavy) for i in waiting):
        # a unit that comes alone is in hand at once
        return (s.doing(side, hand=1 << waiting[0]) if len(waiting) == 1 else s).push(Land(side))
    s = kept_back(s, side, waiting)
    return s.replace(rooted=shut_out(s)) if side == AMERICAN and "villages_only" in s.events else s


def kept_back(s: Position, side: int, units: tuple[int, ...], owner: bool = False) -> Position:
    """Q16: units wait a turn: for want of a hex, or because their owner keeps them back."""
    for i in units:
        s = s.army(side, due=put(s.armies[side].due, i, s.turn + 1))
        s = s.tell(Delayed(unit(s, side, i).name, 0, owner))
    return s


@value
class Land(Decision):
    """R6a, R6c, R10.2n, Q16: a unit lands: the unit first, then its hex."""

    rule: ClassVar[str] = "R6a"
    verbs: ClassVar[tuple[str, ...]] = ("take", "land", "back", "wait")
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        hand, due = s.doings[side].hand, due_now(s, side)
        may: tuple[Action, ...] = (("wait",),) if s.setting.option.get("landings") == "may" else ()
        if hand:
            i = units_in(hand)[0]
            lands = tuple(("land", s.setting.names[h]) for h in landing_hexes(s, side, unit(s, side, i).heavy))
            return (*lands, *may, ("back",)) if len(due) > 1 else (*lands, *may)
        open_ = {heavy: bool(landing_hexes(s, side, heavy)) for heavy in {unit(s, side, i).heavy for i in due}}
        takes = tuple(("take", unit(s, side, i).name) for i in due if open_[unit(s, side, i).heavy])
        return (*takes, *may)

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "back")

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action[0] == "land" and s.doings[side].hand:
            i = units_in(s.doings[side].hand)[0]
            here = s.setting.number.get(str(action[-1]), -1)
            if here >= 0 and unit(s, side, i).heavy and here in landing_hexes(s, side, False):
                return refuse("R10.2n", "refused.heavy")
            if side == AMERICAN and "villages_only" in s.events:
                return refuse("R2.3b", "refused.villages_only")
            return refuse("R6a", "refused.landing", side=SIDES[side])
        if action[0] == "land":
            return refuse("R6a", "refused.take_first")
        number = s.setting.unit_number.get(str(action[-1]), (-1, -1))
        if action[0] == "take" and number[0] == side and number[1] in due_now(s, side):
            held = bool(s.doings[side].hand)
            return refuse("R6a", "refused.one_lands") if held else refuse("R10.2n", "refused.heavy")
        return refuse("Q16", "refused.must_land") if action[0] == "wait" else refuse("R6a", "refused.take_due")

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "back":
            return s.doing(side, hand=0).push(self)
        if action[0] == "take":
            return s.doing(side, hand=1 << s.setting.unit_number[action[1]][1]).push(self)
        if action[0] == "wait":
            those = units_in(s.doings[side].hand) or due_now(s, side)
            return landing(kept_back(s.doing(side, hand=0), side, those, True), side)
        i, here = units_in(s.doings[side].hand)[0], s.setting.number[action[1]]
        s = s.doing(side, hand=0, landed=s.doings[side].landed | 1 << i)
        s = placed(s, side, i, here)
        s = s.tell(Landed(unit(s, side, i).name, side, action[1], sights(s, side, here)))
        return landing(passed(s, side, (i,), here), side)
