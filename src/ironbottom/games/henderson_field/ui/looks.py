"""What the page shows of a position: counters, marks, tracks, overlays, the prompt, choices and the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from ironbottom.games.henderson_field.rules import stealth
from ironbottom.games.henderson_field.rules.artillery import (
    Bombard,
    Fire,
    FireLoss,
    Strike,
    Suppress,
    batteries,
)
from ironbottom.games.henderson_field.rules.assault import (
    Ambush,
    AssaultDie,
    BanzaiChoice,
    Battles,
    Defend,
    Stand,
    Strain,
    Support,
)
from ironbottom.games.henderson_field.rules.declaration import Declare, field, owed
from ironbottom.games.henderson_field.rules.guerrillas import Guerrillas
from ironbottom.games.henderson_field.rules.line_of_sight import blocked
from ironbottom.games.henderson_field.rules.line_of_sight import line as sight_line
from ironbottom.games.henderson_field.rules.movement import Excess, Move, easy, ready, sea_ways, too_full
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
    Printed,
    distances,
    steps_table,
)
from ironbottom.games.henderson_field.rules.rabaul import Call
from ironbottom.games.henderson_field.rules.random_events import due_now
from ironbottom.games.henderson_field.rules.reinforcement import Land
from ironbottom.games.henderson_field.rules.results import Advance, Lose, RetreatTo
from ironbottom.games.henderson_field.rules.sequence import STAGES, stage_of
from ironbottom.games.henderson_field.rules.state import (
    Position,
    at_hex,
    front,
    movement_factor,
    operational,
    units_in,
    unlimited,
)
from ironbottom.games.henderson_field.rules.stealth import Flee
from ironbottom.games.henderson_field.rules.strengths import attack_strength, column_of, defence_strength, strain_needed
from ironbottom.games.henderson_field.ui.board import BARS, face_of
from ironbottom.games.henderson_field.ui.odds import attrition, odds, result_text
from ironbottom.games.henderson_field.ui.sheets import sheets
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.event import Plain
from ironbottom.kernel.step import Decision, Step
from ironbottom.kernel.view import (
    Calendar,
    CalendarEntry,
    Choice,
    Force,
    Line,
    Mark,
    Measure,
    Motion,
    Overlay,
    Picture,
    Piece,
    Prompt,
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


def top_of(v: Position) -> Step | None:
    """The step that waits."""
    return v.stack[-1] if v.stack else None


def label(p: Printed, name: str) -> str:
    """What is printed on a counter."""
    side, i = p.unit_number[name]
    return p.units[side][i].label


# --- the picture --------------------------------------------------------------------------------------------------


def turn_label(v: Position, words: Words) -> str:
    """The turn and its date."""
    return words.say("turn", n=v.turn, date=v.setting.turns[v.turn].date)


def picture(v: Position, side: int, words: Words) -> Picture:
    """R7.8: all that a viewer may know."""
    p = v.setting
    made: Picture = {
        "turn": turn_label(v, words),
        "pieces": pieces(v, words),
        "stores": stores(v, words),
        "marks": marks(v, words),
        "tracks": [_turn_track(v, words), _status_track(v, words)],
        "calendars": [_events(v, words), calendar(v, words)] if v.events else [calendar(v, words)],
        "tables": tables(v, words),
        "sheets": sheets(v, side, words),
        "sequence": sequence_bar(v, words),
        "forces": forces(v, words),
        "overlays": overlays(v, words),
        "score": {
            "name": words.say("store.points"), "value": v.points, "sides": list(SIDES), "rule": "R9.4",
            "goal": p.limits["victory"],
            "turns": [words.say("turn", n=n, date=turn.date) for n, turn in enumerate(p.turns) if n],
        },
    }  # fmt: skip
    if v.result is not None:
        made["ending"] = {
            "winners": [SIDES[n] for n, points in enumerate(v.result.returns) if points > 0],
            "text": words.say(f"ending.{v.result.reason}"),
            "rule": "R9.4",
        }
    return made


def shown_at(v: Position, side: int, i: int) -> str:
    """The space where a counter lies; "" for one that is not on the table."""
    p, army = v.setting, v.armies[side]
    here = army.at[i]
    if here < p.hexes:
        return p.names[here]
    if here in (COMING, RABAUL) and 0 < army.due[i] <= v.turn:
        return f"coming.{SIDES[side]}"
    if here == RABAUL:
        return f"rabaul.{p.units[side][i].period}"
    return f"lost.{SIDES[side]}" if here == LOST else ""


def hidden_ids(v: Position, side: int) -> list[tuple[str, int, int]]:
    """R7.8: the counters of a side that lie hidden: an id made of place and ordinal, the hex, the marker."""
    found, seen = [], Counter[int]()
    for here, mark in v.armies[side].hidden:
        seen[here] += 1
        found.append((f"{SIDES[side]}.hidden.{v.setting.names[here]}.{seen[here]}", here, mark))
    return found


def pieces(v: Position, words: Words) -> list[Piece]:
    """R2.2.1a, R7.8: every counter on the table, the top one of each stack last, what is in hand above all."""
    p, found = v.setting, list[tuple[tuple[int, int], Piece]]()
    states = _states(v)
    for side, army in enumerate(v.armies):
        name = SIDES[side]
        for key, here, mark in hidden_ids(v, side):
            piece: Piece = {
                "id": key, "place": p.names[here], "side": name, "face": f"{name}.back", "up": False,
                "name": words.say(f"piece.hidden_{name}"),
            }  # fmt: skip
            if mark:
                piece["badges"] = [words.say("badge.stealth", n=mark)]
            found.append(((0, 0), piece))
        hand = v.doings[side].hand
        for i, unit in enumerate(p.units[side]):
            place = shown_at(v, side, i)
            if not place:
                continue
            steps = army.steps[i] or unit.combat
            # numbers are added up for a stack, words are not
            values: dict[str, str | int] = {"combat": steps, "move": str(unit.move)}
            if unit.reach:
                values["range"] = str(unit.reach)
            if unit.bar in BARS and side == AMERICAN:
                values["of"] = words.say(f"bar.{unit.bar}")
            piece = {
                "id": unit.name, "place": place, "side": name, "face": face_of(unit, steps), "up": True,
                "name": f"{unit.label}, {words.say(f'kind.{unit.kind}')}", "values": values,
            }  # fmt: skip
            if steps < unit.combat:
                piece["name"] = words.say("piece.reduced", name=piece["name"], now=steps, of=unit.combat)
            if (side, i) in states:
                piece["state"] = states[side, i]
            badges = _badges(v, side, i, words)
            if badges:
                piece["badges"] = badges
            if hand >> i & 1:
                piece["picked"] = True
            found.append(((1 + (hand >> i & 1), army.rank[i]), piece))
    found.sort(key=lambda pair: pair[0])
    return [piece for _, piece in found]


def _badges(v: Position, side: int, i: int, words: Words) -> list[str]:
    army, doing, here = v.armies[side], v.doings[side], v.armies[side].at[i]
    if here >= v.setting.hexes:
        return []
    found = []
    if army.marker[i]:
        found.append(words.say("badge.stealth", n=army.marker[i]))
    if doing.silenced >> i & 1:
        found.append(words.say("badge.silenced"))
    if doing.surfaced_with and doing.surfaced_with[i] and doing.points_left[i] * 2 >= movement_factor(v, side, i) * doing.surfaced_with[i]:
        found.append(words.say("badge.ambush", n=doing.surfaced_with[i]))
    return found


State = Literal["ready", "moved", "done", "must"]


def _states(v: Position) -> dict[tuple[int, int], State]:
    """What the units of the side whose decision it is have done, and what they still must."""
    top = top_of(v)
    side = getattr(top, "side", -1)
    if side < 0 or not v.doings[side].began_at:
        return {}
    found: dict[tuple[int, int], State] = {}
    army, doing = v.armies[side], v.doings[side]
    on_map = [i for i, here in enumerate(army.at) if here < v.setting.hexes]
    if isinstance(top, Move):
        for i in on_map:
            if not doing.hand >> i & 1:
                waits = ready(v, side, i) or (army.marker[i] and not doing.moved >> i & 1)
                found[side, i] = "ready" if waits else "moved"
    elif isinstance(top, Declare):
        f = field(v, side)
        units, _ = owed(f, doing.plan)
        found |= {(side, i): "must" for i in units}
        found |= {(side, i): "done" for battle in doing.plan for i in (*battle.units, *battle.support)}
    elif isinstance(top, Fire):
        able = {*batteries(v, side, False), *batteries(v, side, True)}
        found |= {(side, i): "ready" if i in able else "done" for i in on_map if v.setting.units[side][i].gun}
    elif isinstance(top, Flee):
        found |= {(side, i): "must" for i in units_in(doing.detected & ~doing.hand)}
    return found


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


def marks(v: Position, words: Words) -> list[Mark]:
    """R9.3, R7.11a, R8.2a, R7.5a: who holds villages and field, what is attacked or must be, hexes too full."""
    p, names = v.setting, v.setting.names
    found: list[Mark] = [
        {"space": names[h], "kind": "control", "text": words.say(f"mark.held_{SIDES[owner]}"), "side": SIDES[owner]}
        for h, owner in zip((*p.villages, p.field), (*v.villages, v.field), strict=True)
    ]
    if not operational(v):
        found.append({"space": names[p.field], "kind": "damage", "text": words.say("mark.out_of_use", n=v.status)})
    top = top_of(v)
    side = getattr(top, "side", -1)
    attacked = [h for battle in (*v.battles, *((v.fight.battle,) if v.fight else ())) for h in battle.hexes]
    if side >= 0 and v.doings[side].began_at:
        attacked += [h for battle in v.doings[side].plan for h in battle.hexes]
    found += [{"space": names[h], "kind": "fight", "text": words.say("mark.fight")} for h in dict.fromkeys(attacked)]
    if isinstance(top, Declare) and v.doings[side].began_at:
        _, hexes = owed(field(v, side), v.doings[side].plan)
        found += [
            {"space": names[h], "kind": "business", "text": words.say("mark.owed"), "side": SIDES[side]} for h in hexes
        ]
    if isinstance(top, Move):
        most = p.limits["stack"]
        found += [
            {"space": names[h], "kind": "danger", "text": words.say("mark.full", n=n)}
            for h, n in enumerate(front(v, side).count)
            if n > most
        ]
    if isinstance(top, Fire) and v.doings[side].target >= 0:
        found.append({"space": names[v.doings[side].target], "kind": "sighted", "text": words.say("mark.aim")})
    return found


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
        {"when": words.name(name), "text": words.say(f"card.{name}"), "now": True} for name in v.events
    ]
    return {"id": "events", "name": words.say("calendar.events"), "entries": entries}


def tables(v: Position, words: Words) -> list[Table]:
    """R8.1.5, R8.1.1, R8.1.7, R7.3a: the tables; the odds of the battle at hand are lit."""
    p, top = v.setting, top_of(v)
    column = -1
    if isinstance(top, (AssaultDie, Strain)) and v.fight:
        column = column_of(p, attack_strength(v, v.fight), defence_strength(v, v.fight))
        column = column if 0 <= column < len(p.table_columns) else -1
    last = len(p.fire_from) - 1
    spans = [
        f"{low}+" if n == last else f"{low}–{p.fire_from[n + 1] - 1}" for n, low in enumerate(p.fire_from)
    ]
    found: list[Table] = [
        attrition(p, column, words),
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
    groups = {(here, mark) for army in v.armies for here, mark in (*zip(army.at, army.marker, strict=True), *army.hidden)
              if mark and here < p.hexes}  # fmt: skip
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


def sequence_bar(v: Position, words: Words) -> list[Stage]:
    """R4.0: the twenty steps of the turn, and where in it we are."""
    now = stage_of(v)
    bar: list[Stage] = []
    passed = bool(now)
    for n, name in enumerate(STAGES):
        passed = passed and name != now
        owner = "end" if name == "end" else SIDES[AMERICAN if n < STAGES.index("japanese_event") else JAPANESE]
        stage: Stage = {
            "id": name, "name": words.say(f"stage.{name}"), "rule": RULES[name], "group": words.say(f"group.{owner}"),
            "state": "now" if name == now else "done" if passed else "next",
        }  # fmt: skip
        actor = "american" if name == "guerrillas" else name.split("_")[0]
        if actor in SIDES:
            stage["side"] = actor
        bar.append(stage)
    return bar


# --- the prompt ---------------------------------------------------------------------------------------------------

Asked = tuple[str, str, dict[str, str], list[str]]
"""A sentence, its statement, how to ask "why not here?", and where to look."""


def prompt(v: Position, side: int, movers: tuple[int, ...], words: Words) -> Prompt:
    """Who must do what, in a sentence."""
    top = top_of(v)
    if top is None or not movers:
        return {"text": words.say("prompt.over"), "sides": [], "mine": False}
    if movers[0] < 0:
        return {"text": words.say("prompt.chance"), "sides": [], "mine": False}
    if side in movers:
        text, rule, probe, focus = asked(v, side, words)
    else:
        what = words.say(f"what.{type(top).__name__}")
        text = words.say("prompt.wait", side=words.say(f"plain.{SIDES[movers[0]]}"), what=what)
        rule, probe, focus = top.rule, {}, []
    made: Prompt = {"text": text, "sides": [SIDES[n] for n in movers], "mine": side in movers}
    if rule:
        made["rule"] = rule
    if probe:
        made["probe"] = probe  # type: ignore[typeddict-item]
    if focus:
        made["focus"] = focus
    return made


def asked(v: Position, side: int, words: Words) -> Asked:
    """The question to the side that decides."""
    top, p = top_of(v), v.setting
    names, doing, army = p.names, v.doings[side], v.armies[side]
    hand = units_in(doing.hand)
    held = words.say("prompt.units", n=len(hand), units=tuple(p.units[side][i].label for i in hand))
    match top:
        case Bombard():
            return words.say("prompt.bombard"), top.rule, {}, []
        case Strike():
            key = "strike_ships" if top.coastal else "strike_planes"
            return words.say(f"prompt.{key}", n=top.dice), top.rule, {"space": "strike {space}"}, []
        case Land():
            if hand:
                return words.say("prompt.land_at", unit=held), top.rule, {"space": "land {space}"}, []
            n = len(due_now(v, side))
            return words.say("prompt.land", n=n), top.rule, {"piece": "take {piece}"}, [names[p.field]]
        case Guerrillas():
            return words.say("prompt.guerrillas"), top.rule, {"space": "rise {space}"}, []
        case Move():
            if not hand:
                full = too_full(v, side)
                key = "prompt.move_full" if full >= 0 else "prompt.move"
                return words.say(key, hex=names[full]), top.rule, {"piece": "take {piece}"}, []
            left = min(doing.points_left[i] for i in hand)
            plain = "sail" if sea_ways(v, side) else "step"
            key = "sneak" if doing.in_stealth_move & doing.hand else "wade" if doing.crossing & doing.hand else plain
            text = words.say(f"prompt.{key}", unit=held, left=left, price=stealth.hex_cost(v, side))
            return text, "R7.7.4" if key == "sneak" else top.rule, {"space": "step {space}"}, [names[army.at[hand[0]]]]
        case Flee():
            if hand:
                text = words.say("prompt.flee_step", unit=held, left=doing.points_left[hand[0]], price=stealth.hex_cost(v, side))
                return text, top.rule, {"space": "step {space}"}, [names[army.at[hand[0]]]]
            return words.say("prompt.flee"), top.rule, {}, [names[army.at[i]] for i in units_in(doing.detected)][:1]
        case Excess():
            text = words.say("prompt.excess", hex=names[top.hex])
            return text, top.rule, {"piece": "remove {piece}"}, [names[top.hex]]
        case Fire():
            if doing.target < 0:
                text = words.say("prompt.fire", supply=_purse(v, side, words))
                return text, top.rule, {"space": "attack {space}"}, []
            used = sum(n for _, n in doing.mission)
            key = "prompt.counter_guns" if doing.counter_battery else "prompt.fire_guns"
            text = words.say(key, hex=names[doing.target], n=used, supply=_purse(v, side, words))
            return text, "R8.1.8" if doing.counter_battery else top.rule, {}, [names[doing.target]]
        case FireLoss():
            text = words.say("prompt.fire_loss", hex=names[top.hex], n=top.steps)
            return text, top.rule, {"piece": "lose {piece}"}, [names[top.hex]]
        case Suppress():
            text = words.say("prompt.suppress", hex=names[top.hex], n=top.hits)
            return text, top.rule, {"piece": "mute {piece}"}, [names[top.hex]]
        case Declare():
            return _declare(v, side, held, words)
        case Battles():
            focus = [names[h] for battle in v.battles for h in battle.hexes]
            return words.say("prompt.battles", n=len(v.battles)), top.rule, {"space": "fight {space}"}, focus
        case Support() | Defend():
            i = v.fight.battle.support[top.number] if isinstance(top, Support) and v.fight else getattr(top, "gun", 0)
            key = "prompt.support" if isinstance(top, Support) else "prompt.defend"
            text = words.say(key, unit=p.units[side][i].label, supply=_purse(v, side, words))
            return text, top.rule, {}, _of_fight(v)
        case Ambush():
            return words.say("prompt.ambush"), top.rule, {}, _of_fight(v)
        case Strain():
            assert v.fight is not None
            a, d = attack_strength(v, v.fight), defence_strength(v, v.fight)
            n = strain_needed(p, a, d)
            return words.say("prompt.strain", attack=a, defence=d, n=n), top.rule, {}, _of_fight(v)
        case Stand():
            text = words.say("prompt.stand", n=top.back, loss=top.loss, more=top.loss * 2 or 1)
            return text, top.rule, {}, _of_fight(v)
        case Lose():
            return words.say("prompt.lose"), top.rule, {"piece": "lose {piece}"}, _of_fight(v)
        case RetreatTo():
            back = units_in(top.waiting)
            where = list(dict.fromkeys(names[army.at[i]] for i in back))
            if len(back) > 1:
                return words.say("prompt.retreats", n=top.distance), top.rule, {}, where
            unit = p.units[side][back[0]]
            text = words.say("prompt.retreat", unit=unit.label, n=top.distance)
            return text, top.rule, {"space": f"retreat {unit.name} {{space}}"}, where
        case Advance():
            assert v.fight is not None
            text = words.say("prompt.advance", n=v.fight.advance)
            return text, top.rule, {}, [names[h] for h in v.fight.emptied]
        case BanzaiChoice():
            return words.say("prompt.banzai"), top.rule, {}, _of_fight(v)
        case Call():
            return words.say("prompt.call", n=top.number), top.rule, {"piece": "call {piece}"}, []
    return words.say("prompt.over"), "", {}, []


def _of_fight(v: Position) -> list[str]:
    return [v.setting.names[h] for h in v.fight.battle.hexes] if v.fight else []


def _purse(v: Position, side: int, words: Words) -> str:
    return words.say("supply.unlimited") if unlimited(v, side) else str(v.supply[side])


def _declare(v: Position, side: int, held: str, words: Words) -> Asked:
    """R8.2a: the sentence of the declaration."""
    p, doing = v.setting, v.doings[side]
    if doing.hand:
        gun = p.units[side][units_in(doing.hand)[0]].gun
        text = words.say("prompt.declare_gun" if gun else "prompt.declare_on", unit=held)
        return text, "R8.2.4b" if gun else "R8.2a", {"space": "on {space}"}, []
    units, hexes = owed(field(v, side), doing.plan)
    names = tuple(p.units[side][i].label for i in units) + tuple(p.names[h] for h in hexes)
    focus = [p.names[h] for h in hexes] or [p.names[v.armies[side].at[i]] for i in units]
    if names:
        if len(names) > 3:
            counts = (("units", units), ("hexes", hexes))
            names = tuple(words.say(f"owed.{what}", n=len(found)) for what, found in counts if found)
        text = words.say("prompt.declare_owed", owed=", ".join(names))
        return text, "R8.2a", {"piece": "take {piece}"}, focus
    key = "prompt.declare_done" if doing.plan else "prompt.declare_none"
    return words.say(key), "R8.2a", {"piece": "take {piece}"}, []


# --- choices ------------------------------------------------------------------------------------------------------

ASIDE = ("withdraw", "hide", "top", "merge", "repair", "reduce")
"""What is done from a unit's menu: a plain click takes the unit in hand."""


