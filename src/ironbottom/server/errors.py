"""What a request may be answered besides what it asked for."""

from __future__ import annotations

from ironbottom.kernel.errors import IronbottomError

RATED = "this game is rated: it is played without hints, coach, analysis and takebacks until it is over"

DELETED = "your account has been deleted: nothing of yours is kept"


class Refused(IronbottomError):
    """An error with a status of its own."""

    status = 400


class Forbidden(Refused):
    status = 403


class SignedOut(Forbidden):
    """From a browser that was somebody until now: its session was ended elsewhere, or his account is deleted."""

    status = 401


class NotFound(Refused):
    status = 404


class TooLarge(Refused):
    status = 413


class TooMany(Refused):
    status = 429


class Stale(Refused):
    """Made for an earlier position; `after` is the number that the page must resync from."""

    status = 409


class Elsewhere(Refused):
    """Another server holds the table, or is about to: the request is passed on to it."""

    status = 421

    def __init__(self, key: str) -> None:
        super().__init__("this table is at another server now; ask again")
        self.key = key


class Unstored(Exception):
    """What was to be stored could not be. No refusal of an act: the table is read anew from what is stored, and a
    computer's turn is tried again."""

    status = 507


class Unreachable(Unstored):
    """The database does not answer."""

    status = 503

    def __init__(self) -> None:
        super().__init__("the database does not answer: nothing is known to be changed; look again in a moment")


class Full(Unstored):
    """The disk has no room for what was to be stored."""

    def __init__(self) -> None:
        super().__init__("the disk has no room left: nothing was stored; try again when there is room")
