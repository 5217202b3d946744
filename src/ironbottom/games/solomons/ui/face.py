"""What the faces of all steps share: the words of their prompts and choices, and the form on which a sheet is made.

The texts of a step stand under its name in files: `prompt.Plotting`, `what.Plotting`, `sheet.title.Plotting`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, TypeVar, cast

from ironbottom.games.solomons.ai.script import best
from ironbottom.games.solomons.rules.intelligence import SAYS, current
from ironbottom.games.solomons.rules.printed import BASES, JAPAN, LETTERS, MISSIONS, SIDES
from ironbottom.games.solomons.rules.sealed import READY, Sealed
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.games.solomons.ui.pieces import fleet_note, load_of, on_board, unit_name
from ironbottom.kernel.action import Action, Range, notation, offered
from ironbottom.kernel.opponent import Asked
from ironbottom.kernel.presenter import Ask, Face, Macro, Scene
from ironbottom.kernel.step import Step
from ironbottom.kernel.view import Bin, Choice, Field, Item, Odds, Probe, Sheet
from ironbottom.kernel.words import Words

T = TypeVar("T", bound=Step)

ALL_OF = frozenset((
    "strike", "send", "lose", "unload", "load", "train", "carry", "transfer", "land", "counter", "to_es",
))
"""Amounts of which all is offered first."""
MAIN = frozenset(("ready", "announce", "everything", "standard", "hold", "pass", "fight", "done"))
"""What is shown as the way on."""
MOST = 100
"""A proposal of the script has at most so many actions."""
TO_SPACE = frozenset(("plot", "station", "dive", "land"))
"""What is done by a click on a space of the board."""


def action_text(action: Action) -> str:
    """An action as its choice names it: a range of numbers as a gap."""
    return " ".join("={n}" if isinstance(part, Range) else notation((part,)) for part in action)


class Form:
    """What a sheet of one side is made from."""

    def __init__(self, scene: Scene[Campaign], step: Any) -> None:
        self.scene, self.v, self.side, self.words, self.step = scene, scene.v, scene.side, scene.words, step
        self.texts = [action_text(action) for action in scene.legal]

    def of(self, kind: Literal["placing", "plot", "battle", "loading"], fields: list[Field], **more: Any) -> Sheet:
        """A sheet of that kind."""
        made: Sheet = {
            "id": self.step.file_name.lower(), "kind": kind,
            "title": self.words.say(f"sheet.title.{self.step.file_name}"), "fields": fields, "rule": self.step.rule,
        }
        for key, item in more.items():
            if item:
                made[key] = item  # type: ignore[literal-required]
        return made

    def field(self, key: str, name: str, value: str, actions: Iterable[str], **more: Any) -> Field:
        """A line of the sheet."""
        made: Field = {"id": key, "name": name, "value": value, "choices": list(actions)}
        for word, item in more.items():
            if item:
                made[word] = item  # type: ignore[literal-required]
        return made

    def starting(self, *starts: str) -> list[str]:
        """The legal actions that begin so."""
        return [text for text in self.texts if text.startswith(starts)]

    def naming(self, word: str) -> list[str]:
        """The legal actions whose first word after the verb is that."""
        return [text for text in self.texts if text.split()[1:2] == [word]]

    def things(self) -> list[str]:
        """The first words after the verbs, in order."""
        found: dict[str, None] = {}
        for text in self.texts:
            for word in text.split()[1:2]:
                found[word] = None
        return list(found)

    def name(self, word: str) -> str:
        """A word of an action in words."""
        v = self.v
        if word in v.p.index:
            return unit_name(v, v.p.index[word])
        if word[:2] == "tf" and word[2:].isdigit():
            return self.words.say("name.force", n=word[2:])
        for stem in ("group", "strike"):
            if word.startswith(stem):
                return self.words.say(f"name.{stem}", n=word[len(stem):])
        return self.words.say("name.enemy", n=word[-1]) if ":" in word else self.words.name(word)

    def plain(self, **more: Any) -> Sheet:
        """A line for each thing that may be acted on."""
        fields = [self.field(key, self.name(key), "", self.naming(key)) for key in self.things()]
        return self.of("battle", fields, **more)

    def item(self, u: int, to: dict[str, list[str]]) -> Item:
        p = self.v.p
        made: Item = {"id": p.ids[u], "face": f"{SIDES[p.side[u]]}.{p.ids[u]}", "name": unit_name(self.v, u), "to": to}
        text = load_of(self.v, u, self.words)
        if text:
            made["text"] = text
        return made

    def bin(self, key: str, name: str, items: list[Item], note: str = "") -> Bin:
        made: Bin = {"id": key, "name": name, "items": items, "side": SIDES[self.side]}
        if note:
            made["note"] = note
        return made

    def place(self, key: str) -> str:
        """A hex or base by name."""
        return self.words.say("sheet.hex", hex=key) if key in LETTERS else self.words.name(key)

    def ships(self, n: int) -> str:
        """The ships of an own task force, and what they come to."""
        units = self.v.fleet(self.side, n)
        return self.words.say("sheet.ships", ships=", ".join(self.v.p.ids[u][2:] for u in units),
                              sums=fleet_note(self.v, units, self.words))

    @property
    def stuck(self) -> bool:
        """Whether something must still be done before the side can be ready."""
        return "ready" not in self.texts and "unready" not in self.texts

    def of_forces(self) -> Sheet:
        """A line for each task force that may do something, with its mission and ships."""
        fields = []
        for key in self.things():
            n = int(key[2:]) - 1
            mission = self.words.say(f"mission.{MISSIONS[self.v.forces[self.side][n].mission]}")
            fields.append(self.field(
                key, self.words.say("sheet.force_mission", n=n + 1, mission=mission), "", self.naming(key),
                note=self.ships(n), pieces=[f"{SIDES[self.side]}:{key}"]))
        return self.of("battle", fields)


class CampaignFace(Face[Campaign, T]):
    """How a step of the campaign looks, as far as its words and its verbs say it."""

    probe: ClassVar[Probe] = {}
    stays: ClassVar[bool] = False
    """A piece stays in hand."""
    in_sheet: ClassVar[bool] = False
    """Its choices stand in the sheet, so that a click on a piece only takes it up."""
    idles: ClassVar[bool] = False
    """It has words of its own for a side that can only be ready."""
    stage: ClassVar[str] = ""
    """Where the sequence of play stands; otherwise in the segment."""
    final: ClassVar[Mapping[str, str]] = {}
    """Why what is done by a verb cannot be taken back."""
    fights: ClassVar[tuple[str, ...]] = ()
    """The verbs that start a fight, or prepare one, whose table is known."""

    def hand(self, v: Campaign, side: int, step: T) -> int:
        """The unit that the side has in hand; -1 for none."""
        return -1

    def settled(self, v: Campaign, side: int, step: T) -> tuple[int, ...]:
        """The units that have been told to stay where they are."""
        return ()

    def number(self, v: Campaign, step: T) -> int:
        """The number in what is asked."""
        known = cast(Any, step)
        return known.n if "n" in known.fields else 0

    def prompt_key(self, scene: Scene[Campaign], step: T) -> str:
        """The text of what is asked."""
        if self.idles and scene.legal in ((READY,), (("done",),), (("pass",),), (("keep",),)):
            return f"prompt.{step.file_name}_idle"
        key = f"prompt.{step.file_name}"
        return f"{key}.{SIDES[scene.side]}" if f"{key}.{SIDES[scene.side]}" in scene.words else key

    def ask(self, scene: Scene[Campaign], step: T) -> Ask:
        v = scene.v
        if not scene.mine:
            return Ask("", step.rule)
        if not writes(scene):
            return Ask(scene.words.say("prompt.ready"), step.rule)
        hand = self.hand(v, scene.side, step)
        text = scene.words.say(
            self.prompt_key(scene, step), turn=v.turn, segment=v.segment, first=1 if v.half == 1 else 8,
            last=7 if v.half == 1 else 14, n=self.number(v, step),
            unit=unit_name(v, hand) if hand >= 0 else "", said=promised(v, scene.words))
        return Ask(text, step.rule, self.probe, (), self.stays)

    def waiting(self, scene: Scene[Campaign], step: T) -> str:
        return scene.words.say(f"what.{step.file_name}")

    def choice(self, scene: Scene[Campaign], step: T, action: Action, made: Choice) -> None:
        v, side, verb = scene.v, scene.side, action[0]
        made["do"] = action_text(action)
        args: dict[str, Any] = {}
        for i, part in enumerate(action[1:], 1):
            if isinstance(part, Range):
                made["amount"] = {"low": part.low, "high": part.high, "step": part.step}
                if verb in ALL_OF:
                    made["amount"]["start"] = part.high
            elif isinstance(part, str):
                args[f"a{i}"] = self.part(scene, part)
                if verb in TO_SPACE and (part in LETTERS or part in BASES):
                    made["space"] = part
                piece = f"{SIDES[side]}:{part}" if is_force(part) else part
                if on_board(v, piece) and (":" in part or "piece" not in made):
                    made["piece"] = piece
        label = self.label(scene, step, action, args)
        made["label"] = label[:1].upper() + label[1:]
        if self.in_sheet and "space" not in made:
            made.pop("piece", None)
        if verb in MAIN:
            made["main"] = True
        if side >= 0 and self.starts(scene, step, action):
            made["odds"] = True

    def part(self, scene: Scene[Campaign], part: str) -> str:
        """A word of an action in words."""
        v, words = scene.v, scene.words
        if part in v.p.index:
            return unit_name(v, v.p.index[part])
        if is_force(part):
            return words.say("name.force", n=part[2:])
        if ":" in part:
            sight = next((s for s in current(v, 1 - scene.side) if str(s.force + 1) == part[-1]), None)
            return words.say("name.enemy", n=part[-1]) if sight is None else words.say(
                "name.enemy_in", n=part[-1], hex=LETTERS[sight.hex])
        if part.startswith(("group", "strike")):
            stem = part.rstrip("0123456789")
            return words.say(f"name.{stem}", n=part[len(stem):])
        return ", ".join(words.name(x) for x in part.split("."))

    def label(self, scene: Scene[Campaign], step: T, action: Action, args: dict[str, Any]) -> str:
        """A choice in words, from those of its parts: `a1` is the first."""
        key = f"choice.{action[0]}"
        special = f"{key}_{step.file_name}"
        return scene.words.say(special if special in scene.words else key, **args)

    def why_final(self, scene: Scene[Campaign], step: T, action: Action) -> str | None:
        if action == READY:
            return "ends.ready" if isinstance(step, Sealed) else "ends.reveal"
        return self.final.get(action[0])

    def sheets(self, scene: Scene[Campaign], step: T) -> list[Sheet]:
        if not writes(scene):
            return []
        made = self.sheet(Form(scene, step), step)
        return [made] if made["fields"] or made.get("bins") or made.get("tables") else []

    def sheet(self, form: Form, step: T) -> Sheet:
        """The sheet of the moment; without anything on it, none."""
        return form.plain()

    def starts(self, scene: Scene[Campaign], step: T, action: Action) -> bool:
        """Whether the action starts a fight, or prepares one, whose table is known."""
        return action[0] in self.fights

    def odds(self, scene: Scene[Campaign], step: T, action: Action) -> Odds | None:
        if not self.starts(scene, step, action):
            return None
        most = tuple(part.high if isinstance(part, Range) else part for part in action)
        return self.chances(Chances(scene.game, scene.v, scene.side), step, most)

    def chances(self, chances: Chances, step: T, action: Action) -> Odds | None:
        """The odds of such an action."""
        return None

    def macros(self, scene: Scene[Campaign], step: T) -> tuple[Macro, ...]:
        return (*self.strokes(scene, step), *self.staff(scene, step)) if writes(scene) else ()

    def strokes(self, scene: Scene[Campaign], step: T) -> Iterable[Macro]:
        """What may be done at one stroke."""
        return ()

    def staff(self, scene: Scene[Campaign], step: T) -> Iterable[Macro]:
        """The whole of what the script would do, to its end, where that is more than one choice."""
        v, side, done = scene.v, scene.side, list[Action]()
        top: Any = scene.top
        same: Any = type(step)
        while len(done) < MOST and type(top) is same:
            for action in best(Asked(v, side, top.legal(v, side), None, random.Random(0))).do:
                done.append(action)
                if action == READY:
                    return staffed(scene, done)
                v = top.write(v, side, action) if top.stays else top.take(v.replace(stack=v.stack[:-1]), side, action)
            top = v.stack[-1] if v.stack else None
        return staffed(scene, done)


def promised(v: Campaign, words: Words) -> list[str]:
    """RS-170: the sorties that were announced, in words."""
    return [words.say("say.promised", what=words.say(f"promise.{key}"), of=words.say(f"say.{names[n]}"))
            for (key, names), n in zip(SAYS, v.said, strict=True) if n]


def owes(scene: Scene[Campaign]) -> bool:
    """RS-069: whether what was announced keeps the side from being ready."""
    return scene.side == JAPAN and bool(any(scene.v.said)) and writes(scene) and READY not in scene.legal


def writes(scene: Scene[Campaign]) -> bool:
    """Whether the viewer is asked and not ready yet."""
    return scene.side in scene.game.waited_for(scene.v)


def is_force(name: str) -> bool:
    """Whether an action names a task force of its own side so."""
    return name[:2] == "tf" and name[2:].isdigit()


def staffed(scene: Scene[Campaign], done: list[Action]) -> tuple[Macro, ...]:
    """The script's whole answer as one choice, where no other choice is the same."""
    return (Macro("macro.staff", tuple(done), advice=True),) if len(done) > 1 or done[0] not in scene.legal else ()


def proposal(scene: Scene[Campaign]) -> tuple[Macro, ...]:
    """What the script would write, without its being ready."""
    asked = Asked(scene.v, scene.side, scene.legal, None, random.Random(0))
    actions = tuple(action for action in best(asked).do if action != READY)
    return (Macro("macro.proposal", actions, advice=True),) if actions else ()


def play(s: Campaign, side: int, step: Sealed, actions: list[Action]) -> list[Action]:
    """The first of these actions that are legal one after the other."""
    done: list[Action] = []
    for action in actions:
        if not offered(step.legal(s, side), action):
            break
        s = step.write(s, side, action)
        done.append(action)
    return done
