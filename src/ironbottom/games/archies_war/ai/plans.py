"""What the script of the two-player game thinks of, for both sides, from the view alone.

It looks one action ahead: each plan (a stack to a place, an attack with its two results, a special block) is valued by
what the table would then look like to its side (`sight`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any

from ironbottom.games.archies_war.ai.sight import GAME, Foe, Own, Sight, Types, joined, swapped
from ironbottom.games.archies_war.rules.abilities import Point
from ironbottom.games.archies_war.rules.combat import GENERAL, AttackerLoss, DefenderLoss, Retreat, StayOrReturn
from ironbottom.games.archies_war.rules.movement import TrailLoss
from ironbottom.games.archies_war.rules.printed import AMERICAN, FRESH, JAPANESE, MOVED
from ironbottom.games.archies_war.rules.reinforcement import Land, SetUp
from ironbottom.games.archies_war.rules.sequence import Actions, Attrition
from ironbottom.games.archies_war.rules.state import Position, arrive, less, put, returnable, without
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought
from ironbottom.kernel.regret import solve
from ironbottom.kernel.step import Decision

MOST_PLANS = 40
HIDDEN = 2.3
"""A place of Vandegrift's whose best set-up is worth at most so much less than the best of all is nearly as good."""
STANDS: Mapping[str, float] = {"henderson_field": 1 / 3, "point_cruz": 2 / 3}
"""For who searches: the shares of Vandegrift's places that are sure of most, wherever the Japanese expect him.
Measured with the fair set-up by 500 games for each place and each guess (docs/balance.md)."""
LEAST, LOTS = 0.1, 200
"""The least share of a place in an even match that counts, and the rounds of regret matching that find it."""
SPARED = 0.02
"""Of two moves as good, that one is made which leaves Vandegrift where he is."""
NEARER = 2.0
"""What it adds that attrition hits beside the airfield: the Americans move next, and what is left there has lost its
strength before it can strike."""

Maker = Callable[[Sight, tuple[Action, ...]], Iterable[Plan]]


def thinks(*kinds: type[Decision]) -> Callable[[Maker], Maker]:
    """Register what makes the plans at these steps: those that are legal now are ranked; where none is, one of the
    legal actions that take nothing back is drawn."""

    def register(maker: Maker) -> Maker:
        @thought(*kinds)
        def think(step: Any, asked: Asked[Position]) -> tuple[Plan, ...]:
            plans = maker(Sight(asked.view, asked.side, asked.memory), asked.legal)
            ranked = sorted(plans, key=lambda plan: (-plan.score, plan.do))
            best: dict[tuple[Action, ...], Plan] = {}
            for plan in ranked:
                if plan.do[0] in asked.legal:
                    best.setdefault(plan.do, plan)
            return tuple(best.values())[:MOST_PLANS] or _anything(step, asked)

        return maker

    return register


@thought(Point)
def _anything(step: Any, asked: Asked[Position]) -> tuple[Plan, ...]:
    onward = [action for action in asked.legal if not step.retracts(action)] or list(asked.legal)
    return (Plan("anything", (asked.rng.choice(onward),), 0.0),)


@thinks(Actions)
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
    if sight.side == AMERICAN and s.actions > 1:
        yield from (plan for plan, _ in _shutting(sight))


def _shutting(sight: Sight) -> Iterator[tuple[Plan, Own]]:
    """Two moves that shut anchors together, the first of them and what both make of the side: Vandegrift before the
    ways out of one, another block on one that stays open. One action alone does not show what the two are worth."""
    s, table, setting = sight.s, sight.table, sight.s.setting
    enemies = sum([1 << place for place, stack in enumerate(s.blocks[JAPANESE]) if stack])
    free = [tuple(item >> 2 for item in stack if item & 3 != MOVED) for stack in s.blocks[AMERICAN]]
    home = next((place for place, stack in enumerate(free) if 0 in stack), -1)
    if home < 0:
        return
    for cork in table.ways(home, enemies, True):
        bars = 1 << cork.goal
        open_ = [a for a, out in zip(setting.anchors, table.exits, strict=True)
                 if not sight.own[a] and a != cork.goal and out & ~bars]
        if bars & enemies or cork.trail or len(open_) != 1:
            continue
        shut = joined(put(sight.own, home, less(sight.own[home], (0,))), cork.goal, (0,))
        for place, stack in enumerate(free):
            for way in table.ways(place, enemies, False):
                if way.goal != open_[0] or way.trail or enemies >> way.goal & 1:
                    continue
                for kind in dict.fromkeys(kind for kind in stack if kind):
                    own = joined(put(shut, place, less(shut[place], (kind,))), way.goal, (kind,))
                    do = (("take", setting.locations[place], sight.names[AMERICAN][kind]),
                          ("go", setting.locations[way.goal], setting.locations[way.via]))
                    yield Plan("outpost", do, sight.value(own, sight.foe) - 0.01 * len(way.path)), own


