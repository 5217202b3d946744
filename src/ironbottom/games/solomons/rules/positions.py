"""Positions, facts and questions of the case files, and what must hold in every state.

    position = { turn = 3, segment = 4, step = "surface", at = { "J-CA-1" = "rabaul" },
                 force = { japanese = { tf1 = { units = ["J-BC-5"], at = "M", mission = "bombardment" } } },
                 air = { henderson = { lac = 12 } }, aboard = { "U-CV-1" = 6 }, supply = { american = 5 } }

Units that are not named are out of play, unless `start = true` takes the printed placement. `step` is one of STEPS, or
`segment` for a whole segment, of which the position then gives the number before it. With `onward = true` the rest of
the Game-Turn follows after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.games.solomons.rules import (
    ground,
    naval_movement,
    ports,
    state,
    supply,
    surface,
    training,
    victory,
)
from ironbottom.games.solomons.rules.air import ground_attack
from ironbottom.games.solomons.rules.air import points as air_points
from ironbottom.games.solomons.rules.air.allocation import AllocationOfAir
from ironbottom.games.solomons.rules.air.transfers import TransfersOpen
from ironbottom.games.solomons.rules.bombardment import Bombardment
from ironbottom.games.solomons.rules.deployment import (
    AllocationOpens,
    InitialPlacement,
    PreliminarySetUp,
    default_mission,
    first_state,
    rabaul_fits,
)
from ironbottom.games.solomons.rules.intelligence import (
    SAYS,
    AmericansShown,
    Intelligence,
    JapaneseShown,
    NightPresence,
    spotted,
)
from ironbottom.games.solomons.rules.missions import OrdersOpen
from ironbottom.games.solomons.rules.plotting import PlottingOpens
from ironbottom.games.solomons.rules.printed import (
    BACK,
    BASES,
    BEACH,
    DEEP,
    FLEET,
    HENDERSON,
    HOME,
    JAPAN,
    KINDS,
    LAC,
    LETTERS,
    MISSIONS,
    NAC,
    OUT,
    PORT,
    PORTS,
    RABAUL,
    RAW,
    SCHOOL,
    SIDES,
    SUNK,
    USA,
    Printed,
    place_name,
)
from ironbottom.games.solomons.rules.sequence import (
    BaseCompletion,
    Execution,
    GameTurn,
    HalfOver,
    Segment,
    TurnEnd,
    TurnOver,
)
from ironbottom.games.solomons.rules.state import (
    FIRED,
    FRESH,
    NONE,
    UNKNOWN,
    Campaign,
    Force,
    off_island,
    owner_of,
    pair,
    points,
    put,
    survey,
)
from ironbottom.games.solomons.rules.submarines import SubmarineAttacks
from ironbottom.games.solomons.rules.supply import GarrisonSupply
from ironbottom.games.solomons.rules.truk import TrukSortie
from ironbottom.games.solomons.rules.unloading import UnloadingOpens
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import settle

STEPS: dict[str, Callable[[Campaign], tuple[Any, ...]]] = {
    "turn": lambda s: (GameTurn(),),
    "completion": lambda s: (BaseCompletion(),),
    "start": lambda s: (InitialPlacement(),),
    "setup": lambda s: (PreliminarySetUp(),),
    "reinforcement": lambda s: (ports.Reinforcement(),),
    "training": lambda s: (training.TrainingOpens(),),
    "sortie": lambda s: (TrukSortie(),),
    "garrison": lambda s: (GarrisonSupply(),),
    "intelligence": lambda s: (Intelligence(s.half),),
    "allocation": lambda s: (AllocationOpens(s.half),),
    "plotting": lambda s: (PlottingOpens(s.half),),
    "plot_phase": lambda s: (Intelligence(s.half), AllocationOpens(s.half), PlottingOpens(s.half)),
    "segment": lambda s: (Segment(s.segment + 1),),
    "two_segments": lambda s: (Segment(s.segment + 1), Segment(s.segment + 2)),
    "shown": lambda s: _shown(s),
    "submarines": lambda s: (*_shown(s), SubmarineAttacks()),
    "air": lambda s: (*_shown(s), AllocationOfAir()),
    "surface": lambda s: (*_shown(s), surface.SurfaceCombat()),
    "surface_and_bombardment": lambda s: (*_shown(s), surface.SurfaceCombat(), Bombardment()),
    "bombardment": lambda s: (*_shown(s), Bombardment()),
    "unloading": lambda s: (*_shown(s), UnloadingOpens()),
    "orders": lambda s: (*_shown(s), OrdersOpen()),
    "transfers": lambda s: (*_shown(s), TransfersOpen()),
    "ground": lambda s: (ground.GroundPhase(),),
    "turn_end": lambda s: (TurnEnd(),),
    "turn_over": lambda s: (TurnOver(),),
}


def _shown(s: Campaign) -> tuple[Any, ...]:
    return (JapaneseShown(), AmericansShown()) if s.day else (NightPresence(),)


ONWARD = ("intelligence", "allocation", "plotting", "segment", "ground")
"""The steps after which a position may let the Game-Turn go on."""
STATUS = ("", "executed", "returning", "aborted", "aborting", "engaged")
KEYS = {
    "scenario", "options", "start", "turn", "half", "segment", "step", "at", "force", "air", "aboard", "cargo", "due",
    "depot", "ground", "supply", "built", "holder", "fed", "hungry", "landed", "late", "sortie", "said", "vp",
    "attacked", "onward",
}


def place(game: Any, position: Mapping[str, Any], p: Printed) -> Campaign:
    """The state that a position describes. Raises BadInput."""
    for key in position:
        if key not in KEYS:
            raise BadInput(f"position: unknown key '{key}'; known: {', '.join(sorted(KEYS))}")
    s = first_state(p)
    turn = int(position.get("turn", 1))
    segment = int(position.get("segment", 0))
    half = int(position.get("half", 2 if segment > 7 else 1))
    if not position.get("start"):
        units = p.units
        s = s.replace(at=(OUT,) * units, decks=(NONE,) * units, air=((NONE, NONE, NONE),) * 6, ground=(0, 0),
                  supply=(0, 0), depot=(0, 0), landed=0)
    s = s.replace(turn=turn, segment=segment, half=half, veiled=bool(position.get("force")) or segment > 0,
              built=bool(position.get("built", False)), fed=bool(position.get("fed", True)),
              hungry=int(position.get("hungry", 0)), landed=int(position.get("landed", 0)),
              late=int(position.get("late", 0)),
              sortie=bool(position.get("sortie", False)))
    if "holder" in position:
        s = s.replace(holder=game.side_of(position["holder"]))
    for key in ("ground", "supply", "depot"):
        for name, n in position.get(key, {}).items():
            s = s.replace(**{key: pair(getattr(s, key), game.side_of(name), int(n))})
    for name, n in position.get("vp", {}).items():
        s = s.replace(vp=put(s.vp, game.side_of(name), (int(n), *([0] * 11))))
    for name, where in position.get("at", {}).items():
        s = s.replace(at=put(s.at, _unit(p, name), _where(where)))
    for name, n in position.get("due", {}).items():
        s = s.replace(due=put(s.due, _unit(p, name), int(n)))
    for name, n in position.get("aboard", {}).items():
        s = s.replace(decks=put(s.decks, _unit(p, name), (int(n), 0, 0, 0)))
    for name, load in position.get("cargo", {}).items():
        n = 10 * int(load.get("ground", 0)) + int(load.get("supply", 0))
        s = s.replace(cargo=put(s.cargo, _unit(p, name), n))
    for name, stocks in position.get("air", {}).items():
        row = tuple((int(stocks.get(kind, 0)), 0, 0, 0) for kind in KINDS)
        s = s.replace(air=put(s.air, BASES.index(name), row))
    said = position.get("said", {})
    words = tuple(w.index(said.get(key, "none")) for key, w in SAYS)
    s = survey(s)
    for name, forces in position.get("force", {}).items():
        side = game.side_of(name)
        for key, row in forces.items():
            s = _force(s, side, int(key[2:]) - 1, row)
    s = survey(s).replace(said=words)
    s = s.replace(berth=tuple(  # ships at sea stood at their base when the bases were last open
        s.forces[p.side[u]][at - FLEET].base if FLEET <= at < FLEET + 6 else at for u, at in enumerate(s.at)))
    step = str(position.get("step", "segment"))
    if step not in STEPS:
        raise BadInput(f"position: no step '{step}'; there are {', '.join(STEPS)}")
    onward = position.get("onward", False)
    if onward and step not in ONWARD:
        raise BadInput(f"position: the Game-Turn goes on after {', '.join(ONWARD)}, not after '{step}'")
    return settle(s.push(*STEPS[step](s), *(_onward(s, step) if onward else ())))  # type: ignore[no-any-return]


def _onward(s: Campaign, step: str) -> tuple[Any, ...]:
    """The rest of the Game-Turn after such a step."""
    phase = (AllocationOpens(s.half), PlottingOpens(s.half))[ONWARD.index(step) :] if step in ONWARD[:2] else ()
    next_one = s.segment + (2 if step == "segment" else 1)
    first = s.half == 1 and step != "ground"
    segments = () if step == "ground" else tuple(Segment(n) for n in range(next_one, 8 if first else 15))
    ashore = (ground.GroundPhase(),) if first else ()
    second = (HalfOver(), Intelligence(2), AllocationOpens(2), PlottingOpens(2), Execution(8)) if s.half == 1 else ()
    return (*phase, *segments, *ashore, *second, TurnEnd())


def _unit(p: Printed, name: str) -> int:
    if name not in p.index:
        raise BadInput(f"there is no unit '{name}'")
    return p.index[name]


def _where(text: str) -> int:
    if text in BASES:
        return BASES.index(text)
    for word, code in (("back:", BACK), ("school:", SCHOOL), ("home:", HOME)):
        if text.startswith(word):
            return code + BASES.index(text[len(word):])
    if text in LETTERS:
        return DEEP + LETTERS.index(text)
    if text == "beach":
        return BEACH
    if text == "sunk":
        return SUNK
    raise BadInput(f"a unit cannot be at '{text}'")


def code_of(text: str) -> int:
    """The place of a letter or base."""
    if text in BASES:
        return PORT + BASES.index(text)
    if len(text) == 1 and text in LETTERS:
        return LETTERS.index(text)
    raise BadInput(f"there is no place '{text}'")


def _force(s: Campaign, side: int, n: int, row: Mapping[str, Any]) -> Campaign:
    units = tuple(_unit(s.p, name) for name in row["units"])
    s = s.move(units, FLEET + n)
    pos = code_of(row["at"])
    mission = MISSIONS.index(row["mission"]) if "mission" in row else default_mission(s, units)
    way = tuple(code_of(text) for text in str(row.get("way", "")).split(".") if text)
    run = row.get("run", "")
    base = BASES.index(row.get("base", BASES[PORTS[side][0]]))
    status = STATUS.index(row.get("status", ""))
    number = 1 if run == "slot" else 2 if run == "anti_slot" else 10 + int(run[-1]) if run else 0
    return s.set_force(side, n, Force(pos, mission, number, way, status, int(row.get("stay", 1)), base,
                                      code_of(row["night"]) if "night" in row else -1, int(row.get("due", 0))))


def where_text(s: Campaign, u: int) -> str:
    """Where a unit is, in a word."""
    at = s.at[u]
    if at in (OUT, SUNK):
        return "out" if at == OUT else "sunk"
    if 0 <= at <= 3:
        return BASES[at]
    if FLEET <= at < FLEET + 6:
        return f"tf{at - FLEET + 1}"
    for code, word in ((HOME, "home:"), (SCHOOL, "school:"), (BACK, "back:")):
        if code <= at < code + 4:
            return word + BASES[at - code]
    if DEEP <= at < DEEP + 19:
        return LETTERS[at - DEEP]
    return "beach" if at == BEACH else "unknown"


def facts(s: Campaign) -> dict[str, Any]:
    """What cases ask of a state or a view."""
    p = s.p
    known = [u for u in range(p.units) if s.at[u] != OUT]
    found: dict[str, Any] = {
        "where": {p.ids[u]: where_text(s, u) for u in known},
        "due": {p.ids[u]: s.due[u] for u in known if BACK <= s.at[u] < DEEP},
        "sunk": {name: [p.ids[u] for u in p.of_side[side] if s.at[u] == SUNK] for side, name in enumerate(SIDES)},
        "aboard": {p.ids[u]: sum(s.decks[u]) for u in known if p.deck[u] and s.decks[u][0] != UNKNOWN},
        "may_attack": {
            **{p.ids[u]: s.decks[u][FRESH] + s.decks[u][FIRED]
               for u in known if p.deck[u] and s.decks[u][0] != UNKNOWN},
            **{BASES[b]: sum(stock[FRESH] + stock[FIRED] for stock in s.air[b])
               for b in range(6) if s.air[b][0][0] != UNKNOWN},
        },
        "cargo": {p.ids[u]: {"ground": s.cargo[u] // 10, "supply": s.cargo[u] % 10} for u in known if s.cargo[u] > 0},
        "vp": {name: points(s, side) for side, name in enumerate(SIDES)},
        "force": {}, "seen": {p.ids[u]: f"tf{s.seen[u] + 1}" for u in known if s.seen[u] >= 0},
        "sights": [f"{SIDES[t.side]} tf{t.force + 1} {LETTERS[t.hex]} {t.total} {t.capital} {t.transports}"
                   for t in s.sights if t.segment == s.segment],
        "night": [f"{SIDES[t.side]} tf{t.force + 1} {place_name(t.night)}" for t in s.sights
                  if t.segment == s.segment and t.night >= 0],
        "shown": {name: [f"tf{n + 1}" for n in s.shown[side]] for side, name in enumerate(SIDES)},
        "built": s.built, "holder": SIDES[s.holder], "fed": s.fed, "hungry": s.hungry, "sortie": s.sortie,
        "turn": s.turn, "segment": s.segment, "landed": s.landed,
        "asked": s.stack[-1].file_name if s.stack else "",
        "groups": [list(row) for layout in s.layouts for row in layout.shown],
        "said": {key: words[s.said[k]] for k, (key, words) in enumerate(SAYS)},
        "air": {
            BASES[b]: {KINDS[k]: sum(s.air[b][k]) for k in (LAC, NAC, RAW)}
            for b in range(6)
            if s.air[b][0][0] != UNKNOWN
        },
    }
    for key in ("ground", "supply", "depot"):
        found[key] = {name: getattr(s, key)[side] for side, name in enumerate(SIDES)}
    for side, name in enumerate(SIDES):
        rows = {}
        for n, force in enumerate(s.forces[side]):
            if force.pos >= 0:
                rows[f"tf{n + 1}"] = {
                    "units": [p.ids[u] for u in s.fleet(side, n)], "at": place_name(force.pos),
                    "mission": MISSIONS[force.mission], "way": naval_movement.way_text(force.way),
                    "status": STATUS[force.status], "stay": force.stay,
                }
        found["force"][name] = rows
    return found


def ask(s: Campaign, what: tuple[str, ...]) -> Any:
    """An answer to a case's question. Raises BadInput for one it does not know."""
    p = s.p
    kind, rest = what[0], what[1:]
    try:
        return _ask(s, p, kind, rest)
    except (IndexError, ValueError, KeyError):
        raise BadInput(f"the question '{' '.join(what)}' cannot be read") from None


