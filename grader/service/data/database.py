"""Opens the database, migrates it to its present schema, and runs transactions."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data import postgresql, sqlite

UNREACHABLE = (InterfaceError, OperationalError, NoConnectionFree)
"""What a transaction raises while the database does not answer. It may be tried again."""
reader_left: ContextVar[Callable[[], bool]] = ContextVar("reader_left", default=lambda: False)
"""Says whether nobody waits any more for what is being read in this context."""
_MIGRATIONS = Path(__file__).with_name("migrations")
_FOUND = "found"
"""Where a session keeps what was found in its state of the database."""
_DATABASE = "database"
"""Where a session keeps the database that it is of."""
_AT_ONCE = 5_000
"""Ids that are named in one statement; SQLite takes 32,766, and PostgreSQL 65,535."""
_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")
_Id = TypeVar("_Id")


class ReaderDisconnected(Exception):
    """The error of a statement that reads for a client that has disconnected."""


class Database:
    """A database on SQLite or PostgreSQL, for any number of threads.

    Attributes:
        url: its address, with a password if it has one.
        folder: where its file is; ``None`` if a server keeps it.
    """

    def __init__(self, url: str) -> None:
        """Open the database; raise ServiceProblem if the service cannot use it."""
        parsed = _parsed(url)
        self.folder: Path | None = None
        if parsed.get_backend_name() == "sqlite":
            self.folder = sqlite.folder_of_database(parsed)
            self.engine = self._reading = sqlite.open_sqlite(parsed)
        else:
            parsed = postgresql.with_driver(parsed)
            self.engine = postgresql.open_postgresql(parsed)
            self._reading = postgresql.reading_engine(self.engine)
        event.listen(self.engine, "before_cursor_execute", _stop_if_reader_disconnected)
        self.url = parsed.render_as_string(hide_password=False)
        self.shown = parsed.render_as_string()
        self._writing = self.engine.execution_options(**{sqlite.WRITING: True})
        self._shared: dict[object, object] = {}
        self._sharing = threading.Lock()

    def shared(self, make: Callable[[Database], _Answer]) -> _Answer:
        """Return what ``make`` made of this database, the same for everybody who asks."""
        with self._sharing:
            if make not in self._shared:
                self._shared[make] = make(self)
            found: _Answer = self._shared[make]  # type: ignore[assignment]
        return found

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Yield a session that reads one state of the database."""
        info = {_FOUND: {}, _DATABASE: self}
        with Session(self._reading, expire_on_commit=False, info=info) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Yield the only session that writes; commit it to disk if the context ends well."""
        info = {_DATABASE: self}
        with (
            Session(self._writing, expire_on_commit=False, info=info) as session,
            session.begin(),
        ):
            yield session

    def migrate(self) -> None:
        """Migrate the tables to this program's revision.

        Raises:
            ServiceProblem: if the database does not answer.
        """
        config = _alembic()
        with self.raise_if_unreachable(), self._writing.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()

    @contextmanager
    def raise_if_unreachable(self) -> Iterator[None]:
        """Raise ServiceProblem if the database does not answer in the context."""
        try:
            yield
        except UNREACHABLE as problem:
            raise ServiceProblem(
                f"The database {self.shown} does not answer: {first_line_of_error(problem)}"
            ) from None

    def require_present_shape(self) -> None:
        """Raise ServiceProblem unless the tables are of this program's revision."""
        found = self._revision()
        if found != _head():
            raise ServiceProblem(
                f"The database {self.shown} has the tables of revision {found}, and this program "
                f"those of {_head()}. Have the same release here and at the server, which brings "
                "the database up to date when it starts."
            )

    def require_tables(self) -> None:
        """Raise ServiceProblem unless the database has tables of the service."""
        lacking = (
            f"The database {self.shown} has no tables of the service; name the one that has, by "
            "--data or --database."
        )
        # Looking into a file that is not there would make one.
        if (file := self.file) is not None and not file.is_file():
            raise ServiceProblem(lacking)
        try:
            found = self._revision()
        except DatabaseError as problem:
            raise ServiceProblem(
                f"The database {self.shown} cannot be read: {first_line_of_error(problem)}"
            ) from None
        if found is None:
            raise ServiceProblem(lacking)

    def _revision(self) -> str | None:
        with self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()

    def sweep(self) -> bool:
        """Remove deleted rows from SQLite's log file; return whether that succeeded.

        A PostgreSQL server cleans up by itself, when it sees fit.
        """
        return self.file is None or sqlite.checkpoint_log(self.file)

    @property
    def file(self) -> Path | None:
        """Return the file of a SQLite database; ``None`` on PostgreSQL."""
        return None if self.folder is None else Path(str(make_url(self.url).database))

    def close(self) -> None:
        """Close all connections to the database."""
        self.engine.dispose()


