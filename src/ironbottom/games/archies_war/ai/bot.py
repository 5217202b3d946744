"""The script of a computer player for the two-player game: for both sides, from the view alone. (The solitaire game's
stands in `solitaire/script.py`.)

It looks one action ahead: each plan (a stack to a place, an attack with its two results, a special block) is valued
by what the table would then look like to its side, above all by what the enemy could do with his next attack. Hidden
blocks count by the exact distribution of what the log has not shown dead; Vandegrift by where he was last met.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import Any

from ironbottom.games.archies_war.memory import Memory, remember, start  # noqa: F401
from ironbottom.games.archies_war.rules.printed import AMERICAN, FRESH, JAPANESE, MOVED, Printed, Route
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.games.archies_war.solitaire.ai import script as solitaire
from ironbottom.games.archies_war.solitaire.rules.state import Solitaire
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.opponent import Plan

Types = tuple[int, ...]
Own = tuple[Types, ...]
"""The types of a side's blocks, for each location."""
Foe = tuple[tuple[Types, int], ...]
"""For each location the enemy's types that are believed to stand there, and how many more of unknown type."""

Threat = tuple[int, tuple[float, ...]]
"""A strength that is known, and the chances of what comes to it blind (`tails`)."""
Attacks = tuple[tuple[int, tuple[Threat, ...], dict[int, float]], ...]
"""What may come to each place held; and what has been reckoned there: the chance to fall, by what it needs."""
Threats = tuple[float, float, Attacks, tuple[Threat, ...], float, float]
"""Whether the airfield, and a place beside it, may be walked into; what may come where; what stands ready, as if it
could come to the airfield; the chances of Attrition and of Amphibious Assault."""
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
AHEAD = 0.45
"""What the Japanese could do next turn, if the Americans did nothing, counts so much."""
STAYS, ENTERS = 0.35, 0.35
"""The chance that Japanese beside the airfield are still there next turn, or may walk to it."""
MASS = (0.05, 0.006)
"""What a point of strength beside the airfield is worth, and what its square is: two stacks are less than one."""
PRESSURE = 0.4
"""What each place beside the airfield costs that would fall to an attack, over the one attack that there is."""
CLOSED = 1.4
"""What a closed anchor is worth to the Americans."""
STRENGTH = 0.35
"""What a point of strength on the map is worth."""
WORTH: Mapping[str, tuple[float, float]] = {
    "vandegrift": (7.0, 0.4), "barbed_wire": (1.6, 0.0), "resupply": (1.0, 0.6), "air_support": (0.7, 0.6),
    "amphibious_assault": (0.5, 0.5), "recon": (0.4, 0.3), "attrition": (1.6, 2.0), "major_bombardment": (1.6, 2.0),
    "minor_bombardment": (1.2, 1.4),
}  # fmt: skip
"""What other blocks are worth at the end, and what is added at the start of the game, when their use lies ahead."""


