"""What is known of the other side's ships, and what it is worth."""

from __future__ import annotations

from ironbottom.games.solomons.ai.schemes import SMALL, Strength, enemy_in_port, strength
from ironbottom.games.solomons.rules.intelligence import says_capital
from ironbottom.games.solomons.rules.printed import JAPAN, TRUK, USA
from ironbottom.games.solomons.rules.state import Campaign, Sight, capitals, company

STRONGER = 1.5
"""Odds from which a side on the surface avoids battle."""




def seen_strength(v: Campaign, sight: Sight) -> Strength:
    """What a task force may be worth on the surface: the ships that were seen in it, and the rest by their numbers."""
    known = company(v, sight.side, sight.force)
    transports = sum(v.p.kind[u] == "TR" for u in known)
    capital = max(0, sight.capital - capitals(v, known))
    small = max(0, sight.total - sight.transports - (len(known) - transports) - capital)
    met = strength(v, known)
    if sight.side == JAPAN:
        return Strength(met.attack + 22 * capital + 17 * small, met.defense + 13 * capital + 11 * small)
    return Strength(met.attack + 25 * capital + 13 * small, met.defense + 18 * capital + 10 * small)


def latest(v: Campaign, foe: int) -> list[Sight]:
    """The last that was seen of each task force of the other side in this half."""
    found: dict[int, Sight] = {}
    for sight in v.sights:
        if sight.side == foe and sight.total > 0 and (sight.segment > 7) == (v.half == 2):
            found[sight.force] = sight
    return list(found.values())


def loses(own: Strength, other: Strength) -> bool:
    """Whether a fight on the surface against that is to be avoided."""
    return other.attack > own.attack and other.attack >= STRONGER * own.defense


def sweeps(own: Strength, other: Strength) -> bool:
    """Whether a side is so much the stronger on the surface that the other hardly counts."""
    return own.attack >= 2 * other.defense and own.defense >= 2 * other.attack


def from_truk(v: Campaign) -> Strength:
    """What may come from Truk, by what Japan said."""
    if not v.said[2]:
        return Strength(0, 0)
    kinds = SMALL if not says_capital(2, v.said[2]) else ("B", "BB", "BC", *SMALL)
    return strength(v, enemy_in_port(v, JAPAN, TRUK, kinds))


def seen_out(v: Campaign) -> bool:
    """Whether the American guns have been seen at sea in the first half: then they do not wait in port."""
    return any(sight.side == USA and sight.segment <= 7 and sight.total - sight.transports >= 4 for sight in v.sights)


def prey(v: Campaign, sights: list[Sight]) -> list[Sight]:
    """What is worth a strike, best first."""
    return sorted(sights, key=lambda s: (-s.transports, -s.capital, -s.total, s.force))
