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
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line, signed
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
    """R7.7.5: who searches sees what is added to the die and taken off it."""
    made = outcome(seen, reader, seen.found)
    if seen.distance is None or seen.mark is None:
        return made
    modifiers = [
        reader.modifier("distance", seen.distance, "R7.7.5"), reader.modifier("mark", -seen.mark, "R7.7.5"),
        *([reader.modifier("ease", -seen.ease, "R5.0b")] if seen.ease else []),
        reader.modifier("come_to", reader.words.say("modifier.or_less", n=1), "R7.7.5"),
    ]  # fmt: skip
    total = signed(seen.die + seen.distance - seen.mark - (seen.ease or 0)).removeprefix("+")
    made["card"] = {"title": reader.thrown(made), "modifiers": modifiers, "total": total}
    return made
