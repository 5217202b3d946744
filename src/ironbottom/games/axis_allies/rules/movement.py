"""G4, M1..M13, M20..M23: Phase 1, Movement: ships type by type, then bombers and fighters.

A group of equal ships is taken in hand; it loads (one ship), goes to a neighbouring zone, or stays.
"""

from __future__ import annotations

from typing import Any

from ironbottom.games.axis_allies.rules.loading import load, loadable, put_back, spread, spreads, unmoved, why_not_load
from ironbottom.games.axis_allies.rules.printed import (
    ALLIES,
    AXIS,
    BOM,
    CAR,
    DST,
    FTR,
    GROUND,
    KIND,
    KINDS,
    PTB,
    SEAS,
    SPACE,
    SPACES,
    SUB,
    TOKEN,
    TRN,
)
from ironbottom.games.axis_allies.rules.question import Question
from ironbottom.games.axis_allies.rules.state import (
    MOVED,
    Campaign,
    Fleet,
    Ship,
    TokenPlayed,
    aboard,
    kind_of,
    minus,
    plus,
    ready,
    upto,
    word,
)
from ironbottom.games.axis_allies.rules.submarines import Torpedo, TorpedoLosses, targets
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value

ORDER = ("TRN", "BAT", "CAR", "CRU", "DST", "SUB", "BOM", "FTR")
"""M7: the steps of the phase."""
STEP = {KIND[name]: f"M{number}" for number, name in enumerate(ORDER, 1)}
TOGETHER = {kind: (DST, PTB) if kind == DST else (kind,) for kind in (*STEP, PTB)}
"""O9: PT boats move with the destroyers; those that were held back by themselves move alone."""
WATCHERS, SUPERIOR = TOKEN["coast_watchers"], TOKEN["superior_fighters"]
TOKEN_RULES: dict[Action, str] = {("coast_watchers",): "O10", ("superior_fighters",): "O6"}
"""O1: the statements of the tokens that are played while moving."""


@value
class Sailed(Event):
    """M1: so many equal ships went to a neighbouring zone, with their cargo."""

    file_name = "sailed"
    side: int
    kind: int
    cargo: tuple[int, ...]
    n: int
    start: str
    end: str


@value
class Flew(Event):
    """M20: aircraft flew to another space."""

    file_name = "flew"
    side: int
    kind: int
    n: int
    start: str
    end: str


@value
class Released(Event):
    """O10: a type that was held back moves."""

    file_name = "released"
    side: int
    kind: int


@value
class Rested(Event):
    """M1, M20: a side moves no more ships this turn; "others": none but those held back; "fighters": no aircraft; a
    type: none of that type."""

    file_name = "rested"
    side: int
    what: Later[str] = ""


@value
class KindStep(Auto):
    """G4, M7, M17, O10: a step for one type of unit: the first player with all of his, then the other. A type that
    the Coast Watchers hold back is left out here."""

    unit: int
    moving: bool = True

    def run(self, s: Campaign) -> Campaign:
        steps: list[Any] = []
        for side in s.sides():
            steps.append(Begin(side, self.unit, self.moving))
            if self.unit == SUB:
                steps.append(TorpedoLosses(side))
        return s.push(*steps)


@value
class HeldBack(Auto):
    """O10: what the Coast Watchers held back moves after all other units; the Allies choose the order."""

    def run(self, s: Campaign) -> Campaign:
        waiting = tuple(effect[1] for effect in s.effects if effect[0] == "coast_watchers" and not effect[2])
        if not waiting:
            return s
        return s.push(NextHeldBack(ALLIES, waiting)) if len(waiting) > 1 else release(s, waiting[0])


@value
class NextHeldBack(Decision):
    """O10: which of two types that were held back moves first."""

    side: int
    kinds: tuple[int, ...]
    rule = "O10"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("now", KINDS[kind]) for kind in self.kinds)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        return release(s, KIND[action[1]])


