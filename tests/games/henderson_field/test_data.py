"""The data against the dossier's counts, and against themselves."""

from __future__ import annotations

from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.rules.printed import read_data
from ironbottom.games.henderson_field.rules.state import Position
from ironbottom.kernel.data import unsourced
from ironbottom.kernel.statements import citations

GAME = make()
STATE = GAME.setup(SCENARIO)
assert isinstance(STATE, Position)
PRINTED = STATE.setting


def test_every_datum_has_a_source() -> None:
    assert unsourced(read_data("")) == []


def test_counts() -> None:
    assert [len(own) for own in PRINTED.units] == [77, 75]
    assert [sum(unit.combat for unit in own) for own in PRINTED.units] == [290, 267]
    assert (PRINTED.hexes, sum(PRINTED.land), sum(PRINTED.coast), sum(PRINTED.jungle)) == (1406, 1052, 74, 880)
    slopes = {
        (a, b) for a in range(PRINTED.hexes) if PRINTED.land[a] for b in PRINTED.near[a]
        if a < b and PRINTED.level[a] != PRINTED.level[b]
    }  # fmt: skip
    assert len(slopes) == 531
    assert len(PRINTED.turns) == 27
    assert len(PRINTED.villages) == 12


def test_the_table_gets_better_with_odds_and_die() -> None:
    for row in PRINTED.table:
        losses = [cell[0] for cell in row]
        assert losses == sorted(losses, reverse=True)
        assert not any(cell[1] and cell[4] for cell in row)
    for column in zip(*PRINTED.table, strict=True):
        hurt = [cell[3] for cell in column]
        assert hurt == sorted(hurt, reverse=True)


def test_statements_are_cited_by_code() -> None:
    cited = citations(GAME.folder, [statement.id for statement in GAME.statements])
    assert [key for key, places in cited.items() if not places] == []
