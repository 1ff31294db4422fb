"""The gradebook: comma-separated values with one row per submission, for spreadsheets."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from grader.model.escape import unled, visible
from grader.model.report import Report, View
from grader.model.verdict import Verdict
from grader.model.view import for_view

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


@dataclass(frozen=True, slots=True)
class Line:
    """What a row says, for whoever has no room for whole reports.

    Attributes:
        undecided: points that are left to a person.
        scores: points by task; ``None`` where a person gives them.
        verdicts: number of tests per verdict.
        note: why nothing was graded, if so.
    """

    id: str
    score: float
    max_score: float
    undecided: float
    complete: bool
    scores: Mapping[str, float | None]
    verdicts: Mapping[Verdict, int]
    file: str = ""
    digest: str = ""
    note: str = ""


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
    return _rows(list(map(_line, entries)))


def write_lines(lines: Iterable[Line]) -> str:
    """As :func:`write`, with a last column for the notes."""
    page = StringIO()
    kept = list(lines)
    header, *others = _rows(kept)
    table = csv.writer(page, lineterminator="\n")
    table.writerow([*header, "note"])
    table.writerows([*row, cell(line.note)] for row, line in zip(others, kept, strict=True))
    return page.getvalue()


def _line(entry: Entry) -> Line:
    report = entry.report
    return Line(
        id=entry.id,
        score=report.score,
        max_score=report.max_score,
        undecided=report.undecided,
        complete=report.complete,
        scores={task.id: task.score for task in report.tasks},
        verdicts=Counter(test.verdict for task in report.tasks for test in task.tests),
        file=entry.file,
        digest=report.digest,
    )


def _rows(lines: Sequence[Line]) -> list[list[str]]:
    tasks = list(dict.fromkeys(task for line in lines for task in line.scores))
    header = [
        "id", "total", "maximum", "for a person", "complete", *(f"task {task}" for task in tasks),
        *(verdict.value for verdict in Verdict), "report", "digest",
    ]  # fmt: skip
    return [[cell(name) for name in header], *(_row(line, tasks) for line in lines)]


def _row(line: Line, tasks: Sequence[str]) -> list[str]:
    scores = (line.scores.get(task) for task in tasks)
    return [
        cell(line.id),
        _points(line.score),
        _points(line.max_score),
        _points(line.undecided),
        "yes" if line.complete else "no",
        *("" if score is None else _points(score) for score in scores),
        *(str(line.verdicts.get(verdict, 0)) for verdict in Verdict),
        cell(line.file),
        cell(line.digest),
    ]


def _points(value: float) -> str:
    # Points are decimal fractions: 0.1 + 0.2 is 0.3 to whoever reads it.
    return f"{value:.10g}"


def cell(text: str) -> str:
    """``text`` as a cell of one line that no spreadsheet takes for a formula."""
    shown = unled(visible(text).replace("\n", "\\n").replace("\t", "\\t"))
    return _FORMULA.sub(r"\1'", shown)