# --- tables ------------------------------------------------------------------------------------------------------


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
        seen = memory.seen if memory is not None else {}
        left = list(s.setting.whole[foe])
        for kind in s.known_lost[foe]:
            _drop(left, kind)
        stacks: list[tuple[Types, int]] = []
        for place, stack in enumerate(s.blocks[foe]):
            known = tuple(item >> 2 for item in stack if item >= 0)
            hidden = len(stack) - len(known)
            if hidden and not known:
                guess = tuple(s.setting.kind(foe, name) for name in seen.get(s.setting.locations[place], ()))
                if len(guess) <= hidden:
                    known, hidden = guess, hidden - len(guess)
            stacks.append((known, hidden))
            for kind in known:
                _drop(left, kind)
        for name in memory.dead if memory is not None else ():
            if len(left) > 1:
                _drop(left, s.setting.kind(foe, name))
        self.foe: Foe = tuple(stacks)
        self._had: dict[tuple[Foe, str, int], float] = {}
        self._stacks: dict[Types, tuple[float, int, float]] = {}
        self._threats: dict[tuple[Foe, int], Threats] = {}
        self.own: Own = tuple(tuple(item >> 2 for item in stack) for stack in s.blocks[side])
        general = s.setting.kind(AMERICAN, "vandegrift")
        self.general = [0.0] * len(s.setting.locations)
        if side == JAPANESE:
            self._find_general(memory, general)
            _drop(left, general)
        self.left = tuple(left)
        self.strikes = tails(tuple(sorted(table.attack[foe][kind] for kind in left)))
        self.guards = tails(tuple(sorted(table.defence[foe][kind] for kind in left)))
        self.mean = sum(table.late[foe][kind] for kind in left) / max(1, len(left))
        time = max(0, s.setting.turns - s.turn) / s.setting.turns
        self.value_of, self.foe_value = (
            tuple(late + (early - late) * time for early, late in zip(table.early[of], table.late[of], strict=True))
            for of in (side, foe)
        )

    def _find_general(self, memory: Memory | None, general: int) -> None:
        s = self.s
        shares = memory.general if memory is not None and memory.general else {}
        stands = [place for place, stack in enumerate(s.blocks[AMERICAN]) if stack]
        open_at = [place for place in stands if general in self.foe[place][0]]
        if open_at or s.spotted:
            self.general[open_at[0] if open_at else self.table.field] = 1.0
            return
        if general in s.known_lost[AMERICAN]:
            return
        alive = min(1.0, sum(shares.values())) if shares else 0.9
        hidden = [place for place in stands if self.foe[place][1]]
        weights = {place: shares.get(s.setting.locations[place], 0.0) + 0.02 for place in hidden}
        total = sum(weights.values())
        for place, weight in weights.items():
            self.general[place] = alive * weight / total

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

    def _american(self, own: Own, foe: Foe, tokens: int) -> float:
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
                    total -= 1.5
            bit += bit
        total += CLOSED * sum([enemies >> anchor & 1 for anchor in self.s.setting.anchors])
        threats = self._threats.get((foe, enemies))
        if threats is None:
            threats = self._threats[foe, enemies] = self._threatened(foe, enemies)
        field_falls, entered, goals, storms, single, landers = threats
        loss = pressure = 0.0
        margin = table.margin
        for goal, attacks, known in goals:
            stack = own[goal]
            _, defence, least = stacks[stack]
            need = defence + margin[goal]
            p = known.get(need, -1.0)
            if p < 0:
                p = known[need] = _best(attacks, need)
            if not p:
                continue
            if len(stack) == 1 and single > p:
                p = single
            if goal == field:
                field_falls = max(field_falls, p)
                continue
            if goal in adjacent:
                pressure += p
                entered = max(entered, p)
            loss = max(loss, p * least)
        if not own[field]:
            field_falls = max(field_falls, 0.8 * entered)
        else:
            need = stacks[own[field]][1] + margin[field]
            storm = _best(storms, need)
            field_falls = max(field_falls, landers and self._landing(need, landers), 0.7 * single * storm)
        stake = self.token(tokens, self.s.turn)
        return total - GAME * field_falls - (1 - field_falls) * stake * entered - loss - PRESSURE * pressure

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
        storms: list[Threat] = []
        for place, (known, hidden) in enumerate(foe):
            n = hidden + (more if place in anchors and not enemies >> place & 1 else 0)
            if not n and not known:
                continue
            strength = sum([attack[k] for k in known])
            straight = (strength, strikes[min(n, len(strikes) - 1)])
            storms.append(straight)
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
                elif goal == field:
                    field_falls = 1.0
                elif goal in adjacent and way is not None:
                    entered = 1.0
        if any(foe[place][0] or foe[place][1] for place in adjacent):
            entered = 1.0
        single = self._holds(foe, "attrition", more)
        beach = self.s.setting.beach
        ashore = max([n + len(known) for place, (known, n) in enumerate(foe) if beach[place]], default=0)
        landers = self._holds(foe, "amphibious_assault", more) if more + ashore else 0.0
        listed: Attacks = tuple([(goal, tuple(dict.fromkeys(goals[goal])), {}) for goal in sorted(goals)])
        return field_falls, entered, listed, tuple(storms), single, landers

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
        won = self.value(_put(own, goal, force), self.retreat(own, foe, goal)) if p > 0 else 0.0
        lost = 0.0
        if p < 1:
            left = _less(force, self.cheapest(force))
            lost = self.value(_put(own, back, left) if left else own, foe)
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
            known = _less(known, least)
        stays = self.s.setting.stays[1 - self.side]
        known = tuple(kind for kind in known if not stays[kind])
        gone = _swap(foe, place, ((), 0))
        if not known and not n:
            return gone
        ways = [to for to, _ in self.s.setting.links[place] if not own[to]]
        field = self.table.field
        if self.side == AMERICAN and not self.s.setting.refuge_in_field:
            ways = [to for to in ways if to != field]
        if not ways:
            return gone
        to = field if field in ways else max(ways, key=lambda at: (self.table.near[at], -at))
        return _swap(gone, to, (foe[to][0] + known, foe[to][1] + n))


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


