"""Notices that it is a player's turn, or that his seat is asked for, by one webhook and one mail server; never in the
way of play."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from concurrent.futures import Future, InvalidStateError
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote, urlsplit

from ironbottom.server.lobby import Lobby
from ironbottom.server.tables import Room
from ironbottom.table.seats import HUMAN

log = logging.getLogger("ironbottom")

MOST_WAITING = 1000


class Notices:
    """One notice for each hand-over, and one when a seat is asked for. The words depend on the game's name, the
    side and the link alone."""

    def __init__(self, lobby: Lobby) -> None:
        self.tables = lobby.tables
        self.settings = self.tables.settings
        self._waited: dict[str, tuple[int, ...]] = {}
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._mailing: threading.Thread | None = None
        if self.settings.webhook or self.settings.smtp:
            self.tables.acted.append(self._acted)
            lobby.wanted.append(self._wanted)

    def start(self) -> None:
        if self.settings.webhook or self.settings.smtp:
            self._task = asyncio.create_task(self._send_all())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _acted(self, room: Room) -> None:
        table = room.table
        if table is None:
            return
        waiting = table.waiting()
        before = self._waited.get(room.key, ())
        self._waited[room.key] = waiting
        if not waiting or table.over is not None:
            self._waited.pop(room.key, None)
        for side in waiting:
            seat = table.seats.get(side)
            if seat is None:
                continue
            others = {s.player for s in table.seats.values() if s.kind == HUMAN and s.player != seat.player}
            if side in before or seat.kind != HUMAN or seat.player is None or not others:
                continue
            self._tell(room, side, "your turn", f"It is your turn in {table.game.title}.")

    def _wanted(self, room: Room, side: int) -> None:
        if room.table is not None:
            text = (
                f"Your seat in {room.table.game.title} is asked for, because nothing was heard of you. Do anything at "
                "the table within three days to keep it; after that it may be given to somebody else."
            )
            self._tell(room, side, "is this seat still yours?", text)

    def _tell(self, room: Room, side: int, subject: str, text: str) -> None:
        table = room.table
        assert table is not None
        seat = table.seats[side]
        notice = {
            "title": table.game.title,
            "text": text,
            "player": seat.name,
            "player_id": seat.player,
            "subject": subject,
            "side": table.game.side_name(side),
            "url": f"{self.tables.link_base}/t/{room.key}",
        }
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(notice)

    async def _send_all(self) -> None:
        while True:
            notice = await self._queue.get()
            try:
                await asyncio.wait_for(self._send(notice), 20)
            except Exception as error:
                log.warning("a notice could not be sent: %s", type(error).__name__)

    async def _send(self, notice: dict[str, Any]) -> None:
        if self.settings.webhook:
            import httpx

            public = {key: item for key, item in notice.items() if key not in ("player_id", "subject")}
            url = self.settings.webhook
            async with httpx.AsyncClient(timeout=10) as client, client.stream("POST", url, json=public):
                pass  # whatever it answers is not read: it might never end
        if self.settings.smtp:
            found = await self.tables.repository.player(notice["player_id"])
            if found is not None and found[1]:
                await self._mailed(found[1], notice)

    async def _mailed(self, to: str, notice: dict[str, Any]) -> None:
        """In a thread that nobody waits for when the server ends: a mail server that never ends its answer holds this
        one, and no other is begun meanwhile."""
        if self._mailing is not None and self._mailing.is_alive():
            raise TimeoutError
        sent: Future[None] = Future()

        def run() -> None:
            with contextlib.suppress(InvalidStateError):  # it was given up
                try:
                    self._mail(to, notice)
                except Exception as error:
                    sent.set_exception(error)
                else:
                    sent.set_result(None)

        self._mailing = threading.Thread(target=run, name="ironbottom-mail", daemon=True)
        self._mailing.start()
        await asyncio.wrap_future(sent)

    def _mail(self, to: str, notice: dict[str, Any]) -> None:
        """`smtp://user:password@host:587/?from=ironbottom@example.org`; smtps for TLS from the start."""
        import smtplib
        from urllib.parse import parse_qs

        parts = urlsplit(self.settings.smtp)
        mail = EmailMessage()
        mail["Subject"] = f"{notice['title']}: {notice['subject']}"
        mail["From"] = parse_qs(parts.query).get("from", ["ironbottom@localhost"])[0]
        mail["To"] = to
        mail.set_content(f"{notice['text']}\n\n{notice['url']}\n")
        kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
        with kind(
            parts.hostname or "localhost", parts.port or (465 if parts.scheme == "smtps" else 587), timeout=15
        ) as server:
            if parts.scheme == "smtp" and parts.username:
                server.starttls()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(mail)
