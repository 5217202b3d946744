"""Requests to addresses that players name: push services, and webhooks of their own.

Such an address must not lead into the network of the server. So it is https, every address that its name stands for is
a public one, and the connection goes to the address that was looked at; nothing is followed and no answer is read. The
owner can name others in `server.toml` (`notice_hosts`).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

from ironbottom.kernel.errors import BadInput

TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses of version 6 that stand for one of version 4."""
LONGEST = 1000
SECONDS = 10.0
NAMES = ThreadPoolExecutor(32, "ironbottom-names")
"""Who looks names up: one that is never answered must not hold the threads that all else uses."""


class NotPublic(Exception):
    """An address that leads, or may lead, to where nobody from outside may come."""


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, in small letters. Raises ValueError."""
    parts = urlsplit(url)
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise ValueError("no host, or a name and a password")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return f"{parts.scheme}://{host}" + ("" if parts.port in (None, usual) else f":{parts.port}")


def check(url: str, trusted: frozenset[str]) -> None:
    """Raise BadInput for an address to which nothing will be sent: `trusted` are origins that the owner allows."""
    what = "that is an address such as https://example.org/…, which anybody can reach"
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise BadInput(what)
    try:
        origin = origin_of(url)
        if origin in trusted:
            return
        host = urlsplit(url).hostname or ""
    except ValueError:
        raise BadInput(what) from None
    if not origin.startswith("https://") or host == "localhost" or "." not in host.strip("."):
        raise BadInput(what)
    try:
        public = is_public(host)
    except ValueError:  # a name: what it stands for is looked at when something is sent
        return
    if not public:
        raise BadInput(what)


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open network. Raises ValueError for what is none."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is None and found in TRANSLATED:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            found = inner
    return found.is_global and not found.is_multicast


async def resolved(host: str, port: int) -> str:
    """One of the addresses that a name stands for. Raises NotPublic unless all of them are public."""
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(NAMES, partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM))
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not all(map(is_public, addresses)):
        raise NotPublic(host)
    return addresses[0]


async def post(url: str, data: bytes, headers: Mapping[str, str], trusted: frozenset[str]) -> int:
    """Send something to an address that a player named; the status that it is answered with. Raises NotPublic, and
    what a network may raise."""
    import httpx  # not where nobody can be told anything

    parts = urlsplit(url)
    origin = origin_of(url)
    where, more, extensions = url, dict(headers), {}
    if origin not in trusted:
        if parts.scheme != "https" or parts.hostname is None:
            raise NotPublic(origin)
        address = await resolved(parts.hostname, parts.port or 443)
        where = str(httpx.URL(url).copy_with(host=address))
        more["Host"] = parts.netloc
        extensions = {"sni_hostname": parts.hostname}
    async with httpx.AsyncClient(timeout=SECONDS, trust_env=False) as client:
        request = client.build_request("POST", where, content=data, headers=more, extensions=extensions)
        answer = await client.send(request, stream=True)
        try:
            return answer.status_code
        finally:
            await answer.aclose()
