"""Hidden Movement: nothing of a plot shows before the reveal."""

from __future__ import annotations

import json
import random
from typing import Any

import contract
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.knowledge import CampaignKnowledge
from ironbottom.games.axis_allies.rules.hidden_movement import Plotting
from ironbottom.games.axis_allies.rules.state import Campaign
from ironbottom.kernel.action import notation
from ironbottom.kernel.knowledge import Hidden, Own
from ironbottom.kernel.record import REVERSIBLE
from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.value import to_data, value

GAME = make()
MEETING = {
    "options": {"hidden_movement": True}, "step": "H2", "axis": {"F": ["BAT"]}, "allies": {"G": ["DST"]},
}
OPTIONS = {"hidden_movement": True, "advantages": "all"}


def shown(s: Any, side: int) -> str:
    """All that a viewer gets, as text."""
    view = GAME.view(s, side)
    legal = GAME.legal(view, side)
    parts = [
        GAME.to_file(view), GAME.picture(view, side), GAME.prompt(view, side), [notation(action) for action in legal],
        [GAME.choice(view, side, action) for action in legal],
        [GAME.macro_look(view, side, macro) for macro in GAME.macros(view, side)],
        [GAME.line(seen, side) for seen in GAME.news_for(s, side)], GAME.waited_for(s),
    ]
    return json.dumps(parts, default=str)


def plotting_states() -> list[Any]:
    found = []
    for seed in range(4):
        found += [
            s for s in contract.states(GAME, "campaign", OPTIONS, seed)
            if s.stack and isinstance(s.stack[-1], Plotting)
        ]
    return found


def test_nothing_of_a_plot_shows() -> None:
    """O11: two positions that differ in the other side's orders alone look the same, to the last character."""
    rng = random.Random(5)
    states = plotting_states()
    assert len(states) > 100
    for s in rng.sample(states, 25):
        for side in (0, 1, OBSERVER):
            dealt = GAME.determinize(GAME.view(s, side), side, rng)
            GAME.invariants(dealt)
            assert shown(dealt.replace(news=s.news), side) == shown(s, side)


def test_a_plot_holds_the_sides_own_ships() -> None:
    """O11, M1: orders go to open neighbours, and ships with and without orders are the fleets of before."""
    for s in plotting_states():
        for side, plot in enumerate(s.plots):
            if plot is None:
                continue
            ships = sorted(ship[0] for fleet in plot.fleets for ship in fleet)
            ships += [ship[0] for _, _, ship in plot.orders]
            assert sorted(ships) == sorted(ship[0] for zone in range(13) for ship in s.fleet(side, zone))
            for start, end, _ in plot.orders:
                assert end in s.printed.neighbours[start]


def test_the_parts_commute() -> None:
    """O11: it does not matter in which order the two sides write."""
    s = GAME.place(MEETING)
    axis = [("take", "F", "BAT"), ("go", "G", 1), ("ready",)]
    allies = [("take", "G", "DST"), ("go", "H", 1), ("ready",)]
    one = other = s
    for action in axis[:2]:
        one = GAME.apply(one, 0, action)
    for action in allies[:2]:
        one = GAME.apply(one, 1, action)
        other = GAME.apply(other, 1, action)
    for action in axis[:2]:
        other = GAME.apply(other, 0, action)
    assert one == other
    assert GAME.apply(GAME.apply(one, 0, ("ready",)), 1, ("ready",)).ships == (
        GAME.apply(GAME.apply(one, 1, ("ready",)), 0, ("ready",)).ships
    )


def test_ready_is_final_only_for_the_last() -> None:
    s = GAME.place(MEETING)
    assert GAME.why_final(GAME.view(s, 0), 0, ("ready",)) is None
    s = GAME.apply(s, 0, ("ready",))
    assert GAME.waited_for(s) == (1,)
    assert GAME.why_final(GAME.view(s, 1), 1, ("ready",)) == "ends.plots"
    assert "ends.plots" not in REVERSIBLE, "whoever has seen the orders cannot have them written again"


@value
class Marked(Campaign):
    """A state with two secrets more: of one each side knows its own, of the other nobody says anything."""

    passwords: Own[tuple[str, str]] = ("", "")
    password: Hidden[str] = ""


class MarkedKnowledge(CampaignKnowledge):
    state = Marked

    def password(self, s: Marked, side: int) -> str:
        return ""


def test_a_planted_secret_shows_to_nobody_else() -> None:
    """A secret field that the game knows nothing of: no view holds another side's, whatever goes on."""
    knowledge = MarkedKnowledge()
    for s in contract.states(GAME, "campaign", {}, 1):
        if s.result is not None:
            break
        fields = {name: getattr(s, name) for name in Campaign.fields}
        planted = Marked(**fields, passwords=("tsushima", "midway"), password="leyte")
        for side, own in ((0, "tsushima"), (1, "midway"), (OBSERVER, "")):
            told = json.dumps(to_data(knowledge.view(planted, side)))
            assert [word for word in ("tsushima", "midway", "leyte") if word in told] == [own] * bool(own)
