"""R7.1a, R7.5b: whole walks of a group under one name."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.movement import BRIDGERS, path, reach, surcharge, ways
from ironbottom.games.henderson_field.rules.state import Position, front, unit, units_in
from ironbottom.games.henderson_field.rules.stealth import hex_cost
from ironbottom.games.henderson_field.ui.faces import Scenery, labels
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.view import Mark


def walks(v: Position, side: int) -> tuple[Macro, ...]:
    """R7.1a, R7.5b: every hex beyond the next one that the slowest of the group in hand can reach, with the way to it,
    what each hex of it has cost by then, and whether it lies in an enemy zone."""
    p, doing, close, found = v.setting, v.doings[side], set(ways(v, side)), []
    group, slowest = units_in(doing.hand), _slowest(v, side)
    start, known = v.armies[side].at[slowest], reach(v, side, slowest)
    units, zone = labels(p, side, group), front(v, 1 - side).zone
    each = hex_cost(v, side) if (doing.in_stealth_move | doing.detected) >> slowest & 1 else 1
    for there, cost in known[0].items():
        if there == start or there in close:
            continue
        way = path(known, there)
        if way[0] in close:
            actions = tuple(("step", p.names[n]) for n in way)
            stops = ((p.names[start], 0, False), *((p.names[n], known[0][n] * each, bool(zone[n])) for n in way))
            args = (("units", units), ("hex", p.names[there]), ("cost", cost * each), ("way", stops))
            found.append(Macro("macro.walk", actions, args, space=p.names[there]))
    return tuple(found)


def zones(scene: Scenery, side: int) -> list[Mark]:
    """R7.4a: within reach of the group in hand the enemy zones, in which it would stop."""
    v, text = scene.v, scene.words.say("mark.zone")
    zone, known = front(v, 1 - side).zone, reach(v, side, _slowest(v, side))[0]
    here = v.armies[side].at[units_in(v.doings[side].hand)[0]]
    reached = {*known, *ways(v, side)} - {here}
    return [{"space": v.setting.names[n], "kind": "danger", "text": text} for n in sorted(reached) if zone[n]]


def _slowest(v: Position, side: int) -> int:
    """The unit in hand that holds the others up."""
    group = units_in(v.doings[side].hand)
    left = {i: v.doings[side].points_left[i] - surcharge(v, side, i) for i in group}
    return min(group, key=lambda i: (left[i], unit(v, side, i).kind in BRIDGERS))
