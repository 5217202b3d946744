"""The kernel's contract, proven by a small game with hidden hands, a simultaneous choice, a die and a reaction."""

from __future__ import annotations

import doctest
import importlib
import json
import math
import pickle
import pkgutil
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ironbottom.kernel
from ironbottom.kernel import message as envelope
from ironbottom.kernel import shapes
from ironbottom.kernel import view as schema
from ironbottom.kernel.action import Range, matches, notation, offered, parse
from ironbottom.kernel.cases import run_case
from ironbottom.kernel.data import load_data, sources, unsourced
from ironbottom.kernel.dice import draw, pick, seed_hash
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.event import Event, Secret, event
from ironbottom.kernel.options import choose, read_options
from ironbottom.kernel.record import Move, Record, Snapshot, TableAct, header, read_record
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.statements import Statement, cited, read_statements
from ironbottom.kernel.step import CHANCE, OBSERVER, step_types
from ironbottom.kernel.value import Value, fingerprint, from_data, to_data, value
from ironbottom.kernel.words import Words
from kernel.duel import DUEL, Table

NAMES = st.from_regex(r"\A[A-Za-z0-9_][A-Za-z0-9_.:@#+/-]{0,12}\Z")


def test_every_example_in_the_documentation_runs() -> None:
    for module in pkgutil.iter_modules(ironbottom.kernel.__path__):
        result = doctest.testmod(importlib.import_module(f"ironbottom.kernel.{module.name}"))
        assert result.failed == 0, module.name


@given(st.lists(st.one_of(NAMES, st.integers(-999, 999)), min_size=1, max_size=5))
def test_notation_reads_back(parts: list[Any]) -> None:
    assert parse(notation(tuple(parts))) == tuple(parts)


def test_an_amount_is_one_action_with_a_range() -> None:
    template = ("spend", "henderson", Range(2, 8, 2))
    assert notation(template) == "spend henderson =2..8/2"
    assert offered((template,), ("spend", "henderson", 4))
    assert not matches(template, ("spend", "henderson", 3))
    assert not matches(template, ("spend", "henderson", 10))
    assert not matches(template, ("spend", "henderson", True))
    assert not matches(template, ("spend", "henderson", "4"))


@pytest.mark.parametrize("text", ["", "  ", "go <script>", "go koli;rm", "x" * 3000, "go =99999999999"])
def test_a_bad_notation_gets_one_clear_line(text: str) -> None:
    with pytest.raises(BadInput) as error:
        parse(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["spend henderson =1..2", "spend =1..2 henderson", "spend =2..8/2", "spend =1..2/0"])
def test_a_range_is_no_amount(text: str) -> None:
    with pytest.raises(BadInput, match="is a range; an action names one amount"):
        parse(text)


def test_a_template_is_not_played() -> None:
    template = ("spend", "henderson", Range(2, 8, 2))
    assert not matches(template, template)
    assert not offered((("spend", "henderson", 3), template), ("spend", "henderson", Range(2, 8, 2)))
    assert not matches(("spend", Range(0, 2), Range(0, 2)), ("spend", 1, Range(0, 2)))


def test_values_of_two_kinds_with_equal_fields_differ() -> None:
    @value
    class One(Value):
        x: int

    @value
    class Two(Value):
        x: int

    assert One(1) == One(1)
    assert One(1) != Two(1)
    assert hash(One(1)) != hash(Two(1))
    assert One(1).replace(x=2) == One(2)
    with pytest.raises(TypeError):
        One(1).replace(y=2)


@pytest.mark.parametrize("data", [{"is": "Nothing"}, {"is": "Table", "luck": 1}, {"x": 1}, 1.5, [[[]] * 3, {"is": 4}]])
def test_a_broken_file_form_is_refused(data: Any) -> None:
    with pytest.raises(BadInput):
        from_data(data, DUEL.types)


def test_deep_data_is_refused() -> None:
    data: Any = 1
    for _ in range(60):
        data = [data]
    with pytest.raises(BadInput, match="deep"):
        from_data(data, DUEL.types)


