"""The message is declared once: what is derived from the declaration is as it would be derived now."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ironbottom.kernel import message, shapes
from ironbottom.kernel.errors import BadInput

ROOT = Path(__file__).parents[1]


def test_the_client_and_the_docs_know_what_the_kernel_declares() -> None:
    done = subprocess.run([sys.executable, "tools/shapes.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_shape_that_the_client_names_is_declared() -> None:
    folder = ROOT / "src/ironbottom/web/js"
    declared = set(re.findall(r"\}\} (\w+)$", (folder / "types.js").read_text("utf-8"), re.M))
    texts = [file.read_text("utf-8") for file in folder.glob("*.js")]
    used = {name for text in texts for name in re.findall(r"types\.js'\)\.(\w+)", text)}
    assert used <= declared
    assert {"Message", "Picture", "LogLine"} <= declared


def test_a_message_that_does_not_fit_is_named_by_its_place() -> None:
    with pytest.raises(BadInput, match=re.escape("DraftInfo.redo: a whole number was expected")):
        shapes.check(message.DraftInfo, {"length": 0, "redo": "1"})
    with pytest.raises(BadInput, match="key 'rule' is missing"):
        shapes.check(message.Stopped, {"text": "no"})
    with pytest.raises(BadInput, match="unknown key 'x'"):
        shapes.check(message.OfferInfo, {"by": "american", "kind": "draw", "x": 1})
