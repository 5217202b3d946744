"""The drawing tools and the first chart: well-formed, repeatable, self-contained, legible."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from ironbottom.drawing import chart, field, icons, pieces, svg, tokens
from ironbottom.drawing.pieces import Face
from ironbottom.games.archies_war.ui import board as archie

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("chart", "room")
ARMS = (
    "infantry",
    "artillery",
    "engineer",
    "armour",
    "anti_aircraft",
    "construction",
    "headquarters",
    "reconnaissance",
    "parachute",
)


def references(root: ET.Element) -> list[str]:
    """All that the document points to: links, images and url() paints."""
    found = []
    for element in root.iter():
        for name, value in element.attrib.items():
            if name.rpartition("}")[2] == "href":
                found.append(value)
            found += re.findall(r"url\(\s*['\"]?([^)'\"]+)", value)
        if element.tag == f"{SVG}style":
            found += re.findall(r"url\(\s*['\"]?([^)'\"]+)", element.text or "")
            assert "@import" not in (element.text or "")
    return found


def check_self_contained(text: str) -> ET.Element:
    root = ET.fromstring(text)
    names = {element.get("id") for element in root.iter()}
    for target in references(root):
        assert target.startswith(("#", "data:image/")), target[:60]
        if target.startswith("#"):
            assert target[1:] in names, target
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    return root


@pytest.mark.parametrize("theme", THEMES)
def test_chart(theme: str) -> None:
    text = archie.chart(theme)
    root = check_self_contained(text)
    geometry = archie.board()
    assert root.get("viewBox") == f"0 0 {geometry['width']} {geometry['height']}"
    assert len(text.encode()) < 900_000
    assert "<script" not in text
    names = {(element.text or "").strip() for element in root.iter(f"{SVG}text")}
    for space in geometry["spaces"]:
        if space["kind"] == "area":
            assert space["name"] in names


def test_chart_is_deterministic(monkeypatch: pytest.MonkeyPatch) -> None:
    first = archie.chart("chart")
    archie._chart.cache_clear()
    assert archie.chart("chart") == first
    assert archie.chart("room") != first


def test_faces() -> None:
    faces = archie.faces()
    text = pieces.sprite(faces)
    assert text == pieces.sprite(archie.faces())
    root = check_self_contained(text)
    names = [element.get("id") for element in root.iter(f"{SVG}symbol")]
    for name, face in faces.items():
        assert f"face-{name}" in names
        assert (f"lying-{name}" in names) == (not face.back)
    kinds = {"inf1", "inf2", "inf3", "inf4", "inf5", "amphibious_assault", "resupply", "back"}
    assert kinds | {"vandegrift", "air_support", "barbed_wire", "recon"} == {
        name.split(".")[1] for name in faces if name.startswith("american.")
    }
    assert kinds | {"inf8", "attrition", "major_bombardment", "minor_bombardment"} == {
        name.split(".")[1] for name in faces if name.startswith("japanese.")
    }


def test_a_back_tells_only_the_owner() -> None:
    plain = pieces.sprite({"x": Face("block", "jp", back=True)})
    full = pieces.sprite({"x": Face("block", "jp", icon="rifle_jp", number="8", label="Sendai", back=True)})
    assert plain == full


def test_colours_of_pieces_follow_the_theme() -> None:
    text = pieces.sprite(archie.faces())
    for name, value in re.findall(r"var\(--([\w-]+),(#[0-9a-f]{6})\)", text):
        assert tokens.CHART[name] == value
    bare = re.sub(r"var\(--[\w-]+,[^)]*\)", "", text)
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b", bare)


@pytest.mark.parametrize("style", ["us", "jp", "none"])
def test_other_shapes(style: pieces.Style) -> None:
    faces: dict[str, Face] = {
        "back": Face("counter", style, back=True),
        "marker": Face("marker", style, number="2"),
    }
    for arm in ARMS:
        faces[arm] = Face(
            "counter", style, icon=f"nato.{arm}", size="II", factors="5–8", label="1/7", steps=(1, 2)
        )
    for name in icons.icons():
        faces[f"chip-{name}"] = Face("chip", style, icon=name, number="3")
        faces[f"counter-{name}"] = Face("counter", style, icon=name, factors="3-6")
    root = check_self_contained(pieces.sprite(faces))
    names = {element.get("id") for element in root.iter(f"{SVG}symbol")}
    counters = [name for name, face in faces.items() if face.shape == "counter"]
    assert names == {f"face-{name}" for name in (*faces, *pieces.signs(faces))} | {
        f"{size}-{name}" for name in counters for size in ("mid", "small")
    }


def test_each_sign_of_a_counter_stands_on_a_piece_of_its_own() -> None:
    full = Face("counter", "us", icon="nato.infantry", size="II", factors="4-8", label="1/7", steps=(4, 4), bar=2)
    found = pieces.signs({"a": full, "b": full, "c": Face("counter", "jp", icon="nato.infantry", back=True)})
    assert found["sign.nato.infantry.us"] == Face("counter", "us", icon="nato.infantry")
    assert found["sign.steps.us"].steps == (3, 4)
    names = {name.removeprefix("sign.") for name in found}
    assert names == {
        "side.us", "nato.infantry.us", "size.II.us", "factors.2.us", "steps.us", "bar.2.us", "label.us", "side.jp",
        "back.jp",
    }  # fmt: skip


def outline(space: Any) -> list[tuple[float, float]]:
    shape = space["shape"]
    if "r" in shape:
        return [svg.polar(space["x"], space["y"], shape["r"], a) for a in range(0, 360, 10)]
    if "rect" in shape:
        x, y, w, h = shape["rect"]
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    return [(x, y) for x, y in shape["points"]]


def apart(one: Any, other: Any) -> float:
    """How far two spaces lie apart, measured on boxes unless both are round."""
    if "r" in one["shape"] and "r" in other["shape"]:
        gap = math.dist((one["x"], one["y"]), (other["x"], other["y"]))
        return float(gap - one["shape"]["r"] - other["shape"]["r"])
    (ax, ay), (bx, by) = (tuple(zip(*outline(space), strict=True)) for space in (one, other))
    return max(
        min(bx) - max(ax),
        min(ax) - max(bx),
        min(by) - max(ay),
        min(ay) - max(by),
    )


def test_spaces_lie_on_the_sheet_and_do_not_overlap() -> None:
    geometry = archie.board()
    for space in geometry["spaces"]:
        for x, y in [*outline(space), (space["x"], space["y"]), tuple(space["label"])]:
            assert 0 <= x <= geometry["width"]
            assert 0 <= y <= geometry["height"]
    for one, other in itertools.combinations(geometry["spaces"], 2):
        cells = one["kind"] == other["kind"] == "cell"
        assert apart(one, other) >= (-1e-6 if cells else 4), (one["id"], other["id"])
    areas = [space for space in geometry["spaces"] if space["kind"] == "area"]
    for one, other in itertools.combinations(areas, 2):
        assert math.dist((one["x"], one["y"]), (other["x"], other["y"])) >= 150


def test_names_stand_clear_of_the_pieces() -> None:
    areas = [space for space in archie.board()["spaces"] if space["kind"] == "area"]
    for named in areas:
        x, y = named["label"]
        for space in areas:
            assert math.dist((x, y - 6), (space["x"], space["y"])) > space["shape"]["r"], (
                named["id"],
                space["id"],
            )


def test_links_go_both_ways() -> None:
    geometry = archie.board()
    spaces = {space["id"]: space for space in geometry["spaces"]}
    assert sum(space["kind"] == "area" for space in geometry["spaces"]) == 12
    ways = [
        (space["id"], link["to"], link["kind"]) for space in geometry["spaces"] for link in space["links"]
    ]
    assert len(ways) == 26
    for one, other, kind in ways:
        assert (other, one, kind) in ways
    assert {link["to"] for link in spaces["henderson_field"]["links"]} == {
        "point_cruz",
        "koli_point",
        "bloody_ridge",
    }
    assert [f"turn.{n}" in spaces for n in range(12)] == [False, *[True] * 10, False]
    assert [f"bombardment.{n}" in spaces for n in range(5)] == [*[True] * 4, False]


# what the style guide claims: foreground, background, ratio in the day theme, in the night theme
CLAIMS = [
    ("ink", "panel", 12.7, 12.6),
    ("mut", "panel", 5.8, 6.8),
    ("link", "panel", 7.2, 9.9),
    ("go", "panel", 5.8, 9.8),
    ("go-ink", "go", 6.2, 10.1),
    ("go", "water-5", 3.2, 7.5),
    ("cream", "us", 7.9, 6.1),
    ("cream", "jp", 6.5, 5.9),
    ("us-line", "panel", 7.9, 7.9),
    ("jp-line", "panel", 6.5, 5.0),
    ("hit", "panel", 7.4, 6.9),
    ("mag", "water-1", 5.6, 5.7),
    ("sea-name", "water-1", 7.4, 7.0),
    ("sea-name", "water-5", 4.7, 5.1),
    ("land-name", "land-mid", 6.8, 8.2),
]


@pytest.mark.parametrize(("fore", "back", "day", "night"), CLAIMS)
def test_contrast_is_as_claimed(fore: str, back: str, day: float, night: float) -> None:
    for theme, claim in zip(THEMES, (day, night), strict=True):
        colours = tokens.THEMES[theme]
        assert tokens.contrast(colours[fore], colours[back]) == pytest.approx(claim, abs=0.35)


def test_print_on_blocks_is_legible() -> None:
    for colours in tokens.THEMES.values():
        for side in ("us", "jp"):
            assert tokens.contrast(colours[f"{side}-print"], colours["label"]) >= 5.5
            assert tokens.contrast(colours["cream"], colours[f"{side}-wood"]) >= 4.5


BLIND = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What linear light becomes to who lacks a kind of cone: Machado, Oliveira and Fernandes 2009, severity 1."""
APART = 20
"""So far apart in CIELAB two colours are told from each other at a glance, side by side or not."""


