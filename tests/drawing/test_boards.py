"""The printed boards: well-formed, repeatable, self-contained, with every space that the game's rules name."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from ironbottom.drawing import chart, furniture, hexmap, pieces, svg, tokens
from ironbottom.games import load
from ironbottom.games.archies_war.solitaire.rules.state import AMERICAN_BOXES, JAPANESE_BOXES
from ironbottom.games.archies_war.solitaire.rules.state import printed_data as solitaire_data
from ironbottom.games.archies_war.solitaire.ui import board as board_solitaire
from ironbottom.games.axis_allies import game as axis_allies_game
from ironbottom.games.axis_allies.rules.printed import SPACES
from ironbottom.games.axis_allies.ui import board as axis_allies
from ironbottom.games.first_blood import game as first_blood_game
from ironbottom.games.first_blood.ui import board as first_blood
from ironbottom.games.henderson_field import game as henderson_field_game
from ironbottom.games.henderson_field.ui import board as henderson_field
from ironbottom.games.solomons import game as solomons_game
from ironbottom.games.solomons.ui import board as solomons
from ironbottom.kernel import shapes, view

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("chart", "room")


class Adapted:
    """A game's drawings behind the functions of a board module."""

    def __init__(self, game: Any, cached: Any) -> None:
        self.game, self.scenario, self._chart = game, game.scenarios[0].id, cached

    def board(self) -> Any:
        return self.game.board(self.scenario)

    def chart(self, theme: str) -> str:
        return str(self.game.chart(self.scenario, theme))

    def sprite_of_faces(self) -> str:
        return str(self.game.faces(self.scenario))


BOARDS: dict[str, Any] = {
    "archies-war solitaire": board_solitaire,
    "axis-allies": Adapted(axis_allies_game.make(), axis_allies.chart),
    "first-blood": Adapted(first_blood_game.make(), first_blood.drawing),
    "henderson-field": Adapted(henderson_field_game.make(), henderson_field.chart),
    "solomons": Adapted(solomons_game.make(), solomons.chart),
}

ISLANDS = {"BOU", "CHO", "SIS", "MAL", "NGE", "GUA"}


def references(root: ET.Element) -> list[str]:
    found = []
    for element in root.iter():
        for name, value in element.attrib.items():
            if name.rpartition("}")[2] == "href":
                found.append(value)
            found += re.findall(r"url\(\s*['\"]?([^)'\"]+)", value)
    return found


def check_self_contained(text: str) -> ET.Element:
    root = ET.fromstring(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for target in references(root):
        assert target.startswith(("#", "data:image/")), target[:60]
        if target.startswith("#"):
            assert target[1:] in ids, target
    assert "@import" not in text
    assert "<script" not in text
    return root


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("theme", THEMES)
def test_chart(name: str, theme: str) -> None:
    board = BOARDS[name]
    text = board.chart(theme)
    root = check_self_contained(text)
    geometry = board.board()
    assert root.get("viewBox") == f"0 0 {svg.num(geometry['width'])} {svg.num(geometry['height'])}"
    assert len(text.encode()) < 900_000
    board._chart.cache_clear()
    assert board.chart(theme) == text


@pytest.mark.parametrize("name", BOARDS)
def test_geometry(name: str) -> None:
    geometry = BOARDS[name].board()
    shapes.check(view.Board, geometry)
    ids = [space["id"] for space in geometry["spaces"]]
    assert len(ids) == len(set(ids))
    places = [(space["row"], space["column"]) for space in geometry["spaces"] if "row" in space]
    assert len(places) == len(set(places)), "two spaces share a place in the grid of the keyboard"
    known = set(ids)
    for space in geometry["spaces"]:
        for x, y in [*corners(space), (space["x"], space["y"])]:
            assert -0.5 <= x <= geometry["width"] + 0.5, space["id"]
            assert -0.5 <= y <= geometry["height"] + 0.5, space["id"]
        for link in space.get("links", []):
            assert link["to"] in known


def corners(space: Any) -> list[tuple[float, float]]:
    shape = space["shape"]
    if "r" in shape:
        return [svg.polar(space["x"], space["y"], shape["r"], a) for a in range(0, 360, 30)]
    if "rect" in shape:
        x, y, w, h = shape["rect"]
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    return [(x, y) for x, y in shape["points"]]


def within(x: float, y: float, points: list[tuple[float, float]]) -> bool:
    hit = False
    px, py = points[-1]
    for qx, qy in points:
        if (py > y) != (qy > y) and x < px + (y - py) * (qx - px) / (qy - py):
            hit = not hit
        px, py = qx, qy
    return hit


def apart(one: Any, other: Any) -> bool:
    """Whether two spaces do not overlap: boxes by their sides, outlines by the points inside one another."""
    a, b = corners(one), corners(other)
    (ax, ay), (bx, by) = (tuple(zip(*points, strict=True)) for points in (a, b))
    if max(min(bx) - max(ax), min(ax) - max(bx), min(by) - max(ay), min(ay) - max(by)) >= -1e-6:
        return True
    if "rect" in one["shape"] and "rect" in other["shape"]:
        return False
    left, right = max(min(ax), min(bx)), min(max(ax), max(bx))
    top, low = max(min(ay), min(by)), min(max(ay), max(by))
    for i in range(1, 24):
        for j in range(1, 24):
            x, y = left + (right - left) * i / 24, top + (low - top) * j / 24
            if within(x, y, a) and within(x, y, b) and edge(x, y, a) > 1 and edge(x, y, b) > 1:
                return False
    return True


def edge(x: float, y: float, points: list[tuple[float, float]]) -> float:
    best = math.inf
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        dx, dy = bx - ax, by - ay
        t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / ((dx * dx + dy * dy) or 1)))
        best = min(best, math.hypot(x - ax - t * dx, y - ay - t * dy))
    return best


