"""How the two-player game looks to one viewer: picture, prompt, choices and log. All from that viewer's view."""

from __future__ import annotations

from typing import Any

from ironbottom.games.archies_war.knowledge import unseen
from ironbottom.games.archies_war.rules import movement
from ironbottom.games.archies_war.rules.abilities import Point, Strike
from ironbottom.games.archies_war.rules.combat import (
    AttackerLoss,
    DefenderLoss,
    Retreat,
    StayOrReturn,
    attack_parts,
    defence_parts,
    margin,
)
from ironbottom.games.archies_war.rules.movement import TrailLoss
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, MOVED, SIDES, UNKNOWN, Stack
from ironbottom.games.archies_war.rules.reinforcement import POOL, Draw, Land, SetUp, open_anchors
from ironbottom.games.archies_war.rules.sequence import Actions, Attrition, active
from ironbottom.games.archies_war.rules.state import Position, enemies, kinds
from ironbottom.games.archies_war.ui.odds import has_odds, odds, terms
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.event import Plain
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import OBSERVER, Refusal, Step, refuse
from ironbottom.kernel.view import (
    CalendarEntry,
    Choice,
    Field,
    Force,
    Line,
    MacroLook,
    Mark,
    Motion,
    Picture,
    Piece,
    Probe,
    Prompt,
    Sheet,
    Shown,
    Stage,
    Store,
    Sum,
    Term,
    Track,
)
from ironbottom.kernel.words import Words

ENDING_RULES = {"held": "2P-1", "henderson_field": "2P-2", "bombardment": "2P-3"}


# --- pieces ------------------------------------------------------------------------------------------------------


def standing(v: Position, side: int, place: str) -> list[tuple[str, int, str]]:
    """The pieces of a side at a place, in a fixed order: (id, code, state); unseen ones by number."""
    setting = v.setting
    mover = active(v)
    rows: list[tuple[int, str]] = []
    if place in setting.index:
        number = setting.index[place]
        rows = [(item, "") for item in v.blocks[side][number]]
        top = v.stack[-1] if v.stack else None
        if side == mover:
            if isinstance(top, TrailLoss) and top.place == number:
                rows += [(kind * 4, "must") for kind in v.column]
            if v.held is not None and v.held.place == number:
                rows += [(kind * 4, "attack") for kind in v.attackers]
                if v.held.air:
                    rows.append((setting.kind(side, "air_support") * 4, "attack"))
    elif place == f"casualties.{SIDES[side]}":
        rows = [(kind * 4, "lost") for kind in v.lost[side]]
    elif place == f"pool.{SIDES[side]}" and side == mover:
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
    if verb == "lose" and action[1] not in _piece_ids(s, side, top, plain):
        found: Refusal = top.why_not(s, side, plain)
        return found
    return refuse(top.rule, "refused.spelling", do=notation(plain))


def _piece_ids(s: Position, side: int, top: Any, action: Action) -> tuple[str, ...]:
    first, more = _piece_of(s, side, top, action)
    return (first, *more)


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


def places_of(v: Position, side: int) -> list[str]:
    """Where pieces of a side may be drawn."""
    return [*v.setting.locations, f"casualties.{SIDES[side]}", f"pool.{SIDES[side]}"]


def _pieces(v: Position, side: int, words: Words) -> list[Piece]:
    found: list[Piece] = []
    battle = v.battle
    for owner in (AMERICAN, JAPANESE):
        name_of_side = SIDES[owner]
        for place in places_of(v, owner):
            held = in_hand(v, owner, place)
            for key, item, mark in standing(v, owner, place):
                piece: Piece = {
                    "id": key,
                    "place": place,
                    "side": name_of_side,
                    "face": f"{name_of_side}.back",
                    "name": "",
                }
                if item < 0:
                    piece["name"] = words.say(f"piece.unseen_{name_of_side}")
                else:
                    kind = item >> 2
                    name = v.setting.types[owner][kind]
                    piece["face"] = f"{name_of_side}.{name}"
                    piece["name"] = words.name(name)
                    piece["up"] = True
                    piece["values"] = {
                        "attack": v.setting.air_value if name == "air_support" else v.setting.attack[owner][kind],
                        "defence": v.setting.defence[owner][kind],
                    }
                    if battle is not None and place == v.setting.locations[battle.place]:
                        piece["lying"] = True
                if mark == "must":
                    piece["state"] = "must" if owner == side else "moved"
                elif owner == active(v) and owner == side and not mark and place in v.setting.index:
                    piece["state"] = "moved" if item & 3 == MOVED else "ready"
                elif mark == "attack":
                    piece["state"] = "moved"
                    piece["badges"] = [words.say("badge.attack")]
                if key in held:
                    piece["picked"] = True
                found.append(piece)
    return found


