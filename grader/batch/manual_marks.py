"""Reads the points that people give for written tasks from tables, and puts them into reports.

A table has the columns ``id``, ``task`` and ``points``, and may have ``item`` and ``comment``. The
rows of one student and task add up; ``item`` tells them apart. Marks are kept in the results, where
every later run finds them: a row with the same id, task and item replaces an earlier one, and one
without points takes it back.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from grader.assignment import Assignment
from grader.batch import csv_input as reading
from grader.intake.csv_reader import cell_damage
from grader.jobs.grading_answer import ResultSummary
from grader.machine.atomic_write import write_atomically
from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_number
from grader.model.report import Report
from grader.model.user_error import UsageError
from grader.render.csv_rows import as_csv

NAME = "marks.csv"

COLUMNS = ("id", "task", "item", "points", "comment")
_NEEDED = ("id", "task", "points")
_OPTIONAL = ("item", "comment")
_LONGEST = 2000
"""Characters of a comment."""
_NUMBER = re.compile(r"(\d{1,9}([.,]\d{0,30})?|[.,]\d{1,30})", re.ASCII)
_DAYS = re.compile(r"(3[6-9]|[4-6]\d|7[0-2])\d{3}", re.ASCII)
"""Days since 1899, as spreadsheets keep dates of this century."""


class MarksError(UsageError):
    """Marks that cannot be used; the message has a line for each problem, safe to print."""


@dataclass(frozen=True, slots=True)
class MarkRow:
    """One row of a table of marks.

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
        """Return the student, task and item of the row."""
        return self.id, self.task, self.item


@dataclass(frozen=True, slots=True)
class StudentMark:
    """The points and comments of a student for a task, all items together."""

    points: float
    comment: str


MarksByStudent = Mapping[str, Mapping[str, StudentMark]]
"""By the id of the student and of the task."""


@dataclass(frozen=True, slots=True)
class MarksWithRows:
    """The marks of all students, and the rows that they come from.

    Attributes:
        entries: the rows that they come from.
        taken_back: student and task of each row that had points before and has none now.
        doubts: a sentence for each table of which something had to be guessed.
    """

    marks: MarksByStudent
    entries: Sequence[MarkRow]
    taken_back: Sequence[tuple[str, str]]
    doubts: Sequence[str]


def read_and_store_marks(
    results: Path,
    tables: Sequence[Path],
    assignment: Assignment,
    students: Collection[str],
    note: Callable[[str], None],
) -> MarksByStudent:
    """Read marks by :func:`read_marks`, and store them in ``results`` for later runs.

    Args:
        note: takes a sentence about each table of which something had to be guessed.

    Raises:
        MarksError: if a table cannot be read or a row cannot be right. Nothing is kept then.
        WriteError: if they cannot be kept.
    """
    found = read_marks(results, tables, assignment, students)
    if tables:
        save_marks(results, found.entries)
    for doubt in found.doubts:
        note(doubt)
    return found.marks


def read_marks(
    results: Path, tables: Sequence[Path], assignment: Assignment, students: Collection[str]
) -> MarksWithRows:
    """Return the marks in ``results``, updated by those in ``tables``.

    Args:
        tables: files, and folders whose tables count.

    Raises:
        MarksError: if a table cannot be read or a row cannot be right.
    """
    kept = results / NAME
    problems: list[str] = []
    doubts: list[str] = []
    before = _read_rows(kept, problems, doubts) if kept.exists() else {}
    fresh: dict[tuple[str, str, str], MarkRow] = {}
    for path in reading.list_table_files(tables, problems):
        for key, entry in _read_rows(path, problems, doubts).items():
            other = fresh.setdefault(key, entry)
            if (other.points, other.comment) != (entry.points, entry.comment):
                problems.append(
                    f"{entry.where}: the same student, task and item as in {other.where}, with "
                    "other points or another comment; leave the row that counts"
                )
    entries = before | fresh
    given = [entry for entry in entries.values() if entry.points is not None]
    problems += _find_wrong_rows(entries.values(), assignment, students, forgiving=kept)
    marks = _added_up(given)
    problems += _excessive(marks, given, assignment)
    if problems:
        raise MarksError(reading.format_problems(problems))
    taken_back = [
        (entry.id, entry.task)
        for key, entry in fresh.items()
        if entry.points is None and key in before
    ]
    return MarksWithRows(marks, given, taken_back, doubts)


def _read_rows(
    path: Path, problems: list[str], doubts: list[str]
) -> dict[tuple[str, str, str], MarkRow]:
    """Return the rows of one table, by student, task and item."""
    found: dict[tuple[str, str, str], MarkRow] = {}
    for entry in _entries(path, problems, doubts):
        if entry.key in found:
            problems.append(
                f"{entry.where}: the same student, task and item as in "
                f"{found[entry.key].where.rpartition(', ')[2]}; give each an item of its own"
            )
        found[entry.key] = entry
    return found


def save_marks(results: Path, entries: Iterable[MarkRow]) -> None:
    """Save rows for later runs; raise WriteError if that fails."""
    write_atomically(results / NAME, _dumped(entries))


def put_marks_on_report(report: Report, marks: Mapping[str, StudentMark]) -> Report:
    """Return ``report`` with exactly these marks; an unmarked written task has no score."""
    tasks = (
        replace(task, score=mark.points if mark else None, note=mark.comment if mark else "")
        if task.verdict is None and ((mark := marks.get(task.id)) or task.score is not None)
        else task
        for task in report.tasks
    )
    return replace(report, tasks=tuple(tasks))


