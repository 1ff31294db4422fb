"""Grade one submission in several processes at once, each with a sandbox of its own.

1. Split the tasks: those that are lent the same functions stay together, because they share what
   is loaded into a sandbox.
2. Fork a worker per part. Each calls :func:`grader.grading.grade` and sends its report.
3. If a worker is lost, give each of its tasks to a new one. A task over which that is lost as well
   becomes an internal error, so that all others keep their verdicts.
4. Merge the reports. Nothing is decided here.

Budgets are CPU time, so verdicts are those of one process; a person only waits less.
"""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from grader import worker as workers
from grader.assignment import Assignment, Task
from grader.grading import Progress, grade
from grader.intake import Submission
from grader.interrupts import postponed
from grader.report import Report, TaskResult
from grader.sandbox import Sandbox, SandboxUnavailable
from grader.verdict import Verdict
from grader.worker import Lost, Worker

_EVERY = 0.1
"""Seconds between two looks for signals."""
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
    progress: Progress | None = None,
    jobs: int | None = None,
) -> Report:
    """As :func:`grader.grading.grade`, by up to ``jobs`` processes (by default, one per core).

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
    parts = split([task for task in chosen if not task.written], jobs or cores())
    if jobs == 1 or not parts:
        return grade(submission, assignment, sandbox, seed=seed, tasks=tasks, progress=progress)

    def job(place: tuple[int, ...], part: Sequence[Task]) -> Job[_Part]:
        ids = [task.id for task in part]
        one_by_one = (job((*place, number), [task]) for number, task in enumerate(part))
        return Job(
            _Part(place, ids),
            lambda on_progress: dumps(
                grade(submission, assignment, sandbox, seed=seed, tasks=ids, progress=on_progress),
                View.STAFF,
            ),
            tuple(one_by_one) if len(place) == 1 else (),
        )

    reports: dict[tuple[int, ...], Report] = {}
    lost: dict[str, str] = {}
    wanted_of = [job((number,), part) for number, part in enumerate(parts)]
    with outcomes(wanted_of, len(parts), progress) as found:
        for outcome in found:
            if outcome.answer is None:
                lost |= dict.fromkeys(outcome.key.tasks, outcome.lost)
            else:
                reports[outcome.key.place] = loads(outcome.answer)
    if not reports:
        raise WorkerFailed(f"nothing could be graded: {_story(next(iter(lost.values())))}.")
    return _merged(
        [reports[place] for place in sorted(reports)], lost, chosen,
        complete=not tasks, duration=time.monotonic() - began,
    )  # fmt: skip


def split(tasks: Sequence[Task], most: int) -> list[list[Task]]:
    """At most ``most`` parts of about equal points; tasks that are lent the same stay together."""
    groups: dict[object, list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.inject, task.stubs, task.globals), []).append(task)
    parts: list[list[Task]] = [[] for _ in range(min(most, len(groups)))]
    for group in sorted(groups.values(), key=_points, reverse=True):
        min(parts, key=_points).extend(group)
    return parts


def _points(tasks: Sequence[Task]) -> float:
    return sum(task.points for task in tasks)


def _merged(
    reports: Sequence[Report],
    lost: Mapping[str, str],
    chosen: Sequence[Task],
    *,
    complete: bool,
    duration: float,
) -> Report:
    """One report of several over the same submission: every task once, every note once."""
    results = {task.id: task for report in reports for task in report.tasks}
    errors = [
        *chain.from_iterable(report.errors for report in reports),
        *(f"{task}: {_story(reason)}" for task, reason in lost.items()),
    ]
    notes = dict.fromkeys(chain.from_iterable(report.load_notes for report in reports))
    return replace(
        reports[0],
        complete=complete and not errors,
        duration=duration,
        tasks=tuple(results.get(task.id) or _unseen(task) for task in chosen),
        load_notes=tuple(notes),
        errors=tuple(dict.fromkeys(errors)),
    )


def _story(reason: str) -> str:
    """What became of the workers of a task, of which only the second one's reason is known."""
    return f"two grading processes in a row were lost over it; the second {reason}"


def _unseen(task: Task) -> TaskResult:
    """The result of a task that no worker has reported on: it is a person's, or was lost."""
    if task.written:
        return TaskResult(task.id, task.title, None, task.points, None, None)
    return TaskResult(
        task.id, task.title, task.function, task.points, 0.0, Verdict.INTERNAL_ERROR, (), _UNDECIDED
    )
