"""The book of blunders: positions in which a computer player must not do something, or must, and why.

Each game may bring one, `blunders.toml`, with one `[[blunder]]` for each position (above them `steps = { veteran = 240,
elite = 1200 }`, where play-outs cost so little that the levels make many more of them at a table than `STEPS`):

    [[blunder]]
    name = "The field left to one block of supply"
    kind = "airfield left empty"
    why = "Whoever walks onto an empty Henderson Field has won"
    position = { ... }                       # what `Game.place` reads; or, of a game played so far:
    moves = "american take ...; chance draw inf2; ..."   # each with who does it (with `scenario`, `options` and `copy`,
                                                         # the name of a copy that comes with the game)
    play = [ ... ]                           # as in cases: what is played before the question
    side = "american"
    until = "turn"                           # how long the player goes on: "answer", "step" or "turn" (default)
    never = ["go tetere *", "take 6DB; step *"]          # patterns of what is played, none of which may match
    must = ["use resupply * | go henderson_field *"]     # patterns of which each must match (any of several by |)
    ends = { "american.henderson_field" = ">=1" }        # facts that must hold at the end
    ends_not = { "at.0708" = [] }                        # facts that must not all hold at the end
    wrong = "take inf3; go tetere; end"                  # an answer that falls for it, by which it is confirmed
    right = "end"                                        # one that does not, where the script's own would
    held_back = true                         # kept from those who mend the player: it measures, nobody tunes by it

A pattern is one of `fnmatch` over the notation of an action, or of several in a row with `;` between them; with `^`
before it, what is played first. A fact is compared with a number or text; with a list: all of it is there (nothing is
there, if it is empty); with a text such as ">=2": so many, of a number or a list. `step` goes on as long as the same
kind of step asks the player's side; all end with the side's turn (the phase of a search) or the game. Chance falls by
the seed; who else is asked answers by the script.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import Action, notation, offered, parse
from ironbottom.kernel.cases import Play, facts_of
from ironbottom.kernel.data import parse_toml
from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.command import overlay_of
from ironbottom.lab.farm import HERE, Farm
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Player, Question
from ironbottom.opponents.registry import one_style, player
from ironbottom.opponents.scripted import script_of

FILE = "blunders.toml"
STEPS = {"veteran": 60, "elite": 300}
"""The thought of a turn, for those that search and are given no other: five to one, as at a table."""
ENOUGH = {"regular": 0.9, "recruit": 0.0, "random": 0.0}
"""The share of the book that a player has to pass; of others all."""
SPARED = 20
"""A position is passed if the player falls for it on no more than one seed of so many."""
LONGEST = 600
"""Decisions after which a position is left."""
UNTIL = ("answer", "step", "turn")
_KEYS = {
    "name", "kind", "why", "position", "moves", "scenario", "options", "play", "side", "until", "never", "must", "ends",
    "ends_not", "held_back", "wrong", "right", "copy",
}  # fmt: skip
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq, ">": operator.gt, "<": operator.lt,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Blunder:
    """An entry of the book; `data` is what its file says."""

    name: str
    kind: str
    why: str
    side: int
    data: Mapping[str, Any]

    @property
    def held_back(self) -> bool:
        return bool(self.data.get("held_back", False))

    @property
    def until(self) -> str:
        return str(self.data.get("until", "turn"))


@dataclass(frozen=True, slots=True)
class Judged:
    """How a player fared in one position: how often it fell for it, of so many seeds, and one time why."""

    blunder: Blunder
    seeds: int
    falls: int
    example: str

    @property
    def passed(self) -> bool:
        return self.falls <= self.seeds // SPARED

    def to_json(self) -> dict[str, Any]:
        one = self.blunder
        return {
            "name": one.name, "kind": one.kind, "why": one.why, "held_back": one.held_back, "seeds": self.seeds,
            "falls": self.falls, "passed": self.passed, "example": self.example,
        }


def read_book(game: Game[Any]) -> tuple[Blunder, ...]:
    """The book of a game. Raises BadInput, with the entry's name, and where the game has none."""
    path = game.folder / FILE
    if not path.is_file():
        raise BadInput(f"{game.slug} has no {FILE}")
    return parse_book(game, path.read_text("utf-8"))


