"""A server's data on the command line: saved, brought back, carried into another database."""

from __future__ import annotations

import argparse
from pathlib import Path


def database_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", default="", metavar="URL",
                        help="a PostgreSQL database in place of the one in the data folder, such as "
                             "postgresql://user@host/name; also 'database' in server.toml")


def save(file: Path, folder: Path, database: str) -> None:
    """Write a backup of a data folder and its database. Raises BadInput."""
    from ironbottom.server.app import read_settings
    from ironbottom.server.backup import backup

    backup(folder, file, database or read_settings(folder).get("database", ""))
    print(f"saved to {file}")


def bring_back(file: Path, folder: Path) -> None:
    """Put a backup into a data folder. Raises BadInput."""
    from ironbottom.server.app import read_settings
    from ironbottom.server.backup import restore

    aside = restore(file, folder)
    print(f"restored to {folder}" + (f"; what lay there before is in {aside}" if aside else ""))
    if "database" in read_settings(folder):
        print(f"server.toml names a database: bring the data there with `ironbottom move-database {folder} URL`")


def move_database(given: argparse.Namespace) -> int:
    """Carry all that a database holds into an empty one. Raises BadInput."""
    from ironbottom.server.moving import move

    count = move(given.source, given.target)
    print(f"moved {count} table{'' if count == 1 else 's'}; the old database stays as it was")
    return 0
