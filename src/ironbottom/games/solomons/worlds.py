"""Filling in what a side cannot know: a full state with the same view, made from the view alone.

Task forces that were shown get ships that fit what was told of them; what was announced can still come true; air and
ground points add up to what all know. Sheets that the other side has written are mostly taken for one of its script's
plans, else drawn at random among the legal ones, as are the missions and courses of ships at sea.
"""

from __future__ import annotations

import random
from typing import Any

from ironbottom.games.solomons.ai.expectations import answers, in_time, parts, supposed, under_way, unseen
from ironbottom.games.solomons.ai.planning import mission_of
from ironbottom.games.solomons.ai.schemes import Squadron
from ironbottom.games.solomons.ai.script import wishes, written
from ironbottom.games.solomons.rules.air.landing import AirDone
from ironbottom.games.solomons.rules.air.points import CARRIER
from ironbottom.games.solomons.rules.air.ship_attack import group_flags
from ironbottom.games.solomons.rules.deployment import Allocation, InitialPlacement, default_mission
from ironbottom.games.solomons.rules.intelligence import SAYS, zone
from ironbottom.games.solomons.rules.naval_movement import SLOT_WAY, home_by, next_places
from ironbottom.games.solomons.rules.plotting import Plotting
from ironbottom.games.solomons.rules.printed import (
    ANTI_SHIP,
    BACK,
    BEACH,
    BOMBARD,
    FLEET,
    HENDERSON,
    HIDDEN,
    HOME,
    JAPAN,
    LAST,
    NAC,
    OUT,
    PORT,
    RABAUL,
    RAW,
    SUNK,
    TRANSPORT,
    TRUK,
    USA,
    K,
    L,
    M,
)
from ironbottom.games.solomons.rules.sealed import READY
from ironbottom.games.solomons.rules.state import (
    FRESH,
    NO_FORCES,
    NONE,
    Campaign,
    Force,
    Patrol,
    Sight,
    capitals,
    company,
    has,
    owner_of,
    pair,
    put,
)
from ironbottom.games.solomons.rules.surface import Shield, TargetChoice
from ironbottom.kernel.action import Range
from ironbottom.kernel.opponent import Asked
from ironbottom.kernel.step import OBSERVER

SORT_MISSIONS = {"anti_ship": ANTI_SHIP, "bombardment": BOMBARD, "transport": TRANSPORT}
LIKELY, OWN = 0.9, 0.5
"""How often what the other side has written in secret is taken for one of its script's plans, and how often then for
the first of them."""


def determinize(view: Campaign, side: int, rng: random.Random) -> Campaign:
    """A state with that view."""
    if view.result is not None:
        return view
    s = view
    for foe in (JAPAN, USA):
        if foe != side or side == OBSERVER:
            s = _Dealer(s, foe, rng).dealt()
    return s


