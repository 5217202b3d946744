"""One game between computer players: the referee holds truth and dice, each player gets its view and nothing more."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import Action
from ironbottom.kernel.errors import IllegalAction
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Opponent
from ironbottom.kernel.record import Move, Record, header
from ironbottom.kernel.referee import Entry, Referee
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.value import fingerprint
from ironbottom.opponents.after_game import Luck
from ironbottom.opponents.player import Player, Question, onward, read_budget, settled
from ironbottom.opponents.registry import player

LONGEST = 50_000
"""Decisions after which a game counts as endless."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: plain data, so that another process can play it."""

    game: str
    scenario: str
    options: tuple[tuple[str, Any], ...]
    bots: tuple[str, ...]
    """The player of each side, in the order of the sides."""
    seed: str
    budget: str | None = None
    overlay: Mapping[str, Any] | None = None
    audit: bool = False
    """Whether to measure each side's luck, where the script gives positions a worth."""
    keep: bool = False
    """Whether to keep the record."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went."""

    bots: tuple[str, ...]
    returns: tuple[int, ...]
    reason: str
    decisions: int
    chances: int
    cpu_s: float
    thought_s: tuple[float, ...]
    illegal: tuple[int, ...]
    fallbacks: tuple[int, ...]
    fingerprint: str
    luck: tuple[Luck, ...]
    record: str = ""
    turn: int = 0
    """On which turn it ended, as its states count them; 0 where they count none."""

    def points(self, side: int) -> float:
        """1 for a win, one half for a draw: of a side, against the best of the others (alone: against 0)."""
        best = max((value for other, value in enumerate(self.returns) if other != side), default=0)
        own = self.returns[side]
        return 1.0 if own > best else 0.5 if own == best else 0.0


def seed_bytes(seed: str) -> bytes:
    """The dice of a lab game, from a readable seed."""
    return hashlib.blake2b(f"lab {seed}".encode(), digest_size=32).digest()


def play_fixture(fixture: Fixture) -> Played:
    """Play a fixture's game. Raises BadInput for one that cannot be set up."""
    game = games.load(fixture.game, fixture.overlay)
    return play(game, fixture, tuple(player(name) for name in fixture.bots))


def play(game: Game[Any], fixture: Fixture, players: tuple[Player, ...]) -> Played:
    """Play a game between these players to its end."""
    return _Match(game, fixture, players).run()


