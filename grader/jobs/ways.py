"""The two ways of getting gradings done: workers forked here, or a workforce anywhere.

Both take submissions as places become free, never sooner, try again what was lost with its worker,
and hand out answers as they come.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from grader.jobs.job import Bench, graded, warm
from grader.jobs.pool import Job, Outcome, outcomes
from grader.jobs.remote import Terms, Unfit, carry_out
from grader.jobs.worker import Work
from grader.model.progress import Progress
from grader.model.submission import Submission

_Outcomes = AbstractContextManager[Iterator[Outcome[int]]]

Way = Callable[[Iterable[tuple[int, Submission]]], _Outcomes]
"""Takes numbered submissions; yields their outcomes, whichever comes first, with the number as key.
What it has started has ended when the context does."""

_AHEAD = 0.25
"""Workers that make ready, for each that grades, which takes several times as long."""


def forked(bench: Bench, most: int, progress: Progress | None = None) -> Way:
    """At most ``most`` processes of this machine, a new one for each submission.

    They are forked from this one, which imports the hidden tests for all of them, once there is
    something to be graded. A few more start their sandboxes ahead and wait.
    """

    @contextmanager
    def way(wanted: Iterable[tuple[int, Submission]]) -> Iterator[Iterator[Outcome[int]]]:
        warm(bench)
        jobs = (Job(number, _work(bench, submission)) for number, submission in wanted)
        with outcomes(jobs, most, progress, ahead=math.ceil(most * _AHEAD)) as found:
            yield found

    return way


def _work(bench: Bench, submission: Submission) -> Work:
    return lambda parent: graded(bench, submission, parent, parent)


# A workforce --------------------------------------------------------------------------------


class Workforce(Protocol):
    """Whoever carries out orders, most likely on other machines."""

    def room(self) -> int:
        """How many orders it can have at a time; none, if nobody is there at the moment."""

    def submit(self, order: str) -> Future[str]:
        """Have ``order`` carried out by :func:`grader.jobs.remote.carry_out` or the like."""

    def look(self) -> None:
        """See, now and then, whether it is still there; raises what is to end it all."""


_EVERY = 2.0
"""Seconds between two looks at a workforce that does not answer."""
_TRIES = 3
"""How often something is tried. On many machines, workers are lost for reasons of their own."""


def submitted(bench: Bench, executor: Executor, most: int) -> Way:
    """By any ``executor``, which is given at most ``most`` orders at a time."""
    return ordered(bench, _Executor(executor, most))


@dataclass(frozen=True, slots=True)
class _Executor:
    executor: Executor
    most: int

    def room(self) -> int:
        return self.most

    def submit(self, order: str) -> Future[str]:
        return self.executor.submit(carry_out, order)

    def look(self) -> None:
        pass


def ordered(bench: Bench, workforce: Workforce) -> Way:
    """By ``workforce``, whose workers need the same grader, assignment and packages as are here.

    They see for themselves whether they have, and have a sandbox of their own.
    """
    terms = Terms.of(bench)

    @contextmanager
    def way(wanted: Iterable[tuple[int, Submission]]) -> Iterator[Iterator[Outcome[int]]]:
        orders = ((number, terms.order(submission)) for number, submission in wanted)
        team = _Team(workforce, orders)
        try:
            yield team.outcomes()
        finally:
            for future in team.running:
                future.cancel()

    return way


@dataclass(frozen=True, slots=True)
class _Order:
    """Something to be done, and how many workers were lost over it."""

    number: int
    text: str
    losses: int = 0


@dataclass(slots=True)
class _Team:
    """What a workforce has been given and has not answered yet."""

    workforce: Workforce
    orders: Iterator[tuple[int, str]]
    running: dict[Future[str], _Order] = field(default_factory=dict)
    _waiting: deque[_Order] = field(default_factory=deque)
    """What has been taken from ``orders`` and is not being done."""

    def outcomes(self) -> Iterator[Outcome[int]]:
        while True:
            while len(self.running) < self.workforce.room() and (order := self._next()):
                self._submit(order)
            if self.running:
                done, _ = wait(self.running, timeout=_EVERY, return_when=FIRST_COMPLETED)
            elif order := self._next():  # there is nobody to do it
                self._waiting.appendleft(order)
                time.sleep(_EVERY / 10)
                done = set()
            else:
                return
            # What is done counts, even if the workforce is found to have gone.
            for future in [future for future in done if _answered(future)]:
                yield Outcome(self.running.pop(future).number, future.result())
            self.workforce.look()
            for future in done & self.running.keys():
                yield from self._lose(self.running.pop(future), future)

    def _lose(self, order: _Order, future: Future[str]) -> Iterator[Outcome[int]]:
        cancelled = CancelledError("it was cancelled") if future.cancelled() else None
        problem = cancelled or future.exception()
        losses = order.losses + 1
        if losses < _TRIES:
            self._waiting.append(replace(order, losses=losses))
        else:
            story = f"{_TRIES} workers in a row were lost over it; the last {_end(problem)}"
            yield Outcome(order.number, None, story)

    def _next(self) -> _Order | None:
        if self._waiting:
            return self._waiting.popleft()
        order = next(self.orders, None)
        return None if order is None else _Order(*order)

    def _submit(self, order: _Order) -> None:
        try:
            future = self.workforce.submit(order.text)
        except Exception as problem:  # noqa: BLE001 - an executor may break in any way
            future = Future()
            future.set_exception(problem)
        self.running[future] = order


def _answered(future: Future[str]) -> bool:
    return not future.cancelled() and future.exception() is None


def _end(problem: BaseException | None) -> str:
    """How a worker was lost, as the rest of a sentence without its full stop."""
    told = str(problem).rstrip(".") or type(problem).__name__
    return told if isinstance(problem, Unfit) else f"ended: {told}"
