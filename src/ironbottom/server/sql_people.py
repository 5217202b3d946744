"""The people of the repository in SQL, as both databases understand it: see `people.py`."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from ironbottom.kernel.step import OBSERVER
from ironbottom.server import rows
from ironbottom.server.club import results
from ironbottom.server.codec import dump
from ironbottom.server.database import Connection
from ironbottom.server.people import (
    Complaint,
    Device,
    Followed,
    Forgotten,
    MailLink,
    Passkey,
    Push,
    Said,
    Session,
    Wishes,
)
from ironbottom.server.queries import Queries, holding, marks

PASSKEY = "id, player, credential, uses, name, made, used"
PUSH = "endpoint, player, session, public, auth, device, made"
COMPLAINT = "c.id, c.player, c.about, c.at_table, c.title, c.text, c.said, c.made, c.done"
GONE_TEXT = "…"
"""What stands in a chat where a former player said something: the numbers of its lines have no gaps. And in a complaint
that he made."""
SAME_NAME = (
    "SELECT 1 FROM players WHERE lower(name) = lower(?) AND id <> ? "
    "AND id IN (SELECT player FROM passkeys UNION SELECT player FROM addresses)"
)
"""Whether somebody else who has an account is called so."""


class SqlPeople(Queries):
    """What is kept of people, as `People` asks for it."""

    # -- sessions --

    async def session(self, cookie: bytes) -> Session | None:
        found = await self._rows(
            "SELECT p.id, p.name, t.used, s.reason FROM tokens t JOIN players p ON p.id = t.player "
            "LEFT JOIN suspended s ON s.player = p.id WHERE t.hash = ? AND t.kind = 'cookie'",
            (cookie,),
        )
        return Session(*found[0]) if found else None

    async def touch(self, cookie: bytes, device: str, now: float) -> None:
        sql = "UPDATE tokens SET used = ?, device = CASE WHEN device = '' THEN ? ELSE device END WHERE hash = ?"
        await self._run((sql, (now, device, cookie)))

    async def player(self, player: str) -> tuple[str, str] | None:
        found = await self._rows("SELECT name, email FROM players WHERE id = ?", (player,))
        return (found[0][0], found[0][1] or "") if found else None

    async def named(self, name: str) -> list[str]:
        return sorted(await self._keys("SELECT id FROM players WHERE name = ?", (name,)))

    async def add_player(self, player: str, name: str, cookie: bytes, created: str, device: str, now: float) -> None:
        def job(c: Connection) -> None:
            c.execute("INSERT INTO players (id, name, created) VALUES (?,?,?)", (player, name, created))
            _begin(c, player, cookie, device, now, None)

        await self.store.write(job)

    async def rename(self, player: str, name: str) -> bool:
        def job(c: Connection) -> bool:
            if c.execute(SAME_NAME, (name, player)).fetchone() is not None:
                return False
            c.execute("UPDATE players SET name = ? WHERE id = ?", (name, player))
            c.execute("UPDATE seats SET name = ? WHERE player = ?", (name, player))
            return True

        return await self.store.write(job)

    async def add_session(self, player: str, cookie: bytes, device: str, now: float, instead: bytes | None) -> None:
        await self.store.write(lambda c: _begin(c, player, cookie, device, now, instead))

    async def devices(self, player: str) -> list[Device]:
        found = await self._rows(
            "SELECT hash, device, began, used FROM tokens WHERE player = ? AND kind = 'cookie' "
            "ORDER BY coalesce(used, 0) DESC, hash",
            (player,),
        )
        return [Device(*row) for row in found]

    async def end_sessions(self, player: str, hashes: Collection[bytes]) -> None:
        those = tuple(hashes)
        await self._run(
            (f"DELETE FROM pushes WHERE player = ? AND session IN ({marks(those)})", (player, *those)),
            (f"DELETE FROM tokens WHERE player = ? AND kind = 'cookie' AND hash IN ({marks(those)})",
             (player, *those)),
        )  # fmt: skip

    async def add_personal_link(self, player: str, link: bytes, until: float, now: float) -> None:
        await self._run(
            ("DELETE FROM tokens WHERE kind = 'link' AND (player = ? OR until < ?)", (player, now)),
            ("INSERT INTO tokens (hash, player, kind, until) VALUES (?,?,'link',?)", (link, player, until)),
        )

    async def personal_link(self, link: bytes, now: float) -> tuple[str, str, float] | None:
        found = await self._rows(
            "SELECT id, name, until FROM tokens JOIN players ON id = player "
            "WHERE hash = ? AND kind = 'link' AND until > ?",
            (link, now),
        )
        return (found[0][0], found[0][1], found[0][2]) if found else None

    async def use_personal_link(
        self, link: bytes, cookie: bytes, device: str, now: float, instead: bytes | None
    ) -> tuple[str, str] | None:
        def job(c: Connection) -> tuple[str, str] | None:
            found: tuple[str, str] | None = c.execute(
                "SELECT id, name FROM tokens JOIN players ON id = player WHERE hash = ? AND kind = 'link' "
                "AND until > ?",
                (link, now),
            ).fetchone()
            if found is not None:
                c.execute("DELETE FROM tokens WHERE hash = ?", (link,))
                _begin(c, found[0], cookie, device, now, instead)
            return found

        return await self.store.write(job)

    # -- passkeys --

    async def add_challenge(self, challenge: bytes, player: str, until: float, now: float) -> None:
        await self._run(
            ("DELETE FROM challenges WHERE until < ?", (now,)),
            ("INSERT INTO challenges VALUES (?,?,?)", (challenge, player, until)),
        )

    async def use_challenge(self, challenge: bytes, now: float) -> str | None:
        def job(c: Connection) -> str | None:
            sql = "SELECT player FROM challenges WHERE hash = ? AND until > ?"
            found = c.execute(sql, (challenge, now)).fetchone()
            if found is None or c.execute("DELETE FROM challenges WHERE hash = ?", (challenge,)).rowcount != 1:
                return None
            return str(found[0])

        return await self.store.write(job)

    async def passkeys(self, player: str) -> list[Passkey]:
        found = await self._rows(f"SELECT {PASSKEY} FROM passkeys WHERE player = ? ORDER BY made, id", (player,))
        return [Passkey(*row) for row in found]

    async def passkey(self, key: bytes) -> Passkey | None:
        found = await self._rows(f"SELECT {PASSKEY} FROM passkeys WHERE id = ?", (key,))
        return Passkey(*found[0]) if found else None

    async def add_passkey(self, passkey: Passkey, most: int) -> bool:
        def job(c: Connection) -> bool:
            ((n,),) = c.execute("SELECT count(*) FROM passkeys WHERE player = ?", (passkey.player,)).fetchall()
            if n >= most or c.execute("SELECT 1 FROM passkeys WHERE id = ?", (passkey.id,)).fetchone():
                return False
            p = passkey
            c.execute(
                f"INSERT INTO passkeys ({PASSKEY}) VALUES (?,?,?,?,?,?,?)",
                (p.id, p.player, p.credential, p.uses, p.name, p.made, p.used),
            )
            return True

        return await self.store.write(job)

    async def use_passkey(self, key: bytes, uses: int, now: float) -> bool:
        def job(c: Connection) -> bool:
            sql = "UPDATE passkeys SET uses = :n, used = :now WHERE id = :id AND (uses < :n OR (uses = 0 AND :n = 0))"
            return c.execute(sql, {"n": uses, "now": now, "id": key}).rowcount > 0

        return await self.store.write(job)

    async def name_passkey(self, player: str, key: bytes, name: str) -> None:
        await self._run(("UPDATE passkeys SET name = ? WHERE id = ? AND player = ?", (name, key, player)))

    async def remove_passkey(self, player: str, key: bytes) -> None:
        await self._run(("DELETE FROM passkeys WHERE id = ? AND player = ?", (key, player)))

    # -- mail --

    async def address(self, player: str) -> str | None:
        found = await self._rows("SELECT address FROM addresses WHERE player = ?", (player,))
        return str(found[0][0]) if found else None

    async def add_mailed(self, link: bytes, asked: MailLink, most: int, since: float, now: float) -> bool:
        def job(c: Connection) -> bool:
            c.execute("DELETE FROM mailed WHERE made < ?", (since,))
            ((n,),) = c.execute("SELECT count(*) FROM mailed WHERE address = ?", (asked.address,)).fetchall()
            if n >= most:
                return False
            c.execute(
                "INSERT INTO mailed VALUES (?,?,?,?,?,?)",
                (link, asked.address, asked.written, asked.asked_by, now, asked.until),
            )
            return True

        return await self.store.write(job)

    async def mailed(self, link: bytes, now: float) -> MailLink | None:
        return await self.store.read(lambda c: _mailed(c, link, now))

    async def use_mailed(
        self, link: bytes, player: str | None, cookie: bytes, device: str, now: float, instead: bytes | None
    ) -> Followed | None:
        def job(c: Connection) -> Followed | None:
            found = _mailed(c, link, now)
            if found is None:
                return None
            if found.owner is None and found.asked_by != player:
                return None
            c.execute("UPDATE mailed SET until = ? WHERE hash = ?", (now, link))
            if found.owner is not None and found.name is not None:
                if found.owner != player:
                    _begin(c, found.owner, cookie, device, now, instead)
                return Followed(found.owner, found.name, False)
            ((name, before),) = c.execute("SELECT name, email FROM players WHERE id = ?", (player,)).fetchall()
            c.execute("DELETE FROM addresses WHERE player = ?", (player,))
            c.execute("INSERT INTO addresses VALUES (?,?,?)", (found.address, player, now))
            c.execute("UPDATE players SET email = ? WHERE id = ?", (found.written, player))
            return Followed(found.asked_by, name, True, before or "")

        return await self.store.write(job)

    async def drop_address(self, player: str) -> None:
        await self._run(
            ("DELETE FROM addresses WHERE player = ?", (player,)),
            ("UPDATE players SET email = NULL WHERE id = ?", (player,)),
        )

    # -- notices --

    async def wishes(self, player: str) -> Wishes | None:
        found = await self._rows(
            "SELECT p.name, p.email, w.mail, w.webhook FROM players p LEFT JOIN wishes w ON w.player = p.id "
            "WHERE p.id = ?",
            (player,),
        )
        if not found:
            return None
        name, email, mail, webhook = found[0]
        return Wishes(name, email or "", mail is None or bool(mail), webhook or "")

    async def set_wishes(self, player: str, mail: bool, webhook: str) -> None:
        await self._run((
            "INSERT INTO wishes VALUES (?,?,?) "
            "ON CONFLICT (player) DO UPDATE SET mail = excluded.mail, webhook = excluded.webhook",
            (player, int(mail), webhook),
        ))  # fmt: skip

    async def pushes(self, player: str) -> list[Push]:
        found = await self._rows(f"SELECT {PUSH} FROM pushes WHERE player = ? ORDER BY made, endpoint", (player,))
        return [Push(*row) for row in found]

    async def add_push(self, push: Push, most: int) -> None:
        p = push
        await self._run(
            ("DELETE FROM pushes WHERE endpoint = ? OR session = ?", (p.endpoint, p.session)),
            (f"INSERT INTO pushes ({PUSH}) VALUES (?,?,?,?,?,?,?)",
             (p.endpoint, p.player, p.session, p.public, p.auth, p.device, p.made)),
            ("DELETE FROM pushes WHERE player = ? AND endpoint NOT IN "
             f"(SELECT endpoint FROM pushes WHERE player = ? ORDER BY made DESC LIMIT {int(most)})",
             (p.player, p.player)),
        )  # fmt: skip

    async def drop_pushes(self, endpoints: Collection[str], player: str | None = None) -> None:
        those = tuple(endpoints)
        sql = f"DELETE FROM pushes WHERE endpoint IN ({marks(those)})"
        if player is None:
            await self._run((sql, those))
        else:
            await self._run((f"{sql} AND player = ?", (*those, player)))

    # -- who wants nothing to do with whom --

    async def block(self, player: str, other: str, now: float) -> None:
        await self._run(("INSERT INTO blocks VALUES (?,?,?) ON CONFLICT DO NOTHING", (player, other, now)))

    async def unblock(self, player: str, other: str) -> None:
        await self._run(("DELETE FROM blocks WHERE player = ? AND other = ?", (player, other)))

    async def blocks(self, player: str) -> list[tuple[str, str]]:
        sql = "SELECT id, name FROM blocks JOIN players ON id = other WHERE player = ? ORDER BY name, id"
        return [(row[0], row[1]) for row in await self._rows(sql, (player,))]

    async def apart(self, player: str, others: Collection[str]) -> set[str]:
        those = tuple(others)
        if not those:
            return set()
        return await self._keys(
            f"SELECT other FROM blocks WHERE player = ? AND other IN ({marks(those)}) "
            f"UNION SELECT player FROM blocks WHERE other = ? AND player IN ({marks(those)})",
            (player, *those, player, *those),
        )

    async def blockers(self, player: str, others: Collection[str]) -> set[str]:
        those = tuple(others)
        if not those:
            return set()
        sql = f"SELECT player FROM blocks WHERE other = ? AND player IN ({marks(those)})"
        return await self._keys(sql, (player, *those))

    async def muted(self, table: str, player: str) -> set[int]:
        found = await self._rows(
            "SELECT number FROM chat WHERE game_table = ? AND player IN (SELECT other FROM blocks WHERE player = ?)",
            (table, player),
        )
        return {row[0] for row in found}

    async def add_complaint(self, complaint: Complaint, most: int, since: float) -> bool:
        def job(c: Connection) -> bool:
            one = complaint
            sql = "SELECT count(*) FROM complaints WHERE player = ? AND made > ?"
            ((n,),) = c.execute(sql, (one.player, since)).fetchall()
            if n >= most:
                return False
            c.execute(
                "INSERT INTO complaints VALUES (?,?,?,?,?,?,?,?,NULL)",
                (one.id, one.player, one.about, one.table, one.title, one.text, dump(one.said), one.made),
            )
            return True

        return await self.store.write(job)

    # -- all that is one's own --

    async def said(self, player: str) -> list[Said]:
        found = await self._rows(
            "SELECT game_table, number, text, time FROM chat WHERE player = ? ORDER BY game_table, number", (player,)
        )
        return [Said(*row) for row in found]

    async def tables_of(self, player: str) -> list[str]:
        found = await self._keys(
            "SELECT id FROM tables WHERE maker = :p UNION SELECT game_table FROM seats WHERE player = :p "
            "UNION SELECT game_table FROM watchers WHERE player = :p",
            {"p": player},
        )
        return sorted(found)

    async def forget(self, player: str, name: str, now: float) -> Forgotten:
        return await self.store.write(lambda c: _forget(c, player, name, now))

    async def gone(self, player: str) -> bool:
        return bool(await self._rows("SELECT 1 FROM former WHERE player = ?", (player,)))

    # -- the owner --

    async def is_owner(self, player: str) -> bool:
        return bool(await self._rows("SELECT 1 FROM roles WHERE player = ? AND role = 'owner'", (player,)))

    async def owners(self) -> list[tuple[str, str]]:
        sql = "SELECT id, name FROM roles JOIN players ON id = player WHERE role = 'owner' ORDER BY name, id"
        return [(row[0], row[1]) for row in await self._rows(sql)]

    async def set_owner(self, player: str, on: bool) -> None:
        if on:
            await self._run(("INSERT INTO roles VALUES (?,'owner') ON CONFLICT DO NOTHING", (player,)))
        else:
            await self._run(("DELETE FROM roles WHERE player = ?", (player,)))

    async def suspend(self, player: str, reason: str | None, now: float) -> None:
        if reason is None:
            await self._run(("DELETE FROM suspended WHERE player = ?", (player,)))
            return
        await self._run((
            "INSERT INTO suspended VALUES (?,?,?) ON CONFLICT (player) DO UPDATE SET reason = excluded.reason",
            (player, now, reason),
        ))  # fmt: skip

    async def all_players(self, find: str, most: int) -> list[dict[str, Any]]:
        found = await self._rows(
            # a session is written down once an hour, an open page every half minute
            "SELECT p.id, p.name, p.created, (SELECT coalesce(max(u), 0) FROM (SELECT used AS u FROM tokens "
            "WHERE player = p.id AND kind = 'cookie' UNION ALL SELECT seen FROM members WHERE player = p.id) times) "
            "AS seen, (SELECT count(DISTINCT game_table) FROM seats WHERE seats.player = p.id), s.reason, "
            "(SELECT count(*) FROM passkeys WHERE passkeys.player = p.id), "
            "(SELECT count(*) FROM addresses WHERE addresses.player = p.id), "
            "(SELECT count(*) FROM roles WHERE roles.player = p.id) "
            "FROM players p LEFT JOIN suspended s ON s.player = p.id "
            "WHERE (lower(p.name) LIKE ? ESCAPE '!' OR p.id = ?) AND p.id NOT IN (SELECT player FROM former) "
            f"ORDER BY seen DESC, p.created DESC LIMIT {int(most)}",
            (holding(find), find),
        )
        names = ("id", "name", "created", "used", "games", "suspended", "passkeys", "address", "owner")
        rows = [dict(zip(names, row, strict=True)) for row in found]
        return [{**row, "used": row["used"] or None, "address": bool(row["address"]), "owner": bool(row["owner"])}
                for row in rows]  # fmt: skip

    async def all_tables(self, find: str, reader: str, most: int) -> list[dict[str, Any]]:
        found = await self._rows(
            "SELECT t.id, t.game, t.scenario, t.mode, t.created, t.over, o.number, o.updated, o.turn, t.waiting, "
            "t.agreement IS NULL, COALESCE(m.rated, 0), COALESCE(m.tournament, ''), "
            # as `Tables.viewer` has it
            "t.maker = :reader OR EXISTS (SELECT 1 FROM seats s WHERE s.game_table = t.id AND s.player = :reader) "
            "OR EXISTS (SELECT 1 FROM watchers w WHERE w.game_table = t.id AND w.player = :reader) "
            "OR COALESCE(m.watch, 0) = 1 OR (m.game_table IS NOT NULL AND t.over IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM seats s JOIN members p ON p.player = s.player WHERE s.game_table = t.id "
            "AND p.replays = 0)) "
            "FROM tables t LEFT JOIN matches m ON m.game_table = t.id "
            f"JOIN seats o ON o.game_table = t.id AND o.side = {OBSERVER} WHERE t.id = :find OR t.game LIKE :part "
            "ESCAPE '!' OR t.mode LIKE :part ESCAPE '!' OR EXISTS (SELECT 1 FROM seats s WHERE s.game_table = t.id "
            f"AND lower(s.name) LIKE :part ESCAPE '!') ORDER BY o.updated DESC, t.id LIMIT {int(most)}",
            {"find": find, "part": holding(find), "reader": reader},
        )
        names = (
            "id", "game", "scenario", "mode", "created", "over", "number", "updated", "turn", "waiting", "begun",
            "rated", "tournament", "open",
        )  # fmt: skip
        tables: list[dict[str, Any]] = []
        for row in found:
            one = dict(zip(names, row, strict=True))
            for name in ("begun", "rated", "open"):
                one[name] = bool(one[name])
            one["over"] = None if one["over"] is None else json.loads(one["over"])[2]
            tables.append({**one, "waiting": json.loads(one["waiting"]), "seats": []})
        by_id = {table["id"]: table for table in tables}
        seats = await self._rows(
            f"SELECT game_table, side, name, kind, player FROM seats WHERE side >= 0 AND game_table IN "
            f"({marks(tuple(by_id))}) ORDER BY side",
            tuple(by_id),
        )
        for key, *seat in seats:
            by_id[key]["seats"].append(dict(zip(("side", "name", "kind", "player"), seat, strict=True)))
        return tables

    async def complaints(self, most: int) -> list[Complaint]:
        found = await self._rows(
            f"SELECT {COMPLAINT}, a.name, b.name, s.player FROM complaints c JOIN players a ON a.id = c.player "
            "JOIN players b ON b.id = c.about LEFT JOIN suspended s ON s.player = c.about "
            "ORDER BY CASE WHEN c.done IS NULL THEN 0 ELSE 1 END, c.made DESC "
            f"LIMIT {int(most)}"
        )
        return [_complaint(row) for row in found]

    async def see_to(self, complaint: str, now: float) -> None:
        await self._run(("UPDATE complaints SET done = ? WHERE id = ? AND done IS NULL", (now, complaint)))

    async def counted(self, now: float) -> dict[str, int]:
        found = await self._rows(
            "SELECT (SELECT count(*) FROM players WHERE id NOT IN (SELECT player FROM former)), "
            "(SELECT count(*) FROM tokens WHERE kind = 'cookie'), (SELECT count(*) FROM tables), "
            "(SELECT count(*) FROM tables WHERE over IS NULL), (SELECT count(*) FROM seeks WHERE until > ?), "
            "(SELECT count(*) FROM tournaments WHERE state IN ('entry', 'running')), "
            "(SELECT count(*) FROM complaints WHERE done IS NULL)",
            (now,),
        )
        names = ("players", "sessions", "tables", "running", "challenges", "tournaments", "complaints")
        return dict(zip(names, found[0], strict=True))


def _complaint(row: tuple[Any, ...]) -> Complaint:
    key, player, about, table, title, text, said, made, done, by, of, suspended = row
    return Complaint(
        key, player, about, table, title, text, json.loads(said), made, done, (by, of), suspended is not None
    )


def _begin(c: Connection, player: str, cookie: bytes, device: str, now: float, instead: bytes | None) -> None:
    """A session begins; the one that was on the device before ends."""
    if instead is not None:
        c.execute("DELETE FROM pushes WHERE session = ?", (instead,))
        c.execute("DELETE FROM tokens WHERE hash = ? AND kind = 'cookie'", (instead,))
    c.execute(
        "INSERT INTO tokens (hash, player, kind, until, began, used, device) VALUES (?,?,'cookie',NULL,?,?,?)",
        (cookie, player, now, now, device),
    )


def _mailed(c: Connection, link: bytes, now: float) -> MailLink | None:
    found = c.execute(
        "SELECT m.address, m.written, m.player, m.until, a.player, p.name FROM mailed m "
        "LEFT JOIN addresses a ON a.address = m.address LEFT JOIN players p ON p.id = a.player "
        "WHERE m.hash = ? AND m.until > ?",
        (link, now),
    ).fetchone()
    return None if found is None else MailLink(*found)


OWN = (
    "tokens", "passkeys", "challenges", "addresses", "mailed", "roles", "suspended", "blocks", "wishes", "pushes",
    "copies", "hidden", "watchers", "ousted", "seen",
)  # fmt: skip
"""What goes with its player."""


def _forget(c: Connection, player: str, name: str, now: float) -> Forgotten:
    """See `People.forget`."""
    # the seat of a match that counts is nobody else's to take: there its time runs out
    counts = "SELECT game_table FROM matches WHERE rated = 1 OR tournament <> ''"
    running = f"(SELECT id FROM tables WHERE over IS NULL AND id NOT IN ({counts}))"
    sat = "SELECT game_table FROM seats WHERE player = :p UNION SELECT game_table FROM ousted WHERE player = :p"
    made = f"{sat} UNION SELECT id FROM tables WHERE maker = :p"
    tables = [key for (key,) in c.execute(made, {"p": player}).fetchall()]
    there: set[str] = set()
    for key in tables:
        found = c.execute(
            "SELECT player FROM seats WHERE game_table = :key AND player IS NOT NULL "
            "UNION SELECT player FROM ousted WHERE game_table = :key",
            {"key": key},
        ).fetchall()
        others = {one for (one,) in found} - {player}
        left = c.execute("SELECT player FROM leavers WHERE game_table = ?", (key,)).fetchall()
        if others <= {one for (one,) in left}:
            rows.delete(c, key)
        there |= others
    # what is in some server's memory is out of date from here on: no commit of it is taken
    c.executemany("UPDATE tables SET token = token + 1 WHERE id = ?", [(key,) for key in tables])
    sides = c.execute("SELECT game_table, side FROM seats WHERE player = ?", (player,)).fetchall()
    for part in ("notes", "orders"):
        c.executemany(f"DELETE FROM {part} WHERE game_table = ? AND side = ?", sides)
    c.executemany(
        f"DELETE FROM drafts WHERE game_table = ? AND side = ? AND game_table IN {running}", sides
    )
    # before the seats are free: who else sits there goes on with a table that he made
    c.execute(
        "UPDATE tables SET maker = (SELECT min(s.player) FROM seats s WHERE s.game_table = tables.id "
        "AND s.player IS NOT NULL AND s.player != :p) WHERE maker = :p AND EXISTS (SELECT 1 FROM seats s "
        "WHERE s.game_table = tables.id AND s.player IS NOT NULL AND s.player != :p)",
        {"p": player},
    )
    c.execute(
        "UPDATE seats SET player = NULL, name = '', link = NULL, code = NULL, successor = NULL, asked = NULL "
        f"WHERE player = ? AND game_table IN {running}",
        (player,),
    )
    c.execute("UPDATE seats SET name = ?, code = NULL WHERE player = ?", (name, player))
    c.execute(
        "INSERT INTO leavers SELECT DISTINCT player, game_table FROM seats WHERE player = ? ON CONFLICT DO NOTHING",
        (player,),
    )
    c.execute("UPDATE chat SET text = ?, player = NULL WHERE player = ?", (GONE_TEXT, player))
    c.execute("UPDATE complaints SET text = ?, said = '[]' WHERE player = ?", (GONE_TEXT, player))
    for part in OWN:
        c.execute(f"DELETE FROM {part} WHERE player = ?", (player,))
    c.execute("DELETE FROM blocks WHERE other = ?", (player,))
    results.forget(c, player, now)
    c.execute("UPDATE players SET name = ?, email = NULL WHERE id = ?", (name, player))
    c.execute("INSERT INTO former VALUES (?,?) ON CONFLICT DO NOTHING", (player, now))
    return Forgotten(tables, sorted(there))
