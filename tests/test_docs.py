"""What the documents say is there: every link between them, and every command that they name."""

from __future__ import annotations

import re
import shlex
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from ironbottom import games
from ironbottom.cli import _parser

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("deploy/*.md"), *ROOT.glob("examples/**/*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?^```$|`[^`\n]+`", re.S | re.M)
COMMAND = re.compile(r"(?:\$ )?((?:ironbottom [a-z]|python3? (?:-m ironbottom|tools/|benchmarks/|examples/)).*)")
STOPS = re.compile(r"\s{2,}|\s#|\s\||\s>|…|;|\)$")
"""What ends a command within a line: an explanation beside it, a pipe."""
STANDS_FOR = {"SLUG": "archies-war", "N": "2", "PAIRS": "2"}
"""Words in capitals that stand for something."""
NAMES = ("ironbottom seed", "ironbottom number")
"""What hashes are made over (docs/protocol.md)."""


def names(paths: list[Path]) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in paths]


@cache
def anchors(path: Path) -> frozenset[str]:
    """The headings of a page as links name them."""
    heads = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.M)
    bare = [re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", head) for head in heads]
    return frozenset(re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in bare)


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_links_lead_somewhere(page: Path) -> None:
    text = CODE.sub("", page.read_text("utf-8"))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        where, _, anchor = target.partition("#")
        path = (page.parent / where).resolve() if where else page
        assert path.exists(), f"{target} leads nowhere"
        if anchor:
            assert anchor in anchors(path), f"{target}: there is no such heading"


def commands(page: Path) -> list[str]:
    """The commands that a page names, without what is said beside them."""
    text = page.read_text("utf-8")
    found: list[str] = []
    pieces = [piece for code in CODE.findall(text) for piece in code.strip("`").splitlines()]
    pieces += [line.strip() for line in text.splitlines() if line.startswith("    ")]
    for piece in pieces:
        if (one := COMMAND.match(piece)) is not None:
            found.append(STOPS.split(one[1])[0].strip())
    return sorted({one for one in found if one not in ("", *NAMES)})


def filled(words: list[str]) -> list[str]:
    """A command's words with something in the place of what stands for it."""
    slugs = games.slugs()
    return [slugs[0] if word == "GAME" else STANDS_FOR.get(word, word) for word in words]


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_commands_are_there(page: Path) -> None:
    for command in commands(page):
        if "[" in command or "*" in command:  # the form of a command, not one
            continue
        words = shlex.split(command.rstrip(".,:"), comments=True)
        if words[0] == "ironbottom":
            rest = filled(words[1:])
            if len(rest) == 1 and not rest[0].startswith("-"):  # named, not called
                assert f" {rest[0]}" in _parser().format_help(), command
                continue
            try:
                _parser().parse_args(rest)
            except (Exception, SystemExit) as error:
                if not (isinstance(error, SystemExit) and error.code == 0):  # --help
                    pytest.fail(f"{command}: {error}")
            continue
        if words[1] == "-m":
            spec = find_spec(words[2])
            assert spec is not None, command
            assert spec.origin is not None
            if spec.origin.endswith("__init__.py"):
                spec = find_spec(f"{words[2]}.__main__")
            assert spec is not None, f"{command}: that is no program"
            assert spec.origin is not None
            source = Path(spec.origin)
            given = words[3:]
        else:
            source, given = ROOT / words[1], words[2:]
            assert source.is_file(), command
        text = source.read_text("utf-8")
        if "farm_options" in text:
            text += (ROOT / "src/ironbottom/lab/farm.py").read_text("utf-8")
        for word in given:
            if word.startswith("--"):
                assert f'"{word.partition("=")[0]}"' in text, f"{command}: {source.name} knows no {word}"


def test_the_handbook_names_the_keys_that_are_pressed() -> None:
    pressed = dict(re.findall(r"(\w+): '(.)'", (ROOT / "src/ironbottom/web/js/keys.js").read_text("utf-8")))
    handbook = (ROOT / "docs/players.md").read_text("utf-8")
    (listed,) = re.findall(r"The ones to begin with: (.*?)\. ", handbook)
    told = {words: key.lower() for key, words in re.findall(r"\*\*(.)\*\* ([^,]+)", listed)}
    actions = {
        "the next piece that can act": "next", "undo": "undo", "a hint": "hint", "the rules where you are": "rules",
        "overlays (zones": "overlays", "what you see": "what", "how to win": "win", "moves typed by name": "command",
    }  # fmt: skip
    assert told == {words: pressed[action] for words, action in actions.items()}
    assert f"its key is {pressed['win'].upper()}." in handbook
