"""8.1: artillery fire, naval bombardment, counter-battery fire."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ironbottom.games.henderson_field.rules.hidden import seen_army
from ironbottom.games.henderson_field.rules.line_of_sight import sees
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, UNSEEN, Printed, distances
from ironbottom.games.henderson_field.rules.state import (
    Position,
    Sights,
    at_hex,
    front,
    harmed,
    lose_steps,
    lose_together,
    operational,
    purse,
    put,
    sights,
    spent,
    strongest,
    unit,
    units_in,
)
from ironbottom.games.henderson_field.rules.steps import Asked, Die, Told
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.event import Later, Secret
from ironbottom.kernel.step import OBSERVER, Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Fired(Told):
    """So many dice are fired at a hex, against this strength."""
    file_name = "fire"
    rule = "R8.1.5"
    side: int
    hex: str
    n: int
    strength: int
    roll: Later[tuple[int, ...]] = ()
    """The dice that said how many."""


@value
class FireResult(Told):
    """Fire has taken so many steps in a hex."""
    file_name = "fire_result"
    rule = "R8.1.5"
    side: int
    hex: str
    n: int
    dice: tuple[int, ...]
    strength: Later[int] = 0
    harm: Later[int] = 0
    """By how much the airfield has fallen, to `status`."""
    status: Later[int] = 0


@value
class CounterFired(Told):
    """So many dice of counter-battery fire at a hex."""
    file_name = "counter_battery"
    rule = "R8.1.8"
    side: int
    hex: str
    n: int


@value
class CounterResult(Told):
    """So many batteries at most are silenced in a hex."""
    file_name = "counter_result"
    rule = "R8.1.8"
    side: int
    hex: str
    n: int
    dice: tuple[int, ...]
    needed: Later[int] = 0
    silent: Later[Secret[int]] = None
    """How many fall silent: the firer hears it only where no battery can lie hidden."""
    seen: Later[bool] = False
    """Whether none can."""

    def knows(self) -> tuple[int, ...]:
        return (AMERICAN, JAPANESE, OBSERVER) if self.seen else (1 - self.side,)


@value
class Uncovered(Told):
    """Units in stealth have lost their markers under attack."""
    file_name = "uncovered"
    rule = "R8.2.11"
    side: int
    hex: str
    units: tuple[str, ...]
    shows: Later[Sights] = ()


@value
class ShipsRolled(Told):
    """The die for a naval bombardment."""
    file_name = "bombard_die"
    rule = "R8.1.7"
    side: int
    die: int
    needed: Later[int] = 0


def budget(s: Position, side: int, i: int, counter: bool) -> int:
    """R8.1.2, R8.1.8, Q43: how many points a battery can still fire in this half."""
    doing, factors = s.doings[side], s.armies[side].steps[i]
    used, bit = doing.fired[i], 1 << i
    if counter:
        return (factors + 1) // 2 - used if doing.fired_counter & bit or not used else 0
    return 0 if doing.fired_counter & bit else factors - used


def support_budget(s: Position, side: int, i: int) -> int:
    """R8.1.2, R8.1.8, Q24, Q43: the points that a battery can lend to an assault."""
    doing, factors = s.doings[side], s.armies[side].steps[i]
    if doing.silenced >> i & 1:
        return 0
    most = (factors + 1) // 2 if doing.fired_counter >> i & 1 else factors
    return max(0, most - doing.fired[i])


def batteries(s: Position, side: int, counter: bool) -> tuple[int, ...]:
    """R8.1a, R8.1.8: the batteries of a side that may fire."""
    army, enemy = s.armies[side], front(s, 1 - side)
    return tuple(
        i
        for i in s.setting.guns[side]
        if army.at[i] < s.setting.hexes
        and not army.marker[i]
        and not enemy.zone[army.at[i]]
        and not s.doings[side].silenced >> i & 1
        and budget(s, side, i, counter) > 0
    )


def spotted(s: Position, side: int, target: int) -> bool:
    """R8.1.4: whether a unit of a side sees a hex."""
    return _seen_from(s.setting, front(s, side).lookouts, target)


@lru_cache(maxsize=16384)
def _seen_from(p: Printed, lookouts: tuple[int, ...], target: int) -> bool:
    for here in p.near[target]:
        if here in lookouts:
            return True
    return any(sees(p, here, target) for here in lookouts)


def targets(s: Position, side: int, counter: bool) -> tuple[int, ...]:
    """R7.7.7, R8.1.3, R8.1.4, R8.1.6, Q43: the hexes that some battery can fire at."""
    p, guns = s.setting, batteries(s, side, counter)
    if not guns:
        return ()
    ways = {(distances(p, s.armies[side].at[i]), unit(s, side, i).reach) for i in guns}
    return tuple(
        here
        for here in aims(s, side, counter)
        if any(away[here] <= reach for away, reach in ways) and spotted(s, side, here)
    )


def might_fire(s: Position, side: int) -> bool:
    """R7.8, R8.1.2, R8.1.3: whether, for all that those who look on can tell, a side can still fire: a gun in sight, or
    a hidden counter that may be a gun, out of the enemy's zones, with a target that is seen and in range. Rain stops
    all fire."""
    p, supply = s.setting, purse(s, side)
    if "rain" in s.events or not supply:
        return False
    army, enemy = seen_army(s, side), front(s, 1 - side)
    hidden = [unit(s, side, i) for i in p.guns[side] if army.at[i] == UNSEEN]
    farthest = max((gun.reach for gun in hidden), default=0)
    seen = [i for i in p.guns[side] if army.at[i] < p.hexes and not enemy.zone[army.at[i]]]
    places = [(army.at[i], unit(s, side, i).reach) for i in seen]
    places += [(here, farthest) for here, mark in army.hidden if hidden and not mark and not enemy.zone[here]]
    factors = sum(army.steps[i] for i in seen) + sum(gun.combat for gun in hidden)
    # the dice of each mission are told to all
    if not places or factors <= sum(s.doings[side].fired):
        return False
    return any(
        any(distances(p, here)[aim] <= reach for here, reach in places) and spotted(s, side, aim)
        for aim in aims(s, side, False)
    )


def aims(s: Position, side: int, counter: bool) -> tuple[int, ...]:
    """R7.7.7, R8.1.6, Q43: the hexes that a side could fire at if its guns reached them and it saw them."""
    field, enemy = s.setting.field, front(s, 1 - side)
    if counter or front(s, side).count[field] or enemy.count[field]:
        return enemy.stands
    return tuple(sorted((*enemy.stands, field)))


@value
class Fire(Decision):
    """R8.1a, R8.1.2, R8.1.3, R8.1.8: a side fires mission after mission: the target first, then the batteries with
    their points."""

    rule: ClassVar[str] = "R8.1a"
    verbs: ClassVar[tuple[str, ...]] = ("attack", "counter", "gun", "fire", "back", "pass")
    starts_itself: ClassVar[bool] = True
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        names, doing = s.setting.names, s.doings[side]
        if doing.target < 0:
            return (
                *(("attack", names[h]) for h in targets(s, side, False)),
                *(("counter", names[h]) for h in targets(s, side, True)),
                ("pass",),
            )
        offers: list[Action] = []
        used = sum(n for _, n in doing.mission)
        for i in batteries(s, side, doing.counter_battery):
            most = min(budget(s, side, i, doing.counter_battery), purse(s, side) - used)
            reach = distances(s.setting, doing.target)[s.armies[side].at[i]] <= unit(s, side, i).reach
            if most > 0 and reach and all(i != one for one, _ in doing.mission):
                offers.append(("gun", unit(s, side, i).name, up_to(most)))
        if doing.mission:
            offers.append(("fire",))
        return (*offers, ("back",))

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "back")

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        p = s.setting
        here = p.number.get(str(action[-1]), -1) if action else -1
        if action[0] in ("attack", "counter") and len(action) == 2 and here >= 0 and s.doings[side].target < 0:
            if not batteries(s, side, action[0] == "counter"):
                return refuse("R8.1a", "refused.no_battery")
            if front(s, 1 - side).count[here] and not front(s, 1 - side).open[here]:
                return refuse("R7.7.7", "refused.stealth_target")
            if here not in aims(s, side, action[0] == "counter"):
                own = bool(front(s, side).count[here])
                return refuse("Q43", "refused.own_target" if own else "refused.no_target")
            if not spotted(s, side, here):
                return refuse("R8.1.4", "refused.unseen", hex=action[1])
            return refuse("R8.1.3", "refused.out_of_range")
        number = p.unit_number.get(str(action[1]), (-1, -1)) if len(action) > 1 else (-1, -1)
        if action[0] == "gun" and s.doings[side].target >= 0 and number[0] >= 0:
            return refuse("R8.1a", "refused.not_yours") if number[0] != side else why_no_gun(s, side, number[1])
        return refuse(self.rule, "refused.not_now")

    def take(self, s: Position, side: int, action: Action) -> Position:
        p, doing = s.setting, s.doings[side]
        match action[0]:
            case "pass":
                return s.doing(side, target=-1, mission=())
            case "back":
                return s.doing(side, target=-1, mission=(), counter_battery=False).push(self)
            case "gun":
                guns = (*doing.mission, (p.unit_number[action[1]][1], int(action[2])))
                return s.doing(side, mission=guns).push(self)
            case "fire":
                return self._fire(s)
        return s.doing(side, target=p.number[action[1]], counter_battery=action[0] == "counter", mission=()).push(self)

    def default(self, s: Position, side: int) -> Action | None:
        if side != self.side or s.doings[side].target >= 0:
            return None
        return None if targets(s, side, False) or targets(s, side, True) else ("pass",)

    def _fire(self, s: Position) -> Position:
        """R8.1.2, R8.1.8, R8.2.11: supply is paid, and the dice fall."""
        side, doing = self.side, s.doings[self.side]
        total, fired, countered = 0, list(doing.fired), doing.fired_counter
        for i, points in doing.mission:
            total += points
            fired[i] += points
            if doing.counter_battery:
                countered |= 1 << i
        here = doing.target
        s = spent(s, side, total)
        s = s.doing(side, fired=tuple(fired), fired_counter=countered, target=-1, mission=(), counter_battery=False)
        s = s.push(FireStep(side))
        if doing.counter_battery:
            s = s.tell(CounterFired(side, s.setting.names[here], total))
            return s.push(CounterDice(side, here, total))
        return s.push(FireDice(side, here, total))


def why_no_gun(s: Position, side: int, i: int) -> Refusal:
    """R8.1a, R8.1.2, R8.1.3, R8.1.8, Q43: why a unit does not fire at the target."""
    doing, here = s.doings[side], s.armies[side].at[i]
    if not unit(s, side, i).gun:
        return refuse("R8.1a", "refused.no_gun")
    if here >= s.setting.hexes or s.armies[side].marker[i] or front(s, 1 - side).zone[here]:
        return refuse("R8.1a", "refused.gun_place")
    if doing.silenced >> i & 1:
        return refuse("R8.1.8", "refused.gun_muted")
    if doing.fired[i] and bool(doing.fired_counter >> i & 1) != doing.counter_battery:
        return refuse("Q43", "refused.gun_kind")
    if distances(s.setting, doing.target)[here] > unit(s, side, i).reach:
        return refuse("R8.1.3", "refused.gun_range", hex=s.setting.names[doing.target])
    return refuse("R8.1.2", "refused.gun_points")


@value
class FireStep(Auto):
    """R8.1a: a side's fire step; it is asked as long as others must reckon with its fire, so that being asked tells
    nothing."""

    side: int

    def run(self, s: Position) -> Position:
        return s.push(Fire(self.side)) if might_fire(s, self.side) else s


@value
class FireDice(Auto):
    """R8.1.5, R8.1.6, R8.1.7, R8.2.11, Q25: so many dice against a hex, all against the strength that is there now."""

    side: int
    hex: int
    dice: int
    roll: tuple[int, ...] = ()

    def run(self, s: Position) -> Position:
        owner = 1 - self.side
        if not front(s, owner).count[self.hex] and front(s, self.side).count[self.hex]:
            owner = self.side
        if front(s, owner).open[self.hex] or self.hex == s.setting.field:
            s = uncovered(s, owner, self.hex)
        army = s.armies[owner]
        there = at_hex(s, owner, self.hex)
        strength = sum(army.steps[i] for i in there)
        s = s.tell(Fired(self.side, s.setting.names[self.hex], self.dice, strength, self.roll))
        return s.push(FireDie(self.side, self.hex, self.dice, strength, strength - len(there), owner))


def uncovered(s: Position, side: int, here: int) -> Position:
    """R7.8, R8.2.11, Q25: units in stealth beside others lose their markers and show themselves when their hex is
    attacked."""
    army = s.armies[side]
    there = at_hex(s, side, here)
    if not any(army.marker[i] for i in there) or all(army.marker[i] for i in there):
        return s
    mark = tuple(0 if i in there else m for i, m in enumerate(army.marker))
    found = sum(1 << i for i in there if army.marker[i])
    names = tuple(unit(s, side, i).name for i in units_in(found))
    s = s.army(side, marker=mark, shown=army.shown | found)
    return s.tell(Uncovered(side, s.setting.names[here], names, sights(s, side, here)))


def fire_result(s: Position, die: int, strength: int) -> int:
    """R8.1.5: the steps that a fire die takes."""
    p = s.setting
    return 0 if strength < 1 else int(p.fire_rows[die - 1][sum(strength >= n for n in p.fire_from) - 1])


@value
class FireDie(Die):
    """R2.5, R8.1.5, R8.1.6: one fire die. `most` are the steps that fire can take there at all."""

    rule: ClassVar[str] = "R8.1.5"
    side: int
    hex: int
    dice: int
    strength: int
    most: int
    owner: int
    hits: int = 0
    harm: int = 0
    fell: tuple[int, ...] = ()

    def resolve(self, s: Position, outcome: Action) -> Position:
        die = outcome[1]
        hits = self.hits + fire_result(s, die, self.strength)
        harm = self.harm + (self.hex == s.setting.field and die >= s.setting.harm)
        fell = (*self.fell, die)
        if self.dice > 1:
            return s.push(self.replace(dice=self.dice - 1, hits=hits, harm=harm, fell=fell))
        stood = s.status
        s = harmed(s, self.side, harm, "fire")
        lost, harm = min(hits, self.most), stood - s.status
        s = s.tell(FireResult(self.side, s.setting.names[self.hex], lost, fell, self.strength, harm, s.status))
        return s.push(FireLosses(self.owner, self.hex, lost, self.most))


@value
class FireLosses(Auto):
    """R8.1.5, R7.8: the steps that fire has taken, of the `most` that it can take; where all see that there is no
    choice the owner is not asked: all that can be lost is, or one unit alone, known to all, has steps to lose (of two
    counters the lower is known by the strength that the fire met)."""

    side: int
    hex: int
    steps: int
    most: int

    def run(self, s: Position) -> Position:
        there, army = at_hex(s, self.side, self.hex), s.armies[self.side]
        able = [i for i in there if army.steps[i] > 1]
        if not self.steps:
            return s
        if self.steps == self.most or (len(there) < 3 and len(able) == 1):
            lost = tuple((i, min(self.steps, army.steps[i] - 1)) for i in able)
            return lose_together(s, self.side, self.hex, lost)
        return s.push(FireLoss(self.side, self.hex, self.steps), self.replace(steps=self.steps - 1, most=self.most - 1))


@value
class FireLoss(Asked):
    """R8.1.5: the owner shares out the steps that fire has taken, never a unit's last."""

    rule: ClassVar[str] = "R8.1.5"
    verbs: ClassVar[tuple[str, ...]] = ("lose",)
    refused = "refused.last_step"
    side: int
    hex: int
    steps: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        army = s.armies[side]
        return tuple(("lose", unit(s, side, i).name) for i in at_hex(s, side, self.hex) if army.steps[i] > 1)

    def take(self, s: Position, side: int, action: Action) -> Position:
        return lose_steps(s, side, s.setting.unit_number[action[1]][1], 1, "fire")

    def default(self, s: Position, side: int) -> Action | None:
        return strongest(s, side, self.legal(s, side)) if side == self.side else None


