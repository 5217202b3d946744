"""11.0: engineers repair and rebuild airfield hexes, and build the Fighter Strip."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.printed import AMERICAN, DAMAGED, OPERATIVE, UNBUILT
from ironbottom.games.first_blood.rules.state import Position, put, units_at
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Worked(Event):
    """11.2b: a turn of work on an airfield hex."""

    file_name = "worked"
    hex: str


@value
class Operative(Event):
    """11.2a: the work on an airfield hex is done."""

    file_name = "operative"
    hex: str


@value
class WorkLost(Event):
    """11.4b: a job that was begun starts over."""

    file_name = "work_lost"
    hex: str


@value
class EngineerPhase(Auto):
    """11.3a: work counts in the American engineer phase."""

    def run(self, s: Position) -> Position:
        if sites(s, 0):
            return s.push(Work())
        return idle(s, 0)


@value
class Work(Decision):
    """11.2a, 11.3a: the American says where his engineers work. `done`: airfield hexes with work in this phase."""

    rule: ClassVar[str] = "11.3a"
    done: int = 0
    side: int = AMERICAN

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        names, fields = s.setting.names, s.setting.fields
        return (*(("work", names[fields[n]]) for n in sites(s, self.done)), ("done",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "done":
            return idle(s, self.done)
        n = s.setting.field_at[s.setting.number[action[1]]]
        s, done = worked(s, n), self.done | 1 << n
        return s.push(self.replace(done=done)) if sites(s, done) else idle(s, done)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        printed = s.setting
        here = printed.number.get(str(action[-1]), -1) if action[0] == "work" else -1
        if not 0 <= here < printed.hexes or printed.field_at[here] < 0:
            return refuse("11.1a", "refused.no_airfield")
        n = printed.field_at[here]
        if s.strips[n] == OPERATIVE:
            return refuse("11.2a", "refused.nothing_to_do", hex=action[-1])
        if self.done >> n & 1:
            return refuse("11.5a", "refused.worked_already", hex=action[-1])
        if s.hit >> n & 1:
            return refuse("11.4a", "refused.disturbed", hex=action[-1])
        return refuse("11.4a", "refused.no_engineer", hex=action[-1])


def sites(s: Position, done: int) -> tuple[int, ...]:
    """11.2a, 11.2b, 11.2c: the airfield hexes with something to do and somebody to do it."""
    return tuple(
        n for n, state in enumerate(s.strips) if state != OPERATIVE and not done >> n & 1 and can_work(s, n)
    )


def can_work(s: Position, n: int) -> bool:
    """11.1a, 11.2.1a, 11.4a, 11.4c: whether somebody can work on an airfield hex: an engineer that has been in it since
    the turn began and neither moved, attacked nor been attacked, while the hex was not bombarded either. With the
    optional rule two other units without artillery do for an engineer, but not for a first building.
    """
    printed = s.setting
    if s.hit >> n & 1:
        return False
    here = printed.fields[n]
    crew = [u for u in units_at(s, here) if printed.units[u].side == AMERICAN and s.settled >> u & 1]
    if any(printed.units[u].engineer for u in crew):
        return True
    if not printed.options.get("infantry_repair") or s.strips[n] == UNBUILT:
        return False
    return sum(not printed.units[u].artillery for u in crew) >= 2


def would_work(s: Position, u: int) -> bool:
    """11.1a, 11.4a: whether an engineer could work in its airfield hex in this turn if it stayed."""
    n = s.setting.field_at[s.at[u]]
    return s.setting.units[u].engineer and bool(s.settled >> u & 1) and s.strips[n] != OPERATIVE and can_work(s, n)


def worked(s: Position, n: int) -> Position:
    """11.2a, 11.2b, 11.2c, 11.5a: a turn of work: one repairs damage, two rebuild or build; more engineers
    make it no faster."""
    name = s.setting.names[s.setting.fields[n]]
    done = s.work[n] + 1
    if s.strips[n] == DAMAGED or done == 2:
        s = s.replace(strips=put(s.strips, n, OPERATIVE), work=put(s.work, n, 0))
        return s.tell(Operative(name))
    return s.replace(work=put(s.work, n, done)).tell(Worked(name))


def idle(s: Position, done: int) -> Position:
    """11.4b: work begins anew where the hex was attacked or bombarded in this turn; if so agreed, wherever nobody
    worked."""
    kept = done if s.setting.options["idle_work"] == "lost" else ~s.hit
    lost = [n for n, turns in enumerate(s.work) if turns and not kept >> n & 1]
    if not lost:
        return s
    for n in lost:
        s = s.tell(WorkLost(s.setting.names[s.setting.fields[n]]))
    return s.replace(work=tuple(0 if n in lost else turns for n, turns in enumerate(s.work)))
