"""The command, run in this process, and a data folder for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.command import Ran
from ironbottom import cli
from ironbottom.server import store


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def go(*words: object) -> Ran:
        try:
            code = cli.main([str(word) for word in words])
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return go


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    store.Store(folder).close()
    (folder / "overlays").mkdir()
    (folder / "overlays" / "archies-war.toml").write_text("", "utf-8")
    return folder
