"""Writes the gradebook as CSV, with one row per submission, for spreadsheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.model.report import Report, Selection, View
from grader.model.report_views import redact_for_view
from grader.model.verdict import Verdict
from grader.render.csv_rows import as_csv, escape_cell


@dataclass(frozen=True, slots=True)
class GradebookCsvRow:
    """One row of the gradebook.

    Attributes:
        id: whose submission it is.
        undecided: points that are left to a person.
        scores: points by task; ``None`` where a person gives them.
        verdicts: number of tests per verdict.
        file: where the whole report is kept, if it is.
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


def render_gradebook(report: Report, view: View) -> str:
    """Returns the gradebook of one submission, whose id is its path; without notes."""
    seen = redact_for_view(report, view)
    line = GradebookCsvRow(
        id=seen.path,
        score=seen.score,
        max_score=seen.max_score,
        undecided=seen.undecided,
        complete=seen.complete and seen.selection is Selection.WHOLE,  # else the total is not
        scores={task.id: task.score for task in seen.tasks},
        verdicts=Counter(test.verdict for task in seen.tasks for test in task.tests),
        digest=seen.digest,
    )
    return dump_gradebook_csv([line], notes=False)


def dump_gradebook_csv(lines: Iterable[GradebookCsvRow], *, notes: bool = True) -> str:
    """Returns CSV: a header, and a row for each of ``lines``, with a last column for the notes.

    Points are decimal numbers; a cell is empty where a person gives them or nothing was graded.
    Verdicts are counted by tests.
    """
    kept = list(lines)
    tasks = list(dict.fromkeys(task for line in kept for task in line.scores))
    header = [
        "id", "total", "maximum", "by hand", "complete", *(f"task {task}" for task in tasks),
        *(verdict.value for verdict in Verdict), "report", "digest", *(["note"] if notes else []),
    ]  # fmt: skip
    rows = ([*_row(line, tasks), *([escape_cell(line.note)] if notes else [])] for line in kept)
    return as_csv([map(escape_cell, header), *rows])


def _row(line: GradebookCsvRow, tasks: Sequence[str]) -> list[str]:
    scores = (line.scores.get(task) for task in tasks)
    return [
        escape_cell(line.id),
        _points(line.score),
        _points(line.max_score),
        _points(line.undecided),
        "yes" if line.complete else "no",
        *("" if score is None else _points(score) for score in scores),
        *(str(line.verdicts.get(verdict, 0)) for verdict in Verdict),
        escape_cell(line.file),
        escape_cell(line.digest),
    ]


def _points(value: float) -> str:
    # Points are decimal fractions: 0.1 + 0.2 is 0.3 to a reader.
    return f"{value:.10g}"
