"""The database: opened, brought to its present shape, and used in transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session

from grader.service import ServiceProblem

_MIGRATIONS = Path(__file__).with_name("migrations")
_PATIENCE = 60_000
"""Milliseconds for which a writer waits for another one."""
_BEGIN = "grader_begin"


class Database:
    """One database, for any number of threads.

    Attributes:
        folder: where its file is, and beside it the locks of workers.
    """

    def __init__(self, url: str) -> None:
        """Raises ServiceProblem if that is no database that the service can use."""
        self.url = url
        self.folder = _folder(url)
        self._engine = _opened(url)
        self._writing = self._engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Look at one state of the database."""
        with Session(self._engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Change it, alone; committed, and on the disk, when the context ends well."""
        with Session(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    def migrate(self, to: str = "head") -> None:
        """Bring it to a revision: up to ``head``, down to ``base``, or any between."""
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        with self._writing.connect() as connection:
            config.attributes["connection"] = connection
            go = command.downgrade if to == "base" or to.startswith("-") else command.upgrade
            go(config, to)
            connection.commit()

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()


def in_folder(folder: Path) -> str:
    """The URL of the embedded database in ``folder``, which is made for its owner alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder.resolve() / 'grader.db'}"


def _folder(url: str) -> Path:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ServiceProblem(
            f"{url!r} is no address of a database; expected sqlite:////folder/grader.db."
        ) from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.query:
        raise ServiceProblem(
            f"The database {parsed.render_as_string()} cannot be used: so far the service runs on "
            "SQLite in a file, sqlite:////folder/grader.db."
        )
    folder = Path(parsed.database).resolve().parent
    if not folder.is_dir():
        raise ServiceProblem(f"The folder {folder} of the database does not exist; make it first.")
    return folder


def _opened(url: str) -> Engine:
    engine = create_engine(url)

    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # SQLAlchemy says when transactions begin
        connection.execute(f"PRAGMA busy_timeout={_PATIENCE}")
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {setting}")

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine
