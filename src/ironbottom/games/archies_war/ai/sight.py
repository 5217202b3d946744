"""How the table looks to a side, and what positions near it would be worth: for the script of the two-player game.

Above all by what the enemy could do with his next attack. Hidden blocks count by the exact distribution of what the
log has not shown dead; Vandegrift by where he was last met.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from math import comb

from ironbottom.games.archies_war.knowledge import (
    Proven,
    general_slots,
    informed,
    loose_blocks,
    placed,
    slots,
    unseen,
)
from ironbottom.games.archies_war.memory import Memory
from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, Printed, Route
from ironbottom.games.archies_war.rules.state import Position, without

Types = tuple[int, ...]
Own = tuple[Types, ...]
"""The types of a side's blocks, for each location."""
Foe = tuple[tuple[Types, int], ...]
"""For each location the enemy's types that are believed to stand there, and how many more of unknown type."""

Threat = tuple[int, tuple[float, ...]]
"""A strength that is known, and the chances of what comes to it blind (`tails`)."""
Attacks = tuple[tuple[int, tuple[Threat, ...], dict[int, float], int], ...]
"""What may come to each place held; what has been reckoned there: the chance to fall, by what it needs; and what others
may then walk into (`FIELD`, `BESIDE`)."""
Threats = tuple[float, float, Attacks, tuple[Threat, ...], float, float]
"""Whether the airfield, and a place beside it, may be walked into; what may come where; what stands ready, as if it
could come to the airfield; the chances of Attrition and of Amphibious Assault."""
BESIDE, FIELD = 1, 2
"""What the fall of a place opens: nothing (0), a place beside the airfield, the airfield itself."""
UNBEATEN = 99
"""Vandegrift's strength."""

GAME = 40.0
"""What the game itself is worth; all other values are measured against it."""
TOKENS = (4.0, 8.0)
"""What the first and the second bombardment are worth; the third is the game."""
NO_ANCHOR = 30.0
"""What it costs the Japanese, over a whole game, to have all anchors closed."""
UNGUARDED = (18.0, 5.0, 1.5)
"""... or to hold none, with one, two or more that anybody may take."""
BESIEGED = (2.0, 0.5, 0.2)
"""... or to hold one, with none, one or more that anybody may take: Vandegrift may come for it."""
FOLLOWS = 0.8
"""The chance that other Japanese walk on where an attack has opened the way."""
AHEAD = 0.6
"""What the Japanese could do next turn, if the Americans did nothing, counts so much."""
STAYS, ENTERS = 0.35, 0.5
"""The chance that Japanese beside the airfield are still there next turn, or may walk to it."""
MASS = (0.05, 0.006)
"""What a point of strength beside the airfield is worth, and what its square is: two stacks are less than one."""
FOUND = 0.95
"""The chance that the Japanese find the way to a place beside the airfield that nobody bars: those that stand there
need not look for one."""
BLIND = 0.75
"""Of attacks that are strong enough so many succeed: for all that the Japanese know Vandegrift may stand there. An open
place is worse than a weak guard."""
BOMBED = 0.95
"""What the last bombardment counts of the game: an airfield that is given up as well is lost twice, though no search
sees the difference any more."""
PRESSURE = 0.4
"""What each place beside the airfield costs that would fall to an attack, over the one attack that there is."""
CLOSED = 1.4
"""What a closed anchor is worth to the Americans."""
SEALED = 10.0
"""What it is worth to them, over a whole game, that nothing comes ashore any more."""
STRENGTH = 0.5
"""What a point of strength on the map is worth."""
LONELY = 0.5
"""What it costs that Vandegrift stands alone: one Attrition takes him."""
WORTH: Mapping[str, tuple[float, float]] = {
    "vandegrift": (7.0, 0.4), "barbed_wire": (1.6, 0.0), "resupply": (1.0, 0.6), "air_support": (0.7, 0.6),
    "amphibious_assault": (0.5, 0.5), "recon": (0.4, 0.3), "attrition": (1.6, 2.0), "major_bombardment": (1.6, 2.0),
    "minor_bombardment": (1.2, 1.4),
}  # fmt: skip
"""What other blocks are worth at the end, and what is added at the start of the game, when their use lies ahead."""


