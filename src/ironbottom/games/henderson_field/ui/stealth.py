"""7.7: how stealth looks."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.state import Position, units_in
from ironbottom.games.henderson_field.rules.stealth import Flee, Found, Hid, Moved, Searched, Surfaced, hex_cost
from ironbottom.games.henderson_field.ui.faces import (
    HendersonFace,
    Scenery,
    States,
    in_hand,
    named,
    outcome,
    plainly,
    travelled,
)
from ironbottom.games.henderson_field.ui.walks import walks
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Choice, Line


@face(Flee)
class FleeFace(HendersonFace[Flee]):
    """R7.7.5: a detected group moves."""

    def ask(self, scene: Scenery, step: Flee) -> Ask:
        v, words, side, doing = scene.v, scene.words, step.side, scene.v.doings[step.side]
        hand, at, names = units_in(doing.hand), v.armies[side].at, v.setting.names
        if not hand:
            focus = tuple(names[at[i]] for i in units_in(doing.detected))[:1]
            return Ask(words.say("prompt.flee"), step.rule, focus=focus)
        left, price = doing.points_left[hand[0]], hex_cost(v, side)
        text = words.say("prompt.flee_step", unit=in_hand(scene, side, hand), left=left, price=price)
        return Ask(text, step.rule, {"space": "step {space}"}, (names[at[hand[0]]],))

    def choice(self, scene: Scenery, step: Flee, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action[0] == "step":
            made["cost"] = str(hex_cost(scene.v, step.side))

    def macros(self, scene: Scenery, step: Flee) -> tuple[Macro, ...]:
        return walks(scene.v, step.side) if scene.v.doings[step.side].hand else ()

    def states(self, v: Position, step: Flee) -> States:
        doing = v.doings[step.side]
        return {(step.side, i): "must" for i in units_in(doing.detected & ~doing.hand)}


line(Hid)(named)
line(Surfaced, Found)(plainly)
line(Moved)(travelled)


@line(Searched)
def searched(seen: Searched, reader: Reader) -> Line:
    return outcome(seen, reader, seen.found)
