"""What may come of an assault, a mission or a bombardment before it is committed: exact, made of the same functions
as its resolution, from what its side sees. A counter that is hidden may be each of the enemy's hidden ones, whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ironbottom.games.henderson_field.rules.artillery import Bombard, Fire, Strike, fire_result
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
from ironbottom.games.henderson_field.rules.declaration import Declare, field, with_gun, with_unit
from ironbottom.games.henderson_field.rules.printed import JAPANESE, SIDES, UNSEEN, Printed
from ironbottom.games.henderson_field.rules.state import Battle, Fight, Position, at_hex, front, units_in
from ironbottom.games.henderson_field.rules.strengths import (
    ABOVE,
    BELOW,
    attack_strength,
    column_of,
    defence_strength,
    fight_of,
    may_ambush,
    ratio,
    strain_needed,
    uphill,
    worth,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.view import Odds, Outcome, Sum, Table, Term
from ironbottom.kernel.words import Words

DIE = 6
Kind = tuple[bool, int, bool]
"""Of a hidden counter: whether it is a gun, its factors, whether it can be in stealth."""
Slots = tuple[tuple[int, bool], ...]
"""Hidden counters: hex and whether in stealth."""
Crew = tuple[tuple[int, int, int], ...]
"""For each hex: factors of other units, factors of guns, number of units that are not guns."""


# --- what is hidden -------------------------------------------------------------------------------------------------


def pool(v: Position, side: int) -> tuple[tuple[Kind, int], ...]:
    """R7.8: which counters of a side are hidden on the map, and how many of each kind."""
    found: dict[Kind, int] = {}
    for i, here in enumerate(v.armies[side].at):
        if here == UNSEEN:
            one = v.setting.units[side][i]
            kind = (one.gun, one.combat, one.kind == "INF")
            found[kind] = found.get(kind, 0) + 1
    return tuple(sorted(found.items()))


@lru_cache(maxsize=1024)
def crews(stock: tuple[tuple[Kind, int], ...], slots: Slots, hexes: tuple[int, ...]) -> tuple[tuple[Crew, float], ...]:
    """R7.8: what the hidden counters of these hexes may be, with probabilities; those in stealth are infantry."""
    kinds = [kind for kind, _ in stock]
    empty: Crew = ((0, 0, 0),) * len(hexes)
    states: dict[tuple[Crew, tuple[int, ...]], float] = {(empty, tuple(n for _, n in stock)): 1.0}
    for here, marked in sorted(slots, key=lambda slot: not slot[1]):
        at = hexes.index(here)
        after: dict[tuple[Crew, tuple[int, ...]], float] = {}
        for (crew, left), share in states.items():
            fits = [n if not marked or kinds[k][2] else 0 for k, n in enumerate(left)]
            total = sum(fits)
            for k, n in enumerate(fits):
                if n:
                    gun, combat, _ = kinds[k]
                    men, guns, count = crew[at]
                    new = (men, guns + combat, count) if gun else (men + combat, guns, count + 1)
                    key = ((*crew[:at], new, *crew[at + 1 :]), (*left[:k], left[k] - 1, *left[k + 1 :]))
                    after[key] = after.get(key, 0.0) + share * n / total
        states = after
    found: dict[Crew, float] = {}
    for (crew, _), share in states.items():
        found[crew] = found.get(crew, 0.0) + share
    return tuple(sorted(found.items()))


def hidden_in(v: Position, side: int, hexes: tuple[int, ...]) -> Slots:
    """R7.8, R8.2.11: the hidden counters of a side in hexes; those in stealth beside others come out."""
    return tuple((here, bool(mark)) for here, mark in v.armies[side].hidden if here in hexes)


def defences(v: Position, fight: Fight) -> tuple[tuple[int, float], ...]:
    """R8.2.1.2, R8.2.4a: the strengths that an attack may meet, with probabilities; supply only as far as it is
    spent."""
    side, p = 1 - fight.side, v.setting
    slots = hidden_in(v, side, fight.battle.hexes)
    if not slots:
        return ((defence_strength(v, fight), 1.0),)
    bonus = int(side == JAPANESE and v.air)
    found: dict[int, float] = {}
    for crew, share in crews(pool(v, side), slots, fight.battle.hexes):
        total = 0
        for h, (men, _, count) in zip(fight.battle.hexes, crew, strict=True):
            there = at_hex(v, side, h)
            seen = [worth(v, side, i) for i in there if not p.units[side][i].gun]
            guns = len(there) - len(seen) + sum(here == h for here, _ in slots) - count
            alone = not seen and not count
            strength = sum(seen) + men + bonus * count + (guns if alone else 0)
            total += strength * 2 if uphill(v, fight, h) else strength
        found[max(1, total)] = found.get(max(1, total), 0.0) + share
    return tuple(sorted(found.items()))


# --- assaults -------------------------------------------------------------------------------------------------------


def fight_after(v: Position, action: Action) -> Fight | None:
    """The battle that an action fights, plans, or changes; None for any other action."""
    top = v.stack[-1] if v.stack else None
    if not isinstance(top, (Declare, Battles, Support, Defend, Ambush, Strain, Stand, BanzaiChoice)):
        return None
    if any(not isinstance(part, (str, int)) for part in action):
        return None
    p = v.setting
    match top, action:
        case (Declare(), ("on", name)) if v.doings[top.side].hand and action in top.legal(v, top.side):
            return _planned(v, top.side, p.number[name])
        case (Battles(), ("fight", name)):
            battle = next((b for b in v.battles if p.names[b.hexes[0]] == name), None)
            return None if battle is None else fresh(v, top.side, battle)
        case (Support(), ("spend", _, int(points))):
            fight = fight_of(v)
            paid = (*fight.paid[: top.number], points, *fight.paid[top.number + 1 :])
            return fight.replace(paid=paid)
        case (Defend(), ("spend", _, int(points))):
            fight = fight_of(v)
            return fight.replace(defended=(*fight.defended, (top.gun, points)))
        case (Strain(), (verb,)) if verb in ("strain", "pass"):
            return strained(v, fight_of(v)) if verb == "strain" else fight_of(v)
        case (Ambush(), (verb,)) if verb in ("ambush", "pass"):
            return fight_of(v)
        case (BanzaiChoice(), ("banzai",)):
            fight = fight_of(v)
            return fresh(v, fight.side, fight.battle).replace(again=True)
    return None


def fresh(v: Position, side: int, battle: Battle) -> Fight:
    """R8.2a: a battle before anything is spent on it, by those who are still there."""
    hexes = v.setting.hexes
    units = tuple(i for i in battle.units if v.armies[side].at[i] < hexes)
    support = tuple(i for i in battle.support if v.armies[side].at[i] < hexes)
    return Fight(side, battle.replace(units=units, support=support), paid=(0,) * len(support))


def _planned(v: Position, side: int, here: int) -> Fight | None:
    i, plan = units_in(v.doings[side].hand)[0], v.doings[side].plan
    made = with_gun(plan, i, here) if v.setting.units[side][i].gun else with_unit(field(v, side), plan, i, here)
    battle = next((b for b in made or () if here in b.hexes), None)
    return None if battle is None else fresh(v, side, battle)


def strained(v: Position, fight: Fight) -> Fight:
    """R8.2.3: the battle with the strain that would bring the next odds."""
    a, d = attack_strength(v, fight), defence_strength(v, fight)
    return fight.replace(strain=strain_needed(v.setting, a, d))


def distribution(v: Position, fight: Fight, action: Action, words: Words) -> tuple[dict[str, float], dict[str, str]]:
    """R8.2.1.3, R8.2.9: every result with its probability, and for whom it is good: each strength that may defend, an
    ambush that may succeed, six faces of a die."""
    p, sides = v.setting, (SIDES[fight.side], SIDES[1 - fight.side])
    ways = [(fight, 1.0)]
    if action == ("ambush",):
        lowest = ambush_die(v, fight)
        ways = [(fight.replace(ambush=2), lowest / DIE), (fight.replace(ambush=1), 1 - lowest / DIE)]
    found: dict[str, float] = {}
    good: dict[str, str] = {}
    for one, chance in ways:
        a = attack_strength(v, one)
        for d, share in defences(v, one):
            column = column_of(p, a, d)
            if column in (BELOW, ABOVE):
                text = words.say("odds.below" if column == BELOW else "odds.above")
                found[text] = found.get(text, 0.0) + chance * share
                good[text] = sides[column == BELOW]
                continue
            for die in range(DIE):
                loss, back, ahead, hurt, flight = p.table[die][column]
                hurt += one.ambush == 2
                text = result_text((loss, back, ahead, hurt, flight), words)
                found[text] = found.get(text, 0.0) + chance * share / DIE
                gain = hurt + flight - loss - back
                if gain:
                    good[text] = sides[gain < 0]
    return found, good


def assault_odds(v: Position, fight: Fight, words: Words, action: Action = ()) -> Odds:
    """R8.2.1.3, R8.2.3, R8.2.9, R8.2.10: the odds of an assault with all that goes into them."""
    p = v.setting
    found, good = distribution(v, fight, action, words)
    a, meets = attack_strength(v, fight), defences(v, fight)
    weakest, strongest = meets[0][0], meets[-1][0]
    best, worst = ("-".join(map(str, ratio(a, d))) for d in (weakest, strongest))
    notes = []
    if weakest == strongest:
        notes.append(words.say("odds.note", attack=a, defence=weakest, odds=best))
    else:
        notes.append(words.say("odds.between", attack=a, low=weakest, high=strongest, best=best, worst=worst))
    if fight.strain:
        notes.append(words.say("odds.strain", n=fight.strain))
    elif weakest == strongest and (points := strain_needed(p, a, weakest)) and action != ("pass",):
        notes.append(words.say("odds.could_strain", n=points))
    if fight.ambush == 2:
        notes.append(words.say("odds.ambush"))
    if fight.side == JAPANESE and not fight.again:
        notes.append(words.say("odds.banzai"))
    made: Odds = {
        "title": words.say("odds.title", hexes=tuple(p.names[h] for h in fight.battle.hexes)),
        "sums": [attack_sum(v, fight, words), defence_sum(v, fight, words)],
        "results": _outcomes(found, good),
        "error": 0.0,
        "notes": notes,
        "rule": "R8.2.1.3",
    }
    if weakest == strongest and 0 <= (column := column_of(p, a, weakest)) < len(p.table_columns):
        made["table"] = attrition(p, column, words)
    return made


def _outcomes(found: Mapping[str, float], good: Mapping[str, str]) -> list[Outcome]:
    results: list[Outcome] = []
    for text, share in found.items():
        one: Outcome = {"text": text, "p": share}
        if text in good:
            one["good"] = good[text]
        results.append(one)
    return results


def attrition(p: Printed, column: int, words: Words) -> Table:
    """R8.2.1.3: the table, a row for each odds; the row that applies is lit (-1: none)."""

    def cell(row: tuple[int, ...]) -> str:
        loss, back, ahead, hurt, flight = row
        own = "".join(f"{sign}{n}" for sign, n in (("−", loss), ("↩", back), ("↑", ahead)) if n)
        their = "".join(f"{sign}{n}" for sign, n in (("−", hurt), ("↩", flight)) if n)
        return f"{own or '·'} / {their or '·'}"

    made: Table = {
        "id": "attrition", "name": words.say("odds.table"), "rule": "R8.2.1.3",
        "columns": [words.say("table.odds"), *(str(die) for die in range(1, DIE + 1))],
        "rows": [[odds_, *(cell(row[n]) for row in p.table)] for n, odds_ in enumerate(p.table_columns)],
    }  # fmt: skip
    if column >= 0:
        made["row"] = column
    return made


def result_text(cell: Sequence[int], words: Words) -> str:
    """R8.2.1.4: a cell of the table in words: the attacker's loss, retreat and advance, the defender's loss and
    retreat."""
    loss, back, ahead, hurt, flight = cell
    parts = []
    mine, theirs = (("loss", loss), ("back", back), ("ahead", ahead)), (("loss", hurt), ("back", flight))
    for who, did in (("attacker", mine), ("defender", theirs)):
        said = [words.say(f"result.{key}", n=n) for key, n in did if n]
        if said:
            parts.append(words.say(f"result.{who}", did=", ".join(said)))
    text = "; ".join(parts) or words.say("result.none")
    return text[0].upper() + text[1:]


def attack_sum(v: Position, fight: Fight, words: Words) -> Sum:
    """R8.2.1.1, R8.2.9, Q8, Q11: the attack, line by line."""
    p, side = v.setting, fight.side
    terms: list[Term] = []
    for i in fight.battle.units:
        here = v.armies[side].at[i]
        if here >= p.hexes:
            continue
        note, rule = _modified(p, here, fight.ambush == 2 and may_ambush(v, i), words)
        term: Term = {"text": p.units[side][i].label + note, "value": f"+{worth(v, side, i)}"}
        if rule:
            term["rule"] = rule
        terms.append(term)
    for i, paid in zip(fight.battle.support, fight.paid, strict=False):
        if paid and v.armies[side].at[i] < p.hexes:
            note, _ = _modified(p, v.armies[side].at[i], False, words)
            text = words.say("sheet.gun_support", unit=p.units[side][i].label) + note
            terms.append({"text": text, "value": f"+{paid}", "rule": "R8.2.4b"})
    if side == JAPANESE and v.air:
        terms.append({"text": words.say("sheet.air"), "value": "", "rule": "R10.2.3"})
    if fight.strain:
        terms.append({"text": words.say("sheet.strained"), "value": f"+{fight.strain}", "rule": "R8.2.3"})
    total = str(attack_strength(v, fight))
    return {"name": words.say("odds.attack"), "side": SIDES[side], "terms": terms, "total": total}


def _modified(p: Printed, here: int, ambush: bool, words: Words) -> tuple[str, str]:
    """What is done to a unit's factors: words and the statement."""
    if p.river[here] and ambush:
        return "", ""
    if p.river[here]:
        return ", " + words.say("sheet.river"), "R8.2.1.1"
    return (", " + words.say("sheet.ambush"), "R8.2.9") if ambush else ("", "")


