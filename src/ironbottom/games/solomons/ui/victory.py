"""How the end and the Victory Points look."""

from __future__ import annotations

from ironbottom.games.solomons.rules.printed import JAPAN, SCORES, SIDES, USA
from ironbottom.games.solomons.rules.state import Campaign, points, worth
from ironbottom.games.solomons.rules.victory import Ended, level
from ironbottom.games.solomons.ui.log import say
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line, Point, Score, Table
from ironbottom.kernel.words import Words


def balance(v: Campaign, words: Words) -> list[Table]:
    """RS-200: Victory Points by what they were given for, and by Game-Turn."""
    columns = [words.say("score.source"), words.say("side.japanese"), words.say("side.american")]
    begun = v.p.before
    won = [[n - begun[side] * (k == 0) for k, n in enumerate(v.vp[side])] for side in (0, 1)]
    rows = [[words.say("score.before"), *map(str, begun)]] if any(begun) else []
    rows += [[words.say(f"score.{key}"), str(won[0][k]), str(won[1][k])] for k, key in enumerate(SCORES)
             if won[0][k] or won[1][k]]
    total = [points(v, 0), points(v, 1)]
    rows.append([words.say("score.total"), str(total[0]), str(total[1])])
    made: list[Table] = [{"id": "vp", "name": words.say("score.title"), "columns": columns, "rows": rows,
                          "rule": "RS-200"}]
    if v.scored:
        marks = [begun, *v.scored]
        turns = [[words.say("score.turn", n=n), *(f"+{now[k] - was[k]}" for k in (0, 1))]
                 for n, (was, now) in enumerate(zip(
                     marks, [*v.scored, total][: v.turn - v.p.began + 1], strict=False), v.p.began)]
        made.append({"id": "vp-turns", "name": words.say("score.by_turn"), "rule": "RS-200", "rows": turns,
                     "columns": [words.say("track.turn"), *columns[1:]]})
    return made


def score(v: Campaign, words: Words) -> Score:
    """RS-200, IB-1, IB-2, IB-3: how the points stand, and what they take to win."""
    totals = (points(v, JAPAN), points(v, USA))
    limits = v.p.numbers["levels"]
    ratios = {key: f"{limits[key][0] / limits[key][1]:g}"
              for key in ("draw_above", "marginal_above", "substantive_from", "decisive_from")}
    drawn = limits["marginal_above"] != limits["draw_above"]
    american = "american_wins" if drawn else "american_wins_all"
    even = {key: "_even" if limits[key][0] == limits[key][1] else "" for key in ("draw_above", "marginal_above")}
    wins = [words.say(f"score.japanese_wins{even['marginal_above']}", **ratios),
            words.say(f"score.{american}{even['draw_above']}", **ratios),
            words.say("score.field_at_end", n=worth(v, "field"), side=SIDES[v.holder])]
    if totals != v.p.before:  # before anything has scored it would tell of a victory that nobody has won
        wins.append(words.say("score.now", level=words.say(f"level.{level(v.p, *totals)}")))
    return {
        "name": words.say("score.points"), "rule": v.p.own_rule or "RS-200",
        "tallies": [{"side": SIDES[side], "value": totals[side]} for side in (JAPAN, USA)],
        "wins": wins,
    }


@line(Ended)
def ended(seen: Ended, reader: Reader) -> Line:
    made = say(seen, reader, key="ended_field" if seen.field else "", side=seen.holder, mark="end", n=seen.field,
               level=reader.words.say(f"level.{seen.level}"))
    if not seen.field:
        return made
    text = reader.words.say("points.field")
    won: Point = {"side": SIDES[seen.holder], "n": seen.field, "text": text, "rule": "RS-200"}
    return made | {"points": [won]}
