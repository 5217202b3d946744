"""How unloading looks."""

from __future__ import annotations

from typing import Any

from ironbottom.games.solomons.rules.sealed import READY
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.unloading import Unloaded, Unloading
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import amounts, say
from ironbottom.games.solomons.ui.pieces import unit_name
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Line, Sheet, Term


@face(Unloading)
class UnloadingFace(CampaignFace[Unloading]):
    in_sheet = True
    idles = True

    def nothing(self, scene: Scene[Campaign], action: Action) -> bool:
        """Whether to be ready is to land nothing, though something could be landed."""
        return action == READY and ("everything",) in scene.legal and not scene.v.drafts[scene.side]

    def label(self, scene: Scene[Campaign], step: Unloading, action: Action, args: dict[str, Any]) -> str:
        if self.nothing(scene, action):
            return scene.words.say("choice.nothing")
        return super().label(scene, step, action, args)

    def choice(self, scene: Scene[Campaign], step: Unloading, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if self.nothing(scene, action):
            del made["main"]

    def sheet(self, form: Form, step: Unloading) -> Sheet:
        """What stays aboard of each ship's cargo, and what is to be landed."""
        v, side, words = form.v, form.side, form.words
        draft = {row[0]: row for row in v.drafts[side]}
        fields = []
        for key in form.things():
            u = v.p.index[key]
            _, ground, supply = draft.get(u, (u, 0, 0))
            left = [words.say(f"points.{kind}", n=n) for kind, n in (
                ("ground", v.cargo[u] // 10 - ground), ("supply", v.cargo[u] % 10 - supply)) if n]
            fields.append(form.field(key, unit_name(v, u), words.say("sheet.in_hold", what=left), form.naming(key),
                                     pieces=[key]))
        totals: list[Term] = [
            {"text": words.say("sheet.to_land", what=words.name(kind)), "value": str(n), "rule": "RS-077"}
            for i, kind in ((1, "ground"), (2, "supply")) if (n := sum(row[i] for row in v.drafts[side]))]
        return form.of("loading", fields, totals=totals)


@line(Unloaded)
def unloaded(seen: Unloaded, reader: Reader) -> Line:
    what = amounts(reader.words, ground=seen.ground, supply=seen.supply)
    return say(seen, reader, what=what)
