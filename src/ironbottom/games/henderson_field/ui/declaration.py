"""8.2a: how the declaration of assaults looks."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.declaration import (
    Attacked,
    Battles,
    Declare,
    field,
    owed,
    uses,
    with_gun,
    with_unit,
)
from ironbottom.games.henderson_field.rules.printed import SIDES, Printed
from ironbottom.games.henderson_field.rules.state import Battle, Fight, Position, units_in
from ironbottom.games.henderson_field.rules.strengths import attack_strength
from ironbottom.games.henderson_field.ui.faces import Scenery, States, in_hand, labelled, labels, offers, owned, plainly
from ironbottom.games.henderson_field.ui.strengths import (
    FightFace,
    assault_odds,
    buyable,
    fights,
    fresh,
    odds_at_least,
    odds_range,
    span,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, face, line
from ironbottom.kernel.view import Choice, Field, Mark, Sheet
from ironbottom.kernel.words import Words


@face(Declare)
class DeclareFace(FightFace[Declare]):
    """R8.2a: units are sent against hexes."""

    main = ("done",)

    def ask(self, scene: Scenery, step: Declare) -> Ask:
        v, words, side, doing = scene.v, scene.words, step.side, scene.v.doings[step.side]
        p = v.setting
        if hand := units_in(doing.hand):
            gun = p.units[side][hand[0]].gun
            text = words.say("prompt.declare_gun" if gun else "prompt.declare_on", unit=in_hand(scene, side, hand))
            return Ask(text, "R8.2.4b" if gun else "R8.2a", {"space": "on {space}"})
        units, hexes = owed(field(v, side), doing.plan)
        names = labels(p, side, units) + tuple(p.names[h] for h in hexes)
        if not names:
            key = "prompt.declare_done" if doing.plan else "prompt.declare_none"
            return Ask(words.say(key), "R8.2a", {"piece": "take {piece}"})
        if len(names) > 3:
            counts = (("units", units), ("hexes", hexes))
            names = tuple(words.say(f"owed.{what}", n=len(found)) for what, found in counts if found)
        text = words.say("prompt.declare_owed", owed=", ".join(names))
        focus = [p.names[h] for h in hexes] or [p.names[v.armies[side].at[i]] for i in units]
        return Ask(text, "R8.2a", {"piece": "take {piece}"}, tuple(focus))

    def why_final(self, scene: Scenery, step: Declare, action: Action) -> str | None:
        if action != ("done",):
            return None
        return "ends.reveal" if scene.v.doings[step.side].plan else "ends.hand"

    def choice(self, scene: Scenery, step: Declare, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action == ("done",) and not scene.v.doings[step.side].plan:
            labelled(scene, made, "done_idle")

    def sheets(self, scene: Scenery, step: Declare) -> list[Sheet]:
        return [_sheet(scene.v, step, scene.words)] if scene.mine else []

    def fight(self, v: Position, step: Declare, action: Action) -> Fight | None:
        """The battle in which the unit in hand would attack, or support."""
        if action[0] != "on" or not v.doings[step.side].hand or action not in step.legal(v, step.side):
            return None
        side, here = step.side, v.setting.number[action[1]]
        i, plan = units_in(v.doings[side].hand)[0], v.doings[side].plan
        made = with_gun(plan, i, here) if v.setting.units[side][i].gun else with_unit(field(v, side), plan, i, here)
        battle = next((b for b in made or () if here in b.hexes), None)
        return None if battle is None else fresh(v, side, battle)

    def macros(self, scene: Scenery, step: Declare) -> tuple[Macro, ...]:
        v = scene.v
        return () if v.doings[step.side].hand else (*_attacks(v, step), *_assaults(v, step, scene.words))

    def states(self, v: Position, step: Declare) -> States:
        plan = v.doings[step.side].plan
        found: States = {(step.side, i): "must" for i in owed(field(v, step.side), plan)[0]}
        return found | {(step.side, i): "done" for battle in plan for i in (*battle.units, *battle.support)}

    def marks(self, scene: Scenery, step: Declare) -> list[Mark]:
        """R8.2a: what is attacked, and what must be."""
        if not owned(scene.v, step):
            return []
        plan, text = scene.v.doings[step.side].plan, scene.words.say("mark.owed")
        _, hexes = owed(field(scene.v, step.side), plan)
        names, side = scene.v.setting.names, SIDES[step.side]
        must: list[Mark] = [{"space": names[h], "kind": "business", "text": text, "side": side} for h in hexes]
        return fights(scene, (h for battle in plan for h in battle.hexes)) + must


def _names(p: Printed, side: int, units: tuple[int, ...]) -> list[str]:
    return [p.units[side][i].name for i in units]


def _battle_field(v: Position, side: int, battle: Battle, choices: list[str], words: Words) -> Field:
    p = v.setting
    fight, hidden = fresh(v, side, battle), sum(here in battle.hexes for here, _ in v.armies[1 - side].hidden)
    low, high = span(v, fight)
    names, odds_ = tuple(p.names[h] for h in battle.hexes), odds_range(v, fight, words)
    key = "sheet.strengths" if low == high else "sheet.strengths_between"
    value = words.say(key, attack=attack_strength(v, fight), defence=low, most=high, odds=odds_)
    note = words.say("sheet.by", units=labels(p, side, battle.units))
    if battle.support:
        note += "; " + words.say("sheet.support", units=labels(p, side, battle.support))
    if hidden:
        note += "; " + words.say("row.unseen", n=hidden)
    if supply := buyable(v, fight):
        note += "; " + words.say("sheet.may_pay", n=supply)
    return {
        "id": names[0], "name": words.say("sheet.battle", hexes=names), "value": value, "note": note, "space": names[0],
        "choices": choices, "pieces": [*_names(p, side, battle.units + battle.support), *names[1:]],
    }  # fmt: skip


def _sheet(v: Position, step: Declare, words: Words) -> Sheet:
    """R8.2a: the battles so far, and what is still owed."""
    p, side, plan = v.setting, step.side, v.doings[step.side].plan
    legal = set(offers(v, step, side, "recall"))
    fields = [
        _battle_field(
            v, side, battle,
            [text for name in _names(p, side, battle.units + battle.support) if (text := f"recall {name}") in legal],
            words,
        )
        for battle in plan
    ]  # fmt: skip
    units, hexes = owed(field(v, side), plan)
    blocks = [words.say("sheet.owes", unit=label) for label in labels(p, side, units)]
    blocks += [words.say("sheet.owed", hex=p.names[h]) for h in hexes]
    made: Sheet = {
        "id": "declare", "kind": "battle", "title": words.say("sheet.declare"), "fields": fields, "blocks": blocks,
        "rule": "R8.2a",
    }  # fmt: skip
    if plan:
        made["odds"] = assault_odds(v, fresh(v, side, plan[-1]), words)
    return made


def _attacks(v: Position, top: Declare) -> tuple[Macro, ...]:
    """R8.2a: a set of battles that meets all that is owed: each unit joins a battle that stands, if it can."""
    actions: list[Action] = []
    plain, s = v.replace(stack=v.stack[:-1]), v
    legal = top.legal(v, top.side)
    while ("done",) not in legal and len(actions) < 200:
        must = _names(s.setting, top.side, owed(field(s, top.side), s.doings[top.side].plan)[0])
        takes = [action for action in legal if action[0] == "take"]
        if not takes:
            return ()
        take = next((action for action in takes if action[1] in must), takes[0])
        held = top.take(plain.replace(doings=s.doings), top.side, take)
        places = [action for action in top.legal(held, top.side) if action[0] == "on"]
        joined = {s.setting.names[h] for battle in s.doings[top.side].plan for h in battle.hexes}
        place = next((action for action in places if action[1] not in joined), places[0])
        actions += [take, place]
        s = top.take(plain.replace(doings=held.doings), top.side, place)
        legal = top.legal(s, top.side)
    return (Macro("macro.attacks", tuple(actions), advice=True),) if actions else ()


def _assaults(v: Position, top: Declare, words: Words) -> tuple[Macro, ...]:
    """R8.2a: all who still can against one hex, so that all else that is owed can be met; what that makes, as far as
    the enemy is seen."""
    side, p, found = top.side, v.setting, list[Macro]()
    free = {i for i, _ in field(v, side).reach} - {i for battle in v.doings[side].plan for i in battle.units}
    for here in sorted({h for i in free for h in uses(v, side, i)}):
        s, units, actions = v, list[int](), list[Action]()
        for i in sorted(free):
            if here in uses(s, side, i):
                acts: tuple[Action, ...] = (("take", p.units[side][i].name), ("on", p.names[here]))
                for action in acts:
                    s = top.take(s.replace(stack=s.stack[:-1]), side, action)
                units.append(i)
                actions += acts
        battle = next(b for b in s.doings[side].plan if here in b.hexes)
        args = (("units", labels(p, side, tuple(units))), ("n", len(units)), ("hex", p.names[here]),
                ("cost", odds_at_least(s, fresh(s, side, battle), words)))
        found.append(Macro("macro.assault", tuple(actions), args, space=p.names[here]))
    return tuple(found)


@face(Battles)
class BattlesFace(FightFace[Battles]):
    """Q23: which battle is fought next."""

    final: ClassVar = {"fight": "ends.fight"}

    def ask(self, scene: Scenery, step: Battles) -> Ask:
        battles, names = scene.v.battles, scene.v.setting.names
        text = scene.words.say("prompt.battles", n=len(battles))
        focus = tuple(names[h] for battle in battles for h in battle.hexes)
        return Ask(text, step.rule, {"space": "fight {space}"}, focus)

    def sheets(self, scene: Scenery, step: Battles) -> list[Sheet]:
        v, words = scene.v, scene.words
        fields = [
            _battle_field(v, step.side, one, [f"fight {v.setting.names[one.hexes[0]]}"], words) for one in v.battles
        ]
        title = words.say("sheet.battles")
        return [{"id": "battles", "kind": "battle", "title": title, "fields": fields, "rule": "Q23"}]

    def fight(self, v: Position, step: Battles, action: Action) -> Fight | None:
        if action[0] != "fight":
            return None
        battle = next((b for b in v.battles if v.setting.names[b.hexes[0]] == action[-1]), None)
        return None if battle is None else fresh(v, step.side, battle)


line(Attacked)(plainly)
