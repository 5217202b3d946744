"""Examples: for each statement of a game's rules a case that shows it, cut into stages that can be shown one by one.

A case is an example of each statement that it cites. Where a rule is played, its acts are the example; where it only
forbids, the refusal is; where it only describes, what the case asks, with the places that it names. The case files
stand in the folder `cases` of a game's package; in a checkout of this program in `tests/cases/GAME`, from where the
wheel takes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ironbottom.kernel.action import Action
from ironbottom.kernel.cases import Play, read_cases
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import CHANCE, Refusal
from ironbottom.kernel.value import Value, value

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game

Kind = Literal["plays", "forbids", "describes"]
"""How a statement is shown: by what is done, by what is refused, or by what is pointed at and told."""


@value
class Act(Value):
    """What a side does in an example: `before` is the position in which it does so, `fell` what chance gave then."""

    side: int
    action: Action
    before: Any
    fell: tuple[Action, ...]


@value
class Refused(Value):
    """What a side may not do, in which position, and why."""

    side: int
    action: Action
    before: Any
    why: Refusal


@value
class Stage(Value):
    """A part of an example: what is done, and what is refused in the position that it led to."""

    acts: tuple[Act, ...]
    refused: tuple[Refused, ...]


@value
class Example(Value):
    """A case as it is shown. `start` is its position, `opening` what chance gave before the first act; the first stage
    has no acts; `last` is the position at the end. `tells` are the case's questions with their answers."""

    case: str
    text: str
    scenario: str
    options: tuple[tuple[str, Any], ...]
    start: Any
    opening: tuple[Action, ...]
    stages: tuple[Stage, ...]
    tells: tuple[tuple[str, Any], ...]
    last: Any


def kind(case: Mapping[str, Any]) -> Kind:
    """How a case shows what it cites.

    >>> kind({"play": [{"refused": "end"}]})
    'forbids'
    """
    play = case.get("play", ())
    if any("do" in entry for entry in play):
        return "plays"
    return "forbids" if any("refused" in entry for entry in play) else "describes"


def case_files(slug: str, package: str, folder: Path | None = None) -> list[Path]:
    """The case files of a game, in order: those in `folder` and below it, or where none is given those of the game's
    package, or of this checkout."""
    place = folder or Path(str(files(package))) / "cases"
    if folder is None and not place.is_dir():
        place = Path(__file__).parents[3] / "tests/cases" / slug
    return sorted(place.rglob("*.toml")) if place.is_dir() else []


def cases_of(game: Game[Any]) -> Mapping[str, Mapping[str, Any]]:
    """The cases of a game by their ids. Raises BadInput."""
    return _cases(game.slug, game.package)


@lru_cache(maxsize=32)
def _cases(slug: str, package: str) -> Mapping[str, Mapping[str, Any]]:
    found = {}
    for path in case_files(slug, package):
        for case in read_cases(path):
            if case.get("game", slug) == slug:
                found[str(case["id"])] = case
    return found


def shown_by(game: Game[Any]) -> Mapping[str, str]:
    """For each statement that has an example the id of the case that shows it best: what plays or forbids before what
    only describes, then what was written for it above all or has its name, then where it is the reason of a refusal,
    then what is short, then what is played without an option; before all what the statement names itself."""
    return {**_shown_by(game.slug, game.package), **{one.id: one.shown for one in game.statements if one.shown}}


@lru_cache(maxsize=32)
def _shown_by(slug: str, package: str) -> Mapping[str, str]:
    ranked: dict[str, list[tuple[Any, ...]]] = {}
    for key, case in _cases(slug, package).items():
        play = case.get("play", ())
        acts = sum(str(entry.get("do", entry.get("refused", ""))).count(";") + 1 for entry in play)
        other = bool(case.get("position", {}).get("options"))
        for at, rule in enumerate(case.get("rules", ())):
            refuses = any(entry.get("rule") == rule for entry in play)
            rank = (kind(case) == "describes", at, key != rule, not refuses, acts, other, key)
            ranked.setdefault(rule, []).append(rank)
    return {rule: min(ranks)[-1] for rule, ranks in ranked.items()}


def example(game: Game[Any], key: str) -> Example:
    """The example that a case is. Raises BadInput for a case that is not there or cannot be played."""
    case = cases_of(game).get(key)
    if case is None:
        raise BadInput("there is no such example")
    walk = _Walk(game, game.place(case["position"]))
    for entry in case.get("play", ()):
        walk.entry(entry)
    tells = [(str(one["what"]), one["is"]) for one in case.get("ask", ())]
    position = case["position"]
    return Example(
        key, str(case.get("text", "")), str(position.get("scenario", game.scenarios[0].id)),
        tuple(position.get("options", {}).items()), walk.start, tuple(walk.opening), walk.stages(), tuple(tells),
        walk.state,
    )  # fmt: skip


class _Walk(Play):
    """A case that is played and written down."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        super().__init__(game, state)
        self.opening: list[Action] = []
        self.parts: list[tuple[list[Act], list[Refused]]] = [([], [])]
        self.fresh = True

    def entry(self, entry: Mapping[str, Any]) -> None:
        """Play an entry of the case; what is done in it begins a stage."""
        self.fresh = True
        self.do(entry)

    def stages(self) -> tuple[Stage, ...]:
        """What was written down."""
        return tuple(Stage(tuple(acts), tuple(refused)) for acts, refused in self.parts)

    def _apply(self, side: int, action: Action) -> None:
        before = self.state
        super()._apply(side, action)
        acts = self.parts[-1][0]
        if side == CHANCE:
            if len(self.parts) == 1:
                self.opening.append(action)
            else:
                acts[-1] = acts[-1].replace(fell=(*acts[-1].fell, action))
            return
        if self.fresh or acts[-1].fell or acts[-1].side != side:
            self.parts.append(([], []))
        self.fresh = False
        self.parts[-1][0].append(Act(side, action, before, ()))

    def _refused(self, side: int, action: Action, rule: str | None) -> None:
        super()._refused(side, action, rule)
        why = self.game.why_not(self.state, side, action)
        if why is not None:
            self.parts[-1][1].append(Refused(side, action, self.state, why))
            self.fresh = True


def share(game: Game[Any]) -> tuple[dict[str, Kind], list[str]]:
    """How each statement is shown that has an example which can be played to its end, and the ids of those that have
    none."""
    found: dict[str, Kind] = {}
    lacking = []
    for statement in game.statements:
        key = shown_by(game).get(statement.id)
        try:
            if key is None:
                raise BadInput("no case")
            example(game, key)
        except BadInput:
            lacking.append(statement.id)
        else:
            found[statement.id] = kind(cases_of(game)[key])
    return found, lacking

