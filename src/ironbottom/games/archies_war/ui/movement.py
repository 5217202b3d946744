"""How moves look: where the blocks in hand may go, what a trail costs, and the macros that move many at once."""

from __future__ import annotations

from typing import Any

from ironbottom.games.archies_war.knowledge import informed
from ironbottom.games.archies_war.rules import movement
from ironbottom.games.archies_war.rules.movement import Moved, TrailLoss, TrailLost
from ironbottom.games.archies_war.rules.printed import AMERICAN, MOVED
from ironbottom.games.archies_war.rules.state import Position, arrive, enemies, kinds, less, merged, pair, put
from ironbottom.games.archies_war.ui.ends import after
from ironbottom.games.archies_war.ui.face import BlockFace, Question
from ironbottom.games.archies_war.ui.log import gone, missed, motion, worded
from ironbottom.games.archies_war.ui.odds import after_trail, fight, losing
from ironbottom.games.archies_war.ui.pieces import losable, show
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Line, Odds
from ironbottom.kernel.words import Words


@face(TrailLoss)
class TrailLossFace(BlockFace[TrailLoss]):
    def question(self, v: Position, step: TrailLoss) -> Question:
        place = v.setting.locations[step.place]
        return Question("trail", {"place": place}, {"piece": "lose {piece}"}, (place,))

    def choice(self, scene: Scene[Position], step: TrailLoss, action: Action, made: Choice) -> None:
        made["label"] = scene.words.say("choice.lose", block=action[1])
        show(made, losable(scene.v, scene.side, step, action[1]))
        if losing(scene.v, scene.side, step, action) is not None:
            made["odds"] = True

    def why_final(self, scene: Scene[Position], step: TrailLoss, action: Action) -> str | None:
        v, side = scene.v, scene.side
        if not step.attack:
            v = v.replace(blocks=arrive(v, side, step.place, v.column))
        return after(v, side, v.actions, step.attack or v.held is not None)

    def odds(self, scene: Scene[Position], step: TrailLoss, action: Action) -> Odds | None:
        """2P-30..2P-34: of the attack that is fought next."""
        plan = losing(scene.v, scene.side, step, action)
        v, proven = informed(scene.v, scene.side, scene.memory)
        return fight(v, scene.side, plan, scene.words, proven) if plan is not None else None


def show_go(v: Position, side: int, action: Action, words: Words, made: Choice) -> None:
    """2P-17, 2P-21, 2P-23: how a march of the blocks in hand is shown: its way, its cost, and which way is best. An
    attack over a trail is shown without the block that it costs, as the odds count it."""
    hand: Any = v.hand
    index = v.setting.index
    goal, via = index[action[1]], index[action[2]]
    attack = bool(v.blocks[1 - side][goal])
    same = [route for route in movement.routes_of_hand(v, side, hand) if route.goal == goal]
    route = next(route for route in same if route.via == via)
    key = "attack" if attack else "go"
    if len(same) > 1 and via != hand.origin:
        key += "_via"
    made["label"] = words.say(f"choice.{key}", place=action[1], via=action[2])
    if route.trail:
        made["label"] += words.say("choice.by_trail")
        made["cost"] = words.say("cost.trail")
        made["rule"] = "2P-21"
    else:
        made["rule"] = "2P-23" if attack else "2P-17"
    if attack:
        fighters = after_trail(v, side, kinds(hand.blocks)) if route.trail else kinds(hand.blocks)
        strength = sum(v.setting.attack[side][kind] for kind in fighters)
        general = movement.has_general(side, hand.blocks)
        made["cost"] = words.say("cost.attack_general" if general else "cost.attack", n=strength)
    if len(same) > 1 and route is min(same, key=lambda r: (r.trail, len(r.path))):
        made["main"] = True
    if route.trail and any(not other.trail for other in same):
        made["aside"] = True
    made["space"] = action[1]


def why_go_final(v: Position, side: int, action: Action) -> str | None:
    """2P-21, 2P-27: a march of several over a trail is followed by the choice of the loss."""
    hand: Any = v.hand
    index = v.setting.index
    goal, via = index[action[1]], index[action[2]]
    trail = any(r.trail for r in movement.routes_of_hand(v, side, hand) if r.goal == goal and r.via == via)
    if trail and len(hand.blocks) > 1:
        return None
    army = v.blocks[side]
    army = put(army, hand.origin, less(army[hand.origin], hand.blocks))
    if not trail and not v.blocks[1 - side][goal]:
        army = put(army, goal, merged(army[goal], hand.blocks))
    then = v.replace(blocks=pair(v.blocks, side, army))
    return after(then, side, v.actions - 1, bool(v.blocks[1 - side][goal]) or v.held is not None)


