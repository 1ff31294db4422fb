"""Gradings as work for a pool, and what a check reads from their reports."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from grader.assignment import Assignment
from grader.examine.hidden_tests import HiddenTests
from grader.jobs.grading import grade
from grader.jobs.worker import Work
from grader.model.progress import Progress
from grader.model.report import CaseResult, Report, TaskResult, TestResult, View
from grader.model.submission import Submission
from grader.render.jsonfile import dumps, loads
from grader.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Bench:
    """How everything is graded.

    Attributes:
        speed: of this machine, which is found out once and not by every worker.
        tests: the assignment's hidden tests, if they have been found already.
    """

    assignment: Assignment
    sandbox: Sandbox
    seed: int = 0
    speed: float = 1.0
    tests: HiddenTests | None = None

    def work(
        self, submission: Submission, *, seed: int | None = None, tasks: Collection[str] = ()
    ) -> Work:
        """Grade ``submission``; the answer is for :func:`read`."""

        def work(told: Progress) -> str:
            return written(self.report(submission, told, seed=seed, tasks=tasks))

        return work

    def report(
        self,
        submission: Submission,
        told: Progress,
        *,
        seed: int | None = None,
        tasks: Collection[str] = (),
    ) -> Report:
        """The whole report of a grading, without explanations."""
        return grade(
            submission, self.assignment, self.sandbox,
            seed=self.seed if seed is None else seed, tasks=tasks, tests=self.tests,
            progress=told, speed=self.speed, explain=False,
        )  # fmt: skip


def written(report: Report) -> str:
    """What :func:`read` makes a report of."""
    return dumps(_in_short(report), View.STAFF)


def read(answer: str) -> Report:
    """The report of a grading. Tests have no cases but, of a failure, the one that shows it."""
    return loads(answer)


def lost(report: Report) -> list[TaskResult]:
    """The tasks that lost points."""
    return [task for task in report.tasks if task.score is not None and task.score < task.max_score]


def told(cases: Sequence[CaseResult]) -> str:
    """What the first of ``cases`` says that was not accepted."""
    case = next((case for case in cases if not case.verdict.passed), None)
    if case is None:
        return ""
    said = [case.message]
    if case.expected is not None:
        said.append(f"expected {case.expected}")
    if case.actual is not None:
        said.append(f"got {case.actual}")
    return "\n".join(said)


def _in_short(report: Report) -> Report:
    """What checks read: a report holds thousands of cases, and a thousand reports are read."""
    return replace(
        report,
        load_notes=(),
        load_stdout="",
        tasks=tuple(
            replace(task, tests=tuple(map(_test_in_short, task.tests))) for task in report.tasks
        ),
    )


def _test_in_short(test: TestResult) -> TestResult:
    failed = (case for case in test.cases if not case.verdict.passed)
    telling = next((replace(case, call=None, attempts=(), figures=()) for case in failed), None)
    return replace(test, cases=() if telling is None else (telling,))
