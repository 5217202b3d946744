"""What the faces of all steps share, and how events are worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

from ironbottom.games.henderson_field.rules.printed import SIDES, Printed
from ironbottom.games.henderson_field.rules.state import Position, unlimited
from ironbottom.games.henderson_field.rules.steps import Told
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.presenter import Face, Macro, Reader, Scene, face_of
from ironbottom.kernel.presenter import Mark as Stamp
from ironbottom.kernel.step import Decision, side_of
from ironbottom.kernel.view import Choice, Line, Mark, Odds, Outcome
from ironbottom.kernel.words import Words

LOW = ("strain_die", "ambush")
"""Dice of which a low one tells: what they must show, or less."""

T = TypeVar("T")
PieceState = Literal["ready", "moved", "done", "must"]
States = dict[tuple[int, int], PieceState]
"""By side and number of a unit."""
Scenery = Scene[Position]


class HendersonFace(Face[Position, T]):
    """A face whose choices are made of what their actions name: a piece, a space, or nothing (a button)."""

    final: ClassVar[Mapping[str, str]] = {}
    """R8.2a, R8.1.2: the verbs after which nothing can be taken back, each with the reason's key: a die falls, or the
    other side sees or decides."""
    rules: ClassVar[Mapping[str, str]] = {}
    """The statements of verbs, where they are not the step's."""
    main: ClassVar[tuple[str, ...]] = ("end", "fire", "stop")
    """The verbs of the button that goes on."""
    cost: ClassVar[str] = ""
    """What every choice costs."""

    def waiting(self, scene: Scenery, step: Any) -> str:
        return scene.words.say(f"what.{type(step).__name__}")

    def why_final(self, scene: Scenery, step: Any, action: Action) -> str | None:
        return self.final.get(action[0])

    def choice(self, scene: Scenery, step: Any, action: Action, made: Choice) -> None:
        p, verb, args = scene.v.setting, action[0], dict[str, str]()
        key = verb
        match action:
            case (_, name, Range() as amount):
                args["unit"] = name
                made["do"] = notation(action[:-1]) + " ={n}"
                made["amount"] = {"low": amount.low, "high": amount.high, "step": amount.step}
            case (_, name) if name in p.unit_number:
                args["unit"] = made["piece"] = name
            case (_, place) if place in p.number:
                args["hex"] = made["space"] = place
            case (_, name, place) if name in p.unit_number and place in p.number:
                args |= {"unit": name, "hex": place}
                made["space"] = place
            case ("done" | "stop" | "end" | "pass" | "fire",):
                key = f"{verb}_{type(step).__name__}"
                if verb in self.main:
                    made["main"] = True
        labelled(scene, made, key, **args)
        if self.cost:
            made["cost"] = self.cost
        if verb in self.rules:
            made["rule"] = self.rules[verb]
        if self.odds(scene, step, action) is not None:
            made["odds"] = True

    def states(self, v: Position, step: T) -> States:
        """What the units of the side that decides have done, and what they still must; asked of its own view alone."""
        return {}

    def marks(self, scene: Scenery, step: T) -> list[Mark]:
        """What the step marks on the map."""
        return []

    def column(self, v: Position, step: T) -> int:
        """R8.2.1.3: the column of the table that is about to be rolled on; -1 for none."""
        return -1


NO_FACE: HendersonFace[Any] = HendersonFace()


def shown(step: Any) -> HendersonFace[Any]:
    """The face of the step that waits; one that shows nothing, where it has none."""
    found = face_of(type(step))
    return found if isinstance(found, HendersonFace) else NO_FACE


def owned(v: Position, step: Any) -> bool:
    """Whether the view is that of the side that decides."""
    side = side_of(step)
    return bool(side is not None and side >= 0 and v.doings[side].began_at)


def labelled(scene: Scenery, made: Choice, key: str, **args: Any) -> None:
    """Give a choice its label; units by what is printed on them."""
    p = scene.v.setting
    named = {name: label(p, item) if item in p.unit_number else item for name, item in args.items()}
    made["label"] = scene.words.say(f"choice.{key}", **named)


def label(p: Printed, name: str) -> str:
    """What is printed on a counter."""
    side, i = p.unit_number[name]
    return p.units[side][i].label


def labels(p: Printed, side: int, units: tuple[int, ...]) -> tuple[str, ...]:
    """What is printed on counters."""
    return tuple(p.units[side][i].label for i in units)


def strongest_lose(v: Position, side: int, units: tuple[int, ...], number: int, last: int) -> tuple[Macro, ...]:
    """Several steps at once, each from the unit that has most, none below `last`."""
    steps, actions = {i: v.armies[side].steps[i] for i in units}, list[Action]()
    while len(actions) < number and (able := [i for i in units if steps[i] > last]):
        i = max(able, key=lambda one: steps[one])
        steps[i] -= 1
        actions.append(("lose", v.setting.units[side][i].name))
    return (Macro("macro.strongest", tuple(actions), (("n", len(actions)),)),) if len(actions) > 1 else ()