# --- macros ------------------------------------------------------------------------------------------------------


def macros(v: Position, side: int, legal: tuple[Action, ...]) -> tuple[Macro, ...]:
    """Take all blocks of a place, or all its infantry; move all, attack with all infantry; add the rest to those in
    hand."""
    here = v.setting.locations
    foes = enemies(v, side)
    hand = v.hand
    if hand is not None:
        if hand.tool >= 0:
            return ()
        attacks = movement.may_leave(v, hand.origin, foes) > movement.ANYTHING
        rest = _takes(v, side, hand.origin, attacks)
        start = here[hand.origin]
        return (Macro("macro.rest", rest, (("place", start),), space=start),) if len(rest) > 1 else ()
    found: list[Macro] = []
    able = {action[1] for action in legal if action[0] == "take"}
    for place, name in enumerate(here):
        if name not in able:
            continue
        free = movement.may_leave(v, place, foes) == movement.ANYTHING
        everything, fighters = _takes(v, side, place), _takes(v, side, place, infantry=True)
        if free and len(everything) > 1:
            found.append(Macro("macro.all", everything, (("place", name),), space=name))
        if len(fighters) > 1 and (not free or len(fighters) < len(everything)):
            found.append(Macro("macro.infantry", fighters, (("place", name),), space=name))
        if free and len(everything) > 1:
            found += _marches(v, side, place, foes, everything)
        if not v.attacked and fighters:
            found += _attacks(v, side, place, foes, fighters)
    return tuple(found)


def _marches(v: Position, side: int, place: int, foes: int, takes: tuple[Action, ...]) -> list[Macro]:
    """2P-22: the marches of all blocks of a place that cost nothing: one to each goal that a road reaches."""
    here = v.setting.locations
    found: dict[int, Macro] = {}
    routes = v.setting.routes(place, foes, _with_general(v, side, takes))
    for route in sorted(routes, key=lambda route: len(route.path)):
        if not route.trail and not foes >> route.goal & 1 and route.goal not in found:
            goal, via = here[route.goal], here[route.via]
            args = (("place", here[place]), ("goal", goal))
            found[route.goal] = Macro("macro.move", (*takes, ("go", goal, via)), args, space=goal)
    return [found[goal] for goal in sorted(found)]


def _attacks(v: Position, side: int, place: int, foes: int, takes: tuple[Action, ...]) -> list[Macro]:
    """2P-23, T-29: the attacks by all infantry of a place."""
    here = v.setting.locations
    found = []
    for route in v.setting.routes(place, foes, _with_general(v, side, takes)):
        if foes >> route.goal & 1 and (len(takes) > 1 or not route.trail):
            goal, via = here[route.goal], here[route.via]
            args = (("place", here[place]), ("goal", goal), ("via", via))
            key = "macro.attack" if route.via == place else "macro.attack_via"
            found.append(Macro(key, (*takes, ("go", goal, via)), args, space=goal))
    return found


def _with_general(v: Position, side: int, takes: tuple[Action, ...]) -> bool:
    """2P-19: whether Vandegrift is among the blocks that these actions pick up."""
    return side == AMERICAN and any(action[2] == v.setting.types[AMERICAN][0] for action in takes)


def _takes(v: Position, side: int, place: int, infantry: bool = False) -> tuple[Action, ...]:
    """The takes that pick up all that may still move from a place, or all infantry."""
    left = list(v.blocks[side][place])
    if v.hand is not None:
        for item in v.hand.blocks:
            left.remove(item)
    limit = v.setting.infantry[side]
    return tuple(
        v.setting.takes[side][place][item >> 2]
        for item in left
        if item & 3 != MOVED and (not infantry or item >> 2 < limit)
    )


# --- the log -----------------------------------------------------------------------------------------------------


@line(Moved)
def moved(seen: Moved, reader: Reader) -> Line:
    start, *via, end = seen.path
    key = ("attacked" if seen.attack else "moved") + ("_trail" if seen.trail else "")
    rule = "2P-21" if seen.trail else "2P-23" if seen.attack else "2P-17"
    return worded(seen, reader, rule, seen.path, motion(start, end, seen.n, seen.side, via), key, start=start, end=end)


@line(TrailLost)
def trail_lost(seen: TrailLost, reader: Reader) -> Line:
    made = worded(seen, reader, "2P-21", [seen.place], gone(seen.place, 1, seen.side))
    made["mark"] = "loss"
    if known := missed(seen, reader):
        made["losses"] = known
    return made
