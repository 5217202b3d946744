"""The walks that every game's tests share: random play in which the whole contract of `kernel/game.py` is checked.

    for seed in range(8):
        contract.walk(GAME, "two-player", {}, seed)

Each function raises AssertionError, naming the game's step, where the contract is broken.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from ironbottom.kernel import shapes
from ironbottom.kernel import view as schema
from ironbottom.kernel.action import Action, Range, notation, offered, parse
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.game import Game
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.value import fingerprint

LONGEST = 20_000
"""Decisions and chance results: a game that takes more does not end."""

FORGED_WORDS = ("", "go", "end", "take", "x", "pass", "american", "japanese", "0", "henderson_field", "nowhere", "=1")


def viewers(game: Game[Any]) -> tuple[int, ...]:
    """All who may look on: each side, and an observer."""
    return (*range(len(game.sides)), OBSERVER)


def concrete(action: Action, rng: random.Random) -> Action:
    """An instance of an offered template."""
    return tuple(
        rng.randrange(part.low, part.high + 1, part.step) if isinstance(part, Range) else part for part in action
    )


def forward(game: Game[Any], s: Any, side: int) -> list[Action]:
    """The legal actions that take nothing back."""
    return [action for action in game.legal(s, side) if not game.retracts(s, action)]


def step(game: Game[Any], s: Any, rng: random.Random, retract: float = 0.0) -> tuple[Any, int, Action]:
    """One random decision or chance result on: the next state, who moved, and how."""
    sides = game.to_move(s)
    if sides == (CHANCE,):
        outcomes = game.chance(s)
        action = rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]
        return game.apply(s, CHANCE, action), CHANCE, action
    waiting = game.waited_for(s)
    side = rng.choice([side for side in sides if side in waiting] or list(sides))
    legal = list(game.legal(s, side)) if rng.random() < retract else forward(game, s, side)
    action = concrete(rng.choice(legal), rng)
    return game.apply(s, side, action), side, action


def states(
    game: Game[Any], scenario: str, options: Mapping[str, Any], seed: int, retract: float = 0.0
) -> Iterator[Any]:
    """The states of a random game, the first and the last included."""
    rng = random.Random(seed)
    s = game.setup(scenario, options)
    for _ in range(LONGEST):
        yield s
        if not game.to_move(s):
            return
        s, _, _ = step(game, s, rng, retract)
    raise AssertionError(f"{game.slug}, seed {seed}: no end after {LONGEST} steps")


def play(game: Game[Any], scenario: str, options: Mapping[str, Any], seed: int) -> tuple[Any, int]:
    """The last state of a random game, and its number of decisions and chance results."""
    last, number = None, -1
    for s in states(game, scenario, options, seed):
        last, number = s, number + 1
    return last, number


def walk(game: Game[Any], scenario: str, options: Mapping[str, Any], seed: int, every: int = 7) -> Any:
    """A random game, checked at each state; earlier states stay as they were; now and then the file form too."""
    rng = random.Random(seed + 1)
    kept: list[tuple[Any, str]] = []
    last: Any = None
    for number, s in enumerate(states(game, scenario, options, seed, retract=0.1)):
        check_state(game, s)
        if number % every == 0:
            kept.append((s, fingerprint(s)))
            check_file_form(game, s)
            for side in viewers(game):
                check_file_form(game, game.view(s, side))
        if number % (3 * every) == 0:
            check_every_action(game, s, rng)
        last = s
    for s, before in kept:
        assert fingerprint(s) == before, "an earlier state was changed by later play"
    returns = game.returns(last)
    assert len(returns) == len(game.sides)
    assert last.result is not None
    return last


def check_state(game: Game[Any], s: Any) -> None:
    """Legal actions are there exactly for those who may move, ordered, unique, and not only to take back."""
    game.invariants(s)
    sides = game.to_move(s)
    assert set(game.waited_for(s)) <= set(sides)
    if sides == (CHANCE,):
        outcomes = game.chance(s)
        assert outcomes, "chance without outcomes"
        assert all(weight > 0 for _, weight in outcomes)
        assert len({outcome for outcome, _ in outcomes}) == len(outcomes)
    else:
        assert game.chance(s) == ()
    for side in range(len(game.sides)):
        legal = game.legal(s, side)
        assert bool(legal) == (side in sides), f"{type(s.stack[-1]).__name__ if s.stack else 'over'}: {legal}"
        assert len(set(legal)) == len(legal), "an action is offered twice"
        assert legal == game.legal(s, side), "legal is not a function"
        if legal and side in game.waited_for(s):
            assert forward(game, s, side), f"{type(s.stack[-1]).__name__}: the only way on is back"
        for action in legal:
            plain = concrete(action, random.Random(0))
            assert parse(notation(plain)) == plain
            assert offered(legal, plain)
            assert plain == action or not offered(legal, action), "a template can be played"
            assert isinstance(action[0], str)


def check_every_action(game: Game[Any], s: Any, rng: random.Random) -> None:
    """Each legal action applies, and is not refused."""
    for side in game.to_move(s):
        if side == CHANCE:
            for outcome, _ in game.chance(s):
                game.invariants(game.apply(s, CHANCE, outcome))
            continue
        for template in game.legal(s, side):
            action = concrete(template, rng)
            assert game.why_not(s, side, action) is None
            game.invariants(game.apply(s, side, action))


def check_file_form(game: Game[Any], s: Any) -> None:
    """A state or view survives its file form."""
    assert game.from_file(game.to_file(s), s.setting) == s


def check_knowledge(game: Game[Any], s: Any, rng: random.Random, tries: int = 6) -> None:
    """A view holds what its side may know: the same actions, refusals, macros and odds as in any position that
    looks the same; and every position dealt from it has the same view."""
    for side in viewers(game):
        view = game.view(s, side)
        assert game.view(s, side) == view
        dealt = game.determinize(view, side, rng)
        game.invariants(dealt)
        again = game.view(dealt, side)
        assert again == view, f"view(determinize(view)) differs for {game.side_name(side)}"
        assert game.to_file(again) == game.to_file(view)
        legal = game.legal(s, side)
        assert game.legal(view, side) == legal == game.legal(dealt, side)
        assert game.to_move(view) == game.to_move(s)
        assert game.waited_for(view) == game.waited_for(s)
        assert game.macros(view, side) == game.macros(again, side)
        for action in near_misses(game, s, side, rng, tries):
            refusals = [game.why_not(some, side, action) for some in (s, view, dealt)]
            assert refusals[0] == refusals[1] == refusals[2], f"{notation(action)}: {refusals}"
        for template in legal:
            action = concrete(template, rng)
            assert game.odds(view, side, action) == game.odds(again, side, action)
            assert game.why_final(view, side, action) == game.why_final(again, side, action)
            assert game.default(view, side) == game.default(dealt, side)
        for told in s.news:
            seen = told.seen_by(side)
            assert seen is None or seen.seen_by(side) == seen, f"{told.called()}: projected twice it is another"


@cache
def faces_of(game: Game[Any]) -> frozenset[str]:
    """The faces that there are drawings of, in any scenario."""
    sheets = [game.faces(scenario.id) for scenario in game.scenarios if not scenario.of]
    return frozenset(name for sheet in sheets for name in re.findall(r'<symbol id="face-([^"]+)"', sheet))


def check_looks(game: Game[Any], s: Any) -> None:
    """What the page gets fits the schema, names only pieces and spaces that are there, and lacks no text."""
    scenario_spaces: set[str] | None = None
    for scenario in (one for one in game.scenarios if not one.of):
        spaces = {space["id"] for space in game.board(scenario.id)["spaces"]}
        scenario_spaces = spaces if scenario_spaces is None else scenario_spaces | spaces
    assert scenario_spaces is not None
    drawn = faces_of(game)
    for side in viewers(game):
        view = game.view(s, side)
        picture = game.picture(view, side)
        shapes.check(schema.Picture, picture)
        assert picture["turn"] == game.turn_label(view)
        ids = [piece["id"] for piece in picture["pieces"]]
        assert len(set(ids)) == len(ids), "two pieces have one id"
        known = set(ids)
        for piece in picture["pieces"]:
            assert piece["place"] in scenario_spaces or piece["place"] in known, piece["place"]
            assert piece["face"] in drawn, f"{piece['face']} is not drawn"
        for overlay in picture.get("overlays", ()):
            for shade in overlay["shades"]:
                assert scenario_spaces.issuperset(shade["spaces"]), overlay["id"]
        prompt = game.prompt(view, side)
        shapes.check(schema.Prompt, prompt)
        assert_worded(prompt["text"])
        assert prompt["mine"] == (side in game.to_move(s))
        for template in game.legal(view, side):
            choice = game.choice(view, side, template)
            shapes.check(schema.Choice, choice)
            assert_worded(choice["label"])
            assert parse(choice["do"].replace("{n}", "1"))
            for piece_id in [choice.get("piece"), *choice.get("also", [])]:
                assert piece_id is None or piece_id in known, f"{choice['do']}: no piece {piece_id}"
            assert choice.get("space") is None or choice["space"] in scenario_spaces
            odds = game.odds(view, side, concrete(template, random.Random(0)))
            assert bool(choice.get("odds")) == (odds is not None) or isinstance(template[-1], Range), choice["do"]
            if odds is not None:
                shapes.check(schema.Odds, odds)
                assert abs(sum(result["p"] for result in odds["results"]) - 1) < 1e-6
                alike = [(one["text"], one.get("good"), one.get("came")) for one in odds["results"]]
                assert len(alike) == len(set(alike)), f"{odds['title']}: a result stands twice"
                for text in [odds["title"], *odds["notes"], *(result["text"] for result in odds["results"])]:
                    assert_worded(text)
        for macro in game.macros(view, side):
            look = game.macro_look(view, side, macro)
            shapes.check(schema.MacroLook, look)
            assert_worded(look["label"])
            assert game.why_not(s, side, macro.actions[0]) is None, f"{look['label']} cannot be begun"
        for seen in game.news_for(s, side):
            line = game.line(seen, side)
            if line is not None:
                shapes.check(schema.Line, line)
                assert_worded(line["text"])


def assert_worded(text: str) -> None:
    """The text is a text: not the key of a missing one, and without a field left open."""
    assert text, "an empty text"
    assert "{" not in text, text
    assert " " in text or text[0].isupper() or text[0].isdigit(), f"no text for {text!r}"


def near_misses(game: Game[Any], s: Any, side: int, rng: random.Random, count: int) -> list[Action]:
    """Actions that look like those of this position: other sides', shuffled arguments, cut and lengthened ones."""
    pool: list[Action] = [action for some in range(len(game.sides)) for action in game.legal(s, some)]
    words = [part for action in pool for part in action] + list(FORGED_WORDS[1:-1])
    verbs = sorted({action[0] for action in pool}) or ["end"]
    found: list[Action] = []
    for _ in range(count):
        kind = rng.randrange(5)
        base = rng.choice(pool) if pool else ("end",)
        if kind == 0:
            found.append(tuple(rng.choice(words) for _ in range(rng.randrange(1, 5))))
        elif kind == 1:
            found.append((rng.choice(verbs), *(rng.choice(words) for _ in range(rng.randrange(3)))))
        elif kind == 2:
            found.append(base[: rng.randrange(1, len(base) + 1)])
        elif kind == 3:
            found.append((*base, rng.choice(words)))
        else:
            place = rng.randrange(len(base))
            found.append((*base[:place], rng.choice([rng.choice(words), rng.randrange(-3, 9)]), *base[place + 1 :]))
    return [tuple(1 if isinstance(part, Range) else part for part in action) for action in found]


