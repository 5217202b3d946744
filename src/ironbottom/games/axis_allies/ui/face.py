"""What the faces of this game share: how choices are shown, which pieces they stand for, and how events are worded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar, cast

from ironbottom.games.axis_allies.rules.printed import CAR, FTR, KIND, KINDS, SEAS, SIDES, SPACE, Printed
from ironbottom.games.axis_allies.rules.state import MOVED, SUNK, Campaign, Fleet, Ship, groups, most, word
from ironbottom.games.axis_allies.ui.texts import amount_of, located, one_ship, read_ship, ships_text, written
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Ask, Face, Reader, Scene, line
from ironbottom.kernel.step import CHANCE, Decision
from ironbottom.kernel.view import Choice, Line, Loss, Motion, Probe

T = TypeVar("T")
At = Scene[Campaign]


class Held(NamedTuple):
    """What is in hand: whose, where, the ships, or the aircraft or cargo by kind; of fighters those on `decks` too."""

    side: int
    space: int
    ship: Ship | None = None
    kind: int = -1
    decks: bool = False


class StepFace(Face[Campaign, T]):
    """The face of a decision. The texts call it `prompt.<its name in files>` and `what.<its name in files>`."""

    main = False
    """Whether the page offers "done" first."""
    probe: Probe = {}  # noqa: RUF012
    """How the page asks "why not here?"."""
    on_space: tuple[str, ...] = ()
    """The verbs of actions that are done by clicking the space that they name first."""

    # -- what a face says --

    def question(self, scene: At, step: T) -> Ask:
        """What the viewer is asked, who is to decide."""
        return self.asked(scene, step)

    def label(self, scene: At, step: T, action: Action) -> str:
        """The words of an action: its verb's, with the place (or the number) that it names first."""
        first = action[1] if len(action) > 1 else ""
        return scene.words.say(f"choice.{action[0]}", space=first, n=first, at=located(scene.words, str(first)))

    def pieces(self, scene: At, step: T, action: Action) -> list[str]:
        """The pieces by which an action is done: the first, and those alike."""
        return []

    def space(self, step: T, action: Action) -> str:
        """The space by which an action is done."""
        return str(action[1]) if action[0] in self.on_space else ""

    def cost(self, scene: At, step: T, action: Action) -> str:
        """What stands on the target of an action."""
        return ""

    def has_odds(self, scene: At, step: T, action: Action) -> bool:
        """Whether an action begins or joins a fight whose odds can be told."""
        return False

    def held(self, step: T) -> Held | None:
        """What is in hand."""
        return None

    def ship_state(self, step: T, ship: Ship) -> str | None:
        """"ready" or "moved", for a ship of the side that decides, in a step in which it matters."""
        return None

    def plane_state(self, step: T, kind: int, done: bool) -> str | None:
        """The same for an aircraft."""
        return None

    # -- what follows --

    def asked(self, scene: At, step: Any, key: str = "", /, **args: Any) -> Ask:
        """A question in the words `prompt.<key>`; `probe`, `focus` and `rule` go to the question itself."""
        probe, focus, rule = args.pop("probe", self.probe), args.pop("focus", ()), args.pop("rule", step.rule)
        return Ask(scene.words.say(f"prompt.{key or step.file_name}", **args), rule, probe, tuple(focus))

    def ask(self, scene: At, step: Any) -> Ask:
        return self.question(scene, step) if scene.mine else Ask("", step.rule)

    def waiting(self, scene: At, step: Any) -> str:
        return scene.words.say(f"what.{step.file_name}")

    def why_final(self, scene: At, step: Any, action: Action) -> str | None:
        """A die falls, the other side decides next, the game ends."""
        now = scene.game.to_move(scene.game.apply(scene.v, scene.side, most(action)))
        if not now:
            return "ends.game"
        if now == (CHANCE,):
            return "ends.die"
        return None if scene.side in now else "ends.hand"

    def choice(self, scene: At, step: Any, action: Action, made: Choice) -> None:
        made["do"] = written(action)
        amount = amount_of(action)
        if amount is not None:  # mostly all of them
            made["amount"] = {"low": amount.low, "high": amount.high, "step": amount.step, "start": amount.high}
        if self.has_odds(scene, step, action):
            made["odds"] = True
        made["label"] = self.label(scene, step, action)
        found = self.pieces(scene, step, action)
        if found:
            made["piece"] = found[0]
            if found[1:]:
                made["also"] = found[1:]
        elif space := self.space(step, action):
            made["space"] = space
        if cost := self.cost(scene, step, action):
            made["cost"] = cost
        if self.main and action[0] == "done":
            made["main"] = True


