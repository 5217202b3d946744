"""The Plot Phase: what sails is chosen among the mission templates (`schemes`).

Japan starves the garrison by bombardment, shuts in by night what has nothing in store, lands points by destroyer and
transport, and sweeps the island's waters from Truk when he is the stronger there; he waits for the American guns to be
away, but while he loses not in the first half, after which there is a fight ashore. The Americans bring what a hungry
garrison needs and no more, with a small escort where no surface force was announced, so that their guns are in port to
meet a run down the Slot; these sail when they are the stronger, and nobody else sails into guns that lie off the
island. A field that they lost they take back where that can be done. Their carriers wait for landings, cover their own
convoy from above, or hunt the run beside the Slot."""

from __future__ import annotations

from ironbottom.games.solomons.ai.schemes import (
    CONVOYS,
    SCHEMES,
    SMALL,
    TO_RETAKE,
    Scheme,
    Squadron,
    Strength,
    answering,
    course,
    decks_ready,
    flying,
    from_rabaul,
    in_port,
    lacking,
    part_of,
    raided,
    running,
    said,
    squadrons,
    strength,
    weeks_after,
)
from ironbottom.games.solomons.ai.script import wish
from ironbottom.games.solomons.ai.sightings import from_truk, loses, seen_out, sweeps
from ironbottom.games.solomons.rules.deployment import Allocation, InitialPlacement, PreliminarySetUp
from ironbottom.games.solomons.rules.ground import defense, effective
from ironbottom.games.solomons.rules.intelligence import FROM_TRUK, HIGH, SAYS, SLOT, Announcement, says_transports
from ironbottom.games.solomons.rules.plotting import Plotting
from ironbottom.games.solomons.rules.ports import NavalArrivals
from ironbottom.games.solomons.rules.printed import (
    ANTI_SHIP,
    BACK,
    BEACH,
    BOMBARD,
    DEEP,
    ES,
    JAPAN,
    LETTERS,
    PORT,
    PORTS,
    RABAUL,
    RAW,
    TRANSPORT,
    TRUK,
    USA,
    M,
)
from ironbottom.games.solomons.rules.sealed import READY
from ironbottom.games.solomons.rules.state import Campaign, has, points, worth
from ironbottom.games.solomons.rules.training import Training
from ironbottom.games.solomons.rules.victory import LEVELS, level
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought

CAUGHT = 68
"""Attack points in port at Espiritu Santo before which a lone destroyer does not run the Slot."""
LAST_TURNS, LOSABLE = 2, 5
"""In so many Game-Turns at the end the Americans land nothing more for a garrison that is larger than so many points
for each of them."""
STRONG = 80
"""Attack points at Rabaul with which Japan shuts in a garrison that has nothing in store."""


