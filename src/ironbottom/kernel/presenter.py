"""How a game looks: a face for each step and each event, registered with it, and what is shared by all of them.

    @face(Retreat)
    class RetreatFace(Face[Position, Retreat]):
        def ask(self, scene, step):
            return Ask(scene.words.say("prompt.retreat"), "8.10d", {"space": "retreat {space}"})

    @line(Retreated)
    def retreated(seen: Retreated, reader: Reader) -> Line | None:
        ...

Faces are functions of knowledge: a scene holds a view and a memory, never a state. A step without a face and an event
without a line are found by `faceless`, which the tests of every game call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import DECIDE, Decision, State, Step
from ironbottom.kernel.value import Value, value
from ironbottom.kernel.view import (
    Board,
    Card,
    Choice,
    Die,
    Ending,
    Line,
    Loss,
    MacroLook,
    Measure,
    Motion,
    Odds,
    Outcome,
    Picture,
    Point,
    Probe,
    Prompt,
    Score,
    Sheet,
    Term,
)
from ironbottom.kernel.words import Words, capital
from ironbottom.kernel.workshop import Plan, plan

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game

S = TypeVar("S", bound=State)
T = TypeVar("T")
Mark = Literal["turn", "phase", "battle", "loss", "end"]


@value
class Macro(Value):
    """Several actions under one name; a place or piece to click, and what the page shows of it; whether they are
    advice, which games that count do without."""

    label: str
    actions: tuple[Action, ...]
    args: tuple[tuple[str, Any], ...] = ()
    piece: str = ""
    space: str = ""
    advice: bool = False


class Scene(Generic[S]):
    """A position as one viewer looks at it: `side` is a side's number or OBSERVER. `plays`: whether the viewer may act,
    or looks through the eyes of a side that another plays."""

    def __init__(self, game: Game[S], view: S, side: int, memory: Any = None, plays: bool = True) -> None:
        self.game = game
        self.v = view
        self.side = side
        self.memory = memory
        self.plays = plays
        self._after: dict[tuple[Action, ...], Scene[S]] = {}

    def after(self, actions: tuple[Action, ...]) -> Scene[S]:
        """The scene after actions of the viewer's own that show and throw nothing; made once, whoever asks."""
        if not actions:
            return self
        if actions not in self._after:
            view = self.game.apply(self.after(actions[:-1]).v, self.side, actions[-1])
            self._after[actions] = Scene(self.game, view, self.side, self.memory)
        return self._after[actions]

    @property
    def words(self) -> Words:
        return self.game.words

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """The sides that may act now."""
        return self.game.to_move(self.v)

    @property
    def mine(self) -> bool:
        """Whether the viewer may act now."""
        return self.plays and self.side in self.movers

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """What the viewer may do now."""
        return self.game.legal(self.v, self.side) if self.plays else ()

    @cached_property
    def offered(self) -> tuple[Action, ...]:
        """What the side that decides may do now, whoever looks; of the viewer's own part where several decide."""
        sides = [side for side in self.movers if side >= 0]
        return self.legal if self.mine or not sides else self.game.legal(self.v, sides[0])

    @cached_property
    def top(self) -> Any:
        """The step that waits; None when the game is over."""
        return self.v.stack[-1] if self.v.stack else None

    def odds(self, chances: Mapping[str, float], rule: str = "", *, notes: Sequence[str] = (), **args: Any) -> Odds:
        """The odds of results by their keys: `odds.<key>` says what each is, `odds.title` with `args` what they are of;
        `notes` are keys too."""
        made: Odds = {
            "title": self.words.say("odds.title", **args), "sums": [], "error": 0.0,
            "results": [{"text": self.words.say(f"odds.{key}"), "p": p} for key, p in chances.items()],
            "notes": [self.words.say(note) for note in notes],
        }  # fmt: skip
        if rule:
            made["rule"] = rule
        return made


class Ask(NamedTuple):
    """What the side that decides is asked: the sentence, its statement, how to ask "why not here?", where to look, and
    whether a piece stays in hand."""

    text: str
    rule: str = ""
    probe: Probe = {}  # noqa: RUF012
    focus: tuple[str, ...] = ()
    stays: bool = False


