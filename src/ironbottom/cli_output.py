"""What the command writes to its outputs."""

from __future__ import annotations

import errno
import os
import sys
import time

from ironbottom.kernel.errors import system_says


def open_what_is_closed() -> None:
    """Where an output is closed, nobody hears what is said there; Python has nothing to say it to then."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def say_no_more() -> None:
    """What is still to be said is dropped: at its end Python would try it once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refused(error: OSError | UnicodeError) -> str:
    """What the system has refused, and why."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {system_says(error)}"
    try:
        sys.stdout.flush()
    except OSError:
        say_no_more()
    full = isinstance(error, OSError) and error.errno == errno.ENOSPC
    return ("what is to be written finds no room: " if full else "") + system_says(error)


class Progress:
    """A bar on standard error, where that is a terminal; elsewhere a line each minute."""

    EACH = 60.0

    def __init__(self, what: str) -> None:
        self.what = what
        self.shown = sys.stderr.isatty()
        self.said = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: int, whole: int) -> None:
        if self.shown:
            filled = 40 * done // max(1, whole)
            bar = "#" * filled + "." * (40 - filled)
            print(f"\r[{bar}] {done}/{whole} {self.what}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self.said > self.EACH:
            self.said = time.monotonic()
            print(f"{done} of {whole} {self.what}", file=sys.stderr, flush=True)

    def __exit__(self, *problem: object) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
