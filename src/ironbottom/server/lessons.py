"""A lesson as a table: one's own seat, the others for the computer, the lesson's position and its dice."""

from __future__ import annotations

from typing import Any

from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.game import Game
from ironbottom.kernel.lessons import Lesson
from ironbottom.kernel.options import choose
from ironbottom.kernel.record import header
from ironbottom.server.errors import NotFound
from ironbottom.server.hall import LESSON, Hall
from ironbottom.server.thinkers import SCRIPT
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Table, iso


async def begin(hall: Hall, player: str, name: str, slug: str, key: str) -> str:
    """Sit a player down to a lesson: the id of its table. His earlier lesson goes. Raises NotFound."""
    lesson = next((one for one in hall.shelf.lessons(slug) if one.id == key), None)
    if lesson is None:
        raise NotFound("there is no such lesson")
    game = hall.shelf.load(slug)
    rows = hall.store.read("SELECT id FROM tables WHERE maker = ? AND mode = ?", (player, LESSON))
    for (old,) in rows:
        await hall.delete(player, old)
    seats = []
    for side in next(one for one in game.scenarios if one.id == lesson.scenario).sides:
        bot = hall.shelf.bot(slug, SCRIPT) or hall.shelf.bots(slug)[-1]
        mine = side == lesson.side
        seats.append(Seat(side, HUMAN, name, player) if mine else Seat(side, BOT, bot["name"], None, bot["id"]))
    table = sit(game, lesson, seats, hall.clock())
    made, _ = await hall.open(table, player, LESSON, {})
    return made


def sit(game: Game[Any], lesson: Lesson, seats: list[Seat], now: float) -> Table[Any]:
    """The table of a lesson, with these seats."""
    options = dict(choose(game.options, lesson.scenario, lesson.position.get("options", {})))
    kinds = {game.side_name(seat.side): seat.bot or seat.kind for seat in seats}
    head = header(game, lesson.scenario, options, seats=kinds, seed_hash=seed_hash(lesson.seed), started=iso(now))
    start = game.place(lesson.position)
    table: Table[Any] = Table(game, {**head, "lesson": lesson.id}, seats, Terms(), lesson.seed, start=start)
    table.begin(now)
    return table
