"""Bounds the time that hidden tests themselves take, which no sandbox does.

What a test does with an answer runs in the grader, and an answer may be made to keep it busy. So
the CPU time of the thread that runs the test is limited: a watchdog looks at the thread's CPU
clock, and raises an exception in it from outside when the limit is used up. It cannot interrupt a
single long operation of the interpreter, of which the bounds of the wire leave few.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

SECONDS = 10.0
"""CPU seconds for all cases of a test together, where the costs were measured. Any takes far less
than one."""
_AGAIN = 1.0
"""CPU seconds after which a test that swallows the exception meets it again."""
_SHORTEST_LOOK = 0.01
"""Seconds between two looks of a watchdog, at least."""


class OutOfOwnTime(BaseException):
    """The grader's own time is used up. No ``Exception``, so that no test swallows it.

    It is used by a hidden test, which checks answers, or by an explanation.
    """


_running = threading.local()
"""Its ``clock`` bounds the current thread; there may be none."""


@contextlib.contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Let the code inside use so many CPU seconds of its thread.

    Raises:
        OutOfOwnTime: if it needs more.
    """
    clock = _Watchdog(seconds)
    _running.clock = clock
    try:
        try:
            yield
        finally:
            _running.clock = None
            try:
                clock.stop()
            except OutOfOwnTime:  # raised at the last moment; there is no second one
                clock.stop()
                raise
    except OutOfOwnTime:
        raise OutOfOwnTime(
            f"its checks took more than {seconds:.3g} s of the grader's own CPU time"
        ) from None


@contextlib.contextmanager
def unbounded() -> Iterator[None]:
    """Stop the clock while a sandbox is at work: its limits are others, and nothing may cut in."""
    clock: _Watchdog | None = getattr(_running, "clock", None)
    if clock is None:
        yield
        return
    clock.pause()
    try:
        yield
    finally:
        clock.resume()


@dataclass(slots=True)
class _Watchdog:
    """A thread that looks at the CPU clock of the one that made it."""

    left: float
    _thread: int = field(default_factory=threading.get_ident)
    _since: float | None = field(default_factory=time.thread_time)
    """Where the CPU clock stood when this one began to run; ``None`` while it stands still."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stopped: threading.Event = field(default_factory=threading.Event)
    _watching: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        clock = time.pthread_getcpuclockid(self._thread)
        self._watching = threading.Thread(target=self._watch, args=(clock,), daemon=True)
        self._watching.start()

    def pause(self) -> None:
        with self._lock:
            assert self._since is not None
            self.left -= time.thread_time() - self._since
            self._since = None

    def resume(self) -> None:
        with self._lock:
            self._since = time.thread_time()

    def stop(self) -> None:
        with self._lock:
            self._stopped.set()
            _raise_in(self._thread, None)
        self._watching.join()  # the grader may fork next

    def _watch(self, clock: int) -> None:
        wait = self.left
        while not self._stopped.wait(max(wait, _SHORTEST_LOOK)):
            with self._lock:
                if self._stopped.is_set():
                    return
                if self._since is None:
                    wait = self.left
                    continue
                wait = self.left - (time.clock_gettime(clock) - self._since)
                if wait <= 0:
                    _raise_in(self._thread, OutOfOwnTime)
                    self.left += _AGAIN
                    wait += _AGAIN


def _raise_in(thread: int, exception: type[BaseException] | None) -> None:
    """Raise ``exception`` in a thread as soon as it runs; ``None`` takes back what is pending."""
    raised = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
