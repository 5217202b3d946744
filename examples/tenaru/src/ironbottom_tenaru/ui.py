"""How it looks: the picture of a view, a face for each step, a line for each event."""

from itertools import product

from ironbottom.drawing.blocks import BlockMap
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Face, Scene, face, line, plain_face
from ironbottom.kernel.view import Odds, Picture
from ironbottom_tenaru.knowledge import unseen
from ironbottom_tenaru.rules import SIDES, Defend, Fought, March, Moved, Place, Position, fought


class TenaruPresenter(BlockMap[Position]):
    styles = {"american": "us", "japanese": "jp"}  # noqa: RUF012

    def turn_label(self, view: Position) -> str:
        return self.words.say("picture.turn" if view.turn else "picture.setup", turn=view.turn)

    def picture(self, scene: Scene[Position]) -> Picture:
        made = self.blank(scene)
        for block in scene.v.blocks:
            self.put(made, SIDES[block.side], block.strength, block.place, block.up)
        return made


face(Place)(plain_face({"place": ("piece", "space")}))
face(Defend)(plain_face({"defend": ("piece",)}, ends={"defend": "ends.die"}))


@face(March)
class MarchFace(Face[Position, March]):
    verbs = {"go": ("piece", "space"), "stay": ()}  # noqa: RUF012

    def why_final(self, scene: Scene[Position], step: March, action: Action) -> str | None:
        return "ends.reveal" if scene.v.at(1 - step.side, action[-1]) else "ends.hand"

    def odds(self, scene: Scene[Position], step: March, action: Action) -> Odds | None:
        """T-6: the chances of an attack: over the die, the blocks there, and what the unseen ones may be."""
        there, chance = scene.v.at(1 - step.side, action[-1]), {"won": 0.0, "even": 0.0, "beaten": 0.0}
        for other in there:
            may_be = [other.strength] if other.strength else unseen(scene.v, 1 - step.side)
            for strength, die in product(may_be, range(1, 7)):
                chance[fought(scene.v, scene.v.block(action[1]), strength, die)] += 1 / 6 / len(may_be) / len(there)
        return scene.odds(chance, "T-6", place=action[-1], notes=("odds.unseen",)) if there else None


line(Moved)(lambda seen, reader: reader.told(seen, "T-4", way=(seen.start, seen.end)))
line(Fought)(lambda seen, reader: reader.told(seen, "T-6", mark="battle", spaces=(seen.place,), dice=(seen.die,)))