class Face(Generic[S, T]):
    """How a step looks. `step` is the top of the view's stack; what a face does not say is as it stands here: the texts
    are those of the catalogue, by the name that files have for the step and by the verb."""

    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What the arguments of each verb are: `{"go": ("piece", "space"), "end": ()}`. A piece and a space are ids of the
    picture and the board; the texts use the arguments by these names."""
    ends: ClassVar[Mapping[str, str]] = {}
    """Why an action with that verb cannot be taken back, as a key of the catalogue."""

    def ask(self, scene: Scene[S], step: T) -> Ask:
        """What the side that decides is asked: `prompt.<step>`, filled in with the step's fields. The page asks "why
        not here?" with the first verb offered that takes a piece or a space last."""
        probe: Any = {}
        for verb in dict.fromkeys(action[0] for action in scene.offered):
            parts = self.verbs.get(verb, ())
            if parts and set(parts) <= {"space", "piece"}:
                probe.setdefault(parts[-1], " ".join([verb, *(f"{{{part}}}" for part in parts)]))
        known: Any = step
        fields = {name: getattr(known, name) for name in known.fields}
        return Ask(scene.words.say(f"prompt.{known.file_name}", **fields), known.rule, probe)

    def waiting(self, scene: Scene[S], step: T) -> str:
        """What the others are told to wait for, in words: `waiting.<step>`."""
        known: Any = step
        return scene.words.say(f"waiting.{known.file_name}")

    def choice(self, scene: Scene[S], step: T, action: Action, made: Choice) -> None:
        """Complete how an action is shown: `made` holds its notation, statement, what it ends, and whether it takes
        something back. Its label is `choice.<verb>`, filled in with its arguments, and it says whether there are odds.
        Raises TypeError for a verb that the face does not know."""
        if action[0] not in self.verbs:
            raise TypeError(f"{type(self).__name__} does not say how '{notation(action)}' is shown")
        named = dict(zip(self.verbs[action[0]], action[1:], strict=True))
        made["label"] = scene.words.say(f"choice.{action[0]}", **named)
        if "piece" in named:
            made["piece"] = named["piece"]
        if "space" in named:
            made["space"] = named["space"]
        if self.odds(scene, step, action) is not None:
            made["odds"] = True

    def sheets(self, scene: Scene[S], step: T) -> list[Sheet]:
        """The sheets of the moment."""
        return []

    def why_final(self, scene: Scene[S], step: T, action: Action) -> str | None:
        """Why the action cannot be taken back, as a key of the catalogue ("ends.die", "ends.turn"), or None."""
        return self.ends.get(action[0])

    def odds(self, scene: Scene[S], step: T, action: Action) -> Odds | None:
        """The distribution of what follows, before the action commits it; None where nothing is at stake."""
        return None

    def macros(self, scene: Scene[S], step: T) -> tuple[Macro, ...]:
        """Named lists of actions; each starts legally now, and stops where it is interrupted."""
        return ()


