"""The catalogue of games: those of other packages are found, and what is wrong with one is told in one line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ironbottom import games
from ironbottom.cli import main
from ironbottom.kernel.errors import BadInput, UnknownGame
from ironbottom.kernel.record import header, missing, read_record
from ironbottom.server.catalogue import Catalogue

OURS = set(games.TITLES)


def forget() -> None:
    """Look for games anew."""
    for kept in (games._claims, games._fault, games._made):
        kept.cache_clear()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """`installed("name", slug="module:object", code="...")`: a package on the path, as pip would leave it."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def install(name: str, points: dict[str, str], code: str = "", version: str = "1.2") -> None:
        folder = tmp_path / f"{name}-{version}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        lines = "".join(f"{slug} = {goal}\n" for slug, goal in points.items())
        (folder / "entry_points.txt").write_text(f"[ironbottom.games]\n{lines}")
        if code:
            (tmp_path / f"{name}.py").write_text(code)
        forget()

    yield install
    monkeypatch.undo()
    forget()


GOOD = "from ironbottom_tenaru.game import Tenaru\n\n\nclass Night(Tenaru):\n    slug = 'night'\n"


def test_a_game_of_another_package_is_found(installed: Callable[..., None], tmp_path: Path) -> None:
    installed("nightgame", {"night": "nightgame:Night"}, GOOD)
    game = games.load("night")
    assert game.origin == ("nightgame", "1.2")
    assert games.load("night") is game
    assert games.load("night", {"blocks": {"turns": 2}}) is not game
    assert games.slugs() == (*games.READY, "night")
    assert games.faults() == ()
    rows = {row["slug"]: row for row in Catalogue(tmp_path).listed()}
    assert rows["night"]["ready"]
    assert [bot["id"] for bot in rows["night"]["bots"]] == ["regular", "recruit", "random"]


def test_its_players_meet_though_its_script_values_no_position(installed: Callable[..., None], capsys: Any) -> None:
    installed("nightgame", {"night": "nightgame:Night"}, GOOD)
    assert main(["simulate", "night", "-n", "2"]) == 0
    out, err = capsys.readouterr()
    assert "4 games" in out
    assert "luck" not in out
    assert err == ""


def test_its_records_name_their_package_and_ours_do_not(installed: Callable[..., None]) -> None:
    installed("nightgame", {"night": "nightgame:Night"}, GOOD)
    game = games.load("night")
    how: dict[str, Any] = {"seats": {}, "seed_hash": "x", "started": "2026-01-01"}
    head = header(game, "crossing", {"river": True}, **how)
    assert head["package"] == {"name": "nightgame", "version": "1.2", "title": "The Tenaru"}
    assert read_record(json.dumps(head), games.load).game is game
    ours = games.load(games.READY[0])
    assert "package" not in header(ours, ours.scenarios[0].id, {}, **how)
    for broken in (3, {}, {"name": "nightgame", "version": 1.2, "title": "x"}):
        with pytest.raises(BadInput, match="line 1: 'package' is a table with name, version, title, each a text"):
            read_record(json.dumps({**head, "package": broken}), games.load)


def test_a_record_whose_program_is_missing_says_which_one(installed: Callable[..., None]) -> None:
    installed("nightgame", {"night": "nightgame:Night"}, GOOD)
    how: dict[str, Any] = {"seats": {}, "seed_hash": "x", "started": "2026-01-01"}
    head = header(games.load("night"), "crossing", {}, **how)
    forget()
    with pytest.raises(BadInput, match=r"line 1: the program of this game is not installed: nightgame 1\.2"):
        read_record(json.dumps({**head, "game": "day"}), games.load)
    assert missing({"game": "day"}) == "the program of this game is not installed: day"


def test_a_slug_taken_twice_is_refused(installed: Callable[..., None]) -> None:
    installed("nightgame", {"night": "nightgame:Night"}, GOOD)
    installed("another", {"night": "another:Night", "solomons": "another:Mine"}, GOOD, version="3")
    assert set(games.slugs()) == OURS
    assert games.load("solomons").origin == ("", "")
    assert games.faults() == (
        "another 3 wants the name of our own game 'solomons'",
        "the game 'night' is claimed by another 3 and by nightgame 1.2: none of them is loaded",
    )
    with pytest.raises(UnknownGame):
        games.load("night")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import nowhere_at_all", "does not work: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("x = (", "does not work: SyntaxError"),
        ("def Night(overlay):\n    raise ValueError('one\\ntwo')", "does not work: ValueError: one two"),
        ("def Night(overlay):\n    return 3", "badgame:Night makes no game but 'int'"),
        ("Other = 3", "does not work: AttributeError"),
        (GOOD.replace("'night'", "'day'"), "calls the game 'night' as an entry point, and 'day' itself"),
        (GOOD + "    def __init__(self, overlay=None):\n        self.correction = ''\n", "has no digest as"),
    ],
)  # fmt: skip
def test_a_broken_game_is_named_in_one_line_and_stops_nothing(
    installed: Callable[..., None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: str,
    says: str,
) -> None:
    monkeypatch.delitem(__import__("sys").modules, "badgame", raising=False)
    installed("badgame", {"night": "badgame:Night"}, code)
    (fault,) = games.faults()
    assert says in fault
    assert "badgame 1.2" in fault
    assert "\n" not in fault
    assert set(games.slugs()) == OURS
    with pytest.raises(BadInput):
        games.load("night")
    assert main(["games"]) == 0
    told = capsys.readouterr()
    assert fault in told.err
    assert "solomons" in told.out


def test_all_games_share_one_bounded_cache() -> None:
    slug = games.READY[0]
    assert games.load(slug) is games.load(slug, {}) is games.load(slug, None)
    assert games._made.cache_info().maxsize == games.MOST
