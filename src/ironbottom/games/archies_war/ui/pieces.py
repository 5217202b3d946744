"""The blocks of the two-player game as the page shows them, and which of them an action means."""

from __future__ import annotations

from typing import Any

from ironbottom.games.archies_war.rules.movement import TrailLoss
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, MOVED, SIDES
from ironbottom.games.archies_war.rules.reinforcement import SetUp
from ironbottom.games.archies_war.rules.sequence import active
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.step import Refusal, Step, refuse
from ironbottom.kernel.view import Choice, Piece
from ironbottom.kernel.words import Words


def standing(v: Position, side: int, place: str) -> list[tuple[str, int, str]]:
    """The pieces of a side at a place, in a fixed order: (id, code, state); unseen ones by number."""
    setting = v.setting
    rows: list[tuple[int, str]] = []
    if place in setting.index:
        number = setting.index[place]
        rows = [(item, "") for item in v.blocks[side][number]]
        if (v.column or v.held is not None) and side == active(v):
            top = v.stack[-1] if v.stack else None
            if isinstance(top, TrailLoss) and top.place == number:
                rows += [(kind * 4, "must") for kind in v.column]
            if v.held is not None and v.held.place == number:
                rows += [(kind * 4, "attack") for kind in v.attackers]
                if v.held.air:
                    rows.append((setting.kind(side, "air_support") * 4, "attack"))
    elif place == f"casualties.{SIDES[side]}":
        rows = [(kind * 4, "lost") for kind in v.lost[side]]
    elif place == f"pool.{SIDES[side]}" and side == active(v):
        rows = [(kind * 4, "drawn") for kind in v.drawn]
        if v.hand is not None and isinstance(v.stack[-1], SetUp):
            rows += [(item, "hand") for item in v.hand.blocks]
    counted: dict[str, int] = {}
    found = []
    for item, mark in sorted(rows):
        name = setting.types[side][item >> 2] if item >= 0 else "back"
        counted[name] = counted.get(name, 0) + 1
        found.append((f"{SIDES[side]}:{place}:{name}:{counted[name]}", item, mark))
    return found


def in_hand(v: Position, side: int, place: str) -> frozenset[str]:
    """The ids of the pieces at a place that are in hand."""
    hand = v.hand
    if hand is None or side != active(v):
        return frozenset()
    picked: list[str] = []
    left = list(hand.blocks) if hand.origin >= 0 and v.setting.locations[hand.origin] == place else []
    for key, item, mark in standing(v, side, place):
        if mark == "hand":
            picked.append(key)
        elif not mark and item in left:
            left.remove(item)
            picked.append(key)
    if hand.tool >= 0 and v.setting.locations[hand.tool_at] == place:
        for key, item, mark in standing(v, side, place):
            if not mark and item >> 2 == hand.tool and key not in picked:
                picked.append(key)
                break
    return frozenset(picked)


def meant(v: Position, side: int, place: str, name: str, picked: bool = False, mark: str | None = None) -> list[str]:
    """The pieces of a side that an action at a place may mean by a block's name: those in hand or (as by default) the
    others; with a mark, those that bear it."""
    held = in_hand(v, side, place)
    kind = v.setting.kind(side, name)
    return [
        key
        for key, item, worn in standing(v, side, place)
        if item >> 2 == kind and (key in held) == picked and (mark is None or worn == mark)
    ]


def movable(v: Position, side: int, place: str, name: str) -> list[str]:
    """2P-18: the pieces that a `take` may mean: on the map, those that have not moved."""
    held = in_hand(v, side, place)
    kind = v.setting.kind(side, name)
    return [
        key
        for key, item, _ in standing(v, side, place)
        if item >> 2 == kind and key not in held and (place not in v.setting.index or item & 3 != MOVED)
    ]


def losable(v: Position, side: int, step: Step, name: str) -> list[str]:
    """2P-21, 2P-37: the pieces that a `lose` may mean."""
    place = v.setting.locations[step.place]  # type: ignore[attr-defined]
    return meant(v, side, place, name, mark="must" if isinstance(step, TrailLoss) else None)


def show(made: Choice, pieces: list[str]) -> None:
    """Let a choice be made on its piece, or on another like it."""
    if pieces:
        made["piece"] = pieces[0]
    if pieces[1:]:
        made["also"] = pieces[1:]


def why_not_piece(s: Position, side: int, action: Action, plain: Action) -> Refusal:
    """2P-18, 2P-21, 2P-50, T-28: why a piece of the page will not do, although a block like it would."""
    top: Any = s.stack[-1]
    verb = plain[0]
    place = str(action[1]).split(":")[1]
    item = next((code for key, code, _ in standing(s, side, place) if key == action[1]), None)
    if verb == "take" and item is not None and place in s.setting.index and item & 3 == MOVED:
        return refuse("2P-18", "refused.moved", block=plain[2])
    if verb == "recall" and place != f"casualties.{SIDES[side]}":
        return refuse("2P-50", "refused.not_a_casualty")
    if verb == "lose" and action[1] not in losable(s, side, top, plain[1]):
        found: Refusal = top.why_not(s, side, plain)
        return found
    return refuse(top.rule, "refused.spelling", do=notation(plain))


def places_of(v: Position, side: int) -> list[str]:
    """Where pieces of a side may be drawn."""
    return [*v.setting.locations, f"casualties.{SIDES[side]}", f"pool.{SIDES[side]}"]


def pieces(v: Position, side: int, words: Words) -> list[Piece]:
    found: list[Piece] = []
    battle, mover = v.battle, active(v)
    for owner in (AMERICAN, JAPANESE):
        name_of_side = SIDES[owner]
        for place in places_of(v, owner):
            held = in_hand(v, owner, place)
            for key, item, mark in standing(v, owner, place):
                piece: Piece = {
                    "id": key, "place": place, "side": name_of_side, "face": f"{name_of_side}.back", "name": "",
                    "up": item >= 0,
                }
                if item < 0:
                    piece["name"] = words.say(f"piece.unseen_{name_of_side}")
                else:
                    kind = item >> 2
                    name = v.setting.types[owner][kind]
                    piece["face"] = f"{name_of_side}.{name}"
                    piece["name"] = words.name(name)
                    piece["values"] = {
                        "attack": v.setting.air_value if name == "air_support" else v.setting.attack[owner][kind],
                        "defence": v.setting.defence[owner][kind],
                    }
                    if battle is not None and place == v.setting.locations[battle.place]:
                        piece["lying"] = True
                if mark == "must":
                    piece["state"] = "must" if owner == side else "moved"
                elif owner == mover and owner == side and not mark and place in v.setting.index:
                    piece["state"] = "moved" if item & 3 == MOVED else "ready"
                elif mark == "attack":
                    piece["state"] = "moved"
                    piece["badges"] = [words.say("badge.attack")]
                if key in held:
                    piece["picked"] = True
                found.append(piece)
    return found
