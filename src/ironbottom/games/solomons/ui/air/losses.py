"""How losses in the air look."""

from __future__ import annotations

from ironbottom.games.solomons.rules.air.losses import LoseAircraft
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.air.attack import flight_name
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.kernel.presenter import face
from ironbottom.kernel.view import Sheet, Term


@face(LoseAircraft)
class LoseAircraftFace(CampaignFace[LoseAircraft]):
    def number(self, v: Campaign, step: LoseAircraft) -> int:
        return step.left(v)

    def sheet(self, form: Form, step: LoseAircraft) -> Sheet:
        """The points of the attack, of which some are lost."""
        words, have = form.words, {name: n for name, (_, n) in step.stocks(form.v).items()}
        fields = [form.field(key, form.name(key), words.say("sheet.in_attack", n=have[key]), form.naming(key))
                  for key in form.things()]
        attack: Term = {"text": flight_name(form, step.flight), "value": ""}
        return form.of("battle", fields, totals=[attack, to_lose(form, step.left(form.v))])


def to_lose(form: Form, n: int) -> Term:
    """How many points are lost."""
    return {"text": form.words.say("sheet.to_lose"), "value": str(n), "rule": form.step.rule}
