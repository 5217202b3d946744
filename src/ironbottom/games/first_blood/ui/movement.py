"""How movement looks."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.first_blood.rules.engineers import would_work
from ironbottom.games.first_blood.rules.movement import (
    Aimed,
    CalledBack,
    Move,
    Moved,
    group_ways,
    owing,
    stack_mates,
)
from ironbottom.games.first_blood.rules.printed import SIDES
from ironbottom.games.first_blood.rules.state import IN_THE_AIR, Position, piece_name
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.games.first_blood.ui.declaration import duty_overlay
from ironbottom.games.first_blood.ui.face import Deed, StepFace, told
from ironbottom.kernel.action import Action
from ironbottom.kernel.hexes import route, spread
from ironbottom.kernel.presenter import Ask, Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Line, Mark, Overlay, shaded


@face(Move)
class MoveFace(StepFace[Move]):
    what = "move"
    labels: ClassVar[dict[str, str]] = {"done": "done_move", "recall": "recall_bomber"}
    last = ("done", "fly")
    goes = "step"

    def hand(self, step: Move) -> int:
        return step.hand

    def held(self, step: Move) -> tuple[int, ...]:
        return step.group

    def ask(self, scene: Scene[Position], step: Move) -> Ask:
        """4.0a, 5.0a, 6.3a, 7.7a: the sentence of the movement phase."""
        v, words, printed = scene.v, scene.words, scene.v.setting
        if step.hand >= IN_THE_AIR:
            text = words.say("prompt.aim", plane=piece_name(printed, step.hand))
            return Ask(text, "13.6a", {"space": "aim {space}"})
        if step.hand >= 0:
            unit, here = printed.units[step.hand].name, v.at[step.hand]
            if step.mates:
                units = tuple(printed.units[u].name for u in step.group)
                text = words.say("prompt.step_all", units=units, left=min(v.left[u] for u in step.group))
                return Ask(text, "4.0a", {"space": "step {space}"}, (printed.names[here],))
            key = "box" if here in printed.boxes else "enter" if here in printed.points else "step"
            if here in printed.fields and would_work(v, step.hand):
                text = words.say("prompt.step_works", unit=unit, left=v.left[step.hand], hex=printed.names[here])
                return Ask(text, "11.4a", {"space": "step {space}"}, (printed.names[here],))
            text = words.say(f"prompt.{key}", unit=unit, left=v.left[step.hand])
            return Ask(text, "6.3a" if key == "box" else "4.0a", {"space": "step {space}"}, (printed.names[here],))
        if step.over >= 0:
            name = printed.names[step.over]
            return Ask(words.say("prompt.move_over", hex=name), "5.0a", {"piece": "take {piece}"}, (name,))
        owed = [printed.units[u].name for u in owing(v, step.side)]
        if owed:
            text = words.say(f"prompt.move_owed_{SIDES[step.side]}", units=tuple(owed))
            return Ask(text, "7.7a", {"piece": "take {piece}"})
        flying = any(action[0] == "fly" for action in scene.offered)
        return Ask(words.say("prompt.move_air" if flying else "prompt.move"), "4.0a", {"piece": "take {piece}"})

    def choice(self, scene: Scene[Position], step: Move, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action[0] == "step":
            there = scene.v.setting.number[action[1]]
            made["cost"] = str(dict(group_ways(scene.v, step.side, step.group))[there])
        if action[0] == "all":
            made["label"] = scene.words.say("choice.all", n=1 + sum(1 for _ in stack_mates(scene.v, step)))

    def deeds(self, v: Position, step: Move) -> dict[int, Deed]:
        printed, owed, found = v.setting, owing(v, step.side), dict[int, Deed]()
        for u in printed.own[step.side]:
            if v.at[u] in printed.entries:
                found[u] = "must" if u in owed else "done"
            elif v.at[u] < printed.hexes:
                left = v.left[u]
                found[u] = "ready" if left == printed.units[u].move else "moved" if left else "done"
        return found

    def marks(self, scene: Scene[Position], step: Move) -> list[Mark]:
        """5.0a, 8.1a: the hex that is too full; and within reach of the unit in hand the enemy zones, where it would
        have to fight."""
        v, words, names = scene.v, scene.words, scene.v.setting.names
        if step.over >= 0:
            return [{"space": names[step.over], "kind": "danger", "text": words.say("mark.over")}]
        control, text = front(v, step.side).control, words.say("mark.zone")
        return [{"space": names[n], "kind": "danger", "text": text} for n in _reach(v, step) if control[n]]

    def overlays(self, scene: Scene[Position], step: Move) -> list[Overlay]:
        """4.0a: the range of the unit in hand, and what must be attacked as the units stand."""
        v, found = scene.v, [duty_overlay(scene, step.side)]
        if reach := _reach(v, step):
            shades = shaded((v.setting.names[n], SIDES[step.side], str(cost)) for n, cost in reach.items() if cost)
            found.append({"id": "range", "name": scene.words.say("overlay.range"), "shades": shades})
        return found

    def macros(self, scene: Scene[Position], step: Move) -> tuple[Macro, ...]:
        if not 0 <= step.hand < IN_THE_AIR:
            return ()
        return (*_walks(scene.v, step), *_switches(scene.v, step), *_ends(scene.v, step))


def _reach(v: Position, step: Move) -> dict[int, int]:
    """4.0a: the hexes of the map that the unit in hand can come to, with what they cost."""
    if not 0 <= step.hand < IN_THE_AIR:
        return {}
    here, left = v.at[step.hand], min(v.left[u] for u in step.group)
    if here < v.setting.hexes:
        return spread(front(v, step.side).steps, here, left)
    return {n: cost for n, cost in group_ways(v, step.side, step.group) if n < v.setting.hexes}


def _walks(v: Position, step: Move) -> tuple[Macro, ...]:
    """4.0a: every hex within reach beyond the next one, with the whole way to it, what each hex of it has cost by then,
    and whether it lies in an enemy zone."""
    printed, u, here = v.setting, step.hand, v.at[step.hand]
    if here >= printed.hexes:
        return ()
    enemy, found, most = front(v, step.side), list[Macro](), printed.ground_limit - len(step.group)
    close, left = {n for n, _ in group_ways(v, step.side, step.group)}, min(v.left[w] for w in step.group)
    costs = spread(enemy.steps, here, left)
    for there, cost in costs.items():
        if there == here or there in close or v.at.count(there) > most:
            continue
        way = route(enemy.steps, here, there, left)
        if way[0] not in close or any(v.at.count(n) > most for n in way):
            continue
        actions = tuple(("step", printed.names[n]) for n in way)
        stops = tuple((printed.names[n], costs[n], bool(enemy.control[n])) for n in (here, *way))
        args = (("piece", printed.units[u].name), ("cost", cost), ("way", stops))
        found.append(Macro("macro.walk", actions, args, space=printed.names[there]))
    return tuple(found)


def _switches(v: Position, step: Move) -> tuple[Macro, ...]:
    """Another unit instead of the one in hand; with its stack, after a stack."""
    dropped: Any = step.take(v.replace(stack=v.stack[:-1]), step.side, ("drop",))
    others = [action for action in dropped.stack[-1].legal(dropped, step.side) if action[0] == "take"]
    names, found = tuple(piece_name(v.setting, n) for n in step.group), list[Macro]()
    for action in others:
        if action[1] not in names:
            whole = _takes_stack(dropped, step, action) if step.mates else ()
            label = "macro.switch_all" if whole else "macro.switch"
            args = (("piece", names), ("other", action[1]))
            found.append(Macro(label, (("drop",), action, *whole), args, piece=action[1]))
    return tuple(found)


def _ends(v: Position, step: Move) -> tuple[Macro, ...]:
    """The end of the movement at once, if nothing is owed."""
    dropped: Any = step.take(v.replace(stack=v.stack[:-1]), step.side, ("drop",))
    ready = ("done",) in dropped.stack[-1].legal(dropped, step.side)
    return (Macro("macro.end", (("drop",), ("done",))),) if ready and step.walked else ()


def _takes_stack(dropped: Position, step: Move, action: Action) -> tuple[Action, ...]:
    """What takes the rest of the stack too, if there is one that can go along."""
    u = dropped.setting.unit_number.get(action[1], -1)
    return (("all",),) if u >= 0 and any(True for _ in stack_mates(dropped, Move(step.side, u))) else ()


@line(Moved)
def moved(seen: Moved, reader: Reader) -> Line:
    units = (seen.unit, *seen.others)
    made = told(seen, reader, "4.0a", seen.end, way=(seen.start, *seen.via, seen.end), units=units)
    made["motions"][0]["count"] = len(units)
    return made | {"march": seen.unit}


line(Aimed, CalledBack)(lambda seen, reader: told(seen, reader, "13.6a", seen.hex))
