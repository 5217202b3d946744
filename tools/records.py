"""Plays and writes the recorded games of `tests/records/`: one for each scenario and way to end, with its transcript.
Games that are there stay as they were recorded: what users have must go on verifying.

    python tools/records.py            plays the games that are missing
    python tools/records.py --renew    writes all transcripts anew, after a change of words: read them
    python tools/records.py --renew archies-war    those of one game
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ironbottom.games import load
from ironbottom.kernel.action import notation
from ironbottom.kernel.record import Move, Record, TableAct, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.unwritten import applied, caught_up
from ironbottom.lab.match import Fixture, play_fixture

FOLDER = Path(__file__).parent.parent / "tests" / "records"

WANTED: dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "archies-war": {
        "two-player": (("regular", "regular"), ("held", "henderson_field", "bombardment")),
        "solitaire": (("random",), ("won", "lost_empty", "lost_overrun", "lost_field")),
    },
    "axis-allies": {
        "campaign": (("regular", "regular"), ("axis_points", "allies_points")),
    },
    "first-blood": {},
    "henderson-field": {},
    "solomons": {},
}
"""For each game and scenario: who plays, and the ways to end. Those of First Blood, Henderson Field and Solomons are
played by commands of their own, `tests/games/<game>/renew_records.py`: each of their ends needs other players; their
transcripts are written here."""

TABLE_ENDS = {"resign": TableAct("resign", 0), "agree": TableAct("agree", 0, (("kind", "draw"),)),
              "timeout": TableAct("timeout", 1)}
"""Ends that are not on the board, put after half a game."""


def transcript(record: Record[Any]) -> str:
    """The game line by line: each action or result, and what each seat and an observer read of it."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: Record[Any]) -> Iterator[str]:
    game = record.game
    s = record.start()
    viewers = [*range(len(game.sides)), OBSERVER]
    for entry in record.entries:
        if isinstance(entry, TableAct):
            yield f"table: {entry.act} by {game.side_name(entry.by)} {dict(entry.args) or ''}".rstrip()
        if not isinstance(entry, Move):
            continue
        there = caught_up(game, s, entry.side, entry.action)
        asked = "" if entry.side == CHANCE else f"  [of {len(game.legal(there, entry.side))}]"
        s = applied(game, s, entry.side, entry.action)
        yield f"{game.side_name(entry.side)}: {notation(entry.action)}{asked}"
        told = [[line["text"] for event in game.news_for(s, viewer) if (line := game.line(event, viewer))]
                for viewer in viewers]
        if all(lines == told[0] for lines in told):
            yield from (f"    {text}" for text in told[0])
        else:
            for viewer, lines in zip(viewers, told, strict=True):
                yield from (f"    {game.side_name(viewer)} reads: {text}" for text in lines)
    returns, reason = record.result()
    yield f"end: {list(returns)} {reason}"


def _play(slug: str, scenario: str, bots: tuple[str, ...], reason: str) -> str:
    for seed in range(2000):
        played = play_fixture(Fixture(slug, scenario, (), bots, str(seed), keep=True))
        if played.reason == reason:
            return played.record
    raise SystemExit(f"no game of {slug} ended by {reason}")


def _cut(text: str, act: TableAct) -> str:
    record = read_record(text, load)
    moves = record.entries[: len(record.entries) // 2]
    ended = Record(record.game, record.header, [*moves, act])
    returns, reason = ended.result()
    ended.end = {"returns": list(returns), "reason": reason, "seed": record.end["seed"] if record.end else None}
    return ended.to_text()


def main(renew: bool, games: list[str]) -> None:
    """Play what is missing, write what is to be renewed."""
    for slug, scenarios in WANTED.items():
        if games and slug not in games:
            continue
        folder = FOLDER / slug
        folder.mkdir(parents=True, exist_ok=True)
        for scenario, (bots, reasons) in scenarios.items():
            names = {f"{scenario}-{reason}": reason for reason in reasons}
            for name, reason in names.items():
                if not (folder / f"{name}.jsonl").exists():
                    (folder / f"{name}.jsonl").write_text(_play(slug, scenario, bots, reason), "utf-8")
            if len(load(slug).scenarios[0].sides) == len(bots) and len(bots) > 1:
                whole = (folder / f"{scenario}-{reasons[0]}.jsonl").read_text("utf-8")
                for reason, act in TABLE_ENDS.items():
                    if not (folder / f"{scenario}-{reason}.jsonl").exists():
                        (folder / f"{scenario}-{reason}.jsonl").write_text(_cut(whole, act), "utf-8")
        for path in sorted(folder.glob("*.jsonl")):
            told = path.with_suffix(".txt")
            if renew or not told.exists():
                told.write_text(transcript(read_record(path.read_text("utf-8"), load)), "utf-8")


if __name__ == "__main__":
    main("--renew" in sys.argv[1:], [name for name in sys.argv[1:] if name != "--renew"])
