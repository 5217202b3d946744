"""The turn and its phases: the bar at the bottom of the page, and what the log tells of them."""

from __future__ import annotations

from typing import Literal

from ironbottom.games.first_blood.rules.printed import SIDES
from ironbottom.games.first_blood.rules.sequence import STAGES, PhaseBegan, TurnBegan, stage_of
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.ui.face import told
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line, Stage
from ironbottom.kernel.words import Words

RULES = {
    "american_setup": "3.0a", "japanese_setup": "3.1a", "japanese_reinforcement": "7.2a", "japanese_movement": "4.0a",
    "japanese_combat": "8.1a", "japanese_supply": "14.0a", "japanese_strategic": "10.1b",
    "american_reinforcement": "7.1a", "american_movement": "4.0a", "american_combat": "8.1a",
    "american_engineer": "11.3a", "american_air": "13.7a", "end": "2.0b",
}  # fmt: skip
"""The statement of each phase."""


def turn_label(v: Position, words: Words) -> str:
    """The turn and its month, or the set-up."""
    if not v.turn:
        return words.say("group.setup")
    return words.say("event.turn", turn=v.turn, name=v.setting.turns[v.turn - 1])


def sequence_bar(v: Position, words: Words) -> list[Stage]:
    """The phases of the turn, and where in it we are."""
    now = stage_of(v)
    setup = now.endswith("_setup")
    names = ("american_setup", "japanese_setup") if setup else STAGES[2:]
    bar: list[Stage] = []
    passed = bool(now or v.result)
    for name in names:
        owner = name.split("_")[0]
        state: Literal["done", "now", "next"] = "now" if name == now else "done" if passed else "next"
        if name == now:
            passed = False
        stage: Stage = {
            "id": name, "name": words.say(f"stage.{name}"), "state": state, "rule": RULES[name],
            "group": words.say("group.setup" if setup else f"group.{owner}"),
        }  # fmt: skip
        if owner in SIDES:
            stage["side"] = owner
        bar.append(stage)
    return bar


@line(TurnBegan)
def turn_began(seen: TurnBegan, reader: Reader) -> Line:
    """The end of the turn before may be in the same act: that is not of this turn."""
    made = told(seen, reader, mark="turn")
    made["turn"] = reader.words.say("event.turn", turn=seen.turn, name=seen.name)
    return made


@line(PhaseBegan)
def phase_began(seen: PhaseBegan, reader: Reader) -> Line:
    owner, text = seen.name.split("_")[0], reader.words.say(f"stage.{seen.name}")
    if owner in SIDES and not seen.name.endswith("_setup"):
        text = reader.words.say("event.phase", side=reader.words.say(f"side.{owner}"), stage=text)
    made: Line = {
        "kind": seen.called(), "text": text, "rule": RULES[seen.name], "mark": "phase", "stage": seen.name,
    }  # fmt: skip
    return made | {"side": owner} if owner in SIDES else made
