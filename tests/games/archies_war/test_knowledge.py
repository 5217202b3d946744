"""Who knows what: hidden choices look alike, deals are fair, and what is told is told to the right side."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import contract
from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.knowledge import ArchiesKnowledge
from ironbottom.games.archies_war.rules.abilities import Spared, Strike
from ironbottom.games.archies_war.rules.combat import DefenderLoss, Fought
from ironbottom.games.archies_war.rules.movement import TrailLoss
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.archies_war.rules.reinforcement import Draw
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.kernel.knowledge import Hidden, Own
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.value import value

GAME = make()


@value
class Planted(Position):
    """A position with two more secrets."""

    orders: Own[tuple[str, str]] = ("", "")
    marked: Hidden[int] = -1


class Mute(ArchiesKnowledge):
    state = Planted


class Telling(Mute):
    def marked(self, s: Planted, side: int) -> int:
        return s.marked if side == JAPANESE else -1


def test_a_planted_secret_shows_to_its_owner_alone() -> None:
    """Without a line of hiding code; and a hidden field without a method stops the game from being made."""
    plain = GAME.place({"step": "american-actions", "american": {"henderson_field": ["inf5"]}})
    planted = Planted(*(getattr(plain, name) for name in Position.fields), orders=("north", "south"), marked=3)
    with pytest.raises(TypeError, match="marked"):
        Mute()
    views = {side: Telling().view(planted, side) for side in (AMERICAN, JAPANESE, OBSERVER)}
    assert {side: view.orders for side, view in views.items()} == {
        AMERICAN: ("north", ""), JAPANESE: ("", "south"), OBSERVER: ("", "")
    }  # fmt: skip
    assert {side: view.marked for side, view in views.items()} == {AMERICAN: -1, JAPANESE: 3, OBSERVER: -1}
    for side, view in views.items():
        assert [getattr(view, name) for name in Position.fields] == [
            getattr(GAME.view(plain, side), name) for name in Position.fields
        ]


def others(side: int) -> tuple[int, int]:
    return (1 - side, OBSERVER)


def told(s: Any, side: int) -> tuple[Any, ...]:
    return GAME.news_for(s, side)


def test_hidden_choices_look_alike() -> None:
    """2P-8, 2P-37, T-21, T-27: what a side may not know changes nothing that it is told or shown."""
    counted: Counter[str] = Counter()

    def check(s: Any, rng: random.Random) -> None:
        top = s.stack[-1] if s.stack else None
        if isinstance(top, Draw):
            after = [GAME.apply(s, CHANCE, outcome) for outcome, _ in GAME.chance(s)]
        elif isinstance(top, Strike):
            after = [GAME.apply(s, CHANCE, outcome) for outcome, _ in GAME.chance(s)]
            after = [t for t in after if not any(isinstance(event, Spared) for event in t.news)]
            # what follows a strike may show more: a held attack that is fought, and then the blocks of that combat
            after = [t for t in after if not any(isinstance(event, Fought) for event in t.news)]
        elif isinstance(top, TrailLoss):
            after = [GAME.apply(s, top.side, action) for action in GAME.legal(s, top.side)]
            after = [t for t in after if not any(isinstance(event, Fought) for event in t.news)]
        elif isinstance(top, DefenderLoss):
            after = [GAME.apply(s, top.side, action) for action in GAME.legal(s, top.side)]
            left = [t.battle.left if t.battle is not None else 0 for t in after]
            after = [t for t, n in zip(after, left, strict=True) if n and n == left[0]]
        else:
            return
        after = [t for t in after if t.result is None]
        if not after:
            return
        counted[type(top).__name__] += 1
        for side in others(top.side):
            assert len({GAME.view(t, side) for t in after}) == 1
            assert len({told(t, side) for t in after}) == 1

    contract.each(GAME, "two-player", range(300, 360), check, 1.0)
    assert min(counted[name] for name in ("Draw", "Strike", "TrailLoss", "DefenderLoss")) > 3, counted


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    """2P-8: until a move is made, nothing of it is shown or told."""
    seen = 0
    for seed in range(5):
        before: dict[int, Any] = {}
        for s in contract.states(GAME, "two-player", {}, seed):
            if s.hand is None:
                before = {side: GAME.view(s, side).replace(news=()) for side in (*range(2), OBSERVER)}
            else:
                mover = GAME.to_move(s)[0]
                for side in others(mover):
                    assert GAME.view(s, side) == before[side]
                    assert told(s, side) == ()
                seen += 1
    assert seen > 50


@settings(max_examples=60, derandomize=True, deadline=None)
@given(seed=st.integers(0, 10**6), stop=st.integers(0, 120), side=st.sampled_from((AMERICAN, JAPANESE, OBSERVER)))
def test_a_deal_of_any_position_is_a_position(seed: int, stop: int, side: int) -> None:
    rng = random.Random(seed)
    s: Any = None
    for number, s in enumerate(contract.states(GAME, "two-player", {}, seed)):  # noqa: B007
        if number == stop:
            break
    view = GAME.view(s, side)
    dealt = GAME.determinize(view, side, rng)
    GAME.invariants(dealt)
    assert GAME.view(dealt, side) == view
    while GAME.to_move(dealt):
        dealt, _, _ = contract.step(GAME, dealt, rng)
    assert dealt.result is not None


def frequencies(position: dict[str, Any], side: int, key: Any, deals: int = 4000) -> Counter[Any]:
    view = GAME.view(GAME.place(position), side)
    rng = random.Random(5)
    return Counter(key(GAME.determinize(view, side, rng)) for _ in range(deals))


def test_vandegrift_is_dealt_to_every_place_alike_but_never_to_the_pool() -> None:
    position = {
        "step": "japanese-actions",
        "turn": 4,
        "american": {"henderson_field": ["vandegrift", "inf5", "recon"], "koli_point": ["inf2"]},
        "japanese": {"tetere": ["inf5"]},
        "casualties": {"american": ["inf4"]},
    }
    general = GAME.setup("two-player").drawn[0]

    def where(s: Any) -> str:
        if general in s.lost[AMERICAN]:
            return "casualties"
        for place, stack in enumerate(s.blocks[AMERICAN]):
            if any(item >> 2 == general for item in stack):
                return str(s.setting.locations[place])
        return "pool"

    found = frequencies(position, JAPANESE, where)
    assert found["pool"] == 0
    assert found["henderson_field"] / 4000 == pytest.approx(3 / 5, abs=0.03)
    assert found["koli_point"] / 4000 == pytest.approx(1 / 5, abs=0.03)
    assert found["casualties"] / 4000 == pytest.approx(1 / 5, abs=0.03)


def test_blocks_of_an_attack_are_dealt_as_infantry() -> None:
    position = {
        "step": "american-actions",
        "turn": 4,
        "american": {"henderson_field": ["inf5", "recon"]},
        "japanese": {"koli_point": ["inf2", "attrition"]},
        "held": {"place": "koli_point", "back": "henderson_field", "attackers": ["vandegrift", "inf3"]},
        "actions_left": 1,
    }
    infantry = GAME.setup("two-player").setting.infantry[AMERICAN]

    def key(s: Any) -> tuple[bool, bool]:
        return all(kind < infantry for kind in s.attackers), 0 in s.attackers

    found = frequencies(position, JAPANESE, key)
    assert all(fighters for fighters, _ in found)
    # n(T-n) : m(f-n+1) with two attackers, 20 blocks, two other places, eleven other infantry
    share = 2 * 18 / (2 * 18 + 2 * 10)
    assert found[True, True] / 4000 == pytest.approx(share, abs=0.03)


def test_survivors_are_dealt_from_those_who_were_shown() -> None:
    position = {
        "step": "japanese-actions",
        "turn": 5,
        "american": {"point_cruz": ["inf2", "inf3", "recon", "barbed_wire"], "henderson_field": ["inf5"]},
        "japanese": {"kakambona": ["inf8", "inf5", "inf5"]},
    }
    s = GAME.place(position)
    for text in ("take inf8", "take inf5", "take inf5"):
        s = GAME.apply(s, JAPANESE, ("take", "kakambona", text.split()[1]))
    s = GAME.apply(s, JAPANESE, ("go", "point_cruz", "kakambona"))
    s = GAME.apply(s, JAPANESE, ("resolve",))
    s = GAME.apply(s, AMERICAN, ("lose", "recon"))
    view = GAME.view(s, JAPANESE)
    place = s.setting.index["point_cruz"]
    rng = random.Random(3)
    dealt = Counter(GAME.determinize(view, JAPANESE, rng).blocks[AMERICAN][place] for _ in range(300))
    assert len(dealt) == 3
    assert s.blocks[AMERICAN][place] in dealt


def test_alike_losses_are_known() -> None:
    """2P-35: where all that lay open was alike, everybody knows what was lost."""
    position = {
        "step": "japanese-actions",
        "turn": 5,
        "american": {"koli_point": ["inf2"], "henderson_field": ["inf5"]},
        "japanese": {"tetere": ["inf5"]},
    }
    s = GAME.place(position)
    for action in (("take", "tetere", "inf5"), ("go", "koli_point", "tetere"), ("resolve",)):
        s = GAME.apply(s, JAPANESE, action)
    view = GAME.view(s, JAPANESE)
    assert GAME.facts(view)["lost"]["american"] == ["inf2"]
