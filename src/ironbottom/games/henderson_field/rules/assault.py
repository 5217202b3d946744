"""8.2.1 to 8.2.4, 8.2.9, 8.2.10: a battle: supply, ambush, strain, the die, banzai."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.artillery import support_budget, uncovered
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.henderson_field.rules.results import (
    Advances,
    Emptied,
    FieldDamage,
    Losses,
    Retreats,
    StrainCheck,
    fighters,
)
from ironbottom.games.henderson_field.rules.state import (
    Battle,
    Fight,
    Position,
    Row,
    Sights,
    at_hex,
    front,
    lose_steps,
    purse,
    put,
    sights,
    spent,
    unit,
)
from ironbottom.games.henderson_field.rules.steps import Asked, Die, Told
from ironbottom.games.henderson_field.rules.strengths import (
    ABOVE,
    BELOW,
    Rows,
    attack_rows,
    attack_strength,
    column_of,
    defence_rows,
    defence_strength,
    fight_of,
    may_ambush,
    paid_guns,
    ratio,
    strain_points,
)
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import Later
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class CalledOff(Told):
    """A battle has nobody left on one of its sides."""
    file_name = "no_battle"
    hex: str


@value
class OddsTold(Told):
    """The strengths of a battle, and its odds."""
    file_name = "odds"
    rule = "R8.2.1.3"
    attack: int
    defence: int
    odds: str
    side: Later[int] = -1
    """Who attacks."""
    lent: Later[int] = 0
    """The supply spent on the attack."""
    defended: Later[int] = 0
    """And on the defence."""
    shows: Later[Sights] = ()
    """The defenders."""
    attackers: Later[Rows] = ()
    """The attack, line by line."""
    defenders: Later[Rows] = ()


@value
class AmbushRolled(Told):
    """The die of an ambush."""
    file_name = "ambush"
    rule = "R8.2.9"
    die: int
    won: bool
    needed: Later[int] = 0
    hexes: Later[tuple[str, ...]] = ()


@value
class Strained(Told):
    """The attackers strain by so much."""
    file_name = "strain"
    rule = "R8.2.3"
    side: int
    n: int


@value
class AssaultRolled(Told):
    """The die of an assault, and the cell of the table."""
    file_name = "assault_die"
    rule = "R8.2.1.3"
    die: int
    odds: str
    attacker_loss: int
    attacker_retreat: int
    advance: int
    defender_loss: int
    defender_retreat: int
    side: int
    hexes: tuple[str, ...]
    attack: Later[int] = 0
    """The strengths, strain included."""
    defence: Later[int] = 0
    strain: Later[int] = 0


@value
class Stood(Told):
    """The attackers stand instead of retreating."""
    file_name = "stands"
    rule = "R8.2.10"


@value
class AttackedAgain(Told):
    """The attackers attack once more."""
    file_name = "banzai"
    rule = "R8.2.10"


def open_battle(s: Position, side: int, battle: Battle, again: bool, stood: bool = False) -> Position:
    """R8.2a, R8.2.11, Q23: a battle begins with those who are there now; without attackers or defenders there is
    none."""
    hexes = s.setting.hexes
    units = tuple(i for i in battle.units if s.armies[side].at[i] < hexes)
    support = tuple(i for i in battle.support if s.armies[side].at[i] < hexes)
    for h in battle.hexes:
        s = uncovered(s, 1 - side, h)
        theirs = sum(1 << i for i in at_hex(s, 1 - side, h))
        s = s.army(1 - side, shown=s.armies[1 - side].shown | theirs)
    held = tuple(h for h in battle.hexes if front(s, 1 - side).count[h])
    if not units or not held:
        return s.tell(CalledOff(s.setting.names[battle.hexes[0]]))
    s = s.replace(fight=Fight(side, Battle(held, units, support), again, stood, (0,) * len(support),
                         garrison=front(s, 1 - side).count[s.setting.field]))
    return s.push(Supporting(side, 0), DefenderPays(1 - side), Ambushing())


@value
class Supporting(Auto):
    """R8.2.4b: the attacker is asked for each of his batteries, as long as there is supply."""

    side: int
    number: int

    def run(self, s: Position) -> Position:
        if self.number == len(fight_of(s).battle.support) or not purse(s, self.side):
            return s
        return s.push(Support(self.side, self.number), self.replace(number=self.number + 1))


@value
class Support(Decision):
    """R8.2.4b, Q24: how many supply points a battery beside the enemy lends to the attack."""

    rule: ClassVar[str] = "R8.2.4b"
    verbs: ClassVar[tuple[str, ...]] = ("spend",)
    side: int
    number: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        i = fight_of(s).battle.support[self.number]
        return (("spend", unit(s, side, i).name, Range(0, min(support_budget(s, side, i), purse(s, side)))),)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("R8.1.2", "refused.support")

    def take(self, s: Position, side: int, action: Action) -> Position:
        fight, points = fight_of(s), int(action[2])
        i = fight.battle.support[self.number]
        s = spent(s, side, points).doing(side, fired=put(s.doings[side].fired, i, s.doings[side].fired[i] + points))
        return s.replace(fight=fight.replace(paid=put(fight.paid, self.number, points)))


@value
class DefenderPays(Auto):
    """R8.2.4a: the defender is asked for each of his batteries that all can see to be worth supply that he has."""

    side: int
    asked: int = 0

    def run(self, s: Position) -> Position:
        guns = [i for h in fight_of(s).battle.hexes for i in at_hex(s, self.side, h) if unit(s, self.side, i).gun]
        if self.asked == len(guns):
            return s
        gun, further = Defend(self.side, guns[self.asked]), self.replace(asked=self.asked + 1)
        return s.push(gun, further) if min(gun.factors(s), purse(s, self.side)) else s.push(further)


@value
class Defend(Asked):
    """R8.2.4a, Q24: supply for a battery in the defence; alone in its hex it has one factor for nothing."""

    rule: ClassVar[str] = "R8.2.4a"
    verbs: ClassVar[tuple[str, ...]] = ("spend",)
    refused = "refused.support"
    side: int
    gun: int

    def factors(self, s: Position) -> int:
        """R8.2.4a: the factors that are to be paid for."""
        here = s.armies[self.side].at[self.gun]
        alone = all(unit(s, self.side, i).gun for i in at_hex(s, self.side, here))
        return s.armies[self.side].steps[self.gun] - alone

    def most(self, s: Position) -> int:
        """R8.2.4a, R8.1.2: what can be spent."""
        return max(0, min(support_budget(s, self.side, self.gun), purse(s, self.side), self.factors(s)))

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("spend", unit(s, side, self.gun).name, Range(0, self.most(s))),)

    def take(self, s: Position, side: int, action: Action) -> Position:
        fight, points, doing = fight_of(s), int(action[2]), s.doings[side]
        s = spent(s, side, points)
        if doing.fired:
            s = s.doing(side, fired=put(doing.fired, self.gun, doing.fired[self.gun] + points))
        return s.replace(fight=fight.replace(defended=(*fight.defended, (self.gun, points))))

    def default(self, s: Position, side: int) -> Action | None:
        if side != self.side:
            return None
        return ("spend", unit(s, side, self.gun).name, 0)


@value
class Ambushing(Auto):
    """R8.2.9, R8.2.3: an ambush first, if there can be one; then the strain; then the die."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        if fight.side == JAPANESE and not fight.again and any(may_ambush(s, i) for i in fight.battle.units):
            return s.push(Ambush(), Straining())
        return s.push(Straining())


