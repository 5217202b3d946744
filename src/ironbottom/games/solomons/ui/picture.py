"""All that the page shows of a view beside the step: the board's pieces, tracks, calendars and tables."""

from __future__ import annotations

from typing import Any

from ironbottom.games.solomons.rules.air.points import base_reach, land_bases
from ironbottom.games.solomons.rules.deployment import stands
from ironbottom.games.solomons.rules.intelligence import zone
from ironbottom.games.solomons.rules.printed import (
    BACK,
    BASES,
    DEEP,
    FLEET,
    HIDDEN,
    JAPAN,
    KINDS,
    LETTERS,
    OUT,
    PORT,
    SCHOOL,
    SIDES,
    SUNK,
    USA,
    place_name,
)
from ironbottom.games.solomons.rules.state import UNKNOWN, Campaign, company, is_open, owner_of, points
from ironbottom.games.solomons.ui.board import LATEST
from ironbottom.games.solomons.ui.face import CampaignFace
from ironbottom.games.solomons.ui.ground import island
from ironbottom.games.solomons.ui.log import turn_label
from ironbottom.games.solomons.ui.pieces import pieces, place_of_ship, remembered
from ironbottom.games.solomons.ui.victory import balance, score
from ironbottom.kernel.presenter import Scene, face_of
from ironbottom.kernel.view import (
    Calendar,
    CalendarEntry,
    Mark,
    Overlay,
    Picture,
    Route,
    Sheet,
    Stage,
    Stop,
    Store,
    Table,
    Track,
    shaded,
)
from ironbottom.kernel.view import Force as ForceLine
from ironbottom.kernel.words import Words

STAGES = ("completion", "setup", "reinforcement", "training", "sortie", "garrison", "announce", "allocate", "plot")


def picture(scene: Scene[Campaign], sheets: list[Sheet]) -> Picture:
    """All that a viewer may know, as the page shows it."""
    v, side, words = scene.v, scene.side, scene.words
    step = face_of(type(scene.top))
    shown: CampaignFace[Any] | None = step if isinstance(step, CampaignFace) else None
    stay = {v.p.ids[u] for u in shown.settled(v, side, scene.top)} if shown is not None else set[str]()
    made: Picture = {
        "turn": turn_label(v.p.turns, v.turn, v.segment, words),
        "pieces": pieces(v, side, shown.hand(v, side, scene.top) if shown is not None else -1, words),
        "stores": _stores(v, words), "marks": _marks(v, words),
        "tracks": _tracks(v, words), "calendars": [_calendar(v, words)], "tables": _tables(v, side, words),
        "sheets": sheets, "routes": _routes(v, side), "overlays": _overlays(v, words),
        "sequence": _stages(v, shown.stage if shown is not None else "", words), "forces": _forces(v, words),
        "score": score(v, words),
    }
    for piece in made["pieces"]:
        if piece["id"] in stay:
            piece["state"] = "done"
    if v.result is not None:
        made["ending"] = {
            "winners": [SIDES[owner] for owner, n in enumerate(v.result.returns) if n > 0],
            "text": words.say(f"ending.{v.result.reason}", japanese=points(v, 0), american=points(v, 1)),
            "rule": "RS-200",
        }
    return made


def courses(v: Campaign, side: int, words: Words) -> Table | None:
    """RS-060: the fourteen segments of a side's task forces: where they were and where they will be."""
    if side < 0:
        return None
    rows, pieces = [], []
    for n, force in enumerate(v.forces[side]):
        if force.pos < 0:
            continue
        cells = [""] * 14
        stops = [-1] * 14
        for number, segment, place in v.tracks[side]:
            if number == n:
                stops[segment - 1] = place
        for k, place in enumerate(force.way):
            if v.segment + k < 14:
                stops[v.segment + k] = place
        for k, place in enumerate(stops):
            if place >= 0:
                cells[k] = "·" if place >= PORT and k and stops[k - 1] == place else short(place, words)
        rows.append([words.say("sheet.row", n=n + 1), *cells])
        pieces.append(f"{SIDES[side]}:tf{n + 1}")
    if not rows:
        return None
    made: Table = {"id": "courses", "name": words.say("sheet.courses"), "rows": rows, "rule": "RS-060",
                   "columns": [words.say("sheet.column.force"), *(str(n) for n in range(1, 15))],
                   "dark": list(range(2, 15, 2)), "pieces": pieces}
    if v.segment:
        made["column"] = v.segment
    return made


def short(place: int, words: Words) -> str:
    """A hex by its letter, a base by a few letters."""
    return LETTERS[place] if place < PORT else words.say(f"short.{BASES[place - PORT]}")


