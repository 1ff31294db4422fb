"""Stores reports in ``results/store.sqlite``, so that nothing is graded twice.

Several processes can use one store at the same time, and any of them can be killed at any time
without losing what was put into it. It has to be on a disk of this machine, as its journal needs
memory that all its users share.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.jobs import grading_answer
from grader.jobs.grading_answer import ResultSummary
from grader.model.user_error import UserError
from grader.render.json_conversion import ReportError

NAME = "store.sqlite"
_VERSION = 1
_PATIENCE = 60.0
"""Seconds to wait while other processes write."""

_TABLES = (
    """CREATE TABLE reports (
        key TEXT PRIMARY KEY, path TEXT NOT NULL, result TEXT NOT NULL, report BLOB NOT NULL
    )""",
    """CREATE TABLE files (
        name TEXT PRIMARY KEY, stamp TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL
    )""",
)
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}


class StoreError(UserError):
    """A store that cannot be used; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report as JSON, for staff, and the path of the submission that it names."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class FileStamp:
    """The state of a written file: what it was made of, its size, and its time in nanoseconds."""

    stamp: str
    size: int
    modified: int


class ReportStore:
    """The store in the folder ``results``; its methods raise StoreError if it is unusable.

    Workers are forked while it is open. They must not touch it, and end without closing it.
    """

    def __init__(self, results: Path) -> None:
        self._path = results / NAME
        with self._explained():
            self._connection = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)
            self._prepare()

    def close(self) -> None:
        """Close the database file."""
        self._connection.close()

    def _prepare(self) -> None:
        # Switching to the journal does not wait for a process that is doing the same.
        give_up = time.monotonic() + _PATIENCE
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError as problem:
                if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(0.01)
        self._connection.execute("PRAGMA synchronous = NORMAL")
        with self._connection:  # commits, or rolls back
            self._connection.execute("BEGIN IMMEDIATE")
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if version == 0:
                for table in _TABLES:
                    self._connection.execute(table)
                self._connection.execute(f"PRAGMA user_version = {_VERSION}")
            elif version != _VERSION:
                raise StoreError(
                    f"{self._path} was written by another version of the grader; {self._remedy}"
                )

    def result(self, key: str) -> ResultSummary | None:
        """Return the summary of the report with this ``key``, if it is stored."""
        with self._explained():
            found = self._one("SELECT result FROM reports WHERE key = ?", key)
            return None if found is None else grading_answer.load_summary_line(found[0])

    def report(self, key: str) -> StoredReport | None:
        """Return the report with this ``key``, if it is stored."""
        with self._explained():
            found = self._one("SELECT path, report FROM reports WHERE key = ?", key)
            return found and StoredReport(found[0], zlib.decompress(found[1]).decode("ascii"))

    def put(self, key: str, result: ResultSummary, report: StoredReport) -> None:
        """Store a report, in place of an earlier one with its key."""
        # Quick rather than small: workers wait meanwhile.
        packed = zlib.compress(report.text.encode("ascii"), level=1)
        with self._explained():
            self._connection.execute(
                "INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?)",
                (key, report.path, grading_answer.dump_summary_line(result), packed),
            )

    def written(self, name: str) -> FileStamp | None:
        """Return the state in which the results file ``name`` was written, if known."""
        with self._explained():
            found = self._one("SELECT stamp, size, modified FROM files WHERE name = ?", name)
            return found and FileStamp(*found)

    def wrote(self, name: str, written: FileStamp) -> None:
        """Store the state in which the results file ``name`` was written."""
        with self._explained():
            self._connection.execute(
                "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)",
                (name, written.stamp, written.size, written.modified),
            )

    def _one(self, query: str, key: str) -> Any:
        return self._connection.execute(query, (key,)).fetchone()

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Convert SQLite's errors into StoreError."""
        try:
            yield
        except sqlite3.Error as problem:
            damaged = getattr(problem, "sqlite_errorcode", 0) & 0xFF in _DAMAGED
            if damaged or not isinstance(problem, sqlite3.OperationalError):
                raise StoreError(f"{self._path} is damaged ({problem}); {self._remedy}") from None
            raise StoreError(
                f"{self._path} cannot be used ({problem}); look for a full disk, missing rights, "
                "or a program that holds it."
            ) from None
        except (zlib.error, UnicodeError, ReportError, TypeError) as problem:
            raise StoreError(f"{self._path} is damaged ({problem}); {self._remedy}") from None

    @property
    def _remedy(self) -> str:
        return (
            f"delete {NAME}, {NAME}-wal and {NAME}-shm in that folder and run the command again: "
            "everything is then graded anew."
        )
