"""Where there is nothing to decide the game goes on by itself, if that was agreed: the only fight of a step begins, and
fights in which nothing is decided, before the others; guns and ships that can fire nowhere else fire; aircraft land
where alone they can. If "swift" was agreed, fights whose order matters to nobody begin too, and of ships that differ in
their cargo alone a hit strikes the one that its chooser would be foolish not to choose.

Nobody loses a choice by it, for whatever else could be answered does no more; and nobody loses an undo: the side that
has just acted is asked.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from ironbottom.games.axis_allies.rules.battle_box import Pick, candidates
from ironbottom.games.axis_allies.rules.combat import Aim, Guns, PickZone, Zones, broadsides, gun_crews
from ironbottom.games.axis_allies.rules.landing import Land, free_places, to_land
from ironbottom.games.axis_allies.rules.printed import BASE, DST, KINDS, LAND, SEA, SEAS, SPACES, TRN
from ironbottom.games.axis_allies.rules.state import Campaign, Fleet, word
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import Decision, settle


def go_on(s: Campaign, acted: int) -> Campaign:
    """The state after all answers that need no asking; `acted`: the side that has just acted, or CHANCE."""
    while s.stack and (answers := plain_answers(s)):
        side: int = cast(Any, s.stack[-1]).side
        if side == acted:
            return s
        for action in answers:
            step = cast(Decision, s.stack[-1])
            s = settle(step.take(s.replace(stack=s.stack[:-1]), side, action))
    return s


def plain_answers(s: Campaign) -> tuple[Action, ...]:
    """What the side that is asked does, action by action, where there is nothing to decide; else nothing."""
    match s.stack[-1]:
        case PickZone() as pick:
            return next_fight(s, pick)
        case Guns() as guns if not guns.fired:
            return all_guns(s, guns)
        case Aim() as aim if not aim.aims:
            return all_at_troops(s, aim)
        case Land(side=side):
            return only_landing(s, side)
        case Pick() as hit if s.printed.swift:
            return plain_pick(s, hit)
    return ()


def next_fight(s: Campaign, step: PickZone) -> tuple[Action, ...]:
    """C1: the only fight that is left, or one in which nothing is to be decided: those come before the others, where
    what came of them is then known."""
    spaces, category = step.spaces, step.category
    plain = [space for space in spaces if not decisions(s, category, space)]
    if not plain and s.printed.swift:
        plain = [space for space in spaces if apart(s, category, space, spaces)]
    if not plain and len(spaces) == 1:
        plain = list(spaces)
    return (("fight", SPACES[plain[0]]),) if plain else ()


def apart(s: Campaign, category: int, space: int, spaces: tuple[int, ...]) -> bool:
    """C1, C18, C21: whether no gun and no ship that may join a fight could be used in another one instead, so that it
    does not matter which of them comes first."""
    for side in s.sides():
        enemy = 1 - side
        if category == SEA:
            others = {land for land, _ in gun_crews(s, side, space)} if s.fleet(enemy, space) else set()
            if any(s.fleet(enemy, zone) and others & set(s.printed.shores[zone]) for zone in spaces if zone != space):
                return False
        elif category == LAND and Aim(side, space).targets(s):
            zones = {zone for zone, _, _ in broadsides(s, side, space)}
            if any(Aim(side, land).targets(s) and zones & set(s.printed.waters[land])
                   for land in spaces if land != space):
                return False
    return True


def decisions(s: Campaign, category: int, space: int) -> bool:
    """C10, C18, C20: whether something is to be decided in a fight: which guns fire, who aims at what, which of two
    ships with different cargo is hit. Against aircraft there never is."""
    if category == SEA:
        return any(gun_crews(s, side, space) or mixed_cargo(s.fleet(side, space)) for side in s.sides())
    if category == LAND:
        aims = [aim for side in s.sides() if (aim := Aim(side, space)).choices(s)]
        return any(aim.targets(s) != (2,) or any(where < SEAS for where, _, _ in aim.choices(s)) for aim in aims)
    return False


def plain_pick(s: Campaign, step: Pick) -> tuple[Action, ...]:
    """C10, C15: who picks for the attacker takes a ship that carries all that each of the others does, the defender
    one that carries nothing that another does not; where there is none, he is asked."""
    ships = candidates(s, 1 - step.attacker, step.zone, step.unit)
    cargoes = [Counter(ship[1]) for ship in ships]
    own = step.side == step.attacker
    for ship, cargo in zip(ships, cargoes, strict=True):
        if all(other <= cargo if own else cargo <= other for other in cargoes):
            return (("lose", word(ship)),)
    return ()


def mixed_cargo(fleet: Fleet) -> bool:
    """C10: whether ships of one type carry different cargo."""
    return any(len({cargo for kind, cargo, _ in fleet if kind == one}) > 1 for one in (TRN, DST))


def still_to_come(s: Campaign, category: int, space: int) -> bool:
    """C1: whether an attack in this space is still to be resolved in the step that goes on."""
    zones = next(step for step in reversed(s.stack) if isinstance(step, Zones) and step.category == category)
    return space not in zones.done


def all_guns(s: Campaign, step: Guns) -> tuple[Action, ...]:
    """C18: all artillery fires, where none of it has enemy ships in another zone before it."""
    enemy, crews = 1 - step.side, step.left(s)
    if any(s.fleet(enemy, zone) and still_to_come(s, SEA, zone) for land, _ in crews for zone in s.printed.waters[land]
           if zone != step.zone):
        return ()
    return tuple(("fire", SPACES[land], n) for land, n in crews)


def all_at_troops(s: Campaign, step: Aim) -> tuple[Action, ...]:
    """C20, C21: all fires at land units, where there is no sound airfield to choose and no ship has another island
    before it."""
    enemy, choices = 1 - step.side, step.choices(s)
    if step.targets(s) != (2,):
        return ()
    islands = {land for where, _, _ in choices if where < SEAS for land in s.printed.shores[where]} - {step.land}
    if any((s.troops(enemy, land) or s.sound(enemy, land)) and still_to_come(s, LAND, land) for land in islands):
        return ()
    return tuple(("aim", SPACES[where], KINDS[kind], "troops", n) for where, kind, n in choices)


def only_landing(s: Campaign, side: int) -> tuple[Action, ...]:
    """R7, R23: aircraft with one place in reach, which has room for all who can reach it."""
    flying = [(space, kind, n, dict(free_places(s, side, kind, space))) for space, kind, n in to_land(s, side)]
    for space, kind, n, places in flying:
        if len(places) == 1:
            (end, room), = places.items()
            if end == BASE[side] or sum(many for _, _, many, others in flying if end in others) <= room:
                return (("take", SPACES[space], KINDS[kind]), ("land", SPACES[end], n))
    return ()
