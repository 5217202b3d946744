"""The last American turn: whoever of the Japanese lives through it has won, so every hex that they hold must be struck,
by whom it takes to kill all there. Nothing else counts: nobody guards, nobody stays at home."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ironbottom.games.first_blood.rules.artillery import counted
from ironbottom.games.first_blood.rules.combat import Resolve
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, OPEN, RIVER, Printed
from ironbottom.games.first_blood.rules.state import Attack, Position, air_at, units_at
from ironbottom.games.first_blood.rules.strength import BELOW, DIE, Strength, ratio, result_of, row_of, strength
from ironbottom.games.first_blood.rules.zones import front

if TYPE_CHECKING:
    from ironbottom.games.first_blood.ai.movement import Mover

PASSES = 4
"""How often everybody's place is thought over again, at most."""
LEAST, TOWARDS = 0.001, 0.03
"""What an attack counts that cannot kill, and what even odds count besides the chance: a way leads up to it."""
BEST_ODDS = 5.0


class Task(NamedTuple):
    """Where a unit goes and what it attacks from there, or bombards if it stands apart; -1: it shuts a way out."""

    site: int
    target: int


def decides(s: Position, side: int) -> bool:
    """2.0b: whether this is the turn in which the last Japanese must die."""
    return side == AMERICAN and s.turn == s.setting.last and s.setting.enough == 1


def sealed(s: Position, enemy: int, targets: tuple[int, ...]) -> bool:
    """8.11a: whether nobody can retreat from these hexes, as things stand."""
    closed = front(s, enemy).closed
    return all(closed[n] for here in targets for n in s.setting.retreats[here])


def _all_killed(s: Position, known: Strength, attack: Attack) -> float:
    """The chance that an attack kills all it attacks."""
    if known.column == BELOW:
        return 0.0
    held = sum([len(units_at(s, here)) for here in attack.targets])
    shut = sealed(s, 1 - known.side, attack.targets)
    codes = [result_of(s, known, die) for die in range(1, DIE + 1)]
    return sum([_kills(e.defender_loss, e.defender_retreat, held, shut) for e in codes]) / DIE


def death(s: Position, known: Strength, attack: Attack) -> float:
    """What an attack is worth that must kill all it attacks: the logarithm of the chance, and a little for the odds."""
    return _merit(_all_killed(s, known, attack), known.attack / max(1, known.defence))


def fights(s: Position) -> bool:
    """2.0b: whether the last attacks are declared: nothing is left but dice."""
    top = s.stack[-1] if s.stack else None
    return s.turn == s.setting.last and isinstance(top, Resolve) and decides(s, top.side)


def cleared(s: Position) -> float:
    """2.0b: the chance that nobody lives through the last attacks, as they are declared."""
    printed, struck = s.setting, {here for attack in s.attacks for here in attack.targets}
    if any(s.at[u] < printed.hexes and s.at[u] not in struck for u in printed.own[JAPANESE]):
        return 0.0
    return math.prod(_all_killed(s, strength(s, AMERICAN, attack), attack) for attack in s.attacks)


def _kills(loss: int, retreat: bool, held: int, shut: bool) -> bool:
    return loss < 0 or loss >= held or (retreat and shut)


def _merit(chance: float, odds: float) -> float:
    return math.log(LEAST + chance + TOWARDS * min(odds, BEST_ODDS))


@lru_cache(maxsize=65536)
def _chance(printed: Printed, attack: int, defence: int, bonus: int, held: int, shut: bool) -> float:
    """`death` of so much against so much."""
    odds = ratio(attack, max(1, defence)) if attack else (1, 99)
    name = f"{odds[0]}-{odds[1]}"
    column = (
        printed.columns.index(name) if name in printed.columns
        else BELOW if odds[0] < odds[1] else len(printed.columns) - 1
    )  # fmt: skip
    chance = 0.0
    if column != BELOW:
        bonus += printed.modifiers["high_odds"] * (odds[0] > int(printed.columns[-1].partition("-")[0]))
        for die in range(1, DIE + 1):
            e = printed.effects[printed.tables[AMERICAN][row_of(die, bonus) - 1][column]]
            chance += _kills(e.defender_loss, e.defender_retreat, held, shut) / DIE
    return _merit(chance, attack / max(1, defence))


