"""How the campaign looks to one viewer: picture, prompt, choices and log, all from that viewer's view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.games.solomons.rules.air.points import base_reach, land_bases
from ironbottom.games.solomons.rules.air.ship_attack import Grouping, best
from ironbottom.games.solomons.rules.deployment import Allocation, InitialPlacement
from ironbottom.games.solomons.rules.intelligence import current, zone
from ironbottom.games.solomons.rules.printed import (
    BACK,
    BASES,
    BEACH,
    DEEP,
    FLEET,
    HOME,
    JAPAN,
    KINDS,
    LETTERS,
    OUT,
    PORT,
    SCHOOL,
    SCORES,
    SIDES,
    SUNK,
    USA,
    M,
    data_of,
    place_name,
)
from ironbottom.games.solomons.rules.sealed import READY, Sealed
from ironbottom.games.solomons.rules.state import DEEDS, UNKNOWN, Campaign, Sight, is_open, owner_of, points
from ironbottom.games.solomons.ui.board import ICONS, LATEST
from ironbottom.games.solomons.ui.odds import has_odds
from ironbottom.games.solomons.ui.panels import Maker, action_text, balance, courses, island, load_of, unit_name
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.view import (
    Calendar,
    CalendarEntry,
    Choice,
    Die,
    Line,
    MacroLook,
    Mark,
    Overlay,
    Picture,
    Piece,
    Probe,
    Prompt,
    Route,
    Sheet,
    Shown,
    Stage,
    Stop,
    Store,
    Sum,
    Table,
    Term,
    Track,
    shaded,
)
from ironbottom.kernel.view import Force as ForceLine
from ironbottom.kernel.words import Words

LANDING = "american:landing"
"""The American ships off Guadalcanal before Game-Turn 1, as one piece."""


def pieces(v: Campaign, side: int, words: Words) -> list[Piece]:
    """Task forces with their ships on them, ships in ports and boxes, submarines."""
    found: list[Piece] = []
    forces: set[str] = set()
    p = v.p
    for owner in (0, 1):
        for n in range(6):
            force = v.forces[owner][n]
            name = f"{SIDES[owner]}:tf{n + 1}"
            hidden = force.pos == UNKNOWN
            past = night = None
            place = ""
            if not hidden and force.pos >= 0:
                place = place_name(force.pos)
            elif hidden and n in v.shown[owner]:
                place = next((LETTERS[s.hex] for s in reversed(v.sights) if s.side == owner and s.force == n
                              and s.segment == v.segment), LETTERS[M])
                night = remembered(v, owner, n) if not v.day else None
            elif hidden:
                past = remembered(v, owner, n)
                place = LETTERS[past.hex] if past is not None else ""
            if not place:
                continue
            forces.add(name)
            face = force_face(v, owner, n, past or night)
            piece: Piece = {"id": name, "place": place, "side": SIDES[owner], "face": face,
                            "name": words.say("piece.force", side=SIDES[owner], n=n + 1), "up": True}
            badges = []
            if not hidden:
                if force.run:
                    badges.append(words.say("badge.run"))
                if force.status >= 2:
                    badges.append(words.say("badge.home"))
            sight = next((s for s in current(v, owner) if s.force == n), None) if v.segment % 2 else None
            if sight is not None and hidden:
                badges.append(sight_badge(sight, words))
            if past is not None:
                piece["faded"] = True
                piece["name"] = words.say("piece.past", side=SIDES[owner], n=n + 1, segment=past.segment,
                                          age=v.segment - past.segment)
                badges.append(past_badge(v, past, words))
            elif night is not None:
                badges.append(past_badge(v, night, words))
            elif not hidden and owner == side and n in v.shown[owner]:
                badges.append(words.say("badge.seen"))
            if badges:
                piece["badges"] = badges
            found.append(piece)
    if any(v.at[u] == BEACH for u in p.of_side[USA]):
        found.append({"id": LANDING, "place": LETTERS[M], "side": SIDES[USA], "face": f"{SIDES[USA]}.fleet", "up": True,
                      "name": words.say("piece.landing")})
        forces.add(LANDING)
    hand = _hand(v, side)
    # those away in the order of their return
    for u in sorted(range(p.units), key=lambda u: v.due[u] if BACK <= v.at[u] < DEEP else 0):
        owner, at = p.side[u], v.at[u]
        place = ""
        if 0 <= at <= 3:
            place = BASES[at]
        elif FLEET <= at < FLEET + 6:
            place = f"{SIDES[owner]}:tf{at - FLEET + 1}"
        elif BACK <= at < DEEP:
            place = f"away.{SIDES[owner]}"
        elif HOME <= at < HOME + 4:
            place = BASES[at - HOME]
        elif DEEP <= at < DEEP + 19:
            place = LETTERS[at - DEEP]
        elif at == BEACH:
            place = LANDING
        elif at == SUNK:
            place = f"sunk.{SIDES[owner]}"
        elif at != OUT and v.seen[u] >= 0:
            place = f"{SIDES[owner]}:tf{v.seen[u] + 1}"
        if not place or (":" in place and place not in forces):
            continue
        values: dict[str, str | int] = {"attack": p.attack[u], "defense": p.defense[u]}
        if p.bombardment[u]:
            values["bombardment"] = p.bombardment[u]
        if p.flak[u]:
            values["flak"] = p.flak[u]
        if p.deck[u] and v.decks[u][0] != UNKNOWN:
            values["aircraft"] = sum(v.decks[u])
        ship: Piece = {"id": p.ids[u], "place": place, "side": SIDES[owner], "face": f"{SIDES[owner]}.{p.ids[u]}",
                       "name": unit_name(v, u), "up": True, "values": values}
        if HOME <= at < HOME + 4:
            ship["state"] = "done"
        if BACK <= at < DEEP:
            turn = v.due[u] if v.due[u] <= LATEST else 0
            ship["face"] = f"{SIDES[owner]}.due{turn}.{ICONS[p.kind[u]]}"
            ship["name"] = words.say("piece.back", unit=unit_name(v, u), turn=turn) if turn else words.say(
                "piece.repair", unit=unit_name(v, u))
        if ":" in place:
            ship["stowed"] = True
        if u == hand:
            ship["picked"] = True
        if v.cargo[u] > 0 and not BACK <= at < DEEP:
            ship["badges"] = [load_of(v, u, words)]
        found.append(ship)
    return found


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


def turn_label(turns: Any, turn: int, segment: int, words: Words) -> str:
    """What the page calls a moment of the game: the Game-Turn with its first day, or the segment."""
    _, month, day = str(turns[str(turn)]["date"]).split("-")
    return words.say("picture.segment" if segment else "picture.turn", turn=turn, segment=segment,
                     date=words.say("picture.date", day=int(day), month=words.say(f"month.{int(month)}")),
                     time=words.say("day" if segment % 2 else "night"))


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


def _hand(v: Campaign, side: int) -> int:
    top = v.stack[-1] if v.stack else None
    if side >= 0 and isinstance(top, Allocation) and v.drafts[side]:
        return int(v.drafts[side][0])
    if isinstance(top, Grouping) and side == top.side and v.drafts[side]:
        return int(v.drafts[side][2])
    return -1


def picture(game: Any, v: Campaign, side: int) -> Picture:
    """All that a viewer may know, as the page shows it."""
    words = game.words
    made: Picture = {
        "turn": turn_label(v.p.turns, v.turn, v.segment, words),
        "pieces": pieces(v, side, words), "stores": _stores(v, words), "marks": _marks(v, words),
        "tracks": _tracks(v, words), "calendars": [_calendar(v, words)], "tables": _tables(v, side, words),
        "sheets": _sheets(game, v, side), "routes": _routes(v, side), "overlays": _overlays(v, side, words),
        "sequence": _stages(v, words), "forces": _forces(v, side, words),
    }
    if v.result is not None:
        made["ending"] = {
            "winners": [SIDES[owner] for owner, n in enumerate(v.result.returns) if n > 0],
            "text": words.say(f"ending.{v.result.reason}", japanese=points(v, 0), american=points(v, 1)),
            "rule": "RS-200",
        }
    return made


def _sheets(game: Any, v: Campaign, side: int) -> list[Sheet]:
    if side < 0 or not v.stack or side not in game.waited_for(v):
        return []
    sheet = Maker(game, v, side).sheet()
    return [sheet] if sheet is not None else []


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
        found.append({"id": name, "side": SIDES[side], "piece": name, "stops": stops})
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
                found.append({"id": f"seen.{SIDES[owner]}.{n}", "side": SIDES[owner], "past": True, "stops": [
                    {"space": place_name(seen[k]), "text": str(k)} for k in sorted(seen)]})
    return found


def _overlays(v: Campaign, side: int, words: Words) -> list[Overlay]:
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
            n = v.known[owner][base * 3 + kind] if stock[0] == UNKNOWN else sum(stock)
            if n:
                found.append({"place": BASES[base], "kind": KINDS[kind], "name": words.say(f"store.{KINDS[kind]}"),
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
    found: list[Mark] = [{"space": "henderson", "kind": "control", "side": SIDES[v.holder], "at": [1318, 740],
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
        if BACK <= v.at[u] < DEEP:
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


STAGES = ("completion", "setup", "reinforcement", "training", "sortie", "garrison", "announce", "allocate", "plot")


def _stages(v: Campaign, words: Words) -> list[Stage]:
    top = type(v.stack[-1]).__name__ if v.stack else ""
    now = {
        "CompletionDie": "completion", "InitialPlacement": "setup", "PreliminarySetUp": "setup", "NavalArrivals":
        "reinforcement", "ApdCargo": "reinforcement", "Overfull": "reinforcement", "Training": "training",
        "SortieDie": "sortie", "Announcement": "announce", "Allocation": "allocate", "Plotting": "plot",
        "AttackChoice": "ground", "BothChoose": "ground", "GroundDie": "ground",
    }.get(top, f"segment{v.segment}")
    if now in ("announce", "allocate", "plot") and v.half == 2:
        now += "2"
    order = [*STAGES, *(f"segment{n}" for n in range(1, 8)), "ground", "announce2", "allocate2", "plot2",
             *(f"segment{n}" for n in range(8, 15))]
    at = order.index(now) if now in order else 0
    found: list[Stage] = []
    for i, key in enumerate(order):
        text = words.say("stage.segment", n=key[7:]) if key.startswith("segment") else words.say(
            f"stage.{key.rstrip('2')}")
        group = words.say("stage.plot1" if i < 9 else "stage.half1" if i < 16 else "stage.phase2" if i < 20 else
                          "stage.half2")
        found.append({"id": key, "name": text, "group": group,
                      "state": "now" if i == at else "done" if i < at else "next"})
    return found


def _forces(v: Campaign, side: int, words: Words) -> list[ForceLine]:
    found: list[ForceLine] = []
    for owner in (0, 1):
        counted: dict[tuple[str, str], int] = {}
        for u in v.p.of_side[owner]:
            at = v.at[u]
            if at == OUT:
                continue
            group = ("sunk" if at == SUNK else "away" if BACK <= at < DEEP else "unknown" if at == 99 else
                     "sea" if FLEET <= at < FLEET + 6 else "port")
            key = (group, v.p.kind[u])
            counted[key] = counted.get(key, 0) + 1
        for (group, kind), n in sorted(counted.items()):
            found.append({"side": SIDES[owner], "group": words.say(f"group.{group}"), "text": words.say(f"kind.{kind}"),
                          "count": n})
    return found


# --- prompt and choices ---------------------------------------------------------------------------------------------

PROBES: dict[str, Probe] = {
    "Allocation": {"piece": "take {piece}"}, "PreliminarySetUp": {"piece": "station {piece} rabaul"},
    "Plotting": {"space": "plot {piece} {space}"}, "ShipAttack": {"piece": "bomb {piece} =1"},
}
IN_SHEET = frozenset((
    "Plotting", "Orders", "AirSheet", "Transfers", "Announcement", "Grouping", "Division", "Training", "Unloading",
))
"""Steps whose choices stand in the sheet, so that a click on a piece only takes it up."""


def prompt(game: Any, v: Campaign, side: int) -> Prompt:
    """Who must do what, in a sentence."""
    words = game.words
    if v.result is not None or not v.stack:
        return {"text": words.say("prompt.over"), "sides": [], "mine": False}
    sides = game.to_move(v)
    top = v.stack[-1]
    name = type(top).__name__
    if sides == (CHANCE,):
        return {"text": words.say("prompt.chance"), "sides": [], "mine": False, "rule": top.rule}
    names = [SIDES[n] for n in sides]
    mine = side in sides
    made: Prompt = {"text": "", "sides": names, "mine": mine, "rule": top.rule}
    if not mine:
        made["text"] = words.say("prompt.waiting", sides=[words.say(f"side.{n}") for n in names],
                                 what=words.say(f"what.{name}"))
        return made
    if side not in game.waited_for(v):
        made["text"] = words.say("prompt.ready")
        return made
    key = f"prompt.{name}"
    if name == "Allocation" and _hand(v, side) >= 0:
        key += "_hand"
    if f"{key}.{SIDES[side]}" in words:
        key += f".{SIDES[side]}"
    made["text"] = words.say(key, turn=v.turn, segment=v.segment, first=1 if v.half == 1 else 8,
                             last=7 if v.half == 1 else 14, n=getattr(top, "n", 0),
                             unit=unit_name(v, _hand(v, side)) if _hand(v, side) >= 0 else "")
    if isinstance(top, InitialPlacement) and side == JAPAN and not top.left(v):
        made["text"] = words.say("prompt.InitialPlacement_done")
    if name in ROUTINE and game.legal(v, side) == (READY,):
        made["text"] = words.say(f"prompt.{name}_idle", segment=v.segment)
    if name in PROBES:
        made["probe"] = PROBES[name]
    if name == "Plotting":
        made["stays"] = True
    return made


ROUTINE = ("AirSheet", "Orders", "Transfers", "Training", "Unloading")


ALL_OF = frozenset((
    "strike", "send", "lose", "unload", "load", "train", "carry", "transfer", "land", "counter", "to_es",
))
"""Amounts of which all is offered first."""

_KNOWN: dict[int, tuple[Any, set[str]]] = {}


def _ids(v: Campaign, side: int, words: Words) -> set[str]:
    kept = _KNOWN.get(0)
    if kept is None or kept[0] is not v:
        _KNOWN[0] = kept = (v, {piece["id"] for piece in pieces(v, side, words)})
    return kept[1]


def choice(game: Any, v: Campaign, side: int, action: Action) -> Choice:
    """How an action is shown."""
    words = game.words
    known = _ids(v, side, words)
    verb = action[0]
    made: Choice = {"do": action_text(action), "label": ""}
    args: dict[str, Any] = {}
    shown = []
    for i, part in enumerate(action[1:], 1):
        if isinstance(part, Range):
            made["amount"] = {"low": part.low, "high": part.high, "step": part.step}
            if verb in ALL_OF:
                made["amount"]["start"] = part.high
            elif verb == "bomb":  # more than three to one is wasted
                made["amount"]["start"] = min(part.high, best(v.p, v.p.index[action[1]]))
            continue
        if not isinstance(part, str):
            shown.append(str(part))
            continue
        if part in v.p.index:
            args[f"a{i}"], args[f"s{i}"] = unit_name(v, v.p.index[part]), part[2:]
            if "piece" not in made and part in known:
                made["piece"] = part
        elif part in LETTERS or part in BASES:
            args[f"a{i}"] = words.name(part)
            if verb in ("plot", "station", "dive", "land"):
                made["space"] = part
        elif part[:2] == "tf" and part[2:].isdigit():
            args[f"a{i}"] = words.say("name.force", n=part[2:])
            if f"{SIDES[side]}:{part}" in known and "piece" not in made:
                made["piece"] = f"{SIDES[side]}:{part}"
        elif ":" in part:
            sight = next((s for s in current(v, 1 - side) if str(s.force + 1) == part[-1]), None)
            args[f"a{i}"] = words.say("name.enemy", n=part[-1]) if sight is None else words.say(
                "name.enemy_in", n=part[-1], hex=LETTERS[sight.hex])
            if part in known:
                made["piece"] = part
        elif part.startswith("group") or part.startswith("strike"):
            stem = part.rstrip("0123456789")
            args[f"a{i}"] = words.say(f"name.{stem}", n=part[len(stem):])
        else:
            args[f"a{i}"] = ", ".join(words.name(x) for x in part.split(".")) if "." in part else words.name(part)
        args.setdefault(f"s{i}", args[f"a{i}"])
    if verb == "apd":
        args["a1"] = words.say(f"points.{action[1]}", n=1)
    key = f"choice.{verb}"
    top = type(v.stack[-1]).__name__ if v.stack else ""
    if f"{key}_{top}" in words:
        key = f"{key}_{top}"
    idle = action == READY and top == "Unloading" and ("everything",) in game.legal(v, side) and not v.drafts[side]
    if idle:
        key = "choice.nothing"
    label = words.say(f"say.{action[2]}") if verb == "say" else words.say(key, **args)
    made["label"] = label[:1].upper() + label[1:]
    if "piece" in made and "space" not in made and top in IN_SHEET:
        del made["piece"]
    if verb == "plot":
        made["cost"] = str((1 if v.half == 1 else 8) + len(v.forces[side][int(action[1][2:]) - 1].way))
    ends = why_final(v, side, action)
    if ends:
        made["ends"] = words.say(ends)
    if game.retracts(v, action):
        made["retract"] = True
    if verb in ("ready", "announce", "everything", "standard", "hold", "pass", "fight", "done") and not idle:
        made["main"] = True
    if has_odds(v, side, action):
        made["odds"] = True
    if v.stack:
        made["rule"] = v.stack[-1].rule
    return made


FINAL = {
    "ready": "ends.ready", "announce": "ends.reveal", "bomb": "ends.die", "attack": "ends.die", "fight": "ends.die",
    "withdraw": "ends.die", "fly": "ends.die", "counter": "ends.die", "hold": "ends.reveal",
}


def why_final(v: Campaign, side: int, action: Action) -> str | None:
    """Why an action cannot be taken back."""
    if action == READY and v.stack and not isinstance(v.stack[-1], Sealed):
        return "ends.reveal"
    return FINAL.get(action[0])


def macro_look(game: Any, v: Campaign, side: int, macro: Macro) -> MacroLook:
    """How a macro is shown."""
    args = {key: game.words.name(item) if key == "base" else item for key, item in macro.args}
    said = {("number" if key == "n" else key): item for key, item in args.items()}
    made: MacroLook = {"label": game.words.say(macro.label, **said),
                       "do": [notation(action) for action in macro.actions]}
    if macro.piece and macro.piece in _ids(v, side, game.words):
        made["piece"] = macro.piece
    if macro.space:
        made["space"] = macro.space
    if macro.label == "macro.course":
        start = int(dict(macro.args)["segment"])
        stops: list[Stop] = [{"space": str(dict(macro.args)["from"]), "text": ""}]
        for k, action in enumerate(macro.actions):
            if action[2] == stops[-1]["space"]:  # a stay: both segments at one stop
                stops[-1]["text"] = " ".join(filter(None, (stops[-1]["text"], str(start + k))))
            else:
                stops.append({"space": str(action[2]), "text": str(start + k)})
        made["way"] = stops
        made["cost"] = str(start + len(macro.actions) - 1)
    return made


# --- the log ----------------------------------------------------------------------------------------------------------

MARKS = {"turn": "turn", "fight": "battle", "strike": "battle", "sunk": "loss", "crippled": "loss", "captured": "loss",
         "ended": "end", "assault": "battle"}
RULES = {"announced": "RS-170", "sighted": "RS-171", "present": "RS-173", "cap_die": "RS-092", "flak_die": "RS-098",
         "bomb_die": "RS-098", "bombarded": "RS-130", "fight_die": "RS-124", "ground_die": "RS-144",
         "sortie_die": "RS-180", "completion_die": "RS-082", "torpedo_die": "RS-114", "repairing": "RS-135"}


def _points(args: dict[str, Any], keys: tuple[str, ...], words: Words) -> list[str]:
    """What there is of those points or ships, in words."""
    return [words.say(f"points.{key}", n=args[key]) for key in keys if args[key]]


def _arrived(args: dict[str, Any], words: Words) -> list[str]:
    """Reinforcements: points and where they are."""
    found = []
    for key, n in args.items():
        base, _, kind = key.rpartition("_")
        if n and base == "us":
            found.append(words.say("points.american", what=words.say(f"points.{kind}", n=n)))
        elif n:
            place = words.name("espiritu_santo" if base == "es" else base)
            found.append(words.say("points.at", what=words.say(f"points.{kind}", n=n), place=place))
    return found


def _shown(args: dict[str, Any], words: Words) -> str:
    """RS-171: how many units, and what is told of them."""
    units, told = words.say("points.units", n=args["total"]), _points(args, ("capital", "transports"), words)
    return words.say("points.among", units=units, what=told) if told else units


def _tracks_of(args: dict[str, Any], words: Words) -> str:
    """The finished plots of a side: where each task force was in which segment."""
    ways: dict[int, list[str]] = {}
    last: dict[int, int] = {}
    for n, segment, place in args["tracks"]:
        if place < PORT or last.get(n, PORT) < PORT:  # a stay in port says nothing
            where = LETTERS[place] if place < PORT else words.name(BASES[place - PORT])
            ways.setdefault(n, []).append(f"{where} {segment}")
        last[n] = place
    return "; ".join(words.say("points.track", n=n + 1, stops=", ".join(stops)) for n, stops in sorted(ways.items()))


WHAT: dict[str, Callable[[dict[str, Any], Words], Any]] = {
    "sighted": lambda args, words: _shown(args, words),
    "strike": lambda args, words: _points(args, ("lac", "nac"), words),
    "air_lost": lambda args, words: words.say(f"points.{args['what']}", n=args["n"]),
    "unloaded": lambda args, words: _points(args, ("ground", "supply"), words),
    "points_arrived": _arrived,
    "plots": _tracks_of,
}
"""What the lines of some events speak of."""


def half_of(args: dict[str, Any], owner: int, words: Words) -> Sum:
    """What a side did, won and showed in a half, and what it has ashore."""
    terms: list[Term] = [{"text": words.say(f"deed.{key}"), "value": str(n)}
                         for key, n in zip(DEEDS, args["deeds"][owner], strict=True) if n]
    terms += [{"text": words.say("deed.points", source=words.say(f"score.{key}")), "value": f"+{n}", "rule": "RS-200"}
              for key, n in zip(SCORES, args[SIDES[owner]], strict=True) if n]
    terms += [{"text": words.say(f"deed.{key}"), "value": str(args[where][owner])}
              for key, where in (("ashore", "ground"), ("stores", "supply"))]
    for n, segment, hex_, *told in args["seen"][owner]:
        what = sight_badge(Sight(owner, n, segment, hex_, *told), words)
        terms.append({"text": words.say("deed.seen", n=n + 1, hex=LETTERS[hex_], segment=segment), "value": what})
    return {"name": words.say(f"board.{SIDES[owner]}"), "side": SIDES[owner], "terms": terms,
            "total": f"+{sum(args[SIDES[owner]])}"}


def line(game: Any, seen: Event, side: int) -> Line | None:
    """An event in the game's words."""
    words = game.words
    if seen.called() in ("placed", "effective", "laid_out", "plots", "forces") and f"line.{seen.called()}" not in words:
        return None
    args = {seen.file_fields.get(name, name): getattr(seen, name) for name in seen.fields if name not in seen.later}
    said: dict[str, Any] = {}
    for key, item in args.items():
        if key == "unit":
            said[key] = _named(game, item)
        elif key == "units":
            said[key] = [_named(game, name) for name in item]
        elif key == "side" and isinstance(item, int):
            said[key] = words.say(f"side.{SIDES[item]}")
            said["other"] = words.say(f"side.{SIDES[1 - item]}")
        elif key in ("hex", "where", "night") and isinstance(item, int):
            said[key] = LETTERS[item] if item < PORT else words.name(BASES[item - PORT])
        elif key == "force" and isinstance(item, int):
            said[key] = item + 1
        elif key == "base" and isinstance(item, int):
            said[key] = words.name(BASES[item])
        elif key in ("sorts",):
            said[key] = [words.say(f"sort.{sort}") for sort in item]
        elif isinstance(item, bool):
            said[key] = words.say("yes" if item else "no")
        elif key in ("boat", "ship") and isinstance(item, str):
            said[key] = words.say(f"torpedo.{item}")
        elif key in ("attacker", "defender") and isinstance(item, str):
            said[key] = words.say(f"result.{item}")
        elif key == "result":
            said[key] = words.say(f"hit.{item}")
        elif key in ("slot", "rabaul", "truk") and seen.called() == "announced":
            said[key] = words.say(f"say.{item}")
        elif key == "target" and isinstance(item, str) and ":" in item:
            said[key] = words.say("name.enemy", n=item[-1])
        elif key == "n":
            said["n"] = item
        else:
            said[key] = item
    if seen.called() == "half":
        for key in SIDES:
            said[key] = f"+{sum(args[key])}"
    elif seen.called() in WHAT:
        said["what"] = WHAT[seen.called()](args, words)
    text_key = f"line.{seen.called()}"
    if seen.called() == "sighted" and args.get("night", -1) >= 0:
        text_key = "line.sighted_night"
    if seen.called() == "plots" and not args["tracks"]:
        text_key = "line.plots_none"
    if seen.called() == "ended":
        said["level"] = words.say(f"level.{args['level']}")
    if text_key not in words:
        return None
    text = words.say(text_key, **said)
    made: Line = {"kind": seen.called(), "text": text[:1].upper() + text[1:]}
    if seen.called() in ("turn", "segment"):
        made["turn"] = turn_label(data_of(game.correction)["turns"], args["turn"], args.get("segment", 0), words)
    if isinstance(args.get("side"), int):
        made["side"] = SIDES[args["side"]]
    if seen.called() in RULES:
        made["rule"] = RULES[seen.called()]
    hex_ = args.get("hex", args.get("where"))
    if isinstance(hex_, int) and 0 <= hex_ < 19:
        made["spaces"] = [LETTERS[hex_]]
    if seen.called() == "half":
        made["sums"] = [half_of(args, owner, words) for owner in (JAPAN, USA)]
    if isinstance(args.get("die"), int):
        die: Die = {"value": args["die"], "text": words.say(f"die.{seen.called()}")}
        made["dice"] = [die]
    if seen.called() in MARKS:
        made["mark"] = MARKS[seen.called()]  # type: ignore[typeddict-item]
    if seen.called() == "revealed":
        owner = SIDES[args["side"]]
        shown: list[Shown] = [{"face": f"{owner}.{name}", "name": _named(game, name), "side": owner,
                               "space": LETTERS[args["hex"]]} for name in args["units"]]
        made["shown"] = shown
    if seen.called() in ("home", "turned_home", "loaded", "turned_back", "answering"):
        made["private"] = True
    return made


def _named(game: Any, key: str) -> str:
    return f"{data_of(game.correction)['units'][key]['name']} ({key[2:]})"

