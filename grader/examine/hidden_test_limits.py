"""Guards the grader against hidden tests: limits their time and memory, and describes their faults.

A hidden test runs in the grader: it may be written so that it never ends, and an answer may be made
to keep it busy. So the CPU time of the thread that runs the test is limited, and so is the time in
which it sleeps or waits for something else than a processor. A watchdog looks at the thread's
clocks, and raises an exception in it from outside when a limit is used up. It cannot interrupt a
single long operation of the interpreter, of which the bounds of the wire leave few; and only in a
process's main thread does it end sleep. There, memory is limited, too. A test that ends the
process raises instead.

A fault is described by file, line, what happened and what to do.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from grader.assignment import Assignment
from grader.assignment.course_assignments import REFERENCE, TESTS

SECONDS = 10.0
"""CPU seconds for all cases of a test together, or for the import of a file. Most take far less
than one. For cases a slow machine has as many times more."""
_ASLEEP = 10.0
"""Seconds that it may sleep or wait, which no test has a reason to. A thread that is ready and not
let run by a busy machine does not sleep."""
_MEMORY = 1 << 30
"""Bytes of address space that a test may take beside what the process has."""
_WAKING = signal.SIGURG
"""Interrupts a system call of the main thread. Elsewhere it is ignored by default."""
_AGAIN = 1.0
"""CPU seconds after which a test that swallows the exception meets it again."""
_LOOKS = 0.01, 1.0
"""Seconds between two looks of a watchdog, at least and at most."""


NO_END = "your test did not end"
"""What is said of a test that was ended here."""


class HiddenTestTimeout(BaseException):
    """The error of a hidden test out of time. It is no ``Exception``, so that no test swallows it.

    The time is the grader's own: of a hidden test that checks answers, or of an explanation.
    """


class _ThreadWatch(threading.local):
    """The watchdog of the current thread, and the state of its limit.

    Attributes:
        dog: looks at its clock from time to time; there may be none.
        bounded_in: the process in which its time is bounded now; 0 if it is not.
    """

    dog: _Watchdog | None = None
    bounded_in: int = 0


_watch = _ThreadWatch()


@contextlib.contextmanager
def share_watchdog() -> Iterator[_Watchdog]:
    """Let one watchdog serve all limits within the context, as starting one is slow.

    Afterwards its thread has ended, as the grader may fork next.
    """
    if _watch.dog is not None:
        yield _watch.dog
        return
    os._exit = _exit_or_end_hidden_test
    dog = _watch.dog = _Watchdog()
    try:
        yield dog
    finally:
        _watch.dog = None
        dog.end()


@contextlib.contextmanager
def limit_cpu_time(seconds: float) -> Iterator[None]:
    """Limit the CPU seconds that this thread may use within the context.

    Raises:
        HiddenTestTimeout: if it needs more.
    """
    with share_watchdog() as dog:
        assert not _watch.bounded_in, "no bound is set within another one"
        try:
            _watch.bounded_in = os.getpid()
            dog.begin(seconds)
            try:
                yield
            finally:
                try:
                    dog.rest()
                except HiddenTestTimeout:  # raised at the last moment; there is no second one
                    dog.rest()
                    raise
                finally:
                    _watch.bounded_in = 0
        except HiddenTestTimeout as end:
            how, most = ("slept or waited", _ASLEEP) if dog.slept else ("computed", seconds)
            said = f"{NO_END}: it {how} for more than {most:.3g} s"
            raise HiddenTestTimeout(said).with_traceback(end.__traceback__) from None


@contextlib.contextmanager
def pause_cpu_limit() -> Iterator[None]:
    """Stop the watchdog's clock while a sandbox works, which has limits of its own."""
    dog = _watch.dog
    if dog is None or not _watch.bounded_in:
        yield
        return
    dog.pause()
    try:
        yield
    finally:
        dog.resume()


