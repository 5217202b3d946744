"""C5..C13, C15, U7, U8: the battle box: dice in a row, what type each hit strikes, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.games.axis_allies.rules.printed import (
    AAG,
    AIR,
    ART,
    AXIS,
    BAT,
    BOM,
    DST,
    FTR,
    INF,
    LAND,
    PTB,
    SEA,
    SPACES,
    TRN,
    Printed,
)
from ironbottom.games.axis_allies.rules.state import ARMOUR, DAMAGED, SUNK, Campaign, Ship, Shot, kind_of, put, word
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Decision, Die, Refusal, refuse
from ironbottom.kernel.value import value

HELPS = {"sea": "night_fighting", "troops": "banzai_charge"}
CATEGORY = {"air": AIR, "sea": SEA, "troops": LAND}
Term = tuple[int, int, int, int]
"""One line of a sum: (space, kind, how many, dice each)."""


def struck(printed: Printed, category: int, slot: int, present: Sequence[int]) -> int:
    """C6..C8, O9: the type that a hit strikes, of the types still present: the slot's own, else a PT boat, else the
    first in the order of the box; -1 if nobody is left."""
    wanted = printed.boxes[category][slot % len(printed.boxes[category])]
    if wanted in present:
        return wanted
    if category == SEA and PTB in present:
        return PTB
    for kind in printed.order[category]:
        if kind in present:
            return kind
    return -1


def candidates(s: Campaign, side: int, zone: int, kind: int) -> tuple[Ship, ...]:
    """C10..C12: the ships of a type that may take a hit: those with armour left, else undamaged ones (one for each
    different cargo), else damaged ones."""
    left = [ship for ship in s.fleet(side, zone) if ship[0] == kind and not ship[2] & SUNK]
    if kind == BAT:
        armoured = [ship for ship in left if not ship[2] & ARMOUR]
        if armoured:
            return (armoured[0],)
    whole = [ship for ship in left if not ship[2] & DAMAGED] or left
    if kind not in (TRN, DST):
        return (whole[0],)
    by_cargo: dict[tuple[int, ...], Ship] = {}
    for ship in whole:
        by_cargo.setdefault(ship[1], ship)
    return tuple(by_cargo.values())


def strike_ship(
    s: Campaign, side: int, zone: int, ship: Ship, destroys: bool
) -> tuple[Campaign, str, tuple[int, ...]]:
    """C12, C13, C15, M15, M16, M18, U7, U8: one hit on a ship, what it did ("ignored", "damaged" or "destroyed"), and
    the cargo that is lost by it."""
    kind, cargo, marks = ship
    if kind == BAT and not marks & ARMOUR:
        return s.trade(side, zone, ship, (kind, cargo, marks | ARMOUR)), "ignored", ()
    lost, kept = (cargo, ()) if kind in (TRN, DST) else ((), cargo)
    for item in lost:
        s = s.lose(side, item)
    if not destroys and s.printed.resilient[kind] and not marks & DAMAGED:
        return s.trade(side, zone, ship, (kind, kept, marks | DAMAGED)), "damaged", lost
    return s.trade(side, zone, ship, (kind, kept, (marks & ~DAMAGED) | SUNK)), "destroyed", lost


# --- the dice and what they hit ------------------------------------------------------------------------------------


@value
class Rolled(Event):
    """C5: the dice of an attack in the order of the slots; the faces that hit, and what rolled them."""

    file_name = "rolled"
    side: int
    target: str
    space: str
    dice: tuple[int, ...]
    hits: Later[tuple[int, ...]] = ()
    terms: Later[tuple[Term, ...]] = ()
    tokens: Later[tuple[str, ...]] = ()
    """O3, O4: the tokens that made a die better."""


@value
class Hit(Event):
    """C7: the hit of a slot (from 1): the type struck (-1: nobody is left), what it did, and the cargo lost by it."""

    file_name = "hit"
    side: int
    space: str
    slot: int
    die: int
    kind: int
    result: str
    cargo: Later[tuple[int, ...]] = ()


@value
class FieldsHit(Event):
    """C22: so many hits on airfields damage so many of them."""

    file_name = "fields_hit"
    side: int
    land: str
    hits: int
    n: int


def power(terms: tuple[Term, ...]) -> int:
    """C3: the sum of an attack's terms."""
    return sum(n * each for _, _, n, each in terms)