def release(s: Campaign, kind: int) -> Campaign:
    """O10: a type that was held back moves now."""
    done = tuple(("coast_watchers", kind, True) if e == ("coast_watchers", kind, False) else e for e in s.effects)
    s = s.replace(effects=done).tell(Released(ALLIES, kind))
    moving = kind != SUB or not s.printed.hidden
    steps: list[Any] = [Begin(ALLIES, kind, moving, False)]
    if kind == SUB:
        steps.append(TorpedoLosses(ALLIES))
    return s.push(*steps, HeldBack())


def held_back(s: Campaign, side: int, kind: int) -> bool:
    """O10: whether the Coast Watchers hold this type back now."""
    return side == ALLIES and ("coast_watchers", kind, False) in s.effects


def passed_over(s: Campaign, side: int, kind: int) -> bool:
    """O10: whether all of a step is held back; PT boats may be left in it, if so agreed (A32)."""
    left = kind == DST and s.printed.boats_apart and movable(s, side, kind)
    return held_back(s, side, kind) and not left


def types_now(s: Campaign, side: int, kind: int) -> tuple[int, ...]:
    """O9, O10, A32: the types that move in a step; destroyers and PT boats each without the other where one of them
    was held back alone."""
    if kind != DST or side != ALLIES or not s.printed.boats_apart:
        return TOGETHER[kind]
    if ("coast_watchers", DST, True) in s.effects:
        return (DST,)
    return tuple(one for one in TOGETHER[DST] if not held_back(s, side, one))


def movable(s: Campaign, side: int, kind: int, moving: bool = True) -> tuple[tuple[int, Ship, int], ...]:
    """M1, M14, O9: the groups of ships of a step that have not moved: (zone, ship, how many)."""
    kinds = types_now(s, side, kind)
    at = side * SEAS
    found = [
        (zone, ship, n)
        for zone, fleet in enumerate(s.ships[at : at + SEAS]) if fleet
        for ship, n in ready(fleet, kinds)
    ]
    if not moving:
        found = [entry for entry in found if targets(s, side, entry[0])]
    return tuple(found)


def flyable(s: Campaign, side: int, kind: int) -> tuple[tuple[int, int], ...]:
    """M13, M20, M22: (space, how many) aircraft of a kind that have not flown; fighters aboard carriers too."""
    which = kind - FTR
    at = side * 21
    found = []
    for space, planes in enumerate(s.air[at : at + 21]):
        n = planes[which]
        if kind == FTR and space < SEAS and (fleet := s.ships[side * SEAS + space]):
            n += aboard(fleet)
        if n:
            found.append((space, n))
    return tuple(found)


def reach(s: Campaign, side: int, kind: int) -> int:
    """U9, O6: how many zones an aircraft flies in Movement, and again to land."""
    if kind == FTR and side == AXIS and ("superior_fighters",) in s.effects:
        return max(3, s.printed.flown[kind])
    return s.printed.flown[kind]


@value
class Begin(Auto):
    """G4: a side's part of a step; passed over if it has nothing left to move."""

    side: int
    unit: int
    moving: bool = True
    fresh: bool = True

    def run(self, s: Campaign) -> Campaign:
        side, kind = self.side, self.unit
        if passed_over(s, side, kind):
            return s
        if kind >= FTR:
            if flyable(s, side, kind) and not resting(s, side, kind):
                return s.push(Fly(side, kind, self.fresh))
        elif not (self.moving and resting(s, side, kind)) and movable(s, side, kind, self.moving):
            return s.push(Sail(side, kind, self.moving, self.fresh))
        return s


