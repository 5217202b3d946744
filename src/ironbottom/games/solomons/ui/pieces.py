"""The pieces on the board: task forces with their ships on them, ships in ports and boxes, submarines."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.games.solomons.rules.deployment import stands
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.printed import (
    BACK,
    BASES,
    BEACH,
    DEEP,
    FLEET,
    HOME,
    JAPAN,
    LETTERS,
    OUT,
    SIDES,
    SUNK,
    USA,
    M,
    place_name,
)
from ironbottom.games.solomons.rules.state import UNKNOWN, Campaign, Sight, company
from ironbottom.games.solomons.rules.surface import strength
from ironbottom.games.solomons.ui.board import ICONS, LATEST
from ironbottom.kernel.view import Piece
from ironbottom.kernel.words import Words

LANDING = "american:landing"
"""The American ships off Guadalcanal before Game-Turn 1, as one piece."""


def unit_name(v: Campaign, u: int) -> str:
    """A ship by its name and designation."""
    key = v.p.ids[u]
    return f"{v.p.data['units'][key]['name']} ({key[2:]})"


def load_of(v: Campaign, u: int, words: Words) -> str:
    """What a ship carries: aircraft, ground points, supply."""
    parts = []
    if v.p.deck[u] and v.decks[u][0] != UNKNOWN:
        parts.append(words.say("load.air", n=sum(v.decks[u]), most=v.p.deck[u]))
    if v.cargo[u] >= 10:
        parts.append(words.say("load.ground", n=v.cargo[u] // 10))
    if v.cargo[u] > 0 and v.cargo[u] % 10:
        parts.append(words.say("load.supply", n=v.cargo[u] % 10))
    return ", ".join(parts)


def fleet_note(v: Campaign, units: Iterable[int], words: Words) -> str:
    """What some ships come to."""
    units = tuple(units)
    if not units:
        return ""
    attack, whole = strength(v, units)
    guns = sum(v.p.bombardment[u] for u in units if not v.p.deck[u])
    return words.say("sheet.fleet", n=len(units), attack=attack, defense=whole, guns=guns)


def place_of_force(v: Campaign, owner: int, n: int) -> str:
    """Where a task force stands, or was last seen; "" if nobody can tell."""
    force = v.forces[owner][n]
    if force.pos != UNKNOWN:
        return place_name(force.pos) if force.pos >= 0 else ""
    if n in v.shown[owner]:
        return next((LETTERS[s.hex] for s in reversed(v.sights)
                     if s.side == owner and s.force == n and s.segment == v.segment), LETTERS[M])
    past = remembered(v, owner, n)
    return LETTERS[past.hex] if past is not None else ""


def place_of_ship(v: Campaign, u: int) -> str:
    """Where a ship stands: a space, a box, or a task force; "" if nobody can tell."""
    side, at = SIDES[v.p.side[u]], stands(v, u)
    if 0 <= at <= 3:
        return BASES[at]
    if FLEET <= at < FLEET + 6:
        return f"{side}:tf{at - FLEET + 1}"
    if BACK <= at < DEEP:
        return f"away.{side}"
    if HOME <= at < HOME + 4:
        return BASES[at - HOME]
    if DEEP <= at < DEEP + 19:
        return LETTERS[at - DEEP]
    if at == BEACH:
        return LANDING
    if at == SUNK:
        return f"sunk.{side}"
    if at != OUT and v.seen[u] >= 0:
        return f"{side}:tf{v.seen[u] + 1}"
    n = v.met[u] if v.met and at != OUT else -1
    return f"{side}:tf{n + 1}" if n >= 0 and u in company(v, v.p.side[u], n) else ""


def on_board(v: Campaign, piece: str) -> bool:
    """Whether a ship or a task force is shown."""
    if piece in v.p.index:
        place = place_of_ship(v, v.p.index[piece])
        return on_board(v, place) if ":" in place else bool(place)
    side, _, name = piece.partition(":")
    if piece == LANDING:
        return any(v.at[u] == BEACH for u in v.p.of_side[USA])
    return side in SIDES and name[:2] == "tf" and bool(place_of_force(v, SIDES.index(side), int(name[2:]) - 1))


def pieces(v: Campaign, side: int, hand: int, words: Words) -> list[Piece]:
    """All that is on the board, with the unit `hand` taken up."""
    found = [_force(v, side, owner, n, words) for owner in (JAPAN, USA) for n in range(6)
             if place_of_force(v, owner, n)]
    if on_board(v, LANDING):
        found.append({"id": LANDING, "place": LETTERS[M], "side": SIDES[USA], "face": f"{SIDES[USA]}.fleet", "up": True,
                      "name": words.say("piece.landing"), "marker": "whole"})
    # those away in the order of their return
    for u in sorted(range(v.p.units), key=lambda u: v.due[u] if BACK <= stands(v, u) < DEEP else 0):
        if on_board(v, v.p.ids[u]):
            found.append(_ship(v, u, words))
            if u == hand:
                found[-1]["picked"] = True
    return found


def _force(v: Campaign, side: int, owner: int, n: int, words: Words) -> Piece:
    force, name = v.forces[owner][n], f"{SIDES[owner]}:tf{n + 1}"
    hidden = force.pos == UNKNOWN
    memory = remembered(v, owner, n) if hidden and not (n in v.shown[owner] and v.day) else None
    past = memory if n not in v.shown[owner] else None
    piece: Piece = {
        "id": name, "place": place_of_force(v, owner, n), "side": SIDES[owner], "face": force_face(v, owner, n, memory),
        "name": words.say("piece.force", side=SIDES[owner], n=n + 1), "up": True,
        "marker": "part" if hidden else "whole",
    }
    badges = []
    if not hidden:
        if force.run:
            badges.append(words.say("badge.run"))
        if force.status >= 2:
            badges.append(words.say("badge.home"))
    sight = next((s for s in current(v, owner) if s.force == n), None) if v.day else None
    if sight is not None and hidden:
        badges.append(sight_badge(sight, words))
    if past is not None:
        piece["faded"] = True
        piece["name"] = words.say("piece.past", side=SIDES[owner], n=n + 1, segment=past.segment,
                                  age=v.segment - past.segment)
    if memory is not None:
        badges.append(past_badge(v, memory, words))
    elif not hidden and owner == side and n in v.shown[owner]:
        badges.append(words.say("badge.seen"))
    if badges:
        piece["badges"] = badges
    return piece


def _ship(v: Campaign, u: int, words: Words) -> Piece:
    p, at, place = v.p, stands(v, u), place_of_ship(v, u)
    side = SIDES[p.side[u]]
    values: dict[str, str | int] = {"attack": p.attack[u], "defense": p.defense[u]}
    if p.bombardment[u]:
        values["bombardment"] = p.bombardment[u]
    if p.flak[u]:
        values["flak"] = p.flak[u]
    if p.deck[u] and v.decks[u][0] != UNKNOWN:
        values["aircraft"] = sum(v.decks[u])
    made: Piece = {"id": p.ids[u], "place": place, "side": side, "face": f"{side}.{p.ids[u]}",
                   "name": unit_name(v, u), "up": True, "values": values}
    if HOME <= at < HOME + 4:
        made["state"] = "done"
    if BACK <= at < DEEP:
        turn = v.due[u] if v.due[u] <= LATEST else 0
        made["face"] = f"{side}.due{turn}.{ICONS[p.kind[u]]}"
        made["name"] = words.say("piece.back", unit=unit_name(v, u), turn=turn) if turn else words.say(
            "piece.repair", unit=unit_name(v, u))
    if ":" in place:
        made["stowed"] = True
        if not FLEET <= at < FLEET + 6:
            made["faded"] = v.seen[u] < 0
            made["note"] = words.say("piece.known" if v.seen[u] >= 0 else "piece.met")
    if v.cargo[u] > 0 and not BACK <= at < DEEP:
        made["badges"] = [load_of(v, u, words)]
    return made


def remembered(v: Campaign, owner: int, n: int) -> Sight | None:
    """RS-171: the last sighting of an enemy task force that may still be at sea: a Japanese one is shown every day."""
    last = next((s for s in reversed(v.sights) if s.side == owner and s.force == n), None)
    if last is None or last.total <= 0 or (owner == JAPAN and v.day and last.segment < v.segment):
        return None
    return last


def sight_badge(sight: Sight, words: Words) -> str:
    """RS-171: what was told of a task force, without what it has none of."""
    parts = [words.say("badge.units", n=sight.total)]
    parts += [words.say(f"badge.{key}", n=n) for key, n in (("capital", sight.capital), ("tr", sight.transports)) if n]
    return ", ".join(parts)


def past_badge(v: Campaign, sight: Sight, words: Words) -> str:
    """What was told of a task force, when, and how long ago."""
    return words.say("badge.past", seen=sight_badge(sight, words), segment=sight.segment, age=v.segment - sight.segment)


def force_face(v: Campaign, owner: int, n: int, past: Sight | None) -> str:
    """The face of a task force: by its ships, or by what was told of them."""
    units = v.fleet(owner, n)
    kinds = {v.p.kind[u] for u in units}
    sight = past or next((s for s in current(v, owner) if s.force == n), None)
    if units:
        look = "carrier" if "CV" in kinds else "transport" if kinds & {"TR", "APD"} else "battleship" if any(
            v.p.capital[u] for u in units) else "cruiser"
    elif sight is not None:
        look = "transport" if sight.transports else "battleship" if sight.capital else "cruiser"
    else:
        look = "cruiser"
    return f"{SIDES[owner]}.tf{n + 1}.{look}"
