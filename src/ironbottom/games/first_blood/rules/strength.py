"""8.3 to 8.9: what decides a fight: strength, odds, modifiers of the die, and the results table."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.artillery import counted
from ironbottom.games.first_blood.rules.declaration import adds_nothing, from_off_map
from ironbottom.games.first_blood.rules.printed import AIMED, OPEN, RIVER, Effect
from ironbottom.games.first_blood.rules.state import Attack, Position, units_at
from ironbottom.kernel.value import Value, value

DIE = 6
BELOW = -1
"""The column of odds that are too bad for the table."""
Terms = tuple[tuple[str, str, str, int, str, int], ...]
"""Line by line what makes up an attack: the group ("attack", "defence", "die"), a key of the texts, the name of what it
is, the amount, its statement, and how many there are."""


@value
class Modifier(Value):
    """8.5a: one thing that changes the die: a key of the texts, its value, and its statement."""

    key: str
    amount: int
    rule: str
    count: int = 1


@value
class Shielded(Value):
    """8.4b: the defence of one hex: its factors, and why they count double ("" if they do not)."""

    place: int
    factors: int
    doubled: str
    rule: str
    total: int


@value
class Strength(Value):
    """8.4a, 8.6c: all that decides a fight before the die: used for the odds, for the result and for the log."""

    side: int
    ground: int
    offered: int
    guns: int
    attack: int
    defence: int
    hexes: tuple[Shielded, ...]
    odds: tuple[int, int]
    column: int
    modifiers: tuple[Modifier, ...]

    @property
    def die(self) -> int:
        """8.7.5b: the modifiers add up."""
        return sum(one.amount for one in self.modifiers)

    @property
    def label(self) -> str:
        """The odds as they are read: "3-1"."""
        return f"{self.odds[0]}-{self.odds[1]}"


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """8.4a, 8.6c: the odds, the fraction dropped in the defender's favour.

    >>> ratio(6, 5), ratio(10, 6), ratio(3, 9), ratio(4, 10)
    ((1, 1), (1, 1), (1, 3), (1, 3))
    """
    return (attack // defence, 1) if attack >= defence else (1, -(-defence // attack))


def column_of(s: Position, odds: tuple[int, int]) -> int:
    """8.6a, 8.6b: the column of the table; BELOW it under 1-2, the last one for everything above 3-1."""
    name = f"{odds[0]}-{odds[1]}"
    if name in s.setting.columns:
        return s.setting.columns.index(name)
    return BELOW if odds[0] < odds[1] else len(s.setting.columns) - 1


def factors_of(s: Position, u: int) -> int:
    """8.3a, 7.5d: the combat factor of a ground attacker; none for American artillery at an entry point."""
    return 0 if adds_nothing(s, u) else s.setting.units[u].combat


def shielding(s: Position, attack: Attack, target: int) -> tuple[str, str]:
    """4.4b, 7.5b, 8.7.2a, 8.7.3a, 8.7.4a, 8.7.5a, 9.4.1a: why a defender counts double, and by which statement; "" if
    not.

    Not if one ground attacker comes over a hexside that is neither river nor ridge; bombarding artillery is no ground
    attacker. Else if all come over a river (the ford is one), or from off the map, or if the defender is in a ridge
    hex and no attacker is. If so agreed an attack from off the map doubles whatever others come over. Never more than
    double.
    """
    printed = s.setting
    off = [u for u in attack.units if from_off_map(s, u)]
    sides = [printed.shield[s.at[u]].get(target, OPEN) for u in attack.units if u not in off]
    always = off and printed.options["joint_doubling"] == "always"
    if OPEN in sides and not always:
        return "", ""
    if off:
        return "off_map", "7.5b"
    if all(side == RIVER for side in sides):
        return ("river", "8.7.4a") if printed.jungle[target] else ("river", "8.7.3a")
    if printed.ridge[target] and not any(printed.ridge[s.at[u]] for u in attack.units if u not in off):
        return "ridge", "8.7.2a"
    return "", ""


def defence_of(s: Position, attack: Attack, target: int) -> Shielded:
    """8.3a, 8.4b, 9.7a: the defence of a hex: all its units together, artillery like the others."""
    factors = sum(s.setting.units[u].combat for u in units_at(s, target))
    why, rule = shielding(s, attack, target)
    return Shielded(target, factors, why, rule, factors * (s.setting.double if why else 1))


def die_modifiers(s: Position, attack: Attack, odds: tuple[int, int]) -> tuple[Modifier, ...]:
    """7.5c, 8.5a, 8.6b, 8.7.1a, 8.7.5b, 10.4a, 13.6a: what changes the die: jungle once, odds above 3-1, bombers,
    ships."""
    printed, amount = s.setting, s.setting.modifiers
    found: list[Modifier] = []
    jungles = [bool(printed.jungle[h]) for h in attack.targets]
    if all(jungles) or (any(jungles) and printed.options.get("mixed_jungle", "any") == "any"):
        found.append(Modifier("jungle", amount["jungle"], "8.7.1a"))
    top = printed.columns[-1].partition("-")[0]
    if odds[0] > int(top):
        found.append(Modifier("high_odds", amount["high_odds"], "8.6b"))
    planes = len(bombers_over(s, attack))
    if planes:
        found.append(Modifier("bombers", planes * amount["bomber"], "13.6a", planes))
    if attack.ships:
        found.append(Modifier("ships", len(attack.ships) * amount["ship"], "10.4a", len(attack.ships)))
    return tuple(found)


def bombers_over(s: Position, attack: Attack) -> tuple[int, ...]:
    """13.6a: the American bombers over the hexes of an attack."""
    return tuple(a for a, place in enumerate(s.air) if place >= AIMED and place - AIMED in attack.targets)


def strength(s: Position, side: int, attack: Attack) -> Strength:
    """8.3a, 8.4a, 8.4b, 8.5a, 9.0a, 9.6a: what an attack is worth against what it attacks, by the units that stand
    there now."""
    ground = sum(factors_of(s, u) for u in attack.units)
    offered = sum(s.setting.units[u].combat for u in attack.guns)
    guns = counted(ground, offered, s.setting.gun_limit)
    hexes = tuple(defence_of(s, attack, target) for target in attack.targets)
    defence = sum(one.total for one in hexes)
    total = ground + guns
    odds = ratio(total, max(1, defence)) if total else (1, 99)
    return Strength(
        side, ground, offered, guns, total, defence, hexes, odds, column_of(s, odds), die_modifiers(s, attack, odds)
    )


def terms(s: Position, attack: Attack, known: Strength) -> Terms:
    """8.4a, 8.5a, 8.7.5b, 9.6a: all that makes up an attack, for the odds and for the log."""
    units, names = s.setting.units, s.setting.names
    found = [
        ("attack", "unit", units[u].name, factors_of(s, u), "7.5d" if adds_nothing(s, u) else "8.3a", 1)
        for u in attack.units
    ]
    if attack.guns:
        guns = ", ".join(units[u].name for u in attack.guns)
        found.append(("attack", "artillery", guns, known.guns, "9.6a", len(attack.guns)))
    for one in known.hexes:
        found.append(("defence", "hex", names[one.place], one.factors, "8.4b", 1))
        if one.doubled:
            found.append(("defence", one.doubled, names[one.place], one.total - one.factors, one.rule, 1))
    found += [("die", one.key, "", one.amount, one.rule, one.count) for one in known.modifiers]
    return tuple(found)


def row_of(die: int, modifier: int) -> int:
    """8.8a: the modified die, limited to 1 to 6.

    >>> row_of(5, 3), row_of(1, -1)
    (6, 1)
    """
    return max(1, min(DIE, die + modifier))


def result_of(s: Position, known: Strength, die: int) -> Effect:
    """8.8a, 8.9a: what a die gives: the attacker's nationality selects the table."""
    code = s.setting.tables[known.side][row_of(die, known.die) - 1][known.column]
    return s.setting.effects[code]
