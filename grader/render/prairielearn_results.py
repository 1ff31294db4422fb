"""Writes ``results.json`` of PrairieLearn's external graders: a test per hidden test.

Students read all of it, so it holds what the student view holds, for whomever the report is.
An attempt that says nothing about the student's work does not count there: nothing could be
loaded, the grader itself failed, or a person has to decide first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.model.escape import escape_to_one_line
from grader.model.report import Report, TaskResult, TestResult, View
from grader.model.report_views import redact_for_view
from grader.model.verdict import Verdict
from grader.render.html.standalone_svg import draw_case_data_urls
from grader.render.json_conversion import encode_json
from grader.render.plain_test_texts import (
    choose_test_for_remarks,
    text_above_tests,
    text_of_test,
    text_of_undecided_task,
    text_on_loading,
)
from grader.render.report_sentences import (
    describe_score,
    failing_cases_to_show,
    is_worth_reading,
    list_doubts,
)
from grader.render.terminal.task import list_task_remarks

MOST_BYTES = 1_000_000
"""Of the file; PrairieLearn refuses one that is longer than a megabyte."""
_IMAGES, _IMAGES_OF_TEST = 400_000, 4
"""Characters of all images together, and the images of one test."""
_TEXTS = (20_000, 4_000, 500, 60)
"""Characters of a text, the longest with which everything fits."""
_NOT_THERE = {Verdict.LOAD_ERROR, Verdict.NOT_ATTEMPTED}
NOT_THE_STUDENTS_FAULT = (
    "The grader itself failed, which is not your fault. This attempt does not count; please tell "
    "your instructors."
)


def render(report: Report, view: View) -> str:  # noqa: ARG001 - as every form has it
    """Return ``report`` as what a grader leaves for PrairieLearn to read.

    Raises:
        ReportError: a number is not finite.
    """
    shown = redact_for_view(report, View.STUDENT)
    if errors := _reasons_not_to_count(shown):
        return render_ungradable(errors, text_above_tests(shown))
    counted = {"gradable": True, "score": _share(shown), "message": describe_score(shown)}
    above, tests = text_above_tests(shown), list(_tests(shown))
    for longest in _TEXTS:
        short = [_shortened(test, longest) for test in tests]
        text = encode_json({**counted, "output": _cut(above, longest), "tests": short})
        if len(text) <= MOST_BYTES:
            return text
    return encode_json({**counted, "output": "The report is too long to be shown."})


def render_ungradable(errors: Sequence[str], output: str = "") -> str:
    """Return the file of an attempt that does not count, for the reasons ``errors``."""
    return encode_json(
        {
            "gradable": False,
            "format_errors": [escape_to_one_line(error, 1000) for error in errors],
            "message": "This attempt was not graded and does not count.",
            "output": _cut(output, _TEXTS[0]),
        }
    )


def _reasons_not_to_count(report: Report) -> list[str]:
    """Return why the attempt says nothing about the student's work; empty if it does."""
    if report.errors:
        return [NOT_THE_STUDENTS_FAULT]
    tested = [task for task in report.tasks if task.tests]
    if tested and all(task.verdict in _NOT_THERE for task in tested):
        said = [line for line in text_on_loading(report).splitlines() if line.strip()]
        return ["None of the functions that are asked for could be loaded.", *said[:20]]
    if not report.max_score:
        return list_doubts(report) or ["There is nothing here that the grader can test."]
    return []


def _share(report: Report) -> float:
    return round(max(0.0, min(1.0, report.score / report.max_score)), 9)


def _tests(report: Report) -> Iterator[dict[str, object]]:
    room = _IMAGES
    for task in report.tasks:
        if task.by_hand or not task.tests:
            yield _make_manual_task_entry(task)
        first, seen = choose_test_for_remarks(task), set[str]()
        for test in task.tests:
            images = _images(test, room)
            room -= sum(len(image["url"]) for image in images)
            yield {
                "name": escape_to_one_line(f"{task.id} {test.title}"),
                "points": round(test.score, 9),
                "max_points": round(test.points, 9),
                "message": test.verdict.words,
                "output": text_of_test(
                    test, seen, list_task_remarks(task) if test is first else []
                ),
                "images": images,
            }


def _make_manual_task_entry(task: TaskResult) -> dict[str, object]:
    """Return the entry of a task that a person marks; with points only once there are some."""
    points = {} if task.score is None else {"points": task.score, "max_points": task.max_score}
    name = escape_to_one_line(f"{task.id} {task.title}")
    return {"name": name, **points, "message": text_of_undecided_task(task)}


def _images(test: TestResult, room: int) -> list[dict[str, str]]:
    """Return the pictures of the failing cases that are shown, as far as there is room."""
    images: list[dict[str, str]] = []
    for case in failing_cases_to_show(test) if is_worth_reading(test) else ():
        for label, url in draw_case_data_urls(case):
            room -= len(url)
            if room < 0 or len(images) == _IMAGES_OF_TEST:
                return images
            images.append({"label": escape_to_one_line(label), "url": url})
    return images


def _shortened(test: dict[str, object], longest: int) -> dict[str, object]:
    return {
        key: _cut(value, longest) if isinstance(value, str) else value
        for key, value in test.items()
    }


def _cut(text: str, longest: int) -> str:
    """Return ``text`` without its end if it has more than ``longest`` characters."""
    return text if len(text) <= longest else f"{text[:longest]}\n… (shortened)"
