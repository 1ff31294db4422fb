"""What right solutions need of the totals of their tasks."""

from __future__ import annotations

from collections.abc import Iterator

from grader import assignment, sandbox
from grader.assignment import Assignment
from grader.author import solution_variants
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.grading import grade
from grader.machine import speed
from grader.model.report import Report


def needs(name: str) -> Iterator[str]:
    """The lines of a Markdown table: the right solution that needs most of each total.

    All come at the end, after minutes.

    Args:
        name: of the assignment.
    """
    graded = assignment.load_assignment(name)
    backend, tests = sandbox.choose_backend("bubblewrap"), prepare_hidden_tests(graded)
    pace = speed.machine_slowness(graded.costs.calibration)
    most = {task.id: (0.0, "") for task in graded.tasks if task.total_cpu_seconds is not None}
    for variant in solution_variants.read_right_solutions(graded):
        submission = solution_variants.variant_submission(graded, variant)
        report = grade(submission, graded, backend, tests=tests, speed=pace, explain=False)
        for task, seconds in _used(report):
            if task in most:
                most[task] = max(most[task], (seconds, variant.name))
    yield "| task | needs most | seconds | total | times as much |"
    yield "|---|---|---:|---:|---:|"
    for task, (seconds, slowest) in most.items():
        total = _total(graded, task)
        yield f"| {task} | {slowest} | {seconds:.2f} | {total:g} | {total / seconds:.1f} |"


def _used(report: Report) -> Iterator[tuple[str, float]]:
    """Each task and the CPU seconds of its calls, at the pace at which budgets were measured."""
    for task in report.tasks:
        cases = (case for test in task.tests for case in test.cases)
        yield task.id, sum(case.cpu_seconds for case in cases)


def _total(graded: Assignment, name: str) -> float:
    return next(task.total_cpu_seconds or 0.0 for task in graded.tasks if task.id == name)
