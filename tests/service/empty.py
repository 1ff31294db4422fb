"""Databases without any rows, to begin with: copies of one, so that each is there at once."""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path
from typing import Protocol

from grader.service.data.database import Database, sqlite_url_in_folder
from tests.service.postgresql import Cluster


class Empty(Protocol):
    """Makes databases that have the tables and no rows."""

    def new(self, folder: Path) -> str:
        """The address of one. What it has of files is in ``folder``."""

    def new_without_tables(self, folder: Path) -> str:
        """The address of one that has no tables either."""

    def drop(self, url: str) -> None:
        """Remove one of them."""


class EmptyFile:
    """On SQLite."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "grader.db"
        _migrated(sqlite_url_in_folder(folder))

    def new(self, folder: Path) -> str:
        url = sqlite_url_in_folder(folder)
        shutil.copy(self._file, folder / "grader.db")
        return url

    def new_without_tables(self, folder: Path) -> str:
        return sqlite_url_in_folder(folder)

    def drop(self, url: str) -> None:
        """Its folder goes with the test."""


class EmptyInCluster:
    """On PostgreSQL."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self._template = f"empty_{secrets.token_hex(4)}"
        _migrated(cluster.create(self._template))

    def new(self, folder: Path) -> str:
        return self.cluster.create(f"test_{secrets.token_hex(8)}", self._template)

    def new_without_tables(self, folder: Path) -> str:
        return self.cluster.create(f"test_{secrets.token_hex(8)}")

    def drop(self, url: str) -> None:
        self.cluster.drop(url)


def _migrated(url: str) -> None:
    database = Database(url)
    database.migrate()
    database.close()