@value
class CounterDice(Die):
    """R8.1.8: one die of counter-battery fire."""

    rule: ClassVar[str] = "R8.1.8"
    side: int
    hex: int
    dice: int
    hits: int = 0
    fell: tuple[int, ...] = ()

    def resolve(self, s: Position, outcome: Action) -> Position:
        needed = s.setting.limits["counter_battery"]
        hits = self.hits + (outcome[1] >= needed)
        fell = (*self.fell, outcome[1])
        if self.dice > 1:
            return s.push(self.replace(dice=self.dice - 1, hits=hits, fell=fell))
        owner = 1 - self.side
        silent, seen = min(hits, len(loud(s, owner, self.hex))), not doubtful(s, owner, self.hex)
        s = s.tell(CounterResult(self.side, s.setting.names[self.hex], hits, fell, needed, silent, seen))
        return s.push(Suppressing(owner, self.hex, hits))


def loud(s: Position, side: int, here: int) -> tuple[int, ...]:
    """R8.1.8: the batteries of a side in a hex that can still be silenced."""
    return tuple(i for i in at_hex(s, side, here) if unit(s, side, i).gun and not s.doings[side].silenced >> i & 1)


def doubtful(s: Position, side: int, here: int) -> int:
    """R7.8: how many batteries of a side, for all that others see, may lie hidden in a hex."""
    army = seen_army(s, side)
    hidden = sum(place == here and not mark for place, mark in army.hidden)
    return min(hidden, sum(army.at[i] == UNSEEN for i in s.setting.guns[side]))