def tokens_now(s: Campaign, side: int, kind: int, fresh: bool) -> tuple[Action, ...]:
    """O6, O10: the tokens that may be played before a side's type of unit moves; Superior Fighters at any moment of
    Movement before the fighters do; Coast Watchers on destroyers or on PT boats, if these are types apart (A32)."""
    if side == AXIS:
        comes = kind != FTR or fresh or not begun(s, side, (FTR,))
        there = comes and s.tokens[AXIS][SUPERIOR] and ("superior_fighters",) not in s.effects
        return (("play", "superior_fighters"),) if there else ()
    found: list[Action] = []
    if s.tokens[ALLIES][WATCHERS]:
        apart = kind == DST and s.printed.boats_apart
        for kinds in ((DST,), (PTB,)) if apart else (TOGETHER[kind],):
            named = any(effect[0] == "coast_watchers" and effect[1] == kinds[0] for effect in s.effects)
            there = not apart or any(ship[0] in kinds for _, ship, _ in movable(s, side, kind))
            if there and not named and (fresh or not begun(s, side, kinds)):
                found.append(("play", "coast_watchers", KINDS[PTB]) if kinds == (PTB,) else ("play", "coast_watchers"))
    return tuple(found)


def begun(s: Campaign, side: int, kinds: tuple[int, ...]) -> bool:
    """O6, O10: whether a unit of the types has moved, so that nothing comes before that any more; to take one in hand
    and put it back is no move."""
    if kinds[0] >= FTR:
        return any(s.planes(side, space)[2 + kinds[0] - FTR] for space in range(21))
    return any(ship[0] in kinds and ship[2] & MOVED
               for fleet in s.ships[side * SEAS : side * SEAS + SEAS] for ship in fleet)


def play_before_move(s: Campaign, side: int, kind: int) -> Campaign:
    """O6, O10: Coast Watchers hold the type back; Superior Fighters gives the Axis fighters a longer reach."""
    if side == ALLIES:
        s = s.play_token(side, WATCHERS, kind, False)
        return s.tell(TokenPlayed(side, "coast_watchers", kind=kind))
    s = s.play_token(side, SUPERIOR)
    return s.tell(TokenPlayed(side, "superior_fighters"))


def resting(s: Campaign, side: int, kind: int) -> bool:
    """M1, O10, M20: whether a side has said that its units of this type stay; what was held back stays only if it was
    named too."""
    if not s.effects:
        return False
    if side == ALLIES and ("coast_watchers", kind, True) in s.effects:
        return kind < FTR and ("rest", side) in s.effects
    names = (*(("rest", "rest_others") if kind < FTR else ("rest_fighters",)), f"rest_{KINDS[kind]}")
    return any((name, side) in s.effects for name in names)


def more_to_move(s: Campaign, side: int) -> tuple[int, ...]:
    """M1, M7: the later types of ship that may still move in Movement."""
    later = [step.unit for step in s.stack if isinstance(step, KindStep) and step.unit < FTR]
    return tuple(kind for kind in later if movable(s, side, kind) and not resting(s, side, kind))


def next_to_stay(s: Campaign, side: int) -> str:
    """M1, M7, M20: the type that a side will be asked about next in Movement and may say of now that it stays; "" where
    there is none."""
    for step in reversed(s.stack):
        if not isinstance(step, KindStep) or passed_over(s, side, step.unit) or resting(s, side, step.unit):
            continue
        if (flyable if step.unit >= FTR else movable)(s, side, step.unit):
            return KINDS[step.unit]
    return ""


def fighters_to_fly(s: Campaign, side: int) -> bool:
    """M7, M20: whether fighters are the last that may still move, and come to it in their own step."""
    step = KindStep(FTR)
    return step in s.stack and not held_back(s, side, FTR) and bool(flyable(s, side, FTR))


