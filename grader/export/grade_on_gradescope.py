"""Grades one submission on Gradescope: reads below ``/autograder``, and writes ``results.json``.

That file is written whatever happens, because Gradescope shows students nothing else. A submission
that could not be graded keeps the points of the student's last one that was.
"""

from __future__ import annotations

import json
import math
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from grader.assignment import Assignment, load_assignment
from grader.export.grade_in_container import (
    GRADER_FAILED,
    NO_SANDBOX,
    PackageSettings,
    choose_sandbox,
    describe_sandbox,
    grade_folder,
    print_for_staff,
    read_settings,
)
from grader.intake.intake_errors import IntakeError
from grader.machine.atomic_write import write_atomically
from grader.model.escape import escape_invisible, escape_to_one_line
from grader.model.formatting import format_count
from grader.model.report import Report, View
from grader.render.json_conversion import encode_json
from grader.render.report_formats import write_report
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import SandboxUnavailable

_DAY = timedelta(days=1)
_GRADED = "graded"
"""Key of the extra data that says whether a submission was graded."""


@dataclass(frozen=True, slots=True)
class EarlierSubmission:
    """A submission that the student made before, as Gradescope tells of it."""

    at: datetime
    score: float
    graded: bool


@dataclass(frozen=True, slots=True)
class SubmissionMetadata:
    """The data that Gradescope gives of a submission; times are ``None`` where none can be used.

    Attributes:
        earlier: what the student handed in before, in the order of time.
    """

    created: datetime | None = None
    due: datetime | None = None
    earlier: Sequence[EarlierSubmission] = ()

    @property
    def last_score(self) -> float:
        """Return the points of the last submission that was graded; 0 if none was."""
        return next((each.score for each in reversed(self.earlier) if each.graded), 0.0)

    def graded_within_day(self) -> list[datetime]:
        """Return when the submissions were made that were graded in the day before this one."""
        now = self.created
        if now is None:
            return []
        return [each.at for each in self.earlier if each.graded and now - _DAY < each.at <= now]


