"""A39: which points of an attack are lost."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.points import CARRIER
from ironbottom.games.solomons.rules.printed import KINDS, LAC, PORT
from ironbottom.games.solomons.rules.state import Campaign, lose_air, put
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.step import Auto, Decision
from ironbottom.kernel.value import value


def lose_some(s: Campaign, i: int, n: int) -> Campaign:
    """RS-104: an attack loses points now, and at extended range as many again later."""
    f = s.flights[i]
    n = min(n, f.lac + f.nac)
    if f.extended:
        s = s.replace(flights=put(s.flights, i, f.replace(owed=f.owed + n)))
    return s.push(TakeLosses(i, n)) if n else s


@value
class TakeLosses(Auto):
    """A39: points of an attack are lost: all, or by the owner's choice where there is one."""

    flight: int
    n: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        total = f.lac + f.nac
        if self.n >= total or (f.origin >= PORT and not (f.lac and f.nac)):
            for part in f.parts:
                n = min(self.n, total, part[3])
                if n > 0:
                    s = lose_part(s, self.flight, (part[0], part[1]), min(n, self.n))
                    left = self.n - n
                    return s.push(TakeLosses(self.flight, left)) if left > 0 else s
            return s
        return s.push(LoseAircraft(f.side, self.flight, self.n))


def lose_part(s: Campaign, i: int, where: tuple[int, int], n: int) -> Campaign:
    """Points of one place and kind leave an attack for good."""
    f = s.flights[i]
    left, parts = n, []
    for place, kind, cat, points in f.parts:
        if (place, kind) == where and left:
            taken = min(left, points)
            left -= taken
            points -= taken
        if points:
            parts.append((place, kind, cat, points))
    kind = where[1]
    lac = f.lac - (n if kind == LAC else 0)
    nac = f.nac - (n if kind != LAC else 0)
    s = s.replace(flights=put(s.flights, i, f.replace(parts=tuple(parts), lac=lac, nac=nac)))
    return lose_air(s, f.side, where[0] if where[0] < CARRIER else -1, kind, n)


@value
class LoseAircraft(Decision):
    """A39: Which points of an attack are lost."""

    rule: ClassVar[str] = "A39"
    side: int
    flight: int
    n: int

    def stocks(self, s: Campaign) -> dict[str, tuple[tuple[int, int], int]]:
        found: dict[str, tuple[tuple[int, int], int]] = {}
        for place, kind, _, points in s.flights[self.flight].parts:
            name = s.p.ids[place - CARRIER] if place >= CARRIER else KINDS[kind]
            known = found.get(name)
            found[name] = ((place, kind), points + (known[1] if known else 0))
        return found

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("lose", name, up_to(min(self.n, n))) for name, (_, n) in self.stocks(s).items())

    def default(self, s: Campaign, side: int) -> Action | None:
        name, (_, n) = max(self.stocks(s).items(), key=lambda item: item[1][1])
        return ("lose", name, min(self.n, n))

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        where, _ = self.stocks(s)[action[1]]
        s = lose_part(s, self.flight, where, action[2])
        return s.push(TakeLosses(self.flight, self.n - action[2])) if action[2] < self.n else s
