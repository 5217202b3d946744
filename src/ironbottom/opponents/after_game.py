"""After a game: the chance to win after each move, the turning points, and the luck of each side.

The chance is found by playing on, many times, by the scripts: from the truth, and from worlds dealt from what each side
then knew. Luck is the sum, over the chance results that followed a side's moves, of what it gained by them beyond
expectation, in standard deviations. A move is all that a side does until chance or another side comes between.

A long game has more moves than anyone waits for. Its chances are found at equal distances first, then again and again
in the middle between the two that differ most, until nothing worth telling lies between two that have not met.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.entries import Told, joins, whole
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import Event
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Opponent
from ironbottom.kernel.record import Record
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.unwritten import applied, caught_up
from ironbottom.kernel.words import capital, load_words
from ironbottom.opponents.hints import steps
from ironbottom.opponents.player import Question, forced
from ironbottom.opponents.registry import called
from ironbottom.opponents.worlds import Dice, determinize, play_on, searcher_of

AHEAD = 2
"""Turns that are played on before the position is valued."""
WORLDS = 10
"""Play-outs for each chance that is told; more where each is the whole rest of a game, which is won or lost and nothing
between. They meet the same dice after every move, so that by chance alone the chances differ little."""
MORE = 2
POSITIONS = 90
"""Positions of a game that are played out, half of them at equal distances; the others lie where the chance changes."""
TURNING = 5
"""Turning points that are told."""
LIKELY = 6
"""Moves that may have turned the game, and for each side half as many that may be mistakes: they are played out"""
SURE = 3
"""so many times as often again, for a chance found from few games can change by chance alone."""
TOLD = 6
"""Entries of the log that are told of a move: fights, losses and points before what went without."""
LEAST_TURN = 0.1
"""A change of the chance to win that is worth telling."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance gave a player beyond what was to be expected, in units of the evaluation, and its variance."""

    gain: float = 0.0
    variance: float = 0.0
    events: int = 0

    def __add__(self, other: Luck) -> Luck:
        return Luck(self.gain + other.gain, self.variance + other.variance, self.events + other.events)

    @property
    def z(self) -> float:
        """Standard deviations: honest play stays within 3."""
        return float(self.gain / self.variance**0.5) if self.variance > 0 else 0.0


@dataclass(slots=True)
class Moved:
    """A move with what followed: whose it was, the numbers of its first and its last action, the actions, its
    events with their lines, the positions before and after it; `chosen`: the position in which chance took over, and
    what each side had seen by then."""

    side: int
    first: int
    last: int
    do: list[Action]
    told: list[Told]
    before: Any
    state: Any
    seen: list[list[Event]]
    chosen: tuple[Any, list[list[Event]]]


def story(record: Record[Any], worlds: int = WORLDS, seed: str = "report",
          progress: Callable[[int, int], None] = lambda done, whole: None) -> dict[str, Any]:
    """The report of a game as plain data; `progress` hears how much is done, of how much it may be in all. Raises
    BadInput for a game without a search."""
    game = record.game
    script = searcher_of(game.at(record.scenario))
    if script is None:
        raise BadInput(f"{game.slug} has no search, so there is nothing to report by")
    moved, luck = _moves(game, script, record)
    names = [game.sides[side] for side in next(s for s in game.scenarios if s.id == record.scenario).sides]
    found: dict[int, dict[str, Any]] = {}
    most = min(POSITIONS, len(moved))
    sides = len(names)
    for number in _asked(len(moved), most, found):
        found[number] = _point(game, moved, number)
        _weigh(found[number], names, _chances(game, script, moved[number], sides, worlds, random.Random(seed)))
        found[number]["chosen"] = _chosen(game, script, moved[number], worlds, random.Random(seed))
        progress(len(found), most + 4 * LIKELY * SURE)  # as many as may have to be played out again
    likely = _likely(found, names)
    whole, surely, often = len(found) + len(likely) * SURE, f"{seed} sure", worlds * SURE
    for done, number in enumerate(likely, 1):
        _weigh(found[number], names, _chances(game, script, moved[number], sides, often, random.Random(surely)))
        found[number]["chosen"] = _chosen(game, script, moved[number], often, random.Random(surely))
        found[number]["sure"] = True
        progress(len(found) + done * SURE, whole)
    progress(whole, whole)
    points = [found[number] for number in sorted(found)]
    returns, reason = record.result()
    return {
        "game": game.slug, "title": game.title, "scenario": record.scenario, "seats": record.header["seats"],
        "returns": list(returns), "reason": reason, "worlds": worlds, "of": len(moved),
        "called": {name: game.words.bare(name) for name in names}, "who": _who(record),
        "ending": ending(record, moved[-1].state), "moves": points, "turning": turning(points, names[0]),
        "luck": {
            name: {"z": round(luck[side].z, 2), "gain": round(luck[side].gain, 3), "events": luck[side].events}
            for side, name in enumerate(names)
        },
    }  # fmt: skip


