"""JSON, as it is sent and as it is stored."""

from __future__ import annotations

from typing import Any

import msgspec

encode = msgspec.json.Encoder().encode
decode = msgspec.json.decode


def dump(data: Any) -> str:
    """Plain data as compact JSON text."""
    return encode(data).decode()
