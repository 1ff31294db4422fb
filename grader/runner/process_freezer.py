"""Stops all processes of the sandbox except PID 1, and checks that they stay stopped.

The signal ``SIGSTOP`` to everybody at once can be neither caught nor ignored, and a fork that is
under way passes it on. Two things could still undo it. A process that is not stopped yet may send
``SIGCONT`` to others; so a stop counts only if nobody has run while everybody was looked at. And
the kernel may send ``SIGCONT`` later, for a timer; so thawing checks that no time was used.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
import time

from grader.runner import sandbox_processes

MOST = 0.02
"""CPU seconds after which processes that continue each other are given up,"""
PATIENCE = 5.0
"""and seconds by the clock for those that use none: on a busy machine, to be stopped takes time."""
SLACK = 5_000_000
"""CPU nanoseconds that the kernel may spend while all are frozen, to end what it was doing for one
that waited uninterruptibly."""
_PAUSES = 0.00005, 0.005
"""Seconds from one look at whether all have stopped to the next: at first, and at most."""


class Freezer:
    """A freezer of a template and all processes that it has forked.

    Attributes:
        frozen: its first number is how many nanoseconds they have been frozen for so far. It is in
            a page of memory that they share: their clocks leave that time out. They can write
            there, too, and mislead nobody but themselves.
    """

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, mmap.PAGESIZE)
        self.frozen = memoryview(self._page).cast("Q")
        self._total = 0
        self._since = 0
        self._trace: sandbox_processes.ActivityStamp | None = None
        """What everybody had done when they were frozen; ``None`` if they are not."""

    def freeze(self, meter: sandbox_processes.SandboxMeter) -> bool:
        """Stop all processes unless they are stopped; return whether that worked."""
        if self._trace is not None:
            return True
        give_up, most = time.monotonic() + PATIENCE, meter.exact() + MOST
        pause, longest = _PAUSES
        while True:
            _signal_all(signal.SIGSTOP)
            time.sleep(pause)
            pause = min(2 * pause, longest)
            trace = sandbox_processes.ActivityStamp.of_all()
            if (
                sandbox_processes.are_all_stopped()
                and sandbox_processes.ActivityStamp.of_all() == trace
            ):
                # Nobody can send anything by now: this also stops those who still wait in the
                # kernel and have been sent SIGCONT since the signal before.
                _signal_all(signal.SIGSTOP)
                self._trace, self._since = trace, time.monotonic_ns()
                return True
            if meter.exact() > most or time.monotonic() > give_up:
                return False

    def thaw(self, pid: int = -1) -> bool:
        """Continue all processes, or only ``pid``; return whether all had stayed stopped.

        If one had not, all are left as they are. Does nothing if no process is frozen.
        """
        if self._trace is None:
            return True
        if not sandbox_processes.ActivityStamp.of_all().follows(self._trace, SLACK):
            return False
        self._trace = None
        self._total += time.monotonic_ns() - self._since
        self.frozen[0] = self._total
        _signal_all(signal.SIGCONT, pid)
        return True

    def close(self) -> None:
        """Close the page, whose memory is freed with the last process that shares it."""
        self.frozen.release()
        self._page.close()


def _signal_all(number: int, pid: int = -1) -> None:
    with contextlib.suppress(ProcessLookupError):  # nobody is left
        os.kill(pid, number)
