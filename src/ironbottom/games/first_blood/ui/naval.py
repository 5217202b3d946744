"""Ships, as the log tells of them."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.naval import CameForward
from ironbottom.games.first_blood.ui.face import told
from ironbottom.kernel.presenter import line

line(CameForward)(lambda seen, reader: told(seen, reader, "10.1b", key="strategic" if seen.gone else "strategic_plain"))
