"""What a side makes of the map: what places and fights are worth, who stands where, what could come.

All values are victory points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from ironbottom.games.henderson_field.rules.printed import (
    AMERICAN,
    COMING,
    JAPANESE,
    RABAUL,
    SIDES,
    WITHDRAWN,
    Printed,
    steps_table,
)
from ironbottom.games.henderson_field.rules.state import Position, front
from ironbottom.games.henderson_field.rules.strengths import ABOVE, BELOW, column_of, strain_needed
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Plan

MARCH = 14
"""From so many movement points off a unit is no threat for the next turn."""
NEAR = (1.0,) * 9 + (0.9, 0.9, 0.6, 0.5, 0.3, 0.2)
"""How much of a stack's strength counts against a hex so many movement points away."""
RIVER = 3
"""What a river costs a march beside its points, since it stops whoever wades it."""
FIELD_WORTH = (12.0, 24.0)
"""What it is worth to take the airfield: to the Americans, to the Japanese."""
DECIDES = 60.0
"""What the airfield is worth in the last turn: whoever of the Japanese stands there at the end has won."""
VILLAGE = 4.0
"""What a village is worth to whoever takes or keeps it: a point for him and none for the other, for some two turns."""


def ranked(intention: str, legal: Iterable[Action], worth: Callable[[Action], float]) -> tuple[Plan, ...]:
    """Every action as a plan of its own."""
    return tuple(Plan(f"intention.{intention}", (action,), worth(action)) for action in legal if action[0] != "back")


def last_turn(v: Position) -> bool:
    """Whether the game ends with this turn."""
    return v.turn + 1 >= len(v.setting.turns)


def field_worth(v: Position, side: int) -> float:
    """What it is worth to a side to take the airfield."""
    return DECIDES if last_turn(v) else FIELD_WORTH[side]


def gain(p: Printed, side: int) -> float:
    """What a factor of the enemy's is worth to a side."""
    return float(p.points["factor"][SIDES[side]])


def alive(s: Position, side: int) -> float:
    """The steps of a side on the island; a hidden counter counts as a whole one of the average."""
    p, army = s.setting, s.armies[side]
    return sum(army.steps[i] for i, here in enumerate(army.at) if here < p.hexes) + hidden_steps(s, side)


def hidden_steps(s: Position, side: int) -> float:
    """Q38: how many steps the hidden counters of a side have together: all that arrived, less what was lost."""
    p, army = s.setting, s.armies[side]
    if not army.hidden:
        return 0.0
    whole = sum(p.units[side][i].combat for i, here in enumerate(army.at) if here not in (COMING, RABAUL))
    known = sum(army.steps[i] for i, here in enumerate(army.at) if here < p.hexes or here == WITHDRAWN)
    return float(max(len(army.hidden), whole - s.losses[side] - known))


@lru_cache(maxsize=2048)
def march(p: Printed, start: int) -> bytes:
    """R7.3a, R7.3b: the movement points to each hex over open ground, up to MARCH; beyond, MARCH and one."""
    table = steps_table(p, False, False)
    cost = bytearray([MARCH + 1]) * p.hexes
    cost[start] = 0
    rings: list[list[int]] = [[] for _ in range(MARCH + 1)]
    rings[0].append(start)
    for paid, ring in enumerate(rings):
        for here in ring:
            if cost[here] != paid:
                continue
            for there, price, wet in table[here]:
                total = paid + price + RIVER * wet
                if total < cost[there]:
                    cost[there] = total
                    rings[total].append(there)
    return bytes(cost)