def choice(v: Position, side: int, action: Action, retracts: bool, ends: str | None, words: Words) -> Choice:
    """How an action is shown: on a piece, on a space, or as a button."""
    top, p, verb = top_of(v), v.setting, action[0]
    doing = v.doings[side]
    amount = next((part for part in action if isinstance(part, Range)), None)
    made: Choice = {"do": notation(action) if amount is None else notation(action[:-1]) + " ={n}", "label": ""}
    args: dict[str, Any] = {}
    key = verb
    match action:
        case ("take" | "remove" | "lose" | "mute" | "call" | "withdraw" | "hide" | "top" | "recall" | "drop", name):
            args["unit"] = made["piece"] = name
            if verb == "take" and isinstance(top, Move) and doing.hand:
                key = "join"
        case ("merge", name, other):
            args |= {"unit": name, "other": other}
            made["piece"] = name
        case ("repair" | "reduce", name, *_):
            args["unit"] = name
            if not doing.hand:
                made["piece"] = name
        case ("gun" | "spend", name, _):
            args["unit"] = name
            if verb == "gun":
                made["piece"] = name
        case ("stay" | "surface", place, mark):
            args |= {"hex": place, "n": mark}
            here = p.number[place]
            group = [p.units[side][i].name for i in stealth.group(v, side, here, mark)]
            made["piece"] = group[0]
            if len(group) > 1:
                made["also"] = group[1:]
        case ("detect", place, mark):
            args |= {"hex": place, "n": mark}
            here = p.number[place]
            made["cost"] = words.say("cost.chance", n=_chance_to_detect(v, side, here, mark))
            found = [key for key, at, m in hidden_ids(v, 1 - side) if (at, m) == (here, mark)]
            made["piece"] = found[0]
            if len(found) > 1:
                made["also"] = found[1:]
        case ("retreat", name, place):
            args |= {"unit": name, "hex": place}
            if isinstance(top, RetreatTo) and len(units_in(top.waiting)) > 1:
                made["piece"] = name
            made["space"] = place
        case ("advance", name, place):
            args |= {"unit": name, "hex": place}
            if isinstance(top, Advance) and top.hand < 0 and len(top.units) > 1:
                made["piece"] = name
            made["space"] = place
        case (_, place) if place in p.number:
            args["hex"] = made["space"] = place
        case ("done" | "stop" | "end" | "pass" | "fire",):
            key = "done_idle" if isinstance(top, Declare) and not doing.plan else f"{verb}_{type(top).__name__}"
            if verb in ("end", "fire", "stop") or isinstance(top, (Declare, Fire, Guerrillas)):
                made["main"] = True
    if verb == "counter" and (idle := _no_gun(v, 1 - side, p.number[action[1]])):
        del made["space"]
        made |= {"piece": idle, "aside": True}
    if verb in ASIDE and "piece" in made:
        made["aside"] = True
    if amount is not None:
        made["amount"] = {"low": amount.low, "high": amount.high, "step": amount.step}
    if verb in ("step", "sea") and isinstance(top, (Move, Flee)):
        made["cost"] = _price(v, side, action, words)
    if isinstance(top, (FireLoss, Lose)):
        made["cost"] = "−1"
    named = {name: label(p, item) if item in p.unit_number else item for name, item in args.items()}
    made["label"] = words.say(f"choice.{key}", **named)
    if retracts:
        made["retract"] = True
    if ends:
        made["ends"] = words.say(ends)
    if odds(v, action, words):
        made["odds"] = True
    rule = _rule(verb, top)
    if rule:
        made["rule"] = rule
    return made


