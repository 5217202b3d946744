"""How matches ended, and the ratings that follow from it, by game and pace.

A result is recorded in the transaction that stores the end of its game, once for a table. Ratings are those of
openskill (Weng and Lin's Bayesian update of Bradley and Terry's model), on the scale of Elo: 400 points are odds of ten
to one between players who are known well. A side that was measured to be stronger counts as so many points more.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

from ironbottom.server.club.balance import copy_of, handicap, measured
from ironbottom.server.database import Connection
from ironbottom.server.repository import Ended

log = logging.getLogger("ironbottom")

START, UNSURE = 1500.0, 350.0
"""The rating of somebody of whom nothing is known, and how sure it is: a standard deviation."""
COMPUTER_UNSURE = 100.0
"""That of a computer, whose level was measured, though not against people."""
BETA = 400 / 2.302585092994046 / 2**0.5
"""How far a single game strays: so that the odds of two who are known well are those of Elo."""
TAU = 6.0
"""What each game adds to the uncertainty, so that who learns is followed."""
SETTLED = 150.0
"""A rating is provisional while it is less sure."""

ABORTED = "aborted"
"""The reason of a game in which a side had decided nothing yet, however it ended."""

Rating = tuple[float, float]
"""mu and sigma."""


@cache
def available() -> bool:
    """Whether games can be rated here: openskill belongs to the extra `club`."""
    try:
        import openskill  # noqa: F401
    except ImportError:
        return False
    return True


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=START, sigma=UNSURE, beta=BETA, tau=TAU, gamma=_whole)


def _whole(*given: Any, **more: Any) -> float:
    """A game tells of the uncertainty all that it can: openskill would take less of it from each."""
    return 1.0


def after(first: Rating, second: Rating, score: float, handicap: float) -> tuple[Rating, Rating]:
    """Both ratings after a game in which the first had `score` of the point, with the side that is stronger by
    `handicap`."""
    model = _model()
    half = handicap / 2
    one, two = model.rating(mu=first[0] + half, sigma=first[1]), model.rating(mu=second[0] - half, sigma=second[1])
    ranks = [1, 1] if score == 0.5 else [1, 2] if score > 0.5 else [2, 1]
    ((one,), (two,)) = model.rate([[one], [two]], ranks=ranks)
    return (one.mu - half, one.sigma), (two.mu + half, two.sigma)


def fresh(who: str) -> Rating:
    """The rating that somebody begins with."""
    if not who.startswith("bot:"):
        return START, UNSURE
    level = who.removeprefix("bot:").partition(":")[0]
    anchors: Mapping[str, float] = measured()["computers"]
    return (float(anchors[level]), COMPUTER_UNSURE) if level in anchors else (START, UNSURE)


def counts(ended: Ended) -> bool:
    """Whether a match moves ratings: it was rated, somebody won or it was drawn, and both sides have decided
    something."""
    return ended.rated and ended.score is not None and ended.moved and all(ended.who) and len(set(ended.who)) == 2


def record(c: Connection, key: str, ended: Ended) -> None:
    """Keep how a match ended. It is done once, whatever is tried again."""
    rated = counts(ended)
    first, second = ended.who
    new = c.execute(
        "INSERT INTO results (game_table, game, scenario, pace, first, second, score, reason, rated, handicap, "
        "tournament, time) VALUES (?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (game_table) DO NOTHING",
        (key, ended.game, ended.scenario, ended.pace, first, second, ended.score,
         ended.reason if ended.moved else ABORTED, int(rated), ended.handicap, ended.tournament, ended.time),
    ).rowcount  # fmt: skip
    if not new:
        return
    c.execute(
        "UPDATE pairings SET score = ?, reason = ? WHERE game_table = ? AND score IS NULL",
        (0.5 if ended.score is None else ended.score, ended.reason, key),
    )
    if rated:
        if available():
            _rate(c, key, ended)
        else:
            log.warning("a rated game ended and openskill is not installed: `ironbottom ratings --recompute` counts it")


def _rate(c: Connection, key: str, ended: Ended) -> None:
    """Move both ratings. Writing them first holds them against others who rate at the same time."""
    for who in sorted(ended.who):
        c.execute(
            "INSERT INTO ratings VALUES (?,?,?,?,?,1,?) ON CONFLICT (who, game, pace) "
            "DO UPDATE SET games = ratings.games + 1, updated = excluded.updated",
            (who, ended.game, ended.pace, *fresh(who), ended.time),
        )
    of = "who = ? AND game = ? AND pace = ?"
    before = [
        c.execute(f"SELECT mu, sigma FROM ratings WHERE {of}", (who, ended.game, ended.pace)).fetchone()
        for who in ended.who
    ]
    assert ended.score is not None
    new = after(before[0], before[1], ended.score, ended.handicap)
    for who, (mu, sigma) in zip(ended.who, new, strict=True):
        c.execute(f"UPDATE ratings SET mu = ?, sigma = ? WHERE {of}", (mu, sigma, who, ended.game, ended.pace))
    c.execute(
        "UPDATE results SET first_mu = ?, first_sigma = ?, second_mu = ?, second_sigma = ? WHERE game_table = ?",
        (*new[0], *new[1], key),
    )


def recompute(c: Connection) -> int:
    """Rate all kept results anew, in the order in which they ended, with what sides and computers are worth today: how
    many there are."""
    c.execute("DELETE FROM ratings")
    found = c.execute(
        "SELECT r.game_table, r.game, r.scenario, r.pace, r.first, r.second, r.score, r.reason, r.handicap, "
        "r.tournament, r.time, t.overlay, t.id FROM results r LEFT JOIN tables t ON t.id = r.game_table "
        "WHERE r.rated = 1 ORDER BY r.time, r.game_table"
    ).fetchall()
    for key, game, scenario, pace, first, second, score, reason, worth, tournament, time, overlay, there in found:
        known = None if overlay is None else json.loads(overlay)
        if there is not None and copy_of(game, known) is not None:
            worth = handicap(game, scenario, known)
        ended = Ended(game, scenario, pace, (first, second), score, reason, True, True, worth, tournament, time)
        c.execute("UPDATE results SET handicap = ? WHERE game_table = ?", (worth, key))
        _rate(c, key, ended)
    c.execute("DELETE FROM ratings WHERE who IN (SELECT player FROM former)")
    return len(found)


def forget(c: Connection, player: str, now: float) -> None:
    """A player is no more: what was his alone goes, and he plays on in no tournament. Those of his that have not begun
    are called off, but for those that others have entered and that begin by themselves. Results stay, for what they
    moved is others' too."""
    for part in ("members", "vacations"):
        c.execute(f"DELETE FROM {part} WHERE player = ?", (player,))
    c.execute("DELETE FROM seeks WHERE maker = ?", (player,))
    c.execute("DELETE FROM ratings WHERE who = ?", (player,))
    c.execute(
        "DELETE FROM entrants WHERE player = ? AND tournament IN (SELECT id FROM tournaments WHERE state = 'entry')",
        (player,),
    )
    c.execute("UPDATE entrants SET gone = 1 WHERE player = ?", (player,))
    c.execute(
        "UPDATE tournaments SET state = 'called_off', ended = ?, why = 'its maker has gone' WHERE maker = ? "
        "AND state = 'entry' AND (begins IS NULL OR id NOT IN (SELECT tournament FROM entrants))",
        (now, player),
    )


def of(c: Connection, player: str) -> list[dict[str, Any]]:
    """All results of a player's matches, for himself."""
    names = ("table", "game", "scenario", "pace", "side", "score", "reason", "rated", "time")
    rows = c.execute(
        "SELECT game_table, game, scenario, pace, CASE WHEN first = :p THEN 0 ELSE 1 END, "
        "CASE WHEN first = :p THEN score ELSE 1 - score END, reason, rated, time FROM results "
        "WHERE first = :p OR second = :p ORDER BY time",
        {"p": player},
    ).fetchall()
    return [dict(zip(names, row, strict=True)) for row in rows]


def rating_of(c: Connection, who: str, game: str, pace: str) -> Rating:
    """Somebody's rating now."""
    sql = "SELECT mu, sigma FROM ratings WHERE who = ? AND game = ? AND pace = ?"
    found: Rating | None = c.execute(sql, (who, game, pace)).fetchone()
    return found or fresh(who)


def told(mu: float, sigma: float) -> dict[str, Any]:
    """A rating as the page has it."""
    return {"points": round(mu), "sure": round(sigma), "provisional": sigma > SETTLED}
