"""6.38, 8.4: changes of plan while at sea: aborts, and the way home after a mission (sections K and F)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ironbottom.games.solomons.rules.events import Altered
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.naval_movement import Homes, open_homes, way_text
from ironbottom.games.solomons.rules.printed import (
    ANTI_SHIP,
    BASES,
    BOMBARD,
    FAST_TRANSPORTS,
    JAPAN,
    PORT,
    TRANSPORT,
    TRANSPORTS,
    USA,
    M,
    fleets,
    traits,
)
from ironbottom.games.solomons.rules.sealed import READY, Opening, Sealed, opened
from ironbottom.games.solomons.rules.state import Campaign, at_sea, pair
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Decision, Refusal, refuse
from ironbottom.kernel.value import value


def executed(s: Campaign, side: int, n: int) -> Campaign:
    """RS-068: a task force has executed its mission; in section K (F) it turns for home."""
    force = s.forces[side][n]
    return s if force.status or force.pos < 0 else s.set_force(side, n, force.replace(status=1))


def altered(s: Campaign, n: int) -> Campaign:
    """RS-040: a Japanese task force turns to Anti-Ship."""
    return s.set_force(JAPAN, n, s.forces[JAPAN][n].replace(mission=ANTI_SHIP)).tell(Altered(side=JAPAN, force=n))


def why_not_altered(s: Campaign, side: int, n: int) -> Refusal | None:
    """RS-051, RS-068: why a Transport or Bombardment force is not turned to Anti-Ship: it goes home."""
    force = s.forces[side][n]
    if side != JAPAN or force.pos < 0 or force.mission not in (BOMBARD, TRANSPORT) or not force.status:
        return None
    return refuse("RS-068" if force.status == 1 else "RS-051", "refused.going_home")


def lost_ships(s: Campaign, side: int) -> Campaign:
    """A42, A74: task forces that lost all ships are gone; that lost all transports have no mission left; that lost
    their last carrier after its action go home."""
    rows = zip(s.forces[side], fleets(s.p, s.at, side), traits(s.p, s.at, side), strict=True)
    for n, (force, units, made) in enumerate(rows):
        if force.pos < 0:
            continue
        if not units:
            shown = tuple(other for other in s.shown[side] if other != n)
            s = s.set_force(side, n, type(force)()).replace(shown=pair(s.shown, side, shown))
        elif (force.mission == TRANSPORT and not force.status and force.pos < PORT
              and not made & (TRANSPORTS | FAST_TRANSPORTS)):
            s = s.set_force(side, n, force.replace(status=1))
    return s


def abort_ways(s: Campaign, side: int, n: int) -> Homes:
    """RS-051, A41: the shortest ways to the nearest open bases."""
    found = open_homes(s, side, n)
    least = min([len(way) for _, way in found])
    return tuple([row for row in found if len(row[1]) == least])


def homeward(s: Campaign, side: int, n: int) -> Homes:
    """RS-068, A41: the ways home after a mission: to every open base, or by the option to the nearest."""
    return abort_ways(s, side, n) if s.p.home_nearest else open_homes(s, side, n)


@value
class OrdersOpen(Opening):
    """RS-007, RS-050, A70: section K by day, F by night."""

    def run(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            s = lost_ships(s, side)
            for n, force in enumerate(s.forces[side]):
                if 0 <= force.pos < PORT and force.status in (4, 5):
                    s = s.set_force(side, n, force.replace(status=2))
        if s.segment >= 14:
            return s.instead()
        return opened(s, Orders())


@value
class Orders(Sealed):
    """RS-023, RS-040, RS-050, RS-051, RS-068, A4, A41: New ways home, and aborts; Japan may also turn
    Transport and Bombardment forces to Anti-Ship.

    The draft: (task force, base, way, kind)."""

    rule: ClassVar[str] = "RS-050"
    back: ClassVar[tuple[str, ...]] = ("keep",)
    routine: ClassVar[bool] = True
    staffed: ClassVar[bool] = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """Courses are kept where no base to go home to is to be chosen and no enemy is near: next to hex M for who is
        or will be there, or with capital ships in reach of carriers."""
        foes = [(sight.hex, sight.capital) for sight in current(s, 1 - side)] if s.day else []
        if not s.day and s.shown[1 - side]:
            foes.append((M, 0))
        for n in at_sea(s, side):
            force = s.forces[side][n]
            if force.status == 1 and len({base for base, _ in homeward(s, side, n)}) > 1:
                return None
            if force.status < 2 and any(
                    s.p.dist[M if M in (force.pos, *force.way[:1]) else force.pos][hex_] <= 1
                    for hex_, capital in foes if capital or M in (force.pos, *force.way[:1])):
                return None
        return READY

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        found: list[Action] = []
        decided = {row[0] for row in s.drafts[side]}
        for n in range(6):
            force = s.forces[side][n]
            if force.pos < 0 or force.status >= 2:
                continue
            name = f"tf{n + 1}"
            if n in decided:
                found.append(("keep", name))
            elif force.pos >= PORT:
                if force.way or force.run:
                    found.append(("abort", name, BASES[force.pos - PORT], way_text((force.pos,))))
            elif force.status == 1:
                found += [("home", name, BASES[b], way_text(way)) for b, way in homeward(s, side, n)]
            else:
                found += [("abort", name, BASES[b], way_text(way)) for b, way in abort_ways(s, side, n)]
            if (side == JAPAN and n not in decided and not force.status and (force.way or force.pos < PORT)
                    and force.mission in (BOMBARD, TRANSPORT)):
                found.append(("alter", name))
        return (*found, READY)

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        n = int(action[1][2:]) - 1 if action[1:] and str(action[1])[2:].isdigit() else -1
        if action[0] in ("abort", "home", "alter") and any(row[0] == n for row in s.drafts[side]):
            return refuse("RS-050", "refused.written")
        if action[0] in ("abort", "home") and len(action) == 4 and 0 <= n < 6:
            status = s.forces[side][n].status
            if status >= 2:
                return refuse("RS-051", "refused.going_home")
            if action[0] == "home":
                return refuse("RS-068", "refused.home_way" if status else "refused.not_executed")
            return refuse("RS-068", "refused.going_home") if status else refuse("RS-051", "refused.abort_way")
        if action[0] == "alter":
            return (why_not_altered(s, side, n) if 0 <= n < 6 else None) or refuse("RS-040", "refused.alter")
        return refuse("RS-050", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        n = int(action[1][2:]) - 1
        draft = tuple(row for row in s.drafts[side] if row[0] != n)
        if action[0] == "keep":
            return s.draft(side, draft)
        if action[0] == "alter":
            return s.draft(side, (*draft, (n, "", "", "alter")))
        return s.draft(side, (*draft, (n, action[2], action[3], action[0])))

    def close(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            chosen = {row[0]: row for row in s.drafts[side]}
            for n in range(6):
                force = s.forces[side][n]
                if n in chosen and chosen[n][3] == "alter":
                    s = altered(s, n)
                elif n in chosen:
                    s = turn_home(s, side, n, chosen[n][1], chosen[n][2], chosen[n][3])
                elif force.status == 1 and 0 <= force.pos < PORT:
                    ways = homeward(s, side, n)
                    base, way = next((w for w in ways if w[0] == force.base), ways[0])
                    s = turn_home(s, side, n, BASES[base], way_text(way), "home")
        return s.blank()


@value
class TurnedHome(Event):
    """RS-051, RS-068: a task force goes home, by an abort or after its mission."""

    file_name: ClassVar[str] = "turned_home"
    private: ClassVar[bool] = True
    file_fields: ClassVar[Mapping[str, str]] = {"order": "kind"}
    force: int
    base: str
    order: str
    side: Later[int] = -1


def turn_home(s: Campaign, side: int, n: int, base: str, text: str, kind: str) -> Campaign:
    """RS-051, RS-068, A70: the task force goes home from the next segment on, and does nothing else."""
    force = s.forces[side][n]
    s = s.tell(TurnedHome(side=side, force=n, base=base, order=kind))
    if force.pos >= PORT:
        return s.set_force(side, n, force.replace(way=(), status=3, run=0))
    way = next(way for _, way in open_homes(s, side, n) if way_text(way) == text)
    return s.set_force(side, n, force.replace(way=way, status=2))


@value
class AbortAfterSubmarine(Decision):
    """RS-052, A70: The Americans may abort the task force that a submarine has attacked, at once; it goes
    home from the next segment on, and what it still does in this one is agreed before play."""

    rule: ClassVar[str] = "RS-052"
    side: int
    force: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        if self.force not in at_sea(s, USA) or s.forces[USA][self.force].status >= 2:
            return (("keep",),)
        name = f"tf{self.force + 1}"
        return (("keep",), *(("abort", name, BASES[b], way_text(w)) for b, w in abort_ways(s, USA, self.force)))

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("keep",)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "keep":
            return s
        s = turn_home(s, USA, self.force, action[2], action[3], "abort")
        status = {"at_once": 2, "combat": 5, "segment": 4}[s.p.submarine_abort]
        return s.set_force(USA, self.force, s.forces[USA][self.force].replace(status=status))