class _Dealer:
    """Fills in one side."""

    def __init__(self, s: Campaign, foe: int, rng: random.Random) -> None:
        self.s, self.foe, self.rng, self.p = s, foe, rng, s.p
        self.expected: list[Squadron] = []

    def dealt(self) -> Campaign:
        s, foe, p = self.s, self.foe, self.p
        top = s.stack[-1] if s.stack else None
        s = s.replace(runs=max(0, s.runs), cargo=tuple(0 if p.side[u] == foe else n for u, n in enumerate(s.cargo)))
        if s.veiled:
            at = list(s.at)
            for u in p.of_side[foe]:
                if at[u] == HIDDEN:
                    at[u] = s.berth[u]
            self.s = s.replace(at=tuple(at), forces=pair(s.forces, foe, NO_FORCES))
            early = s.half == 1 and not s.segment
            if not early:
                self.fleets()
        else:
            self.s = s
        self.aircraft()
        self.points()
        s = self.s
        if isinstance(top, (Allocation, Plotting)):
            if early and (isinstance(top, Plotting) or s.ready[foe]):
                self.s = s = self.written(s, Allocation(1))
            elif isinstance(top, Allocation) and s.ready[foe]:
                self.s = s = self.written(s, top)
            if isinstance(top, Plotting) and s.ready[foe]:
                self.s = s = self.written(s, top)
            s = s.draft(foe, ()) if isinstance(top, Plotting) and not s.ready[foe] else s
        elif isinstance(top, InitialPlacement) and s.ready[foe]:
            s = self.written(s, top)
        return s.replace(stack=self.s.stack if s.stack != self.s.stack else s.stack)

    def written(self, s: Campaign, step: Any) -> Campaign:
        """The side's part of a sheet: mostly one of the script's plans, else at random until it is ready."""
        foe, rng = self.foe, self.rng
        stack, ready = s.stack, s.ready
        s = s.replace(ready=(False, False), stack=(*stack[:-1], step)).draft(foe, ())
        settled = rng.random() < LIKELY
        if settled:
            s = self.likely(s, step)
        for _ in range(2000):
            legal = [a for a in step.legal(s, foe) if not step.retracts(a)]
            if READY in legal and (settled or rng.random() < 0.3 or len(legal) == 1):
                break
            rest = [a for a in legal if a != READY] or legal
            action = rng.choice(rest)
            action = tuple(rng.randrange(x.low, x.high + 1, x.step) if isinstance(x, Range) else x for x in action)
            if action == READY:
                break
            s = step.write(s, foe, action)
        keep = s.drafts[foe] if stack and type(stack[-1]) is type(step) else ()
        return s.replace(ready=ready, stack=stack).draft(foe, keep)

    def likely(self, s: Campaign, step: Any) -> Campaign:
        """One of the plans that the script would think of, without its being ready."""
        asked = Asked(s, self.foe, step.legal(s, self.foe), None, self.rng)
        found = wishes(asked)
        wished = found[0] if self.rng.random() < OWN else self.rng.choice(found)
        for action in written(asked, wished).do:
            if action != READY:
                s = step.write(s, self.foe, action)
        return s

    # -- ships --

    def fleets(self) -> None:
        """Task forces of the second half of an unveiled Game-Turn's knowledge: sightings, then the rest in port."""
        s, foe, p, rng = self.s, self.foe, self.p, self.rng
        hidden = [u for u in p.of_side[foe] if self.s.at[u] in (0, 1, 2, 3, BEACH) and p.kind[u] != "SS"]
        first = 1 if s.half == 1 or s.segment <= 7 else 8
        latest: dict[int, Sight] = {}
        for sight in s.sights:
            if sight.side == foe and (sight.segment >= first or sight.force not in latest):
                latest[sight.force] = sight
        sailing = s.segment % 7 and rng.random() < LIKELY
        if sailing:
            self.expected = supposed(s, foe, [x for x in latest.values() if x.segment >= first and x.total], rng)
        kept = [] if self.expected else self.promised(hidden)
        free = [u for u in hidden if u not in kept and s.seen[u] < 0]
        rng.shuffle(free)
        free.sort(key=lambda u: not self.sailed(u))  # who was met at sea is there still, or home
        pools = {"CV": [], "BB": [], "TR": [], "small": []}  # type: dict[str, list[int]]
        for u in free:
            kind = p.kind[u]
            pools["CV" if kind == "CV" else "TR" if kind == "TR" else "BB" if p.capital[u] else "small"].append(u)
        wanted: list[tuple[int, Sight | None, int]] = []
        day = s.day and s.segment > 0
        for n in range(6):
            found = latest.get(n)
            if n in s.shown[foe]:
                if not day and s.segment:
                    wanted.append((n, found if found and found.segment >= first else None, M))
                elif found:
                    wanted.append((n, found, found.hex))
            elif found and found.total > 0:
                gone = foe == JAPAN and day and found.segment < s.segment
                wanted.append((n, found, -1 if gone else self.drift(found)))
        wanted.sort(key=lambda row: (row[0] not in s.shown[foe] and not (row[1] and row[1].segment == s.segment),
                                     not (row[1] and row[1].immune), not (row[1] and row[1].transports),
                                     not (row[1] and row[1].decks), row[0]))
        for n, found, hex_ in wanted:
            stale = n not in s.shown[foe] and not (found and found.segment == s.segment)
            room = sum(force.pos < 0 for force in self.s.forces[foe])
            if not stale or hex_ < 0 or room > len(kept):
                self.fleet(n, found, hex_, pools)
        for u in p.of_side[foe]:
            if self.s.at[u] == BEACH:
                self.s = self.s.move((u,), HOME + 3)
            elif self.sailed(u) and 0 <= self.s.at[u] <= 3:
                self.s = self.s.move((u,), HOME + self.s.at[u])
        for squadron in self.expected:
            self.unseen(squadron)
        self.port(kept)
        self.declare()
        self.lay_out()

    def sailed(self, u: int) -> bool:
        """RS-071: whether a unit was met at sea before the task forces were formed anew: it sails no more."""
        return bool(self.s.met) and self.s.met[u] >= 0

    def told(self) -> tuple[str, ...]:
        """RS-121, RS-125: the sorts of forces that the side has in M, where a surface combat has told them."""
        for step in reversed(self.s.stack):
            if isinstance(step, TargetChoice) and step.side != self.foe:
                return step.sorts
            if isinstance(step, Shield) and step.side != self.foe:
                return (step.sort, *step.others)
        return ()

    def declare(self) -> None:
        """The task forces in M have the missions that were told: those with transports first; where none has any, one
        transport joins the last."""
        s, foe, left = self.s, self.foe, list(self.told())
        there = [n for n in range(6) if left and s.forces[foe][n].pos == M and not has(s, s.fleet(foe, n), "CV")]
        left.sort(key=lambda sort: sort != "transport")
        if "transport" in left and there and not any(has(s, s.fleet(foe, n), "TR") for n in there):
            spare = [u for u in self.p.of_side[foe] if self.p.kind[u] == "TR" and s.at[u] in (0, 1, 2, 3)]
            force = s.forces[foe][there[0]]
            s = s.move(tuple(spare[:1]), FLEET + there[0]).set_force(
                foe, there[0], force.replace(way=self.walk(False, True, force)))
        for n in sorted(there, key=lambda n: not has(s, s.fleet(foe, n), "TR")):
            sort = left[0]
            left = left[1:] or left
            force = s.forces[foe][n]
            s = s.set_force(foe, n, force.replace(mission=SORT_MISSIONS.get(sort, force.mission),
                                              status=2 if sort == "returning" else 0))
        self.s = s

    def promised(self, hidden: list[int]) -> list[int]:
        """Ships that must be left in port so that what was announced can come true."""
        s, p = self.s, self.p
        if self.foe != JAPAN:
            return []
        kept: list[int] = []
        for kind, word in enumerate(s.said):
            if not word:
                continue
            base = TRUK if kind == 2 else RABAUL
            text = SAYS[kind][1][word]
            sorts = {"small": ["small"], "capital": ["BC" if kind == 0 else "capital"], "transports": ["TR"],
                     "both": ["capital", "TR"]}[text]
            if kind == 0 and text == "small":
                sorts = ["small"]
            left = [sight for sight in s.sights if sight.side == JAPAN and sight.segment > (0 if s.half == 1 else 7)]
            if left and s.segment not in (0, 7):
                continue
            for sort in sorts:
                fits = [u for u in hidden if u not in kept and s.berth[u] == base and s.seen[u] < 0 and not (
                    self.sailed(u)) and (
                    p.kind[u] == sort if sort in ("BC", "TR") else
                    p.capital[u] if sort == "capital" else not p.capital[u] and p.kind[u] != "TR")]
                if fits:
                    kept.append(self.rng.choice(fits))
        return kept

    def drift(self, sight: Sight) -> int:
        """Where a task force that is no longer shown may be: -1 for home."""
        s, p = self.s, self.p
        gone = s.segment - sight.segment
        if gone <= 0:
            return sight.hex
        slow = sight.transports > 0
        reach = gone // 2 if slow else gone
        seen = zone(s)
        mine = [force.pos for force in s.forces[1 - self.foe] if 0 <= force.pos < PORT]
        fit = [h for h in range(19) if p.dist[sight.hex][h] <= reach
               and home_by(p, self.foe, sight.decks > 0, slow, h, s.segment, 2) <= LAST
               and (h != M or s.day) and not (s.day and self.foe == USA and (
                   h in seen or any(p.dist[h][other] <= 1 for other in mine)))]
        return self.rng.choice(fit) if fit else -1

    def fleet(self, n: int, sight: Sight | None, hex_: int, pools: dict[str, list[int]]) -> None:
        """A task force with ships that fit what was told of it."""
        s, p, rng, foe = self.s, self.p, self.rng, self.foe
        seen = [u for u in company(s, foe, n) if s.at[u] in (0, 1, 2, 3, BEACH)]
        if seen and s.seen[seen[0]] < 0 and rng.random() > LIKELY:
            seen = []  # it may have been formed anew
        for ships in pools.values():
            ships[:] = [u for u in ships if u not in seen]
        if sight is not None:
            total, capital, slow = sight.total, sight.capital, sight.transports
            decks, immune = sight.decks, sight.immune
        else:
            total, capital, slow, decks, immune = max(1, len(seen)), capitals(s, tuple(seen)), 0, 0, False
        pos = hex_ if hex_ >= 0 else M
        chosen = list(self.squadron(sight, seen, pools, hex_) if sight else ()) or list(seen)

        def late(carrier: bool) -> bool:
            return hex_ >= 0 and home_by(p, foe, carrier, slow > 0, pos, s.segment, 2) > LAST

        def pick(pool: str, fits: Any) -> bool:
            for u in pools[pool]:
                if fits(u):
                    pools[pool].remove(u)
                    chosen.append(u)
                    return True
            return False

        def anything(u: int) -> bool:
            return True

        home = max((s.berth[u] for u in seen), default=-1)
        if home < 0 and s.half == 1:
            home = self.base(total, capital, slow, pools) if not immune else RABAUL
        same = (lambda u: s.berth[u] == home) if home >= 0 else anything
        need = capital - capitals(s, tuple(chosen))
        while need > 0:
            aboard = sum(p.deck[u] for u in chosen)
            wants = decks > aboard
            carriers = not slow and not immune and not late(True) and not (hex_ == M and self.told())
            order = ["CV", "BB"] if wants or (carriers and rng.random() < 0.5) else ["BB", "CV"]
            if not any(pick(pool, fits) for fits in (same, anything) for pool in order
                       if not (pool == "CV" and (slow or immune))):
                break
            need -= 1
        for sort, count in (("TR", slow - sum(p.kind[u] == "TR" for u in chosen)),
                            ("small", total - len(chosen) - max(0, slow - sum(p.kind[u] == "TR" for u in chosen)))):
            for _ in range(max(0, count)):
                if not (pick(sort, same) or pick(sort, anything)):
                    break
        if not chosen:
            return
        units = tuple(chosen)
        if hex_ < 0:
            base = TRUK if foe == JAPAN else 3
            self.s = s.move(units, HOME + base)
            return
        carrier, tr = has(s, units, "CV"), has(s, units, "TR")
        base = s.berth[units[0]] if s.berth[units[0]] <= 3 else 3
        stay = 2 if tr else 1
        force = Force(hex_, 0, 0, (), 0, stay, base, -1 if sight is None else sight.night, 0)
        if immune and sight is not None and hex_ in (K, L, M):
            back = sight.night == M
            due = sight.segment - 1 if back else sight.segment + 1
            at = {M: 3, L: 4 if back or s.segment > due else 2, K: 5 if back or s.segment > due else 1}[hex_]
            force = force.replace(run=1, due=due, way=SLOT_WAY[at:], base=RABAUL)
        else:
            been = any(x.side == foe and x.force == n and x.hex == M and (x.segment > 7) == (s.half == 2)
                       for x in s.sights)  # who has been there sails anywhere
            steered = under_way(s, foe, units, hex_, stay, force.night) if s.segment % 7 else []
            if steered and rng.random() < LIKELY:
                force = force.replace(way=rng.choice(steered).way)
            else:
                force = force.replace(way=self.walk(carrier, tr, force, not (carrier or been)))
        self.put(n, units, force)

    def put(self, n: int, units: tuple[int, ...], force: Force) -> None:
        """A task force of these ships, mostly with the mission that its template has."""
        s, foe = self.s, self.foe
        s = s.move(units, FLEET + n).set_force(foe, n, force.replace(mission=default_mission(s, units)))
        mission = s.forces[foe][n].mission
        if self.rng.random() < LIKELY:
            part = "run" if force.run == 1 else parts(s, foe, units)[0]
            mission = mission_of(s, foe, n, part) or mission
        elif mission != TRANSPORT and self.rng.random() < 0.5 and (foe == JAPAN or s.holder != USA):
            mission = BOMBARD
        self.s = s.set_force(foe, n, force.replace(mission=mission))

    def squadron(
        self, sight: Sight, seen: list[int], pools: dict[str, list[int]], hex_: int
    ) -> tuple[int, ...]:
        """The ships of the expected task force of which that sighting may be."""
        s, free = self.s, {u for pool in pools.values() for u in pool} | set(seen)
        for squadron in self.expected:
            fits = answers(s, sight, squadron) and free >= set(squadron.units)
            stay = 2 if has(s, squadron.units, "TR") else 1
            barred = has(s, squadron.units, "CV") and (sight.immune or (hex_ == M and self.told()))
            if fits and not barred and (hex_ < 0 or in_time(s, self.foe, squadron.units, hex_, stay)):
                self.expected.remove(squadron)
                for ships in pools.values():
                    ships[:] = [u for u in ships if u not in squadron.units]
                return squadron.units
        return ()

    def unseen(self, squadron: Squadron) -> None:
        """An expected task force of which nothing has been seen yet."""
        s, foe = self.s, self.foe
        told = [sight.force for sight in s.sights if sight.side == foe]
        free = [n for n in range(6) if s.forces[foe][n].pos < 0 and n not in told and n not in s.shown[foe]]
        there = all(0 <= s.at[u] <= 3 and s.seen[u] < 0 and not self.sailed(u) for u in squadron.units)
        courses = unseen(s, foe, squadron) if free and there else []
        if courses:
            course = self.rng.choice(courses)
            self.put(free[0], squadron.units, Force(
                course.pos, 0, 1 if course.due else 0, course.way, 0, course.stay, s.berth[squadron.units[0]], -1,
                course.due))

    def base(self, total: int, capital: int, slow: int, pools: dict[str, list[int]]) -> int:
        """A base from which such a force may have sailed."""
        s = self.s
        bases = [0, 1] if self.foe == JAPAN else [2, 3]
        self.rng.shuffle(bases)
        for base in bases:
            caps = sum(s.berth[u] == base for pool in ("CV", "BB") for u in pools[pool])
            trs = sum(s.berth[u] == base for u in pools["TR"])
            small = sum(s.berth[u] == base for u in pools["small"])
            if caps >= capital and trs >= slow and small >= total - capital - slow:
                return base
        return -1

    def walk(self, carrier: bool, slow: bool, force: Force, bound: bool = False) -> tuple[int, ...]:
        """A legal course for the rest of the half: where the force is `bound` for M, mostly the shortest way there."""
        s, p, rng = self.s, self.p, self.rng
        top = s.stack[-1] if s.stack else None
        if isinstance(top, (Allocation, Plotting)) or (s.segment in (7, 14)):
            return ()
        end = 7 if s.segment < 7 else LAST
        bound = bound and rng.random() < LIKELY
        way: list[int] = []
        pos, stay = force.pos, force.stay
        for segment in range(s.segment + 1, end + 1):
            places = next_places(p, self.foe, carrier, slow, pos, stay, segment)
            if not places:
                break
            if bound and pos != M and (nearer := [h for h in places if h < PORT]):
                least = min(p.dist[h][M] for h in nearer)
                places = tuple(h for h in nearer if p.dist[h][M] == least)
            bound = bound and pos != M
            place = rng.choice(places)
            stay = stay + 1 if place == pos else 1
            pos = place
            way.append(place)
            if pos >= PORT:
                break
        return tuple(way)

    def port(self, kept: list[int]) -> None:
        """Announced departures that have not been seen yet wait in port, with a course."""
        s = self.s
        top = s.stack[-1] if s.stack else None
        if not kept or isinstance(top, Allocation):
            return
        groups: dict[int, list[int]] = {}
        for u in kept:
            groups.setdefault(s.berth[u], []).append(u)
        for base in sorted(groups):
            free = [n for n in range(6) if self.s.forces[JAPAN][n].pos < 0]
            for units in [[u] for u in groups[base]]:
                if not units or not free:
                    continue
                n = free.pop(0)
                self.s = self.s.move(tuple(units), FLEET + n)
                slow = has(s, tuple(units), "TR")
                force = Force(PORT + base, TRANSPORT if slow else 1, stay=1, base=base)
                if not isinstance(top, Plotting):
                    carrier = has(s, tuple(units), "CV")
                    force = force.replace(way=self.walk(carrier, slow, force, not carrier))
                self.s = self.s.set_force(JAPAN, n, force)

    def lay_out(self) -> None:
        """The ships of an attacked task force lie in groups as they were described, else by chance."""
        s, p = self.s, self.p
        layouts = []
        for lay in s.layouts:
            if lay.side != self.foe:
                layouts.append(lay)
                continue
            left = list(s.fleet(self.foe, lay.force))
            known = lay.groups or ((),) * len(lay.shown)
            groups: list[list[int]] = [[u for u in group if u in left] for group in known]
            left = [u for u in left if not any(u in group for group in groups)]
            self.rng.shuffle(left)
            for g, row in enumerate(lay.shown):
                for sort, bit in ((0, 1), (1, 1), (1, 2), (2, 1)):
                    found = next((u for u in left if group_flags(p, (u,))[sort] & bit), None)
                    if row[1 + sort] & bit and found is not None and len(groups[g]) < row[0]:
                        groups[g].append(found)
                        left.remove(found)
            # a ship that a group would be known by first: it fits in few of them
            for u in sorted(left, key=lambda u: not any(group_flags(p, (u,)))):
                flags = group_flags(p, (u,))
                berths = [g for g, row in enumerate(lay.shown) if all(row[1 + i] & f == f for i, f in enumerate(flags))
                          for _ in range(row[0] - len(groups[g]))]
                if berths:
                    groups[self.rng.choice(berths)].append(u)
                    left.remove(u)
            for g, row in enumerate(lay.shown):
                while left and len(groups[g]) < row[0]:
                    groups[g].append(left.pop(0))
            layouts.append(lay.replace(groups=tuple(map(tuple, groups)), cover=(0,) * len(groups)))
        self.s = s.replace(layouts=tuple(layouts))

    # -- points --

    def aircraft(self) -> None:
        """Air points at bases and aboard, as many as all know; flights with parts; Henderson Field's patrol."""
        s, p, foe = self.s, self.p, self.foe
        known = list(s.known[foe])
        flights = []
        flying: dict[int, int] = {}
        for f in s.flights:
            if f.side != foe or not (f.lac or f.nac):
                flights.append(f)
                continue
            parts: list[tuple[int, int, int, int]] = []
            if f.origin >= PORT:
                base = f.origin - PORT
                for kind, n in ((0, f.lac), (RAW, f.nac)):
                    order = (0,) if kind == 0 else (RAW, NAC)
                    for k in order:
                        taken = min(n, known[base * 3 + k])
                        if taken:
                            known[base * 3 + k] -= taken
                            parts.append((base, k, 0, taken))
                            n -= taken
                    if n:
                        parts.append((base, order[-1], 0, n))
                        known[base * 3 + order[-1]] -= n
            else:
                n = f.nac
                decks = [u for force in f.forces for u in s.fleet(foe, force) if p.deck[u]]
                for u in decks:
                    taken = min(n, p.deck[u] - flying.get(u, 0))
                    if taken > 0:
                        parts.append((CARRIER + u, NAC, 0, taken))
                        flying[u] = flying.get(u, 0) + taken
                        n -= taken
                if n:
                    spare = decks or [u for u in p.of_side[foe] if p.deck[u]]
                    parts.append((CARRIER + spare[0], NAC, 0, n))
                    flying[spare[0]] = flying.get(spare[0], 0) + n
                known[18] -= f.nac
            flights.append(f.replace(parts=tuple(parts)))
        if s.veiled:
            air = list(s.air)
            for base in range(6):
                if owner_of(s, base) == foe:
                    row = known[base * 3:base * 3 + 3]
                    air[base] = tuple((max(0, n), 0, 0, 0) for n in row)  # type: ignore[assignment]
            s = s.replace(air=tuple(air))
        battle = any(isinstance(step, AirDone) for step in s.stack)
        if battle and foe == USA and s.holder == USA and s.built:
            field = s.air[HENDERSON]
            parts2 = tuple((HENDERSON, kind, 0, sum(stock)) for kind, stock in enumerate(field) if sum(stock))
            s = s.replace(air=put(s.air, HENDERSON, (NONE, NONE, NONE)))
            if parts2:
                s = s.replace(patrols=pair(s.patrols, foe, (Patrol(M, -1, parts2),)))
        decks2 = [NONE if p.side[u] == foe else stock for u, stock in enumerate(s.decks)]
        left = max(0, known[18])
        ships = [u for u in p.of_side[foe] if p.deck[u] and s.at[u] not in (OUT, SUNK)]
        self.rng.shuffle(ships)
        ships.sort(key=lambda u: (BACK <= s.at[u] < BACK + 4, not any(
            t.side == foe and FLEET + t.force == s.at[u] for t in s.sights)))
        for u in ships:
            n = min(left, max(0, p.deck[u] - flying.get(u, 0)))
            decks2[u] = (n, 0, 0, 0)
            left -= n
        s = s.replace(decks=tuple(decks2), flights=tuple(flights))
        if left:
            s = s.replace(homeless=pair(s.homeless, foe, ((M, left, FRESH),)))
        self.s = s

    def points(self) -> None:
        """Ground points in the depot and aboard, and supply in the holds."""
        s, p, foe, rng = self.s, self.p, self.foe, self.rng
        cargo = list(s.cargo)
        aboard = 0 if s.veiled else max(0, s.offshore[foe] - s.depot[foe])
        left = s.offshore[foe] if s.veiled else aboard
        loose = [u for u in p.of_side[foe] if p.cargo[u] and p.kind[u] != "DD" and s.at[u] not in (OUT, SUNK)]
        for u in loose:
            at_sea = FLEET <= s.at[u] < FLEET + 6
            ground = min(left, rng.randint(0, p.cargo[u])) if at_sea and s.veiled else min(left, p.cargo[u]) if (
                not s.veiled) else 0
            left -= ground
            supply = rng.randint(0, p.cargo[u] - ground) if at_sea else 0
            if s.turn == 1 and foe == USA:
                left += ground
                ground, supply = 0, min(1, p.cargo[u])
            cargo[u] = 10 * ground + supply
        s = s.replace(cargo=tuple(cargo))
        if s.veiled:
            s = s.replace(depot=pair(s.depot, foe, left))
        elif left:
            s = s.replace(offshore=s.offshore)
        self.s = s

