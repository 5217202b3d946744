"""How submarines attack: the target, its odds, and the torpedo's die."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.printed import BAT, KINDS, SIDES, SPACES
from ironbottom.games.axis_allies.rules.state import ARMOUR, DAMAGED, word
from ironbottom.games.axis_allies.rules.submarines import Torpedo, TorpedoRan, targets
from ironbottom.games.axis_allies.ui.face import At, StepFace, alike, as_printed, listed, losses, ship_choice, told
from ironbottom.games.axis_allies.ui.texts import struck_ship
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Reader, face, line
from ironbottom.kernel.view import Line, Odds, Outcome, Sum, Term


@face(Torpedo)
class TorpedoFace(StepFace[Torpedo]):
    """M14: the target."""

    def question(self, scene: At, step: Torpedo) -> Ask:
        zone = SPACES[step.zone]
        return self.asked(scene, step, zone=zone, probe={"piece": "torpedo {piece}"}, focus=[zone])

    def label(self, scene: At, step: Torpedo, action: Action) -> str:
        if action[0] == "torpedo":
            return ship_choice(scene, "torpedo", action[1])
        return super().label(scene, step, action)

    def pieces(self, scene: At, step: Torpedo, action: Action) -> list[str]:
        if action[0] != "torpedo":
            return []
        enemy = 1 - step.side
        return alike(scene.v.fleet(enemy, step.zone), action[1], SIDES[enemy], SPACES[step.zone], lost=True)

    def has_odds(self, scene: At, step: Torpedo, action: Action) -> bool:
        return bool(action[0] == "torpedo")

    def odds(self, scene: At, step: Torpedo, action: Action) -> Odds | None:
        """M15, M18: a torpedo's results, as far as its target knows them."""
        ships = {word(ship): ship for ship in targets(scene.v, step.side, step.zone)}
        if action[0] != "torpedo" or action[1] not in ships:
            return None
        words, (kind, _, marks) = scene.words, ships[action[1]]
        enemy, me = SIDES[1 - step.side], SIDES[step.side]
        results: list[Outcome] = [{"text": words.say("odds.miss"), "p": 4 / 6, "good": enemy}]
        if kind == BAT and not marks & ARMOUR:
            results.append({"text": words.say("odds.armour"), "p": 2 / 6, "good": me})
        elif scene.v.printed.resilient[kind] and not marks & DAMAGED:
            results.append({"text": words.say("odds.torpedo_hurt"), "p": 1 / 6, "good": me})
            results.append({"text": words.say("odds.torpedo_sunk"), "p": 1 / 6, "good": me})
        else:
            results.append({"text": words.say("odds.torpedo_sunk"), "p": 2 / 6, "good": me})
        term: Term = {"text": words.say("count.SUB", n=1), "value": "+1", "rule": "M15", "side": me}
        sums: list[Sum] = [{"name": words.say("sheet.torpedo"), "side": me, "terms": [term], "total": "1"}]
        return {"title": words.say("odds.title_torpedo", ship=words.name(KINDS[kind])), "sums": sums,
                "results": results, "error": 0.0, "notes": [], "rule": "M15"}


@line(TorpedoRan)
def torpedo(seen: TorpedoRan, reader: Reader) -> Line:
    made = told(seen, reader, "M15", **struck_ship(reader.words, seen.side, seen.result, seen.cargo))
    made["dice"] = [{"value": seen.die, "text": reader.words.say("sheet.slot", slot=1), "side": made["side"],
                     "hit": seen.result != "missed"}]
    printed = as_printed(reader)
    one, two = printed.hits
    modifiers = [reader.modifier("destroys", str(one) if printed.resilient[seen.kind] else listed(printed.hits), "M15")]
    if printed.resilient[seen.kind]:
        modifiers.append(reader.modifier("damages", str(two), "M15"))
    made["card"] = {"title": reader.words.say("sheet.torpedo"), "modifiers": modifiers}
    if seen.cargo:
        made["card"]["losses"] = losses(reader, 1 - seen.side, seen.cargo, "aboard")
    return made
