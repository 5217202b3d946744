"""Move counts of small positions, done on paper; macros that play through; what page pieces stand for."""

from __future__ import annotations

import random
from typing import Any

import contract
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.ui.texts import spelled
from ironbottom.kernel.action import notation, offered
from ironbottom.kernel.step import CHANCE

GAME = make()


def count(s: Any, depth: int) -> int:
    """Sequences of forward decisions of one side, amounts not told apart, until another side or chance decides."""
    sides = GAME.to_move(s)
    if depth == 0 or not sides or sides == (CHANCE,):
        return 1
    rng = random.Random(0)
    return sum(
        count(GAME.apply(s, sides[0], contract.concrete(action, rng)), depth - 1)
        for action in contract.forward(GAME, s, sides[0])
    )


def test_a_battleship_in_the_slot() -> None:
    """In G it may be taken or not; in hand it goes to F or H, or stays."""
    s = GAME.place({"step": "M2", "first": "axis", "axis": {"G": ["BAT"]}})
    assert count(s, 1) == 2
    assert [notation(action) for action in contract.forward(GAME, GAME.apply(s, 0, ("take", "G", "BAT")), 0)] == [
        "go F =1", "go H =1", "stay =1",
    ]


def test_two_different_ships() -> None:
    """Two transports in F, one loaded: done, or take one of two; each goes to B, C, G, I or stays: 1 + 2 * 5."""
    s = GAME.place({"step": "M1", "first": "axis", "axis": {"F": ["TRN", "TRN+INF"]}})
    assert count(s, 2) == 1 * count(GAME.apply(s, 0, ("done",)), 1) + 2 * 5


def test_a_bomber_in_the_corner() -> None:
    """From New Caledonia eight spaces are in reach."""
    s = GAME.place({"step": "M7", "first": "allies", "allies": {"NCA": ["BOM"]}})
    assert len(contract.forward(GAME, GAME.apply(s, 1, ("take", "NCA", "BOM")), 1)) == 8


def test_the_opening() -> None:
    """The Axis' four transports stand in A, C, F and L; four groups, or done with them, or with all ships,
    or with the battleships that will be asked about next."""
    s = GAME.setup("campaign")
    assert len(GAME.legal(s, 0)) == 7


def test_macros_play_through() -> None:
    """Each atom of a macro is legal when it is reached, or the macro was interrupted by another's decision."""
    seen = 0
    for seed, options in ((1, {}), (2, {"hidden_movement": True}), (3, {"advantages": "all"})):
        for number, s in enumerate(contract.states(GAME, "campaign", options, seed)):
            if number % 5:
                continue
            for side in GAME.to_move(s):
                for macro in GAME.macros(s, side) if side >= 0 else ():
                    now = s
                    for action in macro.actions:
                        if side not in GAME.to_move(now):
                            break
                        assert offered(GAME.legal(now, side), action), (macro.label, notation(action))
                        now = GAME.apply(now, side, action)
                    seen += 1
    assert seen > 200


def test_same_again() -> None:
    s = GAME.place({"step": "M5", "first": "allies", "allies": {"K": ["DST*3"]}})
    for action in (("take", "K", "DST"), ("go", "H", 1)):
        s = GAME.apply(s, 1, action)
    same = [macro for macro in GAME.macros(s, 1) if macro.label == "macro.same"]
    assert [macro.actions for macro in same] == [(("take", "K", "DST"), ("go", "H", 1))]


def test_pieces_of_the_page_stand_for_ships() -> None:
    assert spelled(("take", "axis:H:TRN+INF:2")) == ("take", "H", "TRN+INF")
    assert spelled(("take", "axis:H:TRN+INF:2:INF:1")) == ("take", "H", "TRN+INF", "INF")
    assert spelled(("torpedo", "allies:H:BAT@armour:1")) == ("torpedo", "BAT@armour")
    assert spelled(("load", "axis:RAB:SUP:3")) == ("load", "RAB", "SUP")
    s = GAME.place({"step": "M2", "first": "axis", "axis": {"G": ["BAT"], "H": ["TRN"]}})
    refusal = GAME.why_not(s, 0, ("take", "axis:H:TRN:1"))
    assert refusal is not None
    assert refusal.rule == "M7"
    assert GAME.refusal(refusal) == "Units move type by type: now it is the battleships."


def test_the_choices_of_a_sheet_are_choices() -> None:
    """What a sheet offers is offered as a choice or a macro too, in the same notation."""
    seen = 0
    for seed, options in ((4, {}), (5, {"hidden_movement": True}), (6, {"advantages": "all"})):
        for number, s in enumerate(contract.states(GAME, "campaign", options, seed)):
            if number % 3:
                continue
            for side in GAME.to_move(s):
                if side < 0:
                    continue
                view = GAME.view(s, side)
                offers = {GAME.choice(view, side, action)["do"] for action in GAME.legal(view, side)}
                offers |= {";".join(map(notation, macro.actions)) for macro in GAME.macros(view, side)}
                for sheet in GAME.picture(view, side)["sheets"]:
                    for field in sheet["fields"]:
                        assert set(field["choices"]) <= offers, (sheet["id"], field["choices"])
                        seen += len(field["choices"])
    assert seen > 300
