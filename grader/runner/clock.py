"""Clocks for code that looks at the time: a busy or a slow machine does not make them run on.

Budgets are CPU time, because what else the machine has to do must not count. To code that goes on
"until ten seconds have passed", it would count all the same: the busier the machine, the less it
does in its ten seconds, and the smaller the part of its budget that it uses. So the clocks of
:mod:`time` leave out the moments in which this process was ready and something else ran, and take
CPU seconds for what they are worth where budgets were made. Waiting and sleeping count in full.

Not reached are other ways to ask, such as ``datetime.now()``, ``time.clock_gettime()`` and
``time.localtime()``, and timeouts of locks and of ``select``.
"""

from __future__ import annotations

import os
import time
from _thread import get_native_id
from collections.abc import Callable
from errno import EMFILE, ENFILE, ENOENT
from io import FileIO
from time import perf_counter_ns, process_time_ns, thread_time_ns
from typing import Any, Final

_ACCOUNT: Final = "/proc/thread-self/schedstat"
"""CPU time of the thread that reads it, and for how long it was ready and did not run, in ns."""
_NO_ACCOUNT: Final = {ENOENT, EMFILE, ENFILE}
"""The kernel keeps none, or there is no descriptor left to read it with."""
_MOMENT: Final = 1_000_000
"""Nanoseconds for which one look at the accounts will do: it costs as much as searching a node."""


class _Function:
    """Stands in for a function of :mod:`time`.

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


class Clock:
    """Counts the time that passes for this process, and then for each that is forked from it.

    Attributes:
        speed: how many times as long as where budgets were made things take here.
    """

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self._waited: dict[int, int] = {}
        """By thread: how long it had been kept from running when it looked here last."""
        self._seen = perf_counter_ns(), process_time_ns(), 0
        """At the last look at the accounts: the time, the CPU time, and what had passed."""
        self._latest = 0
        os.register_at_fork(after_in_child=self._begin_anew)

    def passed(self) -> int:
        """Nanoseconds since this object was made; never fewer than the last time."""
        now = perf_counter_ns()
        then, _, passed = self._seen
        if now - then < _MOMENT:
            passed += int((now - then) / self.speed)
        else:
            passed = self._looked(now)
        self._latest = max(self._latest, passed)
        return self._latest

    def _looked(self, now: int) -> int:
        then, cpu_then, passed = self._seen
        cpu = process_time_ns()
        took, ran = now - then, cpu - cpu_then
        # What this thread waited for while another one of this process ran is no time lost.
        took -= min(self._kept_waiting(), max(0, took - ran))
        took -= int((1 - 1 / self.speed) * min(ran, took))
        self._seen = now, cpu, passed + took
        return passed + took

    def _kept_waiting(self) -> int:
        """For how long this thread was ready and did not run since it was last asked for here."""
        thread = get_native_id()
        before = self._waited.get(thread, 0)
        try:
            # A file object, because it is closed whatever a signal's handler raises meanwhile.
            with FileIO(_ACCOUNT) as account:
                waited = int(account.read(100).split()[1])
        except OSError as problem:
            if problem.errno not in _NO_ACCOUNT:
                raise  # what such a handler raised may well be a TimeoutError
            return 0
        self._waited[thread] = waited
        return max(0, waited - before)

    def _begin_anew(self) -> None:
        """In a process that was just forked, which has accounts of its own."""
        then, _, passed = self._seen
        self._waited.clear()
        self._seen = then, process_time_ns(), passed

    def install(self) -> None:
        """Replace the clocks of :mod:`time` in this process and all that it forks."""

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
            setattr(time, name, _Function(name, now))


def _in_seconds(nanoseconds: Callable[[], int]) -> Callable[[], float]:
    return lambda: nanoseconds() / 1e9
