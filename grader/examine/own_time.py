"""Bounds the time that hidden tests themselves take, which no sandbox does.

What a test does with an answer runs in the grader, and an answer may be made to keep it busy. A
timer of this process's own CPU time ends that by an exception. The other way, to run the test in a
thread and raise in there from outside (func-timeout), goes by the clock and so by the load of the
machine, costs a thread each time, and stops no more than this does: neither gets into a single
long operation of the interpreter's own, of which the bounds of the wire leave few.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

SECONDS = 10.0
"""CPU seconds for all cases of a test together, where the costs were measured. Any takes far less
than one."""
_AGAIN = 1.0


class OutOfOwnTime(BaseException):
    """A hidden test is not done with the answers. No ``Exception``, so that no test swallows it."""


@contextlib.contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Let the code inside use so many CPU seconds of this process.

    Only in the main thread, where Python handles signals; elsewhere nothing is bounded.

    Raises:
        OutOfOwnTime: if it needs more.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_: int, __: FrameType | None) -> NoReturn:
        raise OutOfOwnTime(
            f"its checks took more than {seconds:.3g} s of the grader's own CPU time"
        )

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


@contextlib.contextmanager
def unbounded() -> Iterator[None]:
    """Stop the timer while a sandbox is at work: its limits are others, and nothing may cut in."""
    left, again = signal.setitimer(signal.ITIMER_PROF, 0.0)
    try:
        yield
    finally:
        if left:
            signal.setitimer(signal.ITIMER_PROF, left, again)
