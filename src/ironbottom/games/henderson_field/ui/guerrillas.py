"""11.0: how guerrillas look."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.guerrillas import Guerrillas, GuerrillasRolled, free
from ironbottom.games.henderson_field.rules.printed import AMERICAN, SIDES
from ironbottom.games.henderson_field.rules.state import Position, unlimited
from ironbottom.games.henderson_field.ui.faces import HendersonFace, Scenery, offers, one_die, outcome, supply_text
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Reader, face, line
from ironbottom.kernel.view import Field, Line, Odds, Sheet, Term


@face(Guerrillas)
class GuerrillasFace(HendersonFace[Guerrillas]):
    """R11.0: a roll for a village."""

    final: ClassVar = {"rise": "ends.die"}
    main = ("done",)

    def ask(self, scene: Scenery, step: Guerrillas) -> Ask:
        return Ask(scene.words.say("prompt.guerrillas"), step.rule, {"space": "rise {space}"})

    def odds(self, scene: Scenery, step: Guerrillas, action: Action) -> Odds | None:
        match action:
            case ("rise", place):
                return one_die(scene, step, "rise", chance(scene.v), step.rule, hex=place)
        return None

    def sheets(self, scene: Scenery, step: Guerrillas) -> list[Sheet]:
        """R11.0: where a roll can be made, and what it costs."""
        v, words = scene.v, scene.words
        share = words.say("cost.chance", n=round(100 * chance(v)))
        fields: list[Field] = []
        for text in offers(v, step, AMERICAN, "rise"):
            name = text.split()[1]
            fields.append(
                {"id": name, "name": words.say("sheet.village", hex=name), "value": share,
                 "choices": [text], "space": name}
            )  # fmt: skip
        cost = words.say("sheet.free" if free(v) or unlimited(v, AMERICAN) else "sheet.one_point")
        totals: list[Term] = [
            {"text": words.say("sheet.cost"), "value": cost},
            {"text": words.say("sheet.supply"), "value": supply_text(v, AMERICAN, words), "side": SIDES[AMERICAN]},
        ]
        title = words.say("sheet.guerrillas", n=v.setting.limits["guerrilla"])
        return [
            {"id": "guerrillas", "kind": "decision", "title": title, "fields": fields, "totals": totals,
             "rule": "R11.0"}
        ]  # fmt: skip


def chance(v: Position) -> float:
    """R11.0: the share of the die's faces that take a village."""
    return (7 - v.setting.limits["guerrilla"]) / 6


@line(GuerrillasRolled)
def rolled(seen: GuerrillasRolled, reader: Reader) -> Line:
    made = outcome(seen, reader, seen.won)
    made["side"] = SIDES[AMERICAN]
    for die in made["dice"]:
        die["side"] = SIDES[AMERICAN]
    return made
