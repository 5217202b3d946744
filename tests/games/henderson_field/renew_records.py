"""Play the recorded games anew: only by hand, after a change of the rules or the data that is meant.

    python tests/games/henderson_field/renew_records.py [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

from ironbottom.lab.match import Fixture, play_fixture

FOLDER = Path(__file__).parents[2] / "records" / "henderson-field"
AMERICANS, JAPANESE = (1, -1), (-1, 1)
WANTED = {
    "automatic": ("automatic", AMERICANS, ("regular", "regular")),
    "automatic-japanese": ("automatic", JAPANESE, ("regular", "regular")),
    "field": ("field", JAPANESE, ("random", "random")),
}
"""For each record the way to end, who wins, and who plays so that it comes about. That a game goes on for 26 turns, the
Americans hold the field, and nobody has more than sixty points, has not been seen: cases end it by points and level."""


def main(names: list[str]) -> None:
    """A game for each way to end."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or WANTED:
        reason, winner, bots = WANTED[name]
        for seed in range(1000):
            played = play_fixture(Fixture("henderson-field", "campaign", (), bots, f"record {seed}", keep=True))
            if (played.reason, played.returns) == (reason, winner):
                (FOLDER / f"campaign-{name}.jsonl").write_text(played.record, "utf-8")
                print(f"{name}: seed {seed}, {played.decisions} decisions, {len(played.record)} bytes")
                break


if __name__ == "__main__":
    main(sys.argv[1:])
