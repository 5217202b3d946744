"""What an example tells in sentences: the answers to a case's questions, what is tried and refused, and what came of
what was done.

A game's catalogue has a sentence for each question of its cases, `asked.VERB`, and for each act whose own words lean on
its being legal, `tried.VERB`, or with so many words after it `tried.VERB.2`. The words after the verb are `{a}`, `{b}`
…, all of them `{all}`, those from the fourth on `{way}`; an answer is `{is}` (a number also `{n}`), its parts `{x}`,
`{y}` …. Before `asked.VERB` come those of the answer, with the last word or the count of words, and of the first word:
`asked.zone.yes`, `asked.unit.capital.no`, `asked.revealed.3.yes`, `asked.value.air`. Where there are such,
`asked.VERB.else` is for all others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.kernel.action import Action
from ironbottom.kernel.examples import Act
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.words import Words, capital
from ironbottom.table.log import TRUTH, told

MOST = 8
"""Of the lines that tell what came of an act the last so many."""
NUMBER = re.compile(r"=?[1-9]\d{0,2}")
"""What is a number in a question; a hex has four figures."""


def answered(words: Words, what: str, found: Any) -> str | None:
    """The answer to a question as a sentence; None where the game has no words for it."""
    verb, *parts = what.split()
    short, first, last = _short(found), "".join(parts[:1]), "".join(parts[-1:])
    kinds = (f".{last}.{short}", f".{len(parts)}.{short}", f".{short}", f".{first}", ".else", "")
    key = next((f"asked.{verb}{one}" for one in kinds if f"asked.{verb}{one}" in words), None)
    if key is None:
        return None
    named = [_said(words, one) for one in parts]
    args = _named(words, parts) | {"is": _said(words, found), "all": named, "way": ", ".join(map(str, named[3:]))}
    if isinstance(found, int | float) and not isinstance(found, bool):
        args["n"] = found
    pieces = re.split(r" = |[ /:]", found) if isinstance(found, str) else found
    if isinstance(pieces, (list, tuple)):
        args |= {letter: _said(words, one) for letter, one in zip("xyzvw", pieces, strict=False)}
    return capital(words.say(key, **args))


def tried(words: Words, action: Action) -> str | None:
    """What an act that is not legal would do; None where the game has no words for it."""
    kinds = (f"tried.{action[0]}.{len(action) - 1}", f"tried.{action[0]}")
    key = next((one for one in kinds if one in words), None)
    return capital(words.say(key, **_named(words, action[1:]))) if key else None


def came(game: Game[Any], acts: Sequence[Act]) -> list[str]:
    """What came of these acts where something fell, was drawn, lost or scored, each line with the dice that made it."""
    found: list[str] = []
    for act in acts:
        state = game.apply(act.before, act.side, act.action)
        news = [*state.news]
        for fell in act.fell:
            state = game.apply(state, CHANCE, fell)
            news += state.news
        lines = [one.line for one in told(game, news, TRUTH)]
        found += [_with_dice(line) for line in lines if _matters(line)]
    return list(dict.fromkeys(found))[-MOST:]


def _matters(line: Mapping[str, Any]) -> bool:
    return line.get("mark") in ("battle", "loss", "end") or bool(
        line.keys() & {"card", "points", "losses", "dice", "drawn"}
    )


def _with_dice(line: Mapping[str, Any]) -> str:
    text = str(line["text"]).rstrip(".")
    values = [str(die["value"]) for die in line.get("dice", ())]
    if all(re.search(rf"\b{value}\b", text) for value in values):
        return f"{text}."
    return f"{text} ({'die' if len(values) == 1 else 'dice'}: {', '.join(values)})."


def _named(words: Words, parts: Sequence[Any]) -> dict[str, Any]:
    numbers = [int(one.lstrip("=")) if isinstance(one, str) and NUMBER.fullmatch(one) else one for one in parts]
    return dict(zip("abcde", (_said(words, one) for one in numbers), strict=False))


def _short(found: Any) -> str:
    if isinstance(found, bool):
        return "yes" if found else "no"
    return str(found) if found or found == 0 else "none"


def _said(words: Words, found: Any) -> Any:
    """An answer, or a part of one, by its name."""
    if isinstance(found, int | float):
        return found
    if isinstance(found, Mapping):
        return [f"{_said(words, key)} ({_said(words, one)})" for key, one in found.items()]
    if isinstance(found, (list, tuple)):
        ways = all(isinstance(part, (list, tuple)) for part in found)
        return [" – ".join(str(_said(words, one)) for one in part) if ways else _said(words, part) for part in found]
    return words.name(found).replace("_", " ")
