"""How transfers look."""

from __future__ import annotations

from ironbottom.games.solomons.rules.air.transfers import Transferred, Transfers, place_of
from ironbottom.games.solomons.rules.printed import BASES, HENDERSON, KINDS, USA
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import alone, amounts, say, ship
from ironbottom.games.solomons.ui.pieces import unit_name
from ironbottom.kernel.presenter import Reader, face, line
from ironbottom.kernel.view import Line, Sheet, Term


@face(Transfers)
class TransfersFace(CampaignFace[Transfers]):
    in_sheet = True
    idles = True

    def sheet(self, form: Form, step: Transfers) -> Sheet:
        """From each place to the others."""
        v, side, words = form.v, form.side, form.words
        rows: dict[tuple[str, str], list[str]] = {}
        for text in form.texts:
            if text.startswith("transfer "):
                _, start, _, kind, _ = text.split()
                rows.setdefault((start, kind), []).append(text)
        fields = []
        for (start, kind), actions in rows.items():
            place, what = place_of(v, start), KINDS.index(kind)
            left = step.fresh(v, place, what) - sum(
                n for begin, _, sort, n in v.drafts[side] if (begin, sort) == (place, what))
            note = words.say("sheet.transfer_supply", supply=v.supply[USA]) if (place, side) == (HENDERSON, USA) else ""
            fields.append(form.field(
                f"{start}.{kind}", words.say("sheet.air_at", base=form.name(start), kind=words.say(f"name.{kind}")),
                words.say("sheet.ready_air", n=left), actions, note=note))
        totals: list[Term] = [
            {"text": words.say("sheet.transfer", what=words.say(f"name.{KINDS[kind]}"), start=room_name(form, start),
                               end=room_name(form, end)), "value": str(n)} for start, end, kind, n in v.drafts[side]]
        return form.of("plot", fields, totals=totals)


@line(Transferred)
def transferred(seen: Transferred, reader: Reader) -> Line:
    places = [reader.words.name(at) if at in BASES else ship(reader, at) for at in (seen.start, seen.end)]
    return alone(say(seen, reader, what=amounts(reader.words, **{seen.what: seen.n}), start=places[0], end=places[1]))


def room_name(form: Form, place: int) -> str:
    return form.words.name(BASES[place]) if place < 100 else unit_name(form.v, place - 100)