# --- the picture -------------------------------------------------------------------------------------------------


def turn_label(v: Position, words: Words) -> str:
    """The turn."""
    return words.say("picture.turn", turn=v.turn)


def picture(v: Position, side: int, words: Words) -> Picture:
    """All that a viewer may know, as the page shows it."""
    made: Picture = {
        "turn": turn_label(v, words),
        "pieces": _pieces(v, side, words),
        "stores": _stores(v, words),
        "marks": _marks(v, words),
        "tracks": _tracks(v, words),
        "calendars": [{"id": "calendar", "name": words.say("picture.calendar"), "entries": _calendar(v, words)}],
        "tables": [],
        "sheets": _sheets(v, side, words),
        "sequence": _stages(v, words),
        "forces": _forces(v, side, words),
    }
    if v.result is not None:
        made["ending"] = {
            "winners": [SIDES[owner] for owner, points in enumerate(v.result.returns) if points > 0],
            "text": words.say(f"ending.{v.result.reason}", n=v.setting.turns, tokens=v.setting.tokens_to_win),
            "rule": ENDING_RULES[v.result.reason],
        }
    return made


def _stores(v: Position, words: Words) -> list[Store]:
    return [
        {
            "place": f"pool.{name}",
            "kind": "blocks",
            "name": words.say("picture.pool"),
            "amount": len(v.pools[owner]),
            "side": name,
        }
        for owner, name in enumerate(SIDES)
    ]


def _marks(v: Position, words: Words) -> list[Mark]:
    """What the locations show besides their blocks: the fight, Recon's sight, and where the field is in danger."""
    here = v.setting.locations
    found: list[Mark] = []
    if v.battle is not None:
        found.append(
            {
                "space": here[v.battle.place],
                "kind": "fight",
                "text": words.say("mark.combat"),
                "side": SIDES[v.battle.side],
            }
        )
    elif v.held is not None:
        found.append(
            {"space": here[v.held.place], "kind": "fight", "text": words.say("mark.held"), "side": SIDES[active(v)]}
        )
    for place in v.scouted:
        found.append({"space": here[place], "kind": "sighted", "text": words.say("mark.scouted"), "side": "american"})
    if v.spotted:
        found.append(
            {"space": here[v.setting.field], "kind": "sighted", "text": words.say("mark.spotted"), "side": "american"}
        )
    if isinstance(v.stack[0] if v.stack else None, Step) and not any(isinstance(step, SetUp) for step in v.stack):
        if not v.blocks[AMERICAN][v.setting.field]:
            taken = bool(v.blocks[JAPANESE][v.setting.field])
            text = words.say("mark.field_taken" if taken else "mark.field_empty")
            found.append({"space": here[v.setting.field], "kind": "danger", "text": text, "side": "japanese"})
        for place in v.setting.adjacent:
            if v.blocks[JAPANESE][place]:
                found.append(
                    {"space": here[place], "kind": "danger", "text": words.say("mark.scores"), "side": "japanese"}
                )
    for place in v.setting.anchors:
        if v.blocks[AMERICAN][place]:
            found.append(
                {"space": here[place], "kind": "control", "text": words.say("mark.anchor_closed"), "side": "american"}
            )
        elif place in v.setting.more_anchors:
            text = words.say("mark.more_anchor")
            found.append({"space": here[place], "kind": "control", "text": text, "side": "japanese"})
    return found


def _tracks(v: Position, words: Words) -> list[Track]:
    setting = v.setting
    turns = range(1, setting.turns + 1)
    notes = []
    for turn in turns:
        parts = [words.say("track.reinforced")] if turn >= setting.first_reinforcement else []
        if turn in setting.attrition:
            parts.append(words.say("track.attrition"))
        notes.append(", ".join(parts))
    return [
        {
            "id": "turn",
            "name": words.say("track.turn"),
            "cells": [str(turn) for turn in turns],
            "markers": [{"at": v.turn - 1, "name": words.say("picture.turn", turn=v.turn)}],
            "notes": notes,
            "place": "turn",
            "rule": "2P-11",
        },
        {
            "id": "bombardment",
            "name": words.say("track.bombardment"),
            "cells": [str(n) for n in range(setting.tokens_to_win + 1)],
            "markers": [{"at": v.tokens, "name": words.say("track.tokens", n=v.tokens), "side": "japanese"}],
            "place": "bombardment",
            "rule": "2P-54",
        },
    ]


