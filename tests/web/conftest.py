"""Servers for the page's tests: the stand-in with its messages made by hand, and the real one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def stand_in() -> Iterator[tuple[Any, str]]:
    """The stand-in for the server, and its address."""
    from standin import Mock

    app = Mock()
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield app, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(5)


@pytest.fixture
def mock(stand_in: tuple[Any, str]) -> str:
    """The address of the stand-in, whose tables are as at the start."""
    app, address = stand_in
    app.__init__()
    return address


@contextmanager
def serving(data: Path, *paths: Path) -> Iterator[str]:
    """The address of a real server with a database of its own, and with the same dice at every table; its computers do
    not wait before they answer. `paths`: folders in which it finds more packages."""
    data.mkdir(exist_ok=True)
    (data / "server.toml").write_text("bot_delay = 0\n", encoding="utf-8")
    command = [
        sys.executable,
        str(Path(__file__).with_name("seeded.py")),
        "--port",
        "0",
        "--data",
        str(data),
        "--durability",
        "normal",
    ]
    where = os.pathsep.join([*map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": where}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found:
            break
    else:
        raise AssertionError("the server did not start: " + "".join(lines))
    stream = process.stdout
    threading.Thread(target=lambda: [None for _ in stream], daemon=True).start()
    yield found.group()
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server."""
    with serving(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="session")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server with tables that begin in given positions, with the dice that are wanted."""
    from placed import Placed

    server = Placed(tmp_path_factory.mktemp("placed"))
    yield server
    server.stop()


CHOSEN = """([story, coach]) => {
  if (!location.protocol.startsWith('http')) return; // such a page keeps nothing
  const kept = JSON.parse(localStorage.getItem('ironbottom.settings') ?? '{}');
  if (!('story' in kept)) localStorage.setItem('ironbottom.settings', JSON.stringify({ ...kept, story, coach }));
}"""


@pytest.fixture
def page(chromium: Any) -> Iterator[Callable[..., Any]]:
    """`page(address, width, height, theme)`: a page that fails the test when its console holds an error, other
    than those with the `expected` words in them. What others do is told to a reader who chose so (`story`),
    and so is what the coach of a first game says (`coach`). `workers`: with the page's service worker."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def make(
        address: str,
        width: int = 1440,
        height: int = 900,
        theme: str = "light",
        touch: bool = False,
        motion: str = "reduce",
        expected: str = "",
        story: str = "off",
        coach: str = "off",
        workers: bool = False,
    ) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion=motion,
            service_workers="allow" if workers else "block",
        )
        contexts.append(context)
        context.add_init_script(f"({CHOSEN})({[story, coach]!r})")
        tab = context.new_page()
        tab.set_default_timeout(40000)
        tab.on("pageerror", lambda error: wrong.append(str(error)))

        def said(message: Any) -> None:
            if message.type == "error" and not (expected and expected in message.text):
                wrong.append(f"{message.text} ({message.location.get('url')})")

        tab.on("console", said)
        tab.goto(address)
        return tab

    yield make
    for context in contexts:
        context.close()
    assert wrong == []
