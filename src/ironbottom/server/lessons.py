"""A lesson as a table: one's own seat, the others for the computer, the lesson's position and its dice."""

from __future__ import annotations

from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.lessons import Lesson
from ironbottom.kernel.options import choose
from ironbottom.server.errors import NotFound
from ironbottom.server.lobby import Lobby
from ironbottom.server.making import LESSON, make
from ironbottom.server.tables import Tables
from ironbottom.server.thinkers import SCRIPT
from ironbottom.table.coach import Teacher
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Table

RECRUIT = "recruit"
"""Who plays the other sides of a lesson that is a whole game."""


KEPT = 12
"""So many lessons that he has begun are kept for a player, and go on where he left them."""


async def begun(tables: Tables, player: str) -> list[dict[str, str]]:
    """The lessons that a player has begun, the last first."""
    return [{"game": game, "lesson": key} for _, game, key, over in await tables.repository.lessons(player) if not over]


async def begin(lobby: Lobby, player: str, name: str, slug: str, key: str, again: bool = False) -> str:
    """Sit a player down to a lesson: the id of its table. One that he has begun goes on where he left it, unless he
    wants to begin `again`. Raises NotFound."""
    tables, catalogue = lobby.tables, lobby.tables.catalogue
    lesson = next((one for one in catalogue.lessons(slug) if one.id == key), None)
    if lesson is None:
        raise NotFound("there is no such lesson")
    game = catalogue.load(slug)
    earlier = await tables.repository.lessons(player)
    same = [one for one, played, learned, _ in earlier if (played, learned) == (slug, key)]
    if same and not again and await _goes_on(tables, same[0]):
        return same[0]
    others = [one for one, *_ in earlier if one not in same]
    for old in (*same, *others[KEPT - 1 :]):
        await lobby.delete(player, old)
    seats = []
    for side in next(one for one in game.scenarios if one.id == lesson.scenario).sides:
        bot = catalogue.bot(slug, RECRUIT if lesson.whole else SCRIPT) or catalogue.bots(slug)[-1]
        mine = side == lesson.side
        seats.append(Seat(side, HUMAN, name, player) if mine else Seat(side, BOT, bot["name"], None, bot["id"]))
    table = sit(game, lesson, seats, tables.clock())
    made, _ = await tables.open(table, player, LESSON, {})
    return made


async def _goes_on(tables: Tables, key: str) -> bool:
    """Whether there is something left to do at the table of a lesson; one that cannot be loaded does not go on."""
    try:
        async with tables.at(key) as (_, table):
            return table.over is None and isinstance(table.teacher, Teacher) and not table.teacher.done(table.moves)
    except (BadInput, NotFound):
        return False


def sit(game: Game[Any], lesson: Lesson, seats: list[Seat], now: float) -> Table[Any]:
    """The table of a lesson, with these seats."""
    more = {"lesson": lesson.id}
    if lesson.whole:
        options = dict(choose(game.options, lesson.scenario, {}))
        return make(game, lesson.scenario, options, seats, Terms(), now, more=more)
    options = dict(choose(game.options, lesson.scenario, lesson.position.get("options", {})))
    start = game.place(lesson.position)
    return make(game, lesson.scenario, options, seats, Terms(), now, start=start, seed=lesson.seed, more=more)
