"""How the die for the ships at Truk looks."""

from __future__ import annotations

from ironbottom.games.solomons.rules.truk import SortieDie, SortieRolled
from ironbottom.games.solomons.ui.face import CampaignFace
from ironbottom.games.solomons.ui.log import carded, needed, say
from ironbottom.kernel.presenter import Reader, face, line
from ironbottom.kernel.view import Line


@face(SortieDie)
class SortieDieFace(CampaignFace[SortieDie]):
    stage = "sortie"


@line(SortieRolled)
def sortie(seen: SortieRolled, reader: Reader) -> Line:
    made = say(seen, reader, key="" if seen.free else "sortie_die_not", rule="RS-180")
    return carded(made, reader, needed(reader, "sortie", "RS-180"))
