"""Step 3 of the sequence: one attack, resolved; losses and retreats."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.archies_war.rules.events import SideEvent
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, UNKNOWN, Printed, Stack
from ironbottom.games.archies_war.rules.state import (
    Battle,
    Position,
    Sums,
    arrive,
    discarded,
    kinds,
    merged,
    names,
    pair,
    put,
    to_casualties,
    without,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Secret
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import Value, value

GENERAL = 0
"""Vandegrift's type among the Americans."""


Rows = tuple[tuple[str, int, str], ...]
"""Modifiers as plain rows, for an event: name, amount, rule."""


@value
class Fought(SideEvent):
    """2P-30..2P-36: a combat: all blocks that were shown, every modifier, the sums (attack, defence, what was needed),
    the winner's name, and whether Vandegrift decided it."""

    file_name = "combat"
    place: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: Rows
    defence: Rows
    margin: tuple[str, int, str]
    sums: tuple[int, int, int]
    winner: str
    general: bool
    amphibious: bool


@value
class Lost(SideEvent):
    """2P-37: the loser of a combat has chosen his loss, unseen by the enemy."""

    file_name = "loss"
    place: str
    block: Secret[str]


@value
class WireLost(SideEvent):
    """2P-48: barbed wire cannot retreat."""

    file_name = "wire_lost"
    place: str
    n: int


@value
class NoRetreat(SideEvent):
    """2P-38: beaten defenders without a refuge are lost."""

    file_name = "no_retreat"
    place: str
    n: int


@value
class Went(SideEvent):
    """So many blocks went from a combat to a place."""

    start: str
    end: str
    n: int


@value
class Retreated(Went):
    """2P-38: beaten defenders retreat."""

    file_name = "retreated"


@value
class Repulsed(Went):
    """2P-39: beaten attackers go back."""

    file_name = "repulsed"


@value
class WentBack(Went):
    """2P-45: winners of an amphibious assault go back to their beach."""

    file_name = "went_back"


@value
class Stayed(SideEvent):
    """2P-45: winners of an amphibious assault stay."""

    file_name = "stayed"
    place: str


@value
class WalkedIn(SideEvent):
    """T-25: the last defender is gone before the combat: the attackers stand there."""

    file_name = "walk_over"
    place: str
    n: int


@value
class Part(Value):
    """A modifier, made once and used in resolution, odds and log: what adds it, how much, by which rule."""

    name: str
    amount: int
    rule: str


@value
class Strength(Value):
    """2P-30..2P-34: both sides' sums, what the attacker needs, and whether Vandegrift decides it."""

    attack: tuple[Part, ...]
    defence: tuple[Part, ...]
    margin: Part
    general: bool

    @property
    def attack_sum(self) -> int:
        """2P-30: the strength of the attack."""
        return sum(part.amount for part in self.attack)

    @property
    def defence_sum(self) -> int:
        """2P-31: the strength of the defence."""
        return sum(part.amount for part in self.defence)

    @property
    def need(self) -> int:
        """2P-32, 2P-33: what the attacker needs to win."""
        return self.defence_sum + self.margin.amount

    def winner(self, side: int) -> int:
        """2P-32, 2P-33, 2P-34: who wins, when `side` attacks."""
        if self.general:
            return AMERICAN
        return side if self.attack_sum >= self.need else 1 - side


def margin(setting: Printed, place: int) -> Part:
    """2P-32, 2P-33, T-32: what an attacker needs over the defence: by the location attacked, not by the way in."""
    beach = setting.beach[place]
    return Part("beach" if beach else "land", setting.need[place], "2P-33" if beach else "2P-32")


def attack_parts(setting: Printed, side: int, types: Stack, air: bool) -> tuple[Part, ...]:
    """2P-30, 2P-47: what adds to an attack."""
    known = setting.types[side]
    parts = tuple(
        Part(known[kind], setting.attack[side][kind], "2P-34" if side == AMERICAN and kind == GENERAL else "2P-30")
        for kind in types
        if kind != UNKNOWN
    )
    return (*parts, Part("air_support", setting.air_value, "2P-47")) if air else parts


