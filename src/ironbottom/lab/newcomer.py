"""How far somebody comes who has never seen a wargame: he plays against the Recruit by prompt and coach alone.

    python -m ironbottom.lab.newcomer first-blood -n 100
    python -m ironbottom.lab.newcomer solomons -n 100 --alone      the same without the coach

He is handed the message that his page gets and nothing else: what is asked, what may be done, which button is offered
first. What he does not know he asks the coach (`opponents/advice.py`, the same question that the page puts), and does
what the coach points at, as far as the message offers it at one click or several; a plan goes on as long as its next
action is offered. Where the coach has nothing to say, or is not asked, he presses what is offered first, or anything
that is lit. Games go in turn to both sides.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import offered, parse
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.message import Advised
from ironbottom.kernel.record import header
from ironbottom.lab.command import WELL, Parser, answered, at_least, overlay_of
from ironbottom.lab.farm import farm_of, farm_options
from ironbottom.lab.match import seed_bytes
from ironbottom.lab.statistics import wilson
from ironbottom.opponents.advice import advised
from ironbottom.opponents.hints import adviser_of
from ironbottom.opponents.player import Question, read_budget
from ironbottom.opponents.registry import player
from ironbottom.table.message import standing
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Table

RIVAL = "recruit"
BUDGET = "steps:30"
"""What the coach thinks about a turn: about what 0.3 s bring on a core of its own."""
SCRIPT = "script"
"""The budget of a coach who has no time to search: he says what the script would do."""
MOST_ACTS = 20_000
START = 1_600_000_000.0

Ask = Callable[[], Advised]


class Newcomer:
    """Reads a message and decides what to press. `asks`: whether he asks the coach."""

    def __init__(self, rng: random.Random, asks: bool = True) -> None:
        self.rng = rng
        self.asks = asks
        self.plan: list[str] = []
        """What the coach said and what is still to be done of it."""
        self.asked = self.pointed = self.guessed = 0
        """How often the coach was asked, how much of what he said the page offered, and how often he was no help."""

    def goes_on(self, offers: Callable[[str], bool]) -> list[str]:
        """The next action of what the coach said, where it is offered still."""
        if not self.plan or not offers(self.plan[0]):
            return []
        return [self.plan.pop(0)]

    def act(self, message: Mapping[str, Any], ask: Ask) -> list[str]:
        """What to press where no plan goes on: the actions of one choice, way or move between boxes."""
        found, self.plan = list[str](), []
        if self.asks:
            self.plan = list(ask()["do"])
            found = pressed(message, self.plan)
            if self.plan:
                self.asked += 1
                self.pointed += bool(found)
        if found:
            self.plan = self.plan[len(found) :]
            return found
        self.guessed += self.asks and bool(self.plan)
        self.plan = []
        return self._anything(message)

    def _anything(self, message: Mapping[str, Any]) -> list[str]:
        """The button that is offered first, or anything that takes nothing back."""
        choices = message["choices"]
        first = [one for one in choices if one.get("main")]
        on = first[:1] if first and self.rng.random() < 0.5 else [one for one in choices if not one.get("retract")]
        choice = self.rng.choice(on or choices)
        amount = choice.get("amount")
        return [choice["do"].replace("{n}", str(amount.get("start", amount["low"]))) if amount else choice["do"]]


def pressed(message: Mapping[str, Any], plan: Sequence[str]) -> list[str]:
    """The longest beginning of a plan that the page offers in one go: a way, a move between boxes, or a choice."""
    if not plan:
        return []
    boxes = [box for sheet in message["picture"]["sheets"] for box in sheet.get("bins", ())]
    ways = [one["do"] for one in message["macros"]]
    ways += [actions for box in boxes for item in box["items"] for actions in item["to"].values()]
    ways += [[plan[0]] for one in message["choices"] if one["do"] == plan[0] or amount_in(one, plan[0]) is not None]
    return max((list(way) for way in ways if list(way) == list(plan[: len(way)])), key=len, default=[])


def amount_in(choice: Mapping[str, Any], action: str) -> int | None:
    """The number with which a choice that asks for one comes to this action; None where it does not."""
    amount, (before, mark, after) = choice.get("amount"), choice["do"].partition("{n}")
    number = action.removeprefix(before).removesuffix(after)
    if not amount or not mark or before + number + after != action or not number.isdigit():
        return None
    return int(number) if amount["low"] <= int(number) <= amount["high"] else None


@dataclass(frozen=True, slots=True)
class Walk:
    """How a newcomer's game went: his points (1, 0.5 or 0), what he did, and how the coach served him."""

    side: str
    points: float
    reason: str
    acts: int
    asked: int
    pointed: int
    guessed: int
    refused: int
    cpu_s: float