@value
class Sail(Question):
    """M1, M5, M7, M9, M10, M14: a side moves its ships of one type, group by group, until it is done."""

    side: int
    unit: int
    moving: bool = True
    fresh: bool = True
    rule = "M1"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        actions: list[Action] = [
            ("take", SPACES[zone], word(ship)) for zone, ship, _ in movable(s, self.side, self.unit, self.moving)
        ]
        actions.append(("done",))
        if self.moving and (later := more_to_move(s, self.side)):
            held = [kind for kind in KIND.values() if held_back(s, self.side, kind)]
            if held and set(later) - set(held):
                actions.append(("rest", "others"))
            actions.append(("rest",))
        if self.moving and (name := next_to_stay(s, self.side)):
            actions.append(("rest", name))
        actions += tokens_now(s, self.side, self.unit, self.fresh)
        return tuple(actions)

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "rest":
            s = rest(s, side, "_".join(action), *action[1:])
            return s.push(self) if action[1:] and action[1] in KIND else s
        if action[0] == "play":
            s = play_before_move(s, side, KIND[action[2]] if action[2:] else self.unit)
            if side == ALLIES:  # who is left of the step moves now
                return s.push(Begin(side, self.unit, self.moving, self.fresh)) if s.printed.boats_apart else s
            return s.push(self)
        zone = SPACE[action[1]]
        ship = find(s.fleet(side, zone), action[2], TOGETHER[self.unit])
        again = Begin(side, self.unit, self.moving, False)
        if not self.moving:
            kind, cargo, marks = ship
            s = s.trade(side, zone, ship, (kind, cargo, marks | MOVED))
            return s.push(Torpedo(side, zone), again)
        return s.push(Hand(side, self.unit, zone, ship, ()), again)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "load":
            return refuse("M9", "refused.load_in_hand")
        if action[0] == "play":
            return refuse(TOKEN_RULES.get(action[1:2], "O1"), "refused.no_token")
        if action[0] != "take" or len(action) != 3 or action[1] not in SPACE:
            return refuse("M7", "refused.moving", kind=self.unit)
        kind = kind_of(action[2])
        if kind in GROUND:
            return refuse("M6", "refused.cargo_only")
        if kind not in types_now(s, side, self.unit):
            return refuse("M7", "refused.other_type", kind=self.unit)
        if not self.moving and SPACE[action[1]] < SEAS and not targets(s, side, SPACE[action[1]]):
            return refuse("M14", "refused.no_target")
        if SPACE[action[1]] < SEAS and any(word(ship) == action[2] for ship in s.fleet(side, SPACE[action[1]])):
            return refuse("M9" if kind in (TRN, DST) else "M1", "refused.has_moved")
        return refuse("M1", "refused.no_such_ship", zone=action[1])


def rest(s: Campaign, side: int, effect: str, what: str = "") -> Campaign:
    """M1, M20: a side says that units which may still move stay."""
    return s.replace(effects=(*s.effects, (effect, side))).tell(Rested(side, what))


def find(fleet: Fleet, text: str, kinds: tuple[int, ...]) -> Ship:
    """The group that a notation names."""
    for ship, _ in ready(fleet, kinds):
        if word(ship) == text:
            return ship
    raise LookupError(text)


