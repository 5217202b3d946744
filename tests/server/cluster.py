"""A PostgreSQL server of the tests' own, from the system's package, with its data in a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

SETTINGS = {
    "listen_addresses": "''", "fsync": "off", "max_connections": "60", "shared_buffers": "16MB", "autovacuum": "off",
    "logging_collector": "off",
}  # fmt: skip


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, or None."""
    if (found := shutil.which("initdb")) is not None:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


def unprivileged() -> list[str]:
    """What a command begins with that must not run as root: PostgreSQL refuses to."""
    if os.geteuid() != 0:
        return []
    user = next((name for name in ("postgres", "nobody") if _known(name)), "nobody")
    return ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"]


def _known(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


class Cluster:
    """The server; `schemas` of one database stand for databases of their own."""

    def __init__(self) -> None:
        found = programs()
        assert found is not None
        self.bin = found
        self.folder = Path(tempfile.mkdtemp(prefix="ironbottom-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, unprivileged()[1].partition("=")[2])
        self._run("initdb", "-D", "data", "-A", "trust", "-U", "ironbottom", "-E", "UTF8", "--no-sync")
        self.start()
        self._made = 0

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*unprivileged(), str(self.bin / program), *arguments], cwd=self.folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr + done.stdout

    def start(self) -> None:
        settings = {**SETTINGS, "unix_socket_directories": self.folder}
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._run("pg_ctl", "start", "-D", "data", "-w", "-l", "log", "-o", options)

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "stop", "-D", "data", "-w", "-m", how)

    def fresh(self) -> str:
        """The address of an empty database."""
        import psycopg

        self._made += 1
        name = f"fresh{self._made}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return self.address(name)

    def address(self, schema: str = "public") -> str:
        """The address of a schema."""
        return f"postgresql://ironbottom@/postgres?host={self.folder}&options=-csearch_path%3D{schema}"

    def end(self) -> None:
        """Stop it, and take its data away."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
