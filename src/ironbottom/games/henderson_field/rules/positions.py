"""Positions as files describe them, facts and questions of cases, and what must hold in every position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.henderson_field.rules.artillery import fire_result
from ironbottom.games.henderson_field.rules.line_of_sight import blocked, sees
from ironbottom.games.henderson_field.rules.movement import capacity
from ironbottom.games.henderson_field.rules.printed import (
    AMERICAN,
    COMING,
    JAPANESE,
    LOST,
    POOLS,
    RABAUL,
    SIDES,
    UNSEEN,
    WITHDRAWN,
    Printed,
    entry_cost,
)
from ironbottom.games.henderson_field.rules.rabaul import can_come
from ironbottom.games.henderson_field.rules.reinforcement import landing_hexes
from ironbottom.games.henderson_field.rules.results import Advance
from ironbottom.games.henderson_field.rules.sequence import STAGES, from_stage, half, stage_of
from ironbottom.games.henderson_field.rules.state import Army, Position, front, operational, put, tops
from ironbottom.games.henderson_field.rules.strengths import ratio, strain_needed
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import settle

KEYS = {
    "scenario", "turn", "phase", "american", "japanese", "steps", "stealth", "landed", "field", "villages", "status",
    "supply",
    "points", "events", "bombarded", "held", "useless", "steady", "bonus", "air", "withdrawn", "options", "deck",
    "fresh", "left", "lost", "due",
}  # fmt: skip


def first(setting: Printed) -> Position:
    """R3.0, Q1: the state before turn 1: nobody is on the map, everything Japanese."""
    armies = []
    for own in setting.units:
        none = (0,) * len(own)
        at = tuple(RABAUL if unit.period else COMING for unit in own)
        armies.append(Army(at, tuple(unit.combat for unit in own), none, none, tuple(unit.arrival for unit in own)))
    start = setting.start
    return Position(
        setting,
        armies=(armies[0], armies[1]),
        field=SIDES.index(start["field"]),
        villages=(SIDES.index(start["villages"]),) * len(setting.villages),
        status=int(start["status"]),
        supply=(int(start["american_supply"]), int(start["japanese_supply"])),
        points=int(start["points"]),
        deck=tuple(setting.cards),
    )


def place(p: Printed, position: Mapping[str, Any]) -> Position:
    """The state that a position file describes; counters that it does not name wait where they begin,
    and those of earlier turns do not come any more.

    `phase` is one of STAGES; `american` and `japanese` are tables from hexes to units, the top one last; `steps`,
    `stealth` and `due` are by unit; `landed` are units that have landed in this half; `fresh` units that left stealth
    by themselves, with their marker; `left` movement points by unit; `villages` are those in American hands.
    """
    for key in position:
        if key not in KEYS:
            raise BadInput(f"position: unknown key '{key}'; known: {', '.join(sorted(KEYS))}")
    s = first(p).replace(turn=int(position.get("turn", 1)))
    for side, name in enumerate(SIDES):
        at, rank = list(s.armies[side].at), list(s.armies[side].rank)
        for where, names in position.get(name, {}).items():
            for n, one in enumerate(names, 1):
                i = _unit(p, one, side)
                at[i], rank[i] = POOLS.index(where) + COMING if where in POOLS else _hex(p, where), n
        for one in position.get("lost", ()):
            if _owner(p, one) == side:
                at[_unit(p, one, side)] = LOST
        due = tuple(n if n >= s.turn else 0 for n in s.armies[side].due)
        s = s.army(side, at=tuple(at), rank=tuple(rank), due=due)
    for row, key in (("steps", "steps"), ("marker", "stealth"), ("due", "due")):
        for one, number in position.get(key, {}).items():
            side = _owner(p, one)
            s = s.army(side, **{row: put(getattr(s.armies[side], row), _unit(p, one, side), int(number))})
    s = s.replace(losses=(_lost(s, AMERICAN), _lost(s, JAPANESE)))
    s = s.replace(
        field=SIDES.index(position.get("field", "japanese")),
        villages=tuple(
            AMERICAN if p.names[h] in position.get("villages", ()) else JAPANESE for h in p.villages
        ),
        status=int(position.get("status", 20)),
        supply=tuple(int(position.get("supply", {}).get(name, 0)) for name in SIDES),
        points=int(position.get("points", 0)),
        events=tuple(position.get("events", ())),
        bombarded=tuple(int(position.get("bombarded", {}).get(name, 0)) for name in SIDES),
        bonus=bool(position.get("bonus")),
        air=bool(position.get("air")),
        withdrawn=int(position.get("withdrawn", 0)),
        deck=tuple(position.get("deck", p.cards)),
    )
    s = s.replace(
        held=bool(position.get("held", s.field == JAPANESE)),
        useless=bool(position.get("useless", not operational(s))),
        steady=bool(position.get("steady", operational(s))),
    )
    phase = str(position.get("phase", "american_movement"))
    if phase not in STAGES:
        raise BadInput(f"position: a phase is one of {', '.join(STAGES)}, not '{phase}'")
    side = AMERICAN if phase == "end" or STAGES.index(phase) < STAGES.index("japanese_event") else JAPANESE
    s = half(s, JAPANESE if phase == "end" else side)
    for one in position.get("landed", ()):
        owner = _owner(p, one)
        s = s.doing(owner, landed=s.doings[owner].landed | 1 << _unit(p, one, owner))
    for row, key in (("surfaced_with", "fresh"), ("points_left", "left")):
        for one, number in position.get(key, {}).items():
            owner = _owner(p, one)
            s = s.doing(owner, **{row: put(getattr(s.doings[owner], row), _unit(p, one, owner), int(number))})
    made: Position = settle(s.push(*from_stage(phase)))
    return made.replace(news=())


def _lost(s: Position, side: int) -> int:
    """Q38: the factors that a side has lost, as its units show."""
    army, p = s.armies[side], s.setting
    return sum(
        unit.combat if army.at[i] == LOST else unit.combat - army.steps[i]
        for i, unit in enumerate(p.units[side])
        if army.at[i] == LOST or army.at[i] < p.hexes
    )


def _hex(p: Printed, name: Any) -> int:
    if name not in p.number:
        raise BadInput(f"there is no hex '{name}'")
    return p.number[name]


def _owner(p: Printed, name: Any) -> int:
    if name not in p.unit_number:
        raise BadInput(f"there is no unit '{name}'")
    return p.unit_number[name][0]


def _unit(p: Printed, name: Any, side: int) -> int:
    if _owner(p, name) != side:
        raise BadInput(f"{name} is not {SIDES[side]}")
    return p.unit_number[name][1]


def facts(s: Position) -> dict[str, Any]:
    """What cases ask of a state or a view."""
    p = s.setting
    at: dict[str, list[str]] = {}
    pools: dict[str, list[str]] = {name: [] for name in POOLS}
    steps, stealth = {}, {}
    counters: dict[str, int] = {}
    for side in (AMERICAN, JAPANESE):
        army = s.armies[side]
        for i, here in enumerate(army.at):
            unit = p.units[side][i]
            if here < p.hexes:
                at.setdefault(p.names[here], []).append(unit.name)
                steps[unit.name] = army.steps[i]
                if army.marker[i]:
                    stealth[unit.name] = army.marker[i]
            else:
                pools[POOLS[here - COMING]].append(unit.name)
        for here, number in enumerate(front(s, side).count):
            if number:
                counters[p.names[here]] = number
    return {
        "turn": s.turn,
        "phase": stage_of(s),
        "at": at,
        "counters": counters,
        "steps": steps,
        "stealth": stealth,
        **pools,
        "tops": {p.names[h]: p.units[side][i].name for side in (0, 1) for h, i in tops(p, s.armies[side]).items()},
        "left": {
            p.units[side][i].name: left
            for side in (0, 1)
            for i, left in enumerate(s.doings[side].points_left)
            if s.armies[side].at[i] < p.hexes
        },
        "field": SIDES[s.field],
        "status": s.status,
        "villages": {p.names[h]: SIDES[s.villages[n]] for n, h in enumerate(p.villages)},
        "supply": dict(zip(SIDES, s.supply, strict=True)),
        "points": s.points,
        "losses": dict(zip(SIDES, s.losses, strict=True)),
        "events": list(s.events),
        "air": s.air,
        "bonus": s.bonus,
        "due": {p.units[side][i].name: n for side in (0, 1) for i, n in enumerate(s.armies[side].due) if n},
    }


def ask(s: Position, what: tuple[str, ...]) -> Any:
    """Answers to a case's questions:

    distance A B · cost A B · sight A B · blocks A B · zone SIDE HEX · terrain HEX · slope A B · odds A D · strain A D ·
    table ODDS DIE · fire DIE STRENGTH · landing SIDE · rabaul UNIT TURN · transits HEX · near HEX · marker N
    """
    p = s.setting
    match what:
        case ("distance", a, b):
            return p.plan.distance(_hex(p, a), _hex(p, b))
        case ("cost", a, b):
            return entry_cost(p, _hex(p, a), _hex(p, b))
        case ("near", a):
            return sorted(p.names[n] for n in p.plan.near[_hex(p, a)])
        case ("sight", a, b):
            return sees(p, _hex(p, a), _hex(p, b))
        case ("blocks", a, b):
            found = blocked(p, _hex(p, a), _hex(p, b))
            return p.names[found] if found >= 0 else ""
        case ("zone", side, a):
            return bool(front(s, SIDES.index(side)).zone[_hex(p, a)])
        case ("terrain", a):
            here = _hex(p, a)
            flags = (("river", p.river), ("road", p.road), ("village", p.village), ("coastal", p.coast))
            base = "jungle" if p.jungle[here] else "clear" if p.land[here] else "sea"
            return [base, *(name for name, row in flags if row[here])]
        case ("slope", a, b):
            return p.level[_hex(p, a)] != p.level[_hex(p, b)]
        case ("level", a):
            return p.level[_hex(p, a)]
        case ("odds", a, d):
            one, other = ratio(int(a), int(d))
            return f"{one}-{other}" if max(one, other) < 7 else ">6-1" if one > other else "<1-6"
        case ("strain", a, d):
            return strain_needed(p, int(a), int(d))
        case ("table", odds, die):
            return list(p.table[int(die) - 1][p.table_columns.index(odds)])
        case ("fire", die, strength):
            return fire_result(s, int(die), int(strength))
        case ("landing", side):
            return [p.names[h] for h in landing_hexes(s, SIDES.index(side), False)]
        case ("rabaul", name, turn):
            return can_come(p, _unit(p, name, JAPANESE), int(turn))
        case ("transits", a):
            return capacity(s, AMERICAN, _hex(p, a))
        case ("marker", number):
            n = int(number)
            return ["+40", n - 40] if n > 40 else ["+20", n - 20] if n > 20 else ["x1", n]
    raise BadInput(f"henderson-field knows no question '{' '.join(what)}'")


def invariants(s: Position) -> None:
    """R2.2.1a, R7.1b, R7.5a, R8.1.1, Q38: what must hold in every position; raises AssertionError."""
    p = s.setting
    for side in (AMERICAN, JAPANESE):
        army = s.armies[side]
        assert len(army.at) == len(army.steps) == len(army.marker) == len(p.units[side])
        assert sum(here == UNSEEN for here in army.at) == len(army.hidden), "hidden counters without a place"
        for i, here in enumerate(army.at):
            if here < p.hexes:
                assert p.land[here], f"{p.units[side][i].name} stands in the sea"
                assert 1 <= army.steps[i] <= p.units[side][i].combat
                assert not army.marker[i] or p.jungle[here], "in stealth outside the jungle"
            else:
                assert not army.marker[i]
        if not army.hidden:
            whole = sum(p.units[side][i].combat for i, here in enumerate(army.at) if here not in (COMING, RABAUL))
            there = sum(army.steps[i] for i, here in enumerate(army.at) if here < p.hexes or here == WITHDRAWN)
            assert there + s.losses[side] == whole, "steps that were neither lost nor are there"
        assert 0 <= s.supply[side] <= p.limits["supply"]
    ours, theirs = front(s, AMERICAN).count, front(s, JAPANESE).count
    assert not any(a and b for a, b in zip(ours, theirs, strict=True)), "both sides in one hex"
    assert 0 <= s.status <= int(p.status["most"])
    if stage_of(s) not in ("american_movement", "japanese_movement", ""):
        passing = isinstance(s.stack[-1], Advance) and s.stack[-1].hand >= 0
        assert max(max(ours), max(theirs)) <= p.limits["stack"] + passing, f"too many in a hex in {stage_of(s)}"
