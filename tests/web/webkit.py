"""WebKitGTK by WebDriver, as far as a short test needs it: Debian's `webkit2gtk-driver` and the MiniBrowser of the
library, on a screen of Xvfb where there is none."""

from __future__ import annotations

import base64
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's name, by the standard."""
PATIENCE = 60
BROWSERS = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser")


def missing() -> str:
    """What is not here, in words; nothing where all of it is."""
    if shutil.which("WebKitWebDriver") is None:
        return "no WebKitWebDriver here"
    if not mini():
        return "no MiniBrowser of WebKitGTK here"
    if not os.environ.get("DISPLAY") and shutil.which("Xvfb") is None:
        return "no screen here, and no Xvfb"
    return ""


def mini() -> str:
    return next((str(path) for pattern in BROWSERS for path in Path("/").glob(pattern[1:])), "")


class Tab:
    """A window of WebKit."""

    def __init__(self, wire: httpx.Client, session: str) -> None:
        self.wire = wire
        self.session = session

    def ask(self, command: str, **given: Any) -> Any:
        answer = self.wire.post(f"/session/{self.session}/{command}", json=given).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def goto(self, address: str) -> None:
        self.ask("url", url=address)

    def run(self, script: str, *given: Any) -> Any:
        """What the body of a function gives; it finds what is given in `arguments`."""
        return self.ask("execute/sync", script=script, args=list(given))

    def until(self, script: str, *given: Any) -> Any:
        """The same, when it is true."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(script, *given)):
            assert time.monotonic() < end, f"never true: {script}"
            time.sleep(0.1)
        return found

    def find(self, selector: str) -> dict[str, str]:
        self.until("return document.querySelector(arguments[0])?.getClientRects().length > 0", selector)
        found: dict[str, str] = self.ask("element", using="css selector", value=selector)
        return found

    def click(self, selector: str) -> None:
        """A click by the mouse in the middle of what is found."""
        self.ask(f"element/{self.find(selector)[ELEMENT]}/click")

    def press(self, keys: str) -> None:
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("actions", actions=[{"type": "key", "id": "keys", "actions": steps}])

    def picture(self) -> bytes:
        """What is on the screen, as PNG."""
        answer = self.wire.get(f"/session/{self.session}/screenshot").json()["value"]
        return base64.b64decode(answer)


def _free() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def webkit(width: int = 1280, height: int = 860) -> Iterator[Tab]:
    """A window of WebKit, for as long as it is needed."""
    with ExitStack() as ends:

        def start(*command: str, **how: Any) -> subprocess.Popen[str]:
            process = subprocess.Popen(command, text=True, stderr=subprocess.DEVNULL, **how)
            ends.callback(process.wait, 10)
            ends.callback(process.terminate)
            return process

        environment = dict(os.environ)
        if not environment.get("DISPLAY"):
            screen = start("Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height}x24", stdout=subprocess.PIPE)
            assert screen.stdout is not None
            environment["DISPLAY"] = f":{screen.stdout.readline().strip()}"
        port = _free()
        start("WebKitWebDriver", f"--port={port}", env=environment)
        wire = ends.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=2 * PATIENCE))
        options = {"binary": mini(), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = wire.post("/session", json=wanted).json()["value"]
                break
            except httpx.ConnectError:
                assert time.monotonic() < end, "WebKitWebDriver does not answer"
                time.sleep(0.1)
        assert "sessionId" in answer, answer
        ends.callback(wire.delete, f"/session/{answer['sessionId']}")
        tab = Tab(wire, answer["sessionId"])
        tab.ask("window/rect", x=0, y=0, width=width, height=height)
        yield tab
