"""Reruns the public tests of passed tasks with the student's own wrong functions lent to them.

Hidden tests lend a task the reference's functions, so that one mistake costs its own task only.
What students then see at home, where their own functions call each other, may still be wrong; that
is said here, for the tests that they may see.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.assignment import Assignment
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.hidden_test_limits import HiddenTestTimeout
from grader.examine.run_hidden_tests import HiddenTests, visit_hidden_tests
from grader.examine.test_collection import find_hidden_tests
from grader.model.figures import OwnFunctionOutcome
from grader.model.report import Report, TaskResult, Visibility
from grader.model.submission import Submission
from grader.model.verdict import MISSING_FUNCTION_VERDICTS, OPEN_VERDICTS, Verdict
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import SandboxFailure, SandboxUnavailable

SECONDS = 1.0
"""For everything here, by the clock; with the explanations before, three."""


def find_wrong_lent_functions(report: Report, assignment: Assignment) -> dict[str, tuple[str, ...]]:
    """Return, by task id, lent functions that are wrong as the student wrote them.

    Only tasks whose public tests are accepted are named.
    """
    wrong = {
        task.function
        for task in report.tasks
        if task.verdict not in {*MISSING_FUNCTION_VERDICTS, *OPEN_VERDICTS, None, Verdict.ACCEPTED}
    }
    found: dict[str, tuple[str, ...]] = {}
    for task in report.tasks:
        lent = tuple(name for name in assignment.task(task.id).inject if name in wrong)
        if lent and _passes_in_public(task):
            found[task.id] = lent
    return found


def rerun_with_own_functions(
    report: Report,
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    tests: HiddenTests | None = None,
) -> Report:
    """Return ``report`` with whether each task still passes with the student's own functions.

    Unchanged where no sandbox can be had any more: every verdict stands already.
    """
    wanted = find_wrong_lent_functions(report, assignment)
    give_up = time.monotonic() + SECONDS
    passed: dict[tuple[str, str], bool] = {}
    spent = 0.0

    def visitor(examiner: Examiner, test: HiddenTest) -> None:
        nonlocal spent
        if test.mark.visibility is not Visibility.PUBLIC:
            return
        for function in wanted[test.mark.task]:
            for case in test.cases:
                pair = test.mark.task, function
                if passed.get(pair, True) and time.monotonic() < give_up:
                    result, _ = examiner.again(test, case, own={function}, until=give_up)
                    # One that is stopped in the end may have been about to pass.
                    if result.verdict.passed or time.monotonic() < give_up:
                        passed[pair] = result.verdict.passed
        spent = examiner.session.cpu_seconds

    try:
        visit_hidden_tests(
            submission, assignment, tests or find_hidden_tests(assignment), sandbox, visitor,
            seed=report.seed, tasks=wanted, speed=report.speed, filled=report.roles,
        )  # fmt: skip
    except (SandboxFailure, SandboxUnavailable, HiddenTestTimeout):
        return report  # this could not be found out
    return replace(
        report,
        tasks=tuple(_add_own_function_outcomes(task, wanted, passed) for task in report.tasks),
        cpu_seconds=report.cpu_seconds + spent,
    )


def _add_own_function_outcomes(
    task: TaskResult, wanted: Mapping[str, Sequence[str]], passed: Mapping[tuple[str, str], bool]
) -> TaskResult:
    found = tuple(
        OwnFunctionOutcome(function, passed[task.id, function], passed_with_reference=True)
        for function in wanted.get(task.id, ())
        if (task.id, function) in passed
    )
    return replace(task, dependencies=found)


def _passes_in_public(task: TaskResult) -> bool:
    public = [test for test in task.tests if test.visibility is Visibility.PUBLIC]
    return bool(public) and all(test.verdict.passed for test in public)
