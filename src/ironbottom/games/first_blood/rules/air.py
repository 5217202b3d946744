"""13.0: the Japanese air missions of the combat phase, and the American air phase."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.airfields import (
    built_fields,
    capacity,
    destroyed,
    fighters_only,
    in_service,
    room_on,
)
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, OPERATIVE
from ironbottom.games.first_blood.rules.state import Position, air_at, put, shot_down
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Flown(Event):
    """13.3.3f: a Japanese aircraft flies against a place."""

    file_name = "flown"
    plane: str
    target: str


@value
class AirMoved(Event):
    """13.7a: an American aircraft moves: `how` is land, withdraw, deploy, launch or shift."""

    file_name = "air_moved"
    plane: str
    how: str
    place: str


@value
class NoRoom(Event):
    """12.3.1a: aircraft find no room on the airfields."""

    file_name = "no_room"
    planes: tuple[str, ...]
    place: str


@value
class LoseAir(Decision):
    """8.10.1a, 13.3.3a: the American chooses which of his aircraft in a place is lost."""

    rule: ClassVar[str] = "8.10.1a"
    plays_itself: ClassVar[bool] = True
    place: int
    side: int = AMERICAN

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        """One of each kind: aircraft of one type and one face are alike."""
        return tuple(("lose", s.setting.planes[kind[0]].name) for kind in kinds_at(s, self.place))

    def take(self, s: Position, side: int, action: Action) -> Position:
        return shot_down(s, (s.setting.plane_number[action[1]],), self.rule)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action[0] != "lose" or len(action) != 2:
            return refuse(self.rule, "refused.not_now")
        there = air_at(s, self.place)
        key = "refused.alike" if s.setting.plane_number.get(str(action[1])) in there else "refused.not_hit"
        return refuse(self.rule, key, piece=action[1], place=s.setting.names[self.place])

    def default(self, s: Position, side: int) -> Action | None:
        return self.legal(s, side)[0]


def kinds_at(s: Position, place: int) -> tuple[tuple[int, ...], ...]:
    """The aircraft in a place, those together that differ in nothing: one type, one face."""
    kinds: dict[tuple[str, int], list[int]] = {}
    for a in air_at(s, place):
        kinds.setdefault((s.setting.planes[a].type, s.inverted >> a & 1), []).append(a)
    return tuple(tuple(kind) for kind in kinds.values())


def lose_air(s: Position, place: int) -> Position:
    """8.10.1a: one aircraft in a place is lost, by its owner's choice."""
    return s.push(LoseAir(place)) if air_at(s, place) else s


def flyers(s: Position, *, bombers: bool) -> tuple[int, ...]:
    """13.4a: the Japanese fighters or bombers that may fly a mission, from either box."""
    boxes = (s.setting.number["ijaf_reserve"], s.setting.number["ijaf_attack"])
    return tuple(
        a for a, place in enumerate(s.air) if place in boxes and s.setting.planes[a].bomber == bombers
    )


def missions(s: Position, moving: bool = False) -> tuple[Action, ...]:
    """13.1a, 13.2a, 13.3a, 13.3.3f: the missions that Japan may fly now: all in its combat phase; if so agreed those
    against aircraft aloft in its movement phase (`moving`), and those against airfields in the combat phase."""
    if s.setting.options["air_combat"] == "movement":
        return tuple(action for action in open_missions(s) if in_the_air(action[2]) is moving)
    return () if moving else open_missions(s)


def in_the_air(target: str) -> bool:
    """13.3a: whether a mission is air-to-air combat: against CAP or Ground Attack."""
    return target in ("usaf_cap", "usaf_ground_attack")


def open_missions(s: Position) -> tuple[Action, ...]:
    """13.1a, 13.2a, 13.3.1a, 13.3.2a, 13.3.3a, 13.3.3b, 13.3.3c, 13.3.3d: the missions that are open as the aircraft
    stand.

    While aircraft are in CAP: fighters against CAP, or two bombers together against it. With CAP empty: fighters
    against the Ground Attack box, bombers against airfield hexes. Bombers never support ground attacks.
    """
    printed, number = s.setting, s.setting.number
    fighters, bombers = flyers(s, bombers=False), flyers(s, bombers=True)
    cap, ground = number["usaf_cap"], number["usaf_ground_attack"]
    if air_at(s, cap):
        over = [*fighters, *(bombers if len(bombers) > 1 else ())]
        return tuple(("fly", printed.planes[a].name, "usaf_cap") for a in over)
    found: list[Action] = []
    if air_at(s, ground):
        found += [("fly", printed.planes[a].name, "usaf_ground_attack") for a in fighters]
    fields = built_fields(s)
    found += [("fly", printed.planes[a].name, printed.names[here]) for a in bombers for here in fields]
    return tuple(found)


