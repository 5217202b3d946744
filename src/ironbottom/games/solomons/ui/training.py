"""How training looks."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.games.solomons.rules.printed import BASES, PORTS, RAW
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.training import Trained, Training, training_return
from ironbottom.games.solomons.ui.face import CampaignFace, Form, proposal
from ironbottom.games.solomons.ui.log import say, ship
from ironbottom.games.solomons.ui.pieces import unit_name
from ironbottom.kernel.presenter import Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Line, Sheet, Term


@face(Training)
class TrainingFace(CampaignFace[Training]):
    stage = "training"
    in_sheet = True
    idles = True

    def sheet(self, form: Form, step: Training) -> Sheet:
        """Carriers in port: what is aboard, when they would be back; the untrained aircraft beside them."""
        v, side, words = form.v, form.side, form.words
        draft = dict(v.drafts[side])
        back = training_return(v.p, side, v.turn)
        fields = []
        for key in form.things():
            u = v.p.index[key]
            value = words.say("sheet.trains", n=draft[u], turn=back) if u in draft else words.say(
                "sheet.aboard", n=sum(v.decks[u]), most=v.p.deck[u])
            fields.append(form.field(key, unit_name(v, u), value, form.naming(key), pieces=[key],
                                     note="" if u in draft else words.say("sheet.back", turn=back)))
        totals: list[Term] = []
        for base in PORTS[side]:
            raw = sum(v.air[base][RAW]) - sum(n for u, n in draft.items() if v.at[u] == base)
            if raw:
                totals.append({"text": words.say("sheet.untrained", base=words.name(BASES[base])), "value": str(raw)})
        return form.of("placing", fields, totals=totals)

    def strokes(self, scene: Scene[Campaign], step: Training) -> Iterable[Macro]:
        return proposal(scene)


@line(Trained)
def trained(seen: Trained, reader: Reader) -> Line:
    return say(seen, reader, unit=ship(reader, seen.unit))
