"""A server's data on the command line: saved, brought back, carried into another database."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from ironbottom.kernel.errors import BadInput

OWNER = (
    "Give a player the role of the server's owner, who sees players, tables and complaints at /owner and may suspend "
    "players; or take it from him. The server may be running."
)


Adds = Callable[..., argparse.ArgumentParser]
Folder = Callable[[argparse.Namespace], Path]


def folder_named(text: str) -> Path:
    """A folder as it is given. Raises BadInput for an empty name, which would be the folder that one is in: a script
    gives it whose variable is not set."""
    if not text:
        raise BadInput("--data names no folder: it is empty")
    return Path(text)


def data_verbs(verb: Adds, data_option: Callable[[argparse.ArgumentParser], None], folder: Folder) -> None:
    """Add the verbs of this page. `verb(name, run, short, long)` adds one; `folder` finds the data folder that was
    given."""
    backup = verb("backup", lambda given: save(given, folder(given)), "save the whole data folder, while running",
                  "Write the whole data folder to one file, checked; the server may be running.")
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to write; it must not exist")
    restore = verb("restore", lambda given: bring_back(given.file, folder(given)), "bring a backup back",
                   "Put a backup into a data folder; what lay there is moved aside. The server must not be running.")
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    move = verb("move-database", move_database, "carry a server's data into another database",
                "Carry all that one database holds into an empty one, from SQLite to PostgreSQL or back. No server "
                "may be running with either; the old one stays as it was.")
    for name, what in (("source", "FROM"), ("target", "TO")):
        move.add_argument(name, metavar=what, help="a data folder, or an address such as postgresql://user@host/name")
    ratings = verb("ratings", lambda given: rate_anew(given, folder(given)), "rate a server's games anew",
                   "Work the ratings out anew from the results that are kept.")
    ratings_options(ratings)
    owner = verb("owner", lambda given: own(given, folder(given)), "say who owns a server", OWNER)
    owner_options(owner)
    for parser in (backup, restore, ratings, owner):
        data_option(parser)
    database_option(backup)


def database_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", default="", metavar="URL",
                        help="a PostgreSQL database in place of the one in the data folder, such as "
                             "postgresql://user@host/name; also 'database' in server.toml")


def save(given: argparse.Namespace, folder: Path) -> int:
    """Write a backup of a data folder and its database. Raises BadInput."""
    from ironbottom.server.app import read_settings
    from ironbottom.server.backup import backup

    backup(folder, given.file, given.database or read_settings(folder).get("database", ""))
    print(f"saved to {given.file}")
    return 0


def bring_back(file: Path, folder: Path) -> int:
    """Put a backup into a data folder. Raises BadInput."""
    from ironbottom.server.app import read_settings
    from ironbottom.server.backup import restore

    aside = restore(file, folder)
    print(f"restored to {folder}" + (f"; what lay there before is in {aside}" if aside else ""))
    if "database" in read_settings(folder):
        print(f"server.toml names a database: bring the data there with `ironbottom move-database {folder} URL`")
    return 0


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
        if given.player:
            raise BadInput("ironbottom owner list names all who own the server: leave PLAYER out")
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
    database_option(parser)


def rate_anew(given: argparse.Namespace, folder: Path) -> int:
    """Rate all kept results anew. Raises BadInput, where a server holds the database too."""
    import asyncio
    from contextlib import closing

    from ironbottom.server.app import read_settings
    from ironbottom.server.club.club import rate_anew as rate
    from ironbottom.server.club.results import available
    from ironbottom.server.moving import opened
    from ironbottom.server.store import FILE

    if not given.recompute:
        raise BadInput("say what is to be done: --recompute")
    if not available():
        raise BadInput("ratings need the extra 'club': pip install 'ironbottom[club]'")
    database = given.database or read_settings(folder).get("database", "")
    if not database and not (folder / FILE).is_file():
        raise BadInput(f"there is no data in {folder}")
    with closing(opened(database or str(folder))) as store:
        count = asyncio.run(rate(store))
    print(f"rated {count} game{'' if count == 1 else 's'} anew")
    return 0


def move_database(given: argparse.Namespace) -> int:
    """Carry all that a database holds into an empty one. Raises BadInput."""
    from ironbottom.server.moving import move

    count = move(given.source, given.target)
    print(f"moved {count} table{'' if count == 1 else 's'}; the old database stays as it was")
    return 0
