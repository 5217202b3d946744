"""How the game looks: its board, its pieces, its picture; the rest stands in the faces and lines of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.henderson_field.knowledge import informed
from ironbottom.games.henderson_field.rules.line_of_sight import blocked
from ironbottom.games.henderson_field.rules.line_of_sight import line as sight_line
from ironbottom.games.henderson_field.rules.printed import Printed
from ironbottom.games.henderson_field.rules.state import Position
from ironbottom.games.henderson_field.ui import board, workshop
from ironbottom.games.henderson_field.ui.faces import Scenery
from ironbottom.games.henderson_field.ui.picture import picture, turn_label
from ironbottom.games.henderson_field.ui.victory import decided, score
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Macro, Presenter, Scene
from ironbottom.kernel.view import Board, Ending, MacroLook, Measure, Odds, Picture, Score, Sheet
from ironbottom.kernel.words import Words
from ironbottom.kernel.workshop import Plan


class HendersonPresenter(Presenter[Position]):
    """All that the page shows of the game."""

    follows = frozenset({
        "strain", "assault_die", "strain_die", "stands", "banzai", "retreated", "advanced", "fire_result",
        "counter_result",
    })  # fmt: skip

    @property
    def plain(self) -> Printed:
        """The printed game with all options as they are by default."""
        p = self.game.plain
        assert isinstance(p, Printed)
        return p

    def board(self, scenario: str) -> Board:
        return board.geometry(self.plain)

    def chart(self, scenario: str, theme: str) -> str:
        return board.chart(self.plain, theme)

    def faces(self, scenario: str) -> str:
        return board.counters(self.plain)

    def workshop(self, scenario: str, data: Mapping[str, Any]) -> Plan:
        return workshop.make(self.plain, data)

    def turn_label(self, view: Position) -> str:
        return turn_label(view, self.words)

    def picture(self, scene: Scenery) -> Picture:
        return picture(scene, known(scene), self.sheets(scene))

    def odds(self, scene: Scenery, action: Action) -> Odds | None:
        return super().odds(known(scene), action)

    def sheets(self, scene: Scenery) -> list[Sheet]:
        return super().sheets(known(scene))

    def score(self, scene: Scenery) -> Score:
        return score(scene)

    def decided(self, view: Position) -> Ending | None:
        return decided(view, self.words)

    def over(self, view: Position) -> str:
        return self.words.say("prompt.chance" if view.stack else "prompt.over")

    def macro_look(self, scene: Scenery, macro: Macro) -> MacroLook:
        made, args = super().macro_look(scene, macro), dict(macro.args)
        if "cost" in args:
            made["cost"] = str(args["cost"])
        if "ends" in args:
            made["ends"] = self.words.say(args["ends"])
        if "way" in args:
            made["way"] = [
                {"space": space, "text": self.words.say("way.zone", n=paid) if zone else str(paid) if paid else ""}
                for space, paid, zone in args["way"]
            ]
        return made

    def measure(self, scene: Scenery, start: str, end: str) -> Measure | None:
        return ruler(self.plain, start, end, self.words)


def known(scene: Scenery) -> Scenery:
    """R7.8: the position as its viewer knows it, with what he remembers of hidden counters."""
    return Scene(scene.game, informed(scene.v, scene.side, scene.memory), scene.side, scene.memory)


def ruler(p: Printed, start: str, end: str, words: Words) -> Measure | None:
    """R8.1.3, R8.1.4, Q26: how far apart two hexes are, whether they see each other, and if not, what is in the way."""
    a, b = p.number.get(start, -1), p.number.get(end, -1)
    if a < 0 or b < 0 or a == b:
        return None
    stop, n = blocked(p, a, b), p.plan.distance(a, b)
    way = [p.names[h] for step in sight_line(p, a, b) for h in step]
    made: Measure = {"text": "", "spaces": way, "rule": "R8.1.4"}
    if stop < 0:
        made["text"] = words.say("ruler.open", start=start, end=end, n=n)
        return made
    if p.level[a] != p.level[b]:
        key = "height"
    else:
        key = "slope" if p.level[stop] != p.level[a] or not p.jungle[stop] else "jungle"
    made["stop"] = p.names[stop]
    made["text"] = words.say(f"ruler.{key}", start=start, end=end, n=n, stop=p.names[stop])
    return made
