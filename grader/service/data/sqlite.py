"""Opens a SQLite database in a file, on one machine that needs no server."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import ProgrammingError

from grader.service import ServiceProblem

_log = logging.getLogger(__name__)

WRITING = "grader_writing"
"""Option of connections whose transactions change something."""
CONNECTIONS = {"pool_size": 5, "max_overflow": 75, "pool_pre_ping": True}
"""Enough for all the threads of a server, each of which has two at most."""
_PATIENCE = 60_000
"""Milliseconds for which a writer waits for another one."""
_LOOKS, _A_LOOK = 20, 1.0
"""How often the log is tried to be emptied, and for how many seconds each."""

_SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
"""What is deleted is overwritten: nothing of what somebody wrote is left between the rows."""


def folder_of_database(url: URL) -> Path:
    """Return the folder of the database's file, which also holds the workers' locks.

    Raises:
        ServiceProblem: if the address names no file, or a folder that does not exist.
    """
    if not url.database or url.query:
        raise ServiceProblem(
            f"The database {url.render_as_string()} cannot be used: it has to be in a file, "
            "sqlite:////folder/grader.db."
        )
    folder = Path(url.database).resolve().parent
    if not folder.is_dir():
        raise ServiceProblem(f"The folder {folder} of the database does not exist; make it first.")
    return folder


def describe_folder_access(folder: Path) -> str:
    """Return in words what other users may do in a folder; empty if nothing."""
    mode = folder.stat().st_mode
    sticky = mode & stat.S_ISVTX
    if mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "add files" if sticky else "delete or replace the database"
    return "see which files there are" if mode & (stat.S_IRWXG | stat.S_IRWXO) else ""


def _make_private(file: Path) -> None:
    """Restrict a file and the files beside it to their owner; create the file if need be.

    SQLite gives the files beside it, with what was written last, the same rights.
    """
    beside = [file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm", "-journal")]
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for each in [file, *beside]:
        with suppress(FileNotFoundError):  # those beside it come and go
            found = each.stat()
            if found.st_uid == os.geteuid() and found.st_mode & 0o077:
                each.chmod(0o600)


def open_sqlite(url: URL) -> Engine:
    """Return an engine for the SQLite database at ``url`` that allows one writer at a time."""
    engine = create_engine(url, **CONNECTIONS)
    file = Path(str(url.database))

    def protect(*_: object) -> None:
        _make_private(file)

    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # SQLAlchemy says when transactions begin
        connection.execute(f"PRAGMA busy_timeout={_PATIENCE}")
        for setting in _SETTINGS:
            connection.execute(f"PRAGMA {setting}")

    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    def rename_error(context: ExceptionContext) -> Exception | None:
        found = context.original_exception
        if getattr(found, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR:
            return None
        # A table that is missing, for example: no database that does not answer, and tried again.
        return ProgrammingError(context.statement, context.parameters, found)

    event.listen(engine, "handle_error", rename_error, retval=True)
    event.listen(engine, "do_connect", protect)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def checkpoint_log(file: Path) -> bool:
    """Copy the write-ahead log into the file and empty it; return whether that succeeded.

    The log still has what was deleted from the file. It cannot be emptied while somebody reads a
    state of the database that is older.
    """
    with closing(sqlite3.connect(file, timeout=_A_LOOK)) as connection:
        for _ in range(_LOOKS):
            with suppress(sqlite3.OperationalError):
                (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    return True
    return False