def defence_parts(setting: Printed, side: int, types: Stack) -> tuple[Part, ...]:
    """2P-31, 2P-48, T-17: what adds to a defence: infantry and barbed wire; other specials nothing."""
    known = setting.types[side]
    found = []
    for kind in types:
        if kind != UNKNOWN:
            rule = "2P-48" if setting.stays[side][kind] else "2P-31"
            found.append(Part(known[kind], setting.defence[side][kind], _general(side, kind) or rule))
    return tuple(found)


def _general(side: int, kind: int) -> str:
    return "2P-34" if side == AMERICAN and kind == GENERAL else ""


def strength(setting: Printed, place: int, side: int, attackers: Stack, defenders: Stack, air: bool) -> Strength:
    """2P-30..2P-34: the sums of a combat at a place that `side` attacks."""
    americans = attackers if side == AMERICAN else defenders
    return Strength(
        attack_parts(setting, side, attackers, air), defence_parts(setting, 1 - side, defenders),
        margin(setting, place), GENERAL in americans,
    )


def as_rows(parts: tuple[Part, ...]) -> Rows:
    """Modifiers as plain rows, for an event."""
    return tuple((part.name, part.amount, part.rule) for part in parts)


@value
class Combat(Auto):
    """2P-30..2P-37, 2P-47: both sides show their blocks, the sums are compared, and the loser takes his loss."""

    side: int
    rule: ClassVar[str] = "2P-30"

    def run(self, s: Position) -> Position:
        """2P-31, 2P-35, 2P-36, 2P-37: all defenders count and are shown; the winner stays and loses nothing."""
        held: Any = s.held
        foe = 1 - self.side
        place: int = held.place
        defenders = kinds(s.blocks[foe][place])
        sums = strength(s.setting, place, self.side, s.attackers, defenders, held.air)
        winner = sums.winner(self.side)
        told = Fought(
            SIDES[self.side], s.setting.locations[place],
            attackers=names(s, self.side, s.attackers), defenders=names(s, foe, defenders),
            attack=as_rows(sums.attack), defence=as_rows(sums.defence), margin=as_rows((sums.margin,))[0],
            sums=(sums.attack_sum, sums.defence_sum, sums.need), winner=SIDES[winner], general=sums.general,
            amphibious=held.amphibious,
        )  # fmt: skip
        battle = Battle(
            place, self.side, s.attackers, defenders, held.air, sums.attack_sum, sums.defence_sum, sums.need, winner,
            sums.general,
        )
        fought = Sums(place, sums.attack_sum, sums.defence_sum, sums.need, winner, sums.general)
        scouted = tuple(p for p in s.scouted if p != place)
        s = s.replace(battle=battle, fought=fought, scouted=scouted, news=(*s.news, told))
        if winner == self.side:
            return s.push(DefenderLoss(foe, place), Advance(self.side))
        return s.push(AttackerLoss(self.side, place))


@value
class DefenderLoss(Decision):
    """2P-37, 2P-48, T-28: a beaten defender loses one block of his choice, then his barbed wire, then retreats."""

    side: int
    place: int
    rule: ClassVar[str] = "2P-37"
    plays_itself: ClassVar[bool] = True

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-37: any one of the defenders, even one of no strength. All lie open, so asking betrays nothing."""
        return tuple(("lose", name) for name in dict.fromkeys(names(s, side, kinds(s.blocks[side][self.place]))))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-37, T-28: the loss comes first, and is taken among the blocks engaged."""
        if action[0] != "lose":
            return refuse("2P-37", "refused.loss_first")
        return refuse("T-28", "refused.loss_not_engaged", place=s.setting.locations[self.place])

    def take(self, s: Position, side: int, action: Action) -> Position:
        """2P-37, 2P-38, 2P-41, 2P-48: the loss, unseen by the enemy; wire is lost; the rest need a refuge."""
        battle: Any = s.battle
        kind = s.setting.kind(side, action[1])
        here = s.setting.locations[self.place]
        stays = s.setting.stays[side]
        left = without(kinds(s.blocks[side][self.place]), kind)
        wire = tuple(k for k in left if stays[k])
        left = tuple(k for k in left if not stays[k])
        open_to = refuges(s, side, self.place)
        told: list[Event] = [Lost(SIDES[side], here, action[1])]
        if wire:
            told.append(WireLost(SIDES[side], here, len(wire)))
        dead = left if left and not open_to else ()
        if dead:
            told.append(NoRetreat(SIDES[side], here, len(dead)))
            left = ()
        lost = merged(merged(s.lost[side], (kind,)), wire + dead)
        s = s.replace(
            blocks=pair(s.blocks, side, put(s.blocks[side], self.place, tuple(k * 4 for k in left))),
            lost=pair(s.lost, side, lost),
            known_lost=pair(
                s.known_lost, side, merged(s.known_lost[side], surely_lost(s, side, battle.defenders, left))
            ),
            battle=battle.replace(open=False, refuge=self.place if left else -1, left=len(left)),
            spotted=s.spotted and self.place != s.setting.field,
            news=(*s.news, *told),
        )
        return s.push(Retreat(side, self.place)) if left else s

    def default(self, s: Position, side: int) -> Action | None:
        """2P-37: the block that is worth least: a special before infantry, the weakest first, Vandegrift last."""
        actions = self.legal(s, side)
        return min(actions, key=lambda action: _worth(s.setting, side, s.setting.kind(side, action[1])))


