"""The workshop: an owner makes each game his own copy, by looking and clicking, and plays it."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from test_company import ask

from ironbottom import games
from ironbottom.kernel.data import load_data
from vassal.build import grid, module, piece, zones
from vassal.build import saved as saved_position

Make = Callable[..., Any]


def opened(base: str, page: Make, slug: str, **how: Any) -> Any:
    """The workshop of a game, as a newcomer comes to it."""
    tab = page(base, expected="400", **how)
    tab.wait_for_selector(".game-card")
    tab.locator(f"a[href='/workshop/{slug}']").click()
    tab.wait_for_selector(".workshop:not([inert]) .ws-tab", timeout=60000)
    return tab


def saved(tab: Any) -> dict[str, Any]:
    """The copy, once all is saved that was changed."""
    tab.wait_for_function("() => document.querySelector('.ws-status').textContent === 'Saved'", timeout=30000)
    key = tab.url.split("copy=")[1].partition("&")[0]
    whole: dict[str, Any] = ask(tab, f"/api/copies/{key}")
    return whole


def tab_of(tab: Any, name: str) -> None:
    tab.get_by_role("tab", name=re.compile(f"^{name}")).click()


def typed(field: Any, text: str) -> None:
    """Key by key, for what is filled in at once is no change to Firefox."""
    field.fill("")
    field.press_sequentially(text)
    field.press("Enter")


def find(tab: Any, name: str) -> None:
    """A thing by its name, over the field at the top."""
    typed(tab.locator(".ws-search"), name)
    tab.wait_for_function(
        "(name) => document.querySelector('.ws-h')?.textContent.toLowerCase().includes(name)", arg=name.lower()
    )


def write(tab: Any, field: str, value: str) -> None:
    """Another value in a field of the form, by the field's name."""
    found = tab.locator(f'.datum [aria-label$="{field}"]:not(button)').first
    if found.evaluate("(one) => one.tagName") == "SELECT":
        found.select_option(value)
    else:
        typed(found, value)
        found.evaluate("(one) => one.blur()")


def add(tab: Any, key: str) -> None:
    """Another entry like the one that is open."""
    tab.locator(".ws-more summary", has_text="Another").click()
    box = tab.locator(".ws-more .addition")
    field = box.locator("input, select")
    if field.evaluate("(one) => one.tagName") == "SELECT":
        field.select_option(key)
    else:
        field.fill(key)
    box.get_by_role("button", name="Add").click()
    tab.wait_for_function("(key) => document.querySelector('.ws-h').textContent.includes(key)", arg=key)


def cell(tab: Any, table: str, row: int, column: int, value: str) -> None:
    """A cell of a table, written with the keyboard."""
    tab_of(tab, "Tables")
    chosen = tab.locator(".ws-choose option").evaluate_all(
        "(all, name) => all.find((one) => one.textContent.replace(' •', '') === name).value", table
    )
    tab.locator(".ws-choose select").select_option(chosen)
    first = tab.locator('.ws-grid [data-at="0,0"]')
    first.focus()
    for _ in range(row):
        tab.keyboard.press("ArrowDown")
    for _ in range(column):
        tab.keyboard.press("ArrowRight")
    tab.keyboard.type(value)
    tab.keyboard.press("Enter")


def spot(tab: Any, slug: str, thing: str) -> tuple[float, float]:
    """Where a thing lies in the window."""
    game = games.load(slug)
    plan = game.workshop(game.scenarios[0].id, load_data(game.package))
    x, y = next(one["at"] for one in plan["things"] if one["id"] == thing)
    box = tab.locator(".ws-map .chart").bounding_box()
    return box["x"] + x * box["width"] / plan["width"], box["y"] + y * box["height"] / plan["height"]


def place(tab: Any, piece: str, space: str) -> None:
    """A piece to another place, with the keyboard or clicks: the piece, the place, the button."""
    tab.locator(f'[data-key="stock-{piece}"]').click()
    find_space(tab, space)
    tab.locator('[data-key="put-here"]').click()


