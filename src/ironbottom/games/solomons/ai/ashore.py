"""On Guadalcanal: the side that may attacks when the exchange pays."""

from __future__ import annotations

from ironbottom.games.solomons.ai.script import wish
from ironbottom.games.solomons.rules.ground import AttackChoice, BothChoose, defense, effective, most_lost
from ironbottom.games.solomons.rules.state import Campaign, worth
from ironbottom.kernel.opponent import Asked, Plan, thought

LIFE = (2.0, 3.2)
"""What a ground point of each side is worth: its Victory Points, and what it does for the field."""


def exchange(v: Campaign, side: int) -> float:
    """What an attack brings on average: points of theirs less points of ours."""
    attack, whole = effective(v, side), defense(v, 1 - side)
    if not attack or not whole:
        return 0.0
    column = 0 if attack < whole else v.p.ratio("ground", attack, whole)
    most = most_lost(v, 1 - side, attack, whole)
    life, field = LIFE, 0.0
    if last_fight(v):  # nobody is needed afterwards: what counts is what is scored
        life = (worth(v, "japanese_ground"), worth(v, "american_ground"))
        field = float(worth(v, "field")) if v.holder != side else 0.0
    total = 0.0
    for die in range(1, 7):
        own, other = (int(n) for n in str(v.p.cell("ground", column, die)).split("/"))
        lost = min(other, most)
        total += lost * life[1 - side] - min(own, attack) * life[side] + field * (lost >= v.ground[1 - side])
    return total / 6


def last_fight(v: Campaign) -> bool:
    """Whether nobody fights on the island after this."""
    return v.turn == int(v.p.numbers["time"]["turns"])


def price(v: Campaign, side: int) -> float:
    """What the supply of an attack is worth."""
    return 0.0 if last_fight(v) else 1.0 if v.supply[side] >= 3 else 3.0


@thought(AttackChoice)
def assault(step: AttackChoice, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, side = asked.view, asked.side
    gain = exchange(v, side) - price(v, side)
    return tuple(sorted([wish("assault", [("attack",)], gain / 4), wish("decline", [("decline",)], -gain / 4)],
                  key=lambda option: -option.score))


@thought(BothChoose)
def both(step: BothChoose, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, side = asked.view, asked.side
    go = exchange(v, side) > price(v, side)
    return (wish("assault" if go else "decline", [("attack",)] if go else []),)