def _who(record: Record[Any]) -> dict[str, str]:
    """Who played each side, in words."""
    words = load_words("ironbottom.opponents")

    def said(kind: str) -> str:
        key, bot, name = kind.partition(":")
        return called(name) if bot else words.say(f"report.{key}") if f"report.{key}" in words else kind

    return {side: said(kind) for side, kind in record.header["seats"].items()}


def ending(record: Record[Any], s: Any) -> str:
    """How the game ended, in the game's own words, or by what was done at the table."""
    game, words = record.game, load_words("ironbottom.opponents")
    if s.result is not None:
        return str(game.picture(game.view(s, OBSERVER), OBSERVER)["ending"]["text"])
    returns, reason = record.result()
    lost = [game.words.bare(side) for side, points in zip(game.sides, returns, strict=False) if points < 0]
    return words.say(f"report.{reason or 'open'}", side=" and ".join(lost))


def _point(game: Game[Any], moved: Sequence[Moved], number: int) -> dict[str, Any]:
    """A move as the report has it, without its chances."""
    move = moved[number]
    return {
        "n": number + 1, "entry": move.first, "last": move.last,
        "by": game.side_name(move.side) if move.side >= 0 else None, "do": [notation(action) for action in move.do],
        "turn": game.turn_label(move.before), "text": _text(game, move), "forced": _forced(game, move),
        "silent": not _entries(move), "sure": False,
    }  # fmt: skip


def _weigh(point: dict[str, Any], names: Sequence[str], chances: tuple[list[float], list[float]]) -> None:
    for key, found in zip(("truth", "known"), chances, strict=True):
        point[key] = dict(zip(names, found, strict=True))


