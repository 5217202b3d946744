"""How Hidden Movement looks: one's own orders, and their reveal."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.hidden_movement import Plotting, Revealed, own
from ironbottom.games.axis_allies.rules.printed import SEAS, SPACES
from ironbottom.games.axis_allies.rules.state import groups, word
from ironbottom.games.axis_allies.ui.face import At, Taking, ship_choice, simply
from ironbottom.games.axis_allies.ui.texts import counted, ships_text, written
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.presenter import Ask, Macro, face
from ironbottom.kernel.view import Field, Sheet


@face(Plotting)
class PlottingFace(Taking[Plotting]):
    """O11: the plot."""

    on_space = ("go",)

    def question(self, scene: At, step: Plotting) -> Ask:
        v, plot = scene.v, own(scene.v, scene.side)
        if v.ready[scene.side]:
            return self.asked(scene, step, "Plotting_ready", probe={})
        if not plot.hand:
            return self.asked(scene, step)
        zone, ship, _ = plot.hand
        text = ships_text(scene.words, ship, plot.fleets[zone].count(ship))
        return self.asked(scene, step, "Plotting_hand", ships=text, zone=SPACES[zone], focus=[SPACES[zone]],
                          probe={"space": "go {space} =1", "piece": "load {piece}"})

    def label(self, scene: At, step: Plotting, action: Action) -> str:
        if action[0] == "recall":
            return ship_choice(scene, "recall", action[3])
        return super().label(scene, step, action)

    def why_final(self, scene: At, step: Plotting, action: Action) -> str | None:
        return "ends.plots" if action == ("ready",) and scene.v.ready[1 - scene.side] else None

    def macros(self, scene: At, step: Plotting) -> tuple[Macro, ...]:
        """All ships of a zone to one place."""
        v, plot = scene.v, own(scene.v, scene.side)
        found: list[Macro] = []
        if plot.hand or v.ready[scene.side]:
            return ()
        for zone in range(SEAS):
            if len(plot.fleets[zone]) < 2:
                continue
            for near in v.printed.neighbours[zone]:
                do: list[Action] = []
                for ship, n in groups(plot.fleets[zone]):
                    do += [("take", SPACES[zone], word(ship)), ("go", SPACES[near], n)]
                found.append(Macro("macro.fleet_go", tuple(do), (("space", SPACES[near]),)))
        return tuple(found)

    def sheets(self, scene: At, step: Plotting) -> list[Sheet]:
        """O11: one's own orders."""
        v, words = scene.v, scene.words
        plot = v.plots[scene.side] if scene.side >= 0 else None
        if plot is None:
            return []
        legal = {written(action) for action in scene.legal}
        fields: list[Field] = []
        for start, end in dict.fromkeys(order[:2] for order in plot.orders):
            ships = [ship for *way, ship in plot.orders if tuple(way) == (start, end)]
            kinds = tuple(dict.fromkeys(ships))
            recalls = [written(("recall", SPACES[start], SPACES[end], word(ship))) for ship in kinds]
            fields.append({"id": f"order{len(fields)}", "space": SPACES[end],
                           "value": words.name([ships_text(words, ship, ships.count(ship)) for ship in kinds]),
                           "name": words.say("sheet.order", space=SPACES[start], end=SPACES[end]),
                           "choices": [do for do in recalls if do in legal]})
        go: dict[str, list[str]] = {}
        for macro in self.macros(scene, step):
            go.setdefault(str(macro.actions[0][1]), []).append(";".join(map(notation, macro.actions)))
        for zone, fleet in enumerate(plot.fleets):
            if fleet:
                types = [ship[0] for ship in fleet]
                fields.append({"id": f"fleet.{SPACES[zone]}", "name": words.name(SPACES[zone]),
                               "space": SPACES[zone], "choices": go.get(SPACES[zone], []),
                               "value": counted(words, {kind: types.count(kind) for kind in types})})
        return [{"id": "plot", "kind": "plot", "title": words.say("sheet.plot"), "fields": fields, "rule": "O11"}]


simply("O11", Revealed)
