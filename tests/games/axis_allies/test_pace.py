"""How often a player is asked in a turn, and where the game goes on by itself.

`python test_pace.py` prints the prompts of a turn from the stored positions: asked at each step; going on where there
is nothing to decide, and where nothing hangs on an answer; and by who lets landing, loading and repairs go as usual
and keeps the tokens.
"""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ironbottom.games import load
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.advantages import PlayToken
from ironbottom.games.axis_allies.rules.combat import PickZone
from ironbottom.games.axis_allies.rules.landing import Land, LandHand
from ironbottom.games.axis_allies.rules.loading import LoadHand, Loading
from ironbottom.games.axis_allies.rules.movement import Flight, Fly, Hand, Sail
from ironbottom.games.axis_allies.rules.regroup import Buy, DeployHand, Repair
from ironbottom.games.axis_allies.rules.submarines import Torpedo
from ironbottom.games.axis_allies.rules.unloading import Ashore
from ironbottom.kernel.options import choose
from ironbottom.kernel.presenter import Scene
from ironbottom.kernel.record import read_record
from ironbottom.kernel.referee import follow
from ironbottom.kernel.step import CHANCE, Decision
from ironbottom.kernel.value import value

GAME = make()
PRESENTER = GAME.at("campaign").presenter
FOLDER = Path(__file__).parent / "records"
WAYS = ("ask", "go_on", "swift", "carry")
"""How it is asked: the values of the option; "carry": the quickest of them, with the orders to
carry on and to keep one's tokens."""
STORED = (("axis", 2), ("axis", 3), ("allies", 2), ("allies", 3), ("tokens", 2))
"""Records, and the turn of them that is played again."""
IN_HAND = (Flight, Hand, Torpedo, DeployHand, LandHand, LoadHand, Ashore)
"""What is in hand belongs to the question in which it was taken."""
ORDERED = (Land, LandHand, LoadHand, Loading, Repair, PlayToken)
"""What the order to carry on answers, and the one to keep one's tokens."""


class Turn(NamedTuple):
    """A turn as it was asked: the questions to each side, and all answers."""

    prompts: tuple[int, int]
    answers: int


def stored(name: str, turn: int) -> Any:
    """The first position of a turn of a record."""
    record = read_record((FOLDER / f"{name}.jsonl").read_text("utf-8"), load)
    s = record.start()
    for side, action in record.moves():
        if s.turn == turn:
            return s
        s = follow(record.game, s, side, action)
    raise LookupError(name)


def play(s: Any, asked: str) -> Turn:
    """A turn of the script against itself. A side says beforehand which types stay; it begins a fight and declares
    all that can fire with one click, and loads its ships with the click that ends a purchase."""
    options = {**s.printed.options, "nothing_to_decide": "swift" if asked == "carry" else asked}
    s = s.replace(setting=GAME.setting("campaign", choose(GAME.options, "campaign", options)))
    rng, turn = random.Random(3), s.turn
    questions: list[tuple[int, Any, bool]] = []
    answers = 0
    last: Any = None
    declared: list[Any] = []
    while s.stack and s.turn == turn:
        if CHANCE in GAME.to_move(s):
            outcomes, weights = zip(*GAME.chance(s), strict=True)
            s = GAME.apply(s, CHANCE, rng.choices(outcomes, weights)[0])
            last = last if last is not None and last[1] is Sail else None
            continue
        side, step = GAME.waited_for(s)[0], s.stack[-1]
        legal = GAME.legal(s, side)
        if asked == "carry" and isinstance(step, ORDERED) and (usual := GAME.default(s, side)) is not None:
            s, last = GAME.apply(s, side, usual), None
            continue
        action = GAME.opponent.policy(GAME.view(s, side), side, legal, None, rng)[0].do[0]
        question = (side, type(step), getattr(step, "unit", -1), getattr(step, "space", -1))
        said = asked != "ask" and declared[:1] == [action]
        declared = all_in(s, side, action) if isinstance(step, PickZone) else declared[1:] if said else []
        if not isinstance(step, IN_HAND) and question != last and not said:
            idle = isinstance(step, (Sail, Fly)) and action == ("done",)
            questions.append((side, step, idle))
            last = question
        answers += 1
        s = GAME.apply(s, side, action)
    return Turn((count(questions, 0, asked), count(questions, 1, asked)), answers)


def all_in(s: Any, side: int, fight: Any) -> list[Any]:
    """What the one click for a fight declares after it has begun."""
    made = PRESENTER.macros(Scene(GAME, GAME.view(s, side), side, None))
    return next((list(one.actions[1:]) for one in made if one.actions[0] == fight), [])


