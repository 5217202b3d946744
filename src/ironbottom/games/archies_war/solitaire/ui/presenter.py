"""How the solitaire game looks: its board, its pieces and its picture; the rest comes from the faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.drawing.pieces import sprite
from ironbottom.games.archies_war.solitaire.rules.state import Solitaire, printed
from ironbottom.games.archies_war.solitaire.ui import board, picture
from ironbottom.games.archies_war.solitaire.ui.log import US
from ironbottom.games.archies_war.ui import workshop
from ironbottom.kernel.presenter import Presenter, Scene
from ironbottom.kernel.view import Board, Picture, Score
from ironbottom.kernel.workshop import Plan

ENDING_RULES = {"won": "SR-63", "lost_field": "SR-62", "lost_empty": "SR-30", "lost_overrun": "SR-34"}
"""The statement of each end of the game."""


class AlonePresenter(Presenter[Solitaire]):
    """The solitaire game."""

    def board(self, scenario: str) -> Board:
        return board.board(self.game.correction)

    def chart(self, scenario: str, theme: str) -> str:
        return board.chart(theme, self.game.correction)

    def faces(self, scenario: str) -> str:
        return sprite(board.faces(self.game.correction))

    def workshop(self, scenario: str, data: Mapping[str, Any]) -> Plan:
        return workshop.alone(self.board(scenario), data)

    def turn_label(self, view: Solitaire) -> str:
        return self.words.say("solo.turn", turn=view.turn)

    def picture(self, scene: Scene[Solitaire]) -> Picture:
        s, words = scene.v, scene.words
        made: Picture = {
            "turn": self.turn_label(s), "pieces": picture.pieces(s, words), "stores": [],
            "marks": picture.marks(s, words), "tracks": picture.tracks(s, words),
            "calendars": [picture.calendar(s, words)], "tables": picture.tables(s, words), "sheets": self.sheets(scene),
            "sequence": picture.sequence(s, words), "forces": [],
        }
        if s.result is not None:
            winners = [US] if s.result.returns[0] > 0 else []
            made["ending"] = {"winners": winners, "text": self.over(s), "rule": ENDING_RULES[s.result.reason]}
        return made

    def score(self, scene: Scene[Solitaire]) -> Score:
        """SR-62, SR-63: the turns held, and where the field's marker stands."""
        s, words = scene.v, scene.words
        turns = printed(s).data["turns"]["number"]
        return {
            "name": words.say("solo.score.title"), "rule": "SR-63",
            "tallies": [{"side": US, "value": s.turn, "goal": turns,
                         "text": words.say("solo.score.turn", turn=s.turn, turns=turns)}],
            "wins": [words.say("solo.score.win", turns=turns), words.say("solo.score.off"),
                     words.say("solo.score.front"), words.say("solo.score.overrun")],
        }  # fmt: skip

    def over(self, view: Solitaire) -> str:
        return self.words.say(f"solo.ending.{view.result.reason}" if view.result else "solo.prompt.dice")

    def wait(self, scene: Scene[Solitaire], what: str) -> str:
        return what
