"""Tells which workers are alive: each holds a lock that is let go when it ends, in whichever way.

On SQLite it is a lock on a file, which the kernel lets go; on PostgreSQL an advisory lock of a
session, which the database lets go with the connection. No clock is asked, so that neither a busy
machine nor one that slept makes a worker look dead.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Engine, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from grader.service.data.database import Database
from grader.service.data.tables import Worker


def leases_of_database(database: Database) -> WorkerLeases:
    """Return the leases of a database: files for SQLite, sessions for PostgreSQL."""
    if database.folder is not None:
        return FileLeases(database.folder / "workers")
    return SessionLeases(database.engine)


def count_living_workers(database: Database, session: Session) -> int:
    """Return how many workers live."""
    known = session.scalars(select(Worker.id)).all()
    return len(known) - len(leases_of_database(database).gone(session, known))


class FileLeases:
    """The leases of workers on one machine, each of which is a lock on a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self) -> _FileLease:
        """Return a new lease, which locks a file."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        new = secrets.token_hex(8)
        return _FileLease(new, self._path(new))

    def gone(self, session: Session, ids: Iterable[str]) -> set[str]:
        """Return the ``ids`` of workers whose files are not locked; none ever comes back."""
        return {each for each in ids if self._is_free(self._path(each))}

    def forget(self, id: str) -> None:
        """Remove the lock file of a dead worker."""
        self._path(id).unlink(missing_ok=True)

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.lock"

    @staticmethod
    def _is_free(path: Path) -> bool:
        try:
            lock = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            return True
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(lock)
        return True


class _FileLease:
    """The lease of a living worker, under an id that no other worker ever has."""

    def __init__(self, id: str, path: Path) -> None:
        self.id = id
        self._path = path
        # Python's descriptors do not outlive exec: processes that grade do not hold the lock.
        self._lock = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def held(self) -> bool:
        """Return whether the lease still holds. Once it does not, it never will again."""
        return True

    def leave(self) -> None:
        """Give the lease up."""
        self._path.unlink(missing_ok=True)
        os.close(self._lock)


class SessionLeases:
    """The leases of workers on PostgreSQL, each of which is an advisory lock of a session.

    The key of the lock is the 64 bits of the lease's id.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def take(self) -> _SessionLease:
        """Return a new lease, which holds an advisory lock in a session of its own."""
        return _SessionLease(secrets.token_hex(8), self._engine)

    def gone(self, session: Session, ids: Iterable[str]) -> set[str]:
        """Return the ``ids`` of workers whose advisory locks nobody holds."""
        asked = set(ids)  # before looking at the locks: whoever is known has had one
        rows = session.execute(
            text(
                "SELECT classid, objid FROM pg_locks JOIN pg_database ON pg_database.oid = database"
                " WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 1"
                " AND granted"
            )
        )
        return asked - {f"{high:08x}{low:08x}" for high, low in rows}

    def forget(self, id: str) -> None:
        """Do nothing, as a dead worker's session leaves nothing behind."""


class _SessionLease:
    """The lease of a living worker, which a session of PostgreSQL holds as an advisory lock."""

    def __init__(self, id: str, engine: Engine) -> None:
        self.id = id
        self._key = {"key": int.from_bytes(bytes.fromhex(id), signed=True)}
        with contextlib.ExitStack() as undo:
            self._session = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            undo.callback(self._session.close)
            self._session.detach()  # it never serves another purpose
            self._session.execute(text("SELECT pg_advisory_lock(:key)"), self._key)
            undo.pop_all()

    def held(self) -> bool:
        try:
            self._session.execute(text("SELECT 1"))
        except SQLAlchemyError:  # the lock went with the connection
            return False
        return True

    def leave(self) -> None:
        with self._session, contextlib.suppress(SQLAlchemyError):  # it may be gone already
            self._session.execute(text("SELECT pg_advisory_unlock(:key)"), self._key)


WorkerLease = _FileLease | _SessionLease
WorkerLeases = FileLeases | SessionLeases
"""The leases of all workers of one database."""
