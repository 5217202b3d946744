"""The printed data: complete, consistent, and every datum with its source."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ironbottom.games.first_blood.game import DRAWN, make
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, PACKAGE, RIVER
from ironbottom.kernel.data import digest, sources, unsourced
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.statements import citations

GAME = make()
PRINTED: Any = GAME.plain


def test_every_datum_has_a_source() -> None:
    for stem, table in PRINTED.data.items():
        if stem == DRAWN:
            continue
        assert unsourced(table) == [], stem


def test_what_is_partly_reconstructed_is_tagged_so() -> None:
    for stem, table in PRINTED.data.items():
        for path, _, source in sources(table):
            assert source[0] == "D" or not re.search(r"\bD\b", source), f"{stem}.{path}: {source}"


def test_a_mended_source_leaves_the_digest() -> None:
    """Records find the data that they were played with."""
    mended = PRINTED.data["setup"]["american"]["source"]
    assert (mended[0], mended.released[0]) == ("D", "R")
    assert digest({"source": mended}) == digest({"source": mended.released}) != digest({"source": str(mended)})


def test_counts() -> None:
    assert (PRINTED.hexes, len(PRINTED.plan.sides)) == (195, 525)
    assert [len(PRINTED.own[side]) for side in (AMERICAN, JAPANESE)] == [58, 31]
    assert [sum(PRINTED.units[u].combat for u in PRINTED.own[side]) for side in (AMERICAN, JAPANESE)] == [254, 118]
    assert (len(PRINTED.planes), len(PRINTED.ships), len(PRINTED.turns)) == (67, 21, 15)
    assert sum(u.combat for u in PRINTED.units if u.artillery and u.side == JAPANESE) == 19
    assert all(PRINTED.units[u].move % 2 == 0 for u in PRINTED.own[JAPANESE])


def test_every_pair_of_neighbours_has_a_hexside() -> None:
    sides = PRINTED.data["hexsides"]["side"]
    named = {frozenset(pair.split("|")) for pair in sides}
    assert named == {frozenset(PRINTED.names[n] for n in pair) for pair in PRINTED.plan.sides}


def test_costs_differ_by_direction_only_over_rivers() -> None:
    for a, b in PRINTED.plan.sides:
        there, back = dict(PRINTED.edges[a])[b], dict(PRINTED.edges[b])[a]
        assert there == back or PRINTED.shield[a][b] == RIVER


@pytest.mark.parametrize(("river", "length"), [("lunga", 24), ("alligator_creek", 13)])
def test_rivers_are_chains(river: str, length: int) -> None:
    """Two hexsides follow each other where a hex of the one touches both hexes of the other, or shares one with it."""
    sides = PRINTED.data["hexsides"]["side"]
    rest = [
        tuple(PRINTED.number[name] for name in pair.split("|"))
        for pair, entry in sides.items()
        if entry.get("river") == river
    ]
    assert len(rest) == length
    assert all(PRINTED.shield[a][b] == RIVER for a, b in rest)
    reached, todo = set(), [rest[0]]
    while todo:
        side = todo.pop()
        reached.add(side)
        for other in rest:
            shared = set(side) & set(other)
            ends = (set(side) | set(other)) - shared
            if other not in reached and shared and PRINTED.plan.adjacent(*ends):
                todo.append(other)
    assert len(reached) == length


def test_every_coastal_arrow_is_a_hex() -> None:
    for hexes in PRINTED.entries.values():
        assert all(0 <= here < PRINTED.hexes for here in hexes)
    assert len(PRINTED.ways_in[AMERICAN]) == len(set(PRINTED.ways_in[AMERICAN])) == 21


@pytest.mark.parametrize("side", [AMERICAN, JAPANESE])
def test_tables_get_better_with_odds_and_die(side: int) -> None:
    order = ["AE", "A2", "A1", "EX", "DR", "D1", "DE"]
    rows = [[order.index(cell) for cell in row] for row in PRINTED.tables[side]]
    assert all(row == sorted(row) for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))


def test_the_proposed_line_is_sealed() -> None:
    """No way leads through it from where the Japanese enter, zone by zone."""
    state = GAME.setup("campaign")
    proposed = GAME.macros(state, AMERICAN)[0]
    assert proposed.advice, "games that count do without"
    for action in (*proposed.actions, ("done",)):
        state = GAME.apply(state, AMERICAN, action)
    from ironbottom.games.first_blood.rules.zones import front
    from ironbottom.kernel.hexes import spread

    steps = front(state, JAPANESE).steps
    starts = {*PRINTED.ways_in[JAPANESE], *(h for box in PRINTED.boxes for h in PRINTED.entries[box])}
    reached = {n for start in starts for n in spread(steps, start, 400)}
    assert not reached & {PRINTED.number["0708"], PRINTED.number["0709"]}


def test_every_statement_is_cited_by_code() -> None:
    cited = citations(GAME.folder, [statement.id for statement in GAME.statements])
    assert [key for key, places in cited.items() if not places] == []


def test_an_owner_corrects_the_data() -> None:
    from ironbottom.games import load

    mended = load("first-blood", {"units": {"unit": {"1/5": {"combat": 7, "source": "R: my copy"}}}})
    assert mended.digest != GAME.digest
    setting = mended.setup("campaign").setting
    assert setting.units[setting.unit_number["1/5"]].combat == 7
    with pytest.raises(BadInput):
        load("first-blood", {"units": {"unit": {"9/9": {"combat": 7}}}})


def test_texts_are_there() -> None:
    words = GAME.words
    for side in ("american", "japanese"):
        assert f"side.{side}" in words
    assert PACKAGE.endswith("first_blood")
