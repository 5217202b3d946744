"""How the script fights: declarations, their order, losses, retreats and advances."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from ironbottom.games.first_blood.ai.distances import to_field
from ironbottom.games.first_blood.ai.exchange import Exchange
from ironbottom.games.first_blood.ai.finish import death, decides, sealed
from ironbottom.games.first_blood.ai.script import combat_of, ranked
from ironbottom.games.first_blood.rules.air import missions
from ironbottom.games.first_blood.rules.combat import Assign, Resolve
from ironbottom.games.first_blood.rules.declaration import Declare, attack_on, duty
from ironbottom.games.first_blood.rules.printed import AMERICAN, OPERATIVE
from ironbottom.games.first_blood.rules.proposal import completed, proposal
from ironbottom.games.first_blood.rules.results import Advance, Lose, Retreat
from ironbottom.games.first_blood.rules.state import AT_SEA, Attack, Position, units_at
from ironbottom.games.first_blood.rules.strength import BELOW, DIE, result_of, strength
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought

WORK = 0.4
"""What it is worth to spoil a turn of work on an airfield hex."""
ENGINEER = 2.5
"""What an engineer is worth above his combat factor."""
RESULT_WORTH = {"AE": -1.0, "A2": -0.7, "A1": -0.4, "EX": 0.25, "DR": 0.45, "D1": 0.75, "DE": 1.0}

NO_WAY_OUT = {"EX": 0.75, "DR": 1.0, "D1": 1.0}
"""What they are worth where nobody can retreat: all defenders are lost."""
FINAL = 10.0
"""In the turn in which all must die: what the logarithm of the chance is worth, against a gun's use elsewhere."""


def _value(v: Position, side: int, attack: Attack, boldness: float = 1.0) -> float:
    """What an attack is worth on the average, by the exact chances of the die; who must retreat and cannot, dies."""
    known = strength(v, side, attack)
    if decides(v, side):
        return FINAL * death(v, known, attack)
    stake = sum(v.setting.units[u].combat for u in attack.units)
    prize = sum(one.factors for one in known.hexes)
    if any(to_field(v.setting, h) == 0 for h in attack.targets):
        prize *= 3
    if known.column == BELOW:
        return -float(stake)
    total = 0.0
    shut = sealed(v, 1 - side, attack.targets)
    for die in range(1, DIE + 1):
        code = result_of(v, known, die).code
        share = NO_WAY_OUT.get(code, RESULT_WORTH[code]) if shut else RESULT_WORTH[code]
        total += share * (boldness * prize if share > 0 else stake)
    return total / DIE


@thought(Declare)
def declare(step: Declare, asked: Asked[Position]) -> tuple[Plan, ...]:
    """The declarations of a phase, as the script makes them."""
    if step.hand >= 0:
        return ranked("attack", asked.legal, lambda action: {"attack": 2.0, "support": 1.0}.get(action[0], 0.5))
    plan = attack_plan(asked.view, step, TEMPERS[0])
    return (plan,) if plan.do else ranked("attack", asked.legal)


class Temper(NamedTuple):
    """A way to declare attacks: its name, what the enemy's losses weigh against the own, and what a ship that
    supports them is worth elsewhere: it leaves after this turn."""

    name: str
    boldness: float = 1.0
    ship: float = 0.2


TEMPERS = (
    Temper("attack"), Temper("assault", 2.0), Temper("probe", 0.5), Temper("broadside", 1.0, 0.0),
    Temper("thrift", 1.0, 1.0),
)  # fmt: skip
"""The ways to declare; the first is the script's own."""


class Draft:
    """Declarations in the making; `known`: what attacks are worth, as often as that is asked."""

    def __init__(self, s: Position, side: int, boldness: float, known: dict[Attack, float] | None = None) -> None:
        self.begun = self.s = s
        self.side, self.boldness = side, boldness
        self.known: dict[Attack, float] = {} if known is None else known
        self.actions: list[Action] = []

    def other(self, s: Position) -> Draft:
        """Another one, with the units where they are in this."""
        return Draft(s, self.side, self.boldness, self.known)

    def worth(self, attack: Attack) -> float:
        value = self.known.get(attack)
        if value is None:
            value = self.known[attack] = _value(self.begun, self.side, attack, self.boldness)
        return value

    def total(self, s: Position) -> float:
        """What is declared there is worth."""
        return sum(map(self.worth, s.attacks))

    def play(self, *actions: Action) -> None:
        for action in actions:
            step: Any = self.s.stack[-1]
            self.s = step.take(self.s.replace(stack=self.s.stack[:-1], news=()), self.side, action)
            self.actions.append(action)


