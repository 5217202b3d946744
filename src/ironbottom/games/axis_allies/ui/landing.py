"""How the landing of aircraft in Regroup looks."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.landing import (
    Land,
    LandHand,
    Stranded,
    TouchedDown,
    free_places,
    most_landed,
    to_land,
)
from ironbottom.games.axis_allies.rules.movement import reach
from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    CAR,
    FTR,
    KINDS,
    SEAS,
    SPACE,
    SPACES,
)
from ironbottom.games.axis_allies.rules.state import Campaign
from ironbottom.games.axis_allies.ui.face import At, Held, StepFace, Taking, by_default, losses, moved, told
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Field, Line, Sheet
from ironbottom.kernel.words import Words

ANY = 50
"""More room than this is a base's, which has room for any number."""


def landing_state(done: bool) -> str:
    """R7, R23: who has landed, and who must."""
    return "moved" if done else "ready"


@face(Land)
class LandFace(Taking[Land]):
    """R7: aircraft to be landed."""

    def plane_state(self, step: Land, kind: int, done: bool) -> str | None:
        return landing_state(done)

    def sheets(self, scene: At, step: Land) -> list[Sheet]:
        return [landing_sheet(scene.v, scene.side, scene.words)] if scene.mine else []

    def macros(self, scene: At, step: Land) -> tuple[Macro, ...]:
        """R7, R23: each aircraft at the nearest place with room, those with the fewest places first."""
        do = by_default(scene, (Land, LandHand))
        return (Macro("macro.land_near", do),) if len(do) > 2 else ()


@face(LandHand)
class LandHandFace(StepFace[LandHand]):
    """R7: the aircraft in hand."""

    on_space = ("land",)

    def question(self, scene: At, step: LandHand) -> Ask:
        where = SPACES[step.space]
        return self.asked(scene, step, kinds=scene.words.say(f"plural.{KINDS[step.unit]}"), space=where,
                          probe={"space": "land {space} =1"}, focus=[where])

    def label(self, scene: At, step: LandHand, action: Action) -> str:
        if action[0] == "land" and SPACE[action[1]] < SEAS:
            return scene.words.say("choice.land_deck", space=action[1])
        return super().label(scene, step, action)

    def cost(self, scene: At, step: LandHand, action: Action) -> str:
        if action[0] != "land":
            return ""
        room = dict(free_places(scene.v, step.side, step.unit, step.space))[SPACE[action[1]]]
        return "" if room > ANY else scene.words.say("sheet.free", n=room)

    def plane_state(self, step: LandHand, kind: int, done: bool) -> str | None:
        return landing_state(done)

    def held(self, step: LandHand) -> Held:
        return Held(step.side, step.space, kind=step.unit)

    def sheets(self, scene: At, step: LandHand) -> list[Sheet]:
        return [landing_sheet(scene.v, scene.side, scene.words)] if scene.mine else []


def landing_sheet(v: Campaign, side: int, words: Words) -> Sheet:
    """R7..R10: who must land, who is stranded and why, the room at each place, and how many can land at all."""
    fields: list[Field] = []
    rooms: dict[int, int] = {}
    flying = to_land(v, side)
    for space, kind, n in flying:
        places = free_places(v, side, kind, space)
        rooms.update(places)
        field: Field = {
            "id": f"fly.{SPACES[space]}.{KINDS[kind]}", "space": SPACES[space], "choices": [],
            "name": words.say("sheet.flying", units=words.say(f"count.{KINDS[kind]}", n=n), space=SPACES[space]),
            "value": words.say("sheet.must_land" if places else "sheet.stranded"),
        }
        if not places:
            field["note"] = why_stranded(v, side, kind, space, words)
        fields.append(field)
    for place, room in sorted(rooms.items()):
        value = words.say("sheet.unlimited") if room > ANY else words.say("sheet.free", n=room)
        fields.append({"id": f"place.{SPACES[place]}", "name": words.say("sheet.room_at", space=SPACES[place]),
                       "value": value, "choices": [], "space": SPACES[place]})
    made: Sheet = {"id": "landing", "kind": "placing", "title": words.say("sheet.landing"), "fields": fields,
                   "rule": "R7"}
    lost = sum(n for _, _, n in flying) - most_landed(v, side)
    if lost:
        made["blocks"] = [words.say("sheet.too_few", n=lost)]
    return made


def why_stranded(v: Campaign, side: int, kind: int, space: int, words: Words) -> str:
    """R7..R10: what keeps aircraft from landing: what is in reach is full, damaged, or not there."""
    steps = reach(v, side, kind)
    near = (space, *v.printed.air_reach[steps][space])
    rows = [(end, v.airfields[end - SEAS]) for end in near if SEAS <= end < BASE[0]]
    full = [SPACES[end] for end, row in rows if row[2 * side]]
    if kind == FTR:
        full += [SPACES[end] for end in near if end < SEAS and any(ship[0] == CAR for ship in v.fleet(side, end))]
    if full:
        return words.say("sheet.all_full", steps=steps, places=full)
    broken = [SPACES[end] for end, row in rows if row[2 * side + 1]]
    if broken:
        return words.say("sheet.all_damaged", steps=steps, places=broken)
    return words.say("sheet.no_place", steps=steps)


@line(TouchedDown)
def touched_down(seen: TouchedDown, reader: Reader) -> Line:
    key = f"touched_down{'_here' if seen.start == seen.end else ''}{'_deck' if SPACE[seen.end] < SEAS else ''}"
    made = told(seen, reader, "R7", key)
    return moved(made, seen.start, seen.end, seen.n)


@line(Stranded)
def stranded(seen: Stranded, reader: Reader) -> Line:
    made = told(seen, reader, "R10")
    made["mark"] = "loss"
    made["losses"] = losses(reader, seen.side, [seen.kind] * seen.n)
    return moved(made, seen.space, seen.space, seen.n, gone=True)
