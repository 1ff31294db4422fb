"""Points that people give for written tasks: read from tables, checked, and put into reports.

A table has the columns ``id``, ``task`` and ``points``, and may have ``item`` and ``comment``. The
rows of one student and task add up; ``item`` tells them apart. Marks are kept in the results, where
every later run finds them: a row with the same id, task and item replaces an earlier one, and one
without points takes it back.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.assignment import Assignment
from grader.batch import tables as reading
from grader.jobs.answer import Result
from grader.machine.writer import write_atomically
from grader.model.escape import one_line
from grader.model.problem import UsageProblem
from grader.model.report import Report
from grader.model.wording import number
from grader.render.rows import as_csv

NAME = "marks.csv"

COLUMNS = ("id", "task", "item", "points", "comment")
_NEEDED = ("id", "task", "points")
_OPTIONAL = ("item", "comment")
_LONGEST = 2000
"""Characters of a comment."""


class MarksError(UsageProblem):
    """Marks that cannot be used; the message has a line for each problem, safe to print."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a table.

    Attributes:
        points: ``None`` takes back what was given before.
        where: file and line, for messages.
    """

    id: str
    task: str
    item: str
    points: float | None
    comment: str
    where: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is about."""
        return self.id, self.task, self.item


@dataclass(frozen=True, slots=True)
class Mark:
    """What a student has for a task, all items together."""

    points: float
    comment: str


Marks = Mapping[str, Mapping[str, Mark]]
"""By the id of the student and of the task."""


def gathered(
    results: Path, tables: Sequence[Path], assignment: Assignment, students: Collection[str]
) -> Marks:
    """As :func:`read`, and kept in ``results`` for later runs.

    Raises:
        MarksError: if a table cannot be read or a row cannot be right. Nothing is kept then.
        WriteError: if they cannot be kept.
    """
    marks, entries = read(results, tables, assignment, students)
    if tables:
        keep(results, entries)
    return marks


def read(
    results: Path, tables: Sequence[Path], assignment: Assignment, students: Collection[str]
) -> tuple[Marks, Sequence[Entry]]:
    """The marks that ``results`` hold, with what ``tables`` say; and the rows that they come from.

    Args:
        tables: files, and folders whose files ending in ``.csv`` count.

    Raises:
        MarksError: if a table cannot be read or a row cannot be right.
    """
    kept = results / NAME
    problems: list[str] = []
    entries: dict[tuple[str, str, str], Entry] = {}
    for path in [*([kept] if kept.exists() else []), *reading.files(tables, problems)]:
        fresh: dict[tuple[str, str, str], Entry] = {}
        for entry in _entries(path, problems):
            if entry.key in fresh:
                problems.append(
                    f"{entry.where}: the same student, task and item as in "
                    f"{fresh[entry.key].where.rpartition(', ')[2]}; give each an item of its own"
                )
            fresh[entry.key] = entry
        entries |= fresh
    given = [entry for entry in entries.values() if entry.points is not None]
    problems += _wrong(entries.values(), assignment, students, forgiving=kept)
    marks = _added_up(given)
    problems += _excessive(marks, given, assignment)
    if problems:
        raise MarksError(reading.message(problems))
    return marks, given


def keep(results: Path, entries: Iterable[Entry]) -> None:
    """Keep rows for later runs. Raises WriteError if that cannot be done."""
    write_atomically(results / NAME, _dumped(entries))


def on_report(report: Report, marks: Mapping[str, Mark]) -> Report:
    """``report`` with exactly these marks: without one, a written task waits for a person."""
    tasks = (
        replace(task, score=mark.points if mark else None, note=mark.comment if mark else "")
        if task.verdict is None and ((mark := marks.get(task.id)) or task.score is not None)
        else task
        for task in report.tasks
    )
    return replace(report, tasks=tuple(tasks))


def on_result(result: Result, marks: Mapping[str, Mark]) -> Result:
    """As :func:`on_report`, of a report in short."""
    tasks = (
        replace(task, score=mark.points if (mark := marks.get(task.id)) else None)
        if task.verdict is None
        else task
        for task in result.tasks
    )
    return replace(result, tasks=tuple(tasks))


def _entries(path: Path, problems: list[str]) -> Iterator[Entry]:
    for line in reading.lines(path, _NEEDED, _OPTIONAL, problems):
        cells = line.cells
        points = _points(cells["points"])
        if points is None and cells["points"]:
            shown = one_line(cells["points"], 40)
            problems.append(
                f"{line.where}: the points have to be a number from 0 up; they are {shown!r}"
            )
            continue
        yield Entry(
            cells["id"], cells["task"], cells["item"], points,
            cells["comment"][:_LONGEST], line.where,
        )  # fmt: skip


def _points(text: str) -> float | None:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def _wrong(
    entries: Iterable[Entry], assignment: Assignment, students: Collection[str], forgiving: Path
) -> Iterator[str]:
    """What is wrong with single rows. A student marked earlier may be missing from this run."""
    written = {task.id for task in assignment.tasks if task.written}
    names = ", ".join(task.id for task in assignment.tasks if task.written) or "none"
    for entry in entries:
        if entry.task not in written:
            task = one_line(entry.task, 40)
            yield f"{entry.where}: {task!r} is not a written task; these are {names}"
        elif entry.id not in students and not reading.is_of(entry.where, forgiving):
            yield f"{entry.where}: nobody with the id {one_line(entry.id, 60)!r} handed in"


def _added_up(entries: Iterable[Entry]) -> dict[str, dict[str, Mark]]:
    marks: dict[str, dict[str, Mark]] = {}
    for entry in entries:
        before = marks.setdefault(entry.id, {}).get(entry.task, Mark(0.0, ""))
        said = f"{entry.item}: {number(entry.points or 0)}" if entry.item else ""
        said = " ".join(filter(None, [f"{said}." if said else "", entry.comment]))
        comment = "\n".join(filter(None, [before.comment, said]))
        total = round(before.points + (entry.points or 0.0), 6)
        marks[entry.id][entry.task] = Mark(total, comment)
    return marks


def _excessive(marks: Marks, given: Iterable[Entry], assignment: Assignment) -> Iterator[str]:
    most = {task.id: task.points for task in assignment.tasks}
    last = {(entry.id, entry.task): entry.where for entry in given}
    for student, tasks in marks.items():
        for task, mark in tasks.items():
            if mark.points > most.get(task, math.inf):
                yield (
                    f"{last[student, task]}: {one_line(student, 60)} has {number(mark.points)} "
                    f"points for task {task}, all items together, but it is worth "
                    f"{number(most[task])}"
                )


def _dumped(entries: Iterable[Entry]) -> str:
    rows = [
        (*entry.key, "" if entry.points is None else f"{entry.points:g}", entry.comment)
        for entry in sorted(entries, key=lambda entry: entry.key)
    ]
    return as_csv([COLUMNS, *rows])
