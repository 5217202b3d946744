"""How a table stands in the database: from `Changes` to rows, and from rows to a `Table`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

import msgspec

from ironbottom.kernel.action import Action, notation, parse
from ironbottom.kernel.copies import as_released
from ironbottom.kernel.errors import BadInput, UnknownGame
from ironbottom.kernel.event import Event, event_of
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import agreed
from ironbottom.kernel.record import HEADER, entry_to_line, known, line_to_entry, missing
from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.value import to_data
from ironbottom.server.club import matches
from ironbottom.server.codec import dump
from ironbottom.server.database import Connection
from ironbottom.server.errors import Elsewhere
from ironbottom.server.making import COMPUTERS, IMPORT
from ironbottom.server.repository import GameOf, Meta, Summary
from ironbottom.table.agreement import Agreement
from ironbottom.table.changes import Changes, Said
from ironbottom.table.log import Logged
from ironbottom.table.restoring import restore
from ironbottom.table.seats import Seat
from ironbottom.table.table import MOST_CHAT, Offer, Order, Table


def _news(news: tuple[Event, ...]) -> str:
    return dump([to_data(event) for event in news])


def _events(text: str, game: Game[Any]) -> tuple[Event, ...]:
    return tuple(event_of(item, game.types) for item in msgspec.json.decode(text))


def create(
    connection: Connection,
    table: Table[Any],
    meta: Meta,
    changes: Changes,
    links: Mapping[int, bytes],
    summaries: Mapping[int, Summary],
) -> None:
    """Store a new table with all that it holds so far."""
    start = None if table.start is None else dump(table.game.to_file(table.start))
    connection.execute(
        "INSERT INTO tables (id, game, scenario, header, overlay, seed, start, mode, maker, days, hints, foreign_end, "
        "own_seed, waiting, since, over, rematch, created, agreement, owner) "
        "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            meta.id, table.game.slug, table.scenario, dump(table.header),
            None if meta.overlay is None else dump(meta.overlay), table.seed, start, meta.mode, meta.maker,
            table.terms.days, int(table.terms.hints),
            None if table.foreign_end is None else dump(table.foreign_end), int(table.sealed_record),
            "[]", "{}", None, None, meta.created, _agreement(table), meta.owner,
        ),
    )  # fmt: skip
    rows = [(seat.side, seat.kind, seat.name, seat.player, seat.bot) for seat in table.seats.values()]
    rows.append((OBSERVER, "observer", "", None, ""))
    connection.executemany(
        "INSERT INTO seats (game_table, side, kind, name, player, bot, link, number, turn, updated) "
        "VALUES (?,?,?,?,?,?,?,0,'',?)",
        [(meta.id, *row, links.get(row[0]), meta.created) for row in rows],
    )
    if meta.match is not None:
        matches.create(connection, table, meta.id, meta.match)
    if meta.mode == COMPUTERS:  # it stands in the list of who looks on
        connection.execute("INSERT INTO watchers VALUES (?,?)", (meta.maker, meta.id))
    save(connection, table, meta, changes, summaries)


def save(
    connection: Connection,
    table: Table[Any],
    meta: Meta,
    changes: Changes,
    summaries: Mapping[int, Summary],
) -> None:
    """Store what changed. Everything that it reads of the table was made before this call began. Raises Elsewhere where
    another server has taken the table meanwhile."""
    key = meta.id
    run = connection.execute
    over = None if table.over is None else dump([list(table.over.returns), table.over.reason, table.over.text])
    held = run(
        "UPDATE tables SET waiting = ?, since = ?, over = ?, rematch = ? WHERE id = ? AND token = ?",
        (dump(list(table.waiting())), dump(list(table.since.items())), over, meta.rematch, key, meta.token),
    )
    if held.rowcount != 1:
        raise Elsewhere(key)
    if changes.entries:
        connection.executemany(
            "INSERT INTO entries (game_table, number, line, news, batch, ends, turn, time) VALUES (?,?,?,?,?,?,?,?)",
            [
                (
                    key,
                    e.number,
                    dump(entry_to_line(table.game, e.entry)),
                    _news(e.news),
                    e.batch,
                    e.ends,
                    e.turn,
                    e.time,
                )
                for e in changes.entries
            ],
        )
    if changes.snapshot is not None:
        number, state = changes.snapshot
        run(
            "INSERT INTO snapshots VALUES (?,?,?) "
            "ON CONFLICT (game_table, number) DO UPDATE SET state = excluded.state",
            (key, number, dump(table.game.to_file(state))),
        )
    for side in changes.drafts:
        draft = table.drafts.get(side)
        if draft is None or not (draft.moves or draft.redo):
            run("DELETE FROM drafts WHERE game_table = ? AND side = ?", (key, side))
        else:
            moves, redo = dump([notation(a) for a in draft.moves]), dump([notation(a) for a in draft.redo])
            run(
                "INSERT INTO drafts VALUES (?,?,?,?) "
                "ON CONFLICT (game_table, side) DO UPDATE SET moves = excluded.moves, redo = excluded.redo",
                (key, side, moves, redo),
            )
    for side, request in changes.requests:
        run("INSERT INTO requests (game_table, side, id) VALUES (?,?,?)", (key, side, request))
    if changes.offers:
        run("DELETE FROM offers WHERE game_table = ?", (key,))
        connection.executemany("INSERT INTO offers VALUES (?,?,?,?)", [(key, o.by, o.kind, o.to) for o in table.offers])
    if changes.chat:
        connection.executemany(
            "INSERT INTO chat (game_table, number, side, text, time, player) VALUES (?,?,?,?,?,?)",
            [(key, s.n, s.by, s.text, s.time, table.seats[s.by].player) for s in changes.chat],
        )
    for side, place in changes.notes:
        text = table.notes[side].get(place)
        if text is None:
            run("DELETE FROM notes WHERE game_table = ? AND side = ? AND place = ?", (key, side, place))
        else:
            run(
                "INSERT INTO notes VALUES (?,?,?,?) "
                "ON CONFLICT (game_table, side, place) DO UPDATE SET text = excluded.text",
                (key, side, place, text),
            )
    for side in changes.orders:
        run("DELETE FROM orders WHERE game_table = ? AND side = ?", (key, side))
        connection.executemany(
            "INSERT INTO orders VALUES (?,?,?,?)", [(key, side, o.step, o.do) for o in table.orders[side].values()]
        )
    if changes.agreement:
        run(
            "UPDATE tables SET agreement = ?, header = ?, seed = ? WHERE id = ?",
            (_agreement(table), dump(table.header), table.seed, key),
        )
    if changes.seats:
        connection.executemany(
            "UPDATE seats SET kind = ?, name = ?, player = ?, bot = ? WHERE game_table = ? AND side = ?",
            [(s.kind, s.name, s.player, s.bot, key, s.side) for s in table.seats.values()],
        )
    if meta.match is not None:
        matches.save(connection, table, key)
    connection.executemany(
        "UPDATE seats SET number = ?, turn = ?, updated = ? WHERE game_table = ? AND side = ?",
        [(s.number, s.turn, s.updated, key, side) for side, s in summaries.items()],
    )


def _agreement(table: Table[Any]) -> str | None:
    held = table.agreement
    if held is None:
        return None
    return dump([held.by, held.commitment, held.numbers, held.tries, held.since, held.waited, held.again])


PARTS = (
    "entries", "seats", "watchers", "hidden", "leavers", "ousted", "snapshots", "drafts", "requests", "offers", "chat",
    "notes", "orders", "leases", "faults", "seen", "matches",
)  # fmt: skip
"""What belongs to a table, beside its row in `tables`."""


def delete(connection: Connection, key: str) -> None:
    """Take a table out, with all that belongs to it."""
    connection.execute("INSERT INTO going VALUES (?)", (key,))
    for part in PARTS:
        connection.execute(f"DELETE FROM {part} WHERE game_table = ?", (key,))
    connection.execute("UPDATE tables SET rematch = NULL WHERE rematch = ?", (key,))
    connection.execute("DELETE FROM tables WHERE id = ?", (key,))
    connection.execute("DELETE FROM going")


def whole(header: dict[str, Any], mode: str) -> dict[str, Any]:
    """A stored header with each key that a record needs. A table may hold one that came in before all of them were
    asked for, and no others were left out; what is missing is empty then, and the record proves nothing."""
    if mode == IMPORT:
        header = known(header)
    return header | {key: kind() for key, kind in HEADER.items() if not isinstance(header.get(key), kind)}


Stored = Mapping[str, list[tuple[Any, ...]]]
"""The rows of a table, by what they are."""

STORED = {
    "table": "SELECT game, header, overlay, seed, start, mode, maker, days, hints, foreign_end, own_seed, since, "
    "rematch, created, agreement, owner, token FROM tables WHERE id = ?",
    "asked": "SELECT side, asked FROM seats WHERE game_table = ? AND asked IS NOT NULL",
    "ousted": "SELECT id, name FROM ousted JOIN players ON id = player WHERE game_table = ? ORDER BY id",
    "seats": "SELECT side, kind, name, player, bot FROM seats WHERE game_table = ? AND side >= 0 ORDER BY side",
    "entries": "SELECT number, line, news, batch, ends, turn, time FROM entries WHERE game_table = ? ORDER BY number",
    "drafts": "SELECT side, moves, redo FROM drafts WHERE game_table = ?",
    "offers": "SELECT side, kind, goal FROM offers WHERE game_table = ?",
    "chat": "SELECT number, side, text, time FROM chat WHERE game_table = ? ORDER BY number",
    "notes": "SELECT side, place, text FROM notes WHERE game_table = ?",
    "orders": 'SELECT side, step, "do" FROM orders WHERE game_table = ?',
    "snapshots": "SELECT number, state FROM snapshots WHERE game_table = ? ORDER BY number",
    "watchers": "SELECT player FROM watchers WHERE game_table = ?",
    "match": matches.STORED,
    "away": matches.AWAY,
}
REQUESTS = "SELECT side, id FROM requests WHERE game_table = ? AND side = ? ORDER BY number DESC LIMIT 64"


def read(connection: Connection, key: str) -> Stored | None:
    """All rows of a table, or None if there is none."""
    found = {name: connection.execute(sql, (key,)).fetchall() for name, sql in STORED.items()}
    if not found["table"]:
        return None
    sides = [row[0] for row in found["seats"]]
    found["requests"] = [row for side in sides for row in connection.execute(REQUESTS, (key, side)).fetchall()[::-1]]
    return found


def load(stored: Stored, key: str, game_of: GameOf, now: float) -> tuple[Table[Any], Meta, set[str]]:
    """The table that these rows are, and who looks on. Raises UnknownGame where its game is not installed."""
    (
        slug, head, over_text, seed, start, mode, maker, days, hints, foreign, own_seed, since, rematch, created, held,
        owner, token,
    ) = stored["table"][0]  # fmt: skip
    overlay = None if over_text is None else json.loads(over_text)
    header = whole(json.loads(head), mode)
    try:
        today = game_of(slug, overlay)
        game = as_released(game_of, today, header["digest"], overlay)
    except UnknownGame:
        raise UnknownGame(missing(header)) from None
    if game is not today:
        overlay = json.loads(game.correction)
    meta = Meta(key, mode, maker, created, overlay, rematch, owner=owner, token=token)
    meta.asked = dict(stored["asked"])
    meta.ousted = dict(stored["ousted"])
    seats = [Seat(side, kind, name, player, bot) for side, kind, name, player, bot in stored["seats"]]
    first = None
    if start is not None:
        chosen = agreed(game.options, header["scenario"], header["options"])
        setting = game.setup(header["scenario"], chosen).setting
        first = game.from_file(json.loads(start), setting)
    table: Table[Any] = Table(game, header, seats, matches.terms(stored["match"], days, bool(hints)), seed, start=first)
    meta.match = matches.load(stored["match"], stored["away"], table, now)
    table.sealed_record = bool(own_seed)
    if held is not None:
        by, commitment, numbers, tries, *more = json.loads(held)
        more = more or [created, (), ()]  # it was not kept before how long each side has been waited for
        changed, waited, again = more
        table.agreement = Agreement(
            by, commitment, tuple(map(tuple, numbers)), tries, changed, tuple(map(tuple, waited)), tuple(again)
        )
    table.foreign_end = None if foreign is None else json.loads(foreign)
    log = [
        Logged(number, line_to_entry(game, msgspec.json.decode(line)), _events(news, game), batch, ends, turn, time)
        for number, line, news, batch, ends, turn, time in stored["entries"]
    ]
    drafts = {side: _draft(json.loads(moves), json.loads(redo)) for side, moves, redo in stored["drafts"]}
    table.offers = [Offer(*row) for row in stored["offers"]]
    table.chat = [Said(*row) for row in stored["chat"]][-MOST_CHAT:]
    for side, place, text in stored["notes"]:
        table.notes[side][place] = text
    for side, step, do in stored["orders"]:
        if do == "default" or _playable(do):
            table.orders[side][step] = Order(step, do)
    for side in table.sides:
        table.requests[side] = [request for owner, request in stored["requests"] if owner == side]
    table.since = dict(json.loads(since))
    trusted = header["rules_version"] == game.rules_version and header["digest"] == game.digest
    offers = list(table.offers)
    meta.notice = restore(table, log, _snapshots(stored, table), drafts, trusted, now)
    table.offers = offers if len(table.log) == len(log) else []
    return table, meta, {row[0] for row in stored["watchers"]}


MOST_SIDES = 8
"""Sides that are counted of a game that is not here."""


def stored_names(connection: Connection, key: str) -> dict[str, Any]:
    """What a table's own row tells of a game that is not here: its `title`, its `sides` by number, and `missing`, what
    is to be said of it."""
    ((head, mode),) = connection.execute("SELECT header, mode FROM tables WHERE id = ?", (key,)).fetchall()
    header = whole(json.loads(head), mode)
    seats = connection.execute(STORED["seats"], (key,)).fetchall()
    named = dict(zip((row[0] for row in seats), header["seats"], strict=False))
    package = header.get("package")
    title = package.get("title") if isinstance(package, dict) else None
    return {
        "title": title if isinstance(title, str) else header["game"],
        "sides": tuple(named.get(side, str(side)) for side in range(MOST_SIDES)),
        "missing": missing(header),
    }


def _draft(moves: list[str], redo: list[str]) -> tuple[list[Action], list[Action]]:
    """A stored draft, up to the first move that cannot be played: earlier releases took a range for an amount."""
    good = list(takewhile(_playable, moves))
    if len(good) < len(moves) or not all(map(_playable, redo)):
        redo = []
    return [parse(text) for text in good], [parse(text) for text in redo]


def _playable(text: str) -> bool:
    try:
        parse(text)
    except BadInput:
        return False
    return True


def _snapshots(stored: Stored, table: Table[Any]) -> list[tuple[int, Any]]:
    """The stored positions that can still be read."""
    found = []
    setting = table.state.setting
    for number, text in stored["snapshots"]:
        try:
            found.append((number, table.game.from_file(json.loads(text), setting)))
        except BadInput:
            continue
    return found
