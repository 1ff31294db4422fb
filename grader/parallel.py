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
    parts = split(
        [task for task in chosen if not task.written], jobs or len(os.sched_getaffinity(0))
    )
    if jobs == 1 or not parts:
        return grade(submission, assignment, sandbox, seed=seed, tasks=tasks, progress=progress)

    def work(part: Sequence[Task]) -> workers.Work:
        ids = [task.id for task in part]
        return lambda on_progress: grade(
            submission, assignment, sandbox, seed=seed, tasks=ids, progress=on_progress
        )

    crew = _Crew(work, len(parts), progress)
    crew.grade(parts)
    return _merged(
        crew.reports(), crew.lost, chosen, complete=not tasks, duration=time.monotonic() - began
    )


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


@dataclass(frozen=True, slots=True)
class _Part:
    """Tasks for one worker.

    Attributes:
        place: orders the reports, whichever comes first.
        again: whether a worker was lost over these tasks before.
    """

    tasks: Sequence[Task]
    place: tuple[int, ...]
    again: bool = False


@dataclass(slots=True)
class _Crew:
    """The workers of one grading.

    Attributes:
        work: what a worker does for some tasks.
        most: how many may work at the same time.
        lost: why there is no report on a task, by its id.
    """

    work: Callable[[Sequence[Task]], workers.Work]
    most: int
    progress: Progress | None
    lost: dict[str, str] = field(default_factory=dict)
    _waiting: deque[_Part] = field(default_factory=deque)
    _working: dict[Worker, _Part] = field(default_factory=dict)
    _reports: dict[tuple[int, ...], Report] = field(default_factory=dict)
    _cases: int = 0
    """Cases that are decided by workers that have finished."""

    def grade(self, parts: Sequence[Sequence[Task]]) -> None:
        """Let workers grade ``parts``, and end every one of them.

        Raises:
            SandboxUnavailable: if one finds no sandbox before anything has been decided.
        """
        self._waiting.extend(_Part(part, (number,)) for number, part in enumerate(parts))
        with postponed() as interrupted:
            try:
                while self._waiting or self._working:
                    self._start()
                    ready = self._ready()
                    if interrupted():
                        raise KeyboardInterrupt
                    for worker in ready:
                        self._hear(worker)
            finally:
                workers.end(self._working)

    def reports(self) -> list[Report]:
        """The reports, in the order of their parts.

        Raises:
            WorkerFailed: if there are none.
        """
        if not self._reports:
            raise WorkerFailed(
                f"nothing could be graded: {_story(next(iter(self.lost.values())))}."
            )
        return [self._reports[place] for place in sorted(self._reports)]

    def _start(self) -> None:
        """Start workers for the parts that wait."""
        while self._waiting and len(self._working) < self.most:
            part = self._waiting.popleft()
            try:
                worker = Worker.start(self.work(part.tasks))
            except OSError as problem:
                if not self._working:
                    self._lose(part, f"could not be started ({problem.strerror})")
                    continue
                self._waiting.appendleft(part)
                self.most = len(self._working)  # what goes at the moment
                return
            self._working[worker] = part

    def _ready(self) -> list[Worker]:
        """Workers that have something to say; perhaps none for a while."""
        heard = select.poll()
        by_pipe = {worker.pipe: worker for worker in self._working}
        for pipe in by_pipe:
            heard.register(pipe, select.POLLIN)
        return [by_pipe[pipe] for pipe, _ in heard.poll(_EVERY * 1000)]

    def _hear(self, worker: Worker) -> None:
        """Take in what ``worker`` says, which may be its last word."""
        part = self._working[worker]
        report: Report | None = None
        reason = ""
        try:
            report = worker.listen()
        except Lost as loss:
            reason = str(loss)
        except SandboxUnavailable as problem:
            if not (part.again or self._begun()):
                raise
            reason = f"found no sandbox any more: {problem}"
        self._tell(worker)
        if report is None and not reason:
            return
        del self._working[worker]
        workers.end([worker])
        if report is None:
            self._lose(part, reason)
        else:
            self._reports[part.place] = report
            self._cases += worker.progress[1]

    def _begun(self) -> bool:
        """Whether anything has been decided that would be lost together with this grading."""
        return bool(self._reports) or any(worker.progress[1] for worker in self._working)

    def _lose(self, part: _Part, reason: str) -> None:
        """Deal with a worker that will not report: one more attempt, each task on its own."""
        if part.again:
            self.lost |= {task.id: reason for task in part.tasks}
        else:
            self._waiting.extend(
                _Part([task], (*part.place, number), again=True)
                for number, task in enumerate(part.tasks)
            )

    def _tell(self, worker: Worker) -> None:
        if self.progress is not None:
            done = self._cases + sum(other.progress[1] for other in self._working)
            total = self._cases + sum(other.progress[2] for other in self._working)
            self.progress(worker.progress[0], done, total)


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
