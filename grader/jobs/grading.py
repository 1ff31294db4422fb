"""Grades one submission: the main path of everything.

1. Start a sandbox with the submission's source, the provided modules and the preamble.
2. Let the examiner run the hidden tests; their calls go into the sandbox.
3. Work out why what is not accepted is wrong. From here on nothing changes a verdict.
4. Close the sandbox, withhold points that count only beside others, and add up.

Nothing here knows how a sandbox isolates or how a report looks.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

import grader
from grader.assignment import Assignment, Task
from grader.assignment.course_assignments import BUILT_IN
from grader.examine.hidden_test_limits import share_watchdog
from grader.examine.role_binding import Bindings
from grader.examine.run_hidden_tests import HiddenTests, run_hidden_tests, sandbox_program
from grader.examine.test_collection import find_hidden_tests
from grader.explain import Explainer
from grader.explain.known_mistakes import add_diagnoses
from grader.explain.reference_answers import ReferenceRunner
from grader.machine import speed as machine
from grader.machine.integer_printing import allow_long_integers
from grader.model.report import Progress, Report, TaskResult, TestResult
from grader.model.report_views import remove_folders_from_paths
from grader.model.submission import Submission, merge_equal_notes
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import Sandbox


@allow_long_integers()
@share_watchdog()
def grade(
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    *,
    seed: int = 0,
    tasks: Collection[str] = (),
    tests: HiddenTests | None = None,
    progress: Progress | None = None,
    speed: float | None = None,
    explain: bool = True,
    where: Mapping[str, str] = MappingProxyType({}),
    until: Callable[[TestResult], bool] = lambda _: False,
    bindings: Bindings | None = None,
) -> Report:
    """Return the report on ``submission``.

    Args:
        seed: together with the submission's digest it determines every random choice.
        tasks: numbers of the tasks to grade; all if empty.
        tests: the assignment's hidden tests, if they have been found already.
        speed: how many times slower this machine is than the one that set the budgets; measured by
            default.
        explain: whether to explain cases that are not accepted, which takes a few seconds.
        where: bindings by role of the assignment's contract, as a person says.
        until: says of a test whether the tests after it need not be run. The verdict of a task
            whose tests are left out is an internal error.
        bindings: how the submission is called for roles, if that has been found out already.

    Raises:
        UnknownRole: if ``where`` names what is no role.
        UnknownTask: if a task is not one that the grader tests.
        SandboxUnavailable: if no sandbox can be started.
    """
    began = time.monotonic()
    wanted = [assignment.coded_task(task) for task in tasks]
    chosen = [task for task in assignment.tasks if task in wanted or not wanted]
    if speed is None:
        speed = machine.machine_slowness(assignment.costs.calibration)
    session = sandbox.start(sandbox_program(submission, assignment, speed, seed))
    right = ReferenceRunner(assignment, sandbox, speed)
    graded_at = datetime.now(UTC)  # to be given a sandbox may take a while
    try:
        found = find_hidden_tests(assignment) if tests is None else tests
        done = run_hidden_tests(
            submission,
            assignment,
            found,
            session,
            seed,
            chosen,
            progress,
            speed,
            where,
            until,
            bindings,
        )
        results, errors, loads = done.results, done.errors, list(done.examiner.loads)
        # From here on nothing can change a verdict.
        if explain:
            results = Explainer(
                done.examiner, done.tests, submission.code, right.repeat_calls
            ).add_explanations(results)
    finally:
        right.close()
        session.close()
    graded = tuple(_task_result(task, results) for task in chosen)
    if explain:
        graded = add_diagnoses(graded, assignment)
    report = Report(
        grader_version=grader.__version__,
        path=submission.path,
        digest=submission.digest,
        assignment=assignment.id,
        seed=seed,
        complete=not (errors or tasks),
        sandbox=sandbox.info,
        duration=time.monotonic() - began,
        tasks=graded,
        load_notes=merge_equal_notes(
            (
                *submission.notes,
                *(note for loaded in loads for note in loaded.notes),
                *done.bindings.notes,
            )
        ),
        load_stdout=loads[0].stdout if loads else "",
        errors=tuple(dict.fromkeys(_hide_folders(error, assignment) for error in errors)),
        roles=done.bindings.roles,
        speed=speed,
        graded_at=f"{graded_at:%Y-%m-%dT%H:%M:%SZ}",
        cpu_seconds=session.cpu_seconds,
        title=assignment.title,
        cells=submission.readable,
    )
    return replace(report, complete=report.complete and not report.questions)


def _task_result(task: Task, results: Iterable[TestResult]) -> TaskResult:
    if task.written:
        return TaskResult(task.id, task.title, None, task.points, None, None)
    tests = tuple(test for test in results if test.id.startswith(f"{task.id}/"))
    # Tests without points inform; they do not decide.
    verdict = Verdict.worst(test.verdict for test in tests if test.points)
    if not math.isclose(sum(test.points for test in tests), task.points):
        # Tests are missing, which may be those that the submission would have failed.
        verdict = Verdict.INTERNAL_ERROR
    return TaskResult(
        id=task.id,
        title=task.title,
        function=task.function,
        max_score=task.points,
        score=round(sum(test.score for test in tests), 9),
        verdict=verdict,
        tests=tests,
        note=" ".join(_list_accepted_case_messages(tests)),
    )


def _list_accepted_case_messages(tests: Iterable[TestResult]) -> Iterable[str]:
    """Return the messages of accepted cases, each once."""
    accepted = (case for test in tests for case in test.cases if case.verdict.passed)
    return dict.fromkeys(case.message for case in accepted if case.message)


def _hide_folders(error: str, assignment: Assignment) -> str:
    """Return ``error`` with paths relative to the course or the grader.

    Reports are passed on, and should not tell where this machine keeps its files.
    """
    for folder in (assignment.course.absolute(), assignment.course.resolve(), BUILT_IN):
        error = error.replace(f"{folder}{os.sep}", "")
    return remove_folders_from_paths(error)
