"""7.1 to 7.6, 7.9 to 7.11: how movement and work on the airfield look."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules import airfield, stealth
from ironbottom.games.henderson_field.rules.airfield import Repaired, RepairRolled, TornDown
from ironbottom.games.henderson_field.rules.movement import (
    Excess,
    Merged,
    Move,
    PutOnTop,
    Sailed,
    Withdrew,
    easy,
    ready,
    sea_ways,
    too_full,
)
from ironbottom.games.henderson_field.rules.printed import distances, steps_table
from ironbottom.games.henderson_field.rules.state import Position, front, unit, units_in
from ironbottom.games.henderson_field.ui.faces import (
    HendersonFace,
    Scenery,
    States,
    gone,
    in_hand,
    labelled,
    named,
    one_die,
    outcome,
    plainly,
    travelled,
)
from ironbottom.games.henderson_field.ui.pieces import hidden_ids
from ironbottom.games.henderson_field.ui.walks import walks, zones
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Choice, Line, Mark, Odds

ORDERS = ("hide", "withdraw", "top")
"""What can be done with a unit instead of moving it."""
ASIDE = (*ORDERS, "merge", "repair", "reduce")
"""What is done from a unit's menu: a plain click takes the unit in hand."""


@face(Move)
class MoveFace(HendersonFace[Move]):
    """R7.1a: a side moves."""

    final: ClassVar = {"detect": "ends.die", "end": "ends.turn"}
    rules: ClassVar = {
        "withdraw": "R7.9a", "hide": "R7.7.1", "top": "R7.8", "merge": "R7.10", "repair": "R7.11.2",
        "reduce": "R7.11.1", "stay": "R7.7.2", "surface": "R7.7.3", "detect": "R7.7.5", "sea": "R7.6",
    }  # fmt: skip

    def ask(self, scene: Scenery, step: Move) -> Ask:
        v, words, side, doing = scene.v, scene.words, step.side, scene.v.doings[step.side]
        names, hand = v.setting.names, units_in(doing.hand)
        if not hand:
            full = too_full(v, side)
            text = words.say("prompt.move_full" if full >= 0 else "prompt.move", hex=names[full])
            return Ask(text, step.rule, {"piece": "take {piece}"})
        key = "sail" if sea_ways(v, side) else "step"
        if doing.in_stealth_move & doing.hand:
            key = "sneak"
        elif doing.crossing & doing.hand:
            key = "wade"
        left = min(doing.points_left[i] for i in hand)
        text = words.say(
            f"prompt.{key}", unit=in_hand(scene, side, hand), left=left, price=stealth.hex_cost(v, side)
        )
        rule = "R7.7.4" if key == "sneak" else step.rule
        return Ask(text, rule, {"space": "step {space}"}, (names[v.armies[side].at[hand[0]]],))

    def why_final(self, scene: Scenery, step: Move, action: Action) -> str | None:
        """R7.11.2: of those who repair infantry alone rolls a die."""
        if action[0] == "repair" and action[-1] in (known := scene.v.setting.unit_number):
            return "ends.die" if unit(scene.v, *known[action[-1]]).kind == "INF" else None
        return super().why_final(scene, step, action)

    def choice(self, scene: Scenery, step: Move, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        v, side, verb = scene.v, step.side, action[0]
        p, hand = v.setting, v.doings[step.side].hand
        match action:
            case ("take", name) if hand:
                labelled(scene, made, "join", unit=name)
            case ("merge", name, other):
                labelled(scene, made, verb, unit=name, other=other)
                made["piece"] = name
            case ("reduce", name, _) if not hand:
                made["piece"] = name
            case ("repair", _) if hand:
                del made["piece"]
            case ("stay" | "surface", place, mark):
                labelled(scene, made, verb, hex=place, n=mark)
                group = stealth.group(v, side, p.number[place], mark)
                _on(made, [unit(v, side, i).name for i in group])
            case ("surface", place, _, name):
                labelled(scene, made, "surface_one", hex=place, unit=name)
                made["piece"] = name
            case ("detect", place, mark):
                labelled(scene, made, verb, hex=place, n=mark)
                here = p.number[place]
                made["cost"] = scene.words.say("cost.chance", n=round(100 * chance_to_detect(v, side, here, mark)))
                _on(made, [key for key, at, n in hidden_ids(v, 1 - side) if (at, n) == (here, mark)])
            case ("step" | "sea", place):
                made["cost"] = price(scene, side, verb, p.number[place])
        if verb in ASIDE and "piece" in made:
            made["aside"] = True

    def odds(self, scene: Scenery, step: Move, action: Action) -> Odds | None:
        """R7.7.5, R7.11.2: a search, and infantry that repairs."""
        v, p = scene.v, scene.v.setting
        match action:
            case ("detect", str(place), int(mark)) if place in p.number and v.doings[step.side].hand:
                chance = chance_to_detect(v, step.side, p.number[place], mark)
                return one_die(scene, step, "search", chance, "R7.7.5", hex=place)
            case ("repair", name) if name in p.unit_number:
                side, i = p.unit_number[name]
                gain, needed = airfield.prospect(v, side, i)
                if side == step.side and needed:
                    gain, chance = min(gain, int(p.status["most"]) - v.status), (7 - needed) / 6
                    return one_die(scene, step, "repair", chance, "R7.11.2", unit=unit(v, side, i).label, n=gain)
        return None

    def macros(self, scene: Scenery, step: Move) -> tuple[Macro, ...]:
        v = scene.v
        if not v.doings[step.side].hand:
            return ()
        return (*_stack(v, step), *_orders(v, step), *walks(v, step.side), *_switches(v, step), *_end(v, step))

    def states(self, v: Position, step: Move) -> States:
        side, found = step.side, States()
        army, doing = v.armies[side], v.doings[side]
        for i, here in enumerate(army.at):
            if here < v.setting.hexes and not doing.hand >> i & 1:
                waits = ready(v, side, i) or (army.marker[i] and not doing.moved >> i & 1)
                found[side, i] = "ready" if waits else "moved"
        return found

    def marks(self, scene: Scenery, step: Move) -> list[Mark]:
        """R7.5a, R7.4a: hexes that are too full; and within reach of the group in hand the enemy zones, where it would
        stop."""
        p = scene.v.setting
        if scene.v.doings[step.side].hand:
            return zones(scene, step.side)
        return [
            {"space": p.names[h], "kind": "danger", "text": scene.words.say("mark.full", n=n)}
            for h, n in enumerate(front(scene.v, step.side).count)
            if n > p.limits["stack"]
        ]


def _on(made: Choice, pieces: list[str]) -> None:
    """A choice that stands on several pieces."""
    made["piece"] = pieces[0]
    if len(pieces) > 1:
        made["also"] = pieces[1:]


def chance_to_detect(v: Position, side: int, there: int, mark: int) -> float:
    """R7.7.5: the share of the die's faces that find a group."""
    here = v.armies[side].at[units_in(v.doings[side].hand)[0]]
    return sum(stealth.finds(v, side, die, distances(v.setting, here)[there], mark) for die in range(1, 7)) / 6


def price(scene: Scenery, side: int, verb: str, there: int) -> str:
    """R6b, R7.3a, R7.6, R7.7.4: what the next hex costs the group in hand."""
    v, p, doing = scene.v, scene.v.setting, scene.v.doings[side]
    hand = units_in(doing.hand)
    more = max((p.terrain["landing"] for i in hand if doing.landed >> i & 1 and not doing.stepped >> i & 1), default=0)
    if verb == "sea":
        return scene.words.say("cost.sea", n=p.terrain["sea"] + more)
    if doing.in_stealth_move & doing.hand:
        return str(stealth.hex_cost(v, side))
    here = v.armies[side].at[hand[0]]
    cost = next(c for n, c, _ in steps_table(p, "rain" in v.events, easy(v, side))[here] if n == there)
    return str(cost + more)


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
    one = unit(v, top.side, hand[0])
    offers = top.legal(after, top.side)
    return tuple(
        Macro(f"macro.{verb}", (*actions, (verb, one.name)), (("unit", one.label),))
        for verb in ORDERS
        if (verb, one.name) in offers
    )


def _switches(v: Position, top: Move) -> tuple[Macro, ...]:
    """Another unit instead of those in hand."""
    side, army, doing = top.side, v.armies[top.side], v.doings[top.side]
    after, actions = _without(v, top)
    here = army.at[units_in(doing.hand)[0]]
    found = []
    for action in top.legal(after, side):
        if action[0] != "take":
            continue
        i = v.setting.unit_number[action[1]][1]
        joins = army.at[i] == here and not doing.hand_moved
        if not joins and not doing.hand >> i & 1 and ready(after, side, i):
            found.append(
                Macro("macro.switch", (*actions, action), (("unit", unit(v, side, i).label),), piece=action[1])
            )
    return tuple(found)


def _end(v: Position, top: Move) -> tuple[Macro, ...]:
    """The end of the movement, with the group that has moved put down where it is."""
    if not v.doings[top.side].hand_moved:
        return ()
    return (Macro("choice.end_Move", (*_without(v, top)[1], ("end",)), (("ends", "ends.turn"),)),)


@face(Excess)
class ExcessFace(HendersonFace[Excess]):
    """R7.5a: units too many in a hex."""

    def ask(self, scene: Scenery, step: Excess) -> Ask:
        name = scene.v.setting.names[step.hex]
        return Ask(scene.words.say("prompt.excess", hex=name), step.rule, {"piece": "remove {piece}"}, (name,))


@line(PutOnTop)
def put_on_top(seen: PutOnTop, reader: Reader) -> None:
    """The stack tells it."""


line(Merged)(plainly)
line(Sailed)(travelled)
line(Withdrew)(gone)
line(Repaired, TornDown)(named)


@line(RepairRolled)
def repair_rolled(seen: RepairRolled, reader: Reader) -> Line:
    return outcome(seen, reader, seen.die >= seen.needed)
