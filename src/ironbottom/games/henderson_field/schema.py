"""What the data may hold: `data/*.toml`, datum by datum. `data/ground.json` is made by a tool from map.toml, and no
correction reaches it."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.drawing import schema as sheet
from ironbottom.games.henderson_field.rules.vocabulary import EVENTS, NUMBERS
from ironbottom.kernel.hexes import HexMap, axial
from ironbottom.kernel.overlay import corrected
from ironbottom.kernel.schema import (
    ODDS,
    Cards,
    Cells,
    Check,
    Choice,
    Data,
    Either,
    Flag,
    Given,
    Kind,
    Many,
    Named,
    Number,
    Rows,
    Schema,
    Table,
    Text,
    Tuple,
    every,
    ladder,
    numbers,
    options,
)

COLUMNS, ROWS = 74, 19
PLAN = HexMap(
    (f"{c:02}{r:02}", axial(c - 1, r - 1, "even-q")) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)
)
SIDES = ("american", "japanese")
SIDE = Choice(SIDES)
HEX = Named(frozenset(PLAN.names), "a hex from 0101 to 7419, column and row,", "3707")
MONTH = Choice(("Aug", "Sep", "Oct", "Nov", "Dec", "Jan"))
CELL = "{column:02}{row:02}"
TURN = Number(1, 26, "turn")
DIE = Number(1, 6, "die")
POINTS = Number(0, 40, "supply points")
SCORE = Number(0, 61, "victory points")

MAP = Table(
    {
        "grid": Table({"columns": Given(COLUMNS), "rows": Given(ROWS), "layout": Given("odd-q")}),
        "ground": Table(
            {
                "terrain": Many(Cells(COLUMNS, {".": "sea", "c": "clear", "j": "jungle"}, CELL), ROWS, ROWS),
                "levels": Many(Cells(COLUMNS, {"0": "", "1": "", "2": "", "3": ""}, CELL), ROWS, ROWS),
            }
        ),
        "pinned": Table(
            {
                "henderson_field": HEX,
                "highest": HEX,
                "slope": Many(Many(HEX, 2, 2, different=True), 0, 40),
                **dict.fromkeys(("clear", "jungle", "river", "coastal", "road"), Many(HEX, 0, 40, different=True)),
            }
        ),
        "rivers": Rows(
            Many(HEX, 1, 60, different=True), keys=Text(20, form="[a-z_]+", example="lunga"), grows="the river's name"
        ),
        "roads": Table({"edges": Many(Many(HEX, 2, 2, different=True), 0, 200, different=True)}, part="link"),
        "names": Rows(sheet.TITLE, keys=HEX, grows="a hex"),
        "village": Rows(
            Table({"hex": HEX, "name": sheet.TITLE}),
            keys=Text(20, form="[a-z_]+", example="kukum"),
            grows="the village's name",
        ),
    },
    part="place",
)

UNITS = Table(
    {
        "unit": Rows(
            Table(
                {
                    "side": SIDE,
                    "label": Text(12),
                    "type": Choice(("INF", "ART", "ARM", "ENG", "LVT", "SPW", "LAB")),
                    "size": Choice(("I", "II", "III")),
                    "bar": Choice(("black", "blue", "red", "none")),
                    "combat": Number(1, 20, "combat factor"),
                    "range": Number(1, 30, "hexes"),
                    "move": Number(1, 30, "movement points"),
                    "arrival": TURN,
                    "period": Number(1, 4, "period of the turn track"),
                    "number": Number(1, 4, "periods"),
                    "heavy": Flag(),
                    "history": Text(80),
                },
                options("range", "arrival", "period", "number", "heavy"),
            ),
            part="unit",
            keys=Text(20, form="(us|jp)-[a-z0-9-]+", example="us-1-1"),
            grows="us- or jp- and what the counter says, such as us-1-1",
        )
    }
)

TURNS = Table(
    {
        "events": Table({"first": Number(1, 27, "turn"), "odd": SIDE, "even": SIDE}),
        "turns": Table({"penalty": TURN}),
        "turn": Rows(
            Table(
                {
                    "date": Text(12, form=r"[A-Z][a-z]{2} \d{1,2} \d{4}", example="Aug 7 1942"),
                    "month": MONTH,
                    **dict.fromkeys(SIDES, Either((POINTS, Choice(("+", "unlimited"))))),
                }
            ),
            keys=Text(2, form="[0-9]{1,2}", example="12"),
        ),
    },
    part="turn",
)

CARDS = Table(
    {
        "card": Rows(
            Table(
                {
                    **{side: Choice(EVENTS[side]) for side in SIDES},
                    **{f"{side}_number": Number(0, 40, "of its event") for side in SIDES},
                    **{key: Number(low, high, unit) for key, low, high, unit in NUMBERS.values()},
                },
                options(*(f"{side}_number" for side in SIDES), *(key for key, *_ in NUMBERS.values())),
            ),
            part="card",
            keys=Text(2, form="[1-9][0-9]?", example="7"),
            grows="its number",
        )
    }
)  # fmt: skip

RESULT = Tuple(
    ("attacker's loss", "retreat", "advance", "defender's loss", "retreat"), (Number(0, 12),) * 5
)
REPLENISHMENT = Many(Many(POINTS, 1, 8), 6, 6)
MONTHS = Table(dict.fromkeys(MONTH.names, Number(0, 9, "dice")))
WORK = Number(0, 20, "points of the airfield")
COST = Number(0, 12, "movement points")

TABLES = Table(
    {
        "attrition": Table({"columns": Many(ODDS, 2, 16, different=True), "rows": Many(Many(RESULT, 2, 16), 6, 6)}),
        "fire": Table(
            {
                "columns": Many(Number(1, 99, "strength"), 1, 12, rising=True),
                "rows": Many(Many(Number(0, 9, "steps"), 1, 12), 6, 6),
                "hits": Given(1),
                "damage": Number(1, 7, "lowest die that harms the airfield"),
            }
        ),
        "replenishment": Table(
            {"columns": Many(TURN, 1, 8, rising=True), "american": REPLENISHMENT, "japanese": REPLENISHMENT}
        ),
        "bombardment": Table(
            {"american": MONTHS, "japanese": MONTHS, "needed": Number(1, 7, "lowest die"), "first_turn": TURN}
        ),
        "terrain": Table(dict.fromkeys(
            ("clear", "jungle", "river", "village", "road", "landing", "sea", "stealth"), COST
        )),
        "limits": Table(
            {
                "stack": Number(1, 9, "units"),
                "heavy": Number(1, 9, "units"),
                "sea_moves": Number(0, 20, "units"),
                "supply": Number(1, 99, "supply points"),
                "withdrawals": Number(0, 40, "units"),
                "withdrawals_from": TURN,
                "strain": Number(0, 20, "supply points"),
                "victory": Number(1, 200, "victory points"),
                "guerrilla": Number(1, 7, "lowest die"),
                "stealth": Number(1, 3, "moves"),
                "counter_battery": Number(1, 7, "lowest die"),
            },
            part="number",
        ),
        "field": Table(
            {
                "start": Number(0, 40, "points of the airfield"),
                "most": Number(1, 40, "points of the airfield"),
                "operational": Number(1, 40, "points of the airfield"),
                "reduce": Table(dict.fromkeys(("still", "half", "engineers", "labour"), WORK)),
                "repair": Table(
                    {**dict.fromkeys(("still", "half"), WORK),
                     **dict.fromkeys(("infantry_still", "infantry_half"), Number(1, 20, "units"))}
                ),
            },
            part="number",
        ),
        "points": Table(
            {
                "factor": Table(numbers(0, 20, *SIDES, unit="victory points")),
                "field": Table(dict.fromkeys(SIDES, SCORE)),
                **dict.fromkeys(("guns", "village", "marine"), SCORE),
                "penalty_turn": TURN,
                "withdrawn": Number(1, 20, "units"),
            },
            part="number",
        ),
        "rabaul": Table(
            {
                "colours": Many(sheet.TITLE, 4, 4, different=True),
                "first_turns": Many(TURN, 4, 4, rising=True),
                "capture_supply": POINTS,
                "capture_units": Number(1, 20, "units"),
                "hold_dice": Number(1, 6, "dice"),
                "hold_rolls": Number(0, 6, "rolls"),
            },
            part="track",
        ),
    },
    part="cell",
)  # fmt: skip

SETUP = Table(
    {
        "start": Table(
            {
                "field": SIDE,
                "villages": SIDE,
                "status": Number(0, 40, "points of the airfield"),
                "points": Number(-60, 60, "victory points, Japanese below 0"),
                "american_supply": POINTS,
                "japanese_supply": POINTS,
            }
        )
    },
    part="setup",
)

STRIP: dict[str, Kind] = {"count": Number(1, 60, "boxes"), "rect": sheet.RECT, "plate": sheet.RECT}
BOARD = Table(
    {
        "sheet": Table({**sheet.SHEET, "radius": sheet.SIZE, "first": sheet.POINT}),
        "sides": Rows(sheet.SIDE, keys=SIDE),
        "turns": Table(
            {
                **STRIP,
                "events": Table({"first": TURN, "odd": sheet.STYLE, "even": sheet.STYLE}),
                "penalty": TURN,
                "dates": Many(Text(8), 26, 26),
            }
        ),
        "status": Table(STRIP),
        "rabaul": Table({"rect": sheet.RECT, "periods": Many(sheet.TITLE, 4, 4)}),
        "boxes": sheet.boxes(Choice((*SIDES, "none")), title=sheet.TITLE, rect=sheet.RECT),
        "print": sheet.printed(field=HEX, land_names=sheet.NAMED_LINES),
        "words": sheet.words(
            {
                **dict.fromkeys(
                    ("ruler", "turns", "event_us", "event_jp", "penalty", "turn_note", "unlimited", "status",
                     "clear", "jungle", "coastal", "river", "road", "village"),
                    (),
                ),
                "due": ("n",), "rabaul": ("period",), "turn_cell": ("n", "date"), "status_cell": ("n",),
                "level": ("n",), "status_note": ("n",), "period": ("low", "high"),
            }
        ),
    },
    part="drawing",
)  # fmt: skip


def terrain(data: Data, name: str) -> str:
    """The letter of a hex."""
    found: str = data["map"]["ground"]["terrain"][int(name[2:]) - 1][int(name[:2]) - 1]
    return found


def touching(one: str, other: str) -> bool:
    """Whether two hexes touch."""
    return PLAN.adjacent(PLAN.number[one], PLAN.number[other])


def the_ground_hangs_together(data: Data) -> Iterator[str]:
    """R2.1a, R2.1b, R2.1c: roads, rivers and villages lie on land, roads and rivers from hex to hex that touch."""
    chart = data["map"]
    seen: set[frozenset[str]] = set()
    for one, other in chart["roads"]["edges"]:
        if not touching(one, other):
            yield f"map.roads.edges: {one} and {other} do not touch"
        if frozenset((one, other)) in seen:
            yield f"map.roads.edges: {one} and {other} stand there twice"
        seen.add(frozenset((one, other)))
        for name in (one, other):
            if terrain(data, name) == ".":
                yield f"map.roads.edges: {name} is sea; roads lie on land"
    for river, course in every(chart["rivers"]):
        for number, name in enumerate(course):
            if terrain(data, name) == ".":
                yield f"map.rivers.{river}: {name} is sea; a river lies on land"
            if number and not any(touching(name, other) for other in course[:number]):
                yield f"map.rivers.{river}: {name} touches no hex before it"
    places: dict[str, str] = {}
    for village, entry in every(chart["village"]):
        name = entry["hex"]
        if terrain(data, name) == ".":
            yield f"map.village.{village}.hex: {name} is sea; a village lies on land"
        if name in places:
            yield f"map.village.{village}.hex: {places[name]} lies there too"
        places[name] = village


def what_the_rulebook_names_is_so(data: Data) -> Iterator[str]:
    """R2.1, R7.1, R8.2: the field lies on land; hexes that the rules name are what they say there."""
    chart = data["map"]
    pinned = chart["pinned"]
    if terrain(data, pinned["henderson_field"]) == ".":
        yield f"map.pinned.henderson_field: {pinned['henderson_field']} is sea; the airfield lies on land"
    for letter, kind in (("c", "clear"), ("j", "jungle")):
        for name in pinned[kind]:
            if terrain(data, name) != letter:
                yield f"map.ground.terrain: {name} is not {kind}, as map.pinned.{kind} says"
    for name in pinned["river"]:
        if not any(name in course for _, course in every(chart["rivers"])):
            yield f"map.rivers: no river runs through {name}, as map.pinned.river says"


def units_can_come(data: Data) -> Iterator[str]:
    """R2.2.1c, R2.2.1d, R6, R10.1: artillery has a range; each unit has a turn of arrival, or a period and a number
    at Rabaul, where Japanese units alone wait."""
    for name, unit in every(data["units"]["unit"]):
        path = f"units.unit.{name}"
        if (unit["type"] == "ART") != ("range" in unit):
            yield f"{path}.range: artillery and nothing else has a range; this is {unit['type']}"
        if name[:2] != {"american": "us", "japanese": "jp"}[unit["side"]]:
            yield f"{path}.side: the key says otherwise"
        if "period" in unit and unit["side"] == "american":
            yield f"{path}.period: Japanese units alone wait at Rabaul"
        if ("period" in unit) != ("number" in unit):
            yield f"{path}: period and number stand together"
        if "arrival" not in unit and "period" not in unit:
            yield f"{path}: arrival is missing, or period and number"


def tables_are_whole(data: Data) -> Iterator[str]:
    """R8.1.1, R8.2.1.3, R8.1.5: a cell for each column, the first column for the least strength and for turn 1."""
    tables = data["tables"]
    columns = tables["attrition"]["columns"]
    if not ladder(columns) or columns[0] != "1-6":
        yield f"tables.attrition.columns: {', '.join(columns)}; the odds rise by one from 1-6"
    for path, table, rows in (
        ("attrition.rows", "attrition", "rows"), ("fire.rows", "fire", "rows"),
        ("replenishment.american", "replenishment", "american"),
        ("replenishment.japanese", "replenishment", "japanese"),
    ):  # fmt: skip
        count = len(tables[table]["columns"])
        for die, row in enumerate(tables[table][rows], 1):
            if len(row) != count:
                yield f"tables.{path}: row {die} has {len(row)} cells for {count} columns"
    for table in ("fire", "replenishment"):
        if tables[table]["columns"][0] != 1:
            yield f"tables.{table}.columns: the first is 1"
    if tables["rabaul"]["first_turns"][0] != 1:
        yield "tables.rabaul.first_turns: the first period begins with turn 1"


def events_have_their_numbers(data: Data) -> Iterator[str]:
    """R2.3, R5.0b: an event that needs a number has it on its card, or on another; it has one."""
    known: dict[str, int] = {}
    cards = dict(every(data["cards"]["card"]))
    for key, card in cards.items():
        for side in SIDES:
            event = card[side]
            path = f"cards.card.{key}.{side}_number"
            if event not in NUMBERS:
                if f"{side}_number" in card:
                    yield f"{path}: {event} has no number; the key is left out"
                continue
            name, low, high, unit = NUMBERS[event]
            number = card.get(f"{side}_number", card.get(name))
            if number is None and any(name in other for other in cards.values()):
                continue
            if number is None:
                yield f"{path}: {event} needs a number from {low} to {high} ({unit})"
            elif not low <= number <= high:
                yield f"{path}: a number from {low} to {high} ({unit}) was expected, not {number}"
            elif known.setdefault(event, number) != number:
                yield f"{path}: {event} has the number {known[event]} on another card; it has one"
    if not cards:
        yield "cards.card: there is no card; one at least is drawn from"


def turns_go_round(data: Data) -> Iterator[str]:
    """R5.0a: events of the one side come on odd turns, of the other on even ones; the penalty's turn is one."""
    turns = data["turns"]
    if turns["events"]["odd"] == turns["events"]["even"]:
        yield "turns.events: one side has the odd turns, the other the even ones"
    penalty = data["tables"]["points"]["penalty_turn"]
    if corrected(turns["turns"], "penalty") and turns["turns"]["penalty"] != penalty:
        yield f"turns.turns.penalty: it is the turn of tables.points.penalty_turn, {penalty}; correct that"