def _no_gun(v: Position, side: int, here: int) -> str:
    """R8.1.8: a counter of a hex in which, for all to see, there is no battery; else ""."""
    units = [v.setting.units[side][i] for i in at_hex(v, side, here)]
    if any(unit.gun for unit in units) or any(place == here for place, _ in v.armies[side].hidden):
        return ""
    return units[0].name


VERB_RULES = {
    "withdraw": "R7.9a", "hide": "R7.7.1", "top": "R7.8", "merge": "R7.10", "repair": "R7.11.2", "reduce": "R7.11.1",
    "stay": "R7.7.2", "surface": "R7.7.3", "detect": "R7.7.5", "sea": "R7.6", "counter": "R8.1.8",
}  # fmt: skip


def _rule(verb: str, top: Step | None) -> str:
    return VERB_RULES.get(verb, top.rule if isinstance(top, Decision) else "")


def _chance_to_detect(v: Position, side: int, there: int, mark: int) -> int:
    """R7.7.5: per cent."""
    here = v.armies[side].at[units_in(v.doings[side].hand)[0]]
    ease = 1 if side == AMERICAN and "coastwatchers" in v.events else 0
    good = sum(die + distances(v.setting, here)[there] - mark - ease <= 1 for die in range(1, 7))
    return round(good * 100 / 6)