@value
class Lost(Event):
    """A loss: all learn that there was one, its owner what it was."""

    file_name = "lost"
    side: int
    place: str
    block: Secret[str]


@value
class Recon(Event):
    """What a side alone has seen."""

    file_name = "recon"
    private = True
    side: int
    blocks: tuple[str, ...]


def test_events_reach_whom_they_may() -> None:
    loss = Lost(0, "koli_point", "inf4")
    assert loss.seen_by(0) == loss
    for other in (1, OBSERVER):
        seen = loss.seen_by(other)
        assert seen is not None
        assert (seen.place, seen.block) == ("koli_point", None)
        assert seen.seen_by(other) == seen
    recon = Recon(0, ("inf2",))
    assert recon.seen_by(0) == recon
    assert recon.seen_by(1) is None
    assert recon.seen_by(OBSERVER) is None
    assert event("moved", n=2).seen_by(1).get("n") == 2


def test_what_a_side_sees_of_an_event_does_not_depend_on_its_secret() -> None:
    one, two = (Lost(0, "koli_point", block).seen_by(1) for block in ("inf4", "vandegrift"))
    assert pickle.dumps(one) == pickle.dumps(two)


def test_dice_are_fair_and_can_be_recomputed() -> None:
    counts = [0] * 6
    for counter in range(12_000):
        counts[draw(b"seed", counter, "die", 6)] += 1
    assert sum((n - 2000) ** 2 / 2000 for n in counts) < 20.5, "chi square, 5 degrees, p < 0.001"
    weighted = [pick(b"seed", n, "draw", (("a", 3), ("b", 1))) for n in range(4000)]
    assert 2850 < weighted.count("a") < 3150
    assert seed_hash(b"a") != seed_hash(b"b")


def play(seed: int, upto: int = 1000) -> tuple[Referee[Table], list[Table], list[Any]]:
    """A random game: the referee, all states, and the record's entries."""
    rng = random.Random(seed)
    referee = Referee(DUEL, DUEL.setup("plain"), seed.to_bytes(8, "big"))
    states, entries = [referee.state], [*referee.begin()]
    while (sides := DUEL.to_move(referee.state)) and len(entries) < upto:
        side = rng.choice(sides)
        actions = [a for a in DUEL.legal(referee.state, side) if not DUEL.retracts(referee.state, a)]
        if actions:
            entries += referee.play(side, rng.choice(actions))
        states.append(referee.state)
    return referee, states, entries


@pytest.mark.parametrize("seed", range(30))
def test_a_side_gets_nothing_that_depends_on_a_secret(seed: int) -> None:
    _, states, _ = play(seed)
    rng = random.Random(seed)
    for state in states[:-1]:
        for side in (0, 1):
            view = DUEL.view(state, side)
            other = DUEL.determinize(view, side, rng)
            assert DUEL.view(other, side) == view
            assert DUEL.legal(other, side) == DUEL.legal(state, side) == DUEL.legal(view, side)
            assert DUEL.waited_for(other) == DUEL.waited_for(view)


def test_simultaneous_parts_commute_and_can_be_taken_back() -> None:
    start = play(3, upto=4)[0].state
    assert DUEL.to_move(start) == (0, 1)
    red, blue = (DUEL.legal(start, side)[0] for side in (0, 1))
    one = DUEL.apply(DUEL.apply(start, 0, red), 1, blue)
    two = DUEL.apply(DUEL.apply(start, 1, blue), 0, red)
    assert one == two
    half = DUEL.apply(start, 0, red)
    assert DUEL.waited_for(half) == (1,)
    assert DUEL.apply(half, 0, ("unready",)) == start.replace(news=())


def test_the_referee_alone_judges() -> None:
    referee = play(5, upto=4)[0]
    before = referee.state
    for side, action in [(0, ("lay", 9)), (0, ("burn", 1)), (OBSERVER, ("lay", 1)), (CHANCE, ("die", 6)), (7,
    ("lay", 1))]:
        with pytest.raises(IllegalAction):
            referee.play(side, action)
    assert referee.state is before
    with pytest.raises(IllegalAction, match="over"):
        referee.reveal_seed()


