"""What the command writes to its outputs."""

from __future__ import annotations

import errno
import os
import sys

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