def _calendar(v: Position, words: Words) -> list[CalendarEntry]:
    entries: list[CalendarEntry] = []
    for turn in range(1, v.setting.turns + 1):
        parts = [
            words.say(
                "calendar.both" if turn >= v.setting.first_reinforcement else "calendar.japanese", n=v.setting.draw
            )
        ]
        if turn in v.setting.attrition:
            parts.append(words.say("calendar.attrition"))
        entry: CalendarEntry = {"when": words.say("picture.turn", turn=turn), "text": "; ".join(parts)}
        if turn == v.turn:
            entry["now"] = True
        entries.append(entry)
    return entries


def _stages(v: Position, words: Words) -> list[Stage]:
    """2P-11: the sequence of play, and where in it we are."""
    mover = active(v)
    now = _stage(v)
    order = ["reinforce", "actions", "attack", "check"]
    stages: list[Stage] = []
    rules = {"reinforce": "2P-12", "actions": "2P-16", "attack": "2P-24", "check": "2P-54", "attrition": "2P-55"}
    for owner, name in enumerate(SIDES):
        steps = [*order, "attrition"] if owner == JAPANESE else order
        for number, key in enumerate(steps):
            state: Any = "next"
            if not v.stack or owner < mover or (owner == mover and now in steps and number < steps.index(now)):
                state = "done"
            elif owner == mover and key == now:
                state = "now"
            skipped = (
                (key == "reinforce" and owner == AMERICAN and v.turn < v.setting.first_reinforcement)
                or (key == "attrition" and v.turn not in v.setting.attrition)
            )  # fmt: skip
            if skipped and state != "now":
                state = "skipped"
            if key == "attack" and owner == mover and v.attacked and v.held is None and now == "actions":
                state = "done"
            stages.append(
                {
                    "id": f"{name}.{key}",
                    "name": words.say(f"stage.{key}"),
                    "state": state,
                    "group": words.say(f"stage.{name}"),
                    "side": name,
                    "rule": rules[key],
                }
            )
    if now == "setup":
        stages.insert(
            0,
            {"id": "setup", "name": words.say("stage.setup"), "state": "now", "group": words.say("stage.american"),
             "side": "american", "rule": "2P-10"},
        )  # fmt: skip
        for stage in stages[1:]:
            if stage["state"] != "skipped":
                stage["state"] = "next"
    return stages


def _stage(v: Position) -> str:
    if any(isinstance(step, SetUp) for step in v.stack):
        return "setup"
    top = v.stack[-1] if v.stack else None
    if isinstance(top, (Draw, Land)):
        return "reinforce"
    if isinstance(top, Attrition) or (isinstance(top, Strike) and top.cause == "turn"):
        return "attrition"
    if isinstance(top, (DefenderLoss, AttackerLoss, Retreat, StayOrReturn)):
        return "attack"
    return "actions"


def _forces(v: Position, side: int, words: Words) -> list[Force]:
    """One's own blocks by type, everywhere; of the enemy the numbers, and what the unseen ones can be."""
    found: list[Force] = []
    for owner, name in enumerate(SIDES):
        groups: list[tuple[str, Stack]] = [
            ("map", tuple(kind for stack in v.blocks[owner] for kind in kinds(stack))),
            ("pool", v.pools[owner]),
            ("casualties", v.lost[owner]),
        ]
        if owner == active(v):
            hand = kinds(v.hand.blocks) if v.hand is not None and v.stack and isinstance(v.stack[-1], SetUp) else ()
            groups.insert(1, ("under_way", (*v.drawn, *hand, *v.column, *v.attackers)))
        for group, types in groups:
            title = words.say(f"forces.{group}")
            for kind in sorted(set(types)):
                count = types.count(kind)
                if kind == UNKNOWN:
                    found.append(
                        {
                            "side": name,
                            "group": title,
                            "text": words.say("forces.unknown"),
                            "count": count,
                            "face": f"{name}.back",
                        }
                    )
                else:
                    block = v.setting.types[owner][kind]
                    found.append(
                        {
                            "side": name,
                            "group": title,
                            "text": words.name(block),
                            "count": count,
                            "face": f"{name}.{block}",
                        }
                    )
        if v.result is None and owner != side:
            rest = unseen(v, owner)
            for kind in dict.fromkeys(rest):
                block = v.setting.types[owner][kind]
                found.append(
                    {"side": name, "group": words.say("forces.unseen"), "text": words.name(block),
                     "count": rest.count(kind), "face": f"{name}.{block}"}
                )  # fmt: skip
    return found


