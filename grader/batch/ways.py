"""Ways of getting gradings done: forked workers here, or any executor of ``concurrent.futures``.

Both take submissions as places become free, never sooner, try once more what was lost with its
worker, and hand out answers as they come.
"""

from __future__ import annotations

import functools
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from grader import assignment as assignments
from grader import sandbox as sandboxes
from grader import speed as machine
from grader.batch.grading import Bench, graded
from grader.batch.key import setting
from grader.grading import Progress, warm_up
from grader.intake import Cell, Submission
from grader.pool import Job, Outcome, outcomes
from grader.report import LoadNote
from grader.worker import Work

_Outcomes = AbstractContextManager[Iterator[Outcome[int]]]

Way = Callable[[Iterable[tuple[int, Submission]]], _Outcomes]
"""Takes numbered submissions; yields their outcomes, whichever comes first, with the number as key.
What it has started has ended when the context does."""


def forked(bench: Bench, most: int, progress: Progress | None = None) -> Way:
    """At most ``most`` processes of this machine, a new one for each submission.

    They are forked from this one, which imports the hidden tests for all of them, once there is
    something to be graded.
    """
    warm = functools.cache(functools.partial(warm_up, bench.assignment))

    def way(wanted: Iterable[tuple[int, Submission]]) -> _Outcomes:
        warm()
        jobs = (Job(number, _work(bench, submission)) for number, submission in wanted)
        return outcomes(jobs, most, progress)

    return way


def _work(bench: Bench, submission: Submission) -> Work:
    return lambda told: graded(bench, submission, told)


# Executors ----------------------------------------------------------------------------------


class OtherWorker(Exception):
    """A worker is not fit for the job it was given; ``str()`` says what it has otherwise."""


def submitted(bench: Bench, sandbox: str, executor: Executor, most: int) -> Way:
    """By ``executor``, which is given at most ``most`` gradings at a time.

    Its workers may be on other machines: they are sent texts, and send texts. Each needs the same
    grader and assignment, which it checks, and a sandbox of its own.

    Args:
        sandbox: name of the backend that a worker chooses.
    """
    common = {
        "assignment": bench.assignment.id,
        "digests": {name: bench.setting.parts[name] for name in ("tests", "limits", "reference")},
        "grader": bench.setting.grader,
        "sandbox": sandbox,
        "seed": bench.seed,
        "tasks": list(bench.tasks),
    }

    @contextmanager
    def way(wanted: Iterable[tuple[int, Submission]]) -> Iterator[Iterator[Outcome[int]]]:
        orders = (
            (number, json.dumps({**common, "submission": _told(submission)}))
            for number, submission in wanted
        )
        team = _Team(executor, orders, most)
        try:
            yield team.outcomes()
        finally:
            for future in team.running:
                future.cancel()

    return way


@dataclass(slots=True)
class _Team:
    """What an executor has been given and has not answered yet."""

    executor: Executor
    orders: Iterator[tuple[int, str]]
    most: int
    running: dict[Future[str], tuple[int, str, bool]] = field(default_factory=dict)
    _again: deque[tuple[int, str]] = field(default_factory=deque)

    def outcomes(self) -> Iterator[Outcome[int]]:
        while True:
            while len(self.running) < self.most and (order := self._next()):
                self._submit(*order)
            if not self.running:
                return
            done, _ = wait(self.running, return_when=FIRST_COMPLETED)
            for future in done:
                number, order_text, again = self.running.pop(future)
                problem = future.exception()
                if problem is None:
                    yield Outcome(number, future.result())
                elif again or isinstance(problem, OtherWorker):
                    yield Outcome(number, None, _story(problem, again=again))
                else:
                    self._again.append((number, order_text))

    def _next(self) -> tuple[int, str, bool] | None:
        if self._again:
            return (*self._again.popleft(), True)
        order = next(self.orders, None)
        return None if order is None else (*order, False)

    def _submit(self, number: int, order: str, again: bool) -> None:
        try:
            future = self.executor.submit(carry_out, order)
        except Exception as problem:  # noqa: BLE001 - an executor may break in any way
            future = Future()
            future.set_exception(problem)
        self.running[future] = number, order, again


def _story(problem: BaseException, *, again: bool) -> str:
    told = str(problem).rstrip(".") or type(problem).__name__
    if isinstance(problem, OtherWorker):
        return told
    return f"two workers in a row were lost over it; the second: {told}" if again else told


def carry_out(order: str) -> str:
    """Grade what :func:`submitted` sends, wherever this is; the answer of the grading.

    Raises:
        OtherWorker: if the grader or the assignment is another one here.
        SandboxUnavailable: if there is no such sandbox here.
    """
    told = json.loads(order)
    bench = _bench(told["assignment"], told["sandbox"], told["seed"], tuple(told["tasks"]))
    if bench.setting.grader != told["grader"]:
        raise OtherWorker("a worker has another version of the grader; install the same one there")
    for name, digest in told["digests"].items():
        if bench.setting.parts.get(name) != digest:
            raise OtherWorker(
                f"a worker has other {name} of {bench.assignment.id}; bring the same files there"
            )
    return graded(bench, _received(told["submission"]))


@functools.lru_cache(maxsize=4)
def _bench(assignment: str, sandbox: str, seed: int, tasks: tuple[str, ...]) -> Bench:
    """What a worker needs for everything that it is sent, made once."""
    chosen = assignments.load(assignment)
    backend = sandboxes.choose(sandbox)
    warm_up(chosen)
    return Bench(
        chosen, backend, setting(chosen, backend, seed, tasks), seed, tasks,
        machine.factor(chosen.costs.calibration),
    )  # fmt: skip


def _told(submission: Submission) -> dict[str, object]:
    return {
        "path": submission.path,
        "digest": submission.digest,
        "cells": [[cell.source, cell.name, cell.notebook] for cell in submission.cells],
        "notes": [[note.message, note.file, note.line] for note in submission.notes],
    }


def _received(told: dict[str, Any]) -> Submission:
    return Submission(
        path=told["path"],
        digest=told["digest"],
        cells=tuple(Cell(source, name, notebook) for source, name, notebook in told["cells"]),
        notes=tuple(LoadNote(message, file, line) for message, file, line in told["notes"]),
    )
