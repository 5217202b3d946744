"""Which statements of a game's rules are cited, by code and by cases.

A case's citation of a statement counts only if a function that cites it ran in that case, or a method of a class that
cites it, such as a step. What a module or the game as a whole cites is shown, but proves nothing.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from ironbottom.kernel.cases import Outcome, read_cases, run_case
from ironbottom.kernel.game import Game
from ironbottom.kernel.statements import cited


@dataclass(frozen=True, slots=True)
class Citing:
    """A function, class or module whose docstring cites statements."""

    file: str
    name: str
    first: int
    last: int
    ids: tuple[str, ...]
    counts: bool = True
    """Whether a case that runs it covers what it cites."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A statement with the code and the cases that cite it; `idle` are cases whose citing function did not run."""

    id: str
    chapter: str
    code: tuple[str, ...]
    cases: tuple[str, ...]
    idle: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return bool(self.code and self.cases)


def citing(package: str) -> list[Citing]:
    """All that cites statements in a game's folder, its subfolders included, in order."""
    root = Path(str(files(package)))
    found: list[Citing] = []
    for file in sorted(root.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
                ids = cited(ast.get_docstring(node) or "")
                if ids:
                    name = getattr(node, "name", "module")
                    first, last = (1, sys.maxsize) if isinstance(node, ast.Module) else _lines(node)
                    counts = not isinstance(node, ast.Module) and not _whole_game(node)
                    found.append(Citing(file.relative_to(root).as_posix(), name, first, last, ids, counts))
    return found


def _whole_game(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether it is the class of a game: something of that runs in every case."""
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in getattr(node, "bases", ())]
    return any(isinstance(base, ast.Name) and base.id == "Game" for base in bases)


def _lines(node: ast.FunctionDef | ast.ClassDef) -> tuple[int, int]:
    first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
    return first, node.end_lineno or node.lineno


@contextmanager
def traced(root: str) -> Iterator[set[tuple[str, int]]]:
    """Gathers, while it is open, the functions below a folder that are called: (file, first line)."""
    ran: set[tuple[str, int]] = set()
    seen: set[CodeType] = set()

    def hook(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            code = frame.f_code
            if code not in seen:
                seen.add(code)
                if code.co_filename.startswith(root):
                    ran.add((code.co_filename, code.co_firstlineno))

    before = sys.getprofile()
    sys.setprofile(hook)
    try:
        yield ran
    finally:
        sys.setprofile(before)


def forget(package: str) -> None:
    """Empty the caches of a game's modules, so that a case runs what it needs itself."""
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(package + "."):
            for item in list(vars(module).values()):
                clear = getattr(item, "cache_clear", None)
                if callable(clear) and getattr(item, "__module__", None) == name:
                    clear()


def cover(game: Game[Any], paths: Sequence[Path]) -> tuple[list[Covered], list[str]]:
    """The coverage of each statement by these case files, and the ids of cases that fail."""
    import_module(game.package)
    root = str(files(game.package))
    sources = citing(game.package)
    by_id: dict[str, list[Citing]] = {statement.id: [] for statement in game.statements}
    for source in sources:
        for key in source.ids:
            by_id.setdefault(key, []).append(source)
    cases: dict[str, list[str]] = {key: [] for key in by_id}
    idle: dict[str, list[str]] = {key: [] for key in by_id}
    failing: list[str] = []
    for path in paths:
        for case in read_cases(path):
            if case.get("game", game.slug) != game.slug:
                continue
            outcome, proved = _proved(game, root, case, by_id)
            if outcome.passed and not all(proved.values()):  # perhaps what it cites ran in a case before, and is kept
                forget(game.package)
                outcome, proved = _proved(game, root, case, by_id)
            if not outcome.passed:
                failing.append(outcome.id)
                continue
            for key, counts in proved.items():
                (cases if counts else idle).setdefault(key, []).append(outcome.id)
    rows = [
        Covered(
            statement.id, statement.chapter, tuple(f"{one.file}:{one.name}" for one in by_id[statement.id]),
            tuple(cases[statement.id]), tuple(idle[statement.id]),
        )
        for statement in game.statements
    ]
    return rows, failing


def _proved(
    game: Game[Any], root: str, case: Mapping[str, Any], by_id: Mapping[str, Sequence[Citing]]
) -> tuple[Outcome, dict[str, bool]]:
    """How a case ends, and of each statement that it cites whether something that cites it ran."""
    with traced(root) as ran:
        outcome = run_case(game, case)
    called = _called(ran, root)
    return outcome, {key: any(_ran(one, called) for one in by_id.get(key, ())) for key in outcome.rules}


def _called(ran: set[tuple[str, int]], root: str) -> Mapping[str, list[int]]:
    called: dict[str, list[int]] = {}
    for file, line in ran:
        called.setdefault(Path(file).relative_to(root).as_posix(), []).append(line)
    return called


def _ran(source: Citing, called: Mapping[str, list[int]]) -> bool:
    return source.counts and any(source.first <= line <= source.last for line in called.get(source.file, ()))
