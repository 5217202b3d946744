"""U3, M14..M19: submarines: the torpedo attack in Movement, and its losses at the end of the side's step."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.battle_box import strike_ship
from ironbottom.games.axis_allies.rules.casualties import remove_ships
from ironbottom.games.axis_allies.rules.printed import SEAS, SPACES
from ironbottom.games.axis_allies.rules.question import Question
from ironbottom.games.axis_allies.rules.state import SUNK, Campaign, Ship, groups, word
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Die, Refusal, refuse
from ironbottom.kernel.value import value


@value
class TorpedoRan(Event):
    """M15: a torpedo at a type of ship, its die, and what came of it: "missed", or as in `strike_ship`."""

    file_name = "torpedo"
    side: int
    zone: str
    kind: int
    die: int
    result: str
    cargo: Later[tuple[int, ...]] = ()
    """What went down with the ship's cargo."""


def targets(s: Campaign, side: int, zone: int) -> tuple[Ship, ...]:
    """M14, M16: the enemy ships of a zone that a torpedo may be aimed at: all that are not marked as destroyed."""
    fleet = s.ships[(1 - side) * SEAS + zone]
    if not fleet:
        return ()
    found: dict[str, Ship] = {}
    for ship, _ in groups(fleet):
        if not ship[2] & SUNK:
            found.setdefault(word(ship), ship)
    return tuple(found.values())


@value
class Torpedo(Question):
    """M14, M16: a submarine attacks one enemy sea unit in its zone, or holds its fire."""

    side: int
    zone: int
    rule = "M14"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (*(("torpedo", word(ship)) for ship in targets(s, self.side, self.zone)), ("hold_fire",))

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        ship = next(ship for ship in targets(s, side, self.zone) if word(ship) == action[1])
        return s.push(TorpedoDie(side, self.zone, ship))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "torpedo" and len(action) == 2:
            gone = any(word(ship) == action[1] for ship in s.fleet(1 - side, self.zone))
            return refuse("M16", "refused.sunk_already") if gone else refuse("M14", "refused.no_target")
        return refuse("M14", "refused.torpedo")


@value
class TorpedoDie(Die):
    """M15: the first die of the box."""

    side: int
    zone: int
    ship: Ship
    rule = "M15"

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        """M15, M16, M18, M19: armour, damage or destruction; the cargo of a ship that is hit is lost."""
        die, enemy = outcome[1], 1 - self.side
        hit = die in s.printed.hits
        result: str = "missed"
        lost: tuple[int, ...] = ()
        if hit:
            s, result, lost = strike_ship(s, enemy, self.zone, self.ship, die == s.printed.hits[0])
        return s.tell(TorpedoRan(self.side, SPACES[self.zone], self.ship[0], die, result, lost))


@value
class TorpedoLosses(Auto):
    """M16, M17, M19: when a side's last submarine has attacked, what it hit is taken away."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        for zone in range(SEAS):
            if s.ships[(1 - self.side) * SEAS + zone]:
                s = remove_ships(s, 1 - self.side, zone, "M16")
        return s
