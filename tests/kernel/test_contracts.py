"""The contracts of a game's parts, by example: who knows what, events and their files, faces, thoughts."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import Event, Later, Secret, event_of
from ironbottom.kernel.knowledge import Hidden, Knowledge, Own, Public
from ironbottom.kernel.opponent import Asked, Opponent, Plan, ranked, thought, thought_of
from ironbottom.kernel.presenter import Face, Reader, Scene, face, face_of, faceless, line, plain_face
from ironbottom.kernel.step import OBSERVER, Chance, Decision, Result, Setting, State, step_types
from ironbottom.kernel.value import Value, fingerprint, to_data, value
from kernel.duel import DUEL
from table.skirmish import SKIRMISH

SETTING = Setting()


@value
class Found(Event):
    """What a patrol finds: everybody sees that it was out, its own side what it found."""

    file_name = "found"
    file_fields = {"cause": "why"}  # noqa: RUF012
    side: int
    place: str
    what: Secret[str]
    cause: str = "patrol"
    dice: Later[tuple[int, ...]] = ()


@value
class Noted(Event):
    """A note that its own side alone ever hears of."""

    file_name = "noted"
    private = True
    text: str
    side: Later[int] = -1


@value
class Camp(State):
    turn: Public[int] = 1
    plans: Own[tuple[str, str]] = ("", "")
    stores: Hidden[tuple[int, int]] = (0, 0)


class CampKnowledge(Knowledge[Camp]):
    state = Camp

    def stores(self, s: Camp, side: int) -> tuple[int, int]:
        return tuple([amount if at == side else -1 for at, amount in enumerate(s.stores)])  # type: ignore[return-value]


FULL = Camp(SETTING, turn=3, plans=("east", "west"), stores=(7, 9), news=(Found(0, "ridge", "guns"), Noted("quiet", 1)))


# --- who knows what ---


def test_a_view_is_built_field_by_field() -> None:
    known = CampKnowledge()
    assert known.view(FULL, 0).replace(news=()) == Camp(SETTING, turn=3, plans=("east", ""), stores=(7, -1))
    assert known.view(FULL, 1).replace(news=()) == Camp(SETTING, turn=3, plans=("", "west"), stores=(-1, 9))
    assert known.view(FULL, OBSERVER).replace(news=()) == Camp(SETTING, turn=3, plans=("", ""), stores=(-1, -1))


def test_the_news_of_a_view_are_projected() -> None:
    known = CampKnowledge()
    assert known.view(FULL, 0).news == (Found(0, "ridge", "guns"),)
    assert known.view(FULL, 1).news == (Found(0, "ridge", None), Noted("quiet", 1))
    assert known.view(FULL, OBSERVER).news == (Found(0, "ridge", None),)


def test_after_the_end_everybody_may_know_everything() -> None:
    over = FULL.replace(result=Result((1, -1), "points"))
    assert CampKnowledge().view(over, OBSERVER) == over


def test_a_field_that_does_not_say_who_knows_it_stops_the_class_from_loading() -> None:
    @value
    class Careless(State):
        turn: Public[int] = 1
        reserve: int = 0

    class CarelessKnowledge(Knowledge[Careless]):
        state = Careless

    with pytest.raises(TypeError, match=r"Careless.reserve does not say who knows it: Public\[...\], Own"):
        CarelessKnowledge()


def test_a_hidden_field_needs_its_method_and_an_own_field_its_pair() -> None:
    @value
    class Half(State):
        reserve: Hidden[int] = 0

    @value
    class Single(State):
        reserve: Own[int] = 0

    with pytest.raises(TypeError, match="HalfKnowledge does not say what others see of the field 'reserve'"):
        type("HalfKnowledge", (Knowledge,), {"state": Half, "__qualname__": "HalfKnowledge"})()
    with pytest.raises(TypeError, match=r"Single\.reserve is Own: its default is a pair"):
        type("SingleKnowledge", (Knowledge,), {"state": Single})()


@pytest.mark.parametrize("mark", ["Own", "Hidden"])
def test_a_secret_that_is_planted_shows_to_nobody_else(mark: str) -> None:
    """A further secret field leaks nowhere: no line of the views that are there already copies it."""
    body = {"__annotations__": {"planted": f"{mark}[tuple[str, str]]"}, "planted": ("", ""), "__module__": __name__}
    planted: Any = value(type("Planted", (Camp,), body))
    hides = {"planted": lambda self, s, side: tuple(text if at == side else "" for at, text in enumerate(s.planted))}
    knowledge = type("K", (CampKnowledge,), {"state": planted, **(hides if mark == "Hidden" else {})})()
    s = planted(SETTING, planted=("the code", "the fleet"))
    for viewer in (0, 1, OBSERVER):
        seen = str(to_data(knowledge.view(s, viewer)))
        assert ("the code" in seen, "the fleet" in seen) == (viewer == 0, viewer == 1)


def test_a_game_in_which_all_is_public_hides_nothing() -> None:
    @value
    class Open(State):
        turn: Public[int] = 1

    known: Knowledge[Any] = type("OpenKnowledge", (Knowledge,), {"state": Open})()
    s = Open(SETTING, turn=4)
    assert not known.hides
    assert known.view(s, OBSERVER) is s
    assert known.determinize(s, 0, random.Random(1)) is s


def test_memory_is_made_of_what_was_seen() -> None:
    class Counting(CampKnowledge):
        def start(self, side: int) -> int:
            return 0

        def remember(self, memory: int, seen: Event) -> int:
            return memory + (isinstance(seen, Found) and seen.what is not None)

    seen = [told for told in (Found(0, "a", "x").seen_by(1), Found(1, "b", "y").seen_by(1)) if told]
    assert Counting().recall(1, seen) == 1


# --- events ---


@pytest.mark.parametrize("side", [0, 1, OBSERVER])
def test_what_was_projected_once_stays_as_it_is(side: int) -> None:
    for told in (Found(0, "ridge", "guns"), Noted("quiet", 1)):
        seen = told.seen_by(side)
        assert seen is None or seen.seen_by(side) == seen


def test_an_event_is_written_as_the_first_release_wrote_it() -> None:
    assert Found(0, "ridge", "guns").to_file() == {
        "is": "Event", "kind": "found", "args": [["side", 0], ["place", "ridge"], ["why", "patrol"]],
        "secret": [["what", "guns"]], "knows": [0], "to": None,
    }  # fmt: skip
    assert Noted("quiet", 1).to_file()["to"] == [1]


@pytest.mark.parametrize("told", [Found(0, "ridge", "guns"), Found(0, "ridge", None, "scouts", (3, 4)), Noted("x", 1)])
def test_an_event_reads_back_by_the_names_that_files_have(told: Event) -> None:
    assert event_of(told.to_file(), (Found, Noted)) == told


def test_what_a_file_does_not_hold_yet_has_its_default() -> None:
    old = {"is": "Event", "kind": "noted", "args": [["text", "quiet"]], "secret": [], "knows": [], "to": [1]}
    assert event_of(old, (Noted,)) == Noted("quiet", 1)
    old = {"is": "Event", "kind": "found", "args": [["side", 0], ["place", "x"]], "secret": [], "knows": [], "to": None}
    assert event_of(old, (Found,)) == Found(0, "x", None)


def test_a_field_that_came_later_changes_no_fingerprint() -> None:
    assert fingerprint(Found(0, "x", "y", dice=(6, 1))) == fingerprint(Found(0, "x", "y"))
    assert fingerprint(Found(0, "x", "y")) != fingerprint(Found(0, "x", "z"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"args": [["side", 0], ["place", "x"], ["luck", 3]]}, "found has no field 'luck'"),
        ({"args": [["side", 0]]}, "found: .*missing .*'place'"),
        ({"args": 3}, "the event 'found' is not written as one"),
    ],
)
def test_an_event_that_cannot_be_read_is_told_in_one_line(change: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says) as error:
        event_of(Found(0, "x", None).to_file() | change, (Found,))
    assert "\n" not in str(error.value)


# --- faces and lines ---


@value
class Ask(Decision):
    rule = "C-1"
    side: int


@value
class Insist(Ask):
    """Derived from one that has a face."""


@value
class Toss(Chance):
    side: int


def test_what_has_no_face_or_line_is_found() -> None:
    assert faceless([Ask, Toss, Found, Camp]) == ["Ask", "Found"]
    assert faceless(DUEL.types) != []
    assert faceless(SKIRMISH.types) == []


def test_a_face_serves_what_derives_from_its_step_and_stands_once() -> None:
    @value
    class Call(Decision):
        side: int

    @value
    class Recall(Call):
        pass

    @face(Call)
    class CallFace(Face[Any, Call]):
        pass

    assert type(face_of(Recall)) is CallFace
    with pytest.raises(ValueError, match="Call has a face already"):
        face(Call)(CallFace)


def test_an_event_is_worded_once() -> None:
    @value
    class Rang(Event):
        side: int

    line(Rang)(lambda seen, reader: reader.told(seen, "C-2", mark="end", dice=(3,)))
    with pytest.raises(ValueError, match="Rang has a line already"):
        line(Rang)(lambda seen, reader: None)
    made = Reader(SKIRMISH, 0)
    told = made.told(Rang(1), "C-2", mark="end", way=("wood", "hill"), dice=(3,))
    assert told["side"] == "blue"
    assert told["motions"] == [{"start": "wood", "end": "hill", "via": [], "count": 1, "side": "blue"}]
    assert told["dice"][0]["value"] == 3
    assert told["spaces"] == ["wood", "hill"]


def test_a_plain_face_knows_its_verbs_alone() -> None:
    made = plain_face({"go": ("piece", "space")}, ends={"go": "ends.die"})()
    s = SKIRMISH.setup("duel")
    scene = Scene(SKIRMISH, s, 0)
    shown: Any = {"do": "go a b", "label": ""}
    made.choice(scene, Ask(0), ("go", "a", "b"), shown)
    assert (shown["piece"], shown["space"]) == ("a", "b")
    assert made.why_final(scene, Ask(0), ("go", "a", "b")) == "ends.die"
    with pytest.raises(TypeError, match="does not say how 'fly a' is shown"):
        made.choice(scene, Ask(0), ("fly", "a"), shown)


# --- the opponent ---


def test_the_script_s_thought_stands_with_its_step() -> None:
    @thought(Ask)
    def think(step: Ask, asked: Asked[Any]) -> tuple[Plan, ...]:
        return ranked(Plan("say", (action,), score) for score, action in enumerate(asked.legal))

    assert thought_of(Insist) is think
    with pytest.raises(ValueError, match="Ask has a thought already"):
        thought(Ask)(think)
    with pytest.raises(LookupError, match="the script has no thought for Toss"):
        thought_of(Toss)
    view = Camp(SETTING).push(Insist(0))
    plans = Opponent[Any]().policy(view, 0, (("no",), ("yes",)), None, random.Random(1))
    assert [plan.do for plan in plans] == [(("yes",),), (("no",),)]


def test_an_opponent_that_values_nothing_says_so() -> None:
    for ask in (lambda one: one.worth(FULL, 0), lambda one: one.evaluate(FULL, 0), lambda one: one.phase(FULL)):
        with pytest.raises(TypeError):
            ask(Opponent[Any]())


# --- types ---


def test_two_classes_with_one_name_in_files_are_refused_whatever_python_calls_them() -> None:
    module = ModuleType("module")
    for name in ("Marched", "Moved"):
        body = {"__module__": "module", "file_name": "moved"}
        setattr(module, name, value(type(name, (Event,), body)))
    with pytest.raises(ValueError, match="two classes are called Event moved in files"):
        step_types(module)


def test_a_class_whose_name_in_python_changed_keeps_the_one_in_files() -> None:
    @value
    class Renamed(Value):
        file_name = "Old"
        file_fields = {"amount": "n"}  # noqa: RUF012
        amount: int

    assert to_data(Renamed(3)) == {"is": "Old", "n": 3}
    assert Renamed.from_file({"n": 3}) == Renamed(3)
    with pytest.raises(BadInput, match="Old has no field 'm'"):
        Renamed.from_file({"m": 3})
