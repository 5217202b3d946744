"""How Movement looks: ships and aircraft in hand, and where they went."""

from __future__ import annotations

from typing import TypeVar

from ironbottom.games.axis_allies.rules.movement import (
    Flew,
    Flight,
    Fly,
    Hand,
    NextHeldBack,
    Released,
    Rested,
    Sail,
    Sailed,
    held_back,
    movable,
    reach,
)
from ironbottom.games.axis_allies.rules.printed import CAR, DST, FTR, KIND, KINDS, PTB, SEAS, SPACE, SPACES, SUB, TRN
from ironbottom.games.axis_allies.rules.state import MOVED, Ship, groups, word
from ironbottom.games.axis_allies.ui.face import At, Held, StepFace, Taking, moved, simply, told
from ironbottom.games.axis_allies.ui.loading import LoadsFace, filling, loading_sheet
from ironbottom.games.axis_allies.ui.texts import ship_text, ships_text
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Line, Sheet

T = TypeVar("T", bound=Sail | Fly)


class MovingFace(Taking[T]):
    """The steps of one type of unit."""

    def question(self, scene: At, step: T) -> Ask:
        focus = dict.fromkeys(action[1] for action in scene.legal if action[0] == "take")
        still = isinstance(step, Sail) and not step.moving
        boats = step.unit == DST and {ship[0] for _, ship, _ in movable(scene.v, step.side, DST)} == {PTB}
        kind, words = KINDS[PTB if boats else step.unit], scene.words
        why = words.say(f"why.{kind}", n=reach(scene.v, step.side, step.unit) if step.unit >= FTR else 1)
        return self.asked(scene, step, "Sail_still" if still else "", focus=focus, kinds=words.say(f"plural.{kind}"),
                          why=why)

    def label(self, scene: At, step: T, action: Action) -> str:
        if action[0] == "done":
            return scene.words.say("choice.done_sub" if step.unit == SUB else "choice.done_stay")
        if action[0] == "play":
            return scene.words.say(f"choice.{'_'.join(map(str, action))}")
        if action[0] == "rest" and action[1:] and action[1] in KIND:
            return scene.words.say("choice.rest_kind", kinds=scene.words.say(f"plural.{action[1]}"))
        if action[0] == "rest":
            held = [scene.words.say(f"plural.{KINDS[kind]}") for kind in range(len(KINDS))
                    if held_back(scene.v, step.side, kind)]
            key = "_".join(action) if action[1:] or not held else "rest_all"
            return scene.words.say(f"choice.{key}", kinds=held)
        return super().label(scene, step, action)


@face(Sail)
class SailFace(MovingFace[Sail]):
    """M1, M7: a type of ship."""

    alone = ("SUB",)

    def ship_state(self, step: Sail | Hand, ship: Ship) -> str | None:
        return ships_state(step, ship)

    def macros(self, scene: At, step: Sail) -> tuple[Macro, ...]:
        """All of a zone to one place; one more the way that the last one went."""
        if not step.moving or step.unit == SUB:
            return ()
        v, found = scene.v, []
        for zone in range(SEAS):
            ready = [(ship, n) for ship, n in groups(v.fleet(step.side, zone))
                     if ship[0] == step.unit and not ship[2] & MOVED]
            if sum(n for _, n in ready) < 2:
                continue
            for near in v.printed.neighbours[zone]:
                do: list[Action] = []
                for ship, n in ready:
                    do += [("take", SPACES[zone], word(ship)), ("go", SPACES[near], n)]
                args = (("kind", KINDS[step.unit]), ("start", SPACES[zone]), ("space", SPACES[near]))
                found.append(Macro("macro.all_go", tuple(do), args, space=SPACES[near]))
        return (*found, *self._same(scene, step))

    def _same(self, scene: At, step: Sail) -> tuple[Macro, ...]:
        for seen in scene.v.news:
            if isinstance(seen, Sailed) and (seen.side, seen.kind) == (step.side, step.unit):
                for ship, _ in groups(scene.v.fleet(step.side, SPACE[seen.start])):
                    if ship[0] == step.unit and not ship[2] & MOVED:
                        do = (("take", seen.start, word(ship)), ("go", seen.end, 1))
                        return (Macro("macro.same", do, (("start", seen.start), ("space", seen.end)), space=seen.end),)
        return ()


