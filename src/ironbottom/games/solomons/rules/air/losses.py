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
        if self.n < f.lac + f.nac and (f.origin < PORT or (f.lac and f.nac)):
            return s.push(LoseAircraft(f.side, self.flight, self.n))
        return take_rest(s, self.flight, self.n)


def take_part(s: Campaign, i: int, where: tuple[int, int], n: int) -> Campaign:
    """Points of one place and kind leave an attack for good. Its sums, which all see, say so when all is chosen."""
    f = s.flights[i]
    left, parts = n, []
    for place, kind, cat, points in f.parts:
        if (place, kind) == where and left:
            taken = min(left, points)
            left -= taken
            points -= taken
        if points:
            parts.append((place, kind, cat, points))
    return s.replace(flights=put(s.flights, i, f.replace(parts=tuple(parts))))


def take_rest(s: Campaign, i: int, n: int) -> Campaign:
    """The rest of what is lost, where nothing is to be chosen."""
    for place, kind, _, points in s.flights[i].parts:
        taken = min(n, points)
        s, n = take_part(s, i, (place, kind), taken), n - taken
    return tell_losses(s, i)


def tell_losses(s: Campaign, i: int) -> Campaign:
    """All know how many LAC and NAC an attack has lost, not from which decks (A40)."""
    f = s.flights[i]
    lac = sum([points for _, kind, _, points in f.parts if kind == LAC])
    nac = sum([points for _, kind, _, points in f.parts if kind != LAC])
    s = s.replace(flights=put(s.flights, i, f.replace(lac=lac, nac=nac)))
    return lose_air(s, f.side, f.origin - PORT if f.origin >= PORT else -1, (f.lac - lac, f.nac - nac))


@value
class LoseAircraft(Decision):
    """A39: Which points of an attack are lost. What is chosen so far is what its parts have less than its sums."""

    rule: ClassVar[str] = "A39"
    side: int
    flight: int
    n: int

    def left(self, s: Campaign) -> int:
        """How many points are still to be chosen."""
        f = s.flights[self.flight]
        return self.n - (f.lac + f.nac - sum([part[3] for part in f.parts]))

    def stocks(self, s: Campaign) -> dict[str, tuple[tuple[int, int], int]]:
        found: dict[str, tuple[tuple[int, int], int]] = {}
        for place, kind, _, points in s.flights[self.flight].parts:
            name = s.p.ids[place - CARRIER] if place >= CARRIER else KINDS[kind]
            known = found.get(name)
            found[name] = ((place, kind), points + (known[1] if known else 0))
        return found

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        left = self.left(s)
        return tuple(("lose", name, up_to(min(left, n))) for name, (_, n) in self.stocks(s).items())

    def default(self, s: Campaign, side: int) -> Action | None:
        name, (_, n) = max(self.stocks(s).items(), key=lambda item: item[1][1])
        return ("lose", name, min(self.left(s), n))

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        where, _ = self.stocks(s)[action[1]]
        s = take_part(s, self.flight, where, action[2])
        left, f = self.left(s), s.flights[self.flight]
        if left and f.origin >= PORT and len({part[1] == LAC for part in f.parts}) == 1:  # as all know: no choice
            return take_rest(s, self.flight, left)
        return s.push(self) if left else tell_losses(s, self.flight)