def count(questions: list[tuple[int, Any, bool]], side: int, asked: str) -> int:
    """The questions to a side, without those that it has answered before: of its types that stay only the first type
    of Movement counts, of purchase and loading the purchase."""
    own = [(step, idle) for who, step, idle in questions if who == side]
    if asked == "ask":
        return len(own)
    spared = sum(idle for _, idle in own[1:])
    if asked != "go_on":
        spared += sum(isinstance(step, Buy) and isinstance(after, Loading) for (step, _), (after, _) in pairwise(own))
    return len(own) - spared


def test_a_turn_asks_twelve_questions() -> None:
    """A side that lets the game carry on, and keeps its tokens by order."""
    prompts = [n for position in STORED for n in play(stored(*position), "carry").prompts]
    assert round(sum(prompts) / len(prompts)) <= 12, prompts


def test_a_turn_asks_less_where_there_is_nothing_to_decide() -> None:
    asked = [[sum(play(stored(*position), how).prompts) for how in WAYS] for position in STORED]
    assert all(before > now > swift > carried for before, now, swift, carried in asked), asked


def place(position: dict[str, Any]) -> Any:
    return GAME.place({**position, "options": {**position.get("options", {}), "nothing_to_decide": "go_on"}})


def asked(s: Any) -> tuple[str, int]:
    """What is asked, and whom."""
    return type(s.stack[-1]).__name__, getattr(s.stack[-1], "side", CHANCE)


def test_the_last_fight_of_a_step_begins_after_the_one_before() -> None:
    """C1: dice have fallen, so nothing could be taken back; the first is chosen."""
    s = place({"step": "C2", "first": "axis", "axis": {"I": ["DST"], "J": ["DST"]},
               "allies": {"I": ["TRN+INF", "TRN"], "J": ["TRN+INF", "TRN"]}})
    assert asked(s) == ("PickZone", 0)
    s = GAME.apply(GAME.apply(s, 0, ("fight", "I")), CHANCE, ("die", 6))
    assert asked(s) == ("Roll", 0)
    assert s.battle.space == 9


@pytest.mark.parametrize(("step", "axis", "allies", "answer"), [
    ("C1", {"I": ["FTR"], "J": ["FTR"]}, {"I": ["BOM"], "J": ["BOM"]}, "Roll"),
    ("C2", {"I": ["DST"], "J": ["DST"]}, {"I": ["TRN"], "J": ["TRN"]}, "Roll"),
    ("C2", {"I": ["DST"], "J": ["DST"]}, {"I": ["TRN+INF", "TRN"], "J": ["TRN", "TRN+SUP"]}, "PickZone"),
    ("C2", {"I": ["DST"], "F": ["DST"], "BOU": ["ART"]}, {"I": ["TRN"], "F": ["TRN"]}, "PickZone"),
    ("C2", {"I": ["DST"], "J": ["DST"], "BOU": ["ART"]}, {"I": ["TRN"], "J": ["TRN"]}, "Roll"),
    ("C4", {"GUA": ["INF"], "CHO": ["INF"]}, {"GUA": ["INF"], "CHO": ["INF"]}, "Roll"),
    ("C4", {"GUA": ["INF"], "MAL": ["INF"], "H": ["CRU"]}, {"GUA": ["INF"], "MAL": ["INF"]}, "PickZone"),
])
def test_fights_without_a_decision_come_first(step: str, axis: Any, allies: Any, answer: str) -> None:
    """C1: what came of them is known when the others are decided, whose order is chosen."""
    s = place({"step": step, "first": "axis", "axis": axis, "allies": allies})
    s = GAME.apply(s.replace(stack=(*s.stack, Pass(1))), 1, ("pass",))
    assert asked(s)[0] == answer


@value
class Pass(Decision):
    """The other side does something without consequence."""

    side: int

    def legal(self, s: Any, side: int) -> tuple[Any, ...]:
        return (("pass",),)

    def take(self, s: Any, side: int, action: Any) -> Any:
        return s


def test_who_may_still_take_back_is_asked() -> None:
    """C1: the first player himself acted last: the fight would end his undo."""
    s = place({"step": "M8", "first": "axis", "axis": {"I": ["FTR"]}, "allies": {"I": ["DST"]}})
    s = GAME.apply(s, 0, ("done",))
    assert asked(s) == ("PickZone", 0)
    s = place({"step": "M8", "first": "axis", "axis": {"I": ["DST"]}, "allies": {"I": ["FTR"]}})
    s = GAME.apply(s, 1, ("done",))
    assert asked(s) == ("Roll", 0)


