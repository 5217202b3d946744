"""8.3 to 8.12: how an attack is fought: strength, odds, the die, losses, retreats, advance; and 7.5.3, 7.5.4 for
attacks from off the map."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.air import fly, missions, why_no_mission
from ironbottom.games.first_blood.rules.artillery import bombard, counted
from ironbottom.games.first_blood.rules.declaration import Declare, adds_nothing, duty, from_off_map
from ironbottom.games.first_blood.rules.naval import shell
from ironbottom.games.first_blood.rules.printed import AIMED, AMERICAN, JAPANESE, OPEN, RIVER, Effect
from ironbottom.games.first_blood.rules.state import (
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
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import event
from ironbottom.kernel.hexes import ways_out
from ironbottom.kernel.step import Auto, Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import Value, value

DIE = 6
BELOW = -1
"""The column of odds that are too bad for the table."""


# --- strength and odds --------------------------------------------------------------------------------------------


@value
class Modifier(Value):
    """8.5a: one thing that changes the die: a key of the texts, its value, and its statement."""

    key: str
    amount: int
    rule: str
    count: int = 1


@value
class Shielded(Value):
    """8.4b: the defence of one hex: its factors, and why they count double ("" if they do not)."""

    place: int
    factors: int
    doubled: str
    rule: str
    total: int


@value
class Strength(Value):
    """8.4a, 8.6c: all that decides a fight before the die: used for the odds, for the result and for the log."""

    side: int
    ground: int
    offered: int
    guns: int
    attack: int
    defence: int
    hexes: tuple[Shielded, ...]
    odds: tuple[int, int]
    column: int
    modifiers: tuple[Modifier, ...]

    @property
    def die(self) -> int:
        """8.7.5b: the modifiers add up."""
        return sum(one.amount for one in self.modifiers)

    @property
    def label(self) -> str:
        """The odds as they are read: "3-1"."""
        return f"{self.odds[0]}-{self.odds[1]}"


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """8.4a, 8.6c: the odds, the fraction dropped in the defender's favour.

    >>> ratio(6, 5), ratio(10, 6), ratio(3, 9), ratio(4, 10)
    ((1, 1), (1, 1), (1, 3), (1, 3))
    """
    return (attack // defence, 1) if attack >= defence else (1, -(-defence // attack))


def column_of(s: Position, odds: tuple[int, int]) -> int:
    """8.6a, 8.6b: the column of the table; BELOW it under 1-2, the last one for everything above 3-1."""
    name = f"{odds[0]}-{odds[1]}"
    if name in s.setting.columns:
        return s.setting.columns.index(name)
    return BELOW if odds[0] < odds[1] else len(s.setting.columns) - 1


def factors_of(s: Position, u: int) -> int:
    """8.3a, 7.5d: the combat factor of a ground attacker; none for American artillery at an entry point."""
    return 0 if adds_nothing(s, u) else s.setting.units[u].combat


def shielding(s: Position, attack: Attack, target: int) -> tuple[str, str]:
    """4.4b, 7.5b, 8.7.2a, 8.7.3a, 8.7.4a, 8.7.5a, 9.4.1a: why a defender counts double, and by which statement; "" if
    not.

    Not if one ground attacker comes over a hexside that is neither river nor ridge; bombarding artillery is no ground
    attacker. Else if all come over a river (the ford is one), or from off the map, or if the defender is in a ridge
    hex and no attacker is. Never more than double.
    """
    printed = s.setting
    off = [u for u in attack.units if from_off_map(s, u)]
    sides = [printed.shield[s.at[u]].get(target, OPEN) for u in attack.units if u not in off]
    if OPEN in sides:
        return "", ""
    if off:
        return "off_map", "7.5b"
    if all(side == RIVER for side in sides):
        return ("river", "8.7.4a") if printed.jungle[target] else ("river", "8.7.3a")
    if printed.ridge[target] and not any(printed.ridge[s.at[u]] for u in attack.units if u not in off):
        return "ridge", "8.7.2a"
    return "", ""


def defence_of(s: Position, attack: Attack, target: int) -> Shielded:
    """8.3a, 8.4b, 9.7a: the defence of a hex: all its units together, artillery like the others."""
    factors = sum(s.setting.units[u].combat for u in units_at(s, target))
    why, rule = shielding(s, attack, target)
    return Shielded(target, factors, why, rule, factors * (s.setting.double if why else 1))


def die_modifiers(s: Position, attack: Attack, odds: tuple[int, int]) -> tuple[Modifier, ...]:
    """7.5c, 8.5a, 8.6b, 8.7.1a, 8.7.5b, 10.4a, 13.6a: what changes the die: jungle once, odds above 3-1, bombers,
    ships."""
    printed, amount = s.setting, s.setting.modifiers
    found: list[Modifier] = []
    jungles = [bool(printed.jungle[h]) for h in attack.targets]
    if all(jungles) or (any(jungles) and printed.option.get("mixed_jungle", "any") == "any"):
        found.append(Modifier("jungle", amount["jungle"], "8.7.1a"))
    top = printed.columns[-1].partition("-")[0]
    if odds[0] > int(top):
        found.append(Modifier("high_odds", amount["high_odds"], "8.6b"))
    planes = len(bombers_over(s, attack))
    if planes:
        found.append(Modifier("bombers", planes * amount["bomber"], "13.6a", planes))
    if attack.ships:
        found.append(Modifier("ships", len(attack.ships) * amount["ship"], "10.4a", len(attack.ships)))
    return tuple(found)


def bombers_over(s: Position, attack: Attack) -> tuple[int, ...]:
    """13.6a: the American bombers over the hexes of an attack."""
    return tuple(a for a, place in enumerate(s.air) if place >= AIMED and place - AIMED in attack.targets)


def strength(s: Position, side: int, attack: Attack) -> Strength:
    """8.3a, 8.4a, 8.4b, 8.5a, 9.0a, 9.6a: what an attack is worth against what it attacks, by the units that stand
    there now."""
    ground = sum(factors_of(s, u) for u in attack.units)
    offered = sum(s.setting.units[u].combat for u in attack.guns)
    guns = counted(ground, offered, s.setting.gun_limit)
    hexes = tuple(defence_of(s, attack, target) for target in attack.targets)
    defence = sum(one.total for one in hexes)
    total = ground + guns
    odds = ratio(total, max(1, defence)) if total else (1, 99)
    return Strength(
        side, ground, offered, guns, total, defence, hexes, odds, column_of(s, odds), die_modifiers(s, attack, odds)
    )


def terms(s: Position, attack: Attack, known: Strength) -> tuple[tuple[str, str, str, int, str, int], ...]:
    """8.4a, 8.5a, 8.7.5b, 9.6a: all that makes up an attack, line by line, for the odds and for the log: the group
    ("attack", "defence", "die"), a key of the texts, the name of what it is, the amount, its statement, and how many
    there are."""
    units, names = s.setting.units, s.setting.names
    found = [
        ("attack", "unit", units[u].name, factors_of(s, u), "7.5d" if adds_nothing(s, u) else "8.3a", 1)
        for u in attack.units
    ]
    if attack.guns:
        guns = ", ".join(units[u].name for u in attack.guns)
        found.append(("attack", "artillery", guns, known.guns, "9.6a", len(attack.guns)))
    for one in known.hexes:
        found.append(("defence", "hex", names[one.place], one.factors, "8.4b", 1))
        if one.doubled:
            found.append(("defence", one.doubled, names[one.place], one.total - one.factors, one.rule, 1))
    found += [("die", one.key, "", one.amount, one.rule, one.count) for one in known.modifiers]
    return tuple(found)


def row_of(die: int, modifier: int) -> int:
    """8.8a: the modified die, limited to 1 to 6.

    >>> row_of(5, 3), row_of(1, -1)
    (6, 1)
    """
    return max(1, min(DIE, die + modifier))


def result_of(s: Position, known: Strength, die: int) -> Effect:
    """8.8a, 8.9a: what a die gives: the attacker's nationality selects the table."""
    code = s.setting.tables[known.side][row_of(die, known.die) - 1][known.column]
    return s.setting.effects[code]


