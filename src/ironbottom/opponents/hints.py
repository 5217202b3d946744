"""A hint: what a searching player would do in one's place, what else it considered, and why, in words.

It is made of what the one who asks may know: his view and the events that he has seen. A server asks for it through
the same process in which its computer players think (`runner.think` with `"hint": True`).
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ironbottom.kernel.action import Action, Range, matches, notation
from ironbottom.kernel.entries import Told, joins, whole
from ironbottom.kernel.game import Game
from ironbottom.kernel.message import Act, Considered, Hint
from ironbottom.kernel.opponent import Plan
from ironbottom.kernel.words import load_words
from ironbottom.opponents.player import Question, Seconds, Thought
from ironbottom.opponents.worlds import Dice, determinize, memories, play_on, searcher_of

MOST = 8
"""Plans that a hint tells."""
AHEAD = 2
"""Turns that are played on before a position is valued."""
LEAST_WORLDS, MOST_WORLDS = 6, 60
"""Worlds in which a position is played on to weigh it."""
TAKEN, PUT_DOWN = "take", ("drop", "stop")
"""How a march begins and ends where a piece is moved from hex to hex."""
LEAST_SECONDS = 1.0
"""Of thought for a hint, where there is something to choose."""


def adviser_of(game: Game[Any]) -> str:
    """The player that gives hints in that game."""
    if searcher_of(game) is not None:
        return "adviser"
    return "regular" if game.opponent is not None else "random"


def patient(asked: Question) -> Question:
    """The question with the time that a hint needs: of a turn's seconds a small decision has a small part, in which a
    slow machine tries no plan twice, so that none has a chance to tell."""
    script = searcher_of(asked.game.of(asked.view))
    if script is None or not isinstance(asked.budget, Seconds):
        return asked
    least = LEAST_SECONDS / script.share(asked.view, asked.side)
    return replace(asked, budget=Seconds(max(asked.budget.t, least)))


def told(asked: Question, thought: Thought) -> Hint:
    """A thought as a hint: the plans best first, each once, named apart where they are called alike; the best by its
    number is advised."""
    game, words = asked.game, load_words("ironbottom.opponents")
    script = searcher_of(game.of(asked.view))
    searched = searcher_of(game) is not None
    plans = thought.considered or (Plan("anything", thought.do, 0.0),)
    weighed = thought.weighed if searched else ()
    rows: list[Considered] = []
    for plan, found in itertools.zip_longest(plans, weighed[: len(plans)]):
        do = [notation(action) for action in plan.do]
        if any(row["do"] == do for row in rows):
            continue
        name = named(game, plan.intention, beginning(asked, plan))
        row: Considered = {"plan": name, "do": do, "acts": acts(asked, plan.do), "score": None}
        if found is not None:
            row["score"] = round(found.chance, 3)
            if found.risk < found.hope:
                row["risk"], row["hope"] = round(found.risk, 3), round(found.hope, 3)
            if found.error:
                row["error"] = round(found.error, 3)
        rows.append(row)
    rows.sort(key=lambda row: -1.0 if row["score"] is None else row["score"], reverse=True)
    rows = _apart(rows)[:MOST]
    best, second = rows[0], next((row for row in rows[1:] if row["score"] is not None), None)
    chosen = next((plan for plan in plans if list(map(notation, plan.do)) == best["do"]), None)
    actions = thought.do if chosen is None or len(rows) == 1 else chosen.do
    facts: dict[str, Any] = {"plan": _capital(best["plan"]), "n": len(rows), "other": second["plan"] if second else ""}
    for key, one in (("chance", best), ("second", second)):
        facts[key] = round(100 * one["score"]) if one is not None and one["score"] is not None else ""
    kind = "only" if best["score"] is None else "alone" if second is None else "searched"
    text = words.say(f"hint.{kind}", **facts)
    if "risk" in best:
        text += " " + words.say("hint.between", risk=round(100 * best["risk"]), hope=round(100 * best["hope"]))
    if script is not None and script.unproven and len(rows) > 1:
        text += " " + words.say("hint.unproven")
    return {"do": [notation(action) for action in actions], "text": text, "considered": rows}


def chances(asked: Question, hint: Hint, rng: random.Random) -> dict[str, float] | None:
    """The chance of each side to win: by the best line where the hint has weighed any, so that the two agree, else by
    playing on; None for a game that weighs no position."""
    best = hint["considered"][0]["score"]
    if best is None:
        return weigh(asked, rng)
    others = [side for side in range(len(asked.game.sides)) if side != asked.side]
    shares = {asked.side: best, **{side: round((1 - best) / len(others), 3) for side in others}}
    return {asked.game.side_name(side): shares[side] for side in sorted(shares)}


def weigh(asked: Question, rng: random.Random, seconds: float = 1.5) -> dict[str, float] | None:
    """The chance of each side to win, by the scripts playing on from worlds that fit what is known; None for a game
    that weighs no position."""
    game = asked.game
    script = searcher_of(game.of(asked.view))
    if script is None:
        return None
    until = None if script.to_the_end(asked.view) else script.phase(asked.view) + AHEAD
    end, sides = time.monotonic() + seconds, range(len(game.sides))
    totals, worlds = [0.0 for _ in sides], 0
    while worlds < MOST_WORLDS and (worlds < LEAST_WORLDS or time.monotonic() < end):
        world = determinize(game, script, asked, rng)
        dice = Dice(random.Random(rng.getrandbits(32)))
        last = play_on(game, script, world, (), memories(script, asked), dice, rng, until)
        for side in sides:
            totals[side] += script.evaluate(last, side)
        worlds += 1
    return {game.side_name(side): round(totals[side] / worlds, 3) for side in sides}


def steps(asked: Question, do: Sequence[Action]) -> list[str]:
    """What actions are called, one after the other, until one of them throws dice or shows something."""
    return [label for label, _ in _done(asked, do)]


def acts(asked: Question, do: Sequence[Action]) -> list[Act]:
    """The same as somebody at the board would tell it: a march from its first place to its last, with the taking up
    and the putting down, is one act."""
    found: list[Act] = []
    march: list[Told] = []
    taken = -1
    for action, (label, told) in zip(do, _done(asked, do), strict=False):
        if action[0] == TAKEN:
            taken = len(found)
        way = [one for one in told if "march" in one.line]
        if march and way and joins(march, way[0].line):
            march += way
            found[-1] = {"text": whole(asked.game, march, asked.side).rstrip("."), "n": found[-1]["n"] + 1}
        elif way:
            march = way
            begun = found[taken:] if taken >= 0 else []
            del found[len(found) - len(begun) :]
            found.append({"text": way[0].line["text"].rstrip("."), "n": 1 + sum(act["n"] for act in begun)})
        elif march and action[0] in PUT_DOWN:
            found[-1]["n"] += 1
        else:
            march = []
            found.append({"text": label, "n": 1})
        if told:
            taken = -1
    return found


def first_act(asked: Question, do: Sequence[Action]) -> list[str]:
    """What the first of these acts is called; nothing where nothing is done."""
    end = 1
    if do and do[0][0] == TAKEN:
        end = next((n for n, action in enumerate(do, 1) if action[0] in PUT_DOWN), len(do))
    return [act["text"] for act in acts(asked, do[:end])[:1]]


def _done(asked: Question, do: Sequence[Action]) -> Iterator[tuple[str, list[Told]]]:
    """What actions are called, and what the log tells of each, until one of them throws dice or shows something."""
    game, view, side, words = asked.game, asked.view, asked.side, load_words("ironbottom.opponents")
    for action in do:
        offer = next((one for one in game.legal(view, side) if one == action or matches(one, action)), None)
        if offer is None:
            return
        told: list[Told] = []
        try:
            choice = game.choice(view, side, offer, asked.memory)
            final = game.why_final(view, side, action) is not None
        except (LookupError, ValueError):  # what is called hangs on what is not known
            return
        amount = next((part for part, asks in zip(action, offer, strict=True) if isinstance(asks, Range)), None)
        in_all = "now" in choice.get("amount", {})  # one says how many there are to be, not how many more
        number = words.say("hint.in_all", n=amount) if in_all else str(amount)
        label = choice["label"] if amount is None else f"{choice['label']}: {number}"
        if not final:
            try:
                then = game.apply(view, side, action)
                told = [Told(one, at) for one in game.news_for(then, side) if (at := game.line(one, side)) is not None]
                view = game.view(then, side)
            except (LookupError, ValueError):  # so does what follows
                final = True
        yield label, told
        if final or side not in game.to_move(view):
            return


def _apart(rows: list[Considered]) -> list[Considered]:
    """Plans that are called alike by what sets them apart; those that nothing sets apart once."""
    found: list[Considered] = []
    for row in rows:
        alike = [other for other in rows if other["plan"] == row["plan"]]
        if len(alike) > 1:
            own = next((act["text"] for act in row["acts"] if any(act not in other["acts"] for other in alike)), "")
            row = {**row, "plan": f"{row['plan']} – {own}" if own else row["plan"]}
        if all(other["plan"] != row["plan"] for other in found):
            found.append(row)
    return found


def named(game: Game[Any], intention: str, begins: str = "") -> str:
    """What a plan intends, in the words of the game's own catalogue (`intention.<name>`), or of the players' own. A
    plan that begins so (`beginning`) may have a name of its own there (`intention.<name>.<step>.<verb>`, or for all of
    a step)."""
    bare = intention.rpartition(".")[2]
    own, common = load_words(game.package), load_words("ironbottom.opponents")
    keys = [(own, f"intention.{name}") for name in occasions(bare, begins)]
    for words, key in (*keys, (common, f"intention.{game.slug}.{bare}"), (common, f"intention.{bare}")):
        if key in words:
            return words.say(key)
    return bare.replace("_", " ")


def beginning(asked: Question, plan: Plan) -> str:
    """How a plan begins: the step that asks, and the verb that answers it; or what the game says sets it apart."""
    script = asked.game.of(asked.view).opponent
    if script is not None and (own := script.occasion(asked.view, asked.side, plan)):
        return own
    return f"{asked.view.stack[-1].file_name}.{plan.do[0][0]}" if plan.do and asked.view.stack else ""


def occasions(name: str, begins: str) -> tuple[str, ...]:
    """The keys for a plan, the most particular first."""
    return (f"{name}.{begins}", f"{name}.{begins.partition('.')[0]}", name) if begins else (name,)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
