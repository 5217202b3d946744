"""The command, run in this process."""

from __future__ import annotations

from typing import Any

import pytest

from cli.command import Ran
from ironbottom import cli


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
