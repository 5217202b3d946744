"""SR-21, SR-30..SR-36, S-06, S-08, S-22, S-24: how a front is attacked, and what comes of it."""

from __future__ import annotations

from ironbottom.games.archies_war.solitaire.rules.state import (
    FRONTS,
    INFILTRATION,
    RESERVES,
    Solitaire,
    air_support,
    americans,
    damaged,
    facing,
    japanese,
    noted,
    option,
    printed,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Chance, Result
from ironbottom.kernel.value import Value, value

BLOODY_RIDGE = FRONTS.index("bloody_ridge")
DIE: tuple[tuple[Action, int], ...] = tuple((("die", n), 1) for n in range(1, 7))
LOST = Result((-1, 1), "")


@value
class Term(Value):
    """One line of a strength: a text of the catalogue, its value, and the statement that adds it."""

    text: str
    value: int
    rule: str


@value
class Tested(Event):
    """SR-21: the test for an attack: the die less `less` against the Japanese strength."""

    file_name = "solo.attack_test"
    die: int
    less: int
    front: str
    attacks: bool
    strength: int


@value
class JapaneseReinforced(Event):
    """SR-22: so many Japanese join a front."""

    file_name = "solo.japanese_reinforced"
    n: int
    front: str


@value
class Bombarded(Event):
    """SR-23: long-range guns, that hit on `highest` or less; the marker's box after it."""

    file_name = "solo.bombarded"
    die: int
    highest: int
    hit: bool
    status: int


@value
class MassAttack(Event):
    """SR-46: a mass attack on a front; the die where fronts were tied, else 0."""

    file_name = "solo.mass_attack"
    front: str
    die: int


@value
class OverrunEmpty(Event):
    """SR-30: a front without Marines is attacked."""

    file_name = "solo.overrun_empty"
    front: str


@value
class Attacked(Event):
    """SR-31..SR-36: an attack on a front: the die, what it adds, and both strengths line by line."""

    file_name = "solo.attacked"
    front: str
    die: int
    banzai: int
    attack: tuple[Term, ...]
    defence: tuple[Term, ...]
    result: str


def japanese_strength(s: Solitaire, front: int, banzai: int) -> tuple[Term, ...]:
    """SR-31, SR-32, S-06: the attack's strength, line by line; `banzai` is what the table adds."""
    force = Term("term.force", s.japanese[facing(front)], "SR-31" if front != BLOODY_RIDGE else "SR-32")
    terms = [force, Term("term.banzai", banzai, force.rule)]
    if front == BLOODY_RIDGE:
        terms.append(Term("term.ridge", printed(s).data["bloody_ridge"]["bonus"], "SR-32"))
    else:
        terms.append(Term("term.half_reserves", s.japanese[RESERVES] // 2, "SR-31"))
    if infiltrators_join(s, front):
        terms.append(Term("term.infiltration", s.japanese[INFILTRATION], "S-06" if front != BLOODY_RIDGE else "SR-32"))
    return tuple(terms)


def infiltrators_join(s: Solitaire, front: int) -> bool:
    """SR-32, S-06: whether the infiltrators take part in an attack on a front."""
    return front == BLOODY_RIDGE or bool(option(s, "infiltrators_on_the_coast"))


def american_strength(s: Solitaire, front: int) -> tuple[Term, ...]:
    """SR-6, SR-33: the defence's strength, line by line."""
    return (
        Term("term.marines", s.american[front], "SR-33"), Term("term.vandegrift", s.vandegrift, "SR-33"),
        Term("term.half_reserves", s.american[3] // 2, "SR-33"), Term("term.air_support", air_support(s), "SR-33"),
    )


def total(terms: tuple[Term, ...]) -> int:
    """The sum of a strength's lines."""
    return sum(term.value for term in terms)


def damage(s: Solitaire, die: int) -> int:
    """S-02: the hits that the Damage Table gives for a die; it has six rows."""
    hits: int = printed(s).data["tables"]["damage"][die - 1]
    return hits


@value
class FrontAction(Auto):
    """SR-20, S-03: Point Cruz, Koli Point or Bloody Ridge is called; the Japanese test for an attack."""

    front: int

    def run(self, s: Solitaire) -> Solitaire:
        if option(s, "front_reinforcement") == "before_the_attack_roll":
            s = reinforce(s, self.front)
        return s.push(AttackTest(self.front))


@value
class AttackTest(Chance):
    """SR-21, SR-22: a die not above the Japanese SV (at Bloody Ridge the die less 2) means an attack; else they are
    reinforced and bombard."""

    front: int

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        less = printed(s).data["bloody_ridge"]["test"] if self.front == BLOODY_RIDGE else 0
        attacks = outcome[1] - less <= s.japanese[facing(self.front)]
        s = s.tell(Tested(outcome[1], less, FRONTS[self.front], attacks, s.japanese[facing(self.front)]))
        when = option(s, "front_reinforcement")
        if attacks:
            after = (Reinforce(self.front),) if when == "always_after" else ()
            return s.push(Attack(self.front), *after)
        if when != "before_the_attack_roll":
            s = reinforce(s, self.front)
        return s.push(Bombardment())


@value
class Reinforce(Auto):
    """S-03: the ruling under which a front grows after an attack as well."""

    front: int

    def run(self, s: Solitaire) -> Solitaire:
        return reinforce(s, self.front)


def reinforce(s: Solitaire, front: int) -> Solitaire:
    """SR-22, S-20: 2 SV, without limit, to the Japanese box of the front (before Bloody Ridge, the reserves)."""
    amount = printed(s).data["front"]["reinforcement"]
    return japanese(s, facing(front), amount).tell(JapaneseReinforced(amount, FRONTS[front]))


@value
class Bombardment(Chance):
    """SR-22, SR-23: long-range guns hit the field on a 1, after Heavy Artillery on a 1 or 2."""

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        highest = printed(s).data["rolls"]["bombardment_heavy" if s.heavy else "bombardment"]
        hit = outcome[1] <= highest
        s = noted(s, "bombardment", outcome[1])
        s = damaged(s, 1) if hit else s
        return s.tell(Bombarded(outcome[1], highest, hit, s.status))


@value
class Attack(Auto):
    """SR-30, S-24: an attack on a front without Marines succeeds at once, before any Banzai roll."""

    front: int

    def run(self, s: Solitaire) -> Solitaire:
        if s.american[self.front] == 0:
            s = s.tell(OverrunEmpty(FRONTS[self.front]))
            return s.end(LOST.replace(reason="lost_empty"))
        return s.push(Banzai(self.front))


@value
class Banzai(Chance):
    """SR-31..SR-36: the Banzai die, the totals, and what they bring."""

    front: int

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        added = printed(s).data["tables"]["banzai"][outcome[1] - 1]
        s = noted(s, "banzai", outcome[1])
        attack, defence = japanese_strength(s, self.front, added), american_strength(s, self.front)
        result = attack_result(total(attack), total(defence))
        s = s.tell(Attacked(FRONTS[self.front], outcome[1], added, attack, defence, result))
        s = s.replace(fight=(total(attack), total(defence)))
        if result == "overrun":
            return s.end(LOST.replace(reason="lost_overrun"))
        if result == "beaten":
            return americans(s, self.front, -1)
        return repelled(s, self.front)


def attack_result(attack: int, defence: int) -> str:
    """SR-34, SR-35, SR-36: double overruns the front, more beats it, else it is held."""
    if attack >= 2 * defence:
        return "overrun"
    return "beaten" if attack > defence else "held"


def repelled(s: Solitaire, front: int) -> Solitaire:
    """SR-36, S-08: the Japanese lose 1 SV of the attacking box; where it is empty, an infiltrator who took part."""
    box = facing(front)
    if s.japanese[box] or not infiltrators_join(s, front):
        return japanese(s, box, -1)
    return japanese(s, INFILTRATION, -1)


def mass_attack_fronts(s: Solitaire) -> tuple[int, ...]:
    """SR-46, S-13: the fronts with most Japanese SV, of those the ones with fewest Marines."""
    most = max(s.japanese[facing(front)] for front in range(3))
    strongest = [front for front in range(3) if s.japanese[facing(front)] == most]
    fewest = min(s.american[front] for front in strongest)
    return tuple(front for front in strongest if s.american[front] == fewest)


@value
class MassAttackTie(Chance):
    """S-14: fronts that are still tied are told apart by a die, in the order Point Cruz, Koli Point, Bloody Ridge."""

    fronts: tuple[int, ...]

    def outcomes(self, s: Solitaire) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Solitaire, outcome: Action) -> Solitaire:
        front = self.fronts[(outcome[1] - 1) * len(self.fronts) // 6]
        return s.tell(MassAttack(FRONTS[front], outcome[1])).push(Attack(front))
