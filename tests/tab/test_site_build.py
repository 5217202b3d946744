"""What `make site` puts together of our own, without what it fetches: the page with what stands around it, whole and
in the lists, and a program that plays by itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module, util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
LATER = {"site.json", "sw.js"}
"""What is made of the lists, and so is in none."""


@pytest.fixture(scope="module")
def building() -> Any:
    """The script `tools/site_build.py`."""
    sys.path.insert(0, str(ROOT / "tools"))
    return import_module("site_build")


@pytest.fixture(scope="module")
def site(building: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without a Python, and with an empty program."""
    folder: Path = tmp_path_factory.mktemp("built") / "site"
    building.gather_page(folder)
    building.list_parts(folder, {building.PROGRAM: b""})
    return folder


def names(found: list[str], folder: str = "") -> set[str]:
    """Where these addresses lead, seen from a folder of the site."""
    return {(Path("/") / folder / name.partition("?")[0]).resolve().relative_to("/").as_posix() for name in found}


def test_both_lists_name_all_files(site: Path, building: Any) -> None:
    listed = json.loads((site / building.MANIFEST).read_text("utf-8"))
    parts = set(listed["parts"])
    files = {path.relative_to(site).as_posix().removesuffix(".gz") for path in site.rglob("*") if path.is_file()}
    assert parts == files - LATER
    worker = (site / "sw.js").read_text("utf-8")
    given = json.loads(worker.partition("self.PARTS = ")[2].partition(";\n")[0])
    assert given == {name: part["tag"] for name, part in listed["parts"].items()}
    assert worker.endswith((ROOT / "site" / "sw.js").read_text("utf-8")), "the site's own, not the page's"
    assert "self.HEADERS = {" in worker


def test_all_that_pages_and_modules_name_goes_along(site: Path) -> None:
    wanted = {name: {"tab/shell.js", "tab/shell.css"} if name == "index.html" else {"js/main.js"}
              for name in ("index.html", "page.html")}
    for name, sure in wanted.items():
        named = names(re.findall(r'<(?:link|script)\b[^>]*(?:href|src)="([^"]+)"', (site / name).read_text("utf-8")))
        assert sure <= named
        assert [one for one in named if not (site / one).is_file()] == [], name
    for path in [*site.glob("js/**/*.js"), *site.glob("tab/*.js")]:
        code, here = path.read_text("utf-8"), path.parent.relative_to(site).as_posix()
        named = names(re.findall(r"(?:from|import) '(\.[^']+)'", code), here)
        named |= names(re.findall(r"new URL\('([\w./]+\.\w+)', BASE\)", code))
        named |= names(re.findall(r"new URL\('([\w./]+\.\w+)', import\.meta\.url\)", code), here)
        assert [one for one in named if not (site / one).is_file()] == [], path.name


def test_the_page_finds_in_its_wire_what_it_finds_at_a_server(site: Path, building: Any) -> None:
    def given(path: Path) -> set[str]:
        return set(re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", path.read_text("utf-8"), re.M))

    assert given(site / "js/wire.js") == given(building.SOURCE / "web/js/wire.js")
    assert (site / "js/wire.js").read_bytes() == (ROOT / "site/wire.js").read_bytes()


PLAYED = '''
import asyncio, importlib.abc, json, sys
from pathlib import Path

program, libraries, needless, data = json.loads(sys.argv[1])
class Without(importlib.abc.MetaPathFinder):
    """The standard library has here what it has in the tab."""
    def find_spec(self, name, path=None, target=None):
        if any(name == one or name.startswith(one + ".") for one in needless):
            raise ModuleNotFoundError(f"{name} is not in the tab")
sys.meta_path.insert(0, Without())
sys.path[:0] = [program, libraries]
from ironbottom.tab.crew import work
from ironbottom.tab.house import Tab

class Mate:
    async def ready(self): pass
    async def ask(self, question): return work(question)
    def hurry(self): pass
    def end(self): pass

async def play():
    tab = Tab(Path(data), Mate, 1, lambda: None, None, lambda cookie: None)
    async def ask(method, path, body=None):
        found = await tab.ask(method, path, b"" if body is None else json.dumps(body).encode())
        assert found.status in (200, 204), (path, found.status, bytes(found.data)[:300])
        return json.loads(found.data) if found.kind == "application/json" else found.data
    for game in await ask("GET", "/api/games"):
        scenario = game["scenarios"][0]
        seats = {side: "me" for side in scenario["sides"]}
        made = await ask("POST", "/api/tables", {"game": game["slug"], "scenario": scenario["id"], "seats": seats})
        table = f"/api/tables/{made['id']}"
        message = await ask("GET", f"{table}?after=0&said=0")
        if message.get("dice"):
            await ask("POST", f"{table}/dice", {"seat": message["seat"], "number": "ab" * 32})
            message = await ask("GET", f"{table}?after=0&said=0")
        await ask("GET", f"/api/rules/{game['slug']}")
        await ask("GET", f"/g/{game['slug']}/{scenario['id']}/board.json")
        await ask("POST", f"{table}/advise", {"seat": message["seat"]})
        assert b"ironbottom" in await ask("GET", f"{table}/record?seat={message['seat']}")
        print(game["slug"], len(message["choices"]))
    assert (await ask("GET", "/api/tab/backup"))[:2] == b"PK"

asyncio.run(play())
'''


def test_the_program_that_goes_along_plays_all_games(building: Any, tmp_path: Path) -> None:
    """In a Python that has nothing else: no more of the standard library than the tab's, and two libraries."""
    program, libraries, data = tmp_path / "program", tmp_path / "libraries", tmp_path / "data"
    building.gather_program(program, [])
    libraries.mkdir()
    for name in building.LIBRARIES:
        found = util.find_spec(name)
        assert found is not None
        assert found.origin is not None
        (libraries / name).symlink_to(Path(found.origin).parent)
    needless = [name.replace("/", ".") for name in building.NEEDLESS]
    given = json.dumps([str(program), str(libraries), needless, str(data)])
    done = subprocess.run([sys.executable, "-I", "-S", "-c", PLAYED, given], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert len(done.stdout.splitlines()) == 5