def ships_state(step: Sail | Hand, ship: Ship) -> str | None:
    """M1: who has moved, and who of the type may."""
    if ship[2] & MOVED:
        return "moved"
    return "ready" if ship[0] == step.unit else None


@face(Hand)
class HandFace(LoadsFace[Hand]):
    """M1, M8: ships in hand."""

    on_space = ("go",)

    def question(self, scene: At, step: Hand) -> Ask:
        kind, zone = step.ship[0], SPACES[step.zone]
        key = "Hand_load" if kind in (TRN, DST) else "Hand_sub" if kind == SUB else ""
        n = 1 if kind == SUB else scene.v.fleet(step.side, step.zone).count(step.ship)
        return self.asked(scene, step, key, ships=ships_text(scene.words, step.ship, n), zone=zone, focus=[zone],
                          probe={"space": "go {space} =1", "piece": "load {piece}"})

    def held(self, step: Hand) -> Held:
        return Held(step.side, step.zone, step.ship)

    def ship_state(self, step: Hand, ship: Ship) -> str | None:
        return ships_state(step, ship)

    def sheets(self, scene: At, step: Hand) -> list[Sheet]:
        return [loading_sheet(scene, step)] if scene.mine and step.ship[0] in (TRN, DST, CAR) else []

    def macros(self, scene: At, step: Hand) -> tuple[Macro, ...]:
        return filling(scene.v, step)


@face(Fly)
class FlyFace(MovingFace[Fly]):
    """M20: bombers, or fighters."""

    def plane_state(self, step: Fly, kind: int, done: bool) -> str | None:
        return None if kind != step.unit else "moved" if done else "ready"


@face(Flight)
class FlightFace(StepFace[Flight]):
    """M20, U9: aircraft in hand."""

    on_space = ("go",)

    def question(self, scene: At, step: Flight) -> Ask:
        where = SPACES[step.space]
        return self.asked(scene, step, kinds=scene.words.say(f"plural.{KINDS[step.unit]}"), space=where,
                          probe={"space": "go {space} =1"}, focus=[where])

    def label(self, scene: At, step: Flight, action: Action) -> str:
        if action[0] == "go":
            return scene.words.say("choice.fly", space=action[1])
        return super().label(scene, step, action)

    def cost(self, scene: At, step: Flight, action: Action) -> str:
        if action[0] != "go":
            return ""
        reach = scene.v.printed.air_reach
        return str(next(n for n in range(7) if SPACE[action[1]] in reach[n][step.space]))

    def held(self, step: Flight) -> Held:
        return Held(step.side, step.space, kind=step.unit, decks=step.unit == FTR)


@face(NextHeldBack)
class NextHeldBackFace(StepFace[NextHeldBack]):
    """O10."""

    def label(self, scene: At, step: NextHeldBack, action: Action) -> str:
        return scene.words.say("choice.now", kinds=scene.words.say(f"plural.{action[1]}").capitalize())


@line(Sailed)
def sailed(seen: Sailed, reader: Reader) -> Line:
    ships = ship_text(reader.words, seen.kind, seen.cargo, seen.n)
    return moved(told(seen, reader, "M1", ships=ships), seen.start, seen.end, seen.n)


@line(Flew)
def flew(seen: Flew, reader: Reader) -> Line:
    return moved(told(seen, reader, "M20"), seen.start, seen.end, seen.n)


@line(Rested)
def rested(seen: Rested, reader: Reader) -> Line:
    if seen.what in KIND:
        rule = "M20" if KIND[seen.what] >= FTR else "M1"
        return told(seen, reader, rule, "rested_kind", kinds=reader.words.say(f"plural.{seen.what}"))
    rule = "M20" if seen.what == "fighters" else "O10" if seen.what else "M1"
    return told(seen, reader, rule, f"rested_{seen.what}" if seen.what else "rested")


simply("O10", Released)
