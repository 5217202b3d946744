"""Who knows what: the view of a side, and a full position dealt to fit it.

2P-8: each side knows its own blocks; of the enemy only how many stand where. What lies open for a combat, what Recon
saw and what play has shown beyond doubt is kept in the position and copied into the views of those who know it.
"""

from __future__ import annotations

import random
from functools import lru_cache

from ironbottom.games.archies_war.combat import GENERAL
from ironbottom.games.archies_war.movement import TrailLoss
from ironbottom.games.archies_war.printed import AMERICAN, JAPANESE, UNKNOWN, Army, Stack
from ironbottom.games.archies_war.reinforcement import SetUp
from ironbottom.games.archies_war.sequence import Check
from ironbottom.games.archies_war.state import Position, kinds, less, pair


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
    if battle is not None and (battle.open if owner != battle.side else True):
        places.add(battle.place)
    return frozenset(places)


def view(s: Position, side: int) -> Position:
    """2P-8, 2P-37, 2P-41, T-20, T-21: what a side (or an observer, -2) may know; after the end everybody everything."""
    if s.result is not None:
        return s.replace(news=())
    changes: dict[str, object] = {"news": ()}
    blocks, pools, lost = s.blocks, s.pools, s.lost
    for owner in (AMERICAN, JAPANESE):
        if owner != side:
            seen = shown(s, owner, side)
            blocks = pair(blocks, owner, hide_army(blocks[owner], seen) if seen else _hidden_army(blocks[owner]))
            pools = pair(pools, owner, unknown(pools[owner]))
            known = s.known_lost[owner]
            lost = pair(lost, owner, (UNKNOWN,) * (len(lost[owner]) - len(known)) + known)
    changes["pools"] = pools
    changes["lost"] = lost
    mover = active(s)
    if mover != side and mover >= 0:
        if s.stack and isinstance(s.stack[-1], SetUp):
            placed = tuple(kind for stack in s.blocks[mover] for kind in kinds(stack))
            in_hand = kinds(s.hand.blocks) if s.hand else ()
            changes["drawn"] = (UNKNOWN,) * (len(s.drawn) + len(placed) + len(in_hand))
            blocks = pair(blocks, mover, ((),) * len(blocks[mover]))
        elif s.drawn:
            changes["drawn"] = unknown(s.drawn)
        if s.hand is not None:
            changes["hand"] = None
        if s.column:
            changes["column"] = unknown(s.column)
        if s.attackers and s.battle is None:
            changes["attackers"] = unknown(s.attackers)
    changes["blocks"] = blocks
    return s.replace(**changes)


def active(s: Position) -> int:
    """Whose sequence of play it is (the Americans' while they set up)."""
    for step in reversed(s.stack):
        if isinstance(step, (Check, SetUp)):
            return step.side
    return JAPANESE if s.stack else -1


def _hidden_army(army: Army) -> Army:
    return tuple([hidden(stack) if stack else stack for stack in army])


def hide_army(army: Army, seen: frozenset[int]) -> Army:
    """2P-8: an army as the enemy sees it, but for the places that he sees into."""
    return tuple([hidden(stack) if stack and place not in seen else stack for place, stack in enumerate(army)])


# --- dealing -----------------------------------------------------------------------------------------------------


def unseen(v: Position, owner: int) -> Stack:
    """The blocks of a side whose place the view does not know: all of them less those it sees."""
    known = [kind for stack in v.blocks[owner] for kind in kinds(stack) if kind != UNKNOWN]
    known += [kind for kind in v.pools[owner] if kind != UNKNOWN]
    known += [kind for kind in v.lost[owner] if kind != UNKNOWN]
    if active(v) == owner:
        known += [kind for kind in v.drawn + v.column + v.attackers if kind != UNKNOWN]
        if v.hand is not None and v.stack and isinstance(v.stack[-1], SetUp):
            known += kinds(v.hand.blocks)
        if v.held is not None and v.held.air:
            known.append(v.setting.kind(owner, "air_support"))
    return less(v.setting.whole[owner], tuple(known))


def determinize(v: Position, side: int, rng: random.Random) -> Position:
    """A full position with that view, each consistent one equally likely."""
    for owner in (AMERICAN, JAPANESE):
        if owner != side and v.result is None:
            v = _deal_side(v, owner, rng)
    return v


def _deal_side(v: Position, owner: int, rng: random.Random) -> Position:
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
    free = len(slots) + boxes + open_drawn + (0 if marching else open_column)
    team: list[int] = []
    where = ""
    if general:
        bag.remove(GENERAL)
        if v.spotted and any(place == v.setting.field for place, _ in slots):
            slot = rng.choice([slot for slot in slots if slot[0] == v.setting.field])
            stacks[slot[0]][slot[1]] = GENERAL * 4 + (stacks[slot[0]][slot[1]] & 1)
            slots.remove(slot)
        elif open_drawn and isinstance(v.stack[-1], SetUp):
            where = "drawn"
        else:
            strong = sum(kind < infantry for kind in bag)
            in_team = 0 if by_sea else fighters * (len(bag) + 1 - fighters)
            outside = free * (strong - fighters + 1)
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
        spots = free if where == "free" else open_drawn
        # the slots that are filled first are taken from the end of the bag
        at = len(bag) - 1 - rng.randrange(spots) if spots else 0
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
        "pools": pair(v.pools, owner, tuple(sorted(pool))),
        "lost": pair(v.lost, owner, tuple(sorted(lost))),
    }
    if mine:
        changes.update(drawn=tuple(sorted(drawn)), column=tuple(sorted(column)), attackers=tuple(sorted(attackers)))
    return v.replace(**changes)


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