@value
class Suppressing(Auto):
    """R8.1.8, R7.8: batteries fall silent: where all see which there are, and that it takes them all, of themselves.
    The owner is not asked more often than there can be batteries."""

    side: int
    hex: int
    hits: int

    def run(self, s: Position) -> Position:
        army, guns = seen_army(s, self.side), s.setting.guns[self.side]
        seen = [i for i in guns if army.at[i] == self.hex]
        unseen = doubtful(s, self.side, self.hex)
        hits = min(self.hits, len(seen) + unseen)
        if unseen or hits < len(seen):
            return s.push(Suppress(self.side, self.hex, hits)) if hits else s
        return s.doing(self.side, silenced=s.doings[self.side].silenced | sum(1 << i for i in seen if hits))


@value
class Suppress(Asked):
    """R8.1.8: the owner names the batteries that fall silent; the firer does not hear whether there are any."""

    rule: ClassVar[str] = "R8.1.8"
    verbs: ClassVar[tuple[str, ...]] = ("mute", "none")
    starts_itself: ClassVar[bool] = True
    refused = "refused.not_a_battery"
    side: int
    hex: int
    hits: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(("mute", unit(s, side, i).name) for i in loud(s, side, self.hex)) or (("none",),)

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "mute":
            s = s.doing(side, silenced=s.doings[side].silenced | 1 << s.setting.unit_number[action[1]][1])
        return s.push(self.replace(hits=self.hits - 1)) if self.hits > 1 else s

    def default(self, s: Position, side: int) -> Action | None:
        if side != self.side:
            return None
        return self.legal(s, side)[0]


