"""Who knows what: the view of a side, and a full position dealt to fit it.

2P-8: each side knows its own blocks; of the enemy only how many stand where. What lies open for a combat, what Recon
saw and what play has shown beyond doubt is kept in the position and copied into the views of those who know it.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from ironbottom.games.archies_war.facts import BOX, ENGAGED, Facts, Group
from ironbottom.games.archies_war.memory import Memory, remember, start
from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.movement import TrailLoss
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, UNKNOWN, Army, Stack, printed_data
from ironbottom.games.archies_war.rules.reinforcement import SetUp
from ironbottom.games.archies_war.rules.sequence import active
from ironbottom.games.archies_war.rules.state import Hand, Position, kinds, less, merged, pair, put, without
from ironbottom.kernel.event import Event
from ironbottom.kernel.knowledge import Knowledge
from ironbottom.kernel.value import Value, value


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
        view, proven = informed(view, side, memory)
        for owner in (AMERICAN, JAPANESE):
            if owner != side and view.result is None:
                view = _deal_side(view, owner, rng, proven)
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


@value
class Parted(Value):
    """Types that were seen and parted unseen: each is surely at one of the spots (sets of regions), at each spot is one
    of them."""

    kinds: Stack
    spots: tuple[frozenset[int], ...]

    @property
    def regions(self) -> frozenset[int]:
        """All regions where one of them may be."""
        return frozenset[int]().union(*self.spots)


@value
class Proven(Value):
    """What is proven of the unseen blocks of a side beyond those whose place is known. Regions are the locations by
    number, then the casualties, then those under way.

    `plain`: how many are surely not Vandegrift, by region; () where nothing is proven. `loose`: types that were seen
    and are somewhere in some regions; `seen`: the locations whose blocks are known from before."""

    plain: tuple[int, ...] = ()
    loose: tuple[Parted, ...] = ()
    seen: tuple[int, ...] = ()


def informed(v: Position, side: int, memory: Memory | None) -> tuple[Position, Proven]:
    """2P-8, 2P-35: the view of a side with the enemy's blocks filled in that are proven by what it has seen, and what
    is proven of the rest."""
    if memory is None or v.result is not None or side not in (AMERICAN, JAPANESE):
        return v, Proven()
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
    plain = [facts.at(name).plain if place != refuge else 0 for place, name in enumerate(setting.locations)]
    plain += [facts.at(BOX).plain, 0]
    if battle is not None:
        plain[-2] = 0
        return v.replace(**changes), Proven(tuple(plain))
    changes["lost"] = pair(v.lost, owner, fill(v.lost[owner], facts.at(BOX), 0))
    if active(v) == owner:
        top = v.stack[-1]
        if isinstance(top, TrailLoss) and not top.attack:
            # those who march are counted at their goal already
            there, group = len(v.blocks[owner][top.place]), facts.at(setting.locations[top.place])
            if not there:
                changes["column"] = fill(v.column, group, 0)
            plain[-1], plain[top.place] = max(0, group.plain - there), max(0, group.plain - len(v.column))
        elif v.column or v.attackers:
            group = facts.at(ENGAGED)
            changes |= {"column": fill(v.column, group, 0), "attackers": fill(v.attackers, group, 0)}
            plain[-1] = group.plain
        elif not setting_up(v):
            plain[-1] = len(v.drawn)
    told = v.replace(**changes)
    proven = Proven(tuple(plain), _loose(told, owner, facts, bag))
    if (cornered := _cornered(told, owner, proven)) is not told:
        told = cornered
        proven = proven.replace(loose=_loose(told, owner, facts, list(unseen(told, owner))))
    known = [place for place in setting.places if told.blocks[owner][place] != v.blocks[owner][place]]
    return told, proven.replace(seen=tuple(known))


def _loose(v: Position, owner: int, facts: Facts, bag: list[int]) -> tuple[Parted, ...]:
    """The blocks that are at one of several places, with those places where something unseen is; not while some that
    are under way may be among them."""
    if v.column or v.attackers:
        return ()
    regions = v.setting.index | {BOX: len(v.setting.locations)}
    open_at = slots(v, owner)
    found: list[Parted] = []
    for one in facts.loose:
        spots = tuple(
            frozenset(regions[place] for place in spot if place in regions and open_at[regions[place]])
            for spot in one.spots
        )
        kinds = [v.setting.kind(owner, block) for block in one.blocks]
        left = [kind for kind in dict.fromkeys(kinds) for _ in range(min(kinds.count(kind), bag.count(kind)))]
        if not any(spots):
            continue
        if len(left) == len(kinds) and all(spots):
            found.append(Parted(tuple(kinds), spots))
        else:  # the view shows some of them: the others are wherever one of them may be
            found += [Parted((kind,), (frozenset[int]().union(*spots),)) for kind in left]
        for kind in left:
            bag.remove(kind)
    return tuple(found)


def _cornered(v: Position, owner: int, proven: Proven) -> Position:
    """2P-10: Vandegrift is never in the pool: where one unseen block of all can be he, it is he."""
    able = general_slots(v, owner, proven)
    if sum(able) != 1 or able.index(1) >= len(v.setting.locations):
        return v
    return placed(v, owner, able.index(1), GENERAL)


def placed(v: Position, owner: int, place: int, kind: int) -> Position:
    """The view with one of the unseen blocks of a place known."""
    stack = v.blocks[owner][place]
    item = next(item for item in stack if item < 0)
    stack = merged(without(stack, item), (kind * 4 + (item & 1),))
    return v.replace(blocks=pair(v.blocks, owner, put(v.blocks[owner], place, stack)))


def slots(v: Position, owner: int) -> list[int]:
    """How many unseen blocks there are in each region."""
    found = [sum([item < 0 for item in stack]) for stack in v.blocks[owner]]
    return [*found, v.lost[owner].count(UNKNOWN), (v.drawn + v.column + v.attackers).count(UNKNOWN)]


def general_slots(v: Position, owner: int, proven: Proven) -> list[int]:
    """T-23: how many unseen blocks of each region may be Vandegrift."""
    hidden = slots(v, owner)
    if owner != AMERICAN or GENERAL not in unseen(v, owner):
        return [0] * len(hidden)
    if v.spotted:
        return [int(region == v.setting.field) for region in range(len(hidden))]
    able = [max(0, n - m) for n, m in zip(hidden, proven.plain, strict=True)] if proven.plain else hidden
    for one in proven.loose:
        if GENERAL in one.kinds:
            able = [n if region in one.regions else 0 for region, n in enumerate(able)]
    return able if any(able) else hidden


def loose_blocks(v: Position, owner: int, proven: Proven) -> tuple[Parted, ...]:
    """What is loose, without Vandegrift alone; first he and those who parted from him."""
    rows = [one for one in proven.loose if owner != AMERICAN or one.kinds != (GENERAL,)]
    return tuple(sorted(rows, key=lambda one: owner != AMERICAN or GENERAL not in one.kinds))


# --- dealing -----------------------------------------------------------------------------------------------------

TRIES = 400
"""How often a place is drawn for each loose block, until no two stand in one."""


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


Slot = tuple[int, int]
"""An unseen block: its region, and its number there."""


def _deal_side(v: Position, owner: int, rng: random.Random, proven: Proven) -> Position:
    """Fill in one side: first what is bound by what is known, then Vandegrift, then the rest at random."""
    bag = list(unseen(v, owner))
    mine = active(v) == owner
    infantry = v.setting.infantry[owner]
    stacks = [list(stack) for stack in v.blocks[owner]]
    lost, box, way = list(v.lost[owner]), len(stacks), len(stacks) + 1
    drawn = list(v.drawn) if mine else []
    column = list(v.column) if mine else []
    attackers = list(v.attackers) if mine else []
    battle = v.battle

    # the survivors of a beaten defence: what lay open, less the loss
    if battle is not None and not battle.open and battle.refuge >= 0 and battle.side != owner:
        there = [at for at, item in enumerate(stacks[battle.refuge]) if item < 0]
        left = list(_survivors(v, owner, rng))
        rng.shuffle(there)
        for kind, at in zip(left, there, strict=False):
            stacks[battle.refuge][at] = kind * 4 + (stacks[battle.refuge][at] & 1)
            bag.remove(kind)
        stays = v.setting.stays[owner]
        engaged = tuple(kind for kind in battle.defenders if not stays[kind])
        if len(set(engaged)) > 1:
            for kind in less(engaged, tuple(left)):
                bag.remove(kind)
                lost[lost.index(UNKNOWN)] = kind

    # those in an attack are infantry; Vandegrift is never in the pool, nor in an assault from the sea
    marching = bool(v.stack and isinstance(v.stack[-1], TrailLoss) and v.stack[-1].attack)
    fighters = attackers.count(UNKNOWN) + (column.count(UNKNOWN) if marching else 0)
    rows = [*stacks, lost, drawn if marching else drawn + column]
    open_at: list[Slot] = [(at, n) for at, row in enumerate(rows) for n, item in enumerate(row) if item < 0]
    chosen: dict[Slot, int] = {}
    general = owner == AMERICAN and GENERAL in bag
    leads = False
    if general:
        bag.remove(GENERAL)
        spots = _spots(v, owner, open_at, proven)
        if fighters and not (v.held is not None and v.held.amphibious):
            strong = sum(kind < infantry for kind in bag)
            may_lead = max(0, fighters - proven.plain[-1]) if proven.plain else fighters
            in_team = may_lead * (len(bag) + 1 - fighters)
            leads = rng.randrange(max(1, in_team + len(spots) * (strong - fighters + 1))) < in_team
    else:
        spots = []
    loose = loose_blocks(v, owner, proven)
    alone = general and not leads and bool(spots)
    parted = alone and any(GENERAL in one.kinds for one in loose)
    for _ in range(TRIES):
        chosen = {rng.choice(spots): GENERAL} if alone and not parted else {}
        for one in loose:
            for kind, spot in zip(rng.sample(one.kinds, len(one.kinds)), one.spots, strict=True):
                chosen[rng.choice([slot for slot in open_at if slot[0] in spot])] = kind
        whole = len(chosen) == sum(len(one.kinds) for one in loose) + (alone and not parted)
        if whole and (not parted or any(chosen.get(slot) == GENERAL for slot in spots)):
            break
    else:
        chosen = {rng.choice(spots): GENERAL} if alone else {}
    for kind in chosen.values():
        if kind != GENERAL or not general:
            bag.remove(kind)
    team: list[int] = []
    if fighters:
        team = rng.sample([kind for kind in bag if kind < infantry], fighters - leads)
        for kind in team:
            bag.remove(kind)
        if leads:
            team.append(GENERAL)
        rng.shuffle(team)
    rng.shuffle(bag)
    for slot in open_at:
        if slot not in chosen:
            chosen[slot] = bag.pop()
    for (at, n), kind in chosen.items():
        row = rows[at]
        row[n] = kind * 4 + (row[n] & 1) if at < box else kind
    dealt = rows[way]
    pool = [kind for kind in v.pools[owner] if kind != UNKNOWN] + bag
    changes: dict[str, object] = {
        "blocks": pair(v.blocks, owner, tuple(tuple(sorted(stack)) for stack in stacks)),
        "pools": pair(v.pools, owner, tuple(sorted(pool))), "lost": pair(v.lost, owner, tuple(sorted(lost))),
    }
    if mine:
        changes["drawn"] = tuple(sorted(dealt[: len(drawn)]))
        changes["column"] = tuple(sorted(_filled(column, team) if marching else dealt[len(drawn) :]))
        changes["attackers"] = tuple(sorted(_filled(attackers, team)))
    return v.replace(**changes)


def _spots(v: Position, owner: int, open_at: list[Slot], proven: Proven) -> list[Slot]:
    """Where Vandegrift may be dealt to: so many of each region as may be he."""
    able = general_slots(v, owner, proven)
    found: list[Slot] = []
    for region, n in enumerate(able):
        found += [slot for slot in open_at if slot[0] == region][:n]
    return found


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
