"""The sheet of the moment: bombardment, landing, fire, assault, guerrillas, Rabaul."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.artillery import (
    Bombard,
    Fire,
    FireLoss,
    Strike,
    Suppress,
    batteries,
    budget,
)
from ironbottom.games.henderson_field.rules.assault import (
    Ambush,
    BanzaiChoice,
    Battles,
    Defend,
    Stand,
    Strain,
    Support,
    ambush_die,
)
from ironbottom.games.henderson_field.rules.declaration import Declare, field, owed
from ironbottom.games.henderson_field.rules.guerrillas import Guerrillas, free
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, SIDES, Printed, distances
from ironbottom.games.henderson_field.rules.rabaul import Call, can_come
from ironbottom.games.henderson_field.rules.random_events import due_now
from ironbottom.games.henderson_field.rules.reinforcement import Land
from ironbottom.games.henderson_field.rules.results import (
    Advance,
    Advances,
    Lose,
    Losses,
    Retreat,
    Retreats,
    RetreatTo,
    StrainCheck,
    fighters,
)
from ironbottom.games.henderson_field.rules.state import Battle, Fight, Position, at_hex, unlimited
from ironbottom.games.henderson_field.rules.strengths import (
    ABOVE,
    BELOW,
    attack_strength,
    column_of,
    defence_strength,
    ratio,
    strain_needed,
)
from ironbottom.games.henderson_field.ui.odds import (
    assault_odds,
    attack_sum,
    counter_odds,
    defence_sum,
    fight_after,
    fire_odds,
    fresh,
    hidden_in,
    odds,
    result_text,
)
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.step import Decision
from ironbottom.kernel.view import Field, Sheet, Table, Term
from ironbottom.kernel.words import Words


def sheets(v: Position, side: int, words: Words) -> list[Sheet]:
    """The sheet of the decision that waits, and the events of the turn."""
    return [*_of_decision(v, side, words), *([_events(v, words)] if v.events else [])]


def _events(v: Position, words: Words) -> Sheet:
    """R5.0b: what lasts until the turn ends."""
    fields: list[Field] = [
        {"id": name, "name": words.name(name), "value": "", "choices": [], "note": words.say(f"card.{name}")}
        for name in v.events
    ]
    return {"id": "events", "kind": "placing", "title": words.say("sheet.events"), "fields": fields, "rule": "R5.0b"}


def _of_decision(v: Position, side: int, words: Words) -> list[Sheet]:
    """Of what one side prepares only that side sees more than the fact."""
    top = v.stack[-1] if v.stack else None
    mine = getattr(top, "side", -1) == side
    if isinstance(top, Bombard) and mine:
        return [_bombardment(v, top, words)]
    if isinstance(top, Land) and mine:
        return [_landing(v, top, words)]
    if isinstance(top, Guerrillas):
        return [_guerrillas(v, top, words)]
    if isinstance(top, Fire) and mine:
        return [_fire(v, top, words)]
    if isinstance(top, (FireLoss, Suppress, Strike)):
        return []
    if isinstance(top, Declare) and mine:
        return [_declaration(v, top, words)]
    if isinstance(top, Battles):
        return [_battles(v, top, words)]
    if v.fight is not None:
        return [_fight(v, v.fight, mine, words)]
    if isinstance(top, Call):
        return [_rabaul(v, top, words)]
    return []


def _labels(p: Printed, side: int, units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(p.units[side][i].label for i in units)


def _names(p: Printed, side: int, units: tuple[int, ...]) -> list[str]:
    return [p.units[side][i].name for i in units]


def _choices(v: Position, top: Decision, side: int, *verbs: str) -> list[str]:
    """The notations of the actions with these verbs, an amount as the page writes it."""
    found = []
    for action in top.legal(v, side):
        if action[0] in verbs:
            amount = not isinstance(action[-1], (str, int))
            found.append(notation(action[:-1]) + " ={n}" if amount else notation(action))
    return found


def _bombardment(v: Position, top: Bombard, words: Words) -> Sheet:
    """R8.1.7: whether the ships come, and what they may do to the airfield."""
    p = v.setting
    number = int(p.bombardment[top.side][p.turns[v.turn].month])
    totals: list[Term] = [
        {"text": words.say("sheet.ships"), "value": words.say("sheet.or_more", n=p.tables["bombardment"]["needed"])},
        {"text": words.say("sheet.ship_dice"), "value": words.say("sheet.die_sum", n=number)},
        {"text": words.say("sheet.status"), "value": str(v.status), "rule": "R7.11a"},
    ]
    made: Sheet = {
        "id": "bombardment", "kind": "battle", "title": words.say("odds.bombard_title"), "fields": [], "totals": totals,
        "rule": "R8.1.7",
    }  # fmt: skip
    known = odds(v, ("bombard",), words)
    if known is not None:
        made["odds"] = known
    return made


def _landing(v: Position, top: Land, words: Words) -> Sheet:
    """R6a: who is due; while one is in hand, the others may be taken instead."""
    p, side = v.setting, top.side
    hand = v.doings[side].hand
    takes = set(_choices(v.doing(side, hand=0), top, side, "take"))
    fields: list[Field] = []
    for i in due_now(v, side):
        unit = p.units[side][i]
        factors = f"{unit.combat}({unit.reach})-{unit.move}" if unit.reach else f"{unit.combat}-{unit.move}"
        take = f"take {unit.name}"
        choices = [] if hand >> i & 1 or take not in takes else [f"back;{take}" if hand else take]
        name = f"{unit.label}, {words.say(f'kind.{unit.kind}')}"
        fields.append({"id": unit.name, "name": name, "value": factors, "choices": choices, "pieces": [unit.name]})
    return {"id": "landing", "kind": "placing", "title": words.say("sheet.landing"), "fields": fields, "rule": "R6a"}


def _guerrillas(v: Position, top: Guerrillas, words: Words) -> Sheet:
    """R11.0: a third of the rolls succeed."""
    p = v.setting
    fields: list[Field] = []
    for text in _choices(v, top, AMERICAN, "rise"):
        name = text.split()[1]
        fields.append(
            {"id": name, "name": words.say("sheet.village", hex=name), "value": words.say("sheet.third"),
             "choices": [text], "space": name}
        )  # fmt: skip
    cost = words.say("sheet.free" if free(v) or unlimited(v, AMERICAN) else "sheet.one_point")
    totals: list[Term] = [
        {"text": words.say("sheet.cost"), "value": cost},
        {"text": words.say("sheet.supply"), "value": _supply(v, AMERICAN, words), "side": SIDES[AMERICAN]},
    ]
    needed = p.limits["guerrilla"]
    return {
        "id": "guerrillas", "kind": "decision", "title": words.say("sheet.guerrillas", n=needed), "fields": fields,
        "totals": totals, "rule": "R11.0",
    }  # fmt: skip


def _supply(v: Position, side: int, words: Words) -> str:
    return words.say("supply.unlimited") if unlimited(v, side) else str(v.supply[side])


# --- fire ---------------------------------------------------------------------------------------------------------


def _known(v: Position, side: int, here: int) -> tuple[int, int, int]:
    """The strength that is seen in a hex, the counters there that are hidden, the steps that fire can take."""
    steps = [v.armies[side].steps[i] for i in at_hex(v, side, here)]
    unseen = sum(place == here for place, _ in v.armies[side].hidden)
    return sum(steps), unseen, sum(n - 1 for n in steps)


def _fire(v: Position, top: Fire, words: Words) -> Sheet:
    """R8.1.2, R8.1.3: the batteries with what they can still fire; with a target, the mission and its odds."""
    p, side, doing = v.setting, top.side, v.doings[top.side]
    totals: list[Term] = [
        {"text": words.say("sheet.supply"), "value": _supply(v, side, words), "side": SIDES[side], "rule": "R8.1.2"}
    ]
    fields: list[Field] = []
    if doing.target < 0:
        able = sorted({*batteries(v, side, False), *batteries(v, side, True)})
        for i in able:
            unit = p.units[side][i]
            left = max(0, budget(v, side, i, False))
            fields.append(
                {"id": unit.name, "name": words.say("sheet.battery", unit=unit.label, n=unit.reach),
                 "value": words.say("sheet.points", n=left), "choices": [], "space": p.names[v.armies[side].at[i]],
                 "pieces": [unit.name],
                 "note": words.say("sheet.counter_points", n=max(0, budget(v, side, i, True)))}
            )  # fmt: skip
        made: Sheet = {
            "id": "fire", "kind": "decision", "title": words.say("sheet.fire"), "fields": fields, "totals": totals,
            "rule": "R8.1a",
        }  # fmt: skip
        if not able:
            made["blocks"] = [words.say("refused.no_battery")]
        return made
    strength, unseen, _ = _known(v, 1 - side, doing.target)
    seen = f"{strength}+" if unseen else str(strength)
    totals.append({"text": words.say("sheet.strength"), "value": seen, "rule": "R8.1.5"})
    offers = {text.split()[1]: text for text in _choices(v, top, side, "gun")}
    paid = dict(doing.mission)
    for i in dict.fromkeys((*paid, *(p.unit_number[name][1] for name in offers))):
        unit = p.units[side][i]
        away = distances(p, doing.target)[v.armies[side].at[i]]
        fields.append(
            {"id": unit.name, "name": words.say("sheet.at_range", unit=unit.label, n=away, reach=unit.reach),
             "value": words.say("sheet.dice", n=paid.get(i, 0)),
             "choices": [offers[unit.name]] if unit.name in offers else [],
             "space": p.names[v.armies[side].at[i]], "pieces": [unit.name]}
        )  # fmt: skip
    key = "sheet.counter_at" if doing.counter_battery else "sheet.fire_at"
    made = {
        "id": "fire", "kind": "decision", "title": words.say(key, hex=p.names[doing.target]), "fields": fields,
        "totals": totals, "rule": "R8.1.8" if doing.counter_battery else "R8.1.5",
    }  # fmt: skip
    dice = sum(n for _, n in doing.mission)
    if dice:
        make = counter_odds if doing.counter_battery else fire_odds
        made["odds"] = make(v, side, doing.target, dice, words)
    else:
        made["blocks"] = [words.say("sheet.no_gun")]
    return made


# --- assault ------------------------------------------------------------------------------------------------------


def likely(v: Position, side: int, battle: Battle) -> tuple[int, int, int]:
    """R8.2.1.1, R8.2.1.2: strengths as far as they are seen, without supply, and how many defenders are hidden."""
    hidden = sum(here in battle.hexes for here, _ in v.armies[1 - side].hidden)
    fight = Fight(side, battle, paid=(0,) * len(battle.support))
    return attack_strength(v, fight), defence_strength(v, fight), hidden


def odds_word(a: int, d: int) -> str:
    """The column, or beyond which end of the table.

    >>> odds_word(9, 4), odds_word(20, 1), odds_word(1, 9)
    ('2-1', 'over 6-1', 'under 1-6')
    """
    one, other = ratio(a, d)
    return f"{one}-{other}" if max(one, other) < 7 else "over 6-1" if one > other else "under 1-6"


def _battle_field(v: Position, side: int, battle: Battle, choices: list[str], words: Words) -> Field:
    p = v.setting
    a, d, hidden = likely(v, side, battle)
    names = tuple(p.names[h] for h in battle.hexes)
    odds_ = odds_word(a, d)
    value = words.say("sheet.strengths_hidden" if hidden else "sheet.strengths", attack=a, defence=d, odds=odds_)
    note = words.say("sheet.by", units=_labels(p, side, battle.units))
    if battle.support:
        note += "; " + words.say("sheet.support", units=_labels(p, side, battle.support))
    if hidden:
        note += "; " + words.say("odds.unseen", n=hidden) + ", " + words.say("sheet.at_best", odds=odds_)
    return {
        "id": names[0], "name": words.say("sheet.battle", hexes=names), "value": value, "note": note, "space": names[0],
        "choices": choices, "pieces": [*_names(p, side, battle.units + battle.support), *names[1:]],
    }  # fmt: skip


def _declaration(v: Position, top: Declare, words: Words) -> Sheet:
    """R8.2a: the battles so far, and what is still owed."""
    p, side, plan = v.setting, top.side, v.doings[top.side].plan
    legal = set(_choices(v, top, side, "recall"))
    fields = [
        _battle_field(
            v, side, battle,
            [text for name in _names(p, side, battle.units + battle.support) if (text := f"recall {name}") in legal],
            words,
        )
        for battle in plan
    ]  # fmt: skip
    units, hexes = owed(field(v, side), plan)
    blocks = [words.say("sheet.owes", unit=label) for label in _labels(p, side, units)]
    blocks += [words.say("sheet.owed", hex=p.names[h]) for h in hexes]
    made: Sheet = {
        "id": "declare", "kind": "battle", "title": words.say("sheet.declare"), "fields": fields, "blocks": blocks,
        "rule": "R8.2a",
    }  # fmt: skip
    if plan:
        made["odds"] = assault_odds(v, fresh(v, side, plan[-1]), words)
    return made


def _battles(v: Position, top: Battles, words: Words) -> Sheet:
    names = v.setting.names
    fields = [_battle_field(v, top.side, one, [f"fight {names[one.hexes[0]]}"], words) for one in v.battles]
    return {"id": "battles", "kind": "battle", "title": words.say("sheet.battles"), "fields": fields, "rule": "Q23"}


def _fight(v: Position, fight: Fight, mine: bool, words: Words) -> Sheet:
    """R8.2.1.3: the battle that is being fought: strengths line by line, odds, strain; once the die has fallen, what
    is still to come of it."""
    p = v.setting
    top = v.stack[-1] if v.stack else None
    made: Sheet = {
        "id": "fight", "kind": "battle", "fields": [], "rule": "R8.2.1.3",
        "title": words.say("sheet.battle", hexes=tuple(p.names[h] for h in fight.battle.hexes)),
    }  # fmt: skip
    if isinstance(top, (Lose, RetreatTo, Advance)):
        made["totals"] = _consequences(v, fight, words)
        return made
    if isinstance(top, BanzaiChoice):
        fight = fresh(v, fight.side, fight.battle).replace(again=True)
    a, d = attack_strength(v, fight), defence_strength(v, fight)
    totals: list[Term] = [{"text": words.say("sheet.column"), "value": odds_word(a, d), "rule": "R8.2.1.3"}]
    needed = strain_needed(p, a, d)
    if isinstance(top, Stand):
        totals += _ways_out(v, fight, top, words)
    elif needed and not fight.strain:
        text = words.say("sheet.strain", odds=odds_word(a + needed, d))
        totals.append({"text": text, "value": f"+{needed}", "rule": "R8.2.3"})
    made["totals"] = totals
    made["sums"] = [attack_sum(v, fight, words), defence_sum(v, fight, words)]
    if mine and isinstance(top, Ambush):
        value = words.say("sheet.or_less", n=ambush_die(v, fight))
        totals.append({"text": words.say("sheet.ambush_on"), "value": value, "rule": "R8.2.9"})
    if mine and isinstance(top, (Support, Defend)):
        (action,) = top.legal(v, top.side)
        name = str(action[1])
        unit = p.units[top.side][p.unit_number[name][1]]
        made["fields"].append(
            {"id": name, "name": words.say("sheet.lend", unit=unit.label), "pieces": [name],
             "choices": _choices(v, top, top.side, "spend"), "note": _bargains(v, action, words),
             "value": words.say("sheet.of_supply", n=_supply(v, top.side, words))}
        )  # fmt: skip
    if mine and isinstance(top, (Ambush, BanzaiChoice)):
        known = odds(v, ("ambush",) if isinstance(top, Ambush) else ("banzai",), words)
        if known is not None:
            known["sums"] = []
            made["odds"] = known
    if mine and isinstance(top, Strain):
        if hidden_in(v, 1 - fight.side, fight.battle.hexes):
            known = odds(v, ("pass",), words)
            if known is not None:
                known["sums"] = []
                made["odds"] = known
        else:
            made["tables"] = [_both_ways(v, fight, a, d, needed, words)]
    return made


def _ways_out(v: Position, fight: Fight, top: Stand, words: Words) -> list[Term]:
    """R8.2.10, Q22: what a retreat costs, and what it costs to stand."""
    more = top.loss * 2 or 1
    left = sum(v.armies[fight.side].steps[i] for i in fighters(v, fight.side)) - more
    again = words.say("sheet.left_again", n=left) if left > 0 else words.say("sheet.none_again")
    return [
        {"text": words.say("sheet.obey", back=top.back), "value": str(top.loss), "rule": "R8.2.1.4a"},
        {"text": words.say("sheet.stand", again=again), "value": str(more), "rule": "R8.2.10"},
    ]


def _bargains(v: Position, action: Action, words: Words) -> str:
    """R8.2.1.3, R8.2.4a, R8.2.4b: the least supply for each of the odds that a battery can bring about."""
    most = action[2]
    assert isinstance(most, Range)
    found: dict[str, int] = {}
    for n in range(most.low, most.high + 1):
        fight = fight_after(v, (*action[:2], n))
        assert fight is not None
        found.setdefault(odds_word(attack_strength(v, fight), defence_strength(v, fight)), n)
    return ", ".join(words.say("sheet.bargain", n=n, odds=name) for name, n in found.items())


def _both_ways(v: Position, fight: Fight, a: int, d: int, strain: int, words: Words) -> Table:
    """R8.2.3: what each face of the die gives without strain and with it."""
    p = v.setting

    def cell(attack: int, die: int) -> str:
        column = column_of(p, attack, d)
        if column in (BELOW, ABOVE):
            return words.say("odds.below" if column == BELOW else "odds.above")
        loss, back, ahead, hurt, flight = p.table[die][column]
        return result_text((loss, back, ahead, hurt + (fight.ambush == 2), flight), words)

    return {
        "id": "strain", "name": words.say("sheet.both_ways"), "rule": "R8.2.3",
        "columns": [
            words.say("table.die"), words.say("sheet.unstrained", odds=odds_word(a, d)),
            words.say("sheet.with_strain", odds=odds_word(a + strain, d)),
        ],
        "rows": [[str(die + 1), cell(a, die), cell(a + strain, die)] for die in range(6)],
    }  # fmt: skip


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


# --- Rabaul -------------------------------------------------------------------------------------------------------


def _rabaul(v: Position, top: Call, words: Words) -> Sheet:
    """R10.1: who can be called, by the periods of their colours."""
    p = v.setting
    legal = set(_choices(v, top, JAPANESE, "call"))
    fields: list[Field] = []
    for i, here in enumerate(v.armies[JAPANESE].at):
        unit = p.units[JAPANESE][i]
        text = f"call {unit.name}"
        if text not in legal:
            continue
        factors = f"{unit.combat}({unit.reach})-{unit.move}" if unit.reach else f"{unit.combat}-{unit.move}"
        last = max((n for n in range(v.turn + 1, len(p.turns)) if can_come(p, i, n)), default=v.turn + 1)
        name = f"{unit.label}, {words.say(f'kind.{unit.kind}')}"
        note = words.say("sheet.until", n=last) + (f"; {words.say('sheet.heavy')}" if unit.heavy else "")
        fields.append(
            {"id": unit.name, "name": name, "value": factors, "choices": [text], "note": note, "pieces": [unit.name]}
        )
        assert here >= p.hexes
    totals: list[Term] = [{"text": words.say("sheet.calls"), "value": str(top.number), "side": SIDES[JAPANESE]}]
    return {
        "id": "rabaul", "kind": "decision", "title": words.say("sheet.rabaul", n=v.turn + 1), "fields": fields,
        "totals": totals, "rule": "R10.1",
    }  # fmt: skip