def defence_sum(v: Position, fight: Fight, words: Words) -> Sum:
    """R8.2.1.2, R8.2.4a: the defence, line by line."""
    p, side, paid = v.setting, 1 - fight.side, dict(fight.defended)
    terms: list[Term] = []
    for h in fight.battle.hexes:
        there = at_hex(v, side, h)
        alone = all(p.units[side][i].gun for i in there)
        for i in there:
            unit = p.units[side][i]
            term: Term
            if unit.gun:
                n = min(v.armies[side].steps[i], paid.get(i, 0) + alone)
                term = {"text": words.say("sheet.gun_defends", unit=unit.label), "value": f"+{n}", "rule": "R8.2.4a"}
            else:
                term = {"text": unit.label, "value": f"+{worth(v, side, i)}"}
            terms.append(term)
        if uphill(v, fight, h):
            text = words.say("sheet.uphill", hex=p.names[h])
            terms.append({"text": text, "value": "×2", "rule": "R8.2.1.2"})
        if unseen := len(hidden_in(v, side, (h,))):
            terms.append({"text": words.say("odds.unseen", n=unseen), "value": "+?", "rule": "R7.8"})
    meets = [strength for strength, _ in defences(v, fight)]
    total = str(meets[0]) if meets[0] == meets[-1] else f"{meets[0]}–{meets[-1]}"
    return {"name": words.say("odds.defence"), "side": SIDES[side], "terms": terms, "total": total}


