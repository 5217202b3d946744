"""C19, M11, M12, O5: unloading: cargo goes ashore, item by item, on islands that touch the ship's zone."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.printed import (
    ALLIES,
    ART,
    BASE,
    DST,
    KIND,
    KINDS,
    SEAS,
    SPACE,
    SPACES,
    SUP,
    TOKEN,
    TRN,
)
from ironbottom.games.axis_allies.rules.question import Question
from ironbottom.games.axis_allies.rules.state import Campaign, Ship, groups, upto, word
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Refusal, refuse
from ironbottom.kernel.value import value

GUNS_LANDED = "guns_landed"
"""O8: as an effect: how many of what the Allies landed on an island are artillery."""


@value
class PutAshore(Event):
    """C19: so many items of cargo went ashore."""

    file_name = "ashore"
    side: int
    kind: int
    n: int
    zone: str
    land: str


def shores(s: Campaign, side: int, zone: int) -> tuple[int, ...]:
    """C19, A18: the lands that a ship's cargo may go to; the enemy's base if that was agreed."""
    return tuple(
        land for land in s.printed.shores[zone] if s.printed.landings or land != BASE[1 - side]
    )


def loaded(s: Campaign, side: int, only: int = -1) -> tuple[tuple[int, Ship, int], ...]:
    """C19: the ships with cargo that can unload: (zone, ship, how many); `only` in one zone."""
    return tuple(
        (zone, ship, n)
        for zone in (range(SEAS) if only < 0 else (only,))
        if (fleet := s.ships[side * SEAS + zone])
        for ship, n in groups(fleet)
        if ship[0] in (DST, TRN) and ship[1] and shores(s, side, zone)
    )


@value
class UnloadBegins(Auto):
    """C19: a side's unloading; passed over if it has no cargo. For Quick Drop it is one zone and one island."""

    side: int
    zone: int = -1
    land: int = -1

    def run(self, s: Campaign) -> Campaign:
        return s.push(Unload(self.side, self.zone, self.land)) if loaded(s, self.side, self.zone) else s


@value
class Unload(Question):
    """C19, M12: an item of cargo is taken in hand, or everything else stays aboard."""

    side: int
    zone: int
    land: int
    rule = "C19"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (
            *(
                ("take", SPACES[zone], word(ship), KINDS[kind])
                for zone, ship, _ in loaded(s, self.side, self.zone) for kind in dict.fromkeys(ship[1])
            ),
            ("done",),
        )

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        zone = SPACE[action[1]]
        ship = next(one for where, one, _ in loaded(s, side, zone) if word(one) == action[2])
        again = UnloadBegins(side, self.zone, self.land)
        return s.push(Ashore(side, zone, ship, KIND[action[3]], self.land), again)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "take" and len(action) == 4 and action[1] in SPACE:
            return refuse("C19", "refused.no_such_cargo", zone=action[1])
        return refuse("C19", "refused.unload")


@value
class Ashore(Question):
    """C19, O5, U11: the item in hand goes ashore on an island that touches the ship's zone, whoever is there."""

    side: int
    zone: int
    ship: Ship
    unit: int
    land: int
    rule = "C19"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        n = s.fleet(self.side, self.zone).count(self.ship)
        lands = shores(s, self.side, self.zone) if self.land < 0 else (self.land,)
        return (*(("ashore", SPACES[land], upto(n)) for land in lands), ("drop",))

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        return put_ashore(s, side, self.zone, self.ship, self.unit, SPACE[action[1]], action[2])

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] != "ashore" or len(action) < 2 or action[1] not in SPACE:
            return refuse("C19", "refused.unload")
        land = SPACE[action[1]]
        if land < SEAS:
            return refuse("G6", "refused.ashore_at_sea")
        if land == self.land or (self.land < 0 and land in shores(s, side, self.zone)):
            return refuse("C19", "refused.amount")
        if self.land >= 0 and land in s.printed.shores[self.zone]:
            return refuse("O5", "refused.one_island", land=SPACES[self.land])
        if land == BASE[1 - side] and not s.printed.landings:
            return refuse("C19", "refused.enemy_base")
        return refuse("C19", "refused.not_touching", land=action[1], zone=SPACES[self.zone])


def put_ashore(s: Campaign, side: int, zone: int, ship: Ship, kind: int, land: int, n: int) -> Campaign:
    """C19, O8: n like items leave n like ships; what the Allies land is remembered for Amphibious Assault."""
    cargo = list(ship[1])
    cargo.remove(kind)
    s = s.trade(side, zone, ship, (ship[0], tuple(cargo), ship[2]), n).with_ground(side, land, kind, n)
    if side == ALLIES and kind == ART and s.tokens[ALLIES][TOKEN["amphibious_assault"]]:
        s = s.replace(effects=(*s.effects, (GUNS_LANDED, SPACES[land], n)))
    if side == ALLIES and kind != SUP:
        dice = s.printed.power[2][kind] * n
        at = land - SEAS
        s = s.replace(landed=(*s.landed[:at], s.landed[at] + dice, *s.landed[at + 1 :]))
    return s.tell(PutAshore(side, kind, n, SPACES[zone], SPACES[land]))
