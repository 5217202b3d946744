"""8.10 to 8.12: what the result of an attack means: losses, retreats, the advance; and 7.5.3, 7.5.4 for attackers from
off the map."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.declaration import from_off_map
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, Effect
from ironbottom.games.first_blood.rules.state import Attack, Position, crowd, eliminated, moved_to, units_at
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.hexes import ways_out
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class NoRefuge(Event):
    """8.11a: units that should retreat have nowhere to go."""

    file_name = "no_refuge"
    side: int
    units: tuple[str, ...]


@value
class Retreated(Event):
    """8.10g: a unit retreats to the next hex. `cause`: the result that makes it."""

    file_name = "retreated"
    unit: str
    side: int
    start: str
    end: str
    cause: Later[str] = ""


@value
class Entered(Event):
    """7.5.3a: an attacker from off the map enters the emptied hex."""

    file_name = "entered"
    unit: str
    side: int
    start: str
    end: str


@value
class Advanced(Event):
    """8.10h: an attacker occupies what the defenders left."""

    file_name = "advanced"
    unit: str
    side: int
    start: str
    end: str


@value
class Stayed(Event):
    """8.10h: the attackers do not occupy what the defenders left."""

    file_name = "stayed"
    side: int
    hexes: tuple[str, ...]


@value
class Aftermath(Auto):
    """8.9a: lies under the losses, retreats and the advance of a fight as long as they last, and tells what they come
    from: the hexes that were attacked, the strengths, the die, and the result."""

    side: int
    hexes: tuple[int, ...]
    attack: int
    defence: int
    odds: str
    modifier: int
    column: int
    die: int
    row: int
    result: str

    def run(self, s: Position) -> Position:
        return s


RESULT_RULES = {
    "AE": "8.10a", "A2": "8.10b", "A1": "8.10b", "EX": "8.10c", "DR": "8.10d", "D1": "8.10e", "DE": "8.10f",
}  # fmt: skip
"""The statement of each result."""


def aftermath(s: Position) -> Aftermath | None:
    """The fight whose losses, retreats or advance are being settled."""
    return next((step for step in reversed(s.stack) if isinstance(step, Aftermath)), None)


def cause_of(s: Position) -> str:
    """The statement of the result that is being settled."""
    after = aftermath(s)
    return RESULT_RULES[after.result] if after is not None else "8.10g"


def outcome_steps(s: Position, side: int, attack: Attack, effect: Effect, after: Aftermath) -> Position:
    """8.10a, 8.10b, 8.10c, 8.10d, 8.10e, 8.10f: what a result means, in this order: the attacker's loss, the
    defender's loss, the attacker's retreat, the defender's retreat; then entry from off the map, and after DE the
    advance."""
    enemy = JAPANESE if side == AMERICAN else AMERICAN
    defenders = tuple(u for h in attack.targets for u in units_at(s, h))
    steps: list[Auto] = []
    if effect.attacker_loss:
        steps.append(TakeLosses(side, attack.units, effect.attacker_loss))
    if effect.defender_loss:
        steps.append(TakeLosses(enemy, defenders, effect.defender_loss))
    if effect.attacker_retreat:
        steps.append(Retreating(side, attack.units))
    if effect.defender_retreat:
        steps.append(Retreating(enemy, defenders))
    if any(from_off_map(s, u) for u in attack.units):
        steps.append(EnterEmptied(side, attack))
    if effect.advance:
        steps.append(Advancing(side, attack))
    return s.push(*steps, after)


# --- losses -------------------------------------------------------------------------------------------------------


def alive(s: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the units that are not lost."""
    lost = s.setting.number["lost"]
    return tuple(u for u in units if s.at[u] != lost)


@value
class TakeLosses(Auto):
    """8.10a, 8.10f, 8.10g: a side loses so many of these units (-1: all); where there is no choice, at once."""

    side: int
    units: tuple[int, ...]
    count: int
    forced: bool = False

    def run(self, s: Position) -> Position:
        left = alive(s, self.units)
        if self.count < 0 or self.count >= len(left):
            return eliminated(s, left, "7.5.4a" if self.forced else cause_of(s))
        if not self.count:
            return s
        return s.push(Lose(self.side, left, self.forced), self.replace(units=left, count=self.count - 1))


