"""How the set-up looks."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.printed import AMERICAN, SIDES
from ironbottom.games.first_blood.rules.setup import Placed, SetUp, proposed_line, starters
from ironbottom.games.first_blood.rules.state import Position, piece_name, piece_place
from ironbottom.games.first_blood.ui.face import StepFace, told
from ironbottom.kernel.presenter import Ask, Macro, Scene, face, line
from ironbottom.kernel.view import Overlay, shaded


@face(SetUp)
class SetUpFace(StepFace[SetUp]):
    what = "setup"
    labels: ClassVar[dict[str, str]] = {"done": "done_setup"}
    last = ("done",)
    goes = "place"

    def hand(self, step: SetUp) -> int:
        return step.hand

    def waits(self, v: Position, step: SetUp, side: int, arrives: int, special: bool) -> bool:
        return side == step.side and arrives == v.turn

    def ask(self, scene: Scene[Position], step: SetUp) -> Ask:
        v, words = scene.v, scene.words
        rule = "3.0a" if step.side == AMERICAN else "3.1a"
        if step.hand >= 0:
            text = words.say("prompt.place_setup", piece=piece_name(v.setting, step.hand))
            return Ask(text, rule, {"space": "place {space}"})
        if not any(piece_place(v, n) == v.setting.number["coming"] for n in starters(v, step.side)):
            return Ask(words.say("prompt.setup_done"), rule, {"piece": "take {piece}"})
        return Ask(words.say(f"prompt.setup_{SIDES[step.side]}"), rule, {"piece": "take {piece}"}, ("coming",))

    def macros(self, scene: Scene[Position], step: SetUp) -> tuple[Macro, ...]:
        """3.0a: the proposed line, as far as its places are free."""
        actions = proposed_line(scene.v, step.side) if step.hand < 0 else ()
        return (Macro("macro.line", actions, advice=True),) if actions else ()

    def overlays(self, scene: Scene[Position], step: SetUp) -> list[Overlay]:
        """3.0a: the set-up area."""
        if step.side != AMERICAN:
            return []
        shades = shaded((scene.v.setting.names[n], "american", "") for n in scene.v.setting.setup_hexes)
        return [{"id": "setup", "name": scene.words.say("overlay.setup"), "shades": shades}]


line(Placed)(lambda seen, reader: told(seen, reader, "3.0a", seen.place))
