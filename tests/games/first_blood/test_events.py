"""The events: each survives its file form, and what the release before stored is read and told as before."""

from __future__ import annotations

import json
from typing import Any, get_args, get_origin

import pytest

from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.rules.combat import Rolled
from ironbottom.games.first_blood.rules.movement import Moved
from ironbottom.games.first_blood.rules.printed import JAPANESE
from ironbottom.games.first_blood.rules.results import Retreated
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
    "moved": {"unit": "124/1", "side": 1, "start": "0606", "end": "0605", "cost": 1, "left": 7},
    "rolled": {"side": 0, "die": 5, "modifier": -1, "row": 4, "column": "2-1", "result": "DR", "hexes": ["0606"]},
}
"""Events as the release before wrote them: those that have gained fields since."""


@pytest.mark.parametrize("kind", STORED)
def test_what_was_stored_before_is_read_and_told(kind: str) -> None:
    args = [[name, item] for name, item in STORED[kind].items()]
    stored = {"is": "Event", "kind": kind, "args": args, "secret": [], "knows": [], "to": None}
    seen = event_of(stored, GAME.types)
    assert isinstance(seen, (Lost, AirLost, ShipGone, Retreated, Rolled, Moved))
    assert seen.to_file() == stored
    line = GAME.line(seen, OBSERVER)
    assert line is not None
    assert (line["kind"], line["rule"]) == (kind, {"lost": "8.10g", "air_lost": "13.3.3e", "ship_gone": "10.5a",
                                                   "retreated": "8.10g", "rolled": "8.9a",
                                                   "moved": "4.0a"}[kind])  # fmt: skip


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


def lines(position: dict[str, Any], *play: str) -> list[Any]:
    """What the log says while this is played."""
    s, found = GAME.place(position), []
    for text in play:
        movers = GAME.to_move(s)
        s = GAME.apply(s, CHANCE if movers == (CHANCE,) else movers[0], parse(text))
        found += [GAME.line(seen, OBSERVER) for seen in s.news]
    return found


FIGHT = {
    "turn": 5, "phase": "american_combat", "japanese": {"0606": ["124/1"]},
    "american": {"0706": ["1/5", "2/5", "3/5"]},
}  # fmt: skip


@pytest.mark.parametrize(("position", "play", "told"), [
    ({"turn": 2, "phase": "japanese_movement", "japanese": {"0020": ["KUM"]}}, ("take KUM", "step 0019", "drop"),
     ["KUM (Kuma battalion) moves from 0020 to 0019"]),
    ({"turn": 5, "phase": "american_movement", "japanese": {"0606": ["124/1"]}, "air": {"usaf_ground_attack":
      ["SBD-1"]}}, ("take SBD-1", "aim 0606", "recall SBD-1"), ["1 SBD put over 0606", "1 SBD called back from 0606"]),
    (FIGHT, ("take 1/5", "attack 0606", "take 2/5", "attack 0606", "take 3/5", "attack 0606", "done", "fight 0606",
             "die =6", "stay"),
     ["1/5, 2/5 and 3/5 to attack 0606", "1/5, 2/5 and 3/5 attack 0606: 15 to 4, 3-1",
      "3-1 column, die 6: DE: all defenders lost, attackers may advance", "124/1 is lost in 0606",
      "Nobody advances into 0606"]),
    ({"turn": 3, "phase": "japanese_supply", "american": {"0708": ["1/1"]}}, ("die =6",),
     ["Supply die 6, but there is nobody to give up"]),
    ({"turn": 3, "phase": "japanese_supply", "ships": {"ijn_attack": ["DD-1"]}, "american": {"0708": ["1/1"]}},
     ("die =6", "lose DD-1"), ["Supply die 6: a unit or ship must be given up",
                               "Destroyer DD-1 is given up for a supply run"]),
    ({"turn": 3, "phase": "japanese_combat", "air": {"ijaf_attack": ["ZERO-1"], "usaf_cap": ["F4F-1"]},
      "american": {"0708": ["1/1"]}}, ("fly ZERO-1 usaf_cap",),
     ["1 Zero attacks the USAF CAP box", "1 Zero expended", "1 F4F lost in the USAF CAP box"]),
])  # fmt: skip
def test_the_log_names_who_does_what(position: dict[str, Any], play: tuple[str, ...], told: list[str]) -> None:
    assert [line["text"] for line in lines(position, *play)][: len(told)] == told


def test_a_walk_is_one_line_and_one_motion() -> None:
    position = {"turn": 2, "phase": "japanese_movement", "japanese": {"0710": ["124/1"]},
                "air": {"0708": ["F4F-1"]}}  # fmt: skip
    found = lines(position, "take 124/1", "step 0709", "step 0708", "step 0707", "drop")
    assert [line["kind"] for line in found] == ["moved", "field_taken", "moved", "air_lost", "field_taken", "moved"]
    found = lines({"turn": 2, "japanese": {"0020": ["124/1"]}}, "take 124/1", "step 0019", "step 0018", "drop")
    (walk,) = found
    assert (walk["motions"][0]["start"], walk["motions"][0]["via"], walk["motions"][0]["end"]) == (
        "0020", ["0019"], "0018",
    )  # fmt: skip
