"""Writes Gradescope's ``results.json``: a test per hidden test, and what students may see of it.

Students see what the student view holds, even if the report is for staff. Staff get the rest in
entries that Gradescope hides from students and that carry no points.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.model.escape import escape_to_one_line
from grader.model.report import Report, TaskResult, TestResult, View, Visibility
from grader.model.report_views import redact_for_view
from grader.render.json_conversion import encode_json
from grader.render.plain_test_texts import (
    choose_test_for_remarks,
    text_above_tests,
    text_of_test,
    text_of_undecided_task,
)
from grader.render.report_sentences import is_worth_reading
from grader.render.terminal.task import list_task_remarks

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
            "output": text_above_tests(shown),
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
            "output": text_of_undecided_task(task),
            "visibility": _VISIBLE,
            **_entry_of_hand_marked_task(task),
        }
    seen: set[str] = set()
    first = choose_test_for_remarks(task)
    for position, test in enumerate(task.tests, start=1):
        said = list_task_remarks(task) if test is first else []
        yield {
            "name": escape_to_one_line(f"{task.id} {test.title}"),
            "number": escape_to_one_line(f"{task.id}.{position}"),
            "score": _points(test.score),
            "max_score": _points(test.points),
            "status": "failed" if is_worth_reading(test) else "passed",
            "output": text_of_test(test, seen, said),
            "tags": [test.verdict.value, test.visibility.value],
            "visibility": _VISIBLE,
        }


def _entry_of_hand_marked_task(task: TaskResult) -> dict[str, object]:
    """Return the entry with the points that a person gave ``task``; empty if none."""
    if not task.by_hand or task.score is None:
        return {}
    return {"score": _points(task.score), "max_score": _points(task.max_score)}


def _staff_entries(report: Report) -> Iterator[dict[str, object]]:
    """Yield entries for staff with what students may not see; they carry no points."""
    for number_, error in enumerate(report.errors, start=1):
        yield _hidden(f"The grader itself failed ({number_})", escape_to_one_line(error, 4000))
    for task in report.tasks:
        seen: set[str] = set()
        for test in task.tests:
            if is_worth_reading(test) and not _public(test):
                yield _hidden(
                    escape_to_one_line(f"{task.id} {test.title} (staff)"), text_of_test(test, seen)
                )


def _public(test: TestResult) -> bool:
    everything = (test.visibility, *(case.visibility for case in test.cases))
    return all(visibility is Visibility.PUBLIC for visibility in everything)


def _hidden(name: str, output: str) -> dict[str, object]:
    return {"name": name, "output": output, "visibility": _HIDDEN}


def _points(value: float) -> float:
    # Points are decimal fractions: 0.1 + 0.2 is 0.3 to a reader.
    return round(value, 9)
