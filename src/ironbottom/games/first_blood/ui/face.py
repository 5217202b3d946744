"""What the faces and the lines of the chapters share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

from ironbottom.games.first_blood.rules.printed import SIDES, Printed
from ironbottom.games.first_blood.rules.results import aftermath
from ironbottom.games.first_blood.rules.sequence import stage_of
from ironbottom.games.first_blood.rules.state import Position, piece_name, piece_number
from ironbottom.games.first_blood.rules.supply import SupplyDie
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Face, Reader, Scene
from ironbottom.kernel.presenter import Mark as Stamp
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.view import Choice, Line, Mark, Motion, Overlay
from ironbottom.kernel.words import Words

T = TypeVar("T")
Deed = Literal["ready", "moved", "done", "must"]
"""What a unit has done in the phase, or still must."""


class StepFace(Face[Position, T]):
    """How a step looks, with what it adds to the picture of the table."""

    what: ClassVar[str] = ""
    """What the others wait for, a key of the texts."""
    labels: ClassVar[Mapping[str, str]] = {}
    """The keys of the labels of verbs, where they differ from the verb."""
    last: ClassVar[tuple[str, ...]] = ()
    """The verbs that may end what the side does now; where none is named, any may."""
    flies: ClassVar[bool] = False
    """Whether aircraft are chosen, so that they lie on top of the piles."""

    goes: ClassVar[str] = ""
    """The verb of the piece in hand that ends with a place."""

    def hand(self, step: T) -> int:
        """The counter in hand, -1 for none."""
        return -1

    def held(self, step: T) -> tuple[int, ...]:
        """All counters in hand."""
        return (self.hand(step),)

    def deeds(self, v: Position, step: T) -> dict[int, Deed]:
        """What the units of the side that decides have done."""
        return {}

    def waits(self, v: Position, step: T, side: int, arrives: int, special: bool) -> bool:
        """Whether a counter of that side, still to come in that turn, lies ready to be placed now."""
        return False

    def marks(self, scene: Scene[Position], step: T) -> list[Mark]:
        """What it marks on the map."""
        return []

    def overlays(self, scene: Scene[Position], step: T) -> list[Overlay]:
        """What it lays over the map."""
        return []

    def lit(self, v: Position, step: T) -> dict[int, tuple[int, int]]:
        """8.9a: the column and row (0: none yet) of the results table of a side that apply."""
        after = aftermath(v)
        return {} if after is None else {after.side: (after.column, after.row)}

    def waiting(self, scene: Scene[Position], step: T) -> str:
        return scene.words.say(f"what.{self.what}")

    def label(self, step: T, verb: str) -> str:
        """The key of the label of a verb."""
        return self.labels.get(verb, verb)

    def choice(self, scene: Scene[Position], step: T, action: Action, made: Choice) -> None:
        """A verb alone is a button; with a piece or a place it is clicked there, with both on what tells the actions
        apart."""
        printed, hand, verb = scene.v.setting, self.hand(step), str(action[0])
        args: dict[str, Any] = {"piece": piece_name(printed, hand) if hand >= 0 else ""}
        match action:
            case (_, name, place):
                args = {"piece": name, "place": place}
                alike = [one for one in scene.offered if len(one) == 3 and one[0] == verb]
                if len({one[1] for one in alike}) > 1:
                    made["piece"] = name
                if len({one[2] for one in alike if one[1] == name}) > 1 or "piece" not in made:
                    made["space"] = place
            case (_, name) if piece_number(printed, name) >= 0:
                args["piece"] = made["piece"] = name
            case (_, place):
                args["place"] = made["space"] = place
            case ("done",):
                made["main"] = True
        made["label"] = scene.words.say(f"choice.{self.label(step, verb)}", **args)

    def why_final(self, scene: Scene[Position], step: T, action: Action) -> str | None:
        """8.10i, 14.0a: a die, that of the supplies too, the other side's decision, or the end of the side's half make
        an action final."""
        if self.last and action[0] not in self.last:
            return None
        return ended(scene, scene.game.apply(scene.v, scene.side, action))


def ended(scene: Scene[Position], then: Position) -> str | None:
    """8.10i, 14.0a: what has come between the position of the scene and a later one, so that there is no way back."""
    movers = scene.game.to_move(then)
    if not movers:
        return "ends.game"
    if movers == (CHANCE,):
        return "ends.supply" if isinstance(then.stack[-1], SupplyDie) else "ends.die"
    if scene.side in movers:
        return None
    before, after = stage_of(scene.v).split("_")[0], stage_of(then).split("_")[0]
    return "ends.hand" if before == after else "ends.turn"


PLAIN: StepFace[Any] = StepFace()
"""What a step shows that has no face of its own."""


def printed_of(reader: Reader) -> Printed:
    """The printed game that a line is about."""
    found = reader.game.plain
    assert isinstance(found, Printed)
    return found


def named(printed: Printed, words: Words) -> dict[str, str]:
    """The names of counters: a unit whose number says little has words beside it, a ship its kind before it."""
    units = {unit.name: words.say("piece.unit", unit=unit.name, name=re.split(r"[,(]", unit.full_name)[0].strip())
             for unit in printed.units if "/" not in unit.name}
    points = [name for name in printed.names if name.startswith("entry_") and f"name.{name}" not in words]
    units |= {name: words.say("piece.entry", n=name.removeprefix("entry_")) for name in points}
    return units | {ship.name: words.say("piece.ship", kind=printed.type_names[ship.type].lower(), ship=ship.name)
                    for ship in printed.ships}


def counted(printed: Printed, words: Words) -> dict[str, dict[str, str]]:
    """What several aircraft of a type are called, if it is an owner's own."""
    return {kind: {"one": f"1 {kind}", "other": f"{{n}} {kind}s"} for kind in {plane.type for plane in printed.planes}
            if f"planes.{kind}" not in words}


