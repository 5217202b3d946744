"""Which computer players there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.words import load_words
from ironbottom.opponents.ismcts import TreeSearch
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Player, Seconds, Steps, read_budget
from ironbottom.opponents.random_player import RandomPlayer
from ironbottom.opponents.scripted import Scripted
from ironbottom.opponents.worlds import searcher_of

RECRUIT_TEMPERATURE = 1.0
ADVICE = 1800
"""Play-outs of an advised turn: some 250 to 300 for each of the six things that may be done alone."""

PLAYERS: dict[str, Callable[[], Player]] = {
    "elite": lambda: PlanSearch(Seconds(5.0)),
    "veteran": lambda: PlanSearch(Seconds(1.0)),
    "regular": Scripted,
    "recruit": lambda: Scripted(RECRUIT_TEMPERATURE),
    "random": RandomPlayer,
}
"""Each player by its id, strongest first."""

BEGINNERS = ("recruit", "random")
"""Whom a newcomer meets first: the first of these that there is."""

SEARCHING = ("elite", "veteran")
"""Those that search: their strength depends on the budget, so reports give them one."""

HIDDEN: dict[str, Callable[[], Player]] = {
    "adviser": lambda: PlanSearch(Steps(ADVICE)),
    "tree": TreeSearch,
}
"""Players that take no seat: they advise, and play in the lab."""

DIALS = ("aggression", "caution")
"""What gives a player character without strength: each from -2 to +2. A script has only the first."""

STYLES = {"bold": (2, -1), "careful": (-2, 1)}
"""The dials of the styles that each level comes in, besides its own: `veteran:bold`."""

ALIASES = {"scripted": "regular"}
"""Other names that the command line and the lab take."""


def catalogue(game: Game[Any]) -> list[dict[str, Any]]:
    """The players that can take a seat in a game, strongest first: `id`, `name`, one line of `text`, whether it
    is the `first` opponent of a newcomer, and its `styles`, each with `id` and `name` of the player in that style."""
    scripted, searched = game.opponent is not None, searcher_of(game) is not None
    words = load_words("ironbottom.opponents")
    keys = [key for key in PLAYERS if (scripted or key == "random") and (searched or key not in SEARCHING)]
    first = next(key for key in BEGINNERS if key in keys)
    return [
        {
            "id": key, "name": words.say(f"bot.{key}.name"), "text": words.say(f"bot.{key}.text"),
            "first": key == first,
            "styles": [
                {"id": f"{key}:{style}", "name": words.say(f"bot.style.{style}", name=words.say(f"bot.{key}.name"))}
                for style in (STYLES if _has_styles(game, key) else ())
            ],
        }
        for key in keys
    ]  # fmt: skip


def _has_styles(game: Game[Any], key: str) -> bool:
    """Whether one can feel the styles of a level: those that search have them, a script where it leans."""
    return key in SEARCHING or (key != "random" and game.opponent is not None and game.opponent.lean > 0)


def called(name: str) -> str:
    """What a player is called, with its dials and its budget.

    >>> called("regular:bold"), called("veteran:steps=300"), called("tree")
    ('Regular, bold', 'Veteran (steps=300)', 'tree')
    """
    words = load_words("ironbottom.opponents")
    key, _, dials = name.partition(":")
    key = ALIASES.get(key, key)
    told = words.say(f"bot.{key}.name") if f"bot.{key}.name" in words else key
    if dials in STYLES:
        return words.say(f"bot.style.{dials}", name=told)
    return words.say("report.tuned", name=told, dials=dials.replace(":", ", ")) if dials else told


def all_called() -> set[str]:
    """What computer players are called, in all games and styles, in small letters."""
    return {called(name).lower() for key in PLAYERS for name in (key, *(f"{key}:{style}" for style in STYLES))}


def one_style(game: Game[Any], name: str) -> None:
    """Raises BadInput for a style or a dial of a level that comes in one style in this game."""
    key, _, dials = name.partition(":")
    key = ALIASES.get(key, key)
    if dials and key in PLAYERS and key != "random" and not _has_styles(game, key):
        raise BadInput(f"{game.slug}: {key} comes in one style, not in '{dials}'")


def pondering(game: Game[Any], name: str, known: Any, side: int) -> float:
    """How many seconds a player means to think about what its side is asked; `known` is what everybody may know."""
    script, made = searcher_of(game), player(name)
    if script is None or not isinstance(made, PlanSearch) or not isinstance(made.budget, Seconds):
        return 0.0
    return made.budget.t * script.share(known, side)


def is_bot(name: str) -> bool:
    """Whether there is a player of that id (or another name of one)."""
    try:
        player(name)
    except BadInput:
        return False
    return name.partition(":")[0] not in HIDDEN


def player(name: str) -> Player:
    """The player of that id. Raises BadInput."""
    key, _, dials = name.partition(":")
    key = ALIASES.get(key, key)
    make = PLAYERS.get(key) or HIDDEN.get(key)
    if make is None:
        raise BadInput(f"there is no bot '{key}'; there are: {', '.join((*PLAYERS, *HIDDEN, *ALIASES))}")
    made = make()
    return _tuned(made, dials) if dials else made


def _tuned(made: Player, dials: str) -> Player:
    """A player with its dials set, as in "veteran:aggression=+1:caution=-1" and "regular:bold", or another budget, as
    in "veteran:steps=300" and "elite:s=2". Raises BadInput."""
    if not isinstance(made, PlanSearch | TreeSearch | Scripted):
        raise BadInput("only the players that search or follow a script have dials")
    for dial in dials.split(":"):
        key, _, number = dial.partition("=")
        if dial in STYLES and not isinstance(made, TreeSearch):
            aggression, caution = STYLES[dial]
            made = replace(made, aggression=aggression)
            made = replace(made, caution=caution) if isinstance(made, PlanSearch) else made
        elif key in ("steps", "s") and not isinstance(made, Scripted):
            made = replace(made, budget=read_budget(f"{key}:{number}"))
        elif not isinstance(made, PlanSearch):
            has = "a budget and no dials" if isinstance(made, TreeSearch) else f"no dials but {' and '.join(STYLES)}"
            raise BadInput(f"that player has {has}: not '{dial}'")
        elif key in DIALS and re.fullmatch(r"[+-]?[0-2]", number):
            made = replace(made, aggression=int(number)) if key == DIALS[0] else replace(made, caution=int(number))
        else:
            raise BadInput(f"a dial is {' or '.join(DIALS)}, from -2 to +2, such as aggression=+1, or a style, "
                           f"{' or '.join(STYLES)}, not '{dial}'")  # fmt: skip
    return made
