"""Writes and reads the JSON form of a report, as ``docs/report-schema.json`` describes it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.model.report import SCHEMA, Report, View
from grader.model.report_views import redact_for_view
from grader.render.json_conversion import (
    ReportError,
    build_from_json,
    encode_json,
    parse_json,
    to_plain_json,
)

_WHAT = "a grade report"
NONFINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}
_LONGEST_INT = 1024
"""Bits. Python itself refuses to print or read integers of more than 4300 digits."""


@dataclass(frozen=True, slots=True)
class Head:
    """The fields before those of the report in its JSON document: format version and total points.

    Attributes:
        schema: name and version of this format. The number changes when a reader of the old form
            would go wrong.
        score: points earned on the tasks that the grader decides: the sum of their scores.
        max_score: points to be had on those tasks, without those of undecided tests.
        undecided: points that a person still has to give: tasks without a score, undecided tests.
    """

    schema: str
    score: float
    max_score: float
    undecided: float


def dumps(report: Report, view: View) -> str:
    """Returns what ``view`` may see of ``report`` as JSON: ASCII only, ends with a newline.

    Raises:
        ReportError: a measured number is not finite.
    """
    seen = redact_for_view(report, view)
    document = to_plain_json(_head(seen)) | to_plain_json(seen)
    cases = [case for task in document["tasks"] for test in task["tests"] for case in test["cases"]]
    for case, written in zip((c for task in seen.tasks for c in task.cases), cases, strict=True):
        if case.attempts:
            written["attempts"] = [
                {key: _attempt_value_to_json(fact) for key, fact in attempt.items()}
                for attempt in case.attempts
            ]
    return encode_json(document)


def loads(text: str) -> Report:
    """Reads a report that ``dumps`` wrote; unknown keys are ignored.

    Raises:
        ReportError: not JSON, another schema or version, or not the shape of a report.
    """
    document = parse_json(text, _WHAT)
    if not isinstance(document, dict) or not isinstance(document.get("schema"), str):
        raise ReportError(f'This is not a grade report: it does not say "schema": "{SCHEMA}".')
    if document["schema"] != SCHEMA:
        raise ReportError(
            f"This report has the schema {document['schema']!a}, but this version of the grader "
            f'reads "{SCHEMA}" only; grade the submission again or use the matching version.'
        )
    report = build_from_json(Report, document, _WHAT, _attempt_value_from_json)
    _check_consistency(report, build_from_json(Head, document, _WHAT))
    return report


def _head(report: Report) -> Head:
    return Head(SCHEMA, report.score, report.max_score, report.undecided)


def _check_consistency(report: Report, said: Head) -> None:
    """Raises ReportError if values do not agree."""
    for number, task in enumerate(report.tasks):
        if task.score is None and task.verdict is not None:
            raise ReportError(
                f'This is not a grade report: "tasks[{number}]" has a verdict and no score.'
            )
    for name, total in to_plain_json(_head(report)).items():
        if name != "schema" and not math.isclose(getattr(said, name), total, abs_tol=1e-9):
            raise ReportError(
                f'This is not a grade report: "{name}" should be {total:g}, the sum of its tasks; '
                "the file has been changed."
            )


def _attempt_value_to_json(fact: object) -> object:
    """Return a value recorded for an attempt as JSON; values that JSON lacks become text."""
    if fact is None or isinstance(fact, bool | str):
        return fact
    if isinstance(fact, int):
        return int(fact) if fact.bit_length() <= _LONGEST_INT else hex(fact)
    if isinstance(fact, float):
        # repr() spells exactly the three names that NONFINITE knows.
        return float(fact) if math.isfinite(fact) else {"float": repr(float(fact))}
    if isinstance(fact, Sequence) and not isinstance(fact, bytes | bytearray):
        return [_attempt_value_to_json(item) for item in fact]
    return ascii(fact)


def _attempt_value_from_json(kind: type, fact: Any) -> object:
    """Return a value of an attempt from its JSON; raise ValueError if it is none."""
    if isinstance(fact, list):
        return tuple(_attempt_value_from_json(kind, item) for item in fact)
    if isinstance(fact, dict):
        if fact.get("float") not in [*NONFINITE]:
            raise ValueError('plain, or {"float": …} with inf, -inf or nan')
        return NONFINITE[fact["float"]]
    return fact
