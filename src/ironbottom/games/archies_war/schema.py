"""What the data of both games may hold: `data/*.toml`, datum by datum. `data/ground*.json` is made by tools from the
coast and the sheet, and no correction reaches it."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.drawing import schema as sheet
from ironbottom.games.archies_war.solitaire.rules import american, japanese
from ironbottom.kernel.schema import (
    Cards,
    Choice,
    Data,
    Either,
    Flag,
    Kind,
    Many,
    Number,
    Real,
    Reference,
    Rows,
    Schema,
    Table,
    Text,
    every,
    joined,
    options,
)

LOCATION = Reference("two_player.locations")
SIDE = Choice(("american", "japanese"))
TURN = Number(1, 20)
DIE = Number(0, 6, "the highest number of a die that succeeds")
BLOCKS = Number(0, 12, "blocks")

UNIT = Table(
    {
        "count": BLOCKS,
        "general": Flag(),
        "infantry": Flag(),
        "stays": Flag(),
        "attack": Number(0, 20, "strength"),
        "defence": Number(0, 20, "strength"),
    },
    options("general", "infantry", "stays"),
)
ABILITIES = {
    "american": ("vandegrift", "air_support", "amphibious_assault", "barbed_wire", "recon", "resupply"),
    "japanese": ("amphibious_assault", "attrition", "major_bombardment", "minor_bombardment", "resupply"),
}
"""The special blocks of each side: what each does is a rule of its own."""
INFANTRY = Text(6, form="inf[0-9]{1,2}[a-z]?", example="inf6")


def blocks(side: str) -> Rows:
    """The types of blocks of a side."""
    keys = Either((INFANTRY, Choice(ABILITIES[side])))
    return Rows(UNIT, part="unit", keys=keys, grows="inf and a number, such as inf6, for infantry")



TWO_PLAYER = Table(
    {
        "track": Table(
            {
                "turns": Number(1, 20, "turns"),
                "american_reinforcement": Table({"first_turn": TURN}),
                "attrition": Table({"turns": Many(TURN, 0, 20, rising=True)}),
                "draw": Table({"blocks": Number(0, 6, "blocks")}),
                "actions": Table({"count": Number(1, 6, "actions")}),
                "bombardment": Table({"wins_at": Number(1, 10, "tokens")}),
            },
            part="track",
        ),
        "margin": Rows(
            Table({"needs": Number(0, 6, "strength more than the defence")}),
            part="number",
            keys=Choice(("beach", "land")),
        ),
        "general": Table({"range": Number(1, 12, "links")}, part="number"),
        "field": Table({"location": LOCATION}, part="place"),
        "setup": Table(
            {"locations": Many(LOCATION, 1, 12, different=True), "draw": Number(0, 11, "blocks")}, part="setup"
        ),
        "locations": Rows(
            Table({"kind": Choice(("beach", "land")), "anchor": Choice(("american", "japanese", "none"))}),
            part="place",
            keys=Text(40, form="[a-z0-9_]+", example="koli_point"),
            grows="its name in small letters",
        ),
        "more_anchors": Rows(
            Table({"locations": Many(LOCATION, 0, 12, different=True)}), part="place", keys=Choice(("four", "five"))
        ),
        "links": Rows(
            Table({"ends": Many(LOCATION, 2, 2, different=True), "kind": Choice(("road", "trail"))}),
            part="link",
            keys=Text(80, form="[a-z0-9_]+--[a-z0-9_]+", example="tetere--taivu_point"),
            grows="its two ends with -- between",
        ),
        "units": Table({side: blocks(side) for side in SIDE.names}, part="unit"),
    }
)

FRONTS = ("point_cruz", "koli_point", "bloody_ridge")
SV = Number(0, 20, "SV")

SOLITAIRE = Table(
    {
        "turns": Table(
            {
                "number": Number(1, 18, "turns"),
                "reinforced": Many(Number(1, 18), 0, 18, rising=True),
                "reinforcement": Number(0, 9, "SV"),
            },
            part="turn",
        ),
        "start": Table(
            {
                "american": Table({"reserves": SV, **dict.fromkeys(FRONTS, SV)}),
                "japanese": Table(dict.fromkeys(("point_cruz", "koli_point", "reserves", "infiltration"), SV)),
                "marker": Table({"vandegrift": Number(0, 9, "SV"), "status": Number(0, 11, "box, from 0")}),
            },
            part="setup",
        ),
        "vandegrift": Table({"artillery": Number(0, 9, "SV")}, part="number"),
        "front": Table({"reinforcement": Number(0, 9, "SV")}, part="number"),
        "naval_victory": Table({"reserves": Number(0, 9, "SV")}, part="number"),
        "bloody_ridge": Table(
            {"test": Number(0, 5, "off the die"), "bonus": Number(0, 9, "SV")}, part="number"
        ),
        "tables": Table(
            {
                "damage": Many(Number(0, 9, "hits"), 6, 6),
                "banzai": Many(Number(0, 9, "SV"), 6, 6),
            },
            part="cell",
        ),
        "events": Table(
            {
                "actions": Many(Choice(japanese.ACTIONS), 6, 6),
                "japanese": Many(Choice(japanese.EVENTS), 6, 6),
                "american": Many(Choice(american.EVENTS), 6, 6),
            },
            part="cell",
        ),
        "effects": Table(
            {
                **dict.fromkeys(("infiltration", "fatigue", "air_strikes", "reinforcements"), Number(1, 9, "SV")),
                **dict.fromkeys(("air_raid", "repair", "aviation_fuel"), Number(1, 9, "boxes of the track")),
            },
            part="cell",
        ),
        "status": Table({"track": Many(Number(0, 9, "air support"), 2, 12)}, part="track"),
        "rolls": Table(
            dict.fromkeys(
                ("bombardment", "bombardment_heavy", "air_raid", "repair", "repair_seabees", "patrol"), DIE
            ),
            part="number",
        ),
    }
)

TRACK = Table({"rect": sheet.RECT, "words": Many(sheet.COORDINATE, 2, 2)})
FACE = Table({"icon": sheet.ICON, "number": Text(12, ("attack", "defence")), "label": Text(24)})
FACES = Rows(FACE, keys=Text(40, form="[a-z0-9_]+", example="inf5"))

BOARD = Table(
    {
        "sheet": Table(sheet.SHEET),
        "sides": Rows(sheet.SIDE, keys=SIDE),
        "places": sheet.places(
            "two_player.locations",
            Table(
                {
                    "name": sheet.TITLE,
                    "row": sheet.GRID_ROW,
                    "column": sheet.GRID_COLUMN,
                    "at": sheet.POINT,
                    "r": sheet.SIZE,
                    "label": sheet.POINT,
                    "align": Choice(("start", "middle", "end")),
                    "tab_at": sheet.ANGLE,
                    "anchor_at": sheet.ANGLE,
                    "calm": Real(0, 1),
                },
                options("tab_at", "anchor_at", "calm"),
            ),
        ),
        "ways": Many(Table({"ends": Many(LOCATION, 2, 2, different=True), "via": sheet.SPOTS}), 0, 60),
        "turn_track": TRACK,
        "bombardment_track": TRACK,
        "boxes": sheet.boxes(SIDE, name=sheet.TITLE, rect=sheet.RECT, fact=Text(120)),
        "faces": Rows(FACES, keys=SIDE),
        "ground": sheet.GROUND,
        "rivers": sheet.RIVERS,
        "hills": sheet.HILLS,
        "words": sheet.words(
            {
                "beach": ("n",), "land": (), "anchor_jp": (), "anchor_us": (), "objective": (), "next_to_field": (),
                "reinforced": (), "japanese_win": (), "turn_cell": ("n",), "bombardment_cell": ("n",), "turn": (),
                "draw_two": (), "attrition": (), "draw_every": (), "bombardment": (),
            },
            legend=sheet.words(
                {"road": (), "trail": (), "beach": ("n",), "anchor_us": (), "anchor_jp": (), "airfield": ()}
            ),
        ),
        "print": sheet.printed(
            airstrip=Many(sheet.COORDINATE, 5, 5),
            legend=sheet.RECT,
            villages=sheet.SPOTS,
            wrecks=Many(Table({"name": sheet.TITLE, "at": sheet.POINT}), 0, 60),
            groves=sheet.GROVES,
            courses=sheet.NAMED_LINES,
            land_names=sheet.NAMED_LINES,
            hachures=sheet.HACHURES,
        ),
    },
    part="drawing",
)  # fmt: skip

STRIP = Table({"plate": sheet.RECT, "rect": sheet.RECT, "note": sheet.TITLE})
SOLITAIRE_PLACE: dict[str, Kind] = {
    "name": sheet.TITLE,
    "title": sheet.TITLE,
    "at": sheet.POINT,
    "width": sheet.SIZE,
    "row": sheet.GRID_ROW,
    "column": sheet.GRID_COLUMN,
    "fact": Text(120),
}

BOARD_SOLITAIRE = Table(
    {
        "sheet": Table(sheet.SHEET),
        "sides": Rows(sheet.SIDE, keys=SIDE),
        "boxes": sheet.boxes(SIDE, "width", **SOLITAIRE_PLACE),
        "box": Table({"width": sheet.SIZE, "height": sheet.SIZE, "head": sheet.SIZE}),
        "turn_track": Table({"plate": sheet.RECT, "rect": sheet.RECT, "emblem": sheet.TITLE}),
        "status_track": Table({"plate": sheet.RECT, "rect": sheet.RECT}),
        "reminders": Rows(
            Table(
                {
                    "name": sheet.TITLE, "title": sheet.TITLE, "lines": Many(sheet.TITLE, 1, 4), "rect": sheet.RECT,
                    "side": SIDE, "fact": Text(120),
                }
            ),
            keys=Choice(("seabees", "heavy_artillery")),
        ),
        "tables": Table(
            {
                **dict.fromkeys(("top", "left", "width", "gap", "head", "row"), sheet.COORDINATE),
                "list": Many(Table({"id": sheet.TITLE, "side": SIDE, "note": sheet.TITLE}), 4, 4),
            }
        ),
        "strips": Rows(STRIP, keys=Choice(("damage", "banzai"))),
        "ground": sheet.GROUND,
        "rivers": sheet.RIVERS,
        "hills": sheet.HILLS,
        "print": sheet.printed(
            airstrip=Many(sheet.COORDINATE, 5, 5),
            villages=sheet.SPOTS,
            perimeter=sheet.LINE,
            groves=sheet.GROVES,
            attacks=Many(Table({"line": sheet.LINE, "width": sheet.SIZE}), 0, 20),
            support=Many(
                Table({"side": sheet.STYLE, "mark": Text(4), "at": sheet.POINT, "line": sheet.LINE}), 0, 20
            ),
            roads=Many(sheet.LINE, 0, 20),
            land_names=sheet.NAMED_LINES,
            hachures=sheet.HACHURES,
        ),
        "words": sheet.words(
            {
                "turn_cell": ("n",), "turn": (), "emblem": (), "last": (), "status": (), "status_below": (),
                "status_cell": ("n", "support"), "below": (), "below_fact": (), "zero_fact": (), "start_fact": (),
                "start": (), "short_track": (), "row": ("table", "n", "name"), "die": ("n",),
                "strip": ("table", "n", "value"),
            }
        ),
    },
    part="drawing",
)  # fmt: skip


def links_join_all(data: Data) -> Iterator[str]:
    """2P-4: no two links join the same locations, and all locations hang together."""
    pairs: dict[frozenset[str], str] = {}
    for name, link in every(data["two_player"]["links"]):
        ends = frozenset(link["ends"])
        if ends in pairs:
            yield f"two_player.links.{name}: {pairs[ends]} joins the same locations; each link stands there once"
        pairs[ends] = name
    names = [name for name, _ in every(data["two_player"]["locations"])]
    for name in joined(names, [(min(ends), max(ends)) for ends in pairs])[:1]:
        yield f"two_player.links: no link leads to {name}; all locations hang together"


def a_legal_start(data: Data) -> Iterator[str]:
    """The set-up: one location for Vandegrift and one for each block that is drawn; enough blocks; one
    Vandegrift."""
    setup, american = data["two_player"]["setup"], data["two_player"]["units"]["american"]
    places, drawn = len(setup["locations"]), setup["draw"]
    if places != drawn + 1:
        yield f"two_player.setup: {places} locations for {drawn} blocks; each has one of its own, and Vandegrift too"
    if american.get("vandegrift", {}).get("count") != 1:
        yield "two_player.units.american.vandegrift.count: there is one Vandegrift"
    if sum(row["count"] for name, row in every(american) if name != "vandegrift") < drawn:
        yield f"two_player.setup.draw: {drawn} blocks are drawn; there are not so many"
    for side in SIDE.names:
        for name, row in every(data["two_player"]["units"][side]):
            path = f"two_player.units.{side}.{name}"
            foot = name == "vandegrift" or not INFANTRY.shape(name)
            if bool(row.get("general")) != (name == "vandegrift"):
                yield f"{path}.general: Vandegrift alone is a general"
            if bool(row.get("infantry")) != foot:
                yield f"{path}.infantry: {'true' if foot else 'false'} was expected; special blocks are no infantry"


def places_are_drawn(data: Data) -> Iterator[str]:
    """Each location has its place on the drawn board, and those next to it in the keyboard's grid."""
    for name, _ in every(data["two_player"]["locations"]):
        if name not in data["board"]["places"]:
            yield f"board.places: {name} is missing; a location has its place on the board"
    cells: dict[tuple[int, int], str] = {}
    for name, row in every(data["board"]["places"]):
        cell = (row["row"], row["column"])
        if cell in cells:
            yield f"board.places.{name}: row {cell[0]}, column {cell[1]} are those of {cells[cell]}"
        cells[cell] = name