def parse_book(game: Game[Any], text: str) -> tuple[Blunder, ...]:
    """The entries of a book. Raises BadInput in one line, with the entry's name."""
    rows = parse_toml(text, FILE).get("blunder")
    if not isinstance(rows, list) or not rows:
        raise BadInput(f"{FILE} holds no [[blunder]]")
    found: dict[str, Blunder] = {}
    for number, row in enumerate(rows, 1):
        one = _entry(game, row, f"{FILE}, entry {number}")
        if one.name in found:
            raise BadInput(f"{FILE}: two entries are called '{one.name}'")
        found[one.name] = one
    return tuple(found.values())


def steps_of(game: Game[Any]) -> Mapping[str, int]:
    """The thought of a turn in a game's book, of those that search and are given no other. Raises BadInput."""
    path = game.folder / FILE
    given = parse_toml(path.read_text("utf-8"), FILE).get("steps", {}) if path.is_file() else {}
    if not isinstance(given, Mapping) or not all(key in STEPS and type(n) is int and n > 0 for key, n in given.items()):
        raise BadInput(f"{FILE}: 'steps' is a table with {' and '.join(STEPS)}, each a number from 1 on")
    return {**STEPS, **given}


def _entry(game: Game[Any], row: Any, where: str) -> Blunder:
    if not isinstance(row, Mapping):
        raise BadInput(f"{where} is no table")
    where = f"{where} ({row['name']})" if "name" in row else where
    for key in row:
        if key not in _KEYS:
            raise BadInput(f"{where}: unknown key '{key}'; known: {', '.join(sorted(_KEYS))}")
    for key in ("name", "kind", "why", "side"):
        if not isinstance(row.get(key), str) or not row[key]:
            raise BadInput(f"{where}: '{key}' is missing, or no text")
    if ("position" in row) == ("moves" in row):
        raise BadInput(f"{where}: either 'position' or 'moves'")
    if "moves" not in row and ("scenario" in row or "options" in row or "copy" in row):
        raise BadInput(f"{where}: 'scenario', 'options' and 'copy' stand with 'moves'; a position has its own")
    if row.get("until", "turn") not in UNTIL:
        raise BadInput(f"{where}: 'until' is one of {', '.join(UNTIL)}")
    for key in ("wrong", "right"):
        if not isinstance(row.get(key, ""), str):
            raise BadInput(f"{where}: '{key}' is a text of actions with ; between them")
    for key in ("never", "must"):
        listed = row.get(key, [])
        if not isinstance(listed, list) or not all(isinstance(text, str) and text for text in listed):
            raise BadInput(f"{where}: '{key}' is a list of patterns")
    for key in ("ends", "ends_not"):
        if not isinstance(row.get(key, {}), Mapping):
            raise BadInput(f"{where}: '{key}' is a table of facts")
    if not any(row.get(key) for key in ("never", "must", "ends", "ends_not")):
        raise BadInput(f"{where}: nothing is asked of the player ('never', 'must', 'ends' or 'ends_not')")
    try:
        return Blunder(row["name"], row["kind"], row["why"], game.side_of(row["side"]), row)
    except IronbottomError as error:
        raise BadInput(f"{where}: {error}") from None


