"""10.1, 10.5, 10.6: air points at bases and aboard, how far they reach, and how they are written."""

from __future__ import annotations

from ironbottom.games.solomons.rules.printed import (
    AUSTRALIA,
    BASES,
    ES,
    FLEET,
    HENDERSON,
    JAPAN,
    LAC,
    NAC,
    PORT,
    RABAUL,
    RAW,
    SHORTLANDS,
    SIDES,
    TRUK,
    USA,
    K,
    L,
    M,
    O,
    Printed,
)
from ironbottom.games.solomons.rules.state import FIRED, FLOWN, FRESH, Campaign, Stock, is_open, owner_of, pair, put

CARRIER = 100


GUADALCANAL = -1


Part = tuple[int, int, int, int]


def enemy_name(side: int, force: int) -> str:
    """How a task force of the other side is written."""
    return f"{SIDES[side]}:tf{force + 1}"


def target_name(side: int, target: int) -> str:
    """How the target of a side's flight is written."""
    return "guadalcanal" if target == GUADALCANAL else enemy_name(1 - side, target)


def origin_name(origin: int) -> str:
    return BASES[origin - PORT] if origin >= PORT else "ABCDEFGHIJKLMNOPQRS"[origin]


def radius(p: Printed, side: int, kind: int) -> int:
    """RS-006, RS-085: how far from its base aircraft may attack."""
    n = p.numbers["range"]
    if side == USA:
        return int(n["american"])
    return int(n["japanese_lac"] if kind == LAC else n["japanese_nac"])


def base_reach(p: Printed, side: int, base: int, kind: int, hex_: int) -> int:
    """RS-085, RS-104, A29, A36, A37: 1 if aircraft of a land base may attack in a hex, 2 at extended range, else 0."""
    if base in (TRUK, AUSTRALIA):
        return 0
    reach = radius(p, side, kind)
    if base in (HENDERSON, SHORTLANDS):
        return int(p.dist[M if base == HENDERSON else L][hex_] <= reach)
    far = p.dist[K if base == RABAUL else O][hex_] + 1
    if far <= reach:
        return 1
    return 2 if base == RABAUL and kind == LAC and hex_ == M and far <= p.numbers["range"]["extended"] else 0


def henderson_supply(p: Printed, n: int) -> int:
    """RS-107: Supply Points for so many points of an offensive or a transfer from Henderson Field."""
    each = int(p.numbers["supply"]["air_points"])
    return (n + each - 1) // each


def count(s: Campaign, base: int, what: int, cats: tuple[int, ...]) -> int:
    """Points of LAC (0) or NAC (1) at a base in some categories."""
    stocks = s.air[base]
    kinds = (LAC,) if what == 0 else (NAC, RAW)
    return sum([stocks[kind][cat] for kind in kinds for cat in cats])


def decks(s: Campaign, side: int, n: int, cats: tuple[int, ...]) -> int:
    """Points aboard the carriers of a task force in some categories."""
    return sum(s.decks[u][cat] for u in s.fleet(side, n) if s.p.deck[u] for cat in cats)


ATTACKERS = (FIRED, FRESH)


DEFENDERS = (FLOWN, FIRED, FRESH)


def land_bases(s: Campaign, side: int) -> list[int]:
    """A37: bases from which a side's aircraft fly missions."""
    found = [RABAUL, SHORTLANDS] if side == JAPAN else [ES]
    return [b for b in (*found, HENDERSON) if owner_of(s, b) == side and is_open(s, b)]


def take_base(s: Campaign, base: int, what: int, n: int, cats: tuple[int, ...]) -> tuple[Campaign, tuple[Part, ...]]:
    """Points leave a base; of naval aircraft the untrained ones first."""
    parts: list[Part] = []
    rows = list(s.air[base])
    for kind in (LAC,) if what == 0 else (RAW, NAC):
        for cat in cats:
            taken = min(n, rows[kind][cat])
            if taken:
                rows[kind] = put(rows[kind], cat, rows[kind][cat] - taken)
                parts.append((base, kind, cat, taken))
                n -= taken
    return s.replace(air=put(s.air, base, tuple(rows))) if parts else s, tuple(parts)


def take_deck(s: Campaign, side: int, force: int, n: int, cats: tuple[int, ...]) -> tuple[Campaign, tuple[Part, ...]]:
    """Points leave the carriers of a task force, each time from the fullest deck."""
    parts: dict[tuple[int, int], int] = {}
    rows = list(s.decks)
    ships = [u for u in s.fleet(side, force) if s.p.deck[u]]
    while n > 0:
        u = max(ships, key=lambda v: (sum(rows[v][cat] for cat in cats), -v))
        for cat in cats:
            if rows[u][cat]:
                rows[u] = put(rows[u], cat, rows[u][cat] - 1)
                parts[u, cat] = parts.get((u, cat), 0) + 1
                break
        n -= 1
    return s.replace(decks=tuple(rows)), tuple((CARRIER + u, NAC, cat, k) for (u, cat), k in sorted(parts.items()))


def in_the_air(s: Campaign, side: int) -> list[tuple[Part, ...]]:
    """The parts of a side's patrols and of all flights."""
    return [patrol.parts for patrol in s.patrols[side]] + [f.parts for f in s.flights]


def add(stock: Stock, cat: int, n: int) -> Stock:
    row = list(stock)
    row[cat] += n
    return (row[0], row[1], row[2], row[3])


def give_back(s: Campaign, side: int, parts: tuple[Part, ...], flown: bool, fired: bool, hex_: int) -> Campaign:
    """RS-087, RS-091, A34: points go back to where they came from; those without a deck stay in the air."""
    air, decks, homeless = s.air, s.decks, s.homeless[side]
    for place, kind, cat, n in parts:
        now = FLOWN if flown else FIRED if fired and cat == FRESH else cat
        if place < CARRIER:
            air = put(air, place, put(air[place], kind, add(air[place][kind], now, n)))
        elif FLEET <= s.at[place - CARRIER] < FLEET + 6:
            u = place - CARRIER
            decks = put(decks, u, add(decks[u], now, n))
        else:
            at = next((h for other, u, h in s.widows if u == place - CARRIER), hex_)
            homeless = (*homeless, (at, n, now))
    return s.replace(air=air, decks=decks, homeless=pair(s.homeless, side, homeless))
