"""Who is told what: secrets of a plot phase, sightings and their age, and what is opened at the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.solomons.busy import GAME, states
from ironbottom.games.solomons.knowledge import SolomonsKnowledge, is_public
from ironbottom.games.solomons.rules.deployment import AllocationOpens
from ironbottom.games.solomons.rules.printed import HIDDEN, JAPAN, USA, M
from ironbottom.games.solomons.rules.state import (
    UNKNOWN,
    Campaign,
    Flight,
    Layout,
    Patrol,
    Sight,
    company,
    owner_of,
    pair,
)  # fmt: skip
from ironbottom.games.solomons.rules.surface import groups
from ironbottom.kernel.knowledge import OBSERVER, Own
from ironbottom.kernel.value import value


def place(**position: Any) -> Any:
    return GAME.place(position)


def test_a_task_force_is_seen_as_three_numbers_only() -> None:
    s = place(turn=3, segment=3, step="shown", force={"japanese": {"tf1": {"units": ["J-CV-1", "J-DD-1"], "at": "B"}}},
              aboard={"J-CV-1": 8})
    view = GAME.view(s, USA)
    carrier = s.p.index["J-CV-1"]
    assert view.at[carrier] == HIDDEN
    assert view.decks[carrier][0] == UNKNOWN
    assert all(force.pos == UNKNOWN for force in view.forces[JAPAN])
    assert [(t.total, t.capital, t.transports) for t in view.sights] == [(2, 1, 0)]
    other = place(turn=3, segment=3, step="shown", aboard={"J-CV-2": 8},
                  force={"japanese": {"tf1": {"units": ["J-CV-2", "J-CA-1"], "at": "B"}}})
    assert GAME.view(other, USA).sights == view.sights


def test_what_a_side_writes_is_hidden_until_all_are_ready() -> None:
    for s in states(3):
        if s.stack and type(s.stack[-1]).__name__ == "Plotting" and s.half == 2:
            action = GAME.legal(s, USA)[0]
            if any(not isinstance(part, str) for part in action) or action[0] in ("unready",):
                continue
            after = GAME.apply(s, USA, action)
            if USA in GAME.waited_for(after):
                assert GAME.view(after, JAPAN) == GAME.view(s, JAPAN).replace(news=())
                return


def test_the_segment_after_a_sighting_it_is_a_memory() -> None:
    s = place(turn=5, segment=3, step="two_segments", force={
        "japanese": {"tf1": {"units": ["J-DD-1"], "at": "G", "way": "F.truk"}},
        "american": {"tf1": {"units": ["U-DD-1"], "at": "N", "way": "O.espiritu_santo"}}})
    view = GAME.view(s, USA)
    assert view.shown[JAPAN] == ()
    assert not [t for t in view.sights if t.segment == view.segment]


def test_plots_are_laid_open_at_the_end_of_a_game_turn() -> None:
    told = []
    for s in states(5):
        told += [event for event in GAME.news_for(s, USA) if event.called() == "plots" and event.get("side") == JAPAN]
        if s.turn > 2:
            break
    assert len(told) == 2


def test_an_observer_knows_no_secrets() -> None:
    for number, s in enumerate(states(6)):
        if number % 400 == 0 and s.veiled:
            view = GAME.view(s, -2)
            for side in (JAPAN, USA):
                assert all(force.pos == UNKNOWN for force in view.forces[side])
                assert all(view.cargo[u] == UNKNOWN for u in s.p.of_side[side] if s.p.cargo[u])


def test_dealt_fleets_have_the_missions_that_were_told() -> None:
    """RS-125: who chooses among enemy forces in M knows their sorts, and the odds of each."""
    s = place(turn=6, segment=4, step="surface", force={
        "japanese": {"tf1": {"units": ["J-BC-5", "J-CA-1"], "at": "M", "mission": "bombardment"},
                     "tf2": {"units": ["J-TR-1", "J-DD-2"], "at": "M", "mission": "transport"}},
        "american": {"tf1": {"units": ["U-CA-1", "U-CA-2"], "at": "M"}}})
    view = GAME.view(GAME.apply(s, JAPAN, ("hold",)), USA)
    rng = random.Random(1)
    for _ in range(20):
        world = GAME.determinize(view, USA, rng)
        assert set(groups(world, JAPAN)) == {"bombardment", "transport"}
        assert GAME.view(world, USA) == view
    for action in GAME.legal(view, USA):
        found = GAME.odds(view, USA, action)
        assert found is not None
        assert abs(sum(row["p"] for row in found["results"]) - 1) < 1e-9


def other_secrets(s: Any, foe: int) -> dict[str, Any]:
    """Positions that differ from this one only in what a side keeps to itself: by the name of the field."""
    p, forces = s.p, s.forces[foe]
    hidden = [u for u in p.of_side[foe] if not is_public(s, u)]
    places = [s.at[u] for u in hidden]
    at = list(s.at)
    for u, where in zip(hidden, places[1:] + places[:1], strict=True):
        at[u] = where
    found = {
        "drafts": s.draft(foe, (("something else",),)),
        "patrols": s.replace(patrols=pair(s.patrols, foe, (*s.patrols[foe], Patrol(12, -1, ((4, 0, 0, 7),))))),
        "usual": s.replace(usual=pair(s.usual, foe, (("cap", 4, 3),))),
        "homeless": s.replace(homeless=pair(s.homeless, foe, ((12, 2, 0),))),
        "tracks": s.replace(tracks=pair(s.tracks, foe, (*s.tracks[foe], (5, 1, 3)))),
        "cargo": s.replace(cargo=tuple(n + (p.side[u] == foe and p.cargo[u] > 0) for u, n in enumerate(s.cargo))),
        "decks": s.replace(decks=tuple((row[0] + (p.side[u] == foe and p.deck[u] > 0), *row[1:])
                                   for u, row in enumerate(s.decks))),
    }
    if s.veiled:
        plots = tuple(force.replace(way=(*force.way, 7), mission=force.mission % 3 + 1, status=force.status ^ 1)
                      if force.pos >= 0 else force for force in forces)
        mine = [base for base in range(6) if owner_of(s, base) == foe]
        found |= {
            "forces": s.replace(forces=pair(s.forces, foe, plots)),
            "at": s.replace(at=tuple(at)),
            "depot": s.replace(depot=pair(s.depot, foe, s.depot[foe] + 1)),
            "air": s.replace(air=tuple(((row[0][0] + 1, *row[0][1:]), *row[1:]) if base in mine else row
                                   for base, row in enumerate(s.air))),
        }
    return found


def interference(seed: int) -> set[str]:
    """The secrets that change what the other side gets, over a busy game."""
    found = set()
    for number, s in enumerate(states(seed)):
        if number % 25 or s.result is not None:
            continue
        for side in (JAPAN, USA):
            before = GAME.view(s, side)
            found |= {name for name, t in other_secrets(s, 1 - side).items() if GAME.view(t, side) != before}
    return found


def test_no_secret_of_the_other_side_changes_what_is_seen() -> None:
    """Plots, compositions, cargo, patrols, air loads, announcements in the making, depots, where ships came home to."""
    assert interference(7) == set()


@pytest.mark.parametrize("field", ["drafts", "patrols", "usual", "homeless", "tracks", "cargo", "decks", "forces", "at",
                                   "depot", "air"])
def test_a_leak_is_noticed(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    build = GAME.knowledge._build
    monkeypatch.setattr(GAME.knowledge, "_build", lambda self, s, side: build(self, s, side).replace(
        **{field: getattr(s, field)}))
    assert field in interference(7)


@value
class Planned(Flight):
    """An attack with a secret that nobody has declared."""

    purpose: str = ""


@value
class Planted(Campaign):
    """A campaign with a secret more."""

    intent: Own[tuple[str, str]] = ("", "")


class PlantedKnowledge(SolomonsKnowledge):
    state = Planted


def test_a_new_secret_shows_to_nobody_else() -> None:
    s = place(turn=3, segment=3, step="shown")
    fields = {name: getattr(s, name) for name in Campaign.fields}
    flight = Planned(JAPAN, 20, -1, M, 5, 0, purpose="the field")
    planted = Planted(**fields | {"flights": (flight,)}, intent=("the field", ""))
    knows = PlantedKnowledge()
    assert (knows.view(planted, JAPAN).intent[JAPAN], knows.view(planted, JAPAN).flights) == ("the field", (flight,))
    for other in (USA, OBSERVER):
        view = knows.view(planted, other)
        assert view.intent == ("", "")
        assert "the field" not in repr(view.flights)


def test_what_was_seen_of_a_task_force_is_remembered_over_the_second_plot_phase() -> None:
    s = GAME.place({"turn": 4, "segment": 7, "half": 2, "step": "allocation", "force": {
        "japanese": {"tf1": {"units": ["J-CA-1", "J-DD-1"], "at": "G"}, "tf2": {"units": ["J-CA-2"], "at": "B"}}}})
    cruiser, destroyer = s.p.index["J-CA-1"], s.p.index["J-DD-1"]
    seen = [-1] * s.p.units
    seen[cruiser] = seen[destroyer] = 0
    s = AllocationOpens(2).run(s.replace(seen=tuple(seen), stack=()))
    s = s.replace(segment=9, half=2, shown=((0, 1), ()), sights=(
        Sight(JAPAN, 0, 9, 6, 2, 0, 0), Sight(JAPAN, 1, 9, 1, 1, 0, 0)), stack=())
    assert company(s, JAPAN, 0) == (cruiser, destroyer)
    view = GAME.view(s, USA)
    worlds = [GAME.determinize(view, USA, random.Random(seed)) for seed in range(20)]
    assert all(GAME.view(world, USA) == view for world in worlds)
    assert sum(world.fleet(JAPAN, 0) == (cruiser, destroyer) for world in worlds) > 12
    smaller = s.replace(sights=(Sight(JAPAN, 0, 9, 6, 1, 0, 0), s.sights[1]))
    assert company(smaller, JAPAN, 0) == ()
    shown = {piece["id"]: piece for piece in GAME.picture(view, USA)["pieces"]}
    assert shown["J-CA-1"]["place"] == "japanese:tf1"
    assert shown["J-CA-1"]["faded"]
    forces = GAME.picture(view, USA)["forces"]
    assert sum(row["count"] for row in forces if row["group"] == "Seen in task forces") == 2


def test_a_view_of_what_is_hidden_is_the_view_itself() -> None:
    """Of groups that nobody has seen a view has none; who looks at the view sees no more, and nothing fails."""
    s = place(turn=3, segment=3, step="shown", force={"japanese": {"tf1": {"units": ["J-CV-1", "J-DD-1"], "at": "B"}}})
    groups_of = (s.p.index["J-CV-1"], s.p.index["J-DD-1"])
    s = s.replace(layouts=(Layout(side=JAPAN, force=0, shown=((2, 1, 0, 0, 0),), groups=(groups_of,), cover=(0,)),))
    view = GAME.view(s, USA)
    assert view.layouts[0].groups == ()
    assert GAME.view(view, USA).layouts == view.layouts