class _AddressSpaceLimit:
    """A limit of this process's address space, which can be set and lifted."""

    def __init__(self) -> None:
        self._usual, self._hard = resource.getrlimit(resource.RLIMIT_AS)
        self._bound = self._usual

    def measure(self) -> None:
        """Set the bound to the memory in use now and a fixed allowance."""
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
        bound = pages * resource.getpagesize() + _MEMORY
        known = [limit for limit in (self._usual, self._hard) if limit != resource.RLIM_INFINITY]
        self._bound = min([bound, *known])

    def bind(self) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (self._bound, self._hard))

    def free(self) -> None:
        """Lift the bound, so that sandboxes started meanwhile do not inherit it."""
        resource.setrlimit(resource.RLIMIT_AS, (self._usual, self._hard))


class _ThreadClocks:
    """The clocks of one thread, as another thread reads them."""

    def __init__(self, cpu_clock: int, native_id: int) -> None:
        self._cpu_clock = cpu_clock
        self._schedstat = Path(f"/proc/self/task/{native_id}/schedstat")
        self._last = self._read()

    def cpu(self) -> float:
        """Return the CPU seconds of the thread."""
        return time.clock_gettime(self._cpu_clock)

    def slept(self) -> float:
        """Return the seconds since the last call in which the thread slept or waited.

        A thread that waits while others of this process run may wait for the interpreter. The
        kernel counts time in the run queue when that ends: what a thread still waits for counts as
        sleep at first, and is taken off by the next call, which may return less than zero.
        """
        before, self._last = self._last, self._read()
        passed, ready, ran = (now - then for now, then in zip(self._last, before, strict=True))
        return min(passed - ready - ran, 2 * _LOOKS[1])

    def _read(self) -> tuple[float, float, float]:
        """Return the time, the thread's time in the run queue, and the process's CPU time."""
        try:
            ready = int(self._schedstat.read_bytes().split()[1]) / 1e9
        except OSError:  # a kernel without it, or a thread that has ended
            ready = 0.0
        return time.monotonic(), ready, time.process_time()


