"""What it costs that a submission imports NumPy: loading it, and a process for each call.

Both submissions are measured in turn, so that a machine that slows down slows both.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from benchmarks.calls import BOARD, round_trip
from grader import assignment, sandbox
from grader.examine.run_hidden_tests import sandbox_program
from grader.model.submission import Cell, Submission
from grader.model.time_limits import CallLimits
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import Injection, Session
from grader.sandbox.call_request import Call
from grader.wire import Array

_CALLS = 60
"""Calls in each turn."""
_SOURCE = "def echo(value):\n    return value\n"
_SOURCES = {"plain": _SOURCE, "with NumPy": f"import numpy as np\n{_SOURCE}"}
_START, _LOAD = "a sandbox, until its first answer", "loading"
_FRESH, _SHARED = "a call in a process of its own", "a call in a shared process"
_ARRAY = "the same with an array, there and back"
_TARGETS = {_FRESH: 2.0}
"""Milliseconds more."""


def table(turns: int) -> Iterator[str]:
    """Lines of a Markdown table over ``turns`` turns.

    Beside medians it has the fastest, which other work on the machine disturbs least.
    """
    backend = sandbox.choose_backend("bubblewrap")
    measured: dict[tuple[str, str], list[float]] = {}
    for turn in range(-1, turns):
        for name, source in _SOURCES.items():
            for what, values in _turn(backend, source).items():
                if turn >= 0:  # the first one fills caches
                    measured.setdefault((what, name), []).extend(values)
    yield "| median, and the fastest | plain | with NumPy | more | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for what in (_START, _LOAD, _FRESH, _SHARED):
        plain, loaded = (measured[what, name] for name in _SOURCES)
        more = statistics.median(loaded) - statistics.median(plain), min(loaded) - min(plain)
        target = f"≤ {_TARGETS[what]:.3g} ms" if what in _TARGETS else ""
        yield (
            f"| {what} | {_both(plain)} | {_both(loaded)} "
            f"| {more[0]:+.3g} ms, {more[1]:+.3g} ms | {target} |"
        )
    yield f"| {_ARRAY} | | {_both(measured[_ARRAY, 'with NumPy'])} | | |"


def _both(values: list[float]) -> str:
    return f"{statistics.median(values):.3g} ms, {min(values):.3g} ms"


def _turn(backend: Sandbox, source: str) -> dict[str, list[float]]:
    cells = (Cell(source, "echo.py", False),)
    made = sandbox_program(Submission("echo.py", "", cells, ()), assignment.load_assignment("ps2"))
    began = time.perf_counter()
    session = backend.start(made)
    try:
        session.load(Injection())
        round_trip(session)
        start = _since(began)
        began = time.perf_counter()
        session.load(Injection())
        load = _since(began)
        fresh = [round_trip(session) for _ in range(_CALLS)]
        process = session.fork()
        shared = [round_trip(session, process) for _ in range(_CALLS)]
        found = {_START: [start], _LOAD: [load], _FRESH: fresh, _SHARED: shared}
        if source != _SOURCE:
            found[_ARRAY] = [_array_there_and_back(session) for _ in range(_CALLS)]
    finally:
        session.close()
    return found


def _array_there_and_back(session: Session) -> float:
    """Milliseconds of a call with the board as an array, in a new process."""
    call = Call("echo", (Array(BOARD, "U1"),), {}, 0, CallLimits(1.0, 8.0))
    began = time.perf_counter()
    outcome = session.fork().call(call)
    took = _since(began)
    assert outcome.value == BOARD, outcome
    return took


def _since(began: float) -> float:
    return 1000 * (time.perf_counter() - began)