def record_of(seed: int) -> Record[Table]:
    referee, _, entries = play(seed)
    head = header(DUEL, "plain", {}, seats={}, seed_hash=referee.seed_hash, started="2026-01-01T00:00:00Z")
    moves = [Move(entry.side, entry.action) for entry in entries]
    returns, reason = referee.state.result.returns, referee.state.result.reason
    end = {"returns": list(returns), "reason": reason, "seed": referee.reveal_seed().hex()}
    return Record(DUEL, head, moves, {**end, "fingerprint": fingerprint(referee.state)})


@pytest.mark.parametrize("seed", range(10))
def test_a_record_rebuilds_the_game_and_proves_its_dice(seed: int) -> None:
    record = record_of(seed)
    again = read_record(record.to_text(), lambda slug, overlay: DUEL)
    assert again.to_text() == record.to_text()
    assert again.verify() == []
    assert again.rebuild()[0] == play(seed)[0].state
    assert again.rebuild()[1] == ""


def test_a_forged_die_is_found() -> None:
    record = record_of(1)
    at = next(n for n, entry in enumerate(record.entries) if entry.action[0] == "die")
    forged = ("die", record.entries[at].action[1] % 6 + 1)
    record.entries[at] = Move(CHANCE, forged)
    assert any("seed" in line for line in record.verify())


def test_an_undo_and_a_resignation_are_lines_of_their_own() -> None:
    record = record_of(2)
    record.entries, record.end = record.entries[:5], None
    first = record.rebuild(4)[0]
    record.entries.append(TableAct("undo", 0, (("to", 4),)))
    assert record.rebuild()[0] == first
    record.entries.append(TableAct("resign", 1))
    assert record.result() == ((1, -1), "resign")
    again = read_record(record.to_text(), lambda slug, overlay: DUEL)
    assert again.result() == record.result()


def test_a_mended_rule_leaves_old_records_readable() -> None:
    record = record_of(4)
    state = record.rebuild(5)[0]
    record.entries[5:] = [Snapshot(json.dumps(to_data(state))), Move(0, ("lay", 77))]
    record.entries[2] = Move(0, ("lay", 99))
    with pytest.raises(IllegalAction):
        record.rebuild()
    record.entries.pop()
    state_again, notice = record.rebuild()
    assert state_again == state
    assert "mended" in notice


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[1]", "not json", '{"format": "ironbottom record 1"}',
        '{"format": "ironbottom record 1", "game": "duel", "scenario": "plain", "options": {}, "seats": {}}',
    ],
)
def test_a_broken_record_gets_one_clear_line(text: str) -> None:
    with pytest.raises(BadInput) as error:
        read_record(text, lambda slug, overlay: DUEL)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "this file is empty"),
        ("%PDF", "this is no record of a game"),
        ('format = "ironbottom copy 1"', "a copy of a game is brought in under its copies"),
        ('{"format": "ironbottom record 7"}', "another version of this program"),
        (record_of(1).to_text()[:-9], "this record ends in the middle, in line"),
    ],
)
def test_a_file_that_is_no_record_is_told_what_it_is(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        read_record(text, lambda slug, overlay: DUEL)


@pytest.mark.parametrize("line", ['{"by": "green", "do": "lay =1"}', '{"by": "red"}', '{"table": "explode"}', "{",
'{"chance": 4}'])
def test_a_broken_line_is_named_by_its_number(line: str) -> None:
    text = record_of(1).to_text().splitlines()
    with pytest.raises(BadInput, match="line 3"):
        read_record("\n".join([*text[:2], line]), lambda slug, overlay: DUEL)


def test_a_case_says_what_is_wrong() -> None:
    good = {
        "id": "D-E1", "rules": ["D-1"], "position": {"hands": [[2, 4], [1, 5]]},
        "play": [
            {"by": "red", "refused": "lay =5", "rule": "D-1"},
            {"by": "red", "do": "lay =4"},
            {"by": "blue", "do": "lay =1", "chance": ["die =1"]},
        ],
        "expect": {
            "to_move": "blue", "points": [1, 0], "told": {"blue": ["revealed", "rolled"]},
            "view": {"blue": {"hands": {"red": [0]}}}, "offered": ["burn =5"],
        },
    }
    assert run_case(DUEL, good).wrong == ()
    wrong = run_case(DUEL, {**good, "expect": {"to_move": "red", "points": [0, 1], "told": {"blue": ["burnt"]}}}).wrong
    assert len(wrong) == 3
    assert run_case(DUEL, {**good, "expect": {"colour": 1}}).wrong
    assert run_case(DUEL, {**good, "play": [{"by": "red", "do": "lay =5"}]}).wrong
    assert run_case(DUEL, {**good, "play": [{"by": "red", "refused": "lay =4"}]}).wrong
    assert run_case(DUEL, {**good, "play": [{"by": "red", "do": "lay =4", "chance": ["die =1"]}]}).wrong


def test_a_case_that_breaks_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Any, s: Any) -> Any:
        raise AttributeError("no such thing")

    monkeypatch.setattr(type(DUEL), "facts", broken)
    wrong = run_case(DUEL, {"id": "D-E1", "position": {"hands": [[2, 4], [1, 5]]}, "expect": {"points": [0, 0]}}).wrong
    assert wrong == ("the case cannot be played: AttributeError: no such thing",)