# --- the combat phase ---------------------------------------------------------------------------------------------


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
        return bool(Declare(self.side).legal(s, self.side)[:-1])


@value
class Fighting(Auto):
    """8.10i, 13.3.3f: as long as something is declared, or Japan may fly, the attacker says what comes next."""

    side: int

    def run(self, s: Position) -> Position:
        if s.attacks or s.guns or s.shelling or (self.side == JAPANESE and missions(s)):
            return s.push(Resolve(self.side), self)
        return s


@value
class Resolve(Decision):
    """8.10i, 13.3.3f: the attacker sets the order; each fight is finished before the next; Japanese aircraft fly at any
    moment between."""

    rule: ClassVar[str] = "8.10i"
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        printed = s.setting
        found: list[Action] = [("fight", printed.names[attack.targets[0]]) for attack in s.attacks]
        found += [("bombard", printed.units[u].name) for u, _ in s.guns]
        found += [("bombard", printed.ships[n].name) for n, _ in s.shelling]
        done = not found
        if self.side == JAPANESE:
            found += missions(s)
        if done:
            found.append(("done",))
        return tuple(found)

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed, verb = s.setting, action[0]
        if verb == "done":
            return s.replace(stack=s.stack[:-1])
        if verb == "fly":
            return fly(s, action[1], action[2])
        if verb == "bombard":
            if action[1] in printed.ship_number:
                n = printed.ship_number[action[1]]
                here = dict(s.shelling)[n]
                return shell(s.replace(shelling=tuple(one for one in s.shelling if one[0] != n)), n, here)
            u = printed.unit_number[action[1]]
            here = dict(s.guns)[u]
            return bombard(s.replace(guns=tuple(one for one in s.guns if one[0] != u)), u, here)
        return fight(s, self.side, attack_on(s, action[1]))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action[0] == "fly" and len(action) == 3 and self.side == JAPANESE:
            return why_no_mission(s, str(action[1]), str(action[2]))
        if action[0] == "fly":
            return refuse("13.3a", "refused.only_japan_flies")
        if action == ("done",):
            return refuse("8.10i", "refused.still_to_fight")
        if action[0] in ("fight", "bombard"):
            return refuse("8.10i", "refused.not_declared", what=action[-1])
        return refuse(self.rule, "refused.not_now")


