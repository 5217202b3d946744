"""Who knows what: the view of a side, and a full position dealt to fit it.

2P-8: each side knows its own blocks; of the enemy only how many stand where. What lies open for a combat, what Recon
saw and what play has shown beyond doubt is kept in the position and copied into the views of those who know it.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from ironbottom.games.archies_war.facts import Facts, Group
from ironbottom.games.archies_war.memory import Memory, remember, start
from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.movement import TrailLoss
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, UNKNOWN, Army, Stack, printed_data
from ironbottom.games.archies_war.rules.reinforcement import SetUp
from ironbottom.games.archies_war.rules.sequence import active
from ironbottom.games.archies_war.rules.state import Hand, Position, kinds, less, pair
from ironbottom.kernel.event import Event
from ironbottom.kernel.knowledge import Knowledge


class ArchiesKnowledge(Knowledge[Position]):
    """What the two sides know of each other's blocks."""

    state = Position

    def __init__(self, correction: str = "") -> None:
        super().__init__()
        data = printed_data(correction)
        self._nothing = tuple(
            Facts(1 - owner, data["general"]["range"],
                  frozenset(name for name, row in data["units"][SIDES[owner]].items() if not row.get("infantry")), {})
            for owner in (JAPANESE, AMERICAN)
        )  # fmt: skip
        """By side: what is proven of its enemy before the first event."""

    def blocks(self, s: Position, side: int) -> tuple[Army, Army]:
        """2P-8, 2P-35, 2P-49: of the enemy how many stand where, and what lies open."""
        return _army(s, AMERICAN, side), _army(s, JAPANESE, side)

    def pools(self, s: Position, side: int) -> tuple[Stack, Stack]:
        """2P-12: of the enemy's pool, its size."""
        ours, theirs = s.pools
        return ours if side == AMERICAN else unknown(ours), theirs if side == JAPANESE else unknown(theirs)

    def lost(self, s: Position, side: int) -> tuple[Stack, Stack]:
        """2P-41, T-21: of the enemy's casualties, those that everybody knows, and how many others."""
        return _casualties(s, AMERICAN, side), _casualties(s, JAPANESE, side)

    def drawn(self, s: Position, side: int) -> Stack:
        """2P-10, 2P-12: how many blocks were drawn; while they are set up, those placed count as drawn."""
        if side == active(s):
            return s.drawn
        if not setting_up(s):
            return unknown(s.drawn) if s.drawn else ()
        placed = sum([len(stack) for stack in s.blocks[AMERICAN]])
        return (UNKNOWN,) * (len(s.drawn) + placed + (len(s.hand.blocks) if s.hand is not None else 0))

    def hand(self, s: Position, side: int) -> Hand | None:
        """2P-8: until a move is made, nothing of it is shown."""
        return s.hand if s.hand is not None and side == active(s) else None

    def column(self, s: Position, side: int) -> Stack:
        """2P-21: how many came by the trail."""
        return s.column if not s.column or side == active(s) else unknown(s.column)

    def attackers(self, s: Position, side: int) -> Stack:
        """2P-35: how many attack; which, when the combat lies open."""
        if not s.attackers or s.battle is not None or side == active(s):
            return s.attackers
        return unknown(s.attackers)

    def determinize(self, view: Position, side: int, rng: random.Random, memory: Memory | None = None) -> Position:
        """A full position with that view, and with what is proven by what is remembered; each that is consistent is
        equally likely."""
        plain: Plain = ()
        if memory is not None:
            view, plain = informed(view, side, memory)
        for owner in (AMERICAN, JAPANESE):
            if owner != side and view.result is None:
                view = _deal_side(view, owner, rng, plain)
        return view

    def start(self, side: int) -> Memory | None:
        """None for who looks on: he is told nothing that is not in the view."""
        return start(self._nothing[side], self._nothing[1 - side]) if side in (AMERICAN, JAPANESE) else None

    def remember(self, memory: Memory | None, seen: Event) -> Memory | None:
        return remember(memory, seen) if memory is not None else None


