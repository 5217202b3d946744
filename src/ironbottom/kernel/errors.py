"""The errors that a user may see: one clear line each."""

from __future__ import annotations


class IronbottomError(Exception):
    """The base of all errors whose text is meant for the user."""


class BadInput(IronbottomError):
    """A file, a message or an option is not what it should be; the text says what would be right."""


class UnknownGame(BadInput):
    """No package that is installed here has the game."""


class IllegalAction(IronbottomError):
    """An action that the rules forbid now; `rule` is the number of the statement that does."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule


class SecretTouched(IronbottomError):
    """A computer player's side touched what it may not know (raised only by the poisoned states of the tests)."""


def system_says(error: Exception) -> str:
    """Why the system refuses, in its words, without the number and the path that Python adds."""
    if isinstance(error, UnicodeError):
        return "it is no text in UTF-8"
    if isinstance(error, FileExistsError):  # where a folder was to be
        return "it is a file"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
