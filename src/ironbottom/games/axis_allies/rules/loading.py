"""M6, M8..M12, U2, R18: cargo: what a ship may take aboard, from where; and loading at a base or before hidden moves.

Cargo belongs to a particular ship. Only one ship is loaded at a time, so that the split is always declared.
"""

from __future__ import annotations

from functools import lru_cache

from ironbottom.games.axis_allies.rules.printed import (
    AAG,
    ART,
    BASE,
    CAR,
    DST,
    FTR,
    GROUND,
    HOME,
    INF,
    KIND,
    KINDS,
    SEAS,
    SPACE,
    SPACES,
    SUP,
    TRN,
)
from ironbottom.games.axis_allies.rules.question import Question
from ironbottom.games.axis_allies.rules.state import (
    MOVED,
    Campaign,
    Fleet,
    Ship,
    kind_of,
    minus,
    most,
    plus,
    ready,
    upto,
    word,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value

CARRIERS_OF_CARGO = (DST, TRN)
FIRST = (FTR, INF, ART, SUP, AAG)
"""What is loaded first, where nobody says what."""


@value
class Loaded(Event):
    """M8, R18: a unit or token went aboard a type of ship."""

    file_name = "loaded"
    side: int
    ship: int
    zone: str
    land: str
    kind: int


@value
class PutBack(Event):
    """M8: what was just loaded went back."""

    file_name = "put_back"
    side: int
    zone: str
    land: str
    kind: int


def loadable(s: Campaign, side: int, zone: int, ship: Ship) -> tuple[tuple[int, int], ...]:
    """M8, M10, U2, A38: (land, kind) that the ship may take aboard now: it has not moved and has room."""
    if len(ship[1]) >= s.printed.room[ship[0]] or ship[2] & MOVED:
        return ()
    return tuple(
        (land, kind)
        for land in s.printed.shores[zone]
        for kind, n in zip(GROUND, s.land[side * 8 + land - SEAS], strict=True)
        if n
    )


def load(s: Campaign, side: int, zone: int, ship: Ship, land: int, kind: int) -> tuple[Campaign, Ship]:
    """M8, M11, U2: one unit or token goes aboard; the ship with it."""
    loaded = (ship[0], tuple(sorted((*ship[1], kind))), ship[2])
    s = s.with_ground(side, land, kind, -1).trade(side, zone, ship, loaded)
    told = Loaded(side, ship[0], SPACES[zone], SPACES[land], kind)
    return s.tell(told), loaded


def put_back(s: Campaign, side: int, zone: int, ship: Ship, land: int, kind: int) -> tuple[Campaign, Ship]:
    """M8: what was just loaded goes back where it was."""
    cargo = list(ship[1])
    cargo.remove(kind)
    emptier = (ship[0], tuple(cargo), ship[2])
    s = s.with_ground(side, land, kind, 1).trade(side, zone, ship, emptier)
    return s.tell(PutBack(side, SPACES[zone], SPACES[land], kind)), emptier


# --- fighters on carriers ------------------------------------------------------------------------------------------


@lru_cache(maxsize=5_000)
def spreads(fleet: Fleet, ship: Ship) -> tuple[int, ...]:
    """M13: how many fighters a carrier may take along, if those of its zone are spread anew; not what it has."""
    decks = [one for one in fleet if one[0] == CAR and not one[2] & MOVED]
    total = sum(len(one[1]) for one in decks)
    others = 2 * (len(decks) - 1)
    return tuple(n for n in range(3) if n != len(ship[1]) and 0 <= total - n <= others)


def spread(fleet: Fleet, ship: Ship, n: int) -> tuple[Fleet, Ship]:
    """M13: the fleet with n fighters on this carrier and the others' on the rest."""
    decks = [one for one in fleet if one[0] == CAR and not one[2] & MOVED]
    left = sum(len(one[1]) for one in decks) - n
    for one in decks:
        fleet = minus(fleet, one)
    decks.remove(ship)
    taken = (CAR, (FTR,) * n, ship[2])
    fleet = plus(fleet, taken)
    for one in decks:
        here = min(2, left)
        left -= here
        fleet = plus(fleet, (CAR, (FTR,) * here, one[2]))
    return fleet, taken


# --- loading in steps of their own ---------------------------------------------------------------------------------


@value
class LoadBegins(Auto):
    """O11, R18, R19: a side loads its ships, everywhere (before hidden moves) or in the waters of its base; passed
    over if it can load nothing."""

    side: int
    where: str

    def run(self, s: Campaign) -> Campaign:
        return s.push(Loading(self.side, self.where)) if ships_to_load(s, self.side, self.where) else s


@value
class LoadEnds(Auto):
    """M9: loading is over; the ships may be used again."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        return s.replace(ships=tuple(unmoved(fleet) for fleet in s.ships))


@lru_cache(maxsize=20_000)
def unmoved(fleet: Fleet) -> Fleet:
    """The fleet with no ship marked as moved."""
    return tuple(sorted((kind, cargo, marks & ~MOVED) for kind, cargo, marks in fleet)) if fleet else fleet


def loads_at_base(s: Campaign, side: int, ship: Ship) -> tuple[tuple[int, int], ...]:
    """R18, U5: what a ship in the waters of its base may take from the land there, fighters for carriers too."""
    zone, base = HOME[side], BASE[side]
    if ship[0] == CAR:
        free = len(ship[1]) < 2 and not ship[2] & MOVED and s.planes(side, base)[0] + s.planes(side, base)[2]
        return ((base, FTR),) if free else ()
    return tuple((land, kind) for land, kind in loadable(s, side, zone, ship) if land == base)


def ships_to_load(s: Campaign, side: int, where: str) -> tuple[tuple[int, Ship, int], ...]:
    """O11, R18: the ships that can take something aboard: (zone, ship, how many)."""
    if where == "base":
        zone = HOME[side]
        return tuple(
            (zone, ship, n)
            for ship, n in ready(s.fleet(side, zone), (DST, TRN, CAR))
            if loads_at_base(s, side, ship)
        )
    return tuple(
        (zone, ship, n)
        for zone in range(SEAS)
        if (fleet := s.ships[side * SEAS + zone])
        for ship, n in ready(fleet, CARRIERS_OF_CARGO)
        if loadable(s, side, zone, ship)
    )


@value
class Loading(Question):
    """O11, R18, R19: the loading sheet: a ship is taken in hand, and then its cargo; done at any time."""

    side: int
    where: str
    rule = "R18"
    routine = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """R18: at the base each ship in turn; on the islands troops are left to who says what they are for."""
        return self.legal(s, side)[0] if self.where == "base" else None

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (
            *(("take", SPACES[zone], word(ship)) for zone, ship, _ in ships_to_load(s, self.side, self.where)),
            ("done",),
        )

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        zone = SPACE[action[1]]
        ship = next(one for where, one, _ in ships_to_load(s, side, self.where) if where == zone and
                    word(one) == action[2])
        return s.push(LoadHand(side, self.where, zone, ship, ()), LoadBegins(side, self.where))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        return why_not_take(s, side, action, "R18" if self.where == "base" else "O11")


def why_not_take(s: Campaign, side: int, action: Action, rule: str) -> Refusal:
    """G6, M1, M9, M11, R18, U2: why a ship cannot be taken in hand to be loaded."""
    if action[0] != "take" or len(action) != 3 or action[1] not in SPACE:
        return refuse(rule, "refused.loading")
    if (kind := kind_of(action[2])) < 0:
        return refuse(rule, "refused.loading")
    if kind not in (TRN, DST, CAR):
        return refuse("U2", "refused.carries_nothing", kind=kind)
    if rule == "R18" and action[1] != SPACES[HOME[side]]:
        return refuse(rule, "refused.loads_at_base")
    zone = SPACE[action[1]]
    if zone >= SEAS:
        return refuse("G6", "refused.ship_on_land")
    if not any(word(ship) == action[2] for ship in s.fleet(side, zone)):
        return refuse("M1", "refused.no_such_ship", zone=action[1])
    return refuse(rule, "refused.cannot_load_here")


@value
class LoadHand(Decision):
    """O11, R18, U2: one ship takes cargo aboard, item by item, and stays where it is."""

    side: int
    where: str
    zone: int
    ship: Ship
    loads: tuple[tuple[int, int], ...]
    rule = "U2"
    routine = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """U2, R19: what it has room for, infantry before artillery, supply and guns; supply that repairs need stays."""
        if self.where != "base":
            return None
        kept = s.printed.repair * sum(s.yard[side])
        items = [item for item in self._items(s) if item[1] != SUP or s.supply(side, item[0]) > kept]
        if not items:
            return most(next(action for action in self.legal(s, side) if action[0] == "stay"))
        land, kind = min(items, key=lambda item: FIRST.index(item[1]))
        return ("load", SPACES[land], KINDS[kind])

    def _items(self, s: Campaign) -> tuple[tuple[int, int], ...]:
        if self.where == "base":
            return loads_at_base(s, self.side, self.ship)
        return loadable(s, self.side, self.zone, self.ship)

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        n = s.fleet(side, self.zone).count(self.ship)
        actions: list[Action] = [("load", SPACES[land], KINDS[kind]) for land, kind in self._items(s)]
        actions.append(("stay", upto(n)))
        actions += [("put_back", SPACES[land], KINDS[kind]) for land, kind in dict.fromkeys(self.loads)]
        if not self.loads:
            actions.append(("drop",))
        return tuple(actions)

    def retracts(self, action: Action) -> bool:
        return action[0] in ("drop", "put_back")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        verb = action[0]
        if verb == "drop":
            return s
        if verb == "stay":
            kind, cargo, marks = self.ship
            return s.trade(side, self.zone, self.ship, (kind, cargo, marks | MOVED), action[1])
        land, kind = SPACE[action[1]], KIND[action[2]]
        if verb == "put_back":
            s, ship = (
                take_off_deck(s, side, self.ship) if kind == FTR
                else put_back(s, side, self.zone, self.ship, land, kind)
            )
            left = list(self.loads)
            left.remove((land, kind))
            return s.push(self.replace(ship=ship, loads=tuple(left)))
        if kind == FTR:
            s, ship = bring_aboard(s, side, self.ship)
        else:
            s, ship = load(s, side, self.zone, self.ship, land, kind)
        after = self.replace(ship=ship, loads=(*self.loads, (land, kind)))
        if after._items(s):
            return s.push(after)
        return s.trade(side, self.zone, ship, (ship[0], ship[1], ship[2] | MOVED))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "stay":
            return refuse("U2", "refused.amount")
        return why_not_load(s, side, self.zone, self.ship, action)


def bring_aboard(s: Campaign, side: int, ship: Ship) -> tuple[Campaign, Ship]:
    """R18, U5: a fighter of the base goes aboard a carrier in its waters."""
    fuller = (CAR, (*ship[1], FTR), ship[2])
    planes = s.planes(side, BASE[side])
    s = s.add_planes(side, BASE[side], 0 if planes[0] else 2, -1).trade(side, HOME[side], ship, fuller)
    told = Loaded(side, CAR, SPACES[HOME[side]], SPACES[BASE[side]], FTR)
    return s.tell(told), fuller


def take_off_deck(s: Campaign, side: int, ship: Ship) -> tuple[Campaign, Ship]:
    """R18: a fighter that was just brought aboard goes back to the base."""
    emptier = (CAR, ship[1][:-1], ship[2])
    s = s.add_planes(side, BASE[side], 0, 1).trade(side, HOME[side], ship, emptier)
    told = PutBack(side, SPACES[HOME[side]], SPACES[BASE[side]], FTR)
    return s.tell(told), emptier


def why_not_load(s: Campaign, side: int, zone: int, ship: Ship, action: Action) -> Refusal:
    """M8, M9, U2, U5: why the ship in hand does not take that aboard."""
    if action[0] != "load" or len(action) != 3 or action[1] not in SPACE or action[2] not in KIND:
        return refuse("U2", "refused.loading")
    land, kind = SPACE[action[1]], KIND[action[2]]
    if ship[0] == CAR:
        if kind != FTR:
            return refuse("U5", "refused.carrier_takes_fighters")
        if land not in s.printed.shores[zone]:
            return refuse("R18", "refused.not_touching", land=action[1], zone=SPACES[zone])
        return refuse("U5", "refused.deck_full") if len(ship[1]) >= 2 else refuse("R18", "refused.none_there")
    if kind not in GROUND:
        return refuse("U2", "refused.no_cargo", kind=kind)
    if not s.printed.room[ship[0]]:
        return refuse("U2", "refused.carries_nothing", kind=ship[0])
    if len(ship[1]) >= s.printed.room[ship[0]]:
        return refuse("U2", "refused.full", ship=ship[0], room=s.printed.room[ship[0]])
    if ship[2] & MOVED:
        return refuse("M9", "refused.moved_loads")
    if land not in s.printed.shores[zone]:
        return refuse("M8", "refused.not_touching", land=action[1], zone=SPACES[zone])
    return refuse("M8", "refused.none_there", kind=kind, land=action[1])


