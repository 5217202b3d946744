"""What is fought over, fired at and given up, and the advantage tokens."""

from __future__ import annotations

from ironbottom.games.axis_allies.ai.worth import (
    FIELD,
    ISLAND,
    LEAST,
    POINT,
    TAKEN,
    Legal,
    captures,
    fire_at,
    fleet_worth,
    harm,
    kills,
    landing_worth,
    planned,
)
from ironbottom.games.axis_allies.rules.advantages import PlayToken
from ironbottom.games.axis_allies.rules.battle_box import Pick
from ironbottom.games.axis_allies.rules.combat import Aim, Guns, PickZone, Zones, fights, land_power, sea_power
from ironbottom.games.axis_allies.rules.printed import AXIS, DST, INF, KIND, LAND, SEAS, SPACE, TRN
from ironbottom.games.axis_allies.rules.state import Campaign, most
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Plan


@planned(PickZone)
def pick_zone(step: PickZone, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """First where most is at stake."""
    return [
        Plan("fight", (action,), sum(fleet_worth(s, one, SPACE[action[1]])[0] for one in (0, 1))
             if SPACE[action[1]] < SEAS else float(s.troops(1 - side, SPACE[action[1]])))
        for action in legal
    ]


@planned(Guns)
def guns(step: Guns, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """All that can fire fires."""
    shots = tuple(most(action) for action in legal if action[0] == "fire")
    return [Plan("fire", shots or (("done",),), 1.0), Plan("hold", (("done",),), -1.0)]


@planned(Aim)
def aim(step: Aim, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Land units where own troops are ashore; else airfields, if there are dice enough; else land units."""
    options = [most(action) for action in legal if action[0] == "aim"]
    able = {action[3] for action in options}
    dice = sum(s.printed.power[LAND][KIND[a[2]]] * a[4] for a in options if a[3] == next(iter(sorted(able))))
    fields = 1.0 if "fields" in able and dice >= LEAST and not s.troops(side, step.land) else 0.0
    if "fields" in able and s.troops(side, step.land) and s.troops(1 - side, step.land) <= 1 and dice >= 7:
        fields = 0.4
    target = "fields" if "fields" in able and (fields >= 1.0 or "troops" not in able) else "troops"
    chosen = tuple(action for action in options if action[3] == target)
    if target == "fields" and captures(s, side, step.land):
        return [Plan("hold", (("done",),), 1.0), Plan("fire", chosen, -1.0)]
    spared = _spared(step, s, side, chosen)
    if spared:
        left = tuple(action for action in chosen if action[1] not in spared)
        return [Plan("fire" if left else "hold", (*left, ("done",)), 1.0), Plan("fire", chosen, -1.0)]
    return [Plan("fire", (*chosen,) or (("done",),), 1.0), Plan("hold", (("done",),), -1.0)]


def _spared(step: Aim, s: Campaign, side: int, shots: tuple[Action, ...]) -> set[str]:
    """C21: the zones whose ships hold their fire: it does more for another island beside them that is still to be
    fought for in this turn."""
    done = next((zones.done for zones in s.stack if isinstance(zones, Zones)), ())
    coming = [land for land in fights(s, LAND, done) if land != step.land]
    power, dice = s.printed.power[LAND], dict[str, int]()
    for _, where, kind, _, n in shots:
        dice[where] = dice.get(where, 0) + power[KIND[kind]] * n
    ships = sorted((zone for zone in dice if SPACE[zone] < SEAS), key=lambda zone: dice[zone])
    before = sum(dice.values()) + sum(power[kind] * n for _, kind, _, n in step.aims)
    if s.troops(side, step.land):
        before += land_power(s, side, step.land)
    fields, spared = all(action[3] == "fields" for action in shots), set[str]()
    for zone in ships:
        beside = [land for land in coming if SPACE[zone] in s.printed.waters[land]]
        there = max((_effect(s, side, land, land_power(s, side, land), dice[zone]) for land in beside), default=0.0)
        before -= dice[zone]
        if there > _effect(s, side, step.land, before, dice[zone], fields):
            spared.add(zone)
        else:
            before += dice[zone]
    return spared


def _effect(s: Campaign, side: int, land: int, before: float, dice: int, fields: bool = False) -> float:
    """What so many dice more do to the enemy's land units on an island; to his airfields where there are none."""
    foe, sound = s.troops(1 - side, land), s.sound(1 - side, land)
    if foe and not fields:
        stake = TAKEN * (FIELD * sound + ISLAND) if s.troops(side, land) else 0.0
        return kills(foe, before, dice) * (s.printed.cost[INF] + stake / foe)
    if captures(s, side, land):
        return 0.0
    before = before if fields else 0.0  # land units do not fire at airfields
    return POINT * (min(sound, (before + dice) / 6) - min(sound, before / 6))


@planned(Pick)
def pick(step: Pick, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """The fullest of the enemy's, the emptiest of one's own."""
    name, sign = ("hit", 1) if side == step.attacker else ("lose", -1)
    return [Plan(name, (action,), float(sign * action[1].count("+"))) for action in legal]


def _dropped(s: Campaign, side: int, zone: int, land: int) -> float:
    """O5: what it is worth to have the cargo of a zone ashore before the battles, as far as the enemy could sink it."""
    cargo = tuple([item for ship in s.fleet(side, zone) if ship[0] in (TRN, DST) for item in ship[1]])
    risk = fire_at(s, 1 - side, zone)
    return landing_worth(s, side, land, cargo) * risk / (risk + 4.0)


@planned(PlayToken)
def token(step: PlayToken, s: Campaign, side: int, legal: Legal) -> list[Plan]:
    """Played where much is at stake."""
    plans = [Plan("hold", (("pass",),), 1.0)]
    for action in legal:
        if action[0] != "play":
            continue
        name, place = action[1], SPACE[action[2]] if len(action) > 2 else -1
        score = 0.0
        if name == "night_fighting":
            score = 0.12 * sea_power(s, AXIS, place) * min(fleet_worth(s, 1 - side, place)[1], 5)
        elif name == "command_decision" and action[3] == "sea":
            gain = harm(*fleet_worth(s, 1 - side, place), sea_power(s, side, place))
            score = 0.2 * (gain - harm(*fleet_worth(s, side, place), sea_power(s, 1 - side, place)))
        elif name in ("banzai_charge", "amphibious_assault"):
            score = 0.45 * min(s.troops(side, place), s.troops(1 - side, place) + 1)
        elif name == "pt_boats":
            score = 1.3 if s.fleet(1 - side, place) and s.fleet(side, place) else 0.0
        elif name == "quick_drop":
            score = 0.3 * _dropped(s, side, place, SPACE[action[3]])
        plans.append(Plan("token", (action,), score))
    return plans