@value
class Lose(Decision):
    """8.10g, 8.10.2a, 7.5.4a, 7.5.4b: the owner chooses a loss among his ground attackers or defenders; bombarding
    artillery, aircraft and ships are never among them. `forced`: lost to overstacking after an attack from off the
    map, which pays for the Japanese supply of this turn."""

    rule: ClassVar[str] = "8.10g"
    plays_itself: ClassVar[bool] = True
    side: int
    units: tuple[int, ...]
    forced: bool = False

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(("lose", s.setting.units[u].name) for u in self.units)

    def take(self, s: Position, side: int, action: Action) -> Position:
        s = eliminated(s, (s.setting.unit_number[action[1]],), "7.5.4a" if self.forced else cause_of(s))
        return s.replace(paid=True) if self.forced and self.side == JAPANESE else s

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        printed, piece = s.setting, str(action[-1])
        if action[0] != "lose" or len(action) != 2:
            return refuse(self.rule, "refused.not_now")
        u = printed.unit_number.get(piece, -1)
        if u >= 0 and printed.units[u].side != self.side:
            return refuse("8.10g", "refused.not_yours", piece=piece)
        if u >= 0 and not printed.units[u].artillery:
            return refuse(cause_of(s), "refused.not_in_fight", unit=piece)
        return refuse("8.10.2a", "refused.not_in_fight", unit=piece)

    def default(self, s: Position, side: int) -> Action | None:
        weakest = min(self.units, key=lambda u: (s.setting.units[u].combat, u))
        return ("lose", s.setting.units[weakest].name)


# --- 8.10 to 8.12: retreats ---------------------------------------------------------------------------------------


def refuges(s: Position, side: int, u: int, left: tuple[int, ...] = ()) -> tuple[int, ...]:
    """8.2.2a, 8.2.3a, 8.11a, 8.12a, 4.4c: where a retreating unit may go next: a hex without enemies and outside their
    zones, friends there or not, over no river but the ford, never off the map; a full hex only if it can go on from
    there."""
    printed = s.setting
    here = s.at[u]
    if here >= printed.hexes:
        return ()
    count, limit = crowd(s, side), printed.ground_limit
    room = bytes(count[n] < limit for n in range(printed.hexes))
    return ways_out(printed.retreats, here, front(s, side).closed, room, left)


@value
class Retreating(Auto):
    """8.10b, 8.10d, 8.2.2a, 8.11a: these units retreat; those that have nowhere to go are lost. `mover` has to go on
    from a full hex, and not back to where it has been (`left`)."""

    side: int
    units: tuple[int, ...]
    mover: int = -1
    left: tuple[int, ...] = ()

    def run(self, s: Position) -> Position:
        units = alive(s, self.units)
        if not units:
            return s
        if self.mover >= 0 or any(refuges(s, self.side, u) for u in units):
            return s.push(Retreat(self.side, units, self.mover, self.left))
        if any(s.at[u] < s.setting.hexes for u in units):
            s = s.tell(NoRefuge(self.side, tuple(s.setting.units[u].name for u in units)))
        return eliminated(s, units, "8.11a")


@value
class Retreat(Decision):
    """8.10g, 8.2.3a: the owner retreats his units, one by one, each where he likes among its refuges."""

    rule: ClassVar[str] = "8.10g"
    plays_itself: ClassVar[bool] = True
    side: int
    units: tuple[int, ...]
    mover: int = -1
    left: tuple[int, ...] = ()

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        printed = s.setting
        units = self.units if self.mover < 0 else (self.mover,)
        return tuple(
            ("retreat", printed.units[u].name, printed.names[here])
            for u in units
            for here in refuges(s, self.side, u, self.left)
        )

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed = s.setting
        u, here = printed.unit_number[action[1]], printed.number[action[2]]
        start = s.at[u]
        full = s.at.count(here) >= printed.ground_limit
        s = moved_to(s, u, here).tell(
            Retreated(action[1], self.side, printed.names[start], action[2], cause_of(s))
        )
        if full:
            return s.push(Retreating(self.side, self.units, u, (*self.left, start)))
        return s.push(Retreating(self.side, tuple(w for w in self.units if w != u)))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        printed = s.setting
        if action[0] != "retreat" or len(action) != 3 or action[1] not in printed.unit_number:
            return refuse(self.rule, "refused.not_now")
        u = printed.unit_number[action[1]]
        if u not in self.units or (self.mover >= 0 and u != self.mover):
            return refuse("8.10g", "refused.not_retreating", unit=action[1])
        here, there = s.at[u], printed.number.get(str(action[2]), -1)
        if not 0 <= there < printed.hexes:
            return refuse("8.12a", "refused.off_the_map")
        if there not in printed.near[here]:
            return refuse("8.10b", "refused.not_adjacent", hex=action[2])
        enemy = front(s, self.side)
        if enemy.held[there]:
            return refuse("8.11a", "refused.enemy_there", hex=action[2])
        if enemy.control[there]:
            return refuse("8.2.2a", "refused.retreat_zone", hex=action[2])
        if there not in printed.retreats[here]:
            return refuse("8.12a", "refused.retreat_river", hex=action[2])
        back = there in self.left
        return refuse("8.2.3a", "refused.retreat_back" if back else "refused.retreat_full", hex=action[2])

    def default(self, s: Position, side: int) -> Action | None:
        return self.legal(s, side)[0]


