"""What people say about functions of single students: which of them fills which role.

A table has the columns ``id``, ``role`` and ``function``. Answers are kept in the results, where
every later run finds them: a row with the same id and role replaces an earlier one, and one without
a function takes it back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from grader.assignment import Assignment
from grader.batch import tables as reading
from grader.machine.writer import write_atomically
from grader.model.escape import one_line
from grader.model.problem import UsageProblem
from grader.render.rows import as_csv

NAME = "functions.csv"

_COLUMNS = ("id", "role", "function")

Functions = Mapping[str, Mapping[str, str]]
"""By the id of the student, and by role."""


class FunctionsError(UsageProblem):
    """Answers that cannot be used; the message has a line for each problem, safe to print."""


def gathered(
    results: Path,
    tables: Sequence[Path],
    assignment: Assignment,
    students: Collection[str],
    note: Callable[[str], None],
) -> Functions:
    """Return the answers that ``results`` hold, with what ``tables`` say; keep them there.

    Args:
        tables: files, and folders whose tables count.
        note: takes a sentence about each table of which something had to be guessed.

    Raises:
        FunctionsError: if a table cannot be read or a row cannot be right. Nothing is kept then.
        WriteError: if they cannot be kept.
    """
    kept = results / NAME
    problems: list[str] = []
    doubts: list[str] = []
    paths = list(reading.files(tables, problems))
    if not paths and not problems and not kept.exists():
        return {}
    before = _of_table(kept, problems, doubts) if kept.exists() else {}
    fresh: dict[tuple[str, str], reading.Line] = {}
    for path in paths:
        for key, line in _of_table(path, problems, doubts).items():
            other = fresh.setdefault(key, line)
            if other.cells != line.cells:
                problems.append(
                    f"{line.where}: the same student and role as in {other.where}, with another "
                    "function; leave the row that counts"
                )
    said = before | fresh
    problems += _wrong(said.values(), assignment, students, kept)
    if problems:
        raise FunctionsError(reading.message(problems))
    found: dict[str, dict[str, str]] = {}
    for (student, role), line in said.items():
        if line.cells["function"]:
            found.setdefault(student, {})[role] = line.cells["function"]
    if tables:
        write_atomically(kept, _dumped(found))
    for doubt in doubts:
        note(doubt)
    return found


def _of_table(
    path: Path, problems: list[str], doubts: list[str]
) -> dict[tuple[str, str], reading.Line]:
    """Return the rows of one table, by student and role."""
    found: dict[tuple[str, str], reading.Line] = {}
    for line in reading.lines(path, _COLUMNS, (), problems, doubts):
        key = line.cells["id"], line.cells["role"]
        if key in found:
            above = found[key].where.rpartition(", ")[2]
            problems.append(f"{line.where}: the same student and role as in {above}; leave one")
        found[key] = line
    return found


def _wrong(
    said: Collection[reading.Line],
    assignment: Assignment,
    students: Collection[str],
    forgiving: Path,
) -> list[str]:
    """What is wrong with single rows. A student of an earlier run may be missing from this one."""
    # Imported late: without such answers it would take longer than all the rest.
    from grader.examine.role_binding import UnknownRole, check
    from grader.examine.roles import contract_of

    known = contract_of(assignment)[0].roles
    problems = []
    for line in said:
        student, role, function = (line.cells[column] for column in _COLUMNS)
        try:
            check({role: function or role}, known)
        except UnknownRole as problem:
            problems.append(f"{line.where}: {one_line(str(problem), 500)}")
        if student not in students and not reading.is_of(line.where, forgiving):
            problems.append(f"{line.where}: {reading.unknown_id(student, students)}")
    return problems


def _dumped(found: Functions) -> str:
    rows = ((student, *said) for student in found for said in found[student].items())
    return as_csv([_COLUMNS, *sorted(rows)])