class _Match:
    def __init__(self, game: Game[Any], fixture: Fixture, players: tuple[Player, ...]) -> None:
        self.game = game
        self.fixture = fixture
        self.players = players
        self.script = game.at(fixture.scenario).opponent
        self.sides = range(len(game.sides))
        self.memories: list[Any] = []
        self.budget = read_budget(fixture.budget) if fixture.budget else None
        self.generators = [random.Random(f"bot {fixture.seed} {side}") for side in self.sides]
        self.decisions = self.chances = 0
        self.thought = [0.0 for _ in self.sides]
        self.illegal = [0 for _ in self.sides]
        self.fallbacks = [0 for _ in self.sides]
        self.luck = [Luck() for _ in self.sides]
        self.moves: list[Move] = []

    def run(self) -> Played:
        game, fixture = self.game, self.fixture
        started = time.process_time()
        first = game.setup(fixture.scenario, dict(fixture.options))
        self.memories = [game.start(first, side) for side in self.sides]
        referee = Referee(game, first, seed_bytes(fixture.seed))
        self._learn(first, None, referee.begin())
        while sides := game.waited_for(referee.state):
            if self.decisions >= LONGEST:
                raise RuntimeError(f"{game.slug}: no end after {LONGEST} decisions (seed {fixture.seed})")
            self._turn(referee, sides[0])
        end = referee.state
        return Played(
            fixture.bots, game.returns(end), end.result.reason if end.result else "", self.decisions, self.chances,
            time.process_time() - started, tuple(self.thought), tuple(self.illegal), tuple(self.fallbacks),
            fingerprint(end), tuple(self.luck), self._record(referee) if fixture.keep else "",
            end.turn if "turn" in end.fields else 0,
        )

    def _turn(self, referee: Referee[Any], side: int) -> None:
        """Ask a side's player once, and play its answer until something comes between."""
        game = self.game
        started = time.process_time()
        view = game.view(referee.state, side)
        asked = Question(game, side, view, game.legal(view, side), self.memories[side], self.budget)
        try:
            planned = self.players[side].choose(asked, self.generators[side]).do
            if not planned:
                raise ValueError("no action")
        except Exception:
            self.fallbacks[side] += 1
            planned = self._fallback(asked)
        self.thought[side] += time.process_time() - started
        for action in planned:
            before = referee.state
            try:
                entries = referee.play(side, action)
            except IllegalAction:
                self.illegal[side] += 1
                self.fallbacks[side] += 1
                view = game.view(referee.state, side)
                asked = Question(game, side, view, game.legal(view, side), self.memories[side], self.budget)
                self._learn(before, side, referee.play(side, self._fallback(asked)[0]))
                return
            self._learn(before, side, entries)
            if len(entries) > 1 or side not in game.waited_for(referee.state):
                return

    def _fallback(self, asked: Question) -> tuple[Action, ...]:
        """What a side plays whose player failed: the script's choice, or else the first legal action."""
        rng = self.generators[asked.side]
        if self.script is not None:
            try:
                return self.script.policy(asked.view, asked.side, asked.legal, asked.memory, rng)[0].do[:1]
            except Exception:  # the script is what failed
                pass
        return (settled(onward(asked)[0], rng),)

    def _learn(self, before: Any, actor: int | None, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            if entry.side == CHANCE:
                self.chances += 1
            else:
                self.decisions += 1
            if self.fixture.keep:
                self.moves.append(Move(entry.side, entry.action))
            for side in self.sides:
                memory = self.memories[side]
                for item in entry.news:
                    if (seen := item.seen_by(side)) is not None:
                        memory = self.game.remember(before, memory, seen)
                self.memories[side] = memory
        script = self.script
        if self.fixture.audit and script and script.values and actor is not None and len(entries) > 1:
            self.luck[actor] += audit(self.game, script, before, actor, entries)

    def _record(self, referee: Referee[Any]) -> str:
        game, fixture = self.game, self.fixture
        sides = next(item.sides for item in game.scenarios if item.id == fixture.scenario)
        seats = {game.sides[side]: f"bot:{bot}" for side, bot in zip(sides, fixture.bots, strict=True)}
        first = header(game, fixture.scenario, dict(fixture.options), seats=seats, seed_hash=referee.seed_hash,
                       started="", overlay=fixture.overlay)
        end = referee.state
        last = {
            "returns": list(game.returns(end)), "reason": end.result.reason if end.result else "",
            "seed": referee.reveal_seed().hex(), "fingerprint": fingerprint(end),
        }
        return Record(game, first, self.moves, last).to_text()


def audit(game: Game[Any], script: Opponent[Any], before: Any, actor: int, entries: tuple[Entry, ...]) -> Luck:
    """The luck of the chance events that followed an action: realised minus expected worth for the side that acted.

    The expectation is that of the position in which the event was faced, so an honest player's luck sums to 0 within
    its variance, however well it plays; one that foresees the dice chooses the events that go well.
    """
    luck = Luck()
    state = before
    for entry in entries:
        if entry.side == CHANCE:
            outcomes = game.chance(state)
            if len(outcomes) > 1:
                total = sum(weight for _, weight in outcomes)
                worths = [(script.worth(game.apply(state, CHANCE, one), actor), weight) for one, weight in outcomes]
                middle = sum(worth * weight for worth, weight in worths) / total
                variance = sum((worth - middle) ** 2 * weight for worth, weight in worths) / total
                state = game.apply(state, CHANCE, entry.action)
                luck += Luck(script.worth(state, actor) - middle, variance, 1)
                continue
        state = game.apply(state, entry.side, entry.action)
    return luck
