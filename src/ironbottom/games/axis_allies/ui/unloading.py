"""How unloading looks."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.printed import DST, KIND, KINDS, SIDES, SPACE, SPACES, TRN
from ironbottom.games.axis_allies.rules.state import groups, word
from ironbottom.games.axis_allies.rules.unloading import Ashore, PutAshore, Unload, shores
from ironbottom.games.axis_allies.ui.face import At, Held, StepFace, moved, told
from ironbottom.games.axis_allies.ui.texts import one_ship, read_ship
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Line, Probe


@face(Unload)
class UnloadFace(StepFace[Unload]):
    """C19: cargo to be taken in hand."""

    probe: Probe = {"piece": "take {piece}"}  # noqa: RUF012

    def label(self, scene: At, step: Unload, action: Action) -> str:
        if action[0] == "done":
            return scene.words.say("choice.done_unload")
        _, place, text, item = action
        return scene.words.say("choice.take_cargo", item=item, ship=one_ship(scene.words, read_ship(text)), space=place)

    def pieces(self, scene: At, step: Unload, action: Action) -> list[str]:
        if action[0] != "take":
            return []
        _, place, text, item = action
        fleet = scene.v.fleet(step.side, SPACE[place])
        n = fleet.count(next(ship for ship in fleet if word(ship) == text))
        at = read_ship(text)[1].index(KIND[item]) + 1
        return [f"{SIDES[step.side]}:{place}:{text}:{i}:{item}:{at}" for i in range(1, n + 1)]

    def macros(self, scene: At, step: Unload) -> tuple[Macro, ...]:
        """Everything from the ships of a zone onto one island."""
        v, found = scene.v, []
        for place in dict.fromkeys(action[1] for action in scene.legal if action[0] == "take"):
            zone = SPACE[place]
            for land in (step.land,) if step.land >= 0 else shores(v, step.side, zone):
                do: list[Action] = []
                fleet = dict(groups(v.fleet(step.side, zone)))
                while loaded := [ship for ship in fleet if ship[0] in (DST, TRN) and ship[1]]:
                    ship = max(loaded, key=lambda one: (len(one[1]), one))
                    n, cargo = fleet.pop(ship), ship[1]
                    do += [("take", place, word(ship), KINDS[cargo[0]]), ("ashore", SPACES[land], n)]
                    after = (ship[0], cargo[1:], ship[2])
                    fleet[after] = fleet.get(after, 0) + n
                if len(do) > 2:
                    args = (("zone", place), ("land", SPACES[land]))
                    found.append(Macro("macro.unload_all", tuple(do), args, space=SPACES[land]))
        return tuple(found)


@face(Ashore)
class AshoreFace(StepFace[Ashore]):
    """C19: the item in hand."""

    on_space = ("ashore",)

    def question(self, scene: At, step: Ashore) -> Ask:
        zone = SPACES[step.zone]
        return self.asked(scene, step, kind=KINDS[step.unit], zone=zone, probe={"space": "ashore {space} =1"},
                          focus=[zone])

    def held(self, step: Ashore) -> Held:
        return Held(step.side, step.zone, step.ship, step.unit)


@line(PutAshore)
def ashore(seen: PutAshore, reader: Reader) -> Line:
    return moved(told(seen, reader, "C19"), seen.zone, seen.land, seen.n)