def in_hand(scene: Scenery, side: int, units: tuple[int, ...]) -> str:
    """The units in hand, in words."""
    return scene.words.say("prompt.units", n=len(units), units=labels(scene.v.setting, side, units))


def one_die(scene: Scenery, step: Any, key: str, chance: float, rule: str, **args: Any) -> Odds:
    """The odds of a die that brings something or nothing: `odds.<key>_title`, `odds.<key>_won` and `odds.nothing`."""
    words = scene.words
    results: list[Outcome] = [
        {"text": words.say(f"odds.{key}_won", **args), "p": chance, "good": SIDES[step.side]},
        {"text": words.say("odds.nothing"), "p": 1 - chance},
    ]
    return {
        "title": words.say(f"odds.{key}_title", **args), "sums": [], "results": results, "error": 0.0, "notes": [],
        "rule": rule,
    }  # fmt: skip


def supply_text(v: Position, side: int, words: Words) -> str:
    """What a side can spend."""
    return words.say("supply.unlimited") if unlimited(v, side) else str(v.supply[side])


def offers(v: Position, step: Decision, side: int, verb: str) -> list[str]:
    """The notations of the actions with a verb, an amount as the page writes it."""
    return [
        notation(action[:-1]) + " ={n}" if isinstance(action[-1], Range) else notation(action)
        for action in step.legal(v, side)
        if action[0] == verb
    ]


def said(
    seen: Told, reader: Reader, key: str = "", mark: Stamp | None = None, **more: Any
) -> Line:
    """An event in words: its text filled in with its fields (and `more`), its side, spaces and dice. Of several units
    the text has two forms, as of several points."""
    words = reader.words
    args = {name: item for name in seen.fields if (item := getattr(seen, name)) is not None} | more
    if "units" in args:
        args["n"] = len(args["units"])
    side = SIDES[args["side"]] if args.get("side", -1) >= 0 else ""
    if side:
        args |= {"side": side, "adjective": words.say(f"adjective.{side}")}
    text = words.say(key or f"event.{seen.file_name}", **args)
    made: Line = {"kind": seen.file_name, "text": text[0].upper() + text[1:]}
    if side:
        made["side"] = side
    if seen.rule:
        made["rule"] = seen.rule
    if mark:
        made["mark"] = mark
    spaces = [args[name] for name in ("start", "hex") if name in args] + list(args.get("hexes", ()))
    if spaces:
        made["spaces"] = spaces
    dice = args.get("dice") or args.get("roll") or ((args["die"],) if args.get("die") else ())
    if dice and f"die.{seen.file_name}" in words:
        made["dice"] = [{"value": n, "text": words.say(f"die.{seen.file_name}")} for n in dice]
        if side:
            for die in made["dice"]:
                die["side"] = side
        if needed := args.get("needed"):
            worth = words.say("modifier.or_less" if seen.file_name in LOW else "modifier.or_more", n=needed)
            title = words.say(f"thrown.{seen.file_name}", **({"place": spaces[0]} if spaces else {}) | args)
            made["card"] = {"title": title, "modifiers": [reader.modifier("needed", worth, seen.rule)]}
    return made


def outcome(seen: Told, reader: Reader, won: bool) -> Line:
    """An event that went well or not, in words."""
    return said(seen, reader, f"event.{seen.file_name}_{'yes' if won else 'no'}")


def plainly(seen: Told, reader: Reader) -> Line:
    """An event in words, with nothing beside what it holds."""
    return said(seen, reader)


def named(seen: Any, reader: Reader) -> Line:
    """An event in words that its owner has with the name of the unit."""
    return said(seen, reader, f"event.{seen.file_name}_by" if seen.unit else "")


def gone(seen: Any, reader: Reader, mark: Literal["loss"] | None = None, key: str = "") -> Line:
    """A unit that leaves the map, in words."""
    made = said(seen, reader, key, mark=mark)
    made["motions"] = [
        {"start": seen.hex, "end": seen.hex, "via": [], "count": 1, "gone": True, "side": SIDES[seen.side]}
    ]
    return made


def travelled(seen: Any, reader: Reader) -> Line:
    """Units that go from one hex to another, in words; their owner has their names."""
    made = said(seen, reader, f"event.{seen.file_name}_units" if seen.units else "")
    made["motions"] = [{"start": seen.start, "end": seen.hex, "via": [], "count": seen.n, "side": SIDES[seen.side]}]
    made["march"] = " ".join(seen.units or ())
    return made
