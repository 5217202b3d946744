"""What may come of an attack, a bombardment or attrition, as far as the asking side can know: exact, over all that the
enemy's unseen blocks may be."""

from __future__ import annotations

from itertools import permutations
from math import comb, prod

from ironbottom.games.archies_war.knowledge import Proven, general_slots, loose_blocks, slots, unseen
from ironbottom.games.archies_war.rules.combat import GENERAL, Part, attack_parts, defence_parts, margin
from ironbottom.games.archies_war.rules.movement import TrailLoss
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, UNKNOWN, Route, Stack
from ironbottom.games.archies_war.rules.state import Position, enemies, kinds, without
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
    guard: int = 0
    """How many of the attacker's blocks will stand on Henderson Field when it is fought."""


@value
class Placing(Value):
    """How often, of all ways to place Vandegrift and the loose blocks: whether he is at a place, and which of the
    others are."""

    weight: int
    general: bool
    loose: Stack


def placings(v: Position, owner: int, place: int, proven: Proven) -> list[Placing]:
    """T-23, 2P-34: where Vandegrift and the blocks may be that are at one of several places: each way is equally
    likely."""
    free = tuple(slots(v, owner))
    able = general_slots(v, owner, proven)
    rows = loose_blocks(v, owner, proven)
    parted = owner == AMERICAN and any(GENERAL in one.kinds for one in rows)
    states: States = {(free, False, ()): 1}
    if any(able) and not parted:
        states = {(_one_less(free, at), at == place, ()): n for at, n in enumerate(able) if n}
    for one in rows:
        after: States = {}
        for order in permutations(one.kinds):
            ways = states
            for kind, spot in zip(order, one.spots, strict=True):
                ways = _placed(ways, place, kind, spot, able if owner == AMERICAN and kind == GENERAL else None)
            for key, weight in ways.items():
                after[key] = after.get(key, 0) + weight
        states = after or states
    found: dict[tuple[bool, Stack], int] = {}
    for (_, general, here), weight in states.items():
        found[general, here] = found.get((general, here), 0) + weight
    return [Placing(weight, general, here) for (general, here), weight in found.items()]


States = dict[tuple[tuple[int, ...], bool, Stack], int]
"""How many ways there are to what is left free, whether Vandegrift is here, and who else is."""


def _placed(states: States, place: int, kind: int, spot: frozenset[int], able: list[int] | None) -> States:
    """With one more block at a spot; Vandegrift where he is able to be."""
    after: States = {}
    for (left, general, here), weight in states.items():
        for at in spot:
            if n := left[at] if able is None else min(left[at], able[at]):
                key = (
                    _one_less(left, at), general or (able is not None and at == place),
                    (*here, kind) if at == place and able is None else here,
                )  # fmt: skip
                after[key] = after.get(key, 0) + weight * n
    return after


def _one_less(free: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*free[:at], free[at] - 1, *free[at + 1 :])


def others(v: Position, owner: int, proven: Proven) -> Stack:
    """The unseen blocks that may be anywhere."""
    bag = list(unseen(v, owner))
    for one in loose_blocks(v, owner, proven):
        for kind in one.kinds:
            bag.remove(kind)
    return tuple(kind for kind in bag if owner != AMERICAN or kind != GENERAL)


