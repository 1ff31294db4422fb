"""Clocks for code that looks at the time: a busy or a slow machine does not make them run on.

Budgets are CPU time, because what else the machine has to do must not count. To code that goes on
"until ten seconds have passed", it would count all the same: the busier the machine, the less it
does in its ten seconds, and the smaller the part of its budget that it uses. So the clocks of
:mod:`time` leave out the moments in which a thread was ready and something else ran, and take CPU
seconds for what they are worth where budgets were made. Waiting and sleeping count in full.

Not reached are the clocks of C code: ``datetime.now()``, timeouts of locks and of ``select``.
"""

from __future__ import annotations

import time
from _thread import get_native_id
from collections.abc import Callable
from contextlib import suppress
from os import O_CLOEXEC, O_RDONLY, close, read
from os import open as open_descriptor
from time import perf_counter_ns, process_time_ns, thread_time_ns
from typing import Final

_ACCOUNT: Final = "/proc/thread-self/schedstat"
"""CPU time of the thread that reads it, and for how long it was ready and did not run, in ns."""


class _Clock:
    """Stands in for a function of :mod:`time`.

    No function: that would take an instance for its argument where a class has it as an attribute.
    """

    __slots__ = ("_now",)

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    def __call__(self) -> float:
        return self._now()


class _Passed:
    """How much time has passed for this process and those that it was forked from."""

    def __init__(self, speed: float) -> None:
        self._surplus = 1 - 1 / speed
        self._lost: dict[int, int] = {}
        self._latest = 0
        self._began = perf_counter_ns()

    def __call__(self) -> int:
        """Nanoseconds since this object was made; never fewer than the last time."""
        passed = perf_counter_ns() - self._began
        with suppress(OSError):  # whoever has no descriptor left stays with what was lost so far
            self._lost[get_native_id()] = _waited_ns() + int(self._surplus * thread_time_ns())
        # What other threads have lost is as old as their last look at a clock.
        self._latest = max(self._latest, passed - sum(self._lost.values()))
        return self._latest


def install(speed: float) -> None:
    """Replace the clocks of :mod:`time` in this process and all that it forks.

    Args:
        speed: how many times as long as where budgets were made things take here.
    """
    passed = _Passed(speed)

    def going_on(begin: int) -> Callable[[], int]:
        return lambda: begin + passed()

    clocks = {
        name: going_on(getattr(time, f"{name}_ns")())
        for name in ("time", "monotonic", "perf_counter")
    }
    clocks["process_time"] = lambda: int(process_time_ns() / speed)
    clocks["thread_time"] = lambda: int(thread_time_ns() / speed)
    for name, nanoseconds in clocks.items():
        setattr(time, f"{name}_ns", _Clock(nanoseconds))
        setattr(time, name, _Clock(_in_seconds(nanoseconds)))


def _in_seconds(nanoseconds: Callable[[], int]) -> Callable[[], float]:
    return lambda: nanoseconds() / 1e9


def _waited_ns() -> int:
    try:
        account = open_descriptor(_ACCOUNT, O_RDONLY | O_CLOEXEC)
    except FileNotFoundError:  # the kernel was built without
        return 0
    try:
        return int(read(account, 100).split()[1])
    finally:
        close(account)
