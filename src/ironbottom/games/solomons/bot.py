"""The script of both sides: what it plays follows from the view alone.

What sails is chosen among the mission templates (`schemes`): Japan starves the garrison by bombardment, lands points by
destroyer and transport, sweeps the island's waters from Truk when he is the stronger there, and attacks ashore when the
exchange pays. The Americans bring what the garrison needs and no more, meet a run down the Slot with all their guns
when these are the stronger, keep their carriers for landings, and strike from Henderson Field while supply lasts. Both
turn back from what is too strong for them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ironbottom.games.solomons.air import ATTACKERS, DEFENDERS, base_reach, count, decks
from ironbottom.games.solomons.ground import defense, effective
from ironbottom.games.solomons.intelligence import HIGH, SAYS, SLOT, current, says_capital, says_transports
from ironbottom.games.solomons.naval_movement import open_homes, way_text
from ironbottom.games.solomons.printed import (
    ANTI_SHIP,
    BACK,
    BASES,
    BEACH,
    BOMBARD,
    DEEP,
    ES,
    FLEET,
    HENDERSON,
    JAPAN,
    KINDS,
    LAC,
    PORT,
    RABAUL,
    RAW,
    SIDES,
    SUNK,
    TRANSPORT,
    TRUK,
    USA,
    K,
    M,
)
from ironbottom.games.solomons.schemes import (
    SCHEMES,
    SMALL,
    Scheme,
    Squadron,
    Strength,
    answering,
    at_guadalcanal,
    berth_for,
    course,
    enemy_in_port,
    in_port,
    part_of,
    running,
    said,
    squadrons,
    strength,
)
from ironbottom.games.solomons.state import UNKNOWN, Campaign, Sight, at_sea, has, points
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import Plain
from ironbottom.kernel.opponent import Plan


class Option(NamedTuple):
    """What the script would like to do: the actions that are not legal when their turn comes are left out."""

    intention: str
    do: list[Action]
    score: float = 1.0


STOCK = 5
"""Supply Points that the Americans want ashore: what lies there is bombarded."""
FIELD = 18
"""Air points that they want at Henderson Field, for the same reason."""
STRONGER = 1.5
"""Odds from which a side on the surface avoids battle."""


def start(side: int) -> None:
    """Nothing is remembered that the view does not hold."""


def remember(memory: None, seen: Plain) -> None:
    """The view keeps the sightings."""


def policy(
    view: Campaign, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
) -> tuple[Plan, ...]:
    """The plans thought of, best first."""
    found = [written(view, side, legal, option) for option in options(view, side, legal)]
    return tuple(sorted({plan.do: plan for plan in reversed(found)}.values(), key=lambda plan: -plan.score))


def best(view: Campaign, side: int, legal: tuple[Action, ...]) -> Plan:
    """The first of these alone: what is played on in the mind."""
    return written(view, side, legal, next(iter(options(view, side, legal))))


def options(view: Campaign, side: int, legal: tuple[Action, ...]) -> Iterable[Option]:
    """What might be done, the script's own choice first."""
    top: Any = view.stack[-1]
    script = SCRIPTS.get(type(top).__name__)
    return script(view, side, legal, top) if script is not None else (Option("script", []),)


def written(view: Campaign, side: int, legal: tuple[Action, ...], option: Option) -> Plan:
    """An option as actions that are legal one after the other; a sheet is written to its end. A plot that breaks off is
    left as it is."""
    top: Any = view.stack[-1]
    if not hasattr(top, "write"):
        done = [action for action in option.do if _offered(legal, action)][:1]
        return Plan(option.intention, tuple(done or [_plain(legal, top)]), option.score)
    s, done = view, []
    broken: set[str] = set()
    for action in option.do:
        if action[0] == "plot" and action[1] in broken:
            continue
        if _offered(legal, action):
            s = top.write(s, side, action)
            legal = top.legal(s, side)
            done.append(action)
        elif action[0] == "plot":
            broken.add(action[1])
    if not view.ready[side] and ("ready",) in legal:
        done.append(("ready",))
    return Plan(option.intention, tuple(done or [_plain(legal, top)]), option.score)


