"""Positions as files place them, and the facts that cases ask of a state or a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ironbottom.games.archies_war.rules.combat import GENERAL, Combat, refuges
from ironbottom.games.archies_war.rules.printed import (
    AMERICAN,
    FRESH,
    JAPANESE,
    MOVED,
    NEW,
    SIDES,
    UNKNOWN,
    Printed,
    Stack,
)
from ironbottom.games.archies_war.rules.reinforcement import Draw, SetUp, Stand, open_anchors
from ironbottom.games.archies_war.rules.sequence import (
    Actions,
    Attrition,
    Check,
    NextTurn,
    Sequence,
    Turn,
    active,
    begin,
)
from ironbottom.games.archies_war.rules.state import Held, Position, kinds, less, pair
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import DRAW, OnStack, settle

KEYS = {
    "actions_left", "american", "anchor", "attack_used", "casualties", "deal", "drawn", "held", "japanese",
    "known_lost", "moved", "options", "pool", "resupplied", "scenario", "scouted", "spotted", "step", "tokens", "turn",
    "used",
}  # fmt: skip


def place(setting: Printed, position: Mapping[str, Any]) -> Position:
    """The state that a position describes. Blocks that it does not name lie in the pools; where it names a pool, in the
    casualty box; where it names both, they are missing and it is refused. `deal` says for each side how many blocks are
    drawn blind for which places before it begins."""
    for key in position:
        if key not in KEYS:
            raise BadInput(f"a position of the two-player game has no '{key}'; it has {', '.join(sorted(KEYS))}")
    step = str(position.get("step", "set-up"))
    if step == "set-up":
        return _set_up(setting, position)
    side, stack = _steps(step)
    blocks = tuple(_army(setting, position, owner, side) for owner in (AMERICAN, JAPANESE))
    for number, name in enumerate(setting.locations):
        if blocks[AMERICAN][number] and blocks[JAPANESE][number]:
            raise BadInput(f"blocks of both sides stand at {name}; an attack is given as 'held'")
    drawn = _types(setting, side, position.get("drawn", ()), "drawn")
    held, attackers = _held(setting, side, position.get("held"))
    air = (setting.kind(AMERICAN, "air_support"),) if held is not None and held.air else ()
    pools: tuple[Stack, Stack] = ((), ())
    lost: tuple[Stack, Stack] = ((), ())
    for owner in (AMERICAN, JAPANESE):
        here = [kind for where in blocks[owner] for kind in kinds(where)]
        if owner == side:
            here += [*drawn, *attackers, *air]
        pool = _named(setting, owner, position, "pool")
        casualties = _named(setting, owner, position, "casualties")
        try:
            rest = less(setting.whole[owner], (*here, *(pool or ()), *(casualties or ())))
        except ValueError:
            raise BadInput(f"there are more {SIDES[owner]} blocks of a type than the game has") from None
        if pool is None:
            pool, rest = tuple(sorted((*rest,))), ()
        elif casualties is None:
            casualties, rest = rest, ()
        if rest:
            missing = ", ".join(setting.types[owner][kind] for kind in rest)
            raise BadInput(f"these {SIDES[owner]} blocks stand nowhere: {missing}")
        pools = pair(pools, owner, pool)
        lost = pair(lost, owner, tuple(sorted(casualties or ())))
    used = (_named(setting, AMERICAN, position, "used") or (), _named(setting, JAPANESE, position, "used") or ())
    if any(used) and not setting.used_stay:
        raise BadInput("used: these blocks are told apart only where Resupply brings none of them back")
    known = (
        _named(setting, AMERICAN, position, "known_lost") or used[AMERICAN],
        _named(setting, JAPANESE, position, "known_lost") or used[JAPANESE],
    )
    for owner in (AMERICAN, JAPANESE):
        if Counter(used[owner]) - Counter(known[owner]) or Counter(used[owner]) - Counter(lost[owner]):
            raise BadInput(f"used.{SIDES[owner]}: a block that was used lies openly among the casualties")
    anchor = position.get("anchor")
    s = Position(
        setting,
        turn=_number(position, "turn", 1, 1, setting.turns),
        tokens=_number(position, "tokens", 0, 0, setting.tokens_to_win),
        actions=_number(position, "actions_left", setting.total_actions, 0, setting.total_actions),
        attacked=bool(position.get("attack_used", held is not None)),
        anchor=-1 if anchor is None else _location(setting, anchor),
        blocks=blocks,  # type: ignore[arg-type]
        pools=pools,
        lost=lost,
        known_lost=known,
        drawn=drawn,
        held=held,
        attackers=attackers,
        scouted=tuple(sorted(_location(setting, name) for name in position.get("scouted", ()))),
        spotted=bool(position.get("spotted", False)),
        used=used,
    )
    made: Position = settle(s.push(*_deal(s, position), *stack))
    return made


def _deal(s: Position, position: Mapping[str, Any]) -> tuple[OnStack, ...]:
    """The steps that deal blocks to places."""
    setting, steps = s.setting, list[OnStack]()
    for name, places in _table(position, "deal").items():
        if name not in SIDES or not isinstance(places, Mapping):
            raise BadInput("deal = { american = { henderson_field = 2 }, japanese = { ... } }")
        side, left = SIDES.index(name), len(s.pools[SIDES.index(name)])
        for where, n in places.items():
            place = _location(setting, where)
            if type(n) is not int or not 1 <= n <= left:
                raise BadInput(f"deal.{name}.{where} is a number from 1 to {left}")
            if s.blocks[1 - side][place]:
                raise BadInput(f"blocks of both sides stand at {where}; an attack is given as 'held'")
            left -= n
            steps += [Draw(side, n), Stand(side, place)]
    return tuple(steps)


def _steps(step: str) -> tuple[int, tuple[OnStack, ...]]:
    """The steps that a position's `step` stands for, and whose sequence they belong to."""
    if step == "turn":
        return AMERICAN, (Turn(),)
    if step == "attrition":
        return JAPANESE, (Attrition(), NextTurn())
    name, _, part = step.partition("-")
    side = SIDES.index(name) if name in SIDES else -1
    after: tuple[OnStack, ...] = (Sequence(JAPANESE), NextTurn()) if side == AMERICAN else (NextTurn(),)
    first: dict[str, tuple[OnStack, ...]] = {
        "reinforcement": (Sequence(side),), "actions": (Actions(side), Check(side)),
        "combat": (Combat(side), Check(side)), "check": (Check(side),),
    }
    if side < 0 or part not in first:
        sides = ", ".join(f"{name}-{key}" for name in SIDES for key in first)
        raise BadInput(f"the step is one of set-up, turn, attrition, {sides}, not '{step}'")
    return side, (*first[part], *after)


