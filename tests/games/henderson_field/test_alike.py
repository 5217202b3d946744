"""7.8: two positions that look alike to the other side and to an observer still do so after the same acts and dice:
what they are sent, and what they may take away, is the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.henderson_field.rules.state import PointsScored
from ironbottom.kernel import referee
from ironbottom.kernel.action import parse
from ironbottom.kernel.step import OBSERVER
from ironbottom.table.message import message, seat_export
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.table import Table

GAME = make()
PLAYERS = {AMERICAN: "ann", JAPANESE: "ben", OBSERVER: "eve"}


def table(position: dict[str, Any]) -> Table[Any]:
    """A table of two players that begins there."""
    head = {
        "game": GAME.slug, "scenario": SCENARIO, "options": {}, "rules_version": GAME.rules_version,
        "digest": GAME.digest, "seed_hash": "", "started": "", "seats": dict.fromkeys(GAME.sides, HUMAN),
    }  # fmt: skip
    seats = [Seat(side, HUMAN, PLAYERS[side], PLAYERS[side]) for side in (AMERICAN, JAPANESE)]
    made = Table(GAME, head, seats, Terms(), bytes(32), start=GAME.place(position))
    made.begin(0.0)
    return made


def known(one: Table[Any], viewer: int) -> tuple[str, str]:
    """What a viewer is sent, and what it may take away."""
    told = message(one, viewer, 0, PLAYERS[viewer]), seat_export(one, viewer, "")
    return json.dumps(told[0], sort_keys=True), json.dumps(told[1], sort_keys=True)


def alike(owner: int, worlds: Sequence[tuple[dict[str, Any], Sequence[str]]]) -> list[Table[Any]]:
    """The tables after their acts, each by whoever is asked; the positions, and what has come of them, are the same to
    all but the owner."""
    tables = [table(position) for position, _ in worlds]
    for viewer in (1 - owner, OBSERVER):
        assert known(tables[0], viewer) == known(tables[1], viewer)
    for one, (_, acts) in zip(tables, worlds, strict=True):
        for text in acts:
            one.do(one.waiting()[0], [parse(part) for part in text.split(", ")], 1.0)
    for viewer in (1 - owner, OBSERVER):
        assert known(tables[0], viewer) == known(tables[1], viewer)
    return tables


def losses(one: Table[Any]) -> list[PointsScored]:
    return [event for logged in one.log for event in logged.news if isinstance(event, PointsScored)]


@pytest.mark.parametrize("top", [1, 2])
def test_how_the_factors_of_hidden_counters_lie_is_not_told(top: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """8.1.5: three ones take all that fire can take, of hidden counters with 3 and 1 factors, or with 2 and 2, or of
    others, whose numbers stand behind that of the counter in sight."""
    monkeypatch.setattr(referee, "pick", lambda *_: ("die", 1))
    pairs, worlds = (["jp-124-1", "jp-124-2"], ["jp-4-1", "jp-4-2"]), []
    for pair, steps in ((0, (3, 1)), (0, (2, 2)), (1, (1, 3))):
        far = pairs[1 - pair]
        position = {
            "turn": 23, "phase": "japanese_defensive_fire", "field": "american", "supply": {"american": 9},
            "american": {"3907": ["us-11-5"], "3909": ["us-1-2"]},
            "japanese": {"4010": [*pairs[pair], "jp-124-3"], "1407": [*far, "jp-29-1"]},
            "steps": {**dict(zip(pairs[pair], steps, strict=True)), "jp-124-3": top, **dict.fromkeys(far, 2)},
        }  # fmt: skip
        worlds.append((position, ["attack 4010, gun us-11-5 =3, fire"]))
    one, other = alike(JAPANESE, worlds[:2])
    alike(JAPANESE, worlds[::2])
    assert [(event.unit, event.steps) for event in losses(one)] == [("jp-124-3", 1)] * (top - 1) + [("jp-124-1", 2)]
    seen = losses(other)[-1]
    assert (seen.unit, seen.steps, seen.lost) == (None, 2, (("jp-124-1", 1), ("jp-124-2", 1)))
    rest = "2 steps at 4010: 4 victory points for the Americans."
    for side, text, names in (
        (AMERICAN, "What lies hidden loses", ["what lies hidden"]),
        (JAPANESE, "124/1 and 124/2 lose", ["124/1", "124/2"]),
    ):
        line = GAME.line(GAME.news_for(other.state, side)[-1], side)
        assert line is not None
        assert line["text"] == f"{text} {rest}"
        assert [loss["name"] for loss in line["losses"]] == names


def test_who_needed_engineers_to_cross_a_river_is_not_told() -> None:
    """7.3d: 1 Eng lies hidden in the river, or hidden among the two who cross: then one alone needs him."""
    worlds = []
    for bank, goes in (("us-1eng", "us-1-3"), ("us-1-3", "us-1eng")):
        position = {"turn": 5, "field": "american", "american": {"1010": [bank, "us-1-2"], "1110": [goes, "us-7-1"]},
                    "japanese": {"4010": ["jp-84g"]}}  # fmt: skip
        worlds.append((position, ["take us-7-1", f"take {goes}", "step 1010", "step 1009", "stop", "end"]))
    tables = alike(AMERICAN, worlds)
    assert [dict(one.state.transits) for one in tables] == [
        {GAME.plain.number["1010"]: 2}, {GAME.plain.number["1010"]: 1}
    ]  # fmt: skip


def test_who_moves_knows_how_many_his_engineers_have_let_over() -> None:
    """7.3d: 1 Eng, of one factor now, has let 1/3 over: who comes after him stops."""
    s = GAME.place({"turn": 5, "field": "american", "american": {"1010": ["us-1eng"], "1110": ["us-1-3", "us-7-1"]},
                    "steps": {"us-1eng": 1}})  # fmt: skip
    for text in ("take us-1-3", "step 1010", "step 1009", "stop", "take us-7-1", "step 1010"):
        s = GAME.apply(s, AMERICAN, parse(text))
        assert GAME.legal(GAME.view(s, AMERICAN), AMERICAN) == GAME.legal(s, AMERICAN)
    assert GAME.view(s, AMERICAN).transits == s.transits != ()
    assert GAME.view(s, JAPANESE).transits == GAME.view(s, OBSERVER).transits == ()
    assert ("take", "us-7-1") not in GAME.legal(s, AMERICAN)