def _ask(s: Campaign, p: Printed, kind: str, rest: tuple[str, ...]) -> Any:
    def number(i: int) -> int:
        return int(rest[i])

    if kind in ("bombardment_column", "aa_column"):
        table = "bombardment" if kind[0] == "b" else "flak"
        strength = number(0) if kind[0] == "b" else 2 * number(0) + number(1)
        column = p.column(table, strength)
        return p.tables[table]["columns"][column] if column >= 0 else "none"
    if kind == "bombardment":
        return p.cell("bombardment", p.column("bombardment", number(0)), number(1))
    if kind == "supply_loss":
        return ground_attack.supply_loss(number(0), rest[1])
    if kind in ("surface_column", "air_naval_column", "ground_column"):
        table = kind.removesuffix("_column")
        attack, defense = number(0), number(1)
        column = p.ratio(table, attack, defense)
        if table == "ground":
            column = max(column, 0)
        return p.tables[table]["columns"][column] / 2 if column >= 0 else "none"
    if kind in ("surface", "air_naval", "ground"):
        return p.cell(kind, p.tables[kind]["columns"].index(int(float(rest[0]) * 2)), number(1))
    if kind == "aa":
        return p.cell("flak", p.tables["flak"]["columns"].index(number(0)), number(1))
    if kind == "surface_losses":
        return list(surface.surface_losses(number(0), rest[1]))
    if kind == "refit_return":
        return ports.refit_return(p, SIDES.index(rest[0]), BASES.index(rest[1]), rest[2], number(3))
    if kind == "repair_return":
        return ports.repair_return(p, SIDES.index(rest[0]), rest[1], number(2), number(3))
    if kind == "training_return":
        return training.training_return(p, SIDES.index(rest[0]), number(1))
    if kind == "henderson_supply":
        return air_points.henderson_supply(p, number(0))
    if kind == "isolation":
        return supply.after_isolation(number(0))
    if kind == "unsupplied_defense":
        return supply.halved(number(0))
    if kind == "victory":
        return victory.level(p, number(0), number(1))
    if kind == "plot":
        side, base, flags = SIDES.index(rest[0]), BASES.index(rest[1]), rest[2].split("+")
        path = [(int(text.split(":")[0]), code_of(text.split(":")[1])) for text in rest[3:]]
        return naval_movement.plot_allowed(p, side, base, "carriers" in flags, "transports" in flags, "slot" in flags,
                                           path)
    if kind == "revealed":
        return spotted(s.replace(turn=number(1)), LETTERS.index(rest[0]), [LETTERS.index(h) for h in rest[2:]])
    if kind == "distance":
        return p.dist[LETTERS.index(rest[0])][LETTERS.index(rest[1])]
    if kind == "reach":
        found = air_points.base_reach(p, SIDES.index(rest[0]), BASES.index(rest[1]), KINDS.index(rest[2]),
                               LETTERS.index(rest[3]))
        return ("no", "normal", "extended")[found]
    if kind == "effective":
        return ground.effective(s, SIDES.index(rest[0]))
    if kind == "defense":
        return ground.defense(s, SIDES.index(rest[0]))
    if kind == "rabaul_fits":
        return rabaul_fits(s, [p.index[name] for name in rest])
    if kind == "unit":
        values: dict[str, tuple[Any, ...]] = {
            "kind": p.kind, "capital": p.capital, "attack": p.attack, "defense": p.defense, "cargo": p.cargo,
            "deck": p.deck, "flak": p.flak, "bombardment": p.bombardment,
        }
        return values[rest[1]][p.index[rest[0]]]
    if kind == "worth":
        return state.worth(s, rest[0])
    raise BadInput(f"solomons knows no question '{kind}'")


