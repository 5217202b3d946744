"""Mail, one after the other, through one mail server; never in the way of anything."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one address."""

    to: str
    subject: str
    text: str


class Mailer:
    """A mail server, by its address: `smtp://user:password@host:587/?from=ironbottom@example.org`; smtps for TLS from
    the start."""

    def __init__(self, address: str) -> None:
        self._parts = urlsplit(address)
        self.sender = parse_qs(self._parts.query).get("from", ["ironbottom@localhost"])[0]
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether a mail is on its way."""
        return self._thread is not None and self._thread.is_alive()

    async def send(self, mail: Mail) -> None:
        """In a thread that nobody waits for when the server ends: a mail server that never ends its answer holds this
        one, and no other is begun meanwhile. Raises TimeoutError, OSError, SMTPException."""
        if self.busy:
            raise TimeoutError
        sent: Future[None] = Future()

        def run() -> None:
            with contextlib.suppress(InvalidStateError):  # it was given up
                try:
                    self._send(mail)
                except Exception as error:
                    sent.set_exception(error)
                else:
                    sent.set_result(None)

        self._thread = threading.Thread(target=run, name="ironbottom-mail", daemon=True)
        self._thread.start()
        await asyncio.wrap_future(sent)

    def _send(self, mail: Mail) -> None:
        import smtplib  # this and the next are not in a tab, where nobody sends mail
        from email.message import EmailMessage
        from email.utils import formatdate, make_msgid

        parts = self._parts
        message = EmailMessage()
        message["Subject"] = mail.subject
        message["From"] = self.sender
        message["To"] = mail.to
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2] or "localhost")
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text)
        kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
        with kind(
            parts.hostname or "localhost", parts.port or (465 if parts.scheme == "smtps" else 587), timeout=15
        ) as server:
            if parts.scheme == "smtp" and parts.username:
                server.starttls()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(message)
