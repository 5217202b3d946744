"""Play the recorded games anew: only by hand, after a change of the rules or the data that is meant.

    python tests/games/solomons/renew_records.py
"""

from __future__ import annotations

from pathlib import Path

from ironbottom.lab.match import Fixture, play_fixture

FOLDER = Path(__file__).parents[2] / "records" / "solomons"
LEVELS = ("american", "draw", "marginal", "substantive", "decisive")


def main() -> None:
    """A game of the script against itself for each level of victory."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    left = set(LEVELS)
    for seed in range(400):
        if not left:
            return
        played = play_fixture(Fixture("solomons", "campaign", (), ("regular", "regular"), f"record {seed}", keep=True))
        if played.reason in left:
            left.remove(played.reason)
            (FOLDER / f"campaign-{played.reason}.jsonl").write_text(played.record, "utf-8")
    raise SystemExit(f"no game ended by {', '.join(sorted(left))}")


if __name__ == "__main__":
    main()
