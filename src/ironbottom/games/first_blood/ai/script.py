"""The script's smaller thoughts: set-up, arrivals, supply, engineers and aircraft."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ironbottom.games.first_blood.ai.distances import to_field, to_foes
from ironbottom.games.first_blood.rules.air import DEPLOY, LAND, LAUNCH, AirStep, LoseAir, SecondBomber
from ironbottom.games.first_blood.rules.airfields import fighters_only
from ironbottom.games.first_blood.rules.engineers import Work
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.first_blood.rules.reinforcement import Arrive, arrived, due, landings
from ironbottom.games.first_blood.rules.setup import SetUp, proposed_line
from ironbottom.games.first_blood.rules.state import AT_SEA, IN_THE_AIR, Position, piece_name
from ironbottom.games.first_blood.rules.supply import SupplyLoss
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought

CALLED_FROM = 6
"""The turn from which the special destroyers are called for."""
MARCHED_FROM = 8
"""From NOV II on the field is held, and who lands marches on the Japanese."""


def ranked(
    intention: str, legal: Sequence[Action], worth: Callable[[Action], float] | None = None
) -> tuple[Plan, ...]:
    """Every action that takes nothing back as a plan of its own, best first: by `worth`, or as they are offered."""
    forward = [action for action in legal if action[0] not in ("drop", "recall", "lift")]
    order = worth or (lambda action: -legal.index(action))
    plans = [Plan(f"intention.{intention}", (action,), order(action)) for action in forward or legal]
    return tuple(sorted(plans, key=lambda plan: -plan.score))


def combat_of(v: Position, name: str) -> float:
    """The combat factor of a unit."""
    return float(v.setting.units[v.setting.unit_number[name]].combat)


@thought(SetUp)
def set_up(step: SetUp, asked: Asked[Position]) -> tuple[Plan, ...]:
    """The proposed line, then whatever is left over where it fits."""
    line = proposed_line(asked.view, step.side) if step.hand < 0 else ()
    forward = [action for action in asked.legal if action[0] in ("take", "place")]
    if line or ("done",) in asked.legal:
        whole = len(line) == 2 * len(forward)  # each is taken and placed
        return (Plan("intention.line", (*line, ("done",)) if whole else line, 1.0),)
    return ranked("line", forward or asked.legal)


@thought(Arrive)
def arrive(step: Arrive, asked: Asked[Position]) -> tuple[Plan, ...]:
    """Americans near the field, later near the enemy; Japanese in turn in Box A and Box D; ships ready to fire."""
    v, side = asked.view, step.side
    if step.hand >= 0:
        number = v.setting.number
        return ranked("arrive", asked.legal, lambda action: _landing(v, side, step.hand, number[action[1]]))
    takes = [action for action in asked.legal if action[0] == "take"]
    special = [ship.name for ship in v.setting.ships if ship.special]
    ready = [action for action in takes if action[1] not in special]
    if ready or (takes and v.turn >= CALLED_FROM):
        return ranked("arrive", ready or takes[:1])
    return (Plan("intention.arrive", (("done",),), 1.0),)


def _landing(v: Position, side: int, n: int, here: int) -> float:
    """What the script thinks of a place for a counter that arrives."""
    printed = v.setting
    if n >= AT_SEA:
        return 1.0 if here == printed.number["ijn_reserve"] else 0.5
    if side == AMERICAN:
        if v.turn >= MARCHED_FROM and not printed.units[n].engineer:
            return -to_foes(v, side, here)
        return -float(min(to_field(printed, h) for h in printed.entries[here]))
    if here in printed.boxes:
        if v.turn >= printed.last:
            return 0.0
        if v.turn == printed.last - 1:  # nobody follows into a box, and from the farther one he walks in at the end
            return 10.0 + 0.1 * to_foes(v, side, here)
        return 10.0 - 0.1 * v.at.count(here)
    closed = front(v, JAPANESE).closed
    return 1.0 + sum(not closed[h] for h in printed.entries[here])


def landed(v: Position, side: int, wanted: int = -1) -> tuple[Action, ...]:
    """All ground units of the turn placed: as the script would, or those that fight all together at a wanted place
    while it has room."""
    done: list[Action] = []
    for n in due(v, side):
        places = landings(v, side, n)
        if n >= IN_THE_AIR or not places:
            continue
        if wanted in places and not v.setting.units[n].engineer:
            here = wanted
        else:
            here = max(places, key=lambda place: _landing(v, side, n, place))
        done += [("take", piece_name(v.setting, n)), ("place", v.setting.names[here])]
        v = arrived(v, side, n, here)
    return tuple(done)


def arrivals(v: Position, side: int) -> list[Plan]:
    """Ways to place the ground units of the turn, the script's first; Americans near the enemy before others, Japanese
    far from him."""
    units = [n for n in due(v, side) if n < IN_THE_AIR]
    places = sorted(landings(v, side, units[0]) if units else (), key=lambda here: to_foes(v, side, here),
                    reverse=side == JAPANESE)
    return [Plan("intention.arrive", landed(v, side, here), 1.0 if here < 0 else 0.0) for here in (-1, *places)]


@thought(SupplyLoss)
def supply(step: SupplyLoss, asked: Asked[Position]) -> tuple[Plan, ...]:
    """What counts already; a ship that leaves anyway; any ship; the weakest unit."""
    v, printed = asked.view, asked.view.setting

    def value(action: Action) -> float:
        if action[0] == "count":
            return 100.0
        if action[1] in printed.ship_number:
            return 50.0 + 10.0 * (v.ships[printed.ship_number[action[1]]] == printed.number["ijn_attack"])
        return -combat_of(v, action[1])

    return ranked("supply", asked.legal, value)


@thought(Work)
def work(step: Work, asked: Asked[Position]) -> tuple[Plan, ...]:
    return ranked("work", asked.legal, lambda action: float(action[0] == "work"))


@thought(SecondBomber)
def second_bomber(step: SecondBomber, asked: Asked[Position]) -> tuple[Plan, ...]:
    """The other bomber: one that leaves anyway."""
    v = asked.view
    gone = v.setting.number["ijaf_attack"]
    return ranked("fight", asked.legal, lambda action: float(v.air[v.setting.plane_number[action[1]]] == gone))


@thought(LoseAir)
def lose_air(step: LoseAir, asked: Asked[Position]) -> tuple[Plan, ...]:
    """What serves least: fighters before bombers, inverted ones first."""
    v = asked.view

    def value(action: Action) -> float:
        a = v.setting.plane_number[action[1]]
        plane = v.setting.planes[a]
        return 0.5 * (v.inverted >> a & 1) - 2.0 * plane.bomber - plane.fighter

    return ranked("lose", asked.legal, value)


@thought(AirStep)
def air(step: AirStep, asked: Asked[Position]) -> tuple[Plan, ...]:
    """Everything lands; Reserve fills the fields; two fighters to CAP, bombers to Ground Attack, but in JAN I half of
    them, for who flies then stands inverted in JAN III."""
    v, printed = asked.view, asked.view.setting
    cap = v.air.count(printed.number["usaf_cap"])
    enough = v.turn == printed.last - 2 and _aloft(v) >= len(_bombers(asked.legal))

    def value(action: Action) -> float:
        if action[0] == "done":
            return 0.0
        if action[0] == "withdraw":
            return -1.0
        plane = printed.planes[printed.plane_number[action[1]]]
        if step.part == LAND:
            strip = fighters_only(v, printed.field_at[printed.number[action[2]]])
            return 1.0 + 3.0 * (not plane.fighter) + (plane.fighter and strip)
        if step.part == DEPLOY:
            return 1.0 + plane.bomber
        if step.part != LAUNCH:
            return -1.0
        if action[2] == "usaf_cap":
            return 3.0 if cap < 2 else -1.0
        if enough:
            return -0.5
        return 2.0 if not plane.fighter or cap >= 2 else 0.5

    return ranked("air", asked.legal, value)


def _aloft(v: Position) -> int:
    return v.air.count(v.setting.number["usaf_ground_attack"])


def _bombers(legal: Sequence[Action]) -> list[Action]:
    """The launches for Ground Attack."""
    return [action for action in legal if action[0] == "launch" and action[2] == "usaf_ground_attack"]


def flights(v: Position, own: Plan, legal: Sequence[Action]) -> list[Plan]:
    """In JAN I, with two fighters on CAP and no bomber gone yet: half of the bombers, as the script has it, all of them
    or none."""
    ready = _bombers(legal)
    if v.turn != v.setting.last - 2 or own.do[0] not in ready or _aloft(v):
        return [own]
    half = tuple(ready[: (len(ready) + 1) // 2])
    return [Plan("intention.air", (*some, ("done",)), score)
            for some, score in ((half, 1.0), (tuple(ready), 0.0), ((), 0.0))]
