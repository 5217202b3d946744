"""A VASSAL module in the structure that VASSAL writes, for the tests."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

HEX = "VASSAL.build.module.map.boardPicker.board."


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(b"".join(b"\0" + b"\x99" * width for _ in range(height)))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def joined(first: str, rest: str, mark: str) -> str:
    """Two values as VASSAL's encoder writes them."""
    quoted = f"'{rest}'" if rest.endswith("\\") or (rest.startswith("'") and rest.endswith("'")) else rest
    return f"{first}{mark}{quoted.replace(mark, chr(92) + mark)}"


def piece(name: str, image: str, properties: Mapping[str, str], prototype: str = "", at: tuple[int, int] | None = None,
          board: str = "null", id: str = "null", gpid: str = "", back: str = "") -> str:
    """The text of a piece, with a mark for each property."""
    kinds, states = [], []
    for key, item in properties.items():
        kinds.append(f"mark;{key}")
        states.append(item)
    if prototype:
        kinds.append(f"prototype;{prototype}")
        states.append("")
    if back:
        keys = ";".join(["Flip", "2", "F", "Increase", "2", "[", "", "2", "]", "", "", "1", "false", "0", "0"])
        kinds.append(f"emb2;{keys};{back};;true;Layer;;;false;;1;1;true;;;;;1.0")
        states.append("1")
    kinds.append(f"piece;;;{image};{name}")
    x, y = at or (0, 0)
    states.append(f"{board};{x};{y};{gpid};0")
    kind, state = kinds[-1], states[-1]
    for outer, own in zip(reversed(kinds[:-1]), reversed(states[:-1]), strict=True):
        kind, state = joined(outer, kind, "\t"), joined(own, state, "\t")
    return "/".join(["+", id, *(text.replace("/", "\\/") for text in (kind, state))])


def grid(dx: float, dy: float, x0: int, y0: int, **numbering: str) -> str:
    given = {"first": "H", "sep": "", "hType": "N", "hOff": "0", "hDescend": "false", "hLeading": "1", "vType": "N",
             "vOff": "0", "vDescend": "false", "vLeading": "1", "stagger": "true", **numbering}
    written = " ".join(f"{key}={quoteattr(item)}" for key, item in given.items())
    return (
        f'<{HEX}HexGrid dx="{dx}" dy="{dy}" x0="{x0}" y0="{y0}" sideways="false" visible="false">'
        f"<{HEX}mapgrid.HexGridNumbering {written}/></{HEX}HexGrid>"
    )


def zones(*parts: str) -> str:
    return f"<{HEX}ZonedGrid>{''.join(parts)}</{HEX}ZonedGrid>"


def zone(name: str, path: Sequence[tuple[int, int]], inner: str = "") -> str:
    points = ";".join(f"{x},{y}" for x, y in path)
    return f"<{HEX}mapgrid.Zone name={quoteattr(name)} path={quoteattr(points)}>{inner}</{HEX}mapgrid.Zone>"


def saved(pieces: Sequence[str], board: str, key: int = 0x5A) -> bytes:
    """A saved position, each byte changed by the key as VASSAL writes it."""
    text = "\x1b".join(["begin_save", "\\", *pieces, f"MainBoardPicker\t{board}\t0\t0", "end_save"])
    hidden = "!VCSK" + f"{key:02x}" + "".join(f"{byte ^ key:02x}" for byte in text.encode())
    return packed({"savedGame": hidden.encode()})


def packed(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def module(pieces: Sequence[tuple[str, str]], *, board: str = "", prototypes: Mapping[str, str] | None = None,
           setups: Mapping[str, bytes] | None = None, images: Mapping[str, bytes] | None = None,
           stacks: str = "", turns: Sequence[str] = (), build: str = "buildFile.xml", head: str = "") -> bytes:
    """A module with pieces (name, text), one board whose inner text is given, and predefined set-ups."""
    slots = "".join(
        f'<VASSAL.build.widget.PieceSlot entryName={quoteattr(name)} gpid="{n}" height="0" width="0">'
        f"{escape(text)}</VASSAL.build.widget.PieceSlot>"
        for n, (name, text) in enumerate(pieces)
    )
    kinds = "".join(
        f"<VASSAL.build.module.PrototypeDefinition name={quoteattr(name)}>{escape(text)}"
        "</VASSAL.build.module.PrototypeDefinition>"
        for name, text in (prototypes or {}).items()
    )
    begun = "".join(
        f'<VASSAL.build.module.PredefinedSetup name={quoteattr(name)} file="setup{n}.vsav" useFile="true"/>'
        for n, name in enumerate(setups or {})
    )
    track = f'<VASSAL.build.module.turn.ListTurnLevel list={quoteattr(",".join(turns))}/>' if turns else ""
    text = (
        f'{head}<VASSAL.build.GameModule name="First Blood" version="2.0" VassalVersion="3.6.7">'
        f"<VASSAL.build.module.PieceWindow>{slots}</VASSAL.build.module.PieceWindow>"
        f"<VASSAL.build.module.PrototypesContainer>{kinds}</VASSAL.build.module.PrototypesContainer>{begun}{track}"
        '<VASSAL.build.module.Map mapName="Main"><VASSAL.build.module.map.BoardPicker>'
        f'<VASSAL.build.module.map.boardPicker.Board name="Island" image="map.png">{board}'
        "</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker>"
        f"{stacks}</VASSAL.build.module.Map></VASSAL.build.GameModule>"
    )
    files = {build: text.encode(), **{f"images/{name}": data for name, data in (images or {}).items()}}
    return packed(files | {f"setup{n}.vsav": data for n, data in enumerate((setups or {}).values())})
