"""What may come of an attack, a bombardment or attrition, as far as the asking side can know: exact, over all that the
enemy's unseen blocks may be."""

from __future__ import annotations

from math import comb

from ironbottom.games.archies_war.knowledge import Plain, general_slots, unseen
from ironbottom.games.archies_war.rules.combat import GENERAL, Part, attack_parts, defence_parts, margin
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, UNKNOWN, Stack
from ironbottom.games.archies_war.rules.state import Position, enemies, kinds, mask, without
from ironbottom.kernel.action import Action
from ironbottom.kernel.value import Value, value
from ironbottom.kernel.view import Odds, Outcome, Sum, Table, Term
from ironbottom.kernel.words import Words

STRIKE_RULES = {"attrition": "2P-51", "major_bombardment": "2P-52", "minor_bombardment": "2P-53", "turn": "2P-55"}
"""The statement of each cause of a strike."""


@value
class Chances(Value):
    """What a stack may be: the weight of Vandegrift being there, and of each strength without him, out of `total`."""

    total: int
    general: int
    sums: tuple[tuple[int, int], ...]


@value
class Planned(Value):
    """An attack that an action would make or fight."""

    place: int
    attackers: Stack
    air: bool
    trail: bool
    origin: int


def hidden_slots(v: Position, owner: int, plain: Plain = ()) -> int:
    """Where an unseen Vandegrift may be: on the map, in the casualties and under way, not in the pool."""
    return sum(general_slots(v, owner, plain))


def general_at(v: Position, owner: int, place: int, plain: Plain = ()) -> tuple[int, int]:
    """T-23, 2P-34: the chance that Vandegrift is among the unseen blocks of a place, as a fraction."""
    unknown = sum(item < 0 for item in v.blocks[owner][place])
    if owner != AMERICAN or not unknown or GENERAL not in unseen(v, owner):
        return 0, 1
    if v.spotted:
        return int(place == v.setting.field), 1
    slots = general_slots(v, owner, plain)[place]
    return slots, max(1, slots, hidden_slots(v, owner, plain))


def chances(v: Position, owner: int, place: int, plain: Plain = ()) -> Chances:
    """2P-31, 2P-34: the distribution of a stack's defence: every choice of unseen blocks is equally likely."""
    defence = v.setting.defence[owner]
    known = [kind for kind in kinds(v.blocks[owner][place]) if kind != UNKNOWN]
    if owner == AMERICAN and GENERAL in known:
        return Chances(1, 1, ())
    base = sum(defence[kind] for kind in known)
    unknown = len(v.blocks[owner][place]) - len(known)
    bag = unseen(v, owner)
    top, bottom = general_at(v, owner, place, plain)
    if owner == AMERICAN and GENERAL in bag:
        bag = without(bag, GENERAL)
    if unknown > len(bag):
        unknown = len(bag)
    ways: list[dict[int, int]] = [{base: 1}] + [{} for _ in range(unknown)]
    for kind in dict.fromkeys(bag):
        count = bag.count(kind)
        for taken in range(unknown, 0, -1):
            row = ways[taken]
            for some in range(1, min(count, taken) + 1):
                for total, number in ways[taken - some].items():
                    key = total + some * defence[kind]
                    row[key] = row.get(key, 0) + number * comb(count, some)
    every = comb(len(bag), unknown)
    rest = bottom - top
    return Chances(
        bottom * every, top * every,
        tuple((total, number * rest) for total, number in sorted(ways[unknown].items()) if rest),
    )


