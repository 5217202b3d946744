"""How reinforcements look."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.printed import AMERICAN, SIDES
from ironbottom.games.first_blood.rules.reinforcement import AirArrived, Arrive, Arrived, stranded
from ironbottom.games.first_blood.rules.state import AT_SEA, Position, piece_name
from ironbottom.games.first_blood.ui.face import StepFace, told
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Scene, face, line
from ironbottom.kernel.view import Choice


@face(Arrive)
class ArriveFace(StepFace[Arrive]):
    what = "arrive"
    labels: ClassVar[dict[str, str]] = {"done": "done_arrive"}
    last = ("done",)

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
        takes = [action[1] for action in scene.offered if action[0] == "take"]
        special = [ship.name for ship in printed.ships if ship.special]
        key = "arrive_done" if not takes else "arrive_optional" if set(takes) <= set(special) else "arrive"
        return Ask(words.say(f"prompt.{key}"), rule, {"piece": "take {piece}"}, ("coming",) if takes else ())


    def choice(self, scene: Scene[Position], step: Arrive, action: Action, made: Choice) -> None:
        """7.7b: the button that ends the arrivals names those that are lost with it."""
        super().choice(scene, step, action, made)
        lost = stranded(scene.v, step.side)
        if action == ("done",) and lost:
            units = scene.v.setting.units
            made["label"] = scene.words.say("choice.done_arrive_lost", units=tuple(units[n].name for n in lost))


line(Arrived)(lambda seen, reader: told(
    seen, reader, "7.0a", seen.place, key="arrived" if seen.place.startswith("entry_") else "arrived_box"))
line(AirArrived)(lambda seen, reader: told(seen, reader, "7.6a", seen.place))
