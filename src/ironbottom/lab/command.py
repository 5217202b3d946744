"""What the commands of the lab and `ironbottom` have in common: errors are one line that says what would be right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ironbottom import games
from ironbottom.kernel.copies import corrections, read_copy, shipped
from ironbottom.kernel.data import read_text
from ironbottom.kernel.errors import BadInput, IronbottomError, system_says

WELL, NOT_SO, BAD, STOPPED = 0, 1, 2, 130
"""Exit codes: all is well; what was asked for does not hold; bad use; stopped by Ctrl-C."""


class Parser(argparse.ArgumentParser):
    """Raises BadInput for wrong arguments."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """A verb complains itself of what it does not know, and so names its own help."""
        given, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return given, unknown

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} (see {self.prog} --help)")


def complain(text: str) -> int:
    """Say in one line what is wrong; the exit code."""
    print("ironbottom: " + " ".join(text.split()), file=sys.stderr)
    return BAD


def answered(run: Callable[[], int]) -> int:
    """What a command of the lab comes to: its exit code, or a line for what cannot be done."""
    try:
        return run()
    except IronbottomError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"{error.filename}: {system_says(error)}" if error.filename else system_says(error))
    except KeyboardInterrupt:
        return STOPPED


def at_least(least: int, **numbers: int) -> None:
    """Raises BadInput for an option that is a smaller number."""
    for name, number in numbers.items():
        if number < least:
            raise BadInput(f"{'-' if len(name) == 1 else '--'}{name} is a number from {least} on, not {number}")


def options_of(texts: Sequence[str]) -> dict[str, str]:
    """The rulings that `--option K=V` asks for. Raises BadInput."""
    chosen: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"an option is given as --option name=value, not '{text}'")
        if key in chosen:
            raise BadInput(f"--option {key} is given twice: once is enough")
        chosen[key] = value
    return chosen


def overlay_of(slug: str, text: str) -> dict[str, Any] | None:
    """The corrections of a copy that comes with the game, by its name or id, or of one in a file. Raises BadInput."""
    package = games.load(slug).package
    brought = shipped(package)
    named = {copy.name: copy for copy in brought.values()}
    copy = read_copy(read_text(Path(text)), text) if text.endswith(".toml") else {**brought, **named}.get(text)
    if copy is None or copy.game != slug:
        raise BadInput(f"{slug} has no copy '{text[:80]}'; there are: {', '.join(named) or 'none'}")
    return corrections(package, copy)


def writable(path: Path) -> None:
    """Complain before long work, not after it. Raises BadInput."""
    if path.is_dir():
        raise BadInput(f"{path} cannot be written: it is a folder")
    if not path.resolve().parent.is_dir():
        raise BadInput(f"{path} cannot be written: there is no such folder")
    there = path.exists()
    if there and not path.is_file():  # a pipe, which is opened once
        return
    try:
        path.open("ab").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {system_says(error)}") from None
