"""What a script intends has words in every game, so that a hint never shows a key."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import ironbottom.games
from ironbottom.games import TITLES, load
from ironbottom.opponents.hints import named

ROOT = Path(ironbottom.games.__file__).parent
NAMED = re.compile(r'(?:Plan|_ranked|Option|Scheme)\(\s*"([\w.]+)"')
SLUGS = [slug for slug in TITLES if find_spec(f"ironbottom.games.{slug.replace('-', '_')}.bot")]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_intention_has_words(slug: str) -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / slug.replace("-", "_")).glob("*.py")]
    intentions = {name for source in sources for name in NAMED.findall(source)}
    assert intentions
    for intention in intentions:
        said = named(load(slug), intention)
        assert " " in said, f"{intention}: {said}"
