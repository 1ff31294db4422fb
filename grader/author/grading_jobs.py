"""Makes gradings into jobs for a pool, and reads their shortened reports for the checks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import find_hidden_tests
from grader.jobs.forked_worker import Work
from grader.jobs.grading import grade
from grader.jobs.grading_context import GradingContext
from grader.model.report import CaseResult, Progress, Report, TaskResult, TestResult, View
from grader.model.submission import Submission
from grader.render.report_json import dumps, loads

ChooseCases = Callable[[HiddenTests], HiddenTests]
"""Which cases the hidden tests have: drawn ones, or ``with_whole_pools``, or ``without_pools``."""


def keep_tests_unchanged(tests: HiddenTests) -> HiddenTests:
    """Return ``tests`` unchanged: each submission draws its cases as for students."""
    return tests


def make_grading_work(
    context: GradingContext,
    submission: Submission,
    *,
    seed: int | None = None,
    tasks: Collection[str] = (),
    cases: ChooseCases = keep_tests_unchanged,
    until: Callable[[TestResult], bool] = lambda _: False,
) -> Work:
    """Return work that grades ``submission``; :func:`load_short_report` reads its answer."""
    return lambda progress: dump_short_report(
        grade_to_report(
            context, submission, progress, seed=seed, tasks=tasks, cases=cases, until=until
        )
    )


def grade_to_report(
    context: GradingContext,
    submission: Submission,
    progress: Progress,
    *,
    seed: int | None = None,
    tasks: Collection[str] = (),
    cases: ChooseCases = keep_tests_unchanged,
    until: Callable[[TestResult], bool] = lambda _: False,
) -> Report:
    """Return the report of a grading, without explanations; ``seed`` defaults to the context's.

    Args:
        cases: which cases the hidden tests have. What is noticed without pools is noticed whatever
            is drawn; right solutions have to pass all that may be drawn.
        until: says of a test whether the tests after it need not be run.
    """
    tests = find_hidden_tests(context.assignment) if context.tests is None else context.tests
    return grade(
        submission, context.assignment, context.sandbox,
        seed=context.seed if seed is None else seed, tasks=tasks, tests=cases(tests),
        progress=progress, speed=context.speed, explain=False, until=until,
    )  # fmt: skip


def dump_short_report(report: Report) -> str:
    """Return ``report`` as text for :func:`load_short_report`, cut to what checks need."""
    # A report holds thousands of cases, and a thousand reports are read.
    tasks = (replace(task, tests=tuple(map(_in_short, task.tests))) for task in report.tasks)
    short = replace(report, load_notes=(), load_stdout="", tasks=tuple(tasks))
    return dumps(short, View.STAFF)


def _in_short(test: TestResult) -> TestResult:
    failed = (case for case in test.cases if not case.verdict.passed)
    first = next((replace(case, call=None, attempts=(), figures=()) for case in failed), None)
    return replace(test, cases=() if first is None else (first,))


def load_short_report(answer: str) -> Report:
    """Return a shortened report, with only the first failing case of each test."""
    return loads(answer)


def is_losing_points(test: TestResult) -> bool:
    """Return whether ``test`` alone shows that its task loses points."""
    return test.points > 0 and not test.verdict.passed


def tasks_losing_points(report: Report) -> list[TaskResult]:
    """Return the tasks that lost points."""
    return [task for task in report.tasks if task.score is not None and task.score < task.max_score]


def first_failure_message(cases: Sequence[CaseResult]) -> str:
    """Return the message of the first failing case; empty if all were accepted."""
    for case in cases:
        if not case.verdict.passed:
            expected = [] if case.expected is None else [f"expected {case.expected}"]
            actual = [] if case.actual is None else [f"got {case.actual}"]
            return "\n".join([case.message, *expected, *actual])
    return ""