def play(
    slug: str, scenario: str, side: int, seed: str, budget: str, asks: bool, overlay: Mapping[str, Any] | None = None
) -> Walk:
    """One game of a newcomer against the Recruit, with an owner's corrections or without. Raises BadInput for one that
    cannot be set up."""
    game, started, searches = games.load(slug, overlay), time.process_time(), budget != SCRIPT
    coach = player(adviser_of(game) if searches else "regular")
    sides = next(one.sides for one in game.scenarios if one.id == scenario)
    seats = [Seat(one, HUMAN, "Newcomer", "newcomer") if one == side else Seat(one, BOT, RIVAL, None, RIVAL)
             for one in sides]  # fmt: skip
    named = {game.side_name(seat.side): seat.kind for seat in seats}
    first = header(game, scenario, {}, seats=named, seed_hash="", started="", overlay=overlay)
    table: Table[Any] = Table(game, first, seats, Terms(hints=True), seed_bytes(seed))
    table.begin(START)
    his, rival = Newcomer(random.Random(f"newcomer {seed}"), asks), player(RIVAL)
    thinking, luck, refused, acts = random.Random(f"coach {seed}"), random.Random(f"bot {seed}"), 0, 0

    def question(of: int, thought: str = "") -> Question:
        view, measure = table.view(of), read_budget(thought) if thought else None
        return Question(game, of, view, game.legal(view, of), table.memory(of), measure)

    def ask() -> Advised:
        asked = question(side, budget if searches else "")
        return advised(asked, coach.choose(asked, thinking))

    def offers(action: str) -> bool:
        """Whether the page offers it: a choice for each legal action stands in the message."""
        return offered(table.legal(side), parse(action))

    while (waiting := table.waiting()) and acts < MOST_ACTS:
        if (ordered := table.ordered()) is not None:
            table.do(ordered[0], list(ordered[1]), START)
        elif side in waiting:
            acts += 1
            try:
                press = his.goes_on(offers) or his.act(standing(table, side), ask)
                table.do(side, [parse(one) for one in press], START)
            except IllegalAction:
                refused, his.plan = refused + 1, []
        else:
            table.do(waiting[0], list(rival.choose(question(waiting[0]), luck).do), START)
    if table.over is None:
        raise RuntimeError(f"{slug}: no end after {acts} acts (seed {seed})")
    own = table.over.returns[side]
    best = max(points for other, points in enumerate(table.over.returns) if other != side)
    return Walk(game.side_name(side), 1.0 if own > best else 0.5 if own == best else 0.0, table.over.reason, acts,
                his.asked, his.pointed, his.guessed, refused, time.process_time() - started)  # fmt: skip


def _one(given: tuple[str, str, int, str, str, bool, Mapping[str, Any] | None]) -> Walk:
    return play(*given)


def rows(walks: Sequence[Walk]) -> list[str]:
    """The figures as rows of a table: all games, then those of each side."""
    found = []
    for side in ("", *dict.fromkeys(walk.side for walk in walks)):
        these = [walk for walk in walks if side in ("", walk.side)]
        points, n = sum(walk.points for walk in these), len(these)
        low, high = wilson(points, n)
        acts, asked = sum(walk.acts for walk in these), sum(walk.asked for walk in these)
        shown = f"{100 * sum(walk.pointed for walk in these) / asked:.1f} %" if asked else "–"
        found.append(
            f"| {side or 'both'} | {n} | {points:g} | {100 * points / n:.0f} % | {100 * low:.0f} to {100 * high:.0f} | "
            f"{acts / n:.0f} | {asked / n:.0f} | {shown} | {sum(walk.refused for walk in these)} | "
            f"{sum(walk.cpu_s for walk in these) / n:.1f} |"
        )
    return found


HEAD = ("| side | games | won | share | 95 % | acts a game | asked a game | of that offered | refused | CPU s |",
        "|---|---|---|---|---|---|---|---|---|---|")  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; 2 for what cannot be done."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m ironbottom.lab.newcomer",
                    description="A newcomer plays the Recruit by prompt and coach alone.")
    parser.add_argument("game")
    parser.add_argument("-n", type=int, default=100, help="games, by turns for each side")
    parser.add_argument("--seed", default="newcomer")
    parser.add_argument("--scenario", default="", help="the first of the game")
    parser.add_argument("--budget", default=BUDGET, help=f"what the coach thinks about a turn, or {SCRIPT} ({BUDGET})")
    parser.add_argument("--copy", metavar="NAME|FILE", help="play with this copy, such as 'Fair set-up'")
    parser.add_argument("--alone", action="store_true", help="without the coach")
    farm_options(parser)
    given = parser.parse_args(argv)
    at_least(1, n=given.n)
    if given.budget != SCRIPT:
        read_budget(given.budget)
    game = games.load(given.game)
    scenario = next((one for one in game.scenarios if given.scenario in ("", one.id) and len(one.sides) > 1), None)
    if scenario is None:
        raise BadInput(f"{given.game} has no scenario '{given.scenario}' for two sides")
    overlay = overlay_of(given.game, given.copy) if given.copy else None
    plays = [(given.game, scenario.id, scenario.sides[n % 2], f"{given.seed} {n // 2}", given.budget, not given.alone,
              overlay) for n in range(given.n)]  # fmt: skip
    walks = list[Walk]()
    for walk in farm_of(given).map(_one, plays):
        walks.append(walk)
        print(walk, flush=True)
    print("\n".join((*HEAD, *rows(walks))))
    return WELL


if __name__ == "__main__":
    sys.exit(main())
