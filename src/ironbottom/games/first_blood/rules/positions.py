"""Positions as files describe them, facts and questions of cases, and what must hold in every position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.games.first_blood.rules.air import missions
from ironbottom.games.first_blood.rules.airfields import capacity, in_service, room_on
from ironbottom.games.first_blood.rules.artillery import counted, in_range
from ironbottom.games.first_blood.rules.declaration import Declare
from ironbottom.games.first_blood.rules.movement import ways
from ironbottom.games.first_blood.rules.printed import AIMED, AMERICAN, JAPANESE, OPERATIVE, SIDES, STATUS, Printed
from ironbottom.games.first_blood.rules.results import refuges
from ironbottom.games.first_blood.rules.sequence import STAGES, from_stage, stage_of
from ironbottom.games.first_blood.rules.setup import visited_start
from ironbottom.games.first_blood.rules.state import Attack, Position, put
from ironbottom.games.first_blood.rules.strength import ratio, result_of, row_of, strength
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.hexes import route, spread
from ironbottom.kernel.step import settle

KEYS = {
    "turn", "phase", "american", "japanese", "air", "inverted", "aimed", "ships", "fields", "work", "hit", "visited",
    "new", "acted", "left", "unsettled", "paid", "attacks", "lost", "options", "scenario",
}  # fmt: skip


def fresh(setting: Printed) -> Position:
    """The state before anything is set up: every counter is still to come."""
    coming = setting.number["coming"]
    ground = len(setting.units)
    return Position(
        setting,
        at=(coming,) * ground,
        left=(0,) * ground,
        visited=(0,) * len(setting.own[1]),
        strips=setting.start_status,
        work=(0,) * len(setting.fields),
        air=(coming,) * len(setting.planes),
        ships=(coming,) * len(setting.ships),
    )


def place(setting: Printed, position: Mapping[str, Any]) -> Position:
    """The state that a position file describes; counters that it does not name are still to come.

    `phase` is one of STAGES; `american` and `japanese` are tables from places to units; `air` and `ships` likewise;
    `fields` and `work` by hex; `visited` by unit ("AB"); `left` by unit; `attacks` are declared attacks, with which the
    phase stands at their resolution; `unsettled` are American units that have moved or fought in this turn.
    """
    for key in position:
        if key not in KEYS:
            raise BadInput(f"position: unknown key '{key}'; known: {', '.join(sorted(KEYS))}")
    s = fresh(setting).replace(turn=int(position.get("turn", 1)))
    s = _stand(s, position)
    phase = str(position.get("phase", "japanese_movement"))
    if phase not in STAGES:
        raise BadInput(f"position: a phase is one of {', '.join(STAGES)}, not '{phase}'")
    if phase.endswith("setup"):
        s = s.replace(turn=0)
    s = s.replace(settled=sum(1 << u for u in setting.own[AMERICAN] if s.at[u] < setting.hexes))
    for name in position.get("unsettled", ()):
        s = s.replace(settled=s.settled & ~(1 << _known(setting.unit_number, name)))
    s = settle(s.push(*from_stage(phase)))
    for name, left in position.get("left", {}).items():
        s = s.replace(left=put(s.left, _known(setting.unit_number, name), int(left)))
    if "attacks" in position:
        s = _declared(s, position["attacks"])
    return s.replace(news=())


def _known(table: Mapping[str, int], name: Any) -> int:
    if name not in table:
        raise BadInput(f"position: there is no '{name}'")
    return table[name]


def _stand(s: Position, position: Mapping[str, Any]) -> Position:
    setting = s.setting
    at, air, ships = list(s.at), list(s.air), list(s.ships)
    for side in SIDES:
        for where, names in position.get(side, {}).items():
            for name in names:
                u = _known(setting.unit_number, name)
                if SIDES[setting.units[u].side] != side:
                    raise BadInput(f"position: {name} is not {side}")
                at[u] = _known(setting.number, where)
    for where, names in position.get("air", {}).items():
        for name in names:
            air[_known(setting.plane_number, name)] = _known(setting.number, where)
    for name, where in position.get("aimed", {}).items():
        air[_known(setting.plane_number, name)] = AIMED + _known(setting.plan.number, where)
    for where, names in position.get("ships", {}).items():
        for name in names:
            ships[_known(setting.ship_number, name)] = _known(setting.number, where)
    for name in position.get("lost", ()):
        if name in setting.unit_number:
            at[setting.unit_number[name]] = setting.number["lost"]
        elif name in setting.plane_number:
            air[setting.plane_number[name]] = setting.number["lost"]
        else:
            ships[_known(setting.ship_number, name)] = setting.number["lost"]
    inverted = sum(1 << _known(setting.plane_number, name) for name in position.get("inverted", ()))
    s = s.replace(at=tuple(at), air=tuple(air), ships=tuple(ships), inverted=inverted, paid=bool(position.get("paid")))
    first = setting.own[JAPANESE].start
    for key, row_name, table in (("fields", "strips", STATUS), ("work", "work", ("0", "1"))):
        for name, item in position.get(key, {}).items():
            n = setting.field_at[_known(setting.plan.number, name)]
            if n < 0 or str(item) not in table:
                raise BadInput(f"position: {key}.{name} is an airfield hex with one of {', '.join(table)}")
            row = put(getattr(s, row_name), n, table.index(str(item)))
            s = s.replace(**{row_name: row})
    hit = sum(1 << setting.field_at[_known(setting.plan.number, name)] for name in position.get("hit", ()))
    s = visited_start(s.replace(hit=hit))
    for name, letters in position.get("visited", {}).items():
        mask = 0
        for letter in str(letters).lower():
            mask |= 1 << setting.boxes.index(_known(setting.number, f"box_{letter}"))
        s = s.replace(visited=put(s.visited, _known(setting.unit_number, name) - first, mask))
    for key in ("new", "acted"):
        s = s.replace(**{key: sum(1 << _known(setting.unit_number, name) - first for name in position.get(key, ()))})
    return s


def _declared(s: Position, attacks: Any) -> Position:
    setting = s.setting
    made = tuple(
        Attack(
            tuple(_known(setting.plan.number, name) for name in entry["on"]),
            tuple(sorted(_known(setting.unit_number, name) for name in entry["by"])),
            tuple(sorted(_known(setting.unit_number, name) for name in entry.get("support", ()))),
            tuple(sorted(_known(setting.ship_number, name) for name in entry.get("ships", ()))),
        )
        for entry in attacks
    )
    if not s.stack or not isinstance(s.stack[-1], Declare):
        raise BadInput("position: attacks are declared in a combat phase with something to attack")
    ready: Position = settle(s.replace(stack=s.stack[:-1], attacks=made))
    return ready


def facts(s: Position) -> dict[str, Any]:
    """What cases ask of a state."""
    setting = s.setting
    names, lost = setting.names, setting.number["lost"]
    coming = setting.number["coming"]

    def standing(row: tuple[int, ...], pieces: Sequence[Any]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for piece, here in zip(pieces, row, strict=True):
            if here < coming:
                found.setdefault(names[here], []).append(piece.name)
        return found

    def gone(row: tuple[int, ...], pieces: Sequence[Any]) -> list[str]:
        return [piece.name for piece, here in zip(pieces, row, strict=True) if here == lost]

    own = setting.own[AMERICAN]
    return {
        "turn": s.turn,
        "phase": stage_of(s),
        "at": standing(s.at, setting.units),
        "left": {setting.units[u].name: left for u, left in enumerate(s.left) if left},
        "air": standing(s.air, setting.planes),
        "aimed": {setting.planes[a].name: names[here - AIMED] for a, here in enumerate(s.air) if here >= AIMED},
        "inverted": [plane.name for a, plane in enumerate(setting.planes) if s.inverted >> a & 1],
        "ships": standing(s.ships, setting.ships),
        "fields": {names[here]: STATUS[s.strips[n]] for n, here in enumerate(setting.fields)},
        "work": {names[here]: s.work[n] for n, here in enumerate(setting.fields)},
        "lost": {
            "american": gone(s.at[: own.stop], setting.units[: own.stop]),
            "japanese": gone(s.at[own.stop :], setting.units[own.stop :]),
            "air": gone(s.air, setting.planes),
            "ships": gone(s.ships, setting.ships),
        },
        "attacks": [
            {
                "on": [names[h] for h in attack.targets],
                "by": [setting.units[u].name for u in attack.units],
                "support": [setting.units[u].name for u in attack.guns],
                "ships": [setting.ships[n].name for n in attack.ships],
            }
            for attack in s.attacks
        ],
        "paid": s.paid,
    }


def ask(s: Position, what: tuple[str, ...]) -> Any:
    """Answers to a case's questions:

    cost A B · distance A B · range UNIT HEX (counted inclusively) · in_range UNIT HEX · reach UNIT · route UNIT HEX ·
    ways UNIT · zone SIDE HEX · odds A D · strength HEX (of the attack on it: "2-1 -1") · guns GROUND OFFERED · row
    DIE MOD · table SIDE ODDS ROW · refuge UNIT · allocations SIDE · room · missions · total SIDE artillery · capacity
    """
    setting, number = s.setting, s.setting.number
    match what:
        case ("cost", a, b):
            return dict(setting.edges[_known(number, a)]).get(_known(number, b), 0)
        case ("distance", a, b):
            return setting.plan.distance(_known(number, a), _known(number, b))
        case ("range", unit, there):
            return setting.plan.distance(s.at[_known(setting.unit_number, unit)], _known(number, there)) + 1
        case ("in_range", unit, there):
            return in_range(s, _known(setting.unit_number, unit), _known(number, there))
        case ("reach", unit):
            u = _known(setting.unit_number, unit)
            found = spread(front(s, setting.units[u].side).steps, s.at[u], s.left[u])
            return {setting.names[n]: cost for n, cost in found.items()}
        case ("route", unit, there):
            u = _known(setting.unit_number, unit)
            table = front(s, setting.units[u].side).steps
            return [setting.names[n] for n in route(table, s.at[u], _known(number, there), s.left[u])]
        case ("ways", unit):
            u = _known(setting.unit_number, unit)
            return {setting.names[n]: cost for n, cost in ways(s, setting.units[u].side, u)}
        case ("zone", side, here):
            other = JAPANESE if side == "american" else AMERICAN
            return bool(front(s, other).control[_known(number, here)])
        case ("odds", a, d):
            return "-".join(map(str, ratio(int(a), int(d))))
        case ("strength", here):
            attack = _attack(s, here)
            known = strength(s, setting.units[attack.units[0]].side, attack)
            return f"{known.attack}:{known.defence} = {known.label} {known.die:+d}"
        case ("result", here, die):
            attack = _attack(s, here)
            return result_of(s, strength(s, setting.units[attack.units[0]].side, attack), int(die)).code
        case ("guns", ground, offered):
            return counted(int(ground), int(offered), setting.gun_limit)
        case ("row", die, modifier):
            return row_of(int(die), int(modifier))
        case ("table", side, odds, row):
            return setting.tables[SIDES.index(side)][int(row) - 1][setting.columns.index(odds)]
        case ("refuge", unit):
            u = _known(setting.unit_number, unit)
            return sorted(setting.names[n] for n in refuges(s, setting.units[u].side, u))
        case ("allocations", side):
            return len(allocations(s, SIDES.index(side)))
        case ("room",):
            return sum(room_on(s, n) for n in range(len(setting.fields)))
        case ("capacity",):
            return list(capacity(s))
        case ("missions",):
            return [" ".join(action) for action in missions(s)]
        case ("artillery", side):
            return sum(u.combat for u in setting.units if u.artillery and u.side == SIDES.index(side))
        case ("arrives", unit):
            return setting.turns[setting.units[_known(setting.unit_number, unit)].arrives - 1]
    raise BadInput(f"first-blood knows no question '{' '.join(what)}'")


def _attack(s: Position, here: str) -> Attack:
    target = _known(s.setting.number, here)
    attack = next((one for one in s.attacks if target in one.targets), None)
    if attack is None:
        raise BadInput(f"no attack on {here} is declared")
    return attack


def allocations(s: Position, side: int) -> set[frozenset[Attack]]:
    """8.2e, 8.2f, 8.2g, 8.2h: every complete way to declare the ground attacks that are owed, found by trying them
    all."""
    found: set[frozenset[Attack]] = set()
    seen: set[frozenset[Attack]] = set()
    todo = [s.replace(attacks=())]
    while todo:
        here = todo.pop()
        if ("done",) in Declare(side).legal(here, side):
            found.add(frozenset(attack.replace(targets=tuple(sorted(attack.targets))) for attack in here.attacks))
        for action in Declare(side).legal(here, side):
            if action[0] != "take" or action[1] not in s.setting.unit_number:
                continue
            holding = Declare(side, s.setting.unit_number[action[1]])
            for use in holding.uses(here, holding.hand):
                if use[0] == "attack":
                    then = holding.take(here, side, use).replace(stack=here.stack)
                    key = frozenset(attack.replace(targets=tuple(sorted(attack.targets))) for attack in then.attacks)
                    if key not in seen:
                        seen.add(key)
                        todo.append(then)
    return found


def invariants(s: Position) -> None:
    """5.0a, 5.1a, 5.2a, 12.3.1a: what must hold in every position; raises AssertionError."""
    setting = s.setting
    assert (len(s.at), len(s.air), len(s.ships)) == (len(setting.units), len(setting.planes), len(setting.ships))
    over = 0
    for here in range(setting.hexes):
        sides = [u.side for n, u in enumerate(setting.units) if s.at[n] == here]
        assert len(set(sides)) <= 1, f"both sides in {setting.names[here]}"
        over += max(0, len(sides) - setting.ground_limit)
    assert over <= 1, "more than one unit too many"
    if over:
        assert stage_of(s).endswith(("movement", "combat")), "a hex too full between phases"
    for n, here in enumerate(setting.fields):
        assert s.air.count(here) <= setting.air_limit, "too many aircraft on an airfield hex"
        assert s.strips[n] == OPERATIVE or here not in s.air, "aircraft on a hex that is not operative"
        assert s.work[n] in (0, 1)
    for u in setting.own[AMERICAN]:
        assert s.at[u] not in setting.boxes, "an American in a box"
    if stage_of(s) == "end":
        every, slow = capacity(s)
        total, bombers = in_service(s)
        assert total <= every, "more aircraft than the airfields support"
        assert bombers <= slow, "more bombers than the airfields support"