def _sheets(v: Position, side: int, words: Words) -> list[Sheet]:
    """The battle sheet: before the combat what is known and the odds, in it the sums and the loser's choices."""
    here = v.setting.locations
    battle = v.battle
    top = v.stack[-1] if v.stack else None
    if battle is not None:
        foe = 1 - battle.side
        attack = attack_parts(v.setting, battle.side, battle.attackers, battle.air)
        defence = defence_parts(v.setting, foe, battle.defenders)
        need = margin(v.setting, battle.place)
        totals: list[Term] = [
            *terms(attack, words, battle.side),
            _total(words, "sheet.attack", battle.attack, SIDES[battle.side]),
        ]
        totals += [
            *terms(defence, words, foe),
            {"text": words.say(f"odds.{need.name}"), "value": f"+{need.amount}", "rule": need.rule},
        ]
        totals.append(_total(words, "sheet.need", battle.need, SIDES[foe]))
        fields: list[Field] = []
        blocks: list[str] = []
        if isinstance(top, (DefenderLoss, AttackerLoss, Retreat, StayOrReturn)):
            mine = top.side == side
            choices = [notation(action) for action in top.legal(v, side)] if mine else []
            key = {DefenderLoss: "loss", AttackerLoss: "loss", Retreat: "retreat", StayOrReturn: "stay"}[type(top)]
            fields.append(
                {
                    "id": key,
                    "name": words.say(f"sheet.{key}"),
                    "value": words.say("sheet.not_chosen"),
                    "choices": choices,
                }
            )
            blocks.append(words.say(f"sheet.must_{key}", side=SIDES[top.side]))
        return [
            {"id": "battle", "kind": "battle", "title": words.say("sheet.combat", place=here[battle.place]),
             "fields": fields,
             "rule": "2P-34" if battle.general else need.rule, "totals": totals, "blocks": blocks}
        ]  # fmt: skip
    if v.held is not None:
        sheet: Sheet = {
            "id": "battle", "kind": "battle", "title": words.say("sheet.held", place=here[v.held.place]), "fields": [],
            "rule": "2P-27", "blocks": [words.say("sheet.held_back", side=SIDES[active(v)])],
        }  # fmt: skip
        if UNKNOWN not in v.attackers:
            parts = attack_parts(v.setting, active(v), v.attackers, v.held.air)
            total = sum(part.amount for part in parts)
            sheet["totals"] = [*terms(parts, words, active(v)), _total(words, "sheet.attack", total, SIDES[active(v)])]
            if side == active(v) and (known := odds(v, side, ("resolve",), words)) is not None:
                sheet["odds"] = known
        return [sheet]
    return []


def _total(words: Words, key: str, amount: int, side: str) -> Term:
    return {"text": words.say(key), "value": str(amount), "side": side}


# --- the prompt --------------------------------------------------------------------------------------------------


def prompt(v: Position, side: int, words: Words) -> Prompt:
    """Who must do what, in a sentence."""
    if v.result is not None:
        text = words.say(f"ending.{v.result.reason}", n=v.setting.turns, tokens=v.setting.tokens_to_win)
        return {"text": text, "sides": [], "mine": False, "rule": ENDING_RULES[v.result.reason]}
    top: Any = v.stack[-1]
    if isinstance(top, (Draw, Strike)):
        return {"text": words.say("prompt.chance"), "sides": [], "mine": False, "rule": top.rule}
    asked: int = top.side
    mine = asked == side
    key, args, probe, focus = _question(v, top, mine)
    name = SIDES[asked]
    text = words.say(f"prompt.{key}" if mine else f"prompt.other_{key}", side=name, **args)
    made: Prompt = {"text": text, "sides": [name], "mine": mine, "rule": _prompt_rule(v, top, mine)}
    if mine and probe:
        made["probe"] = probe
    if focus:
        made["focus"] = focus
    return made


def _prompt_rule(v: Position, top: Any, mine: bool) -> str:
    if mine and isinstance(top, Actions) and v.hand is not None and v.hand.tool >= 0:
        ability = v.setting.types[top.side][v.hand.tool]
        return {
            "recon": "2P-49", "attrition": "2P-51", "major_bombardment": "2P-52", "minor_bombardment": "2P-53",
            "resupply": "2P-50", "amphibious_assault": "2P-42",
        }.get(ability, "2P-16")  # fmt: skip
    rule: str = top.rule
    return rule


