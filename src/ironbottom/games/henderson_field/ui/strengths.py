"""8.2.1.1 to 8.2.1.3: the odds of an assault: exact, made of the same functions as its resolution, and of what its side
sees.

A counter that is hidden may be each of the enemy's hidden ones, whole. Where the defender may still spend supply on his
guns, the odds are those against all of it: a forecast promises nothing that he can prevent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from ironbottom.games.henderson_field.rules.artillery import support_budget
from ironbottom.games.henderson_field.rules.assault import Defend, DefenderPays, ambush_die
from ironbottom.games.henderson_field.rules.printed import JAPANESE, SIDES, UNSEEN, Printed
from ironbottom.games.henderson_field.rules.state import Battle, Fight, Position, at_hex, purse
from ironbottom.games.henderson_field.rules.strengths import (
    ABOVE,
    BELOW,
    Rows,
    attack_rows,
    attack_strength,
    column_of,
    combat_factors,
    defence_rows,
    defence_strength,
    ratio,
    strain_points,
    uphill,
)
from ironbottom.games.henderson_field.ui.faces import HendersonFace, Scenery
from ironbottom.kernel.action import Action
from ironbottom.kernel.view import Mark, Odds, Outcome, Sum, Table, Term
from ironbottom.kernel.words import Words, capital

T = TypeVar("T")

DIE = 6
ROW_RULES = {
    "river": "R8.2.1.1", "ambush": "R8.2.9", "support": "R8.2.4b", "support_river": "R8.2.4b", "air": "R10.2.3",
    "strain": "R8.2.3", "strain_river": "R8.2.3", "gun": "R8.2.4a", "uphill": "R8.2.1.2", "unseen": "R7.8",
}  # fmt: skip
"""The statements of the lines of a strength."""
Kind = tuple[bool, int, bool]
"""Of a hidden counter: whether it is a gun, its factors, whether it can be in stealth."""
Slots = tuple[tuple[int, bool], ...]
"""Hidden counters: hex and whether in stealth."""
Crew = tuple[tuple[int, int, int], ...]
"""For each hex: factors of other units, factors of guns, number of units that are not guns."""


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


def defences(v: Position, fight: Fight, supply: int = 0) -> tuple[tuple[int, float], ...]:
    """R8.2.1.2, R8.2.4a: the strengths that an attack may meet, with probabilities; beyond the supply that is spent
    already so much goes where it adds most."""
    found: dict[int, float] = {}
    for strength, (flat, high), share in _met(v, fight):
        up = min(supply, high)
        total = max(1, strength + 2 * up + min(supply - up, flat))
        found[total] = found.get(total, 0.0) + share
    return tuple(sorted(found.items()))


def buyable(v: Position, fight: Fight) -> int:
    """R8.2.4a: the supply that may still strengthen the defenders' guns, for all that is known of them: to their enemy
    their factors, whatever they have fired already; 0 once their side has been asked."""
    begun = v.fight is not None and v.fight.again == fight.again
    if v.fight is not None and begun and not any(isinstance(step, (DefenderPays, Defend)) for step in v.stack):
        return 0
    gone = sum(n for _, n in fight.defended) - (sum(n for _, n in v.fight.defended) if v.fight and begun else 0)
    return min(purse(v, 1 - fight.side) - gone, max(flat + high for _, (flat, high), _ in _met(v, fight)))


def _met(v: Position, fight: Fight) -> Iterator[tuple[int, tuple[int, int], float]]:
    """R8.2.1.2, R8.2.4a: the strengths that an attack may meet, each with the factors of guns that supply could add on
    level ground and where they count double, and its probability."""
    side, p, paid = 1 - fight.side, v.setting, dict(fight.defended)
    slots, steps = hidden_in(v, side, fight.battle.hexes), v.armies[side].steps
    bonus = int(side == JAPANESE and v.air)

    def own(i: int, factors: int) -> int:  # its side knows what a gun has fired, and whether it is silent
        return min(factors, support_budget(v, side, i)) if v.doings[side].fired else factors

    for crew, share in crews(pool(v, side), slots, fight.battle.hexes):
        total, room = 0, [0, 0]
        for h, (men, factors, count) in zip(fight.battle.hexes, crew, strict=True):
            there = at_hex(v, side, h)
            guns = [i for i in there if p.units[side][i].gun]
            seen = [combat_factors(v, side, i) for i in there if i not in guns]
            alone = int(not seen and not count)
            free = alone * (sum(here == h for here, _ in slots) - count)
            strength = sum(seen) + men + bonus * count + free
            strength += sum(min(steps[i], paid.get(i, 0) + alone) for i in guns)
            high = uphill(v, fight, h)
            total += strength * 2 if high else strength
            room[high] += factors - free + sum(own(i, steps[i] - alone) for i in guns if i not in paid)
        yield total if slots else defence_strength(v, fight), (room[0], room[1]), share


def fresh(v: Position, side: int, battle: Battle) -> Fight:
    """R8.2a: a battle before anything is spent on it, by those who are still there."""
    hexes = v.setting.hexes
    units = tuple(i for i in battle.units if v.armies[side].at[i] < hexes)
    support = tuple(i for i in battle.support if v.armies[side].at[i] < hexes)
    return Fight(side, battle.replace(units=units, support=support), paid=(0,) * len(support))


def distribution(v: Position, fight: Fight, action: Action, words: Words) -> tuple[dict[str, float], dict[str, str]]:
    """R8.2.1.3, R8.2.9: every result with its probability, and for whom it is good: each strength that may defend, with
    all the supply that it may still get, an ambush that may succeed, six faces of a die."""
    p, sides = v.setting, (SIDES[fight.side], SIDES[1 - fight.side])
    ways, supply = [(fight, 1.0)], buyable(v, fight)
    if action == ("ambush",):
        lowest = ambush_die(v, fight)
        ways = [(fight.replace(ambush=2), lowest / DIE), (fight.replace(ambush=1), 1 - lowest / DIE)]
    found: dict[str, float] = {}
    good: dict[str, str] = {}
    for one, chance in ways:
        a = attack_strength(v, one)
        for d, share in defences(v, one, supply):
            column = column_of(p, a, d)
            for die in range(DIE):
                text = cell_text(p, one, column, die, words)
                found[text] = found.get(text, 0.0) + chance * share / DIE
                if column in (BELOW, ABOVE):
                    good[text] = sides[column == BELOW]
                    continue
                loss, back, _, hurt, flight = p.table[die][column]
                if gain := hurt + (one.ambush == 2) + flight - loss - back:
                    good[text] = sides[gain < 0]
    return found, good


def cell_text(p: Printed, fight: Fight, column: int, die: int, words: Words) -> str:
    """R8.2.1.3, R8.2.9: what a face of the die (0 to 5) brings in words, beyond the table and after an ambush too."""
    extra = fight.ambush == 2
    if column == ABOVE:
        return words.say("odds.above")
    if column == BELOW:
        return words.say("odds.below_ambush" if extra else "odds.below")
    loss, back, ahead, hurt, flight = p.table[die][column]
    return result_text((loss, back, ahead, hurt + extra, flight), words)


def assault_odds(v: Position, fight: Fight, words: Words, action: Action = ()) -> Odds:
    """R8.2.1.3, R8.2.3, R8.2.9, R8.2.10: the odds of an assault with all that goes into them."""
    p, supply = v.setting, buyable(v, fight)
    found, good = distribution(v, fight, action, words)
    a, meets = attack_strength(v, fight), defences(v, fight, supply)
    weakest, strongest = meets[0][0], meets[-1][0]
    best, worst = odds_word(a, weakest), odds_word(a, strongest)
    notes = []
    if weakest == strongest:
        notes.append(words.say("odds.note", attack=a, defence=weakest, odds=best))
    else:
        notes.append(words.say("odds.between", attack=a, low=weakest, high=strongest, best=best, worst=worst))
    if supply:
        low = defences(v, fight)[0][0]
        notes.append(words.say("odds.supply", n=supply, attack=a, low=low, best=odds_word(a, low)))
    if fight.strain:
        notes.append(words.say("odds.strain", n=fight.strain))
    elif not supply and weakest == strongest and (points := strain_points(v, fight, weakest)) and action != ("pass",):
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
    return capital(_in_words(cell, "result", ", ".join, words))


def came_text(cell: Sequence[int], words: Words) -> str:
    """R8.2.1.4: what a cell of the table has brought, as it is told."""
    return _in_words(cell, "came", words.name, words)


def _in_words(cell: Sequence[int], how: str, joined: Callable[[list[str]], str], words: Words) -> str:
    loss, back, ahead, hurt, flight = cell
    parts = []
    mine, theirs = (("loss", loss), ("back", back), ("ahead", ahead)), (("loss", hurt), ("back", flight))
    for who, did in (("attacker", mine), ("defender", theirs)):
        said = [words.say(f"{how}.{key}", n=n) for key, n in did if n]
        if said:
            parts.append(words.say(f"{how}.{who}", did=joined(said)))
    return "; ".join(parts) or words.say(f"{how}.none")


def odds_word(a: int, d: int) -> str:
    """The column, or beyond which end of the table.

    >>> odds_word(9, 4), odds_word(20, 1), odds_word(1, 9)
    ('2-1', 'over 6-1', 'under 1-6')
    """
    one, other = ratio(a, d)
    return f"{one}-{other}" if max(one, other) < 7 else "over 6-1" if one > other else "under 1-6"


def terms(rows: Rows, words: Words) -> list[Term]:
    """A strength line by line: `row.<what>` filled in, how much, the statement."""
    found: list[Term] = []
    for what, name, n in rows:
        worth = {"uphill": "×2", "unseen": "+?", "air": ""}.get(what) or f"+{_counted(what, n)}"
        term: Term = {"text": words.say(f"row.{what}", of=name, n=n), "value": worth}
        found.append(term | {"rule": ROW_RULES[what]} if what in ROW_RULES else term)
    return found


def _counted(what: str, n: int) -> str:
    """R8.2.1.1, R8.2.9, Q7: what so many factors come to in the sum.

    >>> _counted("ambush", 4), _counted("river", 3), _counted("support_river", 1), _counted("unit", 4)
    ('8', '1½', '½', '4')
    """
    twice = n * {"ambush": 4, "river": 1, "support_river": 1, "strain_river": 1}.get(what, 2)
    return f"{twice // 2 or ''}½" if twice % 2 else str(twice // 2)


def attack_sum(v: Position, fight: Fight, words: Words) -> Sum:
    """R8.2.1.1, R8.2.9, Q8, Q11: the attack, line by line."""
    total = str(attack_strength(v, fight))
    rows = terms(attack_rows(v, fight), words)
    return {"name": words.say("odds.attack"), "side": SIDES[fight.side], "terms": rows, "total": total}


def defence_sum(v: Position, fight: Fight, words: Words) -> Sum:
    """R8.2.1.2, R8.2.4a: the defence, line by line."""
    rows = [term for h in fight.battle.hexes for term in terms(defence_rows(v, fight, h), words)]
    if supply := buyable(v, fight):
        worth = words.say("sheet.up_to", n=supply)
        rows.append({"text": words.say("row.supply"), "value": worth, "rule": "R8.2.4a"})
    low, high = span(v, fight)
    total = str(low) if low == high else f"{low}–{high}"
    return {"name": words.say("odds.defence"), "side": SIDES[1 - fight.side], "terms": rows, "total": total}


def span(v: Position, fight: Fight) -> tuple[int, int]:
    """R8.2.1.2, R8.2.4a: the weakest and the strongest defence that an attack may meet, as hidden counters and supply
    may be."""
    return defences(v, fight)[0][0], defences(v, fight, buyable(v, fight))[-1][0]


def odds_range(v: Position, fight: Fight, words: Words) -> str:
    """R8.2.1.3: the odds, from the best to the worst that an attack may come to."""
    best, worst = (odds_word(attack_strength(v, fight), d) for d in span(v, fight))
    return best if best == worst else words.say("sheet.range", best=best, worst=worst)


def odds_at_least(v: Position, fight: Fight, words: Words) -> str:
    """R8.2.1.3: the odds in brief: the worst that an attack may come to; where that lies below the table, the best."""
    a, (low, high) = attack_strength(v, fight), span(v, fight)
    best, worst = odds_word(a, low), odds_word(a, high)
    if best == worst:
        return best
    if column_of(v.setting, a, high) == BELOW:
        return words.say("cost.at_most", odds=best)
    return words.say("cost.at_least", odds=worst)


def fights(scene: Scenery, hexes: Iterable[int]) -> list[Mark]:
    """R8.2a: the marks of hexes that are attacked."""
    text, names = scene.words.say("mark.fight"), scene.v.setting.names
    return [{"space": names[h], "kind": "fight", "text": text} for h in dict.fromkeys(hexes)]


class FightFace(HendersonFace[T]):
    """A face whose actions plan, begin or change a battle."""

    def fight(self, v: Position, step: T, action: Action) -> Fight | None:
        """The battle that an action plans, begins or changes; None for one that does not."""
        return None

    def odds(self, scene: Scenery, step: T, action: Action) -> Odds | None:
        if any(not isinstance(part, (str, int)) for part in action):
            return None
        fight = self.fight(scene.v, step, action)
        if fight is None or not fight.battle.units or not fight.battle.hexes:
            return None
        return assault_odds(scene.v, fight, scene.words, action)
