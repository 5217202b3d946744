"""How the result of a fight looks: losses, retreats and the advance."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.printed import SIDES
from ironbottom.games.first_blood.rules.results import (
    RESULT_RULES,
    Advance,
    Advanced,
    Aftermath,
    Entered,
    Lose,
    NoRefuge,
    Retreat,
    Retreated,
    Stayed,
    aftermath,
    cause_of,
)
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.ui.face import StepFace, T, told
from ironbottom.games.first_blood.ui.odds import result_text
from ironbottom.kernel.presenter import Ask, Scene, face, line
from ironbottom.kernel.view import Sheet, Term
from ironbottom.kernel.words import Words


def totals_of(attack: int, defence: int, side: int, words: Words) -> list[Term]:
    """The strengths of both sides in a fight."""
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
            "totals": totals_of(after.attack, after.defence, after.side, words), "rule": RESULT_RULES[after.result],
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


line(NoRefuge)(lambda seen, reader: told(seen, reader, "8.11a"))
line(Retreated)(lambda seen, reader: told(seen, reader, seen.cause or "8.10g", seen.end, way=(seen.start, seen.end)))
line(Entered)(lambda seen, reader: told(seen, reader, "7.5.3a", seen.end, way=(seen.start, seen.end)))
line(Advanced)(lambda seen, reader: told(seen, reader, "8.10h", seen.end, way=(seen.start, seen.end)))
line(Stayed)(lambda seen, reader: told(seen, reader, "8.10h", *seen.hexes))