@value
class Hand(Decision):
    """M1..M5, M8, M9, M11, M13: the ships in hand: they load, go to a neighbouring zone, or stay."""

    side: int
    unit: int
    zone: int
    ship: Ship
    loads: tuple[tuple[int, int], ...]
    spread: bool = False
    rule = "M1"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        zone, ship = self.zone, self.ship
        fleet = s.ships[self.side * SEAS + zone]
        n = fleet.count(ship)
        amount = upto(1 if ship[0] == SUB else n)
        actions: list[Action] = []
        if ship[0] in (TRN, DST):
            actions += [("load", SPACES[land], KINDS[kind]) for land, kind in loadable(s, self.side, zone, ship)]
        elif ship[0] == CAR and not self.spread:
            actions += [("aboard", number) for number in spreads(fleet, ship)]
        actions += [("go", SPACES[near], amount) for near in s.printed.neighbours[zone]]
        actions.append(("stay", amount))
        if self.loads:
            actions += [("put_back", SPACES[land], KINDS[kind]) for land, kind in dict.fromkeys(self.loads)]
        else:
            actions.append(("drop",))
        return tuple(actions)

    def retracts(self, action: Action) -> bool:
        return action[0] in ("drop", "put_back")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        verb, zone, ship = action[0], self.zone, self.ship
        if verb == "drop":
            return s
        if verb == "load":
            land, kind = SPACE[action[1]], KIND[action[2]]
            s, ship = load(s, side, zone, ship, land, kind)
            return s.push(self.replace(ship=ship, loads=(*self.loads, (land, kind))))
        if verb == "put_back":
            land, kind = SPACE[action[1]], KIND[action[2]]
            s, ship = put_back(s, side, zone, ship, land, kind)
            left = list(self.loads)
            left.remove((land, kind))
            return s.push(self.replace(ship=ship, loads=tuple(left)))
        if verb == "aboard":
            fleet, ship = spread(s.fleet(side, zone), ship, action[1])
            s = s.with_fleet(side, zone, fleet)
            return s.push(self.replace(ship=ship, spread=True))
        if verb == "stay":
            end, n = zone, action[1]
        else:
            end, n = SPACE[action[1]], action[2]
        s = sail(s, side, zone, ship, end, n)
        if ship[0] == SUB and targets(s, side, end):
            return s.push(Torpedo(side, end))
        return s

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "stay":
            return refuse("M1", "refused.amount")
        return why_not_sail(s, side, self.zone, self.ship, action)


def sail(s: Campaign, side: int, start: int, ship: Ship, end: int, n: int) -> Campaign:
    """M1, M5, M11..M13: ships go to a zone with all that they carry, or stay; either ends their movement."""
    kind, cargo, marks = ship
    moved = (kind, cargo, marks | MOVED)
    if start == end:
        return s.trade(side, start, ship, moved, n)
    a, b = side * SEAS + start, side * SEAS + end
    ships = list(s.ships)
    ships[a] = minus(ships[a], ship, n)
    ships[b] = plus(ships[b], moved, n)
    told = Sailed(side, kind, cargo, n, SPACES[start], SPACES[end])
    return s.replace(ships=tuple(ships), news=(*s.news, told))


def why_not_sail(s: Campaign, side: int, zone: int, ship: Ship, action: Action) -> Refusal:
    """M1, M4, M6, M13, G6: why the ship in hand does not go there, or take that aboard."""
    if action[0] == "load":
        if ship[0] == CAR and action[2:] == ("FTR",):
            return refuse("R18", "refused.boards_later")
        if action[1:2] and SPACE.get(str(action[1]), SEAS) < SEAS:  # a ship was clicked: its zone was meant
            return why_not_sail(s, side, zone, ship, ("go", action[1]))
        return why_not_load(s, side, zone, ship, action)
    if action[0] == "aboard":
        return refuse("M13", "refused.spread")
    if action[0] != "go" or len(action) < 2 or action[1] not in SPACE:
        return refuse("M1", "refused.hand")
    end = SPACE[action[1]]
    if end >= SEAS:
        return refuse("G6", "refused.ship_on_land")
    if end == zone:
        return refuse("M1", "refused.same_zone")
    if (zone, end) in s.printed.closed:
        return refuse("M4", "refused.closed", start=SPACES[zone], end=action[1])
    if end in s.printed.neighbours[zone]:
        return refuse("M1", "refused.amount")
    return refuse("M1", "refused.no_border", start=SPACES[zone], end=action[1])


# --- aircraft ----------------------------------------------------------------------------------------------------


