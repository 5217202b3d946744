"""What requests to the club hold."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ironbottom.server.bodies import Body

Key = Annotated[str, msgspec.Meta(max_length=100)]


class Offered(Body):
    """A game that is offered to others."""

    game: Key
    scenario: Key
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    copy: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    clock: dict[str, Any] | None = None
    rated: bool = False
    watch: bool = False


class Challenge(Offered, kw_only=True):
    side: Key = ""
    players: Annotated[list[Key], msgspec.Meta(max_length=20)] = msgspec.field(default_factory=list)
    names: Annotated[list[Key], msgspec.Meta(max_length=20)] = msgspec.field(default_factory=list)
    span: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    bot: Key = ""


class Tournament(Offered, kw_only=True):
    name: Key
    kind: Key
    games: int = 2
    rounds: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 5
    hours: float = 24.0
    most: int = 16
    begins: float | None = None


class Allowed(Body):
    hidden: bool
    replays: bool


class Leave(Body):
    days: int