class Taking(StepFace[T]):
    """The face of a step in which ships or aircraft are taken in hand."""

    probe: Probe = {"piece": "take {piece}"}  # noqa: RUF012
    alone: tuple[str, ...] = ()
    """The types that are taken one at a time."""

    def label(self, scene: At, step: T, action: Action) -> str:
        if action[0] != "take":
            return super().label(scene, step, action)
        n = 1 if action[2] in self.alone else max(1, len(self.pieces(scene, step, action)))
        return scene.words.say("choice.take", what=ships_text(scene.words, read_ship(action[2]), n),
                               at=located(scene.words, action[1]))

    def pieces(self, scene: At, step: T, action: Action) -> list[str]:
        if action[0] != "take":
            return []
        v, side, (_, place, text) = scene.v, scene.side, action
        if text in ("FTR", "BOM"):
            return planes_alike(v, side, place, KIND[text])
        plot = v.plots[side]
        zone = SPACE[place]
        return alike(plot.fleets[zone] if plot is not None else v.fleet(side, zone), text, SIDES[side], place)


def by_default(scene: At, kinds: tuple[type[Decision], ...], *begun: Action) -> tuple[Action, ...]:
    """What is done if, after what was begun, all questions of these kinds that follow at once are answered as usual."""
    game, s, done = scene.game, scene.v, [*begun]
    for action in begun:
        s = game.apply(s, scene.side, action)
    while s.stack and isinstance(s.stack[-1], kinds) and s.stack[-1].asks(s) == (scene.side,):
        usual = s.stack[-1].default(s, scene.side)
        if usual is None:
            break
        s = game.apply(s, scene.side, usual)
        done.append(usual)
    return tuple(done)


def alike(fleet: Fleet, text: str, side: str, place: str, lost: bool = False) -> list[str]:
    """The ids of the ships of a fleet with that notation which may be chosen."""
    found, number = [], 0
    for ship in fleet:
        if word(ship) == text:
            number += 1
            if not ship[2] & (SUNK if lost else SUNK | MOVED):
                found.append(f"{side}:{place}:{text}:{number}")
    return found


def planes_alike(v: Campaign, side: int, place: str, kind: int) -> list[str]:
    """The ids of the aircraft of a space that have not flown, those on carriers included."""
    name, text, space = SIDES[side], KINDS[kind], SPACE[place]
    found = [f"{name}:{place}:{text}:{i}" for i in range(1, v.planes(side, space)[kind - FTR] + 1)]
    if kind == FTR and space < SEAS:
        for ship, n in groups(v.fleet(side, space)):
            if ship[0] == CAR:
                found += [f"{name}:{place}:{word(ship)}:{i}:FTR:{j}" for i in range(1, n + 1)
                          for j in range(1, len(ship[1]) + 1)]
    return found


def ship_choice(scene: At, verb: str, text: str) -> str:
    """The words of an action on a ship."""
    return scene.words.say(f"choice.{verb}", ship=one_ship(scene.words, read_ship(text)))


# --- the log -------------------------------------------------------------------------------------------------------

PLACES = ("space", "zone", "land", "start", "end")
"""The fields of events that name a space."""


def told(seen: Event, reader: Reader, rule: str, key: str = "", /, **args: Any) -> Line:
    """The line of an event, in the words `log.<key>` or `log.<its name in files>`: sides and types of unit as the texts
    call them, and what is given beside."""
    words = reader.words
    known = {name: item for name in seen.fields if (item := getattr(seen, name)) is not None}
    made: Line = {"kind": seen.called(), "text": "", "rule": rule}
    if "side" in known:
        known["side"] = made["side"] = SIDES[known["side"]]
    if (kind := known.get("kind", -1)) >= 0:
        known["kind"] = KINDS[kind]
        known["kinds"] = words.say(f"plural.{KINDS[kind]}")
        known["units"] = words.say(f"count.{KINDS[kind]}", n=known.get("n", 1))
    if "n" in known:
        known["fields"] = words.say("count.field", n=known["n"])
    made["text"] = words.say(f"log.{key or seen.called()}", **{**known, **args})
    spaces = [known[name] for name in PLACES if known.get(name) in SPACE]
    if spaces:
        made["spaces"] = list(dict.fromkeys(spaces))
    return made


def as_printed(reader: Reader) -> Printed:
    """The game as its owner has it, for whoever words an event."""
    return cast(Printed, reader.game.plain)


def simply(rule: str, *kinds: type[Event]) -> None:
    """Register the lines of events that need no more than their own words."""
    line(*kinds)(lambda seen, reader: told(seen, reader, rule))


def moved(made: Line, start: str, end: str, count: int, gone: bool = False) -> Line:
    """The line with pieces of its side that went from one space to another."""
    motion: Motion = {"start": start, "end": end, "via": [], "count": count, "side": made["side"]}
    if gone:
        motion["gone"] = True
    made.setdefault("motions", []).append(motion)
    return made


def listed(dice: Iterable[int]) -> str:
    """Numbers of dice: "1, 2"."""
    return ", ".join(map(str, dice))


def losses(reader: Reader, side: int, kinds: Iterable[int], key: str = "") -> list[Loss]:
    """Units that a side lost, type by type; `key`: what became of them, or where they were."""
    say, name = reader.words.say, SIDES[side]
    return [reader.loss(side, say(f"count.{KINDS[kind]}", n=n), say(f"card.{key}") if key else "",
                        f"{name}.{KINDS[kind]}") for kind, n in Counter(kinds).items()]