@value
class Fly(Question):
    """M20..M23, U9, O6: a side moves its bombers, or its fighters, until it is done."""

    side: int
    unit: int
    fresh: bool = True
    rule = "M20"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        name = KINDS[self.unit]
        actions: list[Action] = [("take", SPACES[space], name) for space, _ in flyable(s, self.side, self.unit)]
        actions.append(("done",))
        if self.unit == BOM and fighters_to_fly(s, self.side):
            actions.append(("rest", "fighters"))
        actions += tokens_now(s, self.side, self.unit, self.fresh)
        return tuple(actions)

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "rest":
            return rest(s, side, "rest_fighters", "fighters")
        if action[0] == "play":
            s = play_before_move(s, side, self.unit)
            return s if side == ALLIES else s.push(self.replace(fresh=False))
        return s.push(Flight(side, self.unit, SPACE[action[1]]), Begin(side, self.unit, True, False))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "play":
            return refuse(TOKEN_RULES.get(action[1:2], "O1"), "refused.no_token")
        if action[0] != "take" or len(action) != 3 or action[1] not in SPACE:
            return refuse("M7", "refused.moving", kind=self.unit)
        if KIND.get(action[2]) != self.unit:
            return refuse("M7", "refused.other_type", kind=self.unit)
        done = s.planes(side, SPACE[action[1]])[2 + self.unit - FTR]
        return refuse("U9", "refused.has_flown" if done else "refused.no_plane", space=action[1], kind=self.unit)


@value
class Flight(Question):
    """M4, M20, M21, U9: the aircraft in hand fly to a space within their reach; what lies between does not matter."""

    side: int
    unit: int
    space: int
    rule = "M21"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        n = dict(flyable(s, self.side, self.unit))[self.space]
        amount = upto(n)
        ends = s.printed.air_reach[reach(s, self.side, self.unit)][self.space]
        return (*(("go", SPACES[end], amount) for end in ends), ("drop",))

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        return fly(s, side, self.unit, self.space, SPACE[action[1]], action[2])

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] != "go" or len(action) < 2 or action[1] not in SPACE:
            return refuse("M20", "refused.hand")
        if SPACE[action[1]] == self.space:
            return refuse("M22", "refused.same_zone")
        steps = reach(s, side, self.unit)
        if SPACE[action[1]] in s.printed.air_reach[steps][self.space]:
            return refuse("M20", "refused.amount")
        return refuse("U9", "refused.too_far", kind=self.unit, steps=steps, space=action[1])


def fly(s: Campaign, side: int, kind: int, start: int, end: int, n: int) -> Campaign:
    """M13, M20: aircraft go to another space and are done; fighters leave their carriers when no others are there."""
    which = kind - FTR
    loose = min(n, s.planes(side, start)[which])
    if loose:
        s = s.add_planes(side, start, which, -loose)
    for _ in range(n - loose):
        fleet = s.fleet(side, start)
        carrier = max((ship for ship in fleet if ship[0] == CAR and ship[1]), key=lambda ship: len(ship[1]))
        s = s.trade(side, start, carrier, (CAR, carrier[1][:-1], carrier[2]))
    told = Flew(side, kind, n, SPACES[start], SPACES[end])
    return s.add_planes(side, end, which + 2, n).tell(told)


@value
class InTheAir(Auto):
    """M12, M22, C17: Movement is over: every fighter is in the air, over its zone; ships keep their cargo."""

    def run(self, s: Campaign) -> Campaign:
        air = list(s.air)
        for side in (AXIS, ALLIES):
            for space in range(21):
                at = side * 21 + space
                fighters, bombers, flown, gone = air[at]
                decks = aboard(s.ships[side * SEAS + space]) if space < SEAS else 0
                if flown or gone or decks:
                    air[at] = (fighters + flown + decks, bombers + gone, 0, 0)
        return s.replace(air=tuple(air), ships=tuple(empty_decks(unmoved(fleet)) for fleet in s.ships))


def empty_decks(fleet: Fleet) -> Fleet:
    """M22: the fleet with no fighter aboard."""
    if not aboard(fleet):
        return fleet
    return tuple(sorted((kind, () if kind == CAR else cargo, marks) for kind, cargo, marks in fleet))
