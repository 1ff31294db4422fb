"""Round trips of single calls into a bubblewrap sandbox."""

from __future__ import annotations

import time

from benchmarks.measure import Figure
from grader import assignment, sandbox
from grader.assignment import Limits
from grader.grading import program
from grader.intake import Cell, Submission
from grader.sandbox.protocol import Call, Injection, Program, Session

SOURCE = "def echo(value):\n    return value\n"
BOARD = [list("__B___")] * 6


def measure(count: int) -> list[Figure]:
    """Time ``count`` calls each: in a process of their own, and in a shared one."""
    session = sandbox.choose("bubblewrap").start(echo())
    try:
        session.load(Injection())
        fresh = [round_trip(session, fresh=True) for _ in range(count)]
        shared = [round_trip(session, fresh=False) for _ in range(count)]
    finally:
        session.close()
    return [
        Figure("call in a process of its own", "ms", fresh, 3.0),
        Figure("call in a shared process", "ms", shared),
    ]


def echo() -> Program:
    """A submission with a function ``echo``."""
    cells = (Cell(SOURCE, "echo.py", False),)
    return program(Submission("echo.py", "", cells, ()), assignment.load("ps2"))


def round_trip(session: Session, *, fresh: bool) -> float:
    """Milliseconds of one call with a board."""
    call = Call("echo", (BOARD,), {}, 0, Limits(1.0, 8.0))
    began = time.perf_counter()
    outcome = session.call(call, fresh=fresh)
    took = 1000 * (time.perf_counter() - began)
    assert outcome.value == BOARD, outcome
    return took
