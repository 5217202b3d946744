"""`ironbottom rules --examples`: how each statement of the rules is shown, and how many are."""

from __future__ import annotations

import argparse
import json
from collections import Counter


def tell_examples(given: argparse.Namespace) -> int:
    """Print for one game or all the share of statements with an example that plays to its end; 1 below 100 %."""
    from ironbottom import games
    from ironbottom.kernel.examples import share, shown_by

    rows: list[dict[str, object]] = []
    all_held = True
    for slug in [given.game] if given.game else games.slugs():
        game = games.load(slug)
        found, lacking = share(game)
        all_held &= not lacking and bool(found)
        kinds = Counter(found.values())
        count = len(game.statements)
        percent = 100.0 * len(found) / count if count else 0.0
        cases = shown_by(game)
        rows.append({
            "game": slug, "share": round(percent, 2), "statements": count, "lacking": lacking, "kinds": dict(kinds),
            "rules": [{"id": key, "case": cases[key], "kind": kind} for key, kind in found.items()],
        })  # fmt: skip
        if not given.json:
            told = ", ".join(f"{kinds[kind]} {kind}" for kind in ("plays", "forbids", "describes"))
            print(f"{slug}: {len(found)} of {count} statements have an example: {percent:.1f} % ({told})")
            for key in lacking:
                print(f"  {key}: no case shows it")
    if given.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    return 0 if all_held else 1
