"""Stands where Playwright looks for Firefox: starts the one of the system, and between both answers what this Firefox
does not know with nothing instead of an error, so that an older one can be driven (a long-term release lacks what sets
media features). Playwright reads the address of the protocol from what a browser prints, and is given ours.

    python tests/web/firefox.py FIREFOX [its arguments]
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN = "unknown command"
LISTENING = re.compile(r"(WebDriver BiDi listening on )(ws://\S+)")
LARGEST = 256 << 20
"""Bytes of a message: a picture of a page is one."""


def forgiving(text: str) -> str:
    """An answer, without the error that it does not know a command."""
    answer = json.loads(text)
    if answer.get("type") == "error" and answer.get("error") == UNKNOWN:
        return json.dumps({"type": "success", "id": answer["id"], "result": {}})
    return text


async def between(here: ServerConnection, address: str) -> None:
    """Hand on what each says to the other."""
    path = here.request.path if here.request else "/session"
    async with connect(re.sub(r"(ws://[^/]+).*", r"\1", address) + path, max_size=LARGEST) as there:

        async def forth() -> None:
            async for message in here:
                await there.send(message)

        async def back() -> None:
            async for message in there:
                await here.send(forgiving(message) if isinstance(message, str) else message)

        ways = [asyncio.create_task(forth()), asyncio.create_task(back())]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()


async def main(command: list[str]) -> int:
    process = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE, stdin=None)
    assert process.stderr is not None
    address = ""

    async def meet(connection: ServerConnection) -> None:
        await between(connection, address)

    async with serve(meet, "127.0.0.1", 0, max_size=LARGEST) as ours:
        port = ours.sockets[0].getsockname()[1]
        async for line in process.stderr:
            text = line.decode(errors="replace")
            if found := LISTENING.search(text):
                address = found.group(2)
                text = LISTENING.sub(rf"\g<1>ws://127.0.0.1:{port}", text)
            sys.stderr.write(text)
            sys.stderr.flush()
        return await process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
