"""Why an action of step 2 is not allowed: the statement that forbids it. All from what the asking side knows."""

from __future__ import annotations

from ironbottom.games.archies_war.rules.abilities import AIMED, TROOPS, assault_targets, boarding, entries
from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.movement import INFANTRY, NOTHING, has_general, may_leave
from ironbottom.games.archies_war.rules.printed import AMERICAN, MOVED, NEW, SIDES, Stack
from ironbottom.games.archies_war.rules.state import Hand, Position, enemies, kinds, less, returnable
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import Refusal, refuse

_SHAPES = {"take": 2, "go": 2, "use": 2, "on": 1, "assault": 1, "recall": 2, "back": 1}
_SHAPES |= {"lose": 1, "retreat": 1, "land": 1, "attrition": 1}
"""How many arguments the verbs have."""


def spelled(action: Action) -> Action:
    """An action in which a piece of the page stands (`american:koli_point:inf4:1`), as the rules write it."""
    if len(action) < 2 or not isinstance(action[1], str) or action[1].count(":") != 3:
        return action
    verb, piece, *rest = action
    _side, place, kind, number = piece.split(":")
    if verb == "take":
        return (verb, place, kind, *rest)
    if verb == "use":
        return (verb, kind, place, *rest)
    if verb == "pick":
        return (verb, int(number) if number.isdigit() else 0)
    return (verb, kind, *rest)


def why_no_action(s: Position, side: int, action: Action) -> Refusal:
    """2P-16: the statement that forbids this action now."""
    verb, *args = action
    hand = s.hand
    names = [arg for arg in args if isinstance(arg, str)]
    if len(names) < len(args) or len(args) > _SHAPES.get(verb, 0):
        return refuse("2P-16", "refused.actions")
    if verb == "take":
        return _take(s, side, hand, *([*names, "", ""])[:2])
    if verb == "go":
        return _go(s, side, hand, *([*names, "", ""])[:2])
    if verb == "use":
        return _use(s, side, hand, *([*names, "", ""])[:2])
    if verb == "on":
        return _on(s, side, hand, ([*names, ""])[0])
    if verb == "assault":
        return _assault(s, side, hand, ([*names, ""])[0])
    if verb == "recall":
        return _recall(s, side, hand, *([*names, "", ""])[:2])
    if verb == "resolve":
        if hand is not None:
            return refuse("2P-16", "refused.hand_full")
        if s.held is None:
            return refuse("2P-27", "refused.nothing_held")
        return refuse("T-02", "refused.fight_later")
    if verb == "end" and hand is not None:
        return refuse("2P-16", "refused.hand_full")
    if verb == "back":
        return refuse("2P-17", "refused.not_in_hand")
    if verb in ("lose", "retreat", "stay", "return"):
        return refuse("2P-35", "refused.no_combat")
    if verb == "land":
        return refuse("2P-14", "refused.landed")
    if verb == "attrition":
        return refuse("2P-55", "refused.attrition_later")
    return refuse("2P-16", "refused.actions")


def _location(s: Position, name: str) -> int:
    return s.setting.index.get(name, -1)


def _block(s: Position, side: int, place: int, name: str) -> Refusal | None:
    """2P-8, 2P-17: there is no such block of one's own."""
    kind = s.setting.kind(side, name)
    if place < 0:
        return refuse("2P-4", "refused.not_on_map")
    if kind < 0 or kind not in kinds(s.blocks[side][place]):
        if s.blocks[1 - side][place] and not s.blocks[side][place]:
            return refuse("2P-8", "refused.enemy_block")
        return refuse("2P-17", "refused.no_such_block", place=s.setting.locations[place])
    return None


def _take(s: Position, side: int, hand: Hand | None, place_name: str, name: str) -> Refusal:
    """2P-17, 2P-18, 2P-20, 2P-24, 2P-26, 2P-28, T-29: why a block cannot be picked up for a move."""
    place = _location(s, place_name)
    kind = s.setting.kind(side, name)
    if hand is not None and hand.tool >= 0:
        return _board(s, side, hand, place, name)
    if (wrong := _block(s, side, place, name)) is not None:
        return wrong
    if s.held is not None and s.setting.immediate:
        return refuse("T-02", "refused.fight_first")
    if hand is not None and hand.origin != place:
        return refuse("2P-17", "refused.one_origin", place=s.setting.locations[hand.origin])
    stack = s.blocks[side][place]
    held: Stack = hand.blocks if hand is not None else ()
    left = less(stack, held)
    if kind not in kinds(left):
        return refuse("2P-17", "refused.in_hand", block=name)
    if all(item & 3 == MOVED for item in left if item >> 2 == kind):
        return refuse("2P-18", "refused.moved", block=name)
    leave = may_leave(s, place, enemies(s, side))
    if leave == NOTHING:
        return refuse("2P-24", "refused.shut_in", place=place_name)
    if leave >= INFANTRY and kind >= s.setting.infantry[side]:
        return refuse("2P-26", "refused.shut_in_special", block=name, place=place_name)
    return refuse("T-29", "refused.trail_alone")


