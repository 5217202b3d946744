"""G8, S1..S5: positions from files, what cases ask of them, and what must hold in every one.

    position = { step = "C2", turn = 2, first = "axis", axis = { F = ["CAR+FTR+FTR", "DST*2"], GUA = ["ART*10"],
                 damaged = ["DST"] }, allies = { I = ["TRN+INF+SUP", "BAT@armour"] }, control = { NGE = "axis" },
                 airfields = { NGE = ["axis", "allies damaged"] }, points = { axis = 3 } }

`setup = true` begins with the printed set-up instead of an empty board. Steps are named M1 to M8, C0 to C4, R1 to R5,
H1 to H5; `side` begins at the second player's part of a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.axis_allies.rules.combat import air_power, land_power, sea_power
from ironbottom.games.axis_allies.rules.printed import (
    ALLIES,
    AXIS,
    BASE,
    BOM,
    CAR,
    FTR,
    GROUND,
    ISLANDS,
    KIND,
    KINDS,
    PTB,
    SEAS,
    SIDES,
    SPACE,
    SPACES,
    SUP,
    TOKENS,
    Printed,
)
from ironbottom.games.axis_allies.rules.regroup import control_power, income
from ironbottom.games.axis_allies.rules.sequence import stages
from ironbottom.games.axis_allies.rules.state import (
    MARKS,
    SUNK,
    Campaign,
    Ship,
    aboard,
    everything,
    kind_of,
    plus,
    word,
)
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import settle

SHIP_KINDS = frozenset(range(7))


def read_ship(text: str) -> Ship:
    """The ship of a notation such as `TRN+INF+SUP` or `BAT@armour`. Raises BadInput."""
    body, *marks = text.split("@")
    kind, *cargo = body.split("+")
    try:
        found = (KIND[kind], tuple(sorted(KIND[item] for item in cargo)), sum(MARKS[mark] for mark in marks))
    except KeyError as error:
        raise BadInput(f"'{text}' is no ship: {error} is unknown") from None
    if found[0] not in SHIP_KINDS:
        raise BadInput(f"'{text}' is no ship")
    return found


def put(s: Campaign, side: int, space: str, entries: Any) -> Campaign:
    """The state with more pieces of a side in a space: `"DST*2"`, `"CAR+FTR"`, `"SUP*3"`."""
    if not isinstance(entries, list):
        raise BadInput(f"{space}: a list of pieces was expected")
    for entry in entries:
        text, _, times = str(entry).partition("*")
        n = int(times) if times.isdigit() else 1
        if (kind := kind_of(text)) < 0:
            raise BadInput(f"'{text}' is no piece; pieces are {', '.join(KINDS)}")
        if space == "damaged":
            s = s.damage(side, kind, n)
            continue
        if space not in SPACE:
            raise BadInput(f"there is no space '{space}'; there are {', '.join(SPACES)} and 'damaged'")
        at = SPACE[space]
        if kind in SHIP_KINDS:
            if at >= SEAS:
                raise BadInput(f"{text} cannot stand on {space}")
            s = s.with_fleet(side, at, plus(s.fleet(side, at), read_ship(text), n))
        elif kind in (FTR, BOM):
            s = s.add_planes(side, at, kind - FTR, n)
        elif at < SEAS:
            raise BadInput(f"{text} cannot stand in {space}; cargo is written with its ship, as in TRN+INF")
        else:
            s = s.with_ground(side, at, kind, n)
    return s


def printed_setup(printed: Printed) -> Campaign:
    """G1, S1..S5: the position before the first turn."""
    data = printed.data["setup"]
    s = Campaign(printed, first=SIDES.index(data["first"]), tokens=printed.tokens)
    s = s.replace(
        points=(int(data["victory_points"]),) * 2,
        control=tuple(SIDES.index(data["control"][SPACES[SEAS + i]]) for i in range(ISLANDS)),
    )
    for land, side in data["airfields"].items():
        if land != "source":
            s = s.with_field(SPACE[land], SIDES.index(side), 1, 0)
    for side, name in enumerate(SIDES):
        for space, row in data["units"][name].items():
            if space == "source":
                continue
            entries = [f"{kind}*{n}" for kind, n in row.items() if kind not in ("source", "CAR")]
            decks = int(row.get("CAR", 0))
            if decks:
                fighters = int(row.get("FTR", 0))
                entries = [entry for entry in entries if not entry.startswith("FTR")]
                for number in range(decks):
                    here = min(2, max(0, fighters - 2 * number))
                    entries.append("CAR" + "+FTR" * here)
            s = put(s, side, space, entries)
    return s


def stage_ids(hidden: bool) -> tuple[str, ...]:
    """The name of each step of a turn, as positions and the sequence bar call it."""
    movement = ("H1", "H2", "H3", "H4", "H5") if hidden else tuple(f"M{n}" for n in range(1, 9))
    return (
        *movement, "held", "aloft", "Q1", "C0", "C1", "C2t", "C2", "C3", "C3", "C4t", "C4", "R1", "R2", "R2", "R3",
        "R3", "R4a", "R4a", "R4b", "R4b", "R4c", "R4c", "R5", "R6",
    )


def begin_at(s: Campaign, step: str, side: int | None) -> Campaign:
    """The state at the beginning of a step of the turn. Raises BadInput."""
    hidden = s.printed.hidden
    ids = stage_ids(hidden)
    steps = stages(hidden, s.first)
    if step not in ids:
        raise BadInput(f"there is no step '{step}'; there are {', '.join(dict.fromkeys(ids))}")
    first = ids.index(step)
    rest = list(steps[first:])
    if side is not None and side != s.first:
        if ids.count(step) == 2:
            rest = rest[1:]
        elif step[0] in "MH" and step not in ("H1", "H2"):
            top: Any = rest.pop(0)
            made = top.run(s.replace(stack=())).stack[::-1]
            rest = [one for one in made if one.side == side] + rest
    return s.push(*rest)


KEYS = {"scenario", "options", "setup", "step", "side", "turn", "first", "axis", "allies", "control", "airfields",
        "points", "effects", "guns"}


def place(printed: Printed, position: Mapping[str, Any]) -> Campaign:
    """The state that a position file describes. Raises BadInput."""
    for key in position:
        if key not in KEYS:
            raise BadInput(f"position: unknown key '{key}'; known: {', '.join(sorted(KEYS))}")
    try:
        s = printed_setup(printed) if position.get("setup") else Campaign(printed, tokens=printed.tokens)
        s = s.replace(turn=int(position.get("turn", 1)), first=SIDES.index(position.get("first", SIDES[s.first])))
        control = list(s.control)
        for land, name in position.get("control", {}).items():
            control[_island(land) - SEAS] = SIDES.index(name)
        s = s.replace(control=tuple(control))
        for land, owners in position.get("airfields", {}).items():
            for owner in owners:
                name, _, damaged = owner.partition(" ")
                s = s.with_field(_island(land), SIDES.index(name), 0 if damaged else 1, 1 if damaged else 0)
        for side, name in enumerate(SIDES):
            for space, entries in position.get(name, {}).items():
                s = put(s, side, space, entries)
            s = s.score(side, int(position.get("points", {}).get(name, 0)))
        s = s.replace(effects=tuple(tuple(entry) for entry in position.get("effects", ())))
        counts = tuple(
            tuple(now - before for now, before in zip(everything(s, side), expected(printed, side), strict=True))
            for side in (AXIS, ALLIES)
        )
        s = s.replace(made=counts)
        part = SIDES.index(position["side"]) if "side" in position else None
        return settle(begin_at(s, str(position.get("step", "H1" if printed.hidden else "M1")), part))  # type: ignore[no-any-return]
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise BadInput(f"the position cannot be read: {type(error).__name__} {error}") from None


def _island(name: str) -> int:
    """The space of an island. Raises BadInput."""
    islands = SPACES[SEAS : SEAS + ISLANDS]
    if name not in islands:
        raise BadInput(f"position: control and airfields are of islands ({', '.join(islands)}), not of '{name}'")
    return SPACE[name]


def expected(printed: Printed, side: int) -> list[int]:
    """S5: what the set-up gives a side, by kind."""
    return everything(printed_setup(printed), side)


# --- what cases ask ------------------------------------------------------------------------------------------------


def at(s: Campaign, side: int) -> dict[str, list[str]]:
    """Where the pieces of a side are, by space, in the notation of positions (each piece for itself)."""
    found: dict[str, list[str]] = {}
    for zone in range(SEAS):
        for ship in s.fleet(side, zone):
            text = word(ship) + ("@sunk" if ship[2] & SUNK else "")
            found.setdefault(SPACES[zone], []).append(text)
    for space in range(21):
        fighters, bombers, a, b = s.planes(side, space)
        for kind, n in ((FTR, fighters + a), (BOM, bombers + b)):
            if n:
                found.setdefault(SPACES[space], []).extend([KINDS[kind]] * n)
        if space >= SEAS:
            for kind, n in zip(GROUND, s.ground(side, space), strict=True):
                if n:
                    found.setdefault(SPACES[space], []).extend([KINDS[kind]] * n)
    yard = [KINDS[kind] for kind, n in enumerate(s.yard[side]) for _ in range(n)]
    if yard:
        found["damaged"] = yard
    return found


def facts(s: Campaign) -> dict[str, Any]:
    """What cases compare."""
    fields = {}
    for i, row in enumerate(s.airfields):
        fields[SPACES[SEAS + i]] = (
            ["axis"] * row[0] + ["axis damaged"] * row[1] + ["allies"] * row[2] + ["allies damaged"] * row[3]
        )
    top: Any = s.stack[-1] if s.stack else None
    battle: dict[str, Any] = {}
    if s.battle is not None:
        battle = {
            "space": SPACES[s.battle.space],
            "powers": [shot.power for shot in s.battle.shots],
            "hits": [[kind_name(kind), result] for shot in s.battle.shots for _, kind, result in shot.hits],
        }
    return {
        "at": {name: at(s, side) for side, name in enumerate(SIDES)},
        "control": {SPACES[SEAS + i]: SIDES[owner] for i, owner in enumerate(s.control)},
        "airfields": fields,
        "points": dict(zip(SIDES, s.points, strict=True)),
        "lost": {name: counted(s.lost[side]) for side, name in enumerate(SIDES)},
        "tokens": {name: dict(zip(TOKENS, s.tokens[side], strict=True)) for side, name in enumerate(SIDES)},
        "turn": s.turn,
        "first": SIDES[s.first],
        "step": type(top).__name__ if top else "",
        "battle": battle,
        "left": top.left if top and "left" in top.fields else 0,
        "orders": {
            name: [f"{SPACES[a]} {SPACES[b]} {word(ship)}" for a, b, ship in plot.orders]
            for name, plot in zip(SIDES, s.plots, strict=True) if plot is not None
        },
    }


def kind_name(kind: int) -> str:
    return KINDS[kind] if kind >= 0 else "-"


def counted(row: tuple[int, ...]) -> dict[str, int]:
    return {KINDS[kind]: n for kind, n in enumerate(row) if n}


def ask(s: Campaign, what: tuple[str, ...]) -> Any:
    """`distance`, `paths`, `within`, `power`, `control`, `income`, `slots`, `chips`, `cost` … Raises BadInput."""
    printed = s.printed
    match what:
        case ("chips", _, grey, red):
            return with_chips(printed, int(grey), int(red))
        case ("slots", land):
            return printed.slots[SPACE[land] - SEAS]
        case ("cost", kind):
            return printed.cost[KIND[kind]]
        case ("within", space, steps):
            return sorted(SPACES[end] for end in printed.air_reach[int(steps)][SPACE[space]])
        case ("distance", one, other):
            return next(n for n in range(7) if one == other or SPACE[other] in printed.air_reach[n][SPACE[one]])
        case ("paths", one, other):
            far = next(n for n in range(7) if SPACE[other] in printed.air_reach[n][SPACE[one]])
            return paths(printed, SPACE[one], SPACE[other], far)
        case ("neighbours", zone):
            return [SPACES[near] for near in printed.neighbours[SPACE[zone]]]
        case ("power", "air" | "sea" | "land" as which, side, space):
            return {"air": air_power, "sea": sea_power, "land": land_power}[which](s, SIDES.index(side), SPACE[space])
        case ("value", category, kind):
            return value(printed, category, kind)
        case ("control", side, land):
            return control_power(s, SIDES.index(side), SPACE[land])
        case ("income", side):
            return income(s, SIDES.index(side))
        case ("aboard", side, zone):
            return aboard(s.fleet(SIDES.index(side), SPACE[zone]))
        case ("box", category, slot):
            return KINDS[printed.boxes[("air", "sea", "land").index(category)][int(slot) - 1]]
    raise BadInput(f"no such question: '{' '.join(what)}'")


def with_chips(printed: Printed, grey: int, red: int) -> int:
    """G8: how many units a piece on chips stands for."""
    chip = printed.data["components"]["chip"]
    return 1 + grey * int(chip["grey"]) + red * int(chip["red"])


def value(printed: Printed, category: str, kind: str) -> int:
    """G5: a unit's dice against a category of target."""
    return printed.power[("air", "sea", "land").index(category)][KIND[kind]]


