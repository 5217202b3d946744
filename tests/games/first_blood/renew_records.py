"""Play the recorded games anew: only by hand, after a change of the rules or the data that is meant.

    python tests/games/first_blood/renew_records.py
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

from ironbottom.games.first_blood.game import SCENARIO, make
from ironbottom.kernel.action import Action
from ironbottom.kernel.record import Move, Record, header
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.value import fingerprint

FOLDER = Path(__file__).parents[2] / "records" / "first-blood"
WANTED = {
    "airfield": ("random", "regular"), "survivors": ("regular", "regular"), "cleared": ("regular", "regular"),
    "wiped_out": ("regular", "random"),
}  # fmt: skip
"""The ways to end, and who plays the Americans and the Japanese so that it comes about."""


def play(number: int, players: tuple[str, str]) -> Record:  # type: ignore[type-arg]
    """A whole game between these players."""
    game, rng = make(), random.Random(number)
    seed = hashlib.sha256(f"first-blood record {number}".encode()).digest()
    referee = Referee(game, game.setup(SCENARIO), seed)
    entries = [Move(entry.side, entry.action) for entry in referee.begin()]
    waiting: list[Action] = []
    while movers := game.to_move(referee.state):
        s, side = referee.state, movers[0]
        legal = game.legal(s, side)
        if players[side] == "random":
            waiting = [rng.choice([action for action in legal if not game.retracts(s, action)])]
        elif not waiting or waiting[0] not in legal:
            waiting = list(game.opponent.policy(s, side, legal, None, rng)[0].do)
        played = referee.play(side, waiting.pop(0))
        entries += [Move(entry.side, entry.action) for entry in played]
        if len(played) > 1 or game.to_move(referee.state) != (side,):
            waiting = []
    result = referee.state.result
    assert result is not None
    end = {
        "returns": list(result.returns), "reason": result.reason, "seed": referee.reveal_seed().hex(),
        "fingerprint": fingerprint(referee.state),
    }  # fmt: skip
    seats = dict(zip(game.sides, players, strict=True))
    head = header(
        game, SCENARIO, {}, seats=seats, seed_hash=referee.seed_hash, started="1942-08-20T00:00:00Z"
    )
    return Record(game, head, entries, end)


def main() -> None:
    for reason, players in WANTED.items():
        record = next(one for one in (play(n, players) for n in range(200)) if one.end and one.end["reason"] == reason)
        assert record.verify() == []
        (FOLDER / f"campaign-{reason}.jsonl").write_text(record.to_text(), "utf-8")
        print(f"{reason}: {len(record.entries)} entries")


if __name__ == "__main__":
    main()
