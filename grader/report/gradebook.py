"""The gradebook: comma-separated values with one row per submission, for spreadsheets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

from grader.report.escape import unled, visible
from grader.report.model import Report, TaskResult, View
from grader.report.view import for_view
from grader.verdict import Verdict

_FORMULA = re.compile(r"(^|[;,\t|])(?=\s*[=+@＝＋－＠-])")
"""Where a cell begins that a spreadsheet would compute, also if it parts cells at semicolons."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the gradebook.

    Attributes:
        id: whose it is.
        file: where the whole report is to be found, if it is kept anywhere.
    """

    id: str
    report: Report
    file: str = ""


def render(report: Report, view: View) -> str:
    """Returns the gradebook of one submission, whose id is its path."""
    return write([Entry(report.path, for_view(report, view))])


def write(entries: Iterable[Entry]) -> str:
    """Returns the gradebook of several submissions as CSV with a header row."""
    page = StringIO()
    csv.writer(page, lineterminator="\n").writerows(rows(list(entries)))
    return page.getvalue()


def rows(entries: Sequence[Entry]) -> list[list[str]]:
    """The header, and a row for each of ``entries``.

    Points are decimal numbers; a cell is empty where a person gives them or nothing was graded.
    Verdicts are counted by tests.
    """
    tasks = list(dict.fromkeys(task.id for entry in entries for task in entry.report.tasks))
    header = [
        "id", "total", "maximum", "for a person", "complete", *(f"task {task}" for task in tasks),
        *(verdict.value for verdict in Verdict), "report", "digest",
    ]  # fmt: skip
    return [[cell(name) for name in header], *(_row(entry, tasks) for entry in entries)]


def _row(entry: Entry, tasks: Sequence[str]) -> list[str]:
    report = entry.report
    by_id = {task.id: task for task in report.tasks}
    verdicts = [test.verdict for task in report.tasks for test in task.tests]
    return [
        cell(entry.id),
        _points(report.score),
        _points(report.max_score),
        _points(report.undecided),
        "yes" if report.complete else "no",
        *(_score(by_id.get(task)) for task in tasks),
        *(str(verdicts.count(verdict)) for verdict in Verdict),
        cell(entry.file),
        cell(report.digest),
    ]


def _score(task: TaskResult | None) -> str:
    return "" if task is None or task.score is None else _points(task.score)


def _points(value: float) -> str:
    # Points are decimal fractions: 0.1 + 0.2 is 0.3 to whoever reads it.
    return f"{value:.10g}"


def cell(text: str) -> str:
    """``text`` as a cell of one line that no spreadsheet takes for a formula."""
    shown = unled(visible(text).replace("\n", "\\n").replace("\t", "\\t"))
    return _FORMULA.sub(r"\1'", shown)
