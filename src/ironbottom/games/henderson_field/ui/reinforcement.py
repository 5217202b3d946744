"""6.0: how landings look."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.random_events import due_now
from ironbottom.games.henderson_field.rules.reinforcement import Land, Landed
from ironbottom.games.henderson_field.rules.state import Position, unit, units_in
from ironbottom.games.henderson_field.ui.faces import HendersonFace, Scenery, in_hand, labelled, named, offers
from ironbottom.games.henderson_field.ui.pieces import factors
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, face, line
from ironbottom.kernel.view import Choice, Field, Sheet


@face(Land)
class LandFace(HendersonFace[Land]):
    """R6a: units land."""

    def ask(self, scene: Scenery, step: Land) -> Ask:
        v, words, side = scene.v, scene.words, step.side
        if hand := units_in(v.doings[side].hand):
            text = words.say("prompt.land_at", unit=in_hand(scene, side, hand))
            return Ask(text, step.rule, {"space": "land {space}"})
        names, field, at = v.setting.names, v.setting.field, v.armies[side].at
        ashore = dict.fromkeys(names[at[i]] for i in units_in(v.doings[side].landed) if at[i] < v.setting.hexes)
        focus = tuple(ashore) or (names[field],)
        return Ask(words.say("prompt.land", n=len(due_now(v, side))), step.rule, {"piece": "take {piece}"}, focus)

    def choice(self, scene: Scenery, step: Land, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action == ("wait",) and not scene.v.doings[step.side].hand:
            labelled(scene, made, "wait_all")

    def sheets(self, scene: Scenery, step: Land) -> list[Sheet]:
        """R6a: who is due; while one is in hand, the others may be taken instead."""
        if not scene.mine:
            return []
        v, words, side = scene.v, scene.words, step.side
        hand = v.doings[side].hand
        takes = set(offers(v.doing(side, hand=0), step, side, "take"))
        fields: list[Field] = []
        for i in due_now(v, side):
            one = unit(v, side, i)
            take = f"take {one.name}"
            choices = [] if hand >> i & 1 or take not in takes else [f"back;{take}" if hand else take]
            name = f"{one.label}, {words.say(f'kind.{one.kind}')}"
            fields.append(
                {"id": one.name, "name": name, "value": factors(one), "choices": choices, "pieces": [one.name]}
            )
        title = words.say("sheet.landing")
        return [{"id": "landing", "kind": "placing", "title": title, "fields": fields, "rule": "R6a"}]

    def macros(self, scene: Scenery, step: Land) -> tuple[Macro, ...]:
        return _others(scene.v, step) if scene.v.doings[step.side].hand else _beside(scene.v, step)


def _others(v: Position, top: Land) -> tuple[Macro, ...]:
    """R6a: another unit lands first instead of the one in hand."""
    side = top.side
    after = v.doing(side, hand=0)
    return tuple(
        Macro("macro.switch", (("back",), action), (("unit", unit(v, side, i).label),), piece=action[1])
        for action in top.legal(after, side)
        if not v.doings[side].hand >> (i := v.setting.unit_number[action[1]][1]) & 1
    )


def _beside(v: Position, top: Land) -> tuple[Macro, ...]:
    """R6a, R10.2n: to where units have landed, as many more as there is room for, those of the same regiment first; the
    hexes with most of a regiment first."""
    p, side, army, found = v.setting, top.side, v.armies[top.side], list[tuple[int, Macro]]()
    for here in dict.fromkeys(army.at[i] for i in units_in(v.doings[side].landed) if army.at[i] < p.hexes):
        there = {regiment(v, side, i) for i in units_in(v.doings[side].landed) if army.at[i] == here} - {""}
        waiting = sorted(due_now(v, side), key=lambda i: regiment(v, side, i) not in there)
        actions, units, s = list[Action](), list[int](), v
        for i in waiting:
            take, land = ("take", unit(v, side, i).name), ("land", p.names[here])
            alone = s.doings[side].hand  # the last one is in hand by itself
            held = s.doing(side, hand=1 << i)
            if land in top.legal(held, side):
                actions += [land] if alone else [take, land]
                units.append(i)
                s = top.take(held.replace(stack=v.stack[:-1]), side, land)
        if units:
            mates = sum(regiment(v, side, i) in there for i in units)
            args = (("units", tuple(unit(v, side, i).label for i in units)), ("hex", p.names[here]))
            found.append((mates, Macro("macro.beside", tuple(actions), args)))
    return tuple(macro for _, macro in sorted(found, key=lambda one: -one[0]))


def regiment(v: Position, side: int, i: int) -> str:
    """What stands before the stroke on a counter: of "1/2" it is "1"; "" for units of their own."""
    return unit(v, side, i).label.partition("/")[0] if "/" in unit(v, side, i).label else ""


line(Landed)(named)
