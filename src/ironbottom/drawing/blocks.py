"""Numbered blocks on a map of places that are joined by ways: how a game looks that draws no more than that.

The map is a table, `data/map.toml`; `data/blocks.toml` lists for each side the numbers on its blocks.

    width = 1000
    height = 640
    piece = 62                                                  # how wide a piece is
    land = [0, 130, 480, 150, 1000, 120, 1000, 640, 0, 640]     # outline, x and y by turns; without it all is land
    rivers = [[500, 640, 520, 400, 505, 120]]                   # each from its source to its mouth

    [place.sandbar]
    at = [500, 200]
    links = ["grove", "gun_pits"]
    facts = ["water"]                                           # what the page says of it

    [place.american_camp]                                       # a box beside the map, for the pieces of a side
    rect = [20, 500, 300, 120]
    side = "american"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

from ironbottom.drawing import chart as draw
from ironbottom.drawing.furniture import tray
from ironbottom.drawing.pieces import Face, sprite
from ironbottom.drawing.svg import path, rect_path
from ironbottom.drawing.tokens import THEMES
from ironbottom.kernel.presenter import Presenter
from ironbottom.kernel.printed import Printed
from ironbottom.kernel.step import State
from ironbottom.kernel.view import Board, Link, Picture, Piece, SideLook, Space

S = TypeVar("S", bound=State)

RADIUS = 62.0
"""Of a place, where the map says nothing else (`r`)."""


class BlockMap(Presenter[S]):
    """The board and the blocks of a game, drawn from its data with the owner's corrections. The catalogue names places,
    blocks (`<side>.<number>`) and their backs (`<side>.0`); a place's `facts` are keys of it (`fact.<key>`)."""

    styles: ClassVar[Mapping[str, Literal["us", "jp", "none"]]]
    """How the pieces and boxes of each side are drawn."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The printed data."""
        ground = self.game.plain
        if not isinstance(ground, Printed):
            raise TypeError(f"the setting of {self.game.slug} is no kernel.printed.Printed")
        return ground.data

    def board(self, scenario: str) -> Board:
        plan = self.data["map"]
        width, height = float(plan["width"]), float(plan["height"])
        sides: list[SideLook] = [
            {"id": side, "name": self.words.name(side), "style": style} for side, style in self.styles.items()
        ]
        return {
            "width": width, "height": height, "view": [0.0, 0.0, width, height], "piece": float(plan["piece"]),
            "sides": sides, "spaces": [self._space(key, entry) for key, entry in plan["place"].items()],
        }  # fmt: skip

    def _space(self, key: str, entry: Mapping[str, Any]) -> Space:
        name, facts = self.words.name(key), [self.words.say(f"fact.{fact}") for fact in entry.get("facts", ())]
        if "rect" in entry:
            x, y, w, h = map(float, entry["rect"])
            return {"id": key, "name": name, "kind": "box", "x": x + w / 2, "y": y + h / 2 + 10,
                    "shape": {"rect": [x, y, w, h]}, "arrange": "row", "facts": facts}
        x, y = map(float, entry["at"])
        links: list[Link] = [{"to": to, "kind": "way"} for to in entry["links"]]
        return {"id": key, "name": name, "kind": "area", "x": x, "y": y, "shape": {"r": _radius(entry)},
                "arrange": "cluster", "facts": facts, "links": links}

    def faces(self, scenario: str) -> str:
        return sprite({
            f"{side}.{number}": Face("block", style, "" if style == "none" else f"rifle_{style}", str(number),
                                     back=not number)
            for side, style in self.styles.items() for number in (0, *self.data["blocks"][side])
        })  # fmt: skip

    def put(self, made: Picture, side: str, number: int, place: str, up: bool = False) -> None:
        """Put a block on a picture; number 0 is one that the viewer does not know. What is in no place of the map is a
        line of the forces panel."""
        face = f"{side}.{number}"
        name = self.words.name(face)
        if place not in self.data["map"]["place"]:
            made["forces"].append({"side": side, "group": self.words.name(place), "text": name, "count": 1})
            return
        piece: Piece = {
            "id": face if number else f"{face}.{len(made['pieces'])}", "place": place, "side": side, "face": face,
            "name": name,
        }  # fmt: skip
        if up:
            piece["up"] = piece["lying"] = True
        made["pieces"].append(piece)

    def chart(self, scenario: str, theme: str) -> str:
        t, plan = THEMES[theme], self.data["map"]
        width, height = float(plan["width"]), float(plan["height"])
        places = {key: entry for key, entry in plan["place"].items() if "at" in entry}
        boxes = {key: entry for key, entry in plan["place"].items() if "rect" in entry}
        shore = path(draw.pairs(plan["land"]), closed=True) if "land" in plan else rect_path(0, 0, width, height)
        parts = [draw.tag(rect_path(0, 0, width, height), t["water-3"]), draw.tag(shore, t["land-low"]),
                 draw.coastline(t, shore)]
        parts += [draw.river(t, draw.pairs(line), 9) for line in plan.get("rivers", ())]
        ways = {tuple(sorted((key, to))) for key, entry in places.items() for to in entry["links"]}
        parts += [draw.trail(t, [places[one]["at"], places[other]["at"]]) for one, other in sorted(ways)]
        for key, entry in places.items():
            x, y = entry["at"]
            name = draw.place_name(t, x, y + _radius(entry) + 20, self.words.name(key), 19)
            parts += [draw.ring(t, x, y, _radius(entry)), name]
        parts += [tray(t, one["rect"], self.words.name(key), self.styles[one["side"]]) for key, one in boxes.items()]
        parts.append(draw.frame(t, 12, 12, width - 24, height - 24))
        return draw.document(width, height, self.game.title, (), parts)


def _radius(entry: Mapping[str, Any]) -> float:
    return float(entry.get("r", RADIUS))
