"""Writes Gradescope's ``results.json``: a test per hidden test, and what students may see of it.

Students see what the student view holds, even if the report is for staff. Staff get the rest in
entries that Gradescope hides from students and that carry no points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.text import Text

from grader.model.escape import escape_to_one_line
from grader.model.formatting import TO_MARK, format_points, format_score
from grader.model.report import Report, TaskResult, TestResult, View, Visibility
from grader.model.report_redaction import redact_for_view
from grader.render.json_document import encode_json
from grader.render.report_sentences import describe_open_points, is_worth_reading, list_doubts
from grader.render.terminal.failing_test import draw_failing_cases
from grader.render.terminal.loading_notes import draw_loading
from grader.render.terminal.quoted_text import page_as_text
from grader.render.terminal.role_bindings import draw_roles
from grader.render.terminal.task import describe_task

_COLUMNS = 80
_VISIBLE, _HIDDEN = "visible", "hidden"


def render(report: Report, view: View) -> str:
    """Returns ``report`` as what an autograder leaves for Gradescope to read.

    Raises:
        ReportError: a number is not finite.
    """
    shown = redact_for_view(report, View.STUDENT)
    tests = [entry for task in shown.tasks for entry in _entries(task)]
    if view is View.STAFF and report.view is View.STAFF:
        tests += _staff_entries(report)
    return encode_json(
        {
            "score": _points(shown.score),
            "execution_time": round(shown.duration, 3),
            "output": _text_above_tests(shown),
            "output_format": "text",
            "test_output_format": "text",
            "test_name_format": "text",
            "visibility": _VISIBLE,
            # Everything that students may read stands here; what a script prints is not theirs.
            "stdout_visibility": _HIDDEN,
            "extra_data": {
                "assignment": escape_to_one_line(shown.assignment),
                "digest": escape_to_one_line(shown.digest),
                "seed": shown.seed,
                "complete": shown.complete,
                "grader_version": escape_to_one_line(shown.grader_version),
            },
            "tests": tests,
        }
    )


def _entries(task: TaskResult) -> Iterator[dict[str, object]]:
    if task.by_hand or not task.tests:
        yield {
            "name": escape_to_one_line(f"{task.id} {task.title}"),
            "number": escape_to_one_line(task.id),
            "output": _text_of_untested_task(task),
            "visibility": _VISIBLE,
            **_entry_of_hand_marked_task(task),
        }
    seen: set[str] = set()
    # What is said about the task stands above what was lost, but is said if nothing was lost, too.
    first = next(
        (test for test in task.tests if is_worth_reading(test)), next(iter(task.tests), None)
    )
    for position, test in enumerate(task.tests, start=1):
        said = describe_task(task) if test is first else []
        yield {
            "name": escape_to_one_line(f"{task.id} {test.title}"),
            "number": escape_to_one_line(f"{task.id}.{position}"),
            "score": _points(test.score),
            "max_score": _points(test.points),
            "status": "failed" if is_worth_reading(test) else "passed",
            "output": _text_of_test(test, seen, said),
            "tags": [test.verdict.value, test.visibility.value],
            "visibility": _VISIBLE,
        }


def _entry_of_hand_marked_task(task: TaskResult) -> dict[str, object]:
    """Return the entry with the points that a person gave ``task``; empty if none."""
    if not task.by_hand or task.score is None:
        return {}
    return {"score": _points(task.score), "max_score": _points(task.max_score)}


def _text_of_untested_task(task: TaskResult) -> str:
    """Return the text on a task that a person marks, or that was not decided."""
    parts: list[RenderableType] = [] if task.tests else [*describe_task(task)]
    if task.verdict is None and task.score is None:
        parts.insert(0, Text(f"{format_points(task.max_score)}, {TO_MARK}."))
    elif not parts and task.verdict is not None:
        parts.append(Text(task.verdict.words))
    return page_as_text(parts, _COLUMNS).strip("\n")


def _staff_entries(report: Report) -> Iterator[dict[str, object]]:
    """Yield entries for staff with what students may not see; they carry no points."""
    for number_, error in enumerate(report.errors, start=1):
        yield _hidden(f"The grader itself failed ({number_})", escape_to_one_line(error, 4000))
    for task in report.tasks:
        seen: set[str] = set()
        for test in task.tests:
            if is_worth_reading(test) and not _public(test):
                yield _hidden(
                    escape_to_one_line(f"{task.id} {test.title} (staff)"), _text_of_test(test, seen)
                )


def _public(test: TestResult) -> bool:
    everything = (test.visibility, *(case.visibility for case in test.cases))
    return all(visibility is Visibility.PUBLIC for visibility in everything)


def _hidden(name: str, output: str) -> dict[str, object]:
    return {"name": name, "output": output, "visibility": _HIDDEN}


def _text_of_test(test: TestResult, seen: set[str], said: Iterable[RenderableType] = ()) -> str:
    """Return the text about ``test``, below the lines ``said`` about its whole task."""
    cases = (
        draw_failing_cases(test, seen, _COLUMNS) if is_worth_reading(test) else [Text("Accepted.")]
    )
    return page_as_text([*said, *cases], _COLUMNS).strip("\n")


def _text_above_tests(report: Report) -> str:
    """Return the text above all tests: score, doubts, notes on loading and roles."""
    lines = [f"{format_score(report.score, report.max_score)}."]
    if left := describe_open_points(report):
        lines.append(f"{left}.")
    lines += [
        escape_to_one_line(sentence, 1000) for sentence in (*report.errors, *list_doubts(report))
    ]
    drawn = page_as_text([*draw_loading(report), *draw_roles(report)], _COLUMNS).rstrip("\n")
    return "\n".join(lines) + "\n" + drawn


def _points(value: float) -> float:
    # Points are decimal fractions: 0.1 + 0.2 is 0.3 to a reader.
    return round(value, 9)
