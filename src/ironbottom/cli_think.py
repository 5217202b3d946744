"""Several servers, and a program that thinks for them, on the command line."""

from __future__ import annotations

import argparse
import os

from ironbottom.kernel.errors import BadInput

THINK = (
    "Let computer players think here for the servers of a PostgreSQL database that were started with --announce, on "
    "this machine or another."
)


def several_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--announce", default="", metavar="HOST:PORT",
                        help="one of several servers that share a database: where the others reach this one, at a port "
                             "of its own")
    parser.add_argument("--metrics", type=int, default=0, metavar="PORT",
                        help="figures for Prometheus at this port of this machine (0: none)")


def think_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", required=True, metavar="URL",
                        help="the servers' PostgreSQL database, such as postgresql://user@host/name")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="so many at once (default: one for each processor)")


def run_think(given: argparse.Namespace) -> int:
    """Think until told to stop. Raises BadInput."""
    from ironbottom.server.moving import is_address

    if not is_address(given.database):
        raise BadInput("the database is an address such as postgresql://user@host/name")
    if not 1 <= given.workers <= 256:
        raise BadInput("--workers is a number from 1 to 256")
    try:
        from ironbottom.server.thinking import think
    except ImportError:
        raise BadInput("PostgreSQL needs the extra 'postgres': pip install 'ironbottom[postgres]'") from None
    think(given.database, given.workers)
    return 0