OPTIONS = {
    "check": {
        "scenarios": ["plain"], "default": "one", "rule": "D-1", "name": "Check", "text": "When it is checked.",
        "choices": [{"value": "one", "text": "Once"}, {"value": "two", "text": "Twice"}], "excludes": ["fast=true"],
    },
    "fast": {
        "scenarios": ["plain"], "default": False, "rule": "D-1", "name": "Fast", "text": "Faster.",
        "choices": [{"value": False, "text": "No"}, {"value": True, "text": "Yes"}],
    },
}


def test_options_are_checked() -> None:
    options = read_options(OPTIONS)
    assert choose(options, "plain", {}) == (("check", "one"), ("fast", False))
    assert choose(options, "plain", {"fast": "true"}) == (("check", "one"), ("fast", True))
    assert choose(options, "other", {}) == ()
    for bad in ({"slow": 1}, {"check": "three"}, {"fast": "maybe"}, {"check": "two", "fast": True}):
        with pytest.raises(BadInput):
            choose(options, "plain", bad)


def test_a_statement_is_cited_as_the_rulebook_numbers_it() -> None:
    def cited_as(key: str, book: str) -> str:
        return Statement(key, "", book, "").cited

    assert cited_as("RS-069", "8.6, 20.0") == "8.6"
    assert cited_as("RS-034", "6.31D") == "6.31D"
    assert cited_as("C12", "pp. 12, 19") == "p. 12"
    assert cited_as("7.1b", "7.1") == "7.1b", "it says so already, and more exactly"
    assert cited_as("2P-24", "Step 3; abilities") == "2P-24", "a book without numbers"
    assert cited_as("A41", "ruling, 8.4") == "A41", "ours, which the book does not say"


def test_citations_stand_at_the_head_of_a_docstring() -> None:
    assert cited("2P-32, T-15: who wins") == ("2P-32", "T-15")
    assert cited("RS-045..RS-047: training") == ("RS-045", "RS-046", "RS-047")
    assert cited("8.10, 8.12: retreats") == ("8.10", "8.12")
    assert cited("Nothing is cited here") == ()
    statements = read_statements('[chapter."One"]\n"D-1" = { book = "1", text = "Lay." }')
    assert statements[0].chapter == "One"


def test_words_name_ids_and_choose_plurals() -> None:
    moved = {"one": "{n} block to {to}", "other": "{n} blocks to {to}"}
    words = Words({"name": {"koli": "Koli Point"}, "moved": moved})
    assert words.say("moved", n=1, to="koli") == "1 block to Koli Point"
    assert words.say("moved", n=2, to=("koli", "x")) == "2 blocks to Koli Point and x"
    assert words.say("no.such") == "no.such"