def _price(v: Position, side: int, action: Action, words: Words) -> str:
    """R6b, R7.3a, R7.6, R7.7.4: what the next hex costs the group in hand."""
    p, doing = v.setting, v.doings[side]
    hand = units_in(doing.hand)
    more = max((p.terrain["landing"] for i in hand if doing.landed >> i & 1 and not doing.stepped >> i & 1), default=0)
    if action[0] == "sea":
        return words.say("cost.sea", n=p.terrain["sea"] + more)
    if isinstance(top_of(v), Flee) or doing.in_stealth_move & doing.hand:
        return str(stealth.hex_cost(v, side))
    here, there = v.armies[side].at[hand[0]], p.number[action[1]]
    cost = next(c for n, c, _ in steps_table(p, "rain" in v.events, easy(v, side))[here] if n == there)
    return str(cost + more)


# --- the ruler ----------------------------------------------------------------------------------------------------


def measure(p: Printed, start: str, end: str, words: Words) -> Measure | None:
    """R8.1.3, R8.1.4, Q26: how far apart two hexes are, whether they see each other, and if not, what is in the way."""
    a, b = p.number.get(start, -1), p.number.get(end, -1)
    if a < 0 or b < 0 or a == b:
        return None
    stop, n = blocked(p, a, b), p.plan.distance(a, b)
    way = [p.names[h] for step in sight_line(p, a, b) for h in step]
    made: Measure = {"text": "", "spaces": way, "rule": "R8.1.4"}
    if stop < 0:
        made["text"] = words.say("ruler.open", start=start, end=end, n=n)
        return made
    if p.level[a] != p.level[b]:
        key = "height"
    else:
        key = "slope" if p.level[stop] != p.level[a] or not p.jungle[stop] else "jungle"
    made["stop"] = p.names[stop]
    made["text"] = words.say(f"ruler.{key}", start=start, end=end, n=n, stop=p.names[stop])
    return made


