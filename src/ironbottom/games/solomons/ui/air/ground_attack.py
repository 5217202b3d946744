"""How attacks on Guadalcanal look."""

from __future__ import annotations

from ironbottom.games.solomons.rules.air.ground_attack import Bombarded, LoseAtBase
from ironbottom.games.solomons.rules.printed import KINDS
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.air.losses import to_lose
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import carded, column, say, scored
from ironbottom.kernel.presenter import Reader, Scene, face, line
from ironbottom.kernel.view import Line, Sheet


@face(LoseAtBase)
class LoseAtBaseFace(CampaignFace[LoseAtBase]):
    def number(self, v: Campaign, step: LoseAtBase) -> int:
        return step.left(v)

    def prompt_key(self, scene: Scene[Campaign], step: LoseAtBase) -> str:
        return "prompt.LoseAtBase" if step.left(scene.v) else "prompt.LoseAtBase_idle"

    def sheet(self, form: Form, step: LoseAtBase) -> Sheet:
        """The points on the field, of which some are lost."""
        there = dict(zip(KINDS[:2], step.there(form.v), strict=True))
        fields = [form.field(key, form.name(key), form.words.say("sheet.on_field", n=there[key]), form.naming(key))
                  for key in form.things()]
        return form.of("battle", fields, totals=[to_lose(form, step.left(form.v))])


@line(Bombarded)
def bombarded(seen: Bombarded, reader: Reader) -> Line:
    air = seen.built and seen.air
    key = ("" if seen.supply else "bombarded_air") if air else "bombarded_supply" if seen.supply else "bombarded_none"
    rule = "RS-097" if seen.cause == "air" else "RS-130"
    made = scored(say(seen, reader, key=key, rule=rule), reader, seen.side, "supply", seen.supply,
                  reader.words.say("points.supply", n=seen.supply))
    return carded(made, reader, reader.modifier(f"bombard_{seen.cause}", str(seen.strength), rule),
                  total=column(reader, "bombardment", seen.strength))