def planned(v: Position, side: int, action: Action) -> Planned | None:
    """2P-23, 2P-42: the attack that an action makes or fights, if it does."""
    verb = action[0]
    held = v.held
    hand = v.hand
    index = v.setting.index
    if held is not None and v.battle is None and UNKNOWN not in v.attackers:
        air = held.air or (verb == "use" and action[1] == "air_support")
        if verb in ("resolve", "end") or (verb == "use" and action[1] == "air_support"):
            return Planned(held.place, v.attackers, air, False, held.back if held.amphibious else -1)
    if hand is None or not hand.blocks or len(action) < 2 or action[1] not in index:
        return None
    place = index[action[1]]
    if not v.blocks[1 - side][place]:
        return None
    if verb == "assault":
        return Planned(place, kinds(hand.blocks), False, False, hand.origin)
    if verb == "go" and len(action) == 3 and action[2] in index:
        general = side == AMERICAN and hand.blocks[0] >> 2 == GENERAL
        route = v.setting.route(hand.origin, enemies(v, side), general, place, index[action[2]])
        if route is not None:
            types = kinds(hand.blocks)
            return Planned(
                place, after_trail(v, side, types) if route.trail else types, False, route.trail, hand.origin
            )
    return None


def after_trail(v: Position, side: int, types: Stack) -> Stack:
    """2P-21: the blocks that are likely left after a trail: the weakest is given up."""
    spare = [kind for kind in types if not (side == AMERICAN and kind == GENERAL)] or list(types)
    return without(types, min(spare, key=lambda kind: (v.setting.attack[side][kind], -kind)))


def lone_on_trail(v: Position, side: int, action: Action) -> bool:
    """T-30: whether an action sends a single block over a trail, where it is lost."""
    hand = v.hand
    if action[0] != "go" or len(action) != 3 or hand is None or hand.tool >= 0 or len(hand.blocks) != 1:
        return False
    index = v.setting.index
    if action[1] not in index or action[2] not in index:
        return False
    general = side == AMERICAN and hand.blocks[0] >> 2 == GENERAL
    route = v.setting.route(hand.origin, enemies(v, side), general, index[action[1]], index[action[2]])
    return route is not None and route.trail


def terms(parts: tuple[Part, ...], words: Words, side: int) -> list[Term]:
    """Modifiers as the page shows them."""
    return [
        {"text": words.name(part.name), "value": f"+{part.amount}", "rule": part.rule, "side": SIDES[side]}
        for part in parts
    ]


def lone(side: int, words: Words) -> Odds:
    """T-30: a block that marches alone over a trail is lost."""
    return {
        "title": words.say("odds.trail"), "sums": [],
        "results": [{"text": words.say("odds.lone_lost"), "p": 1.0, "good": SIDES[1 - side]}], "error": 0.0,
        "notes": [words.say("odds.lone_note")], "rule": "T-30",
    }


def fight(v: Position, side: int, plan: Planned, words: Words, plain: Plain) -> Odds:
    """2P-30..2P-34: an attack's odds, with every modifier named."""
    setting = v.setting
    foe = 1 - side
    parts = attack_parts(setting, side, plan.attackers, plan.air)
    attack = sum(part.amount for part in parts)
    general = side == AMERICAN and GENERAL in plan.attackers
    known = tuple(kind for kind in kinds(v.blocks[foe][plan.place]) if kind != UNKNOWN)
    unknown = len(v.blocks[foe][plan.place]) - len(known)
    shown = defence_parts(setting, foe, known)
    need = margin(setting, plan.place)
    spread = chances(v, foe, plan.place, plain)
    wins = sum(weight for total, weight in spread.sums if attack >= total + need.amount)
    rows: list[list[str]] = []
    for total, weight in spread.sums:
        result = "wins" if general or attack >= total + need.amount else "fails"
        rows.append([str(total), _percent(weight, spread.total), words.say(f"odds.{result}")])
    if spread.general:
        rows.append([words.name("vandegrift"), _percent(spread.general, spread.total), words.say("odds.fails")])
    if general:
        results = [_outcome(words.say("odds.general_wins"), 1, 1, side)]
    else:
        results = [
            _outcome(words.say("odds.succeeds"), wins, spread.total, side),
            _outcome(words.say("odds.too_weak"), spread.total - wins - spread.general, spread.total, foe),
            _outcome(words.say("odds.vandegrift"), spread.general, spread.total, foe),
        ]
    defence_terms = terms(shown, words, foe)
    if unknown:
        least = min((total for total, _ in spread.sums), default=0) - sum(part.amount for part in shown)
        most = max((total for total, _ in spread.sums), default=0) - sum(part.amount for part in shown)
        text = words.say("odds.unseen", n=unknown)
        defence_terms.append({"text": text, "value": f"+{least}…{most}", "rule": "2P-31", "side": SIDES[foe]})
    lowest = min((total for total, _ in spread.sums), default=0)
    highest = max((total for total, _ in spread.sums), default=0)
    needed = {"text": words.say(f"odds.{need.name}"), "value": f"+{need.amount}", "rule": need.rule}
    sums: list[Sum] = [
        {
            "name": words.say("odds.attack"), "side": SIDES[side], "terms": terms(parts, words, side),
            "total": str(attack),
        },
        {
            "name": words.say("odds.defence"),
            "side": SIDES[foe],
            "terms": [*defence_terms, needed],  # type: ignore[list-item]
            "total": _span(lowest + need.amount, highest + need.amount),
        },
    ]
    table: Table = {
        "id": "defence", "name": words.say("odds.table"),
        "columns": [words.say("odds.strength"), words.say("odds.chance"), words.say("odds.result")], "rows": rows,
        "rule": "2P-31",
    }
    notes = [words.say("odds.note_unseen", n=unknown)] if unknown else []
    if plan.trail:
        notes.append(words.say("odds.note_trail"))
    notes += _field_notes(v, side, plan, words)
    return {
        "title": words.say("odds.title", place=setting.locations[plan.place]), "sums": sums,
        "results": [result for result in results if result["p"] > 0], "error": 0.0, "notes": notes, "table": table,
        "rule": need.rule if not general else "2P-34",
    }


