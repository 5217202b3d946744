"""Thinking in a process of its own: one picklable request in, plain data out.

`think` is a top-level function, so that a pool of spawned processes can run it, as
`partial(think, games.load)`. The request holds knowledge only: a view, never a state; no seed of the table's dice; no
referee.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from ironbottom.kernel.action import notation, parse
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import Event
from ironbottom.kernel.game import Game
from ironbottom.kernel.message import Hint
from ironbottom.opponents import hints, warnings
from ironbottom.opponents.advice import advised
from ironbottom.opponents.clock import MOVE_NOW
from ironbottom.opponents.player import Budget, Player, Question, Thought, read_budget, told
from ironbottom.opponents.registry import player
from ironbottom.opponents.worlds import determinize, searcher_of

WORLDS = 4
"""So many worlds are dealt to see how a side stands."""

WARNING = 0.2
"""Seconds in which an act and what the search would do are tried."""

Loader = Callable[[str, Mapping[str, Any] | None], Game[Any]]
"""The catalogue: who runs this knows which games there are."""


class Request(TypedDict):
    """What a thinking process gets."""

    game: str
    overlay: Mapping[str, Any] | None
    scenario: str
    options: Mapping[str, Any]
    side: int | str
    """The number or the name of the side."""
    view: Any
    """The file form of the side's view."""
    memory: bytes
    """`pickle.dumps` of what the side remembers."""
    bot: str
    seed: int | str
    """Of the bot's own generator: not the table's."""
    budget: str | None
    """"steps:N", "s:T" or None for the bot's own measure."""


class Answer(TypedDict):
    """What comes back: actions in notation, to be played in order until something comes between, and the plans
    that were considered, best first."""

    do: list[str]
    considered: list[dict[str, Any]]
    hope: tuple[int, float] | None
    """The round, and the chance to win that it gives itself."""


def think(load: Loader, request: Mapping[str, Any]) -> Answer | dict[str, Any]:
    """The move of a computer player in a game that `load` gives by slug and corrections; with `"hint": True` in the
    request a hint (`hints.Hint`), with `"weigh": True` the chance of each side too; with `"warn"` and actions in
    notation what the coach says of them (`message.Warned`); with `"advise": True` what he would do (`message.Advised`).

    Raises BadInput for a request that is not one; a bot's own error as it is.
    """
    game = load(request["game"], request.get("overlay"))
    side = request["side"] if isinstance(request["side"], int) else game.side_of(request["side"])
    view = game.view_from_file(request["view"], request["scenario"], request["options"])
    asked = _question(game, side, view, pickle.loads(request["memory"]), request.get("budget"))
    if request.get("hint"):
        asked = hints.patient(asked)
    thought = answer(player(request["bot"]), asked, request.get("seed", 0))
    if do := request.get("warn"):
        luck = random.Random(f"warn {request.get('seed', 0)}")
        return dict(warnings.warned(asked, thought, [parse(text) for text in do], luck, WARNING))
    if request.get("advise"):
        return dict(advised(asked, thought))
    if request.get("hint"):
        found = hints.told(asked, thought)
        luck = random.Random(request.get("seed", 0))
        if request.get("weigh") and (chance := hints.chances(asked, found, luck)) is not None:
            found["chance"] = chance
        return dict(found)
    made = [notation(action) for action in thought.do]
    luck = random.Random(f"hope {request.get('seed', 0)}")
    return {"do": made, "considered": told(thought), "hope": hope(asked, luck)}


def hope(asked: Question, rng: random.Random) -> tuple[int, float] | None:
    """The round of both sides' turns, and the chance to win that a side gives itself over some worlds that fit its own
    view; None where the game values no position short of its end, as in the short games of ours."""
    script = searcher_of(asked.game.of(asked.view))
    if script is None or asked.view.setting.own_rule:
        return None
    worlds = [determinize(asked.game, script, asked, rng) for _ in range(WORLDS)]
    return script.phase(worlds[0]) // 2, sum(script.evaluate(world, asked.side) for world in worlds) / WORLDS


def hurry(now: bool) -> None:
    """Let the thinking in this process end with the best answer so far, or (False) begin unhurried."""
    if now:
        MOVE_NOW.set()
    else:
        MOVE_NOW.clear()


def question(game: Game[Any], side: int, view: Any, events: Sequence[Event], budget: str | None = None) -> Question:
    """The question that a side's view puts to a player who has seen these events."""
    return _question(game, side, view, game.recall(view, side, events), budget)


def _question(game: Game[Any], side: int, view: Any, memory: Any, budget: str | None) -> Question:
    legal = game.legal(view, side)
    if not legal:
        raise BadInput(f"{game.slug}: {game.side_name(side)} is not to move")
    return Question(game, side, view, legal, memory, read_budget(budget) if budget else None)


def answer(chosen: Player, asked: Question, seed: int | str) -> Thought:
    """A player's answer: the same for the same question and seed, in every process."""
    return chosen.choose(asked, random.Random(f"bot {seed}"))


def hint(
    game: Game[Any], view: Any, side: int, budget: Budget | str | None = None, events: Sequence[Event] = (),
    seed: int | str = 0,
) -> Hint:
    """A hint for the side whose view it is. `events` are those that it has seen: what it may remember. Raises BadInput
    where it is not asked to do anything."""
    asked = hints.patient(question(game, side, view, events, str(budget) if budget is not None else None))
    return hints.told(asked, answer(player(hints.adviser_of(game)), asked, f"hint {seed}"))
