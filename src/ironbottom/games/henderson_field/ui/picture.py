"""What the page shows of a position beside the counters: marks, tracks, tables, forces, overlays, the sequence."""

from __future__ import annotations

from functools import lru_cache

from ironbottom.games.henderson_field.rules.printed import (
    AMERICAN,
    COMING,
    JAPANESE,
    LOST,
    MERGED,
    RABAUL,
    ROLL,
    SIDES,
    UNLIMITED,
    WITHDRAWN,
    distances,
)
from ironbottom.games.henderson_field.rules.sequence import STAGES, stage_of
from ironbottom.games.henderson_field.rules.state import Position, front, operational, unlimited
from ironbottom.games.henderson_field.rules.victory import winner
from ironbottom.games.henderson_field.ui import memory
from ironbottom.games.henderson_field.ui.faces import Scenery, shown
from ironbottom.games.henderson_field.ui.pieces import pieces
from ironbottom.games.henderson_field.ui.strengths import attrition, fights
from ironbottom.kernel.view import (
    Calendar,
    CalendarEntry,
    Field,
    Force,
    Mark,
    Overlay,
    Picture,
    Sheet,
    Stage,
    Store,
    Table,
    Track,
    shaded,
)
from ironbottom.kernel.words import Words

RULES = {
    "american_event": "R5.0a", "american_points": "R9.2", "american_bombardment": "R8.1.7", "american_landing": "R6a",
    "american_supply": "R8.1.1", "guerrillas": "R11.0", "american_movement": "R7.1a",
    "japanese_defensive_fire": "R8.1a", "american_fire": "R8.1a", "american_combat": "R8.2a",
    "japanese_event": "R5.0a", "japanese_points": "R9.1", "japanese_bombardment": "R8.1.7", "japanese_landing": "R6a",
    "japanese_supply": "R8.1.1", "japanese_movement": "R7.1a", "american_defensive_fire": "R8.1a",
    "japanese_fire": "R8.1a", "japanese_combat": "R8.2a", "end": "R12.0",
}  # fmt: skip
"""The statement of each step of the sequence, for the bar at the bottom."""
NEAR = 3
"""As seen from afar, a side holds the hexes up to so far from its counters that are no nearer to the enemy's."""


def turn_label(v: Position, words: Words) -> str:
    """The turn and its date."""
    return words.say("turn", n=v.turn, date=v.setting.turns[v.turn].date)


def picture(scene: Scenery, known: Scenery, sheets: list[Sheet]) -> Picture:
    """R7.8: all that a viewer may know; `known` with what he remembers."""
    v, words = scene.v, scene.words
    made: Picture = {
        "turn": turn_label(v, words),
        "pieces": pieces(v, words),
        "stores": stores(v, words),
        "marks": marks(scene) + memory.marks(v, scene.side, scene.memory, words),
        "tracks": [_turn_track(v, words), _status_track(v, words)],
        "calendars": [_events(v, words), calendar(v, words)] if v.events else [calendar(v, words)],
        "tables": tables(v, words),
        "sheets": [*sheets, *([_events_sheet(v, words)] if v.events else [])],
        "sequence": sequence_bar(v, words),
        "forces": memory.forces(v, scene.side, scene.memory, words) + forces(known.v, words),
        "overlays": overlays(known.v, words),
    }  # fmt: skip
    if v.result is not None:
        made["ending"] = {
            "winners": [SIDES[n] for n, points in enumerate(v.result.returns) if points > 0],
            "text": ending(v.result.reason, winner(v.result), abs(v.points), words),
            "rule": "R9.4",
        }
    return made


def ending(reason: str, winner: int, n: int, words: Words) -> str:
    """R9.4, Q37: who has won, and by what."""
    text = words.say(f"ending.{reason}", n=n, side=SIDES[winner] if winner >= 0 else "")
    return text[:1].upper() + text[1:]


