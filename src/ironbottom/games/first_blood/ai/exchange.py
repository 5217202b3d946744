"""Declared attacks thought over: units change their attacks, one by one and two by two, as long as all attacks together
are worth more by it. Who builds attacks up unit by unit never begins a big one: its first unit looks lost."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

from ironbottom.games.first_blood.rules.declaration import Declare
from ironbottom.games.first_blood.rules.state import Attack, Position
from ironbottom.kernel.action import Action

Group = tuple[tuple[int, ...], frozenset[int]]
"""What is attacked, and by whom."""
ROUNDS = 40
"""So many exchanges at most."""
LITTLE = 0.05
"""What is gained at least by an exchange."""


class Exchange:
    """The attacks of a phase, before artillery and ships support them; `worth` is that of one attack, `guns` what
    supports the attack on a hex later."""

    def __init__(
        self, s: Position, side: int, worth: Callable[[Attack], float], guns: Mapping[int, tuple[int, ...]]
    ) -> None:
        self.s, self.side, self._worth, self.guns = s, side, worth, guns
        self.known: dict[Group, float] = {}
        self.alike: dict[Hashable, float] = {}
        """What attacks are worth in which as much comes from the same hexes, whoever it is."""
        hexes, near = s.setting.hexes, s.setting.near
        self.kind = {u: (s.at[u], s.setting.units[u].combat) for a in s.attacks for u in a.units}
        self.near = {u: near[s.at[u]] for a in s.attacks for u in a.units if s.at[u] < hexes}
        """Who may change its attack, and the hexes next to it."""

    def worth(self, group: Group) -> float:
        value = self.known.get(group)
        if value is None:
            alike = group[0], tuple(sorted([self.kind[u] for u in group[1]]))
            value = self.alike.get(alike)
            if value is None:
                attack = Attack(group[0], tuple(group[1]), self.guns.get(group[0][0], ()))
                value = self.alike[alike] = self._worth(attack)
            self.known[group] = value
        return value

    def _one_of_each(self, units: Iterable[int]) -> list[int]:
        """One of those that are as strong and stand in the same hex."""
        return list({self.kind[u]: u for u in sorted(units)}.values())

    def total(self, groups: list[Group]) -> float:
        return sum(map(self.worth, groups))

    def best(self) -> list[Group]:
        """The best that is reached from what is declared, and from all going for one target."""
        begun: list[Group] = [(a.targets, frozenset(a.units)) for a in self.s.attacks]
        starts = [begun]
        for k in range(len(begun)):
            massed = list(begun)
            for n, (targets, units) in enumerate(begun):
                if n != k:
                    coming = {u for u in units if self._fits(u, begun[k][0])}
                    if len(coming) == len(units):
                        coming.discard(max(coming))
                    massed[n] = (targets, units - coming)
                    massed[k] = (massed[k][0], massed[k][1] | coming)
            starts.append(massed)
        return max((self._climbed(start) for start in starts), key=self.total)

    def _fits(self, u: int, targets: tuple[int, ...]) -> bool:
        near = self.near.get(u, ())
        return all(h in near for h in targets)

    def _climbed(self, groups: list[Group]) -> list[Group]:
        for _ in range(ROUNDS):
            found = max(self._changes(groups), key=lambda one: one[0], default=(0.0, groups))
            if found[0] < LITTLE:
                break
            groups = found[1]
        return groups

    def _changes(self, groups: list[Group]) -> list[tuple[float, list[Group]]]:
        """Every exchange, and what it gains."""
        found: list[tuple[float, list[Group]]] = []

        def consider(i: int, j: int, *new: Group) -> None:
            gain = sum(map(self.worth, new)) - self.worth(groups[i]) - (self.worth(groups[j]) if i != j else 0.0)
            if gain >= LITTLE:
                found.append((gain, [*(one for n, one in enumerate(groups) if n not in (i, j)), *new]))

        for i, (mine, units) in enumerate(groups):
            for j, (others, theirs) in enumerate(groups):
                if i == j:
                    continue
                able = [u for u in self._one_of_each(units) if self._fits(u, others)]
                for u in able:
                    if len(units) > 1:
                        consider(i, j, (mine, units - {u}), (others, theirs | {u}))
                        if len(others) > 1:
                            continue
                    for w in self._one_of_each(theirs):
                        if i < j and self.kind[u] != self.kind[w] and self._fits(w, mine):
                            consider(i, j, (mine, units - {u} | {w}), (others, theirs - {w} | {u}))
                if len(others) > 1 and len(units) > 1:  # a unit takes one of several hexes upon itself
                    for u in self._one_of_each(units):
                        for h in others:
                            if self._fits(u, (h,)):
                                rest = tuple(n for n in others if n != h)
                                new = ((mine, units - {u}), (rest, theirs), ((h,), frozenset({u})))
                                consider(i, j, *new)
            if len(mine) > 1 and len(units) > 1:
                for u in self._one_of_each(units):
                    for h in mine:
                        rest = tuple(n for n in mine if n != h)
                        consider(i, i, (rest, units - {u}), ((h,), frozenset({u})))
        return found

    def declared(self) -> tuple[Action, ...]:
        """The declarations of the best, as actions; none where they are as they were."""
        begun = [(a.targets, frozenset(a.units)) for a in self.s.attacks]
        groups = self.best()
        if self.total(groups) < self.total(begun) + LITTLE:
            return ()
        printed, found = self.s.setting, list[Action]()
        for targets, units in groups:
            for k, u in enumerate(sorted(units)):
                for h in targets[: None if not k else 1]:
                    found += [("take", printed.units[u].name), ("attack", printed.names[h])]
        s = self.s.replace(attacks=())
        for take, attack in zip(found[::2], found[1::2], strict=True):
            step = Declare(self.side, printed.unit_number[take[1]])
            if attack not in step.uses(s, step.hand):
                return ()
            s = step.take(s.replace(stack=self.s.stack[:-1]), self.side, attack)
        return tuple(found)
