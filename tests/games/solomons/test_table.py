"""At the table: parts written in secret, sheets that ask one side alone, and the standing order for routine steps."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import contract
from games.solomons.busy import GAME
from ironbottom.games.solomons.ai.script import best
from ironbottom.kernel.action import Range, offered
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.opponent import Asked
from ironbottom.kernel.record import header
from ironbottom.kernel.referee import seed_hash
from ironbottom.kernel.step import CHANCE
from ironbottom.table.message import message
from ironbottom.table.seats import Seat, Terms
from ironbottom.table.table import ROUTINE, Order, Table

NOW = 1_800_000_000.0
READY = ("ready",)
SEED = (7).to_bytes(32, "big")


def table_of(terms: Terms = Terms(), **position: Any) -> Table[Any]:  # noqa: B008
    """A table at a position."""
    head = header(GAME, "campaign", {}, seats=dict.fromkeys(GAME.sides, "human"), seed_hash=seed_hash(SEED), started="")
    seats = [Seat(side, name=name, player=name) for side, name in enumerate(GAME.sides)]
    return Table(GAME, head, seats, terms, SEED, start=GAME.place(position))


def step(table: Table[Any]) -> str:
    return type(table.state.stack[-1]).__name__


AT_SEA = {
    "japanese": {"tf1": {"units": ["J-DD-1"], "at": "A", "way": "A.truk"}},
    "american": {
        "tf1": {"units": ["U-TR-1"], "at": "M", "mission": "transport", "way": "M.M.R.R.australia", "stay": 1},
    },
}


def test_a_sheet_for_one_side_alone_closes_when_it_is_ready() -> None:
    table = table_of(turn=3, segment=2, step="unloading", force={"american": AT_SEA["american"]})
    assert step(table) == "Unloading"
    assert table.waiting() == (1,)
    table.do(1, [READY], NOW)
    assert table.state.stack == () or step(table) != "Unloading"
    assert not table.drafts


def test_the_other_side_learns_only_that_one_is_ready() -> None:
    table = table_of(turn=3, segment=2, step="orders", force=AT_SEA)
    before = json.dumps({**message(table, 0), "seats": 0, "waiting": 0})
    table.do(1, [table.legal(1)[0]], NOW)
    assert json.dumps({**message(table, 0), "seats": 0, "waiting": 0}) == before
    table.do(1, [READY], NOW)
    assert message(table, 0)["waiting"] == ["japanese"]
    assert json.dumps({**message(table, 0), "seats": 0, "waiting": 0}) == before
    table.do(1, [("unready",)], NOW)
    assert message(table, 0)["waiting"] == ["japanese", "american"]


def test_one_standing_order_answers_what_asks_nothing() -> None:
    table = table_of(turn=3, segment=2, step="orders", force=AT_SEA)
    assert message(table, 0)["reaction"] == {"step": ROUTINE, "default": "ready", "staff": "Orders"}
    assert table.ordered() is None
    table.order(0, ROUTINE, "default")
    assert table.ordered() == (0, (READY,))
    table.order(0, ROUTINE, None)
    assert table.ordered() is None


def test_a_standing_order_asks_where_the_enemy_is_near() -> None:
    """Their task force in M by night is next to none of ours in A, and in the way of one in M."""
    near = {**AT_SEA, "japanese": {"tf1": {"units": ["J-DD-1"], "at": "M", "way": "L.K.rabaul"}}}
    table = table_of(turn=3, segment=4, step="orders", force=near)
    for side in (0, 1):
        table.order(side, ROUTINE, "default")
    assert table.ordered() is None
    assert message(table, 1)["reaction"] == {"step": ROUTINE, "default": "", "staff": "Orders"}


def test_who_lets_the_table_carry_on_is_not_asked_what_has_one_answer() -> None:
    """The Japanese are asked for altered missions even if none can be altered, so that it betrays nothing."""
    force = {"japanese": {"tf1": {"units": ["J-DD-1"], "at": "M", "mission": "anti_ship", "way": "L.K.rabaul"}},
             "american": {"tf1": {"units": ["U-DD-1"], "at": "M", "mission": "anti_ship", "way": "R.R.australia"}}}
    table = table_of(turn=3, segment=4, step="surface", force=force)
    assert step(table) == "Alteration"
    assert table.ordered() is None
    table.carry_on(0)
    assert table.ordered() == (0, (("hold",),))


def test_what_could_still_fly_is_asked_for_on_the_last_day() -> None:
    """Transfers, to a field at the front alone; and an attack on Guadalcanal, if it is of any effect."""
    air = {"henderson": {"lac": 2}, "espiritu_santo": {"lac": 6}, "rabaul": {"lac": 12}}
    for segment, asked in ((11, False), (13, True)):
        s = GAME.place({"turn": 3, "segment": segment, "step": "transfers", "built": True, "air": air})
        assert (GAME.default(GAME.view(s, 1), 1) is None) == asked
        assert GAME.default(GAME.view(s, 0), 0) == READY
    for segment, points, asked in ((5, 12, False), (7, 12, True), (7, 9, False)):
        flying = {**air, "rabaul": {"lac": points}}
        s = GAME.place({"turn": 3, "segment": segment, "step": "air", "built": True, "air": flying})
        assert (GAME.default(GAME.view(s, 0), 0) is None) == asked


def test_the_staff_does_a_whole_question_at_one_stroke() -> None:
    """Two computers' sides played by nothing but that, and by the way on where nothing else is offered."""
    s, rng, strokes = GAME.place({"start": True, "turn": 1, "step": "plot_phase"}), random.Random(2), set()
    while s.turn == 1 and GAME.to_move(s):
        if GAME.to_move(s) == (CHANCE,):
            s, _, _ = contract.step(GAME, s, rng)
            continue
        side = GAME.waited_for(s)[0]
        view = GAME.view(s, side)
        found = [macro for macro in GAME.macros(view, side) if macro.label == "macro.staff"]
        top, legal = s.stack[-1], GAME.legal(view, side)
        if not found:
            assert any(not any(isinstance(part, Range) for part in action) for action in legal)
        for action in found[0].actions if found else best(Asked(view, side, legal, None, rng)).do:
            assert offered(GAME.legal(s, side), action)
            s = GAME.apply(s, side, action)
        assert s.stack[-1:] != (top,) or s.ready[side] or side not in GAME.waited_for(s)
        strokes |= {type(top).__name__} if found else set()
    assert {"Announcement", "Allocation", "Plotting"} <= strokes