@pytest.mark.parametrize("name", BOARDS)
def test_spaces_do_not_overlap(name: str) -> None:
    spaces = BOARDS[name].board()["spaces"]
    hulls = [tuple(zip(*corners(space), strict=True)) for space in spaces]
    order = sorted(range(len(spaces)), key=lambda n: min(hulls[n][0]))
    for i, n in enumerate(order):
        for m in order[i + 1 :]:
            if min(hulls[m][0]) >= max(hulls[n][0]):
                break
            one, other = spaces[n], spaces[m]
            if one["kind"] == other["kind"] == "hex":
                size = max(hulls[n][0]) - min(hulls[n][0])
                assert math.dist((one["x"], one["y"]), (other["x"], other["y"])) > size * 0.8
                continue
            if {one["id"], other["id"]} & ISLANDS:
                continue  # the borders of sea zones meet under the islands
            assert apart(one, other), (one["id"], other["id"])


@pytest.mark.parametrize("name", [name for name in BOARDS if name != "henderson-field"])
def test_faces(name: str) -> None:
    board = BOARDS[name]
    text = board.sprite_of_faces() if hasattr(board, "sprite_of_faces") else pieces.sprite(board.faces())
    root = check_self_contained(text)
    drawn = {element.get("id") for element in root.iter(f"{SVG}symbol")}
    if hasattr(board, "faces"):
        assert {f"face-{key}" for key in board.faces()} <= drawn
    assert len(drawn) >= 20
    for token, value in re.findall(r"var\(--([\w-]+),(#[0-9a-f]{6})\)", text):
        assert tokens.CHART[token] == value


def test_solitaire_has_every_space_that_its_picture_uses() -> None:
    ids = {space["id"] for space in board_solitaire.board()["spaces"]}
    wanted = {f"american.{box}" for box in AMERICAN_BOXES} | {f"japanese.{box}" for box in JAPANESE_BOXES}
    wanted |= {"vandegrift", "seabees", "heavy_artillery", "status.below"}
    wanted |= {f"turn.{n}" for n in range(1, 19)} | {f"status.{n}" for n in range(8)}
    for table in (*board_solitaire.rows(solitaire_data("")), "damage", "banzai"):
        wanted |= {f"table.{table}.{n}" for n in range(1, 7)}
    assert ids == wanted


TRACKS = [("archies-war", "bombardment", "tokens", 3, ""), ("axis-allies", "points", "points", 15, "{n} win at")]


@pytest.mark.parametrize(("slug", "track", "aim", "printed", "said"), TRACKS)
def test_a_track_ends_where_the_scenario_is_won(slug: str, track: str, aim: str, printed: int, said: str) -> None:
    game = load(slug)
    for one in game.scenarios:
        if one.id == "solitaire":
            continue
        wins = dict(one.aim).get(aim, printed)
        cells = [space["id"] for space in game.board(one.id)["spaces"] if space["id"].startswith(f"{track}.")]
        assert cells == [f"{track}.{n}" for n in range(wins + 1)]
        assert said.format(n=wins) in game.chart(one.id, "chart")


def test_the_printed_track_is_right_for_every_length() -> None:
    """The track of seven boxes is the beginning of the printed one; that of five stands under it."""
    assert tuple(solitaire_data("")["status"]["track"]) == (0, 0, 1, 1, 2, 2, 3, 3)
    assert board_solitaire.SHORT_TRACK == (0, 0, 1, 2, 3)


def test_words_are_wrapped() -> None:
    lines = furniture.wrap([("Patrol.", True), ("stops an infiltration this turn", False)], 15, 130)
    assert len(lines) > 1
    assert " ".join(content for runs in lines for content, _ in runs) == "Patrol. stops an infiltration this turn"
    for runs in lines:
        assert sum(chart.breadth(content, 15, bold) for content, bold in runs) <= 131