def why_no_mission(s: Position, name: str, target: str, moving: bool = False) -> Refusal:
    """12.6.1a, 13.1a, 13.3a, 13.3.1a, 13.3.2a, 13.3.3a, 13.3.3b, 13.3.3d, 13.3.3f, 13.4a: the statement that forbids
    a mission."""
    printed, number = s.setting, s.setting.number
    if moving and printed.options["air_combat"] == "combat":
        return refuse("13.3.3f", "refused.air_in_combat")
    if ("fly", name, target) in open_missions(s):
        return refuse("13.3.3f", "refused.fields_later") if moving else refuse("13.3a", "refused.air_in_movement")
    a = printed.plane_number.get(name, -1)
    if a < 0 or printed.planes[a].side != JAPANESE or a not in (*flyers(s, bombers=True), *flyers(s, bombers=False)):
        return refuse("13.4a", "refused.cannot_fly", plane=name)
    cap = bool(air_at(s, number["usaf_cap"]))
    here = number.get(target, -1)
    if not printed.planes[a].bomber:
        if target == "usaf_ground_attack" and cap:
            return refuse("13.3.1a", "refused.cap_first")
        return refuse("13.3.1a", "refused.fighter_targets")
    if target == "usaf_ground_attack":
        return refuse("13.3.3b", "refused.bombers_no_ground_box")
    if target == "usaf_cap":
        return refuse("13.3.3a", "refused.two_bombers" if cap else "refused.cap_empty")
    if 0 <= here < printed.hexes and printed.field_at[here] >= 0:
        if here not in built_fields(s):
            return refuse("12.6.1a", "refused.not_built", hex=target)
        if cap:
            return refuse("13.3.2a", "refused.cap_first")
    return refuse("13.3.3d", "refused.bomber_only_fields")


def why_no_flight(s: Position, name: str) -> Refusal:
    """13.3a, 13.3.1a, 13.3.2a, 13.3.3a, 13.3.3d, 13.4a, 13.6a: the statement that leaves an aircraft nothing to fly
    against in the Japanese combat phase."""
    printed = s.setting
    plane = printed.planes[printed.plane_number[name]]
    if plane.side != JAPANESE:
        return refuse("13.6a", "refused.air_not_now")
    if printed.plane_number[name] not in flyers(s, bombers=plane.bomber):
        return refuse("13.4a", "refused.cannot_fly", plane=name)
    if any(action[1] == name for action in missions(s)):
        return refuse("13.3.3d", "refused.air_not_now")
    if not plane.bomber and printed.options["air_combat"] == "movement":
        return refuse("13.3a", "refused.air_in_movement")
    if not plane.bomber:
        return refuse("13.3.1a", "refused.nothing_aloft")
    alone = len(flyers(s, bombers=True)) == 1 and printed.options["air_combat"] == "combat"
    return refuse("13.3.2a", "refused.bomber_alone" if alone else "refused.cap_first")


def fly(s: Position, name: str, target: str) -> Position:
    """13.3.3a, 13.3.3b, 13.3.3c, 13.3.3e: one mission; who flew it is removed."""
    printed = s.setting
    a, here = printed.plane_number[name], printed.number[target]
    s = s.tell(Flown(name, target))
    if here == printed.number["usaf_cap"] and printed.planes[a].bomber:
        return s.push(SecondBomber(a))
    s = shot_down(s, (a,), "13.3.3e")
    if here < printed.hexes:
        n = printed.field_at[here]
        s = s.replace(hit=s.hit | 1 << n)
        if not air_at(s, here):
            return destroyed(s, n)
    return lose_air(s, here)


