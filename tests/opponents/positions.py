"""Positions for the tests of the computer players: random games of every game that can be played, and of a toy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from ironbottom import games
from ironbottom.kernel.event import Event
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.bench import random_action
from kernel.duel import DUEL


@cache
def all_games() -> tuple[tuple[str, Game[Any], str], ...]:
    """(name, game, scenario) of everything that can be played, the toy first."""
    found: list[tuple[str, Game[Any], str]] = [("duel", DUEL, "plain")]
    for slug in games.READY:
        game = games.load(slug)
        found += [(f"{slug} {scenario.id}", game, scenario.id) for scenario in game.scenarios if not scenario.of]
    return tuple(found)


NAMES = [name for name, _, _ in all_games()]


def named(name: str) -> tuple[Game[Any], str]:
    """The game and scenario of that name."""
    return next((game, scenario) for known, game, scenario in all_games() if known == name)


def walk(game: Game[Any], scenario: str, seed: int) -> Iterator[tuple[Any, list[list[Event]]]]:
    """The states of a random game at which a side decides, with the events that each side has seen so far."""
    rng = random.Random(seed)
    s = game.setup(scenario)
    seen: list[list[Event]] = [list(game.news_for(s, side)) for side in range(len(game.sides))]
    while sides := game.to_move(s):
        if sides[0] != CHANCE:
            yield s, seen
        side = rng.choice(sides)
        action = random_action(game, s, side, rng)
        if game.waited_for(s) and side not in game.waited_for(s):
            continue
        s = game.apply(s, side, action)
        for viewer, events in enumerate(seen):
            events += game.news_for(s, viewer)


def samples(name: str, count: int, seed: int = 1) -> list[tuple[Game[Any], Any, list[list[Event]]]]:
    """So many positions of random games, spread over them."""
    game, scenario = named(name)
    rng = random.Random(seed)
    found: list[tuple[Game[Any], Any, list[list[Event]]]] = []
    number = seed * 1000
    while len(found) < count:
        number += 1
        seen: list[list[Event]] = []
        states = []
        for s, seen in walk(game, scenario, number):  # the lists of events only grow
            states.append((s, [len(events) for events in seen]))
        for s, lengths in rng.sample(states, min(len(states), 6)):
            found.append((game, s, [events[:length] for events, length in zip(seen, lengths, strict=True)]))
    return found[:count]
