"""8.10 to 8.12: how an attack is fought: the die, losses, retreats, advance; and 7.5.3, 7.5.4 for attacks from off the
map."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.air import fly, missions, why_no_mission
from ironbottom.games.first_blood.rules.artillery import bombard
from ironbottom.games.first_blood.rules.declaration import (
    Declare,
    assigned,
    at_any_time,
    attack_on,
    busy_ships,
    duty,
    free_ships,
    from_off_map,
    may_wait,
    recalled,
    ship_uses,
)
from ironbottom.games.first_blood.rules.naval import ready_ships, shell
from ironbottom.games.first_blood.rules.printed import AIMED, AMERICAN, JAPANESE, Effect
from ironbottom.games.first_blood.rules.state import (
    AT_SEA,
    Attack,
    Position,
    air_at,
    bit,
    crowd,
    eliminated,
    moved_to,
    spent,
    units_at,
)
from ironbottom.games.first_blood.rules.strength import (
    BELOW,
    DIE,
    Terms,
    bombers_over,
    result_of,
    row_of,
    strength,
    terms,
)
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.hexes import ways_out
from ironbottom.kernel.step import Auto, Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import value

# --- the combat phase ---------------------------------------------------------------------------------------------


@value
class Fought(Event):
    """8.4a: an attack is made: its strength, and all that makes it up."""

    file_name = "fight"
    side: int
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    modifier: int
    column: int
    terms: Terms


@value
class TooWeak(Event):
    """8.6a: under 1-2 the attackers are lost without a die."""

    file_name = "too_weak"
    side: int
    odds: str


@value
class Rolled(Event):
    """8.8a, 8.9a: the die of an attack and its result; and the attack itself, as in `Fought`."""

    file_name = "rolled"
    side: int
    die: int
    modifier: int
    row: int
    column: str
    result: str
    hexes: tuple[str, ...]
    units: Later[tuple[str, ...]] = ()
    attack: Later[int] = 0
    defence: Later[int] = 0
    odds: Later[str] = ""
    terms: Later[Terms] = ()


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
class TurnedUp(Event):
    """13.6b: inverted aircraft on airfield hexes are turned up."""

    file_name = "turned_up"
    planes: tuple[str, ...]


@value
class BeginCombat(Auto):
    """8.1a, 8.1b: the combat phase of a side: what it must attack is fixed now."""

    side: int

    def run(self, s: Position) -> Position:
        s = s.replace(attacks=(), guns=(), shelling=())
        owed = duty(s, self.side)
        if owed.units or owed.off or owed.may or self._may_bombard(s):
            return s.push(Declare(self.side), Fighting(self.side), EndCombat(self.side))
        return s.push(Fighting(self.side), EndCombat(self.side))

    def _may_bombard(self, s: Position) -> bool:
        return any(action[0] == "take" for action in Declare(self.side).legal(s, self.side))


@value
class Fighting(Auto):
    """8.10i, 10.2a, 13.3.3f: of what is declared or may fly the attacker says what is next, then of the ships."""

    side: int
    begun: bool = False

    def run(self, s: Position) -> Position:
        left = s.attacks or s.guns or s.shelling or (self.side == JAPANESE and missions(s))
        ships = self.begun and self.side == JAPANESE and callable_now(s)
        return s.push(Resolve(self.side), self.replace(begun=True)) if left or ships else s


@value
class Resolve(Decision):
    """8.10i, 13.3.3f: the attacker sets the order; each fight is finished before the next; Japanese aircraft fly at any
    moment between."""

    rule: ClassVar[str] = "8.10i"
    starts_itself: ClassVar[bool] = True
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        printed = s.setting
        found: list[Action] = [("fight", printed.names[attack.targets[0]]) for attack in s.attacks]
        found += [("bombard", printed.units[u].name) for u, _ in s.guns]
        found += [("bombard", printed.ships[n].name) for n, _ in s.shelling]
        done = not found
        if self.side == JAPANESE:
            found += missions(s)
            found += [("take", printed.ships[n].name) for n in callable_now(s)]
            if at_any_time(s):
                found += [("recall", printed.ships[n].name) for n in busy_ships(s)]
        if done:
            found.append(("done",))
        return tuple(found)

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed, verb = s.setting, action[0]
        if verb == "done":
            return s.replace(stack=s.stack[:-1])
        if verb == "fly":
            return fly(s, action[1], action[2])
        if verb == "take":
            return s.push(Assign(self.side, printed.ship_number[action[1]]))
        if verb == "recall":
            return recalled(s, AT_SEA + printed.ship_number[action[1]]).push(self)
        if verb == "bombard":
            if action[1] in printed.ship_number:
                n = printed.ship_number[action[1]]
                here = dict(s.shelling)[n]
                return shell(s.replace(shelling=tuple(one for one in s.shelling if one[0] != n)), n, here)
            u = printed.unit_number[action[1]]
            here = dict(s.guns)[u]
            return bombard(s.replace(guns=tuple(one for one in s.guns if one[0] != u)), u, here)
        attack = attack_on(s, action[1])
        if strength(s, self.side, attack).column != BELOW:
            s = without_hopeless(s, self.side)
        return fight(s, self.side, attack)

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "recall")

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action[0] == "fly" and len(action) == 3 and self.side == JAPANESE:
            return why_no_mission(s, str(action[1]), str(action[2]))
        if action[0] == "fly":
            return refuse("13.3a", "refused.only_japan_flies")
        if action[0] in ("take", "recall") and len(action) == 2 and action[1] in s.setting.ship_number:
            if self.side == AMERICAN:
                return refuse("10.0a", "refused.not_yours", piece=action[1])
            n = s.setting.ship_number[str(action[1])]
            if n not in ready_ships(s):
                return refuse("10.1a", "refused.ship_not_there", ship=action[1])
            if not at_any_time(s):
                return refuse("10.2a", "refused.ships_declared", ship=action[1])
            return refuse("10.5a", "refused.ship_busy" if action[0] == "take" else "refused.ship_idle", ship=action[1])
        if action == ("done",):
            return refuse("8.10i", "refused.still_to_fight")
        here = s.setting.number.get(str(action[-1]), -1)
        joint = next((attack.targets[0] for attack in s.attacks if here in attack.targets), -1)
        if action[0] == "fight" and joint >= 0:
            return refuse("8.2g", "refused.part_of_attack", hex=action[-1], first=s.setting.names[joint])
        if action[0] in ("fight", "bombard"):
            return refuse("8.10i", "refused.not_declared", what=action[-1])
        return refuse(self.rule, "refused.not_now")


def callable_now(s: Position) -> tuple[int, ...]:
    """10.2a, 10.3a: the ships that may still be given a mission between the fights."""
    return tuple(n for n in free_ships(s) if ship_uses(s, n)) if at_any_time(s) else ()


@value
class Assign(Decision):
    """10.2a, 10.3a, 10.4a: a ship is given its mission between the fights."""

    rule: ClassVar[str] = "10.2a"
    side: int
    ship: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (*ship_uses(s, self.ship), ("drop",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "drop":
            return s.push(Resolve(self.side))
        return assigned(s, self.ship, action[0], s.setting.number[action[1]])

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "drop")

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return Declare(self.side, AT_SEA + self.ship).why_not(s, side, action)


def without_hopeless(s: Position, side: int) -> Position:
    """8.6a: who attacks under 1-2 is lost before any die of the phase, unless it is agreed that each such attack waits
    for its turn."""
    if s.setting.options["hopeless_attacks"] == "first":
        for attack in s.attacks:
            if strength(s, side, attack).column == BELOW:
                s = fight(s, side, attack)
    return s


def fight(s: Position, side: int, attack: Attack) -> Position:
    """8.6a, 8.10i, 11.4a: one attack: under 1-2 the ground attackers are lost before any die; else the die is
    rolled."""
    known, printed = strength(s, side, attack), s.setting
    s = disturbed(s, side, attack).replace(attacks=tuple(one for one in s.attacks if one is not attack))
    s = s.tell(
        Fought(
            side, tuple(printed.names[h] for h in attack.targets), tuple(printed.units[u].name for u in attack.units),
            known.attack, known.defence, known.label, known.die, known.column, terms(s, attack, known),
        )
    )  # fmt: skip
    if known.column == BELOW:
        return released(eliminated(s.tell(TooWeak(side, known.label)), attack.units, "8.6a"), attack)
    return s.push(CombatDie(side, attack))


def disturbed(s: Position, side: int, attack: Attack) -> Position:
    """11.4a, 11.4b: who attacks or is attacked does no work in this turn."""
    mask = s.settled
    involved = (*attack.units, *attack.guns) if side == AMERICAN else tuple(
        u for h in attack.targets for u in units_at(s, h)
    )
    for u in involved:
        mask &= ~bit(s, u)
    hit = s.hit
    for h in attack.targets:
        if s.setting.field_at[h] >= 0:
            hit |= 1 << s.setting.field_at[h]
    return s.replace(settled=mask, hit=hit)


def released(s: Position, attack: Attack) -> Position:
    """10.5a, 13.6a: after a fight its ships are removed, and its bombers return to the Ground Attack box."""
    if attack.ships:
        s = spent(s, attack.ships)
    over = bombers_over(s, attack)
    if over:
        box = s.setting.number["usaf_ground_attack"]
        s = s.replace(air=tuple(box if a in over else place for a, place in enumerate(s.air)))
    return s


@value
class CombatDie(Chance):
    """8.5a, 8.8a: one six-sided die for each attack."""

    rule: ClassVar[str] = "8.8a"
    side: int
    attack: Attack

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        return tuple((("die", n), 1) for n in range(1, DIE + 1))

    def resolve(self, s: Position, outcome: Action) -> Position:
        attack, printed = self.attack, s.setting
        known = strength(s, self.side, attack)
        effect = result_of(s, known, outcome[1])
        row = row_of(outcome[1], known.die)
        s = s.tell(
            Rolled(
                self.side, outcome[1], known.die, row, printed.columns[known.column], effect.code,
                tuple(printed.names[h] for h in attack.targets), tuple(printed.units[u].name for u in attack.units),
                known.attack, known.defence, known.label, terms(s, attack, known),
            )
        )  # fmt: skip
        after = Aftermath(
            self.side, attack.targets, known.attack, known.defence, known.label, known.die, known.column,
            outcome[1], row, effect.code,
        )  # fmt: skip
        return outcome_steps(released(s, attack), self.side, attack, effect, after)


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
        return refuse("8.2.3a", "refused.retreat_full", hex=action[2])

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
            return refuse("5.0a", "refused.full", hex=action[2], n=s.setting.ground_limit)
        return refuse("8.10h", "refused.no_advance", unit=action[1])

    def default(self, s: Position, side: int) -> Action | None:
        return ("stay",)


# --- the end of the phase -----------------------------------------------------------------------------------------


@value
class EndCombat(Auto):
    """6.4.1a, 6.3a, 7.7b, 13.6a, 13.6b: units still at entry points are lost, and Japanese units that had to leave
    their box and did not, unless they may wait; American bombers return, and inverted aircraft are turned up."""

    side: int

    def run(self, s: Position) -> Position:
        printed = s.setting
        s = eliminated(s, [u for u in printed.own[self.side] if s.at[u] in printed.entry_sides], "6.4.1a")
        if self.side == JAPANESE:
            boxes = () if may_wait(s) else printed.boxes
            idle = [u for u in printed.own[JAPANESE] if s.at[u] in boxes and not (s.new | s.acted) & bit(s, u)]
            return eliminated(s, idle, "6.3a")
        box = printed.number["usaf_ground_attack"]
        turned = [a for here in printed.fields for a in air_at(s, here) if s.inverted >> a & 1]
        s = s.replace(air=tuple(box if place >= AIMED else place for place in s.air), inverted=0)
        return s.tell(TurnedUp(tuple(printed.planes[a].name for a in turned))) if turned else s

