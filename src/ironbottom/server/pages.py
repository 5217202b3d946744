"""The page's own files, from the package `ironbottom.web`: read once, packed once."""

from __future__ import annotations

import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable

from ironbottom.drawing import tokens
from ironbottom.server.catalogue import Asset
from ironbottom.server.errors import NotFound

KINDS = {
    ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml",
    ".json": "application/json", ".png": "image/png", ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon", ".woff2": "font/woff2", ".txt": "text/plain", ".mp3": "audio/mpeg", ".ogg": "audio/ogg",
}  # fmt: skip


class Pages:
    """The files by their address. Any other address without a dot is the page itself, which finds its way alone."""

    def __init__(self) -> None:
        self._files: dict[str, Traversable] = {}
        self._read: dict[str, Asset] = {}
        root = files("ironbottom") / "web"
        if root.is_dir():
            self._walk(root, "")

    def _walk(self, folder: Traversable, prefix: str) -> None:
        for item in folder.iterdir():
            if item.is_dir():
                self._walk(item, f"{prefix}{item.name}/")
            elif "." + item.name.rpartition(".")[2] in KINDS:
                self._files[prefix + item.name] = item

    def find(self, path: str) -> Asset:
        """The file at an address. Raises NotFound."""
        name = path.strip("/")
        if "." not in name.rpartition("/")[2]:
            name = "index.html"
        if name not in self._read:
            if name == "tokens.css":
                self._read[name] = Asset(tokens.css().encode(), "text/css; charset=utf-8")
            elif name in self._files:
                file = self._files[name]
                suffix = "." + name.rpartition(".")[2]
                kind = KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
                text = kind.startswith("text/") or kind in ("image/svg+xml", "application/json")
                self._read[name] = Asset(file.read_bytes(), kind + "; charset=utf-8" if text else kind)
            else:
                raise NotFound("there is no such page")
        return self._read[name]
