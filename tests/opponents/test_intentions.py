"""What a script intends has words in every game, so that a hint never shows a key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ironbottom.games
from ironbottom.games import TITLES, load
from ironbottom.opponents.hints import named

ROOT = Path(ironbottom.games.__file__).parent
NAMED = re.compile(r'(?:Plan|_?ranked|Option|Scheme)\(\s*"([\w.]+)"')
SLUGS = [slug for slug in TITLES if load(slug).opponent is not None]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_intention_has_words(slug: str) -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / slug.replace("-", "_")).rglob("*.py")]
    intentions = {name for source in sources for name in NAMED.findall(source)}
    assert intentions
    for intention in intentions:
        said = named(load(slug), intention)
        assert " " in said, f"{intention}: {said}"
