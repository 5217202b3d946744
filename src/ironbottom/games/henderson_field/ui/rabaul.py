"""10.0: how reinforcements from Rabaul look."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.printed import JAPANESE, SIDES
from ironbottom.games.henderson_field.rules.rabaul import Call, Called, HoldRolled, can_come
from ironbottom.games.henderson_field.ui.faces import HendersonFace, Scenery, offers, plainly, said
from ironbottom.games.henderson_field.ui.pieces import factors
from ironbottom.kernel.presenter import Ask, Reader, face, line
from ironbottom.kernel.view import Field, Line, Sheet, Term


@face(Call)
class CallFace(HendersonFace[Call]):
    """R10.1: units are called."""

    def ask(self, scene: Scenery, step: Call) -> Ask:
        text = scene.words.say("prompt.call_factors" if step.factors else "prompt.call", n=step.number)
        return Ask(text, step.rule, {"piece": "call {piece}"})

    def sheets(self, scene: Scenery, step: Call) -> list[Sheet]:
        """R10.1: who can be called, by the periods of their colours."""
        v, p, words = scene.v, scene.v.setting, scene.words
        fields: list[Field] = []
        for text in offers(v, step, JAPANESE, "call"):
            i = p.unit_number[text.split()[1]][1]
            unit = p.units[JAPANESE][i]
            last = max((n for n in range(v.turn + 1, len(p.turns)) if can_come(p, i, n)), default=v.turn + 1)
            note = words.say("sheet.until", n=last) + (f"; {words.say('sheet.heavy')}" if unit.heavy else "")
            fields.append(
                {"id": unit.name, "name": f"{unit.label}, {words.say(f'kind.{unit.kind}')}", "value": factors(unit),
                 "choices": [text], "note": note, "pieces": [unit.name]}
            )  # fmt: skip
        counted = words.say("sheet.call_factors" if step.factors else "sheet.calls")
        totals: list[Term] = [{"text": counted, "value": str(step.number), "side": SIDES[JAPANESE]}]
        return [
            {"id": "rabaul", "kind": "decision", "title": words.say("sheet.rabaul", n=v.turn + 1), "fields": fields,
             "totals": totals, "rule": "R10.1"}
        ]  # fmt: skip


line(Called)(plainly)


@line(HoldRolled)
def hold_rolled(seen: HoldRolled, reader: Reader) -> Line:
    return said(seen, reader, "event.hold_factors" if seen.factors else "")
