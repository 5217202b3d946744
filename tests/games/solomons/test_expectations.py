"""Dealt worlds: what is at sea steers by plans, and what was announced and not yet seen is on its way."""

from __future__ import annotations

import random
from typing import Any

from games.solomons.busy import GAME
from ironbottom.games.solomons.rules.printed import BOMBARD, JAPAN, PORT, USA, M
from ironbottom.games.solomons.rules.state import Campaign

DEALT = 60


def worlds(side: int, **position: Any) -> list[Campaign]:
    view = GAME.view(GAME.place(position), side)
    found = [GAME.determinize(view, side, random.Random(seed)) for seed in range(DEALT)]
    assert all(GAME.view(world, side) == view for world in found)
    return found


def often(found: list[bool]) -> bool:
    return sum(found) >= 0.8 * len(found)


FLEET = ["J-B-3", "J-B-4"]
AT_TRUK = dict.fromkeys((*FLEET, "J-CA-1", "J-DD-1"), "truk")
AT_RABAUL = dict.fromkeys(("J-CA-4", "J-CA-5", "J-DD-2", "J-DD-3"), "rabaul")


def test_battleships_from_truk_come_to_bombard_and_go_home() -> None:
    found = worlds(USA, turn=5, segment=3, step="orders", said={"truk": "capital"}, sortie=True, at=AT_TRUK,
                   force={"japanese": {"tf1": {"units": FLEET, "at": "G", "base": "truk"}}})
    forces = [world.forces[JAPAN][0] for world in found]
    assert often([force.mission == BOMBARD for force in forces])
    assert often([force.way[:1] == (M,) for force in forces])
    assert often([force.way.count(M) == 1 and force.way[-1] >= PORT for force in forces])


def test_guns_that_lie_off_the_island_by_day_stay_for_the_night() -> None:
    guns = list(AT_RABAUL)
    found = worlds(USA, turn=5, segment=5, step="orders", said={"rabaul": "small"}, at=AT_RABAUL,
                   force={"japanese": {"tf1": {"units": guns, "at": "M"}}})
    assert often([world.forces[JAPAN][0].way[:1] == (M,) for world in found])
    assert often([world.forces[JAPAN][0].mission != BOMBARD for world in found])


def test_a_run_that_was_announced_waits_or_is_on_its_way() -> None:
    found = worlds(USA, turn=5, segment=1, step="orders", said={"slot": "small"}, at=AT_RABAUL)
    runs = [[force for force in world.forces[JAPAN] if force.run == 1] for world in found]
    assert often([len(run) == 1 for run in runs])
    assert len({force.due for run in runs for force in run}) > 1


def test_a_hungry_garrison_is_brought_something() -> None:
    at_es = dict.fromkeys(("U-TR-2", "U-TR-3", "U-CA-1", "U-DD-1"), "espiritu_santo")
    found = worlds(JAPAN, turn=5, segment=2, step="orders", at=at_es, holder="american",
                   ground={"american": 9, "japanese": 3}, supply={"american": 0, "japanese": 1})
    convoys = [[n for n, force in enumerate(world.forces[USA]) if 0 <= force.pos < PORT and any(
        world.p.kind[u] == "TR" for u in world.fleet(USA, n))] for world in found]
    assert sum(map(bool, convoys)) > DEALT // 4


def test_a_convoy_is_as_large_as_what_it_has_to_bring() -> None:
    ships = ["J-TR-1", "J-TR-2", "J-TR-3", "J-CA-1", "J-CA-2", "J-CA-3"]
    found = worlds(USA, turn=5, segment=3, step="orders", said={"rabaul": "transports"}, depot={"japanese": 6},
                   at=dict.fromkeys((*ships, "J-TR-4", "J-TR-5", "J-CA-4", "J-DD-1"), "rabaul"),
                   force={"japanese": {"tf1": {"units": ships, "at": "K", "mission": "transport"}}})
    assert often([{world.p.ids[u] for u in world.fleet(JAPAN, 0)} == set(ships) for world in found])