def called_on(game: Game[Any], blunder: Blunder) -> Play:
    """The position of an entry, with what was told before the question, in the game of its copy. Raises BadInput where
    it cannot be reached, or its side is not asked there."""
    where = f"{FILE} ({blunder.name})"
    data = blunder.data
    try:
        if "copy" in data:
            game = games.load(game.slug, overlay_of(game.slug, str(data["copy"])))
        if "moves" in data:
            play = Play(game, game.setup(str(data.get("scenario", game.scenarios[0].id)), data.get("options", {})))
            _moved(play, str(data["moves"]))
        else:
            play = Play(game, game.place(data["position"]))
        for entry in data.get("play", ()):
            play.do(entry)
    except IronbottomError as error:
        raise BadInput(f"{where}: {error}") from None
    if blunder.side not in game.waited_for(play.state):
        asked = ", ".join(game.side_name(side) for side in game.waited_for(play.state)) or "nobody"
        raise BadInput(f"{where}: {game.side_name(blunder.side)} is not asked there, but {asked}")
    return play


def _moved(play: Play, moves: str) -> None:
    """A game so far: each move or chance result with who does it."""
    for text in filter(None, map(str.strip, moves.split(";"))):
        who, _, what = text.partition(" ")
        if who == "chance":
            play.fall(parse(what))
        else:
            play.act(play.game.side_of(who), parse(what))


def run(
    game: Game[Any], book: Sequence[Blunder], name: str, seeds: int,
    progress: Callable[[int, int], None] = lambda done, whole: None, farm: Farm = HERE,
) -> Iterator[Judged]:
    """How a player fares in these positions, on seeds 0 to `seeds` - 1. Raises BadInput."""
    one_style(game, name)
    budgeted(name, steps_of(game))
    pieces = [(game.slug, blunder, name, seeds) for blunder in book]
    for at, judged in enumerate(farm.map(_judged, pieces)):
        progress(at + 1, len(book))
        yield judged


def _judged(piece: tuple[str, Blunder, str, int]) -> Judged:
    """How a player fares in one position."""
    slug, blunder, name, seeds = piece
    game = games.load(slug)
    chosen = budgeted(name, steps_of(game))
    play = called_on(game, blunder)
    found = [why for seed in range(seeds) if (why := fallen(play.game, blunder, play, chosen, seed))]
    return Judged(blunder, seeds, len(found), found[0] if found else "")


def budgeted(name: str, steps: Mapping[str, int] = STEPS) -> Player:
    """The player of that name; one that searches has its number of steps, so that its answers can be had again."""
    base = name.partition(":")[0]
    made = player(name)
    if isinstance(made, PlanSearch) and "steps=" not in name and "s=" not in name and base in steps:
        return player(f"{name}:steps={steps[base]}")
    return made


def enough(name: str, judged: Sequence[Judged]) -> bool:
    """Whether a player passes as much of a book as is asked of it."""
    share = ENOUGH.get(name.partition(":")[0], 1.0)
    return sum(one.passed for one in judged) >= share * len(judged)


def fallen(game: Game[Any], blunder: Blunder, play: Play, chosen: Player, seed: int) -> str:
    """What was wrong with what the player did in that position; empty if nothing was."""
    played, state, illegal = _answers(game, blunder, play, chosen, seed)
    if illegal:
        return f"'{illegal}' is not legal"
    told = "; ".join(map(notation, played))
    for pattern in blunder.data.get("never", ()):
        if _matches(pattern, played):
            return f"'{pattern}' in: {told}"
    for pattern in blunder.data.get("must", ()):
        if not _matches(pattern, played):
            return f"no '{pattern}' in: {told}"
    facts = facts_of(game, state)
    wrong = [key for key, wanted in blunder.data.get("ends", {}).items() if not _holds(facts, key, wanted)]
    if wrong:
        return f"in the end {wrong[0]} is {_fact(facts, wrong[0])!r} after: {told}"
    spoilt = blunder.data.get("ends_not", {})
    if spoilt and all(_holds(facts, key, wanted) for key, wanted in spoilt.items()):
        return f"in the end {next(iter(spoilt))} is {_fact(facts, next(iter(spoilt)))!r} after: {told}"
    return ""