# --- fire -----------------------------------------------------------------------------------------------------------


def strengths(v: Position, side: int, here: int) -> tuple[tuple[int, int, float], ...]:
    """R8.1.5, Q25: the strengths that a hex may have, with the steps that fire can take at most, and probabilities."""
    steps = [v.armies[side].steps[i] for i in at_hex(v, side, here)]
    slots = hidden_in(v, side, (here,))
    if not slots:
        return ((sum(steps), sum(steps) - len(steps), 1.0),)
    found: dict[int, float] = {}
    for (row,), share in crews(pool(v, side), slots, (here,)):
        total = sum(steps) + row[0] + row[1]
        found[total] = found.get(total, 0.0) + share
    count = len(steps) + len(slots)
    return tuple((total, total - count, share) for total, share in sorted(found.items()))


@lru_cache(maxsize=256)
def hits(faces: tuple[int, ...], dice: int) -> tuple[float, ...]:
    """R8.1.5: how probable each number of hits is, with so many dice whose faces hit so often."""
    total = [1.0]
    for _ in range(dice):
        more = [0.0] * (len(total) + max(faces))
        for n, share in enumerate(total):
            for face in faces:
                more[n + face] += share / len(faces)
        total = more
    return tuple(total)


def steps_lost(v: Position, side: int, here: int, dice: Iterable[tuple[int, float]]) -> dict[int, float]:
    """R8.1.5, Q25: how probable each number of steps is that a side loses there to so many dice, or to each number of
    them with its probability."""
    found: dict[int, float] = {}
    for number, chance in dice:
        for strength, most, share in strengths(v, side, here):
            faces = tuple(fire_result(v, die, strength) for die in range(1, DIE + 1))
            for n, part in enumerate(hits(faces, number)):
                found[min(n, max(0, most))] = found.get(min(n, max(0, most)), 0.0) + chance * share * part
    return {n: share for n, share in sorted(found.items()) if share > 0}