# --- views -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def hidden(stack: Stack) -> Stack:
    """2P-8: a stack as the enemy sees it: how many, and how many of them have moved this turn; not what."""
    return tuple(sorted([-4 + (item & 1) for item in stack]))


def unknown(stack: Stack) -> Stack:
    """Types of which only the number is known."""
    return (UNKNOWN,) * len(stack)


def shown(s: Position, owner: int, viewer: int) -> frozenset[int]:
    """2P-35, 2P-49, T-20: where a viewer sees a side's blocks: in an open combat, and where his Recon looked."""
    places: set[int] = set()
    if owner == JAPANESE and viewer == AMERICAN:
        places.update(s.scouted)
    battle = s.battle
    if battle is not None and (battle.open or owner == battle.side):
        places.add(battle.place)
    return frozenset(places)


def setting_up(s: Position) -> bool:
    """2P-10: whether the Americans are placing their first blocks."""
    return bool(s.stack) and isinstance(s.stack[-1], SetUp)


def _army(s: Position, owner: int, viewer: int) -> Army:
    """2P-8, 2P-10: an army as a viewer sees it."""
    army = s.blocks[owner]
    if owner == viewer:
        return army
    if owner == AMERICAN and setting_up(s):
        return ((),) * len(army)
    seen = shown(s, owner, viewer)
    return tuple([hidden(stack) if stack and place not in seen else stack for place, stack in enumerate(army)])


def _casualties(s: Position, owner: int, viewer: int) -> Stack:
    lost, known = s.lost[owner], s.known_lost[owner]
    return lost if owner == viewer else (UNKNOWN,) * (len(lost) - len(known)) + known


# --- what is proven -----------------------------------------------------------------------------------------------

Plain = tuple[int, ...]
"""How many of the unseen blocks are surely not Vandegrift: at each location, in the casualties, and under way; () where
nothing is proven."""


def informed(v: Position, side: int, memory: Memory | None) -> tuple[Position, Plain]:
    """2P-8, 2P-35: the view of a side with the enemy's blocks filled in that are proven by what it has seen, and how
    many of the rest are proven not to be Vandegrift."""
    if memory is None or memory.facts is None or v.result is not None or side not in (AMERICAN, JAPANESE):
        return v, ()
    owner, facts, setting = 1 - side, memory.facts, v.setting
    bag = list(unseen(v, owner))
    battle = v.battle

    def fill(stack: Stack, group: Group, shift: int) -> Stack:
        """The stack (of codes, `shift` 2, or of types) with the blocks of the group that it does not show yet."""
        row = list(stack)
        shown = [item >> shift for item in row if item >= 0]
        for name in group.known:
            kind = setting.kind(owner, name)
            if kind in shown:
                shown.remove(kind)
            elif kind in bag and (slot := next((at for at, item in enumerate(row) if item < 0), -1)) >= 0:
                row[slot] = kind << shift | (row[slot] & 1 if shift else 0)
                bag.remove(kind)
        return tuple(sorted(row))

    refuge = battle.refuge if battle is not None else -1
    army = list(v.blocks[owner])
    for place, stack in enumerate(army):
        if stack and stack[0] < 0 and place != refuge:
            army[place] = fill(stack, facts.at(setting.locations[place]), 2)
    changes: dict[str, Any] = {"blocks": pair(v.blocks, owner, tuple(army))}
    if battle is None:
        changes["lost"] = pair(v.lost, owner, fill(v.lost[owner], facts.box, 0))
    plain = [facts.at(name).plain if place != refuge else 0 for place, name in enumerate(setting.locations)]
    under_way = 0
    if active(v) == owner and battle is None:
        top = v.stack[-1]
        if isinstance(top, TrailLoss) and not top.attack:
            # those who march are counted at their goal already
            there, group = len(v.blocks[owner][top.place]), facts.at(setting.locations[top.place])
            if not there:
                changes["column"] = fill(v.column, group, 0)
            under_way, plain[top.place] = max(0, group.plain - there), max(0, group.plain - len(v.column))
        elif v.column or v.attackers:
            changes |= {"column": fill(v.column, facts.engaged, 0), "attackers": fill(v.attackers, facts.engaged, 0)}
            under_way = facts.engaged.plain
        elif not setting_up(v):
            under_way = len(v.drawn)
    return v.replace(**changes), (*plain, facts.box.plain if battle is None else 0, under_way)


