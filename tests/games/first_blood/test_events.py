"""The events: each survives its file form, and what the release before stored is read and told as before."""

from __future__ import annotations

import json
from typing import Any, get_args, get_origin

import pytest

from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.rules.combat import Retreated, Rolled
from ironbottom.games.first_blood.rules.printed import JAPANESE
from ironbottom.games.first_blood.rules.state import AirLost, Lost, ShipGone
from ironbottom.kernel.action import parse
from ironbottom.kernel.event import Event, event_of
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.value import hints

GAME = make()
EVENTS = [kind for kind in GAME.types if issubclass(kind, Event) and kind.__module__.startswith(GAME.package)]


def example(hint: Any) -> Any:
    """A value of a field's type."""
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        return (example(parts[0]),) if parts[-1] is ... else tuple(example(part) for part in parts)
    return {str: "0708", int: 1, bool: True}[hint]


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_survives_its_file_form(kind: type[Event]) -> None:
    told: Any = kind(**{name: example(hint) for name, hint in hints(kind).items()})
    data = json.loads(json.dumps(told.to_file()))
    assert event_of(data, GAME.types) == told
    bare = [name for name, _ in told.to_file(bare=True)["args"]]
    assert bare == [name for name in kind.fields if name not in kind.later]


STORED = {
    "lost": {"unit": "1/5", "side": 0, "place": "0708"},
    "air_lost": {"plane": "ZERO-1", "side": 1, "place": "ijaf_attack"},
    "ship_gone": {"ship": "BB-1"},
    "retreated": {"unit": "124/1", "side": 1, "start": "0606", "end": "0605"},
    "rolled": {"side": 0, "die": 5, "modifier": -1, "row": 4, "column": "2-1", "result": "DR", "hexes": ["0606"]},
}
"""Events as the release before wrote them: those that have gained fields since."""


@pytest.mark.parametrize("kind", STORED)
def test_what_was_stored_before_is_read_and_told(kind: str) -> None:
    args = [[name, item] for name, item in STORED[kind].items()]
    stored = {"is": "Event", "kind": kind, "args": args, "secret": [], "knows": [], "to": None}
    seen = event_of(stored, GAME.types)
    assert isinstance(seen, (Lost, AirLost, ShipGone, Retreated, Rolled))
    assert seen.to_file() == stored
    line = GAME.line(seen, OBSERVER)
    assert line is not None
    assert (line["kind"], line["rule"]) == (kind, {"lost": "8.10g", "air_lost": "13.3.3e", "ship_gone": "10.5a",
                                                   "retreated": "8.10g", "rolled": "8.9a"}[kind])  # fmt: skip


def test_a_fight_is_told_whole() -> None:
    """8.9a, 8.10d: the die carries the attack that it decides, a retreat and a loss the result that makes them."""
    s = GAME.place({
        "turn": 5, "phase": "american_combat", "japanese": {"0606": ["124/1"]}, "american": {"0706": ["2/5", "3/5"]},
    })  # fmt: skip
    told: list[Event] = []
    for text in ("take 2/5", "attack 0606", "take 3/5", "attack 0606", "done", "fight 0606", "die =3"):
        movers = GAME.to_move(s)
        s = GAME.apply(s, CHANCE if movers == (CHANCE,) else movers[0], parse(text))
        told += s.news
    (rolled,) = (seen for seen in told if isinstance(seen, Rolled))
    assert (rolled.units, rolled.attack, rolled.defence, rolled.odds) == (("2/5", "3/5"), 10, 4, "2-1")
    assert sum(term[3] for term in rolled.terms if term[0] == "die") == rolled.modifier
    assert rolled.result == "DR"
    s = GAME.apply(s, JAPANESE, GAME.legal(s, JAPANESE)[0])
    assert [seen.cause for seen in s.news if isinstance(seen, Retreated)] == ["8.10d"]


@pytest.mark.parametrize(("position", "play", "cause"), [
    ({"turn": 6, "phase": "japanese_supply", "japanese": {"0411": ["124/1"]}}, ("die =4", "lose 124/1"), "14.1a"),
    ({"turn": 6, "phase": "japanese_supply", "japanese": {"0411": ["124/1"]}, "ships": {"ijn_attack": ["BB-1"]}},
     ("die =4", "lose BB-1"), "14.2a"),
    ({"turn": 5, "phase": "american_combat", "japanese": {"0606": ["124/1", "124/3", "4/2"]},
      "american": {"0706": ["1R"]}},
     ("take 1R", "attack 0606", "done", "fight 0606"), "8.6a"),
])  # fmt: skip
def test_a_loss_says_what_takes_it(position: dict[str, Any], play: tuple[str, ...], cause: str) -> None:
    s = GAME.place(position)
    told: list[Event] = []
    for text in play:
        movers = GAME.to_move(s)
        s = GAME.apply(s, CHANCE if movers == (CHANCE,) else movers[0], parse(text))
        told += s.news
    (lost,) = (seen for seen in told if isinstance(seen, (Lost, ShipGone)))
    assert lost.cause == cause
    line = GAME.line(lost, OBSERVER)
    assert line is not None
    assert line["rule"] == cause