def harm_done(v: Position, dice: Iterable[tuple[int, float]]) -> dict[int, float]:
    """R8.1.6: how probable each fall of the airfield is."""
    p = v.setting
    faces = tuple(int(die >= p.harm) for die in range(1, DIE + 1))
    found: dict[int, float] = {}
    for number, chance in dice:
        for n, part in enumerate(hits(faces, number)):
            found[min(n, v.status)] = found.get(min(n, v.status), 0.0) + chance * part
    return {n: share for n, share in sorted(found.items()) if share > 0}


def fire_odds(v: Position, side: int, here: int, dice: int, words: Words) -> Odds:
    """R8.1.5, R8.1.6, Q25: what so many dice do to a hex."""
    return _shots(v, side, here, ((dice, 1.0),), dice, words)


def _shots(
    v: Position, side: int, here: int, dice: tuple[tuple[int, float], ...], number: int, words: Words
) -> Odds:
    p, foe = v.setting, 1 - side
    results: list[Outcome] = []
    for n, share in steps_lost(v, foe, here, dice).items():
        one: Outcome = {"text": words.say("odds.steps", n=n), "p": share}
        if n:
            one["good"] = SIDES[side]
        results.append(one)
    meets = strengths(v, foe, here)
    low, high = meets[0][0], meets[-1][0]
    notes = [words.say("odds.fire", n=low) if low == high else words.say("odds.fire_between", low=low, high=high)]
    if unseen := len(hidden_in(v, foe, (here,))):
        notes.append(words.say("odds.unseen", n=unseen))
    if here == p.field:
        notes += _harm_notes(v, dice, words)
    return {
        "title": words.say("odds.fire_title", n=number, hex=p.names[here]), "sums": [], "results": results,
        "error": 0.0, "notes": notes, "rule": "R8.1.5",
    }  # fmt: skip


