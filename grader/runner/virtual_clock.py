"""Replaces the clocks that student code reads: a busy or a slow machine does not make them run on.

Budgets are CPU time, because what else the machine has to do must not count. To code that goes on
"until ten seconds have passed", it would count all the same: the busier the machine, the less it
does in its ten seconds, and the smaller the part of its budget that it uses. So the clocks of
:mod:`time` leave out the moments in which this process was ready and something else ran, and take
CPU seconds for what they are worth where budgets were made. Waiting and sleeping count in full, but
not being frozen.

Not reached are other ways to ask, such as ``datetime.now()``, ``time.clock_gettime()`` and
``time.localtime()``, and timeouts of locks and of ``select``.
"""

from __future__ import annotations

import os
import time
from _thread import RLock
from collections.abc import Callable, Sequence
from errno import EMFILE, ENFILE, ENOENT, ESRCH
from io import FileIO
from os import listdir
from time import perf_counter_ns, process_time_ns, thread_time_ns
from typing import Any, Final

_THREADS: Final = "/proc/self/task"
"""Of each thread there is an account ``schedstat`` here: its CPU time, and for how long it was
ready and did not run, in nanoseconds."""
_NO_ACCOUNT: Final = {ENOENT, ESRCH, EMFILE, ENFILE}
"""The kernel keeps none, the thread has ended, or there is no descriptor left to read with."""
_TRIES: Final = 5
"""How often to read the accounts anew, because something has kept threads waiting meanwhile."""
_MOMENT: Final = 1_000_000
"""Nanoseconds per thread for which one look at the accounts will do: it takes as long as
searching a node or two."""


class _TimeFunctionStandIn:
    """A stand-in for a function of :mod:`time`.

    No Python function: that would take an instance for its argument where a class has it as an
    attribute.
    """

    def __init__(self, name: str, now: Callable[[], float]) -> None:
        self._now = now
        self.__name__ = self.__qualname__ = name
        self.__module__ = time.__name__
        self.__doc__ = getattr(time, name).__doc__

    def __call__(self) -> float:
        return self._now()

    def __reduce__(self) -> str:
        return self.__name__

    def __repr__(self) -> str:
        return f"<built-in function {self.__name__}>"


class VirtualClock:
    """A clock of the time that passes for this process, and later for each process forked from it.

    Args:
        frozen: its first number is for how many nanoseconds everybody has been frozen so far.

    Attributes:
        speed: how many times as long as where budgets were made things take here.
    """

    def __init__(self, speed: float, frozen: Sequence[int] = (0,)) -> None:
        self.speed = speed
        self._frozen = frozen
        waited: dict[str, int] = {}
        self._seen = self._now(), process_time_ns(), waited, 0
        """At the last look at the accounts: the time, the CPU time, how long each thread had been
        kept from running, and what had passed."""
        self._latest = 0
        self._looking = RLock()
        os.register_at_fork(after_in_child=self._begin_anew)

    def passed(self) -> int:
        """Return the nanoseconds since this object was made; never fewer than before."""
        now = self._now()
        then, _, waited, passed = self._seen
        if now - then < _MOMENT * max(1, len(waited)):
            passed += int((now - then) / self.speed)
        else:
            with self._looking:
                passed = self._looked()
        self._latest = max(self._latest, passed)
        return self._latest

    def _looked(self) -> int:
        then, cpu_then, waited_then, passed = self._seen
        now, cpu, waited = self._accounts(waited_then)
        took, ran = now - then, cpu - cpu_then
        kept = sum(max(0, ns - waited_then.get(thread, 0)) for thread, ns in waited.items())
        # Where threads wait for each other, one of them runs; and they may wait side by side.
        took -= min(kept, max(0, took - ran))
        took -= int((1 - 1 / self.speed) * min(ran, took))
        passed += took
        self._seen = now, cpu, waited, passed
        return passed

    def _accounts(self, otherwise: dict[str, int]) -> tuple[int, int, dict[str, int]]:
        """Return the time, CPU time and each thread's time in the run queue, read at one moment."""
        waited = _waited(otherwise)
        for _ in range(_TRIES):
            now, cpu, before = self._now(), process_time_ns(), waited
            waited = _waited(otherwise)
            if waited == before:
                return now, cpu, waited
        return self._now(), process_time_ns(), waited

    def _now(self) -> int:
        # In this order: frozen in between, this is too little for once, and not too much for good.
        return perf_counter_ns() - self._frozen[0]

    def _begin_anew(self) -> None:
        """Start new accounts, in a process that was just forked."""
        then, _, _, passed = self._seen
        self._seen = then, process_time_ns(), {}, passed
        self._looking = RLock()  # another thread of the parent may have held it

    def install(self) -> None:
        """Replace the clocks of :mod:`time` in this process and all processes that it forks."""
        import time as theirs

        def going_on(begin: int) -> Callable[[], int]:
            return lambda: begin + self.passed()

        clocks = {
            name: going_on(getattr(time, f"{name}_ns")())
            for name in ("time", "monotonic", "perf_counter")
        }
        clocks["process_time"] = lambda: int(process_time_ns() / self.speed)
        clocks["thread_time"] = lambda: int(thread_time_ns() / self.speed)
        replaced: dict[str, Callable[[], Any]] = {}
        for name, nanoseconds in clocks.items():
            replaced[f"{name}_ns"] = nanoseconds
            replaced[name] = _in_seconds(nanoseconds)
        for name, now in replaced.items():
            setattr(theirs, name, _TimeFunctionStandIn(name, now))


def _waited(otherwise: dict[str, int]) -> dict[str, int]:
    try:
        return {thread: _waited_ns(thread) for thread in listdir(_THREADS)}
    except OSError as problem:
        if problem.errno not in _NO_ACCOUNT:
            raise  # what a handler of a signal raised may well be a TimeoutError
        return otherwise


def _waited_ns(thread: str) -> int:
    # A file object, because that is closed whatever a handler raises meanwhile.
    with FileIO(f"{_THREADS}/{thread}/schedstat") as account:
        return int(account.read(100).split()[1])


def _in_seconds(nanoseconds: Callable[[], int]) -> Callable[[], float]:
    return lambda: nanoseconds() / 1e9
