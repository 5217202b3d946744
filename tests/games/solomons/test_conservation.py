"""Ships, air points, ground points and supply are conserved: what is gone or has come is told by an event, through
every loss, refit, training, transfer and return."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from games.solomons.busy import states
from ironbottom.games.solomons.rules import ground, ports, sequence, state, unloading
from ironbottom.games.solomons.rules.air import landing, transfers
from ironbottom.games.solomons.rules.positions import air_total
from ironbottom.games.solomons.rules.printed import BACK, HOME, JAPAN, OUT, SUNK, USA
from ironbottom.games.solomons.rules.state import off_island

SIDES = (JAPAN, USA)


def told(s: Any, kind: str, **args: Any) -> Iterator[Any]:
    """The news of the last step of that kind."""
    return (event for event in s.news
            if event.called() == kind and all(event.get(key) == is_ for key, is_ in args.items()))


def air_gained(s: Any, t: Any, side: int) -> int:
    """Air points that came or went in a step, by its news."""
    n = -sum(event.get("n") for event in told(t, "air_lost", side=side))
    for event in told(t, "points_arrived"):
        n += event.get("rabaul_lac") + event.get("truk_raw") if side == JAPAN else event.get("es_lac")
    if side == USA:
        n += sum(event.get("es") + event.get("australia") for event in told(t, "naval_air"))
    for event in told(t, "arrived", side=side):  # new carriers come with their aircraft
        n += sum(t.p.deck[u] for u in map(t.p.index.__getitem__, event.get("units")) if s.at[u] == OUT)
    if side == JAPAN and any(told(t, "placed")):
        n += t.p.data["setup"]["japanese"]["aboard"]
    return n


def ground_gained(t: Any, side: int) -> int:
    n = -sum(event.get("n") for event in told(t, "ground_lost", side=side))
    key = "rabaul_ground" if side == JAPAN else "es_ground"
    return n + sum(event.get(key) for event in told(t, "points_arrived"))


def supply_gained(t: Any, side: int) -> int:
    """Supply Points ashore that came or went in a step."""
    n = sum(event.get("supply") for event in told(t, "unloaded", side=side))
    n -= sum(event.get("supply") for event in told(t, "bombarded", side=1 - side))
    n -= sum(event.get("supply") for event in told(t, "captured", side=1 - side))
    n -= sum(1 for _ in told(t, "assault", side=side))
    return n - (sum(event.get("n") for event in told(t, "supply_spent")) if side == USA else 0)


def check(s: Any, t: Any) -> None:
    """One step on, nothing has come or gone untold."""
    p = t.p
    for side in SIDES:
        assert air_total(t, side) - air_total(s, side) == air_gained(s, t, side), "air points"
        before, after = (x.ground[side] + off_island(x, side) for x in (s, t))
        assert after - before == ground_gained(t, side), "ground points"
        assert t.supply[side] - s.supply[side] == supply_gained(t, side), "supply"
        aloft = [name for event in told(t, "arrived", side=side) for name in event.get("units")]
        for u in p.of_side[side]:
            name, was, is_ = p.ids[u], s.at[u], t.at[u]
            if was == OUT != is_:
                assert name in aloft, name
                assert p.turn[u] == t.turn, name
            if is_ == OUT != was:
                raise AssertionError(f"{name} has left the game")
            if is_ == SUNK != was:
                assert any(told(t, "sunk", unit=name)), name
            if is_ != SUNK and p.kind[u] != "APD":
                assert not any(told(t, "sunk", unit=name)), name
            if was == SUNK != is_:
                assert p.kind[u] == "APD", name
            if BACK <= was < BACK + 4 and not BACK <= is_ < BACK + 4:
                # who needs no refit is placed before the others come (5.14, 5.15)
                assert name in aloft or not p.refit(was - BACK, p.kind[u]), name
                assert t.turn >= s.due[u], name


def walk(*seeds: int) -> None:
    for seed in seeds:
        for s, t in pairwise(states(seed)):
            check(s, t)


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_nothing_comes_or_goes_untold(seed: int) -> None:
    walk(seed)


LEAKS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "a transferred point is lost on the way": (
        transfers, "add", lambda stock, cat, n, was=transfers.add: was(stock, cat, n - (n > 1))),
    "survivors land twice": (landing, "give_back", lambda s, side, parts, *rest, was=landing.give_back: was(
        was(s, side, parts, *rest), side, parts[:1] if rest[0] else (), *rest)),
    "aircraft are stolen by night": (sequence, "stand_down", lambda s, was=ports.stand_down: was(s).replace(
        air=state.put(s.air, 0, (state.NONE,) * 3))),
    "the sunk are towed home": (state, "_gone", lambda s, u, to, was=state._gone: was(s, u, HOME + 3 * s.p.side[u])),
    "starved points march on": (ground, "lose_ground", lambda s, side, n, cause: s),
    "cargo is landed and kept": (unloading, "put", lambda items, n, item: items),
}
"""Rules that lose or make something: name, module, function, stand-in."""


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*LEAKS[name])
    with pytest.raises(AssertionError):
        walk(1, 2, 5)
