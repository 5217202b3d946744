"""At sea and in a fight: both sides turn back from what is too strong for them, and land what they can."""

from __future__ import annotations

from ironbottom.games.solomons.ai.schemes import Strength, at_guadalcanal, berth_for, strength
from ironbottom.games.solomons.ai.script import wish
from ironbottom.games.solomons.ai.sightings import latest, loses, seen_strength
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.missions import Orders
from ironbottom.games.solomons.rules.naval_movement import open_homes, way_text
from ironbottom.games.solomons.rules.printed import BASES, JAPAN, TRANSPORT, USA, M
from ironbottom.games.solomons.rules.state import Campaign, at_sea, has
from ironbottom.games.solomons.rules.surface import Alteration, TargetChoice
from ironbottom.games.solomons.rules.unloading import Unloading
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought


@thought(Orders)
def orders(step: Orders, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """After a mission home to the base where the refit is shortest; back from what is too strong."""
    v, side, legal = asked.view, asked.side, asked.legal
    home: list[Action] = []
    flee: list[Action] = []
    for n in at_sea(v, side):
        force = v.forces[side][n]
        name = f"tf{n + 1}"
        if force.status == 1:
            ways = open_homes(v, side, n)
            if len({base for base, _ in ways}) > 1:
                base = berth_for(v, side, n, sorted({base for base, _ in ways}))
                way = next(way for b, way in ways if b == base)
                home.append(("home", name, BASES[base], way_text(way)))
        elif not force.status and threatened(v, side, n):
            flee += [action for action in legal if action[:2] == ("abort", name)][:1]
    found = [wish("script", home + flee)]
    if flee:
        found.append(wish("stay", home, 0.0))
    return tuple(found)


def threatened(v: Campaign, side: int, n: int) -> bool:
    """Whether a task force on its way to M, or there, had better turn back from what has been seen near it. Carriers
    are in no danger on the surface, and a landing that is nearly done is finished."""
    force = v.forces[side][n]
    units = v.fleet(side, n)
    if has(v, units, "CV") or not at_guadalcanal(force) or force.run or not v.day:
        return False
    if force.mission == TRANSPORT and force.pos == M:
        return False
    friends = [u for k in at_sea(v, side) if at_guadalcanal(v.forces[side][k]) for u in v.fleet(side, k)
               if v.p.kind[u] not in ("CV", "TR")]
    near = [s for s in current(v, 1 - side) if v.p.dist[s.hex][M] <= 2 and not s.immune]
    attack = sum(seen_strength(v, s).attack for s in near)
    return loses(strength(v, friends), Strength(attack, 0))


@thought(Alteration)
def alter(step: Alteration, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """Bombardment gives way to a fight where transports are about, or where the fight is ours anyway."""
    v, legal = asked.view, asked.legal
    found = [action for action in legal if action[0] == "alter"]
    seen = [s for s in latest(v, USA) if s.hex == M or v.p.dist[s.hex][M] <= 1]
    own = strength(v, [u for n in at_sea(v, JAPAN) if v.forces[JAPAN][n].pos == M for u in v.fleet(JAPAN, n)
                       if v.p.kind[u] != "CV"])
    foes = [seen_strength(v, s) for s in seen]
    whole = sum(f.defense for f in foes)
    guns = [action for action in found if not has(v, v.fleet(JAPAN, int(action[1][2:]) - 1), "TR")]
    if guns and any(s.transports for s in seen) and own.attack >= whole and not loses(
            own, Strength(sum(f.attack for f in foes), whole)):
        return (wish("alter", guns[:1]), wish("script", [("hold",)], 0.0))
    return (wish("script", [("hold",)]),)


@thought(TargetChoice)
def target(step: TargetChoice, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    order = ["transport", "bombardment", "returning", "anti_ship"]
    return tuple([wish("script", [("attack", sort)], 1.0 - k)
            for k, sort in enumerate(sort for sort in order if sort in step.sorts)])


@thought(Unloading)
def unload(step: Unloading, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    return (wish("script", [("everything",)]),)