@value
class SecondBomber(Decision):
    """13.3.3a: two bombers together remove one aircraft of CAP; both are used up."""

    rule: ClassVar[str] = "13.3.3a"
    plays_itself: ClassVar[bool] = True
    first: int
    side: int = JAPANESE

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(
            ("with", s.setting.planes[a].name) for a in flyers(s, bombers=True) if a != self.first
        )

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse(self.rule, "refused.second_bomber" if action[0] == "with" else "refused.not_now")

    def take(self, s: Position, side: int, action: Action) -> Position:
        s = shot_down(s, (self.first, s.setting.plane_number[action[1]]), self.rule)
        return lose_air(s, s.setting.number["usaf_cap"])


# --- the American air phase -------------------------------------------------------------------------------------

LAND, DEPLOY, LAUNCH, SHIFT = 0, 1, 2, 3
"""The four parts of the air phase, in this order."""


@value
class AirPhase(Auto):
    """13.7a: the air phase begins: all aircraft of CAP and Ground Attack return first."""

    def run(self, s: Position) -> Position:
        return following(s, AirStep(LAND))


@value
class AirStep(Decision):
    """12.3a, 12.3.1a, 13.7a, 13.7b, SoP10a: the American returns what is aloft, brings aircraft from RESERVE, sends
    face-up aircraft aloft, and shifts others to the next airfield hex. `fresh`: those that have moved in this phase.

    Everything aloft lands that finds room; after that who stands on a field may be withdrawn for what did not."""

    rule: ClassVar[str] = "13.7a"
    part: int
    fresh: int = 0
    side: int = AMERICAN

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        found = air_moves(s, self.part, self.fresh)
        return found if any(action[0] == "land" for action in found) else (*found, ("done",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "done":
            if self.part == LAND:
                s = rest_to_reserve(s)
            return following(s, self.replace(part=self.part + 1)) if self.part < SHIFT else s
        printed = s.setting
        a, here = printed.plane_number[action[1]], printed.number[action[2]]
        inverted = s.inverted | 1 << a if action[0] == "land" and here < printed.hexes else s.inverted & ~(1 << a)
        s = s.replace(air=put(s.air, a, here), inverted=inverted).tell(AirMoved(action[1], action[0], action[2]))
        fresh = self.fresh if action[0] == "launch" else self.fresh | 1 << a
        return following(s, self.replace(fresh=fresh))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        printed = s.setting
        if action == ("done",):
            return refuse("13.7a", "refused.must_land")
        if action[0] not in ("land", "withdraw", "deploy", "launch", "shift") or len(action) != 3:
            return refuse(self.rule, "refused.not_now")
        a = printed.plane_number.get(str(action[1]), -1)
        if a < 0 or printed.planes[a].side != AMERICAN:
            return refuse(self.rule, "refused.not_yours", piece=action[1])
        if action[0] == "withdraw" and self.part == LAND:
            key = "refused.not_withdrawn" if surplus(s) else "refused.no_surplus"
            return refuse("12.3.1a", key, plane=action[1])
        if action[0] != ("land", "deploy", "launch", "shift")[self.part]:
            return refuse("13.7a", "refused.air_order")
        return why_no_air_move(s, self.part, a, str(action[2]), self.fresh)


def following(s: Position, step: AirStep) -> Position:
    """The next part of the air phase in which there is something to do."""
    while True:
        moves = air_moves(s, step.part, step.fresh)
        if moves:
            return s.push(step)
        if step.part == LAND:
            s = rest_to_reserve(s)
        if step.part == SHIFT:
            return s
        step = step.replace(part=step.part + 1)


def aloft(s: Position) -> tuple[int, ...]:
    """13.7a: the aircraft in CAP and Ground Attack."""
    boxes = (s.setting.number["usaf_cap"], s.setting.number["usaf_ground_attack"])
    return tuple(a for a, place in enumerate(s.air) if place in boxes)


def surplus(s: Position) -> tuple[int, ...]:
    """12.3.1a: the aircraft on airfield hexes that may be withdrawn, because more are in service than there is capacity
    for: all, or where it is exceeded by bombers alone, these. None if so agreed: then what is aloft has to give way."""
    if s.setting.options["surplus_aircraft"] == "aloft":
        return ()
    (total, slow), (every, for_slow) = in_service(s), capacity(s)
    return tuple(
        a
        for here in s.setting.fields
        for a in air_at(s, here)
        if total > every or (slow > for_slow and not s.setting.planes[a].fighter)
    )


def withdrawals(s: Position, fresh: int) -> tuple[Action, ...]:
    """12.3.1a: who may be withdrawn to RESERVE from the airfields; not who has just landed."""
    return tuple(
        ("withdraw", s.setting.planes[a].name, "usaf_reserve") for a in surplus(s) if aloft(s) and not fresh >> a & 1
    )


def rest_to_reserve(s: Position) -> Position:
    """12.2a, 12.3.1a, 12.6b: aircraft for which no airfield hex has room go to USAF RESERVE; by landing the others
    first, or withdrawing them, the owner has chosen which."""
    reserve, over = s.setting.number["usaf_reserve"], aloft(s)
    if not over:
        return s
    air = tuple(reserve if a in over else place for a, place in enumerate(s.air))
    return s.replace(air=air).tell(NoRoom(tuple(s.setting.planes[a].name for a in over), "usaf_reserve"))


def air_moves(s: Position, part: int, fresh: int) -> tuple[Action, ...]:
    """12.1a, 12.3a, 12.3.1a, 12.5a, 13.1b, 13.7a, SoP10a: what may be done in a part of the air phase."""
    printed, number = s.setting, s.setting.number
    names, planes = printed.names, printed.planes
    found: list[Action] = []
    if part in (LAND, DEPLOY):
        verb = "land" if part == LAND else "deploy"
        pieces = aloft(s) if part == LAND else air_at(s, number["usaf_reserve"])
        if not pieces:
            return ()
        room = [n for n in range(len(printed.fields)) if room_on(s, n)]
        for a in pieces:
            for n in room:
                if planes[a].fighter or not fighters_only(s, n):
                    found.append((verb, planes[a].name, names[printed.fields[n]]))
        return tuple(found) if found or part == DEPLOY else withdrawals(s, fresh)
    for n, here in enumerate(printed.fields):
        for a in air_at(s, here):
            if s.inverted >> a & 1:
                continue
            if part == LAUNCH:
                if planes[a].fighter:
                    found.append(("launch", planes[a].name, "usaf_cap"))
                if planes[a].bomber:
                    found.append(("launch", planes[a].name, "usaf_ground_attack"))
            elif not fresh >> a & 1:
                for other, there in enumerate(printed.fields):
                    if other != n and there in printed.near[here] and room_on(s, other) and (
                        planes[a].fighter or not fighters_only(s, other)
                    ):
                        found.append(("shift", planes[a].name, names[there]))
    return tuple(found)


def why_no_air_move(s: Position, part: int, a: int, target: str, fresh: int) -> Refusal:
    """12.1a, 12.2a, 12.3a, 12.5a, 13.1a, 13.7a, SoP10a: the statement that forbids it."""
    printed, plane = s.setting, s.setting.planes[a]
    start = s.air[a]
    if part == LAND and start not in (printed.number["usaf_cap"], printed.number["usaf_ground_attack"]):
        return refuse("13.7a", "refused.not_aloft", plane=plane.name)
    if part == LAND and target == "usaf_reserve":
        return refuse("13.7a", "refused.must_land")
    if part == DEPLOY and start != printed.number["usaf_reserve"]:
        return refuse("12.3a", "refused.not_in_reserve", plane=plane.name)
    if part in (LAUNCH, SHIFT):
        if start >= printed.hexes:
            return refuse("13.7a", "refused.not_on_field", plane=plane.name)
        if s.inverted >> a & 1:
            return refuse("13.7a", "refused.inverted", plane=plane.name)
        if part == LAUNCH:
            return refuse("13.1a", "refused.role", plane=plane.name)
        if fresh >> a & 1:
            return refuse("SoP10a", "refused.moved_already", plane=plane.name)
    here = printed.number.get(target, -1)
    if not 0 <= here < printed.hexes or printed.field_at[here] < 0:
        return refuse("12.1a", "refused.no_airfield")
    n = printed.field_at[here]
    if s.strips[n] != OPERATIVE:
        return refuse("12.1a", "refused.not_operative", hex=target)
    if fighters_only(s, n) and not plane.fighter:
        return refuse("12.5a", "refused.fighters_only", hex=target)
    if not room_on(s, n):
        return refuse("12.1a" if part == LAND else "12.3a", "refused.field_full", hex=target, n=printed.air_limit)
    return refuse("SoP10a", "refused.not_next_field", hex=target)