def chances(v: Position, owner: int, place: int, proven: Proven = Proven()) -> Chances:  # noqa: B008
    """2P-31, 2P-34: the distribution of a stack's defence: every choice of unseen blocks is equally likely."""
    defence = v.setting.defence[owner]
    known = [kind for kind in kinds(v.blocks[owner][place]) if kind != UNKNOWN]
    if owner == AMERICAN and GENERAL in known:
        return Chances(1, 1, ())
    bag = others(v, owner, proven)
    unknown = len(v.blocks[owner][place]) - len(known)
    ways = _ways(bag, unknown, defence)
    rows = placings(v, owner, place, proven)
    every = {n: comb(len(bag), n) for n in {min(len(bag), unknown - len(row.loose)) for row in rows if not row.general}}
    whole = prod(every.values())
    sums: dict[int, int] = {}
    for row in rows:
        if not row.general:
            n = min(len(bag), unknown - len(row.loose))
            base = sum(defence[kind] for kind in (*known, *row.loose))
            for total, number in ways[n].items():
                sums[base + total] = sums.get(base + total, 0) + row.weight * number * (whole // every[n])
    general = sum(row.weight for row in rows if row.general) * whole
    return Chances(general + sum(sums.values()), general, tuple(sorted(sums.items())))


def _ways(bag: Stack, most: int, defence: tuple[int, ...]) -> list[dict[int, int]]:
    """In how many ways so many blocks of the bag have each strength together."""
    ways: list[dict[int, int]] = [{0: 1}] + [{} for _ in range(most)]
    for kind in dict.fromkeys(bag):
        count = bag.count(kind)
        for taken in range(most, 0, -1):
            row = ways[taken]
            for some in range(1, min(count, taken) + 1):
                for total, number in ways[taken - some].items():
                    key = total + some * defence[kind]
                    row[key] = row.get(key, 0) + number * comb(count, some)
    return ways


def planned(v: Position, side: int, action: Action) -> Planned | None:
    """2P-23, 2P-42: the attack that an action makes or fights, if it does."""
    plan = _planned(v, side, action)
    return plan and plan.replace(guard=_on_field_after(v, side, action))


def _planned(v: Position, side: int, action: Action) -> Planned | None:
    verb = action[0]
    held = v.held
    hand = v.hand
    index = v.setting.index
    if held is not None and v.battle is None and UNKNOWN not in v.attackers:
        air = held.air or (verb == "use" and action[1] == "air_support")
        if verb in ("resolve", "end") or (verb == "use" and action[1] == "air_support"):
            return Planned(held.place, v.attackers, air, False, held.back if held.amphibious else -1)
        if _is_last(v, side, action):
            return Planned(held.place, v.attackers, air, False, held.back if held.amphibious else -1)
    if hand is None or not hand.blocks or len(action) < 2 or action[1] not in index:
        return None
    place = index[action[1]]
    if not v.blocks[1 - side][place]:
        return None
    if verb == "assault":
        return Planned(place, kinds(hand.blocks), False, False, hand.origin)
    if (route := _route(v, side, action)) is not None:
        types = kinds(hand.blocks)
        return Planned(place, after_trail(v, side, types) if route.trail else types, False, route.trail, hand.origin)
    return None


def _is_last(v: Position, side: int, action: Action) -> bool:
    """2P-27: whether an action is the last and done at once, so that the attack declared before is fought."""
    if v.hand is None or v.actions != 1:
        return False
    route = _route(v, side, action)
    looks = action[0] == "on" and v.setting.types[side][v.hand.tool] == "recon"
    return action[0] == "recall" or looks or (route is not None and not route.trail)


def _route(v: Position, side: int, action: Action) -> Route | None:
    """The way that the blocks in hand would march."""
    hand, index = v.hand, v.setting.index
    if action[0] != "go" or len(action) != 3 or hand is None or hand.tool >= 0 or not hand.blocks:
        return None
    if action[1] not in index or action[2] not in index:
        return None
    general = side == AMERICAN and hand.blocks[0] >> 2 == GENERAL
    return v.setting.route(hand.origin, enemies(v, side), general, index[action[1]], index[action[2]])


def _on_field_after(v: Position, side: int, action: Action) -> int:
    """2P-13, 2P-17, 2P-21, 2P-41: how many blocks of a side stand on Henderson Field once an action is done: without
    those that march off or are used up, with those that march in or return."""
    hand, here = v.hand, v.setting.locations[v.setting.field]
    left = len(v.blocks[side][v.setting.field])
    if hand is not None and hand.blocks and hand.origin == v.setting.field:
        left -= len(hand.blocks)
    if hand is not None and hand.tool >= 0 and hand.tool_at == v.setting.field:
        left -= 1
    if action[:2] == ("use", "air_support"):
        left -= int(action[-1] == here)
    elif action[0] == "recall":
        left += int(action[-1] == here)
    elif hand is not None and action[1:2] == (here,) and (route := _route(v, side, action)) is not None:
        left += len(hand.blocks) - int(route.trail)
    return left


def losing(v: Position, side: int, step: TrailLoss, action: Action) -> Planned | None:
    """2P-21, 2P-27, T-02: the attack that is fought once a block is given up for a trail: after the last action, by
    option a Japanese one at once."""
    at_once = v.setting.immediate and side == JAPANESE and step.attack
    if (v.actions and not at_once) or action[0] != "lose":
        return None
    field = v.setting.field
    guard = len(v.blocks[side][field]) + (len(v.column) - 1 if step.place == field else 0)
    if step.attack:
        kind = v.setting.kind(side, action[1])
        return Planned(step.place, without(v.column, kind), False, False, -1, guard)
    held = v.held
    back = held.back if held is not None and held.amphibious else -1
    return Planned(held.place, v.attackers, held.air, False, back, guard) if held else None


def after_trail(v: Position, side: int, types: Stack) -> Stack:
    """2P-21: the blocks that are likely left after a trail: the weakest is given up."""
    spare = [kind for kind in types if not (side == AMERICAN and kind == GENERAL)] or list(types)
    return without(types, min(spare, key=lambda kind: (v.setting.attack[side][kind], -kind)))


def lone_on_trail(v: Position, side: int, action: Action) -> bool:
    """T-30: whether an action sends a single block over a trail, where it is lost."""
    route = _route(v, side, action)
    return route is not None and route.trail and v.hand is not None and len(v.hand.blocks) == 1


def terms(parts: tuple[Part, ...], words: Words, side: int) -> list[Term]:
    """Modifiers as the page shows them."""
    return [
        {"text": words.name(part.name), "value": strength(part.amount, part.rule, words), "rule": part.rule,
         "side": SIDES[side]}
        for part in parts
    ]  # fmt: skip


def strength(amount: int, rule: str, words: Words) -> str:
    """2P-34: what a block adds; Vandegrift wins whatever the sum."""
    return words.say("odds.always") if rule == "2P-34" else f"+{amount}"


def lone(side: int, words: Words) -> Odds:
    """T-30: a block that marches alone over a trail is lost."""
    return {
        "title": words.say("odds.trail"), "sums": [],
        "results": [{"text": words.say("odds.lone_lost"), "p": 1.0, "good": SIDES[1 - side]}], "error": 0.0,
        "notes": [words.say("odds.lone_note")], "rule": "T-30",
    }


def fight(v: Position, side: int, plan: Planned, words: Words, proven: Proven) -> Odds:
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
    spread = chances(v, foe, plan.place, proven)
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
    needed = {"text": words.say(f"odds.{need.name}", n=need.amount), "value": f"+{need.amount}", "rule": need.rule}
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
    if plan.place in proven.seen:
        notes.append(words.say("odds.note_remembered"))
    if plan.trail:
        notes.append(words.say("odds.note_trail"))
    notes += _field_notes(v, side, plan, words)
    return {
        "title": words.say("odds.title", place=setting.locations[plan.place]), "sums": sums,
        "results": [result for result in results if result["p"] > 0], "error": 0.0, "notes": notes, "table": table,
        "rule": need.rule if not general else "2P-34",
    }


def _field_notes(v: Position, side: int, plan: Planned, words: Words) -> list[str]:
    """T-08, 2P-37: a warning when an American attack leaves Henderson Field empty; a lone defender that is beaten is
    lost, and does not retreat."""
    if side != AMERICAN or plan.guard > 0 or plan.place == v.setting.field:
        return []
    survivors = len(v.blocks[JAPANESE][plan.place]) > 1
    if v.setting.refuge_in_field and survivors and v.setting.adjacent_mask >> plan.place & 1:
        return [words.say("odds.note_field_retreat")]
    return [words.say("odds.note_field_empty")]


def strike(v: Position, owner: int, place: int, cause: str, words: Words, proven: Proven) -> Odds:
    """2P-51, 2P-52, 2P-53, 2P-55: which block of a place chance may take."""
    stack = kinds(v.blocks[owner][place])
    unknown = sum(kind == UNKNOWN for kind in stack)
    weights: dict[int, float] = {}
    for kind in stack:
        if kind != UNKNOWN:
            weights[kind] = weights.get(kind, 0) + 1 / len(stack)
    if unknown:
        rows = placings(v, owner, place, proven)
        every = sum(row.weight for row in rows) * len(stack)
        bag = others(v, owner, proven)
        for row in rows:
            here = (GENERAL,) * row.general + row.loose
            for kind in here:
                weights[kind] = weights.get(kind, 0) + row.weight / every
            for kind in dict.fromkeys(bag):
                share = (unknown - len(here)) * bag.count(kind) / len(bag)
                weights[kind] = weights.get(kind, 0) + row.weight / every * share
    results: list[Outcome] = []
    for kind in sorted(kind for kind, weight in weights.items() if weight):
        name = v.setting.types[owner][kind]
        spared = cause == "minor_bombardment" and owner == AMERICAN and kind == GENERAL
        text = words.say("odds.no_effect" if spared else "odds.hit", block=name)
        results.append({"text": text, "p": weights[kind], "good": SIDES[owner if spared else 1 - owner]})
    notes = [words.say("odds.note_hit", n=unknown)] if unknown else []
    if place in proven.seen:
        notes.append(words.say("odds.note_remembered"))
    title = words.say(f"odds.strike_{cause}", place=v.setting.locations[place])
    return {"title": title, "sums": [], "results": results, "error": 0.0, "notes": notes, "rule": STRIKE_RULES[cause]}


def _outcome(text: str, weight: int, total: int, good: int) -> Outcome:
    return {"text": text, "p": weight / total, "good": SIDES[good]}


def _percent(weight: int, total: int) -> str:
    return f"{100 * weight / total:.1f} %"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}…{high}"

