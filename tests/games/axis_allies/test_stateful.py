"""A table's life in any order: legal, illegal, stale and repeated actions of both sides, undo, save and load. Pieces
and supply are conserved throughout, and nothing of a plot shows before the reveal."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import contract
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.hidden_movement import Plotting
from ironbottom.games.axis_allies.rules.printed import KINDS
from ironbottom.games.axis_allies.rules.state import everything
from ironbottom.kernel.action import offered
from ironbottom.kernel.errors import IllegalAction
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.step import OBSERVER

GAME = make()
OPTIONS: tuple[dict[str, Any], ...] = (
    {}, {"advantages": "all"}, {"hidden_movement": True}, {"advantages": "all", "hidden_movement": True},
)


class Table(RuleBasedStateMachine):
    """Two sides at one table."""

    @initialize(options=st.sampled_from(OPTIONS), seed=st.integers(0, 10**6), ahead=st.integers(0, 300))
    def begin(self, options: dict[str, Any], seed: int, ahead: int) -> None:
        self.start = GAME.setup("campaign", options)
        self.referee = Referee(GAME, self.start, seed.to_bytes(32, "big"))
        self.referee.begin()
        self.rng = random.Random(seed)
        self.last: tuple[int, Any] | None = None
        self.before: list[tuple[Any, int]] = []
        for _ in range(ahead):
            self.act()

    def act(self, choice: int | None = None) -> None:
        s = self.referee.state
        if not (waiting := GAME.waited_for(s)):
            return
        side = waiting[0]
        actions = contract.forward(GAME, s, side) if choice is None else list(GAME.legal(s, side))
        at = self.rng.randrange(len(actions)) if choice is None else choice % len(actions)
        action = contract.concrete(actions[at], self.rng)
        commits = GAME.why_final(GAME.view(s, side), side, action)
        before = (s, self.referee.drawn)
        self.referee.play(side, action)
        self.before = [] if commits else [*self.before, before]
        self.last = (side, action)

    @rule(choice=st.integers(0, 200))
    def legal(self, choice: int) -> None:
        self.act(choice)

    @rule(count=st.integers(1, 40))
    def play_on(self, count: int) -> None:
        for _ in range(count):
            self.act()

    @rule(side=st.integers(0, 1), seed=st.integers(0, 10**6))
    def illegal(self, side: int, seed: int) -> None:
        s = self.referee.state
        for action in contract.near_misses(GAME, s, side, random.Random(seed), 4):
            if offered(GAME.legal(s, side), action):
                continue
            with pytest.raises(IllegalAction):
                self.referee.play(side, action)
            assert self.referee.state is s

    @rule()
    def the_wrong_side(self) -> None:
        s = self.referee.state
        for side in (0, 1):
            if side not in GAME.to_move(s):
                with pytest.raises(IllegalAction):
                    self.referee.play(side, ("done",))
                assert self.referee.state is s

    @precondition(lambda self: self.last is not None)
    @rule()
    def the_same_again(self) -> None:
        """A repeated action is judged by what is legal now, not by what was."""
        s = self.referee.state
        side, action = self.last
        allowed = GAME.why_not(s, side, action) is None
        try:
            self.referee.check(side, action)
        except IllegalAction:
            assert not allowed
        else:
            assert allowed

    @precondition(lambda self: self.before)
    @rule()
    def undo(self) -> None:
        """What no die and no other side has answered can be taken back."""
        s, drawn = self.before.pop()
        assert drawn == self.referee.drawn, "a die fell after a move that was not said to commit"
        self.referee.state = s
        self.last = None

    @rule()
    def save_and_load(self) -> None:
        s = self.referee.state
        loaded = GAME.from_file(GAME.to_file(s), s.setting)
        assert loaded == s
        self.referee.state = loaded

    @invariant()
    def nothing_is_lost(self) -> None:
        """Every unit and token: what was set up and bought is on the board, in the damaged area, or lost."""
        if not hasattr(self, "referee"):
            return
        s = self.referee.state
        GAME.invariants(s)
        for side in (0, 1):
            there, first = everything(s, side), everything(self.start, side)
            for kind, name in enumerate(KINDS):
                assert there[kind] + s.lost[side][kind] == first[kind] + s.made[side][kind], name

    @invariant()
    def plots_are_secret(self) -> None:
        if not hasattr(self, "referee") or not isinstance(self.referee.state.stack[-1:], tuple):
            return
        s = self.referee.state
        if s.stack and isinstance(s.stack[-1], Plotting):
            for side in (0, 1, OBSERVER):
                hidden = [other for other in (0, 1) if other != side]
                view = GAME.view(s, side)
                assert all(view.plots[other] is None for other in hidden)
                emptied = s.replace(plots=tuple(None if other in hidden else s.plots[other] for other in (0, 1)))
                assert GAME.picture(view, side) == GAME.picture(GAME.view(emptied, side), side)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=10, stateful_step_count=20, deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