def attack_on(s: Position, name: str) -> Attack:
    """The declared attack that a hex names."""
    here = s.setting.number[name]
    return next(attack for attack in s.attacks if here in attack.targets)


def fight(s: Position, side: int, attack: Attack) -> Position:
    """8.6a, 8.10i, 11.4a: one attack: under 1-2 the ground attackers are lost before any die; else the die is
    rolled."""
    known = strength(s, side, attack)
    names, printed = s.setting.names, s.setting
    s = disturbed(s, side, attack).replace(attacks=tuple(one for one in s.attacks if one is not attack))
    s = s.tell(
        event(
            "fight", side=side, hexes=tuple(names[h] for h in attack.targets),
            units=tuple(printed.units[u].name for u in attack.units), attack=known.attack, defence=known.defence,
            odds=known.label, modifier=known.die, column=known.column, terms=terms(s, attack, known),
        )
    )  # fmt: skip
    if known.column == BELOW:
        s = released(eliminated(s.tell(event("too_weak", side=side, odds=known.label)), *attack.units), attack)
        return s
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
        s = spent(s, *attack.ships)
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
        known = strength(s, self.side, self.attack)
        effect = result_of(s, known, outcome[1])
        row = row_of(outcome[1], known.die)
        names = s.setting.names
        s = s.tell(
            event(
                "rolled", side=self.side, die=outcome[1], modifier=known.die, row=row,
                column=s.setting.columns[known.column], result=effect.code,
                hexes=tuple(names[h] for h in self.attack.targets),
            )
        )  # fmt: skip
        after = Aftermath(
            self.side, self.attack.targets, known.attack, known.defence, known.label, known.die, known.column,
            outcome[1], row, effect.code,
        )  # fmt: skip
        return outcome_steps(released(s, self.attack), self.side, self.attack, effect, after)


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
            return eliminated(s, *left)
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
        s = eliminated(s, s.setting.unit_number[action[1]])
        return s.replace(paid=True) if self.forced and self.side == JAPANESE else s

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("8.10.2a", "refused.not_in_fight", unit=action[-1])

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
            s = s.tell(event("no_refuge", side=self.side, units=tuple(s.setting.units[u].name for u in units)))
        return eliminated(s, *units)


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
            event("retreated", unit=action[1], side=self.side, start=printed.names[start], end=action[2])
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
            return eliminated(s, *coming)
        for u in coming:
            start = s.at[u]
            s = moved_to(s, u, target).tell(
                event("entered", unit=printed.units[u].name, side=self.side, start=printed.names[start],
                      end=printed.names[target])
            )  # fmt: skip
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
        if action[0] == "stay":
            return s
        printed = s.setting
        u, here = printed.unit_number[action[1]], printed.number[action[2]]
        start = s.at[u]
        s = moved_to(s, u, here).tell(
            event("advanced", unit=action[1], side=self.side, start=printed.names[start], end=action[2])
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
    their box and did not; American bombers return, and inverted aircraft on airfield hexes are turned up."""

    side: int

    def run(self, s: Position) -> Position:
        printed = s.setting
        stranded = [u for u in printed.own[self.side] if s.at[u] in printed.entry_sides]
        if self.side == JAPANESE:
            stranded += [
                u
                for u in printed.own[JAPANESE]
                if s.at[u] in printed.boxes and not (s.new | s.acted) & bit(s, u)
            ]
            return eliminated(s, *stranded) if stranded else s
        if stranded:
            s = eliminated(s, *stranded)
        box = printed.number["usaf_ground_attack"]
        turned = [a for here in printed.fields for a in air_at(s, here) if s.inverted >> a & 1]
        s = s.replace(air=tuple(box if place >= AIMED else place for place in s.air), inverted=0)
        return s.tell(event("turned_up", planes=tuple(printed.planes[a].name for a in turned))) if turned else s

