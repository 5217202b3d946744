"""What a run of the command gave, and what all that is refused has in common."""

from __future__ import annotations

import json
from typing import Any


class Ran:
    """What a run gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def assert_bad(ran: Ran, *words: str) -> None:
    """One clear line on standard error, nothing else, code 2."""
    assert ran.code == 2, (ran.out, ran.err)
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.startswith("ironbottom: ")
    assert "Traceback" not in ran.err
    assert "mistake of the program" not in ran.err
    for word in words:
        assert word in ran.err
