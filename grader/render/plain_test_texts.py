"""Writes plain texts about the tests of a report, for platforms that list tests by themselves."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import RenderableType
from rich.text import Text

from grader.model.escape import escape_to_one_line
from grader.model.formatting import TO_MARK, format_points_with_noun, format_score
from grader.model.report import Report, TaskResult, TestResult
from grader.render.report_sentences import describe_open_points, is_worth_reading, list_doubts
from grader.render.terminal.failing_test import draw_failing_cases
from grader.render.terminal.quoted_text import page_as_text
from grader.render.terminal.report import draw_loading, draw_roles
from grader.render.terminal.task import list_task_remarks

_COLUMNS = 80


def text_of_undecided_task(task: TaskResult) -> str:
    """Return the text on a task that a person marks, or that was not decided."""
    parts: list[RenderableType] = [] if task.tests else [*list_task_remarks(task)]
    if task.verdict is None and task.score is None:
        parts.insert(0, Text(f"{format_points_with_noun(task.max_score)}, {TO_MARK}."))
    elif not parts and task.verdict is not None:
        parts.append(Text(task.verdict.words))
    return page_as_text(parts, _COLUMNS).strip("\n")


def choose_test_for_remarks(task: TaskResult) -> TestResult | None:
    """Return the test above which stands what is said about ``task`` as a whole.

    That is the first one that lost something, but it is said if nothing was lost, too.
    """
    return next(
        (test for test in task.tests if is_worth_reading(test)), next(iter(task.tests), None)
    )


def text_of_test(test: TestResult, seen: set[str], said: Iterable[RenderableType] = ()) -> str:
    """Return the text about ``test``, below the lines ``said`` about its whole task.

    Args:
        seen: sentences that stand above already; those of this text are added.
    """
    cases = (
        draw_failing_cases(test, seen, _COLUMNS) if is_worth_reading(test) else [Text("Accepted.")]
    )
    return page_as_text([*said, *cases], _COLUMNS).strip("\n")


def text_above_tests(report: Report) -> str:
    """Return the text above all tests: score, doubts, notes on loading and roles."""
    lines = [f"{format_score(report.score, report.max_score)}."]
    if left := describe_open_points(report):
        lines.append(f"{left}.")
    lines += [
        escape_to_one_line(sentence, 1000) for sentence in (*report.errors, *list_doubts(report))
    ]
    return "\n".join(lines) + "\n" + text_on_loading(report)


def text_on_loading(report: Report) -> str:
    """Return the notes on loading and on roles; empty if there are none."""
    return page_as_text([*draw_loading(report), *draw_roles(report)], _COLUMNS).rstrip("\n")