def _less(stack: Types, kind: int) -> Types:
    at = stack.index(kind)
    return stack[:at] + stack[at + 1 :]


def _without(stack: Types, kinds: Types) -> Types:
    for kind in kinds:
        stack = _less(stack, kind)
    return stack


def _put(own: Own, place: int, more: Types) -> Own:
    return (*own[:place], tuple(sorted(own[place] + more)), *own[place + 1 :])


def _set(own: Own, place: int, stack: Types) -> Own:
    return (*own[:place], stack, *own[place + 1 :])


def _swap(foe: Foe, place: int, stack: tuple[Types, int]) -> Foe:
    return (*foe[:place], stack, *foe[place + 1 :])


# --- the plans ---------------------------------------------------------------------------------------------------


def policy(view: Any, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random) -> tuple[Plan, ...]:
    """The plans thought of, best first."""
    plans: list[Plan] = []
    if isinstance(view, Position):
        sight = Sight(view, side, memory if isinstance(memory, Memory) else None)
        maker = _MAKERS.get(type(view.stack[-1]).__name__)
        if maker is not None:
            plans = [plan for plan in maker(sight, legal) if plan.do[0] in legal]
    elif isinstance(view, Solitaire):
        return solitaire.plans(view, legal)
    if not plans:
        onward = [action for action in legal if action[0] not in ("back", "lift")] or list(legal)
        return (Plan("anything", (_drawn(rng.choice(onward), rng),), 0.0),)
    plans.sort(key=lambda plan: (-plan.score, plan.do))
    best: dict[tuple[Action, ...], Plan] = {}
    for plan in plans:
        best.setdefault(plan.do, plan)
    return tuple(best.values())[:40]


def _drawn(action: Action, rng: random.Random) -> Action:
    """The action with each amount drawn."""
    return tuple(rng.randrange(p.low, p.high + 1, p.step) if isinstance(p, Range) else p for p in action)


