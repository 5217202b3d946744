"""How the segments and the movements that a side alone knows are told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.naval_movement import Answering, CameHome, SegmentBegan, TurnedBack
from ironbottom.games.solomons.rules.printed import BASES
from ironbottom.games.solomons.ui.log import alone, moment, say
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(SegmentBegan)
def segment(seen: SegmentBegan, reader: Reader) -> Line:
    made = say(seen, reader, mark="phase")
    made["turn"] = moment(reader, seen.turn, seen.segment)
    return made


@line(TurnedBack, Answering)
def anti_slot(seen: TurnedBack | Answering, reader: Reader) -> Line:
    return alone(say(seen, reader, force=seen.force + 1))


@line(CameHome)
def home(seen: CameHome, reader: Reader) -> Line:
    return alone(say(seen, reader, force=seen.force + 1, base=reader.words.name(BASES[seen.base])))
