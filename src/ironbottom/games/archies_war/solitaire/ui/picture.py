"""What the page shows of the solitaire game: blocks for strengths, both tracks, all tables with this turn's rows lit.
Nothing is hidden, so a view is the state."""

from __future__ import annotations

from functools import cache

from ironbottom.games.archies_war.solitaire.rules import american
from ironbottom.games.archies_war.solitaire.rules.state import (
    AMERICAN_BOXES,
    BLOCKS,
    FRONTS,
    JAPANESE_BOXES,
    Solitaire,
    air_support,
    fewest_blocks,
    option,
    printed,
)
from ironbottom.games.archies_war.solitaire.ui import board
from ironbottom.games.archies_war.solitaire.ui.log import JP, RULED, US
from ironbottom.kernel.view import Calendar, Mark, Piece, Stage, Table, Track
from ironbottom.kernel.words import Words


def effect(s: Solitaire, table: str, row: str, words: Words) -> str:
    """What a row of a table does, under the rulings agreed."""
    if row in RULED:
        return words.say(f"solo.ruled.{row}.{option(s, RULED[row])}")
    return words.say(f"solo.effect.{table}.{row}")


def pieces(s: Solitaire, words: Words) -> list[Piece]:
    pieces: list[Piece] = []
    for side, boxes, row, values in (
        (US, AMERICAN_BOXES, s.american, BLOCKS[0]),
        (JP, JAPANESE_BOXES, s.japanese, BLOCKS[1]),
    ):
        for box, strength in zip(boxes, row, strict=True):
            for number, n in enumerate(fewest_blocks(strength, values)):
                pieces.append(
                    {
                        "id": f"{side}.{box}:{number}", "place": f"{side}.{box}", "side": side,
                        "face": f"{side}.inf{n}", "name": words.say("solo.block", n=n), "up": True,
                        "values": {"strength": n},
                    }
                )
    pieces.append(
        {
            "id": "vandegrift", "place": "vandegrift", "side": US, "face": "american.vandegrift",
            "name": words.say("solo.vandegrift", n=s.vandegrift), "up": True,
            "values": {"strength": f"+{s.vandegrift}"},
        }
    )
    return pieces


@cache
def _corner(row: str) -> list[float]:
    """Where a flag stands on a row of a table: at its right end, above the words."""
    x, y, w, _ = next(space["shape"]["rect"] for space in board.board()["spaces"] if space["id"] == row)
    return [x + w - 14, y + 2]


def marks(s: Solitaire, words: Words) -> list[Mark]:
    marks: list[Mark] = [
        {"space": f"table.{table}.{row}", "kind": "business", "text": words.say("solo.row_used")}
        for table, row in s.rolls
    ]
    if s.action:
        row = f"table.american_actions.{american.ACTIONS.index(s.action) + 1}"
        text = words.say("solo.chosen_now")
        marks.append({"space": row, "kind": "control", "text": text, "side": US, "at": _corner(row)})
    for front, name in enumerate(FRONTS):
        if s.american[front] == 0:
            marks.append({"space": f"american.{name}", "kind": "danger", "text": words.say("solo.empty_front")})
    if s.status < 0:
        marks.append({"space": "status.below", "kind": "danger", "text": words.say("solo.below")})
    for flag, space in ((s.seabees, "seabees"), (s.heavy, "heavy_artillery")):
        if flag:
            marks.append({"space": space, "kind": "control", "text": words.say(f"solo.{space}")})
    return marks


def tracks(s: Solitaire, words: Words) -> list[Track]:
    turns = printed(s).data["turns"]
    track = printed(s).track
    return [
        {
            "id": "turn",
            "name": words.say("solo.track.turn"),
            "cells": [str(n) for n in range(1, turns["number"] + 1)],
            "markers": [{"at": s.turn - 1, "name": words.say("solo.turn", turn=s.turn)}],
            "notes": [
                words.say("solo.reinforced") if n in turns["reinforced"] else "" for n in range(1, turns["number"] + 1)
            ],
            "place": "turn",
            "rule": "SR-60",
        },
        {
            "id": "status", "name": words.say("solo.track.status"),
            "cells": [words.say("solo.track.below"), *map(str, track)],
            "markers": [{"at": max(s.status, -1) + 1, "name": words.say("solo.air_support", n=air_support(s))}],
            "place": "status", "spaces": ["status.below", *(f"status.{n}" for n in range(len(track)))], "rule": "SR-62",
        },
    ]


def calendar(s: Solitaire, words: Words) -> Calendar:
    turns = printed(s).data["turns"]
    return {
        "id": "reinforcements",
        "name": words.say("solo.calendar"),
        "entries": [
            {
                "when": words.say("solo.turn", turn=n), "text": words.say("solo.reinforced"), "side": US,
                "now": n == s.turn,
            }
            for n in turns["reinforced"]
        ],
    }


_RULES = {
    "american_actions": "SR-50", "american_events": "SR-53", "japanese_actions": "SR-20", "japanese_events": "SR-26",
}  # fmt: skip


def tables(s: Solitaire, words: Words) -> list[Table]:
    used = dict(s.rolls)
    tables: list[Table] = []
    for key, rows in board.rows(printed(s).data).items():
        table: Table = {
            "id": key,
            "name": words.say(f"solo.table.{key}"),
            "columns": [words.say("solo.die"), words.say(f"solo.column.{key}"), words.say("solo.column.effect")],
            "rows": [
                [str(n), words.say(f"solo.{key}.{row}"), effect(s, key, row, words)]
                for n, row in enumerate(rows, 1)
            ],
            "rule": _RULES[key],
        }
        if key == "american_actions" and s.action:
            table["row"] = american.ACTIONS.index(s.action)
        elif key in used:
            table["row"] = used[key] - 1
        tables.append(table)
    for key, rule in (("damage", "S-02"), ("banzai", "SR-31")):
        row: Table = {
            "id": key, "name": words.say(f"solo.table.{key}"),
            "columns": [words.say("solo.die"), *map(str, range(1, 7))],
            "rows": [[words.say(f"solo.column.{key}"), *map(str, printed(s).data["tables"][key])]], "rule": rule,
        }
        if key in used:
            row["row"] = 0
            row["column"] = used[key]
        tables.append(row)
    return tables


def sequence(s: Solitaire, words: Words) -> list[Stage]:
    top = type(s.stack[-1]).__name__ if s.stack else ""
    at = {"ChooseAction": 0, "Rearrange": 4}.get(top)
    if at is None:
        pending = {type(step).__name__ for step in s.stack}
        at = 1 if "JapaneseRoll" in pending else 2 if "AmericanAction" in pending else 3 if pending else 5
    stages = ("choose", "roll", "japanese", "american", "end")
    return [
        {
            "id": key, "name": words.say(f"solo.stage.{key}"),
            "state": "done" if n < at else "now" if n == at else "next", "rule": rule,
        }
        for n, (key, rule) in enumerate(zip(stages, ("SR-5", "SR-20", "SR-21", "SR-50", "SR-61"), strict=True))
    ]