def put_marks_on_result(result: ResultSummary, marks: Mapping[str, StudentMark]) -> ResultSummary:
    """Return a summarised report with exactly these marks; see :func:`put_marks_on_report`."""
    tasks = (
        replace(task, score=mark.points if (mark := marks.get(task.id)) else None)
        if task.verdict is None
        else task
        for task in result.tasks
    )
    return replace(result, tasks=tuple(tasks))


def _entries(path: Path, problems: list[str], doubts: list[str]) -> Iterator[MarkRow]:
    for line in reading.read_rows(path, _NEEDED, _OPTIONAL, problems, doubts):
        cells = line.cells
        if problem := _describe_wrong_points(cells["points"], cells["comment"]):
            problems.append(f"{line.where}: {problem}")
            continue
        points = float(cells["points"].replace(",", ".")) if cells["points"] else None
        if len(cells["comment"]) > _LONGEST:
            problems.append(
                f"{line.where}: the comment has {len(cells['comment'])} characters; "
                f"there is room for {_LONGEST}"
            )
            continue
        yield MarkRow(
            cells["id"], cells["task"], cells["item"], points, cells["comment"], line.where
        )


def _describe_wrong_points(points: str, comment: str) -> str:
    """Return what is wrong with the points of a row; empty if they are right."""
    if not points or _NUMBER.fullmatch(points):
        # "0,5" without quotes between commas.
        if points.isdecimal() and re.fullmatch(r"\d{1,3}", comment):
            return (
                f"the points are {points} and the comment is {comment}; if {points}.{comment} is "
                "meant, write it with a point or in quotes, else say the comment in words"
            )
        return ""
    shown = f"{escape_to_one_line(points, 40)!r}"
    if damage := cell_damage(points):
        return f"the points {shown}: it {damage}"
    return f"the points have to be a number from 0 up, as 0.5; they are {shown}"


def _find_wrong_rows(
    entries: Iterable[MarkRow], assignment: Assignment, students: Collection[str], forgiving: Path
) -> Iterator[str]:
    """Yield a sentence on each wrong row.

    A student marked earlier may be missing from this run.
    """
    written = [task.id for task in assignment.tasks if task.written]
    for entry in entries:
        if entry.task not in written:
            yield f"{entry.where}: {_describe_wrong_task(entry.task, written)}"
        elif entry.id not in students and not reading.is_row_of_file(entry.where, forgiving):
            yield f"{entry.where}: {reading.describe_unknown_id(entry.id, students)}"


def _describe_wrong_task(task: str, written: Sequence[str]) -> str:
    """Return a sentence on an unknown task, with the task that may be meant."""
    if not task:
        return f"there is no task; the written tasks are {', '.join(written) or 'none'}"
    shown = f"{escape_to_one_line(task, 40)!r}"
    meant = ""
    if damage := cell_damage(task):
        meant = f": it {damage}"
    elif (day := _day_of_excel_number(task)) is not None:
        meant = (
            f": it may be the date {day.day}.{day.month}. as a spreadsheet keeps it; "
            "set the column to text and enter it again"
        )
    elif near := [each for each in written if _same_number(each, task)]:
        meant = f": if {near[0]} is meant, set the column to text and enter it again"
    return f"{shown} is not a written task{meant}; these are {', '.join(written) or 'none'}"


def _day_of_excel_number(text: str) -> date | None:
    """Return the date that a number means in Excel, from the year 2000 to 2099."""
    return date(1899, 12, 30) + timedelta(int(text)) if _DAYS.fullmatch(text) else None


def _same_number(first: str, second: str) -> bool:
    """Return whether two names are the same number, such as 1.1 and 1,10."""
    texts = (first.replace(",", "."), second.replace(",", "."))
    if not all(re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text) for text in texts):
        return False
    return Decimal(texts[0]) == Decimal(texts[1])


def _added_up(entries: Iterable[MarkRow]) -> dict[str, dict[str, StudentMark]]:
    marks: dict[str, dict[str, StudentMark]] = {}
    points: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for entry in entries:
        before = marks.setdefault(entry.id, {}).get(entry.task, StudentMark(0.0, ""))
        points[entry.id, entry.task].append(entry.points or 0.0)
        said = f"{entry.item}: {format_number(entry.points or 0)}" if entry.item else ""
        said = " ".join(filter(None, [f"{said}." if said else "", entry.comment]))
        comment = "\n".join(filter(None, [before.comment, said]))
        # Rounded once: three times 0.333333333 is 1.
        total = round(math.fsum(points[entry.id, entry.task]), 6)
        marks[entry.id][entry.task] = StudentMark(total, comment)
    return marks


def _excessive(
    marks: MarksByStudent, given: Iterable[MarkRow], assignment: Assignment
) -> Iterator[str]:
    most = {task.id: task.points for task in assignment.tasks}
    last = {(entry.id, entry.task): entry.where for entry in given}
    for student, tasks in marks.items():
        for task, mark in tasks.items():
            if mark.points > most.get(task, math.inf):
                yield (
                    f"{last[student, task]}: {escape_to_one_line(student, 60)} has "
                    f"{format_number(mark.points)} points for task {task}, all items together, but "
                    f"the task is worth {format_number(most[task])}"
                )


def _dumped(entries: Iterable[MarkRow]) -> str:
    rows = [
        (*entry.key, "" if entry.points is None else _format_exactly(entry.points), entry.comment)
        for entry in sorted(entries, key=lambda entry: entry.key)
    ]
    return as_csv([COLUMNS, *rows])


def _format_exactly(points: float) -> str:
    """Return ``points`` with enough digits that thirds still add up to a whole."""
    return f"{points:.9f}".rstrip("0").rstrip(".")
