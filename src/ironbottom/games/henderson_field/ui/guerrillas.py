"""11.0: how guerrillas look."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.guerrillas import Guerrillas, GuerrillasRolled, free
from ironbottom.games.henderson_field.rules.printed import AMERICAN, SIDES
from ironbottom.games.henderson_field.rules.state import unlimited
from ironbottom.games.henderson_field.ui.faces import HendersonFace, Scenery, offers, outcome, supply_text
from ironbottom.kernel.presenter import Ask, Reader, face, line
from ironbottom.kernel.view import Field, Line, Sheet, Term


@face(Guerrillas)
class GuerrillasFace(HendersonFace[Guerrillas]):
    """R11.0: a roll for a village."""

    final: ClassVar = {"rise": "ends.die"}
    main = ("done",)

    def ask(self, scene: Scenery, step: Guerrillas) -> Ask:
        return Ask(scene.words.say("prompt.guerrillas"), step.rule, {"space": "rise {space}"})

    def sheets(self, scene: Scenery, step: Guerrillas) -> list[Sheet]:
        """R11.0: a third of the rolls succeed."""
        v, words = scene.v, scene.words
        fields: list[Field] = []
        for text in offers(v, step, AMERICAN, "rise"):
            name = text.split()[1]
            fields.append(
                {"id": name, "name": words.say("sheet.village", hex=name), "value": words.say("sheet.third"),
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


@line(GuerrillasRolled)
def rolled(seen: GuerrillasRolled, reader: Reader) -> Line:
    return outcome(seen, reader, seen.won)