# --- the log ------------------------------------------------------------------------------------------------------

EVENT_RULES = {
    "points": "R2.2.2a", "village": "R9.3", "field_taken": "R9.3", "bonus": "R10.2.1", "supply": "R8.1.1",
    "field_harmed": "R7.11a", "field_mended": "R7.11a", "eliminated": "R2.2.1a", "card": "R5.0b", "fire": "R8.1.5",
    "fire_result": "R8.1.5", "counter_battery": "R8.1.8", "counter_result": "R8.1.8", "guerrillas": "R11.0",
    "landed": "R6a", "moved": "R7.1a", "sailed": "R7.6", "hid": "R7.7.1", "surfaced": "R7.7.3", "search": "R7.7.5",
    "withdrew": "R7.9a", "merged": "R7.10", "attack": "R8.2a", "odds": "R8.2.1.3", "strain": "R8.2.3",
    "ambush": "R8.2.9", "assault_die": "R8.2.1.3", "stands": "R8.2.10", "banzai": "R8.2.10",
    "retreated": "R8.2.1.4b", "advanced": "R8.2.1.4c", "strain_die": "R8.2.3", "villages": "R9.1",
    "guns_in_range": "R9.1", "field_points": "R9.1", "marines": "R9.1", "hold_dice": "R10.2.2", "called": "R10.1",
    "uncovered": "R8.2.11", "over": "R9.4", "bombard_die": "R8.1.7", "repairs": "R7.11.2", "tears_down": "R7.11.1",
}  # fmt: skip
MARKS: Mapping[str, Literal["turn", "battle", "loss", "end"]] = {
    "turn": "turn", "assault_die": "battle", "fire_result": "battle", "eliminated": "loss", "over": "end",
}  # fmt: skip


