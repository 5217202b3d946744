"""Stands where Playwright looks for Firefox: starts the one of the system and passes on what both say, for a long-term
release lacks some of what Playwright asks for, and Playwright some of what the page's tests need. Playwright reads the
address of the protocol (WebDriver BiDi) from what a browser prints, and is given ours.

* To be told of media features this Firefox does not know how is no error; they are preferences, and these are set by
  `preferences()`, which connects here too, while the browser runs.
* Playwright's tap does nothing there. While `FINGER` is on, its mouse is a finger.
* Its double click is two clicks there, for Firefox counts the clicks of one command. After `DOUBLE` the next click is a
  double one (`hands.py`).

    python tests/web/firefox.py FIREFOX PORT-FILE [its arguments]
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connecting
from websockets.asyncio.server import ServerConnection, serve
from websockets.sync.client import connect

MEDIA = "emulation.setMediaFeaturesOverride"
UNKNOWN = "unknown command"
LISTENING = re.compile(r"(WebDriver BiDi listening on )(ws://\S+)")
ALLOWED = "--remote-allow-system-access"
"""Lets the protocol set preferences."""
LARGEST = 256 << 20
"""Bytes of a message: a picture of a page is one."""
OURS = 1 << 40
"""Numbers of commands from here on are ours, not Playwright's."""
WITHIN = "/preferences"
FINGER = "finger"
DOUBLE = "double"

SET = "for (const [name, value] of Object.entries({})) Services.prefs.setIntPref(name, value);"


def preferences(port: int, values: dict[str, int]) -> None:
    """Set preferences of the Firefox behind this port; they hold for what is open too. `FINGER`, `DOUBLE` are ours."""
    with connect(f"ws://127.0.0.1:{port}{WITHIN}") as there:
        there.send(json.dumps(values))
        if refused := json.loads(there.recv(timeout=60)):
            raise AssertionError(f"Firefox did not take {values}: {refused}")


class Between:
    """Hands on what Playwright and Firefox say, and asks a thing of its own now and then."""

    def __init__(self) -> None:
        self.address = ""
        self.firefox: ClientConnection | None = None
        self.numbers = itertools.count(OURS)
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.media: set[int] = set()
        self.finger = False
        self.double = False

    async def meet(self, here: ServerConnection) -> None:
        path = here.request.path if here.request else "/session"
        if path == WITHIN:
            await self.set_preferences(here)
            return
        async with connecting(re.sub(r"(ws://[^/]+).*", r"\1", self.address) + path, max_size=LARGEST) as there:
            self.firefox = there
            ways = [asyncio.create_task(self.forth(here, there)), asyncio.create_task(self.back(here, there))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()

    async def forth(self, here: ServerConnection, there: ClientConnection) -> None:
        async for message in here:
            command = json.loads(message)
            if command["method"] == MEDIA:
                self.media.add(command["id"])
            if command["method"] == "input.performActions" and (self.finger or self.double):
                for source in command["params"]["actions"]:
                    if source["type"] == "pointer":
                        self.pointed(source)
                message = json.dumps(command)
            await there.send(message)

    def pointed(self, source: dict[str, Any]) -> None:
        """What is done by the mouse, as it is to be done."""
        if self.finger:
            source["parameters"] = {"pointerType": "touch"}
            source["id"] = FINGER
        first = source["actions"][0]
        if self.double and first["type"] == "pointerDown":
            source["actions"] = [{"type": what, "button": first["button"]} for what in ("pointerDown", "pointerUp") * 2]
        elif self.double and first["type"] == "pointerUp":  # it has been let go already
            source["actions"] = [{"type": "pause", "duration": 0}]
            self.double = False

    async def back(self, here: ServerConnection, there: ClientConnection) -> None:
        async for message in there:
            answer = json.loads(message)
            number = answer.get("id")
            if number in self.waiting:
                self.waiting.pop(number).set_result(answer)
                continue
            if number in self.media:
                self.media.discard(number)
                if answer.get("error") == UNKNOWN:
                    message = json.dumps({"type": "success", "id": number, "result": {}})
            await here.send(message)

    async def ask(self, method: str, **params: Any) -> Any:
        """What Firefox answers to a command of ours."""
        assert self.firefox is not None, "Playwright has not come yet"
        number = next(self.numbers)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        await self.firefox.send(json.dumps({"id": number, "method": method, "params": params}))
        answer = await self.waiting[number]
        if answer["type"] == "error":
            raise RuntimeError(answer["message"])
        return answer["result"]

    async def set_preferences(self, here: ServerConnection) -> None:
        values = json.loads(await here.recv())
        self.finger = bool(values.pop(FINGER, self.finger))
        self.double = bool(values.pop(DOUBLE, False))
        try:
            tree = await self.ask("browsingContext.getTree", **{"moz:scope": "chrome"})
            target = {"context": tree["contexts"][0]["context"]}
            done = await self.ask("script.evaluate", expression=SET.format(json.dumps(values)), target=target,
                                  awaitPromise=False)
            await here.send(json.dumps("" if done["type"] == "success" else str(done)))
        except (AssertionError, RuntimeError, IndexError) as error:
            await here.send(json.dumps(str(error) or "nothing"))


async def main(firefox: str, file: str, *arguments: str) -> int:
    process = await asyncio.create_subprocess_exec(firefox, ALLOWED, *arguments, stderr=subprocess.PIPE)
    assert process.stderr is not None
    between = Between()
    async with serve(between.meet, "127.0.0.1", 0, max_size=LARGEST) as ours:
        port = ours.sockets[0].getsockname()[1]
        Path(file).write_text(str(port), encoding="utf-8")
        async for line in process.stderr:
            text = line.decode(errors="replace")
            if found := LISTENING.search(text):
                between.address = found.group(2)
                text = LISTENING.sub(rf"\g<1>ws://127.0.0.1:{port}", text)
            sys.stderr.write(text)
            sys.stderr.flush()
        return await process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
