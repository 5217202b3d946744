"""Derives what else must know the shapes of messages from their declaration in the kernel.

    python tools/shapes.py          writes src/ironbottom/web/js/types.js and the shapes in docs/protocol.md
    python tools/shapes.py --check  says what is not as it would be written; exit code 1
"""

from __future__ import annotations

import inspect
import sys
import types
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from ironbottom.kernel import message, view

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "src/ironbottom/web/js/types.js"
PROTOCOL = ROOT / "docs/protocol.md"
BEGIN, END = "<!-- shapes: written by tools/shapes.py -->", "<!-- end of shapes -->"
WIDE = 118

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"}


def declared(module: types.ModuleType) -> list[Any]:
    """The shapes that a module declares, in the order of its text."""
    found = [item for item in vars(module).values() if is_typeddict(item) and item.__module__ == module.__name__]
    return sorted(found, key=lambda item: inspect.getsourcelines(item)[1])


def spelled(hint: Any) -> str:
    """A type as TypeScript writes it."""
    if hint in PLAIN:
        return PLAIN[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    origin, args = get_origin(hint), get_args(hint)
    if origin is list:
        inner = spelled(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {spelled(args[1])}>"
    if origin is Literal:
        return "|".join(f"'{item}'" for item in args)
    if origin in (Union, types.UnionType):
        return "|".join(spelled(item) for item in args)
    raise TypeError(f"{hint} cannot stand in a message")


def fields(shape: Any) -> list[tuple[str, str]]:
    """The keys of a shape, those that may be missing with a question mark, and their types."""
    marked = get_type_hints(shape, include_extras=True)
    plain = get_type_hints(shape)
    return [(key + ("?" if get_origin(marked[key]) is NotRequired else ""), spelled(plain[key])) for key in marked]


def filled(first: str, parts: list[str], last: str, indent: str) -> list[str]:
    """Parts joined by commas, in lines that are not too long."""
    lines, line = [], first
    for number, part in enumerate(parts):
        piece = part + ("," if number < len(parts) - 1 else last)
        if len(line) + len(piece) + 1 > WIDE and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += piece + " "
    return [*lines, line.rstrip()]


def client() -> str:
    """`types.js`."""
    written = "// Written by tools/shapes.py from kernel/view.py and kernel/message.py: change those."
    lines = ["// @ts-check", written, "/**"]
    for module in (view, message):
        for shape in declared(module):
            parts = [f"{key}: {kind}" for key, kind in fields(shape)]
            found = filled(" * @typedef {{", parts, f"}}}} {shape.__name__}", " *   ")
            lines += [line.replace("{{ ", "{{") for line in found]
    return "\n".join([*lines, " */", "export {};", ""])


def protocol() -> str:
    """The shapes of `message.py` for `docs/protocol.md`."""
    lines = [BEGIN, ""]
    for shape in declared(message):
        text = " ".join(part.strip() for part in (inspect.getdoc(shape) or "").splitlines())
        lines += [f"**{shape.__name__}**: {text}", "", "```"]
        lines += filled("{ ", [f"{key}: {kind}" for key, kind in fields(shape)], " }", "  ")
        lines += ["```", ""]
    return "\n".join([*lines, END])


def written() -> dict[Path, str]:
    """Each file as it should be."""
    text = PROTOCOL.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return {CLIENT: client(), PROTOCOL: before + protocol() + after}


def main(arguments: list[str]) -> int:
    stale = {path: text for path, text in written().items() if path.read_text("utf-8") != text}
    for path, text in stale.items():
        if "--check" in arguments:
            print(f"{path.relative_to(ROOT)} is not what the kernel declares: run python tools/shapes.py")
        else:
            path.write_text(text, "utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
