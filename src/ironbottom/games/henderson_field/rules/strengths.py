"""8.2.1.1 to 8.2.1.3, 8.2.3: the strengths of an assault, its odds, and the strain that would better them."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.printed import JAPANESE, Printed
from ironbottom.games.henderson_field.rules.state import Fight, Position, at_hex, stealth_points, unit

BELOW, ABOVE = -1, 99
Rows = tuple[tuple[str, str, int], ...]
"""A strength line by line: what it is ("unit", "river", "ambush", "gun", "support", "support_river", "air", "strain",
"strain_river", "uphill", "unseen"), of which unit or hex, and how much before it is doubled or halved."""


def fight_of(s: Position) -> Fight:
    """The battle that is being fought."""
    assert s.fight is not None
    return s.fight


def combat_factors(s: Position, side: int, i: int) -> int:
    """R10.2.3, Q33: the factors of a unit in an assault: one more under the Japanese air bonus."""
    steps = s.armies[side].steps[i]
    return steps + 1 if side == JAPANESE and s.air and not unit(s, side, i).gun else steps


def may_ambush(s: Position, i: int) -> bool:
    """R8.2.9, Q21: whether a Japanese unit came out of stealth by itself and used at most half of its points."""
    doing = s.doings[JAPANESE]
    mark = doing.surfaced_with[i] if doing.surfaced_with else 0
    return bool(mark) and doing.points_left[i] * 2 >= stealth_points(s, JAPANESE, i, mark)


def attack_strength(s: Position, fight: Fight) -> int:
    """R8.2.1.1, R8.2.5, R8.2.9, Q8, Q10, Q11: the attack, strain included."""
    twice = _twice(s, fight)
    if _strains_in_river(s, fight):
        return max(1, (twice + fight.strain) // 2)
    return max(1, twice // 2) + fight.strain


def _strains_in_river(s: Position, fight: Fight) -> bool:
    """Q7: whether strain counts half, as all the attackers do, if so agreed."""
    p, at = s.setting, s.armies[fight.side].at
    return p.option.get("river_strain") == "halved" and all(
        p.river[at[i]] for i in fight.battle.units if at[i] < p.hexes
    )


def _twice(s: Position, fight: Fight) -> int:
    """R8.2.1.1, R8.2.9, Q8, Q11: twice the attack before the strain: river hexes halve, an ambush doubles."""
    side, p = fight.side, s.setting
    twice = 0
    for i in fight.battle.units:
        here = s.armies[side].at[i]
        if here >= p.hexes:
            continue
        factors = combat_factors(s, side, i) * (1 if p.river[here] else 2)
        twice += factors * 2 if fight.ambush == 2 and may_ambush(s, i) else factors
    for i, paid in zip(fight.battle.support, fight.paid, strict=False):
        here = s.armies[side].at[i]
        if here < p.hexes:
            twice += paid * (1 if p.river[here] else 2)
    return twice


def uphill(s: Position, fight: Fight, h: int) -> bool:
    """R2.1b, R8.2.1.2: whether everybody who attacks a hex stands lower than it."""
    level = s.setting.level
    members = [i for i in (*fight.battle.units, *paid_guns(fight)) if s.armies[fight.side].at[i] < s.setting.hexes]
    return bool(members) and all(level[s.armies[fight.side].at[i]] < level[h] for i in members)


def paid_guns(fight: Fight) -> tuple[int, ...]:
    """R8.2.1.4a: the supporting batteries that take part."""
    return tuple(i for i, paid in zip(fight.battle.support, fight.paid, strict=False) if paid)


def defence_strength(s: Position, fight: Fight) -> int:
    """R8.2.1.2, R8.2.4a, Q12, Q24: the defence: guns alone count one and what is paid, beside others what is paid."""
    side, paid, total = 1 - fight.side, dict(fight.defended), 0
    for h in fight.battle.hexes:
        there = at_hex(s, side, h)
        alone = all(unit(s, side, i).gun for i in there)
        strength = 0
        for i in there:
            if unit(s, side, i).gun:
                strength += min(s.armies[side].steps[i], paid.get(i, 0) + alone)
            else:
                strength += combat_factors(s, side, i)
        total += strength * 2 if uphill(s, fight, h) else strength
    return max(1, total)


def attack_rows(s: Position, fight: Fight) -> Rows:
    """R8.2.1.1, R8.2.3, R8.2.4b, R8.2.9, R10.2.3, Q8, Q11: the attack, line by line."""
    side, p, found = fight.side, s.setting, list[tuple[str, str, int]]()
    at = s.armies[side].at
    for i in fight.battle.units:
        if at[i] < p.hexes:
            wet, sprung = p.river[at[i]], fight.ambush == 2 and may_ambush(s, i)
            what = "unit" if bool(wet) == sprung else "river" if wet else "ambush"
            found.append((what, unit(s, side, i).name, combat_factors(s, side, i)))
    for i, paid in zip(fight.battle.support, fight.paid, strict=False):
        if paid and at[i] < p.hexes:
            found.append(("support_river" if p.river[at[i]] else "support", unit(s, side, i).name, paid))
    if side == JAPANESE and s.air:
        found.append(("air", "", 0))
    if fight.strain:
        found.append(("strain_river" if _strains_in_river(s, fight) else "strain", "", fight.strain))
    return tuple(found)


def defence_rows(s: Position, fight: Fight, h: int) -> Rows:
    """R8.2.1.2, R8.2.4a, Q12: the defence of a hex, line by line, as far as it is seen."""
    side, paid, found = 1 - fight.side, dict(fight.defended), list[tuple[str, str, int]]()
    there, hidden = at_hex(s, side, h), sum(here == h for here, _ in s.armies[side].hidden)
    alone = all(unit(s, side, i).gun for i in there)
    for i in there:
        if unit(s, side, i).gun:
            n = min(s.armies[side].steps[i], paid.get(i, 0) + alone)
            found.append(("gun", unit(s, side, i).name, n))
        else:
            found.append(("unit", unit(s, side, i).name, combat_factors(s, side, i)))
    if uphill(s, fight, h):
        found.append(("uphill", s.setting.names[h], 2))
    return (*found, *((("unseen", "", hidden),) if hidden else ()))


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """R8.2.1.3: the odds, in the defender's favour.

    >>> ratio(12, 9), ratio(12, 5), ratio(4, 11)
    ((1, 1), (2, 1), (1, 3))
    """
    return (attack // defence, 1) if attack >= defence else (1, -(-defence // attack))


def column_of(p: Printed, attack: int, defence: int) -> int:
    """R8.2.1.3: the column of the table; BELOW or ABOVE it."""
    a, d = ratio(attack, defence)
    name = f"{a}-{d}"
    if name in p.table_columns:
        return p.table_columns.index(name)
    return BELOW if d > 1 else ABOVE


def strain_needed(p: Printed, attack: int, defence: int) -> int:
    """R8.2.3, Q7, Q9: the points for the next odds; 0 where straining is not allowed."""
    column, last = column_of(p, attack, defence), len(p.table_columns) - 1
    if column in (ABOVE, last):
        return 0
    if attack >= defence:
        points = (attack // defence + 1) * defence - attack
    else:
        below = 6 if column == BELOW else -(-defence // attack) - 1
        points = -(-defence // below) - attack
    return points if 1 <= points <= min(p.limits["strain"], attack) else 0


def strain_points(s: Position, fight: Fight, defence: int) -> int:
    """R8.2.3, Q7: the points by which the attackers must strain for the next odds; 0 where they may not, as with fewer
    than two factors besides artillery."""
    if sum(s.armies[fight.side].steps[i] for i in fight.battle.units) < 2:
        return 0
    attack = attack_strength(s, fight)
    points = strain_needed(s.setting, attack, defence)
    if points and _strains_in_river(s, fight):
        points = 2 * (attack + points) - _twice(s, fight)
        return points if points <= min(s.setting.limits["strain"], attack) else 0
    return points
