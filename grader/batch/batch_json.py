"""Writes a batch as JSON, for scripts and the next run. ``docs/batch.md`` says what keys mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import grader
from grader.batch.batch_row import BatchRow
from grader.batch.lms_filenames import normalise_unicode
from grader.batch.report_files import report_path
from grader.batch.summary import BatchSummary
from grader.jobs.result_statistics import BINS
from grader.model.escape import escape_to_one_line
from grader.model.user_error import UsageError
from grader.render.json_conversion import (
    ReportError,
    build_from_json,
    encode_json,
    parse_json,
    to_plain_json,
)

NAME = "summary.json"
SCHEMA = "grade-batch/1"
"""Changes when a key goes away or means something else; keys may be added."""
_WHAT = "the summary of a batch"


def dump_summary(summary: BatchSummary) -> str:
    """Return ``summary`` as one JSON document: ASCII only, ends with a newline."""
    return encode_json({
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "assignment": summary.assignment,
        "settings": to_plain_json(summary.settings),
        "seconds": summary.seconds,
        "hand_ins": len(summary.rows),
        "graded": summary.graded,
        "full_marks": summary.full,
        "refused": len(summary.refused),
        "internal_errors": len(summary.internal),
        "to_decide": len(summary.to_decide),
        "open": len(summary.open),
        "share": {
            "mean": summary.mean,
            "median": summary.median,
            "lowest": min(summary.shares, default=0.0),
            "highest": max(summary.shares, default=0.0),
            "distribution": [
                {"from": step / BINS, "students": students}
                for step, students in enumerate(summary.histogram)
            ],
        },
        "tasks": to_plain_json(summary.tasks),
        "diagnoses": [
            {**to_plain_json(common), "students": common.students} for common in summary.diagnoses
        ],
        "slowest": [row.name for row in summary.slowest],
        "submissions": [_row(row) for row in summary.rows],
    })  # fmt: skip


def _row(row: BatchRow) -> dict[str, Any]:
    fields = to_plain_json(row)
    result = fields.pop("result")
    return {
        **fields,
        "report": "" if row.refusal else report_path("json", row.name),
        "score": row.result.score,
        "max_score": row.result.max_score,
        "undecided": row.result.undecided,
        **result,
        "graded_at": row.result.graded_at or None,
    }


@dataclass(frozen=True, slots=True)
class EarlierBatch:
    """An earlier batch: its rows by the name of their files, its settings by digest.

    Attributes:
        seconds: on the clock.
    """

    assignment: str
    rows: Mapping[str, BatchRow]
    settings: Mapping[str, Mapping[str, str]]
    seconds: float = 0.0


class NoBatchResults(UsageError):
    """A folder holds no usable results; the message is one sentence, safe to print."""


def read_earlier_batch(results: Path) -> EarlierBatch:
    """Return the batch whose results are in the folder ``results``.

    Raises:
        NoBatchResults: if there are none.
    """
    path = results / NAME
    try:
        found = build_from_json(_SummaryDocument, parse_json(path.read_text("utf-8"), _WHAT), _WHAT)
        if found.schema != SCHEMA:
            raise ReportError(f"This is not {_WHAT}: its schema is not {SCHEMA}.")
        rows = [_row_from_document(keys) for keys in found.submissions]
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise NoBatchResults(
            f"{escape_to_one_line(str(path))} cannot be read ({reason}); "
            "give the folder that an earlier `grade batch --out` has written."
        ) from None
    except UnicodeDecodeError:
        raise NoBatchResults(
            f"{escape_to_one_line(str(path))} is not {_WHAT}: it is not UTF-8 text."
        ) from None
    except ReportError as problem:
        reason = escape_to_one_line(str(problem).removeprefix("This "), 300)
        raise NoBatchResults(f"{escape_to_one_line(str(path))} {reason}") from None
    return EarlierBatch(
        found.assignment, {row.name: row for row in rows}, found.settings, found.seconds
    )


@dataclass(frozen=True, slots=True)
class _SummaryDocument:
    """The JSON document of a batch, whose rows are read one by one."""

    schema: str
    assignment: str
    settings: Mapping[str, Mapping[str, str]]
    submissions: tuple[dict[str, Any], ...]
    seconds: float = 0.0


def _row_from_document(keys: dict[str, Any]) -> BatchRow:
    """Return the row of a JSON object that has the keys of its result beside its own."""
    result = {**keys, "graded_at": keys.get("graded_at") or ""}
    row = build_from_json(BatchRow, {**keys, "result": result, "graded": False}, _WHAT)
    return replace(row, id=normalise_unicode(row.id))