def lab(colour: str, seen: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """A colour (#rrggbb) as CIELAB under D65, as it is seen through a matrix over linear light."""
    light = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in light]
    red, green, blue = (min(1.0, max(0.0, sum(k * one for k, one in zip(row, light, strict=True)))) for row in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("kind", BLIND)
@pytest.mark.parametrize("theme", THEMES)
def test_the_sides_are_told_apart_without_a_kind_of_cone(theme: str, kind: str) -> None:
    """Frame and hatching tell them apart too; colour alone would do."""
    colours = tokens.THEMES[theme]
    for one, other in (("us", "jp"), ("us-line", "jp-line"), ("us-wood", "jp-wood")):
        apart = math.dist(lab(colours[one], BLIND[kind]), lab(colours[other], BLIND[kind]))
        assert apart >= APART, (one, other, round(apart))


def test_a_line_of_type_keeps_to_its_room_in_the_broadest_face() -> None:
    """DejaVu Serif is a fifth broader than most: what it would push out of its box is squeezed."""
    assert chart.squeeze([("Short", False)], 15, 200) == ""
    long = [("Raid Point Cruz.", True), ("Damage die off the", False)]
    room = 1.02 * sum(chart.breadth(content, 15, bold) for content, bold in long)
    made = chart.squeeze(long, 15, room)
    assert 0.8 * room < float(made.split('"')[1]) <= room
    assert 'textLength="40"' in chart.text(0, 0, "Damage die off", 15, "#000", room=40)
    assert "textLength" not in chart.text(0, 0, "Damage die off", 15, "#000")


def test_tokens() -> None:
    assert tokens.CHART.keys() == tokens.ROOM.keys()
    text = tokens.css()
    assert text.count("{") == text.count("}")
    for name, value in tokens.CHART.items():
        assert re.fullmatch("#[0-9a-f]{6}", value)
        assert f"--{name}:{value};" in text
    assert '[data-theme="room"]' in text
    assert tokens.mix("#000000", "#ffffff", 0.5) == "#808080"


def test_numbers_are_short() -> None:
    assert [svg.num(value) for value in (0, -0.04, 0.5, -0.5, 3.0, 12.34)] == [
        "0",
        "0",
        ".5",
        "-.5",
        "3",
        "12.3",
    ]


def test_distance_and_contours() -> None:
    grid = field.Grid.over(0, 0, 40, 40, 1)
    far = field.distance(grid, [[(20, 10), (20, 30)]])
    assert far[20][25] == pytest.approx(5)
    assert far[4][20] == pytest.approx(6)
    rings = field.contours(grid, far, 5)
    assert len(rings) == 1
    assert rings[0][0] == rings[0][-1]
    assert all(abs(grid.at(far, x, y) - 5) < 0.2 for x, y in rings[0])
    assert len(field.simplify(rings[0], 0.2)) < len(rings[0]) / 2
    square = field.inside(grid, [[(5, 5), (15, 5), (15, 15), (5, 15)]])
    assert square[10][10]
    assert not square[10][20]
    assert field.fractal(3.3, 4.4, 1) == field.fractal(3.3, 4.4, 1)
