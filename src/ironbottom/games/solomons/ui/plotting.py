"""How plots look: the courses, and those that are written at one stroke."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ironbottom.games.solomons.rules.naval_movement import ends_at, make, next_places, ways_home
from ironbottom.games.solomons.rules.plotting import Plotting, crowded
from ironbottom.games.solomons.rules.printed import (
    BASES,
    BOMBARD,
    JAPAN,
    MISSIONS,
    PORT,
    PORTS,
    RABAUL,
    SIDES,
    M,
    place_name,
)
from ironbottom.games.solomons.rules.state import UNKNOWN, Campaign, has
from ironbottom.games.solomons.ui.face import CampaignFace, Form, owes, play, proposal
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.games.solomons.ui.picture import courses
from ironbottom.games.solomons.ui.pieces import load_of, unit_name
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.presenter import Macro, Scene, face
from ironbottom.kernel.view import Choice, Odds, Probe, Sheet, Term


@face(Plotting)
class PlottingFace(CampaignFace[Plotting]):
    stage = "plot"
    probe: ClassVar[Probe] = {"space": "plot {piece} {space}"}
    stays = True
    in_sheet = True

    def prompt_key(self, scene: Scene[Campaign], step: Plotting) -> str:
        owed = owes(scene) and not crowded(scene.v)
        return "prompt.Plotting_owed" if owed else super().prompt_key(scene, step)

    def choice(self, scene: Scene[Campaign], step: Plotting, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action[0] == "plot":
            made["cost"] = str(step.first() + len(scene.v.forces[scene.side][int(action[1][2:]) - 1].way))

    def sheet(self, form: Form, step: Plotting) -> Sheet:
        """Missions, courses and cargo."""
        v, side, words = form.v, form.side, form.words
        fields = []
        macros = macro_keys(form.scene)
        for n in range(6):
            force = v.forces[side][n]
            if force.pos < 0:
                continue
            tf = f"tf{n + 1}"
            actions = [text for text in form.naming(tf) if not text.startswith("plot ")]
            run = words.say("badge.run") if force.run in (1, 2) else words.say("badge.answer") if force.run else ""
            name = words.say("sheet.force_mission", n=n + 1, mission=words.say(f"mission.{MISSIONS[force.mission]}"))
            fields.append(form.field(
                tf, name, run, actions[:3] + macros.get(f"{SIDES[side]}:{tf}", []) + actions[3:],
                note=words.say("sheet.ships_task", ships=form.ships(n), task=task(form, n)),
                pieces=[f"{SIDES[side]}:{tf}"]))
        for key in form.things():
            u = v.p.index.get(key)
            actions = [text for text in form.naming(key) if not text.startswith("dive ")]
            if u is not None and actions:
                load = load_of(v, u, words) if v.p.cargo[u] else ""
                fields.append(form.field(key, unit_name(v, u), load, actions, pieces=[key]))
        chart = courses(v, side, words)
        totals: list[Term] = []
        if any(text.startswith("load ") for text in form.texts) and v.depot[side] != UNKNOWN:
            totals.append({"text": words.say("sheet.depot", base=words.name(BASES[0 if side == JAPAN else 2])),
                           "value": str(v.depot[side]), "rule": "RS-075"})
        return form.of("plot", fields, tables=[chart] if chart else None, totals=totals,
                       blocks=[words.say("blocks.submarines" if side == JAPAN and crowded(v) else "blocks.promise")]
                       if form.stuck else [])

    def starts(self, scene: Scene[Campaign], step: Plotting, action: Action) -> bool:
        """Whether a plot says that a task force bombards with its guns."""
        if action[0] not in ("slot", "mission"):
            return False
        v, side, n = scene.v, scene.side, int(action[1][2:]) - 1
        wanted = v.forces[side][n].mission == BOMBARD if action[0] == "slot" else action[2:] == ("bombardment",)
        return wanted and not any(v.p.deck[u] for u in v.fleet(side, n))

    def chances(self, chances: Chances, step: Plotting, action: Action) -> Odds:
        return chances.guns(action)

    def strokes(self, scene: Scene[Campaign], step: Plotting) -> Iterable[Macro]:
        return (*proposal(scene), *_courses(scene.v, scene.side, step, scene.legal))


def task(form: Form, n: int) -> str:
    """RS-068: when an own task force has executed its mission."""
    v, force = form.v, form.v.forces[form.side][n]
    units = v.fleet(form.side, n)
    key = MISSIONS[force.mission]
    if key == "transport":
        slow = has(v, units, "TR")
        fast = any(v.p.kind[u] == "APD" or (v.p.kind[u] == "DD" and v.cargo[u] > 0) for u in units)
        return form.words.say(f"task.transport{'_both' if slow and fast else '_fast' if fast else ''}")
    return form.words.say(f"task.{key}{'_carriers' if any(v.p.deck[u] for u in units) else ''}")


def macro_keys(scene: Scene[Campaign]) -> dict[str, list[str]]:
    """The macros of each piece, as a field names them."""
    found: dict[str, list[str]] = {}
    for macro in scene.game.macros(scene.v, scene.side):
        if macro.piece and not macro.space:
            found.setdefault(macro.piece, []).append(";".join(notation(action) for action in macro.actions))
    return found


def route(s: Campaign, pos: int, goal: int) -> list[int]:
    """A shortest way over hexes, first by letter, without the start."""
    way: list[int] = []
    while pos != goal:
        pos = min(n for n in s.p.near[pos] if s.p.dist[n][goal] < s.p.dist[pos][goal])
        way.append(pos)
    return way


def to_guadalcanal(s: Campaign, side: int, n: int, step: Plotting, wait: int = 0, stop: int = 1) -> list[Action]:
    """A course to M, a stay there, and the shortest way home, as far as the half reaches."""
    force = s.forces[side][n]
    carrier, slow = make(s, side, n)
    pos, stay = ends_at(force)
    places: list[int] = []
    if pos >= PORT:
        places += [pos] * wait
        first = min(s.p.entries[pos - PORT], key=lambda h: (s.p.dist[h][M], h))
        places += [first, first] if slow else [first]
        pos, stay = first, 2 if slow else 1
    elif slow and stay < 2:
        places.append(pos)
    for hex_ in route(s, pos, M):
        places += [hex_, hex_] if slow and hex_ != M else [hex_]
    places += [M] * (stop - 1 if pos != M or not places else max(0, stop - 1))
    if slow and stop < 2:
        places.append(M)
    bases = [b for b in PORTS[side] if s.p.base_open(b, carrier)]
    home = min(bases, key=lambda b: (s.p.home_hops[b][M], b))
    places += ways_home(s.p, slow, M, 2, home)[0]
    left = step.last() - step.first() + 1 - len(force.way)
    return [("plot", f"tf{n + 1}", place_name(place)) for place in places[:left]]


def far(v: Campaign, side: int, n: int, step: Plotting, legal: tuple[Action, ...]) -> list[Macro]:
    """The shortest legal course to every place that lies farther off than the next entry, first by letter."""
    force = v.forces[side][n]
    name = f"tf{n + 1}"
    pos, stay = ends_at(force)
    carrier, slow = make(v, side, n)
    first = step.first() + len(force.way)
    opening = [place for place in next_places(v.p, side, carrier, slow, pos, stay, first)
               if ("plot", name, place_name(place)) in legal]
    found: dict[int, tuple[int, ...]] = {}
    seen = {(pos, min(stay, 2))}
    edge: list[tuple[int, int, tuple[int, ...]]] = [
        (place, stay + 1 if place == pos else 1, (place,)) for place in opening]
    for segment in range(first + 1, step.last() + 2):
        longer = []
        for at, stood, way in edge:
            if (at, min(stood, 2)) in seen:
                continue
            seen.add((at, min(stood, 2)))
            if at != pos:
                found.setdefault(at, way)
            if at < PORT:
                longer += [(place, stood + 1 if place == at else 1, (*way, place))
                           for place in next_places(v.p, side, carrier, slow, at, stood, segment)]
        edge = longer
    piece = f"{'japanese' if side == JAPAN else 'american'}:{name}"
    return [
        Macro("macro.course", tuple(("plot", name, place_name(place)) for place in way),
              (("n", n + 1), ("segment", first), ("from", place_name(pos)), ("base", place_name(goal))),
              piece, place_name(goal))
        for goal, way in sorted(found.items()) if len(way) > 1
    ]


def home(s: Campaign, side: int, n: int, step: Plotting) -> list[Action]:
    """The shortest way home."""
    force = s.forces[side][n]
    carrier, slow = make(s, side, n)
    pos, stay = ends_at(force)
    bases = [b for b in PORTS[side] if s.p.base_open(b, carrier)]
    base = min(bases, key=lambda b: (s.p.home_hops[b][pos], b))
    left = step.last() - step.first() + 1 - len(force.way)
    return [("plot", f"tf{n + 1}", place_name(place)) for place in ways_home(s.p, slow, pos, stay, base)[0][:left]]


def _courses(v: Campaign, side: int, step: Plotting, legal: tuple[Action, ...]) -> list[Macro]:
    found = []
    for n in range(6):
        force = v.forces[side][n]
        if force.pos < 0 or force.status or force.run or (force.way and force.way[-1] >= PORT and force.pos < PORT):
            continue
        piece = f"{SIDES[side]}:tf{n + 1}"
        pos, _ = ends_at(force)
        found += _templates(v, side, step, n, piece)
        found += far(v, side, n, step, legal)
        if not force.way and pos != M and not make(v, side, n)[0]:  # carriers stay out of M
            actions = play(v, side, step, to_guadalcanal(v, side, n, step))
            if actions:
                found.append(Macro("macro.guadalcanal", tuple(actions), (("n", n + 1),), piece))
        if pos < PORT:
            actions = play(v, side, step, home(v, side, n, step))
            if actions and all(macro.actions != tuple(actions) for macro in found):
                found.append(Macro("macro.home", tuple(actions), (("n", n + 1),), piece))
    return found


def _templates(v: Campaign, side: int, step: Plotting, n: int, piece: str) -> list[Macro]:
    """A bombardment down the Slot by night, and holds filled with supply."""
    found = []
    name = f"tf{n + 1}"
    force = v.forces[side][n]
    units = v.fleet(side, n)
    if side == JAPAN and force.pos == PORT + RABAUL and not force.way:
        actions: list[Action] = [] if force.mission == BOMBARD else [("mission", name, "bombardment")]
        actions.append(("slot", name, 2 if step.half == 1 else 8))
        done = play(v, side, step, actions)
        if len(done) == len(actions):
            found.append(Macro("macro.slot", tuple(done), (("n", n + 1),), piece))
    holds: list[Action] = []
    for u in units:
        free = v.p.cargo[u] - v.cargo[u] // 10 - v.cargo[u] % 10
        if v.p.kind[u] in ("TR", "APD") and free > 0:
            holds.append(("load", v.p.ids[u], "supply", free))
    done = play(v, side, step, holds)
    if done:
        found.append(Macro("macro.supply", tuple(done), (("n", n + 1),), piece))
    return found