def test_axis_allies_has_every_space_of_the_rules() -> None:
    game = axis_allies_game.make()
    geometry = game.board("campaign")
    ids = {space["id"] for space in geometry["spaces"]}
    assert ids == {*SPACES, "RAB_DMG", "NCA_DMG"} | {f"points.{n}" for n in range(16)}
    spaces = {space["id"]: space for space in geometry["spaces"]}
    known: Any = game.plain
    plan = known.data["board"]
    borders = {tuple(sorted(row["between"])) for row in plan["borders"]}
    played = {
        tuple(sorted(name.split("-")))
        for name in known.data["map"]["border"]
        if all(len(end) == 1 and end not in "LM" for end in name.split("-"))
    }
    assert borders == played
    closed = {tuple(sorted(row["between"])) for row in plan["borders"] if "sign" in row}
    assert closed == {("D", "H")}
    for key in "ABCDEFGHIJK":
        space = spaces[key]
        points = corners(space)
        assert within(space["x"], space["y"], points), key
        assert within(space["label"][0], space["label"][1], points), key
        assert all(not within(space["x"], space["y"], corners(spaces[island])) for island in ISLANDS), key
    assert [len(plan["islands"][key]["fields"]) for key in SPACES[13:19]] == list(known.slots)
    for one, row in spaces.items():
        for link in row.get("links", []):
            assert one in {back["to"] for back in spaces[link["to"]]["links"]}


def test_first_blood_has_every_place_of_the_rules() -> None:
    game = first_blood_game.make()
    printed = game.plain
    ids = {space["id"] for space in game.board(game.scenarios[0].id)["spaces"]}
    assert set(printed.names) - {"lost"} <= ids
    assert {f"turn.{n}" for n in range(len(printed.turns))} <= ids
    sheet = first_blood.sheet_of(printed)
    lines = first_blood.river_lines(sheet)
    for a, b in printed.plan.sides:
        if first_blood.side_kind(printed, a, b) in ("river", "ford"):
            ends = hexmap.side(sheet.centre(printed.names[a]), sheet.centre(printed.names[b]), sheet.radius)
            x, y = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
            near = min(math.dist((x, y), p) for line, _ in lines for p in line)
            assert near < sheet.radius * 0.3, (printed.names[a], printed.names[b])


@pytest.mark.parametrize("flat", [False, True])
def test_hexes(flat: bool) -> None:
    r = 40.0
    ring = hexmap.corners(100, 100, r, flat)
    assert all(math.isclose(math.dist(p, (100, 100)), r, abs_tol=0.1) for p in ring)
    wide = math.sqrt(3) * r
    other = (100.0, 100 + wide) if flat else (100 + wide, 100.0)
    one = hexmap.side((100.0, 100.0), other, r)
    shared = [p for p in ring if any(math.dist(p, q) < 1 for q in hexmap.corners(*other, r, flat))]
    assert {min(range(2), key=lambda k: math.dist(one[k], p)) for p in shared} == {0, 1}
    assert all(min(math.dist(p, q) for q in one) < 0.2 for p in shared)
    area = hexmap.outline({"a": (100.0, 100.0), "b": other}, r, flat)
    assert [len(line) for line in area] == [10]
    line = hexmap.chains([((0, 0), (10, 0)), ((20, 10), (10, 0)), ((20, 10), (30, 10))])
    assert len(line) == 1
    assert len(line[0]) == 4


def test_solomons_has_every_place_of_the_rules() -> None:
    ids = {space["id"] for space in solomons.board()["spaces"]}
    wanted = {*solomons.LETTERS, *solomons.BASES, "away.japanese", "away.american", "sunk.japanese", "sunk.american"}
    assert ids == wanted | {f"turn.{n}" for n in range(16)} | {f"segment.{n}" for n in range(14)}


def test_henderson_field_has_every_land_hex() -> None:
    ids = {space["id"] for space in BOARDS["henderson-field"].board()["spaces"]}
    sheet = henderson_field.sheet_of(henderson_field_game.make().plain)
    assert len(sheet.printed.names) == 74 * 19
    assert len(sheet.land) == 1052
    assert set(sheet.land) <= ids
    assert {"3707", "3209", "3313", "6404", "0803"} <= ids
    # the chain of the coast that fixes the grid, and the roads, go from neighbour to neighbour
    chain = ["3209", "3308", "3408", "3507", "3607"]
    pairs = [*itertools.pairwise(chain), *map(tuple, sheet.printed.map["roads"]["edges"])]
    for one, other in pairs:
        assert other in sheet.near(one)
    for course in sheet.rivers.values():
        for one, other in itertools.pairwise(course):
            assert other in sheet.near(one)
