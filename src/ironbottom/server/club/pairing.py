"""Who meets whom in a tournament, and how it stands. Nothing here knows of games or of storage.

Players are numbered by their seeds, from 0. A pairing is played in one game, or in several with the sides swapped: who
has more of their points has the pairing's point, and both have half of it where they are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from ironbottom.kernel.errors import BadInput

ROBIN, SWISS, KNOCKOUT = "robin", "swiss", "knockout"
KINDS = (ROBIN, SWISS, KNOCKOUT)

VOID = "void"
"""The reason of a game that gives nobody anything."""
FORFEIT = "forfeit"
"""The reason of a game that was won without being played."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A game of a pairing: round (from 1), board, number on it; who has the first side and the second (None: no
    opponent in this round); the first's score, None while it is played."""

    round: int
    board: int
    number: int
    first: int
    second: int | None
    score: float | None = None
    reason: str = ""

    def points(self) -> tuple[float, float]:
        """What both have of it."""
        if self.score is None or self.reason == VOID:
            return 0.0, 0.0
        return self.score, 1 - self.score


@cache
def swiss_pairs() -> bool:
    """Whether the Swiss system is here: py4swiss belongs to the extra `club`."""
    try:
        import py4swiss  # noqa: F401
    except ImportError:
        return False
    return True


def rounds_of(kind: str, players: int, wanted: int) -> int:
    """How many rounds a tournament has."""
    if kind == ROBIN:
        return players - 1 + players % 2
    if kind == KNOCKOUT:
        return max(1, (players - 1).bit_length())
    return max(1, min(wanted, players - 1 + players % 2))


def legs_of(round_: int, board: int, first: int, second: int | None, games: int) -> list[Leg]:
    """The games of a pairing, the sides swapped from one to the next."""
    if second is None:
        return [Leg(round_, board, 0, first, None, 1.0, FORFEIT)]
    return [
        Leg(round_, board, n, *((first, second) if n % 2 == 0 else (second, first))) for n in range(games)
    ]