def find_space(tab: Any, name: str) -> None:
    typed(tab.locator(".ws-search"), name)


@dataclass
class Owner:
    """What an owner corrects: a place, a line, a number of a unit, an entry more, a cell, the set-up."""

    slug: str
    place: tuple[str, str, str]
    line: tuple[str, str, str] | None
    unit: tuple[str, str, str]
    more: tuple[str, str, str, str] | None
    cell: tuple[str, int, int, str]
    start: tuple[str, str, str]
    """From which place, which piece, to which place."""


OWNERS = [
    Owner(
        "archies-war", ("Koli Point", "kind", "land"), ("Road, Koli Point to Tetere", "kind", "trail"),
        ("American, air support", "attack", "4"), ("American, inf5", "inf6", "attack", "6"),
        ("solitaire", 2, 0, "2"), ("Koli Point", "block@koli_point", "Tetere"),
    ),
    Owner(
        "axis-allies", ("Choiseul", "airfields", "2"), ("Border D to H, closed", "way", "open"),
        ("Destroyer (Fubuki class)", "sea", "2"), None, ("units · unit", 0, 4, "6"),
        ("Choiseul", "axis.INF@CHO", "Malaita"),
    ),
    Owner(
        "first-blood", ("0510", "terrain", "clear"), ("Hexside 0510 | 0610", "kind", "clear"),
        ("1/1 1. Bn, 1st Marines", "combat", "6"), ("1/164", "9/164", "arrival", "DEC I"),
        ("combat · table · american · rows", 0, 0, "A2"), ("0603", "1/1@0603", "0604"),
    ),
    Owner(
        "henderson-field", ("4108", "terrain", "j"), ("Road 3806 to 3906", ": 2", "3807"),
        ("1/1 1st Marines", "combat", "6"), ("1/1 1st Marines", "us-9-9", "arrival", "3"),
        ("tables · fire · rows", 0, 3, "3"), ("Turn 1", "us-1-1@turn.1", "Turn 2"),
    ),
    Owner(
        "solomons", ("Q, South", "name", "New Georgia south"), None, ("J-BB-1 Yamato", "bombardment", "40"),
        ("U-DD-6", "U-DD-9", "turn", "5"), ("tables · bombardment", 0, 0, "1"), ("Rabaul", "J-CA-1@rabaul", "Truk"),
    ),
]


IN_EVERY_RUN = ("axis-allies", "henderson-field")
"""The others are for the long run."""


@pytest.mark.parametrize(
    "owner",
    [
        pytest.param(one, id=one.slug, marks=[] if one.slug in IN_EVERY_RUN else [pytest.mark.soak]) for one in OWNERS
    ],
)  # fmt: skip
def test_an_owner_makes_each_game_his_copy_and_plays_it(real: str, page: Make, owner: Owner) -> None:
    tab = opened(real, page, owner.slug)
    for name, field, value in filter(None, (owner.place, owner.line, owner.unit)):
        find(tab, name)
        write(tab, field, value)
    if owner.more is not None:
        like, key, field, value = owner.more
        find(tab, like)
        add(tab, key)
        write(tab, field, value)
    cell(tab, *owner.cell)
    tab_of(tab, "Set-up")
    find_space(tab, owner.start[0])
    place(tab, *owner.start[1:])
    whole = saved(tab)
    tab_of(tab, "Changes")
    assert tab.locator(".change-list li").count() >= 5, tab.locator(".change-list").inner_text()
    assert whole["lines"] == [], whole["lines"]
    assert whole["differs"] >= 4
    tab.get_by_role("button", name="Play with it").click()
    chosen = tab.locator(".copy-choice select[aria-describedby=copy-about]")
    assert chosen.evaluate("(one) => one.selectedOptions[0].textContent") == "My copy"
    tab.locator(".segment-choice", has_text="Hot-seat").click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_selector(".table .world", timeout=60000)
    told = ask(tab, f"/api/tables/{tab.url.rpartition('/')[2].partition('?')[0]}/copy")
    assert told["name"] == "My copy"
    assert told["differs"] == whole["differs"]