def _tables(v: Campaign, side: int, words: Words) -> list[Table]:
    chart = courses(v, side, words)
    return [*([chart] if chart else []), island(v, words), *balance(v, words)]


def _routes(v: Campaign, side: int) -> list[Route]:
    """Own courses to come, and where enemy task forces were seen one segment after the other."""
    found: list[Route] = []
    for n, force in enumerate(v.forces[side]) if side >= 0 else ():
        if force.pos < 0 or not force.way:
            continue
        stops: list[Stop] = [{"space": place_name(force.pos), "text": ""}]
        stops += [{"space": place_name(place), "text": str(v.segment + k)} for k, place in enumerate(force.way, 1)
                  if place < PORT or place != force.pos]
        name = f"{SIDES[side]}:tf{n + 1}"
        found.append({"id": name, "side": SIDES[side], "piece": name, "tag": str(n + 1), "stops": stops})
    for owner in (0, 1):
        if owner == side:
            continue
        for n in range(6):
            seen = {}
            for sight in v.sights:
                if sight.side == owner and sight.force == n:
                    if sight.night >= 0:
                        seen[sight.segment - 1] = sight.night
                    seen[sight.segment] = sight.hex
            if len(set(seen.values())) > 1:
                found.append({
                    "id": f"seen.{SIDES[owner]}.{n}", "side": SIDES[owner], "past": True, "tag": str(n + 1),
                    "stops": [{"space": place_name(seen[k]), "text": str(k)} for k in sorted(seen)],
                })  # fmt: skip
    return found


def _overlays(v: Campaign, words: Words) -> list[Overlay]:
    """The reconnaissance zone, how far aircraft reach, and what the announcements allow."""
    watched = shaded((LETTERS[h], SIDES[JAPAN], "") for h in sorted(zone(v)))
    found: list[Overlay] = [{"id": "zone", "name": words.say("overlay.zone"), "shades": watched}]
    for owner in (JAPAN, USA):
        reached: list[tuple[str, str, str]] = []
        for h in range(19):
            near = [base_reach(v.p, owner, base, what, h) for base in land_bases(v, owner) for what in (0, 1)]
            if any(near):
                reached.append((LETTERS[h], SIDES[owner], "" if 1 in near else words.say("overlay.extended")))
        found.append({"id": f"reach.{SIDES[owner]}", "name": words.say(f"overlay.reach.{SIDES[owner]}"),
                      "shades": shaded(reached)})
    return found


def _stores(v: Campaign, words: Words) -> list[Store]:
    found: list[Store] = []
    for base in range(6):
        if not is_open(v, base):
            continue
        owner = owner_of(v, base)
        for kind in range(3):
            stock = v.air[base][kind]
            # what the other side keeps to itself is shown as it was when the bases were last open
            past = stock[0] == UNKNOWN
            n = v.known[owner][base * 3 + kind] if past else sum(stock)
            if n:
                name = words.say(f"store.{KINDS[kind]}")
                found.append({"place": BASES[base], "kind": KINDS[kind],
                              "name": words.say("store.past", what=name) if past else name,
                              "short": words.say(f"short.{KINDS[kind]}"), "amount": n, "side": SIDES[owner]})
    for owner in (v.holder, 1 - v.holder):
        for key, n in (("ground", v.ground[owner]), ("supply", v.supply[owner])):
            if n:
                found.append({"place": "henderson", "kind": key, "name": words.say(f"store.{key}"),
                              "short": words.say(f"short.{key}"), "amount": n,
                              "side": SIDES[owner]})
        depot = v.depot[owner]
        if depot and depot != UNKNOWN:
            found.append({"place": BASES[0 if owner == 0 else 2], "kind": "ground", "name": words.say("store.ground"),
                          "short": words.say("short.ground"), "amount": depot, "side": SIDES[owner]})
    return found


def _marks(v: Campaign, words: Words) -> list[Mark]:
    found: list[Mark] = [{"space": "henderson", "kind": "control", "side": SIDES[v.holder], "at": [1328, 738],
                          "text": words.say("mark.built" if v.built else "mark.unfinished", side=SIDES[v.holder])}]
    for f in v.flights:
        if not f.done and f.target >= 0:
            found.append({"space": LETTERS[f.where], "kind": "danger", "text": words.say("mark.strike"),
                          "side": SIDES[f.side]})
    return found


