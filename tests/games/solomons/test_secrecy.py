"""Tables that look alike to the other side look alike after the same acts and dice: what differs in secret shows in no
line, no question, and no number that all know (A40)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.solomons.rules.air.losses import TakeLosses
from ironbottom.games.solomons.rules.printed import PORT, RABAUL
from ironbottom.games.solomons.rules.state import Flight
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.record import header
from ironbottom.kernel.step import OBSERVER, settle
from ironbottom.table.message import message
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.table import Table

JAPAN, USA = 0, 1
READY = ("ready",)


def at(**position: Any) -> Table[Any]:
    game = load("solomons")
    head = header(game, "campaign", {}, seats={}, seed_hash=seed_hash(b"s"), started="")
    table: Table[Any] = Table(
        game, head, [Seat(side, HUMAN, "", str(side)) for side in (JAPAN, USA)], Terms(), b"s",
        start=game.place(position),
    )
    table.begin(0)
    return table


def seen(table: Table[Any], viewer: int) -> tuple[str, int]:
    """All that a viewer is sent, and how many lines he has had."""
    return json.dumps(message(table, viewer, 0, "key"), sort_keys=True), table.number(viewer)


def alike(tables: list[Table[Any]]) -> bool:
    return all(seen(tables[0], viewer) == seen(other, viewer) for viewer in (JAPAN, OBSERVER) for other in tables[1:])


def lines(table: Table[Any], kind: str) -> list[str]:
    return [one.line["text"] for one in table.seat_log(JAPAN).lines if one.line["kind"] == kind]


@pytest.mark.parametrize("aboard", [((3, 0), (2, 1)), ((4, 0), (2, 2))], ids=["all", "chosen"])
def test_what_a_strike_loses_does_not_tell_from_which_decks(aboard: tuple[tuple[int, int], ...]) -> None:
    tables = [at(turn=3, segment=3, step="air", aboard={"U-CV-1": a, "U-CV-2": b, "J-CV-1": 8, "J-CV-2": 8}, force={
        "american": {"tf1": {"units": ["U-CV-1", "U-CV-2"], "at": "N", "base": "espiritu_santo"}},
        "japanese": {"tf1": {"units": ["J-CV-1", "J-CV-2"], "at": "M", "base": "truk"}},
    }) for a, b in aboard]
    assert alike(tables)
    for table, decks in zip(tables, aboard, strict=True):
        table.do(USA, [("strike", "tf1", "japanese:tf1", "nac", sum(decks)), READY], 0)
        table.do(JAPAN, [("cap", "tf1", 16), READY], 0)
    while type(tables[0].state.stack[-1]).__name__ == "LoseAircraft":
        assert alike(tables)
        for table, left in zip(tables, ([3], [1, 2]), strict=True):
            for ship, n in enumerate(left, 1):
                table.do(USA, [("lose", f"U-CV-{ship}", n)], 0)
    assert alike(tables)
    assert lines(tables[0], "air_lost") == ["The US loses 3 naval air points."]


def bombarded(air: dict[str, Any], transfer: tuple[Any, ...]) -> Table[Any]:
    """Japanese battleships have shelled Henderson Field after one secret transfer."""
    table = at(
        turn=12, segment=2, step="segment", onward=True, built=True, ground={"american": 20}, supply={"american": 10},
        air=air, force={"japanese": {"tf1": {
            "units": ["J-BB-1", "J-BB-2"], "at": "L", "way": "L.M.L.K", "mission": "bombardment", "base": "truk"}}})
    sent = False
    while type(table.state.stack[-1]).__name__ != "LoseAtBase":
        for side in table.waiting():
            now = type(table.state.stack[-1]).__name__ == "Transfers" and side == USA and transfer and not sent
            sent = sent or bool(now)
            table.do(side, [transfer, READY] if now else [READY], 0)
    return table


BOTH = {"henderson": {"lac": 6}, "espiritu_santo": {"lac": 6, "nac": 6}}
SENT = ("transfer", "espiritu_santo", "henderson")


@pytest.mark.parametrize("ways", [
    [(), (*SENT, "nac", 3)], [(*SENT, "lac", 1), (*SENT, "lac", 3)], [(), (*SENT, "lac", 1)],
], ids=["another kind", "how many", "whether"])
def test_what_guns_take_from_the_field_does_not_tell_what_was_sent_there(ways: list[tuple[Any, ...]]) -> None:
    """Its owner is asked in any case, and the loss is told at one stroke."""
    tables = [bombarded(BOTH, way) for way in ways]
    assert alike(tables)
    assert all(table.waiting() == (USA,) for table in tables)
    for table in tables:
        n = table.state.stack[-1].n
        table.do(USA, [("lose", "lac", 1)], 0)
        table.do(USA, [("lose", "lac", n - 1)], 0)
    assert alike(tables)
    assert len(lines(tables[0], "air_lost")) == 1


def test_nobody_is_told_whether_lost_naval_aircraft_were_trained() -> None:
    tables = [bombarded({"espiritu_santo": {"nac": 3, "raw": 3}}, (*SENT, kind, 3)) for kind in ("nac", "raw")]
    assert alike(tables)
    for table in tables:
        table.do(USA, [("lose", "nac", 3)], 0)
    assert alike(tables)


def test_the_act_that_lays_the_plots_open_is_final() -> None:
    """RS-014: the last ship that goes on from a full Rabaul ends the Game-Turn."""
    game = load("solomons")
    for more, ends in ((1, ["ends.reveal"]), (2, [None, "ends.reveal"])):
        away = [f"J-DD-{n}" for n in range(10, 12)] + ["J-CA-1"][: more - 1]
        here = {f"J-DD-{n}": "rabaul" for n in range(1, 10)} | dict.fromkeys(away, "home:rabaul")
        state, found = game.place({"turn": 5, "segment": 14, "step": "turn_end", "at": here}), []
        while type(state.stack[-1]).__name__ == "Overfull":
            action = game.legal(state, JAPAN)[0]
            found.append(game.why_final(game.view(state, JAPAN), JAPAN, action))
            state = game.apply(state, JAPAN, action)
        assert found == ends
    here = {f"J-DD-{n}": "rabaul" for n in range(1, 11)} | {"J-DD-11": "home:rabaul", "J-CA-1": "home:rabaul"}
    state = game.place({"turn": 5, "segment": 14, "step": "turn_end", "at": here})
    action = game.legal(state, JAPAN)[0]
    assert game.why_final(game.view(state, JAPAN), JAPAN, action) == "ends.reveal", "the other goes by itself"
    assert type(game.apply(state, JAPAN, action).stack[-1]).__name__ != "Overfull"


def test_what_is_left_to_lose_of_a_land_strike_with_one_kind_is_not_asked() -> None:
    """Its sums are known to all; so it was in earlier rules, whose records have no line for it."""
    table = at(turn=4, segment=3, step="air", built=True, ground={"american": 12}, air={"rabaul": {"lac": 5}})
    state = table.state
    flight = Flight(JAPAN, PORT + RABAUL, -1, 12, 3, 2, parts=((RABAUL, 0, 3, 3), (RABAUL, 1, 3, 2)))
    asked = settle(state.replace(flights=(flight,)).push(TakeLosses(0, 4)))
    assert type(asked.stack[-1]).__name__ == "LoseAircraft"
    after = table.game.apply(asked, JAPAN, ("lose", "lac", 3))
    assert type(after.stack[-1]).__name__ != "LoseAircraft"
    assert [(one.lac, one.nac) for one in after.flights] == [(0, 1)]
