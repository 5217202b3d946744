"""How the actions of a side, attrition and the end of the game look."""

from __future__ import annotations

from typing import Any

from ironbottom.games.archies_war.knowledge import informed
from ironbottom.games.archies_war.rules.abilities import STRIKES
from ironbottom.games.archies_war.rules.printed import JAPANESE, SIDES
from ironbottom.games.archies_war.rules.sequence import (
    Actions,
    Attrition,
    AttritionNamed,
    Bombarded,
    Ended,
    Over,
    TurnBegan,
)
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.games.archies_war.ui import movement
from ironbottom.games.archies_war.ui.abilities import RULES, asked_with_tool
from ironbottom.games.archies_war.ui.ends import DRAW, REVEAL, after, turn
from ironbottom.games.archies_war.ui.face import BlockFace, Question
from ironbottom.games.archies_war.ui.log import worded
from ironbottom.games.archies_war.ui.odds import fight, lone, lone_on_trail, planned, strike
from ironbottom.games.archies_war.ui.pieces import meant, movable, show
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Line, Odds, Probe

ENDING_RULES = {"held": "2P-1", "henderson_field": "2P-2", "bombardment": "2P-3"}
"""The statement of each end of the game."""


def ending_rule(v: Position) -> str:
    """2P-1, 2P-2, 2P-3, IB-1, IB-2, IB-3: the statement by which a game ended."""
    assert v.result is not None
    own: str = v.setting.own_rule
    return own or ENDING_RULES[v.result.reason]


@face(Actions)
class ActionsFace(BlockFace[Actions]):
    def question(self, v: Position, step: Actions) -> Question:
        here, hand = v.setting.locations, v.hand
        probe: Probe = {"piece": "take {piece}", "space": "go {space}"}
        if hand is not None and hand.tool >= 0:
            return asked_with_tool(v, step.side, hand)
        if hand is not None:
            place = here[hand.origin]
            return Question("march", {"n": len(hand.blocks), "place": place}, probe, (place,))
        if v.held is None:
            return Question("actions", {"n": v.actions, "turn": v.turn}, probe)
        key = "fight_now" if v.setting.immediate else "held_later" if v.setting.anywhere_after else "held"
        place = here[v.held.place]
        return Question(key, {"n": v.actions, "place": place}, probe, (place,))

    def rule(self, v: Position, step: Actions) -> str:
        tool = self._tool(v, step)
        return RULES[tool] if tool else step.rule

    def _tool(self, v: Position, step: Actions) -> str:
        """The special block in hand, or ""."""
        return v.setting.types[step.side][v.hand.tool] if v.hand is not None and v.hand.tool >= 0 else ""

    def choice(self, scene: Scene[Position], step: Actions, action: Action, made: Choice) -> None:
        v, side, say = scene.v, scene.side, scene.words.say
        verb, *rest = action
        tool = self._tool(v, step)
        match verb, rest:
            case "take", [place, block]:
                made["label"] = say("choice.take", block=block, place=place)
                made["rule"] = "2P-42" if tool else "2P-17"
                show(made, movable(v, side, place, block))
            case "back", [block]:
                hand: Any = v.hand
                made["label"] = say("choice.back", block=block)
                place = v.setting.locations[hand.origin if hand.blocks else hand.tool_at]
                show(made, meant(v, side, place, block, picked=True))
            case "use", [block, place]:
                made["label"] = say(f"choice.use_{block}", place=place)
                made["rule"] = RULES[block]
                show(made, meant(v, side, place, block))
            case "go", _:
                movement.show_go(v, side, action, scene.words, made)
            case "on", [place]:
                made["label"], made["space"], made["rule"] = say(f"choice.on_{tool}", place=place), place, RULES[tool]
            case "assault", [place]:
                made["label"], made["space"], made["rule"] = say("choice.assault", place=place), place, RULES[tool]
            case "recall", [block, place]:
                made["label"], made["rule"] = say("choice.recall", block=block, place=place), RULES[tool]
                show(made, meant(v, side, f"casualties.{SIDES[side]}", block))
            case "resolve", _:
                place = v.setting.locations[v.held.place] if v.held is not None else ""
                made["label"], made["rule"], made["main"] = say("choice.resolve", place=place), "2P-27", True
            case _:
                unused = v.actions == v.setting.total_actions
                key = "end_held" if v.held is not None else "end_unused" if unused else "end"
                made["label"] = say(f"choice.{key}")
        if (verb == "on" and tool in STRIKES) or planned(v, side, action) or lone_on_trail(v, side, action):
            made["odds"] = True

    def why_final(self, scene: Scene[Position], step: Actions, action: Action) -> str | None:
        """2P-27, 2P-35, 2P-51: chance, blocks that are shown, the end of the actions."""
        v, side, verb = scene.v, scene.side, action[0]
        if verb == "go":
            return movement.why_go_final(v, side, action)
        if verb == "resolve":
            return REVEAL
        if verb == "end":
            return REVEAL if v.held is not None else turn(v, side)
        if verb == "on":
            return REVEAL if self._tool(v, step) == "recon" else DRAW
        if verb == "assault":
            return after(v, side, v.actions - 1, True)
        if verb == "recall" or action[:2] == ("use", "air_support"):
            return after(v, side, v.actions - 1, v.held is not None, air=verb == "use")
        return None

    def odds(self, scene: Scene[Position], step: Actions, action: Action) -> Odds | None:
        """2P-30..2P-34, 2P-51..2P-53, T-30: what may come of a fight, a strike, a lone march over a trail."""
        v, side = scene.v, scene.side
        tool = self._tool(v, step)
        v, proven = informed(v, side, scene.memory)
        if action[0] == "on" and tool in STRIKES:
            place = v.setting.index[action[1]]
            return strike(v, 1 - side, place, tool, scene.words, proven)
        if lone_on_trail(v, side, action):
            return lone(side, scene.words)
        plan = planned(v, side, action)
        return fight(v, side, plan, scene.words, proven) if plan is not None else None

    def macros(self, scene: Scene[Position], step: Actions) -> tuple[Macro, ...]:
        return movement.macros(scene.v, scene.side, scene.legal)


