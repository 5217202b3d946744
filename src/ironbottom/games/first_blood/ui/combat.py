"""How fights look: what is fought next, and the die."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.first_blood.rules.combat import (
    Assign,
    CombatDie,
    Fought,
    Resolve,
    Rolled,
    TooWeak,
    TurnedUp,
)
from ironbottom.games.first_blood.rules.declaration import attack_on
from ironbottom.games.first_blood.rules.printed import SIDES
from ironbottom.games.first_blood.rules.state import AT_SEA, Position
from ironbottom.games.first_blood.rules.strength import strength
from ironbottom.games.first_blood.ui.declaration import attack_field, shot_fields, with_odds
from ironbottom.games.first_blood.ui.face import StepFace, printed_of, told
from ironbottom.games.first_blood.ui.odds import attack_odds, result_text, sums
from ironbottom.games.first_blood.ui.results import totals_of
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.presenter import Ask, Reader, Scene, face, line
from ironbottom.kernel.view import Card, Choice, Line, Odds, Probe, Sheet, Sum, Term
from ironbottom.kernel.words import Words


@face(Resolve)
class ResolveFace(StepFace[Resolve]):
    what = "resolve"
    labels: ClassVar[dict[str, str]] = {"done": "done_resolve", "bombard": "fire"}

    def ask(self, scene: Scene[Position], step: Resolve) -> Ask:
        v = scene.v
        flying = any(action[0] == "fly" for action in scene.offered)
        busy = v.attacks or v.guns or v.shelling
        key = "resolve_air" if flying else "resolve"
        if not busy:
            key = "resolve_only_air" if flying else "resolve_only_ships"
        focus = tuple(v.setting.names[h] for attack in v.attacks for h in attack.targets)
        probe: Probe = {"space": "fight {space}", "piece": "take {piece}"}
        return Ask(scene.words.say(f"prompt.{key}"), "8.10i", probe, focus)

    def choice(self, scene: Scene[Position], step: Resolve, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action[0] == "fight":
            made["odds"] = True

    def odds(self, scene: Scene[Position], step: Resolve, action: Action) -> Odds | None:
        if action[0] != "fight" or action not in scene.legal:
            return None
        return attack_odds(scene.v, step.side, attack_on(scene.v, action[1]), scene.words)

    def sheets(self, scene: Scene[Position], step: Resolve) -> list[Sheet]:
        """8.10i: what is still to be fought and bombarded, in any order."""
        v, words = scene.v, scene.words
        if not (v.attacks or v.guns or v.shelling):
            return []
        legal = [notation(action) for action in scene.offered]
        fields = [
            attack_field(v, step.side, attack, [f"fight {v.setting.names[attack.targets[0]]}"], words)
            for attack in v.attacks
        ]
        fields += shot_fields(v, "bombard", legal, words)
        title = words.say("sheet.declare")
        made: Sheet = {"id": "resolve", "kind": "battle", "title": title, "fields": fields, "rule": "8.10i"}
        return [with_odds(made, v, step.side, words)]


@face(Assign)
class AssignFace(StepFace[Assign]):
    what = "resolve"
    goes = "support"

    def hand(self, step: Assign) -> int:
        return AT_SEA + step.ship

    def ask(self, scene: Scene[Position], step: Assign) -> Ask:
        uses = {action[0] for action in scene.legal}
        key = "declare_ship" if "support" in uses else "declare_bombard"
        return Ask(
            scene.words.say(f"prompt.{key}", unit=scene.v.setting.ships[step.ship].name), "10.2a",
            {"space": "support {space}"},
        )  # fmt: skip


@face(CombatDie)
class CombatDieFace(StepFace[CombatDie]):
    def lit(self, v: Position, step: CombatDie) -> dict[int, tuple[int, int]]:
        return {step.side: (strength(v, step.side, step.attack).column, 0)}

    def sheets(self, scene: Scene[Position], step: CombatDie) -> list[Sheet]:
        """8.8a: the fight that is being rolled for."""
        v, words, side = scene.v, scene.words, step.side
        known = strength(v, side, step.attack)
        totals = totals_of(known.attack, known.defence, side, words)
        totals.append({"text": words.say("odds.die"), "value": f"{known.die:+d}"})
        names = tuple(v.setting.names[h] for h in step.attack.targets)
        return [{
            "id": "fight", "kind": "battle", "title": words.say("sheet.fight", hexes=names), "totals": totals,
            "rule": "8.8a", "fields": [attack_field(v, side, step.attack, [], words)],
        }]  # fmt: skip


@line(Fought)
def fought(seen: Fought, reader: Reader) -> Line:
    found = sums(printed_of(reader), seen.terms, seen.side, reader.words)
    return told(seen, reader, "8.4a", *seen.hexes) | {"sums": found}


line(TooWeak)(lambda seen, reader: told(seen, reader, "8.6a") | {"mark": "battle"})
@line(Rolled)
def rolled(seen: Rolled, reader: Reader) -> Line:
    """8.9a: with the column of the results table that was rolled on, and the row of the die in it."""
    words, printed = reader.words, printed_of(reader)
    modified = words.say("event.rolled_modified", row=seen.row) if seen.modifier else ""
    result = result_text(printed, seen.result, words)
    made = told(seen, reader, "8.9a", *seen.hexes, mark="battle", modified=modified, result=result)
    made |= {"dice": [{"value": seen.die, "text": made["text"]}], "sums": [_column(seen, printed, words)]}
    card: Card = {"title": reader.thrown(made), "result": result[:1].upper() + result[1:]}
    if seen.modifier:
        each = sums(printed, seen.terms, seen.side, words)[-1]["terms"]
        card["modifiers"] = each or [reader.modifier("all", seen.modifier, "8.8a")]
        card["total"] = str(seen.row)
    return made | {"card": card}


def _column(seen: Rolled, printed: Any, words: Words) -> Sum:
    column = printed.columns.index(seen.column)
    rows: list[Term] = [
        {"text": words.say("table.row_rolled" if row == seen.row else "table.row", row=row), "value": cells[column]}
        for row, cells in enumerate(printed.tables[seen.side], 1)
    ]
    name = words.say("table.column", table=words.say(f"table.{SIDES[seen.side]}"), column=seen.column)
    return {"name": name, "side": SIDES[seen.side], "terms": rows, "total": seen.result}


line(TurnedUp)(lambda seen, reader: told(seen, reader, "13.6b"))