def _question(v: Position, top: Any, mine: bool) -> tuple[str, dict[str, Any], Probe, list[str]]:
    """The text's key and arguments, how the page asks "why not", and where to look."""
    here = v.setting.locations
    if isinstance(top, SetUp):
        if mine and v.hand is not None:
            block = v.setting.types[AMERICAN][v.hand.blocks[0] >> 2]
            return "setup_place", {"block": block}, {"space": "set {space}"}, []
        return "setup", {}, {"piece": "take {piece}", "space": "set {space}"}, []
    if isinstance(top, Actions):
        return _actions_question(v, top, mine)
    if isinstance(top, TrailLoss):
        return "trail", {"place": here[top.place]}, {"piece": "lose {piece}"}, [here[top.place]]
    if isinstance(top, DefenderLoss):
        return "defender_loss", {"place": here[top.place]}, {"piece": "lose {piece}"}, [here[top.place]]
    if isinstance(top, AttackerLoss):
        return "attacker_loss", {"place": here[top.place]}, {"piece": "lose {piece}"}, [here[top.place]]
    if isinstance(top, Retreat):
        return "retreat", {"place": here[top.place]}, {"space": "retreat {space}"}, [here[top.place]]
    if isinstance(top, StayOrReturn):
        return "stay", {"place": here[top.place], "back": here[top.origin]}, {}, [here[top.place]]
    if isinstance(top, Land):
        focus = [here[place] for place in open_anchors(v)]
        return "land", {"n": len(v.drawn) or v.setting.draw}, {"space": "land {space}"}, focus
    if isinstance(top, Point):
        return "point", {"place": here[top.place], "block": top.cause}, {"piece": "pick {piece}"}, [here[top.place]]
    return "attrition", {}, {"space": "attrition {space}"}, []


def _actions_question(v: Position, top: Any, mine: bool) -> tuple[str, dict[str, Any], Probe, list[str]]:
    here = v.setting.locations
    hand = v.hand if mine else None
    if hand is not None and hand.tool >= 0:
        ability = v.setting.types[top.side][hand.tool]
        if ability == "amphibious_assault":
            key = "assault_target" if hand.blocks else "assault_troops"
            return key, {"n": len(hand.blocks)}, {"piece": "take {piece}", "space": "assault {space}"}, []
        if ability == "resupply":
            return "resupply", {}, {"piece": "recall {piece}", "space": "on {space}"}, [f"casualties.{SIDES[top.side]}"]
        key = "attrition_block" if ability == "attrition" else ability
        return key, {}, {"space": "on {space}"}, []
    if hand is not None:
        args = {"n": len(hand.blocks), "place": here[hand.origin]}
        return "march", args, {"piece": "take {piece}", "space": "go {space}"}, [here[hand.origin]]
    key = "actions"
    args = {"n": v.actions, "turn": v.turn}
    focus = []
    if v.held is not None:
        key = "fight_now" if v.setting.immediate else "held_later" if v.setting.anywhere_after else "held"
        args = {"n": v.actions, "place": here[v.held.place]}
        focus = [here[v.held.place]]
    return key, args, {"piece": "take {piece}", "space": "go {space}"}, focus


# --- choices -----------------------------------------------------------------------------------------------------


def choice(v: Position, side: int, action: Action, words: Words, ends: str | None) -> Choice:
    """How an action is shown: on which piece or space, with which words."""
    verb = action[0]
    made: Choice = {"do": notation(action), "label": ""}
    if ends is not None:
        made["ends"] = words.say(ends)
    top: Any = v.stack[-1]
    if top.retracts(action):
        made["retract"] = True
    if has_odds(v, side, action):
        made["odds"] = True
    piece, rest = _piece_of(v, side, top, action)
    if piece:
        made["piece"] = piece
        if rest:
            made["also"] = rest
    say = words.say
    if verb == "take":
        made["label"] = say("choice.take", block=action[2], place=action[1])
        made["rule"] = (
            top.rule if isinstance(top, SetUp) else "2P-42" if v.hand is not None and v.hand.tool >= 0 else "2P-17"
        )
    elif verb == "back":
        made["label"] = say("choice.back", block=action[1])
    elif verb == "use":
        made["label"] = say(f"choice.use_{action[1]}", place=action[2])
        made["rule"] = _ability_rule(action[1])
    elif verb == "go":
        _look_of_go(v, side, action, words, made)
    elif verb == "set":
        _show(made, say("choice.set", place=action[1]), space=action[1])
    elif verb == "lift":
        made["label"] = say("choice.lift", place=action[1])
    elif verb == "on":
        ability = v.setting.types[side][v.hand.tool] if v.hand is not None else ""
        _show(made, say(f"choice.on_{ability}", place=action[1]), space=action[1])
        made["rule"] = _ability_rule(ability)
    elif verb == "assault":
        _show(made, say("choice.assault", place=action[1]), space=action[1], rule="2P-42")
    elif verb == "recall":
        _show(made, say("choice.recall", block=action[1], place=action[2]), rule="2P-50")
    elif verb == "lose":
        _show(made, say("choice.lose", block=action[1]), rule=top.rule)
    elif verb in ("retreat", "land", "attrition"):
        _show(made, say(f"choice.{verb}", place=action[1]), space=action[1], rule=top.rule)
    elif verb == "pick":
        _show(made, say("choice.pick", n=action[1]), rule="T-05")
    elif verb == "resolve":
        place = v.setting.locations[v.held.place] if v.held is not None else ""
        _show(made, say("choice.resolve", place=place), rule="2P-27", main=True)
    elif verb == "end":
        key = "end_held" if v.held is not None else "end_unused" if v.actions == v.setting.total_actions else "end"
        _show(made, say(f"choice.{key}"), rule="2P-16")
    else:
        _show(made, say(f"choice.{verb}"), rule="2P-45")
    return made