def check_refusals(game: Game[Any], s: Any, rng: random.Random, count: int) -> int:
    """Forged actions are refused with a rule that is there and in words; the number of those refused."""
    ids = {statement.id for statement in game.statements}
    refused = 0
    referee = Referee(game, s, b"k" * 32)
    for _ in range(count):
        side = rng.randrange(len(game.sides))
        for action in near_misses(game, s, side, rng, 1):
            if not isinstance(action[0], str) or offered(game.legal(s, side), action):
                continue
            refusal = game.why_not(s, side, action)
            assert refusal is not None, f"{action} was let through"
            assert refusal.rule in ids or not game.to_move(s), f"{action}: no statement {refusal.rule!r}"
            assert_worded(game.refusal(refusal))
            try:
                referee.check(side, action)
            except IllegalAction:
                refused += 1
            else:
                raise AssertionError(f"{notation(action)} was let through")
    assert referee.state == s
    return refused


def each(
    game: Game[Any],
    scenario: str,
    seeds: range,
    check: Callable[[Any, random.Random], object],
    share: float,
    choose: Callable[[int], Mapping[str, Any]] = lambda seed: {},
) -> int:
    """Call a check at a share of the states of random games; how many states it saw."""
    seen = 0
    for seed in seeds:
        rng = random.Random(1000 + seed)
        for s in states(game, scenario, choose(seed), seed, retract=0.1):
            if rng.random() < share or not game.to_move(s):
                check(s, rng)
                seen += 1
    return seen


__all__ = [
    "BadInput", "check_every_action", "check_file_form", "check_knowledge", "check_looks", "check_refusals",
    "check_state", "each", "near_misses", "play", "states", "walk",
]  # fmt: skip
