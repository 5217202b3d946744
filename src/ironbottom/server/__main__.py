"""`python -m ironbottom.server`: the server alone, without the command line's other verbs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ironbottom.kernel.errors import BadInput
from ironbottom.server.app import serve
from ironbottom.server.settings import Settings


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ironbottom.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8042)
    parser.add_argument("--data", type=Path, default=Settings().data)
    parser.add_argument("--public-url", default="")
    parser.add_argument("--durability", default="full")
    parser.add_argument("--open", action="store_true", help="open the browser")
    given = parser.parse_args()
    try:
        settings = Settings(
            host=given.host, port=given.port, data=given.data, public_url=given.public_url, durability=given.durability
        )
        serve(settings, open_browser=given.open)
    except BadInput as error:
        print(f"ironbottom: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