def test_each_number_of_a_text_chooses_its_words() -> None:
    words = Words({"lost": "{air} {air|point|points} and {supply} {supply|crate|crates}"})
    assert words.say("lost", air=1, supply=2) == "1 point and 2 crates"
    assert words.say("lost", air=0, supply=1) == "0 points and 1 crate"


def test_every_widget_has_an_example_that_fits_its_schema() -> None:
    for name, example in shapes.EXAMPLES.items():
        shapes.check(getattr(schema, name, None) or getattr(envelope, name), example)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (schema.Stage, {"id": "x", "name": "X", "state": "soon"}),
        (schema.Choice, {"do": "x"}),
        (schema.Store, {"place": "x", "kind": "y", "name": "z", "amount": "3"}),
        (schema.Choice, {"do": "x", "label": "X", "hidden": 1}),
        (schema.Odds, {"title": "", "sums": [], "results": [{"text": "", "p": "1"}], "error": 0, "notes": []}),
    ],
)
def test_data_that_do_not_fit_the_schema_are_refused(kind: Any, data: Any) -> None:
    with pytest.raises(BadInput):
        shapes.check(kind, data)


def test_data_have_sources_and_can_be_corrected(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "printed"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "data" / "units.toml").write_text('[air]\nattack = 5\nsource = "D: chosen"\n[wire]\ndefence = 5\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    data = load_data("printed", {"units": {"air": {"attack": 4, "source": "R: my copy"}}})
    assert data["units"]["air"]["attack"] == 4
    assert ("air.attack", 4, "O: R: my copy") in list(sources(data["units"]))
    assert unsourced(data["units"]) == ["wire.defence"]
    for bad in ({"units": {"ship": {}}}, {"units": {"air": {"attack": "four"}}}, {"units": {"air": 3}}, {"unit": {}}):
        with pytest.raises(BadInput, match="overlay"):
            load_data("printed", bad)


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"count": 100}, "units.ship.count"),
        ({"count": -100}, "units.ship.count"),
        ({"count": 10**5000}, "units.ship.count"),
        ({"width": 10_000}, "units.ship.width"),
        ({"speed": math.nan}, "units.ship.speed"),
        ({"speed": math.inf}, "units.ship.speed"),
        ({"name": "x" * 501}, "units.ship.name"),
        ({"source": "x" * 501}, "units.ship.source"),
        ({"line": [5] * 501}, "units.ship.line"),
        ({"line": [[[5, 201]]]}, "units.ship.line"),
        ({"line": [[[[[[[[[5]]]]]]]]]}, "units.ship.line"),
        ({"line": [None]}, "units.ship.line"),
        ({"line": [{"x" * 501: 5}]}, "units.ship.line"),
        ({"line": [[5] * 500] * 41}, "values"),
    ],
)
def test_a_correction_out_of_proportion_names_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], key: str
) -> None:
    package = tmp_path / "bounded"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "data" / "units.toml").write_text(
        '[ship]\ncount = 5\nwidth = 4000\nspeed = 1.5\nname = "a"\nline = [[5, 20]]\nsource = "D: chosen"\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bounded", raising=False)
    fair = {"count": 99, "width": 9_999, "speed": -99.0, "name": "x" * 500, "line": [[200] * 500] * 3}
    assert load_data("bounded", {"units": {"ship": fair}})["units"]["ship"]["width"] == 9_999
    with pytest.raises(BadInput) as caught:
        load_data("bounded", {"units": {"ship": wrong}})
    assert key in str(caught.value)
    assert len(str(caught.value)) < 200


def test_two_classes_of_one_name_are_refused() -> None:
    """Files, and the dice, know a step by its name: a saved game must not come back as something else."""
    here, there = ModuleType("here"), ModuleType("there")
    for module in (here, there):
        module.Roll = value(type("Roll", (Value,), {"__module__": module.__name__}))  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="two classes are called Roll"):
        step_types(here, there)
    assert [kind.__name__ for kind in step_types(here)] == ["Roll"]