def general_slots(v: Position, owner: int, plain: Plain) -> list[int]:
    """How many unseen blocks of each location, of the casualties, and of those under way, may be Vandegrift."""
    hidden = [sum([item < 0 for item in stack]) for stack in v.blocks[owner]]
    hidden += [v.lost[owner].count(UNKNOWN), (v.drawn + v.column + v.attackers).count(UNKNOWN)]
    return [max(0, n - m) for n, m in zip(hidden, plain, strict=True)] if plain else hidden


# --- dealing -----------------------------------------------------------------------------------------------------


def unseen(v: Position, owner: int) -> Stack:
    """The blocks of a side whose place the view does not know: all of them less those it sees."""
    known = [kind for stack in v.blocks[owner] for kind in kinds(stack) if kind != UNKNOWN]
    known += [kind for kind in v.pools[owner] if kind != UNKNOWN]
    known += [kind for kind in v.lost[owner] if kind != UNKNOWN]
    if active(v) == owner:
        known += [kind for kind in v.drawn + v.column + v.attackers if kind != UNKNOWN]
        if v.hand is not None and setting_up(v):
            known += kinds(v.hand.blocks)
        if v.held is not None and v.held.air:
            known.append(v.setting.kind(owner, "air_support"))
    return less(v.setting.whole[owner], tuple(known))