def _worth(setting: Printed, side: int, kind: int) -> tuple[int, int, int]:
    general = int(side == AMERICAN and kind == GENERAL)
    return (general, setting.defence[side][kind] if kind < setting.infantry[side] else 0, kind)


def surely_lost(s: Position, side: int, engaged: Stack, left: Stack) -> Stack:
    """2P-35, 2P-37: of a beaten defence, the blocks that everybody now knows to be lost, by what lay open."""
    stays = s.setting.stays[side]
    if not left:
        return engaged
    wire = tuple(kind for kind in engaged if stays[kind])
    others = tuple(kind for kind in engaged if not stays[kind])
    alike = len(set(others)) == 1 and len(others) > len(left)
    return merged(wire, others[: len(others) - len(left)]) if alike else wire


def refuges(s: Position, side: int, place: int) -> tuple[int, ...]:
    """2P-38, T-08: the linked locations, by road or trail, where no enemy stands."""
    foes = s.blocks[1 - side]
    barred = s.setting.field if side == JAPANESE and not s.setting.refuge_in_field else -1
    return tuple(to for to, _ in s.setting.links[place] if not foes[to] and to != barred)


@value
class Retreat(Decision):
    """2P-38, 2P-40, T-16: the beaten defenders go together to one linked location that no enemy holds."""

    side: int
    place: int
    rule: ClassVar[str] = "2P-38"
    plays_itself: ClassVar[bool] = True

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-38: where blocks stand is open to all, so asking betrays nothing."""
        return tuple(("retreat", s.setting.locations[to]) for to in refuges(s, side, self.place))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-38, T-08: not linked, held by the enemy, or the airfield where the options forbid it."""
        to = s.setting.index.get(action[1], -1) if len(action) == 2 and action[0] == "retreat" else -1
        if to < 0:
            return refuse("2P-38", "refused.must_retreat")
        if to not in [end for end, _ in s.setting.links[self.place]]:
            return refuse("2P-38", "refused.retreat_not_linked", place=action[1], start=s.setting.locations[self.place])
        if s.blocks[1 - side][to]:
            return refuse("2P-38", "refused.retreat_enemy", place=action[1])
        return refuse("T-08", "refused.retreat_field")

    def take(self, s: Position, side: int, action: Action) -> Position:
        """2P-38, 2P-40: all of them, and no loss for a trail."""
        to = s.setting.index[action[1]]
        army = s.blocks[side]
        moving = army[self.place]
        battle: Any = s.battle
        told = Retreated(SIDES[side], s.setting.locations[self.place], action[1], len(moving))
        army = put(put(army, self.place, ()), to, merged(army[to], moving))
        return s.replace(
            blocks=pair(s.blocks, side, army), battle=battle.replace(refuge=to),
            scouted=tuple(place for place in s.scouted if place != to), news=(*s.news, told),
        )

    def default(self, s: Position, side: int) -> Action | None:
        """2P-38: the first refuge; for the Japanese the empty airfield before all."""
        actions = self.legal(s, side)
        field = ("retreat", s.setting.locations[s.setting.field])
        return field if side == JAPANESE and field in actions else actions[0]


