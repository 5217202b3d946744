"""4.0: the sequence of play, from top to bottom."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.allocation import AllocationOfAir
from ironbottom.games.solomons.rules.air.transfers import TransfersOpen
from ironbottom.games.solomons.rules.bombardment import Bombardment
from ironbottom.games.solomons.rules.deployment import AllocationOpens, InitialPlacement, PreliminarySetUp
from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.ground import GroundPhase
from ironbottom.games.solomons.rules.intelligence import AmericansShown, Intelligence, JapaneseShown, NightPresence
from ironbottom.games.solomons.rules.missions import OrdersOpen
from ironbottom.games.solomons.rules.naval_movement import Movement
from ironbottom.games.solomons.rules.plotting import PlottingOpens
from ironbottom.games.solomons.rules.ports import Homecoming, RefitAll, Reinforcement, stand_down
from ironbottom.games.solomons.rules.printed import JAPAN, USA
from ironbottom.games.solomons.rules.state import NO_DEEDS, Campaign, points, survey
from ironbottom.games.solomons.rules.submarines import SubmarineAttacks
from ironbottom.games.solomons.rules.supply import GarrisonSupply
from ironbottom.games.solomons.rules.surface import SurfaceCombat
from ironbottom.games.solomons.rules.training import TrainingOpens
from ironbottom.games.solomons.rules.truk import TrukSortie
from ironbottom.games.solomons.rules.unloading import UnloadingOpens
from ironbottom.games.solomons.rules.victory import FinalScore
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value


@value
class TurnBegan(Event):
    """RS-001: a Game-Turn begins."""

    file_name: ClassVar[str] = "turn"
    turn: int


@value
class GameTurn(Auto):
    """RS-001, RS-007: Plot Phase 1, seven segments, ground combat, Plot Phase 2, seven segments."""

    def run(self, s: Campaign) -> Campaign:
        s = s.replace(half=1, segment=0, ready=(False, False), drafts=((), ()))
        s = s.tell(TurnBegan(turn=s.turn))
        return s.push(
            BaseCompletion(), SetUp(), Reinforcement(), TrainingOpens(), TrukSortie(), GarrisonSupply(),
            Intelligence(1), AllocationOpens(1), PlottingOpens(1), Execution(1),
            GroundPhase(), HalfOver(),
            Intelligence(2), AllocationOpens(2), PlottingOpens(2), Execution(8),
            TurnEnd(),
        )


LastSeen = tuple[int, int, int, int, int, int]
"""A task force and what was last seen of it: force, segment, hex, units, capital ships, transports."""


@value
class HalfEnded(Event):
    """RS-171, RS-174, RS-200: what both sides have won (by source) and done in a half, what they have ashore, and what
    was last seen of their task forces."""

    file_name: ClassVar[str] = "half"
    turn: int
    half: int
    japanese: tuple[int, ...]
    american: tuple[int, ...]
    deeds: tuple[tuple[int, ...], ...]
    ground: tuple[int, int]
    supply: tuple[int, int]
    seen: tuple[tuple[LastSeen, ...], tuple[LastSeen, ...]]
    before: Later[tuple[int, int]] = (0, 0)
    """Points that a short scenario begins with: in its first half they stand among those for the first source."""


@value
class HalfOver(Auto):
    """RS-171, RS-174, RS-200: what both sides have done and won in this half, and what was seen, for all to read."""

    def run(self, s: Campaign) -> Campaign:
        gains = tuple(
            tuple(now - was for now, was in zip(s.vp[side], s.began[side], strict=True)) for side in (JAPAN, USA)
        )
        before = (0, 0) if any(map(any, s.began)) else s.p.before
        return s.replace(began=s.vp, deeds=NO_DEEDS).tell(
            HalfEnded(turn=s.turn, half=s.half, japanese=gains[0], american=gains[1], deeds=s.deeds,
                  ground=s.ground, supply=s.supply, seen=(last_seen(s, JAPAN), last_seen(s, USA)),
                      before=before))


def last_seen(s: Campaign, side: int) -> tuple[LastSeen, ...]:
    """The last sighting of each task force of a side in this half: force, segment, hex, units, capital ships,
    transports."""
    first = 1 if s.half == 1 else 8
    found = {x.force: (x.force, x.segment, x.hex, x.total, x.capital, x.transports)
             for x in s.sights if x.side == side and x.segment >= first}
    return tuple(found[force] for force in sorted(found) if found[force][3])


@value
class BaseCompletion(Auto):
    """RS-082, RS-083, A51: the die for the airfield on Guadalcanal."""

    def run(self, s: Campaign) -> Campaign:
        if s.built or not s.ground[s.holder]:
            return s
        return s.push(CompletionDie())


@value
class CompletionRolled(Event):
    """RS-082: the die for the airfield."""

    file_name: ClassVar[str] = "completion_die"
    side: int
    die: int
    done: bool


@value
class CompletionDie(Die):
    """RS-082: one or two completes the field at once."""

    rule: ClassVar[str] = "RS-082"

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        done = outcome[1] in s.p.numbers["rolls"]["completion"]
        return s.replace(built=done).tell(CompletionRolled(side=s.holder, die=outcome[1], done=done))


@value
class SetUp(Auto):
    """RS-010: on Game-Turn 1 ships stand as printed; later their owners place them."""

    def run(self, s: Campaign) -> Campaign:
        return s.push(InitialPlacement() if s.turn == 1 else PreliminarySetUp())


@value
class Execution(Auto):
    """RS-001: the segments of a half."""

    first: int

    def run(self, s: Campaign) -> Campaign:
        return s.push(*(Segment(n) for n in range(self.first, self.first + 7)))


@value
class Segment(Auto):
    """RS-002, RS-007, RS-036: the sections of a segment, day or night."""

    stays: ClassVar[bool] = True
    number: int

    def run(self, s: Campaign) -> Campaign:
        if self.number % 2:
            return s.instead(
                Movement(), JapaneseShown(), AmericansShown(), SubmarineAttacks(), AllocationOfAir(), SurfaceCombat(),
                Bombardment(), UnloadingOpens(), OrdersOpen(), TransfersOpen(),
            )
        return s.instead(Movement(), NightPresence(), SurfaceCombat(), Bombardment(), UnloadingOpens(), OrdersOpen())


@value
class TurnEnd(Auto):
    """RS-066, RS-081, RS-172: all are home; the plots of the Game-Turn are shown; refits begin."""

    def run(self, s: Campaign) -> Campaign:
        return s.push(Homecoming(), RefitAll(), HalfOver(), TurnOver())


@value
class PlotsOpened(Event):
    """RS-172: where each task force of a side was in the Game-Turn: (task force, segment, place)."""

    file_name: ClassVar[str] = "plots"
    side: int
    tracks: tuple[tuple[int, ...], ...]


@value
class TurnOver(Auto):
    """RS-140, RS-200, IB-1, IB-2, IB-3: the next Game-Turn, or the end."""

    def run(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            s = s.tell(PlotsOpened(side=side, tracks=s.tracks[side]))
        s = stand_down(s)
        units = s.p.units
        s = s.replace(
            veiled=False, shown=((), ()), sights=(), seen=(-1,) * units, met=(), tracks=((), ()), emergency=(),
            said=(0, 0, 0), segment=0, hungry=0 if s.fed or not s.ground[USA] else s.hungry + 1, flights=(), layouts=(),
            attacked=(),
        )
        s = survey(s).replace(scored=(*s.scored, (points(s, JAPAN), points(s, USA))))
        if s.turn >= s.p.numbers["time"]["turns"]:
            return s.push(FinalScore())
        return s.replace(turn=s.turn + 1).push(GameTurn())
