"""Ships, as the log tells of them."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.naval import CameForward
from ironbottom.games.first_blood.ui.face import told
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(CameForward)
def came_forward(seen: CameForward, reader: Reader) -> Line:
    return told(seen, reader, "10.1b", key="strategic" if seen.gone else "strategic_plain")
