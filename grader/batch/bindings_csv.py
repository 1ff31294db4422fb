"""Reads and writes ``results/bindings.csv``: which functions people say to call for each role.

A table has the columns ``id``, ``role`` and ``binding``. Answers are kept in the results, where
every later run finds them: a row with the same id and role replaces an earlier one, and one without
a binding takes it back. After each run the kept table has a row for every open role as well, with
the reason and what may be meant, so that people complete it in place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.assignment import Assignment
from grader.batch import csv_input as reading
from grader.batch.batch_row import BatchRow
from grader.machine.atomic_write import write_atomically
from grader.model.escape import escape_to_one_line
from grader.model.user_error import UsageError
from grader.render.csv_rows import as_csv, escape_cell

NAME = "bindings.csv"

_NEEDED = ("id", "role", "binding")
_OPTIONAL = ("reason", "candidates")
COLUMNS = (*_NEEDED, *_OPTIONAL)

Bindings = Mapping[str, Mapping[str, str]]
"""By the id of the student, and by role."""


class BindingsTableError(UsageError):
    """A table of bindings that cannot be used; the message lists each problem."""


@dataclass(frozen=True, slots=True)
class BindingsTable:
    """The bindings that people gave, and the open roles they are asked about.

    Attributes:
        open: reason and candidates of each open role, by student and role.
    """

    bindings: Bindings = field(default_factory=dict)
    open: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)

    def after(self, rows: Iterable[BatchRow]) -> BindingsTable:
        """Return the table after a run with these ``rows``; other students keep their rows."""
        graded = list(rows)
        students = {row.id for row in graded}
        left = {key: said for key, said in self.open.items() if key[0] not in students}
        asked = {
            (row.id, role.role): (role.reason, " | ".join(role.candidates))
            for row in graded
            for role in row.result.open
        }
        return BindingsTable(self.bindings, left | asked)

    def text(self) -> str:
        """Return the table as CSV."""
        said = {
            (student, role): binding
            for student, its in self.bindings.items()
            for role, binding in its.items()
        }
        return as_csv([
            COLUMNS,
            *(
                [
                    *map(escape_cell, key),
                    said.get(key, ""),
                    *map(escape_cell, self.open.get(key, ("", ""))),
                ]
                for key in sorted({*said, *self.open})
            ),
        ])  # fmt: skip


def gather_and_save_bindings(
    results: Path,
    tables: Sequence[Path],
    assignment: Assignment,
    students: Collection[str],
    note: Callable[[str], None],
) -> BindingsTable:
    """Return the bindings of ``results`` and of ``tables``, and save them in ``results``.

    Args:
        tables: files, and folders whose tables count.
        note: takes a sentence about each table of which something had to be guessed.

    Raises:
        BindingsTableError: if a table cannot be read or a row cannot be right. Nothing is kept
            then.
        WriteError: if they cannot be kept.
    """
    kept = results / NAME
    problems: list[str] = []
    doubts: list[str] = []
    paths = list(reading.list_table_files(tables, problems))
    if not paths and not problems and not kept.exists():
        return BindingsTable()
    before = _read_rows(kept, problems, doubts) if kept.exists() else {}
    fresh: dict[tuple[str, str], reading.CsvRow] = {}
    for path in paths:
        for key, line in _read_rows(path, problems, doubts).items():
            other = fresh.setdefault(key, line)
            if other.cells["binding"] != line.cells["binding"]:
                problems.append(
                    f"{line.where}: the same student and role as in {other.where}, with another "
                    "binding; leave the row that counts"
                )
    said = before | fresh
    problems += _find_wrong_rows(said.values(), assignment, students, kept)
    if problems:
        raise BindingsTableError(reading.format_problems(problems))
    found: dict[str, dict[str, str]] = {}
    for (student, role), line in said.items():
        if line.cells["binding"]:
            found.setdefault(student, {})[role] = line.cells["binding"]
    asked = {
        key: (line.cells["reason"], line.cells["candidates"])
        for key, line in before.items()
        if line.cells["reason"] or line.cells["candidates"]
    }
    table = BindingsTable(found, asked)
    if tables:
        write_atomically(results / NAME, table.text())
    for doubt in doubts:
        note(doubt)
    return table


def save_bindings(results: Path, table: BindingsTable) -> None:
    """Write ``table`` into ``results``, unless it is empty and no file is there.

    Raises:
        WriteError: if it cannot be written.
    """
    kept = results / NAME
    if table.bindings or table.open or kept.exists():
        write_atomically(kept, table.text())


def _read_rows(
    path: Path, problems: list[str], doubts: list[str]
) -> dict[tuple[str, str], reading.CsvRow]:
    """Return the rows of one table, by student and role."""
    found: dict[tuple[str, str], reading.CsvRow] = {}
    for line in reading.read_rows(path, _NEEDED, _OPTIONAL, problems, doubts):
        key = line.cells["id"], line.cells["role"]
        if key in found:
            above = found[key].where.rpartition(", ")[2]
            problems.append(f"{line.where}: the same student and role as in {above}; leave one")
        found[key] = line
    return found


def _find_wrong_rows(
    said: Collection[reading.CsvRow],
    assignment: Assignment,
    students: Collection[str],
    forgiving: Path,
) -> list[str]:
    """Return a sentence on each wrong row; a student of an earlier run may be missing."""
    # Imported late: without such answers it would take longer than all the rest.
    from grader.examine.check_bindings import UnknownRole, check_bindings
    from grader.examine.load_contract import load_contract

    known = load_contract(assignment)[0].roles
    problems = []
    for line in said:
        student, role, binding = (line.cells[column] for column in _NEEDED)
        try:
            check_bindings({role: binding or role}, known)
        except UnknownRole as problem:
            problems.append(f"{line.where}: {escape_to_one_line(problem.on_one_line, 500)}")
        if student not in students and not reading.is_row_of_file(line.where, forgiving):
            problems.append(f"{line.where}: {reading.describe_unknown_id(student, students)}")
    return problems
