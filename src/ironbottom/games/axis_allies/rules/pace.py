"""Where there is nothing to decide the game goes on by itself, if that was agreed: the only fight of a step begins, and
fights in which nothing is decided, before the others; guns and ships that can fire nowhere else fire; aircraft land
where alone they can.

Nobody loses a choice by it, for whatever else could be answered does no more; and nobody loses an undo: the side that
has just acted is asked.
"""

from __future__ import annotations

from typing import Any, cast

from ironbottom.games.axis_allies.rules.combat import Aim, Guns, PickZone, Zones, gun_crews
from ironbottom.games.axis_allies.rules.printed import BASE, DST, KINDS, LAND, SEA, SEAS, SPACES, TRN
from ironbottom.games.axis_allies.rules.regroup import Land, free_places, to_land
from ironbottom.games.axis_allies.rules.state import Campaign, Fleet
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
    return ()


def next_fight(s: Campaign, step: PickZone) -> tuple[Action, ...]:
    """C1: the only fight that is left, or one in which nothing is to be decided: those come before the others, where
    what came of them is then known."""
    plain = [space for space in step.spaces if not decisions(s, step.category, space)] or step.spaces
    return (("fight", SPACES[plain[0]]),) if len(step.spaces) == 1 or plain is not step.spaces else ()


def decisions(s: Campaign, category: int, space: int) -> bool:
    """C10, C18, C20: whether something is to be decided in a fight: which guns fire, who aims at what, which of two
    ships with different cargo is hit. Against aircraft there never is."""
    if category == SEA:
        return any(gun_crews(s, side, space) or mixed_cargo(s.fleet(side, space)) for side in s.sides())
    if category == LAND:
        aims = [aim for side in s.sides() if (aim := Aim(side, space)).choices(s)]
        return any(aim.targets(s) != (2,) or any(where < SEAS for where, _, _ in aim.choices(s)) for aim in aims)
    return False


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
