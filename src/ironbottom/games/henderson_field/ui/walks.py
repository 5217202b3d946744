"""R7.1a, R7.5b: whole walks of a group under one name."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.movement import BRIDGERS, path, reach, surcharge, ways
from ironbottom.games.henderson_field.rules.state import Position, unit, units_in
from ironbottom.games.henderson_field.rules.stealth import hex_cost
from ironbottom.games.henderson_field.ui.faces import labels
from ironbottom.kernel.presenter import Macro


def walks(v: Position, side: int) -> tuple[Macro, ...]:
    """R7.1a, R7.5b: every hex beyond the next one that the slowest of the group in hand can reach, with the way to
    it."""
    p, doing, close, found = v.setting, v.doings[side], set(ways(v, side)), []
    group = units_in(doing.hand)
    left = {i: doing.points_left[i] - surcharge(v, side, i) for i in group}
    slowest = min(group, key=lambda i: (left[i], unit(v, side, i).kind in BRIDGERS))
    start, known = v.armies[side].at[slowest], reach(v, side, slowest)
    units = labels(p, side, group)
    each = hex_cost(v, side) if (doing.in_stealth_move | doing.detected) >> slowest & 1 else 1
    for there, cost in known[0].items():
        if there == start or there in close:
            continue
        way = path(known, there)
        if way[0] in close:
            actions = tuple(("step", p.names[n]) for n in way)
            stops = ((p.names[start], ""), *((p.names[n], str(known[0][n] * each)) for n in way))
            args = (("units", units), ("hex", p.names[there]), ("cost", cost * each), ("way", stops))
            found.append(Macro("macro.walk", actions, args, space=p.names[there]))
    return tuple(found)