def _show(made: Choice, label: str, space: str = "", rule: str = "", main: bool = False) -> None:
    made["label"] = label
    if space:
        made["space"] = space
    if rule:
        made["rule"] = rule
    if main:
        made["main"] = True


def _look_of_go(v: Position, side: int, action: Action, words: Words, made: Choice) -> None:
    hand = v.hand
    assert hand is not None
    index = v.setting.index
    goal, via = index[action[1]], index[action[2]]
    attack = bool(v.blocks[1 - side][goal])
    same = [route for route in movement.routes_of_hand(v, side, hand) if route.goal == goal]
    route = next(route for route in same if route.via == via)
    key = "attack" if attack else "go"
    if len(same) > 1:
        key += "_via"
    made["label"] = words.say(f"choice.{key}", place=action[1], via=action[2])
    if route.trail:
        made["label"] += words.say("choice.by_trail")
        made["cost"] = words.say("cost.trail")
        made["rule"] = "2P-21"
    else:
        made["rule"] = "2P-23" if attack else "2P-17"
    if attack:
        strength = sum(v.setting.attack[side][kind] for kind in kinds(hand.blocks))
        general = movement.has_general(side, hand.blocks)
        made["cost"] = words.say("cost.attack_general" if general else "cost.attack", n=strength)
    best = min(same, key=lambda r: (r.trail, len(r.path)))
    if len(same) > 1 and best is route:
        made["main"] = True
    made["space"] = action[1]


def _ability_rule(ability: str) -> str:
    return {
        "air_support": "2P-47", "recon": "2P-49", "resupply": "2P-50", "attrition": "2P-51",
        "major_bombardment": "2P-52", "minor_bombardment": "2P-53", "amphibious_assault": "2P-42",
    }[ability]  # fmt: skip


def _piece_of(v: Position, side: int, top: Any, action: Action) -> tuple[str, list[str]]:
    """The piece by which an action is done, and others alike."""
    verb = action[0]
    place = ""
    name = ""
    picked = False
    if verb == "take":
        place, name = action[1], action[2]
    elif verb == "use":
        name, place = action[1], action[2]
    elif verb == "recall":
        place, name = f"casualties.{SIDES[side]}", action[1]
    elif verb == "back":
        hand = v.hand
        assert hand is not None
        name, picked = action[1], True
        if isinstance(top, SetUp):
            place = POOL
        else:
            place = v.setting.locations[hand.origin if hand.blocks else hand.tool_at]
    elif verb == "lose":
        place, name = v.setting.locations[top.place], action[1]
    elif verb == "pick":
        there = [key for key, _, _ in standing(v, 1 - side, v.setting.locations[top.place])]
        return there[action[1] - 1], []
    elif verb == "lift":
        there = [key for key, _, _ in standing(v, side, action[1])]
        return there[0], []
    if not place:
        return "", []
    held = in_hand(v, side, place)
    kind = v.setting.kind(side, name)
    found = []
    for key, item, mark in standing(v, side, place):
        if item >> 2 != kind or (key in held) != picked:
            continue
        if verb == "take" and place in v.setting.index and item & 3 == MOVED:
            continue
        if verb == "lose" and isinstance(top, TrailLoss) and mark != "must":
            continue
        found.append(key)
    return (found[0], found[1:]) if found else ("", [])


# --- macros ------------------------------------------------------------------------------------------------------


