"""Writes and restores backups: everything the service keeps, in one file.

On SQLite it is a database made by its own online backup, while others write. On PostgreSQL it is
an archive of ``pg_dump``. A backup of the one is none of the other.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import inspect
from sqlalchemy.engine import make_url

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data.database import Database, known_revisions

_DEBIAN = Path("/usr/lib/postgresql")
_BEGINNINGS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
"""How files begin that are a backup of each kind of database."""


def write_backup(database: Database, out: Path, *, replace: bool = False) -> None:
    """Write everything, as it is at one moment, to ``out``, which only its owner may read.

    Args:
        replace: whether a file that is there already is overwritten.

    Raises:
        ServiceProblem: if that is not possible, or there is nothing of the service; ``out`` is as
            it was, then.
    """
    database.require_tables()
    _expect_none(out, replace=replace)
    draft = out.with_name(f".{out.name}.{secrets.token_hex(4)}.tmp")
    with _explained(f"The backup {out} cannot be written"):
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            if database.file is None:
                _run_postgresql_program(
                    database, "pg_dump", "--format=custom", "--no-owner", f"--file={draft}"
                )
            else:
                _copy(database.file, draft)
            _to_disk(draft)
            _expect_none(out, replace=replace)
            draft.replace(out)
            _to_disk(out.resolve().parent)
        finally:
            draft.unlink(missing_ok=True)


def _expect_none(out: Path, *, replace: bool) -> None:
    if out.is_file() and not replace:
        raise ServiceProblem(
            f"{out} exists already; name another file, or say --replace to overwrite it."
        )


def restore_backup(database: Database, source: Path) -> None:
    """Fill an empty database from a backup, and migrate it to the present tables.

    Raises:
        ServiceProblem: if it is not empty, or ``source`` no backup of such a database, or one of a
            newer release. Nothing is filled, then.
    """
    with _explained(f"The backup {source} cannot be restored"):
        with source.open("rb") as file:
            beginning = file.read(16)
        kind = "postgresql" if database.file is None else "sqlite"
        if not beginning.startswith(_BEGINNINGS[kind]):
            raise ServiceProblem(f"{source} is not a backup of a database of the kind {kind}.")
        with database.reading() as session:
            if inspect(session.connection()).get_table_names():
                raise ServiceProblem(
                    f"The database {database.shown} is not empty; name one that is, so that "
                    "nothing is overwritten."
                )
        if database.file is None:
            _require_known(source, _revision_in_archive(source))
            _run_postgresql_program(
                database, "pg_restore", "--no-owner", "--single-transaction", "--exit-on-error",
                f"{source}",
            )  # fmt: skip
        else:
            _restore_file(database.file, source)
    database.migrate()


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")


def _restore_file(target: Path, source: Path) -> None:
    with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as found:
        (said,) = found.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise ServiceProblem(f"The backup {source} is damaged: {escape_to_one_line(said)}.")
        _require_known(source, _revision_in_file(found))
        with closing(sqlite3.connect(target)) as new:
            found.backup(new)


def _require_known(source: Path, revision: str | None) -> None:
    if revision is None:
        raise ServiceProblem(
            f"{source} is not a backup of the service: it lacks the service's tables."
        )
    if revision not in known_revisions():
        raise ServiceProblem(
            f"{source} has the tables of revision {escape_to_one_line(revision, 40)}, which this "
            "release does not know; restore it with the newer release that it comes from."
        )


def _revision_in_file(found: sqlite3.Connection) -> str | None:
    if not found.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return None
    row = found.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def _revision_in_archive(source: Path) -> str | None:
    """Return the revision of the tables in an archive; ``None`` if it has none.

    ``pg_restore`` writes the rows of one table as text, without any server.
    """
    said = _said(
        "pg_restore", "--data-only", "--table=alembic_version", "--file=-", f"{source}"
    ).splitlines()  # fmt: skip
    start = next((at for at, line in enumerate(said) if line.startswith("COPY ")), None)
    rows = [] if start is None else said[start + 1 : start + 2]
    return next((row for row in rows if row != "\\."), None)


def _run_postgresql_program(database: Database, program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL; pass the password where other users cannot see it."""
    url = make_url(database.url)
    secret = url.password or url.query.get("password")
    # Neither leaves a password out: `set(password=None)` keeps it, and hiding it writes `***`.
    plain = url.set(drivername="postgresql")._replace(password=None)
    plain = plain.difference_update_query(["password"])
    _said(
        program, f"--dbname={plain.render_as_string(hide_password=False)}", "--no-password",
        *arguments, environment={} if secret is None else {"PGPASSWORD": str(secret)},
    )  # fmt: skip


def _said(
    program: str, *arguments: str, environment: Mapping[str, str] = MappingProxyType({})
) -> str:
    done = subprocess.run(
        [_find_postgresql_program(program), *arguments],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False,
        env={**os.environ, **environment},
    )  # fmt: skip
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["it says nothing"]
        raise ServiceProblem(f"{program} failed: {escape_to_one_line(lines[0], 300)}")
    return done.stdout


def _find_postgresql_program(name: str) -> str:
    """Return the path of Debian's newest program, or of the one in the PATH.

    The newest one works with older servers as well.
    """
    debian = max(
        _DEBIAN.glob(f"*/bin/{name}"), key=lambda path: path.parts[-3].zfill(3), default=None
    )
    found = str(debian) if debian is not None else shutil.which(name)
    if found is None:
        raise ServiceProblem(f"{name} is not installed; it is in the package postgresql-client.")
    return found


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _explained(what: str) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as problem:
        raise ServiceProblem(f"{what}: {escape_to_one_line(str(problem), 200)}") from None
