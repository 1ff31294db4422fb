"""Adds to the frozen databases what they lack of the present tables.

Call it by ``python -m tests.service.freeze`` after a change of tables. Until the first release, the
only migration is changed in place, and the frozen databases of that revision have to follow. From
then on a frozen file never changes.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Boolean, Column, Dialect, String, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from grader.service.data.tables import Base

_FOLDER = Path(__file__).with_name("data")


def missing_statements(frozen: str, dialect: Dialect) -> list[str]:
    """The statements that bring a frozen SQLite database, given as SQL, to the present tables."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(frozen)
        columns = {
            table.name: {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}
            for table in Base.metadata.sorted_tables
        }
        master = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")
        indexes = {name for (name,) in master}
    found = []
    for table in Base.metadata.sorted_tables:
        if not columns[table.name]:
            found.append(str(CreateTable(table).compile(dialect=dialect)))
        else:
            found += [
                _add_column(table, column, dialect)
                for column in table.columns
                if column.name not in columns[table.name]
            ]
        found += [
            str(CreateIndex(index).compile(dialect=dialect))
            for index in sorted(table.indexes, key=lambda index: str(index.name))
            if index.name not in indexes
        ]
    lines = "\n".join(f"{each.strip()};" for each in found).splitlines()
    return [line.rstrip().replace("\t", "    ") for line in lines]


def _add_column(table: Table, column: Column[object], dialect: Dialect) -> str:
    kind = column.type.compile(dialect=dialect)
    references = "".join(
        f" REFERENCES {key.column.table.name} ({key.column.name})" for key in column.foreign_keys
    )
    if column.nullable:
        return f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}{references}"
    value = getattr(column.default, "arg", None)
    if isinstance(column.type, String):
        usual = f"'{value if isinstance(value, str) else ''}'"
    elif isinstance(column.type, Boolean):
        usual = "true" if value is True else "false"
    else:
        usual = str(value) if isinstance(value, int | float) else "0"
    return (
        f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind} NOT NULL DEFAULT {usual}"
        f"{references}"
    )


def main() -> None:
    frozen = (_FOLDER / "0001.sqlite.sql").read_text("utf-8")
    on_sqlite = missing_statements(frozen, sqlite.dialect())
    on_postgresql = missing_statements(
        frozen,
        postgresql.dialect(),  # type: ignore[no-untyped-call]
    )
    if on_postgresql:
        # A dump has no search path, so that names in it are whole.
        on_postgresql = [
            "SET search_path = public;",
            *on_postgresql,
            "SELECT pg_catalog.set_config('search_path', '', false);",
        ]
    for kind, lines in (("sqlite", on_sqlite), ("postgresql", on_postgresql)):
        with (_FOLDER / f"0001.{kind}.sql").open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
