"""Bounds the time that hidden tests themselves take, which no sandbox does.

What a test does with an answer runs in the grader, and an answer may be made to keep it busy. So
the CPU time of the thread that runs the test is limited, and an exception is raised in it when that
is used up. In the main thread a timer of the process does so, whose signal costs nothing while all
goes well. Python handles signals in no other thread; there, a watchdog looks at the thread's CPU
clock, and raises the exception from outside. Neither gets into a single long operation of the
interpreter's own, of which the bounds of the wire leave few.
"""

from __future__ import annotations

import contextlib
import ctypes
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType

SECONDS = 10.0
"""CPU seconds for all cases of a test together, where the costs were measured. Any takes far less
than one."""
_AGAIN = 1.0
"""CPU seconds after which a test that swallows the exception meets it again."""
_SHORTEST_LOOK = 0.01
"""Seconds between two looks of a watchdog, at least."""


class OutOfOwnTime(BaseException):
    """A hidden test is not done with the answers. No ``Exception``, so that no test swallows it."""


class _Running(threading.local):
    """The clock that bounds the current thread, if one does."""

    clock: _Timer | _Watchdog | None = None


_running = _Running()


@contextlib.contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Let the code inside use so many CPU seconds of its thread.

    Raises:
        OutOfOwnTime: if it needs more.
    """
    is_main = threading.current_thread() is threading.main_thread()
    clock = _Timer(seconds) if is_main else _Watchdog(seconds)
    _running.clock = clock
    try:
        try:
            yield
        finally:
            _running.clock = None
            try:
                clock.stop()
            except OutOfOwnTime:  # in the last moment; there is none for a second one
                clock.stop()
                raise
    except OutOfOwnTime:
        raise OutOfOwnTime(
            f"its checks took more than {seconds:.3g} s of the grader's own CPU time"
        ) from None


@contextlib.contextmanager
def unbounded() -> Iterator[None]:
    """Stop the clock while a sandbox is at work: its limits are others, and nothing may cut in."""
    clock = _running.clock
    if clock is None:
        yield
        return
    clock.pause()
    try:
        yield
    finally:
        clock.resume()


class _Timer:
    """A timer of the process, for its main thread. What other threads use is given back."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._since: float | None = time.thread_time()
        self._before = signal.signal(signal.SIGPROF, self._end)
        signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)

    def pause(self) -> None:
        self._left = self._left_now()
        self._since = None
        signal.setitimer(signal.ITIMER_PROF, 0.0)

    def resume(self) -> None:
        self._since = time.thread_time()
        signal.setitimer(signal.ITIMER_PROF, max(self._left, _SHORTEST_LOOK), _AGAIN)

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, self._before)

    def _left_now(self) -> float:
        return self._left if self._since is None else self._left - time.thread_time() + self._since

    def _end(self, _: int, __: FrameType | None) -> None:
        if self._since is None:
            return
        left = self._left_now()
        if left <= _SHORTEST_LOOK:
            raise OutOfOwnTime
        signal.setitimer(signal.ITIMER_PROF, left, _AGAIN)


@dataclass(slots=True)
class _Watchdog:
    """A thread that looks at the CPU clock of the one that made it."""

    left: float
    _thread: int = field(default_factory=threading.get_ident)
    _since: float | None = field(default_factory=time.thread_time)
    """Where the CPU clock stood when this one began to run; ``None`` while it stands still."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stopped: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        clock = time.pthread_getcpuclockid(self._thread)
        threading.Thread(target=self._watch, args=(clock,), daemon=True).start()

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
