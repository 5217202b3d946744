"""In the air: strikes, patrols, groups and bombs, and where aircraft are based."""

from __future__ import annotations

from ironbottom.games.solomons.ai.schemes import RAID
from ironbottom.games.solomons.ai.script import wish
from ironbottom.games.solomons.ai.sightings import prey
from ironbottom.games.solomons.rules.air.allocation import AirSheet
from ironbottom.games.solomons.rules.air.counter_attack import CounterAttack
from ironbottom.games.solomons.rules.air.points import ATTACKERS, DEFENDERS, base_reach, count, decks
from ironbottom.games.solomons.rules.air.ship_attack import Division, Grouping, ShipAttack
from ironbottom.games.solomons.rules.air.transfers import Transfers
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.printed import (
    ANTI_SHIP,
    BASES,
    HENDERSON,
    JAPAN,
    KINDS,
    LAC,
    NAC,
    RABAUL,
    RAW,
    SIDES,
    USA,
    M,
)
from ironbottom.games.solomons.rules.state import Campaign, Sight, at_sea, base_room
from ironbottom.kernel.action import Action, Range, offered
from ironbottom.kernel.opponent import Asked, Plan, thought

FIELD = 18
"""Air points that they want at Henderson Field, for the same reason."""


SQUADRON = 4
"""So many small ships together are worth a carrier force's one strike."""


