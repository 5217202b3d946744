"""The zip file of a module, which comes from anybody: read in bounds."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from ironbottom.kernel.errors import BadInput

MOST_ENTRIES = 20_000
LARGEST_XML = 40_000_000
LARGEST_IMAGE = 40_000_000
"""Bytes, unpacked; a scan of a large board has some twenty million."""
LARGEST_SAVE = 20_000_000
BUILD = ("buildFile.xml", "buildFile")

IMAGES: Mapping[str, tuple[tuple[bytes, ...], str]] = {
    "png": ((b"\x89PNG\r\n\x1a\n",), "image/png"),
    "jpg": ((b"\xff\xd8\xff",), "image/jpeg"),
    "gif": ((b"GIF87a", b"GIF89a"), "image/gif"),
    "webp": ((b"RIFF",), "image/webp"),
    "svg": ((), "image/svg+xml"),
}
"""The kinds of picture that are taken: how they begin, and what they are called."""


class Archive:
    """A module's files. Raises BadInput, here and in all that reads, in one line."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, RuntimeError) as error:  # the last for a zip of a later version
            raise BadInput(f"this is no VASSAL module: it is not a zip file ({error})") from None
        infos = self._zip.infolist()
        if len(infos) > MOST_ENTRIES:
            raise BadInput(f"this module holds {len(infos)} files; at most {MOST_ENTRIES} are read")
        self._infos = {info.filename: info for info in infos if not info.is_dir()}
        self._lower = {PurePosixPath(name).name.lower(): name for name in self._infos if name.startswith("images/")}

    def build(self) -> Element:
        """The build file's root."""
        name = next((name for name in BUILD if name in self._infos), None)
        if name is None:
            raise BadInput(f"this is no VASSAL module: it holds no {BUILD[0]}")
        return xml(self.read(name, LARGEST_XML), name)

    def save(self, name: str) -> Archive | None:
        """A saved position that the module brings, which is a zip file too; None where it is not there."""
        return Archive(self.read(name, LARGEST_SAVE)) if name in self._infos else None

    def has(self, name: str) -> bool:
        return name in self._infos

    def read(self, name: str, most: int) -> bytes:
        """A file of at most so many bytes, whatever the zip's own table says of its size."""
        try:
            with self._zip.open(self._infos[name]) as file:
                data = file.read(most + 1)
        except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, ValueError) as error:
            raise BadInput(f"{short(name)} in this module cannot be read: {error}") from None
        except Exception as error:  # what a broken stream of zlib, lzma or bz2 raises
            raise BadInput(f"{short(name)} in this module cannot be unpacked: {type(error).__name__}") from None
        if len(data) > most:
            raise BadInput(f"{short(name)} in this module is larger than {most // 1_000_000} MB")
        return data

    def picture(self, name: str) -> tuple[bytes, str] | None:
        """A picture by the name that a piece or board gives it, and its media type; None where it is not there or is of
        no kind that a page shows. Old modules leave the ending out."""
        low = PurePosixPath(name.replace("\\", "/")).name.lower()
        called = (low, *(f"{low}.{end}" for end in IMAGES))
        found = next((self._lower[one] for one in called if one in self._lower), None)
        if found is None:
            return None
        data = self.read(found, LARGEST_IMAGE)
        kind = media_type(data)
        return None if kind is None else (data, kind)


def media_type(data: bytes) -> str | None:
    """What kind of picture these bytes are, by their beginning; None for anything else."""
    for starts, kind in IMAGES.values():
        if any(data.startswith(start) for start in starts) and (kind != "image/webp" or data[8:12] == b"WEBP"):
            return kind
    head = data[:2000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return "image/svg+xml" if head.startswith((b"<svg", b"<?xml", b"<!--")) and b"<svg" in head else None


def xml(data: bytes, name: str) -> Element:
    """An XML file's root; one that declares entities or a document type is refused."""
    try:
        return fromstring(data, forbid_dtd=True)  # type: ignore[no-any-return]
    except DefusedXmlException:
        raise BadInput(f"{short(name)} declares entities, which no module needs; it is not read") from None
    except (ParseError, ValueError, LookupError) as error:
        raise BadInput(f"{short(name)} is not XML: {error}") from None
    except RecursionError:
        raise BadInput(f"{short(name)} is nested too deeply") from None


def short(name: str) -> str:
    """A name as a message shows it."""
    return name if len(name) <= 80 else name[:79] + "…"


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a picture in pixels, by its head; (0, 0) where that does not tell."""
    if data.startswith(b"\x89PNG") and len(data) > 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith(b"GIF8") and len(data) > 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    at = 2
    while data.startswith(b"\xff\xd8") and at + 9 < len(data) and data[at] == 0xFF:
        if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0
