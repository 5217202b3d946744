"""The odds of a fight before it is declared: every die of the tables that will be used, over what is not known.

Where the other side's ships are not known, some positions with the same view are dealt and their odds averaged.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from ironbottom.games.solomons.rules.air import allocation
from ironbottom.games.solomons.rules.air.points import DEFENDERS, base_reach, count
from ironbottom.games.solomons.rules.air.ship_attack import Division, Grouping, least, standard_groups
from ironbottom.games.solomons.rules.ground import defense, effective, most_lost
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.printed import BASES, FLEET, HENDERSON, RABAUL, SIDES, L, M, Printed
from ironbottom.games.solomons.rules.state import Campaign, Layout, worth
from ironbottom.games.solomons.rules.surface import Shield, Withdrawal, groups, strength
from ironbottom.kernel.action import Action
from ironbottom.kernel.view import Odds, Outcome, Sum
from ironbottom.kernel.words import Words

DEALS = 24
"""How many positions are dealt where ships are not known."""

Result = tuple[str, int]
"""What comes of a fight, in words, and the side for whom it is good; NEITHER."""

Spread = dict[Result, float]
"""Results with their chances."""

NEITHER = -1

HARM = {"none": 0, "half_crippled": 1, "all_crippled": 2, "half_destroyed": 2, "half_crippled_half_destroyed": 3,
        "all_destroyed": 4}
"""What a result of surface combat does to a force, to compare what both suffer."""


def table(v: Campaign, name: str, column: int, say: Callable[[str], Result]) -> Spread:
    """The six dice of a column."""
    found: Spread = {}
    for die in range(1, 7):
        result = say(str(v.p.cell(name, column, die)))
        found[result] = found.get(result, 0.0) + 1 / 6
    return found


def better(side: int, own: int, other: int) -> int:
    """For whom it is good that a side suffers `own` and its enemy `other`."""
    return NEITHER if own == other else side if own < other else 1 - side


class Chances:
    """The fights of one side in a view, with their odds in words."""

    def __init__(self, game: Any, v: Campaign, side: int) -> None:
        self.game, self.v, self.side = game, v, side
        self.words: Words = game.words
        self.notes: list[str] = []
        self.error = 0.0
        self.lost: dict[Result, int] = {}
        """How many points each result of guns and patrols takes: by these they are told in order."""

    def sum(self, key: str, side: int, total: str) -> Sum:
        return {"name": self.words.say(f"odds.{key}"), "side": SIDES[side], "terms": [], "total": total}

    def made(self, title: str, spread: Spread, sums: list[Sum], rule: str) -> Odds:
        results: list[Outcome] = []
        for (text, good), p in spread.items():
            one: Outcome = {"text": text, "p": p}
            if good != NEITHER:
                one["good"] = SIDES[good]
            results.append(one)
        return {"title": self.words.say(f"odds.title_{title}"), "sums": sums, "results": results, "error": self.error,
                "notes": self.notes, "rule": rule}

    # -- what the cells say, and for whom it is good --

    def hit(self, cell: str) -> Result:
        return self.words.say(f"hit.{cell}"), 1 - self.side if cell == "none" else self.side

    def surface(self, attacker: int, cell: str) -> Result:
        own, other = cell.split("/")
        return self.words.say("odds.surface", own=self.words.say(f"result.{own}"),
                              other=self.words.say(f"result.{other}")), better(attacker, HARM[own], HARM[other])

    def bombed(self, cell: str) -> Result:
        air, _, supply = cell.partition("+")
        text = self.words.say("odds.bombed", air=int(air), supply=self.words.say(f"odds.supply.{supply or 'none'}"))
        return text, 1 - self.side if cell == "0" else self.side

    def too_few(self) -> Result:
        return self.words.say("odds.too_few"), 1 - self.side

    def losses(self, strong: int, most: int) -> list[int]:
        """RS-092, RS-098: what guns or a patrol of some strength bring down of so many, for each of the six dice."""
        column = self.v.p.column("flak", strong)
        return [min(most, int(self.v.p.cell("flak", column, die))) if column >= 0 else 0 for die in range(1, 7)]

    def shot(self, flyer: int, strong: int, most: int = 99, then: int = 0, need: int = 0) -> Spread:
        """RS-092, RS-098: points of an attacker that guns or a patrol bring down, and those that guns `then` do; and
        whether fewer than `need` are left, with which no ship can be attacked."""
        found: Spread = {}
        for first in self.losses(strong, most):
            for second in self.losses(then, most - first):
                lost = first + second
                few = most - lost < need
                key = "shot_few" if few else "shot" if lost else "shot_none"
                result = self.words.say(f"odds.{key}", n=lost), 1 - flyer if lost or few else flyer
                found[result] = found.get(result, 0.0) + 1 / 36
                self.lost[result] = lost
        return dict(sorted(found.items(), key=lambda item: self.lost[item[0]]))

    def fight(self, attacker: int, attack: int, whole: int) -> Spread:
        """RS-124: a surface fight; nothing below even odds."""
        column = self.v.p.ratio("surface", attack, whole)
        if column < 0:
            return {(self.words.say("odds.below"), NEITHER): 1.0}
        return table(self.v, "surface", column, partial(self.surface, attacker))

    def averaged(self, spread_of: Callable[[Campaign], Spread | None]) -> Spread:
        """The mean over dealt positions, with its error."""
        rng = random.Random(1)
        worlds = [spread for _ in range(DEALS) if (spread := spread_of(self.game.determinize(self.v, self.side, rng)))]
        if not worlds:
            return {}
        count = len(worlds)
        mean = {result: sum(world.get(result, 0.0) for world in worlds) / count
                for world in worlds for result in world}
        self.error = round(max(1.96 * math.sqrt(sum((world.get(result, 0.0) - p) ** 2 for world in worlds)) / count
                               for result, p in mean.items()), 3)
        self.notes.append(self.words.say("odds.dealt", n=count))
        return dict(sorted(mean.items(), key=lambda item: (self.lost.get(item[0], 0), -item[1])))

    # -- the fights --

    def bomb(self, action: Action) -> Odds:
        v, p = self.v, self.v.p
        n = action[2]
        ship = p.index[action[1]]
        sums = [self.sum("points", self.side, str(n)), self.sum("defense", 1 - self.side, str(p.defense[ship]))]
        return self.made("bomb", table(v, "air_naval", p.ratio("air_naval", n, p.defense[ship]), self.hit), sums,
                         "RS-098")

    def assault(self) -> Odds:
        attack, whole = effective(self.v, self.side), defense(self.v, 1 - self.side)
        column = 0 if attack < whole else self.v.p.ratio("ground", attack, whole)
        sums = [self.sum("attack", self.side, str(attack)), self.sum("defense", 1 - self.side, str(whole))]
        most = most_lost(self.v, 1 - self.side, attack, whole)

        cost = [worth(self.v, key) for key in ("japanese_ground", "american_ground")]

        def capped(cell: str) -> Result:
            """RS-145, A53: no more than took part; RS-200: what both lose counts in Victory Points."""
            own, other = (int(n) for n in cell.split("/"))
            own, other = min(own, attack), min(other, most)
            good = better(self.side, own * cost[self.side], other * cost[1 - self.side])
            return self.words.say("odds.ground", own=own, other=other), good

        return self.made("ground", table(self.v, "ground", column, capped), sums, "RS-144")

    def shield(self, step: Shield) -> Odds:
        attack, whole = strength(self.v, step.mine)[0], strength(self.v, step.theirs)[1]
        return self.surface_odds(self.side, attack, whole)

    def surface_odds(self, attacker: int, attack: int, whole: int) -> Odds:
        sums = [self.sum("attack", attacker, str(attack)), self.sum("defense", 1 - attacker, str(whole))]
        return self.made("surface", self.fight(attacker, attack, whole), sums, "RS-124")

    def withdraw(self, step: Withdrawal, action: Action) -> Odds:
        left = tuple(u for u in step.mine if self.v.p.ids[u] != action[1])
        return self.surface_odds(1 - self.side, strength(self.v, step.foes)[0], strength(self.v, left)[1])

    def target(self, action: Action) -> Odds | None:
        attack = strength(self.v, groups(self.v, self.side).get("anti_ship", ()))[0]

        def spread(world: Campaign) -> Spread | None:
            theirs = groups(world, 1 - self.side).get(action[1], ())
            return self.fight(self.side, attack, strength(world, theirs)[1]) if theirs else None

        found = self.averaged(spread)
        return self.made("surface", found, [self.sum("attack", self.side, str(attack))], "RS-124") if found else None

    def send(self, step: Division, action: Action) -> Odds | None:
        f = self.v.flights[step.flight]
        g = int(action[1][5:]) - 1
        n = action[2]

        def lay(state: Campaign) -> Layout | None:
            return next((lay for lay in state.layouts if lay.side != self.side and lay.force == f.target), None)

        def guns(layout: Layout | None, h: int) -> int:
            """The guns of a group, where its ships are known."""
            return sum(self.v.p.flak[u] for u in layout.groups[h]) if layout and h < len(layout.groups) else 0

        here = lay(self.v)
        alike = [h for h, row in enumerate(here.shown) if row == here.shown[g] and not guns(here, h)] if here else []

        def spread(world: Campaign) -> Spread | None:
            """The mean over all groups of which the same is known: each may be this one."""
            there = lay(world)
            if there is None or not there.groups or not alike:
                return None
            found: Spread = {}
            for h in alike:
                need = fewest(self.v.p, there.groups[h]) if h < len(there.groups) else 0
                for result, p in self.shot(self.side, guns(there, h), n, need=need).items():
                    found[result] = found.get(result, 0.0) + p / len(alike)
            return found

        known = guns(here, g)
        sums = [self.sum("points", self.side, str(n))]
        if known:
            sums.append(self.sum("guns", 1 - self.side, str(known)))
        found = (self.shot(self.side, known, n, need=fewest(self.v.p, here.groups[g])) if known and here
                 else self.averaged(spread))
        self.notes.append(self.words.say("odds.no_cover"))
        return self.made("flak", found, sums, "RS-098") if found else None

    def cover(self, step: Grouping, action: Action) -> Odds:
        n = action[2]
        guns = sum(self.v.p.flak[u] for u in step.part(self.v)[0][int(action[1][5:]) - 1])
        return self.made("flak", self.shot(1 - self.side, guns + 2 * n), [
            self.sum("guns", self.side, str(guns)), self.sum("patrol", self.side, f"2 × {n}")], "RS-093")

    def patrol(self, action: Action) -> Odds:
        """RS-092, RS-095: a patrol with what else the side sends over its hex: as written, and what rises by itself."""
        v, side, n = self.v, self.side, action[2]
        code = BASES.index(action[1]) if action[1] in BASES else FLEET + int(action[1][2:]) - 1
        orders = [row for row in allocation.written(v, side) if row.source != code]

        def hex_of(source: int) -> int:
            return v.forces[side][source - FLEET].pos if source >= FLEET else M if source == HENDERSON else L

        n += sum(row.points for row in orders
                 if row.verb == "cap" and row.source != HENDERSON and hex_of(row.source) == hex_of(code))
        if hex_of(code) == M and v.holder == side and v.built:
            n += sum(count(v, HENDERSON, what, DEFENDERS) for what in (0, 1))
            n -= sum(row.points for row in allocation.written(v, side)
                     if row.verb == "strike" and row.source == HENDERSON)
            n -= action[2] if code == HENDERSON else 0  # what is not sent rises all the same
        return self.made("cap", self.shot(1 - side, 2 * n), [self.sum("patrol", side, f"2 × {n}")], "RS-092")

    def strike(self, action: Action) -> Odds:
        """An attack as far as it can be told: the patrol of the field, and the bombs on it."""
        v, p, side = self.v, self.v.p, self.side
        n = action[4]
        foe = 1 - side
        sight = next((s for s in current(v, foe) if f"{SIDES[foe]}:tf{s.force + 1}" == action[2]), None)
        where = M if sight is None else sight.hex
        guard = sum(v.known[foe][HENDERSON * 3:HENDERSON * 3 + 3]) if where == M and v.holder == foe else 0
        far = action[1] == BASES[RABAUL] and base_reach(p, side, RABAUL, 0, where) == 2
        sums = [self.sum("points", side, str(n)), self.sum("patrol", foe, f"2 × {guard}")]
        if far:
            self.notes.append(self.words.say("odds.twice"))
        if sight is not None:
            self.notes += [self.words.say("odds.main_group"), self.words.say("odds.guns_alone")]

            def spread_of(world: Campaign) -> Spread:
                target = main_group(world, foe, sight.force)
                guns = sum(p.flak[u] for u in target)
                return self.shot(side, 2 * guard, n, guns, fewest(p, target))

            return self.made("flak", self.averaged(spread_of), sums, "RS-098")
        self.notes.append(self.words.say("odds.all_patrol"))
        spread: Spread = {}
        for lost in self.losses(2 * guard, n):
            hit = p.column("bombardment", n - lost)
            cells = table(v, "bombardment", hit, self.bombed) if hit >= 0 else {self.too_few(): 1.0}
            for result, chance in cells.items():
                spread[result] = spread.get(result, 0.0) + chance / 6
        return self.made("bombardment", dict(sorted(spread.items(), key=lambda item: -item[1])), sums, "RS-097")

    def guns(self, action: Action) -> Odds:
        units = self.v.fleet(self.side, int(action[1][2:]) - 1)
        guns = sum(self.v.p.bombardment[u] for u in units)
        column = self.v.p.column("bombardment", guns)
        spread = table(self.v, "bombardment", column, self.bombed) if column >= 0 else {self.too_few(): 1.0}
        return self.made("bombardment", spread, [self.sum("guns", self.side, str(guns))], "RS-130")


def main_group(world: Campaign, side: int, force: int) -> tuple[int, ...]:
    """RS-098: the group of a task force that is the likeliest target, in the standard arrangement."""
    p = world.p
    made = standard_groups(world, (), list(world.fleet(side, force)))
    return max(made, key=lambda group: sum(3 * (p.kind[u] in ("CV", "TR")) + p.capital[u] for u in group), default=())


def fewest(p: Printed, group: Iterable[int]) -> int:
    """RS-098: the fewest points that may attack any ship of a group."""
    return min((least(p, u) for u in group), default=0)
