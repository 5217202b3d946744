"""How landings look."""

from __future__ import annotations

from ironbottom.games.solomons.rules.air.landing import Alight, LostOnTheWay
from ironbottom.games.solomons.rules.printed import LETTERS
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import say
from ironbottom.kernel.presenter import face, line
from ironbottom.kernel.view import Sheet, Term


@face(Alight)
class AlightFace(CampaignFace[Alight]):
    idles = True

    def sheet(self, form: Form, step: Alight) -> Sheet:
        """Aircraft in the air that have no deck left, and where there is room."""
        words, pool = form.words, step.first(form.v)
        totals: list[Term] = []
        if pool is not None:
            totals.append({"text": words.say("sheet.homeless", hex=LETTERS[pool[0]]), "value": str(pool[1])})
        return form.plain(totals=totals)


line(LostOnTheWay)(say)