def stores(v: Position, words: Words) -> list[Store]:
    """R2.2.2a: supply of both sides, victory points of the one that has them."""
    found: list[Store] = [
        {"place": f"supply.{name}", "kind": "supply", "name": words.say("store.supply"), "amount": v.supply[side],
         "side": name}
        for side, name in enumerate(SIDES)
    ]  # fmt: skip
    points: Store = {
        "place": "points", "kind": "points", "name": words.say(_leads(v)), "amount": abs(v.points),
    }  # fmt: skip
    if v.points:
        points["side"] = SIDES[AMERICAN if v.points > 0 else JAPANESE]
    return [*found, points]


def _leads(v: Position) -> str:
    return "store.level" if not v.points else f"store.points_{SIDES[AMERICAN if v.points > 0 else JAPANESE]}"


def marks(scene: Scenery) -> list[Mark]:
    """R9.3, R7.11a, R8.2a: who holds villages and field, what is attacked, and what the step marks."""
    v, words, p, names = scene.v, scene.words, scene.v.setting, scene.v.setting.names
    found: list[Mark] = [
        {"space": names[h], "kind": "control", "text": words.say(f"mark.held_{SIDES[owner]}"), "side": SIDES[owner]}
        for h, owner in zip(p.villages, v.villages, strict=True)
    ]
    field = words.say(f"mark.field_{SIDES[v.field]}", n=v.status, most=int(p.status["most"]))
    found.append({"space": names[p.field], "kind": "control", "text": field, "side": SIDES[v.field]})
    if not operational(v):
        found.append({"space": names[p.field], "kind": "damage", "text": words.say("mark.out_of_use", n=v.status)})
    attacked = [h for battle in (*v.battles, *((v.fight.battle,) if v.fight else ())) for h in battle.hexes]
    found += fights(scene, attacked)
    return found + shown(scene.top).marks(scene, scene.top)


def _turn_track(v: Position, words: Words) -> Track:
    """R4.0, R8.1.1: the turns, with what each brings."""
    p = v.setting
    cells = [str(n) for n in range(1, len(p.turns))]
    return {
        "id": "turn", "name": words.say("track.turn"), "cells": cells, "place": "turn", "rule": "R4.0",
        "markers": [{"at": v.turn - 1, "name": words.say("turn", n=v.turn, date=p.turns[v.turn].date)}],
        "spaces": [f"turn.{n}" for n in range(1, len(p.turns))],
    }  # fmt: skip


def _status_track(v: Position, words: Words) -> Track:
    most = int(v.setting.status["most"])
    return {
        "id": "status", "name": words.say("track.status"), "cells": [str(n) for n in range(most + 1)],
        "place": "status", "rule": "R7.11a",
        "markers": [{"at": v.status, "name": words.say("track.status_now", n=v.status), "side": SIDES[v.field]}],
    }  # fmt: skip


def supply_word(number: int, words: Words) -> str:
    """What the turn track gives, in a word."""
    return words.say("supply.unlimited") if number == UNLIMITED else "+" if number == ROLL else str(number)


def calendar(v: Position, words: Words) -> Calendar:
    """R6a, R8.1.1: what each turn from now on brings to each side."""
    p = v.setting
    entries: list[CalendarEntry] = []
    for n in range(v.turn, len(p.turns)):
        for side, name in enumerate(SIDES):
            army = v.armies[side]
            units = [
                p.units[side][i].label
                for i, here in enumerate(army.at)
                if here in (COMING, RABAUL) and (army.due[i] == n or (n == v.turn and 0 < army.due[i] < n))
            ]
            parts = [", ".join(units)] if units else []
            given = p.turns[n].supply[side]
            if given:
                parts.append(words.say("calendar.supply", n=supply_word(given, words)))
            if p.turns[n].event == side:
                parts.append(words.say("calendar.event"))
            if parts:
                day, _, _ = p.turns[n].date.rpartition(" ")
                entry: CalendarEntry = {
                    "when": words.say("calendar.turn", n=n, date=day), "text": "; ".join(parts), "side": name,
                }  # fmt: skip
                if n == v.turn:
                    entry["now"] = True
                entries.append(entry)
    return {"id": "arrivals", "name": words.say("calendar.arrivals"), "entries": entries}