class Reader(NamedTuple):
    """For whom an event is worded: a game, and a side or OBSERVER."""

    game: Game[Any]
    side: int

    @property
    def words(self) -> Words:
        return self.game.words

    def told(
        self, seen: Event, rule: str = "", *, mark: Mark | None = None, spaces: Sequence[str] = (),
        way: tuple[str, str] | None = None, dice: Sequence[int] = (), **args: Any,
    ) -> Line:
        """The line of an event with the text `log.<what files call the event>`, filled in with its fields and `args`.
        A field `side` is the line's side, and stands in the text by its name. `way`: a piece went from the one place to
        the other; `dice` fell, and `die.<what files call the event>` says for what."""
        fields = {name: seen.get(name) for name in seen.fields}
        if type(side := fields.get("side")) is int:
            fields["side"] = self.game.side_name(side)
        made: Line = {"kind": seen.called(), "text": self.words.say(f"log.{seen.called()}", **(fields | args))}
        if "side" in fields:
            made["side"] = fields["side"]
        if rule:
            made["rule"] = rule
        if mark is not None:
            made["mark"] = mark
        if way is not None:
            motion: Motion = {"start": way[0], "end": way[1], "via": [], "count": 1}
            made["motions"] = [motion | {"side": made["side"]} if "side" in made else motion]
        if spaces or way:
            made["spaces"] = [*spaces, *(way or ())]
        if dice:
            text = self.words.say(f"die.{seen.called()}")
            fallen: list[Die] = [{"value": value, "text": text} for value in dice]
            made["dice"] = [die | {"side": made["side"]} for die in fallen] if "side" in made else fallen
        return made

    def modifier(self, key: str, worth: int | str, rule: str = "", **args: Any) -> Term:
        """What was added to a die or a column: `modifier.<key>` filled in, a number with its sign, its statement."""
        made: Term = {"text": self.words.say(f"modifier.{key}", **args), "value": signed(worth)}
        return made | {"rule": rule} if rule else made

    def loss(self, side: int, name: str, text: str = "", face: str = "", steps: int = 0) -> Loss:
        """What a side lost, by name, and how much of it, in words and in steps."""
        made: Loss = {"name": name, "side": self.game.side_name(side)}
        if text:
            made["text"] = text
        if steps:
            made["steps"] = steps
        if face:
            made["face"] = face
        return made

    def point(self, side: int, n: int, key: str = "", rule: str = "", **args: Any) -> Point:
        """Points that a side won, and for what: `points.<key>` filled in."""
        made: Point = {"side": self.game.side_name(side), "n": n}
        if key:
            made["text"] = self.words.say(f"points.{key}", **args)
        if rule:
            made["rule"] = rule
        return made

    def carded(self, made: Line) -> Line:
        """The line with a card, where something was thrown, drawn or fought and its game made none: what it was for is
        `thrown.<kind>`, filled in with its side and place, or else what the dice say. Who may not know what was drawn
        sees a back."""
        hidden = "drawn" in made and not made.get("private") and not made.get("shown")
        if "card" in made or not (hidden or made.keys() & {"dice", "drawn", "sums"}):
            return made
        said = {die["text"] for die in made.get("dice", ())}
        title = self.thrown(made) or (said.pop() if len(said) == 1 else made["text"])
        card: Card = {"title": title, "blank": True} if hidden else {"title": title}
        return made | {"card": card}

    def thrown(self, made: Line) -> str:
        """What the dice of a line were thrown for, `thrown.<kind>`; nothing where the catalogue does not say it."""
        key, places = f"thrown.{made['kind']}", made.get("spaces", [])
        if key not in self.words:
            return ""
        return self.words.say(key, side=made.get("side", ""), place=places[0] if places else "")


def signed(worth: int | str) -> str:
    """A number as a modifier is written."""
    return worth if isinstance(worth, str) else f"+{worth}" if worth >= 0 else f"\N{MINUS SIGN}{-worth}"


Worded = Callable[[Any, Reader], Line | None]
"""An event, as its reader learnt it, in words; None if it is nothing to read."""

def summed(odds: Odds) -> Odds:
    """The same odds, in which each result stands once."""
    found = dict[tuple[str, str, bool], Outcome]()
    for one in odds["results"]:
        key = (one["text"], one.get("good", ""), one.get("came", False))
        found[key] = {**one, "p": found[key]["p"] + one["p"]} if key in found else one
    return {**odds, "results": list(found.values())}


_FACES: dict[type, Face[Any, Any]] = {}
_LINES: dict[type, Worded] = {}


def face(*kinds: type[Step]) -> Callable[[type[T]], type[T]]:
    """Register a class of faces for these steps, and for those derived from them that have none of their own. Raises
    ValueError for a second face."""

    def register(made: type[T]) -> type[T]:
        one: Any = made()
        for kind in kinds:
            if kind in _FACES:
                raise ValueError(f"{kind.__qualname__} has a face already")
            _FACES[kind] = one
        return made

    return register


def plain_face(
    verbs: Mapping[str, tuple[str, ...]], ends: Mapping[str, str] | None = None
) -> type[Face[Any, Any]]:
    """A class of faces that says no more than what the arguments of its verbs are, and which of them end something.

        face(Defend)(plain_face({"defend": ("piece",)}, ends={"defend": "ends.die"}))
    """
    return type("PlainFace", (Face,), {"verbs": verbs, "ends": ends or {}})