def line(seen: Plain, words: Words, p: Printed) -> Line | None:
    """An event in words; None if it is nothing to read."""
    args = dict(seen.args + seen.hidden)
    kind, side = seen.kind, args.get("side")
    key = f"event.{kind}"
    if kind == "phase":
        key = f"stage.{args['name']}"
    elif kind in ("guerrillas", "search", "ambush", "strain_die", "late") or f"{key}_yes" in words:
        won = args.get("won", args.get("found", args.get("lost", bool(args.get("die")))))
        key += "_yes" if won else "_no"
    elif kind == "moved" and "units" in args:
        key = "event.moved_units"
    elif kind in ("repairs", "tears_down") and "unit" in args:
        key += "_by"
    elif kind == "card":
        args["effect"] = words.say(f"card.{args['name']}")
    elif kind == "over":
        key = f"ending.{args['reason']}"
    elif kind == "assault_die":
        cell = ("attacker_loss", "attacker_retreat", "advance", "defender_loss", "defender_retreat")
        args["result"] = result_text([args[name] for name in cell], words)
    if key not in words:
        return None
    if isinstance(side, int):
        args["side"] = SIDES[side]
    text = words.say(key, **args)
    made: Line = {"kind": kind, "text": text[0].upper() + text[1:]}
    if isinstance(side, int):
        made["side"] = SIDES[side]
    if kind == "phase":
        made["rule"] = RULES[args["name"]]
    elif kind in EVENT_RULES:
        made["rule"] = EVENT_RULES[kind]
    if kind in MARKS:
        made["mark"] = MARKS[kind]
    spaces = [str(args[name]) for name in ("start", "hex") if args.get(name)] + list(args.get("hexes", ()))
    if kind in ("field_taken", "field_harmed", "field_mended"):
        spaces.append(p.names[p.field])
    if spaces:
        made["spaces"] = spaces
    if kind == "points":
        made["score"] = args["n"] if side == AMERICAN else -args["n"]
    motion = _motion(kind, args, side)
    if motion:
        made["motions"] = [motion]
    dice = args.get("dice", (args["die"],) if args.get("die") else ())
    if dice:
        made["dice"] = [{"value": n, "text": words.say(f"die.{kind}")} for n in dice]
        if isinstance(side, int):
            for die in made["dice"]:
                die["side"] = SIDES[side]
    return made


def _motion(kind: str, args: Mapping[str, Any], side: Any) -> Motion | None:
    if kind in ("moved", "sailed"):
        made: Motion = {"start": args["start"], "end": args["hex"], "via": [], "count": args["n"]}
    elif kind in ("eliminated", "withdrew"):
        made = {"start": args["hex"], "end": args["hex"], "via": [], "count": 1, "gone": True}
    else:
        return None
    if isinstance(side, int):
        made["side"] = SIDES[side]
    return made

