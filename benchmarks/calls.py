"""Round trips of single calls into a bubblewrap sandbox."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from benchmarks.measure import Figure
from grader import assignment, intake, sandbox
from grader.examine.run_hidden_tests import sandbox_program
from grader.jobs.grading import grade
from grader.model.submission import Cell, Submission
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import (
    Injection,
    Outcome,
    Process,
    SandboxProgram,
    Session,
)
from grader.sandbox.call_request import Call
from grader.sandbox.session import ZygoteProcess

SOURCE = "def echo(value):\n    return value\n"
BOARD = [list("__B___")] * 6


def measure(submission: Path, count: int) -> list[Figure]:
    """Time ``count`` calls each, in a process of their own and in a shared one; and a grading's.

    What a plain process takes to be forked, say a word and be waited for stands beside them: with
    less, nobody can have a process for each call.
    """
    backend = sandbox.choose_backend("bubblewrap")
    session = backend.start(echo())
    try:
        session.load(Injection())
        fresh = [round_trip(session) for _ in range(count)]
        process = session.fork()
        shared = [round_trip(session, process) for _ in range(count)]
    finally:
        session.close()
    with timed_calls() as trips:
        grade(intake.read_submission(submission), assignment.load_assignment("ps2"), backend)
    return [
        Figure("call of a full grading, student's CPU time included", "ms", trips, 3.0),
        Figure("call in a process of its own", "ms", fresh, 3.0),
        Figure("a bare fork, in comparison", "ms", [_bare_fork() for _ in range(count)]),
        Figure("call in a shared process", "ms", shared),
    ]


def echo() -> SandboxProgram:
    """A submission with a function ``echo``."""
    cells = (Cell(SOURCE, "echo.py", False),)
    return sandbox_program(Submission("echo.py", "", cells, ()), assignment.load_assignment("ps2"))


def round_trip(session: Session, process: Process | None = None) -> float:
    """Milliseconds of one call with a board, in a new process unless there is one."""
    call = Call("echo", (BOARD,), {}, 0, CallLimits(1.0, 8.0))
    began = time.perf_counter()
    outcome = (process or session.fork()).call(call)
    took = 1000 * (time.perf_counter() - began)
    assert outcome.value == BOARD, outcome
    return took


@contextmanager
def timed_calls() -> Iterator[list[float]]:
    """Note the milliseconds of every call; calls that are sent together share theirs evenly."""
    trips: list[float] = []
    whole = ZygoteProcess.call_each

    def timed(process: ZygoteProcess, calls: Sequence[Call]) -> list[Outcome]:
        began = time.perf_counter()
        outcomes = whole(process, calls)
        took = 1000 * (time.perf_counter() - began)
        trips.extend([took / len(outcomes)] * len(outcomes))
        return outcomes

    with mock.patch.object(ZygoteProcess, "call_each", timed):
        yield trips


def _bare_fork() -> float:
    """Milliseconds until a forked child of this process has spoken and was waited for."""
    reading, writing = os.pipe()
    began = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.write(writing, b"!")
        os._exit(0)
    os.read(reading, 1)
    os.waitpid(pid, 0)
    took = 1000 * (time.perf_counter() - began)
    os.close(reading)
    os.close(writing)
    return took