def robin(players: int, round_: int) -> list[tuple[int, int | None]]:
    """The pairs of a round of a round robin, by Berger's circle; nobody has a second bye.

    >>> [robin(4, n) for n in (1, 2, 3)]
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    """
    size = players + players % 2
    ring = [(n + (round_ - 1) * (size // 2)) % (size - 1) for n in range(size - 1)]
    pairs: list[tuple[int, int]] = []
    for n in range(size // 2):
        if n == 0:
            pairs.append((ring[0], size - 1) if round_ % 2 else (size - 1, ring[0]))
        else:
            pairs.append((ring[n], ring[size - 1 - n]))
    found: list[tuple[int, int | None]] = []
    for one, other in pairs:
        if players in (one, other):
            found.append((other if one == players else one, None))
        else:
            found.append((one, other))
    return found


def first_knockout(players: int) -> list[tuple[int, int | None]]:
    """The pairs of the first round of a knock-out: the best seeds meet last, and have no opponent where some are
    missing.

    >>> first_knockout(6)
    [(0, None), (3, 4), (1, None), (2, 5)]
    """
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        order = [seed for one in order for seed in (one, size - 1 - one)]
    if len(order) == 1:
        order = [0, 1]
    pairs = list(zip(order[::2], order[1::2], strict=True))
    return [(one, other if other < players else None) for one, other in pairs]


def by_board(legs: Sequence[Leg]) -> list[list[Leg]]:
    """The legs of a round, pairing by pairing."""
    boards = sorted({leg.board for leg in legs})
    return [sorted((leg for leg in legs if leg.board == board), key=lambda leg: leg.number) for board in boards]


def shares(legs: Sequence[Leg]) -> tuple[int, float, int | None, float]:
    """A pairing: one player and his points in its games, the other and his."""
    one, other = legs[0].first, legs[0].second
    mine = sum(leg.points()[0 if leg.first == one else 1] for leg in legs)
    its = 0.0 if other is None else sum(leg.points()[0 if leg.first == other else 1] for leg in legs)
    return one, mine, other, its


def extra(legs: Sequence[Leg], games: int) -> list[Leg]:
    """The further games of a pairing of a knock-out that nobody has won: as many once more."""
    one, mine, other, its = shares(legs)
    if other is None or mine != its or len(legs) > games or any(leg.score is None for leg in legs):
        return []
    if all(leg.reason in (VOID, FORFEIT) for leg in legs):  # nobody came: nobody is waited for again
        return []
    last = len(legs)
    return [
        Leg(legs[0].round, legs[0].board, last + n, *((one, other) if n % 2 == 0 else (other, one)))
        for n in range(games)
    ]


def winner(legs: Sequence[Leg], gone: Sequence[int] = ()) -> int:
    """Who goes on in a knock-out: he who has more points; where nobody has, he who has not left; then the better
    seed."""
    one, mine, other, its = shares(legs)
    if other is None or mine > its:
        return one
    if its > mine:
        return other
    return min(one, other, key=lambda seed: (seed in gone, seed))


def next_round(
    kind: str, players: int, legs: Sequence[Leg], round_: int, rounds: int, gone: Sequence[int]
) -> list[tuple[int, int | None]]:
    """The pairs of the next round; none where nobody can be paired any more."""
    if kind == ROBIN:
        return robin(players, round_)
    if kind == KNOCKOUT:
        if round_ == 1:
            return first_knockout(players)
        on = [winner(board, gone) for board in by_board([leg for leg in legs if leg.round == round_ - 1])]
        return list(zip_longest(on[::2], on[1::2])) if len(on) > 1 else []
    return swiss(players, legs, round_, rounds, gone)


def swiss(
    players: int, legs: Sequence[Leg], round_: int, rounds: int, gone: Sequence[int]
) -> list[tuple[int, int | None]]:
    """The pairs of a round by the Dutch system of FIDE, as py4swiss has it. Who has the first side in the first game
    counts as White."""
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
    from py4swiss.trf.sections import PlayerSection, XSection

    results: dict[int, list[RoundResult]] = {seed: [] for seed in range(players)}
    none = ColorToken.BYE_OR_NOT_PAIRED
    for number in range(1, round_):
        told: dict[int, RoundResult] = {}
        for board in by_board([leg for leg in legs if leg.round == number]):
            one, mine, other, its = shares(board)
            if other is None:
                told[one] = RoundResult(id=0, color=none, result=ResultToken.PAIRING_ALLOCATED_BYE)
                continue
            unplayed = all(leg.reason in (VOID, FORFEIT) for leg in board)
            for who, against, own, others, color in (
                (one, other, mine, its, ColorToken.WHITE), (other, one, its, mine, ColorToken.BLACK),
            ):  # fmt: skip
                if unplayed:
                    result = ResultToken.FORFEIT_WIN if own > others else ResultToken.FORFEIT_LOSS
                else:
                    result = ResultToken.WIN if own > others else ResultToken.LOSS if own < others else ResultToken.DRAW
                told[who] = RoundResult(id=against + 1, color=color, result=result)
        for seed in range(players):
            absent = RoundResult(id=0, color=none, result=ResultToken.ZERO_POINT_BYE)
            results[seed].append(told.get(seed, absent))
    system = ScoringPointSystem()
    for seed in gone:
        results[seed].append(RoundResult(id=0, color=none, result=ResultToken.ZERO_POINT_BYE))
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER, starting_number=seed + 1, name=f"Player {seed + 1}",
            points_times_ten=sum(system.get_points_times_ten(one) for one in results[seed]), rank=seed + 1,
            results=results[seed],
        )
        for seed in range(players)
    ]  # fmt: skip
    if len(gone) > players - 2:
        return []
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=max(rounds, round_)))
    try:
        pairs = DutchEngine.generate_pairings(trf)
    except PairingError:
        return []
    return [(pair.white - 1, pair.black - 1 if pair.black else None) for pair in pairs]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: the player's seed, his place, the points of his pairings and of his games, and what decides
    among equals: Buchholz (the points of all whom he met), Sonneborn and Berger's (those of whom he beat, and half of
    those with whom he shared), and pairings won."""

    seed: int
    place: int
    points: float
    games: float
    buchholz: float
    berger: float
    won: int


def standings(kind: str, players: int, legs: Sequence[Leg], gone: Sequence[int] = ()) -> list[Line]:
    """How a tournament stands. In a knock-out who came further stands before."""
    points, games = [0.0] * players, [0.0] * players
    met: list[list[tuple[int, float]]] = [[] for _ in range(players)]
    reached, won = [0] * players, [0] * players
    for number in sorted({leg.round for leg in legs}):
        for board in by_board([leg for leg in legs if leg.round == number]):
            if any(leg.score is None for leg in board):
                for leg in board:
                    _games(games, leg)
                continue
            one, mine, other, its = shares(board)
            reached[one] = number
            if other is None:
                if kind != ROBIN:
                    points[one] += 1
                    games[one] += mine
                if kind == KNOCKOUT:
                    reached[one] = number + 1
                continue
            reached[other] = number
            for leg in board:
                _games(games, leg)
            void = all(leg.reason == VOID for leg in board)
            for who, against, own, others in ((one, other, mine, its), (other, one, its, mine)):
                share = 0.0 if void else 1.0 if own > others else 0.5 if own == others else 0.0
                points[who] += share
                won[who] += own > others
                met[who].append((against, share))
            if kind == KNOCKOUT:
                reached[winner(board, gone)] = number + 1
    lines = [
        Line(seed, 0, points[seed], games[seed], sum(points[other] for other, _ in met[seed]),
             sum(points[other] * share for other, share in met[seed]), won[seed])
        for seed in range(players)
    ]  # fmt: skip

    def order(line: Line) -> tuple[float, ...]:
        if kind == KNOCKOUT:
            return (-reached[line.seed], -line.games)
        if kind == SWISS:
            return (-line.points, -line.buchholz, -line.berger, -line.games)
        return (-line.points, -line.games, -line.berger, -line.won)

    lines.sort(key=lambda line: (*order(line), line.seed))
    placed: list[Line] = []
    for n, line in enumerate(lines):
        level = n > 0 and order(line) == order(lines[n - 1])
        place = placed[-1].place if level else n + 1
        placed.append(Line(line.seed, place, line.points, line.games, line.buchholz, line.berger, line.won))
    return placed


def _games(games: list[float], leg: Leg) -> None:
    mine, its = leg.points()
    games[leg.first] += mine
    if leg.second is not None:
        games[leg.second] += its


def check(kind: str, games: int, rounds: int, most: int) -> None:
    """Raise BadInput for a tournament that cannot be."""
    if kind not in KINDS:
        raise BadInput(f"a tournament is one of {', '.join(KINDS)}")
    if kind == SWISS and not swiss_pairs():
        raise BadInput("the Swiss system needs the extra 'club': pip install 'ironbottom[club]'")
    if games not in (1, 2):
        raise BadInput("a pairing has 1 or 2 games")
    if kind == SWISS and not 1 <= rounds <= 15:
        raise BadInput("a Swiss tournament has 1 to 15 rounds")
    limit = 16 if kind == ROBIN else 128
    if not 2 <= most <= limit:
        raise BadInput(f"such a tournament is for 2 to {limit} players")