def volley(s: Campaign, side: int, target: str, space: int, terms: tuple[Term, ...]) -> Campaign:
    """C3, C5: an attack with that power is rolled, if it has any."""
    dice = power(terms)
    if not dice:
        return s
    shot = Shot(side, target, dice, terms)
    if s.battle is not None:
        s = s.note(shots=(*s.battle.shots, shot))
    return s.push(Roll(side, target, space, dice, ()))


@value
class Roll(Die):
    """C5, C6: one die after the other, in the order of the slots."""

    side: int
    target: str
    space: int
    power: int
    dice: tuple[int, ...]
    rule = "C5"

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        dice = (*self.dice, outcome[1])
        if len(dice) < self.power:
            step: Any = Roll(self.side, self.target, self.space, self.power, dice)
            return s.replace(stack=(*s.stack, step))
        if s.battle is not None:
            s = s.note(shots=(*s.battle.shots[:-1], s.battle.shots[-1].replace(dice=dice)))
        s = s.tell(self._told(s, dice))
        if self.target == "fields":
            return hit_fields(s, self.side, self.space, dice)
        return s.push(Hits(self.side, self.target, self.space, dice, 0))

    def _told(self, s: Campaign, dice: tuple[int, ...]) -> Rolled:
        """The dice, with the faces that hit and what rolled them."""
        faces = s.printed.hits if self.target == "fields" else tuple(
            die for die in range(1, 7) if severity(s, self.side, self.target, self.space, die))
        terms = s.battle.shots[-1].terms if s.battle is not None else ()
        found = helped(s, self.side, self.target, self.space)
        return Rolled(self.side, self.target, SPACES[self.space], dice, faces, terms, found)


