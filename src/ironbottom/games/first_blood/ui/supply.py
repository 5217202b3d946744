"""How supply looks."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.printed import JAPANESE
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.rules.supply import FIRST_LOSS, SupplyCounted, SupplyLoss, SupplyRolled
from ironbottom.games.first_blood.ui.face import StepFace, told
from ironbottom.kernel.presenter import Ask, Reader, Scene, face, line
from ironbottom.kernel.view import Card, Line


@face(SupplyLoss)
class SupplyLossFace(StepFace[SupplyLoss]):
    what = "supply"

    def ask(self, scene: Scene[Position], step: SupplyLoss) -> Ask:
        return Ask(scene.words.say("prompt.supply"), "14.1a", {"piece": "lose {piece}"})


@line(SupplyRolled)
def supply_rolled(seen: SupplyRolled, reader: Reader) -> Line:
    key = "supply_failed" if seen.loss else "supply_spared" if seen.die >= FIRST_LOSS else "supply_rolled"
    made = told(seen, reader, "14.0a", key=key, who=JAPANESE)
    words = reader.words
    card: Card = {
        "title": reader.thrown(made), "result": words.say(f"card.{key}"),
        "modifiers": [reader.modifier("supply", words.say("modifier.supply_from", least=FIRST_LOSS), "14.1a")],
    }  # fmt: skip
    return made | {"dice": [{"value": seen.die, "text": made["text"]}], "card": card}


line(SupplyCounted)(lambda seen, reader: told(seen, reader, "7.5.4b", who=JAPANESE))
