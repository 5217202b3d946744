"""What a script intends has words in every game, so that a hint never shows a key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ironbottom.games
from ironbottom.games import TITLES, load
from ironbottom.kernel.record import read_record
from ironbottom.kernel.step import Decision
from ironbottom.kernel.unwritten import caught_up
from ironbottom.opponents import hint
from ironbottom.opponents.clock import Steps
from ironbottom.opponents.hints import named

RECORDS = Path(__file__).parents[1] / "records"
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


INTERNAL = re.compile(r"=\d|\w_\w|\b[a-z]+\d+\b|\b[A-Z]{3} =|intention\.|\{")
"""Notation of actions, keys of texts, names of fields: nothing that a player reads."""
GAMES = {"archies-war": "two-player-held", "axis-allies": "campaign-allies_points", "first-blood": "campaign-airfield",
         "henderson-field": "campaign-automatic", "solomons": "campaign-decisive"}  # fmt: skip


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hint_is_in_the_words_of_the_page(slug: str) -> None:
    """Along a recorded game: the plan by name and its steps as the buttons have them; no number for what was not tried,
    and a number that is advised is the best there is."""
    record = read_record((RECORDS / slug / f"{GAMES[slug]}.jsonl").read_text("utf-8"), load)
    game, moves = record.game, record.moves()
    s, asked, apart = record.start(), 0, max(1, len(moves) // 60)
    for number, (side, action) in enumerate(moves):
        s = caught_up(game, s, side, action)
        if side >= 0 and number % apart == 0 and len(game.legal(game.view(s, side), side)) > 1:
            asked += 1
            found = hint(game, game.view(s, side), side, Steps(2))
            said = [found["text"], *(row["plan"] for row in found["considered"])]
            said += [act["text"] for row in found["considered"] for act in row["acts"]]
            assert [text for text in said if INTERNAL.search(text)] == []
            scores = [row["score"] for row in found["considered"] if row["score"] is not None]
            assert ("%" in found["text"]) == bool(scores), found["text"]
            assert not scores or found["considered"][0]["score"] == max(scores)
        s = game.apply(s, side, action)
    assert asked > 10


@pytest.mark.parametrize("slug", SLUGS)
def test_a_name_for_how_a_plan_begins_belongs_to_a_decision(slug: str) -> None:
    game = load(slug)
    decisions = {kind.file_name for kind in game.types if issubclass(kind, Decision)}
    decisions |= set(game.opponent.occasions) if game.opponent is not None else set()
    keys = [key for key in game.words.keys() if key.startswith(("intention.", "guide.why."))]  # noqa: SIM118
    for key in keys:
        _, step, *verb = [*key.removeprefix("guide.why.").removeprefix("intention.").split("."), ""]
        if step and step not in game.sides:
            assert step in decisions, key
            assert len(verb) <= 2, key


def test_what_is_left_undone_is_called_so() -> None:
    game = load("henderson-field")
    assert named(game, "intention.advance") == "advance where it pays"
    assert named(game, "intention.advance", "Advance.advance") == "advance where it pays"
    assert named(game, "intention.advance", "Advance.stop") == "advance no farther"
