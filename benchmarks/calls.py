"""Round trips of single calls into a bubblewrap sandbox."""

from __future__ import annotations

import time

from benchmarks.measure import Figure
from grader import assignment, sandbox
from grader.assignment import Limits
from grader.grading import program
from grader.intake import Cell, Submission
from grader.sandbox.protocol import Call, Injection, Session

_SOURCE = "def echo(value):\n    return value\n"


def measure(count: int) -> list[Figure]:
    """Time ``count`` calls each: in a process of their own, and in a shared one."""
    echo = Submission("echo.py", "", (Cell(_SOURCE, "echo.py", False),), ())
    session = sandbox.choose("bubblewrap").start(program(echo, assignment.load("ps2")))
    try:
        session.load(Injection())
        fresh, shared = _times(session, count, fresh=True), _times(session, count, fresh=False)
    finally:
        session.close()
    return [
        Figure("call in a process of its own", "ms", fresh, 3.0),
        Figure("call in a shared process", "ms", shared),
    ]


def _times(session: Session, count: int, *, fresh: bool) -> list[float]:
    call = Call("echo", ([list("__B___")] * 6,), {}, 0, Limits(1.0, 8.0))
    times = []
    for _ in range(count):
        began = time.perf_counter()
        session.call(call, fresh=fresh)
        times.append(1000 * (time.perf_counter() - began))
    return times