def _set_up(setting: Printed, position: Mapping[str, Any]) -> Position:
    """2P-10: the set-up, with the three blocks drawn if the position says which (`drawn`), else before the draw."""
    s = begin(setting)
    drawn = _types(setting, AMERICAN, position.get("drawn", ()), "drawn")
    if not drawn:
        return s
    try:
        pools = pair(s.pools, AMERICAN, less(s.pools[AMERICAN], drawn))
    except ValueError:
        raise BadInput("the set-up draws three blocks from the pool") from None
    if len(drawn) != setting.drawn_at_setup:
        raise BadInput("the set-up draws three blocks from the pool")
    return s.replace(stack=()).push(SetUp(), Turn()).replace(pools=pools, drawn=tuple(sorted((GENERAL, *drawn))))


def _army(setting: Printed, position: Mapping[str, Any], owner: int, side: int) -> tuple[Stack, ...]:
    where = _table(position, SIDES[owner])
    rows: list[list[int]] = [[] for _ in setting.locations]
    for name, types in where.items():
        rows[_location(setting, name)] += [kind * 4 for kind in _types(setting, owner, types, name)]
    if owner == side:
        for key, flag in (("moved", MOVED), ("resupplied", NEW)):
            for name, types in _table(position, key).items():
                row = rows[_location(setting, name)]
                for kind in _types(setting, owner, types, key):
                    if kind * 4 + FRESH not in row:
                        raise BadInput(f"{key}: no such block stands at {name}")
                    row[row.index(kind * 4 + FRESH)] = kind * 4 + flag
    return tuple(tuple(sorted(row)) for row in rows)


