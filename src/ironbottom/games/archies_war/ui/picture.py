"""What stands around the map of the two-player game: stores, marks, tracks, calendar, sequence of play, forces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from ironbottom.games.archies_war.knowledge import unseen
from ironbottom.games.archies_war.rules.abilities import Strike
from ironbottom.games.archies_war.rules.combat import AttackerLoss, DefenderLoss, Retreat, StayOrReturn
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, UNKNOWN, Printed, Stack
from ironbottom.games.archies_war.rules.reinforcement import Draw, Land, SetUp
from ironbottom.games.archies_war.rules.sequence import Attrition, active
from ironbottom.games.archies_war.rules.state import Position, kinds
from ironbottom.games.archies_war.ui.memory import Recalled
from ironbottom.kernel.view import CalendarEntry, Force, Mark, Stage, Store, Track
from ironbottom.kernel.words import Words


def stores(v: Position, words: Words) -> list[Store]:
    return [
        {
            "place": f"pool.{name}", "kind": "blocks", "name": words.say("picture.pool"), "amount": len(v.pools[owner]),
            "side": name,
        }
        for owner, name in enumerate(SIDES)
    ]


def marks(v: Position, words: Words, past: Sequence[Recalled]) -> list[Mark]:
    """What the locations show besides their blocks: the fight, Recon's sight, where the field is in danger, and what is
    remembered of the enemy."""
    found: list[Mark] = []

    def mark(place: int, kind: Literal["fight", "sighted", "danger", "control"], key: str, side: int) -> None:
        space = v.setting.locations[place]
        found.append({"space": space, "kind": kind, "text": words.say(f"mark.{key}"), "side": SIDES[side]})

    field = v.setting.field
    if v.battle is not None:
        mark(v.battle.place, "fight", "combat", v.battle.side)
    elif v.held is not None:
        mark(v.held.place, "fight", "held", active(v))
    for place in v.scouted:
        mark(place, "sighted", "scouted", AMERICAN)
    if v.spotted:
        mark(field, "sighted", "spotted", AMERICAN)
    if v.stack and not any(isinstance(step, SetUp) for step in v.stack):
        if not v.blocks[AMERICAN][field]:
            mark(field, "danger", "field_taken" if v.blocks[JAPANESE][field] else "field_empty", JAPANESE)
        for place in v.setting.adjacent:
            if v.blocks[JAPANESE][place]:
                mark(place, "danger", "scores_twice" if v.setting.both_checks else "scores", JAPANESE)
    for place in v.setting.anchors:
        if v.blocks[AMERICAN][place]:
            mark(place, "control", "anchor_closed", AMERICAN)
        elif place in v.setting.more_anchors:
            mark(place, "control", "more_anchor", JAPANESE)
    return found + [one.mark(words) for one in past]


@lru_cache(maxsize=256)
def tracks(setting: Printed, now: int, tokens: int, words: Words) -> list[Track]:
    """The turn and the bombardments: the same for everybody, and remembered."""
    turns = range(1, setting.turns + 1)
    notes = []
    for turn in turns:
        parts = [words.say("track.reinforced")] if turn >= setting.first_reinforcement else []
        if turn in setting.attrition:
            parts.append(words.say("track.attrition"))
        notes.append(", ".join(parts))
    return [
        {
            "id": "turn", "name": words.say("track.turn"), "cells": [str(turn) for turn in turns],
            "markers": [{"at": now - 1, "name": words.say("picture.turn", turn=now)}], "notes": notes,
            "place": "turn", "rule": "2P-11",
        },
        {
            "id": "bombardment", "name": words.say("track.bombardment"),
            "cells": [str(n) for n in range(setting.tokens_to_win + 1)],
            "markers": [{"at": tokens, "name": words.say("track.tokens", n=tokens), "side": "japanese"}],
            "place": "bombardment", "rule": "2P-54",
        },
    ]


@lru_cache(maxsize=256)
def calendar(setting: Printed, now: int, words: Words) -> list[CalendarEntry]:
    """What each turn brings: the same for everybody, and remembered."""
    entries: list[CalendarEntry] = []
    for turn in range(1, setting.turns + 1):
        parts = [
            words.say(
                "calendar.both" if turn >= setting.first_reinforcement else "calendar.japanese", n=setting.draw
            )
        ]
        if turn in setting.attrition:
            parts.append(words.say("calendar.attrition"))
        entry: CalendarEntry = {"when": words.say("picture.turn", turn=turn), "text": "; ".join(parts)}
        if turn == now:
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
                    "id": f"{name}.{key}", "name": words.say(f"stage.{key}"), "state": state,
                    "group": words.say(f"stage.{name}"), "side": name, "rule": rules[key],
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


def forces(v: Position, side: int, words: Words, told: Position, past: Sequence[Recalled]) -> list[Force]:
    """One's own blocks by type, everywhere; of the enemy the numbers, what was seen of him and is still there, and what
    the others can be: `told` is the view with the enemy's blocks filled in that are proven."""
    found = [row for one in past for row in one.forces(words)]
    for owner, name in enumerate(SIDES):
        groups: dict[str, Stack] = {"map": tuple([item >> 2 for stack in v.blocks[owner] for item in stack])}
        if owner == active(v):
            hand = kinds(v.hand.blocks) if v.hand is not None and v.stack and isinstance(v.stack[-1], SetUp) else ()
            groups["under_way"] = (*v.drawn, *hand, *v.column, *v.attackers)
        groups |= {"pool": v.pools[owner], "casualties": v.lost[owner]}
        if v.result is None and owner != side:
            groups["unseen"] = unseen(told, owner)
        called = v.setting.types[owner]
        for group, types in groups.items():
            if not types:
                continue
            heading = words.say(f"forces.{group}")
            for kind in sorted(set(types)):
                block = called[kind] if kind != UNKNOWN else "back"
                text = words.name(block) if kind != UNKNOWN else words.say("forces.unknown")
                count, face = types.count(kind), f"{name}.{block}"
                found.append({"side": name, "group": heading, "text": text, "count": count, "face": face})
    return found
