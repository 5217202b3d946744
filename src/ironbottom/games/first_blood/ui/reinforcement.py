"""How reinforcements look."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.printed import AMERICAN, SIDES
from ironbottom.games.first_blood.rules.reinforcement import AirArrived, Arrive, Arrived, landings, stranded
from ironbottom.games.first_blood.rules.state import AT_SEA, Position, piece_name, piece_number
from ironbottom.games.first_blood.ui.face import StepFace, told
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Scene, face, line
from ironbottom.kernel.view import Choice, Field, Sheet


@face(Arrive)
class ArriveFace(StepFace[Arrive]):
    what = "arrive"
    labels: ClassVar[dict[str, str]] = {"done": "done_arrive"}
    last = ("done",)
    goes = "place"

    def hand(self, step: Arrive) -> int:
        return step.hand

    def waits(self, v: Position, step: Arrive, side: int, arrives: int, special: bool) -> bool:
        """7.0a, 10.1c: what the chart brings in this turn, and the special destroyers from their turn on."""
        return side == step.side and (arrives == v.turn or (special and 0 < arrives <= v.turn))

    def ask(self, scene: Scene[Position], step: Arrive) -> Ask:
        words, printed = scene.words, scene.v.setting
        rule = "7.1a" if step.side == AMERICAN else "7.2a"
        if step.hand >= 0:
            key = "ship" if step.hand >= AT_SEA else SIDES[step.side]
            text = words.say(f"prompt.place_{key}", piece=piece_name(printed, step.hand))
            return Ask(text, rule, {"space": "place {space}"})
        if lost := stranded(scene.v, step.side):
            text = words.say("prompt.arrive_lost", units=tuple(printed.units[n].name for n in lost))
            return Ask(text, "7.7b", {"piece": "lift {piece}"})
        waiting = takes(scene.v, step)
        special = [ship.name for ship in printed.ships if ship.special]
        key = "arrive_done" if not waiting else "arrive_optional" if set(waiting) <= set(special) else "arrive"
        where = dict.fromkeys(
            place for name in waiting for place in landings(scene.v, step.side, piece_number(printed, name))
        )
        return Ask(words.say(f"prompt.{key}"), rule, {"piece": "take {piece}"}, tuple(printed.names[n] for n in where))

    def sheets(self, scene: Scene[Position], step: Arrive) -> list[Sheet]:
        """7.7a: who is still to be placed; while one is in hand, another may be taken instead."""
        if not scene.mine:
            return []
        printed, fields = scene.v.setting, list[Field]()
        for name in takes(scene.v, step):
            n = piece_number(printed, name)
            choices = [] if n == step.hand else [f"drop;take {name}" if step.hand >= 0 else f"take {name}"]
            if n >= AT_SEA:
                kind, value = printed.type_names[printed.ships[n - AT_SEA].type], ""
            else:
                unit = printed.units[n]
                kind, value = unit.full_name, "-".join(str(one) for one in (unit.combat, unit.reach, unit.move) if one)
            fields.append({"id": name, "name": f"{name}, {kind}", "value": value, "choices": choices, "pieces": [name]})
        title, rule = scene.words.say("sheet.arrive"), "7.0a"
        return [{"id": "arrive", "kind": "placing", "title": title, "fields": fields, "rule": rule}] if fields else []

    def macros(self, scene: Scene[Position], step: Arrive) -> tuple[Macro, ...]:
        """7.7a: another counter is taken instead of the one in hand."""
        if step.hand < 0:
            return ()
        held = piece_name(scene.v.setting, step.hand)
        return tuple(
            Macro("macro.switch", (("drop",), ("take", name)), (("piece", held), ("other", name)), piece=name)
            for name in takes(scene.v, step)
            if name != held
        )

    def choice(self, scene: Scene[Position], step: Arrive, action: Action, made: Choice) -> None:
        """7.7b: the button that ends the arrivals names those that are lost with it."""
        super().choice(scene, step, action, made)
        lost = stranded(scene.v, step.side)
        if action == ("done",) and lost:
            units = scene.v.setting.units
            made["label"] = scene.words.say("choice.done_arrive_lost", units=tuple(units[n].name for n in lost))


def takes(v: Position, step: Arrive) -> list[str]:
    """The counters that may be taken while none is in hand."""
    return [str(action[1]) for action in step.replace(hand=-1).legal(v, step.side) if action[0] == "take"]


line(Arrived)(
    lambda seen, reader: told(
        seen, reader, "7.0a", seen.place, key="arrived" if seen.place.startswith("entry_") else "arrived_box"
    )
)
line(AirArrived)(lambda seen, reader: told(seen, reader, "7.6a", seen.place))
