"""Questions that earlier rules did not ask (`Decision.once_silent`), and how their records are followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import DECIDE, State

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game

S = TypeVar("S", bound=State)


def unwritten(game: Game[S], state: S, side: int, action: Action) -> Iterator[tuple[int, Action, S]]:
    """Before a recorded move or result: the answers to questions that earlier rules did not ask, of whom, and the state
    after each."""
    while state.stack and state.stack[-1].kind == DECIDE and state.stack[-1].once_silent:
        top = state.stack[-1]
        (asked,) = top.asks(state)
        answer = top.default(state, asked)
        if answer is None or (side == asked and action[0] in [offer[0] for offer in game.legal(state, side)]):
            return
        state = game.apply(state, asked, answer)
        yield asked, answer, state


def caught_up(game: Game[S], state: S, side: int, action: Action) -> S:
    """The position in which a recorded move or result came: past the questions that earlier rules did not ask, with
    the news of them."""
    news: tuple[Event, ...] = ()
    for _, _, after in unwritten(game, state, side, action):
        news += after.news
        state = after.with_news(news)
    return state


def applied(game: Game[S], state: S, side: int, action: Action) -> S:
    """The state after a recorded move or result that is known to hold."""
    found = caught_up(game, state, side, action)
    after = game.apply(found, side, action)
    return after if found is state else after.with_news(found.news + after.news)
