"""How the two-player game looks: its board, its pieces and its picture; the rest comes from the faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.drawing.pieces import sprite
from ironbottom.games.archies_war.knowledge import informed
from ironbottom.games.archies_war.rules.printed import SIDES
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.games.archies_war.ui import board, picture, workshop
from ironbottom.games.archies_war.ui.memory import recalled
from ironbottom.games.archies_war.ui.pieces import pieces
from ironbottom.games.archies_war.ui.sequence import ending_rule
from ironbottom.games.archies_war.ui.victory import decided, score
from ironbottom.kernel.presenter import Macro, Presenter, Scene
from ironbottom.kernel.view import Board, Ending, MacroLook, Picture, Prompt, Score
from ironbottom.kernel.workshop import Plan


class ArchiesPresenter(Presenter[Position]):
    """The two-player game."""

    follows = frozenset({"hit", "no_effect", "pointed", "scouted", "resupplied"})

    def board(self, scenario: str) -> Board:
        return board.board(self.game.correction, self._tokens(scenario))

    def chart(self, scenario: str, theme: str) -> str:
        return board.chart(theme, self.game.correction, self._tokens(scenario))

    def _tokens(self, scenario: str) -> int:
        """How many bombardments win a short scenario that says it; 0 for the printed number."""
        return int(dict(self.game.scenario(scenario).aim).get("tokens", 0))

    def faces(self, scenario: str) -> str:
        return sprite(board.faces(self.game.correction))

    def workshop(self, scenario: str, data: Mapping[str, Any]) -> Plan:
        return workshop.make(self.game.correction, data)

    def turn_label(self, view: Position) -> str:
        return self.words.say("picture.turn", turn=view.turn)

    def picture(self, scene: Scene[Position]) -> Picture:
        v, side, words = scene.v, scene.side, scene.words
        told, proven = informed(v, side, scene.memory)
        past = recalled(v, side, scene.memory, told, proven)
        made: Picture = {
            "turn": self.turn_label(v),
            "pieces": pieces(v, side, words),
            "stores": picture.stores(v, words),
            "marks": picture.marks(v, words, past),
            "tracks": picture.tracks(v.setting, v.turn, v.tokens, words),
            "calendars": [
                {"id": "calendar", "name": words.say("picture.calendar"),
                 "entries": picture.calendar(v.setting, v.turn, words)}
            ],
            "tables": [],
            "sheets": self.sheets(scene),
            "sequence": picture.stages(v, words),
            "forces": picture.forces(v, side, words, told, past),
        }
        if v.result is not None:
            winners = [SIDES[owner] for owner, points in enumerate(v.result.returns) if points > 0]
            made["ending"] = {"winners": winners, "text": self.over(v), "rule": ending_rule(v)}
        return made

    def score(self, scene: Scene[Position]) -> Score:
        return score(scene.v, scene.words)

    def decided(self, view: Position) -> Ending | None:
        return decided(view, self.words)

    def over(self, view: Position) -> str:
        if view.result is None:
            return self.words.say("prompt.chance")
        setting = view.setting
        return self.words.say(f"ending.{view.result.reason}", n=setting.turns, tokens=setting.tokens_to_win)

    def prompt(self, scene: Scene[Position]) -> Prompt:
        """The end of the game names its statement too."""
        made = super().prompt(scene)
        if scene.v.result is not None:
            made["rule"] = ending_rule(scene.v)
        return made

    def wait(self, scene: Scene[Position], what: str) -> str:
        return what

    def macro_look(self, scene: Scene[Position], macro: Macro) -> MacroLook:
        """What a macro commits to, and risks, is what its last action does."""
        made = super().macro_look(scene, macro)
        *first, last = macro.actions
        then = scene.after(tuple(first))
        if ends := self.why_final(then, last):
            made["ends"] = self.words.say(ends)
        if self.choice(then, last).get("odds"):
            made["odds"] = True
        return made