def attack_plan(v: Position, top: Declare, temper: Temper) -> Plan:
    """All that is owed, each unit where it gains most; then exchanges between the attacks; then artillery and ships
    where they gain most. Without actions if that does not end the declarations."""
    side, printed = top.side, v.setting
    draft = Draft(v, side, temper.boldness)
    for _ in range(200):
        s = draft.s
        units = duty(s, side).open_units(s)
        if not units:
            break
        best: tuple[float, int, Action] | None = None
        for u in units[:4]:
            for use in Declare(side, u).uses(s, u):
                if use[0] != "attack" and len(units) > 1:
                    continue
                then = Declare(side, u).take(s.replace(stack=s.stack[:-1]), side, use)
                gain = draft.total(then)
                if best is None or gain > best[0]:
                    best = (gain, u, use)
        if best is None:
            break
        draft.play(("take", printed.units[best[1]].name), best[2])
    draft.play(*completed(draft.s, side, ())[0])
    draft = _exchanged(v, draft, temper)
    if not decides(v, side):
        draft.play(*proposal(draft.s, side))
    _support(draft, temper)
    end: Any = draft.s.stack[-1]
    ready = ("done",) in end.legal(draft.s, side)
    return Plan(f"intention.{temper.name}", (*draft.actions, ("done",)) if ready else (), 1.0)


def _exchanged(v: Position, draft: Draft, temper: Temper) -> Draft:
    """The attacks after the exchanges; once more with the artillery that would support them then. What somebody has
    declared before he asked stays as it is."""
    side, begun, guns = draft.side, draft.s, dict[int, tuple[int, ...]]()
    if v.attacks or len(begun.attacks) < 2 or begun.guns or any(attack.guns for attack in begun.attacks):
        return draft
    for _ in range(2):
        exchanged = Exchange(begun, side, draft.worth, guns).declared()
        if exchanged:
            draft = draft.other(v)
            draft.play(*exchanged)
        supported = draft.other(draft.s)
        _support(supported, temper)
        guns = {attack.targets[0]: attack.guns for attack in supported.s.attacks if attack.guns}
        if not guns:
            break
    return draft


def _support(draft: Draft, temper: Temper) -> None:
    """Artillery and ships, one by one, to the attack that gains most by them; else against the airfields."""
    side, printed = draft.side, draft.s.setting
    for _ in range(40):
        s = draft.s
        step: Any = s.stack[-1]
        takes = [action[1] for action in step.legal(s, side) if action[0] == "take"]
        best: tuple[float, str, Action] | None = None
        for name in takes:
            ship = name in printed.ship_number
            n = AT_SEA + printed.ship_number[name] if ship else printed.unit_number[name]
            if not ship and not printed.units[n].artillery:
                continue
            for use in Declare(side, n).uses(s, n):
                then = Declare(side, n).take(s.replace(stack=s.stack[:-1]), side, use)
                if use[0] == "bombard":
                    gain = _bombardment(s, printed.number[use[1]])
                    gain *= not ship or s.ships[n - AT_SEA] == printed.number["ijn_attack"]
                else:
                    gain = draft.total(then) - draft.total(s)
                    gain -= temper.ship if ship else 0.0
                if gain > 0.05 and (best is None or gain > best[0]):
                    best = (gain, name, use)
        if best is None:
            return
        draft.play(("take", best[1]), best[2])


def _bombardment(s: Position, here: int) -> float:
    """9.5.3d, 10.3a, 11.4b: what one more shell is worth on an airfield hex, those that are declared counted: each
    takes an aircraft, the next one the hex; on a broken hex one spoils the work. In the last turn nothing: what
    stands on a field then flies no more, and ships count for supply."""
    if s.turn >= s.setting.last:
        return 0.0
    field = s.setting.field_at[here]
    fired = sum([1 for _, there in (*s.shelling, *s.guns) if there == here])
    if s.strips[field] != OPERATIVE:
        return 0.0 if fired or not at_work(s, field) else WORK * (1.0 + 0.5 * s.work[field])
    on = s.air.count(here)
    return 0.6 + 0.4 * bool(on) if fired <= on else 0.0


