"""A game's printed data: `data/*.toml`, where each datum comes from, and its owner's corrections.

Every entry (a table) has a `source`, or stands in one that has: its first letter is the tag R (rulebook), P
(public), K (known)
or D (reconstructed), then where. An overlay is a TOML file of the same shape that holds only what differs:

    [two_player.units.american.air_support]
    attack = 4
    source = "R: my copy"
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from ironbottom.kernel.errors import BadInput

TAGS = {"R": "rulebook", "P": "public source", "K": "known", "D": "reconstructed", "O": "owner's correction"}
LARGEST_FILE = 1_000_000
"""Bytes: the largest text file that is read from a stranger."""


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file from outside. Raises BadInput for a missing, too large or broken one, with its name."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadInput(f"{path.name} is larger than {LARGEST_FILE} bytes")
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path.name} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path.name} is not TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{path.name} is nested too deeply") from None


def load_data(package: str, overlay: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """All of a game's data files by stem, with the owner's corrections put in. Raises BadInput for a wrong overlay."""
    folder = files(package) / "data"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    data = {name.removesuffix(".toml"): tomllib.loads((folder / name).read_text("utf-8")) for name in names}
    if overlay:
        _correct(data, overlay, "")
    return data


def _correct(data: dict[str, Any], overlay: Mapping[str, Any], where: str) -> None:
    for key, item in overlay.items():
        path = f"{where}{key}"
        if key == "source":
            if not isinstance(item, str):
                raise BadInput(f"overlay, {path}: a source is a text such as 'R: my copy'")
            continue
        if key not in data:
            known = ", ".join(k for k in data if k != "source")
            raise BadInput(f"overlay: there is no {path}; known there: {known}")
        old = data[key]
        if isinstance(old, dict):
            if not isinstance(item, Mapping):
                raise BadInput(f"overlay, {path}: a table was expected")
            _correct(old, item, path + ".")
        elif type(old) is not type(item):
            raise BadInput(f"overlay, {path}: {type(old).__name__} was expected, as in {old!r}")
        else:
            data[key] = item
            data["source"] = "O: " + str(overlay.get("source", "owner's correction"))


def digest(data: Any) -> str:
    """A digest of data, the same on every machine."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def sources(data: Mapping[str, Any], where: str = "", inherited: str = "") -> Iterator[tuple[str, Any, str]]:
    """Each datum with its source: (path, value, "R: ..."). An entry without a source of its own has its table's."""
    own = str(data.get("source", inherited))
    for key, item in data.items():
        if key == "source":
            continue
        path = f"{where}{key}"
        if isinstance(item, Mapping):
            yield from sources(item, path + ".", own)
        else:
            yield path, item, own


def unsourced(data: Mapping[str, Any]) -> list[str]:
    """The paths of data whose source is missing or has no known tag: there should be none."""
    return [path for path, _, source in sources(data) if source[:2] not in {f"{tag}:" for tag in TAGS}]
