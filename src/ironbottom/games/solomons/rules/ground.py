"""12.0: ground combat on Guadalcanal."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.printed import HENDERSON, JAPAN, USA
from ironbottom.games.solomons.rules.sealed import READY, Sealed
from ironbottom.games.solomons.rules.state import NONE, Campaign, lose_air, lose_ground, pair, put, worth
from ironbottom.games.solomons.rules.supply import halved
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


def effective(s: Campaign, side: int) -> int:
    """RS-142, A17: the attack-effective points of a side."""
    if s.supply[side] < s.p.numbers["supply"]["ground_attack"]:
        return 0
    if side == JAPAN:
        return s.ground[JAPAN]
    free = max(0, s.ground[USA] - guard(s))
    return free if s.fed else min(s.landed, free)


def guard(s: Campaign) -> int:
    """RS-142: the American points that stay with Henderson Field and never attack; by option none where Japan holds it.
    """
    return int(s.p.numbers["ground"]["reserve"]) if s.holder == USA or s.p.guards_lost_field else 0


def idle(s: Campaign, side: int) -> str:
    """RS-142: why none of a side's troops may attack; "" where some may, or there are none."""
    if effective(s, side) or not s.ground[side]:
        return ""
    if s.supply[side] < s.p.numbers["supply"]["ground_attack"]:
        return "supply"
    return "guard" if s.ground[USA] <= guard(s) else "hungry"


def defense(s: Campaign, side: int) -> int:
    """RS-139, RS-141, RS-144, A17: the defense of a side's points."""
    if side == JAPAN or s.fed:
        return s.ground[side]
    landed = min(s.landed, s.ground[USA])
    return halved(s.ground[USA] - landed) + landed


@value
class EffectiveTold(Event):
    """RS-142: the attack-effective points of both sides."""

    file_name: ClassVar[str] = "effective"
    japanese: int
    american: int
    why: Later[tuple[str, str]] = ("", "")
    """Why troops of a side may not attack at all."""


@value
class GroundPhase(Auto):
    """RS-137, RS-142, RS-143: ground combat, once a Game-Turn, at the option of the stronger side."""

    def run(self, s: Campaign) -> Campaign:
        power = (effective(s, JAPAN), effective(s, USA))
        s = s.tell(EffectiveTold(japanese=power[0], american=power[1], why=(idle(s, JAPAN), idle(s, USA))))
        if not any(power) or not all(s.ground):
            return s.push(Possession())
        if power[0] == power[1]:
            return s.replace(drafts=((), ()), ready=(False, False)).push(BothChoose(), Possession())
        return s.push(AttackChoice(JAPAN if power[0] > power[1] else USA), Possession())


@value
class Declined(Event):
    """RS-143: a side does not attack."""

    file_name: ClassVar[str] = "declined"
    side: int


@value
class AttackChoice(Decision):
    """RS-143: The side with more effective points attacks, or there is no combat."""

    rule: ClassVar[str] = "RS-143"
    side: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (("attack",), ("decline",))

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("decline",)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "decline":
            return s.tell(Declined(side=side))
        return assault(s, (side,))


@value
class BothChoose(Sealed):
    """RS-143, RS-146: Equal points: either may attack, or both."""

    rule: ClassVar[str] = "RS-143"
    back: ClassVar[tuple[str, ...]] = ("wait",)

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (("wait",) if s.drafts[side] else ("attack",), READY)

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        return refuse("RS-143", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        return s.draft(side, (1,) if action[0] == "attack" else ())

    def close(self, s: Campaign) -> Campaign:
        sides = tuple(side for side in (JAPAN, USA) if s.drafts[side])
        s = s.replace(drafts=((), ()))
        return assault(s, sides) if sides else s


@value
class Assaulted(Event):
    """RS-144: a side attacks on the island."""

    file_name: ClassVar[str] = "assault"
    side: int
    attack: int
    defense: int


def most_lost(s: Campaign, foe: int, attack: int, whole: int) -> int:
    """RS-139, RS-145: the ground points that a defender of strength `whole` can lose: no more than the attack meets,
    and of an unsupplied garrison each point of defense stands for two."""
    if attack >= whole:
        return s.ground[foe]
    return min(s.ground[foe], attack if foe == JAPAN or s.fed else 2 * attack)


def assault(s: Campaign, sides: tuple[int, ...]) -> Campaign:
    """RS-144, RS-145, A53: each attacker spends a Supply Point and attacks with all his effective points."""
    steps = []
    caps = []
    for side in sides:
        attack, whole = effective(s, side), defense(s, 1 - side)
        column = 0 if attack < whole else s.p.ratio("ground", attack, whole)
        steps.append(GroundDie(side, column, attack, most_lost(s, 1 - side, attack, whole)))
        caps.append((attack, whole))
    for side, (attack, whole) in zip(sides, caps, strict=True):
        cost = int(s.p.numbers["supply"]["ground_attack"])
        s = s.replace(supply=pair(s.supply, side, s.supply[side] - cost))
        s = s.tell(Assaulted(side=side, attack=attack, defense=whole))
    return s.replace(owing=(0, 0)).push(*steps, GroundLosses())


@value
class GroundFought(Event):
    """RS-144: Table 5, and the points that both lose; `attack`, `most` and `column` say what was compared with what:
    the attacking points, the most that the defender can lose, and the odds in halves."""

    file_name: ClassVar[str] = "ground_die"
    side: int
    die: int
    attacker: int
    defender: int
    attack: Later[int] = 0
    most: Later[int] = 0
    column: Later[int] = 0


@value
class GroundDie(Die):
    """RS-144, A47: Table 5."""

    rule: ClassVar[str] = "RS-144"
    side: int
    column: int
    attack: int
    face: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        own, other = (int(n) for n in str(s.p.cell("ground", self.column, outcome[1])).split("/"))
        own, other = min(own, self.attack), min(other, self.face)
        owing = pair(s.owing, self.side, s.owing[self.side] + own)
        owing = pair(owing, 1 - self.side, owing[1 - self.side] + other)
        odds = s.p.tables["ground"]["columns"][self.column]
        return s.replace(owing=owing).tell(GroundFought(
            side=self.side, die=outcome[1], attacker=own, defender=other, attack=self.attack, most=self.face,
            column=odds))


@value
class GroundLosses(Auto):
    """RS-146, RS-147, A53: all losses together, at the end of the phase."""

    def run(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            n = min(s.owing[side], s.ground[side])
            if n:
                s = s.replace(ground=pair(s.ground, side, s.ground[side] - n))
                s = lose_ground(s, side, n, "combat")
        return s.replace(owing=(0, 0))


@value
class Captured(Event):
    """RS-148: the field passes to a side, with the supply that is lost."""

    file_name: ClassVar[str] = "captured"
    side: int
    supply: int


@value
class Possession(Auto):
    """RS-148, RS-149, A18, A51, A76: the field passes to a side that is alone on the island, by option to Japan too as
    soon as no American is left."""

    def run(self, s: Campaign) -> Campaign:
        new = 1 - s.holder
        if s.ground[s.holder] or not (s.ground[new] or (new == JAPAN and s.p.empty_to_japan)):
            return s
        old = s.holder
        lost = s.supply[old]
        s = s.replace(supply=pair(s.supply, old, 0)).score(new, "supply", lost * worth(s, "supply"))
        lac, nac, raw = [sum(stock) for stock in s.air[HENDERSON]]
        s = lose_air(s, old, HENDERSON, (lac, nac + raw))
        s = s.replace(air=put(s.air, HENDERSON, (NONE, NONE, NONE)), holder=new, built=False)
        return s.tell(Captured(side=new, supply=lost))

