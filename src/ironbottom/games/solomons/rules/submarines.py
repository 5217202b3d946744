"""13.0: Japanese submarines."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.landing import Landing
from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.missions import AbortAfterSubmarine, lost_ships
from ironbottom.games.solomons.rules.ports import cripple
from ironbottom.games.solomons.rules.printed import DEEP, USA
from ironbottom.games.solomons.rules.state import Campaign, at_sea, put, sink
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Chance
from ironbottom.kernel.value import value


def capital_ships(s: Campaign, hex_: int, entering: bool) -> tuple[int, ...]:
    """The American capital ships in a hex: all, or those that have entered it in this segment."""
    found: list[int] = []
    for n in at_sea(s, USA):
        force = s.forces[USA][n]
        if force.pos == hex_ and (force.stay == 1 or not entering):
            found += [u for u in s.fleet(USA, n) if s.p.capital[u]]
    return tuple(found)


def prey(s: Campaign, hex_: int) -> tuple[int, ...]:
    """RS-112, A21: the capital ships that bring on an attack."""
    return capital_ships(s, hex_, True)


@value
class SubmarineAttacked(Event):
    """RS-112: a submarine attacks."""

    file_name: ClassVar[str] = "submarine_attack"
    unit: str
    hex: int


@value
class SubmarineAttacks(Auto):
    """RS-112, RS-113, RS-115, RS-116: section C: each submarine that has not attacked in this Game-Turn attacks capital
    ships that enter its hex."""

    def run(self, s: Campaign) -> Campaign:
        for u in s.p.submarines:
            if DEEP <= s.at[u] < DEEP + 19 and s.dived[u] < 100 and prey(s, s.at[u] - DEEP):
                s = s.replace(dived=put(s.dived, u, s.dived[u] + 100))
                return s.tell(SubmarineAttacked(unit=s.p.ids[u], hex=s.at[u] - DEEP)).push(
                    Torpedoed(u, s.at[u] - DEEP), SubmarineAttacks())
        return s


@value
class TorpedoAimed(Event):
    """RS-114: the ship that is attacked."""

    file_name: ClassVar[str] = "torpedoed"
    unit: str
    force: int
    hex: int


@value
class Torpedoed(Chance):
    """RS-114: one capital ship is drawn."""

    rule: ClassVar[str] = "RS-114"
    submarine: int
    hex: int

    def outcomes(self, s: Campaign) -> tuple[tuple[Action, int], ...]:
        drawn = capital_ships(s, self.hex, False) if s.p.submarine_draws_all else prey(s, self.hex)
        return tuple((("hit", s.p.ids[u]), 1) for u in drawn) or ((("none",), 1),)

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        if outcome == ("none",):
            return s
        u = s.p.index[outcome[1]]
        n = s.at[u] - 10
        s = s.replace(seen=put(s.seen, u, n)).tell(TorpedoAimed(unit=outcome[1], force=n, hex=self.hex))
        return s.push(TorpedoDie(self.submarine, u, n))


@value
class TorpedoFired(Event):
    """RS-114: what the submarine and the ship suffer."""

    file_name: ClassVar[str] = "torpedo_die"
    die: int
    unit: str
    boat: str
    ship: str


@value
class TorpedoDie(Die):
    """RS-114: one against one on the surface table, at even odds."""

    rule: ClassVar[str] = "RS-114"
    submarine: int
    ship: int
    force: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        boat, ship = str(s.p.cell("surface", 0, outcome[1])).split("/")
        s = s.tell(TorpedoFired(die=outcome[1], unit=s.p.ids[self.ship], boat=boat, ship=ship))
        steps: list[Auto | AbortAfterSubmarine] = []
        if "destroyed" in boat:
            s = sink(s, self.submarine)
        elif "crippled" in boat:
            steps.append(cripple(self.submarine))
        if "destroyed" in ship:
            s = sink(s, self.ship)
        elif "crippled" in ship:
            steps.append(cripple(self.ship))
        return s.push(*steps, SubmarineDone(), Landing(USA), AbortAfterSubmarine(USA, self.force))


@value
class SubmarineDone(Auto):
    """A42: what the attack leaves of the task force."""

    def run(self, s: Campaign) -> Campaign:
        return lost_ships(s, USA)