def _harm_notes(v: Position, dice: tuple[tuple[int, float], ...], words: Words) -> list[str]:
    """R8.1.6, Q5: the airfield's fall on the average, and how likely it falls out of use."""
    harm = harm_done(v, dice)
    notes = [words.say("odds.harm", n=f"{sum(n * share for n, share in harm.items()):.1f}")]
    spare = v.status - int(v.setting.status["operational"])
    if spare >= 0 and (lost := sum(share for n, share in harm.items() if n > spare)) >= 0.0005:
        notes.append(words.say("odds.out_of_use", p=f"{100 * lost:.1f}"))
    return notes


def counter_odds(v: Position, side: int, here: int, dice: int, words: Words) -> Odds:
    """R8.1.8: how many batteries fall silent, if they are there."""
    needed = v.setting.limits["counter_battery"]
    shares = hits(tuple(int(die >= needed) for die in range(1, DIE + 1)), dice)
    results: list[Outcome] = []
    for n, share in enumerate(shares):
        one: Outcome = {"text": words.say("odds.silenced", n=n), "p": share}
        if n:
            one["good"] = SIDES[side]
        results.append(one)
    return {
        "title": words.say("odds.counter_title", n=dice, hex=v.setting.names[here]), "sums": [], "results": results,
        "error": 0.0, "notes": [words.say("odds.counter")], "rule": "R8.1.8",
    }  # fmt: skip