def macros(v: Position, side: int, legal: tuple[Action, ...]) -> tuple[Macro, ...]:
    """Take all blocks of a place, or all its infantry; attack with all infantry; add the rest to those in hand."""
    top = v.stack[-1] if v.stack else None
    if not isinstance(top, Actions) or top.side != side:
        return ()
    hand = v.hand
    found: list[Macro] = []
    if hand is not None:
        if hand.tool < 0:
            start = v.setting.locations[hand.origin]
            leave = movement.may_leave(v, hand.origin, enemies(v, side))
            rest = _all(v, side, hand.origin, infantry=leave > movement.ANYTHING)
            if len(rest) > 1:
                found.append(Macro("macro.rest", rest, (("place", start),), space=start))
        return tuple(found)
    foes = enemies(v, side)
    able = {action[1] for action in legal if action[0] == "take"}
    for place, name in enumerate(v.setting.locations):
        if name not in able:
            continue
        leave = movement.may_leave(v, place, foes)
        everything = _all(v, side, place, infantry=False)
        fighters = _all(v, side, place, infantry=True)
        if leave == movement.ANYTHING and len(everything) > 1:
            found.append(Macro("macro.all", everything, (("place", name),), space=name))
        if (len(fighters) > 1 and len(fighters) < len(everything)) or (leave > movement.ANYTHING and len(fighters) > 1):
            found.append(Macro("macro.infantry", fighters, (("place", name),), space=name))
        if leave == movement.ANYTHING and len(everything) > 1:
            found += _moves(v, place, foes, everything, has_general(v, side, everything))
        if v.attacked or not fighters:
            continue
        general = has_general(v, side, fighters)
        for route in v.setting.routes(place, foes, general):
            if foes >> route.goal & 1 and (len(fighters) > 1 or not route.trail):
                goal, via = v.setting.locations[route.goal], v.setting.locations[route.via]
                found.append(
                    Macro(
                        "macro.attack",
                        (*fighters, ("go", goal, via)),
                        (("place", name), ("goal", goal), ("via", via)),
                        space=goal,
                    )
                )
    return tuple(found)


def has_general(v: Position, side: int, takes: tuple[Action, ...]) -> bool:
    """2P-19: whether Vandegrift is among the blocks that these actions pick up."""
    return side == AMERICAN and any(action[2] == v.setting.types[AMERICAN][0] for action in takes)


def _moves(v: Position, place: int, foes: int, takes: tuple[Action, ...], general: bool) -> list[Macro]:
    """2P-22: the marches of all blocks of a place that cost nothing: one to each goal that a road reaches."""
    here = v.setting.locations
    found: dict[int, Macro] = {}
    for route in sorted(v.setting.routes(place, foes, general), key=lambda route: len(route.path)):
        if not route.trail and not foes >> route.goal & 1 and route.goal not in found:
            goal, via = here[route.goal], here[route.via]
            args = (("place", here[place]), ("goal", goal))
            found[route.goal] = Macro("macro.move", (*takes, ("go", goal, via)), args, space=goal)
    return [found[goal] for goal in sorted(found)]


def _all(v: Position, side: int, place: int, infantry: bool) -> tuple[Action, ...]:
    """The takes that pick up all that may still move from a place."""
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


def macro_look(v: Position, side: int, macro: Macro, words: Words, ends: str | None = None) -> MacroLook:
    """How a macro is shown."""
    args = dict(macro.args)
    made: MacroLook = {"label": words.say(macro.label, **args), "do": [notation(action) for action in macro.actions]}
    if macro.space:
        made["space"] = macro.space
    if ends is not None:
        made["ends"] = words.say(ends)
    return made


# --- the log -----------------------------------------------------------------------------------------------------


