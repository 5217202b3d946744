"""The vocabulary of actions: rows that last, that nobody shares, and that are there for every action."""

from __future__ import annotations

import hashlib
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ironbottom.games import READY, load
from ironbottom.kernel.action import Range, notation, parse
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.vocabulary import END, FIRST_WORD, Vocabulary, choices, narrowed, vocabulary
from ironbottom.lab.bench import walk

WORDS = Vocabulary(("go", "done", "tf1", ".truk", "rabaul", "+INF", "TRN"))
RELEASED = {
    "archies-war": (69, "5e4431dd"),
    "axis-allies": (89, "6f67cb7f"),
    "first-blood": (427, "0b6b908c"),
    "henderson-field": (1249, "4b9f352a"),
    "solomons": (230, "c2f3970e"),
}
"""So many words of each list are released, with what a digest of them begins with. Words are added after them."""

calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
names = st.builds("".join, st.tuples(st.sampled_from("Az09_"), st.text("Az0_.:@#+/-", max_size=6))) | st.sampled_from(
    ["go", "done", "tf1", "tf1.truk", "rabaul.truk.truk", "TRN+INF"]
)
actions = st.lists(names | st.integers(-999_999_999, 999_999_999), max_size=4).flatmap(
    lambda rest: names.map(lambda verb: (verb, *rest))
)


@calm
@given(actions)
def test_every_action_has_a_row_and_every_row_its_action(action: tuple[str | int, ...]) -> None:
    row = WORDS.row(action)
    assert all(0 <= mark < len(WORDS) for mark in row)
    assert WORDS.action(row) == action == parse(notation(action))


@calm
@given(actions, actions)
def test_no_two_actions_share_a_row(one: tuple[str | int, ...], other: tuple[str | int, ...]) -> None:
    assert (WORDS.row(one) == WORDS.row(other)) == (one == other)


@calm
@given(st.lists(actions, min_size=1, max_size=6, unique=True), st.randoms(use_true_random=False))
def test_choices_lead_to_each_offered_action_and_to_no_other(
    legal: list[tuple[str | int, ...]], rng: random.Random
) -> None:
    """Whatever is chosen, mark by mark, is an offered action in the end; and each can be chosen."""
    for wanted in (None, rng.choice(legal)):
        offers, row = WORDS.offers(legal), []
        goal = () if wanted is None else (*WORDS.row(wanted), END)
        while True:
            open_ = choices(offers, len(row))
            mark = rng.choice(open_) if wanted is None else goal[len(row)]
            assert mark in open_
            over = mark == END and len(offers[0]) == len(row)
            offers = narrowed(offers, len(row), mark)
            over = over or (mark == END and any(len(offer) == len(row) for offer in offers))
            row.append(mark)
            if over or all(len(offer) == len(row) for offer in offers):
                break
        assert WORDS.action(row) in legal
        assert wanted in (None, WORDS.action(row))


def test_the_amounts_of_a_template_are_choices() -> None:
    offers = WORDS.offers((("go", Range(1, 5, 2)), ("go", Range(98, 101)), ("done",)))
    assert choices(offers, 0) == (WORDS.row(("go",))[0], WORDS.row(("done",))[0])
    offers = narrowed(offers, 0, WORDS.row(("go",))[0])
    amounts = [WORDS.row(("go", n))[1] for n in (1, 3, 5, 98, 99)]
    assert set(choices(offers, 1)) == {*amounts, WORDS.row(("go", 100))[1]}, "what is above 99 is spelled"
    for amount in (100, 101):
        row = WORDS.row(("go", amount))
        left = WORDS.offers((("go", Range(98, 101)),))
        for at, mark in enumerate(row):
            assert mark in choices(left, at)
            left = narrowed(left, at, mark)
        assert WORDS.action(row) == ("go", amount)


@pytest.mark.parametrize("row", [(), (END,), (1, 2), (FIRST_WORD + 99,), (1, FIRST_WORD), (FIRST_WORD - 1,), (-1,)])
def test_what_is_no_row_is_refused(row: tuple[int, ...]) -> None:
    with pytest.raises(BadInput):
        WORDS.action(row)


@pytest.mark.parametrize("words", [("a", "a"), ("a b",), ("a.b",), ("=3",), ("",)])
def test_a_list_with_what_is_no_word_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match=r"vocabulary\.txt"):
        Vocabulary(words)


@pytest.mark.parametrize("slug", READY)
def test_released_words_stay_where_they_are(slug: str) -> None:
    count, digest = RELEASED[slug]
    words = vocabulary(load(slug).package).words
    assert hashlib.sha256("\n".join(words[:count]).encode()).hexdigest()[:8] == digest


@pytest.mark.parametrize("slug", READY)
def test_what_games_offer_has_a_mark_of_its_own(slug: str) -> None:
    """In random games as printed nothing is spelled; `tools/vocabulary.py` adds what is missing."""
    game = load(slug)
    words = vocabulary(game.package)
    spelled = {
        part
        for scenario in game.scenarios[1:]
        for s, side in walk(game, game.setup(scenario.id), random.Random(scenario.id))
        if side != CHANCE
        for action in game.legal(s, side)
        for part in words.unknown(action)
    }
    assert not spelled
