"""What a server is told when it starts."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ironbottom.kernel.errors import BadInput

GUESTS = ("rated", "unrated", "none")
ORIGIN = re.compile(r"https?://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?/?")
"""As browsers send it, but for its letters and a last stroke; other than in ASCII they send no name."""


@dataclass(frozen=True)
class Limits:
    """How much one player or one address may ask for."""

    body: int = 256 * 1024
    """Bytes of a request."""
    record: int = 8 * 1024 * 1024
    """Bytes of a request that brings a record."""
    copy: int = 2 * 1024 * 1024
    """Bytes of a request that brings a copy of a game."""
    module: int = 120_000_000
    """Bytes of a request that brings a VASSAL module."""
    copies: int = 100
    """Copies of games that one player keeps."""
    rate: float = 40.0
    """Requests a second, lasting."""
    burst: int = 200
    newcomers: int = 60
    """New players that one address may make at once."""
    sockets: int = 64
    """Open connections of one player."""
    tables: int = 500
    """Running tables that one player has made."""
    rooms: int = 256
    """Tables held in memory."""
    head: int = 64 * 1024
    """Bytes of a request's first line and headers."""
    head_seconds: float = 10.0
    """Within which they come."""
    body_seconds: float = 120.0
    """Within which the rest of a request comes."""
    unread_seconds: float = 60.0
    """After which a connection is closed whose other end has read nothing of what waits for it."""


@dataclass(frozen=True)
class Settings:
    """A server's settings."""

    host: str = "127.0.0.1"
    port: int = 8042
    data: Path = field(default_factory=lambda: own_folder())
    public_url: str = ""
    durability: str = "full"
    database: str = ""
    """The address of a PostgreSQL database, in place of the one in the data folder."""
    announce: str = ""
    """Where other servers that share the database reach this one, such as 10.0.0.5:9042; "": it is the only one."""
    bot_delay: float = 0.4
    """Seconds that a computer's or a standing order's answer takes at least, whatever it is; 0: no pauses at all."""
    bot_seconds: float = 20.0
    """Seconds after which a thinking computer player is given up."""
    workers: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 2) - 1)))
    """Processes in which computer players think."""
    connections: int = 256
    """Open connections of one address that is no proxy's."""
    proxies: str = ""
    """Addresses and networks, with commas between them, of proxies whose X-Forwarded-For is believed; this machine's
    own by default."""
    log: str = "plain"
    """How the log is written: plain (what goes wrong), or json (requests too), a line each."""
    metrics: int = 0
    """The port of this machine at which figures for Prometheus stand; 0: none."""
    guests: str = "rated"
    """What who has no account may do in the lobby: rated (all that others may), unrated (games that do not count), or
    none."""
    vacation_days: int = 30
    """Days of leave that a player has in a year."""
    webhook: str = ""
    smtp: str = ""
    notice_hosts: str = ""
    """Origins (http://host:port), with commas between them, to which players' notices may go though they are not
    public."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.public_url and not is_origin(self.public_url):
            raise BadInput("the public address is one such as https://example.org, a host and perhaps a port alone")
        if self.database and not self.database.startswith(("postgresql://", "postgres://")):
            raise BadInput("the database is an address such as postgresql://user@host/name")
        if not 0 <= self.port <= 65535:
            raise BadInput("a port is a number from 1 to 65535")
        if not 0 <= self.metrics <= 65535:
            raise BadInput("the port of figures is a number from 1 to 65535, or 0 for none")

    @property
    def local(self) -> bool:
        """Whether the server listens on this machine alone, and is shown to nobody else."""
        return is_loopback(self.host) and not self.public_url

    @property
    def secure(self) -> bool:
        """Whether players come by https."""
        return self.public_url.startswith("https://")

    @property
    def trusted(self) -> frozenset[str]:
        """Origins that players may have told though they are not public."""
        return frozenset(name.strip().lower().rstrip("/") for name in self.notice_hosts.split(",") if name.strip())

    @property
    def contact(self) -> str:
        """Where push services find who runs this server."""
        sender = parse_qs(urlsplit(self.smtp).query).get("from", [""])[0]
        return f"mailto:{sender}" if sender else self.public_url if self.secure else "mailto:owner@localhost"

    def origin(self, port: int) -> str:
        """The address for the browser on this machine."""
        host = self.host
        if host in ("0.0.0.0", "::", ""):
            host = "127.0.0.1"
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def link_base(self, port: int) -> str:
        """What links to seats begin with."""
        if self.public_url:
            return self.public_url.rstrip("/")
        if self.host in ("0.0.0.0", "::", ""):
            return f"http://{_own_address()}:{port}"
        return self.origin(port)

    def asked_base(self, host: str) -> str:
        """What a link begins with for who asks by a Host header of this machine, "" for any other: at localhost a
        browser is somebody else than at 127.0.0.1. No further name is taken from a request: a link in a mail must lead
        nowhere but here."""
        known = [f"{name}:{self.port}" for name in ("localhost", "127.0.0.1", "[::1]")]
        return f"http://{host}" if not self.public_url and host in known else ""

    def allows_host(self, host: str) -> bool:
        """Whether a request's Host header names this server (against DNS rebinding)."""
        if not host or set(host) & set("/@?#"):
            return False
        try:
            parts = urlsplit(f"//{host}")
            name, _ = parts.hostname, parts.port
        except ValueError:  # no address, or no port that there is
            return False
        if not name:
            return False
        if name == "localhost" or is_loopback(name):
            return True
        if self.public_url and name == urlsplit(self.public_url).hostname:
            return True
        if is_loopback(self.host) or self.public_url:
            return False
        here = socket.gethostname().lower()
        return _is_address(name) or name in (here, f"{here}.local", self.host)


