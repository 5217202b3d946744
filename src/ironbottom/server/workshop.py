"""The workshop: a game's data as the page edits them, how a board looks with corrections, and trying them out.

What is drawn and played here comes from a page, so it is drawn and played in processes of its own, which are bounded in
memory and time. Nothing is stored here: corrections are kept with the copies of their owner.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ironbottom import games
from ironbottom.kernel.data import TAGS, complaints, load_data, readable
from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.kernel.overlay import Entry
from ironbottom.kernel.printed import printed
from ironbottom.kernel.schema import PARTS, SOURCE, Cards, schema_of
from ironbottom.kernel.workshop import described
from ironbottom.lab.match import Fixture, Played, play_fixture
from ironbottom.server.catalogue import Catalogue
from ironbottom.server.errors import NotFound, TooMany
from ironbottom.server.workers import Hire, WorkerError

MOST_FAULTS = 100
MEMORY = 1 << 30
"""Bytes that a process which draws or plays may have."""
DRAWING_SECONDS, GAME_SECONDS = 30.0, 120.0
MOST_GAMES = 100
MOST_TRIALS = 8
"""Trials of all players that may be under way or waiting."""
THEMES = ("chart", "room")
BOTS = ("random", "regular")


# --- what the page begins with ---------------------------------------------------------------------------------------


def begin(catalogue: Catalogue, slug: str) -> dict[str, Any]:
    """The data of a game as it is printed, and what may be in them. Raises NotFound."""
    if slug not in games.slugs():
        raise NotFound("there is no workshop for this game")
    game = games.load(slug)
    schema = schema_of(game.package)
    if schema is None:
        raise NotFound("the data of this game cannot be corrected here: nothing is said of what they may be")
    data, kinds = load_data(game.package), described(schema)
    names = [name for kind in kinds["kinds"] if kind["k"] == "choice" for name in kind["names"]]
    names += schema.cards.effects if schema.cards is not None else ()
    return {
        "game": slug, "title": game.title, "schema": kinds,
        "names": {name: game.words.name(name) for name in names if f"name.{name}" in game.words},
        "additions": schema.additions,
        "data": plain(data),
        "words": [[keys, word] for keys, word in single_sources(data)], "tags": TAGS, "parts": PARTS,
        "scenarios": [{"id": one.id, "name": one.name, "own": one.placed} for one in game.scenarios if not one.former],
        "rules": catalogue.rules(slug), "cards": _cards(schema.cards),
    }  # fmt: skip


def _cards(cards: Cards | None) -> dict[str, Any] | None:
    """The cards whose words an owner may keep with his copy: where they stand in the data, and what they do."""
    return None if cards is None else {"keys": cards.table.split("."), "effects": cards.effects}


def plain(data: Any) -> Any:
    """The data as they go out, without what the kernel knows of them besides."""
    return json.loads(json.dumps(data))


def single_sources(data: Mapping[str, Any], where: tuple[str, ...] = ()) -> Iterator[tuple[list[str], str]]:
    """The data that have another source than their table."""
    if isinstance(data, Entry):
        yield from (([*where, key], word) for key, word in data.by.items())
    for key, item in data.items():
        if isinstance(item, Mapping) and key != SOURCE:
            yield from single_sources(item, (*where, key))


# --- how it looks ----------------------------------------------------------------------------------------------------


def look(question: Mapping[str, Any]) -> dict[str, Any]:
    """What is wrong with corrections, and if nothing is, how board and counters look with them; what the page has
    already (`have`, by digest) is left out. With `whole` the data, of faulty corrections as far as they can be read.
    Runs in a process of its own."""
    slug, overlay, scenario, have = (question[key] for key in ("game", "overlay", "scenario", "have"))
    package = games.load(slug).package
    wrong = [_line(fault) for fault in complaints(package, overlay or {})][:MOST_FAULTS]
    answer: dict[str, Any] = {"faults": wrong, "data": None}
    if wrong and overlay:
        if question["whole"]:
            with contextlib.suppress(BadInput):
                answer["data"] = plain(load_data(package, readable(package, overlay)))
        return answer
    data = load_data(package, overlay)
    if question["whole"]:
        answer["data"] = plain(data)
    printed.cache_clear()  # each stroke of a brush is another game
    try:
        game = games.load(slug, overlay)
        parts = {
            "plan": json.dumps(game.workshop(scenario, data), separators=(",", ":")),
            "chart": game.chart(scenario, question["theme"]),
            "faces": game.faces(scenario),
        }
        game.setup(scenario)
    except IronbottomError as error:
        return {**answer, "faults": [str(error)]}
    for key, text in parts.items():
        tag = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        answer[key] = {"tag": tag} if have.get(key) == tag else {"tag": tag, "text": text}
    return answer


def _line(fault: str) -> str:
    """A fault as the page tells it, which knows that it is of the copy."""
    return fault.removeprefix("overlay, ").removeprefix("overlay: ")


# --- trying it out ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Trial:
    """Games that are played with corrections: `of` in all, those played so far, and what came of them. `way`: how a
    game ended in words, by the reason of its result."""

    game: str
    bot: str
    of: int
    sides: tuple[str, ...]
    way: Callable[[str], str]
    played: list[Played] = field(default_factory=list)
    fault: str = ""
    task: asyncio.Task[None] | None = None

    def told(self) -> dict[str, Any]:
        """How far it is. `refused`: in how many games the rules refused what a computer meant to do."""
        wins = [sum(one.points(side) == 1 for one in self.played) for side in range(len(self.sides))]
        reasons = Counter(self.way(one.reason) for one in self.played)
        return {
            "bot": self.bot, "done": len(self.played), "of": self.of, "fault": self.fault,
            "over": self.task is None or self.task.done(),
            "wins": dict(zip(self.sides, wins, strict=True)),
            "drawn": sum(all(one.points(side) == 0.5 for side in range(len(self.sides))) for one in self.played),
            "reasons": dict(reasons), "refused": sum(sum(one.illegal) > 0 for one in self.played),
            "decisions": round(sum(one.decisions for one in self.played) / max(1, len(self.played))),
        }  # fmt: skip


def ways_of(slug: str) -> Callable[[str], str]:
    """How games of that game end, in words, by the reasons of their results."""
    words = games.load(slug).words
    return lambda reason: words.say(f"ended.{reason}") if f"ended.{reason}" in words else reason.replace("_", " ")


class Workshop:
    """Draws and tries corrections, each in one process for all; every player one thing at a time."""

    def __init__(self, catalogue: Catalogue, hire: Hire) -> None:
        self.catalogue = catalogue
        self._drawing = hire(look, 1, memory=MEMORY)
        self._playing = hire(play_fixture, 1, memory=MEMORY)
        self._looking: set[str] = set()
        self._trials: dict[str, Trial] = {}
        self._begun: dict[str, dict[str, Any]] = {}
        self._printed: dict[tuple[str, str, str], dict[str, Any]] = {}
        """The boards as they are printed, which every visitor sees first."""

    def begin(self, slug: str) -> dict[str, Any]:
        """What the page begins with."""
        if slug not in self._begun:
            self._begun[slug] = begin(self.catalogue, slug)
        return self._begun[slug]

    async def look(
        self, player: str, slug: str, scenario: str, theme: str, overlay: Mapping[str, Any],
        have: Mapping[str, str], whole: bool,
    ) -> dict[str, Any]:
        """How a board looks with corrections; `whole`: and the data with them. Raises BadInput, NotFound, TooMany."""
        self._known(slug, scenario)
        if theme not in THEMES:
            raise BadInput(f"there is no theme '{theme}'; there are {' and '.join(THEMES)}")
        if player in self._looking:
            raise TooMany("your last drawing is not ready yet; wait for it")
        plain = (slug, scenario, theme)
        if not overlay and not have and not whole and plain in self._printed:
            return self._printed[plain]
        question = {"game": slug, "scenario": scenario, "theme": theme, "overlay": overlay or None, "have": have,
                    "whole": whole}  # fmt: skip
        self._looking.add(player)
        try:
            answer: dict[str, Any] = await self._drawing.run(question, DRAWING_SECONDS)
        except (WorkerError, TimeoutError) as error:
            return {"faults": [f"this cannot be drawn: {error or 'it takes too long'}"], "data": None}
        finally:
            self._looking.discard(player)
        if not overlay and not have and not whole:
            self._printed[plain] = answer
        return answer

    async def try_out(
        self, player: str, slug: str, scenario: str, overlay: Mapping[str, Any], bot: str, count: int
    ) -> dict[str, Any]:
        """Begin to play games with corrections, in the background. Raises BadInput, NotFound, TooMany."""
        sides = self._known(slug, scenario)
        if bot not in BOTS:
            raise BadInput(f"games are tried by {' or '.join(BOTS)}, not by '{bot}'")
        if not 1 <= count <= MOST_GAMES:
            raise BadInput(f"from 1 to {MOST_GAMES} games are tried, not {count}")
        await self.stop_trying(player)
        if sum(not trial.told()["over"] for trial in self._trials.values()) >= MOST_TRIALS:
            raise TooMany("many try their copies just now; try again in a minute")
        trial = self._trials[player] = Trial(slug, bot, count, sides, ways_of(slug))
        trial.task = asyncio.create_task(self._play(trial, scenario, overlay))
        return trial.told()

    def tried(self, player: str) -> dict[str, Any]:
        """How far a player's trial is. Raises NotFound where he has none."""
        if player not in self._trials:
            raise NotFound("you try nothing just now")
        return self._trials[player].told()

    async def stop_trying(self, player: str) -> None:
        """End a player's trial, if there is one."""
        trial = self._trials.pop(player, None)
        if trial is not None and trial.task is not None:
            trial.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await trial.task

    def _known(self, slug: str, scenario: str) -> tuple[str, ...]:
        """The sides that play a scenario."""
        if slug not in games.slugs():
            raise NotFound("there is no workshop for this game")
        game = games.load(slug)
        for one in game.scenarios:
            if one.id == scenario:
                return tuple(game.sides[side] for side in one.sides)
        raise NotFound("there is no such scenario")

    async def _play(self, trial: Trial, scenario: str, overlay: Mapping[str, Any]) -> None:
        for number in range(trial.of):
            fixture = Fixture(
                trial.game, scenario, (), (trial.bot,) * len(trial.sides), f"workshop/{number}",
                overlay=overlay or None,
            )  # fmt: skip
            try:
                trial.played.append(await self._playing.run(fixture, GAME_SECONDS))
            except (WorkerError, TimeoutError) as error:
                trial.fault = f"game {number + 1}: {error or 'it takes too long'}"
                return

    def stop(self) -> None:
        """End all that is drawn or played."""
        for trial in self._trials.values():
            if trial.task is not None:
                trial.task.cancel()
        self._drawing.stop()
        self._playing.stop()