def test_what_the_staff_would_also_hand_in_says_so() -> None:
    """A proposal stays to be looked at; what is left to the staff is ready with it."""
    view = GAME.view(GAME.place({"start": True, "turn": 1, "step": "allocation"}), 1)
    assert ("take", "U-CV-1") in GAME.legal(view, 1)
    ends = {macro.label: GAME.macro_look(view, 1, macro).get("ends") for macro in GAME.macros(view, 1)}
    assert ends["macro.staff"] == "it counts once both sides are ready"
    assert ends["macro.proposal"] is None


def test_each_line_of_the_log_stands_under_its_own_segment() -> None:
    """One click can end a segment and begin the next."""
    table = table_of(
        turn=3, segment=4, step="two_segments", built=True, supply={"american": 2}, ground={"american": 15},
        air={"henderson": {"lac": 6}},
        force={"american": {"tf1": {"units": ["U-DD-1"], "at": "M", "way": "M.M.R.australia"}}})
    while step(table) != "Transfers":
        for side in table.waiting():
            table.do(side, [READY], NOW)
    table.do(1, [("transfer", "henderson", "espiritu_santo", "lac", 6), READY], NOW)
    table.do(0, [READY], NOW)
    turns = {line["text"]: line["turn"] for line in message(table, 0)["lines"]}
    assert turns["The US spends 1 Supply Point on a transfer."] == "Game-Turn 3 · segment 5, day"
    assert turns["Segment 6."] == "Game-Turn 3 · segment 6, night"


def test_a_force_that_waited_in_port_is_told_with_its_base() -> None:
    """RS-172: it was at Rabaul in the night before."""
    table = table_of(turn=3, segment=2, step="segment", force={"japanese": {"tf1": {
        "units": ["J-DD-1"], "at": "rabaul", "way": "K.L.M.L.K.rabaul", "run": "slot", "due": 5, "night": "rabaul"}}})
    texts = [line["text"] for event in table.state.news if (line := GAME.line(event, 1))]
    assert "Task Force 1 of Japan in K, the night before in Rabaul: 1 unit." in texts


