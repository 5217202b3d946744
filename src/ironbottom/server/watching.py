"""What who runs a server sees of it: whether it is well, how much it has to do, and what it has done.

`/healthz` is answered before anything else asks who comes: it tells "ok", or that the database does not answer, and no
more. Figures for Prometheus stand at a port of their own, for this machine alone. Neither they nor the log name a
player, a table, a move or an address.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.server.database import Store
from ironbottom.server.guard import App, Receive, Send
from ironbottom.server.tables import Tables

log = logging.getLogger("ironbottom.requests")

HEALTH = "/healthz"
PATIENCE = 2.0
"""Seconds within which a server that is well can write."""
FRESH = 1.0
"""Seconds for which an answer about the database is good: who asks often does not make it busy."""
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds of an answer, up to which it is counted in a class of the histogram."""
SECRET = re.compile(r"(?<=/)[\w-]{16,}(?=/|$)")
"""Ids and links in an address."""


class Watched:
    """An ASGI application around another: health, counts of requests and their times, and a line in the log for each
    where these are asked for (`told`)."""

    def __init__(self, app: App, store: Store, told: bool) -> None:
        self.app = app
        self.store = store
        self.told = told
        self.answers: Counter[tuple[str, int]] = Counter()
        """Requests by method and status."""
        self.slower = [0] * (len(STEPS) + 1)
        """Requests by the class of their time."""
        self.seconds = 0.0
        self._well: tuple[float, bool] | None = None

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"] == HEALTH:
            await self._health(send)
            return
        begun, status = time.perf_counter(), 500

        async def heard(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, heard)
        finally:
            self._count(scope, status, time.perf_counter() - begun)

    def _count(self, scope: MutableMapping[str, Any], status: int, seconds: float) -> None:
        self.answers[scope["method"], status] += 1
        self.slower[next((i for i, step in enumerate(STEPS) if seconds <= step), len(STEPS))] += 1
        self.seconds += seconds
        if self.told:
            path = SECRET.sub("…", scope["path"])
            more = {"method": scope["method"], "path": path, "status": status, "ms": round(1000 * seconds, 1)}
            log.info("%(method)s %(path)s %(status)s", more, extra={"fields": more})

    async def _health(self, send: Send) -> None:
        well = await self._writes()
        data = b"ok\n" if well else b"the database does not answer\n"
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200 if well else 503, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    async def _writes(self) -> bool:
        """Whether something can be stored now."""
        now = time.monotonic()
        if self._well is None or now - self._well[0] > FRESH:
            try:
                await asyncio.wait_for(self.store.write(lambda c: None), PATIENCE)
                self._well = now, True
            except Exception:  # whatever it is, the server is not well
                self._well = now, False
        return self._well[1]


class Figures:
    """What Prometheus collects."""

    def __init__(
        self, watched: Watched, tables: Tables, waiting: Callable[[], int], passed: Callable[[], int]
    ) -> None:
        self.watched = watched
        self.tables = tables
        self.waiting = waiting
        """How many questions to computer players wait until one is worked."""
        self.passed = passed
        """How many requests were passed on to other servers."""

    def collect(self) -> Iterable[Any]:
        """The figures of this moment."""
        from prometheus_client import core

        requests = core.CounterMetricFamily("ironbottom_requests", "Requests answered.", labels=["method", "status"])
        for (method, status), n in list(self.watched.answers.items()):
            requests.add_metric([method, str(status)], n)
        yield requests
        counted, buckets = 0, []
        for step, n in zip((*map(str, STEPS), "+Inf"), self.watched.slower, strict=True):
            counted += n
            buckets.append((step, counted))
        yield core.HistogramMetricFamily(
            "ironbottom_request_seconds", "Time of an answer.", buckets=buckets, sum_value=self.watched.seconds
        )
        passed = core.CounterMetricFamily("ironbottom_passed_on", "Requests that were passed on to other servers.")
        passed.add_metric([], self.passed())
        yield passed
        rooms = list(self.tables.rooms.values())
        for name, text, n in (
            ("tables_loaded", "Tables in memory.", sum(room.table is not None for room in rooms)),
            ("connections", "Live connections of pages.", sum(len(room.sockets) for room in rooms)),
            ("thinking", "Computer players that think or wait for a process.", sum(len(r.thinking) for r in rooms)),
            ("questions_waiting", "Questions to computer players that wait until one is worked.", self.waiting()),
        ):
            yield core.GaugeMetricFamily(f"ironbottom_{name}", text, value=n)


def tell_figures(figures: Figures, port: int) -> None:
    """Answer Prometheus at a port of this machine alone. Raises BadInput."""
    try:
        from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, start_http_server
    except ImportError:
        raise BadInput("figures for Prometheus need the extra 'metrics': pip install 'ironbottom[metrics]'") from None
    registry = CollectorRegistry()
    for collector in (figures, ProcessCollector(registry=None), PlatformCollector(registry=None)):
        registry.register(collector)
    try:
        start_http_server(port, "127.0.0.1", registry)
    except OSError as error:
        raise BadInput(f"127.0.0.1:{port} cannot be used for figures: {error.strerror or error}") from None


class Lines(logging.Formatter):
    """The log as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        made = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        data = {"time": f"{made}.{int(record.msecs):03d}Z", "level": record.levelname.lower(), "logger": record.name,
                "message": record.getMessage()}  # fmt: skip
        if record.exc_info:
            data["error"] = self.formatException(record.exc_info)
        fields: dict[str, Any] = getattr(record, "fields", {})
        return json.dumps(data | fields, ensure_ascii=False)


def keep_log(kind: str) -> None:
    """How the log is written to standard error: "plain" (what goes wrong alone), or "json" (requests too)."""
    if kind == "json":
        handler = logging.StreamHandler()
        handler.setFormatter(Lines())
        logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
        log.setLevel(logging.INFO)