def _groups(stack: Types, infantry: int) -> Iterator[Types]:
    """Parts of a stack that may be worth moving together."""
    yield stack
    for kind in dict.fromkeys(stack):
        yield (kind,)
        if len(stack) > 2:
            yield without(stack, kind)
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
        left = put(sight.own, origin, less(sight.own[origin], group))
        takes: list[Action] = [("take", here, names[kind]) for kind in less(group, picked)]
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
                force = without(group, sight.cheapest(group))
            do = (*takes, ("go", setting.locations[goal], setting.locations[route.via]))
            if not enemies >> goal & 1:
                own = joined(left, goal, force) if force else left
                yield Plan(_march_name(sight, goal), do, sight.value(own, sight.foe) - SPARED * general)
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
            less = put(own, place, without(stack, kind))
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
        own = put(sight.own, place, without(sight.own[place], kind))
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
                walked = sight.value(joined(own, held.place, force), swapped(sight.foe, held.place, ((), 0)))
                yield Plan("soften", do, (1 - safe) * walked + safe * value)
            else:
                foe = swapped(sight.foe, held.place, _one_gone(known, n))
                yield Plan("soften", do, sight.fight(own, foe, force, held.place, held.back)[0] + sight.mean)


def _one_gone(known: Types, n: int) -> tuple[Types, int]:
    """A stack after a blind hit: an unknown block if there is one, else a middling one."""
    return (known, n - 1) if n else (without(known, known[len(known) // 2]), 0)


def _ability(sight: Sight, action: Action) -> Iterator[Plan]:
    """What a special block on the map could do now."""
    s = sight.s
    kind, place = s.setting.kind(sight.side, action[1]), s.setting.index[action[2]]
    own = put(sight.own, place, without(sight.own[place], kind))
    for do, intention, value in _uses(sight, action[1], own):
        yield Plan(intention, (action, *do), value)


def _with_tool(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    """A special block is in hand: the rest of its use."""
    hand: Any = sight.s.hand
    name = sight.names[sight.side][hand.tool]
    own = put(sight.own, hand.tool_at, without(sight.own[hand.tool_at], hand.tool))
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
            after = swapped(foe, place, _one_gone(known, n))
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
            for kind in dict.fromkeys(k for k in returnable(s, sight.side) if k >= 0):
                back = joined(own, place, (kind,))
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
        left = put(own, origin, less(own[origin], free))
        for goal, trail in table.reach(origin, enemies):
            if goal != table.field and goal not in table.adjacent:
                continue
            force = without(free, sight.cheapest(free)) if trail else free
            if not force:
                continue
            if not enemies >> goal & 1:
                best = max(best, sight.value(joined(left, goal, force), foe))
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
            left = put(own, place, less(own[place], force))
            takes = [("take", setting.locations[place], sight.names[side][kind]) for kind in less(force, picked)]
            for goal in targets:
                value, _ = sight.fight(left, sight.foe, force, goal, place)
                if side == AMERICAN:  # the winners may go back
                    value = max(value, _raid(sight, left, force, goal, place))
                yield (*takes, ("assault", setting.locations[goal])), "landing", value


def _raid(sight: Sight, own: Own, force: Types, goal: int, back: int) -> float:
    p = sight.beats(sum(sight.table.attack[sight.side][k] for k in force), goal, sight.foe)
    home = sight.value(joined(own, back, force), sight.retreat(own, sight.foe, goal)) + 0.5
    left = without(force, sight.cheapest(force))
    return p * home + (1 - p) * sight.value(joined(own, back, left) if left else own, sight.foe)


@thought(SetUp)
def _set_up(step: Any, asked: Asked[Position]) -> tuple[Plan, ...]:
    return drawn_set_up(asked, {})


def drawn_set_up(asked: Asked[Position], stands: Mapping[str, float]) -> tuple[Plan, ...]:
    """The set-ups with one in front that is drawn, for who stands always alike is known. First Vandegrift's place: in
    these shares if all of them can be had; if not, among those where the best set-up is nearly as good as the best of
    all, and those that have their share in an even match with a Japanese who knows all but the lot. Then what stands
    where, in the shares of such a match."""
    found = [one for one in _set_ups(Sight(asked.view, asked.side, asked.memory)) if one[0].do[0] in asked.legal]
    if not found:
        return _anything(asked.view.stack[-1], asked)
    found.sort(key=lambda one: (-one[0].score, one[0].do))
    shares = solve([[row for _, row in found]], LOTS)[0]
    by_place: dict[str, list[int]] = {}
    for at, (plan, _) in enumerate(found):
        by_place.setdefault(home(plan), []).append(at)
    best = found[0][0].score
    if stands and by_place.keys() >= stands.keys():
        there = by_place[asked.rng.choices([*stands], [*stands.values()])[0]]
    else:
        there = asked.rng.choice([those for those in by_place.values() if found[those[0]][0].score >= best - HIDDEN
                                  or sum([shares[at] for at in those]) >= LEAST])
    mixture = solve([[found[at][1] for at in there]], LOTS)[0]
    first = found[asked.rng.choices(there, mixture)[0]][0]
    others = [plan for plan, _ in found if plan is not first]
    return (first._replace(score=best), *others)[:MOST_PLANS]


def _set_ups(sight: Sight) -> Iterator[tuple[Plan, list[float]]]:
    """Each set-up by the best that it allows in turn 1, for the Americans move first; and what that is worth if the
    Japanese come to the one place or the other."""
    s = sight.s
    setting = s.setting
    hand = tuple(item >> 2 for item in s.hand.blocks) if s.hand is not None else ()
    blocks = hand + tuple(kind for kind in s.drawn if kind >= 0)
    places = [place for place in setting.setup_locations if not s.blocks[AMERICAN][place]]
    for order in sorted(set(permutations(blocks))):
        if hand and order[0] != hand[0]:
            continue
        for goals in permutations(places) if hand else (tuple(places),):
            ahead = s.replace(hand=None, drawn=(), actions=setting.total_actions)
            do: list[Action] = []
            for kind, place in zip(order, goals, strict=False):
                if not (hand and not do):
                    do.append(("take", "pool.american", sight.names[AMERICAN][kind]))
                do.append(("set", setting.locations[place]))
                ahead = ahead.replace(blocks=arrive(ahead, AMERICAN, place, (kind,), FRESH))
            after = sight.at(ahead)
            value, own = max(_firsts(after))
            yield Plan("set_up", tuple(do), value), [after.attacked(own, place) for place in setting.places]


def _firsts(sight: Sight) -> Iterator[tuple[float, Own]]:
    """What a first move may make of a set-up, while no Japanese is ashore: a block to a place, or two that shut the
    anchors."""
    table = sight.table
    yield sight.value(sight.own, sight.foe), sight.own
    for place, stack in enumerate(sight.own):
        if not stack:
            continue
        general = stack[0] == GENERAL
        left = put(sight.own, place, ())
        for way in table.ways(place, 0, general):
            if not way.trail:
                own = joined(left, way.goal, stack)
                yield sight.value(own, sight.foe) - SPARED * general, own
    if sight.s.actions > 1:
        yield from ((plan.score, own) for plan, own in _shutting(sight))


def home(plan: Plan) -> str:
    """Where a set-up puts Vandegrift; nothing, if he is in hand or placed already."""
    taken = [at for at, action in enumerate(plan.do) if action[-1] == "vandegrift"]
    return plan.do[taken[0] + 1][1] if taken else ""


@thinks(TrailLoss, DefenderLoss, AttackerLoss)
def _losses(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    """Which block to lose: the one that is worth least; wire that would be lost anyway first."""
    side = sight.side
    beaten = isinstance(sight.s.stack[-1], DefenderLoss)
    for action in legal:
        kind = sight.s.setting.kind(side, action[1])
        doomed = beaten and sight.s.setting.stays[side][kind]
        yield Plan("lose", (action,), 0.0 if doomed else -sight.value_of[kind])


@thinks(Retreat)
def _retreats(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    step: Any = sight.s.stack[-1]
    left = put(sight.own, step.place, ())
    held: Any = sight.s.held
    foe = sight.foe
    if held is not None and sight.s.attackers:
        known = tuple(kind for kind in sight.s.attackers if kind >= 0)
        foe = swapped(foe, step.place, (known, len(sight.s.attackers) - len(known)))
    for action in legal:
        to = sight.s.setting.index[action[1]]
        value = sight.value(joined(left, to, sight.own[step.place]), foe)
        if sight.side == JAPANESE:
            value += GAME * (to == sight.table.field) + 0.5 * sight.table.near[to]
        yield Plan("retreat", (action,), value)


@thinks(StayOrReturn)
def _stay(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    step: Any = sight.s.stack[-1]
    home = joined(put(sight.own, step.place, ()), step.origin, sight.own[step.place])
    yield Plan("stay", (("stay",),), sight.value(sight.own, sight.foe))
    yield Plan("return", (("return",),), sight.value(home, sight.foe))


@thinks(Land)
def _land(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    new = tuple(kind for kind in sight.s.drawn if kind >= 0)
    for action in legal:
        place = sight.s.setting.index[action[1]]
        yield Plan("land", (action,), sight.value(joined(sight.own, place, new), sight.foe))


@thinks(Attrition)
def _attrition(sight: Sight, legal: tuple[Action, ...]) -> Iterator[Plan]:
    for action in legal:
        place = sight.s.setting.index[action[1]]
        known, n = sight.foe[place]
        gain = sight.mean if n else sum(sight.foe_value[k] for k in known) / len(known)
        value = sight.value(sight.own, swapped(sight.foe, place, _one_gone(known, n))) + gain
        yield Plan("attrition", (action,), value + NEARER * sight.table.near[place])
