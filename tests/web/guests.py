"""Who comes to a table, a lesson or the lobby without the first page, which costs more than the one that is tested."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def come(page: Callable[..., Any], base: str, **how: Any) -> Any:
    """An empty page of somebody whom the server knows."""
    tab = page("about:blank", **how)
    tab.request.get(f"{base}/api/me")
    return tab


def post(tab: Any, address: str, body: Any) -> Any:
    return tab.request.post(address, data=body, headers={"X-Ironbottom": "1"}).json()
