"""What is new in a message, written down and applied, gives the message; in Python and in the page's own language."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ironbottom.table.delta import applied, delta

CLIENT = Path(__file__).parents[2] / "src/ironbottom/web/js/delta.js"

plain = st.none() | st.integers(-9, 9) | st.text("ab", max_size=2)
row = st.fixed_dictionaries({"id": st.sampled_from("abcdef"), "at": st.integers(0, 2)}, optional={"n": plain})
rows = st.lists(row, max_size=8, unique_by=lambda one: one["id"])
things = st.recursive(
    plain | rows,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("kxy"), inner),
    max_leaves=12,
)


@settings(max_examples=400, deadline=None)
@given(things, things)
def test_applied_it_gives_the_new(old: Any, new: Any) -> None:
    before = json.dumps(old)
    change = delta(old, new)
    assert json.dumps(applied(json.loads(json.dumps(change)), old), sort_keys=True) == json.dumps(new, sort_keys=True)
    assert json.dumps(old) == before
    assert (change is None) == (json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True))


def test_a_piece_that_moved_is_all_that_is_told() -> None:
    pieces = [{"id": f"u{n}", "place": "x", "values": {"combat": 3}} for n in range(100)]
    moved = [dict(piece) for piece in pieces]
    moved[40] = {**moved[40], "place": "y"}
    assert delta({"pieces": pieces}, {"pieces": moved}) == [
        1, {"pieces": [2, [[0, 39], {"of": 40, "to": [1, {"place": [0, "y"]}, []]}, [41, 99]]]}, []
    ]  # fmt: skip
    changed = {"of": 40, "to": [1, {"place": [0, "y"]}, []]}
    assert delta(pieces, moved[50:] + moved[:50]) == [2, [[50, 99], [0, 39], changed, [41, 49]]]


@settings(max_examples=1, deadline=None)
@given(st.lists(st.tuples(things, things), min_size=60, max_size=60))
def test_the_page_applies_the_same(cannot_run: Any, pairs: list[tuple[Any, Any]]) -> None:
    node = shutil.which("node")
    if node is None:
        cannot_run("node: the page's delta.js was not run")
    cases = [[delta(old, new), old, new] for old, new in pairs]
    script = CLIENT.read_text("utf-8").replace("export function", "function") + (
        "\nconst wrong = JSON.parse(require('fs').readFileSync(0, 'utf8')).filter(([change, old, made]) =>"
        " !require('util').isDeepStrictEqual(applied(change, old), made));\nconsole.log(JSON.stringify(wrong));"
    )
    done = subprocess.run([node, "-e", script], input=json.dumps(cases), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
