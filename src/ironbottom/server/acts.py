"""What is done at a table and asked of it: plain coroutines of the live tables, the player, the table's key and what
the request holds. What they return is plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ironbottom.kernel.action import parse
from ironbottom.kernel.errors import BadInput
from ironbottom.server import bodies, faces
from ironbottom.server.errors import Forbidden, Stale
from ironbottom.server.tables import Tables
from ironbottom.table import agreement
from ironbottom.table.clocks import claim
from ironbottom.table.message import marks, scenes
from ironbottom.table.table import MOST_AT_ONCE, REQUESTS_KEPT, Table

Act = Callable[[Table[Any], int, float], Any]
"""What a side does at a table, at a time; what it returns stands in the receipt beside the revision."""


async def act(tables: Tables, player: str, key: str, seat: str, fn: Act, request: str = "") -> dict[str, Any]:
    """Let a player act from his seat. His receipt names the revision that the act came to for him: what is new goes
    over the socket. A `request` that was carried out is not carried out again."""
    room = await tables.room(key)
    receipt: dict[str, Any] = {}
    known = False

    async def first(table: Table[Any]) -> None:
        nonlocal known
        if request:
            side = tables.seat(table, player, seat)
            known = table.asked_before(side, request) or (
                len(table.requests[side]) >= REQUESTS_KEPT  # else it knows all that there were
                and await tables.repository.requested(key, side, request)
            )

    def run(table: Table[Any], now: float) -> tuple[int, Any]:
        side = tables.seat(table, player, seat)
        return side, None if known else fn(table, side, now)

    def tell(table: Table[Any], found: tuple[int, Any]) -> None:
        side, result = found
        receipt.update({"rev": tables.face(room, table, side, player).rev, **(result or {})})

    await tables.act(room, run, tell, by=player, first=first)
    return receipt


async def do(tables: Tables, player: str, key: str, body: bodies.Do) -> dict[str, Any]:
    """Play actions in order, as far as they go."""

    def fn(table: Table[Any], side: int, now: float) -> dict[str, Any] | None:
        draft = table.drafts.get(side)
        if body.n != table.number(side) or body.draft not in (None, len(draft.moves) if draft else 0):
            raise Stale("the table has moved on since")
        tables.spend(player, len(body.do), draft)
        refusal = table.do(side, [parse(text) for text in body.do], now)
        table.remember(side, body.id)
        if refusal is None:
            return None
        return {"stopped": {"text": table.game.refusal(refusal), "rule": refusal.rule or None}}

    return await act(tables, player, key, body.seat, fn, body.id)


async def undo(tables: Tables, player: str, key: str, body: bodies.Undo) -> dict[str, Any]:
    """Take moves of one's draft back."""

    def fn(table: Table[Any], side: int, now: float) -> None:
        tables.spend(player, 1, table.drafts.get(side))
        table.undo(side, now, body.all, body.steps)

    return await act(tables, player, key, body.seat, fn)


async def redo(tables: Tables, player: str, key: str, body: bodies.Redo) -> dict[str, Any]:
    """Do again what was undone."""

    def fn(table: Table[Any], side: int, now: float) -> None:
        tables.spend(player, body.steps, table.drafts.get(side))
        table.redo(side, now, body.steps)

    return await act(tables, player, key, body.seat, fn)


async def dice(tables: Tables, player: str, key: str, body: bodies.DiceBody) -> dict[str, Any]:
    """Give what the dice are made of: a number, or before it its hash."""

    def fn(table: Table[Any], side: int, now: float) -> None:
        if (body.number is None) == (body.commitment is None):
            raise BadInput("a page gives a 'number' or a 'commitment'")
        if body.number is not None:
            agreement.give(table, side, body.number, now)
        elif body.commitment is not None:
            agreement.commit(table, side, body.commitment, now)

    return await act(tables, player, key, body.seat, fn)


async def resign(tables: Tables, player: str, key: str, body: bodies.SeatOnly) -> dict[str, Any]:
    """Give up."""
    return await act(tables, player, key, body.seat, lambda t, side, now: t.resign(side, now))


async def claim_time(tables: Tables, player: str, key: str, body: bodies.SeatOnly) -> dict[str, Any]:
    """Claim the game of who has let his time run out."""
    return await act(tables, player, key, body.seat, lambda t, side, now: claim(t, side, now))


async def nothing(tables: Tables, player: str, key: str, body: bodies.SeatOnly) -> dict[str, Any]:
    """Be there: that answers the question for one's seat."""
    return await act(tables, player, key, body.seat, lambda t, side, now: None)


async def offer(tables: Tables, player: str, key: str, body: bodies.OfferBody) -> dict[str, Any]:
    """Propose something to the other side."""
    return await act(tables, player, key, body.seat, lambda t, side, now: t.offer(side, body.kind, now))


async def answer(tables: Tables, player: str, key: str, body: bodies.AnswerBody) -> dict[str, Any]:
    """Accept or decline."""
    return await act(tables, player, key, body.seat, lambda t, side, now: t.answer(side, body.kind, body.yes, now))