class Sight:
    """What a side makes of the map: who stands where and how strong, and what could come."""

    def __init__(self, v: Position, side: int) -> None:
        self.v, self.side, self.p = v, side, v.setting
        p, foe = v.setting, 1 - side
        self.own, self.enemy = front(v, side), front(v, foe)
        army = v.armies[foe]
        each = hidden_steps(v, foe) / max(1, len(army.hidden))
        self.steps: dict[int, float] = {}
        """The enemy's steps by hex, as far as one can tell."""
        guns: dict[int, float] = {}
        self.lone: set[int] = set()
        """Hexes in which, as far as one sees, only guns stand."""
        for i, here in enumerate(army.at):
            if here < p.hexes:
                self.steps[here] = self.steps.get(here, 0.0) + army.steps[i]
                if p.units[foe][i].gun:
                    guns[here] = guns.get(here, 0.0) + army.steps[i]
        for here, _ in army.hidden:
            self.steps[here] = self.steps.get(here, 0.0) + each
        self.defence: dict[int, float] = {}
        """What an attack on each of those hexes meets, if no supply is spent."""
        spend = min(4.0, float(v.supply[foe]))
        for here, total in self.steps.items():
            fire = guns.get(here, 0.0)
            self.defence[here] = max(1.0, total - fire + 0.5 * min(spend, fire))
        self.fists = [
            (march(p, here), total - guns.get(here, 0.0)) for here, total in self.steps.items()
            if total > guns.get(here, 0.0)
        ]
        if side == JAPANESE and last_turn(v):  # nobody moves after the Japanese
            self.fists.clear()
        self.coming = sum(
            p.units[foe][i].combat
            for i, here in enumerate(army.at)
            if here in (COMING, RABAUL) and 0 < army.due[i] <= v.turn + (foe == AMERICAN) and not p.units[foe][i].gun
        )
        self._threat: dict[int, float] = {}

    def threat(self, here: int) -> float:
        """The strength that the enemy could bring against a hex in his next half."""
        found = self._threat.get(here)
        if found is None:
            found = sum(
                strength * NEAR[away[here]] for away, strength in self.fists if away[here] <= MARCH
            )
            p = self.p
            if self.coming and (p.coast[here] or any(p.coast[n] for n in p.near[here])):
                found += 0.4 * self.coming
            self._threat[here] = found = min(found, 30.0)
        return found

    def danger(self, here: int, steps: float) -> float:
        """What it would cost to stand there with so many steps, in points."""
        threat = self.threat(here)
        if threat <= 0 or steps <= 0:
            return 0.0
        odds = threat / steps
        lost = min(steps, 0.22 * steps * min(4.0, max(0.0, odds - 0.6)))
        return lost * gain(self.p, 1 - self.side) * 0.5


@lru_cache(maxsize=65536)
def outlook(
    p: Printed, side: int, attack: int, defence: int, mine: int, theirs: int, prize: float, extra: int = 0,
    may: bool = True,
) -> float:
    """R8.2.1.3, R8.2.3: what an assault is worth on the average, strained if that is better."""
    column = column_of(p, attack, defence)
    get, pay = gain(p, side), gain(p, 1 - side)
    if column == BELOW:
        value = -mine * pay
    elif column == ABOVE:
        value = theirs * get + prize
    else:
        value = 0.0
        for row in p.table:
            loss, back, _, hurt, flight = row[column]
            hurt = min(theirs, hurt + extra)
            value += hurt * get - min(mine, loss) * pay
            value += prize if flight or hurt >= theirs else 0.0
            value += 0.4 * bool(flight) - 0.4 * bool(back)
        value /= 6
    if may and mine >= 2:
        points = strain_needed(p, attack, defence)
        if points:
            strained = outlook(p, side, attack + points, defence, mine, theirs, prize, extra, False) - points / 6 * pay
            value = max(value, strained)
    return value


def prize(v: Position, side: int, here: int) -> float:
    """What it is worth to drive the enemy out of a hex."""
    p = v.setting
    if here == p.field:
        return field_worth(v, side)
    return VILLAGE if p.village[here] else 0.3


def offered(s: Position, side: int) -> tuple[Action, ...]:
    """What the step on top offers."""
    top: Any = s.stack[-1]
    found: tuple[Action, ...] = top.legal(s, side)
    return found


def after(s: Position, side: int, action: Action) -> Position:
    """The position after an action at the step on top, in thought: the steps that run by themselves wait."""
    top: Any = s.stack[-1]
    made: Position = top.take(s.replace(stack=s.stack[:-1], news=()), side, action)
    return made
