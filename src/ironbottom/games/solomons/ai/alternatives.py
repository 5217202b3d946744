"""What else a side might do in the air, at sea and in a fight, beside what its script does: composed for the search.

Only what may matter is thought of. Where no target is in reach, no enemy near and no choice to speak of, there is
nothing here, and the script's word stands without a thought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from ironbottom.games.solomons.ai.schemes import at_guadalcanal
from ironbottom.games.solomons.ai.script import wish, wishes
from ironbottom.games.solomons.ai.sightings import prey
from ironbottom.games.solomons.rules.air.allocation import AirSheet
from ironbottom.games.solomons.rules.air.counter_attack import CounterAttack
from ironbottom.games.solomons.rules.air.points import GUADALCANAL, enemy_name, target_name
from ironbottom.games.solomons.rules.air.ship_attack import Division, Grouping, ShipAttack
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.missions import AbortAfterSubmarine, Orders
from ironbottom.games.solomons.rules.printed import BASES, HENDERSON, JAPAN, USA, M
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.surface import Shield, TargetChoice, Withdrawal, strength
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan
from ironbottom.kernel.step import Step

TARGETS = 3
"""So many targets are weighed for a base or a carrier force, the best first."""
SHIELDS = (1, 2, 3)
"""The odds that the main attack may keep when ships are sent past it."""
STRONG = 8
"""So many aircraft on the field are a danger to ships on their way there."""


def alternatives(asked: Asked[Campaign]) -> Iterator[Plan]:
    """Other answers to the question on top: whole ones, without the `ready` of what is sealed."""
    step = asked.view.stack[-1]
    thought: Callable[[Any, Asked[Campaign]], Iterator[Plan]] = THOUGHT[type(step)]
    return thought(step, asked)


def field(v: Campaign) -> int:
    """The American aircraft that are known to be on the field."""
    return sum(v.known[USA][HENDERSON * 3:HENDERSON * 3 + 3])




def air(step: AirSheet, asked: Asked[Campaign]) -> Iterator[Plan]:
    """The script's sheet with one base or carrier force doing something else: another target, fewer aircraft, two
    targets, none."""
    v, side, legal = asked.view, asked.side, asked.legal
    if v.drafts[side]:
        return
    own = wishes(asked)[0].do
    order = [enemy_name(1 - side, s.force) for s in prey(v, current(v, 1 - side))]
    if side == JAPAN and (v.supply[USA] or field(v)):
        order.append(target_name(side, GUADALCANAL))
    rows = []
    for source in dict.fromkeys(action[1] for action in legal if action[0] == "strike"):
        rest = [action for action in own if action[1] != source]
        rows.append([wish(name, [*rest, *do]) for name, do in sorties(v, side, legal, source, order)])
    for row in zip_longest(*rows):
        yield from (option for option in row if option is not None)


def sorties(
    v: Campaign, side: int, legal: tuple[Action, ...], source: str, order: list[str]
) -> Iterator[tuple[str, list[Action]]]:
    """What the aircraft of one source may do."""
    kinds = {(a[2], a[3]): a[4].high for a in legal if a[:2] == ("strike", source)}
    targets = [target for target in order if any(name == target for name, _ in kinds)][:TARGETS]
    over = next((a[2].high for a in legal if a[:2] == ("cap", source)), 0)
    points = int(v.p.numbers["supply"]["air_points"])
    paid = points * v.supply[USA] if source == BASES[HENDERSON] and side == USA else 99

    def ready(target: str) -> int:
        n: int = sum(n for (name, _), n in kinds.items() if name == target)
        return min(paid, n)

    def launch(*shares: tuple[str, int]) -> list[Action]:
        """So many points at each of these, the rest on patrol where the source may patrol."""
        left = dict.fromkeys((kind for _, kind in kinds), 0) | {kind: n for (_, kind), n in kinds.items()}
        sent: list[Action] = []
        for target, n in shares:
            for kind in left:
                taken = min(n, left[kind]) if (target, kind) in kinds else 0
                if taken:
                    sent.append(("strike", source, target, kind, taken))
                    left[kind] -= taken
                    n -= taken
        free = over - sum(action[4] for action in sent)
        return sent + ([("cap", source, free)] if free > 0 else [])

    if not targets:
        return
    first = targets[0]
    yield "strike", launch((first, ready(first)))
    yield "spare", launch()
    if ready(first) >= 4:
        yield "half", launch((first, ready(first) // 2))
    yield from (("strike", launch((target, ready(target)))) for target in targets[1:])
    if len(targets) > 1 and source in BASES and ready(first) >= 6:
        yield "split", launch((first, (ready(first) + 1) // 2), (targets[1], ready(targets[1]) // 2))


def grouping(step: Grouping, asked: Asked[Campaign]) -> Iterator[Plan]:
    """The point patrol over one group or another."""
    v, legal = asked.view, asked.legal
    for action in legal:
        if action[0] == "cover" and not any(step.part(v)[1]):
            yield wish("cover", [(*action[:2], action[2].high), ("ready",)])


def division(step: Division, asked: Asked[Campaign]) -> Iterator[Plan]:
    """All aircraft at one group, or shared by two."""
    v, side, legal = asked.view, asked.side, asked.legal
    groups = [(action[1], action[2].high) for action in legal if action[0] == "send" and not v.drafts[side]]
    for name, n in groups:
        yield wish("group", [("send", name, n)])
    for k, (name, n) in enumerate(groups):
        for other, _ in groups[k + 1:]:
            if n >= 4:
                yield wish("split", [("send", name, n - n // 2), ("send", other, n // 2), ("ready",)])


def ships(step: ShipAttack, asked: Asked[Campaign]) -> Iterator[Plan]:
    """All that is left at one ship, or half of it."""
    legal = asked.legal
    for action in legal:
        if action[0] == "bomb":
            low, high = action[2].low, action[2].high
            yield wish("bomb", [(*action[:2], high)])
            if low <= high // 2:
                yield wish("bomb", [(*action[:2], high // 2)])


def counter(step: CounterAttack, asked: Asked[Campaign]) -> Iterator[Plan]:
    """Nothing, half or all of what was retained."""
    legal = asked.legal
    yield wish("spare", [("pass",)])
    for action in legal:
        if action[0] == "counter":
            yield wish("strike", [(*action[:2], action[2].high)])
            if action[2].high > 1:
                yield wish("half", [(*action[:2], action[2].high // 2)])




def orders(step: Orders, asked: Asked[Campaign]) -> Iterator[Plan]:
    """Where the enemy is near, or flies from the field: each task force on its way to M turns back, or sails on, or
    fights instead."""
    v, side, legal = asked.view, asked.side, asked.legal
    near = any(v.p.dist[s.hex][M] <= 2 for s in current(v, 1 - side)) if v.day else bool(v.shown[1 - side])
    flown = side == JAPAN and v.holder == USA and v.supply[USA] and field(v) >= STRONG
    if v.drafts[side] or not (near or flown):
        return
    own = wishes(asked)[0].do
    chosen = {action[1]: action for action in own}
    back: dict[str, Action] = {}
    for action in legal:
        if action[0] == "abort" and at_guadalcanal(v.forces[side][int(action[1][2:]) - 1]):
            back.setdefault(action[1], action)
    for name, action in back.items():
        rest = [other for other in own if other[1] != name]
        if name in chosen:
            yield wish("stay", rest)
        else:
            yield wish("turn_back", [*rest, action])
    if len(back) > 1:
        kept = [action for action in own if action[1] not in back]
        yield wish("turn_back", [*kept, *back.values()])
        yield wish("stay", kept)
    for action in legal:
        if action[0] == "alter" and action[1] in back:
            yield wish("alter", [*(other for other in own if other[1] != action[1]), action])


def submarine(step: AbortAfterSubmarine, asked: Asked[Campaign]) -> Iterator[Plan]:
    """On, or home at once."""
    legal = asked.legal
    yield from (wish("turn_back", [action]) for action in legal if action[0] == "abort")




def target(step: TargetChoice, asked: Asked[Campaign]) -> Iterator[Plan]:
    """Each force that may be attacked."""
    legal = asked.legal
    yield from (wish("engage", [action]) for action in legal)


def shield(step: Shield, asked: Asked[Campaign]) -> Iterator[Plan]:
    """Ships past the main attack at another force, the strongest first, as many as leave it those odds."""
    v, legal = asked.view, asked.legal
    if step.second:
        return
    whole = strength(v, step.theirs)[1]
    for sort in (action[1] for action in legal if action[0] == "shield"):
        for odds in SHIELDS:
            attack = strength(v, step.mine)[0]
            away: list[Action] = []
            for u in sorted(step.mine, key=lambda u: (-v.p.attack[u], u)):
                if attack - v.p.attack[u] >= odds * whole and len(away) + 1 < len(step.mine):
                    attack -= v.p.attack[u]
                    away.append(("detach", v.p.ids[u]))
            if away:
                yield wish("shield", [("shield", sort), *away, ("fight",)])


def withdrawal(step: Withdrawal, asked: Asked[Campaign]) -> Iterator[Plan]:
    """One ship of each sort."""
    v = asked.view
    sorts = {(v.p.defense[u], v.p.attack[u], v.p.kind[u], bool(v.cargo[u])): u for u in reversed(step.mine)}
    yield from (wish("withdraw", [("withdraw", v.p.ids[u])]) for u in sorts.values())


THOUGHT: dict[type[Step], Callable[[Any, Asked[Campaign]], Iterator[Plan]]] = {
    AirSheet: air, Grouping: grouping, Division: division, ShipAttack: ships, CounterAttack: counter,
    Orders: orders, AbortAfterSubmarine: submarine, TargetChoice: target, Shield: shield,
    Withdrawal: withdrawal,
}
"""What is thought about beside the script."""