@thought(InitialPlacement)
def initial(step: InitialPlacement, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, side = asked.view, asked.side
    if side == USA or v.drafts[JAPAN]:
        return (wish("script", []),)
    carriers, start = step.carriers(v), v.p.data["setup"]["japanese"]
    spread, left = start["aboard_default"], start["aboard"]
    if sum(spread) != left or any(n > v.p.deck[u] for u, n in zip(carriers, spread, strict=False)):
        spread = []  # an owner's carriers: the first decks are filled
        for u in carriers:
            spread.append(min(left, v.p.deck[u]))
            left -= spread[-1]
    return (wish("script", [("carry", v.p.ids[u], n) for u, n in zip(carriers, spread, strict=False) if n]),)


@thought(PreliminarySetUp)
def set_up(step: PreliminarySetUp, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """Cruisers and destroyers wait where they need no refit; at Rabaul no more guns than it can shelter."""
    v, side = asked.view, asked.side
    p = v.p
    mine = [u for u in step.movable(v, side) if v.at[u] in PORTS[side]]
    if side == USA:
        return (wish("script", [("station", p.ids[u], "espiritu_santo") for u in mine
                                  if v.at[u] != ES and not p.deck[u]]),)
    coming = [u for u in p.of_side[JAPAN] if v.at[u] == BACK + RABAUL and v.due[u] == v.turn and p.kind[u] != "TR"]
    limit = p.data["map"]["bases"]["rabaul"]
    room, guns = limit["ship_limit"] - len(coming), limit["gun_limit"] - sum(p.bombardment[u] for u in coming)

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

    return (wish("cruisers", placed(chosen((("CA", 7), ("DD", 10))))),
            wish("battlecruisers", placed(chosen((("BC", 2), ("CA", 2), ("DD", 3)))), 0.0))


@thought(NavalArrivals)
def arrivals(step: NavalArrivals, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """Aircraft without a deck can at least be trained where the carriers lie."""
    return (wish("script", [("to_es", 0)]),)


@thought(Training)
def training(step: Training, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """Carriers that are less than half full, fullest of new aircraft first."""
    v, side = asked.view, asked.side
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
    return (wish("train", train),)


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
    if v.half == 2 and v.holder == USA and v.supply[USA] < 2 and here.attack >= STRONG:
        return ["blockade", "starve", "express"]
    land = v.half == 1 and v.depot[JAPAN] >= 3 and bool(in_port(v, JAPAN, RABAUL, ("TR",)))
    if land and sweep:
        return ["fleet_land", "land", "fleet", "express"]
    if land and decks_ready(v):  # what would stop the transports is struck on its way
        return ["carriers_land", "land", "express"]
    if land and not loses(here, us):
        return ["land", "express"]
    if sweep:
        return ["fleet_run" if run else "fleet", "fleet", "express"]
    if run:
        return [run, "express"]
    waits = us.attack >= (40 if not v.depot[JAPAN] else CAUGHT) and not (v.half == 1 and behind(v))
    late = v.half == 2 and not weeks_after(v)  # who is landed now fights no more
    return ["quiet", "express"] if waits or late else ["express", "quiet"]


def behind(v: Campaign) -> bool:
    """Whether Japan loses if all stays as it is, and half of the campaign is over: to wait on is to lose for certain
    (docs/balance.md: what waiting less brings)."""
    usa = points(v, USA) + worth(v, "field")
    late = 2 * v.turn > v.p.numbers["time"]["turns"]
    return late and v.holder == USA and level(v.p, points(v, JAPAN), usa) == LEVELS[0]


def _american(v: Campaign) -> list[str]:
    guns = strength(v, in_port(v, USA, ES, ("BB", *SMALL)))
    run, truk = running(v), from_truk(v)
    need = v.half == 1 and bool(in_port(v, USA, ES, ("TR",))) and _wanted(v)
    other = Strength(run.attack + truk.attack, run.defense + truk.defense)
    meets = bool(v.said[SLOT]) and not loses(guns, other) and guns.attack >= run.defense
    if says_transports(HIGH, v.said[HIGH]):
        if loses(guns, truk):
            return ["carriers", "lone_supply" if need else "quiet"]
        return ["supply_ambush" if need else "ambush", "answer", "carriers", "quiet"]
    if v.said[HIGH]:  # guns alone, who wait off the island by day: they are met by stronger ones, or by nobody
        rabaul = from_rabaul(v)
        blockade = Strength(rabaul.attack + truk.attack, rabaul.defense + truk.defense)
        if need and sweeps(guns, blockade):  # the garrison is not left hungry for a few destroyers
            return ["supply_ambush", "supply_answer", "answer"]
        return ["quiet" if loses(guns, blockade) else "answer", "supply_answer" if need else "carriers", "lone_supply"]
    if need:
        if not v.said[FROM_TRUK]:
            return ["lone_supply", "covered" if flying(v) else "supply", "supply_ambush", "supply_answer", "quiet"]
        if v.hungry < 2:
            return ["answer" if meets else "quiet", "lone_supply", "supply_answer"]
    if meets:
        return ["supply_answer" if need else "answer", "supply", "quiet", "carriers"]
    if need and v.said[SLOT] and loses(guns, run) and v.supply[USA] >= 2:
        return ["quiet", "lone_supply"]
    if need:
        return ["supply_answer", "supply", "lone_supply", "quiet"]
    return ["quiet", "carriers", "answer"]


def _wanted(v: Campaign) -> bool:
    """Whether a landing is wanted: somebody ashore has nothing in store, or the field can be taken back."""
    hungry = not v.supply[USA] and not _safe(v) and (v.holder == USA or v.ground[USA] > 0)
    return hungry or (v.holder == JAPAN and _retakes(v))


def _retakes(v: Campaign) -> bool:
    """Whether one landing may take back the field: nobody is there, or half as many as the landed may attack with."""
    room = sum(v.p.cargo[u] for u in in_port(v, USA, ES, ("TR",)))
    landed = min(v.depot[USA], room - TO_RETAKE)
    free = v.ground[USA] + landed - int(v.p.numbers["ground"]["reserve"])
    return v.depot[USA] > 0 if not v.ground[JAPAN] else landed > 0 and free >= 2 * v.ground[JAPAN]


def _safe(v: Campaign) -> bool:
    """Whether the garrison of the field will last without another landing: no convoy is risked for it at the end."""
    left = int(v.p.numbers["time"]["turns"]) - v.turn + 1
    return (left <= LAST_TURNS and v.holder == USA and v.ground[USA] > LOSABLE * left
            and effective(v, JAPAN) <= defense(v, USA))


def _named(scheme: Scheme, fleet: list[Squadron], idle: bool = True) -> str:
    """The scheme's name where it is true: transports may have nothing to bring, and where a side may not stay `idle`,
    what was announced must sail."""
    bare = any(part in CONVOYS and all(part != squadron.part for squadron in fleet) for part in scheme.parts)
    return "script" if bare or not (fleet or idle) else scheme.name


@thought(Announcement)
def announce(step: Announcement, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v = asked.view
    found: dict[tuple[int, int, int], Plan] = {}
    draft = v.drafts[JAPAN] or (-1, -1, -1)
    for scheme, score in ranked(v, JAPAN):
        fleet = squadrons(v, JAPAN, scheme)
        words, name = said(v, fleet), _named(scheme, fleet)
        for kind, word in enumerate(words):
            if word and draft[kind] < 0:
                found.setdefault(words, wish(name, [("say", SAYS[kind][0], SAYS[kind][1][word])], score))
        found.setdefault(words, wish(name, [("announce",)], score))
        if any(word >= 0 for word in draft):
            break
    return tuple(found.values())


def kept(v: Campaign) -> list[tuple[Scheme, float]]:
    """The Japanese schemes that are what was announced; all of them, where that is none's."""
    schemes = ranked(v, JAPAN)
    return [row for row in schemes if said(v, squadrons(v, JAPAN, row[0])) == v.said] or schemes


@thought(Allocation)
def allocate(step: Allocation, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, side = asked.view, asked.side
    hand, done = v.drafts[side] or (-1, ())
    if hand >= 0:
        return (wish("script", []),)
    if any(v.at[u] == BEACH for u in v.p.of_side[USA]) and side == USA:
        return (wish("script", formed(v, side, _landing_fleet(v), done)),)
    found: dict[tuple[Squadron, ...], Plan] = {}
    for scheme, score in kept(v) if side == JAPAN else ranked(v, side):
        fleet = squadrons(v, side, scheme)
        if done and found:
            break
        name = _named(scheme, fleet, READY in asked.legal)
        found.setdefault(tuple(fleet), wish(name, formed(v, side, fleet, done), score))
    return tuple(found.values())


def _landing_fleet(v: Campaign) -> list[Squadron]:
    """Game-Turn 1: the carriers with the battleship, the transports with half of the cruisers and destroyers, whose
    guns meet aircraft, and the others, that go home to Espiritu Santo."""
    fleet = [u for u in v.p.of_side[USA] if v.at[u] == BEACH]
    slow = tuple(u for u in fleet if v.p.kind[u] == "TR")
    guns = tuple(u for u in fleet if v.p.kind[u] in SMALL)
    rest = tuple(u for u in fleet if u not in slow and u not in guns)
    return [Squadron("carriers", rest), Squadron("convoy", (*slow, *guns[::2])), Squadron("guns", guns[1::2])]


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


@thought(Plotting)
def plot(step: Plotting, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, side = asked.view, asked.side
    return (wish("script", plotted(v, side)), *(wish("late", plotted(v, side, late), 0.0) for late in (1, 2, 3)))


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
        mission = mission_of(v, side, n, part)
        if mission and mission != force.mission and n not in v.drafts[side]:
            actions.append(("mission", name, ("", "anti_ship", "bombardment", "transport")[mission]))
        if part == "run":
            actions.append(("slot", name, (2 if v.half == 1 else 8) + (2 * late if v.half == 1 else late)))
        elif part == "guns" and v.said[SLOT] and not says_transports(HIGH, v.said[HIGH]):
            actions.append(("answer", name, 1))
        else:
            wait = part == "apd" and raided(v)  # N by night, and M by day under the field's own patrol
            actions += course(v, side, n, part, late + wait)
        actions += _load(v, side, units, part)
    if side == JAPAN and v.half == 1:
        boats = [u for u in p.of_side[JAPAN] if p.kind[u] == "SS" and v.at[u] == TRUK]
        free = [hex_ for hex_ in "NRO" if DEEP + LETTERS.index(hex_) not in v.at]
        actions += [("dive", p.ids[u], hex_) for u, hex_ in zip(boats, free, strict=False)]
    return actions


def mission_of(v: Campaign, side: int, n: int, part: str) -> int:
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
    wanted = lacking(v, side)
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
