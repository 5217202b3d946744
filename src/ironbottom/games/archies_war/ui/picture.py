"""What stands around the map of the two-player game: stores, marks, tracks, calendar, sequence of play, forces."""

from __future__ import annotations

from typing import Any

from ironbottom.games.archies_war.knowledge import unseen
from ironbottom.games.archies_war.rules.abilities import Strike
from ironbottom.games.archies_war.rules.combat import AttackerLoss, DefenderLoss, Retreat, StayOrReturn
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, UNKNOWN, Stack
from ironbottom.games.archies_war.rules.reinforcement import Draw, Land, SetUp
from ironbottom.games.archies_war.rules.sequence import Attrition, active
from ironbottom.games.archies_war.rules.state import Position, kinds
from ironbottom.kernel.step import Step
from ironbottom.kernel.view import CalendarEntry, Force, Mark, Stage, Store, Track
from ironbottom.kernel.words import Words


def stores(v: Position, words: Words) -> list[Store]:
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


def marks(v: Position, words: Words) -> list[Mark]:
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


def tracks(v: Position, words: Words) -> list[Track]:
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


def calendar(v: Position, words: Words) -> list[CalendarEntry]:
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


def stages(v: Position, words: Words) -> list[Stage]:
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


def forces(v: Position, side: int, words: Words) -> list[Force]:
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
