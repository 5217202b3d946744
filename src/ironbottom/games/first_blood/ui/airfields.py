"""How airfields fare, as the log tells it."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.airfields import Bombarded, Damaged, Destroyed
from ironbottom.games.first_blood.ui.face import told
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(Bombarded, Damaged, Destroyed)
def struck(seen: Bombarded | Damaged | Destroyed, reader: Reader) -> Line:
    return told(seen, reader, "", seen.hex)