def _events(v: Position, words: Words) -> Calendar:
    """R5.0b: the events of this turn."""
    entries: list[CalendarEntry] = [
        {"when": words.name(name), "text": words.say(f"card.{name}"), "now": True, "effect": name} for name in v.events
    ]
    return {"id": "events", "name": words.say("calendar.events"), "entries": entries}


def _events_sheet(v: Position, words: Words) -> Sheet:
    """R5.0b: what lasts until the turn ends."""
    fields: list[Field] = [
        {
            "id": name, "name": words.name(name), "value": "", "choices": [], "note": words.say(f"card.{name}"),
            "effect": name,
        }
        for name in v.events
    ]
    return {"id": "events", "kind": "placing", "title": words.say("sheet.events"), "fields": fields, "rule": "R5.0b"}


def tables(v: Position, words: Words) -> list[Table]:
    """R8.1.5, R8.1.1, R8.1.7, R7.3a: the tables; the odds of the battle at hand are lit."""
    p, step = v.setting, v.stack[-1] if v.stack else None
    last = len(p.fire_from) - 1
    spans = [
        f"{low}+" if n == last else f"{low}–{p.fire_from[n + 1] - 1}" for n, low in enumerate(p.fire_from)
    ]
    found: list[Table] = [
        attrition(p, shown(step).column(v, step), words),
        {"id": "fire", "name": words.say("table.fire"), "rule": "R8.1.5", "columns": [words.say("table.die"), *spans],
         "rows": [[str(die), *(str(n) if n else "–" for n in row)] for die, row in enumerate(p.fire_rows, 1)]},
    ]  # fmt: skip
    turns = [f"{low}–{(*p.replenish_from, len(p.turns))[n + 1] - 1}" for n, low in enumerate(p.replenish_from)]
    for side, name in enumerate(SIDES):
        found.append(
            {"id": f"supply.{name}", "name": words.say(f"table.supply_{name}"), "rule": "R8.1.1",
             "columns": [words.say("table.die"), *turns],
             "rows": [[str(die), *map(str, row)] for die, row in enumerate(p.replenish[side], 1)]}
        )  # fmt: skip
    months = list(dict.fromkeys(turn.month for turn in p.turns[1:]))
    found.append(
        {"id": "bombardment", "name": words.say("table.bombardment"), "rule": "R8.1.7",
         "columns": ["", *months],
         "rows": [[words.say(f"plain.{name}"), *(str(p.bombardment[side][month]) for month in months)]
                  for side, name in enumerate(SIDES)]}
    )  # fmt: skip
    costs = [(key, str(n)) for key, n in p.terrain.items()]
    found.append(
        {"id": "terrain", "name": words.say("table.terrain"), "rule": "R7.3a", "columns": ["", words.say("table.cost")],
         "rows": [[words.say(f"terrain.{key}"), cost] for key, cost in costs]}
    )  # fmt: skip
    return found


def forces(v: Position, words: Words) -> list[Force]:
    """R2.2.2a, R10.1: points and supply, and how many of what are where."""
    p, found = v.setting, list[Force]()
    for side, name in enumerate(SIDES):
        army = v.armies[side]
        totals = words.say("force.totals")
        points = max(0, v.points if side == AMERICAN else -v.points)
        found.append({"side": name, "group": totals, "text": words.say("force.points"), "count": points})
        text = words.say("force.unlimited" if unlimited(v, side) else "force.supply")
        found.append({"side": name, "group": totals, "text": text, "count": v.supply[side]})
        held = sum(owner == side for owner in v.villages)
        found.append({"side": name, "group": totals, "text": words.say("force.villages"), "count": held})
        for key, places in (
            ("map", range(p.hexes)), ("coming", (COMING,)), ("rabaul", (RABAUL,)), ("lost", (LOST,)),
            ("withdrawn", (WITHDRAWN,)), ("merged", (MERGED,)),
        ):  # fmt: skip
            kinds: dict[str, list[int]] = {}
            for i, here in enumerate(army.at):
                if here in places:
                    kinds.setdefault(p.units[side][i].kind, []).append(i)
            group = words.say(f"force.{key}")
            for kind, members in kinds.items():
                strength = sum(army.steps[i] or p.units[side][i].combat for i in members)
                found.append(
                    {"side": name, "group": group, "count": len(members),
                     "text": words.say("force.kind", kind=words.say(f"kind.{kind}"), strength=strength)}
                )  # fmt: skip
            if key == "map" and army.hidden:
                found.append(
                    {"side": name, "group": group, "text": words.say("force.unseen"), "count": len(army.hidden)}
                )
    return found