@face(Attrition)
class AttritionFace(BlockFace[Attrition]):
    def question(self, v: Position, step: Attrition) -> Question:
        return Question("attrition", {}, {"space": "attrition {space}"})

    def choice(self, scene: Scene[Position], step: Attrition, action: Action, made: Choice) -> None:
        made["label"] = scene.words.say("choice.attrition", place=action[1])
        made["space"] = action[1]
        made["odds"] = True

    def why_final(self, scene: Scene[Position], step: Attrition, action: Action) -> str:
        return DRAW

    def odds(self, scene: Scene[Position], step: Attrition, action: Action) -> Odds:
        v, proven = informed(scene.v, scene.side, scene.memory)
        return strike(v, JAPANESE, v.setting.index[action[1]], "turn", scene.words, proven)


# --- the log -----------------------------------------------------------------------------------------------------


@line(TurnBegan)
def turn_began(seen: TurnBegan, reader: Reader) -> Line:
    made = worded(seen, reader, "2P-11")
    made["mark"] = "turn"
    made["turn"] = reader.words.say("picture.turn", turn=seen.turn)
    return made


@line(AttritionNamed)
def attrition_named(seen: AttritionNamed, reader: Reader) -> Line:
    return worded(seen, reader, "2P-55", [seen.place])


@line(Over)
def over(seen: Over, reader: Reader) -> Line:
    made = worded(seen, reader, ENDING_RULES[seen.reason], key=f"over_{seen.reason}")
    made["mark"] = "end"
    return made


@line(Ended)
def ended(seen: Ended, reader: Reader) -> Line:
    key = "ended_fights" if seen.fights else "ended_unused" if seen.left else "ended"
    return worded(seen, reader, "2P-27" if seen.fights else "2P-16", key=key, n=seen.left)


@line(Bombarded)
def bombarded(seen: Bombarded, reader: Reader) -> Line:
    made = worded(seen, reader, "2P-54")
    made["points"] = [reader.point(JAPANESE, 1, "bombarded", "2P-54")]
    made["joins"] = False  # it comes of where the blocks stand, not of the act before
    return made