# --- naval bombardment and events ---------------------------------------------------------------------------------


@value
class BombardmentStep(Auto):
    """R8.1.7, Q28: from turn 2 on, if the enemy holds the field and there was no bombardment in the last turn."""

    side: int

    def run(self, s: Position) -> Position:
        first = int(s.setting.tables["bombardment"]["first_turn"])
        if s.field == self.side or s.turn < first:
            return s
        if self.side == JAPANESE and "bombardment_force" in s.events:
            return carried_out(s, self.side)
        if s.bombarded[self.side] and s.bombarded[self.side] >= s.turn - 1:
            return s
        return s.push(Bombard(self.side))


@value
class Bombard(Decision):
    """R8.1.7, Q28: try a naval bombardment, or not."""

    rule: ClassVar[str] = "R8.1.7"
    verbs: ClassVar[tuple[str, ...]] = ("bombard", "pass")
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("bombard",), ("pass",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        return s.push(BombardDie(side)) if action[0] == "bombard" else s


@value
class BombardDie(Die):
    """R8.1.7: whether the ships come."""

    rule: ClassVar[str] = "R8.1.7"
    side: int

    def resolve(self, s: Position, outcome: Action) -> Position:
        needed = int(s.setting.tables["bombardment"]["needed"])
        s = s.tell(ShipsRolled(self.side, outcome[1], needed))
        return carried_out(s, self.side) if outcome[1] >= needed else s


def carried_out(s: Position, side: int) -> Position:
    """R8.1.7: the bombardment takes place."""
    s = s.replace(bombarded=put(s.bombarded, side, s.turn))
    return s.push(ShipDice(side, int(s.setting.bombardment[side][s.setting.turns[s.turn].month])))


@value
class ShipDice(Die):
    """R8.1.7: dice whose sum is the number of fire dice."""

    rule: ClassVar[str] = "R8.1.7"
    side: int
    dice: int
    total: int = 0
    fell: tuple[int, ...] = ()

    def resolve(self, s: Position, outcome: Action) -> Position:
        total, fell = self.total + outcome[1], (*self.fell, outcome[1])
        if self.dice > 1:
            return s.push(self.replace(dice=self.dice - 1, total=total, fell=fell))
        return s.push(FireDice(self.side, s.setting.field, total, fell))


@value
class Strikes(Auto):
    """R5.0b: aircraft or ships strike once in the American fire step of the American half."""

    def run(self, s: Position) -> Position:
        if "air_strike" in s.events and s.field == AMERICAN and operational(s) and strike_targets(s, False):
            s = s.push(Strike(int(s.setting.event_number["air_strike"]), False))
        if "warships" in s.events and strike_targets(s, True):
            s = s.push(Strike(0, True))
        return s


def strike_targets(s: Position, coastal: bool) -> tuple[int, ...]:
    """R5.0b: hexes with a Japanese unit outside stealth, on the coast or next to it for the ships."""
    p, enemy = s.setting, front(s, JAPANESE)
    return tuple(
        here
        for here in enemy.stands
        if not coastal or p.coast[here] or any(p.coast[n] for n in p.near[here])
    )


@value
class Strike(Decision):
    """R5.0b: the target of a strike; with no number of dice yet one is rolled for it."""

    rule: ClassVar[str] = "R5.0b"
    verbs: ClassVar[tuple[str, ...]] = ("strike", "pass")
    dice: int
    coastal: bool
    side: int = AMERICAN

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (*(("strike", s.setting.names[h]) for h in strike_targets(s, self.coastal)), ("pass",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "pass":
            return s
        here = s.setting.number[action[1]]
        return s.push(FireDice(side, here, self.dice) if self.dice else StrikeDie(here))


@value
class StrikeDie(Die):
    """R5.0b: how many dice the ships fire."""

    rule: ClassVar[str] = "R5.0b"
    hex: int

    def resolve(self, s: Position, outcome: Action) -> Position:
        return s.push(FireDice(AMERICAN, self.hex, outcome[1], (outcome[1],)))