@pytest.mark.parametrize(("allies", "answer"), [({}, "Roll"), ({"F": ["TRN"]}, "Guns")])
def test_guns_that_can_fire_nowhere_else_fire(allies: dict[str, Any], answer: str) -> None:
    """C18: a choice between two zones stays one."""
    s = place({"step": "C2", "first": "axis", "axis": {"BOU": ["ART*2"]}, "allies": {"I": ["TRN"], **allies}})
    s = GAME.apply(s, 0, ("fight", "I"))
    if answer == "Guns":
        assert asked(s) == ("Guns", 0)
    else:
        assert asked(s) == ("Guns", 0), "he has just chosen the fight, and may take it back"
        s = place({"step": "C2", "first": "allies", "axis": {"BOU": ["ART*2"]}, "allies": {"I": ["TRN", "DST"]}})
        assert asked(GAME.apply(s, 1, ("fight", "I"))) == ("Roll", 0)


@pytest.mark.parametrize(("axis", "fields", "answer"), [
    ({"GUA": ["FTR*2"]}, {}, "Roll"),
    ({"GUA": ["FTR*2"]}, {"GUA": ["allies"]}, "Aim"),
    ({"H": ["CRU"]}, {}, "Roll"),
    ({"H": ["CRU"]}, {"MAL": ["allies"]}, "Aim"),
])
def test_what_can_fire_only_at_land_units_here_does(axis: Any, fields: Any, answer: str) -> None:
    """C20, C21: airfields to choose, or another island before the guns, are a choice."""
    s = place({"step": "C4", "first": "allies", "axis": axis, "allies": {"GUA": ["INF"]}, "airfields": fields})
    s = GAME.apply(s, 1, ("fight", "GUA"))
    assert asked(s) == (answer, 0)


@pytest.mark.parametrize(("axis", "landed"), [
    ({"C": ["FTR"]}, True),
    ({"C": ["FTR"], "G": ["FTR*2"]}, False),
])
def test_aircraft_with_one_place_land_there(axis: Any, landed: bool) -> None:
    """R7, R23: where it has room for all who reach it."""
    s = place({"step": "R2", "first": "axis", "axis": {**axis, "RAB": ["BOM"]}, "airfields": {"CHO": ["axis"]},
               "control": {"CHO": "axis"}})
    s = GAME.apply(s.replace(stack=(*s.stack, Pass(1))), 1, ("pass",))
    assert asked(s) == ("Land", 0)
    assert (s.planes(0, 14)[2] == 1) is landed


def test_landing_as_usual_loses_no_aircraft_that_could_be_saved() -> None:
    s = GAME.place({
        "step": "R2", "first": "allies", "allies": {"D": ["BOM*2"], "F": ["FTR*2", "CAR+FTR"]},
        "airfields": {"NGE": ["allies"]},
    })
    while isinstance(s.stack[-1], (Land, LandHand)):
        action = GAME.default(s, 1)
        assert action is not None
        s = GAME.apply(s, 1, action)
    assert sum(s.lost[1]) == 0


def test_ships_that_stay_are_not_asked_again() -> None:
    """M1, M7: a side that rests is asked about its aircraft next; the other side as before."""
    s = place({"step": "M1", "first": "axis", "axis": {"I": ["TRN", "BAT", "SUB"], "RAB": ["FTR"]},
               "allies": {"J": ["BAT"]}})
    s = GAME.apply(s, 0, ("rest",))
    assert asked(s) == ("Sail", 1)
    s = GAME.apply(s, 1, ("done",))
    assert asked(s) == ("Fly", 0)


def test_a_type_that_stays_is_not_asked() -> None:
    """M1, M7, M20: said while others of one's ships move; the side goes on with those, and the other is asked as
    before."""
    s = place({"step": "M1", "first": "axis", "axis": {"I": ["TRN", "BAT", "DST"], "RAB": ["BOM", "FTR"]},
               "allies": {"J": ["BAT"]}})
    assert ("rest", "BAT") in GAME.legal(s, 0)
    assert ("rest", "DST") not in GAME.legal(s, 0), "one after the other"
    s = GAME.apply(GAME.apply(s, 0, ("rest", "BAT")), 0, ("rest", "DST"))
    assert asked(s) == ("Sail", 0), "his transports move"
    s = GAME.apply(GAME.apply(s, 0, ("rest", "BOM")), 0, ("done",))
    assert asked(s) == ("Sail", 1)
    s = GAME.apply(s, 1, ("done",))
    assert (asked(s), s.stack[-1].unit) == (("Fly", 0), 7)


def test_a_fight_and_its_guns_are_one_click() -> None:
    """C1, C18, C20: what he may declare first who chose the fight."""
    s = place({"step": "C2", "first": "axis", "axis": {"BOU": ["ART*2"]}, "allies": {"I": ["TRN"], "F": ["TRN"]}})
    assert all_in(s, 0, ("fight", "I")) == [("fire", "BOU", 2)]


if __name__ == "__main__":
    for position in STORED:
        for how in WAYS:
            made = play(stored(*position), how)
            print(f"{position[0]:8} turn {position[1]} {how:6} prompts {made.prompts} answers {made.answers}")
