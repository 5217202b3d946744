"""Named lists of actions: a task force of all ships of a sort, a course to Guadalcanal and back, a course home."""

from __future__ import annotations

import random
from typing import Any

from ironbottom.games.solomons.rules.air.allocation import AirSheet
from ironbottom.games.solomons.rules.deployment import Allocation, InitialPlacement, PreliminarySetUp
from ironbottom.games.solomons.rules.intelligence import SAYS, Announcement
from ironbottom.games.solomons.rules.naval_movement import ends_at, make, next_places, ways_home
from ironbottom.games.solomons.rules.plotting import Plotting
from ironbottom.games.solomons.rules.printed import (
    BASES,
    BOMBARD,
    FLEET,
    JAPAN,
    PORT,
    PORTS,
    RABAUL,
    M,
    place_name,
)
from ironbottom.games.solomons.rules.sealed import READY
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.training import Training
from ironbottom.kernel.action import Action, Range, offered
from ironbottom.kernel.presenter import Macro


def macros(game: Any, v: Campaign, side: int) -> tuple[Macro, ...]:
    """What may be done at one stroke."""
    top = v.stack[-1] if v.stack else None
    if side < 0 or side not in game.to_move(v) or side not in game.waited_for(v):
        return ()
    if isinstance(top, PROPOSED):
        found = proposal(game, v, side)
        rest = _courses(game, v, side, top) if isinstance(top, Plotting) else _fleets(v, side, top) if isinstance(
            top, Allocation) else []
        return (*found, *rest)
    if isinstance(top, Announcement):
        return tuple(announced(game, v, side))
    if isinstance(top, AirSheet):
        return tuple(patrols_again(v, side, top))
    return ()


def patrols_again(v: Campaign, side: int, top: AirSheet) -> list[Macro]:
    """The patrols of the last time, with what is left of their points."""
    done: list[Action] = []
    for verb, code, n in v.usual[side]:
        name = BASES[code] if code < FLEET else f"tf{code - FLEET + 1}"
        for action in top.writes(v, side):
            if action[:2] == (verb, name) and isinstance(action[2], Range):
                done.append((verb, name, min(n, action[2].high)))
                v = top.write(v, side, done[-1])
                break
    return [Macro("macro.patrols", tuple(done))] if done else []


PROPOSED = (InitialPlacement, PreliminarySetUp, Allocation, Plotting, Training)


def proposal(game: Any, v: Campaign, side: int) -> tuple[Macro, ...]:
    """What the script would write, without its being ready."""
    legal = game.legal(v, side)
    if isinstance(v.stack[-1], Allocation) and v.drafts[side] and READY in legal:
        return ()  # made already: of the ships that are left it would form others
    plan = game.opponent.policy(v, side, legal, None, random.Random(0))[0]
    actions = tuple(action for action in plan.do if action != READY)
    return (Macro("macro.proposal", actions),) if actions else ()


def announced(game: Any, v: Campaign, side: int) -> list[Macro]:
    """What the script would announce, of each sort of sortie."""
    done: list[Action] = []
    while not v.drafts[side] or done:
        action = game.opponent.policy(v, side, game.legal(v, side), None, random.Random(0))[0].do[0]
        if action[0] != "say":
            break
        done.append(action)
        v = game.apply(v, side, action)
    done += [("say", key, "none") for key, _ in SAYS if done and key not in [action[1] for action in done]]
    return [Macro("macro.proposal", tuple(done))] if done else []


def play(s: Campaign, side: int, step: Any, actions: list[Action]) -> list[Action]:
    """The first of these actions that are legal one after the other."""
    done: list[Action] = []
    for action in actions:
        if not offered(step.legal(s, side), action):
            break
        s = step.write(s, side, action)
        done.append(action)
    return done


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


def _courses(game: Any, v: Campaign, side: int, top: Plotting) -> list[Macro]:
    found = []
    legal = game.legal(v, side)
    for n in range(6):
        force = v.forces[side][n]
        if force.pos < 0 or force.status or force.run or (force.way and force.way[-1] >= PORT and force.pos < PORT):
            continue
        piece = f"{game.sides[side]}:tf{n + 1}"
        pos, _ = ends_at(force)
        found += _templates(v, side, top, n, piece)
        found += far(v, side, n, top, legal)
        if not force.way and pos != M:
            actions = play(v, side, top, to_guadalcanal(v, side, n, top))
            if actions:
                found.append(Macro("macro.guadalcanal", tuple(actions), (("n", n + 1),), piece))
        if pos < PORT:
            actions = play(v, side, top, home(v, side, n, top))
            if actions and all(macro.actions != tuple(actions) for macro in found):
                found.append(Macro("macro.home", tuple(actions), (("n", n + 1),), piece))
    return found


def _templates(v: Campaign, side: int, top: Plotting, n: int, piece: str) -> list[Macro]:
    """A bombardment down the Slot by night, and holds filled with supply."""
    found = []
    name = f"tf{n + 1}"
    force = v.forces[side][n]
    units = v.fleet(side, n)
    if side == JAPAN and force.pos == PORT + RABAUL and not force.way:
        actions: list[Action] = [] if force.mission == BOMBARD else [("mission", name, "bombardment")]
        actions.append(("slot", name, 2 if top.half == 1 else 8))
        done = play(v, side, top, actions)
        if len(done) == len(actions):
            found.append(Macro("macro.slot", tuple(done), (("n", n + 1),), piece))
    holds: list[Action] = []
    for u in units:
        free = v.p.cargo[u] - v.cargo[u] // 10 - v.cargo[u] % 10
        if v.p.kind[u] in ("TR", "APD") and free > 0:
            holds.append(("load", v.p.ids[u], "supply", free))
    done = play(v, side, top, holds)
    if done:
        found.append(Macro("macro.supply", tuple(done), (("n", n + 1),), piece))
    return found


def _fleets(v: Campaign, side: int, top: Allocation) -> list[Macro]:
    hand, done = v.drafts[side] or (-1, ())
    if hand >= 0:
        return []
    free = next((n for n in range(6) if v.forces[side][n].pos < 0), None)
    if free is None:
        return []
    found = []
    for base in PORTS[side]:
        for sort in ("CV", "TR"):
            units = [u for u in v.p.of_side[side] if v.at[u] == base and u not in done and v.p.kind[u] == sort]
            actions: list[Action] = []
            for u in units:
                actions += [("take", v.p.ids[u]), ("join", f"tf{free + 1}")]
            actions = play(v, side, top, actions)
            if len(actions) > 3 and len(actions) % 2 == 0:
                found.append(Macro(f"macro.all_{sort.lower()}", tuple(actions), (("base", BASES[base]),), "",
                                   BASES[base]))
    return found

