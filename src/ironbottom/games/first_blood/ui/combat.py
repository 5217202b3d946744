"""How fights look: what is fought next, the die, losses, retreats and the advance."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.first_blood.rules.combat import (
    RESULT_RULES,
    Advance,
    Advanced,
    Aftermath,
    Assign,
    CombatDie,
    Entered,
    Fought,
    Lose,
    NoRefuge,
    Resolve,
    Retreat,
    Retreated,
    Rolled,
    Stayed,
    TooWeak,
    TurnedUp,
    aftermath,
    cause_of,
)
from ironbottom.games.first_blood.rules.declaration import attack_on
from ironbottom.games.first_blood.rules.printed import SIDES
from ironbottom.games.first_blood.rules.state import AT_SEA, Position
from ironbottom.games.first_blood.rules.strength import strength
from ironbottom.games.first_blood.ui.declaration import attack_field, shot_fields
from ironbottom.games.first_blood.ui.face import StepFace, T, printed_of, told
from ironbottom.games.first_blood.ui.odds import attack_odds, result_text, sums
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.presenter import Ask, Reader, Scene, face, line
from ironbottom.kernel.view import Card, Choice, Line, Odds, Sheet, Sum, Term
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
        return Ask(scene.words.say(f"prompt.{key}"), "8.10i", {"space": "fight {space}"}, focus)

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
        return [{"id": "resolve", "kind": "battle", "title": title, "fields": fields, "rule": "8.10i"}]


@face(Assign)
class AssignFace(StepFace[Assign]):
    what = "resolve"

    def hand(self, step: Assign) -> int:
        return AT_SEA + step.ship

    def ask(self, scene: Scene[Position], step: Assign) -> Ask:
        uses = {action[0] for action in scene.legal}
        key = "declare_ship" if "support" in uses else "declare_bombard"
        return Ask(
            scene.words.say(f"prompt.{key}", unit=scene.v.setting.ships[step.ship].name), "10.2a",
            {"space": "support {space}" if "support" in uses else "bombard {space}"},
        )  # fmt: skip


@face(CombatDie)
class CombatDieFace(StepFace[CombatDie]):
    def lit(self, v: Position, step: CombatDie) -> dict[int, tuple[int, int]]:
        return {step.side: (strength(v, step.side, step.attack).column, 0)}

    def sheets(self, scene: Scene[Position], step: CombatDie) -> list[Sheet]:
        """8.8a: the fight that is being rolled for."""
        v, words, side = scene.v, scene.words, step.side
        known = strength(v, side, step.attack)
        totals = _totals(known.attack, known.defence, side, words)
        totals.append({"text": words.say("odds.die"), "value": f"{known.die:+d}"})
        names = tuple(v.setting.names[h] for h in step.attack.targets)
        return [{
            "id": "fight", "kind": "battle", "title": words.say("sheet.fight", hexes=names), "totals": totals,
            "rule": "8.8a", "fields": [attack_field(v, side, step.attack, [], words)],
        }]  # fmt: skip


def _totals(attack: int, defence: int, side: int, words: Words) -> list[Term]:
    return [
        {"text": words.say("odds.attack"), "value": str(attack), "side": SIDES[side]},
        {"text": words.say("odds.defence"), "value": str(defence), "side": SIDES[1 - side]},
    ]


class AftermathFace(StepFace[T]):
    """A step that settles what a fight has come to."""

    def sheets(self, scene: Scene[Position], step: T) -> list[Sheet]:
        """8.9a: the fight that is being settled: its strengths, its die and its result."""
        words, after = scene.words, aftermath(scene.v)
        if after is None:
            return []
        names = tuple(scene.v.setting.names[h] for h in after.hexes)
        result = result_text(scene.v.setting, after.result, words)
        return [{
            "id": "aftermath", "kind": "battle", "title": words.say("sheet.fight", hexes=names),
            "totals": _totals(after.attack, after.defence, after.side, words), "rule": RESULT_RULES[after.result],
            "dice": [{"value": after.die, "text": _rolled(scene.v, after, words), "side": SIDES[after.side]}],
            "fields": [{"id": "result", "name": result, "value": "", "choices": []}],
        }]  # fmt: skip


def _rolled(v: Position, after: Aftermath, words: Words) -> str:
    """The die of a fight: what the modifiers made of it, the odds and the column."""
    modified = words.say("event.rolled_modified", row=after.row) if after.modifier else ""
    return words.say("sheet.rolled", modified=modified, odds=after.odds, column=v.setting.columns[after.column])


def _caused(scene: Scene[Position], key: str) -> str:
    """A sentence about a loss, a retreat or an advance, with the result that it comes from before it."""
    words, after = scene.words, aftermath(scene.v)
    text = words.say(f"prompt.{key}")
    if after is None:
        return text
    hexes = tuple(scene.v.setting.names[h] for h in after.hexes)
    return words.say("prompt.caused", hexes=hexes, result=result_text(scene.v.setting, after.result, words), text=text)


def _places(v: Position, units: tuple[int, ...]) -> tuple[str, ...]:
    """Where these units stand, each place once."""
    return tuple(dict.fromkeys(v.setting.names[v.at[u]] for u in units))


@face(Lose)
class LoseFace(AftermathFace[Lose]):
    what = "lose"

    def ask(self, scene: Scene[Position], step: Lose) -> Ask:
        focus = _places(scene.v, step.units)
        if step.forced:
            text, rule = scene.words.say("prompt.lose_forced", hex=focus[0]), "7.5.4a"
        else:
            text, rule = _caused(scene, "lose"), cause_of(scene.v)
        return Ask(text, rule, {"piece": "lose {piece}"}, focus)


@face(Retreat)
class RetreatFace(AftermathFace[Retreat]):
    what = "retreat"

    def ask(self, scene: Scene[Position], step: Retreat) -> Ask:
        v, units = scene.v, scene.v.setting.units
        if step.mover >= 0:
            unit = units[step.mover].name
            text = scene.words.say("prompt.retreat_on", unit=unit)
            return Ask(text, "8.2.3a", {"space": f"retreat {unit} {{space}}"}, _places(v, (step.mover,)))
        probe = f"retreat {units[step.units[0]].name} {{space}}"
        return Ask(_caused(scene, "retreat"), cause_of(v), {"space": probe}, _places(v, step.units))


@face(Advance)
class AdvanceFace(AftermathFace[Advance]):
    what = "advance"

    def ask(self, scene: Scene[Position], step: Advance) -> Ask:
        focus = tuple(scene.v.setting.names[h] for h in step.targets)
        return Ask(_caused(scene, "advance"), "8.10h", {}, focus)


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


line(NoRefuge)(lambda seen, reader: told(seen, reader, "8.11a"))
line(Retreated)(lambda seen, reader: told(seen, reader, seen.cause or "8.10g", seen.end, way=(seen.start, seen.end)))
line(Entered)(lambda seen, reader: told(seen, reader, "7.5.3a", seen.end, way=(seen.start, seen.end)))
line(Advanced)(lambda seen, reader: told(seen, reader, "8.10h", seen.end, way=(seen.start, seen.end)))
line(Stayed)(lambda seen, reader: told(seen, reader, "8.10h", *seen.hexes))
line(TurnedUp)(lambda seen, reader: told(seen, reader, "13.6b"))
