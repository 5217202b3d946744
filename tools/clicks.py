"""Counts the clicks of a turn: each game's script plays a turn from five stored positions at a table, both sides as
people, and every click that the page would need for it is counted, by the page's own rules (`web/js/choosing.js`,
`clicking.js`, `party.js`, `panel.js`, `bins.js`).

    python tools/clicks.py                     all games
    python tools/clicks.py first-blood         one of them
    python tools/clicks.py first-blood --each  every act with its clicks, to see where they go
    python tools/clicks.py solomons --asked    without the orders that leave steps to the staff
    python tools/clicks.py --proposals         as who takes what the page proposes (attacks, landings, loading) as it is

A way of several steps that the page offers at once is one click; a choice in a menu is one more; what ends something is
confirmed by one more, unless its button says so; an amount other than the one that stands there is one more. What the
table does by itself costs nothing. "One answer": clicks where nothing else could have been answered, so that only a
secret, or the wish to look, can be the reason to ask. "Dragged": the same with a piece drawn to its place in one go,
where a click took it and the next one put it down.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ironbottom.games import load
from ironbottom.kernel.action import Action, notation, offered, parse
from ironbottom.kernel.options import choose
from ironbottom.kernel.record import header, read_record
from ironbottom.kernel.referee import follow
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.view import Choice, MacroLook
from ironbottom.table.message import standing
from ironbottom.table.seats import Seat, Terms
from ironbottom.table.table import Table

RECORDS = Path(__file__).parent.parent / "tests" / "records"
MOST_ACTS = 3000
START = 1_600_000_000.0
PUT_DOWN = "drop"
"""What actions call it that a piece in hand is put down."""


@dataclass(frozen=True)
class Stored:
    """What is counted of a game: the records and turns that begin there, options other than the records' own, and a
    stroke that is taken wherever it is offered, which does the whole of what the script would do. `against`: as against
    a computer, where the table carries on. `staff`: the steps that are left to the staff by standing orders.
    `proposals`: how the labels begin of what the page proposes whole and a person mostly takes so."""

    turns: tuple[tuple[str, int], ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    stroke: str = ""
    against: bool = False
    staff: tuple[str, ...] = ()
    proposals: tuple[str, ...] = ()


GAMES: dict[str, Stored] = {
    "archies-war": Stored((("two-player-held", 2), ("two-player-held", 4), ("two-player-henderson_field", 2),
                           ("two-player-bombardment", 3), ("solitaire-won", 2))),
    "axis-allies": Stored((("campaign-axis_points", 1), ("campaign-axis_points", 2), ("campaign-axis_points", 3),
                           ("campaign-allies_points", 2), ("campaign-allies_points", 3)),
                          {"nothing_to_decide": "swift"},
                          proposals=("Fight ", "All at land units", "All artillery fires", "Put everything",
                                     "Land all aircraft", "Done, and load all ships", "Load all ships", "Repair all")),
    "first-blood": Stored((("campaign-airfield", 3), ("campaign-cleared", 2), ("campaign-cleared", 6),
                           ("campaign-survivors", 5), ("campaign-survivors", 10)),
                          proposals=("Propose attacks", "Land everything", "The proposed line")),
    "henderson-field": Stored((("campaign-field", 2), ("campaign-field", 4), ("campaign-automatic", 2),
                               ("campaign-automatic", 3), ("campaign-automatic-japanese", 3))),
    "solomons": Stored((("campaign-american", 2), ("campaign-draw", 2), ("campaign-draw", 4),
                        ("campaign-marginal", 3), ("campaign-substantive", 4)),
                       stroke="Leave it to the staff", against=True,
                       staff=("Training", "Unloading", "Orders", "Division", "ShipAttack")),
}  # fmt: skip


class Done(NamedTuple):
    """What one go of the hand comes to: its clicks, what is sent, and how many of the wanted actions that does; whether
    it takes a piece up, puts it down on a place, or both."""

    clicks: int
    sent: list[str]
    wanted: int
    takes: bool = False
    puts: bool = False


class Hand:
    """Who sits before the page: what he has picked up in it, and who goes with it."""

    def __init__(self) -> None:
        self.selected = ""
        self.gone: tuple[Any, ...] = ()
        """With which verb and from where the last piece was taken, and what was done with it; others that stand there
        may follow."""
        self.followers = 0

    def does(self, message: dict[str, Any], wanted: Sequence[str]) -> Done:
        """As many of these actions as the page offers in one go, and what they cost."""
        page = Page(message, self.selected)
        found, piece, n = self.act(page, wanted)
        if found and found == self.gone:  # a click with Ctrl; of all that stand there, two clicks on one of them
            self.followers += 1
            self.selected = ""
            return Done(2 - self.followers if page.last(piece) else 1, list(wanted[:n]), n)
        if found:
            self.gone, self.followers = found, 0
        ways = [(n, -page.macro(one), one) for one in message["macros"] if (n := same(one, wanted))]
        if ways:
            n, cost, one = max(ways, key=lambda way: way[:2])
            takes = one.get("piece") in page.pieces and one["piece"] != self.selected
            self.selected = ""
            return Done(-cost, one["do"], n, takes, bool(one.get("space")))
        choice, cost = page.choice(wanted[0])
        held, takes = self.selected, choice.get("piece") in page.pieces and not choice.get("aside")
        stays = message["prompt"].get("stays") and choice.get("piece") in page.pieces
        self.selected = choice["piece"] if stays else ""
        puts = bool(choice.get("space")) and choice["do"] not in page.fields
        return Done(cost, list(wanted[:1]), 1, takes and held != choice["piece"], puts)

    def act(self, page: Page, wanted: Sequence[str]) -> tuple[tuple[Any, ...], str, int]:
        """What begins here: who is taken from where, and what he does until the next one is; nothing where nobody is.
        The piece, and how many of the actions that is."""
        skipped = 1 if len(wanted) > 1 and page.choice(wanted[0])[0].get("retract") else 0
        verb, _, rest = wanted[skipped].partition(" ")
        piece = rest.split(" ")[0]
        if piece not in page.pieces or any("ends" in one and one["do"] in wanted for one in page.message["choices"]):
            return (), "", 0
        tail = list(itertools.takewhile(lambda one: one.split()[0] != verb, wanted[skipped + 1 :]))
        if tail and tail[-1] == PUT_DOWN:
            tail.pop()
        goal = rest[len(piece) :]
        if not goal and not tail:
            return ("", verb, page.places[piece]), piece, skipped + 1
        return (goal, verb, page.places[piece], *tail), piece, skipped + 1 + len(tail)


def same(macro: dict[str, Any], wanted: Sequence[str]) -> int:
    """How many of the wanted actions a macro does: the same, or another way with the same verb to the same place."""
    made = macro["do"]
    if made == list(wanted[: len(made)]):
        return len(made)
    verb = made[0].split()[0]
    way = list(itertools.takewhile(lambda one: one.split()[0] == verb, wanted))
    alike = way and macro.get("space") and all(one.split()[0] == verb for one in made) and way[-1] == made[-1]
    return len(way) if alike else 0


class Page:
    """What may be done by which click, as the page sorts it."""

    def __init__(self, message: dict[str, Any], selected: str) -> None:
        picture = message["picture"]
        self.message, self.selected = message, selected
        self.pieces = {piece["id"]: piece for piece in picture["pieces"]}
        self.places = {name: piece["place"] for name, piece in self.pieces.items()}
        self.fields = {name for sheet in picture["sheets"] for line in sheet["fields"] for name in line["choices"]}
        self.boxes = {actions[0]: item["id"] for sheet in picture["sheets"] for box in sheet.get("bins", ())
                      for item in box["items"] for actions in item["to"].values() if len(actions) == 1}
        self.at_piece, self.at_space, self.aside = Counter[str](), Counter[str](), Counter[str]()
        for one in message["choices"]:
            piece = one.get("piece") if one.get("piece") in self.pieces else None
            if piece and one.get("aside"):
                self.aside[piece] += 1
            elif piece and one.get("space"):
                self.at_space[piece + "/" + one["space"]] += 1
            elif piece:
                self.at_piece[piece] += 1
            elif one.get("space"):
                self.at_space[one["space"]] += 1
        for one in message["macros"]:
            piece, space = one.get("piece") if one.get("piece") in self.pieces else None, one.get("space")
            if piece and space:
                self.at_space[piece + "/" + space] += 1
            elif space and one.get("cost"):
                self.at_space[space] += 1
            elif space or piece:
                self.aside[space or piece or ""] += 1

    def last(self, name: str) -> bool:
        """Whether a piece is the last of its pile that is neither in hand nor gone."""
        mine = self.pieces[name]
        return not any(piece["place"] == mine["place"] and piece["side"] == mine["side"] and not piece.get("picked")
                       for other, piece in self.pieces.items() if other != name)

    def macro(self, one: MacroLook) -> int:
        """The clicks for several actions under one name."""
        piece, space = one.get("piece", ""), one.get("space", "")
        sure = 1 if one.get("ends") and (piece or space) else 0
        if piece in self.pieces and space:
            return sure + (piece != self.selected) + 1 + (self.at_space[piece + "/" + space] > 1)
        if space and one.get("cost"):
            return sure + 1 + (self.at_space[space] > 1)
        if piece in self.pieces and not space:
            alone = not self.at_piece[piece]
            return sure + (1 if alone else 2)
        return sure + (2 if space and ";".join(one["do"]) not in self.fields else 1)

    def choice(self, wanted: str) -> tuple[Choice, int]:
        """The choice with which an action is done, and its clicks."""
        for one in self.message["choices"]:
            if one["do"] == wanted:
                return one, self.single(one)
            stem = one["do"].replace("{n}", "")
            if "amount" in one and wanted.startswith(stem) and wanted[len(stem) :].isdigit():
                return one, self.amount(one, int(wanted[len(stem) :]))
        raise LookupError(f"the page does not offer '{wanted}': {[one['do'] for one in self.message['choices']]}")

    def single(self, one: Choice) -> int:
        """The clicks for a choice without an amount."""
        piece, space = one.get("piece", ""), one.get("space", "")
        if one["do"] in self.boxes:
            return 2
        if one["do"] in self.fields:
            return 1
        sure = 1 if one.get("ends") and (piece in self.pieces or space) else 0
        if piece in self.pieces and one.get("aside"):
            return sure + 2
        if piece in self.pieces and space:
            return sure + (piece != self.selected) + 1 + (self.at_space[piece + "/" + space] > 1)
        if piece in self.pieces:
            return sure + 1 + (self.at_piece[piece] > 1)
        return sure + 1 + (self.at_space[space] > 1 if space else 0)

    def amount(self, one: Choice, n: int) -> int:
        """The clicks for an amount: a stepper of a sheet, the one that stands with its place or button, or a dialog."""
        amount = one["amount"]
        low, high, step = amount["low"], amount["high"], amount["step"]
        if low == high:
            return 1
        if one["do"] in self.fields and "now" in amount:
            return min(2, abs(n - amount["now"]) // step)
        first = amount.get("now", amount.get("start", min(high, max(low, step)) if one["do"] in self.fields else low))
        other = min(1, abs(n - first))
        if one["do"] in self.fields:
            return 1 + other
        return other + (self.single(one) if "start" in amount else 2)


@dataclass
class Count:
    """The clicks of one side in a turn."""

    clicks: int = 0
    dragged: int = 0
    alone: int = 0
    acts: int = 0
    where: Counter[str] = field(default_factory=Counter)


def stored(slug: str, name: str, turn: int, options: Mapping[str, Any]) -> tuple[Any, str, Any]:
    """A game, a scenario, and the first question of a turn of a record."""
    record = read_record((RECORDS / slug / f"{name}.jsonl").read_text("utf-8"), load)
    game, s = record.game, record.start()
    for side, action in record.moves():
        if s.turn == turn and CHANCE not in game.to_move(s):
            scenario = record.header["scenario"]
            chosen = choose(game.options, scenario, {**record.header["options"], **options})
            return game, scenario, s.replace(setting=game.setting(scenario, chosen), news=())
        s = follow(game, s, side, action)
    raise LookupError(f"{name} has no turn {turn}")


def play(slug: str, name: str, turn: int, ordered: bool = True, proposed: bool = False) -> dict[str, Count]:
    """A turn of the script against itself, each side's clicks counted; `ordered`: with the orders to the staff;
    `proposed`: what the page proposes whole is taken so."""
    options, stroke = GAMES[slug].options, GAMES[slug].stroke
    game, scenario, s = stored(slug, name, turn, options)
    script = game.at(scenario).opponent
    sides = next(one for one in game.scenarios if one.id == scenario).sides
    seats = [Seat(side, name=f"player {side}", player=f"player {side}") for side in sides]
    head = header(game, scenario, options, seats={}, seed_hash="", started="1942-08-20T00:00:00Z")
    table: Table[Any] = Table(game, head, seats, Terms(), bytes(32), start=s)
    for side in sides if GAMES[slug].against else ():
        table.carry_on(side)
        for step in GAMES[slug].staff if ordered else ():
            table.order(side, step, "staff")
    hands, lifted = {side: Hand() for side in sides}, dict.fromkeys(sides, False)
    counted = {side: Count() for side in sides}
    rng = random.Random(3)
    for _ in range(MOST_ACTS):
        if table.over or table.state.turn != turn:
            return {game.side_name(side): count for side, count in counted.items()}
        if (own := table.ordered()) is not None:
            table.do(own[0], list(own[1]), START)
            continue
        side = table.waiting()[0]
        todo = planned(table, script, side, rng)
        while todo and not table.over and side in table.waiting():
            message = standing(table, side)
            if not offered(game.legal(table.view(side), side), todo[0]):
                break
            whole = [one for one in message["macros"] if (stroke and one["label"] == stroke) or
                     (proposed and one["label"].startswith(GAMES[slug].proposals or ("?",)))]
            cost = Page(message, "").macro(whole[0]) if whole else 0
            done = Done(cost, whole[0]["do"], len(todo)) if whole else hands[side].does(
                message, [notation(action) for action in todo])
            step = type(table.tip(side).stack[-1]).__name__
            count = counted[side]
            count.clicks += done.clicks
            count.dragged += done.clicks - (done.puts and (done.takes or lifted[side]))
            lifted[side] = done.takes and not done.puts
            count.acts += done.wanted
            answers = [one for one in message["choices"] if not one.get("retract")]
            if len(answers) == 1 and not answers[0].get("amount") and not message["macros"]:
                count.alone += done.clicks
            count.where[f"{step} {todo[0][0]}"] += done.clicks
            table.do(side, [parse(one) for one in done.sent], START)
            del todo[: done.wanted]
            if (table.ordered() or (side,))[0] != side:
                break
    raise RuntimeError(f"{slug}: {name} has no end of turn {turn}")


def planned(table: Table[Any], script: Any, side: int, rng: random.Random) -> list[Action]:
    """What the script does until something ends, or somebody else is asked."""
    game, state, memory = table.game, table.tip(side), table.memory(side)
    found: list[Action] = []
    while side in game.waited_for(state) and len(found) < MOST_ACTS:
        view = game.view(state, side)
        for action in script.policy(view, side, game.legal(view, side), memory, rng)[0].do:
            view = game.view(state, side)
            if not offered(game.legal(view, side), action):
                break
            found.append(action)
            if game.why_final(view, side, action) or state.stack[-1].sealed:
                return found
            state = game.apply(state, side, action)
            if side not in game.waited_for(state):
                return found
    return found


def main(slugs: Sequence[str], each: bool, ordered: bool, proposed: bool) -> None:
    """Print the table."""
    print(f"{'game':16} {'position':36} {'side':9} {'clicks':>7} {'dragged':>8} {'one answer':>11} {'acts':>6}")
    for slug in slugs or GAMES:
        for name, turn in GAMES[slug].turns:
            for side, count in play(slug, name, turn, ordered, proposed).items():
                where = f"{name}, turn {turn}"
                numbers = f"{count.clicks:7} {count.dragged:8} {count.alone:11} {count.acts:6}"
                print(f"{slug:16} {where:36} {side:9} {numbers}")
                if each:
                    for what, n in count.where.most_common():
                        print(f"{'':16} {what:36} {n}")


if __name__ == "__main__":
    asked = sys.argv[1:]
    main([name for name in asked if not name.startswith("--")], "--each" in asked, "--asked" not in asked,
         "--proposals" in asked)
