"""Several actions under one name: a whole walk or stack, another unit instead, all guns, what must be attacked."""

from __future__ import annotations

from typing import Any

from ironbottom.games.henderson_field.rules.artillery import Fire
from ironbottom.games.henderson_field.rules.declaration import Declare, field, owed
from ironbottom.games.henderson_field.rules.movement import BRIDGERS, Move, path, reach, ready, surcharge, ways
from ironbottom.games.henderson_field.rules.random_events import due_now
from ironbottom.games.henderson_field.rules.reinforcement import Land
from ironbottom.games.henderson_field.rules.state import Position, unit, units_in
from ironbottom.games.henderson_field.rules.stealth import Flee, hex_cost
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.view import MacroLook
from ironbottom.kernel.words import Words

ORDERS = ("hide", "withdraw", "top")
"""What can be done with a unit instead of moving it."""


def macros(v: Position, side: int) -> tuple[Macro, ...]:
    """What may be done at one stroke."""
    top = v.stack[-1] if v.stack else None
    if getattr(top, "side", -1) != side:
        return ()
    if isinstance(top, Move):
        return (*_stack(v, top), *_orders(v, top), *_walks(v, side), *_switches(v, top)) if v.doings[side].hand else ()
    if isinstance(top, Flee) and v.doings[side].hand:
        return _walks(v, side)
    if isinstance(top, Fire) and v.doings[side].target >= 0:
        return _all_guns(v, top)
    if isinstance(top, Declare) and not v.doings[side].hand:
        return _attacks(v, top)
    if isinstance(top, Land):
        return _others(v, top) if v.doings[side].hand else _beside(v, top)
    return ()


def _others(v: Position, top: Land) -> tuple[Macro, ...]:
    """R6a: another unit lands first instead of the one in hand."""
    side = top.side
    after = v.doing(side, hand=0)
    return tuple(
        Macro("macro.switch", (("back",), action), (("unit", unit(v, side, i).label),), piece=action[1])
        for action in top.legal(after, side)
        if not v.doings[side].hand >> (i := v.setting.unit_number[action[1]][1]) & 1
    )


def _beside(v: Position, top: Land) -> tuple[Macro, ...]:
    """R6a, R10.2n: to where units have landed, as many more as there is room for, those of the same regiment first; the
    hexes with most of a regiment first."""
    p, side, army, found = v.setting, top.side, v.armies[top.side], list[tuple[int, Macro]]()
    for here in dict.fromkeys(army.at[i] for i in units_in(v.doings[side].landed) if army.at[i] < p.hexes):
        there = {regiment(v, side, i) for i in units_in(v.doings[side].landed) if army.at[i] == here} - {""}
        waiting = sorted(due_now(v, side), key=lambda i: regiment(v, side, i) not in there)
        actions, units, s = list[Action](), list[int](), v
        for i in waiting:
            take, land = ("take", unit(v, side, i).name), ("land", p.names[here])
            alone = s.doings[side].hand  # the last one is in hand by itself
            held = s.doing(side, hand=1 << i)
            if land in top.legal(held, side):
                actions += [land] if alone else [take, land]
                units.append(i)
                s = top.take(held.replace(stack=v.stack[:-1]), side, land)
        if units:
            mates = sum(regiment(v, side, i) in there for i in units)
            args = (("units", tuple(unit(v, side, i).label for i in units)), ("hex", p.names[here]))
            found.append((mates, Macro("macro.beside", tuple(actions), args)))
    return tuple(macro for _, macro in sorted(found, key=lambda one: -one[0]))


def regiment(v: Position, side: int, i: int) -> str:
    """What stands before the stroke on a counter: of "1/2" it is "1"; "" for units of their own."""
    return unit(v, side, i).label.partition("/")[0] if "/" in unit(v, side, i).label else ""


def _stack(v: Position, top: Move) -> tuple[Macro, ...]:
    """R7.5b: all units of the hex together."""
    joins = tuple(action for action in top.legal(v, top.side) if action[0] == "take")
    if not joins:
        return ()
    here = v.armies[top.side].at[units_in(v.doings[top.side].hand)[0]]
    return (Macro("macro.stack", joins, (("hex", v.setting.names[here]), ("n", len(joins)))),)


def _without(v: Position, top: Move) -> tuple[Position, tuple[Action, ...]]:
    """The position with the group in hand put down, and how."""
    side, doing = top.side, v.doings[top.side]
    plain = v.replace(stack=v.stack[:-1])
    if doing.hand_moved:
        return top.take(plain, side, ("stop",)), (("stop",),)
    actions = tuple(("drop", unit(v, side, i).name) for i in units_in(doing.hand))
    return plain.doing(side, hand=0).push(top), actions


