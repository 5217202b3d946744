"""The page's own files, from the package `ironbottom.web`: read once, packed once."""

from __future__ import annotations

import hashlib
import json
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


WORKER = "sw.js"
PLACES = (
    "t", "join", "me", "mail", "owner", "workshop", "aid", "lobby", "player", "tournament", "tournaments", "ratings",
)  # fmt: skip
"""What an address begins with that the page (`web/js/main.js`) knows, besides its first one."""


def is_place(path: str) -> bool:
    """Whether the page shows something at this address; a file is found or not."""
    first = path.strip("/").partition("/")[0]
    return not first or "." in path.rpartition("/")[2] or first in PLACES


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

    def _worker(self) -> Asset:
        """The page's service worker, with the names of all files that it keeps, and a digest of them: where one has
        changed it is another worker, and fetches them anew."""
        names = sorted({*self._files, "tokens.css", "index.html"} - {WORKER})
        whole = hashlib.sha256()
        for name in names:
            whole.update(name.encode() + self.find(name).data)
        head = f"self.VERSION = {json.dumps(whole.hexdigest()[:16])};\nself.FILES = {json.dumps(names)};\n"
        return Asset(head.encode() + self._files[WORKER].read_bytes(), "text/javascript; charset=utf-8")

    def find(self, path: str) -> Asset:
        """The file at an address. Raises NotFound."""
        name = path.strip("/")
        if "." not in name.rpartition("/")[2]:
            name = "index.html"
        if name not in self._read:
            if name == WORKER:
                self._read[name] = self._worker()
            elif name == "tokens.css":
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
