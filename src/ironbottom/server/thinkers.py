"""Computer players at the table: each thinks in a process of its own and gets what a human in its seat gets.

A request holds the seat's view, the events that it has seen and the bot's own seed; neither the state nor the dice
nor the referee. The answer is checked like any human's. What crashes, takes too long or is not legal is counted, and
the script, or failing that anything legal that goes on, is played instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import math
import pickle
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import Action, Range, parse
from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.kernel.step import OBSERVER
from ironbottom.opponents import runner
from ironbottom.opponents.hints import adviser_of
from ironbottom.opponents.registry import PLAYERS, pondering
from ironbottom.server.database import there
from ironbottom.server.errors import RATED, Elsewhere, Forbidden, NotFound, TooMany
from ironbottom.server.players import Players
from ironbottom.server.repository import Meta
from ironbottom.server.tables import Room, Tables, alone, goes_on, unmanned
from ironbottom.server.workers import Hire, Hurry, WorkerError
from ironbottom.table.seats import BOT, HUMAN
from ironbottom.table.table import Table

log = logging.getLogger("ironbottom")

SCRIPT = "regular"
"""The computer player that stands in for one that failed."""

HINT_BUDGET = "s:3"
"""How long a hint may take, were it of a whole turn; it takes a second at least (`hints.patient`)."""

COACH_BUDGET = "s:0.1"
"""How long the coach looks for something better than what is about to be done; trying both takes twice as long."""

ADVICE_BUDGET = "s:0.3"
"""How long he thinks about what he would do himself."""

COACH_SECONDS = 5.0
"""Where a process must start first, what the coach says comes late or never."""

HURRIED = "steps:1"
"""How much is thought about each decision in the rest of a turn that was asked for now."""

OVERHEAD = 1.3
"""Times as long as it means to think, a searching computer has for its answer."""

HOPE = 0.02
"""A computer that gives itself less offers to resign,"""

TURNS_WITHOUT_HOPE = 2
"""after so many turns of it."""

SALT = secrets.token_bytes(16)
"""What nobody else knows of how long a standing order waits."""

AGAIN = (1.0, 10.0, 60.0)
"""After how many seconds a turn is tried again that an error of the server broke off, a full disk for instance."""

Think = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Thinkers:
    """Watches the tables and lets their computer players think."""

    def __init__(self, tables: Tables, players: Players, hire: Hire, think: Think | None = None) -> None:
        self.tables = tables
        self.players = players
        self.server = secrets.token_hex(8)
        self._workers = hire(think or partial(runner.think, games.load), tables.settings.workers, runner.hurry)
        self._tasks: set[asyncio.Task[None]] = set()
        self._ordering: set[str] = set()
        self._hurries: dict[tuple[str, int], Hurry] = {}
        """What a computer is thinking about now can be asked for now: by table and side."""
        self._hurried: set[tuple[str, int]] = set()
        """Computers that play the rest of their turn at once."""
        self._hopes: dict[tuple[str, int], dict[int, float]] = {}
        """The best chance to win that a computer gave itself in each round, the last one last."""
        self._gave_in: set[tuple[str, int]] = set()
        """Computers that have offered to resign: once is enough."""
        tables.acted.append(self._acted)
        tables.loaded.append(self._acted)

    async def start(self) -> None:
        """Take up what an earlier server was thinking about."""
        await there(lambda: self.tables.holding.begin(self.tables.clock()))
        await there(self.take_up)

    async def take_up(self, given: bool = False) -> None:
        """Go on with what goes on by itself and is for this server to do; `given`: what has been handed to it alone."""
        for key in await self.tables.holding.unfinished(given):
            room = self.tables.rooms.get(key)
            if room is None or room.table is None:
                self._run(self._resume(key))

    async def _resume(self, key: str) -> None:
        try:
            async with self.tables.at(key) as (room, _):
                pass
        except Elsewhere:
            return
        except IronbottomError as error:  # a game that is not installed, or a correction that is broken now
            log.warning("the table %s cannot go on by itself: %s", key, error)
            return
        self._acted(room)

    async def stop(self) -> None:
        """End all thinking."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._workers.stop()

    @property
    def waiting(self) -> int:
        """How many questions to computer players wait until one is worked."""
        return self._workers.waiting

    def _run(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a computer player's turn failed", exc_info=error)

    def _acted(self, room: Room) -> None:
        table = room.table
        if table is None or table.over is not None:
            return
        for side in table.waiting() if goes_on(room, table) else ():
            seat = table.seats.get(side)
            if seat is not None and seat.kind == BOT and side not in room.thinking:
                room.thinking.add(side)
                self._run(self._turn(room, side))
        if room.key not in self._ordering and table.ordered() is not None:
            self._ordering.add(room.key)
            self._run(self._order(room))

    async def _order(self, room: Room) -> None:
        """Carry out a standing order, after a time that follows from what all know."""
        room.used += 1
        try:
            await asyncio.sleep(self.tables.settings.bot_delay * hesitation(room))

            def fn(table: Table[Any], now: float) -> None:
                found = table.ordered()
                if found is not None:
                    table.do(found[0], list(found[1]), now)

            with contextlib.suppress(NotFound, Elsewhere):  # deleted meanwhile, or another server goes on
                await self.tables.act(room, fn)
        finally:
            room.used -= 1
            self._ordering.discard(room.key)
        self._acted(room)

    async def _turn(self, room: Room, side: int) -> None:
        """Think and play until somebody else is waited for."""
        stage = Stage()
        try:
            self.tables.tell_thinking(room)
            for wait in (*AGAIN, None):
                try:
                    await self._lease(room, side)
                    with contextlib.suppress(NotFound, Elsewhere):  # deleted meanwhile, or another server goes on
                        while await self._move(room, side, stage):
                            pass
                    break
                except Exception:
                    if wait is None:
                        raise
                    log.exception("a computer player's turn failed; it is tried again")
                    await asyncio.sleep(wait)
        finally:
            room.thinking.discard(side)
            self._hurried.discard((room.key, side))
            self.tables.tell_thinking(room)
            with contextlib.suppress(Exception):
                await self.tables.repository.unlease(room.key, side)
        with contextlib.suppress(NotFound, Elsewhere):  # no longer thinking: who acts meanwhile is answered
            await self._give_in(room, side)

    async def _give_in(self, room: Room, side: int) -> None:
        """A computer that has seen no way to win in two turns, or has lost for all to see, offers to resign."""
        if (room.key, side) in self._gave_in:
            return
        hopes = list(self._hopes.get((room.key, side), {}).values())[-TURNS_WITHOUT_HOPE:]
        hopeless = len(hopes) == TURNS_WITHOUT_HOPE and max(hopes) < HOPE
        if not hopeless and (room.table is None or not beaten(room.table, side)):
            return
        self._gave_in.add((room.key, side))
        await self.tables.act(room, lambda table, now: table.give_in(side))

    async def _lease(self, room: Room, side: int) -> None:
        await self.tables.repository.lease(room.key, side, self.server, self.tables.clock())

    async def _move(self, room: Room, side: int, stage: Stage) -> bool:
        """One answer of a computer player. False when it is not waited for any more."""
        async with self.tables.at(room.key) as (_, table):
            if side not in table.waiting() or not goes_on(room, table):
                return False
            assert room.meta is not None
            request = question(table, room.meta, side)
            number = len(table.log)
            stage.at(number, asyncio.get_running_loop().time(), self._beat(room, table, side))
            told = table.teacher.answer(side, table.view(side)) if table.teacher is not None else ()
        if (room.key, side) in self._hurried:
            request["budget"] = HURRIED
        moves, fault = (list(told), "") if told else await self._answer(request, room)
        if fault and request["bot"] != SCRIPT and self.tables.catalogue.bot(request["game"], SCRIPT):
            moves, _ = await self._answer({**request, "bot": SCRIPT}, room)
        async with self.tables.at(room.key) as (_, table):
            wait = bool(fault) or not moves or table.shows(side, moves)
        if wait:
            await self._pause(room, side, stage)

        def fn(table: Table[Any], now: float) -> str:
            if side not in table.waiting() or len(table.log) != number:
                return ""
            wrong = fault
            if moves:
                try:
                    table.do(side, moves, now)
                    return wrong
                except IronbottomError as error:
                    wrong = wrong or f"illegal: {error}"
            table.do(side, [fallback(table, side)], now)
            return wrong

        wrong = await self.tables.act(room, fn)
        if wrong:
            await self._count(room, side, request["bot"], wrong)
        async with self.tables.at(room.key) as (_, table):
            return side in table.waiting()

    def _beat(self, room: Room, table: Table[Any], side: int) -> float:
        """How long a computer's answer takes at least: by its level, and by the step as everybody knows it. So neither
        what it sees nor what it finds can be read off the time. None where the host has switched pauses off, and where
        computers alone play: there the page that looks on sets the pace."""
        delay = 0.0 if unmanned(room, table) else self.tables.settings.bot_delay
        bot = table.seats[side].bot
        if not delay or bot not in PLAYERS:
            return delay
        return delay + OVERHEAD * pondering(table.game, bot, table.view(OBSERVER), side)

    async def _pause(self, room: Room, side: int, stage: Stage) -> None:
        """Wait for the next beat before others see an answer; where the computer was asked to move now, for a short
        one."""
        beat = self.tables.settings.bot_delay if (room.key, side) in self._hurried else stage.beat
        await asyncio.sleep(stage.left(asyncio.get_running_loop().time(), beat))

    async def _answer(self, request: dict[str, Any], room: Room) -> tuple[list[Action], str]:
        """The moves of a computer player, or what went wrong with it."""
        try:
            answer = await self._ask(request, room)
            if answer is None:
                return [], ""
            if hope := answer.get("hope"):
                turn, chance = hope
                turns = self._hopes.setdefault((room.key, request["side"]), {})
                turns[turn] = max(turns.get(turn, 0.0), chance)
            moves = [parse(text) for text in answer["do"]]
            return moves, "" if moves else "crash: no answer"
        except TimeoutError:
            return [], "overrun"
        except (WorkerError, IronbottomError, KeyError, TypeError, ValueError) as error:
            return [], f"crash: {error}"

    async def _ask(self, request: dict[str, Any], room: Room) -> Mapping[str, Any] | None:
        """A process's answer; None when the game ended meanwhile."""
        hurry = self._hurries[room.key, request["side"]] = Hurry()
        asked = asyncio.ensure_future(self._workers.run(request, self.tables.settings.bot_seconds, hurry))
        try:
            while True:
                done, _ = await asyncio.wait({asked}, timeout=0.25)
                if done:
                    answer: Mapping[str, Any] = asked.result()
                    return answer
                self._tell_ahead(room, 0 if hurry.begun else self._workers.waiting)
                if room.gone or (room.table is not None and room.table.over is not None):
                    return None
        finally:
            self._tell_ahead(room, 0)
            asked.cancel()
            self._hurries.pop((room.key, request["side"]), None)

    def _tell_ahead(self, room: Room, ahead: int) -> None:
        """Tell those who wait for a computer that it has to wait itself, and for how many questions; not more often
        than that says something."""
        if bool(ahead) != bool(room.ahead) or abs(ahead - room.ahead) > room.ahead // 4:
            room.ahead = ahead
            self.tables.tell_thinking(room)

    async def move_now(self, room: Room, player: str, seat: str) -> None:
        """Who sits at a table has waited long enough: its computers end their thinking with what they have, and play
        the rest of their turn so. Raises Forbidden for a seat that is not his."""
        async with self.tables.at(room.key) as (_, table):
            self.tables.seat(table, player, seat)
        for side in room.thinking:
            self._hurried.add((room.key, side))
            if (hurry := self._hurries.get((room.key, side))) is not None:
                hurry.now()

    async def go_on(self, room: Room, player: str, seat: str, n: int) -> None:
        """A page has told the `n` lines that it has of computers that play each other: they go on until there are more.
        Where there are more already, it has those to tell. Raises Forbidden at any other table."""
        async with self.tables.at(room.key) as (_, table):
            viewer = self.tables.viewer(room, table, player, seat)
            if not unmanned(room, table):
                raise Forbidden("people play here: nobody lets it go on but they")
            if n < table.number(viewer):
                return
            room.goal = (viewer, table.number(viewer))
        self._acted(room)

    async def hint(self, room: Room, player: str, seat: str) -> Mapping[str, Any]:
        """A hint for a seat: of the view and the events that it has, and of nothing else. Raises Forbidden where other
        people play and hints were not agreed to, BadInput where there is nothing to do, TooMany while another is found
        for this player."""
        with self.players.alone(player, "hint"):
            return await self._hint(room, player, seat)

    async def _hint(self, room: Room, player: str, seat: str) -> Mapping[str, Any]:
        async with self.tables.at(room.key) as (_, table):
            side = self.tables.seat(table, player, seat)
            others = {s.player for s in table.seats.values() if s.kind == HUMAN} - {player}
            if table.terms.rated:
                raise Forbidden(RATED)
            if (others or table.analysis) and not table.terms.hints:
                raise Forbidden("hints were not agreed to at this table")
            if table.idle or side not in table.waiting():
                raise BadInput("there is nothing for you to decide now")
            assert room.meta is not None
            bot = adviser_of(table.game)
            request = {**question(table, room.meta, side, bot), "hint": True, "weigh": table.analysis,
                       "budget": HINT_BUDGET}
        room.used += 1
        try:
            return await self._workers.run(request, self.tables.settings.bot_seconds)  # type: ignore[no-any-return]
        except (WorkerError, TimeoutError) as error:
            log.warning("a hint failed at %s: %s", room.key, str(error)[:300])
            raise BadInput("no hint could be found this time") from None
        finally:
            room.used -= 1

    async def warn(self, room: Room, player: str, seat: str, do: list[str]) -> Mapping[str, Any]:
        """What the coach says of an act before it is confirmed. Raises Forbidden where other people play."""
        return await self._coach(room, player, seat, {"warn": do, "budget": COACH_BUDGET}) or {"text": ""}

    async def advise(self, room: Room, player: str, seat: str) -> Mapping[str, Any]:
        """What the coach would do. Raises Forbidden where other people play."""
        found = await self._coach(room, player, seat, {"advise": True, "budget": ADVICE_BUDGET})
        return found or {"do": [], "plan": "", "steps": [], "why": "", "good": []}

    async def _coach(self, room: Room, player: str, seat: str, what: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What the coach of a first game says, of the seat's view and memory and of nothing else. He comes after the
        computers: where no process is idle, he says nothing. Raises Forbidden where other people play, whatever they
        agreed to."""
        async with self.tables.at(room.key) as (_, table):
            side = self.tables.seat(table, player, seat)
            if table.terms.rated:
                raise Forbidden(RATED)
            if {s.player for s in table.seats.values() if s.kind == HUMAN} - {player}:
                raise Forbidden("the coach does not help between people")
            if table.idle or side not in table.waiting() or table.analysis:
                return None
            if table.teacher is not None and not table.teacher.whole:
                return None
            if room.thinking or not self._workers.idle:
                return None
            assert room.meta is not None
            request = {**question(table, room.meta, side, adviser_of(table.game)), **what}
        room.used += 1
        try:
            with self.players.alone(player, "hint"):
                return await self._workers.run(request, COACH_SECONDS)  # type: ignore[no-any-return]
        except (WorkerError, TimeoutError, TooMany) as error:
            log.debug("the coach had nothing to say at %s: %s", room.key, str(error)[:300])
            return None
        finally:
            room.used -= 1

    async def _count(self, room: Room, side: int, bot: str, text: str) -> None:
        kind, _, rest = text.partition(": ")
        log.warning("computer player %s at %s: %s", bot, room.key, text[:300])
        repository, now = self.tables.repository, self.tables.clock()
        await repository.add_fault(room.key, side, bot, kind, rest[:1000], now)


class Stage:
    """What lies between two things that others see of a computer's play: it begins with the first, and the second comes
    at a beat, the first one unless thinking took longer than it should."""

    def __init__(self) -> None:
        self.number = -1
        self.begun = 0.0
        self.beat = 0.0

    def at(self, number: int, now: float, beat: float) -> None:
        """The log has so many entries now; a stage lasts until there are more."""
        if number != self.number:
            self.number, self.begun, self.beat = number, now, beat

    def left(self, now: float, beat: float) -> float:
        """Seconds to the next beat."""
        if beat <= 0:
            return 0.0
        gone = now - self.begun
        return max(1, math.ceil(gone / beat)) * beat - gone


def hesitation(room: Room) -> float:
    """How many pauses long a standing order waits. Where others look on it is as long as a person might take, so that
    an answer without delay does not tell that there was nothing to decide; drawn from what all know, with a salt that
    only this server knows: who could work the time out would know an answer that nobody gave."""
    table = room.table
    assert table is not None
    if alone(room, table):
        return 1.0
    known = f"{room.key} {table.seat_log(OBSERVER).known}".encode()
    return 2.5 + 7.5 * hashlib.blake2b(known, key=SALT).digest()[0] / 255


def beaten(table: Table[Any], side: int) -> bool:
    """Whether facts that all know have decided the game against a side, though it goes on."""
    if table.state.result is not None:
        return False
    ending = table.game.decided(table.view_of(table.state, OBSERVER))
    return ending is not None and bool(ending["winners"]) and table.game.side_name(side) not in ending["winners"]


def question(table: Table[Any], meta: Meta, side: int, bot: str = "") -> dict[str, Any]:
    """All that a computer player is told; `bot` is the seat's own, unless another is to think."""
    return {
        "game": table.game.slug,
        "overlay": meta.overlay,
        "scenario": table.scenario,
        "options": table.header["options"],
        "side": side,
        "view": table.game.to_file(table.view(side)),
        "memory": pickle.dumps(table.memory(side)),
        "bot": bot or table.seats[side].bot,
        "seed": secrets.randbits(32),
        "budget": None,
    }


def fallback(table: Table[Any], side: int) -> Action:
    """What is played when the script fails too: the step's default, else anything legal that takes nothing back."""
    view = table.view(side)
    default = table.game.default(view, side)
    if default is not None:
        return default
    legal = table.game.legal(view, side)
    onward = [action for action in legal if not table.game.retracts(view, action)] or list(legal)
    action = secrets.choice(onward)
    return tuple(part.low if isinstance(part, Range) else part for part in action)