def _likely(found: Mapping[int, Mapping[str, Any]], names: Sequence[str]) -> list[int]:
    """The numbers of moves that seem to have turned the game or to have been mistakes, and of those before them."""
    pairs = [(found[number - 1], found[number]) for number in sorted(found) if number - 1 in found]
    turned = sorted(pairs, key=lambda step: -abs(step[1]["truth"][names[0]] - step[0]["truth"][names[0]]))[:LIKELY]
    likely = [step for step in turned if _change(*step) >= LEAST_TURN]
    for name in names:
        own = sorted((step for step in pairs if step[1]["by"] == name), key=lambda step: -cost(*step))
        likely += [step for step in own[: LIKELY // 2] if cost(*step) >= LEAST_TURN]
    return sorted({point["n"] - 1 for step in likely for point in step})


def cost(before: Mapping[str, Any], after: Mapping[str, Any]) -> float:
    """What a move took of its side's chance by all that it knew; what chance made of it then is not counted."""
    name = after["by"]
    left = after["known"][name] if after["chosen"] is None else after["chosen"]
    return float(before["known"][name] - left)


def _asked(moves: int, most: int, found: Mapping[int, Mapping[str, Any]]) -> Iterator[int]:
    """The numbers of the moves whose chances are to be found, one after the other; `found`: those that have been."""
    step = -(-moves // max(1, most // 2)) if moves > most else 1
    yield from dict.fromkeys((*range(0, moves, step), moves - 1))
    while len(found) < most:
        gaps = [(_change(found[a], found[b]), a, b) for a, b in pairwise(sorted(found)) if b - a > 1]
        if not gaps or max(gaps)[0] < LEAST_TURN:
            return
        _, a, b = max(gaps)
        yield (a + b) // 2


def _change(before: Mapping[str, Any], after: Mapping[str, Any]) -> float:
    """By how much the chance to win differs, from the truth or from what a side knew."""
    kinds = ("truth", "known")
    return float(max(abs(after[kind][name] - before[kind][name]) for kind in kinds for name in after[kind]))


def turning(points: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The moves that changed the chance to win most, the greatest first, of those where that is sure. A forced move
    after which nothing came turned nothing."""
    found = []
    for before, after in pairwise(points):
        change = after["truth"][name] - before["truth"][name]
        sure = before["sure"] and after["sure"] and not (after["forced"] and after["silent"])
        if after["n"] == before["n"] + 1 and sure and abs(change) >= LEAST_TURN:
            found.append({"n": after["n"], "by": after["by"], "turn": after["turn"], "text": after["text"], "for": name,
                          "before": before["truth"][name], "after": after["truth"][name], "change": round(change, 3)})
    return sorted(found, key=lambda one: -abs(one["change"]))[:TURNING]


def _moves(game: Game[Any], script: Opponent[Any], record: Record[Any]) -> tuple[list[Moved], list[Luck]]:
    """The moves of a record, and the luck of each side."""
    s = record.start()
    sides = range(len(game.sides))
    seen: list[list[Event]] = [list(game.news_for(s, side)) for side in sides]
    luck = [Luck() for _ in sides]
    found = [Moved(CHANCE, 0, 0, [], _told(game, s, OBSERVER), s, s, [list(events) for events in seen], (s, []))]
    after_chance = True
    actor = -1
    for number, (side, action) in enumerate(record.moves(), 1):
        if side == CHANCE:
            there = caught_up(game, s, side, action)
            if actor >= 0 and len(outcomes := game.chance(there)) > 1:
                luck[actor] += _luck(game, script, there, outcomes, action, actor)
            after_chance = True
        elif after_chance or side != found[-1].side:
            found.append(Moved(side, number, number, [], [], s, s, [], (s, [])))
            after_chance = False
            actor = side
        s = applied(game, s, side, action)
        for viewer in sides:
            seen[viewer] += game.news_for(s, viewer)
        move = found[-1]
        move.told += _told(game, s, side if side >= 0 else OBSERVER)
        move.last, move.state, move.seen = number, s, [list(events) for events in seen]
        if side != CHANCE:
            move.do.append(action)
            move.chosen = s, move.seen
    return found, luck


def _told(game: Game[Any], s: Any, viewer: int) -> list[Told]:
    """What happened, as who did it saw it: after the end nothing is secret."""
    return [Told(one, line) for one in game.news_for(s, viewer) if (line := game.line(one, viewer)) is not None]


def _text(game: Game[Any], move: Moved) -> str:
    """What a move came to in a few sentences, by the entries of the log: a march is one of them. Of what the log does
    not tell, such as a choice within a fight, what it is called where it is chosen."""
    words, entries = load_words("ironbottom.opponents"), _entries(move)
    if not entries:
        return _ordered(game, move) if move.do else words.say("report.silent")
    first = sorted(range(len(entries)), key=lambda n: not _weighty(entries[n]))[:TOLD]
    viewer = move.side if move.side >= 0 else OBSERVER
    said = Counter((whole(game, entries[n], viewer) or entries[n][0].line["text"]).rstrip(".") for n in sorted(first))
    often = [line if n == 1 else words.say("report.times", text=line, n=n) for line, n in said.items()]
    text = " ".join(line if line.endswith(("!", "?")) else line + "." for line in often)
    more = len(entries) - len(first)
    return f"{text} {words.say('report.more', n=more)}" if more else text


def _ordered(game: Game[Any], move: Moved) -> str:
    """What the actions of a move are called where they are chosen. Of a bare "Ready" nobody knows what it was to."""
    words = load_words("ironbottom.opponents")
    do = steps(_asks(game, move), move.do[:TOLD])
    if not do:
        return words.say("report.silent")
    if len(move.do) == 1:
        return capital(": ".join((*_stage(game, move.before), words.say("report.only", text=do[0]))))
    more = f" {words.say('report.more', n=len(move.do) - len(do))}" if len(do) < len(move.do) else ""
    return f"{'. '.join(do)}.{more}"


def _entries(move: Moved) -> list[list[Told]]:
    """What the log tells of a move, without its headings."""
    entries: list[list[Told]] = []
    for one in move.told:
        if entries and joins(entries[-1], one.line):
            entries[-1].append(one)
        else:
            entries.append([one])
    return [entry for entry in entries if entry[0].line.get("mark") not in ("turn", "phase")]


def _asks(game: Game[Any], move: Moved) -> Question:
    """What was asked before a move."""
    view = game.view(move.before, move.side)
    return Question(game, move.side, view, game.legal(view, move.side), None)


def _forced(game: Game[Any], move: Moved) -> bool:
    """Whether there was nothing else to do."""
    return len(move.do) == 1 and forced(_asks(game, move)) is not None


def _stage(game: Game[Any], state: Any) -> tuple[str, ...]:
    """Where in the sequence of play a position is, if it says so."""
    stages = game.picture(game.view(state, OBSERVER), OBSERVER)["sequence"]
    now = next((one for one in stages if one["state"] == "now"), None)
    return (" · ".join(filter(None, (now.get("group"), now["name"]))),) if now else ()


def _weighty(entry: list[Told]) -> bool:
    """Whether an entry tells of a die, a fight, a loss or points."""
    return any("card" in one.line or "points" in one.line or one.line.get("mark") in ("battle", "loss", "end")
               for one in entry)


def _luck(game: Game[Any], script: Opponent[Any], s: Any, outcomes: Any, fell: Action, side: int) -> Luck:
    total = sum(weight for _, weight in outcomes)
    worths = [(script.worth(game.apply(s, CHANCE, one), side), weight) for one, weight in outcomes]
    middle = sum(worth * weight for worth, weight in worths) / total
    variance = sum((worth - middle) ** 2 * weight for worth, weight in worths) / total
    return Luck(script.worth(game.apply(s, CHANCE, fell), side) - middle, variance, 1)


def _chances(game: Game[Any], script: Opponent[Any], move: Moved, sides: int, worlds: int,
             rng: random.Random) -> tuple[list[float], list[float]]:
    """The chances of the sides to win after a move: from the truth, and each from worlds dealt from what it knew."""
    if not game.to_move(move.state):
        won = [1.0 if points > 0 else 0.0 for points in game.returns(move.state)[:sides]]
        return won, won
    seeds, ended = [rng.getrandbits(32) for _ in range(worlds * MORE)], dict[int, Any]()
    truth = _ends(game, script, (move.state, move.seen), None, range(sides), seeds, ended)
    known = [_ends(game, script, (move.state, move.seen), side, (side,), seeds, ended)[0] for side in range(sides)]
    return truth, known


def _chosen(game: Game[Any], script: Opponent[Any], move: Moved, worlds: int, rng: random.Random) -> float | None:
    """The chance of the side whose move it was, by what it knew, before chance made something of it; None where chance
    had no part in it."""
    state, seen = move.chosen
    if move.side < 0 or state is move.state or not game.to_move(state):
        return None
    seeds = [rng.getrandbits(32) for _ in range(worlds * MORE)]
    return _ends(game, script, (state, seen), move.side, (move.side,), seeds, {})[0]


def _ends(game: Game[Any], script: Opponent[Any], at: tuple[Any, list[list[Event]]], knowing: int | None,
          seen_by: Sequence[int], seeds: Sequence[int], ended: dict[int, Any]) -> list[float]:
    """How games end, on the average of many, that go on from a position, or from worlds dealt from what a side knows
    of it; `ended`: those of the position itself, by their seeds, which who knows all has as well."""
    state, seen = at
    known = [game.recall(state, one, events) for one, events in enumerate(seen)]
    until = None if script.to_the_end(state) else script.phase(state) + AHEAD
    if until is not None:
        seeds = seeds[: len(seeds) // MORE]
    totals = [0.0] * len(seen_by)
    for seed in seeds:
        world = state
        if knowing is not None:
            asked = Question(game, knowing, game.view(state, knowing), (), known[knowing])
            world = determinize(game, script, asked, random.Random(f"{seed} world"))
        end = ended.get(seed) if world == state else None
        if end is None:
            end = play_on(game, script, world, (), known, Dice(random.Random(seed)), random.Random(seed), until)
        if knowing is None:
            ended[seed] = end
        totals = [total + script.evaluate(end, side) for total, side in zip(totals, seen_by, strict=True)]
    return [round(total / len(seeds), 3) for total in totals]
