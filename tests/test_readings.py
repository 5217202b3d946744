"""The second reading: `docs/reading-<game>.md` goes through a rulebook sentence by sentence.

A heading names a paragraph of the rulebook, each line a sentence by its ordinal, in our own words, and after the arrow
what holds it: statements and cases, tests by path, or `none:` with the reason.

    ## 8.6
    1. Attacks under 1-2 fail before any die is thrown. → 8.6a; F73
    2. An example with a drawing. → none: says nothing that 8.6a does not

How many sentences each paragraph has is stored in `tests/readings.toml`.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from ironbottom.games import READY, load

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
COUNTS = tomllib.loads((HERE / "readings.toml").read_text("utf-8"))
BESIDE = "Statements beside the text"
"""The heading of the statements that no sentence holds; each of its lines names one, and says why it is there."""


class Sentence(NamedTuple):
    paragraph: str
    number: int
    text: str
    held: str


def reading(game: str) -> list[Sentence]:
    found = []
    paragraph = ""
    for line in (DOCS / f"reading-{game}.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            paragraph = line[3:].strip()
        elif match := re.fullmatch(r"(\d+)\. (.+) → (.+)", line):
            found.append(Sentence(paragraph, int(match[1]), match[2], match[3]))
        else:
            assert not re.match(r"\d+\.", line), f"{paragraph}: '{line}' says not what holds it"
    return found


def test_every_rulebook_has_been_read() -> None:
    assert set(COUNTS) == set(READY)


def known_cases(game: str) -> set[str]:
    return {
        case["id"]
        for path in sorted((HERE / "cases" / game).glob("*.toml"))
        for case in tomllib.loads(path.read_text("utf-8")).get("case", [])
    }


@pytest.mark.parametrize("game", sorted(COUNTS))
def test_no_paragraph_and_no_sentence_is_missing(game: str) -> None:
    read: dict[str, list[int]] = {}
    for sentence in reading(game):
        if sentence.paragraph != BESIDE:
            read.setdefault(sentence.paragraph, []).append(sentence.number)
    assert {paragraph: list(range(1, count + 1)) for paragraph, count in COUNTS[game].items()} == read


@pytest.mark.parametrize("game", sorted(COUNTS))
def test_what_a_reading_names_exists(game: str) -> None:
    statements = {statement.id for statement in load(game).statements}
    cases = known_cases(game)
    wrong = []
    for sentence in reading(game):
        if sentence.held.startswith("none: "):
            assert len(sentence.held) > len("none: ") + 8, f"{sentence} gives no reason"
            continue
        for name in re.split(r"[;,] ?", sentence.held):
            path, _, function = name.partition("::")
            if name.startswith("tests/"):
                text = (HERE.parent / path).read_text("utf-8") if (HERE.parent / path).is_file() else ""
                if not text or (function and f"def {function}(" not in text):
                    wrong.append((sentence.paragraph, sentence.number, name))
            elif name not in statements and name not in cases:
                wrong.append((sentence.paragraph, sentence.number, name))
    assert not wrong


@pytest.mark.parametrize("game", sorted(COUNTS))
def test_each_statement_comes_from_a_sentence(game: str) -> None:
    text = {name for sentence in reading(game) for name in re.split(r"[;,] ?", sentence.held)}
    beside = {sentence.text.split(":")[0] for sentence in reading(game) if sentence.paragraph == BESIDE}
    assert {one.id for one in load(game).statements if one.book != "ours"} <= text | beside
