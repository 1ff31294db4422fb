"""Writes the gradebook of a batch: ``results/gradebook.csv``."""

from __future__ import annotations

from collections.abc import Iterable

from grader.batch.batch_row import BatchRow
from grader.batch.report_files import report_path
from grader.render.gradebook_csv import GradebookCsvRow, dump_gradebook_csv

NAME = "gradebook.csv"


def dump_batch_gradebook(rows: Iterable[BatchRow]) -> str:
    """Return ``rows`` as CSV with a header; an unreadable hand-in has 0 points.

    Notes say why a hand-in is unreadable, what the grader itself failed on, and what a person has
    to decide.
    """
    return dump_gradebook_csv(map(_line, rows))


def _line(row: BatchRow) -> GradebookCsvRow:
    return GradebookCsvRow(
        id=row.id,
        score=row.result.score,
        max_score=row.result.max_score,
        undecided=row.result.undecided,
        complete=row.result.complete,
        scores={task.id: task.score for task in row.result.tasks},
        verdicts=row.result.verdicts,
        file="" if row.refusal else report_path("json", row.name),
        digest=row.digest,
        note=" ".join(filter(None, [row.refusal, *row.result.errors, _to_decide(row)])),
    )


def _to_decide(row: BatchRow) -> str:
    return f"A person has to decide {row.to_decide}." if row.to_decide else ""