@value
class Ambush(Decision):
    """R8.2.9, Q21: try an ambush, or attack as usual."""

    rule: ClassVar[str] = "R8.2.9"
    verbs: ClassVar[tuple[str, ...]] = ("ambush", "pass")
    side: int = JAPANESE

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("ambush",), ("pass",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        return s.push(AmbushDie()) if action[0] == "ambush" else s.replace(fight=fight_of(s).replace(ambush=1))


def ambush_die(s: Position, fight: Fight) -> int:
    """R8.2.9, Q21: on what an ambush succeeds: the lowest marker of those who take part in it."""
    return min(s.doings[JAPANESE].surfaced_with[i] for i in fight.battle.units if may_ambush(s, i))


@value
class AmbushDie(Die):
    """R8.2.9, Q21: the die of an ambush."""

    rule: ClassVar[str] = "R8.2.9"

    def resolve(self, s: Position, outcome: Action) -> Position:
        fight = fight_of(s)
        needed = ambush_die(s, fight)
        won = outcome[1] <= needed
        hexes = tuple(s.setting.names[h] for h in fight.battle.hexes)
        s = s.tell(AmbushRolled(outcome[1], won, needed, hexes))
        return s.replace(fight=fight.replace(ambush=2 if won else 1))


@value
class Straining(Auto):
    """R8.2.1.3, R8.2.3: the odds are known; whoever can strain is asked; outside the table the battle ends itself."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        a, d = attack_strength(s, fight), defence_strength(s, fight)
        odds = "-".join(map(str, ratio(a, d)))
        lent, defended = sum(fight.paid), sum(n for _, n in fight.defended)
        shows = sights(s, 1 - fight.side, *fight.battle.hexes)
        defenders = tuple(row for h in fight.battle.hexes for row in defence_rows(s, fight, h))
        s = s.tell(OddsTold(a, d, odds, fight.side, lent, defended, shows, attack_rows(s, fight), defenders))
        if column_of(s.setting, a, d) == ABOVE:
            return overrun(s)
        if strain_points(s, fight, d):
            return s.push(Strain(fight.side), Roll())
        return s.push(Roll())


@value
class Strain(Decision):
    """R8.2.3, Q9: strain to the next odds, or not."""

    rule: ClassVar[str] = "R8.2.3"
    verbs: ClassVar[tuple[str, ...]] = ("strain", "pass")
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("strain",), ("pass",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "pass":
            return s
        fight = fight_of(s)
        points = strain_points(s, fight, defence_strength(s, fight))
        return s.replace(fight=fight.replace(strain=points)).tell(Strained(side, points))


@value
class Roll(Auto):
    """R8.2.1.3, R8.2.8, R8.2.9: the die, or the end of those who attack below 1-6; their ambush still costs the
    defender a step."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        s = s.replace(fight=fight.replace(attackers=fight.battle.units + paid_guns(fight)))
        if column_of(s.setting, attack_strength(s, fight), defence_strength(s, fight)) != BELOW:
            return s.push(AssaultDie())
        for i in (*fight.battle.units, *paid_guns(fight)):
            s = lose_steps(s, fight.side, i, s.armies[fight.side].steps[i], "below")
        return s.push(Losses(1 - fight.side, 1), FieldDamage()) if fight.ambush == 2 else s


def overrun(s: Position) -> Position:
    """R8.2.1.3: above 6-1 the defenders are eliminated, and the attackers may advance up to two hexes."""
    fight, side = fight_of(s), 1 - fight_of(s).side
    for h in fight.battle.hexes:
        for i in at_hex(s, side, h):
            s = lose_steps(s, side, i, s.armies[side].steps[i], "above")
    fight = fight.replace(
        attackers=fight.battle.units + paid_guns(fight), emptied=fight.battle.hexes, advance=2
    )
    return s.replace(fight=fight).push(FieldDamage(), Advances(), StrainCheck())


@value
class AssaultDie(Die):
    """R8.2.1.3, R8.2.1.4a: the die of the assault."""

    rule: ClassVar[str] = "R8.2.1.3"

    def resolve(self, s: Position, outcome: Action) -> Position:
        fight, p = fight_of(s), s.setting
        a, d = attack_strength(s, fight), defence_strength(s, fight)
        column = column_of(p, a, d)
        loss, back, ahead, hurt_, flight = p.table[outcome[1] - 1][column]
        hexes = tuple(p.names[h] for h in fight.battle.hexes)
        odds = p.table_columns[column]
        s = s.tell(AssaultRolled(outcome[1], odds, loss, back, ahead, hurt_, flight, fight.side, hexes, a, d,
                                 fight.strain))
        s = s.replace(fight=fight.replace(advance=ahead))
        hurt_ += fight.ambush == 2
        follow = Outcome(loss, back, hurt_, flight)
        if back and fight.side == JAPANESE and not fight.again:
            return s.push(Stand(loss, back, hurt_, flight))
        return s.push(follow)


@value
class Stand(Decision):
    """R8.2.10, Q22: Japanese attackers obey a retreat, or stand for twice the loss."""

    rule: ClassVar[str] = "R8.2.10"
    verbs: ClassVar[tuple[str, ...]] = ("stand", "obey")
    loss: int
    back: int
    hurt: int
    flight: int
    side: int = JAPANESE

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("stand",), ("obey",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "obey":
            return s.push(Outcome(self.loss, self.back, self.hurt, self.flight))
        s = s.replace(fight=fight_of(s).replace(stood=True)).tell(Stood())
        return s.push(Outcome(self.loss * 2 or 1, 0, self.hurt, self.flight))


@value
class Outcome(Auto):
    """R8.2.1.4a, R8.2.1.4b, R8.2.1.4c: the defender's loss, the attacker's, the defender's retreat, the attacker's,
    the airfield, the advance, the strain, and perhaps a second attack."""

    loss: int
    back: int
    hurt: int
    flight: int

    def run(self, s: Position) -> Position:
        side = fight_of(s).side
        return s.push(
            Losses(1 - side, self.hurt), Losses(side, self.loss), Emptied(), Retreats(1 - side, self.flight), Emptied(),
            Retreats(side, self.back), FieldDamage(), Advances(), StrainCheck(), Banzai(),
        )


@value
class Banzai(Auto):
    """R8.2.10, Q22: a second attack at once, for Japanese attackers who neither retreated nor could advance."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        if fight.side != JAPANESE or fight.again or fight.retreated or (fight.advance and not fight.stood):
            return s
        if not able(s) or not fighters(s, AMERICAN):
            return s
        return repeat(s) if fight.stood else s.push(BanzaiChoice())


def able(s: Position) -> Row:
    """R8.2.10, R8.2.4b: the attackers who can attack again."""
    return tuple(i for i in fighters(s, JAPANESE) if not unit(s, JAPANESE, i).gun)


def repeat(s: Position, out: Row = ()) -> Position:
    """R8.2.10: the same battle again, without some of the units."""
    fight = fight_of(s)
    battle = fight.battle.replace(units=tuple(i for i in fight.battle.units if i not in out))
    return open_battle(s.tell(AttackedAgain()), fight.side, battle, True)


@value
class BanzaiChoice(Decision):
    """R8.2.10, Q22: attack again, with all or without those who are left out one by one, or not."""

    rule: ClassVar[str] = "R8.2.10"
    verbs: ClassVar[tuple[str, ...]] = ("banzai", "leave", "pass")
    side: int = JAPANESE
    out: Row = ()

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        units = [i for i in able(s) if i not in self.out]
        leave = [("leave", unit(s, side, i).name) for i in units] if len(units) > 1 else []
        return (("banzai",), *leave, ("pass",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "leave":
            return s.push(self.replace(out=(*self.out, s.setting.unit_number[action[1]][1])))
        return repeat(s, self.out) if action[0] == "banzai" else s