def line(*kinds: type[Event]) -> Callable[[Worded], Worded]:
    """Register how these events are worded. Raises ValueError for a second wording."""

    def register(worded: Worded) -> Worded:
        for kind in kinds:
            if kind in _LINES:
                raise ValueError(f"{kind.__qualname__} has a line already")
            _LINES[kind] = worded
        return worded

    return register


def face_of(kind: type) -> Face[Any, Any] | None:
    """The face of a kind of step, or of what it derives from."""
    return next((_FACES[base] for base in kind.__mro__ if base in _FACES), None)


def line_of(kind: type) -> Worded | None:
    """The wording of a kind of event, or of what it derives from."""
    return next((_LINES[base] for base in kind.__mro__ if base in _LINES), None)


def faceless(types: Iterable[type[Value]]) -> list[str]:
    """The decisions without a face and the events without a line among these classes: there should be none."""
    found: list[str] = []
    for kind in types:
        if issubclass(kind, Decision) and face_of(kind) is None:
            found.append(kind.__qualname__)
        if issubclass(kind, Event) and line_of(kind) is None:
            found.append(kind.__qualname__)
    return found


class Presenter(Generic[S]):
    """How a game looks, all from knowledge. A game writes its board, its pieces and its picture; prompt, choices,
    macros, odds and log come from the faces."""

    follows: ClassVar[frozenset[str]] = frozenset()
    """The events, by what files call them, that are told in the entry of the one before: the die of a fight, a
    retreat."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    @property
    def words(self) -> Words:
        return self.game.words

    # -- what a game writes --

    def board(self, scenario: str) -> Board:
        """The geometry of the scenario's board."""
        raise TypeError("a game has a board")

    def chart(self, scenario: str, theme: str) -> str:
        """The drawing of the board as an SVG document, for the theme "chart" or "room"."""
        raise TypeError("a game draws its board")

    def faces(self, scenario: str) -> str:
        """The SVG document with a `<symbol id="face-...">` for each face of a piece."""
        raise TypeError("a game draws its pieces")

    def turn_label(self, view: S) -> str:
        """What the page calls this moment of the game (`Picture.turn`): the turn and its date."""
        raise TypeError("a game names its turns")

    def picture(self, scene: Scene[S]) -> Picture:
        """All that the page shows."""
        raise TypeError("a game shows its views")

    def blank(self, scene: Scene[S]) -> Picture:
        """A picture that shows the turn, the sheets of the moment and how the game ended (`ending.<reason>`), and no
        pieces yet: a game puts on it what it has."""
        made: Picture = {
            "turn": self.turn_label(scene.v), "pieces": [], "stores": [], "marks": [], "tracks": [], "calendars": [],
            "tables": [], "sheets": self.sheets(scene), "sequence": [], "forces": [],
        }  # fmt: skip
        if (result := scene.v.result) is not None:
            winners = [self.game.side_name(side) for side, points in enumerate(result.returns) if points > 0]
            made["ending"] = {"winners": winners, "text": self.words.say(f"ending.{result.reason}")}
        return made

    def over(self, view: S) -> str:
        """The sentence of the prompt when nobody is to move."""
        return self.words.say("prompt.over")

    def wait(self, scene: Scene[S], what: str) -> str:
        """The sentence of the prompt for those who wait until the others have decided something."""
        who = self.words.name(self.game.side_name(scene.movers[0]))
        return capital(self.words.say("prompt.wait", side=who, what=what))

    def macro_look(self, scene: Scene[S], macro: Macro) -> MacroLook:
        """How a macro is shown: its label is a key of the catalogue, its `args` fill it in."""
        args = dict(macro.args)
        made: MacroLook = {
            "label": self.words.say(macro.label, **({"place": macro.space} | args)),
            "do": [notation(action) for action in macro.actions],
        }
        if macro.piece:
            made["piece"] = macro.piece
        if macro.space:
            made["space"] = macro.space
        return made

    def score(self, scene: Scene[S]) -> Score | None:
        """How the game stands, and what it takes to win."""
        return None

    def decided(self, view: S) -> Ending | None:
        """Who has won, where public facts have decided a game that still goes on. `view` is what an observer knows: so
        all are told the same."""
        return None

    def workshop(self, scenario: str, data: Mapping[str, Any]) -> Plan:
        """What of the scenario's board is which datum, where its owner corrects it; `data` as it is drawn."""
        return plan(self.board(scenario), ())

    def measure(self, scene: Scene[S], start: str, end: str) -> Measure | None:
        """What the ruler tells of two spaces, if the board has one (`Board.ruler`)."""
        return None

    # -- shared by all --

    def face(self, step: Any) -> Face[S, Any]:
        """The face of a step. Raises TypeError where it has none."""
        found = face_of(type(step))
        if found is None:
            raise TypeError(f"{type(step).__qualname__} has no face: register one with @face")
        return found

    def shown(self, scene: Scene[S]) -> Picture:
        """All that the page shows, with the score."""
        made = self.picture(scene)
        if (score := self.score(scene)) is not None:
            made["score"] = score
        return made

    def prompt(self, scene: Scene[S]) -> Prompt:
        """Who must do what, in a sentence."""
        game, step, movers = self.game, scene.top, scene.movers
        if step is None or not movers:
            return {"text": self.over(scene.v), "sides": [], "mine": False}
        known = [game.side_name(side) for side in movers if side >= 0]
        if step.kind != DECIDE:
            return {"text": self.over(scene.v), "sides": known, "mine": False}
        found = self.face(step)
        asked = found.ask(scene, step)
        text = asked.text if scene.mine else self.wait(scene, found.waiting(scene, step))
        made: Prompt = {"text": text, "sides": known, "mine": scene.mine}
        if scene.mine:
            made["asks"] = step.file_name
        if asked.rule:
            made["rule"] = asked.rule
        if asked.probe and scene.mine:
            made["probe"] = asked.probe
        if asked.focus:
            made["focus"] = list(asked.focus)
        if asked.stays and scene.mine:
            made["stays"] = True
        return made

    def choice(self, scene: Scene[S], action: Action) -> Choice:
        """How an action is shown."""
        step = scene.top
        made: Choice = {"do": notation(action), "label": ""}
        if step.rule:
            made["rule"] = step.rule
        if self.game.retracts(scene.v, action):
            made["retract"] = True
        found = self.face(step)
        if ends := found.why_final(scene, step, action):
            made["ends"] = self.words.say(ends)
        found.choice(scene, step, action, made)
        made["label"] = capital(made["label"])
        return made

    def why_final(self, scene: Scene[S], action: Action) -> str | None:
        """Why the action cannot be taken back, as a key of the catalogue, or None."""
        return self.face(scene.top).why_final(scene, scene.top, action) if scene.mine else None

    def odds(self, scene: Scene[S], action: Action) -> Odds | None:
        """The distribution of what follows before the action commits it; None where nothing is at stake."""
        found = self.face(scene.top).odds(scene, scene.top, action) if scene.mine else None
        return summed(found) if found is not None else None

    def macros(self, scene: Scene[S]) -> tuple[Macro, ...]:
        """Named lists of actions."""
        return self.face(scene.top).macros(scene, scene.top) if scene.mine else ()

    def sheets(self, scene: Scene[S]) -> list[Sheet]:
        """The sheets of the moment."""
        found = face_of(type(scene.top))
        made = found.sheets(scene, scene.top) if found is not None else []
        for sheet in made:
            if "odds" in sheet:
                sheet["odds"] = summed(sheet["odds"])
        return made

    def line(self, seen: Event, side: int) -> Line | None:
        """An event, as a side has seen it, in the game's words; None if it is nothing to read."""
        worded = line_of(type(seen))
        if worded is None:
            raise TypeError(f"{type(seen).__qualname__} has no line: register one with @line")
        reader = Reader(self.game, side)
        made = worded(seen, reader)
        if made is None:
            return None
        if made["kind"] in self.follows:
            made["joins"] = True
        return reader.carded(made)

    def together(self, seen: Sequence[Event], side: int) -> str:
        """What events of a kind that came one after the other say in one; "" where each speaks for itself."""
        return ""