def _held(setting: Printed, side: int, given: Any) -> tuple[Held | None, Stack]:
    if given is None:
        return None, ()
    if not isinstance(given, Mapping) or not {"place", "back", "attackers"} <= set(given):
        raise BadInput("held = { place = ..., back = ..., attackers = [...], amphibious = false, air = false }")
    held = Held(
        _location(setting, given["place"]), _location(setting, given["back"]), bool(given.get("amphibious", False)),
        bool(given.get("air", False)),
    )
    attackers = _types(setting, side, given["attackers"], "held.attackers")
    if not attackers or attackers[-1] >= setting.infantry[side]:
        raise BadInput("held.attackers are infantry")
    return held, attackers


def _table(position: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = position.get(key, {})
    if not isinstance(table, Mapping):
        raise BadInput(f"{key} is a table")
    return table


def _named(setting: Printed, owner: int, position: Mapping[str, Any], key: str) -> Stack | None:
    table = _table(position, key)
    for name in table:
        if name not in SIDES:
            raise BadInput(f"{key}.{name}: a side is american or japanese")
    if SIDES[owner] not in table:
        return None
    return _types(setting, owner, table[SIDES[owner]], key)


def _types(setting: Printed, owner: int, given: Any, where: str) -> Stack:
    if not isinstance(given, (list, tuple)):
        raise BadInput(f"{where}: a list of blocks was expected")
    found = []
    for name in given:
        kind = setting.kind(owner, str(name))
        if kind < 0:
            known = ", ".join(setting.types[owner])
            raise BadInput(f"{where}: the {SIDES[owner]} side has no block '{name}'; it has {known}")
        found.append(kind)
    return tuple(sorted(found))


def _location(setting: Printed, name: Any) -> int:
    found = setting.index.get(str(name), -1)
    if found < 0:
        raise BadInput(f"there is no location '{name}'; there are: {', '.join(setting.locations)}")
    return found


def _number(position: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    number = position.get(key, default)
    if type(number) is not int or not low <= number <= high:
        raise BadInput(f"{key} is a number from {low} to {high}")
    return number


def facts(s: Position) -> dict[str, Any]:
    """What cases compare: who stands where ("?" for an unknown block), boxes, tracks, and the attack."""
    setting = s.setting
    found: dict[str, Any] = {
        "turn": s.turn, "tokens": s.tokens, "actions_left": s.actions, "attack_used": s.attacked,
        "anchor": setting.locations[s.anchor] if s.anchor >= 0 else "",
        "held": setting.locations[s.held.place] if s.held is not None else "", "air": s.held is not None and s.held.air,
        "attackers": [], "step": type(s.stack[-1]).__name__ if s.stack else "", "combat": {},
        "scouted": [setting.locations[number] for number in s.scouted], "spotted": s.spotted,
    }
    mover = active(s)
    found["attackers"] = _words(setting, mover, s.attackers)
    found["drawn"] = _words(setting, mover, s.drawn)
    found["column"] = _words(setting, mover, s.column)
    found["hand"] = _words(setting, mover, kinds(s.hand.blocks)) if s.hand is not None else []
    if s.fought is not None:
        found["combat"] = {
            "place": setting.locations[s.fought.place], "attack": s.fought.attack, "defence": s.fought.defence,
            "needed": s.fought.need, "winner": SIDES[s.fought.winner], "vandegrift": s.fought.general,
        }
    for side, name in enumerate(SIDES):
        found[name] = {
            setting.locations[number]: _words(setting, side, kinds(stack))
            for number, stack in enumerate(s.blocks[side])
        }
        for key, flag in (("moved", MOVED), ("resupplied", NEW)):
            found.setdefault(key, {}).setdefault(name, {}).update(
                {
                    setting.locations[number]: _words(setting, side, kinds(tuple(i for i in stack if i & 3 == flag)))
                    for number, stack in enumerate(s.blocks[side])
                }
            )
        found.setdefault("lost", {})[name] = _words(setting, side, s.lost[side])
        found.setdefault("known_lost", {})[name] = _words(setting, side, s.known_lost[side])
        found.setdefault("pool", {})[name] = _words(setting, side, s.pools[side])
        found.setdefault("pool_size", {})[name] = len(s.pools[side])
    return found


def _words(setting: Printed, side: int, types: Stack) -> list[str]:
    return [setting.types[side][kind] if kind != UNKNOWN else "?" for kind in types]


def ask(s: Position, what: tuple[str, ...]) -> Any:
    """Answers: `distance A B` (links), `route SIDE A B` (by road, trail or none), `anchors` (open ones),
    `refuges SIDE A`, `chance` (what may fall, with its probability)."""
    setting = s.setting
    if what == ("anchors",):
        return [setting.locations[number] for number in open_anchors(s)]
    if what[:1] == ("distance",) and len(what) == 3:
        start, end = _location(setting, what[1]), _location(setting, what[2])
        reached = {start: 0}
        queue = [start]
        for number in queue:
            for to, _ in setting.links[number]:
                if to not in reached:
                    reached[to] = reached[number] + 1
                    queue.append(to)
        return reached[end]
    if what[:1] == ("route",) and len(what) == 4 and what[1] in SIDES:
        side = SIDES.index(what[1])
        foes = sum(1 << number for number, stack in enumerate(s.blocks[1 - side]) if stack)
        start, end = _location(setting, what[2]), _location(setting, what[3])
        ways = [route for route in setting.routes(start, foes, False) if route.goal == end]
        return "none" if not ways else "trail" if all(route.trail for route in ways) else "road"
    if what[:1] == ("refuges",) and len(what) == 3 and what[1] in SIDES:
        return [setting.locations[n] for n in refuges(s, SIDES.index(what[1]), _location(setting, what[2]))]
    if what == ("chance",):
        outcomes: list[tuple[Any, int]] = list(s.stack[-1].outcomes(s)) if s.stack and s.stack[-1].kind == DRAW else []
        total = sum(weight for _, weight in outcomes)
        return {outcome[1]: str(Fraction(weight, total)) for outcome, weight in outcomes}
    raise BadInput(
        f"no question '{' '.join(what)}'; there are: anchors, chance, distance A B, route SIDE A B, refuges SIDE A"
    )


def invariants(s: Position) -> None:
    """2P-6, 2P-9: blocks are conserved, and no location holds both sides."""
    setting = s.setting
    mover = active(s)
    for side in (AMERICAN, JAPANESE):
        all_blocks = [kind for stack in s.blocks[side] for kind in kinds(stack)]
        all_blocks += [*s.pools[side], *s.lost[side]]
        if side == mover:
            all_blocks += [*s.drawn, *s.column, *s.attackers]
            if s.held is not None and s.held.air:
                all_blocks.append(setting.kind(side, "air_support"))
            if s.hand is not None and s.stack and isinstance(s.stack[-1], SetUp):
                all_blocks += kinds(s.hand.blocks)
        assert tuple(sorted(all_blocks)) == setting.whole[side], f"{SIDES[side]} blocks lost or doubled"
        assert not any(item < 0 for stack in s.blocks[side] for item in stack)
        assert all(stack == tuple(sorted(stack)) for stack in s.blocks[side])
        known = list(s.lost[side])
        for kind in s.known_lost[side]:
            known.remove(kind)
        assert not Counter(s.used[side]) - Counter(s.known_lost[side]), "what is used lies open"
    for american, japanese in zip(*s.blocks, strict=True):
        assert not (american and japanese), "both sides in one location"
    assert 0 <= s.tokens <= setting.tokens_to_win
    assert 1 <= s.turn <= setting.turns
    assert 0 <= s.actions <= setting.total_actions
    assert (s.held is None) == (not s.attackers) or s.battle is not None
    if s.held is not None and s.battle is None:
        assert s.blocks[1 - mover][s.held.place], "an attack on nobody"
    assert s.stack or s.result is not None


