"""5.0: random events."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.artillery import FireDice
from ironbottom.games.henderson_field.rules.printed import AMERICAN, COMING, JAPANESE, RABAUL, SIDES
from ironbottom.games.henderson_field.rules.state import Position, mended, operational, points_for, put, supplied
from ironbottom.games.henderson_field.rules.steps import Die, Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later
from ironbottom.kernel.step import Auto, Chance
from ironbottom.kernel.value import value


@value
class DeckShuffled(Told):
    """All cards are in the deck again."""
    file_name = "shuffled"


@value
class CardDrawn(Told):
    """A side has drawn a card."""
    file_name = "card"
    rule = "R5.0b"
    side: int
    card: int
    name: str


@value
class Delayed(Told):
    """A unit comes a turn later: by this die, or, with no die (0), because there is no hex for it or its owner keeps it
    back."""
    file_name = "late"
    rule = "R5.0b"
    unit: str
    die: int
    kept: Later[bool] = False
    needed: Later[int] = 0
    """The lowest die with which it comes in time."""


@value
class InTime(Told):
    """A unit comes when it was due."""
    file_name = "in_time"
    rule = "R5.0b"
    unit: str
    die: int
    needed: Later[int] = 0


@value
class EventStep(Auto):
    """R5.0a, Q4, Q34: the side whose colour the box has draws a card; an empty deck is shuffled first."""

    side: int

    def run(self, s: Position) -> Position:
        if s.setting.turns[s.turn].event != self.side:
            return s
        if not s.deck:
            s = s.replace(deck=tuple(s.setting.cards)).tell(DeckShuffled())
        return s.push(DrawCard(self.side))


@value
class DrawCard(Chance):
    """R2.3, R5.0b, Q34: one card of those left."""

    rule: ClassVar[str] = "R5.0b"
    side: int

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        return tuple((("card", n), 1) for n in s.deck)

    def resolve(self, s: Position, outcome: Action) -> Position:
        number = outcome[1]
        name = str(s.setting.cards[number][SIDES[self.side]])
        s = s.replace(deck=tuple(n for n in s.deck if n != number), events=(*s.events, name))
        s = s.tell(CardDrawn(self.side, number, name))
        return enact(s, self.side, name)


def due_now(s: Position, side: int) -> tuple[int, ...]:
    """R6a: the units of a side that are to land in this turn."""
    army = s.armies[side]
    turn = s.turn
    return tuple([
        i for i, due in enumerate(army.due) if 0 < due <= turn and army.at[i] in (COMING, RABAUL)
    ])


def enact(s: Position, side: int, name: str) -> Position:
    """R5.0b: what happens at once; the rest is looked up while the event lasts."""
    number = s.setting.event_number.get(name, 0)
    if name == "seabees" and s.field == AMERICAN:
        return mended(s, number)
    if name == "ammunition":
        return supplied(s, AMERICAN, number)
    if name == "submarine":
        return supplied(s, JAPANESE, number)
    if name == "supplies":
        return supplied(s, side, number)
    if name == "acclaim":
        return points_for(s, side, number, "event")
    if name == "convoy_back":
        for i in due_now(s, AMERICAN):
            s = s.army(AMERICAN, due=put(s.armies[AMERICAN].due, i, s.turn + 1))
        return s
    if name == "slot_closed" and due_now(s, JAPANESE):
        return s.push(LateDie(due_now(s, JAPANESE)))
    if name == "air_raid" and s.field == AMERICAN:
        return s.push(FireDice(JAPANESE, s.setting.field, number))
    if name == "bombardment_force" and s.field == JAPANESE:
        return supplied(s, JAPANESE, number)
    if name == "air_strike" and not (s.field == AMERICAN and operational(s)):
        return s.replace(events=tuple(one for one in s.events if one != name))
    return s


@value
class LateDie(Die):
    """The Slot is closed: a die for each Japanese unit that is due; on a low one it comes a turn later."""

    rule: ClassVar[str] = "R5.0b"
    units: tuple[int, ...]

    def resolve(self, s: Position, outcome: Action) -> Position:
        i, needed = self.units[0], s.setting.event_number["slot_closed"] + 1
        late = outcome[1] < needed
        if late:
            s = s.army(JAPANESE, due=put(s.armies[JAPANESE].due, i, s.turn + 1))
        name = s.setting.units[JAPANESE][i].name
        s = s.tell(Delayed(name, outcome[1], needed=needed) if late else InTime(name, outcome[1], needed))
        return s.push(LateDie(self.units[1:])) if len(self.units) > 1 else s
