"""How the set-up and the reinforcement look."""

from __future__ import annotations

from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.games.archies_war.rules.reinforcement import (
    POOL,
    AnchorsClosed,
    Drawn,
    Land,
    Landed,
    Placed,
    SetUp,
    open_anchors,
)
from ironbottom.games.archies_war.rules.state import Position, place_names
from ironbottom.games.archies_war.ui.ends import DRAW
from ironbottom.games.archies_war.ui.face import BlockFace, Question
from ironbottom.games.archies_war.ui.log import motion, picked, worded
from ironbottom.games.archies_war.ui.pieces import meant, movable, show, standing
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Line, Probe


@face(SetUp)
class SetUpFace(BlockFace[SetUp]):
    def question(self, v: Position, step: SetUp) -> Question:
        if v.hand is not None:
            block = v.setting.types[AMERICAN][v.hand.blocks[0] >> 2]
            return Question("setup_place", {"block": block}, {"space": "set {space}"})
        places = place_names(v, v.setting.setup_locations)
        probe: Probe = {"piece": "take {piece}", "space": "set {space}"}
        return Question("setup", {"n": len(places), "places": places}, probe)

    def choice(self, scene: Scene[Position], step: SetUp, action: Action, made: Choice) -> None:
        v, side = scene.v, scene.side
        verb, *rest = action
        if verb == "take":
            made["label"] = scene.words.say("choice.take", block=rest[1], place=rest[0])
            show(made, movable(v, side, rest[0], rest[1]))
        elif verb == "back":
            made["label"] = scene.words.say("choice.back", block=rest[0])
            show(made, meant(v, side, POOL, rest[0], picked=True))
        else:
            made["label"] = scene.words.say(f"choice.{verb}", place=rest[0])
            if verb == "set":
                made["space"] = rest[0]
            else:
                show(made, [key for key, _, _ in standing(v, side, rest[0])][:1])


@face(Land)
class LandFace(BlockFace[Land]):
    def question(self, v: Position, step: Land) -> Question:
        focus = place_names(v, open_anchors(v))
        return Question("land", {"n": len(v.drawn) or v.setting.draw}, {"space": "land {space}"}, focus)

    def choice(self, scene: Scene[Position], step: Land, action: Action, made: Choice) -> None:
        made["label"] = scene.words.say("choice.land", place=action[1])
        made["space"] = action[1]

    def why_final(self, scene: Scene[Position], step: Land, action: Action) -> str | None:
        return DRAW if scene.v.setting.anchor_first else None


# --- the log -----------------------------------------------------------------------------------------------------


@line(Drawn)
def drawn(seen: Drawn, reader: Reader) -> Line:
    made = worded(seen, reader, "2P-12")
    made["drawn"] = 1
    made["card"] = picked(seen, reader, made, f"pool.{seen.side}")
    made["card"]["follows"] = reader.words.say(f"follows.drawn.{seen.side}")
    return made


@line(Landed)
def landed(seen: Landed, reader: Reader) -> Line:
    dealt = seen.place != "henderson_field"  # where a short scenario begins
    rule = "2P-14" if seen.side == SIDES[JAPANESE] else "2P-8" if dealt else "2P-13"
    return worded(seen, reader, rule, [seen.place], motion(f"pool.{seen.side}", seen.place, seen.n, seen.side))


@line(AnchorsClosed, Placed)
def told(seen: AnchorsClosed | Placed, reader: Reader) -> Line:
    return worded(seen, reader, "T-11" if isinstance(seen, AnchorsClosed) else "2P-10")