def _offered(legal: tuple[Action, ...], action: Action) -> bool:
    return any(
        len(t) == len(action)
        and all(p.holds(a) if isinstance(p, Range) else p == a for p, a in zip(t, action, strict=True))
        for t in legal
    )


def _plain(legal: tuple[Action, ...], top: Any) -> Action:
    """The first legal action that takes nothing back, with the most of any amount."""
    forward = [action for action in legal if not top.retracts(action)] or list(legal)
    if ("ready",) in forward:
        return ("ready",)
    return tuple(part.high if isinstance(part, Range) else part for part in forward[0])


# --- what is known of the other side -------------------------------------------------------------------------------


def seen_strength(sight: Sight) -> Strength:
    """What a task force of which only numbers were shown may be worth on the surface."""
    small = sight.total - sight.capital - sight.transports
    if sight.side == JAPAN:
        return Strength(22 * sight.capital + 17 * small, 13 * sight.capital + 11 * small)
    return Strength(25 * sight.capital + 13 * small, 18 * sight.capital + 10 * small)


def latest(v: Campaign, foe: int) -> list[Sight]:
    """The last that was seen of each task force of the other side in this half."""
    found: dict[int, Sight] = {}
    for sight in v.sights:
        if sight.side == foe and sight.total > 0 and (sight.segment > 7) == (v.half == 2):
            found[sight.force] = sight
    return list(found.values())


def loses(own: Strength, other: Strength) -> bool:
    """Whether a fight on the surface against that is to be avoided."""
    return other.attack > own.attack and other.attack >= STRONGER * own.defense


def from_truk(v: Campaign) -> Strength:
    """What may come from Truk, by what Japan said."""
    if not v.said[2]:
        return Strength(0, 0)
    kinds = SMALL if not says_capital(2, v.said[2]) else ("B", "BB", "BC", *SMALL)
    return strength(v, enemy_in_port(v, JAPAN, TRUK, kinds))


def seen_out(v: Campaign) -> bool:
    """Whether the American guns have been seen at sea in the first half: then they do not wait in port."""
    return any(sight.side == USA and sight.segment <= 7 and sight.total - sight.transports >= 4 for sight in v.sights)


# --- Plot Phase 1 ---------------------------------------------------------------------------------------------------