def overlays(v: Position, words: Words) -> list[Overlay]:
    """R7.4a, R8.1.3, R7.7.5: what may be laid over the map: the front, zones of control, the reach of guns, from where
    groups in stealth can be detected."""
    p, names, found = v.setting, v.setting.names, list[Overlay]()
    shades = shaded((names[n], SIDES[owner], "") for n, owner in territory(v))
    found.append({"id": "front", "name": words.say("overlay.front"), "shades": shades, "far": True})
    for side, name in enumerate(SIDES):
        zone = front(v, side).zone
        shades = shaded((names[n], name, "") for n in range(p.hexes) if zone[n])
        found.append({"id": f"zones.{name}", "name": words.say(f"overlay.zones_{name}"), "shades": shades})
    for side, name in enumerate(SIDES):
        army = v.armies[side]
        guns = [i for i in p.guns[side] if army.at[i] < p.hexes]
        rows = [distances(p, army.at[i]).translate(within(p.units[side][i].reach)) for i in guns]
        count = [sum(column) for column in zip(*rows, strict=True)]
        shades = shaded((names[n], name, str(c)) for n, c in enumerate(count) if c and p.land[n])
        found.append({"id": f"guns.{name}", "name": words.say(f"overlay.guns_{name}"), "shades": shades})
    groups = {slot for army in v.armies for slot in army.counters if slot[1]}
    if groups:
        near = [n for n in range(p.hexes) if p.land[n] and any(distances(p, h)[n] <= mark for h, mark in groups)]
        shades = shaded((names[n], "", "") for n in near)
        found.append({"id": "detect", "name": words.say("overlay.detect"), "shades": shades})
    return found


@lru_cache(maxsize=32)
def within(reach: int) -> bytes:
    """For each distance 1 if it is no farther."""
    return bytes(n <= reach for n in range(256))


def territory(v: Position) -> list[tuple[int, int]]:
    """The hexes near a side's counters and no nearer to the enemy's: ring by ring, what both reach at once is
    nobody's."""
    p, owner = v.setting, dict[int, int]()
    rings = [[n for n, count in enumerate(front(v, side).count) if count] for side in (AMERICAN, JAPANESE)]
    for side, ring in enumerate(rings):
        owner |= dict.fromkeys(ring, side)
    for _ in range(NEAR):
        reached = [{m for n in ring for m in p.near[n] if m not in owner} for ring in rings]
        both = reached[0] & reached[1]
        owner |= dict.fromkeys(both, -1)
        rings = [sorted(one - both) for one in reached]
        for side, ring in enumerate(rings):
            owner |= dict.fromkeys(ring, side)
    return [(n, side) for n, side in sorted(owner.items()) if side >= 0]


def actor(stage: str) -> str:
    """The side that a stage of the turn is of; another word where it is nobody's."""
    return "american" if stage == "guerrillas" else stage.split("_")[0]


def sequence_bar(v: Position, words: Words) -> list[Stage]:
    """R4.0: the twenty steps of the turn, and where in it we are."""
    now = stage_of(v)
    bar: list[Stage] = []
    passed = bool(now or v.result)
    for n, name in enumerate(STAGES):
        passed = passed and name != now
        owner = "end" if name == "end" else SIDES[AMERICAN if n < STAGES.index("japanese_event") else JAPANESE]
        stage: Stage = {
            "id": name, "name": words.say(f"stage.{name}"), "rule": RULES[name], "group": words.say(f"group.{owner}"),
            "state": "now" if name == now else "done" if passed else "next",
        }  # fmt: skip
        if actor(name) in SIDES:
            stage["side"] = actor(name)
        bar.append(stage)
    return bar
