"""Recorded games, script against script: one for each way to end, with and without the optional rules.

`python test_records.py` renews them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.axis_allies.game import make
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.record import Move, Record, header, read_record
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.value import fingerprint

LATER = {
    "pt_boats_come": "sea", "axis_tokens_come": "step", "nothing_to_decide": "ask", "coast_watchers_boats": "together",
}  # fmt: skip
"""The options that came later, as they were played before."""
FOLDER = Path(__file__).parent / "records"
GAMES: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("axis", {}, "axis_points"),
    ("allies", {}, "allies_points"),
    ("tokens", {"advantages": "all"}, ""),
    ("hidden", {"hidden_movement": True}, ""),
)


def recorded(options: Mapping[str, Any], number: int) -> Record[Any]:
    """A game of the script against itself, as the referee records it."""
    game = make()
    seed = number.to_bytes(32, "big")
    referee = Referee(game, game.setup("campaign", options), seed)
    seats = dict.fromkeys(game.sides, "bot")
    head = header(game, "campaign", options, seats=seats, seed_hash=seed_hash(seed), started="")
    entries = [Move(entry.side, entry.action) for entry in referee.begin()]
    rng = random.Random(number)
    while game.to_move(referee.state):
        side = game.waited_for(referee.state)[0]
        view = game.view(referee.state, side)
        action = game.opponent.policy(view, side, game.legal(view, side), None, rng)[0].do[0]
        entries += [Move(entry.side, entry.action) for entry in referee.play(side, action)]
    result = referee.state.result
    assert result is not None
    end = {"returns": list(result.returns), "reason": result.reason, "seed": seed.hex(),
           "fingerprint": fingerprint(referee.state)}
    return Record(game, head, entries, end)


@pytest.mark.parametrize(("name", "options", "reason"), GAMES, ids=[name for name, _, _ in GAMES])
def test_a_record_replays_to_its_end(name: str, options: Mapping[str, Any], reason: str) -> None:
    record = read_record((FOLDER / f"{name}.jsonl").read_text("utf-8"), load)
    assert record.verify() == []
    assert record.options == {**LATER, **options}, "what came later is as it was played then"
    assert reason in ("", record.result()[1])


def renew() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, options, reason in GAMES:
        for number in range(1, 200):
            record = recorded(options, number)
            if reason in ("", record.result()[1]):
                (FOLDER / f"{name}.jsonl").write_text(record.to_text(), "utf-8")
                break


if __name__ == "__main__":
    renew()
