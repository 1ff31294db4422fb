"""Executors of many grading orders: forks of this process, or a workforce on other machines.

Each takes orders as workers become free, never sooner, tries an order again if its worker was lost,
and yields outcomes as they come. An order that this process carries out itself
is answered as lost if the process dies.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Protocol

import grader
from grader.jobs.accept_remote_order import WorkerUnfit
from grader.jobs.forked_worker import ParentLink, Work
from grader.jobs.grading_answer import GradingAnswer
from grader.jobs.grading_context import GradingContext, preload_hidden_tests
from grader.jobs.process_pool import JobOutcome, PoolJob, run_jobs
from grader.jobs.work_order import AnyOrder, BindingTrialOrder, GradingOrder, PairOrder
from grader.model.report import Progress, Report, SandboxInfo
from grader.model.submission import Submission
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import SandboxProgram, Session

Orders = Iterable[tuple[int, AnyOrder]]
"""Each with a number, which its outcome has as its key."""

OrderExecutor = Callable[[Orders], AbstractContextManager[Iterator[JobOutcome[int]]]]
"""Takes orders and yields their outcomes as they come, with the number as key. No worker outlives
the context."""

OrderExecutorFactory = Callable[[GradingContext, Progress], OrderExecutor]
"""Makes a carrier for orders to grade in a context; it may report progress."""

_AHEAD = 0.25
"""Workers that start a sandbox ahead, for each that grades: grading takes several times as long."""


def make_fork_executor(
    context: GradingContext, most: int, progress: Progress | None = None
) -> OrderExecutor:
    """Return an executor with at most ``most`` processes, a new one for each submission.

    This process imports the hidden tests for all of them once there is something to grade. A few
    more processes start their sandboxes ahead and wait.
    """

    @contextmanager
    def carried(orders: Orders) -> Iterator[Iterator[JobOutcome[int]]]:
        ready = cache(partial(preload_hidden_tests, context))
        jobs = (PoolJob(number, _work(context, ready, order)) for number, order in orders)
        with run_jobs(jobs, most, progress, ahead=math.ceil(most * _AHEAD)) as found:
            yield found

    return carried


def _work(context: GradingContext, ready: Callable[[], GradingContext], order: AnyOrder) -> Work:
    if isinstance(order, PairOrder):
        return partial(_played, context, order)
    if isinstance(order, BindingTrialOrder):
        # Imported late: where nothing is to be tried, it would take longer than all the rest.
        from grader.jobs import try_role_binding

        try_role_binding.import_for_trials(context.assignment)
        return partial(try_role_binding.carry_out_trial, context, order)
    return partial(_graded, ready(), order)


def _graded(context: GradingContext, order: GradingOrder, parent: ParentLink) -> str:
    bindings = order.setting.bindings
    of_one = replace(context, where=bindings) if bindings else context
    return grade_to_text(of_one, order.submission, parent, parent)


def _played(context: GradingContext, order: PairOrder, parent: ParentLink) -> str:
    # Imported late: where nothing is to be played, it would take longer than all the rest.
    from grader.jobs import play_pair

    return play_pair.carry_out_pair(context, order.pair, parent)


# A workforce --------------------------------------------------------------------------------


class Workforce(Protocol):
    """Workers that carry out orders, most likely on other machines."""

    def capacity(self) -> int:
        """Return how many orders the workforce takes at a time; 0 without a worker."""

    def submit(self, order: str) -> Future[str]:
        """Carry out ``order`` as a fork server does, and return a future of the answer's text."""

    def check(self) -> None:
        """Check the workforce, now and then; raise an error if it is gone."""


_EVERY = 2.0
"""Seconds between two looks at a workforce that does not answer."""
_TRIES = 3
"""How often an order is tried. On many machines, workers are lost for reasons of their own."""


def make_workforce_executor(workers: Workforce) -> OrderExecutor:
    """Return an executor that lets ``workers`` grade.

    The workers need the grader, assignment and packages of this machine, and check that themselves.
    """

    @contextmanager
    def carried(orders: Orders) -> Iterator[Iterator[JobOutcome[int]]]:
        dispatch = _UnansweredOrders(workers, iter(orders))
        try:
            yield dispatch.outcomes()
        finally:
            for future in dispatch.running:
                future.cancel()

    return carried


@dataclass(frozen=True, slots=True)
class _PendingOrder:
    """An order that has no answer yet, as text, and how many workers were lost over it."""

    number: int
    order: str
    losses: int = 0


