"""Nothing is hidden in First Blood; so a secret is planted in its state, and must reach nobody but its owner."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import contract
from ironbottom.games.first_blood.game import SCENARIO, FirstBlood
from ironbottom.games.first_blood.knowledge import FirstBloodKnowledge
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.kernel.knowledge import Hidden, Own
from ironbottom.kernel.step import OBSERVER, Setting
from ironbottom.kernel.value import value


@value
class Planted(Position):
    """A position with secrets: what each side plans, and where the Japanese have buried something."""

    plans: Own[tuple[str, str]] = ("", "")
    buried: Hidden[int] = -1


class PlantedKnowledge(FirstBloodKnowledge):
    state = Planted

    def buried(self, s: Any, side: int) -> int:
        return int(s.buried) if side == JAPANESE else -1

    def determinize(self, view: Any, side: int, rng: random.Random, memory: Any = None) -> Any:
        if view.result is not None:
            return view
        plans = tuple(plan if own == side else rng.choice("abc") for own, plan in enumerate(view.plans))
        return view.replace(plans=plans, buried=view.buried if side == JAPANESE else rng.randrange(9))


class Secretive(FirstBlood):
    """First Blood with the planted secrets."""

    def __init__(self) -> None:
        super().__init__()
        self.knowledge = PlantedKnowledge()
        self.types = (*self.types, Planted)

    def begin(self, scenario: str, setting: Setting) -> Position:
        plain = super().begin(scenario, setting)
        fields = {name: getattr(plain, name) for name in plain.fields}
        return Planted(**fields, plans=("hold", "strike"), buried=3)


GAME = Secretive()


def sent(s: Any, viewer: int) -> str:
    """All that a viewer can be sent of a position."""
    view = GAME.view(s, viewer)
    legal = GAME.legal(view, viewer)
    macros = GAME.macros(view, viewer)
    return json.dumps([
        GAME.to_file(view), GAME.picture(view, viewer), GAME.prompt(view, viewer),
        [GAME.choice(view, viewer, action) for action in legal], [GAME.odds(view, viewer, action) for action in legal],
        [GAME.macro_look(view, viewer, macro) for macro in macros],
        [GAME.line(seen, viewer) for seen in GAME.news_for(s, viewer)],
    ])  # fmt: skip


def test_a_planted_secret_is_its_owners_alone() -> None:
    def check(s: Any, rng: random.Random) -> None:
        if s.result is not None:
            return
        other = s.replace(plans=(s.plans[AMERICAN], "feint"), buried=rng.randrange(4, 9))
        for viewer in (AMERICAN, OBSERVER):
            assert sent(s, viewer) == sent(other, viewer)
        assert sent(s, JAPANESE) != sent(other, JAPANESE)
        assert sent(s, AMERICAN) != sent(s.replace(plans=("attack", s.plans[JAPANESE])), AMERICAN)

    assert contract.each(GAME, SCENARIO, range(2), check, 0.004) > 10


def test_the_contract_holds_with_a_planted_secret() -> None:
    def check(s: Any, rng: random.Random) -> None:
        contract.check_knowledge(GAME, s, rng, tries=2)

    assert contract.each(GAME, SCENARIO, range(2, 4), check, 0.004) > 10


def test_a_hidden_field_needs_its_method() -> None:
    class Forgetful(FirstBloodKnowledge):
        state = Planted

    with pytest.raises(TypeError, match="'buried'"):
        Forgetful()


def test_a_field_that_does_not_say_who_knows_it_loads_nowhere() -> None:
    @value
    class Careless(Position):
        treasure: int = 0

    class Knowing(FirstBloodKnowledge):
        state = Careless

    with pytest.raises(TypeError, match="treasure"):
        Knowing()
