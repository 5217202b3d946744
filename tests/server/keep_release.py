"""Makes the database that every later release must open: `PYTHONPATH=tests python tests/server/keep_release.py NAME`.

It holds a running toy game with a draft, notes and orders, a finished one, and a running game of Archie's War.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from ironbottom.server.settings import Settings
from ironbottom.server.store import FILE
from server.conftest import Running
from server.play import PLENTY, Browser, seal

DATA = Path(__file__).parent / "data"


def at_the_screen(ann: Browser, key: str) -> Any:
    """The message of the seat that is to decide, from behind the curtain."""
    return ann.look(key, ann.look(key, "")["waiting"][0])


def play(ann: Browser) -> dict[str, Any]:
    """Play the games; what each seat should find."""
    both = {"red": "me", "blue": "me"}
    running, ended = ann.table(seats=both, clock={"days": 3})["id"], ann.table(seats=both)["id"]
    for key in (running, ended):
        seal(ann, ann, key)
        ann.do(key, "red", "go hill", "mark", "roll")
    ann.do(running, "red", "go hill")
    ann.do(running, "red", "go wood")
    ann.act(running, "red", "undo")
    ann.act(running, "red", "note", place="hill", text="a note")
    ann.act(running, "red", "chat", text="hello")
    ann.act(running, "blue", "order", step="Answer", do="hold")
    ann.act(ended, "blue", "resign")
    real = ann.table("archies-war", "two-player", seats={"american": "me", "japanese": "me"})["id"]
    for _ in range(60):
        now = at_the_screen(ann, real)
        onward = [choice["do"] for choice in now["choices"] if not choice.get("retract")]
        ann.do(real, now["seat"], onward[now["n"] % len(onward)])
    told: dict[str, Any] = {}
    for key, seats in ((running, ("red",)), (ended, ("red", "blue")), (real, (at_the_screen(ann, real)["seat"],))):
        told[key] = {}
        for seat in seats:
            found = ann.look(key, seat)
            lines = [line["text"] for line in found["lines"]]
            told[key][seat] = {"n": found["n"], "lines": lines, "picture": found["picture"], "draft": found["draft"]}
    return told


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Settings(port=0, data=Path(folder), limits=PLENTY))
        ann = Browser(running.base, "Ann")
        told = play(ann)
        running.stop()
        with closing(sqlite3.connect(Path(folder) / FILE)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        DATA.mkdir(exist_ok=True)
        shutil.copy(Path(folder) / FILE, DATA / f"{name}.sqlite3")
        notes = {"cookie": ann.http.cookies["ironbottom_player"], "tables": told}
        (DATA / f"{name}.json").write_text(json.dumps(notes, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
