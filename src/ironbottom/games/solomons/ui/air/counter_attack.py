"""How the counter-attacks of carriers look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ironbottom.games.solomons.rules.air.counter_attack import CounterAttack
from ironbottom.games.solomons.rules.printed import LETTERS
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.kernel.presenter import face
from ironbottom.kernel.view import Sheet, Term


@face(CounterAttack)
class CounterAttackFace(CampaignFace[CounterAttack]):
    idles = True
    final: ClassVar[Mapping[str, str]] = {"counter": "ends.die"}

    def sheet(self, form: Form, step: CounterAttack) -> Sheet:
        """The carrier forces that attacked, and what is on deck."""
        v, words = form.v, form.words
        at = {str(sight.force + 1): LETTERS[sight.hex] for sight in v.sights if sight.side != form.side}
        fields = [form.field(key, form.name(key), words.say("sheet.hex", hex=at[key[-1]]), form.naming(key),
                             pieces=[key]) for key in form.things()]
        on_deck: Term = {"text": words.say("sheet.on_deck", n=step.force + 1), "value": str(step.retained(v))}
        return form.of("battle", fields, totals=[on_deck])
