"""How a table is made, whoever asks for it: a new game, another one, an analysis, a lesson, an
example, a record that comes in."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.game import Game
from ironbottom.kernel.record import header
from ironbottom.table.agreement import Agreement
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Table, iso

LESSON = "lesson"
"""How the table of a lesson is called. It stands in no list of games, and a player has one for each lesson."""
PRACTICE = "practice"
"""How a board is called that shows the example of a rule. It stands in no list, and a player has one at a time."""
UNLISTED = (LESSON, PRACTICE)
COMPUTERS = "computers"
"""How a table is called at which computers alone play: who made it looks on, and nobody has anything to hide there."""
IMPORT = "import"
"""How a table is called that was made of a record."""


def make(
    game: Game[Any],
    scenario: str,
    options: Mapping[str, Any],
    seats: Sequence[Seat],
    terms: Terms,
    now: float,
    *,
    overlay: Mapping[str, Any] | None = None,
    copy: str = "",
    start: Any = None,
    seed: bytes | None = None,
    kinds: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
    record: Mapping[str, Any] | None = None,
    by: int | None = None,
    signed_by: str = "",
) -> Table[Any]:
    """A table with these seats. `copy`: the name of the copy that `overlay` is of. `start`: the position that it
    begins at, instead of the scenario's; `seed`: of the dice, drawn if it is not given; `kinds`: what its header calls
    the seats, by side; `more`: what else stands there. `record`: the header of a record, which the table takes over
    next. `by`: the side whose page commits itself to a number for the dice; the game begins when they are made. Any
    other table has begun, with what chance decides before the first decision. `signed_by`: the key of the server that
    will sign the record. One person against computers lets the table carry on where nothing is to be decided, until he
    says otherwise: no person could learn anything by it."""
    seed = secrets.token_bytes(32) if seed is None else seed
    if record is not None:
        return Table(game, record, seats, terms, seed)
    kinds = kinds or {game.side_name(seat.side): seat.bot or seat.kind for seat in seats}
    head = header(
        game, scenario, options, seats=kinds, seed_hash=seed_hash(seed), started=iso(now), overlay=overlay,
        copy=copy,
    )
    if signed_by:
        head["signed_by"] = signed_by
    table: Table[Any] = Table(game, {**head, **(more or {})}, seats, terms, seed, start=start)
    people = [seat for seat in seats if seat.kind == HUMAN]
    if start is None and len(people) == 1 < len(seats):
        table.carry_on(people[0].side)
    if by is None:
        table.begin(now)
    else:
        table.agreement = Agreement(by, since=now)
    return table


def mode_of(seats: Sequence[Seat]) -> str:
    """How a table is called in the list."""
    if all(seat.kind == BOT for seat in seats):
        return COMPUTERS
    if any(seat.kind == BOT for seat in seats):
        return "computer"
    if len(seats) == 1:
        return "alone"
    people = {seat.player for seat in seats}
    return "hot-seat" if len(people) == 1 else "friends"
