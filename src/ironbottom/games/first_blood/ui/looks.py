"""What the page shows of a position: pieces, marks, sheets, prompt, choices, macros and the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from ironbottom.games.first_blood.rules.air import LAND, AirStep, LoseAir, SecondBomber, kinds_at
from ironbottom.games.first_blood.rules.airfields import room_on
from ironbottom.games.first_blood.rules.combat import (
    RESULT_RULES,
    Advance,
    Aftermath,
    CombatDie,
    Lose,
    Resolve,
    Retreat,
    aftermath,
    cause_of,
)
from ironbottom.games.first_blood.rules.declaration import Declare, committed, duty, proposal
from ironbottom.games.first_blood.rules.engineers import Work
from ironbottom.games.first_blood.rules.movement import Move, ways
from ironbottom.games.first_blood.rules.printed import (
    AIMED,
    AMERICAN,
    DAMAGED,
    DESTROYED,
    JAPANESE,
    OPERATIVE,
    SIDES,
    STATUS,
    UNBUILT,
    Printed,
)
from ironbottom.games.first_blood.rules.reinforcement import Arrive
from ironbottom.games.first_blood.rules.sequence import STAGES, stage_of
from ironbottom.games.first_blood.rules.setup import SetUp, starters
from ironbottom.games.first_blood.rules.state import (
    AT_SEA,
    IN_THE_AIR,
    Attack,
    Position,
    bit,
    piece_name,
    units_at,
)
from ironbottom.games.first_blood.rules.strength import BELOW, strength
from ironbottom.games.first_blood.rules.supply import SupplyLoss
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.games.first_blood.ui.board import face_of
from ironbottom.games.first_blood.ui.odds import crt, odds, sums
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.event import Event
from ironbottom.kernel.hexes import route, spread
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import Decision, Step
from ironbottom.kernel.view import (
    Calendar,
    CalendarEntry,
    Choice,
    Field,
    Force,
    Line,
    MacroLook,
    Mark,
    Motion,
    Overlay,
    Picture,
    Piece,
    Prompt,
    Sheet,
    Stage,
    Sum,
    Term,
    Track,
    shaded,
)
from ironbottom.kernel.words import Words

RULES = {
    "american_setup": "3.0a", "japanese_setup": "3.1a", "japanese_reinforcement": "7.2a", "japanese_movement": "4.0a",
    "japanese_combat": "8.1a", "japanese_supply": "14.0a", "japanese_strategic": "10.1b",
    "american_reinforcement": "7.1a", "american_movement": "4.0a", "american_combat": "8.1a",
    "american_engineer": "11.3a", "american_air": "13.7a", "end": "2.0b",
}  # fmt: skip
"""The statement of each phase, for the bar at the bottom."""

ENDINGS = {"airfield": "12.6.2a", "survivors": "2.0b", "cleared": "2.0c", "wiped_out": "2.0c"}


def top_of(v: Position) -> Step | None:
    """The step that waits."""
    return v.stack[-1] if v.stack else None


# --- the picture --------------------------------------------------------------------------------------------------


def turn_label(v: Position, words: Words) -> str:
    """The turn and its month, or the set-up."""
    if not v.turn:
        return words.say("group.setup")
    return words.say("event.turn", turn=v.turn, name=v.setting.turns[v.turn - 1])


def picture(v: Position, side: int, words: Words) -> Picture:
    """All that there is to see; nothing is hidden, so that it is the same for every viewer."""
    made: Picture = {
        "turn": turn_label(v, words),
        "pieces": pieces(v, words),
        "stores": [],
        "marks": marks(v, words),
        "tracks": [_turn_track(v, words), _field_track(v, words)],
        "calendars": [calendar(v, words)],
        "tables": _tables(v, words),
        "sheets": sheets(v, words),
        "sequence": sequence_bar(v, words),
        "forces": forces(v, words),
        "overlays": overlays(v, words),
    }
    if v.result is not None:
        made["ending"] = {
            "winners": [SIDES[n] for n, points in enumerate(v.result.returns) if points > 0],
            "text": words.say(f"event.ended_{v.result.reason}"),
            "rule": ENDINGS[v.result.reason],
        }
    return made


def shown(v: Position, n: int, place: int) -> str:
    """The space where a counter is drawn: what is to be placed now in its tray, what comes later on the turn record,
    like the printed counters; "" for one that is not on the table."""
    printed = v.setting
    if place >= AIMED:
        return printed.names[place - AIMED]
    if place == printed.number["coming"]:
        side, arrives = _arrival(printed, n)
        top = top_of(v)
        if isinstance(top, SetUp | Arrive) and top.side == side and arrives == v.turn:
            return "coming"
        special = n >= AT_SEA and printed.ships[n - AT_SEA].special and 0 < arrives <= v.turn
        if special and isinstance(top, Arrive) and top.side == side:
            return "coming"
        return f"turn.{max(v.turn, arrives) - 1}" if arrives else ""
    return "" if place == printed.number["lost"] else printed.names[place]


def _arrival(printed: Printed, n: int) -> tuple[int, int]:
    """The side and the turn of arrival of any counter."""
    if n >= AT_SEA:
        return JAPANESE, printed.ships[n - AT_SEA].arrives
    one = printed.planes[n - IN_THE_AIR] if n >= IN_THE_AIR else printed.units[n]
    return one.side, one.arrives


def pieces(v: Position, words: Words) -> list[Piece]:
    """Every counter on the table; in a pile, what is used in this phase and has not acted lies on top."""
    printed, found = v.setting, []
    states = _states(v)
    hand = getattr(top_of(v), "hand", -1)
    for u, unit in enumerate(printed.units):
        place = shown(v, u, v.at[u])
        if not place:
            continue
        values: dict[str, str | int] = {"combat": unit.combat}  # a number is added up over a stack, a word is not
        if unit.reach:
            values["range"] = str(unit.reach)
        values["move"] = str(unit.move)
        piece: Piece = {
            "id": unit.name, "place": place, "side": SIDES[unit.side], "face": face_of(unit.name, SIDES[unit.side]),
            "name": f"{unit.name}, {unit.full_name}", "up": True, "values": values,
        }  # fmt: skip
        if u in states:
            piece["state"] = states[u]
        if unit.side == JAPANESE and v.at[u] in printed.boxes:
            piece["badges"] = _box_badges(v, u, words)
        if u == hand:
            piece["picked"] = True
        found.append(piece)
    for a, plane in enumerate(printed.planes):
        place = shown(v, IN_THE_AIR + a, v.air[a])
        if place:
            role = "both" if plane.fighter and plane.bomber else "fighter" if plane.fighter else "bomber"
            piece = {
                "id": plane.name, "place": place, "side": SIDES[plane.side],
                "name": f"{plane.type}, {words.say(f'kind.{role}')}",
                "face": face_of(plane.type, SIDES[plane.side]), "up": True,
            }  # fmt: skip
            if v.inverted >> a & 1 and plane.side == AMERICAN:
                piece["badges"] = [words.say("badge.inverted")]
                piece["state"] = "done"
            if IN_THE_AIR + a == hand:
                piece["picked"] = True
            found.append(piece)
    busy = {n for attack in v.attacks for n in attack.ships} | {n for n, _ in v.shelling}
    for n, ship in enumerate(printed.ships):
        place = shown(v, AT_SEA + n, v.ships[n])
        if place:
            piece = {
                "id": ship.name, "place": place, "side": "japanese", "face": face_of(ship.type, "japanese"),
                "name": f"{ship.type}, {words.say(f'kind.{ship.type}')}", "up": True,
            }  # fmt: skip
            if AT_SEA + n == hand:
                piece["picked"] = True
            if n in busy:
                piece["state"] = "done"
            found.append(piece)
    flying = isinstance(top_of(v), AirStep | LoseAir | SecondBomber)
    low = {plane.name for plane in printed.planes} if not flying else set(printed.unit_number)
    return sorted(found, key=lambda piece: (piece["id"] not in low, piece.get("state") not in ("moved", "done")))


def _box_badges(v: Position, u: int, words: Words) -> list[str]:
    """6.3b, 7.2b: what a unit in a box carries, like the printed box counters: the boxes that it has been in, when they
    are more than this one, and whether it has come in this turn."""
    printed = v.setting
    visited = v.visited[u - printed.own[JAPANESE].start]
    seen = [printed.names[box][-1].upper() for n, box in enumerate(printed.boxes) if visited >> n & 1]
    badges = [" ".join(seen)] if len(seen) > 1 else []
    return badges + ([words.say("badge.new")] if v.new & bit(v, u) else [])


def _states(v: Position) -> dict[int, Literal["ready", "moved", "done", "must"]]:
    """What the units of the side whose decision it is have done, and what they still must."""
    top, printed = top_of(v), v.setting
    found: dict[int, Literal["ready", "moved", "done", "must"]] = {}
    if isinstance(top, Move):
        for u in printed.own[top.side]:
            if v.at[u] in printed.entries:
                owes = v.at[u] in printed.entry_sides or not v.acted & bit(v, u)
                found[u] = "must" if owes and ways(v, top.side, u) else "done"
            elif v.at[u] < printed.hexes:
                left = v.left[u]
                found[u] = "ready" if left == printed.units[u].move else "moved" if left else "done"
    elif isinstance(top, Declare):
        owed, busy = duty(v, top.side), committed(v)
        for u in (*owed.units, *owed.off):
            found[u] = "done" if u in busy else "must"
        for u in busy:
            found[u] = "done"
    return found


def marks(v: Position, words: Words) -> list[Mark]:
    """8.2e, 11.2a, 11.2c: the state of the airfields and the work on them, declared attacks, and hexes that must still
    be attacked."""
    printed, names, found = v.setting, v.setting.names, list[Mark]()
    for n, here in enumerate(printed.fields):
        if v.strips[n] in (DAMAGED, DESTROYED):
            kind: Literal["damage", "destroyed"] = "damage" if v.strips[n] == DAMAGED else "destroyed"
            found.append({"space": names[here], "kind": kind, "text": words.say(f"mark.{STATUS[v.strips[n]]}")})
        elif v.strips[n] == OPERATIVE and printed.start_status[n] == UNBUILT:
            found.append({"space": names[here], "kind": "built", "text": words.say("mark.built")})
        if v.work[n]:
            found.append({"space": names[here], "kind": "work", "text": words.say("mark.work")})
    side: dict[str, Any] = {}
    for attack in v.attacks:
        found += [{"space": names[h], "kind": "fight", "text": words.say("mark.fight")} for h in attack.targets]
    top = top_of(v)
    if isinstance(top, Declare):
        side = {"side": SIDES[top.side]}
        for h in duty(v, top.side).open_hexes(v):
            mark: Mark = {"space": names[h], "kind": "business", "text": words.say("mark.owed"), **side}  # type: ignore[typeddict-item]
            found.append(mark)
    if isinstance(top, Move) and top.over >= 0:
        found.append({"space": names[top.over], "kind": "danger", "text": words.say("mark.over")})
    return found


def _turn_track(v: Position, words: Words) -> Track:
    names = list(v.setting.turns)
    track: Track = {
        "id": "turn", "name": words.say("track.turns"), "cells": names, "markers": [], "place": "turn",
        "spaces": [f"turn.{n}" for n in range(len(names))],
    }  # fmt: skip
    if v.turn:
        track["markers"] = [{"at": v.turn - 1, "name": names[v.turn - 1]}]
    return track


def _field_track(v: Position, words: Words) -> Track:
    """12.1a: each airfield hex with its state and the aircraft on it."""
    printed = v.setting
    notes = [
        f"{words.name(STATUS[v.strips[n]])}, {v.air.count(here)}/{printed.air_limit if v.strips[n] == OPERATIVE else 0}"
        for n, here in enumerate(printed.fields)
    ]
    cells = [printed.names[here] for here in printed.fields]
    return {
        "id": "airfields", "name": words.say("track.airfields"), "cells": cells, "markers": [], "notes": notes,
        "rule": "12.1a",
    }  # fmt: skip


def calendar(v: Position, words: Words) -> Calendar:
    """7.0a, 7.6a: what comes when."""
    printed = v.setting
    entries: list[CalendarEntry] = []
    for n, name in enumerate(printed.turns, 1):
        for side in (JAPANESE, AMERICAN):
            parts = [unit.name for unit in printed.units if unit.side == side and unit.arrives == n]
            counted: dict[str, int] = {}
            for plane in printed.planes:
                if plane.side == side and plane.arrives == n:
                    counted[plane.type] = counted.get(plane.type, 0) + 1
            if side == JAPANESE:
                for ship in printed.ships:
                    if ship.arrives == n and not ship.special:
                        counted[ship.type] = counted.get(ship.type, 0) + 1
                if any(ship.special and ship.arrives == n for ship in printed.ships):
                    parts.append(words.say("calendar.special"))
            parts += [words.say("calendar.air", n=count, type=kind) for kind, count in counted.items()]
            if parts:
                entry: CalendarEntry = {"when": name, "text": ", ".join(parts), "side": SIDES[side]}
                if n == v.turn:
                    entry["now"] = True
                entries.append(entry)
    return {"id": "arrivals", "name": words.say("calendar.arrivals"), "entries": entries}


def _tables(v: Position, words: Words) -> list[Any]:
    """8.9a: both results tables; the column of the fight that is being rolled for is lit, then the row of its die."""
    top, after = top_of(v), aftermath(v)
    lit: dict[int, tuple[int, int]] = {}
    if isinstance(top, CombatDie):
        lit[top.side] = strength(v, top.side, top.attack).column, 0
    elif after is not None:
        lit[after.side] = after.column, after.row
    return [crt(v, side, words, *lit.get(side, ())) for side in (AMERICAN, JAPANESE)]


def forces(v: Position, words: Words) -> list[Force]:
    """How many of what are where."""
    printed, found = v.setting, list[Force]()
    groups = (
        ("map", lambda place: place < printed.hexes),
        ("boxes", lambda place: place in printed.boxes),
        ("points", lambda place: place in printed.points),
        ("coming", lambda place: place == printed.number["coming"]),
        ("lost", lambda place: place == printed.number["lost"]),
    )
    for side in (AMERICAN, JAPANESE):
        for key, inside in groups:
            arms: dict[str, int] = {}
            for u in printed.own[side]:
                if inside(v.at[u]):
                    arms[printed.units[u].arm] = arms.get(printed.units[u].arm, 0) + 1
            group = words.say(f"force.{key}")
            found += [
                {"side": SIDES[side], "group": group, "text": words.name(arm), "count": count}
                for arm, count in arms.items()
            ]
        coming, lost = printed.number["coming"], printed.number["lost"]
        planes = [(plane.type, v.air[a]) for a, plane in enumerate(printed.planes) if plane.side == side]
        ships = [(ship.type, v.ships[n]) for n, ship in enumerate(printed.ships)] if side == JAPANESE else []
        for key, kinds in (
            ("aircraft", [kind for kind, place in planes if place not in (coming, lost)]),
            ("ships", [kind for kind, place in ships if place not in (coming, lost)]),
            ("lost", [kind for kind, place in planes + ships if place == lost]),
        ):
            found += [
                {"side": SIDES[side], "group": words.say(f"force.{key}"), "text": kind, "count": count,
                 "face": face_of(kind, SIDES[side])}
                for kind, count in Counter(kinds).items()
            ]  # fmt: skip
    return found


def overlays(v: Position, words: Words) -> list[Overlay]:
    """8.2a, 8.2e, 9.2a, 12.1a, 4.0a, 3.0a: what may be laid over the map: zones of control, reach of artillery, room on
    the airfields; what must be attacked as the units stand, with its factors; the range of the unit in hand; the set-up
    area."""
    printed, names, found = v.setting, v.setting.names, list[Overlay]()
    for side, name in enumerate(SIDES):
        control = front(v, 1 - side).control
        shades = shaded((names[n], name, "") for n in range(printed.hexes) if control[n])
        found.append({"id": f"zones.{name}", "name": words.say(f"overlay.zones_{name}"), "shades": shades})
    for side, name in enumerate(SIDES):
        guns = [u for u in printed.own[side] if printed.units[u].artillery and v.at[u] < printed.hexes]
        fire = [printed.range_of[printed.units[u].reach][v.at[u]] for u in guns]
        count = [sum(one[n] for one in fire) for n in range(printed.hexes)]
        shades = shaded((names[n], name, str(c)) for n, c in enumerate(count) if c)
        found.append({"id": f"fire.{name}", "name": words.say(f"overlay.fire_{name}"), "shades": shades})
    shades = shaded(
        (names[here], "", f"{v.air.count(here)}/{printed.air_limit if v.strips[n] == OPERATIVE else 0}")
        for n, here in enumerate(printed.fields)
    )
    found.append({"id": "airfields", "name": words.say("overlay.airfields"), "shades": shades})
    top = top_of(v)
    if isinstance(top, Move | Declare):
        owed = duty(v, top.side).hexes
        factors = [sum(printed.units[u].combat for u in units_at(v, h)) for h in owed]
        shades = shaded((names[h], SIDES[top.side], str(n)) for h, n in zip(owed, factors, strict=True))
        found.append({"id": "duty", "name": words.say("overlay.duty"), "shades": shades})
    if isinstance(top, Move) and 0 <= top.hand < IN_THE_AIR and v.at[top.hand] < printed.hexes:
        reach = spread(front(v, top.side).steps, v.at[top.hand], v.left[top.hand])
        shades = shaded((names[n], SIDES[top.side], str(cost)) for n, cost in reach.items() if cost)
        found.append({"id": "range", "name": words.say("overlay.range"), "shades": shades})
    if isinstance(top, SetUp) and top.side == AMERICAN:
        shades = shaded((names[n], "american", "") for n in printed.setup_hexes)
        found.append({"id": "setup", "name": words.say("overlay.setup"), "shades": shades})
    return found


def sequence_bar(v: Position, words: Words) -> list[Stage]:
    """The phases of the turn, and where in it we are."""
    now = stage_of(v)
    setup = now.endswith("_setup")
    names = ("american_setup", "japanese_setup") if setup else STAGES[2:]
    bar: list[Stage] = []
    passed = True
    for name in names:
        owner = name.split("_")[0]
        state: Literal["done", "now", "next"] = "now" if name == now else "done" if passed and now else "next"
        if name == now:
            passed = False
        stage: Stage = {
            "id": name, "name": words.say(f"stage.{name}"), "state": state, "rule": RULES[name],
            "group": words.say("group.setup" if setup else f"group.{owner}"),
        }  # fmt: skip
        if owner in SIDES:
            stage["side"] = owner
        bar.append(stage)
    return bar


# --- sheets -------------------------------------------------------------------------------------------------------


def sheets(v: Position, words: Words) -> list[Sheet]:
    """The sheet of the moment."""
    top = top_of(v)
    if isinstance(top, Declare):
        return [_declaration_sheet(v, top, words)]
    if isinstance(top, Resolve) and (v.attacks or v.guns or v.shelling):
        return [_resolution_sheet(v, top, words)]
    if isinstance(top, CombatDie):
        return [_fight_sheet(v, top.side, top.attack, words)]
    if (after := aftermath(v)) is not None:
        return [_aftermath_sheet(v, after, words)]
    if isinstance(top, AirStep):
        return [_air_sheet(v, top, words)]
    if isinstance(top, Work):
        return [_work_sheet(v, top, words)]
    return []


def _takers(v: Position, attack: Attack) -> list[str]:
    """All that takes part in an attack: its units, its artillery, its ships."""
    units, ships = v.setting.units, v.setting.ships
    return [units[u].name for u in (*attack.units, *attack.guns)] + [ships[n].name for n in attack.ships]


def _attack_field(v: Position, side: int, attack: Attack, choices: list[str], words: Words) -> Field:
    printed = v.setting
    known = strength(v, side, attack)
    names = tuple(printed.names[h] for h in attack.targets)
    support = [printed.units[u].name for u in attack.guns] + [printed.ships[n].name for n in attack.ships]
    note = words.say("sheet.by", units=tuple(printed.units[u].name for u in attack.units))
    if support:
        note += "; " + words.say("sheet.support", units=tuple(support))
    if known.column == BELOW:
        note += ". " + words.say("result.below")
    return {
        "id": names[0], "name": words.say("sheet.attack", hexes=names), "choices": choices, "space": names[0],
        "value": f"{known.attack}:{known.defence} = {known.label}, {known.die:+d}", "note": note,
        "spaces": list(names[1:]), "pieces": _takers(v, attack),
    }  # fmt: skip


def _shot_fields(v: Position, verb: str, legal: list[str], words: Words) -> list[Field]:
    """9.5.1a, 10.3a: the bombardments of airfields that are declared, each with its choice."""
    printed = v.setting
    shots = [(printed.units[u].name, here) for u, here in v.guns]
    shots += [(printed.ships[n].name, here) for n, here in v.shelling]
    return [
        {"id": f"fire-{name}", "name": words.say("sheet.bombardment", hex=printed.names[here]), "value": name,
         "choices": [f"{verb} {name}"] if f"{verb} {name}" in legal else [], "space": printed.names[here],
         "pieces": [name]}
        for name, here in shots
    ]  # fmt: skip


def _declaration_sheet(v: Position, top: Declare, words: Words) -> Sheet:
    """8.2e, 8.2f: what is declared, and what is still owed."""
    printed = v.setting
    legal = [notation(action) for action in top.legal(v, top.side)]
    fields = [
        _attack_field(
            v, top.side, attack,
            [f"recall {name}" for name in _takers(v, attack) if f"recall {name}" in legal],
            words,
        )
        for attack in v.attacks
    ]  # fmt: skip
    fields += _shot_fields(v, "recall", legal, words)
    owed = duty(v, top.side)
    units = tuple(printed.units[u].name for u in owed.open_units(v))
    hexes = tuple(printed.names[h] for h in owed.open_hexes(v))
    blocks = [words.say("sheet.owes", units=units)] if units else []
    blocks += [words.say("sheet.owed", hexes=hexes)] if hexes else []
    outside = tuple(printed.units[u].name for u in _left_outside(v, top.side))
    blocks += [words.say("sheet.outside", units=outside)] if outside else []
    return {
        "id": "declare", "kind": "battle", "title": words.say("sheet.declare"), "fields": fields, "blocks": blocks,
        "rule": "8.2e",
    }  # fmt: skip


def _resolution_sheet(v: Position, top: Resolve, words: Words) -> Sheet:
    """8.10i: what is still to be fought and bombarded, in any order."""
    legal = [notation(action) for action in top.legal(v, top.side)]
    fields = [
        _attack_field(v, top.side, attack, [f"fight {v.setting.names[attack.targets[0]]}"], words)
        for attack in v.attacks
    ]
    fields += _shot_fields(v, "bombard", legal, words)
    return {"id": "resolve", "kind": "battle", "title": words.say("sheet.declare"), "fields": fields, "rule": "8.10i"}


def _fight_sheet(v: Position, side: int, attack: Attack, words: Words) -> Sheet:
    known = strength(v, side, attack)
    names = tuple(v.setting.names[h] for h in attack.targets)
    totals: list[Term] = [
        {"text": words.say("odds.attack"), "value": str(known.attack), "side": SIDES[side]},
        {"text": words.say("odds.defence"), "value": str(known.defence), "side": SIDES[1 - side]},
        {"text": words.say("odds.die"), "value": f"{known.die:+d}"},
    ]
    return {
        "id": "fight", "kind": "battle", "title": words.say("sheet.fight", hexes=names), "totals": totals,
        "rule": "8.8a", "fields": [_attack_field(v, side, attack, [], words)],
    }  # fmt: skip


def _aftermath_sheet(v: Position, after: Aftermath, words: Words) -> Sheet:
    """8.9a: the fight that is being settled: its strengths, its die and its result."""
    totals: list[Term] = [
        {"text": words.say("odds.attack"), "value": str(after.attack), "side": SIDES[after.side]},
        {"text": words.say("odds.defence"), "value": str(after.defence), "side": SIDES[1 - after.side]},
    ]
    names = tuple(v.setting.names[h] for h in after.hexes)
    return {
        "id": "aftermath", "kind": "battle", "title": words.say("sheet.fight", hexes=names), "totals": totals,
        "rule": RESULT_RULES[after.result],
        "dice": [{"value": after.die, "text": _rolled(v, after, words), "side": SIDES[after.side]}],
        "fields": [{"id": "result", "name": words.say(f"result.{after.result}"), "value": "", "choices": []}],
    }  # fmt: skip


def _rolled(v: Position, after: Aftermath, words: Words) -> str:
    """The die of a fight: what the modifiers made of it, the odds and the column."""
    modified = words.say("event.rolled_modified", row=after.row) if after.modifier else ""
    return words.say("sheet.rolled", modified=modified, odds=after.odds, column=v.setting.columns[after.column])


def _air_sheet(v: Position, top: AirStep, words: Words) -> Sheet:
    """12.1a, 12.5a: what is on each airfield hex, and what may come to it."""
    printed = v.setting
    legal = [notation(action) for action in top.legal(v, AMERICAN)]
    fields: list[Field] = []
    for n, here in enumerate(printed.fields):
        if v.strips[n] == OPERATIVE:
            name = printed.names[here]
            value = f"{printed.air_limit - room_on(v, n)}/{printed.air_limit}"
            fields.append(
                {"id": name, "name": words.say("sheet.bombardment", hex=name), "value": value, "space": name,
                 "choices": [text for text in legal if text.endswith(f" {name}")]}
            )  # fmt: skip
    return {
        "id": "air", "kind": "placing", "title": words.say("sheet.air_land"), "fields": fields, "rule": "12.1a",
    }  # fmt: skip


def _work_sheet(v: Position, top: Work, words: Words) -> Sheet:
    """11.2a, 11.2b, 11.2c: what is to be done on the airfield hexes, and how far it is."""
    printed = v.setting
    legal = [notation(action) for action in top.legal(v, AMERICAN)]
    fields: list[Field] = []
    for n, here in enumerate(printed.fields):
        name = printed.names[here]
        field: Field = {
            "id": name, "name": words.say("sheet.bombardment", hex=name), "value": words.name(STATUS[v.strips[n]]),
            "space": name, "choices": [f"work {name}"] if f"work {name}" in legal else [],
        }  # fmt: skip
        if v.strips[n] != OPERATIVE:
            worked, left = top.done >> n & 1, 1 if v.strips[n] == DAMAGED or v.work[n] else 2
            key = "sheet.worked" if worked else "sheet.work_left" if field["choices"] else "sheet.no_work"
            field["note"] = words.say(key, n=left)
        fields.append(field)
    return {
        "id": "work", "kind": "placing", "title": words.say("sheet.work"), "fields": fields, "rule": "11.2a",
    }  # fmt: skip


# --- the prompt ---------------------------------------------------------------------------------------------------


def asked_text(v: Position, words: Words) -> tuple[str, str, dict[str, str], list[str]]:
    """The sentence, its statement, how to ask "why not here?", and where to look; for the side that decides."""
    top, printed = top_of(v), v.setting
    name = printed.names
    match top:
        case SetUp():
            rule = "3.0a" if top.side == AMERICAN else "3.1a"
            if top.hand >= 0:
                text = words.say("prompt.place_setup", piece=piece_name(printed, top.hand))
                return text, rule, {"space": "place {space}"}, []
            if not any(shown(v, n, _where(v, n)) == "coming" for n in starters(v, top.side)):
                return words.say("prompt.setup_done"), rule, {"piece": "take {piece}"}, []
            return words.say(f"prompt.setup_{SIDES[top.side]}"), rule, {"piece": "take {piece}"}, ["coming"]
        case Arrive():
            rule = "7.1a" if top.side == AMERICAN else "7.2a"
            if top.hand >= 0:
                key = "ship" if top.hand >= AT_SEA else SIDES[top.side]
                text = words.say(f"prompt.place_{key}", piece=piece_name(printed, top.hand))
                return text, rule, {"space": "place {space}"}, []
            takes = [action[1] for action in top.legal(v, top.side) if action[0] == "take"]
            special = [ship.name for ship in printed.ships if ship.special]
            key = "arrive_done" if not takes else "arrive_optional" if all(t in special for t in takes) else "arrive"
            return words.say(f"prompt.{key}"), rule, {"piece": "take {piece}"}, ["coming"] if takes else []
        case Move():
            return _move_text(v, top, words)
        case Declare():
            return _declare_text(v, top, words)
        case Resolve():
            flying = any(action[0] == "fly" for action in top.legal(v, top.side))
            busy = v.attacks or v.guns or v.shelling
            key = "resolve_only_air" if not busy else "resolve_air" if flying else "resolve"
            focus = [name[h] for attack in v.attacks for h in attack.targets]
            return words.say(f"prompt.{key}"), "8.10i", {"space": "fight {space}"}, focus
        case Lose():
            if top.forced:
                hexname = name[v.at[top.units[0]]]
                return words.say("prompt.lose_forced", hex=hexname), "7.5.4a", {"piece": "lose {piece}"}, [hexname]
            focus = list(dict.fromkeys(name[v.at[u]] for u in top.units))
            return _caused(v, "lose", words), cause_of(v), {"piece": "lose {piece}"}, focus
        case LoseAir():
            where = name[top.place]
            return words.say("prompt.lose_air", place=where), "8.10.1a", {"piece": "lose {piece}"}, [where]
        case Retreat():
            if top.mover >= 0:
                unit = printed.units[top.mover].name
                probe = {"space": f"retreat {unit} {{space}}"}
                return words.say("prompt.retreat_on", unit=unit), "8.2.3a", probe, [name[v.at[top.mover]]]
            unit = printed.units[top.units[0]].name
            focus = list(dict.fromkeys(name[v.at[u]] for u in top.units))
            return _caused(v, "retreat", words), cause_of(v), {"space": f"retreat {unit} {{space}}"}, focus
        case Advance():
            return _caused(v, "advance", words), "8.10h", {}, [name[h] for h in top.targets]
        case SecondBomber():
            return words.say("prompt.second"), "13.3.3a", {"piece": "with {piece}"}, []
        case SupplyLoss():
            return words.say("prompt.supply"), "14.1a", {"piece": "lose {piece}"}, []
        case Work():
            return words.say("prompt.work"), "11.3a", {"space": "work {space}"}, [name[h] for h in printed.fields]
        case AirStep():
            key = ("land", "deploy", "launch", "shift")[top.part]
            rule = ("13.7a", "12.3a", "13.7a", "SoP10a")[top.part]
            return words.say(f"prompt.{key}"), rule, {}, [name[h] for h in printed.fields]
    return words.say("prompt.over"), "", {}, []


def _caused(v: Position, key: str, words: Words) -> str:
    """A sentence about a loss, a retreat or an advance, with the result that it comes from before it."""
    text, after = words.say(f"prompt.{key}"), aftermath(v)
    if after is None:
        return text
    hexes = tuple(v.setting.names[h] for h in after.hexes)
    return words.say("prompt.caused", hexes=hexes, result=words.say(f"result.{after.result}"), text=text)


def _where(v: Position, n: int) -> int:
    return v.ships[n - AT_SEA] if n >= AT_SEA else v.air[n - IN_THE_AIR] if n >= IN_THE_AIR else v.at[n]


def _move_text(v: Position, top: Move, words: Words) -> tuple[str, str, dict[str, str], list[str]]:
    """4.0a, 5.0a, 6.3a, 7.7a: the sentence of the movement phase."""
    printed = v.setting
    if top.hand >= IN_THE_AIR:
        text = words.say("prompt.aim", plane=piece_name(printed, top.hand))
        return text, "13.6a", {"space": "aim {space}"}, []
    if top.hand >= 0:
        unit, here = printed.units[top.hand].name, v.at[top.hand]
        key = "box" if here in printed.boxes else "enter" if here in printed.points else "step"
        text = words.say(f"prompt.{key}", unit=unit, left=v.left[top.hand])
        return text, "6.3a" if key == "box" else "4.0a", {"space": "step {space}"}, [printed.names[here]]
    if top.over >= 0:
        name = printed.names[top.over]
        return words.say("prompt.move_over", hex=name), "5.0a", {"piece": "take {piece}"}, [name]
    owing = [
        printed.units[u].name
        for u in printed.own[top.side]
        if (v.at[u] in printed.entry_sides or (v.at[u] in printed.boxes and not v.acted & bit(v, u)))
        and ways(v, top.side, u)
    ]
    if owing:
        text = words.say(f"prompt.move_owed_{SIDES[top.side]}", units=tuple(owing))
        return text, "7.7a", {"piece": "take {piece}"}, []
    return words.say("prompt.move"), "4.0a", {"piece": "take {piece}"}, []


def _declare_text(v: Position, top: Declare, words: Words) -> tuple[str, str, dict[str, str], list[str]]:
    """8.2e, 8.2f: the sentence of the declarations."""
    printed, owed = v.setting, duty(v, top.side)
    if top.hand >= AT_SEA:
        key = "declare_ship" if _uses(v, top) != {"bombard"} else "declare_bombard"
        text = words.say(f"prompt.{key}", unit=piece_name(printed, top.hand))
        return text, "10.2a", {"space": "support {space}"}, []
    if top.hand >= 0:
        unit = printed.units[top.hand]
        if any(top.hand in attack.units for attack in v.attacks):
            return words.say("prompt.declare_wider", unit=unit.name), "8.2g", {"space": "attack {space}"}, []
        uses = _uses(v, top)
        key = "declare_use" if uses == {"attack"} else "declare_bombard" if uses == {"bombard"} else "declare_gun"
        return words.say(f"prompt.{key}", unit=unit.name), "8.2f", {"space": "attack {space}"}, []
    units, hexes = owed.open_units(v), owed.open_hexes(v)
    focus = [printed.names[h] for h in hexes]
    if units or hexes:
        names = [printed.units[u].name for u in units] + focus
        still = words.say("prompt.owed_many", units=len(units), n=len(hexes)) if len(names) > MOST_NAMED else ""
        text = words.say("prompt.declare_open", owed=still or tuple(names))
        return text, "8.2e", {"piece": "take {piece}"}, focus
    if outside := _left_outside(v, top.side):
        text = words.say("prompt.declare_off_map", units=tuple(printed.units[u].name for u in outside))
        return text, "7.5.3b", {"piece": "take {piece}"}, list(dict.fromkeys(printed.names[v.at[u]] for u in outside))
    if top.side == JAPANESE and not owed.units:
        return words.say("prompt.declare_free"), "9.5.1a", {"piece": "take {piece}"}, []
    return words.say(f"prompt.declare_done_{SIDES[top.side]}"), "8.2e", {"piece": "take {piece}"}, []


def _left_outside(v: Position, side: int) -> tuple[int, ...]:
    """6.4.1a, 7.5a: the units at entry points that may attack their way in, have no attack yet, and are else lost."""
    busy = committed(v)
    return tuple(u for u in duty(v, side).may if v.at[u] in v.setting.points and u not in busy)


def _uses(v: Position, top: Declare) -> set[str | int]:
    """What can be done with the piece in hand: attack, support, bombard."""
    return {action[0] for action in top.uses(v, top.hand)}


MOST_NAMED = 6
"""How much of what is still owed the prompt names; the sheet names it all."""

WAITING = {
    "SetUp": "setup", "Arrive": "arrive", "Move": "move", "Declare": "declare", "Resolve": "resolve", "Lose": "lose",
    "LoseAir": "lose", "Retreat": "retreat", "Advance": "advance", "SecondBomber": "second", "SupplyLoss": "supply",
    "Work": "work", "AirStep": "air",
}  # fmt: skip
"""What an onlooker is told to wait for, by the step."""


def prompt(v: Position, side: int, movers: tuple[int, ...], words: Words) -> Prompt:
    """Who must do what, in a sentence."""
    top = top_of(v)
    if top is None or not movers:
        return {"text": words.say("prompt.over"), "sides": [], "mine": False}
    text, rule, probe, focus = asked_text(v, words)
    if side not in movers:
        what = words.say(f"what.{WAITING.get(type(top).__name__, 'move')}")
        who = words.name(SIDES[movers[0]]) if movers[0] >= 0 else words.say("prompt.over")
        text = words.say("prompt.wait", side=who[0].upper() + who[1:], what=what)
    made: Prompt = {"text": text, "sides": [SIDES[n] for n in movers if n >= 0], "mine": side in movers}
    if rule:
        made["rule"] = rule
    if probe and side in movers:
        made["probe"] = probe  # type: ignore[typeddict-item]
    if focus:
        made["focus"] = focus
    return made


# --- choices ------------------------------------------------------------------------------------------------------


def choice(v: Position, action: Action, retracts: bool, ends: str | None, words: Words) -> Choice:
    """How an action is shown: on a piece, on a space, or as a button."""
    top, printed, verb = top_of(v), v.setting, action[0]
    hand = getattr(top, "hand", -1)
    piece = piece_name(printed, hand) if hand >= 0 else ""
    made: Choice = {"do": notation(action), "label": ""}
    args: dict[str, Any] = {"piece": piece}
    key = verb
    match action:
        case ("take" | "lift" | "lose" | "with", name):
            args["piece"] = made["piece"] = name
            if isinstance(top, LoseAir):
                args["piece"] = _kind_name(v, name, words)
                same = next(kind for kind in kinds_at(v, top.place) if printed.planes[kind[0]].name == name)
                if len(same) > 1:
                    made["also"] = [printed.planes[a].name for a in same[1:]]
        case ("recall", name):
            args["piece"] = made["piece"] = name
            key = "recall_bomber" if isinstance(top, Move) else "recall"
        case ("place" | "step" | "aim" | "attack" | "support" | "work", place):
            args["place"] = made["space"] = place
        case ("bombard", name):
            if isinstance(top, Declare):
                args["place"] = made["space"] = name
            else:
                key, args["piece"], made["piece"] = "fire", name, name
        case ("fight", place):
            args["place"] = made["space"] = place
        case ("fly" | "retreat" | "advance" | "land" | "deploy" | "launch" | "shift", name, place):
            args["piece"], args["place"] = name, place
            alike = [one for one in _legal(top, v) if len(one) == 3 and one[0] == verb]
            if len({one[1] for one in alike}) > 1:
                made["piece"] = name
            if len({one[2] for one in alike if one[1] == name}) > 1 or "piece" not in made:
                made["space"] = place
        case ("done",):
            key = _done_key(top)
            made["main"] = True
    made["label"] = words.say(f"choice.{key}", **args)
    if verb == "step" and isinstance(top, Move):
        cost = {printed.names[n]: price for n, price in ways(v, top.side, hand)}.get(action[1])
        if cost is not None:
            made["cost"] = str(cost)
    if verb == "drop":
        made["label"] = words.say("choice.drop", piece=piece)
    if retracts:
        made["retract"] = True
    if ends:
        made["ends"] = words.say(ends)
    if isinstance(top, (Declare, Resolve)) and verb in ("attack", "support", "fight") and odds(v, action, words):
        made["odds"] = True
    rule = getattr(top, "rule", "")
    if rule:
        made["rule"] = rule
    return made


def _kind_name(v: Position, name: str, words: Words) -> str:
    """What an aircraft is called where those of its kind are all alike."""
    a = v.setting.plane_number[name]
    kind = v.setting.planes[a].type
    return f"{kind}, {words.say('badge.inverted')}" if v.inverted >> a & 1 else kind


def _legal(top: Step | None, v: Position) -> tuple[Action, ...]:
    """What the step that waits offers to its side."""
    return top.legal(v, getattr(top, "side", AMERICAN)) if isinstance(top, Decision) else ()


def _done_key(top: Step | None) -> str:
    if isinstance(top, AirStep):
        return ("done_deploy", "done_deploy", "done_launch", "done_shift")[top.part]
    kinds = {"SetUp": "setup", "Arrive": "arrive", "Move": "move", "Declare": "declare", "Resolve": "resolve"}
    return f"done_{kinds.get(type(top).__name__, 'work')}"


# --- macros -------------------------------------------------------------------------------------------------------


def macros(v: Position, side: int, legal: tuple[Action, ...]) -> tuple[Macro, ...]:
    """Lists of actions under one name: the proposed line, a whole walk, a change of piece, a valid set of attacks."""
    top = top_of(v)
    if not legal or getattr(top, "side", -1) != side:
        return ()
    if isinstance(top, SetUp) and top.hand < 0:
        return _line_macro(v, top)
    if isinstance(top, Move) and 0 <= top.hand < IN_THE_AIR:
        return (*_walks(v, top), *_switches(v, top))
    if isinstance(top, Declare) and top.hand < 0 and ("done",) not in legal:
        actions = proposal(v, side)
        return (Macro("macro.attacks", actions),) if actions else ()
    if isinstance(top, AirStep) and top.part == LAND:
        return _landings(v, top)
    return ()


def _line_macro(v: Position, top: SetUp) -> tuple[Macro, ...]:
    """3.0a: the proposed line, as far as its places are free."""
    printed = v.setting
    plan = printed.setup["american_line" if top.side == AMERICAN else "japanese_line"]
    actions: list[Action] = []
    waiting = [piece_name(printed, n) for n in starters(v, top.side) if _where(v, n) == printed.number["coming"]]
    room = {name: len(units_at(v, n)) for name, n in printed.number.items()}
    for place, names in plan.items():
        if place == "source":
            continue
        for name in names:
            ground = name in printed.unit_number
            if name in waiting and (not ground or top.side == JAPANESE or room[place] < printed.ground_limit):
                if ground:
                    room[place] += 1
                elif printed.number[place] < printed.hexes and v.air.count(printed.number[place]) >= printed.air_limit:
                    continue
                actions += [("take", name), ("place", place)]
    return (Macro("macro.line", tuple(actions)),) if actions else ()


def _walks(v: Position, top: Move) -> tuple[Macro, ...]:
    """4.0a: every hex within reach beyond the next one, with the whole way to it, what each hex of it has cost by then,
    and whether it lies in an enemy zone."""
    printed, u, here = v.setting, top.hand, v.at[top.hand]
    if here >= printed.hexes:
        return ()
    enemy, found = front(v, top.side), list[Macro]()
    table = enemy.steps
    close = {n for n, _ in ways(v, top.side, u)}
    costs = spread(table, here, v.left[u])
    for there, cost in costs.items():
        if there == here or there in close or v.at.count(there) >= printed.ground_limit:
            continue
        way = route(table, here, there, v.left[u])
        if way[0] not in close or any(v.at.count(n) >= printed.ground_limit for n in way):
            continue
        actions = tuple(("step", printed.names[n]) for n in way)
        stops = ((printed.names[n], costs[n], bool(enemy.control[n])) for n in (here, *way))
        args = (("piece", printed.units[u].name), ("cost", cost), ("way", tuple(stops)))
        found.append(Macro("macro.walk", actions, args, space=printed.names[there]))
    return tuple(found)


def _switches(v: Position, top: Move) -> tuple[Macro, ...]:
    """Another unit instead of the one in hand."""
    printed = v.setting
    if ("drop",) not in top.legal(v, top.side):
        return ()
    dropped = top.take(v.replace(stack=v.stack[:-1]), top.side, ("drop",))
    following = dropped.stack[-1]
    assert isinstance(following, Move)
    others = [action for action in following.legal(dropped, top.side) if action[0] == "take"]
    name = piece_name(printed, top.hand)
    return tuple(
        Macro("macro.switch", (("drop",), action), (("piece", name), ("other", action[1])), piece=action[1])
        for action in others
        if action[1] != name
    )


def _landings(v: Position, top: AirStep) -> tuple[Macro, ...]:
    """13.7a: everything lands: bombers first where only they have the choice, fighters on the strip."""
    actions: list[Action] = []
    s, step = v, top
    for _ in range(len(v.air)):
        legal = step.legal(s, AMERICAN)
        if not legal or legal[0][0] != "land":
            break
        printed = s.setting
        action = min(
            legal,
            key=lambda one: (
                printed.planes[printed.plane_number[one[1]]].fighter,
                printed.field_at[printed.number[one[2]]] < 2 and printed.planes[printed.plane_number[one[1]]].fighter,
                legal.index(one),
            ),
        )
        actions.append(action)
        s = step.take(s.replace(stack=s.stack[:-1]), AMERICAN, action)
        if not isinstance(s.stack[-1], AirStep) or s.stack[-1].part != LAND:
            break
        step = s.stack[-1]
    return (Macro("macro.land_all", tuple(actions)),) if len(actions) > 1 else ()


def macro_look(macro: Macro, words: Words) -> MacroLook:
    """How a macro is shown."""
    args = dict(macro.args)
    made: MacroLook = {
        "label": words.say(macro.label, place=macro.space, **args),
        "do": [notation(action) for action in macro.actions],
    }
    if macro.piece:
        made["piece"] = macro.piece
    if macro.space:
        made["space"] = macro.space
    if "cost" in args:
        made["cost"] = str(args["cost"])
    if "way" in args:
        made["way"] = [
            {"space": place, "text": words.say("way.zone", n=paid) if zone else str(paid) if paid else ""}
            for place, paid, zone in args["way"]
        ]
    return made


# --- the log ------------------------------------------------------------------------------------------------------

EVENT_RULES = {
    "moved": "4.0a", "attack_declared": "8.2e", "fight": "8.4a", "too_weak": "8.6a", "rolled": "8.9a",
    "lost": "8.10g", "retreated": "8.10g", "no_refuge": "8.11a", "entered": "7.5.3a", "advanced": "8.10h",
    "field_taken": "12.6a", "supply_rolled": "14.0a", "supply_counted": "7.5.4b", "strategic": "10.1b",
    "turned_up": "13.6b", "worked": "11.2b", "operative": "11.2a", "air_moved": "13.7a", "no_room": "12.3.1a",
    "airfield_held": "12.6.2a", "arrived": "7.0a", "air_arrives": "7.6a", "aimed": "13.6a", "placed": "3.0a",
    "air_lost": "13.3.3e", "ship_gone": "10.5a", "flown": "13.3.3f",
}  # fmt: skip
MARKS: Mapping[str, Literal["turn", "battle", "loss", "end"]] = {
    "turn": "turn", "rolled": "battle", "too_weak": "battle", "lost": "loss", "ended": "end",
}  # fmt: skip


def line(seen: Event, words: Words, printed: Printed) -> Line | None:
    """An event in words; None if there is nothing to read."""
    args: dict[str, Any] = {name: getattr(seen, name) for name in seen.fields}
    spaces, code, kind = printed.number, args.get("result", ""), seen.called()
    side = args.get("side")
    key = kind
    if kind == "phase":
        name = str(args["name"])
        owner = name.split("_")[0]
        text = words.say(f"stage.{name}")
        if owner in SIDES and not name.endswith("_setup"):
            text = words.say("event.phase", side=words.say(f"side.{owner}"), stage=text)
        made: Line = {"kind": kind, "text": text, "rule": RULES[name]}
        if owner in SIDES:
            made["side"] = owner
        return made
    if kind == "attack_declared" and args["support"]:
        key = "attack_supported"
    elif kind == "rolled":
        row = words.say("event.rolled_modified", row=args["row"]) if args["modifier"] else ""
        args |= {"modified": row, "result": words.say(f"result.{args['result']}")}
    elif kind == "supply_rolled" and args["loss"]:
        key = "supply_failed"
    elif kind == "strategic" and not args["gone"]:
        key = "strategic_plain"
    elif kind == "air_moved":
        key = f"air_{args['how']}"
    elif kind == "ended":
        key = f"ended_{args['reason']}"
    text = words.say(f"event.{key}", **args)
    made = {"kind": kind, "text": text[0].upper() + text[1:]}
    if isinstance(side, int):
        made["side"] = SIDES[side]
    if kind in EVENT_RULES:
        made["rule"] = args.get("cause") or EVENT_RULES[kind]
    if kind in MARKS:
        made["mark"] = MARKS[kind]
    there = [args[name] for name in ("hex", "place", "end", "target") if args.get(name) in spaces]
    there += list(args.get("hexes", ()))
    if there:
        made["spaces"] = there
    motion = _motion(kind, args, side)
    if motion:
        made["motions"] = [motion]
    if kind == "fight" and isinstance(side, int):
        made["sums"] = sums(args["terms"], side, words)
    if kind in ("rolled", "supply_rolled"):
        made["dice"] = [{"value": args["die"], "text": text}]
    if kind == "rolled" and isinstance(side, int):
        made["sums"] = [_column(args | {"result": code}, side, printed, words)]
    return made


def _column(args: Mapping[str, Any], side: int, printed: Printed, words: Words) -> Sum:
    """8.9a: the column of the results table that was rolled on, with the row of the die."""
    column = printed.columns.index(args["column"])
    rows: list[Term] = []
    for row, cells in enumerate(printed.tables[side], 1):
        key = "table.row_rolled" if row == args["row"] else "table.row"
        rows.append({"text": words.say(key, row=row), "value": cells[column]})
    name = words.say("table.column", table=words.say(f"table.{SIDES[side]}"), column=args["column"])
    return {"name": name, "side": SIDES[side], "terms": rows, "total": args["result"]}


def _motion(kind: str, args: dict[str, Any], side: Any) -> Motion | None:
    if "start" in args and "end" in args:
        made: Motion = {"start": args["start"], "end": args["end"], "via": [], "count": 1}
    elif kind in ("lost", "air_lost"):
        made = {"start": args["place"], "end": args["place"], "via": [], "count": 1, "gone": True}
    else:
        return None
    if isinstance(side, int):
        made["side"] = SIDES[side]
    return made

