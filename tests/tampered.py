"""Records that are tampered with: reading their lines, and what verifying says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from ironbottom.games import load
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.record import Record, header, read_record
from ironbottom.table.seats import Seat, Terms
from ironbottom.table.table import Table
from table.skirmish import SKIRMISH

ROOT = Path(__file__).parent
RELEASED = [*sorted(ROOT.glob("records/*/*.jsonl")), *sorted(ROOT.glob("games/*/records/*.jsonl"))]
PLAYED = ROOT / "records" / "archies-war" / "two-player-held.jsonl"
OTHER = ROOT / "records" / "archies-war" / "two-player-bombardment.jsonl"
RED, BLUE = 0, 1
SEED = bytes(range(32))
NOW = 1_800_000_000.0

Lines = list[dict[str, Any]]


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def read(lines: Lines) -> Record[Any]:
    def game_of(slug: str, overlay: Any) -> Game[Any]:
        return SKIRMISH if slug == SKIRMISH.slug else load(slug, overlay)

    return read_record("\n".join(map(json.dumps, lines)), game_of)


def found(lines: Lines) -> str:
    """What verifying says of these lines, or reading them where they cannot be read; "" where all holds."""
    try:
        return "\n".join(read(lines).verify())
    except BadInput as error:
        return str(error)


def in_the_head(**changed: Any) -> Callable[[Lines], Lines]:
    def tamper(lines: Lines) -> Lines:
        lines[0] |= changed
        return lines

    return tamper


@cache
def sat(more: str = "{}") -> str:
    """The record of a whole game with takebacks, of a turn and of one with the other side's answer still open. `more`
    stands in its first line."""
    seats = (Seat(RED, name="Ann", player="ann"), Seat(BLUE, name="Ben", player="ben"))
    kinds = {"red": "human", "blue": "human"}
    head = header(SKIRMISH, "duel", {}, seats=kinds, seed_hash=seed_hash(SEED), started="1942-08-07T00:00:00Z")
    table = Table(SKIRMISH, head | json.loads(more), seats, Terms(), SEED)
    table.begin(NOW)
    while not table.over:
        for side in (RED, BLUE):
            table.do(side, [table.legal(side)[0]], NOW)
            table.do(side, [("ready",)], NOW)
        mover = table.to_move()[0]
        table.do(mover, [("go", "hill"), ("mark",), ("stop",)], NOW)
        table.offer(mover, "takeback", NOW)
        table.answer(1 - mover, "takeback", True, NOW)
        table.do(mover, [("roll",)], NOW)
        table.do(mover, [("mark",), ("stop",)], NOW)
        table.offer(mover, "takeback", NOW)
        table.answer(1 - mover, "takeback", True, NOW)
        table.do(mover, [("stop",)], NOW)
        table.do(1 - mover, [("hold",)], NOW)
    return table.record().to_text()


def sat_lines() -> Lines:
    return [json.loads(line) for line in sat().splitlines()]


def in_the_end(**changed: Any) -> Callable[[Lines], Lines]:
    def tamper(lines: Lines) -> Lines:
        lines[-1]["end"] |= changed
        return lines

    return tamper
