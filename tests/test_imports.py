"""Imports run one way: each room of the program imports those below it alone, and no two modules import one another.

Imports in a function count like all others; those for the type checker alone (`if TYPE_CHECKING`) do not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import ironbottom

ROOT = Path(ironbottom.__file__).parent

BELOW = {
    "kernel": (),
    "drawing": ("kernel",),
    "opponents": ("kernel",),
    "table": ("kernel", "opponents", "drawing"),
    "games": ("kernel", "drawing"),
    "vassal": ("kernel",),
    "server": ("kernel", "drawing", "opponents", "table", "games", "vassal", "lab"),
    "tab": ("kernel", "server"),
    "lab": ("kernel", "drawing", "opponents", "table", "games"),
    "research": ("kernel", "opponents", "games", "lab"),
    "cli_blunders": ("kernel", "games", "lab"),
    "cli_copies": ("kernel", "games", "server"),
    "cli_data": ("kernel", "server"),
    "cli_examples": ("kernel", "games"),
    "cli_output": ("kernel",),
    "cli_replay": ("kernel", "opponents", "table"),
    "cli_think": ("kernel", "server"),
    "cli": ("kernel", "drawing", "opponents", "table", "games", "server", "lab", "cli_copies", "cli_blunders",
            "cli_data", "cli_examples", "cli_output", "cli_replay", "cli_think"),
    "__main__": ("cli",),
}
"""What each room may import beside itself. A game may import no other game."""
LONGEST = 700
"""Lines of a file: what is longer holds two things."""


@cache
def modules() -> dict[str, Path]:
    """Every module of the program, with its file."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = ("ironbottom", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(node: ast.AST) -> Iterator[str]:
    """The modules that a piece of code imports, of the program's own."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        for other in node.orelse:
            yield from imported(other)
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in modules())
    if isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are absolute"
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            if (name := whole if whole in modules() else node.module or "") in modules():
                yield name
    for child in ast.iter_child_nodes(node):
        yield from imported(child)


@cache
def imports() -> dict[str, frozenset[str]]:
    """What each module imports of the program."""
    return {
        name: frozenset(imported(ast.parse(path.read_text("utf-8")))) - {name} for name, path in modules().items()
    }


def room(name: str) -> str:
    """The room of a module: the part of its name after the program's."""
    return [*name.split("."), ""][1]


def game(name: str) -> str:
    """The folder of the game that a module belongs to; "" for the catalogue and for all others."""
    parts = name.split(".")
    return parts[2] if room(name) == "games" and len(parts) > 2 else ""


def wrong_ways() -> set[tuple[str, str]]:
    found = set()
    for name, targets in imports().items():
        for target in targets:
            here, there = room(name), room(target)
            if not here or not there or (here == there and game(name) == game(target)):
                continue
            if here == there == "games" or there not in BELOW.get(here, ()):
                found.add((name, target))
    return found


def test_every_room_has_its_place() -> None:
    assert {room(name) for name in modules()} - {"", "web"} == set(BELOW)


def test_imports_run_one_way() -> None:
    assert wrong_ways() == set()


def circles() -> list[list[str]]:
    """The groups of modules that import one another, by Tarjan's algorithm."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        path.append(name)
        for target in sorted(imports()[name]):
            if target not in order:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in path:
                low[name] = min(low[name], order[target])
        if low[name] == order[name]:
            at = path.index(name)
            if len(path) - at > 1:
                found.append(sorted(path[at:]))
            del path[at:]

    for name in modules():
        if name not in order:
            visit(name)
    return found


def test_no_file_is_too_long() -> None:
    files = [path for kind in ("*.py", "*.js", "*.css") for path in ROOT.rglob(kind)]
    long = {path.name: n for path in files if (n := len(path.read_text("utf-8").splitlines())) > LONGEST}
    assert files
    assert not long


def test_no_modules_import_one_another() -> None:
    assert circles() == []


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f():\n    from ironbottom.kernel import value", ["ironbottom.kernel.value"]),
        ("import ironbottom.kernel.step as step", ["ironbottom.kernel.step"]),
        ("from ironbottom.kernel.step import State, Chance", ["ironbottom.kernel.step"] * 2),
        ("if TYPE_CHECKING:\n    import ironbottom.games\nelse:\n    import ironbottom.cli", ["ironbottom.cli"]),
        ("import json", []),
    ],
)
def test_imports_are_found_wherever_they_stand(code: str, names: list[str]) -> None:
    assert list(imported(ast.parse(code))) == names