def line(seen: Plain, side: int, words: Words) -> Line | None:
    """An event, as a side has seen it, in the game's words."""
    kind = seen.kind
    if f"log.{kind}" not in words:
        return None
    args = dict(seen.args)
    args.update(seen.hidden)
    owner = args.get("side", "")
    made: Line = {"kind": kind, "text": ""}
    if owner:
        made["side"] = owner
    key = f"log.{kind}"
    known = f"log.{kind}_known"
    if "block" in args and known in words:
        key = known
        if seen.hidden:
            made["private"] = True
    rule = _RULES.get(kind, "")
    spaces = [args[name] for name in ("place", "start", "end", "target") if isinstance(args.get(name), str)]
    motions: list[Motion] = []
    if kind == "turn":
        made["mark"] = "turn"
    elif kind == "drawn":
        made["drawn"] = 1
    elif kind == "moved":
        path = args["path"]
        spaces = list(path)
        args["start"], args["end"] = path[0], path[-1]
        key = "log.attacked" if args["attack"] else "log.moved"
        if args["trail"]:
            key += "_trail"
        rule = "2P-21" if args["trail"] else "2P-23" if args["attack"] else "2P-17"
        motions.append(_motion(path[0], path[-1], args["n"], owner, via=path[1:-1]))
    elif kind == "assaulted" or kind in ("retreated", "repulsed", "went_back"):
        motions.append(_motion(args["start"], args["end"], args["n"], owner))
    elif kind == "landed":
        motions.append(_motion(f"pool.{owner}", args["place"], args["n"], owner))
    elif kind == "resupplied":
        motions.append(_motion(f"casualties.{owner}", args["place"], 1, owner))
    elif kind in ("trail_loss", "hit", "wire_lost", "no_retreat", "loss"):
        motions.append(_motion(args["place"], f"casualties.{owner}", args.get("n", 1), owner, gone=True))
        made["mark"] = "loss"
        if kind == "hit":
            rule = {"attrition": "2P-51", "major_bombardment": "2P-52", "minor_bombardment": "2P-53", "turn": "2P-55"}[
                args["cause"]
            ]
    elif kind == "used":
        key = f"log.used_{args['block']}"
        rule = _ability_rule(args["block"])
        motions.append(_motion(args["place"], f"casualties.{owner}", 1, owner, gone=True))
        made["shown"] = [_shown(owner, args["block"], args["place"], words)]
    elif kind == "scouted":
        made["private"] = True
        made["shown"] = [_shown("japanese", block, args["place"], words) for block in args["blocks"]]
    elif kind == "combat":
        made["mark"] = "battle"
        key, rule = _combat_line(args, made, words)
    elif kind == "over":
        made["mark"] = "end"
        key = f"log.over_{args['reason']}"
        rule = ENDING_RULES[args["reason"]]
    made["text"] = words.say(key, **args)
    if rule:
        made["rule"] = rule
    if spaces:
        made["spaces"] = list(dict.fromkeys(spaces))
    if motions:
        made["motions"] = motions
    return made


_RULES = {
    "turn": "2P-11", "drawn": "2P-12", "landed": "2P-14", "anchors_closed": "T-11", "set_up": "2P-10",
    "trail_loss": "2P-21",
    "combat": "2P-30", "loss": "2P-37", "wire_lost": "2P-48", "no_retreat": "2P-38", "retreated": "2P-38",
    "repulsed": "2P-39",
    "went_back": "2P-45", "stayed": "2P-45", "walk_over": "T-25", "no_effect": "2P-53", "scouted": "2P-49",
    "resupplied": "2P-50", "assaulted": "2P-42", "pointed": "T-05", "bombarded": "2P-54", "attrition": "2P-55",
    "ended": "2P-16",
}  # fmt: skip


def _combat_line(args: dict[str, Any], made: Line, words: Words) -> tuple[str, str]:
    """A combat in the log: both sums with every modifier, and all blocks that were shown."""
    side = args["side"]
    foe = SIDES[1 - SIDES.index(side)]
    name, amount, rule = args["margin"]
    attack, defence, need = args["sums"]
    sums: list[Sum] = [
        {
            "name": words.say("odds.attack"),
            "side": side,
            "terms": _rows(args["attack"], side, words),
            "total": str(attack),
        },
        {
            "name": words.say("odds.defence"),
            "side": foe,
            "terms": [
                *_rows(args["defence"], foe, words),
                {"text": words.say(f"odds.{name}"), "value": f"+{amount}", "rule": rule},
            ],
            "total": str(need),
        },
    ]
    made["sums"] = sums
    made["shown"] = [_shown(side, block, args["place"], words) for block in args["attackers"]] + [
        _shown(foe, block, args["place"], words) for block in args["defenders"]
    ]
    won = args["winner"] == side
    args.update(foe=foe, sum=attack, against=defence, need=need)
    if args["general"]:
        return ("log.combat_general_wins" if won else "log.combat_general_holds"), "2P-34"
    return ("log.combat" if won else "log.combat_lost"), rule


def _rows(rows: Any, side: str, words: Words) -> list[Term]:
    return [
        {"text": words.name(name), "value": f"+{amount}", "rule": rule, "side": side} for name, amount, rule in rows
    ]


def _shown(side: str, block: str, place: str, words: Words) -> Shown:
    return {"face": f"{side}.{block}", "name": words.name(block), "side": side, "space": place}


def _motion(start: str, end: str, count: int, side: str, via: Any = (), gone: bool = False) -> Motion:
    made: Motion = {"start": start, "end": end, "via": list(via), "count": count, "side": side}
    if gone:
        made["gone"] = True
    return made


__all__ = ["OBSERVER", "choice", "line", "macro_look", "macros", "picture", "prompt", "standing"]
