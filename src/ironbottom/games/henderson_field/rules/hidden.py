"""7.8: hidden units: what others see of an army, and of what its side is doing."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.printed import COMING, JAPANESE, RABAUL, UNSEEN
from ironbottom.games.henderson_field.rules.state import Army, Doing, Position, stealth_points, tops


def seen_army(s: Position, side: int) -> Army:
    """R7.8, Q30: of an army others see the top counter of each stack, what lies open for a fight, where counters and
    Stealth markers are, and who is off the map. They do not know when those who are ashore or lost had come."""
    army, seen = s.armies[side], s.setting.last_seen[side]
    if seen[0] is not army:  # asked many times before something happens to it
        seen = s.setting.last_seen[side] = army, _seen(s, side)
    found: Army = seen[1]
    return found


def _seen(s: Position, side: int) -> Army:
    hexes, army = s.setting.hexes, s.armies[side]
    top = set(tops(s.setting, army).values())
    at, steps, marker, rank, due, hidden = [], [], [], [], [], []
    shown = 0
    for i, here in enumerate(army.at):
        on_map, mark = here < hexes, army.marker[i]
        rank.append(int(i in top))
        due.append(army.due[i] if here in (COMING, RABAUL) else 0)
        if on_map and i not in top and (mark or not army.shown >> i & 1):
            at.append(UNSEEN)
            steps.append(0)
            marker.append(0)
            hidden.append((here, mark))
        else:
            at.append(here)
            steps.append(army.steps[i])
            marker.append(mark)
            shown |= army.shown & 1 << i if on_map else 0
    return Army(
        at=tuple(at), steps=tuple(steps), marker=tuple(marker), rank=tuple(rank), due=tuple(due), shown=shown,
        hidden=tuple(sorted(hidden)), counters=army.counters,
    )  # fmt: skip


def seen_doing(s: Position, side: int) -> Doing:
    """R8.2.9: of what a side is doing others know of which declared attackers an ambush may come: they left stealth and
    moved in the open, at most half as far as they could."""
    doing = s.doings[side]
    if side != JAPANESE or not any(doing.surfaced_with):  # nobody comes out in the other side's half
        return Doing()
    battles = (*s.battles, s.fight.battle) if s.fight else s.battles
    attackers = {i for battle in battles for i in battle.units}
    marker, left = [], []
    for i, mark in enumerate(doing.surfaced_with):
        points = stealth_points(s, side, i, mark) if i in attackers else 0
        able = points > 0 and doing.points_left[i] * 2 >= points
        marker.append(mark if able else 0)
        left.append(points if able else 0)
    if not any(marker):
        return Doing()
    return Doing(points_left=tuple(left), surfaced_with=tuple(marker))