def _tracks(v: Campaign, words: Words) -> list[Track]:
    turns = [str(n) for n in range(1, 17)]
    notes = [words.say("mark.opens") if n == v.p.opens else "" for n in range(1, 17)]
    return [
        {"id": "turn", "name": words.say("track.turn"), "cells": turns, "place": "turn", "rule": "RS-001",
         "spaces": [f"turn.{n}" for n in range(16)],
         "markers": [{"at": v.turn - 1, "name": words.say("calendar.turn", turn=v.turn)}], "notes": notes},
        {"id": "segment", "name": words.say("track.segment"), "cells": [str(n) for n in range(1, 15)],
         "place": "segment", "rule": "RS-002", "spaces": [f"segment.{n}" for n in range(14)],
         "markers": [{"at": v.segment - 1, "name": words.say("track.now")}] if v.segment else []},
    ]


def _calendar(v: Campaign, words: Words) -> Calendar:
    rows: dict[tuple[int, int, str, str], list[str]] = {}
    for u in range(v.p.units):
        if BACK <= stands(v, u) < DEEP:
            key = "training" if v.at[u] >= SCHOOL else "back"
            row = (v.due[u], v.p.side[u], key, words.name(BASES[v.at[u] % 10]))
        elif v.at[u] == OUT and v.p.turn[u] > v.turn and not v.p.arms[u]:
            row = (v.p.turn[u], v.p.side[u], "new", "")
        else:
            continue
        rows.setdefault(row, []).append(v.p.ids[u][2:])
    entries: list[CalendarEntry] = []
    for turn, owner, key, base in sorted(rows):
        text, side = words.say(f"calendar.{key}", units=rows[turn, owner, key, base], base=base), SIDES[owner]
        entry: CalendarEntry = {
            "when": words.say("calendar.turn", turn=turn) if turn <= LATEST else words.say(
                "calendar.late" if turn < 90 else "calendar.repair"),
            "text": text, "side": side}
        if turn == v.turn:
            entry["now"] = True
        entries.append(entry)
    return {"id": "returns", "name": words.say("calendar.title"), "entries": entries}


def _stages(v: Campaign, stage: str, words: Words) -> list[Stage]:
    """The sequence of play, and where it stands: by the step, else by the segment."""
    now = stage or f"segment{v.segment}"
    if now in ("announce", "allocate", "plot") and v.half == 2:
        now += "2"
    order = [*STAGES, *(f"segment{n}" for n in range(1, 8)), "ground", "announce2", "allocate2", "plot2",
             *(f"segment{n}" for n in range(8, 15))]
    at = order.index(now) if now in order else 0 if v.stack else len(order)
    found: list[Stage] = []
    for i, key in enumerate(order):
        text = words.say("stage.segment", n=key[7:]) if key.startswith("segment") else words.say(
            f"stage.{key.rstrip('2')}")
        group = words.say("stage.plot1" if i < 9 else "stage.half1" if i < 16 else "stage.phase2" if i < 20 else
                          "stage.half2")
        found.append({"id": key, "name": text, "group": group,
                      "state": "now" if i == at else "done" if i < at else "next"})
    return found


def _forces(v: Campaign, words: Words) -> list[ForceLine]:
    found: list[ForceLine] = []
    for owner in (0, 1):
        counted: dict[tuple[str, str], int] = {}
        for u in v.p.of_side[owner]:
            at = stands(v, u)
            if at == OUT:
                continue
            group = ("sunk" if at == SUNK else "away" if BACK <= at < DEEP else
                     "met" if at == HIDDEN and place_of_ship(v, u) else "unknown" if at == HIDDEN else
                     "sea" if FLEET <= at < FLEET + 6 else "port")
            key = (group, v.p.kind[u])
            counted[key] = counted.get(key, 0) + 1
        sighted = min(counted.get(("unknown", "TR"), 0), transports_told(v, owner))
        if sighted:
            counted["met", "TR"] = counted.get(("met", "TR"), 0) + sighted
            counted["unknown", "TR"] -= sighted
        for (group, kind), n in sorted(counted.items()):
            if n:
                found.append({"side": SIDES[owner], "group": words.say(f"group.{group}"),
                              "text": words.say(f"kind.{kind}"), "count": n})
    return found


def transports_told(v: Campaign, owner: int) -> int:
    """RS-171: the transports that were told of in task forces which may still be at sea, beside those that were seen
    there; of other ships no kind is told."""
    told = 0
    for n, force in enumerate(v.forces[owner]):
        sight = remembered(v, owner, n) if force.pos == UNKNOWN else None
        if sight is not None:
            told += max(0, sight.transports - sum(v.p.kind[u] == "TR" for u in company(v, owner, n)))
    return told
