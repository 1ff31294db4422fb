"""Gradings as work for a pool, and what a check reads from their reports."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from grader.examine.finding import find
from grader.examine.hidden_tests import HiddenTests
from grader.jobs.bench import Bench
from grader.jobs.grading import grade
from grader.jobs.worker import Work
from grader.model.progress import Progress
from grader.model.report import CaseResult, Report, TaskResult, TestResult, View
from grader.model.submission import Submission
from grader.render.jsonfile import dumps, loads


def with_whole_pools(bench: Bench) -> Bench:
    """``bench``, where submissions get all cases that are drawn of, as right solutions have to."""
    return replace(bench, tests=_found(bench).with_whole_pools())


def without_pools(bench: Bench) -> Bench:
    """``bench``, where no cases are drawn: what is noticed there is noticed whatever is drawn."""
    return replace(bench, tests=_found(bench).without_pools())


def _found(bench: Bench) -> HiddenTests:
    if bench.tests is not None:
        return bench.tests
    before = set(sys.modules)
    try:
        return find(bench.assignment)
    finally:
        # The author may change these files before they are found again in this process.
        for name in set(sys.modules) - before:
            if name.startswith(("hidden_tests", "reference")):
                del sys.modules[name]


def work(
    bench: Bench,
    submission: Submission,
    *,
    seed: int | None = None,
    tasks: Collection[str] = (),
    until: Callable[[TestResult], bool] = lambda _: False,
) -> Work:
    """Grade ``submission``; the answer is for :func:`read`."""
    return lambda progress: written(
        report(bench, submission, progress, seed=seed, tasks=tasks, until=until)
    )


def report(
    bench: Bench,
    submission: Submission,
    progress: Progress,
    *,
    seed: int | None = None,
    tasks: Collection[str] = (),
    until: Callable[[TestResult], bool] = lambda _: False,
) -> Report:
    """The report of a grading, without explanations; the seed is by default the bench's.

    Args:
        until: says of a test whether the tests after it need not be run.
    """
    return grade(
        submission, bench.assignment, bench.sandbox,
        seed=bench.seed if seed is None else seed, tasks=tasks, tests=bench.tests,
        progress=progress, speed=bench.speed, explain=False, until=until,
    )  # fmt: skip


def written(report: Report) -> str:
    """``report`` for :func:`read`, with what checks read of it."""
    # A report holds thousands of cases, and a thousand reports are read.
    tasks = (replace(task, tests=tuple(map(_in_short, task.tests))) for task in report.tasks)
    short = replace(report, load_notes=(), load_stdout="", tasks=tuple(tasks))
    return dumps(short, View.STAFF)


def _in_short(test: TestResult) -> TestResult:
    failed = (case for case in test.cases if not case.verdict.passed)
    first = next((replace(case, call=None, attempts=(), figures=()) for case in failed), None)
    return replace(test, cases=() if first is None else (first,))


def read(answer: str) -> Report:
    """The report of a grading. Of cases it has only the first failing one of each test."""
    return loads(answer)


def lost(report: Report) -> list[TaskResult]:
    """The tasks that lost points."""
    return [task for task in report.tasks if task.score is not None and task.score < task.max_score]


def message(cases: Sequence[CaseResult]) -> str:
    """The message of the first failing case; empty if all were accepted."""
    for case in cases:
        if not case.verdict.passed:
            expected = [] if case.expected is None else [f"expected {case.expected}"]
            actual = [] if case.actual is None else [f"got {case.actual}"]
            return "\n".join([case.message, *expected, *actual])
    return ""
