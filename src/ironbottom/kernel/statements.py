"""The statements of a game's rules, each with its number: `rules.toml`, and who cites them.

A function cites what it carries out at the head of its docstring (`"2P-21, T-15: ..."`), a case in its `rules` list.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.value import Value, value


@value
class Statement(Value):
    """A rule in our words: its id (the dossier's), where it stands in the rulebook, and the chapter it belongs to.
    `turn`: the part of the turn, numbered in the order of play, in which it is wanted; none for what always holds.
    `shown`: the case that shows it, where another would be taken for the best."""

    id: str
    chapter: str
    book: str
    text: str
    turn: tuple[int, str] | None = None
    shown: str = ""

    @property
    def cited(self) -> str:
        """What an owner of the rulebook can look up: its own number where the book has one ("8.6"), or else its page
        ("p. 12"). The id where it contains that number already, where the book numbers nothing, and for rulings."""
        found = re.match(r"(\d+(?:\.\d+)+[A-Za-z]?)(?![\w.])|pp?\. (\d+)", self.book)
        if not found or (found[1] and found[1] in self.id):
            return self.id
        return found[1] or f"p. {found[2]}"


def citing(statements: Iterable[Statement]) -> dict[str, str]:
    """What the rulebook has for the rules whose ids are ours alone: its number or page."""
    return {one.id: one.cited for one in statements if one.cited != one.id}


def read_statements(text: str) -> tuple[Statement, ...]:
    """The statements of a `rules.toml`: `[chapter."Title"]` tables with `"ID" = { book = "...", text = "..." }`, and
    `shown = "CASE"` where that case is to show it. Before them may stand `turn = [["Movement", ["Marching", "C-1",
    "C-4..C-7"]], ...]`: the parts of the turn in the order of play, each with its chapters, statements, and statements
    from one to another; what is named last counts."""
    try:
        data = tomllib.loads(text)
        chapters: Mapping[str, Any] = data["chapter"]
        turn = _turn(chapters, data.get("turn", ()))
        return tuple(
            Statement(key, chapter, str(entry["book"]), str(entry["text"]), turn.get(key), str(entry.get("shown", "")))
            for chapter, entries in chapters.items()
            for key, entry in entries.items()
        )
    except (KeyError, TypeError, ValueError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"rules.toml: {error}") from None


def _turn(chapters: Mapping[str, Any], parts: Iterable[Any]) -> dict[str, tuple[int, str]]:
    """For each statement the part of the turn to which it belongs. Raises KeyError for what is none."""
    ids = [key for entries in chapters.values() for key in entries]
    found: dict[str, tuple[int, str]] = {}
    for number, (name, items) in enumerate(parts, 1):
        for item in items:
            first, _, last = item.partition("..")
            if item in chapters:
                named = list(chapters[item])
            elif first in ids and (last or first) in ids:
                named = ids[ids.index(first) : ids.index(last or first) + 1]
            else:
                raise KeyError(f"'turn' names {item}, which is no chapter and no statement")
            found.update(dict.fromkeys(named, (number, str(name))))
    return found


def citations(folder: Traversable, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each statement id, the functions and classes (`rules/combat.py:Aim`) whose docstrings cite it, in the folder
    and all below it."""
    found: dict[str, list[str]] = {key: [] for key in ids}
    for path, file in _sources(folder):
        tree = ast.parse(file.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
                name = getattr(node, "name", "module")
                for key in cited(ast.get_docstring(node) or ""):
                    if key in found:
                        found[key].append(f"{path}:{name}")
    return {key: tuple(places) for key, places in found.items()}


def _sources(folder: Traversable, within: str = "") -> Iterator[tuple[str, Traversable]]:
    """The Python files of a folder and of all below it, by path, in order."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry, f"{within}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield within + entry.name, entry


_CITED = re.compile(r"\b(?:SoP)?[A-Z0-9]{1,4}-?[A-Z]?[A-Z0-9]*[-.]?\d+(?:\.\d+)*[a-z]?\b")


def cited(docstring: str) -> tuple[str, ...]:
    """The ids at the head of a docstring: everything before its first colon; `A-1..A-4` stands for all four.

    >>> cited("2P-32, 2P-33..2P-35: who wins.")
    ('2P-32', '2P-33', '2P-34', '2P-35')
    """
    head = docstring.partition(":")[0]
    ids: list[str] = []
    for part in re.split(r"[,;\s]+", head):
        first, dots, last = part.partition("..")
        if dots:
            stem = re.match(r"(.*?)(\d+)\Z", first)
            end = re.match(r"(.*?)(\d+)\Z", last)
            if stem and end and stem[1] == end[1]:
                width = len(stem[2]) if stem[2].startswith("0") else 0
                ids += [f"{stem[1]}{n:0{width}d}" for n in range(int(stem[2]), int(end[2]) + 1)]
        elif _CITED.fullmatch(part):
            ids.append(part)
    return tuple(ids)
