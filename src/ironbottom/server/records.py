"""Records in and out, and analysis boards."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from ironbottom.kernel.copies import as_released
from ironbottom.kernel.errors import BadInput, IllegalAction, IronbottomError
from ironbottom.kernel.game import Game, Maker
from ironbottom.kernel.record import Record, Snapshot, read_record
from ironbottom.kernel.step import CHANCE, State
from ironbottom.server.catalogue import Catalogue
from ironbottom.server.codec import dump
from ironbottom.server.errors import RATED, Forbidden, TooMany
from ironbottom.server.making import IMPORT, make
from ironbottom.server.players import Players
from ironbottom.server.tables import Tables
from ironbottom.server.workers import Hire, WorkerError
from ironbottom.table.log import Logged
from ironbottom.table.message import curtain, seat_export, viewer_name
from ironbottom.table.restoring import take_in, take_over
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.table import ANALYSIS, Table

log = logging.getLogger("ironbottom")


class Signs(Protocol):
    """Who signs the records of games that were played here."""

    @property
    def public(self) -> str:
        """The public key; "" where nothing is signed."""

    def sign(self, record: Record[Any]) -> None:
        """Sign a record that was played here from its first line to its last."""

    def check(self, record: Record[Any]) -> None:
        """Take a signature that does not hold out of a record that came in; one that holds stays, whoever made it."""


def give_out(table: Table[Any], viewer: int, signer: Signs) -> tuple[str, str]:
    """Name and text of the file that this viewer may have: the whole record after the end, signed where it was played
    here; before it his own export."""
    if table.over is not None:
        record = table.record()
        if table.sealed_record:
            signer.sign(record)
        else:  # who wrote it may have written this server's key into it too
            signer.check(record)
        return f"{table.game.slug}.jsonl", record.to_text()
    rows = seat_export(table, viewer, table.header["started"])
    name = viewer_name(table, viewer)
    text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    return f"{table.game.slug}-{name}.jsonl", text


LONGEST = 20_000
"""Lines of a record that comes in."""
MEMORY = 512 << 20
"""Bytes of memory in which a record that comes in must be read; the longest games that were played need a seventh."""
MOST_WAITING = 8
"""Records that wait until others have been read: each may be as large as a request."""
SECONDS = 30.0
"""Within which it must be read; those games need one."""


@dataclass(frozen=True, slots=True)
class Played:
    """A record whose moves have all been checked: what a table is made of."""

    header: dict[str, Any]
    log: list[Logged]
    last: str
    """The last position in its file form, as JSON."""
    end: dict[str, Any] | None


def play(makers: Mapping[str, Maker], asked: tuple[str, float]) -> Played | str:
    """Play a record (its text, and the time now) from its first line to its last; runs in a process of its own, for a
    stranger's record may ask for much. A text as the result says why it is refused."""
    text, now = asked
    try:
        record = read_record(text, Catalogue(Path(), makers).load)
        if len(record.entries) > LONGEST:
            raise BadInput(f"a record that comes in this way has at most {LONGEST} lines")
        if any(isinstance(entry, Snapshot) for entry in record.entries):
            raise BadInput(
                "this record begins in the middle or was played under other rules; 'ironbottom replay' shows it"
            )
        table = _table(record.game, record.header, "", "")
        try:
            take_over(table, record, now)
        except IllegalAction as error:
            raise BadInput(f"this record does not hold: {error}") from None
        if record.end is not None and table.over is None:
            raise BadInput("this record does not hold: its end does not follow from its moves")
    except IronbottomError as error:
        return str(error)
    except RecursionError:
        return "this is nested too deeply"
    return Played(record.header, table.log, dump(record.game.to_file(table.state)), record.end)


def _table(game: Game[Any], head: Mapping[str, Any], player: str, name: str) -> Table[Any]:
    """An empty table for a record, both sides in one's own hands."""
    scenario = next(s for s in game.scenarios if s.id == head["scenario"])
    seats = [Seat(side, HUMAN, name, player) for side in scenario.sides]
    return make(game, scenario.id, {}, seats, Terms(), 0, record=head)