def bombardment(v: Position, side: int) -> tuple[tuple[int, float], ...]:
    """R8.1.7: how many dice may fall on the airfield, if the ships come."""
    number = int(v.setting.bombardment[side][v.setting.turns[v.turn].month])
    return tuple((n, share) for n, share in enumerate(hits((1, 2, 3, 4, 5, 6), number)) if share > 0)


def _bombard_odds(v: Position, side: int, words: Words) -> Odds:
    """R8.1.7, R8.1.6: whether the ships come, and what they do to the airfield."""
    p = v.setting
    comes = (DIE + 1 - int(p.tables["bombardment"]["needed"])) / DIE
    results: list[Outcome] = [{"text": words.say("odds.no_ships"), "p": 1 - comes, "good": SIDES[1 - side]}]
    for n, share in harm_done(v, bombardment(v, side)).items():
        text = words.say("odds.ships" if n else "odds.ships_in_vain", n=n)
        results.append({"text": text, "p": comes * share, "good": SIDES[side]})
    dice = ((0, 1 - comes), *((n, comes * share) for n, share in bombardment(v, side)))
    notes = _harm_notes(v, dice, words)
    if front(v, 1 - side).open[p.field]:
        lost = sum(n * share for n, share in steps_lost(v, 1 - side, p.field, dice).items())
        notes.append(words.say("odds.steps_there", n=f"{lost:.1f}"))
    return {
        "title": words.say("odds.bombard_title"), "sums": [], "results": results, "error": 0.0, "notes": notes,
        "rule": "R8.1.7",
    }  # fmt: skip


# --- before it is committed -----------------------------------------------------------------------------------------


def odds(v: Position, action: Action, words: Words) -> Odds | None:
    """R8.1.5, R8.1.7, R8.1.8, R8.2.1.3, R8.2.3, R8.2.9: the distribution of what an action begins or changes, before
    it is committed; None if it starts no fight."""
    top = v.stack[-1] if v.stack else None
    match top, action:
        case (Fire(), ("fire",)) if v.doings[top.side].mission:
            doing = v.doings[top.side]
            make = counter_odds if doing.counter_battery else fire_odds
            return make(v, top.side, doing.target, sum(n for _, n in doing.mission), words)
        case (Bombard(), ("bombard",)):
            return _bombard_odds(v, top.side, words)
        case (Strike(), ("strike", name)) if name in v.setting.number:
            dice = ((top.dice, 1.0),) if top.dice else tuple((n, 1 / DIE) for n in range(1, DIE + 1))
            return _shots(v, top.side, v.setting.number[name], dice, top.dice, words)
    fight = fight_after(v, action)
    if fight is None or not fight.battle.units or not fight.battle.hexes:
        return None
    return assault_odds(v, fight, words, action)


ENDS = {
    "fire": "ends.die", "detect": "ends.die", "bombard": "ends.die", "rise": "ends.die", "strike": "ends.die",
    "strain": "ends.die", "ambush": "ends.die", "banzai": "ends.hand", "fight": "ends.fight", "stand": "ends.hand",
    "obey": "ends.hand", "end": "ends.turn",
}  # fmt: skip
"""R8.2a, R8.1.2: the verbs after which nothing can be taken back: a die falls, or the other side sees or decides."""


def why_final(v: Position, side: int, action: Action) -> str | None:
    """R7.8, R8.1.2, R8.2a: why an action cannot be taken back."""
    top = v.stack[-1] if v.stack else None
    if isinstance(top, Strain):
        return "ends.die"
    if action == ("done",) and isinstance(top, Declare):
        return "ends.reveal" if v.doings[side].plan else "ends.hand"
    if action[0] == "repair" and str(action[-1]) in v.setting.unit_number:
        owner, i = v.setting.unit_number[str(action[-1])]
        return "ends.die" if v.setting.units[owner][i].kind == "INF" else None
    return ENDS.get(str(action[0]))
