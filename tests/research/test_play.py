"""The tree of small choices that both adapters walk: the same game as the kernel's, and no secret in what sides get."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.kernel.errors import IllegalAction
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.lab.bench import random_action
from ironbottom.research.play import Play, Table
from research_games import SHORT, short_id

HIDDEN = [row for row in SHORT if row[0] != "first-blood" and row[1] != "solitaire"]
"""Games in which something is hidden."""


def table(slug: str, scenario: str, options: dict[str, Any]) -> Table:
    return Table(load(slug), scenario, options)


def random_choice(play: Play, rng: random.Random) -> int:
    if play.side == CHANCE:
        weights = [weight for _, weight in play.outcomes()]
        return rng.choices(range(len(weights)), weights)[0]
    return rng.choice(play.choices)


def walk(first: Play, rng: random.Random) -> list[Play]:
    """Random choices to the end."""
    found = [first]
    while found[-1].side is not None:
        found.append(found[-1].after(random_choice(found[-1], rng)))
    return found


@pytest.mark.parametrize(("slug", "scenario", "options"), SHORT, ids=short_id)
def test_whole_actions_are_rows_of_choices(slug: str, scenario: str, options: dict[str, Any]) -> None:
    """Random games by whole actions are the same games, state by state, as in the kernel."""
    at = table(slug, scenario, options)
    game, play, rng = at.game, at.first, random.Random(5)
    s = play.state
    for _ in range(400):
        sides = game.waited_for(s)
        assert play.side == (sides[0] if sides else None)
        if not sides:
            assert play.returns() == tuple(float(game.returns(s)[side]) for side in at.players)
            assert not play.choices
            return
        action = random_action(game, s, sides[0], rng)
        path = play.path(action)
        assert path
        assert len(path) == 1 or play.side != CHANCE
        s, play = game.apply(s, sides[0], action), play.played(action)
        assert play.state == s


@pytest.mark.parametrize(("slug", "scenario", "options"), SHORT, ids=short_id)
def test_random_choices_end_the_game(slug: str, scenario: str, options: dict[str, Any]) -> None:
    """A question has more than one answer unless it is the only one of an action; chance keeps the kernel's weights."""
    plays = walk(table(slug, scenario, options).first, random.Random(scenario))
    for play in plays[:-1]:
        assert play.choices == tuple(sorted(set(play.choices)))
        assert len(play.choices) > 1 or not play.row
        if play.side == CHANCE:
            assert play.outcomes() == play.table.game.chance(play.state)
            assert play.choices == tuple(range(len(play.outcomes())))
    assert any(play.row for play in plays)
    assert sum(plays[-1].returns()) == 0 or len(plays[-1].table.players) == 1


@pytest.mark.parametrize(("slug", "scenario", "options"), HIDDEN, ids=short_id)
def test_what_is_dealt_anew_looks_the_same(
    slug: str, scenario: str, options: dict[str, Any], pyspiel: Any
) -> None:
    """Positions that differ only in what a side may not know give it the same texts, tensors and masks."""
    from ironbottom.research import features

    writer = features.Features(512)
    plays = walk(table(slug, scenario, options).first, random.Random(7))[:-1]
    rng = random.Random(11)
    other = 0
    for play in rng.sample(plays, min(40, len(plays))):
        for side in play.table.players:
            dealt = play.dealt(side, rng)
            other += dealt.state != play.state
            assert dealt.text(side, True) == play.text(side, True)
            assert dealt.text(side, False) == play.text(side, False)
            assert (writer.row(dealt, side) == writer.row(play, side)).all()
            assert (features.digest_bits(dealt, side) == features.digest_bits(play, side)).all()
            assert dealt.text(OBSERVER, True) == play.text(OBSERVER, True)
            assert dealt.side == play.side
            if play.side == side:
                assert dealt.choices == play.choices
                assert dealt.row == play.row
    assert other > 5, "something was hidden"


@pytest.mark.parametrize(("slug", "scenario", "options"), HIDDEN, ids=short_id)
def test_who_waits_learns_nothing_of_a_choice_that_is_not_complete(
    slug: str, scenario: str, options: dict[str, Any]
) -> None:
    seen = 0
    for play in walk(table(slug, scenario, options).first, random.Random(3)):
        whole = Play(play.table, play.state, None)
        if play.row != whole.row and play.side is not None:
            seen += 1
            other = 1 - play.side
            assert play.text(other, False) == whole.text(other, False)
            assert play.text(play.side, False) != whole.text(play.side, False)
            assert "begun" not in play.text(OBSERVER, True)
    assert seen > 5


@pytest.mark.parametrize(("slug", "scenario", "options"), [HIDDEN[1], HIDDEN[3]], ids=short_id)
def test_sealed_sheets_tell_the_other_nothing(slug: str, scenario: str, options: dict[str, Any]) -> None:
    """While one writes in secret, all that the other knows stands still, whatever is written and however much."""
    first = table(slug, scenario, options).first
    written = 0
    plays = walk(first, random.Random(2))
    for before, play in itertools.pairwise(plays):
        sheet = before.state.stack[-1] if before.state.stack else None
        if before.side in (0, 1) and sheet is not None and sheet.sealed and play.state.stack[-1:] == (sheet,):
            other = 1 - before.side
            if before.state.news or before.table.game.waited_for(before.state)[0] != before.side:
                continue
            written += 1
            assert play.past.of(play.table, other) == before.past.of(before.table, other)
    assert written > 5


def test_a_play_survives_being_packed_and_copied() -> None:
    for slug, scenario, options in SHORT:
        plays = walk(table(slug, scenario, options).first, random.Random(1))
        for play in plays[:: max(1, len(plays) // 7)]:
            again = pickle.loads(pickle.dumps(play))
            assert again.whole() == play.whole()
            assert again.choices == play.choices
            assert copy.deepcopy(play) is play


def test_what_is_not_open_is_refused() -> None:
    play = table("archies-war", "tenaru", {}).first
    while play.side == CHANCE:
        play = play.after(0)
    with pytest.raises(IllegalAction, match="is not open here"):
        play.after(0)
    with pytest.raises(IllegalAction, match="is not open here"):
        play.path(("go", "nowhere"))
    with pytest.raises(IllegalAction, match="chance cannot give"):
        play.table.first.path(("die", 7))


def test_the_past_tells_apart_what_the_view_does_not() -> None:
    """Two ways to one position: the view is the same, what was seen and done is not."""
    plays = walk(table("archies-war", "two-player", {}).first, random.Random(4))
    pasts = [play.past.of(play.table, 0)[0] for play in plays]
    assert len(set(pasts)) > 20
    assert all(play.text(0, False) in play.text(0, True) for play in plays)