class Imports:
    """Reads the records that come in: one at a time, in a process that may be stopped."""

    def __init__(self, tables: Tables, hire: Hire) -> None:
        self.tables = tables
        self._workers = hire(partial(play, tables.catalogue.extra), 1, memory=MEMORY)

    async def take_in(self, player: str, name: str, text: str) -> tuple[str, dict[str, str]]:
        """A table from a record: a finished one to look at, another to go on with, both sides in one's own hands.
        Raises BadInput, TooMany."""
        if text.startswith('{"format":"ironbottom seat') or '"format": "ironbottom seat' in text[:200]:
            raise BadInput("this is a seat's notes of a running game: to look at, not to go on with")
        if self._workers.waiting >= MOST_WAITING:
            raise TooMany("many records wait to be read here; try again in a few minutes")
        try:
            played = await self._workers.run((text, self.tables.clock()), SECONDS)
        except (WorkerError, TimeoutError) as error:
            if isinstance(error, WorkerError):
                log.warning("a record that came in could not be read: %s", error)
            raise BadInput(
                f"this record cannot be read in {SECONDS:.0f} seconds and {MEMORY >> 20} MB of memory"
            ) from None
        if isinstance(played, str):
            raise BadInput(played)
        overlay = played.header.get("overlay")
        load = self.tables.catalogue.load
        today = await asyncio.to_thread(load, played.header["game"], overlay)
        game = await asyncio.to_thread(as_released, load, today, played.header["digest"], overlay)
        if game is not today:
            overlay = json.loads(game.correction)
        table = _table(game, played.header, player, name)
        last = game.from_file(json.loads(played.last), table.state.setting)
        take_in(table, played.log, last, self.tables.clock())
        table.foreign_end = played.end
        return await self.tables.open(table, player, IMPORT, {}, overlay)

    def stop(self) -> None:
        """End what is being read."""
        self._workers.stop()


async def analyse(
    tables: Tables, players: Players, player: str, name: str, key: str, seat: str, at: int | None,
    end: int | None = None,
) -> tuple[str, int]:
    """An analysis board from a position of a table: of a running game from the seat's own view and what it remembers,
    filled in at random where it does not know; after the end from the truth. Between people who did not agree to hints
    it is for rehearsing: nothing weighs its positions. With it how many lines of the seat tell of what came before it.
    Raises TooMany while another is made for him."""
    with players.alone(player, "analysis"):
        return await _analyse(tables, player, name, key, seat, at, end)


async def _analyse(
    tables: Tables, player: str, name: str, key: str, seat: str, at: int | None, end: int | None
) -> tuple[str, int]:
    async with tables.at(key) as (room, table):
        viewer = tables.viewer(room, table, player, seat)
        assert room.meta is not None
        others = {s.player for s in table.seats.values() if s.kind == HUMAN} - {player}
        if curtain(table, viewer) is not None:
            raise Forbidden("the other side is at the screen now")
        if viewer < 0 and table.over is None:  # who looks on, if at all of it
            raise Forbidden("take a seat, or wait for the end of the game")
        if table.agreement is not None:
            raise BadInput(table.idle)
        if table.terms.rated and table.over is None:
            raise Forbidden(RATED)
        lines = table.seat_log(viewer).lines
        if end is None:
            state, memory, last = position(table, viewer, at)
        else:
            state, memory, last = ended(table, end), None, end
        told = sum(line.entry <= last for line in lines)
        game, overlay = table.game, room.meta.overlay
        if table.over is None:
            rng = random.Random(secrets.randbits(64))
            state = game.determinize(game.view(state, viewer), viewer, rng, memory)
        hints = weighs(table, others)
        seats = [Seat(side, HUMAN, name, player) for side in table.sides]
        board = make(
            game, table.scenario, table.header["options"], seats, Terms(0, hints), tables.clock(), overlay=overlay,
            copy=table.header.get("copy", ""), start=state.replace(news=()), kinds=dict.fromkeys(game.sides, ANALYSIS),
        )  # fmt: skip
    made, _ = await tables.open(board, player, ANALYSIS, {}, overlay)
    return made, told


def weighs(table: Table[Any], others: Set[str | None]) -> bool:
    """Whether positions of a board made from this table may be weighed; `others`: who else plays there. A board that
    is made from a board has no more than that one has."""
    if table.analysis:
        return table.terms.hints
    return table.over is not None or not others or table.terms.hints


def ended(table: Table[Any], end: int) -> State:
    """The position after so many entries of the log of a game that is over."""
    if table.over is None or not 0 <= end <= len(table.log):
        raise BadInput(table.words.say("refused.no_line"))
    return table.timeline.at(end, table.log)  # type: ignore[no-any-return]


def position(table: Table[Any], viewer: int, at: int | None) -> tuple[State, Any, int]:
    """The position after a viewer's line, or now, what he remembered then, and after how many entries it stands; where
    dice are about to fall, the one before what throws them, so that another choice can be made."""
    if at is None:
        return table.tip(viewer), table.memory(viewer), len(table.log)
    log = table.seat_log(viewer)
    if not 0 <= at <= len(log.lines):
        raise BadInput(table.words.say("refused.no_line"))
    if at == len(log.lines):
        return table.state, log.memory, len(table.log)
    entry = log.entry_of(at)
    while entry and table.game.to_move(table.timeline.at(entry, table.log)) == (CHANCE,):
        entry -= 1
    return table.timeline.at(entry, table.log), log.memory_at(entry), entry