def _initial(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    if side == USA or v.drafts[JAPAN]:
        return [Option("script", [])]
    ids = [v.p.ids[u] for u in top.carriers(v)]
    spread = v.p.data["setup"]["japanese"]["aboard_default"]
    return [Option("script", [("carry", name, n) for name, n in zip(ids, spread, strict=False) if n])]


def _set_up(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    """Cruisers and destroyers wait where they need no refit; at Rabaul no more guns than it can shelter."""
    p = v.p
    mine = top.movable(v, side)
    if side == USA:
        return [Option("script", [("station", p.ids[u], "espiritu_santo") for u in mine
                                  if v.at[u] != ES and not p.deck[u]])]
    coming = [u for u in p.of_side[JAPAN] if v.at[u] == BACK + RABAUL and v.due[u] == v.turn and p.kind[u] != "TR"]
    room, guns = 10 - len(coming), 100 - sum(p.bombardment[u] for u in coming)

    def chosen(order: tuple[tuple[str, int], ...]) -> list[int]:
        kept: list[int] = []
        for kind, most in order:
            ready = sorted((u for u in mine if p.kind[u] == kind), key=lambda u: (v.at[u] != RABAUL, u))
            for u in ready[:most]:
                if len(kept) < room and sum(p.bombardment[w] for w in kept) + p.bombardment[u] <= guns:
                    kept.append(u)
        return kept

    def placed(kept: list[int]) -> list[Action]:
        away: list[Action] = [("station", p.ids[u], "truk") for u in mine
                              if v.at[u] == RABAUL and u not in kept and p.kind[u] != "TR"]
        return away + [("station", p.ids[u], "rabaul") for u in mine
                       if v.at[u] == TRUK and (u in kept or p.kind[u] == "TR")]

    return [Option("cruisers", placed(chosen((("CA", 7), ("DD", 10))))),
            Option("battlecruisers", placed(chosen((("BC", 2), ("CA", 2), ("DD", 3)))), 0.0)]


def _arrivals(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    """Aircraft without a deck can at least be trained where the carriers lie."""
    return [Option("script", [("to_es", 0)])]


def _training(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    """Carriers that are less than half full, fullest of new aircraft first."""
    p = v.p
    ships = sorted((u for u in p.of_side[side] if p.deck[u] and 2 * sum(v.decks[u]) <= p.deck[u]),
                   key=lambda u: (-p.deck[u], u))
    train: list[Action] = []
    raw = {base: sum(v.air[base][RAW]) for base in range(4)}
    for u in ships:
        base = v.at[u]
        n = min(raw.get(base, 0), p.deck[u] - sum(v.decks[u]))
        if n >= 3 and v.turn <= 12:
            train.append(("train", p.ids[u], n))
            raw[base] -= n
    return [Option("train", train)]


def ranked(v: Campaign, side: int) -> list[tuple[Scheme, float]]:
    """The schemes of a side, the script's own first, each with a score."""
    names = _japanese(v) if side == JAPAN else _american(v)
    by_name = {scheme.name: scheme for scheme in SCHEMES[side]}
    rest = [scheme.name for scheme in SCHEMES[side] if scheme.name not in names]
    return [(by_name[name], 1.0 - 0.7 * k) for k, name in enumerate((*names, *rest))]


def _japanese(v: Campaign) -> list[str]:
    us = answering(v)
    if v.half == 2 and seen_out(v):
        us = Strength(us.attack // 3, us.defense // 3)
    ready = in_port(v, JAPAN, RABAUL, ("BC", *SMALL))
    fleet = in_port(v, JAPAN, TRUK, ("B", "BB", "BC", *SMALL)) if v.sortie else []
    here, there = strength(v, ready), strength(v, fleet)
    run = "starve" if v.half == 2 and not loses(here, us) and sum(v.p.bombardment[u] for u in ready) >= 40 else ""
    sweep = not loses(there, us) and there.attack >= us.attack and sum(v.p.bombardment[u] for u in fleet) >= 80
    land = v.half == 1 and v.depot[JAPAN] >= 3 and bool(in_port(v, JAPAN, RABAUL, ("TR",)))
    if land and sweep:
        return ["fleet_land", "land", "fleet", "express"]
    if land and not loses(here, us):
        return ["land", "express"]
    if sweep:
        return ["fleet_run" if run else "fleet", "fleet", "express"]
    if run:
        return [run, "express"]
    return ["quiet", "express"] if us.attack >= 40 and not v.depot[JAPAN] else ["express", "quiet"]


def _american(v: Campaign) -> list[str]:
    guns = strength(v, in_port(v, USA, ES, ("BB", *SMALL)))
    run, truk = running(v), from_truk(v)
    need = v.half == 1 and v.supply[USA] < 1 and bool(in_port(v, USA, ES, ("TR",)))
    other = Strength(run.attack + truk.attack, run.defense + truk.defense)
    meets = bool(v.said[SLOT]) and not loses(guns, other) and guns.attack >= run.defense
    landing = says_transports(HIGH, v.said[HIGH])
    if landing and not loses(guns, truk):
        return ["supply_ambush" if need else "ambush", "answer", "quiet"]
    if meets:
        return ["supply_answer" if need else "answer", "supply", "quiet"]
    if need and v.said[SLOT] and loses(guns, run) and v.supply[USA] >= 2:
        return ["quiet", "lone_supply"]
    if need:
        return ["supply_answer", "supply", "lone_supply", "quiet"]
    return ["quiet", "answer"]


def _announce(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    found: dict[tuple[int, int, int], Option] = {}
    draft = v.drafts[JAPAN] or (-1, -1, -1)
    for scheme, score in ranked(v, JAPAN):
        words = said(v, squadrons(v, JAPAN, scheme))
        for kind, word in enumerate(words):
            if word and draft[kind] < 0:
                found.setdefault(words, Option(scheme.name, [("say", SAYS[kind][0], SAYS[kind][1][word])], score))
        found.setdefault(words, Option(scheme.name, [("announce",)], score))
        if any(word >= 0 for word in draft):
            break
    return list(found.values())


def kept(v: Campaign) -> list[tuple[Scheme, float]]:
    """The Japanese schemes that are what was announced; all of them, where that is none's."""
    schemes = ranked(v, JAPAN)
    return [row for row in schemes if said(v, squadrons(v, JAPAN, row[0])) == v.said] or schemes


def _allocate(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    hand, done = v.drafts[side] or (-1, ())
    if hand >= 0:
        return [Option("script", [])]
    if any(v.at[u] == BEACH for u in v.p.of_side[USA]) and side == USA:
        return [Option("script", formed(v, side, _landing_fleet(v), done))]
    found: dict[tuple[Squadron, ...], Option] = {}
    for scheme, score in kept(v) if side == JAPAN else ranked(v, side):
        fleet = squadrons(v, side, scheme)
        if done and found:
            break
        found.setdefault(tuple(fleet), Option(scheme.name, formed(v, side, fleet, done), score))
    return list(found.values())


def _landing_fleet(v: Campaign) -> list[Squadron]:
    """Game-Turn 1: the carriers with the battleship, the transports, and the cruisers and destroyers that go home to
    Espiritu Santo."""
    fleet = [u for u in v.p.of_side[USA] if v.at[u] == BEACH]
    slow = tuple(u for u in fleet if v.p.kind[u] == "TR")
    guns = tuple(u for u in fleet if v.p.kind[u] in SMALL)
    rest = tuple(u for u in fleet if u not in slow and u not in guns)
    return [Squadron("carriers", rest), Squadron("convoy", slow), Squadron("guns", guns)]


def formed(v: Campaign, side: int, fleet: list[Squadron], done: tuple[int, ...]) -> list[Action]:
    """Task forces of these ships."""
    free = [n for n in range(6) if v.forces[side][n].pos < 0]
    actions: list[Action] = []
    for squadron in fleet:
        units = [u for u in squadron.units if u not in done]
        if units and free:
            name = f"tf{free.pop(0) + 1}"
            for u in units:
                actions += [("take", v.p.ids[u]), ("join", name)]
    return actions


def _plot(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    return [Option("script", plotted(v, side)), Option("late", plotted(v, side, 1), 0.0)]


def plotted(v: Campaign, side: int, late: int = 0) -> list[Action]:
    """The plots of a half; `late` sends what can wait so many steps later."""
    p = v.p
    actions: list[Action] = []
    ran = False
    for n in range(6):
        force = v.forces[side][n]
        if force.pos < 0 or force.status or force.run or force.way:
            continue
        units = v.fleet(side, n)
        name = f"tf{n + 1}"
        if force.pos < PORT:
            if v.turn == 1 and v.half == 1 and force.pos == M and has(v, units, "TR"):
                actions += [("plot", name, "M")] * 2
            elif v.turn == 1 and v.half == 1 and side == USA and not has(v, units, "CV"):
                actions += [("plot", name, where) for where in ("M", "M", "N", "O", "espiritu_santo")]
            continue
        part = part_of(v, side, n)
        if part == "run" and ran:
            part = "cover"
        ran = ran or part == "run"
        mission = _mission(v, side, n, part)
        if mission and mission != force.mission and n not in v.drafts[side]:
            actions.append(("mission", name, ("", "anti_ship", "bombardment", "transport")[mission]))
        if part == "run":
            actions.append(("slot", name, (2 if v.half == 1 else 8) + (2 * late if v.half == 1 else late)))
        elif part == "guns" and v.said[SLOT] and not says_transports(HIGH, v.said[HIGH]):
            actions.append(("answer", name, 1))
        else:
            actions += course(v, side, n, part, late)
        actions += _load(v, side, units, part)
    if side == JAPAN and v.half == 1:
        boats = [u for u in p.of_side[JAPAN] if p.kind[u] == "SS" and v.at[u] == TRUK]
        actions += [("dive", p.ids[u], hex_) for u, hex_ in zip(boats, "RNO", strict=False)]
    return actions


def _mission(v: Campaign, side: int, n: int, part: str) -> int:
    """The mission of a part; 0 for the one that it has."""
    units = v.fleet(side, n)
    if part == "apd":
        return TRANSPORT
    if side == JAPAN and part in ("run", "sweep"):
        guns = sum(v.p.bombardment[u] for u in units)
        battle = part == "run" or any(v.p.kind[u] in ("B", "BB") for u in units)
        return BOMBARD if guns >= 20 and battle else ANTI_SHIP
    return 0


def _load(v: Campaign, side: int, units: tuple[int, ...], part: str) -> list[Action]:
    """Cargo: as much supply as is wanted ashore, the rest ground points."""
    p = v.p
    if part == "run":
        boats = [u for u in units if p.kind[u] == "DD" and not v.cargo[u]]
        what = "supply" if v.supply[JAPAN] < 1 or not v.depot[JAPAN] else "ground"
        return [("load", p.ids[boats[0]], what, 1)] if boats else []
    ships = [u for u in units if p.cargo[u] and p.kind[u] in ("TR", "APD") and not v.cargo[u]]
    room = sum(p.cargo[u] for u in ships)
    wanted = max(0, (3 if side == JAPAN else STOCK + 1) - v.supply[side])
    ground = min(v.depot[side], max(0, room - wanted))
    supply = min(room - ground, max(wanted, 1 if side == USA else 0))
    actions: list[Action] = []
    for u in ships:
        n = min(p.cargo[u], ground)
        if n:
            actions.append(("load", p.ids[u], "ground", n))
            ground -= n
        y = min(p.cargo[u] - n, supply)
        if y:
            actions.append(("load", p.ids[u], "supply", y))
            supply -= y
    return actions


# --- at sea --------------------------------------------------------------------------------------------------------


def _orders(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    """After a mission home to the base where the refit is shortest; back from what is too strong."""
    home: list[Action] = []
    flee: list[Action] = []
    for n in at_sea(v, side):
        force = v.forces[side][n]
        name = f"tf{n + 1}"
        if force.status == 1:
            ways = open_homes(v, side, n)
            if len({base for base, _ in ways}) > 1:
                base = berth_for(v, side, n, sorted({base for base, _ in ways}))
                way = next(way for b, way in ways if b == base)
                home.append(("home", name, BASES[base], way_text(way)))
        elif not force.status and threatened(v, side, n):
            flee += [action for action in legal if action[:2] == ("abort", name)][:1]
    found = [Option("script", home + flee)]
    if flee:
        found.append(Option("stay", home, 0.0))
    return found


def threatened(v: Campaign, side: int, n: int) -> bool:
    """Whether a task force on its way to M, or there, had better turn back from what has been seen near it. Carriers
    are in no danger on the surface, and a landing that is nearly done is finished."""
    force = v.forces[side][n]
    units = v.fleet(side, n)
    if has(v, units, "CV") or not at_guadalcanal(force) or force.run or not v.day:
        return False
    if force.mission == TRANSPORT and force.pos == M:
        return False
    friends = [u for k in at_sea(v, side) if at_guadalcanal(v.forces[side][k]) for u in v.fleet(side, k)
               if v.p.kind[u] not in ("CV", "TR")]
    near = [s for s in current(v, 1 - side) if v.p.dist[s.hex][M] <= 2 and not s.immune]
    attack = sum(seen_strength(s).attack for s in near)
    return loses(strength(v, friends), Strength(attack, 0))


def _air(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    foes = current(v, 1 - side)
    actions = (_rabaul if side == JAPAN else _cactus)(v, foes)
    patrol: list[Action] = []
    for n in at_sea(v, side):
        strike, cap = _decks(v, side, n, foes)
        actions += strike
        patrol += cap
    return [Option("script", actions + patrol), Option("patrol", patrol, 0.0)]


LEFT = 3
"""So many aircraft must be left over after a strike from land (docs/balance.md: how Japan fares with 8, 5, 3 and 1)."""


def prey(v: Campaign, sights: list[Sight]) -> list[Sight]:
    """What is worth a strike, best first."""
    return sorted(sights, key=lambda s: (-s.transports, -s.capital, -s.total, s.force))


def _rabaul(v: Campaign, foes: list[Sight]) -> list[Action]:
    """Whatever is in reach, transports first, if a few aircraft will be left after what its guns and fighters take; the
    field on the last day, while nothing flies from it."""
    actions: list[Action] = []
    field = sum(v.known[USA][HENDERSON * 3:HENDERSON * 3 + 3])
    for base in (RABAUL, 5):
        n = count(v, base, 0, ATTACKERS)
        if n < 8:
            continue
        for s in prey(v, foes):
            reach = base_reach(v.p, JAPAN, base, 0, s.hex)
            guard = field if s.hex == M else 0
            lost = (guard // 5 + 3) * (2 if reach == 2 else 1)
            if reach and n - lost >= LEFT:
                actions.append(("strike", BASES[base], f"american:tf{s.force + 1}", "lac", n))
                break
        else:
            if v.segment == 13 and field < 3 and v.holder == USA:
                actions.append(("strike", BASES[base], "guadalcanal", "lac", n))
    return actions


def _cactus(v: Campaign, foes: list[Sight]) -> list[Action]:
    """Strikes from Henderson Field while supply lasts."""
    ready = count(v, HENDERSON, 0, ATTACKERS) + count(v, HENDERSON, 1, ATTACKERS)
    if not v.built or v.holder != USA or ready < 6:
        return []
    targets = prey(v, [s for s in foes if not s.immune and base_reach(v.p, USA, HENDERSON, 0, s.hex)])
    for s in targets:
        if v.supply[USA] < (2 if s.transports else 3):
            continue
        name = f"japanese:tf{s.force + 1}"
        n = min(10 * (v.supply[USA] - 1), ready)
        lac = min(n, count(v, HENDERSON, 0, ATTACKERS))
        nac = min(n - lac, count(v, HENDERSON, 1, ATTACKERS))
        return [("strike", "henderson", name, kind, k) for kind, k in (("lac", lac), ("nac", nac)) if k]
    return []


def _decks(v: Campaign, side: int, n: int, foes: list[Sight]) -> tuple[list[Action], list[Action]]:
    """A carrier force strikes what is worth it with two thirds of its aircraft and keeps the rest over its decks."""
    force = v.forces[side][n]
    attack, whole = decks(v, side, n, ATTACKERS), decks(v, side, n, DEFENDERS)
    if not whole:
        return [], []
    name = f"tf{n + 1}"
    near = [s for s in foes if v.p.dist[force.pos][s.hex] <= 1 and (s.transports or s.capital)]
    strike: list[Action] = []
    if near and attack >= 8 and not force.status and force.mission == ANTI_SHIP:
        target = prey(v, near)[0]
        attack -= attack // 4
        strike = [("strike", name, f"{SIDES[1 - side]}:tf{target.force + 1}", "nac", attack)]
    else:
        attack = 0
    return strike, [("cap", name, whole - attack)] if whole > attack else []


def _grouping(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    if ("standard",) in legal:
        return [Option("script", [("standard",)])]
    cover = [action for action in legal if action[0] == "cover"]
    if cover:
        groups = top.part(v)[0]
        first = max(cover, key=lambda a: sum(v.p.deck[u] for u in groups[int(a[1][5:]) - 1]))
        return [Option("script", [(*first[:2], first[2].high)])]
    return [Option("script", [("ready",)])]


def _division(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    f = v.flights[top.flight]
    layout = next(lay for lay in v.layouts if lay.side == 1 - side and lay.force == f.target)
    left = f.lac + f.nac - sum(n for _, n in v.drafts[side])
    if v.drafts[side] or not left:
        return [Option("script", [("ready",)])]
    order = sorted((g for g, row in enumerate(layout.shown) if row[0]),
                   key=lambda g: (-layout.shown[g][1], -layout.shown[g][3], -layout.shown[g][2], g))
    return [Option("script", [("send", f"group{g + 1}", left)], 1.0 - k) for k, g in enumerate(order[:2])]


def _bomb(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    """The ship and the number of points that bring most, the rest being used as well as the best of them."""
    p = v.p
    rows: list[tuple[float, int, int]] = []
    for u in top.ships:
        for low in p.tables["air_naval"]["columns"]:
            n = max(1, (low * p.defense[u] + 1) // 2)
            if n > top.n:
                continue
            column = p.ratio("air_naval", n, p.defense[u])
            value = sum({"destroyed": 1.0, "crippled": 0.35}.get(p.cell("air_naval", column, die), 0.0)
                        for die in range(1, 7)) / 6
            rows.append((value * float(p.numbers["victory"][p.worth[u]] + 1), u, n))
    if not rows:
        return [Option("script", [("stop",)])]
    rate = max(value / n for value, _, n in rows)
    rows.sort(key=lambda row: (-(row[0] + 0.8 * rate * (top.n - row[2])), row[1], row[2]))
    return [Option("script", [("bomb", p.ids[u], n)], 1.0 - k) for k, (_, u, n) in enumerate(rows[:2])]


def _counter(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    strikes = [action for action in legal if action[0] == "counter"]
    if strikes and top.retained(v) >= 8:
        return [Option("script", [(*strikes[0][:2], strikes[0][2].high)]), Option("stay", [("pass",)], 0.0)]
    return [Option("script", [("pass",)])]


def _alter(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    """Bombardment gives way to a fight where transports are about, or where the fight is ours anyway."""
    found = [action for action in legal if action[0] == "alter"]
    seen = [s for s in latest(v, USA) if s.hex == M or v.p.dist[s.hex][M] <= 1]
    own = strength(v, [u for n in at_sea(v, JAPAN) if v.forces[JAPAN][n].pos == M for u in v.fleet(JAPAN, n)
                       if v.p.kind[u] != "CV"])
    foes = [seen_strength(s) for s in seen]
    whole = sum(f.defense for f in foes)
    guns = [action for action in found if not has(v, v.fleet(JAPAN, int(action[1][2:]) - 1), "TR")]
    if guns and any(s.transports for s in seen) and own.attack >= whole and not loses(
            own, Strength(sum(f.attack for f in foes), whole)):
        return [Option("alter", guns[:1]), Option("script", [("hold",)], 0.0)]
    return [Option("script", [("hold",)])]


def _target(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    order = ["transport", "bombardment", "returning", "anti_ship"]
    return [Option("script", [("attack", sort)], 1.0 - k)
            for k, sort in enumerate(sort for sort in order if sort in top.sorts)]


def _unload(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    return [Option("script", [("everything",)])]


# --- ashore --------------------------------------------------------------------------------------------------------

LIFE = (2.0, 3.2)
"""What a ground point of each side is worth: its Victory Points, and what it does for the field."""


def exchange(v: Campaign, side: int) -> float:
    """What an attack brings on average: points of theirs less points of ours."""
    attack, whole = effective(v, side), defense(v, 1 - side)
    if not attack or not whole:
        return 0.0
    column = 0 if attack < whole else v.p.ratio("ground", attack, whole)
    involved = min(attack, whole)
    face = v.ground[1 - side] if involved == whole else min(
        v.ground[1 - side], involved if 1 - side == JAPAN or v.fed else 2 * involved)
    total = 0.0
    for die in range(1, 7):
        own, other = (int(n) for n in str(v.p.cell("ground", column, die)).split("/"))
        total += min(other, face) * LIFE[1 - side] - min(own, attack) * LIFE[side]
    return total / 6


def _assault(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    cost = 1.0 if v.supply[side] >= 3 else 3.0
    gain = exchange(v, side) - cost
    return sorted([Option("assault", [("attack",)], gain / 4), Option("decline", [("decline",)], -gain / 4)],
                  key=lambda option: -option.score)


def _both(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    go = exchange(v, side) > (1.0 if v.supply[side] >= 3 else 3.0)
    return [Option("assault" if go else "decline", [("attack",)] if go else [])]


def _transfer(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    """Land-based aircraft to where they reach the enemy, no more than is to be risked there."""
    actions: list[Action] = []
    if side == JAPAN:
        room, n = 10 - sum(sum(stock) for stock in v.air[5]), v.air[RABAUL][LAC][0]
        if v.turn >= v.p.opens and room > 0 and n >= 15:
            actions.append(("transfer", "rabaul", "shortlands", "lac", min(room, n - 10)))
    elif v.built and v.holder == USA:
        there = sum(sum(stock) for stock in v.air[HENDERSON])
        n = min(v.air[ES][LAC][0], FIELD - there)
        if n > 0:
            actions.append(("transfer", "espiritu_santo", "henderson", KINDS[LAC], n))
    return [Option("script", [a for a in actions if _offered(legal, a)])]


def _default(v: Campaign, side: int, legal: Any, top: Any) -> list[Option]:
    action = top.default(v, side)
    return [Option("script", [action] if action is not None else [])]


SCRIPTS: dict[str, Callable[[Campaign, int, Any, Any], list[Option]]] = {
    "InitialPlacement": _initial, "PreliminarySetUp": _set_up, "NavalArrivals": _arrivals, "Training": _training,
    "Announcement": _announce, "Allocation": _allocate, "Plotting": _plot, "Orders": _orders, "AirSheet": _air,
    "Grouping": _grouping, "Division": _division, "ShipAttack": _bomb, "CounterAttack": _counter,
    "Alteration": _alter, "TargetChoice": _target, "Unloading": _unload, "AttackChoice": _assault,
    "BothChoose": _both, "Transfers": _transfer, "LoseAircraft": _default, "LoseAtBase": _default, "Alight": _default,
    "Withdrawal": _default, "Shield": _default, "NextStrike": _default, "ApdCargo": _default,
    "AbortAfterSubmarine": _default,
}


# --- what matters ------------------------------------------------------------------------------------------------


def features(view: Campaign, side: int) -> tuple[float, ...]:
    """What matters in a position, from the side's point of view."""
    foe = 1 - side
    p = view.p

    def ready(who: int) -> float:
        return float(sum(p.attack[u] for u in p.of_side[who] if not (view.at[u] == SUNK or BACK <= view.at[u] < DEEP)))

    sunk = sum(p.numbers["victory"][p.worth[u]] for u in p.of_side[foe] if view.at[u] == SUNK)
    return (
        float(points(view, side) - points(view, foe)),
        float(view.supply[side] - view.supply[foe]),
        float(view.ground[side] - view.ground[foe]),
        float(effective(view, side) - effective(view, foe)),
        float(sum(view.known[side]) - sum(view.known[foe])),
        (ready(side) - ready(foe)) / 10,
        float(view.hungry if side == JAPAN else -view.hungry),
        1.0 if view.holder == side else -1.0,
        float(sunk),
    )


WEIGHTS = (1.0, 1.0, 1.2, 0.5, 0.5, 0.3, 4.0, 40.0, 0.0)


def worth(state: Campaign, side: int) -> float:
    """How good a position is for a side: 0 is about even."""
    if state.result is not None:
        return 100.0 * state.result.returns[side]
    value = sum(w * f for w, f in zip(WEIGHTS, features(state, side), strict=True))
    return value / (100.0 + abs(value))


__all__ = ["BASES", "FLEET", "UNKNOWN", "K", "Plan", "features", "policy", "remember", "start", "worth"]
