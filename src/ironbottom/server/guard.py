"""What every request passes first: who may ask (Host, Origin), how much (size, rate); and the headers of answers."""

from __future__ import annotations

import ipaddress
import json
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from ironbottom.server.errors import TooLarge
from ironbottom.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "ironbottom_player"
MARK = "x-ironbottom"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
]
SHARED = 12
"""So many players may sit behind one address: a page alone is some ninety files."""
MOST_KNOWN = 4096
LONGEST_COOKIE = 100
"""Characters; ours have fewer."""
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
ONCE = (b"host", b"origin")
"""Headers that a request has once."""
FILE = "/file"
"""How the address of a request ends whose body is a file as it is."""
COPIES = ("/api/copies", "/api/workshop")
CONTROLS = "an address holds no control characters"
NO_BODY = "this request needs a body of JSON"


def ip_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address of the network; None for what is none."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def source(text: str) -> str:
    """Who counts as one: an address, of version 6 a subscriber's network of 64 bits.

    >>> source("203.0.113.7"), source("2001:db8:1:2::9")
    ('203.0.113.7', '2001:db8:1:2::/64')
    """
    address = ip_address(text)
    if address is None:
        return text
    return str(ipaddress.ip_network((address, 64), strict=False) if address.version == 6 else address)


class Bucket:
    """So many at once, and so many a second lasting."""

    __slots__ = ("left", "time")

    def __init__(self, burst: float, now: float) -> None:
        self.left = burst
        self.time = now

    def take(self, rate: float, burst: float, now: float, many: int) -> bool:
        self.left = min(burst, self.left + (now - self.time) * rate)
        self.time = now
        if self.left < many:
            return False
        self.left -= many
        return True


class Buckets:
    """A bucket for each player or address; the longest unused are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, many: int = 1) -> bool:
        now = time.monotonic()
        bucket = self._known.get(who)
        if bucket is None:
            bucket = self._known[who] = Bucket(self.burst, now)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        self._known.move_to_end(who)
        return bucket.take(self.rate, self.burst, now, many)


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        limits = settings.limits
        self.players = Buckets(limits.rate, limits.burst)
        self.addresses = Buckets(limits.rate * SHARED, limits.burst * SHARED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        scope["ironbottom_cookie"] = cookie = cookie_of(headers.get("cookie", ""))
        refused = self._refusal(scope, headers, cookie) or _doubled(scope)
        if refused is not None:
            await _refuse(scope, receive, send, *refused)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        largest = self._largest(scope["path"])
        taken = 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > largest:
                raise TooLarge("this is too large")
            return message

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {key for key, _ in message["headers"]}
                drawing = b"image/svg+xml" in dict(message["headers"]).get(b"content-type", b"")
                policy = DRAWING_POLICY if drawing else PAGE_POLICY
                extra = [*HEADERS, (b"content-security-policy", policy.encode())]
                if b"cache-control" not in given:
                    extra.append((b"cache-control", b"no-store"))
                if self.settings.secure:
                    extra.append((b"strict-transport-security", b"max-age=31536000"))
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        await self.app(scope, bounded, dressed)

    def _largest(self, path: str) -> int:
        limits = self.settings.limits
        if path == "/api/tables":
            return limits.record
        if path.startswith("/api/modules/"):
            return limits.module if path.endswith(FILE) else limits.copy
        return limits.copy if path.startswith(COPIES) else limits.body

    def _refusal(self, scope: Scope, headers: dict[str, str], cookie: str | None) -> tuple[int, str] | None:
        if CONTROL.search(scope["path"]) or b"%00" in scope["query_string"]:
            return 400, CONTROLS
        host = headers.get("host", "")
        if not self.settings.allows_host(host):
            return 403, "this server is not known by that name; see --public-url"
        origin = headers.get("origin")
        if origin is not None and not self._same(origin, host):
            return 403, "this request comes from another site"
        if headers.get("sec-fetch-site") == "cross-site" and (
            scope["type"] == "websocket" or scope["path"].startswith("/api/")
        ):
            return 403, "this request comes from another site"
        client = scope.get("client")
        if not self.addresses.take(source(client[0]) if client else ""):
            return 429, "too many requests; wait a moment"
        if scope["type"] == "websocket":
            return None
        method = scope["method"]
        if method not in ("GET", "HEAD", "POST"):
            return 405, "only GET and POST are known here"
        if method == "POST":
            if headers.get(MARK) != "1":
                return 403, "the header X-Ironbottom is missing"
            wanted = "application/octet-stream" if scope["path"].endswith(FILE) else "application/json"
            if headers.get("content-type", "").partition(";")[0].strip().lower() != wanted:
                return 400, f"the content type should be {wanted}"
            length = headers.get("content-length", "0")
            if not length.isdigit() or int(length) > self._largest(scope["path"]):
                return 413, "this is too large"
            if int(length) == 0 and "transfer-encoding" not in headers:
                return 400, NO_BODY
        if cookie and scope["path"].startswith("/api/") and not self.players.take(cookie):
            return 429, "too many requests; wait a moment"
        return None

    def _same(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in ("http", "https"):
            return False
        if parts.netloc == host:
            return True
        return bool(self.settings.public_url) and origin == "://".join(urlsplit(self.settings.public_url)[:2])


def cookie_of(header: str) -> str | None:
    """The player's cookie among those that a browser sends: ours need no unpacking, and a long one is
    none of them."""
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value if len(value) <= LONGEST_COOKIE else None
    return None


def _doubled(scope: Scope) -> tuple[int, str] | None:
    """The refusal of a request that says twice whom it is for, or from: nobody knows which of them others go by."""
    names = [name for name, _ in scope["headers"]]
    return (400, "a request names its host once") if any(names.count(name) > 1 for name in ONCE) else None


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, text: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": text})
        return
    body = json.dumps({"error": text, "rule": None}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
