"""The chance to win a position: a logistic sum of what matters, its weights learnt.

`weights.json` is written by `python -m ironbottom.lab.learn first-blood`: games between computer players that stray now
and then, each position at the start of a side's half of a turn labelled with who won in the end.
"""

from __future__ import annotations

from math import log, log1p

from ironbottom.games.first_blood.ai.distances import FAR, apart, field_distances, pace, risk_of
from ironbottom.games.first_blood.ai.finish import cleared, fights
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, OPERATIVE, PACKAGE, SIDES
from ironbottom.games.first_blood.rules.sequence import stage_of
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.rules.victory import enough
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.learnt import CERTAIN, bounded, log_odds, weights

RISKS = (4.0, 8.0, 14.0, 24.0, 40.0)
"""The limits between safe and endangered Japanese units, by what the Americans could bring to bear on them."""

LEAST = 1e-4
"""The least chance there is, before dice fall."""
PACE = 7.0
"""Movement factors between those of the printed Americans and of the fair set's, in the middle."""


def half(s: Position) -> int:
    """Grows by one with each side's half of a turn: even in the American one, odd in the Japanese one."""
    american = stage_of(s).startswith(("american", "end"))
    if not s.turn:
        return 0 if american else 1
    return 2 * s.turn + (2 if american else 1)


def phase(s: Position) -> int:
    """The half of a turn; what is fought last of all is one of its own, for there nobody has to be played any more."""
    return half(s) + fights(s)


def last_fights(s: Position) -> int:
    """The phase in which what decides the last turn is fought."""
    return 2 * s.setting.last + 3


def signs(s: Position) -> tuple[float, ...]:
    """What matters in a position: once, and once more times the share of the game that is left, and times its
    square."""
    printed = s.setting
    hexes, units, at = printed.hexes, printed.units, s.at
    left = (printed.last - s.turn) / printed.last
    own, foes = printed.own[JAPANESE], printed.own[AMERICAN]
    field, risk, closed = field_distances(printed), risk_of(s), front(s, JAPANESE).closed
    placed = [u for u in own if at[u] < hexes]
    boxed = [u for u in own if at[u] in printed.next_boxes]
    lost = printed.number["lost"]
    coming = sum([1 for u in own if at[u] != lost]) - len(placed) - len(boxed)
    guards = [u for u in foes if at[u] < hexes]
    classes = [0] * (len(RISKS) + 1)
    exposed = cornered = 0
    for u in placed:
        here = at[u]
        classes[sum([risk[here] > limit for limit in RISKS])] += 1
        exposed += closed[here]
        cornered += sum([1 for n in printed.retreats[here] if not closed[n]]) < 2
    where = {at[u] for u in placed}
    spare = max(0, len(placed) - enough(s) + 1)
    rows = apart(printed)
    scatter = sum([min([rows[here][n] for n in where if n != here], default=FAR) for here in where])
    steps = sum([len(printed.boxes) - s.visited[u - own.start].bit_count() for u in boxed])
    near = sum([units[u].combat for u in guards if field[at[u]] <= 1])
    threats = [sum([units[u].combat for u in placed if field[at[u]] <= d]) for d in (2, 4, 6)]
    number = printed.number
    bombers = sum([printed.planes[a].bomber for a, n in enumerate(s.air) if n == number["usaf_ground_attack"]])
    ships = sum([1 for n in s.ships if n in (number["ijn_reserve"], number["ijn_attack"], number["coming"])])
    row = (
        1.0,
        log1p(spare),
        spare / 10,
        float(not spare),
        log1p(len(boxed)),
        log1p(coming),
        float(not (placed or boxed or coming)),
        steps / 10,
        *[n / 5 for n in classes],
        log1p(classes[0] + classes[1]),
        -min([risk[at[u]] for u in placed], default=60.0) / 20,
        exposed / 5,
        cornered / 5,
        sum([units[u].combat for u in placed]) / 50,
        sum([1 for u in placed if printed.jungle[at[u]]]) / 10,
        len(where) / 10,
        scatter / 20,
        sum([units[u].combat for u in guards]) / 100,
        sum([1 for u in foes if at[u] == lost]) / 10,
        len({at[u] for u in guards}) / 20,
        near / 20,
        *[n / 20 for n in threats],
        max(0.0, (threats[0] - near) / 20),
        sum([1 for n in s.strips if n == OPERATIVE]) / 2,
        bombers / 5,
        ships / 5,
        pace(printed) - PACE,
    )
    return (*row, *[number * left for number in row], *[number * left * left for number in row])


def _odds(chance: float) -> float:
    """The logarithm of the odds that a chance stands for, within what counts as certain."""
    known = min(1 - LEAST, max(LEAST, chance))
    return log(known / (1 - known))


def worth(s: Position, side: int) -> float:
    """The logarithm of the odds that the side wins."""
    if s.result is not None:
        return CERTAIN if s.result.returns[side] > 0 else -CERTAIN
    if fights(s):
        american = _odds(cleared(s))
    else:
        american = bounded(log_odds(weights(PACKAGE)[SIDES[half(s) & 1]], signs(s)))
    return american if side == AMERICAN else -american
