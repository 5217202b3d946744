"""What more than one chapter tells: attacks, what is shown, and what is lost."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.value import value


@value
class StrikeLaunched(Event):
    """RS-090: an attack takes off."""

    file_name: ClassVar[str] = "strike"
    side: int
    origin: str
    target: str
    lac: int
    nac: int
    where: int
    number: int


@value
class Boarded(Event):
    """RS-075, RS-078: what the ships of a side that are in port carry when its plot is written: ship, ground points,
    Supply Points."""

    file_name: ClassVar[str] = "boarded"
    private: ClassVar[bool] = True
    side: int
    holds: tuple[tuple[str, int, int], ...]


@value
class Returned(Event):
    """RS-078, A61: cargo that goes back to the depot: ship, ground points, Supply Points."""

    file_name: ClassVar[str] = "returned"
    private: ClassVar[bool] = True
    side: int
    holds: tuple[tuple[str, int, int], ...]


@value
class Altered(Event):
    """RS-040: a Japanese task force turns to Anti-Ship."""

    file_name: ClassVar[str] = "altered"
    private: ClassVar[bool] = True
    side: int
    force: int


@value
class Revealed(Event):
    """RS-098, RS-124: units are shown to all; `force` where they are of one task force."""

    file_name: ClassVar[str] = "revealed"
    side: int
    hex: int
    units: tuple[str, ...]
    force: Later[int] = -1
    few: Later[int] = -1
    """The points left of an attack from the air, where they are too few for any of these ships."""


@value
class Sunk(Event):
    """RS-136: a unit is lost."""

    file_name: ClassVar[str] = "sunk"
    unit: str
    side: int


@value
class AirLost(Event):
    """RS-200: air points are lost: `lac` or `nac`."""

    file_name: ClassVar[str] = "air_lost"
    side: int
    n: int
    what: str


@value
class GroundLost(Event):
    """RS-200: ground points are lost."""

    file_name: ClassVar[str] = "ground_lost"
    side: int
    n: int
    cause: str


@value
class SupplyLost(Event):
    """RS-068: Supply Points go down with a ship."""

    file_name: ClassVar[str] = "supply_lost"
    side: int
    n: int
    cause: str


@value
class SupplySpent(Event):
    """RS-107, RS-138: Supply Points are used."""

    file_name: ClassVar[str] = "supply_spent"
    side: int
    n: int
    cause: str