def paths(printed: Printed, one: int, other: int, steps: int) -> list[list[str]]:
    """M21: all shortest ways of an aircraft."""
    if steps == 0:
        return [[SPACES[one]]]
    return [
        [SPACES[one], *rest]
        for near in sorted(printed.air_reach[1][one])
        if other in (near, *printed.air_reach[steps - 1][near])
        for rest in paths(printed, near, other, steps - 1)
    ]


# --- what must hold ------------------------------------------------------------------------------------------------


def invariants(s: Campaign) -> None:
    """G6, U2, U5, R9, R14, S5: nothing is lost or doubled, nothing stands where it cannot."""
    start = [expected(s.printed, side) for side in (AXIS, ALLIES)]
    for side in (AXIS, ALLIES):
        pieces = everything(s, side)
        for kind in range(13):
            before = start[side][kind] + s.made[side][kind]
            assert pieces[kind] + s.lost[side][kind] == before, (SIDES[side], KINDS[kind], pieces[kind], before)
        for zone in range(SEAS):
            fleet = s.fleet(side, zone)
            assert list(fleet) == sorted(fleet)
            for kind, cargo, _ in fleet:
                if kind == CAR:
                    assert len(cargo) <= 2
                    assert set(cargo) <= {FTR}
                else:
                    assert len(cargo) <= s.printed.room[kind]
                    assert FTR not in cargo
        assert all(min(row) >= 0 for row in s.land)
        assert all(min(row) >= 0 for row in s.air)
        assert min(s.yard[side]) >= 0
        assert s.tokens[side] <= s.printed.tokens[side]
    for i, row in enumerate(s.airfields):
        assert min(row) >= 0
        assert sum(row) <= s.printed.slots[i]
    if not s.printed.tokens[ALLIES][TOKENS.index("pt_boats")]:
        assert everything(s, ALLIES)[PTB] == 0
    assert s.ground(ALLIES, BASE[AXIS])[GROUND.index(SUP)] >= 0