def _deal_side(v: Position, owner: int, rng: random.Random, plain: Plain) -> Position:
    """Fill in one side: first the places that are bound by what is known, then Vandegrift, then the rest at random."""
    bag = list(unseen(v, owner))
    mine = active(v) == owner
    infantry = v.setting.infantry[owner]
    stacks = [list(stack) for stack in v.blocks[owner]]
    slots = [(place, at) for place, stack in enumerate(stacks) for at, item in enumerate(stack) if item < 0]
    boxes = sum(kind == UNKNOWN for kind in v.lost[owner])
    lost = [kind for kind in v.lost[owner] if kind != UNKNOWN]
    drawn = list(v.drawn) if mine else []
    column = list(v.column) if mine else []
    attackers = list(v.attackers) if mine else []
    open_drawn = sum(kind == UNKNOWN for kind in drawn)
    open_column = sum(kind == UNKNOWN for kind in column)
    open_attack = sum(kind == UNKNOWN for kind in attackers)

    # the survivors of a beaten defence: what lay open, less the loss
    battle = v.battle
    if battle is not None and not battle.open and battle.refuge >= 0 and battle.side != owner:
        there = [slot for slot in slots if slot[0] == battle.refuge]
        left = list(_survivors(v, owner, rng))
        rng.shuffle(there)
        for kind, slot in zip(left, there, strict=False):
            stacks[slot[0]][slot[1]] = kind * 4 + (stacks[slot[0]][slot[1]] & 1)
            slots.remove(slot)
            bag.remove(kind)
        stays = v.setting.stays[owner]
        engaged = tuple(kind for kind in battle.defenders if not stays[kind])
        if len(set(engaged)) > 1:
            for kind in less(engaged, tuple(left)):
                bag.remove(kind)
                lost.append(kind)
                boxes -= 1

    # those in an attack are infantry; Vandegrift is never in the pool, nor in an assault from the sea
    fighters = open_attack
    marching = bool(v.stack and isinstance(v.stack[-1], TrailLoss) and v.stack[-1].attack)
    if marching:
        fighters += open_column
    general = owner == AMERICAN and GENERAL in bag
    by_sea = v.held is not None and v.held.amphibious and open_attack > 0
    spots = _spots(v, owner, slots, boxes, open_drawn, 0 if marching else open_column, plain, rng)
    team: list[int] = []
    where = ""
    if general:
        bag.remove(GENERAL)
        if v.spotted and any(place == v.setting.field for place, _ in slots):
            slot = rng.choice([slot for slot in slots if slot[0] == v.setting.field])
            stacks[slot[0]][slot[1]] = GENERAL * 4 + (stacks[slot[0]][slot[1]] & 1)
            slots.remove(slot)
        elif open_drawn and setting_up(v):
            where = "drawn"
        else:
            strong = sum(kind < infantry for kind in bag)
            may_lead = max(0, fighters - plain[-1]) if plain else fighters
            in_team = 0 if by_sea else may_lead * (len(bag) + 1 - fighters)
            outside = len(spots) * (strong - fighters + 1)
            where = "team" if rng.randrange(max(1, in_team + outside)) < in_team else "free"
    if fighters:
        able = [kind for kind in bag if kind < infantry]
        team = rng.sample(able, fighters - (where == "team"))
        for kind in team:
            bag.remove(kind)
        if where == "team":
            team.append(GENERAL)
        rng.shuffle(team)
    rng.shuffle(bag)
    if where in ("free", "drawn"):
        bag.append(GENERAL)
        # the slots that are filled first are taken from the end of the bag
        spot = rng.choice(spots or [0]) if where == "free" else rng.randrange(open_drawn)
        at = len(bag) - 1 - spot
        bag[at], bag[-1] = bag[-1], bag[at]

    # in this order: those drawn, the map, the casualties, a column; the pool takes what is left
    drawn = _filled(drawn, bag)
    for place, at in slots:
        stacks[place][at] = bag.pop() * 4 + (stacks[place][at] & 1)
    lost += [bag.pop() for _ in range(boxes)]
    column = _filled(column, team if marching else bag)
    attackers = _filled(attackers, team)
    pool = [kind for kind in v.pools[owner] if kind != UNKNOWN] + bag
    changes: dict[str, object] = {
        "blocks": pair(v.blocks, owner, tuple(tuple(sorted(stack)) for stack in stacks)),
        "pools": pair(v.pools, owner, tuple(sorted(pool))), "lost": pair(v.lost, owner, tuple(sorted(lost))),
    }
    if mine:
        changes.update(drawn=tuple(sorted(drawn)), column=tuple(sorted(column)), attackers=tuple(sorted(attackers)))
    return v.replace(**changes)


def _spots(
    v: Position, owner: int, slots: list[tuple[int, int]], boxes: int, drawn: int, column: int, plain: Plain,
    rng: random.Random,
) -> list[int]:
    """Where Vandegrift may be dealt to, by number: first those drawn, then the slots of the map, the casualties, the
    column. All of them, where what is proven leaves none."""
    every = range(drawn + len(slots) + boxes + column)
    if owner != AMERICAN or not any(plain):
        return list(every)
    barred: set[int] = set()
    *places, lost, under_way = plain
    for place, n in enumerate(places):
        here = [drawn + number for number, (at, _) in enumerate(slots) if at == place]
        barred.update(rng.sample(here, min(n, len(here))))
    barred.update(drawn + len(slots) + number for number in range(min(lost, boxes)))
    barred.update(range(min(under_way, drawn)))
    barred.update(drawn + len(slots) + boxes + number for number in range(min(under_way, column)))
    return [number for number in every if number not in barred] or list(every)


def _filled(row: list[int], source: list[int]) -> list[int]:
    return [source.pop() if kind == UNKNOWN else kind for kind in row]


def _survivors(v: Position, owner: int, rng: random.Random) -> Stack:
    """2P-37, 2P-48: which of the defenders shown may be left: no wire, and all others but perhaps one."""
    battle = v.battle
    assert battle is not None
    stays = v.setting.stays[owner]
    others = [kind for kind in battle.defenders if not stays[kind]]
    if battle.left < len(others):
        others.pop(rng.randrange(len(others)))
    return tuple(sorted(others))