@thought(AirSheet)
def air(step: AirSheet, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, side = asked.view, asked.side
    foes = current(v, 1 - side)
    actions = (_rabaul if side == JAPAN else _cactus)(v, foes)
    patrol: list[Action] = []
    for n in at_sea(v, side):
        strike, cap = _decks(v, side, n, foes)
        actions += strike
        patrol += cap
    return (wish("script", actions + patrol), wish("patrol", patrol, 0.0))


LEFT = 3
"""So many aircraft must be left over after a strike from land (docs/balance.md: how Japan fares with 8, 5, 3 and 1)."""


def _rabaul(v: Campaign, foes: list[Sight]) -> list[Action]:
    """Whatever is in reach, transports first, if a few aircraft will be left after what its guns and fighters take; the
    field on the last day, while nothing flies from it."""
    actions: list[Action] = []
    field = sum(v.known[USA][HENDERSON * 3:HENDERSON * 3 + 3])
    for base in (RABAUL, 5):
        n = count(v, base, 0, ATTACKERS)
        if n < RAID:
            continue
        for s in prey(v, foes):
            reach = base_reach(v.p, JAPAN, base, 0, s.hex)
            guard = field if s.hex == M else 0
            lost = (guard // 5 + 3) * (2 if reach == 2 else 1)
            if reach and n - lost >= LEFT:
                actions.append(("strike", BASES[base], f"american:tf{s.force + 1}", "lac", n))
                break
        else:
            if v.segment == 13 and field < 3 and v.holder == USA:
                actions.append(("strike", BASES[base], "guadalcanal", "lac", n))
    return actions


def _cactus(v: Campaign, foes: list[Sight]) -> list[Action]:
    """Strikes from Henderson Field while supply lasts."""
    ready = count(v, HENDERSON, 0, ATTACKERS) + count(v, HENDERSON, 1, ATTACKERS)
    if not v.built or v.holder != USA or ready < 6:
        return []
    targets = prey(v, [s for s in foes if not s.immune and base_reach(v.p, USA, HENDERSON, 0, s.hex)])
    for s in targets:
        if v.supply[USA] < (2 if s.transports else 3):
            continue
        name = f"japanese:tf{s.force + 1}"
        n = min(int(v.p.numbers["supply"]["air_points"]) * (v.supply[USA] - 1), ready)
        lac = min(n, count(v, HENDERSON, 0, ATTACKERS))
        nac = min(n - lac, count(v, HENDERSON, 1, ATTACKERS))
        return [("strike", "henderson", name, kind, k) for kind, k in (("lac", lac), ("nac", nac)) if k]
    return []


def _decks(v: Campaign, side: int, n: int, foes: list[Sight]) -> tuple[list[Action], list[Action]]:
    """A carrier force strikes what is worth it with two thirds of its aircraft and keeps the rest over its decks."""
    force = v.forces[side][n]
    attack, whole = decks(v, side, n, ATTACKERS), decks(v, side, n, DEFENDERS)
    if not whole:
        return [], []
    name = f"tf{n + 1}"
    near = [s for s in foes if v.p.dist[force.pos][s.hex] <= 1 and (s.transports or s.capital or s.total >= SQUADRON)]
    strike: list[Action] = []
    if near and attack >= 8 and not force.status and force.mission == ANTI_SHIP:
        target = prey(v, near)[0]
        attack -= attack // 4
        strike = [("strike", name, f"{SIDES[1 - side]}:tf{target.force + 1}", "nac", attack)]
    else:
        attack = 0
    return strike, [("cap", name, whole - attack)] if whole > attack else []


@thought(Grouping)
def grouping(step: Grouping, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, legal = asked.view, asked.legal
    if ("standard",) in legal:
        return (wish("script", [("standard",)]),)
    cover = [action for action in legal if action[0] == "cover"]
    if cover:
        groups = step.part(v)[0]
        first = max(cover, key=lambda a: sum(v.p.deck[u] for u in groups[int(a[1][5:]) - 1]))
        return (wish("script", [(*first[:2], first[2].high)]),)
    return (wish("script", [("ready",)]),)


@thought(Division)
def division(step: Division, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, side = asked.view, asked.side
    f = v.flights[step.flight]
    layout = next(lay for lay in v.layouts if lay.side == 1 - side and lay.force == f.target)
    left = f.lac + f.nac - sum(n for _, n in v.drafts[side])
    if v.drafts[side] or not left:
        return (wish("script", [("ready",)]),)
    order = sorted((g for g, row in enumerate(layout.shown) if row[0]),
                   key=lambda g: (-layout.shown[g][1], -layout.shown[g][3], not layout.shown[g][2], g))
    return tuple([wish("script", [("send", f"group{g + 1}", left)], 1.0 - k) for k, g in enumerate(order[:2])])


@thought(ShipAttack)
def bomb(step: ShipAttack, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """The ship and the number of points that bring most, the rest being used as well as the best of them."""
    v = asked.view
    p = v.p
    rows: list[tuple[float, int, int]] = []
    for u in step.ships:
        for low in p.tables["air_naval"]["columns"]:
            n = max(1, (low * p.defense[u] + 1) // 2)
            if n > step.n:
                continue
            column = p.ratio("air_naval", n, p.defense[u])
            value = sum({"destroyed": 1.0, "crippled": 0.35}.get(p.cell("air_naval", column, die), 0.0)
                        for die in range(1, 7)) / 6
            rows.append((value * float(p.numbers["victory"][p.worth[u]] + 1), u, n))
    if not rows:
        return (wish("script", [("stop",)]),)
    rate = max(value / n for value, _, n in rows)
    rows.sort(key=lambda row: (-(row[0] + 0.8 * rate * (step.n - row[2])), row[1], row[2]))
    return tuple([wish("script", [("bomb", p.ids[u], n)], 1.0 - k) for k, (_, u, n) in enumerate(rows[:2])])


@thought(CounterAttack)
def counter(step: CounterAttack, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    v, legal = asked.view, asked.legal
    strikes = [action for action in legal if action[0] == "counter"]
    if strikes and step.retained(v) >= 8:
        return (wish("script", [(*strikes[0][:2], strikes[0][2].high)]), wish("stay", [("pass",)], 0.0))
    return (wish("script", [("pass",)]),)


@thought(Transfers)
def transfer(step: Transfers, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """Land-based aircraft to where they reach the enemy, no more than is to be risked there; to Henderson Field, where
    there is room, those of carriers and the untrained too (`docs/balance.md` says what that brings)."""
    v, side, legal = asked.view, asked.side, asked.legal
    actions: list[Action] = []
    if side == JAPAN:
        room, n = base_room(v, 5), v.air[RABAUL][LAC][0]
        if v.turn >= v.p.opens and room > 0 and n >= 15:
            actions.append(("transfer", "rabaul", "shortlands", "lac", min(room, n - 10)))
    elif v.built and v.holder == USA:
        room = FIELD - sum(sum(stock) for stock in v.air[HENDERSON])
        for kind in (LAC, NAC, RAW):
            for action in legal:
                if action[0] == "transfer" and action[2:4] == ("henderson", KINDS[kind]) and room > 0:
                    most = action[4].high if isinstance(action[4], Range) else action[4]
                    actions.append((*action[:4], min(most, room)))
                    room -= min(most, room)
    found = [a for a in actions if offered(legal, a)]
    return (wish("script", found), *([wish("script", [], 0.0)] if found else []))
