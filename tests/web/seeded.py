"""Starts the server as `python -m ironbottom.server` does, but every table has the same dice, whatever its pages give,
and computer players think with the same ones: what a browser test sees must not hang on luck. The server itself has no
such switch."""

from __future__ import annotations

import secrets
import sys
from typing import Any

from ironbottom.server import making, records, thinkers
from ironbottom.server.__main__ import main
from ironbottom.table import table


class Known:
    """`secrets`, but for what dice are made of. Links and cookies (`token_urlsafe`) stay what they are."""

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)

    @staticmethod
    def token_bytes(count: int) -> bytes:
        return bytes(range(count))

    @staticmethod
    def randbits(count: int) -> int:
        return 1942 % (1 << count)

    @staticmethod
    def choice(items: Any) -> Any:
        return items[0]


if __name__ == "__main__":
    for module in (making, records, thinkers):
        vars(module)["secrets"] = Known()
    vars(table)["key_of"] = lambda seed, numbers: seed
    sys.exit(main())
