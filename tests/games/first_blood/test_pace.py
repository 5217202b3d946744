"""How many clicks a turn costs: counted from positions, as a hand would play them."""

from __future__ import annotations

from typing import Any

from ironbottom.games.first_blood.game import SCENARIO, make
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE
from ironbottom.kernel.action import parse
from ironbottom.kernel.record import header
from ironbottom.kernel.step import CHANCE
from ironbottom.table.seats import Seat
from ironbottom.table.table import Table, Terms

GAME = make()
STACKS = {
    "0708": ["1/1", "2/1", "3/1"], "0709": ["1/5", "2/5", "3/5"], "0707": ["1R", "1P", "1T"],
    "0905": ["1/7", "2/7", "3/7"], "0906": ["1/164", "2/164", "3/164"], "0907": ["1/2", "2/2"],
}  # fmt: skip
WALKS = {"1/1": "0606", "1/5": "0607", "1R": "0705", "1/7": "0704", "1/164": "0804", "1/2": "0806"}


def clicks(s: Any, wanted: tuple[str, ...]) -> tuple[int, Any]:
    """Clicks for what is done one after the other: "to HEX" is a click on that hex, however far; a list of actions that
    the page proposes is one click; what ends something and has odds is confirmed by a second one."""
    todo, count = list(wanted), 0
    while todo:
        side = GAME.to_move(s)[0]
        macros = GAME.macros(s, side)
        if todo[0].startswith("to "):
            place = todo[0][3:]
            far = next((macro.actions for macro in macros if macro.space == place), (("step", place),))
            done, used = far, 1
        else:
            plans = [macro.actions for macro in macros if not macro.space]
            fits = [plan for plan in plans if [" ".join(action) for action in plan] == todo[: len(plan)]]
            done = max(fits, key=len, default=(parse(todo[0]),))
            used = len(done)
        look = GAME.choice(s, side, done[0]) if len(done) == 1 else {}
        count += 2 if look.get("ends") and look.get("odds") else 1
        for action in done:
            assert action in GAME.legal(s, side), action
            s = GAME.apply(s, side, action)
        todo = todo[used:]
    return count, s


def test_a_turn_of_seventeen_units_costs_fourteen_clicks() -> None:
    """Six stacks: the first is taken whole with a second click, and so the next ones with a single one."""
    s = GAME.place({"turn": 8, "phase": "american_movement", "american": STACKS,
                    "japanese": {"0506": ["29/1"], "0503": ["29/2"]}})  # fmt: skip
    play = [click for unit, goal in WALKS.items() for click in (f"take {unit}", "all", f"to {goal}", "drop")]
    count, s = clicks(s, (*play, "done"))
    where = [s.at.count(s.setting.number[goal]) for goal in WALKS.values()]
    assert where == [len(stack) for stack in STACKS.values()]
    assert count == 14, "34 before"


def test_three_attacks_cost_six_clicks() -> None:
    """Proposed, confirmed, two of them called, each with its odds; the last one starts by itself."""
    s = GAME.place({
        "turn": 8, "phase": "american_combat", "japanese": {"0506": ["29/1"], "0503": ["29/2"], "0511": ["16/1"]},
        "american": {"0606": ["1/1", "2/1", "3/1"], "0603": ["1/5", "2/5", "3/5"], "0611": ["1/7", "2/7"]},
    })  # fmt: skip
    macro = next(one for one in GAME.macros(s, AMERICAN) if one.label == "macro.attacks")
    names = [" ".join(map(str, action)) for action in macro.actions]
    count, s = clicks(s, (*names, "done"))
    assert (count, len(s.attacks)) == (2, 3)
    while len(s.attacks) > 1:
        called, s = clicks(s, (f"fight {s.setting.names[s.attacks[0].targets[0]]}",))
        count, s = count + called, GAME.apply(s, CHANCE, ("die", 3))
        while (side := GAME.to_move(s)[0]) == JAPANESE or not s.stack[-1].starts_itself:
            s = GAME.apply(s, side, GAME.legal(s, side)[0])
    seats = [Seat(AMERICAN, name="Ann", player="ann"), Seat(JAPANESE, name="Ben", player="ben")]
    head = header(GAME, SCENARIO, {}, seats={}, seed_hash="", started="1942-08-20T00:00:00Z")
    table: Table[Any] = Table(GAME, head, seats, Terms(), bytes(32), start=s)
    assert table.ordered() == (AMERICAN, (("fight", s.setting.names[s.attacks[0].targets[0]]),))
    assert count == 6, "15 before"


def test_one_attack_is_confirmed_and_fought_with_one_click() -> None:
    position = {"turn": 8, "phase": "american_combat", "japanese": {"0506": ["29/1"]}, "american": {"0606": ["1/1"]}}
    count, s = clicks(GAME.place(position), ("take 1/1", "attack 0506", "done", "fight 0506"))
    assert count == 2
    assert GAME.chance(s)
