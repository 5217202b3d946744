"""Adds to a game's `vocabulary.txt` the words of its actions that stand in no line yet.

    python tools/vocabulary.py                  all games: read what was added
    python tools/vocabulary.py archies-war      one game
    python tools/vocabulary.py --check          says what is missing, and writes nothing

Words come from what is offered in the recorded games and in random games of every scenario with options drawn at
random, and from what the cases play. Where there is no file yet, a draft is made with the spaces of the boards too, and
with what stands in one table or list with words that were found, in the printed data and in what the game tells of its
positions: cut out what is no word of an action before it is released. What stands in the file already stays where it
is, for ever: a word's line is its number.
"""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ironbottom.games import READY, load
from ironbottom.kernel.action import Action, parse
from ironbottom.kernel.cases import read_cases
from ironbottom.kernel.data import load_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.record import Move, read_record
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.unwritten import caught_up
from ironbottom.kernel.vocabulary import FILE, Vocabulary, vocabulary
from ironbottom.lab.bench import walk

ROOT = Path(__file__).parent.parent
GAMES = 30
"""Random games of each scenario."""
FAMILY, SHARE = 3, 3
"""So many words of one table or list, and one of so many of its words, must have been found before the others of it are
taken too."""
_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_@#/-]{0,29}\Z")
_COUNTED = re.compile(r"(.*[A-Za-z][-_]?)(\d+)\Z")


def of_records(game: Game[Any]) -> Iterator[Action]:
    """What is offered in the recorded games."""
    for path in sorted((ROOT / "tests" / "records" / game.slug).glob("*.jsonl")):
        record = read_record(path.read_text("utf-8"), load)
        s = record.game.setup(record.scenario, record.options)
        for entry in record.entries:
            if isinstance(entry, Move):
                s = caught_up(record.game, s, entry.side, entry.action)
                if entry.side != CHANCE:
                    yield from game.legal(s, entry.side)
                s = record.game.apply(s, entry.side, entry.action)


def of_cases(game: Game[Any]) -> Iterator[Action]:
    """What the cases play."""
    for path in sorted((ROOT / "tests" / "cases" / game.slug).glob("*.toml")):
        for case in read_cases(path):
            for line in case.get("play", ()):
                for text in str(line.get("do", "")).split(";"):
                    if text.strip() and not text.strip().startswith(("macro", "!")):
                        try:
                            yield parse(text)
                        except BadInput:
                            continue


def of_games(game: Game[Any]) -> Iterator[Action]:
    """What is offered in random games, each with options of its own."""
    for scenario in game.scenarios:
        for number in range(GAMES):
            rng = random.Random(f"{scenario.id} {number}")
            options = {o.id: rng.choice(o.choices)[0] for o in game.options
                       if scenario.id in o.scenarios and not o.retired}
            try:
                first = game.setup(scenario.id, options)
            except BadInput:
                first = game.setup(scenario.id)
            for s, side in walk(game, first, rng):
                if side != CHANCE:
                    yield from game.legal(s, side)


def families(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every word of printed data, or of a game's facts, with the table or list where it stands."""
    if isinstance(data, dict):
        for key, item in data.items():
            yield (*path, "keys"), key
            yield from families(item, (*path, key))
    elif isinstance(data, (list, tuple)):
        for item in data:
            yield from families(item, (*path, "items"))
    elif isinstance(data, str):
        # the same field of the rows of a list is one family, as are those of a table's tables
        yield (path[0], *path[-1:]), data


def told(game: Game[Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The words of the printed data and of what the game tells of its first and last positions."""
    yield from families({"data": load_data(game.package)})
    for scenario in game.scenarios:
        states = [s for s, _ in walk(game, game.setup(scenario.id), random.Random(1))]
        for s in (states[0], states[-1]):
            yield from families({"facts": game.of(s).facts(s)})


def numbered(names: Iterable[str]) -> set[str]:
    """Of pieces that are counted up (`ZERO-1` to `ZERO-19`) those between that nobody has met."""
    highest: dict[str, int] = defaultdict(int)
    for name in names:
        if found := _COUNTED.match(name):
            highest[found[1]] = max(highest[found[1]], int(found[2]))
    return {f"{stem}{n}" for stem, most in highest.items() if stem[-1] in "-_" and f"{stem}1" in names
            for n in range(1, most + 1)}


def words_of(game: Game[Any], draft: bool) -> tuple[list[str], list[str], list[str]]:
    """Verbs, names (parts of words alike), and for a draft the spaces of the boards, sorted."""
    empty = Vocabulary(())
    verbs: set[str] = set()
    names: set[str] = set()
    for source in (of_records, of_cases, of_games):
        for action in source(game):
            verbs.add(action[0])
            names.update(empty.unknown(action[1:]))
    if not draft:
        return sorted(verbs), sorted(names), []
    spaces = {space["id"] for scenario in game.scenarios for space in game.board(scenario.id)["spaces"]}
    spaces = {space for space in spaces if _WORD.match(space)}
    families_of: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for place, word in told(game):
        if _WORD.match(word):
            families_of[place].add(word)
    for words in families_of.values():
        if len(words & names) >= max(FAMILY, len(words) // SHARE):
            names |= words
    names |= {"." + space for space in spaces} if any(name[0] == "." for name in names) else set()
    names |= numbered(names - spaces)
    return sorted(verbs), sorted(names - spaces), sorted(spaces)


def add(slug: str, check: bool) -> int:
    """How many words were missing."""
    game = load(slug)
    known = set(vocabulary(game.package).words)
    file = ROOT / "src" / Path(*game.package.split(".")) / FILE
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    missing = 0
    for title, words in zip(("verbs", "pieces and other names", "spaces"), words_of(game, not lines), strict=True):
        fresh = [word for word in dict.fromkeys(words) if word not in known]
        known.update(fresh)
        missing += len(fresh)
        if fresh:
            lines += [f"# {title}", *fresh]
    print(f"{slug}: {missing} words {'are missing' if check else 'added'}, {len(known)} in all")
    if missing and not check:
        file.write_text("\n".join(lines) + "\n", "utf-8")
    return missing


def main(arguments: Iterable[str]) -> int:
    given = [argument for argument in arguments if argument != "--check"]
    check = "--check" in arguments
    missing = sum(add(slug, check) for slug in given or READY)
    return 1 if check and missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