# --- 8.10h, 7.5.3: occupation -------------------------------------------------------------------------------------


@value
class EnterEmptied(Auto):
    """7.5.3a, 7.5.3b, 7.5.4a: attackers from off the map must enter the hex if it is empty of enemies, however that
    came, and are lost if it is not; what is too much there is lost by the owner's choice."""

    side: int
    attack: Attack

    def run(self, s: Position) -> Position:
        printed = s.setting
        coming = tuple(u for u in alive(s, self.attack.units) if from_off_map(s, u))
        target = self.attack.targets[0]
        if front(s, self.side).held[target]:
            return eliminated(s, coming, "7.5.3b")
        for u in coming:
            start = s.at[u]
            s = moved_to(s, u, target).tell(
                Entered(printed.units[u].name, self.side, printed.names[start], printed.names[target])
            )
        there = units_at(s, target)
        surplus = len(there) - printed.ground_limit
        return s.push(TakeLosses(self.side, there, surplus, True)) if surplus > 0 else s


@value
class Advancing(Auto):
    """8.10f, 8.10h: after DE, and only then, attackers may occupy what the defenders left."""

    side: int
    attack: Attack

    def run(self, s: Position) -> Position:
        units = tuple(u for u in alive(s, self.attack.units) if not s.at[u] >= s.setting.hexes)
        units = tuple(u for u in units if s.at[u] not in self.attack.targets)
        step = Advance(self.side, units, self.attack.targets)
        return s.push(step) if step.moves(s) else s


@value
class Advance(Decision):
    """8.10f, 8.10h, 5.0a: ground attackers of the attack may occupy the hexes, up to the stacking limit; zones,
    rivers and ridges do not matter."""

    rule: ClassVar[str] = "8.10h"
    side: int
    units: tuple[int, ...]
    targets: tuple[int, ...]

    def moves(self, s: Position) -> tuple[Action, ...]:
        printed = s.setting
        return tuple(
            ("advance", printed.units[u].name, printed.names[h])
            for u in self.units
            for h in self.targets
            if s.at.count(h) < printed.ground_limit
        )

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (*self.moves(s), ("stay",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed = s.setting
        if action[0] == "stay":
            empty = tuple(printed.names[h] for h in self.targets if not units_at(s, h))
            return s.tell(Stayed(self.side, empty)) if empty else s
        u, here = printed.unit_number[action[1]], printed.number[action[2]]
        start = s.at[u]
        s = moved_to(s, u, here).tell(
            Advanced(action[1], self.side, printed.names[start], action[2])
        )
        rest = self.replace(units=tuple(w for w in self.units if w != u))
        return s.push(rest) if rest.moves(s) else s

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action[0] != "advance" or len(action) != 3:
            return refuse(self.rule, "refused.not_now")
        here = s.setting.number.get(str(action[2]), -1)
        if here in self.targets and s.setting.unit_number.get(str(action[1])) in self.units:
            return refuse("5.0a", "refused.stack_full", hex=action[2], n=s.setting.ground_limit)
        return refuse("8.10h", "refused.no_advance", unit=action[1])

    def default(self, s: Position, side: int) -> Action | None:
        return ("stay",)