class Tables:
    """What the script looks up of the printed game."""

    def __init__(self, setting: Printed) -> None:
        self.setting = setting
        self.attack = setting.attack
        self.defence = setting.defence
        self.infantry = setting.infantry
        self.margin = setting.need
        self.field = setting.field
        self.adjacent = setting.adjacent
        self.reached: dict[tuple[int, int], tuple[tuple[int, bool], ...]] = {}
        self.sorted: dict[tuple[int, int, bool], tuple[Route, ...]] = {}
        self.exits = tuple(sum([1 << to for to, _ in setting.links[anchor]]) for anchor in setting.anchors)
        """The places to which each anchor leads, as a mask."""
        self.near = _nearness(setting)
        self.early = tuple(_worths(setting, side, 1.0) for side in (AMERICAN, JAPANESE))
        self.late = tuple(_worths(setting, side, 0.0) for side in (AMERICAN, JAPANESE))

    def ways(self, origin: int, enemies: int, general: bool) -> tuple[Route, ...]:
        """A stack's routes, those by road before those by trail, short before long."""
        key = (origin, enemies, general)
        found = self.sorted.get(key)
        if found is None:
            found = self.sorted[key] = tuple(
                sorted(self.setting.routes(*key), key=lambda route: (route.trail, len(route.path)))
            )
        return found

    def reach(self, origin: int, enemies: int) -> tuple[tuple[int, bool], ...]:
        """Where a stack can go, and whether only by a trail."""
        key = (origin, enemies)
        found = self.reached.get(key)
        if found is None:
            best: dict[int, bool] = {}
            for route in self.setting.routes(origin, enemies, False):
                best[route.goal] = best.get(route.goal, True) and route.trail
            found = tuple(sorted(best.items()))
            self.reached[key] = found
        return found


def _nearness(setting: Printed) -> tuple[float, ...]:
    """1 next to the airfield, and less with each link."""
    far = {setting.field: 0}
    ring = [setting.field]
    while ring:
        ring = [to for at in ring for to, _ in setting.links[at] if to not in far and far.setdefault(to, far[at] + 1)]
    return tuple(1.0 / max(1, far[place]) ** 0.5 for place in setting.places)


def _worths(setting: Printed, side: int, time: float) -> tuple[float, ...]:
    """What each type is worth, with so much of the game's time left (1 to 0)."""
    found = []
    for kind, name in enumerate(setting.types[side]):
        end, more = WORTH.get(name, (0.0, 0.0))
        found.append(end + more * time if end else STRENGTH * setting.defence[side][kind])
    return tuple(found)


@lru_cache(maxsize=64)
def tables(setting: Printed) -> Tables:
    """The tables of a setting."""
    return Tables(setting)


def guess(told: Position, memory: Memory | None, proven: Proven) -> dict[int, float]:
    """Where an unseen Vandegrift probably is, by location: as the Japanese remember, where he can be."""
    able = general_slots(told, AMERICAN, proven)[: len(told.setting.locations)]
    shares = memory.general if memory is not None and memory.general else {}
    weights = {at: shares.get(told.setting.locations[at], 0.0) + 0.02 for at, n in enumerate(able) if n}
    alive = min(1.0, sum(shares.values())) if shares else 0.9
    total = sum(weights.values())
    return {at: alive * weight / total for at, weight in weights.items()}