@value
class Advance(Auto):
    """2P-36, 2P-45, T-33, T-37: the winning attackers stand in the location; American ones from the sea may go back."""

    side: int

    def run(self, s: Position) -> Position:
        """2P-36, 2P-45: asked only while the beach they came from is free of the enemy."""
        held: Any = s.held
        s = s.replace(blocks=arrive(s, self.side, held.place, s.attackers), attackers=())
        if held.amphibious and self.side == AMERICAN and not s.blocks[1 - self.side][held.back]:
            return s.push(StayOrReturn(self.side, held.place, held.back))
        return over(s, self.side)


@value
class StayOrReturn(Decision):
    """2P-45, T-37: Americans who won an amphibious assault stay, or go back together to the beach they came from."""

    side: int
    place: int
    origin: int
    rule: ClassVar[str] = "2P-45"

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-45: both, always."""
        return (("stay",), ("return",))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-45, T-37: they stay or return, all of them."""
        return refuse("2P-45", "refused.stay_or_return")

    def take(self, s: Position, side: int, action: Action) -> Position:
        """2P-45: the winners stay or return."""
        if action[0] == "return":
            army = s.blocks[side]
            moving = army[self.place]
            here = s.setting.locations
            told = WentBack(SIDES[side], here[self.place], here[self.origin], len(moving))
            army = put(put(army, self.place, ()), self.origin, merged(army[self.origin], moving))
            s = s.replace(blocks=pair(s.blocks, side, army), news=(*s.news, told))
        else:
            s = s.tell(Stayed(SIDES[side], s.setting.locations[self.place]))
        return over(s, side)


@value
class AttackerLoss(Decision):
    """2P-37, 2P-39, 2P-47, T-10, T-28: a beaten attacker loses one block of his choice; the rest go back."""

    side: int
    place: int
    rule: ClassVar[str] = "2P-37"
    plays_itself: ClassVar[bool] = True

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """2P-37, 2P-47: any one of the attackers, or the Air Support that was used. All lie open."""
        found = tuple(("lose", name) for name in dict.fromkeys(names(s, side, s.attackers)))
        return (*found, ("lose", "air_support")) if s.held and s.held.air else found

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """2P-37, T-28: the loss comes first, and is taken among the blocks engaged."""
        if action[0] != "lose":
            return refuse("2P-37", "refused.loss_first")
        return refuse("T-28", "refused.loss_not_engaged", place=s.setting.locations[self.place])

    def take(self, s: Position, side: int, action: Action) -> Position:
        """2P-37, 2P-39, 2P-40, 2P-41, T-10, T-14: the loss; the others retreat to the last location of their way."""
        held: Any = s.held
        left = s.attackers
        here = s.setting.locations[self.place]
        told: list[Event] = [Lost(SIDES[side], here, action[1])]
        if action[1] != "air_support":
            kind = s.setting.kind(side, action[1])
            left = without(left, kind)
            alike = len(set(s.attackers)) == 1
            s = s.replace(**to_casualties(s, side, kind, alike))
        if left:
            told.append(Repulsed(SIDES[side], here, s.setting.locations[held.back], len(left)))
        blocks = arrive(s, side, held.back, left) if left else s.blocks
        s = s.replace(blocks=blocks, attackers=(), news=(*s.news, *told))
        return over(s, side)


def over(s: Position, side: int) -> Position:
    """2P-41, 2P-47, T-20: the combat is over: blocks are hidden again, and Air Support that was used is discarded."""
    changes: dict[str, Any] = {}
    if s.held is not None and s.held.air:
        changes = discarded(s, side, s.setting.kind(side, "air_support"))
    return s.replace(held=None, battle=None, attackers=(), **changes)


def walk_over(s: Position, side: int) -> Position:
    """2P-6, 2P-47, T-25: the last defender is gone before the combat: the attackers stand there, and no combat takes
    place; what was added to the attack is used up as after one."""
    held: Any = s.held
    told = WalkedIn(SIDES[side], s.setting.locations[held.place], len(s.attackers))
    return over(s.replace(blocks=arrive(s, side, held.place, s.attackers), news=(*s.news, told)), side)