def _orders(v: Position, top: Move) -> tuple[Macro, ...]:
    """R7.7.1, R7.9a, R7.8: another order for the one unit in hand, as long as it has not moved."""
    doing = v.doings[top.side]
    hand = units_in(doing.hand)
    if doing.hand_moved or len(hand) != 1:
        return ()
    after, actions = _without(v, top)
    name = unit(v, top.side, hand[0]).name
    offers = top.legal(after, top.side)
    return tuple(
        Macro(f"macro.{verb}", (*actions, (verb, name)), (("unit", unit(v, top.side, hand[0]).label),))
        for verb in ORDERS
        if (verb, name) in offers
    )


def _switches(v: Position, top: Move) -> tuple[Macro, ...]:
    """Another unit instead of those in hand."""
    side, army = top.side, v.armies[top.side]
    after, actions = _without(v, top)
    here = army.at[units_in(v.doings[side].hand)[0]]
    found = []
    for action in top.legal(after, side):
        if action[0] != "take":
            continue
        i = v.setting.unit_number[action[1]][1]
        joins = army.at[i] == here and not v.doings[side].hand_moved
        if not joins and not v.doings[side].hand >> i & 1 and ready(after, side, i):
            found.append(
                Macro("macro.switch", (*actions, action), (("unit", unit(v, side, i).label),), piece=action[1])
            )
    return tuple(found)


def _walks(v: Position, side: int) -> tuple[Macro, ...]:
    """R7.1a, R7.5b: every hex beyond the next one that the slowest of the group can reach, with the way to it."""
    p, doing, close, found = v.setting, v.doings[side], set(ways(v, side)), []
    group = units_in(doing.hand)
    slowest = min(group, key=lambda i: (doing.points_left[i] - surcharge(v, side, i), unit(v, side, i).kind in BRIDGERS))
    start, known = v.armies[side].at[slowest], reach(v, side, slowest)
    units = tuple(unit(v, side, i).label for i in group)
    each = hex_cost(v, side) if (doing.in_stealth_move | doing.detected) >> slowest & 1 else 1
    for there, cost in known[0].items():
        if there == start or there in close:
            continue
        way = path(known, there)
        if way[0] in close:
            spent = cost * each
            actions = tuple(("step", p.names[n]) for n in way)
            stops = ((p.names[start], ""), *((p.names[n], str(known[0][n] * each)) for n in way))
            args = (("units", units), ("cost", spent), ("way", stops))
            found.append(Macro("macro.walk", actions, args, space=p.names[there]))
    return tuple(found)


def _all_guns(v: Position, top: Fire) -> tuple[Macro, ...]:
    """R8.1.2: every battery in range with all that it has, as far as supply goes."""
    actions: list[Action] = []
    plain, s = v.replace(stack=v.stack[:-1]), v
    while True:
        offer = next((action for action in top.legal(s, top.side) if action[0] == "gun"), None)
        if offer is None:
            break
        most = offer[2]
        assert isinstance(most, Range)
        action = (offer[0], offer[1], most.high)
        actions.append(action)
        s = top.take(plain.replace(doings=s.doings), top.side, action)
    total = sum(n for _, n in s.doings[top.side].mission)
    return (Macro("macro.all_guns", tuple(actions), (("n", total),)),) if len(actions) > 1 else ()


def _attacks(v: Position, top: Declare) -> tuple[Macro, ...]:
    """R8.2a: a set of battles that meets all that is owed: each unit joins a battle that stands, if it can."""
    actions: list[Action] = []
    plain, s = v.replace(stack=v.stack[:-1]), v
    legal = top.legal(v, top.side)
    while ("done",) not in legal and len(actions) < 200:
        must = {unit(s, top.side, i).name for i in _owed_units(s, top)}
        takes = [action for action in legal if action[0] == "take"]
        if not takes:
            return ()
        take = next((action for action in takes if action[1] in must), takes[0])
        held = top.take(plain.replace(doings=s.doings), top.side, take)
        places = [action for action in top.legal(held, top.side) if action[0] == "on"]
        joined = {s.setting.names[h] for battle in s.doings[top.side].plan for h in battle.hexes}
        place = next((action for action in places if action[1] not in joined), places[0])
        actions += [take, place]
        s = top.take(plain.replace(doings=held.doings), top.side, place)
        legal = top.legal(s, top.side)
    return (Macro("macro.attacks", tuple(actions)),) if actions else ()


def _owed_units(v: Position, top: Declare) -> tuple[int, ...]:
    return owed(field(v, top.side), v.doings[top.side].plan)[0]


def macro_look(macro: Macro, words: Words) -> MacroLook:
    """How a macro is shown."""
    args: dict[str, Any] = dict(macro.args)
    said = {**({"hex": macro.space} if macro.space else {}), **args}
    made: MacroLook = {
        "label": words.say(macro.label, **said),
        "do": [notation(action) for action in macro.actions],
    }
    if macro.piece:
        made["piece"] = macro.piece
    if macro.space:
        made["space"] = macro.space
    if "cost" in args:
        made["cost"] = str(args["cost"])
    if "way" in args:
        made["way"] = [{"space": space, "text": text} for space, text in args["way"]]
    return made
