"""8.2.1.4, 8.2.8: how the results of an assault look."""

from __future__ import annotations

from typing import TypeVar

from ironbottom.games.henderson_field.rules.printed import SIDES
from ironbottom.games.henderson_field.rules.results import (
    Advance,
    Advanced,
    Advances,
    Lose,
    Losses,
    Retreat,
    Retreated,
    Retreats,
    RetreatTo,
    StrainCheck,
    StrainRolled,
    fighters,
)
from ironbottom.games.henderson_field.rules.state import Fight, Position, front, units_in
from ironbottom.games.henderson_field.rules.strengths import fight_of
from ironbottom.games.henderson_field.ui.faces import HendersonFace, Scenery, labels, outcome, plainly, strongest_lose
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Choice, Line, Sheet, Term
from ironbottom.kernel.words import Words

T = TypeVar("T")


class ResultFace(HendersonFace[T]):
    """A face of a step that carries out what the die has brought."""

    def sheets(self, scene: Scenery, step: T) -> list[Sheet]:
        v, words = scene.v, scene.words
        fight = fight_of(v)
        title = words.say("sheet.battle", hexes=tuple(v.setting.names[h] for h in fight.battle.hexes))
        return [
            {"id": "fight", "kind": "battle", "title": title, "fields": [], "rule": "R8.2.1.3",
             "totals": _consequences(v, fight, words)}
        ]  # fmt: skip


@face(Lose)
class LoseFace(ResultFace[Lose]):
    """R8.2.1.4a: the owner takes a step from one of his units."""

    cost = "−1"

    def ask(self, scene: Scenery, step: Lose) -> Ask:
        focus = tuple(scene.v.setting.names[h] for h in fight_of(scene.v).battle.hexes)
        text = scene.words.say("prompt.lose", n=_to_lose(scene.v, step.side))
        return Ask(text, step.rule, {"piece": "lose {piece}"}, focus)

    def macros(self, scene: Scenery, step: Lose) -> tuple[Macro, ...]:
        v, side = scene.v, step.side
        return strongest_lose(v, side, fighters(v, side), _to_lose(v, side), 0)


def _to_lose(v: Position, side: int) -> int:
    """How many steps the side has still to lose in this battle, this one and those that wait."""
    return 1 + next((one.steps for one in reversed(v.stack) if isinstance(one, Losses) and one.side == side), 0)


@face(RetreatTo)
class RetreatFace(ResultFace[RetreatTo]):
    """R8.2.1.4b: who retreats next, and where."""

    def ask(self, scene: Scenery, step: RetreatTo) -> Ask:
        v, words, back = scene.v, scene.words, units_in(step.waiting)
        where = tuple(dict.fromkeys(v.setting.names[v.armies[step.side].at[i]] for i in back))
        if len(back) > 1:
            return Ask(words.say("prompt.retreats", n=step.distance), step.rule, focus=where)
        unit = v.setting.units[step.side][back[0]]
        text = words.say("prompt.retreat", unit=unit.label, n=step.distance)
        return Ask(text, step.rule, {"space": f"retreat {unit.name} {{space}}"}, where)

    def choice(self, scene: Scenery, step: RetreatTo, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if len(units_in(step.waiting)) > 1:
            made["piece"] = action[1]


@face(Advance)
class AdvanceFace(ResultFace[Advance]):
    """R8.2.1.4c: units advance."""

    def ask(self, scene: Scenery, step: Advance) -> Ask:
        fight, names = fight_of(scene.v), scene.v.setting.names
        text = scene.words.say("prompt.advance", n=fight.advance)
        return Ask(text, step.rule, focus=tuple(names[h] for h in fight.emptied))

    def macros(self, scene: Scenery, step: Advance) -> tuple[Macro, ...]:
        return _together(scene.v, step) if step.hand < 0 else ()

    def choice(self, scene: Scenery, step: Advance, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action[0] == "advance" and step.hand < 0 and len(step.units) > 1:
            made["piece"] = action[1]


def _together(v: Position, top: Advance) -> tuple[Macro, ...]:
    """R8.2.1.4c: as many as there is room for into an emptied hex, the strongest first; the others stay."""
    side, p, found = top.side, v.setting, list[Macro]()
    order = sorted(top.units, key=lambda i: (p.units[side][i].gun, -v.armies[side].steps[i]))
    for here in fight_of(v).emptied:
        room = p.limits["stack"] - front(v, side).count[here]
        able = [i for i in order if here in top.ways(v, i)][: max(0, room)]
        wanted = [("advance", p.units[side][i].name, p.names[here]) for i in able]
        actions = _in_order(v, side, [one for action in wanted for one in (action, ("stop",))] + [("done",)])
        gone = tuple(p.unit_number[action[1]][1] for action in actions if action[0] == "advance")
        if len(gone) > 1:
            args = (("units", labels(p, side, gone)), ("n", len(gone)), ("hex", p.names[here]))
            found.append(Macro("macro.advance", tuple(actions), args))
    return tuple(found)


def _in_order(v: Position, side: int, wanted: list[Action]) -> list[Action]:
    """Those of some actions that can be done one after the other, as long as the advance goes on."""
    done = list[Action]()
    for action in wanted:
        top = v.stack[-1]
        if isinstance(top, Advance) and action in top.legal(v, side):
            v = top.take(v.replace(stack=v.stack[:-1]), side, action)
            done.append(action)
    return done


def _consequences(v: Position, fight: Fight, words: Words) -> list[Term]:
    """R8.2.1.4: what the die has brought and nobody has carried out yet."""
    losses, back = [0, 0], [0, 0]
    ahead = strain = False
    for step in v.stack:
        match step:
            case Lose():
                losses[step.side] += 1
            case Losses():
                losses[step.side] += step.steps
            case Retreats() | Retreat() | RetreatTo():
                back[step.side] = max(back[step.side], step.distance)
            case Advances() | Advance():
                ahead = True
            case StrainCheck():
                strain = bool(fight.strain)
    found: list[Term] = []
    for side, key in ((fight.side, "attack"), (1 - fight.side, "defence")):
        for what, n, rule in (("lose", losses[side], "R8.2.1.4a"), ("retreat", back[side], "R8.2.1.4b")):
            if n:
                text = words.say(f"sheet.{what}_{key}")
                found.append({"text": text, "value": str(n), "side": SIDES[side], "rule": rule})
    if ahead and fight.advance:
        text = words.say("sheet.may_advance")
        found.append({"text": text, "value": str(fight.advance), "side": SIDES[fight.side], "rule": "R8.2.1.4c"})
    if strain:
        value = words.say("sheet.or_less", n=fight.strain)
        found.append({"text": words.say("sheet.strain_die"), "value": value, "rule": "R8.2.3"})
    return found


@line(Retreated, Advanced)
def went(seen: Retreated | Advanced, reader: Reader) -> Line | None:
    """R8.2.1.4b, R8.2.1.4c: who takes a village or the field by it is told with that."""
    return None if seen.takes else plainly(seen, reader)



@line(StrainRolled)
def strain_rolled(seen: StrainRolled, reader: Reader) -> Line:
    return outcome(seen, reader, seen.lost)
