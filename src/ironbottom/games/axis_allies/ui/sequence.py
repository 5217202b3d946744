"""The turn and where in it we are."""

from __future__ import annotations

from typing import Any, Literal

from ironbottom.games.axis_allies.rules import (
    advantages,
    combat,
    hidden_movement,
    landing,
    loading,
    movement,
    regroup,
    submarines,
    unloading,
)
from ironbottom.games.axis_allies.rules.printed import AIR, SIDES
from ironbottom.games.axis_allies.rules.sequence import TurnBegan
from ironbottom.games.axis_allies.rules.state import Campaign
from ironbottom.games.axis_allies.ui.face import told
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.step import side_of
from ironbottom.kernel.view import Line, Stage
from ironbottom.kernel.words import Words

GROUPS = {"M": "movement", "H": "movement", "C": "combat", "R": "regroup"}
STAGE_RULES = {
    "M1": "M8", "M2": "M7", "M3": "M13", "M4": "M7", "M5": "M10", "M6": "M14", "M7": "M20", "M8": "M20", "H1": "O11",
    "H2": "O11", "H3": "O11", "H4": "M20", "H5": "M20", "C0": "O2", "C1": "C17", "C2": "C18", "C3": "C19", "C4": "C20",
    "R1": "R4", "R2": "R7", "R3": "R13", "R4a": "R15", "R4b": "R19", "R4c": "R21", "R5": "R30",
}
STAGES: dict[type, str] = {
    submarines.Torpedo: "M6", submarines.TorpedoDie: "M6", hidden_movement.Orders: "H2",
    hidden_movement.Plotting: "H2", advantages.CommandDecisions: "C0", unloading.UnloadBegins: "C3",
    unloading.Unload: "C3", unloading.Ashore: "C3", regroup.Control: "R1", landing.Landing: "R2", landing.Land: "R2",
    landing.LandHand: "R2", regroup.Building: "R3", regroup.Build: "R3", regroup.Reinforce: "R4a", regroup.Buy: "R4a",
    regroup.Repairs: "R4b", regroup.Repairing: "R4b", regroup.Repair: "R4b", regroup.Deployment: "R4c",
    regroup.Deploy: "R4c", regroup.DeployHand: "R4c", regroup.Scoring: "R5",
}
"""What a step belongs to, where its class alone says it."""
TOKEN_STAGES = {"command_decision": "C0", "quick_drop": "C0", "night_fighting": "C2", "pt_boats": "C2",
                "amphibious_assault": "C4", "banzai_charge": "C4"}
HIDDEN = {"M6": "H3", "M7": "H4", "M8": "H5"}


def stage_of(v: Campaign) -> str:
    """G3: the step of the sequence that goes on: the first on the stack that says so."""
    for number in range(len(v.stack) - 1, -1, -1):
        found = _stage(v, v.stack[number], number)
        if found:
            return HIDDEN.get(found, found) if v.printed.hidden else found
    return ""


def _stage(v: Campaign, step: Any, number: int) -> str:
    match step:
        case movement.KindStep() | movement.Begin() | movement.Sail() | movement.Hand() | movement.Fly() | (
                movement.Flight()):
            return movement.STEP[step.unit]
        case combat.Zones() | combat.PickZone():
            return f"C{(1, 2, 4)[step.category]}"
        case advantages.TokenStep() | advantages.PlayToken():
            early = combat.Zones(AIR) in v.stack[:number]
            return "C0" if early else TOKEN_STAGES[step.token]
        case loading.Loading() | loading.LoadHand() | loading.LoadBegins():
            if step.where != "base":
                return "H1"
            left = sum(isinstance(one, regroup.Repairs) for one in v.stack[:number])
            return "R4a" if left == 2 or (left == 1 and step.side == v.first) else "R4b"
    return STAGES.get(type(step), "")


def sequence_bar(v: Campaign, words: Words) -> list[Stage]:
    """G3, M7, C1, R22: the turn, and where in it we are."""
    movement = [f"H{n}" for n in range(1, 6)] if v.printed.hidden else [f"M{n}" for n in range(1, 9)]
    decisions = ["C0"] if any(map(any, v.printed.tokens)) else []
    ids = [*movement, *decisions, "C1", "C2", "C3", "C4", "R1", "R2", "R3", "R4a", "R4b", "R4c", "R5"]
    now = stage_of(v)
    place = ids.index(now) if now in ids else len(ids)
    mover = side_of(v.stack[-1]) if v.stack else None
    found: list[Stage] = []
    for number, key in enumerate(ids):
        state: Literal["done", "now", "next"] = "now" if number == place else "next"
        if number < place or not v.stack:
            state = "done"
        stage: Stage = {"id": key, "name": words.say(f"stage.{key}"), "state": state,
                        "group": words.say(f"stage.{GROUPS[key[0]]}"), "rule": STAGE_RULES[key]}
        if state == "now" and mover is not None:
            stage["side"] = SIDES[mover]
        found.append(stage)
    return found


@line(TurnBegan)
def turn(seen: TurnBegan, reader: Reader) -> Line:
    made = told(seen, reader, "R35")
    made["mark"] = "turn"
    made["turn"] = reader.words.say("picture.turn", turn=seen.turn)  # the points before it are of the turn before
    return made
