"""Does many independent pieces of work in forked workers, a few at a time.

1. Take a job from the iterator when a worker can start on it, never sooner, so that only a few are
   in memory.
2. Workers may start ahead of their turn. When one has ended its turn, or answered, the next has it.
3. Yield each answer as it comes.
4. If a worker is lost, try once more. If that is lost as well, say so, and go on with the rest.
5. Whatever ends this ends the workers, and with each its sandbox.

A parent that calls :func:`grader.examine.test_collection.prepare_hidden_tests` first saves every
worker the same work.
"""

from __future__ import annotations

import contextlib
import os
import select
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from grader.jobs import forked_worker as workers
from grader.jobs.forked_worker import ForkedWorker, Work, WorkerLost
from grader.machine.termination_signals import postpone_signals
from grader.model.report import Progress
from grader.sandbox import SandboxUnavailable

Key = TypeVar("Key")

_EVERY = 0.1
"""Seconds between two looks for signals."""


@dataclass(frozen=True, slots=True)
class PoolJob(Generic[Key]):
    """A piece of work for the pool.

    Attributes:
        key: comes back with the answer.
        instead: jobs that are tried once if the worker is lost; by default, the same again.
    """

    key: Key
    work: Work
    instead: tuple[PoolJob[Key], ...] = ()


@dataclass(frozen=True, slots=True)
class JobOutcome(Generic[Key]):
    """The outcome of a job: its answer, or how its workers were lost.

    Attributes:
        answer: ``None`` if two workers in a row were lost over it.
        lost: if so, how, as part of a sentence.
    """

    key: Key
    answer: str | None
    lost: str = ""


@dataclass(frozen=True, slots=True)
class _JobAttempt(Generic[Key]):
    """A job in the queue or in a worker; ``again`` says that a worker was already lost over it."""

    job: PoolJob[Key]
    again: bool = False


def available_cores() -> int:
    """Return the number of processes that this one may run at the same time."""
    return len(os.sched_getaffinity(0))


@contextlib.contextmanager
def run_jobs(
    jobs: Iterable[PoolJob[Key]],
    most: int,
    progress: Progress | None = None,
    ahead: int = 0,
) -> Iterator[Iterator[JobOutcome[Key]]]:
    """Yield an iterator of the outcomes of ``jobs``, done by at most ``most`` workers at a time.

    No worker outlives the context. Until it ends, signals that ask the program to end are
    postponed; the iterator notices them. So its caller should come back soon.

    Args:
        progress: called with the cases of all workers together, finished ones included.
        ahead: how many more workers may start before their turn, if their work waits for it (see
            :class:`grader.jobs.forked_worker.ParentLink`).

    The iterator raises:
        SandboxUnavailable: if a worker finds no sandbox before anything has been decided.
        KeyboardInterrupt: if a signal asks the program to end.
    """
    with postpone_signals() as interrupted:
        crew = _WorkerPool(iter(jobs), most, progress, ahead)
        try:
            yield crew.outcomes(interrupted)
        finally:
            workers.end_workers(crew.working)


@dataclass(slots=True)
class _WorkerPool(Generic[Key]):
    """The running workers, and the jobs that wait for one."""

    jobs: Iterator[PoolJob[Key]]
    most: int
    progress: Progress | None
    ahead: int
    working: dict[ForkedWorker, _JobAttempt[Key]] = field(default_factory=dict)
    _ahead_of_turn: deque[ForkedWorker] = field(default_factory=deque)
    """Those of ``working`` that wait for their turn, the next one first."""
    _waiting: deque[_JobAttempt[Key]] = field(default_factory=deque)
    """Taken from ``jobs``, and not running."""
    _answered: bool = False
    _cases: int = 0
    """Cases that finished workers have decided."""

    def outcomes(self, interrupted: Callable[[], bool]) -> Iterator[JobOutcome[Key]]:
        room = self.most + self.ahead
        while True:
            while len(self.working) < room and (attempt := self._next()):
                problem = self._start(attempt)
                self._give_turns()
                if problem and self.working:
                    room = len(self.working)  # until one of them has ended
                    self._waiting.appendleft(attempt)
                elif problem:
                    yield from self._lose(attempt, f"could not be started ({problem})")
            if not self.working:
                return
            ready = self._ready()
            if interrupted():
                raise KeyboardInterrupt
            for worker in ready:
                yield from self._hear(worker)
            if len(self.working) < room:
                room = self.most + self.ahead

    def _next(self) -> _JobAttempt[Key] | None:
        if self._waiting:
            return self._waiting.popleft()
        job = next(self.jobs, None)
        return None if job is None else _JobAttempt(job)

    def _start(self, attempt: _JobAttempt[Key]) -> str:
        """Start a worker; return the reason if the system has no process to give."""
        try:
            worker = ForkedWorker.start(attempt.job.work)
        except OSError as problem:
            return problem.strerror or str(problem)
        self.working[worker] = attempt
        self._ahead_of_turn.append(worker)
        return ""

    def _give_turns(self) -> None:
        """Give turns to waiting workers while fewer than ``most`` workers have one."""
        waiting = self._ahead_of_turn
        while waiting and self.most > sum(
            not (worker.turn_ended or worker in waiting) for worker in self.working
        ):
            waiting.popleft().give_turn()

    def _ready(self) -> list[ForkedWorker]:
        """Return the workers that have sent a message; none if none comes for a moment."""
        heard = select.poll()
        by_pipe = {worker.pipe: worker for worker in self.working}
        for pipe in by_pipe:
            heard.register(pipe, select.POLLIN)
        return [by_pipe[pipe] for pipe, _ in heard.poll(_EVERY * 1000)]

    def _hear(self, worker: ForkedWorker) -> Iterator[JobOutcome[Key]]:
        """Read the messages of ``worker``, which may hold its answer."""
        attempt = self.working[worker]
        answer: str | None = None
        reason = ""
        try:
            answer = worker.listen()
        except WorkerLost as loss:
            reason = str(loss)
        except SandboxUnavailable as problem:
            # Whatever has been decided would be lost by an exception.
            begun = self._answered or any(worker.progress[1] for worker in self.working)
            if not (attempt.again or begun):
                raise
            reason = f"found no sandbox any more: {problem}"
        self._report_progress(worker)
        if answer is None and not reason:
            self._give_turns()
            return
        del self.working[worker]
        if worker in self._ahead_of_turn:
            self._ahead_of_turn.remove(worker)
        self._give_turns()
        workers.end_workers([worker])
        if answer is None:
            yield from self._lose(attempt, reason)
        else:
            self._answered = True
            self._cases += worker.progress[1]
            yield JobOutcome(attempt.job.key, answer)

    def _lose(self, attempt: _JobAttempt[Key], reason: str) -> Iterator[JobOutcome[Key]]:
        """Queue the job of a lost worker again, or yield its failure after a second loss."""
        if attempt.again:
            losses = f"two grading processes in a row were lost over it; the second {reason}"
            yield JobOutcome(attempt.job.key, None, losses)
        else:
            stand_ins = attempt.job.instead or (attempt.job,)
            self._waiting.extend(_JobAttempt(job, again=True) for job in stand_ins)

    def _report_progress(self, worker: ForkedWorker) -> None:
        if self.progress is not None:
            done = self._cases + sum(other.progress[1] for other in self.working)
            total = self._cases + sum(other.progress[2] for other in self.working)
            self.progress(worker.progress[0], done, total)