async def chat(tables: Tables, player: str, key: str, body: bodies.ChatBody) -> dict[str, Any]:
    """Say something. Raises Forbidden between two of whom one has blocked the other."""
    async with tables.at(key) as (_, table):
        others = {seat.player for seat in table.seats.values() if seat.player not in (None, player)}
    if await tables.repository.apart(player, [one for one in others if one is not None]):
        raise Forbidden("there is no chat between the two of you: one has blocked the other")
    return await act(tables, player, key, body.seat, lambda t, side, now: t.say(side, body.text, now))


async def note(tables: Tables, player: str, key: str, body: bodies.NoteBody) -> dict[str, Any]:
    """Pin a note to a place."""

    def fn(table: Table[Any], side: int, now: float) -> None:
        table.note(side, body.place, body.text, tables.catalogue.places(table.game, table.scenario))

    return await act(tables, player, key, body.seat, fn)


async def order(tables: Tables, player: str, key: str, body: bodies.OrderBody) -> dict[str, Any]:
    """Leave a standing order."""
    return await act(tables, player, key, body.seat, lambda t, side, now: t.order(side, body.step, body.do))


# -- what is asked --


async def look(
    tables: Tables, player: str, key: str, seat: str, after: int, at: int | None, said: int
) -> dict[str, Any]:
    """The message to a seat, now or as it stood at a line gone by."""
    async with tables.at(key) as (room, table):
        viewer = tables.viewer(room, table, player, seat)
        if at is not None:
            return tables.at_line(room, table, viewer, player, at)
        return await heard(tables, player, key, tables.message(room, table, viewer, player, after, said))


async def heard(tables: Tables, player: str, key: str, message: dict[str, Any]) -> dict[str, Any]:
    """A message without what those say whom its reader has blocked."""
    if message["chat"] and (muted := await tables.repository.muted(key, player)):
        return {**message, "chat": faces.heard(message["chat"], muted)}
    return message


async def revision(tables: Tables, player: str, key: str, seat: str) -> int:
    """The revision of a seat that one may look from."""
    async with tables.at(key) as (room, table):
        return tables.face(room, table, tables.viewer(room, table, player, seat), player).rev


async def why(tables: Tables, player: str, key: str, seat: str, do: str) -> dict[str, Any]:
    """Why an action is not legal."""
    action = parse(do)
    async with tables.at(key) as (_, table):
        side = tables.seat(table, player, seat, looking=True)
        if table.idle:
            return {"text": table.idle, "rule": None}
        refusal = table.game.why_not(table.view(side), side, action)
        if refusal is None:
            return {"text": None, "rule": None}
        return {"text": table.game.refusal(refusal), "rule": refusal.rule or None}


async def aid_at(tables: Tables, player: str, key: str) -> bytes:
    """The tables of the game as a table plays it."""
    async with tables.at(key) as (room, table):
        tables.viewer(room, table, player, "")
        return tables.catalogue.aid(table.game)


async def odds(tables: Tables, player: str, key: str, seat: str, do: str) -> Any:
    """What may come of the last of some actions, after those before it; None where nothing is to be said."""
    texts = do.split(";")
    if len(texts) > MOST_AT_ONCE:
        raise BadInput(f"odds are asked of 1 to {MOST_AT_ONCE} actions")
    tables.spend(player, len(texts))
    actions = [parse(text) for text in texts]
    async with tables.at(key) as (_, table):
        return table.odds(tables.seat(table, player, seat, looking=True), actions)


async def measure(tables: Tables, player: str, key: str, seat: str, start: str, end: str) -> Any:
    """What the ruler tells of two spaces."""
    async with tables.at(key) as (_, table):
        side = tables.seat(table, player, seat, looking=True)
        return table.game.measure(table.view(side), side, start, end)


async def replay(tables: Tables, player: str, key: str, seat: str) -> list[dict[str, Any]]:
    """The marks of the replay bar."""
    async with tables.at(key) as (room, table):
        return marks(table, tables.viewer(room, table, player, seat))


async def story(tables: Tables, player: str, key: str, seat: str, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """The positions after those lines, for the page to tell them."""
    async with tables.at(key) as (room, table):
        return scenes(table, tables.viewer(room, table, player, seat), numbers)


async def see(tables: Tables, player: str, key: str, body: bodies.SeenBody) -> None:
    """A device has shown a seat's lines so far."""
    async with tables.at(key) as (room, table):
        viewer = tables.viewer(room, table, player, body.seat)
        n = min(body.n, table.number(viewer))
    await tables.repository.see(key, player, viewer, body.device, n)


async def seen(tables: Tables, player: str, key: str, seat: str, device: str) -> dict[str, Any]:
    """How far a device has shown a seat's lines."""
    async with tables.at(key) as (room, table):
        viewer = tables.viewer(room, table, player, seat)
    return {"n": await tables.repository.seen(key, player, viewer, device)}