def at_work(s: Position, field: int) -> bool:
    """11.4a, 11.4b: whether a bombardment of a broken airfield hex would spoil work: nobody has bombarded it yet in
    this turn, and work has begun or an engineer is there."""
    if s.hit >> field & 1:
        return False
    here = s.setting.fields[field]
    return bool(s.work[field]) or any(s.setting.units[u].engineer for u in units_at(s, here))


@thought(Resolve)
def resolve(step: Resolve, asked: Asked[Position]) -> tuple[Plan, ...]:
    """Bombardments and flights first, then the best attacks."""
    v = asked.view

    def value(action: Action) -> float:
        match action[0]:
            case "bombard":
                return 60.0
            case "fly":
                return _flight(v, action)
            case "done":
                return 0.0
            case "take":
                return -1.0
        return 20.0 + _value(v, step.side, attack_on(v, action[1]))

    return ranked("fight", asked.legal, value)


@thought(Assign)
def assign(step: Assign, asked: Asked[Position]) -> tuple[Plan, ...]:
    """A ship that is given a mission between the fights: whatever is offered first."""
    return ranked("fight", asked.legal)


@thought(Lose)
def lose(step: Lose, asked: Asked[Position]) -> tuple[Plan, ...]:
    """The weakest; an engineer last of his like."""
    v = asked.view

    def value(action: Action) -> float:
        engineer = v.setting.units[v.setting.unit_number[action[1]]].engineer
        return -combat_of(v, action[1]) - ENGINEER * engineer

    return ranked("lose", asked.legal, value)


@thought(Retreat)
def retreat(step: Retreat, asked: Asked[Position]) -> tuple[Plan, ...]:
    v = asked.view
    return ranked("retreat", asked.legal, lambda action: _refuge(v, step.side, v.setting.number[action[2]]))


@thought(Advance)
def advance(step: Advance, asked: Asked[Position]) -> tuple[Plan, ...]:
    """Onto an airfield always; else nobody leaves his ground."""
    v = asked.view

    def value(action: Action) -> float:
        if action[0] == "stay":
            return 0.0
        return combat_of(v, action[1]) if v.setting.field_at[v.setting.number[action[2]]] >= 0 else -1.0

    return ranked("advance", asked.legal, value)


def _flight(v: Position, action: Action) -> float:
    """Fighters against CAP first, or two bombers that leave anyway; bombers against full or operative airfield hexes,
    or to spoil work; nothing flies in vain."""
    printed = v.setting
    leaving = v.air[printed.plane_number[action[1]]] == printed.number["ijaf_attack"]
    bomber = printed.planes[printed.plane_number[action[1]]].bomber
    target = printed.number[action[2]]
    if action[2] == "usaf_cap":
        if not bomber:
            return 50.0
        gone = printed.number["ijaf_attack"]
        pairs = sum([printed.planes[a].bomber for a, at in enumerate(v.air) if at == gone]) > 1
        return 35.0 if leaving and pairs else -1.0
    if action[2] == "usaf_ground_attack":
        return 45.0
    on, field = v.air.count(target), printed.field_at[target]
    if on or v.strips[field] == OPERATIVE:
        return 40.0 + 0.1 * on
    return 38.0 if at_work(v, field) and (leaving or v.work[field]) else -1.0


def early_flight(v: Position) -> Action | None:
    """13.3a: the mission that is worth flying in the movement phase, where that is agreed."""
    return max((one for one in missions(v, moving=True) if _flight(v, one) > 0), key=partial(_flight, v), default=None)


def _refuge(v: Position, side: int, here: int) -> float:
    """A refuge: Americans towards the field, Japanese away from the Americans."""
    printed = v.setting
    if side == AMERICAN:
        return -to_field(printed, here) - 0.2 * v.at.count(here)
    foes = [v.at[u] for u in printed.own[AMERICAN] if v.at[u] < printed.hexes]
    near = min((printed.plan.distance(here, foe) for foe in foes), default=9)
    return near + 0.5 * printed.jungle[here] - 0.3 * v.at.count(here) + 5.0 * (to_field(printed, here) == 0)
