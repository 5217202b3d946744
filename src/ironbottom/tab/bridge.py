"""Between the house and the JavaScript of its tab (`site/house.js`, `site/crew.js`): what goes over is turned from the
one language's values into the other's. Imported in Pyodide alone."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyodide.ffi import to_js  # type: ignore[import-not-found]

from ironbottom.tab.crew import work
from ironbottom.tab.house import Tab, TabLine


def answered(question: Any) -> Any:
    """A worker's answer, both as bytes."""
    return to_js(work(question.to_bytes()))


class JsMate:
    """A worker of the browser: `Mate` of site/crew.js."""

    def __init__(self, mate: Any) -> None:
        self._mate = mate

    async def ready(self) -> None:
        await self._mate.ready()

    async def ask(self, question: bytes) -> bytes | None:
        answer = await self._mate.ask(to_js(question))
        return None if answer is None else answer.to_bytes()

    def hurry(self) -> None:
        self._mate.hurry()

    def end(self) -> None:
        self._mate.end()


class Bridge:
    """The house as `site/house.js` holds it. `folder`: where its files lie; `make`: gives a worker; `most`: so many of
    them; `flush`, `keep`: see `Tab`."""

    def __init__(
        self, folder: str, make: Callable[[], Any], most: int, flush: Callable[[], Any], cookie: str,
        keep: Callable[[str], Any],
    ) -> None:
        self.tab = Tab(Path(folder), lambda: JsMate(make()), most, flush, cookie or None, keep)

    async def begin(self) -> None:
        """Take up what was going on."""
        await self.tab.house.begin()
        gc.freeze()

    async def warm(self) -> None:
        """Have a worker ready before he is needed."""
        with contextlib.suppress(Exception):  # who needs him is told
            await self.tab.crew.warm()

    async def ask(self, method: str, address: str, data: Any) -> Any:
        """A request's answer: status, kind, headers, bytes."""
        given = await self.tab.ask(method, address, b"" if data is None else data.to_bytes())
        return to_js([given.status, given.kind, list(map(list, given.headers.items())), to_js(given.data)])

    def connect(self, address: str, send: Any, accept: Any, close: Any) -> TabLine:
        """Take up a live connection."""
        return self.tab.connect(address, send, accept, close)

    async def end(self) -> None:
        """End all work, and let go of the database."""
        await self.tab.end()
