"""C3..C15, C22, M15: what may come of an attack: the exact distribution of losses, with every die's source.

Each type of unit in the zone is a small automaton: its states are what may have become of its units, and it knows where
a 1 and a 2 lead. A die moves the automaton that its slot strikes. Where ships differ in cargo, a 1 strikes the fullest
and a 2 the emptiest, as the picks are usually made. A great fight with too many results is played out a number of times
instead, and the error is told.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import Any

from ironbottom.games.axis_allies.rules.battle_box import CATEGORY, Term, power, severity, struck, units_there
from ironbottom.games.axis_allies.rules.printed import (
    ART,
    BAT,
    CATEGORIES,
    DST,
    KINDS,
    SIDES,
    SPACES,
    SUP,
    TRN,
    Printed,
)
from ironbottom.games.axis_allies.rules.state import ARMOUR, DAMAGED, SUNK, Campaign
from ironbottom.games.axis_allies.ui.texts import counted, located
from ironbottom.kernel.view import Odds, Outcome, Sum, Table
from ironbottom.kernel.view import Term as Line
from ironbottom.kernel.words import Words

Unit = tuple[tuple[int, ...], int]
"""Cargo and marks of one unit."""
Loss = tuple[int, int, int, tuple[int, ...]]
"""Of a type: kind, destroyed, damaged, cargo lost."""
Losses = tuple[Loss, ...]
MOST = 9
"""How many results are named; the rest is lumped."""
KEPT = 24
"""How many results of each of two attacks are joined."""
TOLD = 0.7
"""Results are named where the likeliest come to so much."""
FAR = 999
MARGINS = (0, 5, 12, FAR)
"""Up to which difference of losses, in points, results of two attacks are told together."""
LARGEST = 2_500
"""As many results are told exactly; beyond, the fight is played out `TRIALS` times."""
TRIALS = 1_500


@lru_cache(maxsize=4_000)
def automaton(kind: int, units: tuple[Unit, ...], resilient: bool) -> tuple[Any, ...]:
    """C10..C13, C15: (after a 1, after a 2, alive, loss) for each state of the units of a type; state 0 is now."""
    states: dict[tuple[Unit, ...], int] = {units: 0}
    order = [units]
    one: list[int] = []
    two: list[int] = []
    alive: list[bool] = []
    for state in order:
        living = any(not marks & SUNK for _, marks in state)
        alive.append(living)
        for row, destroys in ((one, True), (two, False)):
            after = hit(kind, state, destroys, resilient) if living else state
            if after not in states:
                states[after] = len(order)
                order.append(after)
            row.append(states[after])
    losses = []
    for state in order:
        sunk = sum(1 for _, marks in state if marks & SUNK)
        hurt = sum(1 for _, marks in state if marks & DAMAGED)
        before = sorted(item for cargo, _ in units for item in cargo) if kind in (TRN, DST) else []
        for cargo, _ in state:
            for item in cargo:
                if item in before:
                    before.remove(item)
        losses.append((kind, sunk, hurt, tuple(before)))
    return tuple(one), tuple(two), tuple(alive), tuple(losses)


def hit(kind: int, state: tuple[Unit, ...], destroys: bool, resilient: bool) -> tuple[Unit, ...]:
    """C10..C13, C15: what one hit makes of the units of a type."""
    left = [unit for unit in state if not unit[1] & SUNK]
    rest = [unit for unit in state if unit[1] & SUNK]
    if kind == BAT:
        armoured = [unit for unit in left if not unit[1] & ARMOUR]
        if armoured:
            left.remove(armoured[0])
            return tuple(sorted([*left, *rest, (armoured[0][0], armoured[0][1] | ARMOUR)]))
    whole = [unit for unit in left if not unit[1] & DAMAGED] or left
    chosen = (max if destroys else min)(whole, key=lambda unit: (len(unit[0]), unit))
    left.remove(chosen)
    cargo, marks = chosen
    kept = () if kind in (TRN, DST) else cargo
    if not destroys and resilient and not marks & DAMAGED:
        after = (kept, marks | DAMAGED)
    else:
        after = (kept, marks & ~DAMAGED | SUNK)
    return tuple(sorted([*left, *rest, after]))


Defence = tuple[tuple[int, tuple[Unit, ...]], ...]
"""The units under attack, by type."""


def defence(s: Campaign, side: int, target: str, space: int) -> Defence:
    """C8, C17: what a side has to lose there."""
    if target == "sea":
        found: dict[int, list[Unit]] = {}
        for kind, cargo, marks in s.fleet(side, space):
            kept = cargo if kind in (TRN, DST) else ()
            found.setdefault(kind, []).append((kept, marks & (ARMOUR | DAMAGED | SUNK) if kind == BAT else
                                               marks & (DAMAGED | SUNK)))
        return tuple((kind, tuple(sorted(units))) for kind, units in sorted(found.items()))
    return tuple((kind, (((), 0),) * n) for kind, n in units_there(s, side, target, space) if n)


@lru_cache(maxsize=500)
def distribution(
    printed: Printed, category: int, units: Defence, dice: int, destroys: int, damages: int
) -> tuple[tuple[tuple[Losses, float], ...], float]:
    """C5..C13: every result of an attack with its probability, and the error (half of the 95 % interval), 0 if they
    are exact. `destroys`, `damages`: on how many of a die's six sides."""
    kinds = [kind for kind, _ in units]
    machines = [automaton(kind, rows, printed.resilient[kind]) for kind, rows in units]
    base: list[int] = []
    size = 1
    for machine in machines:
        base.append(size)
        size *= len(machine[0])
    index = {kind: number for number, kind in enumerate(kinds)}
    p1, p2 = destroys / 6, damages / 6
    p0 = 1 - p1 - p2
    now: dict[int, float] = {0: 1.0}
    for slot in range(dice):
        after: dict[int, float] = {}
        known: dict[int, int] = {}
        for state, p in now.items():
            mask = 0
            for number, machine in enumerate(machines):
                if machine[2][state // base[number] % len(machine[0])]:
                    mask |= 1 << number
            number = known.get(mask, -2)
            if number == -2:
                kind = struck(printed, category, slot, [k for i, k in enumerate(kinds) if mask >> i & 1])
                number = known[mask] = index.get(kind, -1)
            if number < 0:
                after[state] = after.get(state, 0.0) + p
                continue
            one, two, _, _ = machines[number]
            unit = base[number]
            local = state // unit % len(one)
            after[state] = after.get(state, 0.0) + p * p0
            then = state + (one[local] - local) * unit
            after[then] = after.get(then, 0.0) + p * p1
            if p2:
                then = state + (two[local] - local) * unit
                after[then] = after.get(then, 0.0) + p * p2
        if len(after) > LARGEST:
            now = trials(printed, category, kinds, machines, base, dice, destroys, damages)
            break
        now = after
    else:
        return named(machines, base, now), 0.0
    return named(machines, base, now), 0.98 / TRIALS**0.5


def named(machines: list[Any], base: list[int], now: dict[int, float]) -> tuple[tuple[Losses, float], ...]:
    """The losses of each state, likeliest first."""
    found: dict[Losses, float] = {}
    for state, p in now.items():
        key = tuple(
            loss for number, machine in enumerate(machines)
            if (loss := machine[3][state // base[number] % len(machine[0])])[1] or loss[2]
        )
        found[key] = found.get(key, 0.0) + p
    return tuple(sorted(found.items(), key=lambda entry: (-entry[1], entry[0])))


def trials(
    printed: Printed, category: int, kinds: list[int], machines: list[Any], base: list[int], dice: int,
    destroys: int, damages: int,
) -> dict[int, float]:
    """C5..C13: the fight played out many times, with a generator of its own: equal questions, equal answers."""
    rng = random.Random(f"{kinds} {dice} {destroys} {damages}")
    slots = len(printed.boxes[category])
    index = {kind: number for number, kind in enumerate(kinds)}
    found: dict[int, float] = {}
    throw, hits, sunk = rng.random, (destroys + damages) / 6, destroys / 6
    for _ in range(TRIALS):
        now = [0] * len(kinds)
        for slot in range(dice):
            die = throw()
            if die >= hits:
                continue
            number = index.get(printed.boxes[category][slot % slots], -1)
            if number < 0 or not machines[number][2][now[number]]:
                left = [kind for i, kind in enumerate(kinds) if machines[i][2][now[i]]]
                number = index.get(struck(printed, category, slot, left), -1)
                if number < 0:
                    break
            now[number] = machines[number][0 if die < sunk else 1][now[number]]
        state = sum(local * unit for local, unit in zip(now, base, strict=True))
        found[state] = found.get(state, 0.0) + 1 / TRIALS
    return found


def sides_of_die(s: Campaign, side: int, target: str, space: int) -> tuple[int, int]:
    """C5, O3, O4: how many sides of a die destroy, and how many damage."""
    found = [severity(s, side, target, space, die) for die in range(1, 7)]
    return found.count(1), found.count(2)


def attack_odds(
    s: Campaign, side: int, target: str, space: int, dice: int
) -> tuple[tuple[tuple[Losses, float], ...], float]:
    """C3..C15: the distribution of what a side's attack with so many dice costs the enemy."""
    units = defence(s, 1 - side, target, space)
    return distribution(s.printed, CATEGORY[target], units, dice, *sides_of_die(s, side, target, space))


def field_odds(s: Campaign, side: int, land: int, dice: int) -> tuple[tuple[int, float], ...]:
    """C22: how many airfields are damaged, with what probability."""
    sound = s.sound(1 - side, land)
    found = [0.0] * (sound + 1)
    for hits in range(dice + 1):
        found[min(hits // s.printed.field_hits, sound)] += comb(dice, hits) * (1 / 3) ** hits * (2 / 3) ** (dice - hits)
    return tuple(enumerate(found))


# --- in words ----------------------------------------------------------------------------------------------------


def loss_text(words: Words, side: int, losses: Losses) -> str:
    """What a side loses, in words."""
    if not losses:
        return words.say("odds.nothing", side=SIDES[side])
    sunk: dict[int, int] = {}
    hurt: dict[int, int] = {}
    for kind, destroyed, damaged, cargo in losses:
        sunk[kind] = sunk.get(kind, 0) + destroyed
        hurt[kind] = hurt.get(kind, 0) + damaged
        for item in cargo:
            sunk[item] = sunk.get(item, 0) + 1
    parts = []
    if any(sunk.values()):
        parts.append(words.say("odds.lose", side=SIDES[side], what=counted(words, sunk)))
    if any(hurt.values()):
        what = words.say("odds.hurt", what=counted(words, hurt))
        parts.append(what if parts else f"{side_text(words, side)}: {what}")
    return "; ".join(parts)


def side_text(words: Words, side: int) -> str:
    return words.name(SIDES[side])


def sum_of(words: Words, side: int, target: str, terms: tuple[Term, ...], space: int) -> Sum:
    """C3: an attack's dice with their sources."""
    lines: list[Line] = []
    for where, kind, n, each in terms:
        units = words.say(f"count.{KINDS[kind]}", n=n)
        text = units if where == space else words.say("sheet.from", units=units, at=located(words, SPACES[where]))
        rule = "C3" if where == space else "U1" if kind == ART else "U4"
        lines.append({"text": text, "value": f"+{n * each}", "rule": rule, "side": SIDES[side]})
    name = words.say(f"sheet.target_{target}", side=SIDES[side])
    return {"name": name, "side": SIDES[side], "terms": lines, "total": str(power(terms))}


Found = tuple[tuple[Losses, float], ...]


class Forecast:
    """Attacks to be foretold together."""

    def __init__(self, s: Campaign, words: Words, title: str, rule: str) -> None:
        self.s, self.words = s, words
        self.made: Odds = {"title": title, "sums": [], "results": [], "error": 0.0, "notes": [], "rule": rule}
        self.results: list[tuple[str, float, int]] = []
        """What has come of all attacks so far: text, probability, and by how many points the Axis lose less."""
        self.attackers: set[int] = set()
        self.losses: list[tuple[int, Defence, Found]] = []
        """The attacks on units: who fires, at what, and what comes of it."""
        self.fields: list[tuple[str, float, int]] = []
        """What comes of an attack on airfields."""

    def add(self, side: int, target: str, space: int, terms: tuple[Term, ...]) -> None:
        """One side's attack."""
        dice = power(terms)
        if not dice:
            return
        words = self.words
        self.made["sums"].append(sum_of(words, side, target, terms, space))
        self.attackers.add(side)
        if target == "fields":
            own = [
                (words.say("odds.fields" if n else "odds.no_fields", n=n), p, gain(side, self._field_points(n)))
                for n, p in field_odds(self.s, side, space, dice)
            ]
            self.fields = own
        else:
            found, error = attack_odds(self.s, side, target, space, dice)
            own = [(loss_text(words, 1 - side, losses), p, gain(side, self._points(losses)))
                   for losses, p in found[:KEPT]]
            self.losses.append((side, defence(self.s, 1 - side, target, space), found))
            self.made["error"] = max(self.made["error"], error)
        self._join(own)
        destroys, damages = (1, 1) if target == "fields" else sides_of_die(self.s, side, target, space)
        mean = f"{dice * (destroys + damages) / 6:.1f}"
        n = words.say("count.dice", n=dice)
        self.made["notes"].append(words.say("odds.mean", side=SIDES[side], hits=mean, n=n))

    def _join(self, own: list[tuple[str, float, int]]) -> None:
        """One attack more: the attacks do not depend on each other. Of many results the likeliest are kept."""
        if not self.results:
            self.results = own
            return
        self.results = [
            (self.words.say("odds.both", a=a, b=b), p * q, one + other)
            for a, p, one in self.results[:KEPT] for b, q, other in own[:KEPT]
        ]

    def repeats(self, category: int, space: int) -> None:
        """O2: a Command Decision that waits here will have the attacks made once more; the odds are those of one."""
        n = self.s.effects.count(("command_decision", SPACES[space], CATEGORIES[category]))
        if n:
            self.made["notes"].append(self.words.say("odds.again", n=n))

    def end(self, *notes: str) -> Odds | None:
        """The odds: the likeliest results by name. Where these tell too little, what they come to together, and of each
        type of unit how many are hit."""
        if not self.made["sums"]:
            return None
        one, two = self.s.printed.hits
        self.made["notes"] += [self.words.say(note, one=one, two=two) for note in notes]
        if len(self.attackers) == 2:
            self.made["notes"].append(self.words.say("odds.points"))
        likeliest = sorted(self.results, key=lambda entry: (-entry[1], entry[0]))[:MOST]
        told = sum(p for _, p, _ in likeliest)
        if told < TOLD and self.losses:
            self._sum_up()
            return self.made
        self._tell(likeliest)
        if told < 1 - 1e-9:
            self.made["results"].append({"text": self.words.say("odds.rest"), "p": 1.0 - told})
        return self.made

    def _tell(self, results: list[tuple[str, float, int]]) -> None:
        """A result is good for the side that loses less; one without losses for who alone was attacked."""
        for text, p, points in results:
            outcome: Outcome = {"text": text, "p": p}
            if points:
                outcome["good"] = SIDES[points < 0]
            elif len(self.attackers) == 1:
                outcome["good"] = SIDES[1 - min(self.attackers)]
            self.made["results"].append(outcome)

    def _sum_up(self) -> None:
        """C13, R16, R19: of one attack how many units it hits; of two, who loses more, in points of purchase."""
        say = self.words.say
        if len(self.losses) == 1:
            side, _, found = self.losses[0]
            hit, cost = dict[int, float](), dict[int, float]()
            for losses, p in found:
                n = sum(sunk + hurt for _, sunk, hurt, _ in losses)
                hit[n] = hit.get(n, 0.0) + p
                cost[n] = cost.get(n, 0.0) + p * self._points(losses)
            self.results = self.fields
            self._join([(say("odds.hit" if n else "odds.no_hit", side=SIDES[1 - side], n=n), p,
                         gain(side, round(cost[n] / p))) for n, p in sorted(hit.items()) if p])
            self._tell(self.results)
        else:
            (one, _, first), (_, _, second) = self.losses
            mine, theirs = (spread_of(found, self._points) for found in (second, first))
            groups: dict[int, float] = {}
            for lost, p in mine.items():
                for taken, q in theirs.items():
                    more = taken - lost
                    size = next(n for n, limit in enumerate(MARGINS) if abs(more) <= limit)
                    key = size if more > 0 else -size
                    groups[key] = groups.get(key, 0.0) + p * q
            results = []
            for key, p in sorted(groups.items(), reverse=True):
                loser = 1 - one if key > 0 else one
                low, high = MARGINS[abs(key) - 1] + 1, MARGINS[abs(key)]
                text = say("odds.level") if not key else say(
                    "odds.more" if high < FAR else "odds.much_more", side=SIDES[loser], low=low, high=high)
                results.append((text, p, gain(one, key)))
            self._tell(results)
        self.made["table"] = self._table()

    def _points(self, losses: Losses) -> int:
        """What losses cost: units and cargo as in the purchase, damaged ships the supply that repairs them."""
        cost = self.s.printed.cost
        mend = self.s.printed.repair * cost[SUP]
        return sum(sunk * cost[kind] + hurt * mend + sum(cost[item] for item in cargo)
                   for kind, sunk, hurt, cargo in losses)

    def _field_points(self, n: int) -> int:
        """What damaged airfields cost: the supply that repairs them."""
        return n * self.s.printed.mend * self.s.printed.cost[SUP]

    def _table(self) -> Table:
        """C7, C13: of each type, the chance that none is lost or damaged, one, two; the mean destroyed."""
        say, rows = self.words.say, []
        for side, units, found in self.losses:
            rows.append([self.words.name(SIDES[1 - side]), "", "", "", "", ""])
            hit = {kind: [1.0, 0.0, 0.0, 0.0] for kind, _ in units}
            sunk = dict.fromkeys(hit, 0.0)
            for losses, p in found:
                for kind, destroyed, damaged, _ in losses:
                    chances = hit[kind]
                    chances[0] -= p
                    chances[min(destroyed + damaged, 3)] += p
                    sunk[kind] += p * destroyed
            for kind, each in units:
                told = [f"{abs(p):.0%}" if n <= len(each) else "" for n, p in enumerate(hit[kind])]
                rows.append([say(f"count.{KINDS[kind]}", n=len(each)), *told, f"{sunk[kind]:.1f}"])
        columns = ["", *(say(f"odds.column_{name}") for name in ("none", "one", "two", "more", "destroyed"))]
        return {"id": "hits", "name": say("odds.table"), "columns": columns, "rows": rows}


def gain(side: int, points: int) -> int:
    """What a side's attack destroys, for the Axis: of theirs it is a loss."""
    return points if side == 0 else -points


def spread_of(found: Found, what: Callable[[Losses], int]) -> dict[int, float]:
    """How likely each amount is."""
    chances: dict[int, float] = {}
    for losses, p in found:
        n = what(losses)
        chances[n] = chances.get(n, 0.0) + p
    return chances