def read_metadata(path: Path) -> SubmissionMetadata:
    """Return what ``submission_metadata.json`` says; nothing of it is taken for granted."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return SubmissionMetadata()
    if not isinstance(found, dict):
        return SubmissionMetadata()
    assignment, before = found.get("assignment"), found.get("previous_submissions")
    earlier = [_earlier(each) for each in before] if isinstance(before, list) else []
    return SubmissionMetadata(
        created=_time(found.get("created_at")),
        due=_time(assignment.get("due_date")) if isinstance(assignment, dict) else None,
        earlier=sorted(filter(None, earlier), key=lambda each: each.at),
    )


def _earlier(entry: object) -> EarlierSubmission | None:
    if not isinstance(entry, dict) or (at := _time(entry.get("submission_time"))) is None:
        return None
    results = entry.get("results")
    extra = results.get("extra_data") if isinstance(results, dict) else None
    marked = extra.get(_GRADED, True) if isinstance(extra, dict) else True
    graded = marked is True and not entry.get("autograder_error")
    return EarlierSubmission(at, _number(entry.get("score")), graded)


def _number(value: object) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0.0
    return number if math.isfinite(number) else 0.0


def _time(value: object) -> datetime | None:
    try:
        time = datetime.fromisoformat(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def grade_gradescope_submission(
    root: Path, source: Path, sandbox: Callable[[Path], Sandbox]
) -> dict[str, Any]:
    """Return the results of the submission below ``root``, whatever happens.

    Args:
        root: ``/autograder``.
        source: the package's files.
        sandbox: finds the sandbox in a container of the platform.
    """
    metadata = SubmissionMetadata()
    try:
        settings = read_settings(source)
        metadata = read_metadata(root / "submission_metadata.json")
        if refusal := _refusal_for_today(settings, metadata):
            return _results_without_grading(metadata, refusal)
        assignment = load_assignment(settings.assignment, source)
        report = grade_folder(assignment, root / "submission", sandbox(root))
        return _results(report, metadata, assignment)
    except IntakeError as problem:
        return _results_without_grading(
            metadata, f"Nothing was graded: {problem}", keeps_points=False
        )
    except SandboxUnavailable as problem:
        print_for_staff(problem)
        return _results_without_grading(metadata, NO_SANDBOX, staff=str(problem))
    except Exception as bug:  # noqa: BLE001 - students are to read a sentence whatever happens
        print_for_staff(bug)
        return _results_without_grading(metadata, GRADER_FAILED, staff=traceback.format_exc())


def _refusal_for_today(settings: PackageSettings, metadata: SubmissionMetadata) -> str:
    """Return why this submission is not to be graded; empty if it is."""
    times = metadata.graded_within_day()
    if not settings.per_day or len(times) < settings.per_day:
        return ""
    again = times[-settings.per_day] + _DAY
    return (
        f"This submission was not graded: {format_count(len(times), 'submission')} of yours "
        f"within 24 hours had been graded before, and {settings.per_day} is the limit. What you "
        f"hand in after {again:%Y-%m-%d %H:%M %Z} is graded again."
    )


def _results_without_grading(
    metadata: SubmissionMetadata, sentence: str, *, staff: str = "", keeps_points: bool = True
) -> dict[str, Any]:
    """Return the results of a submission that was not graded, for the reason ``sentence``.

    Args:
        staff: what only staff may read about it.
        keeps_points: whether the points of the last graded submission go on to count.
    """
    score = metadata.last_score if keeps_points else 0.0
    lines = [escape_invisible(sentence)]
    if keeps_points and any(each.graded for each in metadata.earlier):
        lines.append(f"The {score:g} points are those of your last submission that was graded.")
    tests: list[dict[str, object]] = []
    if staff:
        text = escape_invisible(staff[-4000:])
        tests.append({"name": "For staff: why", "output": text, "visibility": "hidden"})
    return {
        "score": score,
        "output": "\n".join([*lines, *_lateness(metadata)[0]]),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {_GRADED: False},
        "tests": tests,
    }


def _results(
    report: Report, metadata: SubmissionMetadata, assignment: Assignment
) -> dict[str, Any]:
    results: dict[str, Any] = json.loads(write_report("gradescope", report, View.STAFF))
    said, extra = _lateness(metadata)
    lines = [*said, results["output"].rstrip("\n"), "", describe_sandbox(report.sandbox)]
    results["output"] = "\n".join(lines)
    # What the grader could not decide by its own fault does not use up an attempt.
    results["extra_data"] |= {_GRADED: not report.errors, **extra}
    if assignment.match is not None:
        results["leaderboard"] = [
            {"name": "Points", "value": results["score"], "order": "desc"},
            {"name": "CPU seconds", "value": round(report.cpu_seconds, 1), "order": "asc"},
        ]
    return results


def _lateness(metadata: SubmissionMetadata) -> tuple[list[str], Mapping[str, object]]:
    """Return a line on how late the submission is, and the same as data; nothing if it is not."""
    if metadata.created is None or metadata.due is None or metadata.created <= metadata.due:
        return [], {}
    late = metadata.created - metadata.due
    days = -(-late // _DAY)
    hours = late.seconds // 3600
    span = f"{late.days} d {hours} h" if late.days else f"{hours} h {late.seconds // 60 % 60} min"
    line = f"Handed in {span} after the due date: {format_count(days, 'late day')}."
    return [line], {"late_days": days, "late_seconds": int(late.total_seconds())}


def main(root: Path = Path("/autograder")) -> None:
    """Grade what is below ``root``, and write its results."""
    results = grade_gradescope_submission(root, Path.cwd(), choose_sandbox)
    write_atomically(root / "results" / "results.json", encode_json(results))
    sys.stdout.write(escape_to_one_line(str(results["output"])) + "\n")


if __name__ == "__main__":
    main()
