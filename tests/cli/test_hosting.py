"""What a host does on the command line: a server started, its data saved, brought back and moved."""

from __future__ import annotations

import json
import socket
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cli.command import assert_bad
from ironbottom.server import backup, store
from ironbottom.server.settings import NUMBERS, WORDS, Settings

SLUG = "archies-war"


def test_backup_while_running_and_restore(run: Any, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.zip"
    kept = store.Store(data)
    try:
        assert run("backup", file, "--data", data).code == 0
        assert_bad(run("restore", file, "--data", data), "running")
    finally:
        kept.close()
    assert_bad(run("backup", file, "--data", data), "exists")
    fresh_folder = tmp_path / "new"
    assert run("restore", file, "--data", fresh_folder).code == 0
    store.check(fresh_folder / store.FILE)
    assert (fresh_folder / "overlays" / f"{SLUG}.toml").is_file()
    ran = run("restore", file, "--data", data)
    assert ran.code == 0
    assert "before-restore" in ran.out
    store.Store(data).close()
    assert len(list(data.glob("before-restore-*"))) == 1
    assert not list(data.glob(".restore-*"))


def test_backup_and_restore_by_names_from_where_one_is(
    run: Any, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `docs/hosting.md` shows them."""
    monkeypatch.chdir(tmp_path)
    assert run("backup", "b.zip", "--data", "data").code == 0
    assert run("restore", "b.zip", "--data", "new/folder").code == 0
    store.check(tmp_path / "new" / "folder" / store.FILE)
    Path("text.zip").write_text("not a zip", "utf-8")
    assert_bad(run("restore", "text.zip", "--data", "other/folder"), "text.zip is no backup")
    assert not Path("other").exists(), "a refusal leaves nothing behind"
    Path("empty").mkdir()
    assert_bad(run("restore", "text.zip", "--data", "empty"), "text.zip is no backup")
    assert list(Path("empty").iterdir()) == []


def test_a_backup_that_lacks_a_file_says_so(run: Any, data: Path, tmp_path: Path) -> None:
    whole, part = tmp_path / "b.zip", tmp_path / "part.zip"
    backup.backup(data, whole)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(part, "w") as new:
        for name in old.namelist():
            if name != store.FILE:
                new.writestr(name, old.read(name))
    assert_bad(run("restore", part, "--data", tmp_path / "new"), f"{store.FILE} is missing")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("workers = 0", "'workers' is a whole number from 1 to 64"),
        ("workers = true", "'workers' is a whole number"),
        ('vacation_days = "x"', "'vacation_days' is a whole number from 0 to 366"),
        ("bot_seconds = -1", "'bot_seconds' is a number from 1 to 3600"),
        ("bot_delay = -0.1", "'bot_delay' is a number"),
        ("bot_seconds = nan", "'bot_seconds' is a number"),
        ("guests = 1", "'guests' is a text"),
        ('webhook = "x"', "https://"),
        ('smtp = "x"', "smtps://"),
        ("x", "cannot be read"),
        ("y = 1", "'y' is no setting; there are webhook, smtp"),
    ],
)
def test_a_wrong_setting_is_said_at_the_start(run: Any, data: Path, line: str, said: str) -> None:
    (data / "server.toml").write_text(line, "utf-8")
    assert_bad(run("serve", "--port", "0", "--data", data), "server.toml", said)


def test_every_setting_is_described() -> None:
    described = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    assert [key for key in (*WORDS, *NUMBERS) if f"\n    {key} = " not in described] == []


def test_a_wrong_correction_in_the_data_folder_is_said_at_the_start(run: Any, data: Path) -> None:
    (data / "overlays" / f"{SLUG}.toml").write_text("[two_player.turns]\nlast = 9\n", "utf-8")
    assert_bad(run("serve", "--port", "0", "--data", data), f"overlays/{SLUG}.toml")
    store.Store(data).close()


def test_backup_and_restore_refuse(run: Any, data: Path, tmp_path: Path) -> None:
    assert_bad(run("backup", tmp_path / "b.zip", "--data", tmp_path / "none"), "no data")
    assert_bad(run("backup", tmp_path / "no" / "b.zip", "--data", data), "no folder")
    assert_bad(run("restore", tmp_path / "none.zip", "--data", data), "no file")
    text = tmp_path / "text.zip"
    text.write_text("not a zip", "utf-8")
    assert_bad(run("restore", text, "--data", data), "no backup")
    file = tmp_path / "b.zip"
    backup.backup(data, file)
    whole = file.read_bytes()
    for number in range(0, len(whole), max(1, len(whole) // 16)):
        file.write_bytes(whole[:number] + bytes([whole[number] ^ 0x5A]) + whole[number + 1 :])
        ran = run("restore", file, "--data", tmp_path / f"new{number}")
        assert ran.code == 0 or ran.err.count("\n") == 1
        assert "mistake of the program" not in ran.err
    store.Store(data).close()


def test_a_backup_cannot_write_outside_its_folder(run: Any, data: Path, tmp_path: Path) -> None:
    for name in ("../evil", "/evil", "a/../../evil", "C:evil", "a\\evil"):
        file = tmp_path / "evil.zip"
        with zipfile.ZipFile(file, "w") as archive:
            files = {store.FILE: "0", name: "0"}
            archive.writestr(backup.MANIFEST, json.dumps({"format": backup.FORMAT, "files": files}))
            archive.writestr(name, "x")
        assert_bad(run("restore", file, "--data", tmp_path / "new"))
    assert not (tmp_path / "evil").exists()


def test_serve_hands_its_settings_on(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from ironbottom.server import app

    calls: list[tuple[Any, bool]] = []
    monkeypatch.setattr(app, "serve", lambda settings, open_browser: calls.append((settings, open_browser)))
    assert run().code == 0
    assert (
        run(
            "serve",
            "--host",
            "0.0.0.0",
            "--port",
            99,
            "--data",
            tmp_path,
            "--public-url",
            "https://x.org",
            "--durability",
            "normal",
        ).code
        == 0
    )
    assert calls[0] == (Settings(), True)
    wanted = Settings("0.0.0.0", 99, tmp_path, "https://x.org", "normal")
    assert calls[1] == (wanted, False)


@pytest.mark.parametrize(
    "address",
    [
        "nonsense", "https://a b", "https://x:99999", "https://x:0", "https://x?y#z", "https://user:pw@x/",
        "https://x/abc", "https://[::1", "https://m\u00fcller.example",
    ],
)  # fmt: skip
def test_serve_refuses_a_wrong_address(run: Any, tmp_path: Path, address: str) -> None:
    assert_bad(run("serve", "--public-url", address, "--data", tmp_path), "such as https://example.org")


def test_right_addresses_are_taken() -> None:
    for address in ("https://war.example.org", "http://192.168.1.5:8042/", "https://[2001:db8::1]:8443", "http://a_b"):
        Settings(public_url=address)


@pytest.mark.parametrize("words", [["--port", 70_000], ["--metrics", 99_999], ["--metrics", -5]])
def test_serve_refuses_a_port_that_there_is_not(run: Any, tmp_path: Path, words: list[object]) -> None:
    assert_bad(run("serve", *words, "--data", tmp_path), "a number from 1 to 65535")


def test_a_port_of_figures_that_is_taken_is_said_before_all_else(run: Any, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = run("serve", "--port", 0, "--metrics", port, "--data", tmp_path)
    assert_bad(ran, f"127.0.0.1:{port} cannot be used for figures")
    assert ran.out == ""
    store.Store(tmp_path).close()


def test_no_folder_is_not_the_one_where_one_is(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["serve", "--port", 0], ["backup", "b.zip"], ["owner", "list"]):
        assert_bad(run(*words, "--data", ""), "--data names no folder")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_data_folder(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("x", "utf-8")
    assert_bad(run("serve", "--port", 0, "--data", file), f"the data folder {file} cannot be used: it is a file")


@pytest.mark.parametrize("place", ["mysql://x", "PostgreSQL://127.0.0.1:1/x", "postgresql:/127.0.0.1/x", ""])
def test_a_mistyped_database_is_no_folder(
    run: Any, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_bad(run("move-database", "data", place), "names no database", "postgresql://user@host/name")
    assert_bad(run("move-database", place, "new"), "names no database")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_database_does_not_move_to_itself(run: Any, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data.parent)
    assert_bad(run("move-database", "data", data), "the two are the same")


def test_ratings_are_worked_out_anew(run: Any, tmp_path: Path) -> None:
    assert_bad(run("ratings", "--data", tmp_path / "none", "--recompute"), "no data")
    store.Store(tmp_path).close()
    done = run("ratings", "--data", str(tmp_path), "--recompute")
    assert (done.code, done.out, done.err) == (0, "rated 0 games anew\n", "")
    assert "--recompute" in run("ratings", "--data", str(tmp_path)).err
