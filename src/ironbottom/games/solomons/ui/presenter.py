"""How the campaign looks: its board, its picture, and what the faces of its steps leave to the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.solomons.rules.printed import SIDES
from ironbottom.games.solomons.rules.sealed import READY
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.victory import decided
from ironbottom.games.solomons.ui import board, workshop
from ironbottom.games.solomons.ui.log import turn_label
from ironbottom.games.solomons.ui.picture import picture
from ironbottom.games.solomons.ui.pieces import on_board
from ironbottom.kernel.action import notation
from ironbottom.kernel.presenter import Macro, Presenter, Scene
from ironbottom.kernel.view import Board, Ending, MacroLook, Picture, Prompt, Stop
from ironbottom.kernel.workshop import Plan


class SolomonsPresenter(Presenter[Campaign]):
    """Board and pieces are drawn from the printed data; the rest from a view."""

    follows = frozenset({"fight_die", "fight_over", "repairing", "cap_die", "flak_die", "bomb_die"})

    def board(self, scenario: str) -> Board:
        return board.board(self.game.correction)

    def chart(self, scenario: str, theme: str) -> str:
        return board.chart(theme, self.game.correction)

    def faces(self, scenario: str) -> str:
        return board.faces(self.game.correction)

    def workshop(self, scenario: str, data: Mapping[str, Any]) -> Plan:
        return workshop.make(self.game.correction, data)

    def turn_label(self, view: Campaign) -> str:
        return turn_label(view.p.turns, view.turn, view.segment, self.words)

    def picture(self, scene: Scene[Campaign]) -> Picture:
        return picture(scene, self.sheets(scene))

    def decided(self, view: Campaign) -> Ending | None:
        side = decided(view)
        if not side:
            return None
        return {"winners": [side] if side in SIDES else [], "text": self.words.say(f"decided.{side}"), "rule": "RS-200"}

    def prompt(self, scene: Scene[Campaign]) -> Prompt:
        made = super().prompt(scene)
        if scene.top is not None:
            made["rule"] = scene.top.rule
        return made

    def over(self, view: Campaign) -> str:
        return self.words.say("prompt.chance" if view.stack else "prompt.over")

    def wait(self, scene: Scene[Campaign], what: str) -> str:
        sides = [self.words.say(f"side.{SIDES[side]}") for side in scene.movers]
        return self.words.say("prompt.waiting", sides=sides, what=what)

    def macro_look(self, scene: Scene[Campaign], macro: Macro) -> MacroLook:
        args = dict(macro.args)
        said = {("number" if key == "n" else key): self.words.name(item) if key == "base" else item
                for key, item in args.items()}
        made: MacroLook = {"label": self.words.say(macro.label, **said), "do": list(map(notation, macro.actions))}
        if macro.piece and on_board(scene.v, macro.piece):
            made["piece"] = macro.piece
            if not macro.space:
                made["aside"] = True  # a whole course and its mission are never plotted unasked
        if macro.space:
            made["space"] = macro.space
        if macro.actions[-1] == READY and (ends := self.why_final(scene, READY)):
            made["ends"] = self.words.say(ends)  # the staff's whole answer, "ready" too
        if macro.label == "macro.course":
            start = int(args["segment"])
            stops: list[Stop] = [{"space": str(args["from"]), "text": ""}]
            for k, action in enumerate(macro.actions):
                if action[2] == stops[-1]["space"]:  # a stay: both segments at one stop
                    stops[-1]["text"] = " ".join(filter(None, (stops[-1]["text"], str(start + k))))
                else:
                    stops.append({"space": str(action[2]), "text": str(start + k)})
            made["way"] = stops
            made["cost"] = str(start + len(macro.actions) - 1)
        return made
