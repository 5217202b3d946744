"""The games of this server, with their owner's corrections, and what can be said of them once and for all."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ironbottom import games, opponents
from ironbottom.kernel.aid import aid
from ironbottom.kernel.data import load_data, read_toml
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.examples import cases_of, kind, shown_by
from ironbottom.kernel.game import Game, Maker
from ironbottom.kernel.lessons import Lesson
from ironbottom.kernel.schema import schema_of
from ironbottom.kernel.statements import citing
from ironbottom.kernel.words import Words
from ironbottom.server.codec import encode
from ironbottom.server.errors import NotFound

MOST_DRAWN = 200
"""Drawings that are held in memory."""


class Asset:
    """A file that the page may keep: its bytes, and a name for this version of it."""

    def __init__(self, data: bytes, kind: str) -> None:
        self.data = data
        self.kind = kind
        self.tag = hashlib.sha256(data).hexdigest()[:20]

    @cached_property
    def packed(self) -> bytes | None:
        """The same packed; None where that saves nothing."""
        packed = gzip.compress(self.data, 6, mtime=0) if len(self.data) > 1000 else self.data
        return packed if len(packed) < len(self.data) * 0.9 else None


class Catalogue:
    """All games. `extra`: more of them, for the tests."""

    def __init__(self, folder: Path, extra: Mapping[str, Maker] | None = None) -> None:
        self.folder = folder
        self.extra = dict(extra or {})
        self._overlays: dict[str, dict[str, Any] | None] = {}
        self._assets: dict[tuple[str, str, str, str], Asset] = {}
        self._places: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._aids: dict[tuple[str, str], bytes] = {}
        self._names: dict[str, dict[str, Any]] = {}

    def slugs(self) -> list[str]:
        """The games that can be played."""
        return [*games.slugs(), *self.extra]

    def overlay(self, slug: str) -> dict[str, Any] | None:
        """The owner's corrections to a game. Raises BadInput where they are broken."""
        if slug not in self._overlays:
            path = self.folder / "overlays" / f"{slug}.toml"
            self._overlays[slug] = read_toml(path) if slug in self.slugs() and path.is_file() else None
        return self._overlays[slug]

    def load(self, slug: str, overlay: Mapping[str, Any] | None = None) -> Game[Any]:
        """The game with these corrections. Raises BadInput."""
        return self.extra[slug](overlay) if slug in self.extra else games.load(slug, overlay)

    def game(self, slug: str) -> Game[Any]:
        """The game as it is played here. Raises NotFound."""
        if slug not in self.slugs():
            raise NotFound("there is no such game")
        return self.load(slug, self.overlay(slug))

    def fit(self, slug: str) -> None:
        """Raise BadInput where the owner's corrections are none that a new game may begin with. Stored games and
        records go on with those that they began with (`load`)."""
        if slug not in self.extra and (overlay := self.overlay(slug)):
            load_data(self.game(slug).package, overlay, strict=True)

    def bots(self, slug: str) -> list[dict[str, Any]]:
        """The computer players of a game."""
        if slug in self.extra:
            return [{"id": "random", "name": "Random", "text": "Plays anything legal", "first": True,
                     "styles": []}]
        return opponents.catalogue(games.load(slug))

    def bot(self, slug: str, key: str) -> dict[str, Any] | None:
        """A computer player of a game by its id, in a style or in its own."""
        return next((one for bot in self.bots(slug) for one in (bot, *bot["styles"]) if one["id"] == key), None)

    def names(self, slug: str) -> dict[str, Any] | None:
        """The title and the side ids of a game, whether its corrections can be read or not; None where the game is not
        here."""
        if slug not in self.slugs():
            return None
        if slug not in self._names:
            try:
                game = self.game(slug)
                self._names[slug] = {"title": game.title, "sides": game.sides}
            except (BadInput, NotFound):
                return {"title": slug, "sides": tuple(str(n) for n in range(8))}
        return self._names[slug]

    def listed(self) -> list[dict[str, Any]]:
        """What the home page shows: all games in order, those in preparation without anything to choose."""
        found: list[dict[str, Any]] = []
        empty: dict[str, Any] = {
            "ready": False, "credit": "", "print": None, "workshop": False,
            "scenarios": [], "sides": [], "options": [], "bots": [], "lessons": [],
        }  # fmt: skip
        slugs = self.slugs()
        for slug, title in {**dict(zip(slugs, slugs, strict=True)), **games.TITLES}.items():
            if slug not in slugs:
                found.append({"slug": slug, "title": title, **empty})
                continue
            game = self.game(slug)
            words = game.words
            found.append(
                {
                    "slug": slug,
                    "title": game.title,
                    "ready": True,
                    "credit": game.credit,
                    "print": {"text": game.to_print[0], "url": game.to_print[1]} if all(game.to_print) else None,
                    "workshop": slug not in self.extra and schema_of(game.package) is not None,
                    "scenarios": [
                        {
                            "id": s.id, "name": s.name, "text": s.text, "sides": [game.side_name(n) for n in s.sides],
                            **({"minutes": s.minutes, "rule": s.rule} if s.of else {}),
                            **({"former": True} if s.former else {}),
                        }
                        for s in game.scenarios
                    ],
                    "sides": [{"id": side, "name": seat_name(words, side)} for side in game.sides],
                    "options": [
                        {
                            "id": o.id, "scenarios": list(o.scenarios), "name": o.name, "text": o.text, "rule": o.rule,
                            "default": o.default, "excludes": list(o.excludes), "main": o.main,
                            "choices": [{"value": choice, "text": text} for choice, text in o.choices],
                        }
                        for o in game.options
                        if not o.retired
                    ],
                    "bots": self.bots(slug),
                    "lessons": [
                        {
                            "id": one.id, "scenario": game.scenario(one.scenario).of or one.scenario,
                            "side": game.side_name(one.side), "minutes": one.minutes,
                            "title": words.say(f"lesson.{one.id}.title"), "text": words.say(f"lesson.{one.id}.text"),
                        }
                        for one in self.lessons(slug)
                    ],
                }
            )  # fmt: skip
        return found

    def lessons(self, slug: str) -> tuple[Lesson, ...]:
        """The lessons of a game. They teach it as it is printed, without an owner's corrections. Raises BadInput."""
        return self.load(slug).lessons if slug in self.slugs() else ()

    def rules(self, slug: str) -> list[dict[str, Any]]:
        """The statements of a game's rules, how the example of each shows it, and where in the turn it belongs."""
        game = self.game(slug)
        shown, cases = shown_by(game), cases_of(game)
        return [
            {
                "id": s.id, "chapter": s.chapter, "book": s.book, "cited": s.cited,
                "text": s.text,
                "turn": {"at": s.turn[0], "name": s.turn[1]} if s.turn else None,
                "example": kind(cases[shown[s.id]]) if s.id in shown else None,
            }
            for s in game.statements
        ]  # fmt: skip

    def aid(self, game: Game[Any]) -> bytes:
        """The player's aid of a game with whatever corrections, as it is sent: to make it takes a while, and anybody
        may ask for it."""
        key = (game.slug, game.correction)
        if key not in self._aids:
            _make_room(self._aids)
            self._aids[key] = encode({"title": game.title, "tables": aid(game), "cited": citing(game.statements)})
        return self._aids[key]

    def places(self, game: Game[Any], scenario: str) -> tuple[str, ...]:
        """The ids of the spaces of a board."""
        key = (game.slug, game.correction, scenario)
        if key not in self._places:
            _make_room(self._places)
            self._places[key] = tuple(space["id"] for space in game.board(scenario)["spaces"])
        return self._places[key]

    def asset(self, slug: str, scenario: str, name: str) -> Asset:
        """A drawing or the geometry of a scenario's board, as it is played here. Raises NotFound."""
        return self.drawn(self.game(slug), scenario, name)

    def drawn(self, game: Game[Any], scenario: str, name: str) -> Asset:
        """The same of a game with whatever corrections."""
        key = (game.slug, game.correction, scenario, name)
        if key not in self._assets:
            _make_room(self._assets)
            if scenario not in [known.id for known in game.scenarios]:
                raise NotFound("there is no such scenario")
            if name == "board.json":
                self._assets[key] = Asset(
                    json.dumps(game.board(scenario), separators=(",", ":")).encode(), "application/json"
                )
            elif name in ("chart.chart.svg", "chart.room.svg"):
                drawing = game.chart(scenario, name.split(".")[1])
                self._assets[key] = Asset(drawing.encode(), "image/svg+xml")
            elif name in ("cover.chart", "cover.room"):  # the whole chart, drawn small, costs a page ten times as much
                theme = name.split(".")[1]
                small = game.cover(scenario, theme)
                if small is None:
                    return self.drawn(game, scenario, f"chart.{theme}.svg")
                self._assets[key] = Asset(small, "image/webp")
            elif name == "guide.json":
                self._assets[key] = Asset(
                    json.dumps(game.guide(scenario), separators=(",", ":")).encode(), "application/json"
                )
            elif name == "faces.svg":
                self._assets[key] = Asset(game.faces(scenario).encode(), "image/svg+xml")
            else:
                raise NotFound("there is no such drawing")
        return self._assets[key]


def _make_room(held: dict[Any, Any]) -> None:
    """The oldest goes where there are too many: there is one for each copy of a game that is looked at."""
    if len(held) >= MOST_DRAWN:
        del held[next(iter(held))]


def seat_name(words: Words, side: str) -> str:
    """What a side is called where one chooses a seat: without the article that its name has in sentences."""
    key = f"seat.{side}"
    return words.say(key) if key in words else words.name(side)
