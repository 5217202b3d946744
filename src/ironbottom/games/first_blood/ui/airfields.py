"""How airfields fare, as the log tells it."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.airfields import Bombarded, Damaged, Destroyed
from ironbottom.games.first_blood.ui.face import told
from ironbottom.kernel.presenter import line

line(Bombarded, Damaged, Destroyed)(lambda seen, reader: told(seen, reader, "", seen.hex))
