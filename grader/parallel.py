"""Grade one submission in several processes at once, each with a sandbox of its own.

1. Split the tasks: those that are lent the same functions stay together, because they share what
   is loaded into a sandbox.
2. Fork a worker per part. Each calls :func:`grader.grading.grade` and sends its report.
3. Merge the reports. Nothing is decided here.

Budgets are CPU time, so verdicts are those of one process; a person only waits less.
"""

from __future__ import annotations

import ctypes
import json
import os
import selectors
import signal
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NoReturn

from grader.assignment import Assignment, Task
from grader.grading import Progress, grade
from grader.intake import Submission
from grader.report import Report, TaskResult, View, dumps, loads
from grader.sandbox import Sandbox, SandboxUnavailable

_PR_SET_PDEATHSIG = 1
_EVERY = 0.1
"""Seconds between two words on progress."""


class WorkerFailed(Exception):
    """A worker ended without a report. ``str()`` says what is known."""


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

    Raises:
        UnknownTask: if a task is not one that the grader tests.
        SandboxUnavailable: if no sandbox can be started.
        WorkerFailed: if a worker dies.
    """
    began = time.monotonic()
    wanted = [assignment.coded_task(task) for task in tasks]
    chosen = [task for task in assignment.tasks if task in wanted or not wanted]
    parts = split(
        [task for task in chosen if not task.written], jobs or len(os.sched_getaffinity(0))
    )
    if len(parts) < 2:
        return grade(submission, assignment, sandbox, seed=seed, tasks=tasks, progress=progress)
    workers: list[_Worker] = []
    try:
        for part in parts:
            ids = [task.id for task in part]
            workers.append(_Worker.start(submission, assignment, sandbox, seed, ids))
        reports = _collect(workers, progress)
    finally:
        for worker in workers:
            worker.end()
    return _merged(reports, chosen, complete=not tasks, duration=time.monotonic() - began)


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


@dataclass(slots=True)
class _Worker:
    """A forked process and the pipe on which it sends lines of JSON."""

    pid: int
    pipe: int
    progress: tuple[str, int, int] = ("", 0, 0)
    _text: bytearray = field(default_factory=bytearray)

    @classmethod
    def start(
        cls,
        submission: Submission,
        assignment: Assignment,
        sandbox: Sandbox,
        seed: int,
        tasks: Sequence[str],
    ) -> _Worker:
        """Fork a process that grades ``tasks``."""
        reading, writing = os.pipe()
        parent = os.getpid()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            _work(writing, parent, submission, assignment, sandbox, seed, tasks)
        os.close(writing)
        return cls(pid, reading)

    def lines(self) -> Iterator[dict[str, Any]]:
        """The messages that have arrived.

        Raises:
            WorkerFailed: if it will send no more.
        """
        data = os.read(self.pipe, 1 << 20)
        if not data:
            raise WorkerFailed("a grading process ended without a report")
        self._text += data
        *lines, rest = self._text.split(b"\n")
        self._text = bytearray(rest)
        yield from map(json.loads, lines)

    def end(self) -> None:
        """End the process, if it has not ended yet; its sandbox ends with it."""
        os.close(self.pipe)
        os.kill(self.pid, signal.SIGKILL)  # not reaped yet, so the id is still its own
        os.waitpid(self.pid, 0)


def _work(
    pipe: int,
    parent: int,
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    seed: int,
    tasks: Sequence[str],
) -> NoReturn:
    """What a worker does; it never returns into the code that forked it."""
    # Whatever ends the parent, even SIGKILL, ends this process and with it the sandbox.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    told_at = 0.0

    def tell(**message: object) -> None:
        data = memoryview(json.dumps(message).encode("ascii") + b"\n")
        while data:
            data = data[os.write(pipe, data) :]

    def on_progress(task: str, done: int, total: int) -> None:
        nonlocal told_at
        if done in {1, total} or time.monotonic() - told_at > _EVERY:
            told_at = time.monotonic()
            tell(at=[task, done, total])

    try:
        if os.getppid() == parent:  # otherwise it was gone before it could be followed
            report = grade(
                submission, assignment, sandbox, seed=seed, tasks=tasks, progress=on_progress
            )
            tell(report=dumps(report, View.STAFF))
    except SandboxUnavailable as problem:
        tell(unavailable=str(problem))
    except KeyboardInterrupt:
        pass  # the parent is interrupted as well, and says so
    except Exception as bug:  # noqa: BLE001 - there is nobody above to see it
        tell(failed=f"{type(bug).__name__}: {bug}")
    finally:
        os._exit(0)


def _collect(workers: Sequence[_Worker], progress: Progress | None) -> list[Report]:
    """Listen to all workers until each has sent its report; in the order of ``workers``."""
    reports: dict[int, Report] = {}
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.pipe, selectors.EVENT_READ, worker)
        while len(reports) < len(workers):
            for key, _ in selector.select():
                worker = key.data
                for message in worker.lines():
                    match message:
                        case {"report": str(text)}:
                            reports[worker.pid] = loads(text)
                            selector.unregister(worker.pipe)
                        case {"at": [task, done, total]}:
                            worker.progress = task, done, total
                        case {"unavailable": sentence}:
                            raise SandboxUnavailable(sentence)
                        case {"failed": what}:
                            raise WorkerFailed(f"a grading process failed: {what}")
                if progress is not None:
                    done = sum(other.progress[1] for other in workers)
                    total = sum(other.progress[2] for other in workers)
                    progress(worker.progress[0], done, total)
    return [reports[worker.pid] for worker in workers]


def _merged(
    reports: Sequence[Report], chosen: Sequence[Task], *, complete: bool, duration: float
) -> Report:
    """One report of several over the same submission: every task once, every note once."""
    results = {task.id: task for report in reports for task in report.tasks}
    errors = tuple(dict.fromkeys(chain.from_iterable(report.errors for report in reports)))
    notes = tuple(dict.fromkeys(chain.from_iterable(report.load_notes for report in reports)))
    by_hand = {
        task.id: TaskResult(task.id, task.title, None, task.points, None, None)
        for task in chosen
        if task.written
    }
    return replace(
        reports[0],
        complete=complete and not errors,
        duration=duration,
        tasks=tuple((results | by_hand)[task.id] for task in chosen),
        load_notes=notes,
        errors=errors,
    )