class Finish:
    """Who strikes what, and from where: everybody's task, thought over one by one as long as that helps."""

    def __init__(self, m: Mover) -> None:
        self.m, printed = m, m.printed
        self.printed = printed
        self.targets = [n for n, held in enumerate(m.enemy.held) if held]
        self.held = {t: len(units_at(m.s, t)) for t in self.targets}
        self.defence = {t: sum([printed.units[u].combat for u in units_at(m.s, t)]) for t in self.targets}
        self.ways_out = {t: printed.retreats[t] for t in self.targets}
        self.bombers = [a for a in air_at(m.s, printed.number["usaf_ground_attack"]) if printed.planes[a].bomber]
        self.over: dict[int, int] = dict.fromkeys(self.bombers, -1)
        self.tasks: dict[int, Task] = {}
        self.load = [0] * len(printed.names)
        self.cover = [0] * printed.hexes
        """How many units close each hex to a retreat."""
        self.options = self._options()
        for u in printed.own[AMERICAN]:
            if m.s.at[u] < printed.hexes and u not in self.options:
                self._stand(m.s.at[u], 1)

    def _options(self) -> dict[int, tuple[Task, ...]]:
        """What each unit could do."""
        m, printed, found = self.m, self.printed, {}
        near, outs = printed.near, {n for ways in self.ways_out.values() for n in ways}
        shuts = {n: frozenset(h for h in (n, *near[n]) if h in outs) for n in range(printed.hexes)}
        beside = {n: tuple(t for t in near[n] if m.enemy.held[t]) for n in range(printed.hexes)}
        for u in printed.own[AMERICAN]:
            here, unit, reach = m.s.at[u], printed.units[u], m.range_of(u)
            if not reach:
                continue
            tasks: list[Task] = []
            seals: dict[frozenset[int], int] = {}
            for n in reach:
                if beside[n]:
                    tasks += [Task(n, t) for t in beside[n]]
                elif unit.artillery:
                    tasks += [Task(n, t) for t in self.targets if printed.range_of[unit.reach][n][t]][:2]
                elif shuts[n]:
                    seals.setdefault(shuts[n], n)
            if unit.artillery:  # one place to bombard each from is enough
                tasks = list({(t.target, bool(beside[t.site])): t for t in tasks}.values())
            tasks += [Task(n, -1) for n in seals.values()]
            if here < printed.hexes and not beside[here] and here not in seals.values():
                tasks.append(Task(here, -1))
            if tasks:
                found[u] = tuple(tasks)
        return found

    def _stand(self, n: int, more: int) -> None:
        self.load[n] += more
        self.cover[n] += more
        for h in self.printed.near[n]:
            self.cover[h] += more

    def _give(self, u: int, task: Task | None) -> None:
        """A unit's task; None: none yet."""
        if (old := self.tasks.pop(u, None)) is not None:
            self._stand(old.site, -1)
        if task is not None:
            self.tasks[u] = task
            self._stand(task.site, 1)

    def worth(self) -> float:
        """The logarithm of the chance that all die, about."""
        printed = self.printed
        units, shield, ridge, near = printed.units, printed.shield, printed.ridge, printed.near
        ground, guns = dict.fromkeys(self.targets, 0), dict.fromkeys(self.targets, 0)
        opened: set[int] = set()
        mixed: set[int] = set()
        high: set[int] = set()
        for u, (site, t) in self.tasks.items():
            if t < 0:
                continue
            if t not in near[site]:
                guns[t] += units[u].combat
                continue
            ground[t] += units[u].combat
            side = shield[site][t]
            if side == OPEN:
                opened.add(t)
            elif side != RIVER:
                mixed.add(t)
            if ridge[site]:
                high.add(t)
        bonus = dict.fromkeys(self.targets, 0)
        for t in self.over.values():
            if t >= 0:
                bonus[t] += printed.modifiers["bomber"]
        cover, total = self.cover, 0.0
        for t in self.targets:
            doubled = t not in opened and (t not in mixed or (ridge[t] and t not in high))
            shut = all(cover[n] for n in self.ways_out[t])
            total += _chance(
                printed, ground[t] + counted(ground[t], guns[t], printed.gun_limit),
                self.defence[t] * (printed.double if doubled else 1),
                bonus[t] + (printed.modifiers["jungle"] if printed.jungle[t] else 0), self.held[t], shut,
            )  # fmt: skip
        return total

    def think(self) -> None:
        """Everybody in turn, those first who have least to choose from."""
        units = self.printed.units
        order = sorted(self.options, key=lambda u: (len({t.target for t in self.options[u]}), -units[u].combat, u))
        best = self.worth()
        for _ in range(PASSES):
            before = best
            for u in order:
                best = self._reconsider(u, best)
            for a in self.bombers:
                best = self._aim(a)
            if best <= before + 1e-9:
                return

    def _reconsider(self, u: int, now: float) -> float:
        old = self.tasks.get(u)
        self._give(u, None)
        best, chosen = (-1e9, None) if old is None else (now, old)
        for task in self.options[u]:
            if task == old or self.load[task.site] >= self.printed.ground_limit:
                continue
            self._give(u, task)
            value = self.worth() - 1e-6 * (self.m.s.at[u] != task.site)
            if value > best + 1e-9:
                best, chosen = value, task
        self._give(u, chosen)
        return self.worth()

    def _aim(self, a: int) -> float:
        found = []
        for t in self.targets:
            self.over[a] = t
            found.append((self.worth(), t))
        best, self.over[a] = max(found, key=lambda one: one[0])
        return best

    def play(self) -> None:
        """All of it in the mover: who finds a hex full waits until somebody has left it."""
        m, waiting = self.m, list(self.tasks)
        while waiting:
            left = [u for u in waiting if not m.walk(u, self.tasks[u].site)]
            if len(left) == len(waiting):
                break
            waiting = left
        m.used |= set(self.tasks)
        m.targets.update(dict.fromkeys(self.targets, 1.0))
        for a, t in self.over.items():
            if t >= 0:
                m.do(("take", self.printed.planes[a].name))
                m.do(("aim", self.printed.names[t]))


def finish(m: Mover) -> None:
    """The last American movement phase."""
    plan = Finish(m)
    plan.think()
    plan.play()
