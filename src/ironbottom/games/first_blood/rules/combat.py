"""8.1 to 8.9: how attacks are fought: in which order, by which ships and guns, with the die; and how the phase ends."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.air import fly, missions, why_no_flight, why_no_mission
from ironbottom.games.first_blood.rules.artillery import bombard
from ironbottom.games.first_blood.rules.declaration import (
    Declare,
    assigned,
    at_any_time,
    attack_on,
    busy_ships,
    duty,
    free_ships,
    may_wait,
    recalled,
    ship_uses,
)
from ironbottom.games.first_blood.rules.naval import ready_ships, shell
from ironbottom.games.first_blood.rules.printed import AIMED, AMERICAN, JAPANESE
from ironbottom.games.first_blood.rules.results import Aftermath, outcome_steps
from ironbottom.games.first_blood.rules.state import (
    AT_SEA,
    Attack,
    Position,
    air_at,
    bit,
    eliminated,
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
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
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
        if action[0] == "take" and len(action) == 2 and action[1] in s.setting.plane_number and self.side == JAPANESE:
            return why_no_flight(s, str(action[1]))
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
        if action[0] == "take":
            return refuse("8.1b", "refused.all_declared")
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
    """11.4a, 11.4b: who attacks or is attacked does no work in this turn; and work in a hex that is attacked, whoever
    stands in it, begins anew."""
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

