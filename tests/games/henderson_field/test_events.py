"""What happened, as files hold it: names and order are those of the first release, and every event can be read back."""

from __future__ import annotations

from typing import Any, get_args, get_origin

import pytest

import contract
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.kernel.event import Event, event_of
from ironbottom.kernel.value import hints

GAME = make()
EVENTS = [kind for kind in GAME.types if issubclass(kind, Event)]
FIRST: dict[str, tuple[tuple[str, ...], str]] = {
    "advanced": (("unit", "side", "hex"), ""), "ambush": (("die", "won"), ""),
    "assault_die": (("die", "odds", "attacker_loss", "attacker_retreat", "advance", "defender_loss",
                     "defender_retreat", "side", "hexes"), ""),
    "attack": (("side", "units", "hexes"), ""), "banzai": ((), ""), "bombard_die": (("side", "die"), ""),
    "bonus": ((), ""), "called": (("unit", "turn"), ""), "card": (("side", "card", "name"), ""),
    "counter_battery": (("side", "hex", "n"), ""), "counter_result": (("side", "hex", "n", "dice"), ""),
    "eliminated": (("unit", "side", "hex"), ""), "field_harmed": (("n", "status"), ""),
    "field_mended": (("n", "status"), ""), "field_points": (("side", "n"), ""), "field_taken": (("side",), ""),
    "fire": (("side", "hex", "n", "strength"), ""), "fire_result": (("side", "hex", "n", "dice"), ""),
    "found": (("side", "hex", "units"), ""), "guerrillas": (("hex", "die", "won"), ""), "guns_in_range": ((), ""),
    "hid": (("side", "hex"), "unit"), "hold_dice": (("n",), ""), "in_time": (("unit", "die"), ""),
    "landed": (("side", "hex"), "unit"), "late": (("unit", "die"), ""), "marines": (("n",), ""),
    "merged": (("unit", "other", "side"), ""), "moved": (("side", "n", "start", "hex"), "units"),
    "no_battle": (("hex",), ""), "odds": (("attack", "defence", "odds"), ""), "over": (("reason",), ""),
    "phase": (("name", "turn"), ""), "points": (("side", "n"), ""), "repair_die": (("die", "side"), ""),
    "repairs": (("side",), "unit"), "retreated": (("unit", "side", "hex"), ""),
    "sailed": (("side", "n", "start", "hex"), "units"), "search": (("side", "hex", "die", "found"), ""),
    "shuffled": ((), ""), "stands": ((), ""), "strain": (("side", "n"), ""), "strain_die": (("die", "lost"), ""),
    "supply": (("side", "n", "total"), ""), "supply_die": (("side", "die"), ""),
    "surfaced": (("side", "hex", "mark", "units"), ""), "tears_down": (("side",), "unit"),
    "turn": (("turn", "date"), ""), "uncovered": (("side", "hex", "units"), ""), "village": (("hex", "side"), ""),
    "villages": (("side", "n"), ""), "withdrew": (("unit", "side", "hex"), ""),
}  # fmt: skip
"""What the files of the first release hold: what all learn, in order, and what only the owner does."""
SINCE = {"on_top": (("side", "hex", "shows"), "")}
"""Kinds that came later."""


def test_every_kind_of_the_first_release_is_there() -> None:
    assert sorted(kind.file_name for kind in EVENTS) == sorted(FIRST | SINCE)


def sample(hint: Any) -> Any:
    """A value of a type."""
    if get_origin(hint) is tuple:
        return (sample(get_args(hint)[0]),)
    if type(None) in get_args(hint):
        return sample(get_args(hint)[0])
    return {int: 1, str: "us-1-1", bool: True}[hint]


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.file_name)
def test_an_event_is_written_as_it_was_and_read_back(kind: type[Event]) -> None:
    told = kind(**{name: sample(hint) for name, hint in hints(kind).items() if name != "seen"})
    bare, whole = told.to_file(bare=True), told.to_file()
    args, secret = (FIRST | SINCE)[kind.file_name]
    assert [name for name, _ in bare["args"]] == list(args)
    assert [name for name, _ in bare["secret"]] == ([secret] if secret else [])
    assert bare["knows"] == ([1] if secret else [])
    assert event_of(whole, GAME.types) == told
    assert event_of(bare, GAME.types) == told.replace(**{name: kind._defaults[name] for name in kind.later})  # type: ignore[attr-defined]
    other = next(side for side in (0, 1) if side not in told.knows())
    assert all((told.seen_by(other) or told).get(name) is None for name in kind.secret)


def test_news_of_a_game_survive_their_file_form() -> None:
    told = {event for seed in (3, 7) for s in contract.states(GAME, SCENARIO, {}, seed) for event in s.news}
    assert len({type(event) for event in told}) > 35
    for event in told:
        assert event_of(event.to_file(), GAME.types) == event
        assert type(event).file_name in FIRST | SINCE
