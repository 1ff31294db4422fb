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
_LOOKS = 0.01, 1.0
"""Seconds between two looks of a watchdog, at least and at most."""


class OutOfOwnTime(BaseException):
    """The grader's own time is used up. No ``Exception``, so that no test swallows it.

    It is used by a hidden test, which checks answers, or by an explanation.
    """


class _Watch(threading.local):
    """What watches the current thread.

    Attributes:
        dog: looks at its clock from time to time; there may be none.
        on: whether its time is bounded now.
    """

    dog: _Watchdog | None = None
    on: bool = False


_watch = _Watch()


@contextlib.contextmanager
def watched() -> Iterator[_Watchdog]:
    """Let one watchdog serve all that is bounded inside: to start one takes longer than most tests.

    Afterwards its thread has ended, as the grader may fork next.
    """
    if _watch.dog is not None:
        yield _watch.dog
        return
    dog = _watch.dog = _Watchdog()
    try:
        yield dog
    finally:
        _watch.dog = None
        dog.end()


@contextlib.contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Let the code inside use so many CPU seconds of its thread.

    Raises:
        OutOfOwnTime: if it needs more.
    """
    with watched() as dog:
        assert not _watch.on, "no bound is set within another one"
        try:
            _watch.on = True
            dog.begin(seconds)
            try:
                yield
            finally:
                try:
                    dog.rest()
                except OutOfOwnTime:  # raised at the last moment; there is no second one
                    dog.rest()
                    raise
                finally:
                    _watch.on = False
        except OutOfOwnTime:
            raise OutOfOwnTime(
                f"its checks took more than {seconds:.3g} s of the grader's own CPU time"
            ) from None


@contextlib.contextmanager
def unbounded() -> Iterator[None]:
    """Stop the clock while a sandbox is at work: its limits are others, and nothing may cut in."""
    dog = _watch.dog
    if dog is None or not _watch.on:
        yield
        return
    dog.pause()
    try:
        yield
    finally:
        dog.resume()


@dataclass(slots=True)
class _Watchdog:
    """A thread that looks at the CPU clock of the one that made it."""

    _left: float = 0.0
    _thread: int = field(default_factory=threading.get_ident)
    _since: float | None = None
    """Where the CPU clock stood when this one began to run; ``None`` while it stands still."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _ended: threading.Event = field(default_factory=threading.Event)
    _watching: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        clock = time.pthread_getcpuclockid(self._thread)
        self._watching = threading.Thread(target=self._look, args=(clock,), daemon=True)
        self._watching.start()

    def begin(self, seconds: float) -> None:
        """Let the clock run, for ``seconds`` at most."""
        with self._lock:
            self._left, self._since = seconds, time.thread_time()

    def pause(self) -> None:
        with self._lock:
            assert self._since is not None
            self._left -= time.thread_time() - self._since
            self._since = None

    def resume(self) -> None:
        with self._lock:
            self._since = time.thread_time()

    def rest(self) -> None:
        """Let the clock stand still, and raise nothing any more."""
        with self._lock:
            self._since = None
            _raise_in(self._thread, None)

    def end(self) -> None:
        self._ended.set()
        self._watching.join()

    def _look(self, clock: int) -> None:
        shortest, longest = _LOOKS
        wait = shortest
        while not self._ended.wait(min(max(wait, shortest), longest)):
            with self._lock:
                wait = longest
                if self._since is not None:
                    wait = self._left - (time.clock_gettime(clock) - self._since)
                if wait <= 0:
                    _raise_in(self._thread, OutOfOwnTime)
                    self._left += _AGAIN
                    wait += _AGAIN


def _raise_in(thread: int, exception: type[BaseException] | None) -> None:
    """Raise ``exception`` in a thread as soon as it runs; ``None`` takes back what is pending."""
    raised = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
