"""The picture of the table: counters, marks, tracks, forces, overlays; and how the game looks as a whole.

Nothing is hidden, so that the picture is the same for every viewer. What the step of the moment adds comes from its
face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

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
from ironbottom.games.first_blood.rules.state import AT_SEA, IN_THE_AIR, Position, bit
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.games.first_blood.ui import board, workshop
from ironbottom.games.first_blood.ui.board import face_of
from ironbottom.games.first_blood.ui.face import PLAIN, StepFace
from ironbottom.games.first_blood.ui.odds import crt
from ironbottom.games.first_blood.ui.sequence import sequence_bar, turn_label
from ironbottom.games.first_blood.ui.victory import decided, ending, score
from ironbottom.kernel import presenter
from ironbottom.kernel.presenter import Macro, Presenter, Scene
from ironbottom.kernel.view import (
    Board,
    Calendar,
    CalendarEntry,
    Ending,
    Force,
    MacroLook,
    Mark,
    Overlay,
    Picture,
    Piece,
    Prompt,
    Score,
    Table,
    Track,
    shaded,
)
from ironbottom.kernel.words import Words
from ironbottom.kernel.workshop import Plan


class FirstBloodPresenter(Presenter[Position]):
    """How First Blood looks."""

    follows = frozenset({"rolled", "retreated", "no_refuge", "advanced", "stayed"})

    @property
    def printed(self) -> Printed:
        found = self.game.plain
        assert isinstance(found, Printed)
        return found

    def board(self, scenario: str) -> Board:
        return board.geometry(self.printed, self.words)

    def chart(self, scenario: str, theme: str) -> str:
        return board.drawing(self.printed, theme, self.game.title)

    def faces(self, scenario: str) -> str:
        return board.counters(self.printed)

    def workshop(self, scenario: str, data: Mapping[str, Any]) -> Plan:
        return workshop.make(self.printed, self.words, data)

    def turn_label(self, view: Position) -> str:
        return turn_label(view, self.words)

    def prompt(self, scene: Scene[Position]) -> Prompt:
        """As everywhere; "why not?" is asked of places and of counters, whatever is in hand."""
        made = super().prompt(scene)
        probe = made.get("probe")
        goes = face_now(scene).goes if probe else ""
        if probe and goes:
            flying = any(action[0] == "fly" for action in scene.offered)
            there = probe.get("space", "fly {piece} {space}" if flying else f"{goes} {{space}}")
            made["probe"] = {"piece": f"{goes} {{piece}}", **probe, "space": there}
        return made

    def score(self, scene: Scene[Position]) -> Score:
        return score(scene.v, self.words)

    def decided(self, view: Position) -> Ending | None:
        return decided(view, self.words)

    def picture(self, scene: Scene[Position]) -> Picture:
        v, words = scene.v, self.words
        now = face_now(scene)
        made: Picture = {
            "turn": turn_label(v, words),
            "pieces": pieces(scene),
            "stores": [],
            "marks": marks(v, words) + now.marks(scene, scene.top),
            "tracks": [_turn_track(v, words), _field_track(v, words)],
            "calendars": [calendar(v, words)],
            "tables": _tables(scene),
            "sheets": self.sheets(scene),
            "sequence": sequence_bar(v, words),
            "forces": forces(v, words),
            "overlays": overlays(v, words) + now.overlays(scene, scene.top),
        }
        if v.result is not None:
            made["ending"] = ending(v.result, words, v.setting.own_rule)
        return made

    def macro_look(self, scene: Scene[Position], macro: Macro) -> MacroLook:
        made, args = super().macro_look(scene, macro), dict(macro.args)
        if args.get("ends"):
            made["ends"] = self.words.say(args["ends"])
        if macro.label == "macro.attack_all":
            made["odds"] = True
        if "cost" in args:
            made["cost"] = str(args["cost"])
        if "way" in args:
            made["way"] = [
                {"space": place, "text": self.words.say("way.zone", n=paid) if zone else str(paid) if paid else ""}
                for place, paid, zone in args["way"]
            ]
        return made


def face_now(scene: Scene[Position]) -> StepFace[Any]:
    """The face of the step that waits."""
    found = presenter.face_of(type(scene.top))
    return found if isinstance(found, StepFace) else PLAIN


def pieces(scene: Scene[Position]) -> list[Piece]:
    """Every counter on the table; in a pile, what is used in this phase and has not acted lies on top."""
    v, words, printed = scene.v, scene.words, scene.v.setting
    now, found = face_now(scene), list[Piece]()
    held, deeds = now.held(scene.top), now.deeds(v, scene.top)

    def put(n: int, place: int, side: int, arrives: int, piece: Any, special: bool = False) -> None:
        piece["place"] = _shown(v, place, arrives, now.waits(v, scene.top, side, arrives, special))
        if piece["place"]:
            piece |= {"side": SIDES[side], "face": face_of(piece["face"], SIDES[side]), "up": True}
            if n in held:
                piece["picked"] = True
            found.append(piece)

    for u, unit in enumerate(printed.units):
        values: dict[str, str | int] = {"combat": unit.combat}  # a number is added up over a stack, a word is not
        if unit.reach:
            values["range"] = str(unit.reach)
        values["move"] = str(unit.move)
        piece: Any = {"id": unit.name, "face": unit.name, "name": f"{unit.name}, {unit.full_name}", "values": values}
        if u in deeds:
            piece["state"] = deeds[u]
        if unit.side == JAPANESE and v.at[u] in printed.boxes:
            piece["badges"] = _box_badges(v, u, words)
        put(u, v.at[u], unit.side, unit.arrives, piece)
    for a, plane in enumerate(printed.planes):
        role = "both" if plane.fighter and plane.bomber else "fighter" if plane.fighter else "bomber"
        piece = {"id": plane.name, "face": plane.type, "name": f"{plane.type}, {printed.type_names[plane.type]}"}
        piece["name"] += f", {words.say(f'kind.{role}')}"
        if v.inverted >> a & 1 and plane.side == AMERICAN:
            piece |= {"badges": [words.say("badge.inverted")], "state": "done"}
        put(IN_THE_AIR + a, v.air[a], plane.side, plane.arrives, piece)
    busy = {n for attack in v.attacks for n in attack.ships} | {n for n, _ in v.shelling}
    for n, ship in enumerate(printed.ships):
        piece = {"id": ship.name, "face": ship.type, "name": f"{ship.type}, {printed.type_names[ship.type]}"}
        if n in busy:
            piece["state"] = "done"
        put(AT_SEA + n, v.ships[n], JAPANESE, ship.arrives, piece, ship.special)
    low = printed.unit_number if now.flies else printed.plane_number
    return sorted(found, key=lambda piece: (piece["id"] not in low, piece.get("state") not in ("moved", "done")))


def _shown(v: Position, place: int, arrives: int, waits: bool) -> str:
    """The space where a counter is drawn: what is to be placed now in its tray, what comes later on the turn record,
    like the printed counters; "" for one that is not on the table."""
    names, number = v.setting.names, v.setting.number
    if place == number["coming"]:
        return "coming" if waits else f"turn.{max(v.turn, arrives) - 1}" if arrives else ""
    return "" if place == number["lost"] else names[place - AIMED if place >= AIMED else place]


def _box_badges(v: Position, u: int, words: Words) -> list[str]:
    """6.3b, 7.2b: what a unit in a box carries, like the printed box counters: the boxes that it has been in, when they
    are more than this one, and whether it has come in this turn."""
    printed = v.setting
    visited = v.visited[u - printed.own[JAPANESE].start]
    seen = [printed.names[box][-1].upper() for n, box in enumerate(printed.boxes) if visited >> n & 1]
    badges = [" ".join(seen)] if len(seen) > 1 else []
    return badges + ([words.say("badge.new")] if v.new & bit(v, u) else [])


def marks(v: Position, words: Words) -> list[Mark]:
    """8.1b, 11.2a, 11.2c: the state of the airfields and the work on them, and the declared attacks."""
    printed, names, found = v.setting, v.setting.names, list[Mark]()
    for n, here in enumerate(printed.fields):
        if v.strips[n] in (DAMAGED, DESTROYED):
            kind: Literal["damage", "destroyed"] = "damage" if v.strips[n] == DAMAGED else "destroyed"
            found.append({"space": names[here], "kind": kind, "text": words.say(f"mark.{STATUS[v.strips[n]]}")})
        elif v.strips[n] == OPERATIVE and printed.start_status[n] == UNBUILT:
            found.append({"space": names[here], "kind": "built", "text": words.say("mark.built")})
        if v.work[n]:
            found.append({"space": names[here], "kind": "work", "text": words.say("mark.work")})
    for attack in v.attacks:
        found += [{"space": names[h], "kind": "fight", "text": words.say("mark.fight")} for h in attack.targets]
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


def _tables(scene: Scene[Position]) -> list[Table]:
    """8.9a: both results tables, with what applies lit: the column of the fight, then the row of its die."""
    lit = face_now(scene).lit(scene.v, scene.top)
    return [crt(scene.v, side, scene.words, *lit.get(side, ())) for side in (AMERICAN, JAPANESE)]


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
    """8.2a, 9.2a, 12.1a: what may be laid over the map at any time: zones of control, reach of artillery, room on the
    airfields."""
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
    return found
