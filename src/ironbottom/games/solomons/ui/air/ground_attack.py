"""How attacks on Guadalcanal look."""

from __future__ import annotations

from ironbottom.games.solomons.rules.air.ground_attack import Bombarded, LoseAtBase
from ironbottom.games.solomons.rules.air.points import count
from ironbottom.games.solomons.rules.printed import HENDERSON, KINDS
from ironbottom.games.solomons.ui.air.losses import to_lose
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import say
from ironbottom.kernel.presenter import Reader, face, line
from ironbottom.kernel.view import Line, Sheet


@face(LoseAtBase)
class LoseAtBaseFace(CampaignFace[LoseAtBase]):
    def sheet(self, form: Form, step: LoseAtBase) -> Sheet:
        """The points on the field, of which some are lost."""
        there = {kind: count(form.v, HENDERSON, what, (0, 1, 2, 3)) for what, kind in enumerate(KINDS[:2])}
        fields = [form.field(key, form.name(key), form.words.say("sheet.on_field", n=there[key]), form.naming(key))
                  for key in form.things()]
        return form.of("battle", fields, totals=[to_lose(form, step.n)])


@line(Bombarded)
def bombarded(seen: Bombarded, reader: Reader) -> Line:
    key = "" if seen.built and seen.air else "bombarded_supply"
    return say(seen, reader, key=key, rule="RS-130")
