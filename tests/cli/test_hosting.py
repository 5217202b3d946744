"""What a host does on the command line: a server started, its data saved, brought back and moved."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cli.command import assert_bad
from ironbottom.server import backup, store

SLUG = "archies-war"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    store.Store(folder).close()
    (folder / "overlays").mkdir()
    (folder / "overlays" / f"{SLUG}.toml").write_text("", "utf-8")
    return folder


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
    "line",
    [
        "workers = 0",
        "workers = true",
        "bot_seconds = -1",
        "bot_delay = -0.1",
        "bot_seconds = nan",
        'webhook = "x"',
        'smtp = "x"',
        "x",
        "y = 1",
    ],
)
def test_a_wrong_setting_is_said_at_the_start(run: Any, data: Path, line: str) -> None:
    (data / "server.toml").write_text(line, "utf-8")
    assert_bad(run("serve", "--port", "0", "--data", data), "server.toml")


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
    for number in range(0, len(whole), max(1, len(whole) // 40)):
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
    from ironbottom.server.settings import Settings

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


def test_serve_refuses_a_wrong_address(run: Any, tmp_path: Path) -> None:
    assert_bad(run("serve", "--public-url", "nonsense", "--data", tmp_path), "https")
    assert_bad(run("serve", "--port", 70_000, "--data", tmp_path), "port")


def test_ratings_are_worked_out_anew(run: Any, tmp_path: Path) -> None:
    assert_bad(run("ratings", "--data", tmp_path / "none", "--recompute"), "no data")
    store.Store(tmp_path).close()
    done = run("ratings", "--data", str(tmp_path), "--recompute")
    assert (done.code, done.out, done.err) == (0, "rated 0 games anew\n", "")
    assert "--recompute" in run("ratings", "--data", str(tmp_path)).err