def _board(s: Position, side: int, hand: Hand, place: int, name: str) -> Refusal:
    """2P-42, 2P-43, 2P-44, T-13: why a block cannot take part in an amphibious assault."""
    if s.setting.types[side][hand.tool] != "amphibious_assault":
        return refuse("2P-16", "refused.aim_first", block=s.setting.types[side][hand.tool])
    if (wrong := _block(s, side, place, name)) is not None:
        return wrong
    kind = s.setting.kind(side, name)
    if side == AMERICAN and kind == 0:
        return refuse("2P-44", "refused.general_at_sea")
    if kind >= s.setting.infantry[side]:
        return refuse("2P-26", "refused.not_infantry", block=name)
    if not s.setting.beach[place]:
        return refuse("2P-42", "refused.origin_no_beach", place=s.setting.locations[place])
    if hand.blocks and place != hand.origin:
        return refuse("2P-42", "refused.one_beach", place=s.setting.locations[hand.origin])
    if len(hand.blocks) >= TROOPS:
        return refuse("2P-42", "refused.two_at_most")
    left = [item for item in less(s.blocks[side][place], hand.blocks) if item >> 2 == kind]
    if not left:
        return refuse("2P-17", "refused.in_hand", block=name)
    if any(item & 3 == NEW for item in left):
        return refuse("T-13", "refused.not_there_before", block=name)
    return refuse("2P-43", "refused.moved", block=name)


def _go(s: Position, side: int, hand: Hand | None, goal_name: str, via_name: str) -> Refusal:
    """2P-17, 2P-19, 2P-20, 2P-24, 2P-26, 2P-28, T-26, T-29: why the blocks in hand cannot go there."""
    if hand is None or (not hand.blocks and hand.tool < 0):
        return refuse("2P-17", "refused.take_first")
    if hand.tool >= 0:
        return refuse("2P-16", "refused.aim_first", block=s.setting.types[side][hand.tool])
    goal = _location(s, goal_name)
    if goal < 0:
        return refuse("2P-4", "refused.not_on_map")
    if goal == hand.origin:
        return refuse("2P-17", "refused.same_place", place=goal_name)
    foes = enemies(s, side)
    attack = bool(foes >> goal & 1)
    general = has_general(side, hand.blocks)
    if attack:
        if s.held is not None and s.held.place == goal:
            return refuse("2P-28", "refused.no_joining", place=goal_name)
        if s.attacked:
            return refuse("2P-24", "refused.attack_used")
        specials = [kind for kind in kinds(hand.blocks) if kind >= s.setting.infantry[side]]
        if specials:
            return refuse("2P-26", "refused.not_infantry", block=s.setting.types[side][specials[0]])
    ways = [route for route in s.setting.routes(hand.origin, foes, general) if route.goal == goal]
    if not ways:
        if general and any(route.goal == goal for route in s.setting.routes(hand.origin, foes, False)):
            return refuse("2P-19", "refused.general_range", place=goal_name, n=s.setting.general_range)
        return refuse("2P-20", "refused.blocked", place=goal_name)
    via = _location(s, via_name)
    if via >= 0 and via not in [route.via for route in ways]:
        if foes >> via & 1:
            return refuse("2P-20", "refused.blocked_at", place=via_name)
        if general and s.setting.route(hand.origin, foes, False, goal, via) is not None:
            return refuse("2P-19", "refused.general_way", place=goal_name, via=via_name, n=s.setting.general_range)
        if s.setting.route(hand.origin, 0, general, goal, via) is not None:
            return refuse("2P-20", "refused.blocked_on", place=goal_name, via=via_name)
        return refuse("T-26", "refused.no_such_way", place=goal_name, via=via_name)
    if attack and len(hand.blocks) == 1 and all(route.trail for route in ways if via < 0 or route.via == via):
        return refuse("T-29", "refused.trail_alone")
    return refuse("T-26", "refused.which_way", place=goal_name)