def the_field_has_a_status(data: Data) -> Iterator[str]:
    """R2.2.2.3, R7.11: the status begins on its track; the airfield works from a number on the track."""
    field = data["tables"]["field"]
    start = data["setup"]["start"]["status"]
    for path, number in (("setup.start.status", start), ("tables.field.operational", field["operational"])):
        if number > field["most"]:
            yield f"{path}: {number} is above tables.field.most, {field['most']}"
    if corrected(field, "start") and field["start"] != start:
        yield f"tables.field.start: it is the status of setup.start.status, {start}; correct that"
    if abs(data["setup"]["start"]["points"]) >= data["tables"]["limits"]["victory"]:
        yield f"setup.start.points: the game is won at {data['tables']['limits']['victory']}"
    for side in SIDES:
        if data["setup"]["start"][f"{side}_supply"] > data["tables"]["limits"]["supply"]:
            yield f"setup.start.{side}_supply: at most tables.limits.supply, {data['tables']['limits']['supply']}"


def costs_are_paid(data: Data) -> Iterator[str]:
    """R7.3: a step costs a point at least, but on a road; a heavy unit counts no more than a hex holds."""
    for key in ("clear", "jungle", "river"):
        if not data["tables"]["terrain"][key]:
            yield f"tables.terrain.{key}: a number from 1 to 12 (movement points) was expected, not 0"
    limits = data["tables"]["limits"]
    if limits["heavy"] > limits["stack"]:
        yield f"tables.limits.heavy: at most tables.limits.stack, {limits['stack']}"


CHECKS: tuple[Check, ...] = (
    the_ground_hangs_together, what_the_rulebook_names_is_so, units_can_come, tables_are_whole,
    events_have_their_numbers, turns_go_round, the_field_has_a_status, costs_are_paid,
)  # fmt: skip

SCHEMA = Schema(
    {
        "map": MAP,
        "units": UNITS,
        "turns": TURNS,
        "cards": CARDS,
        "tables": TABLES,
        "setup": SETUP,
        "board": BOARD,
    },
    CHECKS,
    additions=True,
    cards=Cards("cards.card", tuple(dict.fromkeys(name for side in SIDES for name in EVENTS[side]))),
)
