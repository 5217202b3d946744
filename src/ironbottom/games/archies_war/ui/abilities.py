"""How the special blocks look: what each asks, shows and tells."""

from __future__ import annotations

from ironbottom.games.archies_war.rules.abilities import (
    Assaulted,
    Hit,
    Point,
    Pointed,
    Resupplied,
    Scouted,
    Spared,
    Used,
)
from ironbottom.games.archies_war.rules.printed import SIDES
from ironbottom.games.archies_war.rules.state import Hand, Position
from ironbottom.games.archies_war.ui.face import BlockFace, Question
from ironbottom.games.archies_war.ui.log import gone, missed, motion, picked, revealed, worded
from ironbottom.games.archies_war.ui.odds import STRIKE_RULES
from ironbottom.games.archies_war.ui.pieces import standing
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Line

RULES = STRIKE_RULES | {"air_support": "2P-47", "recon": "2P-49", "resupply": "2P-50", "amphibious_assault": "2P-42"}
"""The statement of each ability, and of a strike at the turn's end."""


def asked_with_tool(v: Position, side: int, hand: Hand) -> Question:
    """What is asked while a special block is in hand."""
    ability = v.setting.types[side][hand.tool]
    if ability == "amphibious_assault":
        key = "assault_target" if hand.blocks else "assault_troops"
        return Question(key, {"n": len(hand.blocks)}, {"piece": "take {piece}", "space": "assault {space}"})
    if ability == "resupply":
        return Question("resupply", {}, {"piece": "recall {piece}", "space": "on {space}"},
                        (f"casualties.{SIDES[side]}",))  # fmt: skip
    return Question("attrition_block" if ability == "attrition" else ability, {}, {"space": "on {space}"})


@face(Point)
class PointFace(BlockFace[Point]):
    def question(self, v: Position, step: Point) -> Question:
        place = v.setting.locations[step.place]
        return Question("point", {"place": place, "block": step.cause}, {"piece": "pick {piece}"}, (place,))

    def choice(self, scene: Scene[Position], step: Point, action: Action, made: Choice) -> None:
        there = standing(scene.v, 1 - scene.side, scene.v.setting.locations[step.place])
        made["label"] = scene.words.say("choice.pick", n=action[1])
        made["piece"] = there[action[1] - 1][0]


# --- the log -----------------------------------------------------------------------------------------------------


@line(Used)
def used(seen: Used, reader: Reader) -> Line:
    spaces = [seen.place, *([seen.target] if seen.target else [])]
    made = worded(seen, reader, RULES[seen.block], spaces, gone(seen.place, 1, seen.side), f"used_{seen.block}")
    made["shown"] = [revealed(reader, seen.side, seen.block, seen.place)]
    made["joins"] = False  # the block is the price of an act, not a loss in the one before
    return made


@line(Assaulted)
def assaulted(seen: Assaulted, reader: Reader) -> Line:
    way = motion(seen.start, seen.end, seen.n, seen.side)
    return worded(seen, reader, "2P-42", [seen.start, seen.end], way)


@line(Scouted)
def scouted(seen: Scouted, reader: Reader) -> Line:
    made = worded(seen, reader, "2P-49", [seen.place])
    made["private"] = True
    made["shown"] = [revealed(reader, "japanese", block, seen.place) for block in seen.blocks]
    return made


@line(Resupplied)
def resupplied(seen: Resupplied, reader: Reader) -> Line:
    return worded(seen, reader, "2P-50", [seen.place], motion(f"casualties.{seen.side}", seen.place, 1, seen.side))


@line(Pointed, Spared)
def told(seen: Pointed | Spared, reader: Reader) -> Line:
    made = worded(seen, reader, "T-05" if isinstance(seen, Pointed) else "2P-53", [seen.place])
    if isinstance(seen, Spared):
        made["card"] = {"title": reader.thrown(made)}
    return made


@line(Hit)
def hit(seen: Hit, reader: Reader) -> Line:
    made = worded(seen, reader, RULES[seen.cause], [seen.place], gone(seen.place, 1, seen.side))
    made["mark"] = "loss"
    if known := missed(seen, reader):
        made["losses"] = known
    made["card"] = picked(seen, reader, made, seen.place)
    return made
