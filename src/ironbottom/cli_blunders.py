"""The verb `blunders` of the command line: a player tried on a game's book of blunders, and new entries hunted."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.lab.farm import farm_of, farm_options


def blunder_options(parser: argparse.ArgumentParser) -> None:
    """What the verb takes, `--json` apart."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--player", metavar="P",
                        help="as in simulate (default veteran; without a number of steps it has 60 a turn, elite "
                             "300, or what the game's book says)")
    parser.add_argument("--seeds", type=int, metavar="N", help="how many seeds (default 20)")
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="the positions alone that have this in their name or kind")
    parser.add_argument("--confirm", type=int, metavar="N",
                        help="instead: play the wrong answer of each entry and the right one on, N times, to the end")
    parser.add_argument("--hunt", type=int, metavar="N",
                        help="instead: look at N decisions of games of every level for new entries, and print them")
    parser.add_argument("--steps", type=int, metavar="S",
                        help="with --hunt: how long the search looks at each (default 3000, ten times an Elite)")
    parser.add_argument("--seed", metavar="S", help="with --hunt: any word or number (default 1)")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="with --hunt: a ruling")
    parser.add_argument("--copy", metavar="NAME|FILE",
                        help="with --hunt: play with this copy, such as 'Fair set-up', which new tables are proposed")
    farm_options(parser)


def for_one_thing(given: argparse.Namespace) -> None:
    """Raises BadInput for options of which one would be passed over; fills in what is usual."""
    asked = "--hunt" if given.hunt is not None else "--confirm" if given.confirm is not None else "the book"
    takes = {"--hunt": ("steps", "seed", "option", "copy"), "--confirm": ("only",),
             "the book": ("player", "seeds", "only", "json")}  # fmt: skip
    if given.hunt is not None and given.confirm is not None:
        raise BadInput("--hunt and --confirm are two things: give one of them")
    for name in {key: None for keys in takes.values() for key in keys}:
        if name not in takes[asked] and getattr(given, name) not in (None, "", False, []):
            what = " or ".join(key for key in takes if name in takes[key])
            raise BadInput(f"--{name} is for {what}, not for {asked}")
    given.player = given.player or "veteran"
    given.seeds = 20 if given.seeds is None else given.seeds
    given.seed = "1" if given.seed is None else given.seed


def hunt_more(given: argparse.Namespace, progress: Any, options: dict[str, str]) -> None:
    """Hunt for blunders, and print each as an entry for the book. Raises BadInput."""
    from ironbottom import games
    from ironbottom.lab import hunt

    steps = hunt.STEPS if given.steps is None else given.steps
    if not 1 <= given.hunt <= 1_000_000 or not 1 <= steps <= 1_000_000:
        raise BadInput("--hunt and --steps are numbers from 1 to 1000000")
    game, count = games.load(given.game), 0
    with progress:
        for found in hunt.hunt(game, given.hunt, given.seed, options, steps, progress, farm_of(given), given.copy):
            print(f"# {found.line()}" + (": hindsight, no blunder" if found.hindsight else ""), flush=True)
            if not found.hindsight:
                print(found.entry(game, options, given.copy), flush=True)
                count += 1
    print(f"# {count} of {given.hunt} decisions")


def confirm_book(given: argparse.Namespace) -> bool:
    """Say what the wrong answer of each entry loses; whether all lose something. Raises BadInput."""
    from ironbottom import games
    from ironbottom.lab import blunders
    from ironbottom.lab.confirm import confirm

    if not 2 <= given.confirm <= 10_000:
        raise BadInput("--confirm is a number from 2 to 10000")
    game = games.load(given.game)
    holds = True
    for one in confirm(game, _wanted(blunders.read_book(game), given), given.confirm):
        print(one.line(), flush=True)
        holds = holds and one.holds
    return holds


def _wanted(book: tuple[Any, ...], given: argparse.Namespace) -> list[Any]:
    """The entries that `--only` leaves. Raises BadInput where there are none."""
    text = given.only.lower()
    found = [one for one in book if text in f"{one.name} {one.kind}".lower()]
    if not found:
        raise BadInput(f"no position of {given.game} has '{given.only}' in its name or kind")
    return found


def try_book(given: argparse.Namespace, progress: Any, print_json: Callable[[Any], int]) -> bool:
    """Run the book and say how it went; whether the player passes as much of it as is asked. Raises BadInput."""
    from ironbottom import games
    from ironbottom.lab import blunders

    if not 1 <= given.seeds <= 1000:
        raise BadInput("--seeds is a number from 1 to 1000")
    game = games.load(given.game)
    book = _wanted(blunders.read_book(game), given)
    with progress:
        judged = list(blunders.run(game, book, given.player, given.seeds, progress, farm_of(given)))
    if given.json:
        print_json([one.to_json() for one in judged])
    else:
        print(blunders.text(given.player, judged))
    return blunders.enough(given.player, judged)
