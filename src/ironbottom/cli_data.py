"""A server's data on the command line: saved, brought back, carried into another database."""

from __future__ import annotations

import argparse
from pathlib import Path

from ironbottom.kernel.errors import BadInput

OWNER = (
    "Give a player the role of the server's owner, who sees players, tables and complaints at /owner and may suspend "
    "players; or take it from him. The server may be running."
)


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


def owner_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("grant", "revoke", "list"), help="give the role, take it, or tell who has it")
    parser.add_argument("player", nargs="?", default="", metavar="PLAYER", help="a player's name, or his id")
    database_option(parser)


def own(given: argparse.Namespace, folder: Path) -> int:
    """Say who owns a server. Raises BadInput."""
    from ironbottom.server.app import read_settings
    from ironbottom.server.owning import grant, owners

    place = given.database or read_settings(folder).get("database", "") or str(folder)
    if given.what == "list":
        found = owners(place)
        print("\n".join(f"{name}  {key}" for key, name in found) if found else "nobody owns this server")
        return 0
    if not given.player:
        raise BadInput(f"say who: ironbottom owner {given.what} PLAYER")
    name = grant(place, given.player, given.what == "grant")
    print(f"{name} owns this server now: the page is at /owner" if given.what == "grant"
          else f"{name} does not own this server any more")  # fmt: skip
    return 0


def ratings_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--recompute", action="store_true",
                        help="rate all results in the order in which the games ended; the server must not be running")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="the data folder")
    database_option(parser)


def rate_anew(given: argparse.Namespace, folder: Path) -> int:
    """Rate all kept results anew. Raises BadInput, where a server holds the database too."""
    import asyncio
    from contextlib import closing

    from ironbottom.server.app import read_settings
    from ironbottom.server.club.club import rate_anew as rate
    from ironbottom.server.club.results import available
    from ironbottom.server.moving import opened

    if not given.recompute:
        raise BadInput("say what is to be done: --recompute")
    if not available():
        raise BadInput("ratings need the extra 'club': pip install 'ironbottom[club]'")
    with closing(opened(given.database or read_settings(folder).get("database", "") or str(folder))) as store:
        count = asyncio.run(rate(store))
    print(f"rated {count} game{'' if count == 1 else 's'} anew")
    return 0


def move_database(given: argparse.Namespace) -> int:
    """Carry all that a database holds into an empty one. Raises BadInput."""
    from ironbottom.server.moving import move

    count = move(given.source, given.target)
    print(f"moved {count} table{'' if count == 1 else 's'}; the old database stays as it was")
    return 0
