"""The counters on the table."""

from __future__ import annotations

from collections import Counter

from ironbottom.games.henderson_field.rules.printed import AMERICAN, COMING, LOST, RABAUL, SIDES, Unit
from ironbottom.games.henderson_field.rules.state import Position, stealth_points
from ironbottom.games.henderson_field.ui.board import BARS, face_of
from ironbottom.games.henderson_field.ui.faces import owned, shown
from ironbottom.kernel.view import Piece
from ironbottom.kernel.words import Words


def shown_at(v: Position, side: int, i: int) -> str:
    """The space where a counter lies; "" for one that is not on the table."""
    p, army = v.setting, v.armies[side]
    here = army.at[i]
    if here < p.hexes:
        return p.names[here]
    if here in (COMING, RABAUL) and 0 < army.due[i] <= v.turn:
        return f"coming.{SIDES[side]}"
    if here == RABAUL:
        return f"rabaul.{p.units[side][i].period}"
    return f"lost.{SIDES[side]}" if here == LOST else ""


def hidden_ids(v: Position, side: int) -> list[tuple[str, int, int]]:
    """R7.8: the counters of a side that lie hidden: an id made of place and ordinal, the hex, the marker."""
    found, seen = [], Counter[int]()
    for here, mark in v.armies[side].hidden:
        seen[here] += 1
        found.append((f"{SIDES[side]}.hidden.{v.setting.names[here]}.{seen[here]}", here, mark))
    return found


def factors(one: Unit) -> str:
    """The factors printed on a counter."""
    return f"{one.combat}-{one.reach}-{one.move}" if one.reach else f"{one.combat}-{one.move}"


def pieces(v: Position, words: Words) -> list[Piece]:
    """R2.2.1a, R7.8: every counter on the table, the top one of each stack last, what is in hand above all."""
    p, found = v.setting, list[tuple[tuple[int, int], Piece]]()
    step = v.stack[-1] if v.stack else None
    states = shown(step).states(v, step) if owned(v, step) else {}
    for side, army in enumerate(v.armies):
        name = SIDES[side]
        for key, here, mark in hidden_ids(v, side):
            piece: Piece = {
                "id": key, "place": p.names[here], "side": name, "face": f"{name}.back", "up": False,
                "name": words.say(f"piece.hidden_{name}"),
            }  # fmt: skip
            if mark:
                piece["badges"] = [words.say("badge.stealth", n=mark)]
            found.append(((0, 0), piece))
        hand = v.doings[side].hand
        for i, unit in enumerate(p.units[side]):
            place = shown_at(v, side, i)
            if not place:
                continue
            steps = army.steps[i] or unit.combat
            # numbers are added up for a stack, words are not
            values: dict[str, str | int] = {"combat": steps, "move": str(unit.move)}
            if unit.reach:
                values["range"] = str(unit.reach)
            if unit.bar in BARS and side == AMERICAN:
                values["of"] = words.say(f"bar.{unit.bar}")
            piece = {
                "id": unit.name, "place": place, "side": name, "face": face_of(unit, steps), "up": True,
                "name": f"{unit.label}, {words.say(f'kind.{unit.kind}')}", "values": values,
            }  # fmt: skip
            if steps < unit.combat:
                piece["name"] = words.say("piece.reduced", name=piece["name"], now=steps, of=unit.combat)
            if (side, i) in states:
                piece["state"] = states[side, i]
            badges = _badges(v, side, i, words)
            if badges:
                piece["badges"] = badges
            if hand >> i & 1:
                piece["picked"] = True
            found.append(((1 + (hand >> i & 1), army.rank[i]), piece))
    found.sort(key=lambda pair: pair[0])
    return [piece for _, piece in found]


def _badges(v: Position, side: int, i: int, words: Words) -> list[str]:
    army, doing, here = v.armies[side], v.doings[side], v.armies[side].at[i]
    if here >= v.setting.hexes:
        return []
    found = []
    if army.marker[i]:
        found.append(words.say("badge.stealth", n=army.marker[i]))
    if doing.silenced >> i & 1:
        found.append(words.say("badge.silenced"))
    mark = doing.surfaced_with[i] if doing.surfaced_with else 0
    if mark and doing.points_left[i] * 2 >= stealth_points(v, side, i, mark):
        found.append(words.say("badge.ambush", n=mark))
    return found
