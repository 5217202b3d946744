"""5.0: how random events look."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.random_events import CardDrawn, DeckShuffled, Delayed, InTime
from ironbottom.games.henderson_field.ui.faces import outcome, plainly, said
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line

line(DeckShuffled, InTime)(plainly)


@line(CardDrawn)
def card_drawn(seen: CardDrawn, reader: Reader) -> Line:
    return said(seen, reader, effect=reader.words.say(f"card.{seen.name}"))


@line(Delayed)
def delayed(seen: Delayed, reader: Reader) -> Line:
    return said(seen, reader, "event.late_kept") if seen.kept else outcome(seen, reader, bool(seen.die))