def somewhere_to_land(data: Data) -> Iterator[str]:
    """2P-14: the field is an anchor of the Americans, and the Japanese have one on a beach."""
    game = data["two_player"]
    field = game["field"]["location"]
    if game["locations"][field]["anchor"] != "american":
        yield f"two_player.locations.{field}.anchor: the Americans land at the field; 'american' was expected"
    if not any(row["anchor"] == "japanese" for _, row in every(game["locations"])):
        yield "two_player.locations: no anchor is japanese; the Japanese land at one at least"


def attrition_falls_in_the_game(data: Data) -> Iterator[str]:
    """2P-51: Attrition falls, and reinforcements come, in turns of the track."""
    track = data["two_player"]["track"]
    for turn in track["attrition"]["turns"]:
        if turn > track["turns"]:
            yield f"two_player.track.attrition.turns: turn {turn} is not on a track of {track['turns']} turns"
    solitaire = data["solitaire"]["turns"]
    for turn in solitaire["reinforced"]:
        if turn > solitaire["number"]:
            yield f"solitaire.turns.reinforced: turn {turn} is not on a track of {solitaire['number']} turns"


def the_status_is_on_its_track(data: Data) -> Iterator[str]:
    """S-01: the marker begins in a box of the track."""
    start, track = data["solitaire"]["start"]["marker"]["status"], data["solitaire"]["status"]["track"]
    if start >= len(track):
        yield f"solitaire.start.marker.status: box {start} is not on a track of {len(track)} boxes, counted from 0"


SCHEMA = Schema(
    {
        "two_player": TWO_PLAYER,
        "solitaire": SOLITAIRE,
        "board": BOARD,
        "board_solitaire": BOARD_SOLITAIRE,
    },
    (
        links_join_all, a_legal_start, places_are_drawn, somewhere_to_land, attrition_falls_in_the_game,
        the_status_is_on_its_track,
    ),
    additions=True,
    cards=Cards("solitaire.events", (*japanese.EVENTS, *american.EVENTS)),
)
