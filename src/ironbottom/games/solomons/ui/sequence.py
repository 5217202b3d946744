"""How the sequence of play is told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.printed import BASES, JAPAN, LETTERS, PORT, SCORES, SIDES, USA
from ironbottom.games.solomons.rules.sequence import CompletionRolled, HalfEnded, PlotsOpened, TurnBegan
from ironbottom.games.solomons.rules.state import DEEDS, Sight
from ironbottom.games.solomons.ui.log import carded, moment, needed, say
from ironbottom.games.solomons.ui.pieces import sight_badge
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line, Sum, Term
from ironbottom.kernel.words import Words


@line(TurnBegan)
def turn(seen: TurnBegan, reader: Reader) -> Line:
    made = say(seen, reader, mark="turn")
    made["turn"] = moment(reader, seen.turn, 0)
    return made


@line(HalfEnded)
def half(seen: HalfEnded, reader: Reader) -> Line:
    won = [sum(won_in(seen, owner)) for owner in (JAPAN, USA)]
    made = say(seen, reader, key="" if any(won) else "half_none", japanese=f"+{won[JAPAN]}", american=f"+{won[USA]}")
    made["sums"] = [half_of(seen, owner, reader.words) for owner in (JAPAN, USA)]
    return made


def won_in(seen: HalfEnded, owner: int) -> tuple[int, ...]:
    """What a side won in a half, by source, without the points that a short scenario begins with."""
    first, *rest = (seen.japanese, seen.american)[owner]
    return (first - seen.before[owner], *rest)


def half_of(seen: HalfEnded, owner: int, words: Words) -> Sum:
    """What a side did, won and showed in a half, and what it has ashore."""
    won = won_in(seen, owner)
    terms: list[Term] = [{"text": words.say(f"deed.{key}"), "value": str(n)}
                         for key, n in zip(DEEDS, seen.deeds[owner], strict=True) if n]
    terms += [{"text": words.say("deed.points", source=words.say(f"score.{key}")), "value": f"+{n}", "rule": "RS-200"}
              for key, n in zip(SCORES, won, strict=True) if n]
    terms += [{"text": words.say(f"deed.{key}"), "value": str(n)}
              for key, n in (("ashore", seen.ground[owner]), ("stores", seen.supply[owner]))]
    for n, segment, hex_, total, capital, transports in seen.seen[owner]:
        what = sight_badge(Sight(owner, n, segment, hex_, total, capital, transports), words)
        terms.append({"text": words.say("deed.seen", n=n + 1, hex=LETTERS[hex_], segment=segment), "value": what})
    return {"name": words.say(f"board.{SIDES[owner]}"), "side": SIDES[owner], "terms": terms, "total": f"+{sum(won)}"}


@line(CompletionRolled)
def completion(seen: CompletionRolled, reader: Reader) -> Line:
    made = say(seen, reader, key="" if seen.done else "completion_die_not", rule="RS-082")
    return carded(made, reader, needed(reader, "completion", "RS-082"))


@line(PlotsOpened)
def plots(seen: PlotsOpened, reader: Reader) -> Line:
    """The finished plots of a side: where each task force was in which segment."""
    words = reader.words
    ways: dict[int, list[str]] = {}
    last: dict[int, int] = {}
    for n, segment, place in seen.tracks:
        if place < PORT or last.get(n, PORT) < PORT:  # a stay in port says nothing
            where = LETTERS[place] if place < PORT else words.name(BASES[place - PORT])
            ways.setdefault(n, []).append(f"{where} {segment}")
        last[n] = place
    what = "; ".join(words.say("points.track", n=n + 1, stops=", ".join(stops)) for n, stops in sorted(ways.items()))
    return say(seen, reader, key="" if seen.tracks else "plots_none", what=what)
