"""Copies of the games on the command line: `--copy`, and where each datum comes from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ironbottom.kernel import unknown
from ironbottom.kernel.copies import Copy, corrections, read_copy, shipped
from ironbottom.kernel.data import TAGS, load_data, read_text, read_toml, sources
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.schema import close, schema_of, walk


def copy_option(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--copy", metavar="NAME|FILE",
                        help="with a copy of the game: the name of one in your data folder or of one that comes with "
                             "the game, or a file that was given out")


def found(text: str, slug: str, folder: Callable[[], Path]) -> Copy:
    """The copy that a name or a file stands for. Raises BadInput."""
    from ironbottom import games
    from ironbottom.server.sql import stored_copies

    path = Path(text)
    if path.suffix == ".toml" or path.is_file():
        copy = read_copy(read_text(path), path.name)
        if copy.game != slug:
            raise BadInput(f"{path.name} is a copy of {copy.game[:40]}, not of {slug}")
        return copy
    brought = shipped(games.load(slug).package)
    known = {**brought, **{copy.name: copy for copy in brought.values()}}
    if text in known:
        return known[text]
    own = [copy for copy in stored_copies(folder()) if copy.game == slug]
    named = [copy for copy in own if copy.name == text]
    if not named:
        names = sorted({*(copy.name for copy in own), *(copy.name for copy in brought.values())})
        near = close(text, names) or f"; there are: {', '.join(names)[:200] or 'none'}"
        raise BadInput(f"there is no copy of {slug} called '{text[:80]}'{near}")
    if any((one.overlay, one.same) != (named[0].overlay, named[0].same) for one in named):
        raise BadInput(f"several players have a copy of {slug} called '{text}'; give one out and name its file")
    return named[0]


def overlay_of(text: str | None, slug: str, folder: Callable[[], Path]) -> dict[str, Any] | None:
    """The corrections of a copy that may be played; None where none is asked for. Raises BadInput."""
    from ironbottom import games

    return None if text is None else corrections(games.load(slug).package, found(text, slug, folder))


def tell_sources(given: argparse.Namespace, folder: Callable[[], Path]) -> None:
    """Each datum with its source; or the groups of those that nobody has seen printed."""
    from ironbottom import games

    game = games.load(given.game)
    copy = None if given.copy is None else found(given.copy, game.slug, folder)
    if given.unknown:
        if given.overlay is not None:
            raise BadInput("--unknown says what a copy has looked up: give --copy, or neither")
        _tell_unknown(game, copy, given.json)
        return
    overlay = _overlay(given, game.slug, folder) if copy is None else corrections(game.package, copy)
    known = load_data(game.package, overlay, strict=True)
    games.load(game.slug, overlay)
    schema = schema_of(game.package)
    kinds = {datum.path: datum for datum in walk(schema, known)} if schema else {}
    rows = [
        {
            "datum": path, "value": item, "source": source, "tag": source[:1],
            "part": kinds[path].part if path in kinds else "", "kind": kinds[path].kind.says() if path in kinds else "",
        }
        for path, item, source in sources(known)
    ]  # fmt: skip
    if given.json:
        print(json.dumps(rows, indent=1, ensure_ascii=False, default=list))
        return
    for row in rows:
        print(f"{row['datum']} = {json.dumps(row['value'], ensure_ascii=False)}   [{row['kind']}]   {row['source']}")
    counts = {tag: sum(row["tag"] == tag for row in rows) for tag in TAGS}
    print(", ".join(f"{count} {tag} ({TAGS[tag]})" for tag, count in counts.items() if count))


def _overlay(given: argparse.Namespace, slug: str, folder: Callable[[], Path]) -> dict[str, Any] | None:
    if given.overlay is not None:
        return read_toml(given.overlay)
    path = folder() / "overlays" / f"{slug}.toml"
    return read_toml(path) if path.is_file() else None


BAR = 40
MEANING = "moves a game: by how much a side's share of the points between two scripts changed with all of a group"


def _tell_unknown(game: Any, copy: Copy | None, as_json: bool) -> None:
    told = unknown.told(game.package, game.words, copy)
    if as_json:
        for group in told["groups"]:
            group["items"] = unknown.items(game.package, game.words, group["id"], copy)
        print(json.dumps(told, indent=1, ensure_ascii=False))
        return
    confirmed = told["same"] + told["corrected"]
    filled = BAR * confirmed // max(1, told["total"])
    print(f"[{'#' * filled}{'.' * (BAR - filled)}] {confirmed} of {told['total']} reconstructed data looked up"
          + (f" in '{copy.name}': {told['same']} the same, {told['corrected']} corrected" if copy else ""))
    if any(group["shift"] is not None for group in told["groups"]):
        print(MEANING)
    print(f"{'moves a game':>12} {'open':>6}  what to look up")
    for group in told["groups"]:
        print(f"{moves(group):>12} {group['open']:>6}  {group['label']}   [{group['id']}]")


def moves(group: dict[str, Any]) -> str:
    """How far a group moves a game, in a word: by the measured shift of a side's share, beyond its error."""
    if group["shift"] is None:
        return "not at all" if group["part"] in unknown.SILENT else "not measured"
    return f"{100 * group['shift']:.0f} % ± {100 * group['error']:.0f}"
