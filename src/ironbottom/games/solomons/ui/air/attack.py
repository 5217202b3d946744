"""How attacks in the air look, up to the patrols that meet them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ironbottom.games.solomons.rules.air.attack import NextStrike, PatrolFired, TargetGone, TooFew
from ironbottom.games.solomons.rules.printed import BASES, LETTERS, PORT
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import carded, column, say
from ironbottom.kernel.presenter import Reader, face, line
from ironbottom.kernel.view import Line, Sheet


@face(NextStrike)
class NextStrikeFace(CampaignFace[NextStrike]):
    final: ClassVar[Mapping[str, str]] = {"fly": "ends.die"}

    def sheet(self, form: Form, step: NextStrike) -> Sheet:
        """The attacks in the air, one of which comes next."""
        return form.of("battle", [form.field(key, flight_name(form, int(key[6:]) - 1), "", form.naming(key))
                                  for key in form.things()])


def flight_name(form: Form, i: int) -> str:
    """A strike by where it comes from and what it goes for."""
    words, f = form.words, form.v.flights[i]
    origin = words.name(BASES[f.origin - PORT]) if f.origin >= PORT else form.place(LETTERS[f.origin])
    target = words.name("guadalcanal") if f.target < 0 else words.say("name.enemy", n=f.target + 1)
    return words.say("sheet.flight", n=f.lac + f.nac, origin=origin, target=target, hex=LETTERS[f.where])


@line(PatrolFired)
def patrol(seen: PatrolFired, reader: Reader) -> Line:
    made = say(seen, reader, key="" if seen.lost else "cap_die_none", rule="RS-092")
    return carded(made, reader, reader.modifier("patrol", f"2 × {seen.points}", "RS-092"),
                  total=column(reader, "flak", 2 * seen.points))


line(TargetGone, TooFew)(say)