def _stop_if_reader_disconnected(connection: Connection, *_: object) -> None:
    """Raise ReaderDisconnected before a statement of theirs, unless its transaction writes."""
    if not connection.get_execution_options().get(sqlite.WRITING, False) and reader_left.get()():
        raise ReaderDisconnected


def database_of_session(session: Session) -> Database | None:
    """Return the database whose method opened a session; ``None`` for any other session."""
    found: Database | None = session.info.get(_DATABASE)
    return found


def first_line_of_error(problem: Exception) -> str:
    """Return the first line of a database's error, as text that is safe to show."""
    return escape_to_one_line(
        str(getattr(problem, "orig", problem)).strip().partition("\n")[0], 200
    )


def sqlite_url_in_folder(folder: Path, *, make: bool = True) -> str:
    """Return the URL of the SQLite database in ``folder``, which is made if need be.

    Raises:
        ServiceProblem: if it is not to be made, and is not there.
    """
    if make:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    elif not folder.is_dir():
        raise ServiceProblem(
            f"There is no folder {folder} with a database of the service; name the one that there "
            "is, by --data or --database."
        )
    return f"sqlite:///{folder.resolve() / 'grader.db'}"


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


@functools.cache
def _head() -> str | None:
    return ScriptDirectory.from_config(_alembic()).get_current_head()


def cache_per_reading(
    ask: Callable[Concatenate[Session, _Arguments], _Answer],
) -> Callable[Concatenate[Session, _Arguments], _Answer]:
    """Cache the results of a query for the length of a :meth:`Database.reading` context.

    There, asking again would find the same. What is found is shared: nobody may change it.
    """
    signature = inspect.signature(ask)

    @functools.wraps(ask)
    def asked(session: Session, /, *args: _Arguments.args, **more: _Arguments.kwargs) -> _Answer:
        found = session.info.get(_FOUND)
        if found is None:
            return ask(session, *args, **more)
        given = signature.bind(session, *args, **more)
        given.apply_defaults()  # the same question, whether a default was typed or not
        key = (ask, *list(given.arguments.values())[1:])
        if key not in found:
            found[key] = ask(session, *args, **more)
        answer: _Answer = found[key]
        return answer

    return asked


def split_into_chunks(ids: Collection[_Id], most: int = _AT_ONCE) -> Iterator[Sequence[_Id]]:
    """Yield parts of some ids in their order, none with more than one statement may name."""
    every = list(ids)
    return (every[start : start + most] for start in range(0, len(every), most))


@functools.cache
def known_revisions() -> frozenset[str]:
    """Return the revisions of tables that this program can migrate."""
    scripts = ScriptDirectory.from_config(_alembic()).walk_revisions()
    return frozenset(script.revision for script in scripts)


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ServiceProblem(
            f"{url!r} is not the address of a database; expected sqlite:////folder/grader.db, or "
            f"{postgresql.DRIVER}://USER@HOST/DATABASE."
        ) from None
    if parsed.get_backend_name() not in {"sqlite", "postgresql"}:
        raise ServiceProblem(
            f"The database {parsed.render_as_string()} cannot be used: the service runs on SQLite "
            f"in a file, sqlite:////folder/grader.db, or on PostgreSQL, "
            f"{postgresql.DRIVER}://USER@HOST/DATABASE."
        )
    return parsed
