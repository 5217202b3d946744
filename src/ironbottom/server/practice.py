"""A practice board as a table: all seats are one's own, the position is the example's, and nothing counts."""

from __future__ import annotations

from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.examples import Example, example, shown_by
from ironbottom.kernel.game import Game
from ironbottom.kernel.lessons import dice
from ironbottom.kernel.options import choose
from ironbottom.server import acts, bodies
from ironbottom.server.errors import NotFound
from ironbottom.server.lobby import Lobby
from ironbottom.server.making import PRACTICE, make
from ironbottom.server.tables import Tables
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.showing import show_next
from ironbottom.table.table import ANALYSIS, Table


async def begin(lobby: Lobby, player: str, name: str, slug: str, rule: str, trying: bool) -> str:
    """Show a player the example of a rule, or let him try it: the id of the board. His earlier one goes. The game is
    as printed: no table's position or corrections are in it. Raises NotFound."""
    tables, catalogue = lobby.tables, lobby.tables.catalogue
    if slug not in catalogue.slugs():
        raise NotFound("there is no such game")
    game = catalogue.load(slug)
    key = shown_by(game).get(rule)
    if key is None or rule not in [one.id for one in game.statements]:
        raise NotFound("there is no example of that rule")
    shown = example(game, key)
    for old in await tables.repository.made(player, PRACTICE):
        await lobby.delete(player, old)
    made, _ = await tables.open(board(game, rule, shown, trying, player, name, tables.clock()), player, PRACTICE, {})
    return made


def board(
    game: Game[Any], rule: str, shown: Example, trying: bool, player: str, name: str, now: float
) -> Table[Any]:
    """The board of an example, before its first stage."""
    scenario = next((one for one in game.scenarios if one.id == shown.scenario), None)
    if scenario is None:
        raise BadInput(f"{game.title} has no scenario '{shown.scenario}'")
    return make(
        game, scenario.id, dict(choose(game.options, scenario.id, dict(shown.options))),
        [Seat(side, HUMAN, name, player) for side in scenario.sides], Terms(), now, start=shown.start,
        seed=dice(game.slug, shown.case, 0), kinds=dict.fromkeys(game.sides, ANALYSIS),
        more={"example": {"rule": rule, "case": shown.case, "trying": trying}},
    )  # fmt: skip


async def go_on(tables: Tables, player: str, key: str, body: bodies.SeatOnly) -> dict[str, Any]:
    """Show the next stage."""
    return await acts.act(tables, player, key, body.seat, lambda table, side, now: show_next(table, now))