def test_the_staff_proposes_from_the_announcement_to_the_plots() -> None:
    """What the staff announces it also forms and plots, each at one stroke."""
    s = GAME.place({"start": True, "turn": 1, "step": "plot_phase"})
    while type(s.stack[-1]).__name__ != "Plotting" or 0 in GAME.waited_for(s):
        for macro in GAME.macros(GAME.view(s, 0), 0):
            if macro.label == "macro.proposal":
                for action in macro.actions:
                    s = GAME.apply(s, 0, action)
                assert all(macro.label != "macro.proposal" for macro in GAME.macros(GAME.view(s, 0), 0))
        if type(s.stack[-1]).__name__ == "Allocation" and not s.ready[1]:
            for macro in GAME.macros(GAME.view(s, 1), 1):
                if macro.label == "macro.proposal":
                    for action in macro.actions:
                        s = GAME.apply(s, 1, action)
            s = GAME.apply(s, 1, READY)
        s = GAME.apply(s, 0, ("announce",) if type(s.stack[-1]).__name__ == "Announcement" else READY)
    assert any(force.way for force in s.forces[0])


def test_landing_nothing_is_called_so() -> None:
    cargo = {"U-TR-1": {"supply": 2}}
    fleet = {"american": {"tf1": {"units": ["U-TR-1"], "at": "M", "mission": "transport", "way": "R.R.australia",
                                  "stay": 2}}}
    table = table_of(turn=3, segment=2, step="unloading", force=fleet, cargo=cargo)
    named = {choice["do"]: choice for choice in message(table, 1)["choices"]}
    assert (named["ready"]["label"], "main" in named["ready"]) == ("Land nothing", False)
    table.do(1, [("everything",)], NOW)
    named = {choice["do"]: choice for choice in message(table, 1)["choices"]}
    assert (named["ready"]["label"], named["ready"]["main"]) == ("Ready", True)


def test_a_step_left_to_the_staff() -> None:
    """It goes home as the script would, for the side that has ordered it alone, from what that side sees; and what is
    not carried out but decided cannot be left."""
    force = {**AT_SEA, "american": {"tf1": {"units": ["U-TR-1"], "at": "M", "mission": "transport",
                                            "way": "M.M.R.R.australia", "status": "executed"}}}
    table = table_of(turn=3, segment=2, step="orders", force=force)
    assert message(table, 1)["reaction"]["staff"] == "Orders"
    table.order(1, "Orders", "staff")
    found = table.ordered()
    assert found is not None
    side, actions = found
    assert (side, actions[0][:2], actions[-1]) == (1, ("home", "tf1"), READY)
    table.do(1, list(actions), NOW)
    assert table.waiting() == (0,)
    other = table_of(turn=3, segment=2, step="orders",
                     force={**force, "japanese": {"tf1": {"units": ["J-DD-2"], "at": "A", "way": "A.truk"}}})
    other.order(1, "Orders", "staff")
    assert other.ordered() == found
    with pytest.raises(BadInput):
        table.order(1, "Plotting", "staff")


@pytest.mark.parametrize("terms", [Terms(bank=600, rated=True), Terms(bank=600, tournament=True)])
def test_the_staff_is_not_there_where_a_game_counts(terms: Terms) -> None:
    """Neither on the page nor by an order, also one that was left before."""
    begun: dict[str, Any] = {"start": True, "turn": 1, "step": "plot_phase"}
    plain, counts = ({macro["label"] for macro in message(table, 0)["macros"]}
                     for table in (table_of(**begun), table_of(terms, **begun)))
    assert plain - counts == {"A staff proposal", "Leave it to the staff"}
    table = table_of(terms, turn=3, segment=2, step="orders", force=AT_SEA)
    assert "staff" not in message(table, 1)["reaction"]
    with pytest.raises(BadInput, match="This game counts"):
        table.order(1, "Orders", "staff")
    table.orders[1]["Orders"] = Order("Orders", "staff")
    assert table.ordered() is None
