"""5.0: how random events look."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.random_events import CardDrawn, DeckShuffled, Delayed, InTime
from ironbottom.games.henderson_field.ui.faces import outcome, plainly, said
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line

line(DeckShuffled, InTime)(plainly)


@line(CardDrawn)
def card_drawn(seen: CardDrawn, reader: Reader) -> Line:
    """R5.0b: the card lies open."""
    made = said(seen, reader, effect=reader.words.say(f"card.{seen.name}"))
    made["card"] = {"title": reader.thrown(made)}
    made["effect"] = seen.name
    return made


@line(Delayed)
def delayed(seen: Delayed, reader: Reader) -> Line:
    """R5.0b, Q16: by a die, for want of room, or kept back."""
    made = said(seen, reader, "event.late_kept") if seen.kept else outcome(seen, reader, bool(seen.die))
    if not seen.die:
        made["rule"] = "Q16"
    return made