@dataclass(slots=True)
class _Watchdog:
    """A thread that watches the clocks of the thread that created it.

    Attributes:
        slept: whether the last bound was reached asleep.
    """

    slept: bool = False
    _left: float = 0.0
    _asleep: float = 0.0
    """Seconds that the watched thread has slept within the bound at hand."""
    _thread: int = field(default_factory=threading.get_ident)
    _memory: _AddressSpaceLimit | None = None
    """Of the main thread, where a signal also ends what sleeps."""
    _handler: Any = None
    """What handled the signal before."""
    _since: float | None = None
    """Where the CPU clock stood when this one began to run; ``None`` while it stands still."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _ended: threading.Event = field(default_factory=threading.Event)
    _watching: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        clocks = _ThreadClocks(time.pthread_getcpuclockid(self._thread), threading.get_native_id())
        if threading.current_thread() is threading.main_thread():
            self._memory = _AddressSpaceLimit()
            self._handler = signal.signal(_WAKING, _ignore_signal)
        self._watching = threading.Thread(target=self._look, args=(clocks,), daemon=True)
        self._watching.start()

    def begin(self, seconds: float) -> None:
        """Start the clock with a limit of ``seconds``."""
        if self._memory is not None:
            self._memory.measure()
        with self._lock:
            self._left, self._asleep, self.slept = seconds, 0.0, False
        self.resume()

    def pause(self) -> None:
        if self._memory is not None:
            self._memory.free()
        with self._lock:
            assert self._since is not None
            self._left -= time.thread_time() - self._since
            self._since = None

    def resume(self) -> None:
        with self._lock:
            self._since = time.thread_time()
        if self._memory is not None:
            self._memory.bind()

    def rest(self) -> None:
        """Stop the clock, and make sure that no exception is pending.

        Raises:
            HiddenTestTimeout: if that was about to be raised.
        """
        with self._lock:
            self._since = None
        _let_pending_exception_be_raised()
        if self._memory is not None:
            self._memory.free()

    def end(self) -> None:
        self._ended.set()
        self._watching.join()
        if self._memory is not None:
            signal.signal(_WAKING, self._handler)

    def _look(self, clocks: _ThreadClocks) -> None:
        shortest, longest = _LOOKS
        wait, before = shortest, None
        while not self._ended.wait(min(max(wait, shortest), longest)):
            with self._lock:
                slept, wait = clocks.slept(), longest
                if self._since is not None:
                    if self._since == before:
                        self._asleep = max(0.0, self._asleep + slept)
                    wait = self._left - (clocks.cpu() - self._since)
                before = self._since
                if self._asleep >= _ASLEEP:
                    self.slept = True
                    self._asleep -= _AGAIN
                    self._interrupt()
                elif wait <= 0:
                    self._left += _AGAIN
                    wait += _AGAIN
                    self._interrupt()

    def _interrupt(self) -> None:
        _raise_in_thread(self._thread, HiddenTestTimeout)
        if self._memory is not None:
            signal.pthread_kill(self._thread, _WAKING)


_exit_at_once = os._exit


def _exit_or_end_hidden_test(status: int) -> NoReturn:
    """Exit at once, but raise SystemExit in a hidden test, so that the grader survives it."""
    if _watch.bounded_in == os.getpid():
        raise SystemExit(f"os._exit({status})")
    _exit_at_once(status)


def _raise_in_thread(thread: int, exception: type[BaseException]) -> None:
    """Raise ``exception`` in another thread as soon as that runs."""
    raised = ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _let_pending_exception_be_raised() -> None:
    """Return, so that Python raises a pending exception, which it does as a function begins.

    To take that back instead would leave Python looking for it for ever, and a debugger would hang.
    """


def _ignore_signal(_: int, __: FrameType | None) -> None:
    """Do nothing: the signal only interrupts a system call, so that Python can raise."""


_UNTIL_THEN = "until then, none of the tests in this file are known"


def describe_import_fault(file: str, assignment: Assignment, bug: BaseException) -> str:
    """Return the sentence about ``bug``, which the import of ``file`` raised."""
    import pytest  # what only a failure needs is imported late, to start fast

    if isinstance(bug, pytest.Collector.CollectError) and bug.__cause__ is not None:
        bug = bug.__cause__
    match bug:
        case HiddenTestTimeout():
            said = str(bug)
        case SyntaxError():
            said = f"{type(bug).__name__}: {bug.msg}"
        case _:
            said = _name_and_text(bug)
    return f"{locate_fault(assignment.course, bug, file)}: {said}; {_advice(assignment, bug)}"


def describe_test_fault(test: str, bug: BaseException, course: Path) -> str:
    """Return the sentence about ``bug``, which ended the hidden test with the id ``test``.

    Args:
        course: folder whose line is named: the innermost one that ``bug`` came from.
    """
    what = (
        str(bug)
        if isinstance(bug, HiddenTestTimeout)
        else f"your test raised {_name_and_text(bug)}"
    )
    return f"{locate_fault(course, bug)}: {what} ({test})"


def locate_fault(course: Path, bug: BaseException, file: str = "") -> str:
    """Return the innermost line in the course's files that raised ``bug``, or else ``file``."""
    if isinstance(bug, SyntaxError) and bug.filename is not None:
        frames = [(bug.filename, bug.lineno)]
    else:
        traced = traceback.extract_tb(bug.__traceback__)
        frames = [(frame.filename, frame.lineno) for frame in traced]
    for path, line in reversed(frames):
        if Path(path).is_relative_to(course):
            return f"{Path(path).relative_to(course)}:{line}"
    return file or ":".join(map(str, frames[-1]))


def _name_and_text(bug: BaseException) -> str:
    return f"{type(bug).__name__}: {bug}".removesuffix(": ")


def _advice(assignment: Assignment, bug: BaseException) -> str:
    name = assignment.id
    match bug:
        case SyntaxError():
            return f"mend the syntax: {_UNTIL_THEN}"
        case FileNotFoundError() if (assignment.reference / "generate").is_dir():
            return (
                f"write the file with `python -m reference.{name}.generate`, in the course's folder"
            )
        case FileNotFoundError():
            return "put the file there, or mend its name"
        case ModuleNotFoundError(name=str(missing)) if missing.split(".")[0] in {TESTS, REFERENCE}:
            return (
                f"mend the import, or write {missing.replace('.', '/')}.py in the course's folder"
            )
        case ModuleNotFoundError():
            return (
                f"mend the import, or install the module; the course's own are {TESTS}.{name}.… "
                f"and {REFERENCE}.{name}.…"
            )
        case ImportError():
            return f"mend the import: {_UNTIL_THEN}"
    return f"mend this line: {_UNTIL_THEN}"
