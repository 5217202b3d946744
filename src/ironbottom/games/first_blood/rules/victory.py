"""2.0: who wins."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.airfields import built_fields
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Result
from ironbottom.kernel.value import value

AMERICAN_WINS, JAPANESE_WINS = (1, -1), (-1, 1)


@value
class AirfieldHeld(Event):
    """12.6.2a: a Japanese unit holds an airfield hex when it counts."""

    file_name = "airfield_held"
    unit: str
    hex: str


@value
class Ended(Event):
    """2.0a: the game is over; `winner` is the name of a side."""

    file_name = "ended"
    winner: str
    reason: str


def ended(s: Position, returns: tuple[int, int], reason: str) -> Position:
    """The game is over, and says so."""
    return s.tell(Ended(SIDES[returns.index(1)], reason)).end(Result(returns, reason))


def on_airfield(s: Position) -> int:
    """2.0a, 12.6c, 12.6.1a: a Japanese ground unit on an airfield hex, or -1; a strip that was never built is none."""
    fields = built_fields(s)
    return next((u for u in s.setting.own[JAPANESE] if s.at[u] in fields), -1)


@value
class AirfieldTest(Auto):
    """2.0a, 12.6c, 12.6.2a: at the end of the American combat phase Japan wins with a unit on an airfield hex."""

    def run(self, s: Position) -> Position:
        u = on_airfield(s)
        if u < 0:
            return s
        s = s.tell(AirfieldHeld(s.setting.units[u].name, s.setting.names[s.at[u]]))
        return ended(s, JAPANESE_WINS, "airfield")


def survivors(s: Position) -> tuple[int, ...]:
    """2.0b: the Japanese ground units on hexes of the map; boxes do not count."""
    return tuple(u for u in s.setting.own[JAPANESE] if s.at[u] < s.setting.hexes)


def bled(s: Position) -> int:
    """IB-1, IB-2: the combat factors that the Americans have lost since a short scenario began."""
    setting = s.setting
    lost = setting.number["lost"]
    return sum(setting.units[u].combat for u in setting.own[AMERICAN] if s.at[u] == lost) - setting.before


def enough(s: Position) -> int:
    """2.0b, IB-1, IB-2: so many Japanese units on the map win after the last turn, as things stand."""
    costly = s.setting.costly
    return s.setting.enough - bool(costly and bled(s) >= costly)


def wiped_out(s: Position) -> bool:
    """2.0c: whether no Japanese ground unit is left nor still to come, so that Japan can no longer win."""
    lost = s.setting.number["lost"]
    return all(s.at[u] == lost for u in s.setting.own[JAPANESE])


def last_turn(s: Position) -> Position:
    """2.0b, 2.0c, IB-1, IB-2: after the last turn Japan wins with a unit on the map, or with as many as a short
    scenario of ours asks for; else the Americans."""
    if len(survivors(s)) >= enough(s):
        return ended(s, JAPANESE_WINS, "survivors" if s.setting.enough == 1 else "enough")
    return ended(s, AMERICAN_WINS, "cleared" if s.setting.enough == 1 else "too_few")


def after_turn(s: Position) -> Position:
    """2.0b, 2.0c: the end of a turn: after the last one the game is decided, and before it if no Japanese unit is
    left."""
    if s.turn >= s.setting.last:
        return last_turn(s)
    if wiped_out(s):
        return ended(s, AMERICAN_WINS, "wiped_out")
    return s
