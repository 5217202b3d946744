"""How even a game is, and in which order its players stand: the measured part of `docs/balance.md`.

    python -m ironbottom.lab.balance archies-war -n 300 --jobs 2 --into docs/balance.md

Without `--into` the tables are printed. With it they replace what stands between the two marks of their game and
scenario in that file, and nothing else: what people wrote around them stays.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from ironbottom import games
from ironbottom.kernel.errors import BadInput
from ironbottom.lab.command import WELL, Parser, answered, at_least
from ironbottom.lab.farm import Farm, farm_of, farm_options
from ironbottom.lab.simulate import contest, run
from ironbottom.lab.statistics import wilson
from ironbottom.opponents.registry import PLAYERS, SEARCHING

QUICK = tuple(name for name in PLAYERS if name not in SEARCHING)
"""The players that need no budget; what the others can do is measured with `simulate` at budgets that are told."""

MARKS = "<!-- measured: {} -->", "<!-- end of measured -->"
"""Around what the tool writes."""


def parts(slugs: Sequence[str], pairs: int, seed: str, farm: Farm) -> dict[str, str]:
    """The tables on these games, as Markdown, by the name of game and scenario."""
    found: dict[str, str] = {}
    for game, scenario in _measured(slugs):
        lines = [f"{2 * pairs} games a row, seed `{seed}`.\n"]
        lines += _balance(game, scenario, pairs, seed, farm)
        lines += _order(game, scenario, pairs, seed, farm)
        found[f"{game.slug} {scenario.id}"] = "\n".join(lines).strip()
    return found


def _measured(slugs: Sequence[str]) -> list[tuple[Any, Any]]:
    """The games with each of their scenarios for two. Raises BadInput."""
    return [
        (game, scenario) for game in map(games.load, slugs) for scenario in game.scenarios
        if len(scenario.sides) == 2 and not scenario.of
    ]  # fmt: skip


def put(text: str, found: dict[str, str]) -> str:
    """The text with those parts between their marks. Raises BadInput where a part has no marks."""
    for name, part in found.items():
        first, last = MARKS[0].format(name), MARKS[1]
        before, mark, rest = text.partition(first)
        _, end, after = rest.partition(last)
        if not mark or not end:
            raise BadInput(f"the report has no place for '{name}': it stands between '{first}' and '{last}'")
        text = f"{before}{first}\n\n{part}\n\n{last}{after}"
    return text


def place_for(report: Path | None, names: Iterable[str]) -> None:
    """Complain before long work of a report that cannot take what will be measured. Raises BadInput and OSError."""
    if report is not None:
        with report.open("r+", encoding="utf-8") as file:
            put(file.read(), dict.fromkeys(names, ""))


def _balance(game: Any, scenario: Any, pairs: int, seed: str, farm: Farm) -> list[str]:
    first = game.sides[scenario.sides[0]]
    rows = ["#### A player against itself\n", f"| player | won by the {first} side | 95 % | ended by | fingerprint |",
            "|---|---|---|---|---|"]
    for name in QUICK:
        data = run(contest(game, [name], pairs, seed, scenario=scenario.id), farm=farm).to_json()
        low, high = wilson(data["wins"][first], data["games"])
        ends = ", ".join(f"{reason} {count}" for reason, count in data["reasons"].items())
        share = f"{100 * data['wins'][first] / data['games']:.1f} % | {100 * low:.1f} to {100 * high:.1f}"
        rows.append(f"| {name} | {share} | {ends} | `{data['fingerprint'][:12]}` |")
    return [*rows, ""]


def _order(game: Any, scenario: Any, pairs: int, seed: str, farm: Farm) -> list[str]:
    sides = [game.sides[side] for side in scenario.sides]
    rows = [
        "#### Players against each other\n",
        f"| players | score of the first | 95 % | as {sides[0]} | as {sides[1]} | luck | CPU s a game "
        "| illegal, fallbacks |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for better, worse in combinations(QUICK, 2):
        data = run(contest(game, [better, worse], pairs, seed, scenario=scenario.id), farm=farm).to_json()
        low, high = data["interval"][better]
        parts = " | ".join(f"{100 * data['by_side'][better][side]['score']:.1f} %" for side in sides)
        luck = ", ".join(f"{row['z']:+.1f}" for row in data["luck"].values())
        score = f"{100 * data['score'][better]:.1f} % | {100 * low:.1f} to {100 * high:.1f}"
        rows.append(
            f"| {better} v {worse} | {score} | {parts} | {luck} | "
            f"{data['cpu_s'] / data['games']:.3f} | {data['illegal']}, {data['fallbacks']} |"
        )
    return [*rows, ""]


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables, or put them into the report; 2 for what cannot be done."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m ironbottom.lab.balance",
                    description="How even the games are, and in which order the players stand.")
    parser.add_argument("games", nargs="*", default=list(games.READY))
    parser.add_argument("-n", type=int, default=100, help="pairs for each row")
    parser.add_argument("--seed", default="balance")
    farm_options(parser)
    parser.add_argument("--into", type=Path, help="the report whose measured part is to be replaced")
    given = parser.parse_args(argv)
    at_least(1, n=given.n)
    place_for(given.into, [f"{game.slug} {scenario.id}" for game, scenario in _measured(given.games)])
    found = parts(given.games, given.n, given.seed, farm_of(given))
    if given.into is None:
        print("\n\n".join(f"## {name}\n\n{part}" for name, part in found.items()))
    else:
        given.into.write_text(put(given.into.read_text("utf-8"), found), "utf-8")
    return WELL


if __name__ == "__main__":
    sys.exit(main())
