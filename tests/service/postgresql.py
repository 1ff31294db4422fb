"""A PostgreSQL server that tests start, in a temporary folder, as somebody without rights."""

from __future__ import annotations

import functools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

_NOBODY = pwd.getpwnam("nobody").pw_uid
_INSTALLED = Path("/usr/lib/postgresql")
_ALONE = ["unshare", "--ipc"] if os.geteuid() == 0 else ["unshare", "--map-current-user", "--ipc"]
"""Tests of sandboxes look for shared memory and processes that hostile code leaves. Those of a
server that runs beside them are neither seen nor, like those that clean up tables, come and go."""

_PATIENCE = 120.0
"""Seconds until a server answers. Only a machine that hangs takes so long."""


@dataclass(frozen=True)
class Cluster:
    """A server that runs.

    Attributes:
        sockets: the folder in which it listens; at no port.
        process: that of the server, whose children serve one connection each.
    """

    sockets: Path
    process: int

    def create(self, name: str, template: str = "template0") -> str:
        """Make a database, and say its address."""
        with self._connected() as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return f"postgresql+psycopg://postgres@/{name}?host={self.sockets}"

    def drop(self, url: str) -> None:
        """Remove a database, whoever is connected to it."""
        with self._connected() as connection:
            connection.execute(f'DROP DATABASE "{make_url(url).database}" WITH (FORCE)'.encode())

    def backends(self) -> list[int]:
        """The processes that serve connections."""
        with self._connected() as connection:
            rows = connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
                " AND pid <> pg_backend_pid()"
            ).fetchall()
        return [pid for (pid,) in rows]

    def _connected(self) -> psycopg.Connection[tuple[int]]:
        return psycopg.connect(
            host=str(self.sockets), user="postgres", dbname="postgres", autocommit=True
        )


@functools.cache
def problem() -> str | None:
    """Why there can be none here, in one sentence, or None."""
    if _binaries() is None:
        return "PostgreSQL is not installed (scripts/install-postgresql)."
    return None


@contextmanager
def running(*, safe: bool = False) -> Iterator[Cluster]:
    """A new server.

    Args:
        safe: whether it waits for the disk, as one in earnest does.
    """
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    own = _without_rights()
    try:
        if os.geteuid() == 0:
            os.chown(folder, _NOBODY, _NOBODY)
        folder.chmod(0o711)
        _run(own, "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
             "--locale", "C", "--no-sync")  # fmt: skip
        with _served(folder, own, "on" if safe else "off") as cluster:
            yield cluster
    finally:
        shutil.rmtree(folder)


@contextmanager
def _served(folder: Path, own: list[str], fsync: str) -> Iterator[Cluster]:
    binaries = _binaries()
    assert binaries is not None
    with (folder / "log").open("wb") as log, subprocess.Popen(
        [
            *_ALONE, "setpriv", "--pdeathsig", "QUIT", *own, binaries / "postgres",
            "-D", folder / "data", "-k", folder,
            "-c", "listen_addresses=", "-c", f"fsync={fsync}", "-c", "max_connections=200",
            "-c", "shared_buffers=32MB", "-c", "autovacuum=off",
        ],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
    ) as process:  # fmt: skip
        cluster = Cluster(folder, process.pid)
        try:
            _wait_for(cluster, process)
            yield cluster
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait()


def _wait_for(cluster: Cluster, process: subprocess.Popen[bytes]) -> None:
    began = time.monotonic()
    while time.monotonic() - began < _PATIENCE:
        try:
            cluster.backends()
        except psycopg.OperationalError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
        else:
            return
    raise AssertionError((cluster.sockets / "log").read_text())


def _run(own: list[str], program: str, *arguments: str | Path) -> None:
    binaries = _binaries()
    assert binaries is not None
    subprocess.run(
        [*_ALONE, "setpriv", *own, binaries / program, *arguments],
        cwd="/",
        check=True,
        capture_output=True,
    )


def _without_rights() -> list[str]:
    """Options for `setpriv`: who runs tests runs it as well, except root, whom it refuses."""
    if os.geteuid() != 0:
        return ["--no-new-privs"]
    return [f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups", "--no-new-privs"]


@functools.cache
def _binaries() -> Path | None:
    found = [each.parent for each in _INSTALLED.glob("*/bin/initdb")]
    return max(found, key=lambda folder: int(folder.parent.name), default=None)
