"""An owner's borders, numbers and set-up: what is added, removed and replaced is drawn, said and played."""

from __future__ import annotations

from typing import Any

import pytest

import corrections
from ironbottom.kernel.game import Game

SLUG = "axis-allies"


def copy(overlay: str) -> Game[Any]:
    return corrections.copy_of(SLUG, overlay)


def spaces(game: Game[Any]) -> dict[str, Any]:
    return {space["id"]: space for space in game.board("campaign")["spaces"]}


def test_borders_more_and_less() -> None:
    found = spaces(copy('[map.border]\nremoved = ["C-D"]\n[map.border.A-D]\nway = "open"'))
    assert {"to": "D", "kind": "open"} in found["A"]["links"]
    assert "D" not in {link["to"] for link in found["C"]["links"]}


def test_a_line_on_the_water_without_a_way_is_drawn_as_closed() -> None:
    closed, gone = copy('[map.border.C-D]\nway = "closed"'), copy('[map.border]\nremoved = ["C-D"]')
    one, other = (game.chart("campaign", "chart").split() for game in (gone, closed))
    assert sorted(one) == sorted(other)


def test_deployment_numbers_more_and_less() -> None:
    found = spaces(copy('[map.space.F.deploy]\nside = "axis"\nnumber = 3\n[map.space.E]\nremoved = ["deploy"]'))
    assert "deployment number 3 of the Axis" in found["F"]["facts"]
    assert not any("deployment" in fact for fact in found["E"]["facts"])


def test_a_printed_set_up_can_be_entered_whole() -> None:
    game = copy('[setup.airfields]\nNGE = "axis"\n[setup.units.axis.NGE]\nFTR = 2\nremoved = ["SUP"]\n'
                '[setup.units.axis]\nremoved = ["GUA", "E"]\n[setup.units.axis.H]\nPTB = 1'.replace("PTB", "SUB"))
    facts = game.facts(game.setup("campaign", {}))
    assert "NGE" in str(facts)


@pytest.mark.parametrize(
    ("overlay", "line"),
    [
        ("[setup.units.allies.RAB]\nINF = 1", "setup.units.allies.RAB: this is the base of the axis"),
        ("[setup.units.axis.M]\nINF = 0", "setup.units.axis.M: INF cannot begin there; ships can"),
        ('[map.space.MAL]\nremoved = ["airfields"]', "map.space.MAL.airfields: an island says how many"),
        ('[map.space.RAB]\nremoved = ["base"]', "map.space.RAB.base: it is missing"),
        ('[map.border]\nremoved = ["L-A", "L-B", "RAB-L"]', "map.border"),
        ('[units.unit]\nremoved = ["PTB"]', "'PTB' cannot be removed; PTB is always there"),
    ],
)
def test_what_cannot_be_is_refused(overlay: str, line: str) -> None:
    assert line in corrections.told(SLUG, overlay)