def png(width: int, height: int) -> bytes:
    """A grey picture."""
    rows = b"".join(b"\0" + b"\x88" * width for _ in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_brushes_paint_and_join_and_all_is_undone(real: str, page: Make) -> None:
    tab = opened(real, page, "henderson-field")
    find(tab, "4108")
    tab_of(tab, "Paint")
    tab.get_by_role("button", name="Jungle").click()
    tab.mouse.move(*spot(tab, "henderson-field", "4108"))
    tab.mouse.down()
    for name in ("4208", "4209", "4109"):
        tab.mouse.move(*spot(tab, "henderson-field", name), steps=6)
    tab.mouse.up()
    tab.get_by_role("button", name="Road", exact=True).click()
    for name in ("4107", "4108"):
        tab.mouse.click(*spot(tab, "henderson-field", name))
    whole = saved(tab)
    assert whole["lines"] == []
    letters = whole["overlay"]["map"]["ground"]["terrain"]
    painted = {(row, key) for row, line in letters.items() if row != "source" for key in line if key != "source"}
    assert painted == {("8", "41"), ("8", "42"), ("9", "42"), ("9", "41")}
    assert whole["overlay"]["map"]["roads"]["edges"]["added"] == [["4107", "4108"]]
    tab.get_by_role("button", name="Sea").click()
    tab.mouse.click(*spot(tab, "henderson-field", "4605"))
    tab.locator(".check-line", has_text="Koli").first.wait_for()
    assert tab.get_by_role("button", name="Play with it").is_disabled()
    for _ in range(3):
        tab.keyboard.press("Control+z")
    tab.wait_for_function("() => !document.querySelector('.check-line')", timeout=30000)
    assert saved(tab)["differs"] == 0


def test_rivers_and_villages_are_drawn_and_named(real: str, page: Make) -> None:
    slug = "henderson-field"
    tab = opened(real, page, slug)
    find(tab, "4108")
    tab_of(tab, "Paint")

    def draw(brush: str, *hexes: str) -> None:
        button = tab.get_by_role("button", name=brush, exact=True)
        if button.get_attribute("aria-pressed") == "false":
            button.click()
        tab.mouse.move(*spot(tab, slug, hexes[0]))
        tab.mouse.down()
        for name in hexes[1:]:
            tab.mouse.move(*spot(tab, slug, name), steps=4)
        tab.mouse.up()

    draw("No river", "4109", "4010")
    draw("River", "4109", "4209", "4210")
    tab.locator("[data-key=brush-name]").fill("Block Four")
    draw("River", "4406", "4407")
    tab.get_by_role("button", name="Village", exact=True).click()
    tab.locator("[data-key=brush-name]").fill("Volinavua")
    tab.mouse.click(*spot(tab, slug, "4308"))
    whole = saved(tab)
    assert whole["lines"] == []
    rivers, villages = whole["overlay"]["map"]["rivers"], whole["overlay"]["map"]["village"]
    assert {key: course for key, course in rivers.items() if key != "source"} == {
        "ilu": ["4006", "4007", "4107", "4108", "4109", "4209", "4210"], "ilu_b": ["4010", "4011", "3911", "3912"],
        "block_four": ["4406", "4407"],
    }  # fmt: skip
    assert (villages["volinavua"]["hex"], villages["volinavua"]["name"]) == ("4308", "Volinavua")
    draw("River", "4210", "4110", "4010")
    rivers = saved(tab)["overlay"]["map"]["rivers"]
    assert "ilu_b" not in rivers
    assert rivers["ilu"][-6:] == ["4210", "4110", "4010", "4011", "3911", "3912"], "the two are one again"


def test_aircraft_and_ships_are_placed_like_any_counter_and_an_airfield_is_drawn(real: str, page: Make) -> None:
    tab = opened(real, page, "first-blood")
    tab_of(tab, "Set-up")
    for counter, where in (("SBD@", "USAF ground attack"), ("ZERO@", "IJAF reserve"), ("DD@", "OCT I")):
        place(tab, counter, where)
    find_space(tab, "0708")
    place(tab, "F4F@0708", "USAF CAP")
    place(tab, "F4F@usaf_cap", "NOV I")
    tab_of(tab, "Paint")
    tab.get_by_role("button", name="Fighter strip").click()
    for name in ("0907", "0906"):
        tab.mouse.click(*spot(tab, "first-blood", name))
    whole = saved(tab)
    assert whole["lines"] == []
    setup, turn = whole["overlay"]["setup"], whole["overlay"]["turns"]["turn"]
    assert (setup["american"]["air"]["SBD"], setup["american"]["air"]["F4F"]) == (3, 2)
    assert setup["japanese"]["air"]["ZERO"] == 1
    assert setup["american_line"]["usaf_ground_attack"] == ["SBD-1", "SBD-2", "SBD-3"]
    assert whole["overlay"]["map"]["airfield"]["fighter_strip"]["hexes"] == ["0907", "0906"]
    assert (turn["OCT I"]["japanese"]["ships"]["DD"], turn["NOV I"]["american"]["air"]["F4F"]) == (2, 2)


def test_a_counter_that_is_moved_is_one_change_and_goes_back_with_one_click(real: str, page: Make) -> None:
    tab = opened(real, page, "first-blood")
    tab_of(tab, "Set-up")
    find_space(tab, "0408")
    tab.locator('[data-key="stock-3/1@0408"]').click()
    find_space(tab, "0111")
    assert tab.locator('[data-key="put-here"]').count() == 0, "3.0: outside the area of the set-up"
    find_space(tab, "0604")
    tab.locator('[data-key="put-here"]').click()
    assert saved(tab)["lines"] == []
    assert tab.locator(".set-piece.moved").get_attribute("data-piece") == "3/1"
    tab_of(tab, "Changes")
    assert tab.locator(".change-list li").all_inner_texts() == ["3/1\nbegins at 0604 instead of 0408\nPut back"]
    tab.get_by_role("button", name="Put back: 3/1").click()
    tab.get_by_text("Nothing differs yet.").wait_for()
    assert saved(tab)["overlay"] == {}


def test_one_finds_back_to_the_gallery_and_to_the_copy_that_was_worked_on(real: str, page: Make) -> None:
    tab = opened(real, page, "first-blood")
    find(tab, "1R 1st Raider Bn")
    write(tab, "combat", "5")
    mine = saved(tab)["id"]
    tab_of(tab, "Set-up")
    tab.get_by_text("It begins at: 0507").wait_for()
    tab_of(tab, "Look")
    tab_of(tab, "Look")
    assert tab.locator(".ws-h").inner_text() == "Make it your copy"
    ask(tab, "/api/copies", {"game": "first-blood", "name": "another"})
    tab.goto(f"{real}/workshop/first-blood?scenario=end-of-november")
    tab.wait_for_selector(".workshop:not([inert]) .ws-tab", timeout=60000)
    assert tab.url.endswith(f"copy={mine}")
    tab_of(tab, "Set-up")
    assert "position of its own" in tab.get_by_role("note").inner_text()


def test_a_crowd_is_one_pile_with_its_number(real: str, page: Make) -> None:
    tab = opened(real, page, "solomons")
    tab_of(tab, "Set-up")
    assert tab.locator('.set-piece[data-space="M"]').all_inner_texts() == ["×23"]
    assert tab.locator('.set-piece[data-space="truk"]').count() == 16


def test_a_module_gives_its_values_its_setup_its_board_and_its_pictures(real: str, page: Make) -> None:
    pieces = [("1st Bn, 1st Marines", piece("1/1", "one.png", {"CombatFactor": "6"})),
              ("2nd Bn, 1st Marines", piece("2/1", "two.png", {"CombatFactor": "7"}))]  # fmt: skip
    board = zones(grid(50, 60, 0, 0, hOff="4", vOff="3"))
    stood = piece("1/1", "one.png", {}, at=(100, 60), board="Main", id="7", gpid="0")
    images = {"one.png": png(40, 40), "two.png": png(40, 40), "map.png": png(600, 400)}
    tab = opened(real, page, "first-blood")
    tab_of(tab, "VASSAL")
    whole = module(pieces, board=board, images=images, setups={"Campaign": saved_position([stood], "Island")})
    choose(tab, "module-choose", "a.vmod", "application/zip", whole)
    tab.get_by_role("button", name=re.compile("^Take .*1.1.*combat")).click()
    tab.locator("[data-key=module-art]").click()
    tab.wait_for_function("() => document.querySelectorAll('.art-list img[src*=picture]').length === 2")
    tab.locator("li", has_text="Campaign").get_by_role("button", name="Take").click()
    tab_of(tab, "VASSAL")
    tab.get_by_role("button", name="Lay it under ours").click()
    tab.get_by_text("the board of your VASSAL module, which lies on this server").wait_for()
    tab.wait_for_function("() => document.querySelector('.own-picture').naturalWidth === 600")
    whole = saved(tab)
    assert whole["lines"] == []
    assert whole["overlay"]["units"]["unit"]["1/1"]["combat"] == 6
    assert "2/1" not in whole["overlay"]["units"]["unit"], "what was not taken is not there"
    assert whole["overlay"]["setup"]["american_line"]["0604"] == ["1/1"]


def test_the_picture_of_ones_own_board_is_fitted_and_stays_in_the_browser(real: str, page: Make) -> None:
    tab = opened(real, page, "solomons")
    sent: list[str] = []
    tab.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    tab_of(tab, "Photo")
    with tab.expect_file_chooser() as chooser:
        tab.locator("[data-key=own-choose]").click()
    chooser.value.set_files({"name": "board.png", "mimeType": "image/png", "buffer": png(400, 300)})
    tab.locator("[data-key=own-fit]").click()
    box = tab.locator(".ws-port").bounding_box()
    points = ((0.3, 0.3), (0.32, 0.3), (0.6, 0.3), (0.66, 0.32), (0.6, 0.7), (0.64, 0.78), (0.3, 0.7), (0.3, 0.74))
    for x, y in points:
        tab.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    tab.locator("[data-key=own-fit]").click()
    tab.get_by_text("Fitted in perspective").wait_for()
    fitted = tab.locator(".own-picture").evaluate("(one) => one.style.transform")
    assert fitted.startswith("matrix3d(")
    tab.reload()
    tab.wait_for_selector(".own-picture:not([hidden])", timeout=60000)
    assert tab.locator(".own-picture").evaluate("(one) => one.style.transform") == fitted
    assert all("/api/workshop/look" in url for url in sent)


def test_a_friend_sees_what_differs_before_he_takes_the_seat(placed: Any, page: Make) -> None:
    placed.server.tables.link_base = placed.base
    tab = opened(placed.base, page, "axis-allies")
    find(tab, "Destroyer (Fubuki class)")
    write(tab, "sea", "2")
    tab_of(tab, "Paint")
    tab.get_by_role("button", name="Two", exact=True).click()
    tab.mouse.click(*spot(tab, "axis-allies", "CHO"))
    for brush, zone in (("Allies 3", "G"), ("None", "C")):
        tab.get_by_role("group", name="Deployment numbers").get_by_role("button", name=brush).click()
        tab.mouse.click(*spot(tab, "axis-allies", zone))
    whole = saved(tab)
    assert whole["lines"] == []
    spaces = whole["overlay"]["map"]["space"]
    assert (spaces["G"]["deploy"]["side"], spaces["G"]["deploy"]["number"]) == ("allies", 3)
    assert spaces["C"]["removed"] == ["deploy"]
    tab.get_by_role("button", name="Play with it").click()
    tab.get_by_role("radio", name="With a friend").check(force=True)
    tab.get_by_role("button", name="Start the game").click()
    friend = page(tab.get_by_role("textbox", name=re.compile("^Link for")).input_value(), 390, 844, expected="403")
    told = friend.locator(".copy-told")
    told.get_by_text("Choiseul, airfields").wait_for()
    assert "2 instead of 1" in told.inner_text()
    assert "destroyer, ships" in told.inner_text()
    assert friend.get_by_role("button", name="Take the seat").is_visible()


def choose(tab: Any, button: str, name: str, kind: str, data: bytes) -> None:
    """A file for the button that asks for one."""
    with tab.expect_file_chooser() as chooser:
        tab.locator(f"[data-key={button}]").click()
    chooser.value.set_files({"name": name, "mimeType": kind, "buffer": data})


def pdf(*streams: bytes) -> bytes:
    """A PDF of such streams: its pages are not read."""
    return b"%PDF-1.4\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % pair for pair in enumerate(streams, 1)) + b"%%EOF\n"


def test_of_a_pdf_the_photographs_are_taken_and_what_is_drawn_is_said_how_to_bring(real: str, page: Make) -> None:
    tab = opened(real, page, "axis-allies")
    tab_of(tab, "Photo")
    drawing = b"<< /Length 18 >>\nstream\n0 0 m 99 99 l S   \nendstream"
    choose(tab, "own-choose", "drawn.pdf", "application/pdf", pdf(drawing))
    tab.locator(".toast", has_text="export the page as PNG").wait_for()
    assert tab.locator(".own-picture").is_hidden()
    photo = bytes(tab.evaluate("""async () => {
      const canvas = new OffscreenCanvas(240, 120);
      canvas.getContext('2d').fillRect(0, 0, 100, 100);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())];
    }"""))
    head = b"<< /Type /XObject /Subtype /Image /Width 240 /Height 120 /Filter %s /Length %d >>\nstream\n%s\nendstream"
    packed = zlib.compress(photo)
    photos = [(b"/DCTDecode", len(photo), photo), (b"[/FlateDecode /DCTDecode]", len(packed), packed)]
    scan = pdf(drawing, *(head % one for one in photos))
    choose(tab, "own-choose", "scan.pdf", "application/pdf", scan)
    tab.get_by_text("2 photographs are in this PDF").wait_for()
    tab.get_by_role("button", name="Picture 2").click()
    tab.wait_for_function("() => document.querySelector('.own-picture').naturalWidth === 240")
    assert tab.get_by_text("scan.pdf").is_visible()


FITTED = """() => {
  const port = document.querySelector('.ws-port').getBoundingClientRect();
  const map = document.querySelector('.ws-port .chart').getBoundingClientRect();
  return map.left >= port.left - 1 && map.right <= port.right + 1 && map.top >= port.top - 1
    && map.bottom <= port.bottom + 1;
}"""
"""The whole map stands in its window, also where the map is wide and the window narrow."""


def test_by_keyboard_and_on_a_phone(real: str, page: Make, axe: Callable[[Any], list[dict[str, Any]]]) -> None:
    tab = opened(real, page, "axis-allies", width=360, height=740, touch=True)
    assert tab.evaluate("() => document.documentElement.scrollWidth") <= 360
    tab.locator(".counter-button").first.tap()
    write(tab, "sea", "2")
    assert saved(tab)["differs"] == 1
    assert tab.evaluate("() => document.querySelector('.ws-panel').scrollWidth <= 360")
    for name in ("Look", "Tables", "Set-up", "Photo"):
        tab_of(tab, name)
        assert [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in axe(tab)] == [], name
    tab.locator(".ws-port").focus()
    tab.keyboard.press("0")
    tab.wait_for_function(FITTED)
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    tab.wait_for_function("() => !document.querySelector('.ws-h').textContent.includes('Destroyer')")
    tab.keyboard.press("Control+z")
    tab.wait_for_function("() => document.querySelector('[data-tool=undo]').disabled")


WRITTEN = """async ([slug, scenario, ways]) => {
  const tree = await import('/js/workshop/tree.js');
  const { overlayOf } = await import('/js/workshop/overlay.js');
  const begun = await (await fetch(`/api/workshop/${slug}`)).json();
  let data = begun.data;
  for (const [keys, value] of ways) data = tree.put(data, keys, value === null ? undefined : value);
  const overlay = overlayOf(begun.data, data, 'R: my copy');
  const answer = await (await fetch('/api/workshop/look', {method: 'POST', headers: {'Content-Type': 'application/json', 'X-Ironbottom': '1'},
    body: JSON.stringify({game: slug, scenario, theme: 'chart', overlay, have: {}, whole: true})})).json();
  return {faults: answer.faults, differs: tree.changes(data, answer.data ?? {}), size: JSON.stringify(overlay).length};
}"""  # noqa: E501


@pytest.mark.parametrize(
    ("slug", "ways"),
    [
        ("henderson-field", [
            (["map", "ground", "terrain", 7, 40], "j"), (["map", "roads", "edges", 0], None),
            (["tables", "fire", "rows", 0, 3], 3), (["tables", "attrition", "rows", 2, 4, 0], 2),
            (["units", "unit", "us-1-3"], None), (["units", "unit", "us-1-2", "history"], "another text than before"),
            (["turns", "turn", "5", "american"], 7), (["map", "names", "3710"], None),
        ]),
        ("solomons", [(["tables", "surface", "1", 2], "none/none"), (["setup", "japanese", "aboard_default", 3], 0),
                      (["units", "J-BB-1", "name"], "Shinano")]),
        ("first-blood", [(["combat", "table", "american", "rows", 1, 1], "EX"),
                         (["hexes", "hex", "0510", "terrain"], "clear"),
                         (["hexsides", "side", "0510|0610", "kind"], "clear")]),
    ],
)  # fmt: skip
def test_what_the_page_writes_is_what_the_program_reads(real: str, page: Make, slug: str, ways: list[Any]) -> None:
    tab = page(real)
    tab.wait_for_selector(".game-card")
    found = tab.evaluate(WRITTEN, [slug, games.load(slug).scenarios[0].id, [list(way) for way in ways]])
    assert found["faults"] == []
    assert [change for change in found["differs"] if change["keys"][-1] != "source"] == []
    assert found["size"] < 1500


def test_what_ones_card_says_is_written_down_and_read_at_ones_own_table(placed: Any, page: Make) -> None:
    tab = opened(placed.base, page, "henderson-field")
    find(tab, "Event card 7")
    field = tab.get_by_role("textbox", name="Torrential rain", exact=True)
    field.fill("The heavens open.\nNobody shoots.")
    field.blur()
    whole = saved(tab)
    assert (whole["words"], whole["overlay"]) == ({"rain": "The heavens open.\nNobody shoots."}, {})
    tab.reload()
    tab.wait_for_selector(".workshop:not([inert]) .ws-tab", timeout=60000)
    find(tab, "Event card 7")
    assert "heavens" in field.input_value()
    position = {"turn": 9, "phase": "american_event", "field": "american", "deck": [7],
                "american": {"3507": ["us-1-1"]}, "japanese": {"2608": ["jp-124-1"]}}  # fmt: skip
    path = placed.table(tab, "henderson-field", position, copy=whole["name"])
    tab.goto(placed.base + path)
    tab.wait_for_selector(".table .world")
    tab.get_by_role("tab", name="Log").click()
    said = tab.locator(".log .own-words")
    said.wait_for()
    assert "Nobody shoots." in said.inner_text()
    tab.get_by_role("button", name=re.compile("^Open the card: ")).first.click()
    assert "Nobody shoots." in tab.locator(".told-card .own-words").inner_text()
    record = tab.evaluate("(path) => fetch(path).then((answer) => answer.text())", f"/api/tables{path[2:]}/record")
    assert "henderson-field" in record
    assert "heavens" not in record


def test_the_words_of_an_event_are_read_at_ones_own_table_alone(placed: Any, page: Make) -> None:
    tab = page(placed.base)
    tab.wait_for_selector(".game-card")
    made = ask(tab, "/api/copies", {"game": "archies-war", "name": "mine"})
    said = {"air_strikes": "The carriers are here, boys."}
    kept = {"version": made["version"], "overlay": {}, "same": {}, "words": said}
    ask(tab, f"/api/copies/{made['id']}", kept)
    dice = [("JapaneseRoll", 5), ("AirRaid", 5), ("Appeal", 2)]
    for copy, seen in (("mine", 1), ("", 0)):
        path = placed.table(tab, "archies-war", {"scenario": "solitaire"}, dice, ["choose appeal_navy"], copy=copy)
        tab.goto(placed.base + path)
        tab.wait_for_selector(".table .world")
        tab.get_by_role("tab", name="Log").click()
        tab.locator(".log .line", has_text="Air strikes").first.wait_for()
        assert tab.locator(".log .own-words", has_text="The carriers are here").count() == seen


HEADS = """() => [...document.querySelectorAll('.ws-head > *')].filter((one) => one.offsetWidth)
  .map((one) => one.offsetTop + one.offsetHeight / 2)"""


@pytest.mark.parametrize("slug", ["henderson-field", "axis-allies"])
def test_the_head_stands_in_one_row_and_nothing_lies_on_the_board(real: str, page: Make, slug: str) -> None:
    tab = opened(real, page, slug, width=1280, height=720)
    middles = tab.evaluate(HEADS)
    assert max(middles) - min(middles) < 4
    assert tab.evaluate("document.documentElement.scrollWidth") == 1280
    board = tab.locator(".ws-map").bounding_box()
    zoom = tab.locator(".ws-zoom").bounding_box()
    assert zoom["y"] + zoom["height"] <= board["y"]
    tab.locator(".counter-button").first.click()
    typed(tab.locator('.datum input[type="number"]').first, "9999")
    tab.locator(".ws-checks .check-line").first.wait_for()
    assert tab.locator(".ws-map").bounding_box() == board, "a fault moves no board"


def test_in_the_setup_no_counters_are_slivers_and_turns_keep_their_numbers(real: str, page: Make) -> None:
    tab = opened(real, page, "solomons")
    tab_of(tab, "Set-up")
    pile = tab.locator('.set-piece[data-space="M"]')
    pile.wait_for()
    assert pile.locator("b").inner_text() == "×23"
    placed_at = tab.evaluate("""() => [...document.querySelectorAll('.set-piece')]
      .map((one) => [one.dataset.space, ...['left', 'top', 'width'].map((key) => parseFloat(one.style[key]))])""")
    for space, x, y, wide in placed_at:
        beside = [abs(x - other) for there, other, line, _ in placed_at if there == space and line == y and other != x]
        assert min(beside, default=wide) >= wide * 0.6, space
    turn = next(one for one in placed_at if one[0] == "turn.1")
    assert turn[1] - turn[3] / 2 > 356 + 16, "the cell begins at 356, and its number stands in its corner"
    pile.click()
    tab.locator(".counter-list .counter-button").nth(22).wait_for()
