"""What the tests of the adapters share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import pytest


@pytest.fixture(scope="session")
def pyspiel(cannot_run: Callable[[str, str], NoReturn]) -> Any:
    """OpenSpiel, with our games registered."""
    try:
        import pyspiel
    except ImportError as error:
        cannot_run("research", f"{error.name} is not installed: .venv/bin/pip install -r requirements/research.txt")
    from ironbottom.research import openspiel

    openspiel.register()
    return pyspiel


@pytest.fixture(scope="session")
def pettingzoo(cannot_run: Callable[[str, str], NoReturn]) -> Any:
    """Our adapter to PettingZoo."""
    try:
        import gymnasium  # noqa: F401
        import pettingzoo  # noqa: F401
    except ImportError as error:
        cannot_run("research", f"{error.name} is not installed: .venv/bin/pip install -r requirements/research.txt")
    from ironbottom.research import pettingzoo as adapter

    return adapter