def own_folder() -> Path:
    """The user's data folder of his system."""
    from platformdirs import user_data_path  # not where the data are a browser's

    return user_data_path("ironbottom", appauthor=False)


def is_loopback(host: str) -> bool:
    """Whether the address is this machine itself."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_origin(text: str) -> bool:
    """Whether this is an address of a host alone, at a port that there is."""
    try:
        return ORIGIN.fullmatch(text) is not None and urlsplit(text).port != 0
    except ValueError:
        return False


def is_network(text: str) -> bool:
    """Whether this is an address, or a network such as 10.0.0.0/8."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _own_address() -> str:
    """The address of this machine in its own network; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


WORDS = ("webhook", "smtp", "notice_hosts", "proxies", "database", "announce", "log", "guests")
NUMBERS = {
    "bot_seconds": (1, 3600, False), "bot_delay": (0, 60, False), "workers": (1, 64, True),
    "connections": (1, 100_000, True), "metrics": (0, 65535, True), "vacation_days": (0, 366, True),
}  # fmt: skip
"""What stands in a `server.toml`: texts, and numbers, from and to, whether only whole ones."""


def from_toml(data: dict[str, Any]) -> dict[str, Any]:
    """The settings of a `server.toml` in the data folder. Raises BadInput."""
    for key, item in data.items():
        if key in NUMBERS:
            least, most, whole = NUMBERS[key]
            kinds = int if whole else (int, float)
            if not isinstance(item, kinds) or isinstance(item, bool) or not least <= item <= most:
                raise BadInput(f"server.toml: '{key}' is a {'whole ' if whole else ''}number from {least} to {most}")
        elif key not in WORDS:
            raise BadInput(f"server.toml: '{key[:60]}' is no setting; there are {', '.join((*WORDS, *NUMBERS))}")
        elif not isinstance(item, str):
            raise BadInput(f"server.toml: '{key}' is a text, in quotation marks")
    for key, schemes in (
        ("webhook", ("http", "https")), ("smtp", ("smtp", "smtps")), ("database", ("postgres", "postgresql")),
    ):  # fmt: skip
        if data.get(key) and data[key].partition("://")[0] not in schemes:
            raise BadInput(f"server.toml: '{key}' is an address that begins with {schemes[-1]}://")
    for name in filter(None, map(str.strip, data.get("notice_hosts", "").split(","))):
        parts = urlsplit(name)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
            raise BadInput(
                "server.toml: 'notice_hosts' holds addresses such as http://192.168.1.5:8080, divided by commas"
            )
    if data.get("log", "plain") not in ("plain", "json"):
        raise BadInput("server.toml: 'log' is plain or json")
    if data.get("guests", "rated") not in GUESTS:
        raise BadInput(f"server.toml: 'guests' is {', '.join(GUESTS)}")
    if data.get("proxies") and not all(is_network(name.strip()) for name in data["proxies"].split(",")):
        raise BadInput("server.toml: 'proxies' holds addresses or networks such as 10.0.0.0/8, divided by commas")
    return data