@dataclass(slots=True)
class _UnansweredOrders:
    """The orders that a workforce has not answered yet."""

    workers: Workforce
    orders: Iterator[tuple[int, AnyOrder]]
    running: dict[Future[str], _PendingOrder] = field(default_factory=dict)
    _waiting: deque[_PendingOrder] = field(default_factory=deque)
    """Taken from ``orders``, and not running."""

    def outcomes(self) -> Iterator[JobOutcome[int]]:
        while True:
            while len(self.running) < self.workers.capacity() and (attempt := self._next()):
                self._submit(attempt)
            if self.running:
                done, _ = wait(self.running, timeout=_EVERY, return_when=FIRST_COMPLETED)
            elif attempt := self._next():  # there is no worker
                self._waiting.appendleft(attempt)
                time.sleep(_EVERY / 10)
                done = set()
            else:
                return
            # Answers count even if the workforce turns out to be gone.
            for future in [future for future in done if _succeeded(future)]:
                yield JobOutcome(self.running.pop(future).number, future.result())
            self.workers.check()
            for future in done & self.running.keys():
                yield from self._lose(self.running.pop(future), future)

    def _lose(self, attempt: _PendingOrder, future: Future[str]) -> Iterator[JobOutcome[int]]:
        cancelled = CancelledError("it was cancelled") if future.cancelled() else None
        problem = cancelled or future.exception()
        losses = attempt.losses + 1
        if losses < _TRIES:
            self._waiting.append(replace(attempt, losses=losses))
        else:
            reason = (
                f"{_TRIES} workers in a row were lost over it; the last {_describe_loss(problem)}"
            )
            yield JobOutcome(attempt.number, None, reason)

    def _next(self) -> _PendingOrder | None:
        if self._waiting:
            return self._waiting.popleft()
        number, order = next(self.orders, (0, None))
        return None if order is None else _PendingOrder(number, order.text)

    def _submit(self, attempt: _PendingOrder) -> None:
        try:
            future = self.workers.submit(attempt.order)
        except Exception as problem:  # noqa: BLE001 - a workforce may break in any way
            future = Future()
            future.set_exception(problem)
        self.running[future] = attempt


def _succeeded(future: Future[str]) -> bool:
    return not future.cancelled() and future.exception() is None


def _describe_loss(problem: BaseException | None) -> str:
    """Return how a worker was lost, as the rest of a sentence without its full stop."""
    sentence = str(problem).rstrip(".") or type(problem).__name__
    return sentence if isinstance(problem, WorkerUnfit) else f"ended: {sentence}"


class SandboxTurn(Protocol):
    """A turn to run student code, which only so many processes have at a time."""

    def wait_for_turn(self) -> None:
        """Wait until it is this process's turn."""

    def end_turn(self) -> None:
        """End this process's turn, so that the next process has its own."""


def grade_to_text(
    context: GradingContext,
    submission: Submission,
    progress: Progress | None = None,
    turn: SandboxTurn | None = None,
) -> str:
    """Grade ``submission`` here, and return text for :meth:`GradingAnswer.read`.

    Args:
        turn: to wait for before student code runs, if need be.

    Raises:
        AssignmentChanged: if a file of the assignment changed before the grading was over.
        SandboxUnavailable: if no sandbox can be started.
    """
    # Imported late: where nothing is to be graded, it would take longer than all the rest.
    from grader.jobs.parallel_grading import grade_in_parallel

    context.check()
    ahead = None if turn is None else _SandboxWithTurn(context.sandbox, turn)
    ready = context if ahead is None else replace(context, sandbox=ahead)
    report = grade_in_parallel(ready, submission, progress, processes=1)
    # A change after this moment does not concern this grading.
    context.check()
    if ahead is not None:
        ahead.turn.end_turn()
        report = replace(report, duration=report.duration - ahead.waited)
    return GradingAnswer.of(report).text()


@dataclass(slots=True)
class _SandboxWithTurn:
    """A sandbox backend that starts a sandbox, then waits for its turn to run student code.

    Attributes:
        waited: seconds spent waiting for the turn.
    """

    sandbox: Sandbox
    turn: SandboxTurn
    waited: float = 0.0

    @property
    def info(self) -> SandboxInfo:
        return self.sandbox.info

    def start(self, program: SandboxProgram) -> Session:
        session = self.sandbox.start(program)
        ready = time.monotonic()
        try:
            self.turn.wait_for_turn()
        except BaseException:
            session.close()
            raise
        self.waited += time.monotonic() - ready
        return session


def answer_of_lost_grading(
    context: GradingContext, submission: Submission, reason: str
) -> GradingAnswer:
    """Return an answer for a grading whose processes were lost, with the ``reason``."""
    from grader.jobs.parallel_grading import undecided_task_result

    return GradingAnswer.of(
        Report(
            grader_version=grader.__version__,
            path=submission.path,
            digest=submission.digest,
            assignment=context.assignment.id,
            seed=context.seed,
            complete=False,
            sandbox=context.sandbox.info,
            duration=0.0,
            tasks=tuple(map(undecided_task_result, context.wanted)),
            load_notes=submission.notes,
            errors=(f"Nothing is decided: {reason}.",),
            speed=context.speed,
            title=context.assignment.title,
            cells=submission.readable,
        )
    )
