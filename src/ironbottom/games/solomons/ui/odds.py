"""The odds of a fight before it is declared: every die of the tables that will be used, over what is not known.

Where the other side's ships are not known, some positions with the same view are dealt and their odds averaged.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

from ironbottom.games.solomons.rules.air.allocation import AirSheet
from ironbottom.games.solomons.rules.air.points import base_reach
from ironbottom.games.solomons.rules.air.ship_attack import Division, Grouping, ShipAttack
from ironbottom.games.solomons.rules.ground import AttackChoice, BothChoose, defense, effective
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.plotting import Plotting
from ironbottom.games.solomons.rules.printed import BASES, BOMBARD, HENDERSON, RABAUL, SIDES, M
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.surface import Shield, TargetChoice, Withdrawal, groups, strength
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.view import Odds, Outcome, Sum
from ironbottom.kernel.words import Words

DEALS = 24
"""How many positions are dealt where ships are not known."""

Spread = dict[str, float]
"""Results with their chances."""


def has_odds(v: Campaign, side: int, action: Action) -> bool:
    """Whether the action starts a fight, or prepares one, whose table is known."""
    top = v.stack[-1] if v.stack else None
    verb = action[0]
    return (
        (isinstance(top, ShipAttack) and verb == "bomb")
        or (isinstance(top, (AttackChoice, BothChoose, TargetChoice)) and verb == "attack")
        or (isinstance(top, Shield) and verb == "fight")
        or (isinstance(top, Withdrawal) and verb == "withdraw")
        or (isinstance(top, Division) and verb == "send")
        or (isinstance(top, Grouping) and verb == "cover")
        or (isinstance(top, AirSheet) and verb in ("strike", "cap"))
        or (isinstance(top, Plotting) and _bombards(v, side, action))
    )


def _bombards(v: Campaign, side: int, action: Action) -> bool:
    """Whether a plot says that a task force bombards with its guns."""
    if action[0] not in ("slot", "mission"):
        return False
    n = int(action[1][2:]) - 1
    wanted = v.forces[side][n].mission == BOMBARD if action[0] == "slot" else action[2:] == ("bombardment",)
    return wanted and not any(v.p.deck[u] for u in v.fleet(side, n))


def table(v: Campaign, name: str, column: int, say: Callable[[str], str]) -> Spread:
    """The six dice of a column."""
    found: Spread = {}
    for die in range(1, 7):
        text = say(str(v.p.cell(name, column, die)))
        found[text] = found.get(text, 0.0) + 1 / 6
    return found


class _Teller:
    """Words one side's odds."""

    def __init__(self, game: Any, v: Campaign, side: int) -> None:
        self.game, self.v, self.side = game, v, side
        self.words: Words = game.words
        self.notes: list[str] = []
        self.error = 0.0

    def sum(self, key: str, side: int, total: str) -> Sum:
        return {"name": self.words.say(f"odds.{key}"), "side": SIDES[side], "terms": [], "total": total}

    def made(self, title: str, spread: Spread, sums: list[Sum], rule: str) -> Odds:
        results: list[Outcome] = [{"text": text, "p": p, "good": SIDES[self.side]} for text, p in spread.items()]
        return {"title": self.words.say(f"odds.title_{title}"), "sums": sums, "results": results, "error": self.error,
                "notes": self.notes, "rule": rule}

    # -- what the cells say --

    def hit(self, cell: str) -> str:
        return self.words.say(f"hit.{cell}")

    def surface(self, cell: str) -> str:
        own, other = cell.split("/")
        return self.words.say("odds.surface", own=self.words.say(f"result.{own}"),
                              other=self.words.say(f"result.{other}"))

    def ground(self, cell: str) -> str:
        own, other = cell.split("/")
        return self.words.say("odds.ground", own=own, other=other)

    def bombed(self, cell: str) -> str:
        air, _, supply = cell.partition("+")
        return self.words.say("odds.bombed", air=air, supply=self.words.say(f"odds.supply.{supply or 'none'}"))

    def shot(self, strong: int) -> Spread:
        """RS-092, RS-098: attackers that guns or a patrol of some strength bring down."""
        column = self.v.p.column("flak", strong)
        if column < 0:
            return {self.words.say("odds.shot", n=0): 1.0}
        return table(self.v, "flak", column, lambda cell: self.words.say("odds.shot", n=int(cell)))

    def fight(self, attack: int, whole: int) -> Spread:
        """RS-124: a surface fight; nothing below even odds."""
        column = self.v.p.ratio("surface", attack, whole)
        if column < 0:
            return {self.words.say("odds.below"): 1.0}
        return table(self.v, "surface", column, self.surface)

    def averaged(self, spread_of: Callable[[Campaign], Spread | None]) -> Spread:
        """The mean over dealt positions, with its error."""
        rng = random.Random(1)
        worlds = [spread for _ in range(DEALS) if (spread := spread_of(self.game.determinize(self.v, self.side, rng)))]
        if not worlds:
            return {}
        count = len(worlds)
        mean = {text: sum(world.get(text, 0.0) for world in worlds) / count for world in worlds for text in world}
        self.error = round(max(1.96 * math.sqrt(sum((world.get(text, 0.0) - p) ** 2 for world in worlds)) / count
                               for text, p in mean.items()), 3)
        self.notes.append(self.words.say("odds.dealt", n=count))
        return dict(sorted(mean.items(), key=lambda item: -item[1]))

    # -- the fights --

    def bomb(self, action: Action) -> Odds:
        v, p = self.v, self.v.p
        n = action[2] if isinstance(action[2], int) else action[2].low
        ship = p.index[action[1]]
        sums = [self.sum("points", self.side, str(n)), self.sum("defense", 1 - self.side, str(p.defense[ship]))]
        return self.made("bomb", table(v, "air_naval", p.ratio("air_naval", n, p.defense[ship]), self.hit), sums,
                         "RS-098")

    def assault(self, action: Action) -> Odds:
        attack, whole = effective(self.v, self.side), defense(self.v, 1 - self.side)
        column = 0 if attack < whole else self.v.p.ratio("ground", attack, whole)
        sums = [self.sum("attack", self.side, str(attack)), self.sum("defense", 1 - self.side, str(whole))]
        return self.made("ground", table(self.v, "ground", column, self.ground), sums, "RS-144")

    def shield(self, action: Action) -> Odds:
        top: Any = self.v.stack[-1]
        attack, whole = strength(self.v, top.mine)[0], strength(self.v, top.theirs)[1]
        return self.surface_odds(self.side, attack, whole)

    def surface_odds(self, attacker: int, attack: int, whole: int) -> Odds:
        sums = [self.sum("attack", attacker, str(attack)), self.sum("defense", 1 - attacker, str(whole))]
        return self.made("surface", self.fight(attack, whole), sums, "RS-124")

    def withdraw(self, action: Action) -> Odds:
        top: Any = self.v.stack[-1]
        left = tuple(u for u in top.mine if self.v.p.ids[u] != action[1])
        return self.surface_odds(1 - self.side, strength(self.v, top.foes)[0], strength(self.v, left)[1])

    def target(self, action: Action) -> Odds | None:
        attack = strength(self.v, groups(self.v, self.side).get("anti_ship", ()))[0]

        def spread(world: Campaign) -> Spread | None:
            theirs = groups(world, 1 - self.side).get(action[1], ())
            return self.fight(attack, strength(world, theirs)[1]) if theirs else None

        found = self.averaged(spread)
        return self.made("surface", found, [self.sum("attack", self.side, str(attack))], "RS-124") if found else None

    def send(self, action: Action) -> Odds | None:
        top: Any = self.v.stack[-1]
        f = self.v.flights[top.flight]
        g = int(action[1][5:]) - 1

        def spread(world: Campaign) -> Spread | None:
            for layout in world.layouts:
                if layout.side == 1 - self.side and layout.force == f.target and g < len(layout.groups):
                    return self.shot(sum(world.p.flak[u] for u in layout.groups[g]))
            return None

        found = self.averaged(spread)
        self.notes.append(self.words.say("odds.no_cover"))
        n = action[2] if isinstance(action[2], int) else action[2].low
        return self.made("flak", found, [self.sum("points", self.side, str(n))], "RS-098") if found else None

    def cover(self, action: Action) -> Odds:
        top: Any = self.v.stack[-1]
        n = action[2] if isinstance(action[2], int) else action[2].low
        guns = sum(self.v.p.flak[u] for u in top.part(self.v)[0][int(action[1][5:]) - 1])
        return self.made("flak", self.shot(guns + 2 * n), [
            self.sum("guns", self.side, str(guns)), self.sum("patrol", self.side, f"2 × {n}")], "RS-093")

    def patrol(self, action: Action) -> Odds:
        n = action[2] if isinstance(action[2], int) else action[2].low
        return self.made("cap", self.shot(2 * n), [self.sum("patrol", self.side, f"2 × {n}")], "RS-092")

    def strike(self, action: Action) -> Odds:
        """An attack as far as it can be told: the patrol of the field, and the bombs on it."""
        v, p, side = self.v, self.v.p, self.side
        n = action[4] if isinstance(action[4], int) else action[4].high
        foe = 1 - side
        sight = next((s for s in current(v, foe) if f"{SIDES[foe]}:tf{s.force + 1}" == action[2]), None)
        where = M if sight is None else sight.hex
        guard = sum(v.known[foe][HENDERSON * 3:HENDERSON * 3 + 3]) if where == M and v.holder == foe else 0
        far = action[1] == BASES[RABAUL] and base_reach(p, side, RABAUL, 0, where) == 2
        sums = [self.sum("points", side, str(n)), self.sum("patrol", foe, f"2 × {guard}")]
        column = p.column("flak", 2 * guard)
        losses = [min(n, int(p.cell("flak", column, die))) for die in range(1, 7)] if column >= 0 else [0] * 6
        if far:
            self.notes.append(self.words.say("odds.twice"))
        if sight is not None:
            self.notes.append(self.words.say("odds.unknown_guns"))
            return self.made("cap", self.shot(2 * guard), sums, "RS-092")
        self.notes.append(self.words.say("odds.all_patrol"))
        spread: Spread = {}
        for lost in losses:
            hit = p.column("bombardment", n - lost)
            cells = table(v, "bombardment", hit, self.bombed) if hit >= 0 else {self.words.say("odds.too_few"): 1.0}
            for text, chance in cells.items():
                spread[text] = spread.get(text, 0.0) + chance / 6
        return self.made("bombardment", dict(sorted(spread.items(), key=lambda item: -item[1])), sums, "RS-097")

    def guns(self, action: Action) -> Odds:
        units = self.v.fleet(self.side, int(action[1][2:]) - 1)
        guns = sum(self.v.p.bombardment[u] for u in units)
        column = self.v.p.column("bombardment", guns)
        spread = table(self.v, "bombardment", column, self.bombed) if column >= 0 else {
            self.words.say("odds.too_few"): 1.0}
        return self.made("bombardment", spread, [self.sum("guns", self.side, str(guns))], "RS-130")


def odds(game: Any, v: Campaign, side: int, action: Action) -> Odds | None:
    """RS-092, RS-093, RS-097, RS-098, RS-124, RS-130, RS-144: the results with their chances."""
    if side < 0 or not has_odds(v, side, action):
        return None
    if any(isinstance(part, Range) for part in action):
        action = tuple(part.high if isinstance(part, Range) else part for part in action)
    teller = _Teller(game, v, side)
    top = v.stack[-1]
    if isinstance(top, TargetChoice):
        return teller.target(action)
    tell: dict[str, Callable[[Action], Odds | None]] = {
        "bomb": teller.bomb, "attack": teller.assault, "fight": teller.shield, "withdraw": teller.withdraw,
        "send": teller.send, "cover": teller.cover, "cap": teller.patrol, "strike": teller.strike,
        "slot": teller.guns, "mission": teller.guns,
    }
    return tell[action[0]](action)