def _use(s: Position, side: int, hand: Hand | None, name: str, place_name: str) -> Refusal:
    """2P-24, 2P-42..2P-53, T-02, T-03, T-22, T-36: why a special block cannot be used."""
    if hand is not None:
        return refuse("2P-16", "refused.hand_full")
    place = _location(s, place_name)
    if (wrong := _block(s, side, place, name)) is not None:
        return wrong
    if s.setting.kind(side, name) < s.setting.infantry[side]:
        return refuse("2P-16", "refused.no_ability", block=name)
    if name == "barbed_wire":
        return refuse("2P-48", "refused.wire_only_stands")
    if name == "air_support":
        if s.held is None:
            return refuse("T-03", "refused.air_needs_attack")
        return refuse("T-03", "refused.air_used")
    if s.setting.immediate and s.held is not None:
        return refuse("T-02", "refused.fight_first")
    if name in ("amphibious_assault", "major_bombardment") and s.attacked:
        return refuse("2P-24", "refused.attack_used")
    if name == "amphibious_assault":
        if not assault_targets(s, side):
            return refuse("2P-42", "refused.no_enemy_beach")
        if not any(boarding(s, side, where) for where in s.setting.places):
            beaches = [stack for where, stack in enumerate(s.blocks[side]) if s.setting.beach[where]]
            ashore = {item >> 2 for stack in beaches for item in stack if item >> 2 < s.setting.infantry[side]}
            if side == AMERICAN and ashore == {GENERAL}:
                return refuse("2P-44", "refused.general_at_sea")
            return refuse("2P-43", "refused.no_troops")
    if name == "resupply":
        if not s.lost[side]:
            return refuse("T-22", "refused.no_casualties")
        if not returnable(s, side):
            return refuse("T-19", "refused.all_used")
        if not entries(s, side):
            return refuse("T-36", "refused.entry_closed")
    if name == "major_bombardment":
        return refuse("2P-52", "refused.major_no_target")
    if name == "minor_bombardment":
        return refuse("2P-53", "refused.minor_no_target")
    return refuse("T-22", "refused.no_target")


def _on(s: Position, side: int, hand: Hand | None, place_name: str) -> Refusal:
    """2P-49, 2P-51..2P-53, T-22: why an ability cannot be aimed there."""
    if hand is None or hand.tool < 0:
        return refuse("2P-16", "refused.use_first")
    ability = s.setting.types[side][hand.tool]
    if ability not in AIMED:
        if ability == "amphibious_assault":
            return _assault(s, side, hand, place_name)
        return _recall(s, side, hand, "", place_name)
    place = _location(s, place_name)
    if place < 0:
        return refuse("2P-4", "refused.not_on_map")
    if not enemies(s, side) >> place & 1:
        return refuse("T-22", "refused.nobody_there", place=place_name)
    if ability == "minor_bombardment":
        return refuse("2P-53", "refused.minor_elsewhere", place=place_name)
    return refuse("2P-52", "refused.major_elsewhere", place=place_name)


def _assault(s: Position, side: int, hand: Hand | None, place_name: str) -> Refusal:
    """2P-42, T-22: why an amphibious assault cannot go there."""
    if hand is None or hand.tool < 0 or s.setting.types[side][hand.tool] != "amphibious_assault":
        return refuse("2P-42", "refused.use_first")
    place = _location(s, place_name)
    if place < 0:
        return refuse("2P-4", "refused.not_on_map")
    if not hand.blocks:
        return refuse("2P-42", "refused.troops_first")
    if not s.setting.beach[place]:
        return refuse("2P-42", "refused.target_no_beach", place=place_name)
    return refuse("2P-42", "refused.nobody_there", place=place_name)


def _recall(s: Position, side: int, hand: Hand | None, name: str, place_name: str) -> Refusal:
    """2P-13, 2P-14, 2P-50, T-19, T-36: why a casualty cannot return, or not there."""
    if hand is None or hand.tool < 0 or s.setting.types[side][hand.tool] != "resupply":
        return refuse("2P-50", "refused.use_first")
    kind = s.setting.kind(side, name)
    if name and kind in s.used[side] and kind not in returnable(s, side):
        return refuse("T-19", "refused.was_used")
    if name and kind not in s.lost[side]:
        if name == "resupply":
            return refuse("T-19", "refused.not_itself")
        return refuse("2P-50", "refused.not_a_casualty")
    place = _location(s, place_name)
    if not name and place in entries(s, side):
        return refuse("2P-50", "refused.casualty_first")
    if side == AMERICAN and place != s.setting.field:
        return refuse("2P-13", "refused.enters_at_field")
    if side != AMERICAN and s.anchor >= 0 and place != s.anchor:
        return refuse("2P-14", "refused.same_anchor", place=s.setting.locations[s.anchor])
    if place < 0:
        return refuse("2P-4", "refused.not_on_map")
    if s.blocks[1 - side][place]:
        return refuse("T-36", "refused.entry_held", place=place_name)
    return refuse("2P-14", "refused.no_anchor", place=place_name)


def not_asked(s: Position, side: int, action: Action, rule: str, mover: int) -> Refusal:
    """2P-11, 2P-16: why a side that is not asked may not act."""
    if action[0] in ("take", "go", "use", "on", "assault", "recall", "resolve", "end", "back"):
        if side != mover:
            return refuse("2P-16", "refused.no_actions", side=SIDES[side])
        return refuse(rule or "2P-16", "refused.other_decides", side=SIDES[1 - side])
    return refuse(rule or "2P-11", "refused.not_your_decision")
