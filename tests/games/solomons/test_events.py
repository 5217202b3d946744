"""Events in files: their names and the names of what they tell are those of the first release."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from games.solomons.busy import GAME, states
from ironbottom.games.solomons.rules.printed import JAPAN, SIDES, USA
from ironbottom.kernel.action import parse
from ironbottom.kernel.event import Event, event_of
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.value import to_data

FIRST = {
    "air_lost": "side n what",
    "announced": "half slot rabaul truk",
    "answering": "force",
    "arrived": "side units",
    "assault": "side attack defense",
    "bomb_die": "side die unit points result",
    "bombarded": "side die strength air supply cause",
    "cap_die": "side die points lost",
    "captured": "side supply",
    "completion_die": "side die done",
    "crippled": "unit side",
    "declined": "side",
    "diverted": "unit",
    "effective": "japanese american",
    "ended": "japanese american level",
    "fight": "side attack defense column sort",
    "fight_die": "side die attacker defender",
    "flak_die": "side die strength lost",
    "forces": "side sorts",
    "ground_die": "side die attacker defender",
    "ground_lost": "side n cause",
    "guard": "side force",
    "guns": "side strength",
    "half": "turn half japanese american deeds ground supply seen",
    "home": "force base",
    "laid_out": "side force groups",
    "loaded": "unit what",
    "long_way": "side n",
    "naval_air": "side es australia",
    "no_effect": "side points",
    "no_fight": "side",
    "no_target": "side",
    "not_placed": "side n",
    "placed": "",
    "plots": "side tracks",
    "points_arrived": "rabaul_lac rabaul_ground truk_raw us_raw es_lac es_ground",
    "present": "side n hex",
    "repairing": "unit side die turn",
    "revealed": "side hex units",
    "segment": "turn segment day",
    "shielded": "side sort units",
    "shortlands": "",
    "sighted": "side force hex total capital transports night segment",
    "sortie_die": "die free",
    "stated": "japanese american",
    "stationed": "side units",
    "strike": "side origin target lac nac where number",
    "submarine": "unit hex",
    "submarine_attack": "unit hex",
    "sunk": "unit side",
    "supply_lost": "side n cause",
    "supply_spent": "side n cause",
    "tie_die": "die side",
    "torpedo_die": "die unit boat ship",
    "torpedoed": "unit force hex",
    "training": "side unit n turn",
    "turn": "turn",
    "turned_back": "force",
    "turned_home": "force base kind",
    "unloaded": "side ground supply",
    "unsupplied": "turns",
    "withdrawn": "side unit",
}
SINCE = {
    "altered": "side force",
    "boarded": "side holds",
    "fight_over": "side column attacker defender losses",
    "returned": "side holds",
    "transferred": "side start end what n",
}
"""What is told since then: to its own side alone, but for the end of a fight."""
"""What an event of the first release told, in order."""

CLASSES = {kind.file_name: kind for kind in GAME.types if issubclass(kind, Event)}


def test_every_event_of_the_first_release_is_a_class_and_tells_the_same() -> None:
    told = {name: " ".join(kind.file_fields.get(field, field) for field in kind.fields if field not in kind.later)
            for name, kind in CLASSES.items()}
    assert told == FIRST | SINCE


def met() -> dict[str, Event]:
    """The last event of each kind in two busy games."""
    return {event.called(): event for seed in (4, 5) for s in islice(states(seed), 6000) for event in s.news}


def test_events_are_read_back_as_they_were() -> None:
    found = met()
    assert len(found) > 45
    for event in found.values():
        assert event_of(to_data(event), GAME.types) == event


@pytest.mark.parametrize("name", FIRST)
def test_an_event_of_the_first_release_is_read(name: str) -> None:
    """And written as it was, so that fingerprints hold."""
    args = [[key, 1] for key in FIRST[name].split()]
    private = CLASSES[name].private
    data: dict[str, Any] = {"is": "Event", "kind": name, "args": args, "secret": [], "knows": [],
                            "to": [USA] if private else None}
    seen = event_of(data, GAME.types)
    assert type(seen) is CLASSES[name]
    assert seen.to_file(bare=True) == data
    if private:
        assert seen.seen_by(USA) == seen
        assert seen.seen_by(0) is None


def lines(position: dict[str, Any], *moves: str, reader: int = USA) -> list[str]:
    """What a side reads while that is played."""
    s = GAME.place(position)
    found = []
    for move in moves:
        who, _, text = move.partition(" ")
        for action in text.split("; "):
            s = GAME.apply(s, CHANCE if who == "chance" else SIDES.index(who), parse(action))
            found += [told["text"] for event in GAME.news_for(s, reader) if (told := GAME.line(event, reader))]
    return found


def test_the_owner_alone_reads_of_transfers() -> None:
    position = {"turn": 5, "segment": 3, "step": "transfers", "air": {"espiritu_santo": {"lac": 3}},
                "built": True, "ground": {"american": 15}}
    moves = ("american transfer espiritu_santo henderson lac =3; ready", "japanese ready")
    told = "3 land air points go from Espiritu Santo to Henderson Field."
    assert told in lines(position, *moves)
    assert told not in lines(position, *moves, reader=JAPAN)


def test_an_empty_unfinished_field_loses_no_aircraft_in_the_log() -> None:
    position = {"turn": 5, "segment": 4, "step": "bombardment", "supply": {"american": 4}, "ground": {"american": 15},
                "force": {"japanese": {"tf1": {"units": ["J-BC-5", "J-BC-6"], "at": "M", "mission": "bombardment"}}}}
    told = lines(position, "chance die =6")
    assert not any("air point" in text for text in told)
    assert any("Supply Points are lost" in text for text in told)


def test_victims_and_groups_of_one_name_are_told_by_their_side() -> None:
    position = {"turn": 4, "segment": 3, "step": "air", "air": {"rabaul": {"lac": 20}}, "force": {
        "american": {"tf2": {"units": ["U-CA-1"], "at": "L"}}}}
    told = lines(position, "american ready", "japanese strike rabaul american:tf2 lac =10; ready",
                 "american standard; ready", "japanese send group1 =10; ready")
    assert any("attacks Task Force 2 of the US from Rabaul" in text for text in told)
    assert "The US reveals Cruiser Division 1 (CA-1)." in told  # its side stands beside it
    told = lines(position, "american ready", "japanese strike rabaul american:tf2 lac =10; ready",
                 "american standard; ready", "japanese send group1 =10; ready; bomb U-CA-1 =10", "chance die =1")
    assert ("10 points attack American Cruiser Division 1 (CA-1) at 0.5 to 1; the die shows 1: missed, no effect."
            in told)


BATTLESHIPS = {
    "turn": 4, "segment": 3, "step": "air", "ground": {"american": 15}, "built": True, "supply": {"american": 9},
    "air": {"henderson": {"lac": 20}},
    "force": {"japanese": {"tf1": {"units": ["J-B-3", "J-B-4"], "at": "M", "mission": "bombardment"}}}}


def test_an_attack_that_is_too_weak_for_any_ship_says_so() -> None:
    """RS-098: at one to two ten points may attack a battleship, and nine may not."""
    told = lines(BATTLESHIPS, "japanese ready", "american strike henderson japanese:tf1 lac =10; ready",
                 "japanese standard; ready", "american send group1 =10; ready", "chance die =4")
    assert told[-1] == ("Japan reveals Nagato (B-3) and Mutsu (B-4): the 9 attacking points that are left are too few "
                        "for one to two against a ship there.")
    told = lines(BATTLESHIPS, "japanese ready", "american strike henderson japanese:tf1 lac =12; ready",
                 "japanese standard; ready", "american send group1 =12; ready", "chance die =4")
    assert "Japan reveals Nagato (B-3) and Mutsu (B-4)." in told


def test_why_troops_may_not_attack_is_told() -> None:
    """RS-142."""
    def told(**more: Any) -> str:
        s = GAME.place({"turn": 5, "step": "ground", "ground": {"japanese": 9, "american": 15}} | more)
        found = [GAME.line(event, USA) for event in GAME.news_for(s, USA)]
        return next(line["text"] for line in found if line and line["kind"] == "effective")

    assert told(supply={"japanese": 2}) == ("Attack-effective points on Guadalcanal: Japan 9, the US 0 (no Supply "
                                            "Point to attack with).")
    assert told(supply={"japanese": 2, "american": 2}, ground={"japanese": 9, "american": 8}).endswith(
        "the US 0 (all guard the airfield).")