def invariants(s: Campaign) -> None:
    """What must hold in every state: ships, air and ground points are somewhere, and nowhere twice."""
    p = s.p
    assert len(s.at) == p.units
    for u in range(p.units):
        side, at = p.side[u], s.at[u]
        assert at in (OUT, SUNK, BEACH) or 0 <= at <= 3 or 10 <= at < 16 or 20 <= at < 24 or 30 <= at < 34 or (
            DEEP <= at < DEEP + 19) or HOME <= at < HOME + 4, (p.ids[u], at)
        if 10 <= at < 16:
            assert s.forces[side][at - FLEET].pos >= 0, p.ids[u]
        if 0 <= at <= 3 or 20 <= at < 24 or 30 <= at < 34 or 60 <= at < 64:
            assert at % 10 in PORTS[side], p.ids[u]
        if p.kind[u] == "SS":
            assert not 10 <= at < 16
        if p.deck[u]:
            assert 0 <= sum(s.decks[u]) <= p.deck[u], p.ids[u]
            assert min(s.decks[u]) >= 0
            assert at not in (OUT, SUNK) or not any(s.decks[u]), p.ids[u]
            if at in (RABAUL, HOME + RABAUL):
                raise AssertionError(f"{p.ids[u]} at Rabaul")
        else:
            assert not any(s.decks[u])
        load = s.cargo[u]
        assert 0 <= load // 10 + load % 10 <= p.cargo[u], p.ids[u]
    for side in (JAPAN, USA):
        for n, force in enumerate(s.forces[side]):
            units = s.fleet(side, n)
            if force.pos < 0:
                assert not units
                continue
            kinds = {p.kind[u] for u in units}
            assert not ("CV" in kinds and "TR" in kinds), "RS-033"
            assert "SS" not in kinds
            if s.stack and force.pos < PORT and not force.run and units and s.segment < 14:
                stay = max(1, force.stay)
                late = naval_movement.home_by(p, side, "CV" in kinds, "TR" in kinds, force.pos, max(s.segment, 0), stay)
                assert late <= 14, f"{SIDES[side]} tf{n + 1} cannot be home: {late}"
    assert min(*s.ground, *s.supply, *s.depot) >= 0
    for side in (JAPAN, USA):
        assert s.offshore[side] == off_island(s, side) or not s.veiled, "ground points"
        row = s.known[side]
        assert min(row) >= 0
        assert sum(row) == air_total(s, side), (side, row, air_total(s, side))
        assert sum(v for k, v in enumerate(row[:18]) if k % 3 == 0) == air_total(s, side, True)
    for base in range(6):
        for stock in s.air[base]:
            assert min(stock) >= 0
    assert sum(map(sum, s.air[RABAUL])) <= 20
    assert sum(map(sum, s.air[5])) <= 10
    if not s.built:
        assert not any(map(sum, s.air[HENDERSON]))


def air_total(s: Campaign, side: int, lac: bool = False) -> int:
    """All air points of a side, on the ground, aboard and in the air."""
    total = 0
    for base in range(6):
        if owner_of(s, base) == side:
            total += sum(sum(stock) for kind, stock in enumerate(s.air[base]) if not lac or kind == LAC)
    for patrol in s.patrols[side]:
        total += sum(part[3] for part in patrol.parts if not lac or part[1] == LAC)
    total += sum(f.lac + (0 if lac else f.nac) for f in s.flights if f.side == side)
    if not lac:
        total += sum(sum(s.decks[u]) for u in s.p.of_side[side] if s.p.deck[u])
        total += sum(n for _, n, _ in s.homeless[side])
    return total

