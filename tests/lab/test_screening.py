"""What nobody has seen printed: changed group by group, and measured by games."""

from __future__ import annotations

import random

import pytest

from ironbottom import games
from ironbottom.kernel.data import load_data
from ironbottom.kernel.unknown import SILENT, figures, groups, reconstructed
from ironbottom.lab.farm import Here
from ironbottom.lab.match import Fixture, play_fixture
from ironbottom.lab.screening import changes, compared, overlay, screen, taken


@pytest.mark.parametrize("slug", games.READY)
def test_each_group_is_changed_by_what_the_schema_takes(slug: str) -> None:
    package = games.load(slug).package
    data = load_data(package)
    made = 0
    for key, group in reconstructed(package).items():
        if group[0].part not in SILENT:
            wanted = changes(group, data, 1, random.Random(key))
            assert all(datum.value != value and not datum.kind.shape(value) for datum, value in wanted)
            made += bool(wanted)
    assert made
    assert sum(len(group.data) for group in groups(package, games.load(slug).words)) == sum(
        len(group) for group in reconstructed(package).values()
    )
    assert all(0 <= one.shift <= 1 and 0 <= one.changed <= 1 for one in figures(package).values())


@pytest.mark.parametrize("slug", games.READY)
def test_nobody_is_asked_how_we_drew_the_board(slug: str) -> None:
    found = reconstructed(games.load(slug).package)
    assert not [key for key in found if key.startswith("board") or key.endswith((".x", ".y", ".x_min", ".at"))]
    assert not [key for key, group in found.items() if group[0].part == "drawing"]
    assert found


def test_a_change_that_does_not_fit_is_left_out() -> None:
    package = games.load("axis-allies").package
    border = reconstructed(package)["map.border.*.way"]
    unit = reconstructed(package)["setup.units.*.*.INF"]
    wanted = [(border[0], "no way"), *((datum, datum.value + 1) for datum in unit)]
    kept = taken(package, wanted)
    assert border[0] not in [datum for datum, _ in kept]
    assert len(kept) == len(unit)
    load_data(package, overlay(kept), strict=True)


def test_what_moves_a_game_is_measured_against_the_same_dice() -> None:
    listed = [Fixture("archies-war", "two-player", (), ("scripted", "scripted"), f"s{n}") for n in range(4)]
    played = list(map(play_fixture, listed))
    assert compared(played, played) == (0.0, 0.0, 0.0)
    groups_ = reconstructed(games.load("archies-war").package)
    measured = "two_player.links.*.ends"
    known = {key: {} for key in groups_ if key != measured}
    (found,) = screen("archies-war", 2, "1", Here(), known)
    assert found[measured]["games"] == 8