@lru_cache(maxsize=4096)
def tails(values: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    """For n blocks drawn blind from these: the chance that their sum is at least x, as `tails(values)[n][x]`.

    >>> [round(p, 2) for p in tails((0, 3, 5))[1]]
    [1.0, 0.67, 0.67, 0.67, 0.33, 0.33]
    """
    most = min(len(values), 12)
    ways: list[dict[int, int]] = [{0: 1}] + [{} for _ in range(most)]
    for value in values:
        for n in range(most, 0, -1):
            row = ways[n]
            for total, count in ways[n - 1].items():
                row[total + value] = row.get(total + value, 0) + count
    found = []
    for n, row in enumerate(ways):
        total, left = comb(len(values), n), 0
        tail = [0.0] * (max(row, default=0) + 1)
        for x in range(len(tail) - 1, -1, -1):
            left += row.get(x, 0)
            tail[x] = left / total
        found.append(tuple(tail))
    return tuple(found)


# --- how the table looks to a side -------------------------------------------------------------------------------


class Sight:
    """A side's picture of a position, and what other positions near it would be worth."""

    def __init__(self, s: Position, side: int, memory: Memory | None) -> None:
        self.s = s
        self.side = side
        self.table = table = tables(s.setting)
        self.names = s.setting.types
        foe = 1 - side
        told, proven = informed(s, side, memory)
        for one in loose_blocks(told, foe, proven):
            # whoever was to be lost was the weakest, and Vandegrift is found below
            weakest = sorted(one.kinds, key=lambda kind: (table.defence[foe][kind], -kind))
            for kind, regions in zip(weakest, one.spots, strict=True):
                free = slots(told, foe)
                place = max(regions, key=lambda at: (free[at], at))
                found = foe == AMERICAN and kind == GENERAL
                if place < len(s.setting.locations) and free[place] and not found:  # others may have taken it
                    told = placed(told, foe, place, kind)
        left = list(unseen(told, foe))
        self.foe: Foe = tuple(
            (known := tuple([item >> 2 for item in stack if item >= 0]), len(stack) - len(known))
            for stack in told.blocks[foe]
        )
        self._had: dict[tuple[Foe, str, int], float] = {}
        self._stacks: dict[Types, tuple[float, int, float]] = {}
        self._threats: dict[tuple[Foe, int], Threats] = {}
        self.own: Own = tuple(tuple(item >> 2 for item in stack) for stack in s.blocks[side])
        self.general = [0.0] * len(s.setting.locations)
        if side == JAPANESE:
            self._find_general(told, memory, proven)
            _drop(left, GENERAL)
        self.left = tuple(left)
        self.strikes = tails(tuple(sorted(table.attack[foe][kind] for kind in left)))
        self.guards = tails(tuple(sorted(table.defence[foe][kind] for kind in left)))
        self.mean = sum(table.late[foe][kind] for kind in left) / max(1, len(left))
        time = max(0, s.setting.turns - s.turn) / s.setting.turns
        self.value_of, self.foe_value = (
            tuple(late + (early - late) * time for early, late in zip(table.early[of], table.late[of], strict=True))
            for of in (side, foe)
        )

    def at(self, s: Position) -> Sight:
        """The same knowledge of the enemy, with the side's own blocks as they stand in another position."""
        other = copy(self)
        other.s = s
        other.own = tuple(tuple(item >> 2 for item in stack) for stack in s.blocks[self.side])
        return other

    def _find_general(self, told: Position, memory: Memory | None, proven: Proven) -> None:
        for place, (known, _) in enumerate(self.foe):
            if GENERAL in known:
                self.general[place] = 1.0
                return
        for place, share in guess(told, memory, proven).items():
            self.general[place] = share

    # what is worth what

    def token(self, tokens: int, turn: int) -> float:
        """What the next bombardment is worth in that turn: little when there is no time for the third."""
        setting = self.s.setting
        if tokens + 1 >= setting.tokens_to_win:
            return GAME
        if setting.tokens_to_win - tokens - 1 > setting.turns - turn:
            return 0.3
        return TOKENS[min(tokens, len(TOKENS) - 1)]

    def value(self, own: Own, foe: Foe, tokens: int | None = None) -> float:
        """What the table is worth to the side at the end of its sequence."""
        tokens = self.s.tokens if tokens is None else tokens
        return self._american(own, foe, tokens) if self.side == AMERICAN else self._japanese(own, foe, tokens)

    def attacked(self, own: Own, at: int) -> float:
        """What the table is worth to the Americans if the Japanese, who can come to several places, come to this one,
        and see what stands there."""
        return self._american(own, self.foe, self.s.tokens, at)

    def _american(self, own: Own, foe: Foe, tokens: int, at: int = -1) -> float:
        table, stacks = self.table, self._stacks
        field, adjacent = table.field, table.adjacent
        if foe[field][0] or foe[field][1]:
            return -GAME
        enemies = 0
        bit = 1
        total = 0.0
        for stack in own:
            if stack:
                enemies |= bit
                found = stacks.get(stack)
                if found is None:
                    found = stacks[stack] = self._stack(stack)
                total += found[0]
                if stack == (0,):
                    total -= LONELY
            bit += bit
        threats = self._threats.get((foe, enemies))
        if threats is None:
            threats = self._threats[foe, enemies] = self._threatened(foe, enemies)
        field_falls, entered, goals, storms, single, landers = threats
        loss = pressure = 0.0
        margin = table.margin
        for goal, attacks, known, opens in goals:
            stack = own[goal]
            _, defence, least = stacks[stack]
            need = defence + margin[goal]
            p = known.get(need, -1.0)
            if p < 0:
                p = known[need] = _best(attacks, need)
            if not p:
                continue
            if at < 0:
                p *= BLIND
            elif goal != at:
                continue
            if len(stack) == 1 and single > p:
                p = single
            if goal == field:
                field_falls = max(field_falls, p)
                continue
            if goal in adjacent:
                pressure += p
                entered = max(entered, p)
            if opens == FIELD:
                field_falls = max(field_falls, FOLLOWS * p)
            elif opens:
                entered = max(entered, FOLLOWS * p)
            loss = max(loss, p * least)
        if not own[field]:
            field_falls = max(field_falls, 0.8 * entered)
        else:
            need = stacks[own[field]][1] + margin[field]
            storm = _best(storms, need)
            field_falls = max(field_falls, landers and self._landing(need, landers), 0.7 * single * storm)
        stake = min(self.token(tokens, self.s.turn), BOMBED * GAME)
        goes_on = (1 - field_falls) * (1 - entered if stake == BOMBED * GAME else 1.0)
        total += goes_on * self._closed(own, enemies)
        return total - GAME * field_falls - (1 - field_falls) * stake * entered - loss - PRESSURE * pressure

    def _closed(self, own: Own, held: int) -> float:
        """What the anchors are worth that Americans hold (a mask of places), or out of which every way leads past
        Vandegrift, who cannot be beaten."""
        setting, exits = self.s.setting, self.table.exits
        general = sum([1 << place for place, stack in enumerate(own) if stack and stack[0] == 0])
        closed = [held >> anchor & 1 for anchor in setting.anchors]
        shut = all(one or not out & ~general for one, out in zip(closed, exits, strict=True))
        return CLOSED * sum(closed) + shut * SEALED * max(0, setting.turns - self.s.turn) / setting.turns

    def _stack(self, stack: Types) -> tuple[float, int, float]:
        """Of an own stack: what it is worth, its strength in defence (with Vandegrift beyond all strength), and what
        its least block is worth."""
        worths = [self.value_of[kind] for kind in stack]
        defence = self.table.defence[AMERICAN]
        return sum(worths), UNBEATEN if stack[0] == 0 else sum([defence[kind] for kind in stack]), min(worths)

    def _threatened(self, foe: Foe, enemies: int) -> Threats:
        """What the Japanese could do next turn to Americans who stand on these places (a mask)."""
        table, strikes = self.table, self.strikes
        field, adjacent, anchors = table.field, table.adjacent, self.s.setting.anchors
        attack = table.attack[JAPANESE]
        more = 2 if self.s.turn <= self.s.setting.turns and self.s.pools[JAPANESE] else 0
        field_falls = entered = 0.0
        goals: dict[int, list[Threat]] = {}
        sources: dict[int, int] = {}
        armies: list[tuple[int, int]] = []
        storms: list[Threat] = []
        for place, (known, hidden) in enumerate(foe):
            n = hidden + (more if place in anchors and not enemies >> place & 1 else 0)
            if not n and not known:
                continue
            strength = sum([attack[k] for k in known])
            straight = (strength, strikes[min(n, len(strikes) - 1)])
            storms.append(straight)
            armies.append((place, n + len(known)))
            over: Threat | None = None
            if n + len(known) > 1:  # a trail costs one
                if n:
                    over = (strength, strikes[min(n - 1, len(strikes) - 1)])
                else:
                    over = (strength - min([attack[k] for k in known]), strikes[0])
            for goal, trail in table.reach(place, enemies):
                way = over if trail else straight
                if enemies >> goal & 1:
                    if way is not None:
                        goals.setdefault(goal, []).append(way)
                        sources[goal] = sources.get(goal, 0) | 1 << place
                elif goal == field:
                    field_falls = 1.0
                elif goal in adjacent and way is not None:
                    entered = FOUND
        if any(foe[place][0] or foe[place][1] for place in adjacent):
            entered = 1.0
        single = self._holds(foe, "attrition", more)
        beach = self.s.setting.beach
        ashore = max([n + len(known) for place, (known, n) in enumerate(foe) if beach[place]], default=0)
        landers = self._holds(foe, "amphibious_assault", more) if more + ashore else 0.0
        listed: Attacks = tuple([
            (goal, tuple(dict.fromkeys(goals[goal])), {}, self._opened(goal, sources[goal], armies, enemies))
            for goal in sorted(goals)
        ])
        return field_falls, entered, listed, tuple(storms), single, landers

    def _opened(self, goal: int, sources: int, armies: list[tuple[int, int]], enemies: int) -> int:
        """What Japanese may walk into with their second action, through a place that others of them, from one of
        `sources`, have taken with their first."""
        table, walls, opens = self.table, enemies & ~(1 << goal), 0
        for place, n in armies:
            if not sources & ~(1 << place):
                continue
            for to, trail in table.reach(place, walls):
                if walls >> to & 1 or to == goal or (trail and n < 2):
                    continue
                if to == table.field:
                    return FIELD
                if to in table.adjacent:
                    opens = BESIDE
        return opens

    def _holds(self, foe: Foe, name: str, more: int) -> float:
        """The chance that the enemy has such a block on the map, `more` new ones included."""
        key = (foe, name, more)
        found = self._had.get(key)
        if found is None:
            kind = self.s.setting.kind(1 - self.side, name)
            if any(kind in known for known, _ in foe):
                found = 0.9
            else:
                share = self.left.count(kind) / max(1, len(self.left))
                found = float(min(0.6, share * (sum([n for _, n in foe]) + more)))
            self._had[key] = found
        return found

    def _landing(self, need: int, landers: float) -> float:
        """The chance that the airfield falls to an amphibious assault, if the Japanese have the block for it with
        that chance."""
        tail = self.strikes[min(2, len(self.strikes) - 1)]
        return landers * (1.0 if need < 2 else tail[need - 2] if need < len(tail) + 2 else 0.0)

    def _japanese(self, own: Own, foe: Foe, tokens: int) -> float:
        table, value_of = self.table, self.value_of
        field, adjacent = table.field, table.adjacent
        turn, setting = self.s.turn, self.s.setting
        if own[field]:
            return GAME
        total = self._anchors(own, foe) if self.s.pools[JAPANESE] else 0.0
        stays = 0.0
        if any(own[place] for place in adjacent):
            total += self.token(tokens, turn)
            tokens += 1
            stays = STAYS
            if tokens >= setting.tokens_to_win:
                return GAME
        if turn >= setting.turns:
            return total - GAME
        enemies = sum([1 << place for place, (known, n) in enumerate(foe) if known or n])
        attack = table.attack[JAPANESE]
        storms = enters = 0.0
        for place, stack in enumerate(own):
            if not stack:
                continue
            total += sum([value_of[k] for k in stack])
            strength = sum([attack[k] for k in stack])
            if not strength:
                continue
            near = table.near[place]
            total += near * (MASS[0] * strength + MASS[1] * strength * strength)
            for goal, trail in table.reach(place, enemies):
                if goal != field and goal not in adjacent:
                    continue
                if trail and len(stack) < 2:
                    continue
                if not enemies >> goal & 1:
                    if goal == field:
                        storms = max(storms, 0.3)
                    else:
                        enters = max(enters, ENTERS)
                    continue
                force = strength - (min([attack[k] for k in stack if attack[k]]) if trail else 0)
                p = self.beats(force, goal, foe)
                if goal == field:
                    storms = max(storms, p)
                else:
                    enters = max(enters, p)
        if turn in setting.attrition:
            stacks = [stack for stack in own if stack]
            total -= max((sum([value_of[k] for k in stack]) / len(stack) for stack in stacks), default=0.0)
        ahead = GAME * storms + (1 - storms) * self.token(tokens, turn + 1) * max(enters, stays)
        return total + AHEAD * ahead

    def _anchors(self, own: Own, foe: Foe) -> float:
        """What it costs the Japanese that Americans stand on anchors, or could soon: with all of them closed, nothing
        comes ashore any more."""
        anchors = self.s.setting.anchors
        held = sum([1 for place in anchors if own[place]])
        closed = sum([1 for place in anchors if foe[place][0] or foe[place][1]])
        free = len(anchors) - held - closed
        cost = NO_ANCHOR
        if held > 1:
            cost = 0.6 * closed
        elif held:
            cost = BESIEGED[min(free, len(BESIEGED) - 1)]
        elif free:
            cost = UNGUARDED[min(free, len(UNGUARDED)) - 1]
        return -cost * max(0, self.s.setting.turns - self.s.turn) / self.s.setting.turns

    def beats(self, force: int, goal: int, foe: Foe) -> float:
        """The chance that an attack of that strength wins at a place."""
        known, n = foe[goal]
        table = self.table
        defence = table.defence[1 - self.side]
        most = force - table.margin[goal] - sum([defence[k] for k in known])
        if most < 0:
            return 0.0
        if self.side == JAPANESE and self.general[goal]:
            n = max(0, n - 1) if self.general[goal] > 0.5 else n
        tail = self.guards[min(n, len(self.guards) - 1)]
        p = 1.0 - tail[most + 1] if most + 1 < len(tail) else 1.0
        return p * (1.0 - self.general[goal]) if self.side == JAPANESE else p

    # results of what may be done

    def cheapest(self, stack: Iterable[int]) -> int:
        """The block of a stack that is missed least."""
        return min(stack, key=lambda kind: (self.value_of[kind], kind))

    def fight(self, own: Own, foe: Foe, force: Types, goal: int, back: int, bonus: int = 0) -> tuple[float, float]:
        """The value of an attack by these blocks, that have already left their place; and the chance that it wins."""
        attack = self.table.attack[self.side]
        general = self.side == AMERICAN and force[0] == 0
        p = 1.0 if general else self.beats(sum(attack[k] for k in force) + bonus, goal, foe)
        won = self.value(joined(own, goal, force), self.retreat(own, foe, goal)) if p > 0 else 0.0
        lost = 0.0
        if p < 1:
            left = without(force, self.cheapest(force))
            lost = self.value(joined(own, back, left) if left else own, foe)
        gain = min(self.foe_value[k] for k in foe[goal][0]) if foe[goal][0] and not foe[goal][1] else 0.25
        if sum((len(foe[goal][0]), foe[goal][1])) == 1:
            gain = max(gain, self.mean)
        return p * (won + gain) + (1 - p) * lost, p

    def retreat(self, own: Own, foe: Foe, place: int) -> Foe:
        """The enemy after a defeat: one block lost, the rest gone where it hurts most."""
        known, n = foe[place]
        if n:
            n -= 1
        else:
            least = min(known, key=lambda kind: (self.foe_value[kind], kind))
            known = without(known, least)
        stays = self.s.setting.stays[1 - self.side]
        known = tuple(kind for kind in known if not stays[kind])
        gone = swapped(foe, place, ((), 0))
        if not known and not n:
            return gone
        ways = [to for to, _ in self.s.setting.links[place] if not own[to]]
        field = self.table.field
        if self.side == AMERICAN and not self.s.setting.refuge_in_field:
            ways = [to for to in ways if to != field]
        if not ways:
            return gone
        to = field if field in ways else max(ways, key=lambda at: (self.table.near[at], -at))
        return swapped(gone, to, (foe[to][0] + known, foe[to][1] + n))


def _best(attacks: tuple[Threat, ...], need: int) -> float:
    """The chance that the best of these attacks is strong enough."""
    best = 0.0
    for strength, tail in attacks:
        left = need - strength
        p = 1.0 if left <= 0 else tail[left] if left < len(tail) else 0.0
        if p > best:
            best = p
    return best


def _drop(stack: list[int], kind: int) -> None:
    if kind in stack:
        stack.remove(kind)


def joined(own: Own, place: int, more: Types) -> Own:
    """The side with more blocks at a place."""
    return (*own[:place], tuple(sorted(own[place] + more)), *own[place + 1 :])


def swapped(foe: Foe, place: int, stack: tuple[Types, int]) -> Foe:
    """The enemy with another stack at a place."""
    return (*foe[:place], stack, *foe[place + 1 :])
