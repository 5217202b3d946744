"""What a module holds: pieces with their properties and pictures, boards with their grids, set-ups, the turn track."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from ironbottom.kernel.errors import BadInput
from ironbottom.vassal.archive import Archive, short, size_of
from ironbottom.vassal.coded import split, traits
from ironbottom.vassal.grid import Grid, Place, grid_of

MOST_PIECES = 5_000
MOST_DEPTH = 20
"""Prototypes within prototypes."""
LARGEST_SAVED = 40_000_000
"""Characters of a saved position, in clear."""
BUILD, MODULE, MAP, BOARD = (
    "VASSAL.build.", "VASSAL.build.module.", "VASSAL.build.module.map.", "VASSAL.build.module.map.boardPicker.Board"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: `name` as its palette calls it, `own` as it calls itself; `gpid`, by which its copies in saved positions
    are known; `images` of its faces, the front first; `properties` by name, as the module calls them."""

    name: str
    own: str
    gpid: str
    images: tuple[str, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board: its picture, the size that the module gives it (pixels; 0: the picture's), and its grid."""

    name: str
    image: str
    width: int
    height: int
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a piece stands: by the name of its place (a hex's number, a zone's or a region's name), if it has one."""

    piece: Piece
    place: str


@dataclass(frozen=True, slots=True)
class Module:
    """All of it."""

    name: str
    version: str
    pieces: tuple[Piece, ...]
    boards: tuple[Sheet, ...]
    setups: tuple[tuple[str, tuple[Standing, ...]], ...]
    """By the name of the predefined set-up; that of the module itself is called ""."""
    turns: tuple[tuple[str, ...], ...]
    """The lists of its turn track, each with its names in order: turns, phases, or the like."""


def read(data: bytes) -> tuple[Module, Archive]:
    """A module's content, and its archive for the pictures. Raises BadInput."""
    archive = Archive(data)
    root = archive.build()
    prototypes = dict(_prototypes(root))
    slots = [slot for kind in ("PieceSlot", "CardSlot") for slot in root.iter(f"{BUILD}widget.{kind}")]
    if len(slots) > MOST_PIECES:
        raise BadInput(f"this module has {len(slots)} pieces; at most {MOST_PIECES} are read")
    pieces: dict[tuple[str, str], Piece] = {}
    for slot in slots:
        piece = piece_of(slot.text or "", prototypes, slot.get("entryName", ""), slot.get("gpid", ""))
        if piece is not None:
            pieces.setdefault((piece.gpid, piece.name), piece)
    boards = tuple(_board(one, archive) for picker in root.iter(f"{MAP}BoardPicker") for one in picker.iter(BOARD))
    setups = [("", tuple(_at_start(root, prototypes, boards)))]
    for one in root.iter(f"{MODULE}PredefinedSetup"):
        if one.get("file") and (saved := archive.save(one.get("file", ""))) is not None:
            standing = tuple(_saved(saved, prototypes, boards))
            setups.append((one.get("name", ""), standing))
    if not (pieces or boards or setups[0][1]):
        raise BadInput("this is no VASSAL module: it holds neither pieces nor a board")
    turns = tuple(_turns(root))
    return Module(
        root.get("name", "") or root.get("description", ""), root.get("version", ""), tuple(pieces.values()), boards,
        tuple(setup for setup in setups if setup[1]), turns,
    ), archive  # fmt: skip


def _prototypes(root: Element) -> Iterator[tuple[str, str]]:
    for one in root.iter(f"{MODULE}PrototypeDefinition"):
        parts = split(one.text or "", "/")
        if len(parts) > 2:
            yield one.get("name", ""), one.text or ""


def piece_of(text: str, prototypes: Mapping[str, str], name: str = "", gpid: str = "") -> Piece | None:
    """A piece as the module writes it: `+/id/type/state`. None for what is none, a stack or a deck for instance."""
    parts = split(text.strip(), "/")
    if len(parts) < 4 or parts[0] != "+":
        return None
    images: list[str] = []
    properties: dict[str, str] = {}
    called, image = _traits(parts[2], parts[3], prototypes, images, properties, 0)
    if called is None:
        return None
    front = dict.fromkeys(one for one in (image, *images) if one)
    kept = (split(traits(parts[3])[-1], ";") + [""] * 4)[3]
    return Piece(name or called, called, gpid or kept, tuple(front), properties)


def _traits(
    type_: str, state: str, prototypes: Mapping[str, str], images: list[str], properties: dict[str, str], depth: int
) -> tuple[str | None, str]:
    """Take in what the traits say; the name and the picture of the piece that they are put on, (None, "") where there
    is none."""
    kinds, states = traits(type_), traits(state)
    name, image = None, ""
    for at, kind in enumerate(kinds):
        fields = split(kind, ";")
        now = split(states[at], ";") if at < len(states) else [""]
        match fields[0]:
            case "piece":
                name, image = (fields + [""] * 5)[4], (fields + [""] * 5)[3]
            case "mark":  # several names and values, separated by commas, in one
                names = split(fields[1], ",") if len(fields) > 1 else []
                values = split(now[0], ",") if len(names) > 1 else [";".join(now)]
                for key, item in zip(names, values, strict=False):
                    properties.setdefault(key, item)
            case "PROP":
                if len(fields) > 1:
                    properties.setdefault(fields[1], now[0])
            case "emb2":
                # the pictures come after fifteen fields of keys and offsets
                images += split(fields[16], ",") if len(fields) > 16 else []
            case "prototype" if depth < MOST_DEPTH and len(fields) > 1 and fields[1] in prototypes:
                parts = split(prototypes[fields[1]].strip(), "/")
                _traits(parts[2], parts[3] if len(parts) > 3 else "", prototypes, images, properties, depth + 1)
    return name, image


def _board(one: Element, archive: Archive) -> Sheet:
    """A board with its picture's own size, or else the size that the module gives it."""
    image = one.get("image", "")
    picture = archive.picture(image) if image else None
    width, height = size_of(picture[0]) if picture is not None else (0, 0)
    width, height = width or int(number(one.get("width"))), height or int(number(one.get("height")))
    return Sheet(one.get("name", ""), image, width, height, grid_of(one, width, height))


def _place(boards: tuple[Sheet, ...], board: str, x: float, y: float) -> str:
    """The name of the place at a pixel of a board, or of the only one."""
    sheet = next((one for one in boards if one.name == board), boards[0] if len(boards) == 1 else None)
    found: Place | None = sheet.grid.at(x, y) if sheet is not None and sheet.grid is not None else None
    return found.name if found is not None else ""


def _at_start(root: Element, prototypes: Mapping[str, str], boards: tuple[Sheet, ...]) -> Iterator[Standing]:
    """The stacks that stand on the board in every game."""
    for stack in root.iter(f"{MAP}SetupStack"):
        place = stack.get("location", "") if stack.get("useGridLocation") == "true" else ""
        if not place:
            place = _place(boards, stack.get("owningBoard", ""), number(stack.get("x")), number(stack.get("y")))
        for slot in stack.iter(f"{BUILD}widget.PieceSlot"):
            piece = piece_of(slot.text or "", prototypes, slot.get("entryName", ""), slot.get("gpid", ""))
            if piece is not None:
                yield Standing(piece, place or stack.get("name", ""))


def number(text: str | None) -> float:
    """A number from a module; 0 for what is none."""
    try:
        found = float(text or 0)
    except ValueError:
        return 0.0
    return found if abs(found) < 1e6 else 0.0


def _saved(archive: Archive, prototypes: Mapping[str, str], boards: tuple[Sheet, ...]) -> Iterator[Standing]:
    """The pieces of a saved position, where they stand."""
    name = "savedGame" if archive.has("savedGame") else "savedgame"
    if not archive.has(name):
        return
    board = ""
    text = clear(archive.read(name, LARGEST_SAVED))
    commands = [command.rstrip("\\") for command in text.split("\x1b")]
    for command in commands:
        head, _, rest = command.partition("BoardPicker\t")
        if rest and not head.startswith("+"):
            board = rest.split("\t")[0]
    for command in commands:
        piece = piece_of(command, prototypes)
        if piece is None:
            continue
        state = split(traits(split(command.strip(), "/")[3])[-1], ";")
        if len(state) > 2:
            yield Standing(piece, _place(boards, board, number(state[1]), number(state[2])))


def clear(data: bytes) -> str:
    """A saved position in clear: it is packed, or each byte is written as two digits and changed by a key."""
    if data.startswith(b"\xfd7zXZ"):
        packed = lzma.LZMADecompressor(memlimit=1 << 28)
        try:
            data = packed.decompress(data, LARGEST_SAVED)
        except lzma.LZMAError as error:
            raise BadInput(f"a set-up of this module cannot be unpacked: {error}") from None
    elif data.startswith(b"!VCSK"):
        try:
            key = int(data[5:7], 16)
            data = bytes(one ^ key for one in bytes.fromhex(data[7:].decode("ascii")))
        except ValueError:
            raise BadInput("a set-up of this module cannot be read: its bytes are not written as VASSAL does") from None
    return data.decode("utf-8", "replace")


def _turns(root: Element) -> Iterator[tuple[str, ...]]:
    """The turn track, as far as it consists of lists."""
    for one in root.iter(f"{MODULE}turn.ListTurnLevel"):
        yield tuple(short(name) for name in split(one.get("list", ""), ",") if name)