def _actions(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    s = sight.s
    if s.hand is not None:
        if s.hand.tool >= 0:
            yield from _with_tool(sight, legal)
        else:
            yield from _moves(sight, s.hand.origin, tuple(item >> 2 for item in s.hand.blocks))
        return
    if s.held is not None:
        yield from _held(sight, legal)
        return
    now = sight.value(sight.own, sight.foe)
    yield Plan("hold", (("end",),), now + 0.05)
    for place, stack in enumerate(s.blocks[sight.side]):
        if any(item & 3 != MOVED for item in stack):
            yield from _moves(sight, place, ())
    for action in legal:
        if action[0] == "use":
            yield from _ability(sight, action)


def _groups(stack: Types, infantry: int) -> Iterator[Types]:
    """Parts of a stack that may be worth moving together."""
    yield stack
    for kind in dict.fromkeys(stack):
        yield (kind,)
        if len(stack) > 2:
            yield _less(stack, kind)
    fighters = tuple(kind for kind in stack if kind < infantry)
    for first in range(len(fighters)):
        for last in range(first + 2, len(fighters) + 1):
            yield fighters[first:last]
    if fighters and fighters[0] == 0:
        for kind in dict.fromkeys(stack[1:]):
            yield (0, kind)


def _moves(sight: Sight, origin: int, picked: Types) -> Iterator[Plan]:
    s, side, table = sight.s, sight.side, sight.table
    setting = s.setting
    infantry = setting.infantry[side]
    free = tuple(sorted(item >> 2 for item in s.blocks[side][origin] if item & 3 != MOVED))
    if picked and _holds_all(free, picked):
        groups = [picked, *(g for g in _groups(free, infantry) if _holds_all(g, picked))]
    elif picked:
        groups = [picked]
    else:
        groups = list(_groups(free, infantry))
    enemies = sum([1 << place for place, stack in enumerate(s.blocks[1 - side]) if stack])
    if s.held is not None:
        enemies |= 1 << s.held.place
    here, names = setting.locations[origin], sight.names[side]
    for group in dict.fromkeys(groups):
        general = side == AMERICAN and group[0] == 0
        left = _set(sight.own, origin, _without(sight.own[origin], group))
        takes: list[Action] = [("take", here, names[kind]) for kind in _without(group, picked)]
        quiet: set[int] = set()
        for route in table.ways(origin, enemies, general):
            goal, force = route.goal, group
            if enemies >> goal & 1:
                if s.attacked or group[-1] >= infantry or (route.trail and len(group) < 2):
                    continue
            elif goal in quiet:
                continue
            quiet.add(goal)
            if route.trail:
                force = _less(group, sight.cheapest(group))
            do = (*takes, ("go", setting.locations[goal], setting.locations[route.via]))
            if not enemies >> goal & 1:
                own = _put(left, goal, force) if force else left
                yield Plan(_march_name(sight, goal), do, sight.value(own, sight.foe))
            else:
                value, p = sight.fight(left, sight.foe, force, goal, route.via)
                if side == AMERICAN and not general and s.actions > 1 and p < 1:
                    value = max(value, _with_air(sight, left, force, goal, route.via))
                intention = "storm" if goal == table.field else "clear" if goal in table.adjacent else "strike"
                yield Plan(intention, do, value)


def _holds_all(stack: Types, part: Types) -> bool:
    return all(stack.count(kind) >= part.count(kind) for kind in part)


def _march_name(sight: Sight, goal: int) -> str:
    if goal == sight.table.field:
        return "guard"
    if sight.side == AMERICAN:
        return "guard" if goal in sight.table.adjacent else "outpost"
    return "advance" if goal in sight.table.adjacent else "mass"


def _with_air(sight: Sight, own: Own, force: Types, goal: int, back: int) -> float:
    """The value of an attack that Air Support will join; very low where there is none."""
    kind = sight.s.setting.kind(AMERICAN, "air_support")
    for place, stack in enumerate(own):
        if kind in stack:
            less = _set(own, place, _less(stack, kind))
            return sight.fight(less, sight.foe, force, goal, back, sight.s.setting.air_value)[0]
    return -2 * GAME


def _held(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    """An attack is declared: fight it now, or first bring in what helps."""
    s = sight.s
    held: Any = s.held
    force = tuple(s.attackers)
    bonus = s.setting.air_value if held.air else 0
    value, _ = sight.fight(sight.own, sight.foe, force, held.place, held.back, bonus)
    yield Plan("fight", (("resolve",),), value + 0.02)
    yield Plan("fight", (("end",),), value)
    for action in legal:
        if action[0] != "use":
            continue
        place = s.setting.index[action[2]]
        kind = s.setting.kind(sight.side, action[1])
        own = _set(sight.own, place, _less(sight.own[place], kind))
        if action[1] == "air_support":
            helped, _ = sight.fight(own, sight.foe, force, held.place, held.back, s.setting.air_value)
            yield Plan("air", (action,), helped)
        elif action[1] in ("attrition", "minor_bombardment"):
            known, n = sight.foe[held.place]
            if action[1] == "minor_bombardment" and held.place != sight.table.field:
                continue
            do = (action, ("on", s.setting.locations[held.place]))
            if len(known) + n == 1:
                safe = sight.general[held.place] if action[1] == "minor_bombardment" else 0.0
                walked = sight.value(_put(own, held.place, force), _swap(sight.foe, held.place, ((), 0)))
                yield Plan("soften", do, (1 - safe) * walked + safe * value)
            else:
                foe = _swap(sight.foe, held.place, _one_gone(known, n))
                yield Plan("soften", do, sight.fight(own, foe, force, held.place, held.back)[0] + sight.mean)


def _one_gone(known: Types, n: int) -> tuple[Types, int]:
    """A stack after a blind hit: an unknown block if there is one, else a middling one."""
    return (known, n - 1) if n else (_less(known, known[len(known) // 2]), 0)


def _ability(sight: Sight, action: Action) -> Iterator[Plan]:
    """What a special block on the map could do now."""
    s = sight.s
    kind, place = s.setting.kind(sight.side, action[1]), s.setting.index[action[2]]
    own = _set(sight.own, place, _less(sight.own[place], kind))
    for do, intention, value in _uses(sight, action[1], own):
        yield Plan(intention, (action, *do), value)


def _with_tool(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    """A special block is in hand: the rest of its use."""
    hand: Any = sight.s.hand
    name = sight.names[sight.side][hand.tool]
    own = _set(sight.own, hand.tool_at, _less(sight.own[hand.tool_at], hand.tool))
    picked = tuple(item >> 2 for item in hand.blocks)
    for do, intention, value in _uses(sight, name, own, hand.origin if picked else -1, picked):
        yield Plan(intention, do, value)


def _uses(
    sight: Sight, name: str, own: Own, origin: int = -1, picked: Types = ()
) -> Iterator[tuple[tuple[Action, ...], str, float]]:
    """How a special block may be used: the atoms after picking it up, the intention, the value. `own` is the side
    without the block."""
    s, table = sight.s, sight.table
    setting = s.setting
    here = setting.locations
    foe = sight.foe
    if name in ("attrition", "major_bombardment", "minor_bombardment"):
        targets: Iterable[int] = [place for place, (known, n) in enumerate(foe) if known or n]
        if name == "minor_bombardment":
            targets = [table.field]
        elif name == "major_bombardment":
            targets = [place for place in targets if place == table.field or place in table.adjacent]
        for place in targets:
            known, n = foe[place]
            if not known and not n:
                continue
            after = _swap(foe, place, _one_gone(known, n))
            size = len(known) + n
            general = sight.general[place] / size if name != "minor_bombardment" else 0.0
            spared = sight.general[place] / size if name == "minor_bombardment" else 0.0
            gain = sight.mean + 6.0 * general
            value = (1 - spared) * (_then(sight, own, after, name == "major_bombardment") + gain)
            value += spared * sight.value(own, foe)
            yield (("on", here[place]),), "hunt" if general > 0.2 else "bombard", value
    elif name == "recon":
        for place, (known, n) in enumerate(foe):
            if n:
                worth = 0.25 * n if not s.attacked and s.actions > 1 else 0.0
                yield (("on", here[place]),), "scout", sight.value(own, foe) + worth - (0.6 if known else 0.0)
    elif name == "resupply":
        entries = [table.field] if sight.side == AMERICAN else [s.anchor] if s.anchor >= 0 else list(setting.anchors)
        for place in entries:
            if foe[place][0] or foe[place][1]:
                continue
            for kind in dict.fromkeys(k for k in s.lost[sight.side] if k >= 0):
                back = _put(own, place, (kind,))
                yield (("recall", sight.names[sight.side][kind], here[place]),), "recall", sight.value(back, foe)
    elif name == "amphibious_assault":
        yield from _assaults(sight, own, origin, picked)


def _then(sight: Sight, own: Own, foe: Foe, attacked: bool) -> float:
    """The value after the enemy has lost a block, if the second action then walks into a place that it opened."""
    s, table = sight.s, sight.table
    best = sight.value(own, foe)
    if s.actions < 2:
        return best
    setting = s.setting
    enemies = sum([1 << place for place, (known, n) in enumerate(foe) if known or n])
    infantry = setting.infantry[sight.side]
    for origin, stack in enumerate(s.blocks[sight.side]):
        free = tuple(sorted(item >> 2 for item in stack if item & 3 != MOVED and item >> 2 < infantry))
        free = tuple(kind for kind in free if kind in own[origin])
        if not free:
            continue
        left = _set(own, origin, _without(own[origin], free))
        for goal, trail in table.reach(origin, enemies):
            if goal != table.field and goal not in table.adjacent:
                continue
            force = _less(free, sight.cheapest(free)) if trail else free
            if not force:
                continue
            if not enemies >> goal & 1:
                best = max(best, sight.value(_put(left, goal, force), foe))
            elif not attacked and not s.attacked:
                best = max(best, sight.fight(left, foe, force, goal, origin)[0])
    return best


def _assaults(sight: Sight, own: Own, origin: int, picked: Types) -> Iterator[tuple[tuple[Action, ...], str, float]]:
    s, setting, side = sight.s, sight.s.setting, sight.side
    infantry = setting.infantry[side]
    least = 1 if side == AMERICAN else 0
    targets = [place for place, (known, n) in enumerate(sight.foe) if (known or n) and setting.beach[place]]
    for place in setting.places if origin < 0 else (origin,):
        if not setting.beach[place]:
            continue
        ready = [item >> 2 for item in s.blocks[side][place] if item & 3 == FRESH]
        able = tuple(sorted(kind for kind in ready if least <= kind < infantry))
        pairs: set[Types] = {(kind,) for kind in able}
        pairs |= {(able[a], able[b]) for a in range(len(able)) for b in range(a + 1, len(able))}
        for force in sorted(pairs):
            if not _holds_all(force, picked):
                continue
            left = _set(own, place, _without(own[place], force))
            takes = [("take", setting.locations[place], sight.names[side][kind]) for kind in _without(force, picked)]
            for goal in targets:
                value, _ = sight.fight(left, sight.foe, force, goal, place)
                if side == AMERICAN:  # the winners may go back
                    value = max(value, _raid(sight, left, force, goal, place))
                yield (*takes, ("assault", setting.locations[goal])), "landing", value


def _raid(sight: Sight, own: Own, force: Types, goal: int, back: int) -> float:
    p = sight.beats(sum(sight.table.attack[sight.side][k] for k in force), goal, sight.foe)
    home = sight.value(_put(own, back, force), sight.retreat(own, sight.foe, goal)) + 0.5
    left = _less(force, sight.cheapest(force))
    return p * home + (1 - p) * sight.value(_put(own, back, left) if left else own, sight.foe)


def _set_up_plans(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    s = sight.s
    setting = s.setting
    hand = tuple(item >> 2 for item in s.hand.blocks) if s.hand is not None else ()
    blocks = hand + tuple(kind for kind in s.drawn if kind >= 0)
    places = [place for place in setting.setup_locations if not s.blocks[AMERICAN][place]]
    for order in sorted(set(permutations(blocks))):
        if hand and order[0] != hand[0]:
            continue
        for goals in permutations(places) if hand else (tuple(places),):
            own = sight.own
            do: list[Action] = []
            for kind, place in zip(order, goals, strict=False):
                if not (hand and not do):
                    do.append(("take", "pool.american", sight.names[AMERICAN][kind]))
                do.append(("set", setting.locations[place]))
                own = _put(own, place, (kind,))
            yield Plan("set_up", tuple(do), sight.value(own, sight.foe))


def _losses(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    """Which block to lose: the one that is worth least; wire that would be lost anyway first."""
    side = sight.side
    beaten = type(sight.s.stack[-1]).__name__ == "DefenderLoss"
    for action in legal:
        kind = sight.s.setting.kind(side, action[1])
        doomed = beaten and sight.s.setting.stays[side][kind]
        yield Plan("lose", (action,), 0.0 if doomed else -sight.value_of[kind])


def _retreats(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    step: Any = sight.s.stack[-1]
    left = _set(sight.own, step.place, ())
    held: Any = sight.s.held
    foe = sight.foe
    if held is not None and sight.s.attackers:
        known = tuple(kind for kind in sight.s.attackers if kind >= 0)
        foe = _swap(foe, step.place, (known, len(sight.s.attackers) - len(known)))
    for action in legal:
        to = sight.s.setting.index[action[1]]
        value = sight.value(_put(left, to, sight.own[step.place]), foe)
        if sight.side == JAPANESE:
            value += GAME * (to == sight.table.field) + 0.5 * sight.table.near[to]
        yield Plan("retreat", (action,), value)


def _stay(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    step: Any = sight.s.stack[-1]
    home = _put(_set(sight.own, step.place, ()), step.origin, sight.own[step.place])
    yield Plan("stay", (("stay",),), sight.value(sight.own, sight.foe))
    yield Plan("return", (("return",),), sight.value(home, sight.foe))


def _land(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    new = tuple(kind for kind in sight.s.drawn if kind >= 0)
    for action in legal:
        place = sight.s.setting.index[action[1]]
        yield Plan("land", (action,), sight.value(_put(sight.own, place, new), sight.foe))


def _attrition(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    for action in legal:
        place = sight.s.setting.index[action[1]]
        known, n = sight.foe[place]
        gain = sight.mean if n else sum(sight.foe_value[k] for k in known) / len(known)
        value = sight.value(sight.own, _swap(sight.foe, place, _one_gone(known, n))) + gain
        yield Plan("attrition", (action,), value)


_MAKERS = {
    "Actions": _actions, "SetUp": _set_up_plans, "TrailLoss": _losses, "DefenderLoss": _losses, "AttackerLoss": _losses,
    "Retreat": _retreats, "StayOrReturn": _stay, "Land": _land, "Attrition": _attrition,
}  # fmt: skip

# --- what matters in a position -------------------------------------------------------------------------------------


def features(view: Any, side: int) -> tuple[float, ...]:
    """Tokens, turn, blocks and strength by place for the side, blocks of the enemy by place, and the script's value."""
    if not isinstance(view, Position):
        return ()
    sight = Sight(view, side, None)
    table = sight.table
    own = [float(sum(table.defence[side][k] for k in stack if k >= 0)) for stack in sight.own]
    counts = [float(len(known) + n) for known, n in sight.foe]
    value = sight.value(sight.own, sight.foe) if not view.result else 0.0
    return (float(view.tokens), float(view.turn), *own, *map(float, map(len, sight.own)), *counts, value)


def worth(state: Any, side: int) -> float:
    """What the blocks in play and the tokens are worth to a side, its enemy's taken off: 0 is even."""
    if isinstance(state, Solitaire):
        return solitaire.worth(state, GAME) * (1 if side == AMERICAN else -1)
    if not isinstance(state, Position):
        return 0.0
    if state.result is not None:
        return GAME * state.result.returns[side]
    table = tables(state.setting)
    sums = [0.0, 0.0]
    for owner in (AMERICAN, JAPANESE):
        values = table.late[owner]
        mean = sum(values[k] for k in state.setting.whole[owner]) / max(1, len(state.setting.whole[owner]))
        for stack in state.blocks[owner]:
            sums[owner] += sum(values[item >> 2] if item >= 0 else mean for item in stack)
    drawer = getattr(state.stack[-1], "side", AMERICAN) if state.stack else AMERICAN
    sums[drawer] += sum(table.late[drawer][kind] for kind in state.drawn if kind >= 0)
    if state.attackers and state.held is not None:
        owner = JAPANESE if state.blocks[AMERICAN][state.held.place] else AMERICAN
        sums[owner] += sum(table.late[owner][kind] for kind in state.attackers if kind >= 0)
    sums[JAPANESE] += sum(TOKENS[: state.tokens])
    return sums[side] - sums[1 - side]