def _answers(
    game: Game[Any], blunder: Blunder, play: Play, chosen: Player, seed: int
) -> tuple[list[Action], Any, str]:
    """What the player's side did, where it led, and what of it was not legal, if anything."""
    state, side = play.state, blunder.side
    known = [play.memory(viewer) for viewer in range(len(game.sides))]
    script = script_of(game.of(state))
    mine, dice = random.Random(f"bot {seed}"), random.Random(f"blunder {blunder.name} {seed}")
    played: list[Action] = []
    begun, kind = script.phase(state), type(state.stack[-1])

    def step(by: int, action: Action) -> None:
        nonlocal state
        state = game.apply(state, by, action)
        for event in state.news:
            for viewer, memory in enumerate(known):
                if (seen := event.seen_by(viewer)) is not None:
                    known[viewer] = game.remember(state, memory, seen)

    for n in range(LONGEST):
        waiting = game.waited_for(state)
        if not waiting or script.phase(state) != begun:
            break
        if waiting[0] == CHANCE:
            outcomes = game.chance(state)
            step(CHANCE, dice.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0])
            continue
        asked = side if side in waiting else waiting[0]
        if asked == side and n and (blunder.until == "answer" or
                                    (blunder.until == "step" and type(state.stack[-1]) is not kind)):
            break
        view = game.view(state, asked)
        question = Question(game, asked, view, game.legal(view, asked), known[asked])
        if asked == side:
            thought = chosen.choose(question, mine).do
        else:
            thought = script.policy(view, asked, question.legal, known[asked], dice)[0].do
        for action in thought:
            if not offered(game.legal(state, asked), action):
                return played, state, notation(action)
            step(asked, action)
            if asked == side:
                played.append(action)
            if asked not in game.waited_for(state):
                break
    return played, state, ""


def _matches(pattern: str, played: Sequence[Action]) -> bool:
    """Whether a pattern, or one of several with | between them, matches actions in a row; after ^ the first ones."""
    texts = [notation(action) for action in played]
    for one in map(str.strip, pattern.split("|")):
        parts = [part.strip() for part in one.removeprefix("^").split(";")]
        places = len(texts) - len(parts) + 1
        for at in range(min(1, places) if one.startswith("^") else places):
            if all(map(fnmatchcase, texts[at:at + len(parts)], parts)):
                return True
    return False


def _fact(facts: Mapping[str, Any], key: str) -> Any:
    """The fact of a dotted key; an empty list where nothing is told."""
    found: Any = facts
    for part in key.split("."):
        found = found.get(part, []) if isinstance(found, Mapping) else []
    return found


def _holds(facts: Mapping[str, Any], key: str, wanted: Any) -> bool:
    found = _fact(facts, key)
    if isinstance(wanted, list):
        return all(found.count(item) >= wanted.count(item) for item in wanted) if wanted else not found
    if isinstance(wanted, str):
        for sign, compare in _COMPARE.items():
            if wanted.startswith(sign) and wanted[len(sign):].strip().lstrip("-").isdigit():
                number = len(found) if isinstance(found, (list, Mapping)) else found
                return compare(number, int(wanted[len(sign):]))
    return bool(found == wanted)


def text(name: str, judged: Sequence[Judged]) -> str:
    """What is told of a run: each position that was not passed, then the counts, those held back apart."""
    lines = []
    for one in judged:
        if not one.passed:
            mark = ", held back" if one.blunder.held_back else ""
            lines.append(f"FALLS {one.blunder.name} ({one.blunder.kind}{mark}): {one.falls} of {one.seeds} seeds")
            lines.append(f"      {one.blunder.why}")
            lines.append(f"      {one.example}")
    back = [one for one in judged if one.blunder.held_back]
    count = partial(sum, start=0)
    lines.append(
        f"{name} passes {count(one.passed for one in judged)} of {len(judged)}, "
        f"{count(one.passed for one in back)} of {len(back)} held back"
    )
    return "\n".join(lines)
