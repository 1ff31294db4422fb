"""Grade one submission in several processes at once, each with a sandbox of its own.

1. Group the tasks: those that are lent the same functions stay together, because they share what
   is loaded into a sandbox.
2. Have a pool of workers do the groups, the longest first. Each calls
   :func:`grader.jobs.grading.grade` and sends its report.
3. If a worker is lost, give each of its tasks to a new one. A task over which that is lost as well
   becomes an internal error, so that all others keep their verdicts.
4. Merge the reports. Nothing is decided here.
5. Where one task depends on another, find out what comes of the student's own functions together.

Budgets are CPU time, so verdicts are those of one process; a person only waits less.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from grader.assignment import Assignment, Task
from grader.assignment.costs import Costs
from grader.examine.hidden_tests import HiddenTests
from grader.explain import dependencies
from grader.jobs.grading import grade
from grader.jobs.pool import Job, cores, outcomes
from grader.machine import speed as machine
from grader.model.progress import Progress
from grader.model.report import Report, TaskResult, View
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.render.jsonfile import dumps, loads
from grader.sandbox import Sandbox

_UNDECIDED = "The grader itself failed on this task, which is not the submission's fault."


class WorkerFailed(Exception):
    """Every worker ended without a report. ``str()`` says what is known."""


def grade_in_parts(
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    *,
    seed: int = 0,
    tasks: Collection[str] = (),
    tests: HiddenTests | None = None,
    progress: Progress | None = None,
    jobs: int | None = None,
) -> Report:
    """As :func:`grader.jobs.grading.grade`, by up to ``jobs`` processes (by default, one per core).

    This process only waits for them, so that it survives whatever happens to one; unless ``jobs``
    is 1, when it does everything itself.

    Raises:
        UnknownTask: if a task is not one that the grader tests.
        SandboxUnavailable: if no sandbox can be started.
        WorkerFailed: if nothing could be graded.
        KeyboardInterrupt: if a signal asks the program to end, after all workers have ended. Until
            then, such signals wait.
    """
    began = time.monotonic()
    wanted = [assignment.coded_task(task) for task in tasks]
    chosen = [task for task in assignment.tasks if task in wanted or not wanted]
    groups = grouped([task for task in chosen if not task.written], assignment.costs)
    speed = machine.factor(assignment.costs.calibration)  # found out once, and not by every worker
    if jobs == 1 or not groups:
        report = grade(
            submission, assignment, sandbox,
            seed=seed, tasks=tasks, tests=tests, progress=progress, speed=speed,
        )  # fmt: skip
        if dependencies.doubtful(report, assignment):
            report = dependencies.tried(report, submission, assignment, sandbox, tests)
        return replace(report, duration=time.monotonic() - began)

    def job(ids: tuple[str, ...]) -> Job[tuple[str, ...]]:
        def work(told: Progress) -> str:
            report = grade(
                submission, assignment, sandbox,
                seed=seed, tasks=ids, tests=tests, progress=told, speed=speed,
            )  # fmt: skip
            return dumps(report, View.STAFF)

        return Job(ids, work, tuple(job((task,)) for task in ids if len(ids) > 1))

    reports: list[Report] = []
    lost: dict[str, str] = {}
    wholes = [job(tuple(task.id for task in group)) for group in groups]
    with outcomes(wholes, jobs or cores(), progress) as found:
        for outcome in found:
            if outcome.answer is None:
                lost |= dict.fromkeys(outcome.key, outcome.lost)
            else:
                reports.append(loads(outcome.answer))
    if not reports:
        raise WorkerFailed(f"nothing could be graded: {next(iter(lost.values()))}.")
    order = [task for whole in wholes for task in whole.key]
    reports.sort(key=lambda report: order.index(report.tasks[0].id))
    report = _merged(reports, lost, chosen, complete=not tasks)
    if dependencies.doubtful(report, assignment):
        report = _with_dependencies(report, submission, assignment, sandbox, tests)
    return replace(report, duration=time.monotonic() - began)


def _with_dependencies(
    report: Report,
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    tests: HiddenTests | None,
) -> Report:
    """As :func:`grader.explain.dependencies.tried`, by a worker; without, if that is lost."""

    def work(_: Progress) -> str:
        found = dependencies.tried(report, submission, assignment, sandbox, tests)
        return dumps(found, View.STAFF)

    with outcomes([Job("dependencies", work)], 1) as found:
        answers = [outcome.answer for outcome in found]
    return next((loads(answer) for answer in answers if answer is not None), report)


def grouped(tasks: Sequence[Task], costs: Costs) -> list[list[Task]]:
    """Tasks that are lent the same, together; what took the reference solution longest first.

    Who is last then has little left to do, whatever else takes long in a submission.
    """
    groups: dict[object, list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.inject, task.stubs, task.globals), []).append(task)
    seconds: dict[str, float] = {}
    for case, cost in costs.cases.items():
        owner = case.partition("/")[0]
        seconds[owner] = seconds.get(owner, 0.0) + (cost.cpu_seconds or 0.0)

    def length(group: Sequence[Task]) -> tuple[float, float]:
        known = sum(seconds.get(task.id, 0.0) for task in group)
        return known, sum(task.points for task in group)

    return sorted(groups.values(), key=length, reverse=True)


def _merged(
    reports: Sequence[Report],
    lost: Mapping[str, str],
    chosen: Sequence[Task],
    *,
    complete: bool,
) -> Report:
    """One report of several over the same submission: every task once, every note once."""
    results = {task.id: task for report in reports for task in report.tasks}
    errors = [
        *chain.from_iterable(report.errors for report in reports),
        *(f"{task}: {story}" for task, story in lost.items()),
    ]
    notes = dict.fromkeys(chain.from_iterable(report.load_notes for report in reports))
    return replace(
        reports[0],
        complete=complete and not errors,
        tasks=tuple(results.get(task.id) or undecided(task) for task in chosen),
        load_notes=tuple(notes),
        errors=tuple(dict.fromkeys(errors)),
        cpu_seconds=sum(report.cpu_seconds for report in reports),
    )


def undecided(task: Task) -> TaskResult:
    """The result of a task that nobody has reported on: it is for a person, or was lost."""
    if task.written:
        return TaskResult(task.id, task.title, None, task.points, None, None)
    return TaskResult(
        task.id, task.title, task.function, task.points, 0.0, Verdict.INTERNAL_ERROR, (), _UNDECIDED
    )