def hit_fields(s: Campaign, side: int, land: int, dice: tuple[int, ...]) -> Campaign:
    """C22: every two hits damage one sound enemy airfield; an odd one is lost."""
    hits = sum(die in s.printed.hits for die in dice)
    n = min(hits // s.printed.field_hits, s.sound(1 - side, land))
    if s.battle is None:
        return s
    broken = (n, s.battle.broken[1]) if side == 1 else (s.battle.broken[0], n)
    return s.note(broken=broken).tell(FieldsHit(side, SPACES[land], hits, n))


def severity(s: Campaign, side: int, target: str, space: int, die: int) -> int:
    """C5, C10, C13, O3, O4: 1 if the die destroys and the attacker picks, 2 if it damages and the defender picks, 0
    for a miss. Night Fighting makes a 2 as good as a 1, Banzai Charge a 3 as good as a 2."""
    destroys, damages = s.printed.hits
    if die == destroys:
        return 1
    if die == damages:
        return 1 if "night_fighting" in helped(s, side, target, space) else 2
    return 2 if die == 3 and "banzai_charge" in helped(s, side, target, space) else 0


def helped(s: Campaign, side: int, target: str, space: int) -> tuple[str, ...]:
    """O3, O4: the tokens that make a die of this attack better."""
    token = HELPS.get(target, "") if side == AXIS else ""
    return (token,) if token and (token, SPACES[space]) in s.effects else ()


def present(s: Campaign, side: int, target: str, space: int) -> tuple[int, ...]:
    """C8, C24: the types of the side that still have a unit there that is not marked as destroyed."""
    if target == "sea":
        return tuple(dict.fromkeys(ship[0] for ship in s.fleet(side, space) if not ship[2] & SUNK))
    marked = s.battle.marked[side] if s.battle else (0,) * 13
    return tuple(kind for kind, n in units_there(s, side, target, space) if n > marked[kind])


def units_there(s: Campaign, side: int, target: str, space: int) -> tuple[tuple[int, int], ...]:
    """C17, C24: aircraft over a space, or land units on it, by type."""
    if target == "air":
        return tuple(zip((FTR, BOM), s.planes(side, space)[:2], strict=True))
    return tuple(zip((INF, ART, AAG), s.ground(side, space)[:3], strict=True))


@value
class Hits(Auto):
    """C7..C15: the hits of an attack, from slot 1 up; it stops where somebody has to pick."""

    side: int
    target: str
    space: int
    dice: tuple[int, ...]
    at: int

    def run(self, s: Campaign) -> Campaign:
        enemy = 1 - self.side
        for slot in range(self.at, len(self.dice)):
            severe = severity(s, self.side, self.target, self.space, self.dice[slot])
            if not severe:
                continue
            kind = struck(s.printed, CATEGORY[self.target], slot, present(s, enemy, self.target, self.space))
            if kind < 0:
                s = self._told(s, slot, kind, "lost")
            elif self.target == "sea":
                ships = candidates(s, enemy, self.space, kind)
                if len(ships) > 1:
                    picker = self.side if severe == 1 else enemy
                    after = self.replace(at=slot + 1)
                    return s.push(Pick(picker, self.side, self.space, kind, self.dice[slot], slot, severe == 1), after)
                s, result, lost = strike_ship(s, enemy, self.space, ships[0], severe == 1)
                s = self._told(s, slot, kind, result, lost)
            else:
                s = mark(s, enemy, kind)
                s = self._told(s, slot, kind, "destroyed")
        return s

    def _told(self, s: Campaign, slot: int, kind: int, result: str, cargo: tuple[int, ...] = ()) -> Campaign:
        return tell_hit(s, self.side, self.space, slot, self.dice[slot], kind, result, cargo)


def tell_hit(
    s: Campaign, side: int, space: int, slot: int, die: int, kind: int, result: str, cargo: tuple[int, ...] = ()
) -> Campaign:
    """C7, C9: a hit, for the log and the battle sheet."""
    if s.battle is not None and s.battle.shots:
        last = s.battle.shots[-1]
        s = s.note(shots=(*s.battle.shots[:-1], last.replace(hits=(*last.hits, (slot, kind, result)))))
    return s.tell(Hit(side, SPACES[space], slot + 1, die, kind, result, cargo))


def mark(s: Campaign, side: int, kind: int) -> Campaign:
    """C2, C13: an aircraft or land unit is marked; it still fires back, and is taken away afterwards."""
    if s.battle is None:
        return s
    row = s.battle.marked[side]
    return s.note(marked=put(s.battle.marked, side, put(row, kind, row[kind] + 1)))


@value
class Pick(Decision):
    """C10, C11, A14: which of the ships of a type, with different cargo, takes the hit."""

    side: int
    attacker: int
    zone: int
    unit: int
    die: int
    slot: int
    destroys: bool
    rule = "C10"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("lose", word(ship)) for ship in candidates(s, 1 - self.attacker, self.zone, self.unit))

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        enemy = 1 - self.attacker
        ship = next(one for one in candidates(s, enemy, self.zone, self.unit) if word(one) == action[1])
        s, result, lost = strike_ship(s, enemy, self.zone, ship, self.destroys)
        return tell_hit(s, self.attacker, self.zone, self.slot, self.die, self.unit, result, lost)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "lose" and len(action) == 2:
            kind = kind_of(action[1])
            if kind != self.unit:
                return refuse("C7", "refused.other_type_hit", kind=self.unit)
            fleet = s.fleet(1 - self.attacker, self.zone)
            if any(word(ship) == action[1] and not ship[2] & SUNK for ship in fleet):
                return refuse("C11", "refused.undamaged_first")
        return refuse("C10", "refused.pick", kind=self.unit)

    def default(self, s: Campaign, side: int) -> Action | None:
        """C10: the defender gives up the emptiest, the attacker picks the fullest."""
        ships = sorted(candidates(s, 1 - self.attacker, self.zone, self.unit), key=lambda ship: len(ship[1]))
        return ("lose", word(ships[-1 if side == self.attacker else 0]))