COUNTERS = ("units", "unit", "planes", "plane", "ship", "gone", "support")
"""The fields of events that hold counters; the first of them that is there is what the sentence is about."""


def called(printed: Printed, pieces: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """What the log calls counters: units and ships by their names, aircraft by how many there are of a type."""
    names: list[str] = []
    planes: Counter[str] = Counter()
    for piece in pieces:
        if piece in printed.plane_number:
            planes[printed.planes[printed.plane_number[piece]].type] += 1
        else:
            names.append(words.name(piece))
    return (*names, *(words.say(f"planes.{kind}", n=count) for kind, count in planes.items()))


def told(
    seen: Event, reader: Reader, rule: str = "", *spaces: str, key: str = "", mark: Stamp | None = None,
    way: tuple[str, ...] = (), who: int | None = None, **more: Any,
) -> Line:
    """An event in words: its text, `event.<key>`, is filled in with its fields and `more`, its counters by what they
    are called in the log; `n` is how many they are. `way`: a counter went along these places, or left the map where
    they are twice the same. `who`: whose act it is, where the event does not say."""
    args: dict[str, Any] = {name: getattr(seen, name) for name in seen.fields} | more
    if who is not None:
        args.setdefault("side", who)
    printed = printed_of(reader)
    for name in (one for one in COUNTERS if one in args):
        pieces = args[name] if isinstance(args[name], tuple) else (args[name],)
        args.setdefault("n", len(pieces))
        args[name] = called(printed, pieces, reader.words)
    text = reader.words.say(f"event.{key or seen.called()}", **args)
    made: Line = {"kind": seen.called(), "text": text[0].upper() + text[1:]}
    if "side" in args:
        made["side"] = SIDES[args["side"]]
    if rule:
        made["rule"] = rule
    if spaces:
        made["spaces"] = list(spaces)
    if mark:
        made["mark"] = mark
    if way:
        start, *via, end = way
        motion: Motion = {"start": start, "end": end, "via": via, "count": 1, "side": made["side"]}
        made["motions"] = [motion | {"gone": True} if start == end else motion]
    return made