def _field_notes(v: Position, side: int, plan: Planned, words: Words) -> list[str]:
    """T-08, 7.1: a warning when an American attack leaves Henderson Field empty."""
    if side != AMERICAN:
        return []
    field = v.setting.field
    left = len(v.blocks[AMERICAN][field])
    if v.hand is not None and v.hand.origin == field:
        left -= len(v.hand.blocks)
    if left > 0 or plan.place == field:
        return []
    if v.setting.refuge_in_field and mask(v.blocks[JAPANESE]) and v.setting.adjacent_mask >> plan.place & 1:
        return [words.say("odds.note_field_retreat")]
    return [words.say("odds.note_field_empty")]


def strike(v: Position, owner: int, place: int, cause: str, words: Words, plain: Plain) -> Odds:
    """2P-51, 2P-52, 2P-53, 2P-55: which block of a place chance may take."""
    stack = kinds(v.blocks[owner][place])
    unknown = sum(kind == UNKNOWN for kind in stack)
    top, bottom = general_at(v, owner, place, plain)
    rest = [kind for kind in unseen(v, owner) if not (owner == AMERICAN and kind == GENERAL)]
    bag = {kind: rest.count(kind) for kind in dict.fromkeys(rest)}
    weights: dict[int, float] = {}
    for kind in stack:
        if kind != UNKNOWN:
            weights[kind] = weights.get(kind, 0) + 1 / len(stack)
    if unknown:
        if top:
            weights[GENERAL] = weights.get(GENERAL, 0) + top / bottom / len(stack)
        others = unknown - top / bottom
        for kind, count in bag.items():
            weights[kind] = weights.get(kind, 0) + others / len(stack) * count / len(rest)
    results: list[Outcome] = []
    for kind in sorted(weights):
        name = v.setting.types[owner][kind]
        spared = cause == "minor_bombardment" and owner == AMERICAN and kind == GENERAL
        text = words.say("odds.no_effect" if spared else "odds.hit", block=name)
        results.append({"text": text, "p": weights[kind], "good": SIDES[owner if spared else 1 - owner]})
    notes = [words.say("odds.note_hit", n=unknown)] if unknown else []
    title = words.say(f"odds.strike_{cause}", place=v.setting.locations[place])
    return {"title": title, "sums": [], "results": results, "error": 0.0, "notes": notes, "rule": STRIKE_RULES[cause]}


def _outcome(text: str, weight: int, total: int, good: int) -> Outcome:
    return {"text": text, "p": weight / total, "good": SIDES[good]}


def _percent(weight: int, total: int) -> str:
    return f"{100 * weight / total:.1f} %"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}…{high}"

