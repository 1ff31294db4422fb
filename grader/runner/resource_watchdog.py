"""Watches what a template's processes use and ends them at their limits, for the zygote."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NamedTuple

from grader.runner import sandbox_processes
from grader.runner.template_connection import TemplateConnection

UNLOOKED = 0.005
"""Seconds for which nobody need look: a budget may be overrun by as much."""
_EVERY = 0.1
"""Seconds between two looks at whether memory ran out, which nothing else would tell; and until the
first one at whether something else runs instead, so that short calls do not pay for it."""
_CORES = os.cpu_count() or 1
"""How many seconds of CPU time a second by the clock can bring; to ask costs as much as a call."""
_NOTICEABLE = 0.1
"""Share of the time for which something was held up on a machine that counts as pressed."""


class Limits(NamedTuple):
    """Limits one call, or one top-level statement, in CPU time, clock time and output."""

    cpu: float
    """CPU seconds of all processes together."""
    wall: float
    """Seconds by the clock, but for those in which it was held up; catches sleepers only."""
    patience: float
    """Seconds by the clock after which to give up, whatever it was held up by."""
    output: int
    """Bytes written to stdout and stderr."""
    altogether: float = float("inf")
    """Seconds of CPU time, and of those in which something could have run and did not."""
    real: float = float("inf")
    """Seconds of CPU time divided by ``speed``, and of waiting."""
    speed: float = 1.0
    lent: float = float("inf")
    """CPU seconds of the processes that answer for what is lent."""


class LimitExceeded(Exception):
    """The error of a limit that was reached; its argument names the limit.

    ``cpu``, ``wall``, ``memory``, ``output`` and ``lent``; and ``starved`` says that the clock ran
    out while the machine had other things to do, which is nobody's fault here.
    """


class TemplateWatchdog:
    """A watch over one template, which reads frames and enforces limits meanwhile."""

    def __init__(
        self,
        link: TemplateConnection,
        limits: Limits,
        meter: sandbox_processes.SandboxMeter,
        *,
        exact: bool,
    ) -> None:
        self._link = link
        self._limits = limits
        self._meter = meter
        self._longest = _EVERY if meter.counts_memory else float("inf")
        self.restart(exact=exact)

    def restart(self, limits: Limits | None = None, *, exact: bool = False) -> None:
        """Restart counting, with the same limits unless others are given.

        Args:
            exact: whether not from a figure that may be 20 ms old.
        """
        if limits is not None:
            self._limits = limits
        self._cpu_before = self._meter.exact() if exact else self._meter.recent()
        self._cpu_seen = 0.0
        self._lent_before = self._meter.used_apart()
        self._killed_before = self._meter.killed()
        self._unseen = 0.0
        self._queue: sandbox_processes.SchedulerWaits | None = None
        self._wall_then = self._cpu_then = 0.0
        """When that account was opened."""
        self._delay_before = 0.0
        """For how long this process itself had waited to run before it last waited for frames."""
        self.waiting = 0.0
        """Seconds in which nothing here was ready to run, as far as they are known."""
        self._began = time.monotonic()

    @property
    def out_of_memory(self) -> bool:
        """Return whether a process was killed for lack of memory since counting began."""
        return self._meter.killed() > self._killed_before

    @property
    def wall(self) -> float:
        """Return the seconds since counting began."""
        return time.monotonic() - self._began

    @property
    def held_up(self) -> float:
        """Return the seconds that passed because something else ran; rather too few than too many.

        Either a thread was kept from running, or this process from looking. Threads also wait
        for each other, but only while one of them runs: so much CPU time is no excuse.
        """
        waited = 0.0 if self._queue is None else self._queue.longest() - self.cpu
        return max(waited, self._unseen)

    @property
    def pressed(self) -> bool:
        """Return whether the machine was overloaded."""
        return self.held_up > _NOTICEABLE * self.wall or sandbox_processes.is_machine_overloaded()

    @property
    def idle(self) -> float:
        """Return the seconds in which something could have run here and did not; rather too few.

        None on a machine that had more to do than it could, and of what took a moment only.
        """
        if self._queue is None or self.pressed:
            return 0.0
        waited = max(self._queue.longest(), self._unseen)
        return max(0.0, self.wall - waited - self.cpu - self.lent)

    def _note_waiting(self, *, answered: bool) -> None:
        """Note in how many seconds nothing here was ready to run; rather too few.

        None of what took a moment only, and where the kernel keeps no account. The account of a
        thread goes with it: where threads come and go, none on a machine with too much to do.

        Args:
            answered: whether the answer has come. Else who is ready may be kept from running just
                now, of which no account tells before it runs again.
        """
        queue = self._queue
        if queue is None or not queue.is_kept or (self.pressed and not queue.is_complete()):
            return
        wall = self.wall - self._wall_then  # first: what is accounted for meanwhile counts as well
        if answered:
            wall -= queue.of_watcher() - self._delay_before  # it may have come as long ago as that
        elif sandbox_processes.is_anything_ready():
            return
        cpu = self.cpu - self._cpu_then
        self.waiting = max(self.waiting, wall - queue.longest() - cpu - self.lent)

    @property
    def cpu(self) -> float:
        """Return the CPU seconds since counting began; never fewer than before.

        The kernel's account of everybody lags behind this process's own clock, which is taken off
        it, by some microseconds: two looks in a row may seem to go back.
        """
        self._cpu_seen = max(self._cpu_seen, self._meter.exact() - self._cpu_before)
        return self._cpu_seen

    @property
    def lent(self) -> float:
        """Return the CPU seconds of lent functions since counting began."""
        return max(0.0, self._meter.used_apart() - self._lent_before)

    def exceeds(self, cpu: float) -> bool:
        """Return whether more than ``cpu`` seconds were used; measure only if need be."""
        return self.wall * _CORES > cpu and self.cpu > cpu

    def frame(self) -> bytes:
        """Return the next frame from the template.

        Raises:
            LimitExceeded, Breach, Gone: as their names say.
        """
        link = self._link
        while not link.frames:
            try:
                self._wait(self._patience())
            except LimitExceeded:
                link.wait(0)  # it may have spoken while this process was kept from looking
                if not link.frames:
                    self._note_waiting(answered=False)
                    raise
            if link.written > self._limits.output:
                raise LimitExceeded("output")
            if not link.frames and self.out_of_memory:
                raise LimitExceeded("memory")
        return link.frames.pop(0)

    def check(self) -> None:
        """Check the limits once more after an answer, so that no late one slips through.

        Raises:
            LimitExceeded: as its name says.
        """
        for capture in self._link.captures:
            capture.drain()
        if self._link.written > self._limits.output:
            raise LimitExceeded("output")
        if self.out_of_memory:
            raise LimitExceeded("memory")
        if self.exceeds(self._limits.cpu):
            raise LimitExceeded("cpu")
        self._note_waiting(answered=True)
        if self._real > self._limits.real:
            raise LimitExceeded("wall")

    def look_away(self, seconds: float) -> None:
        """Sleep for ``seconds``, whatever arrives."""
        before = time.monotonic()
        time.sleep(seconds)
        self._looked_again(before + seconds)

    def _wait(self, longest: float) -> None:
        if self._queue is not None and self._queue.is_kept:
            self._delay_before = self._queue.of_watcher()
        before = time.monotonic()
        self._link.wait(longest)
        self._looked_again(before + longest)

    def _looked_again(self, due: float) -> None:
        self._unseen += max(0.0, time.monotonic() - due)

    def _patience(self) -> float:
        """Return for how long no limit can be reached, even if all cores are busy."""
        wall, limits = self.wall, self._limits
        work = self._left_to_spend(limits.cpu, lambda: self.cpu, "cpu")
        longest = self._longest
        if self._queue is None:
            longest = _EVERY
            if wall > _EVERY:
                self._wall_then, self._cpu_then = self.wall, self.cpu
                self._queue = sandbox_processes.SchedulerWaits(self._meter.pids_apart)
        waiting = self._left_to_wait(wall) + 0.001
        altogether = self._left_to_spend(limits.altogether, lambda: self.cpu + self.idle, "wall")
        real = self._left_to_spend(limits.real, self._looked_at_real, "wall")
        lent = self._left_to_spend(limits.lent, lambda: self.lent, "lent")
        return min(work, waiting, altogether, real, lent, longest)

    def _looked_at_real(self) -> float:
        self._note_waiting(answered=False)
        return self._real

    @property
    def _real(self) -> float:
        return self.cpu / self._limits.speed + self.waiting

    def _left_to_spend(self, most: float, spent: Callable[[], float], limit: str) -> float:
        """Return for how long ``most`` seconds last at least; call ``spent`` if they may be over.

        Raises:
            LimitExceeded: ``limit``, if they are.
        """
        left = most - self.wall * _CORES
        if left <= 0:
            left = most - spent()
            if left < 0:
                raise LimitExceeded(limit)
        return max(left / _CORES, UNLOOKED)

    def _left_to_wait(self, wall: float) -> float:
        limits = self._limits
        if wall < limits.wall:
            return limits.wall - wall
        left = limits.wall - (wall - self.held_up - self.lent)
        if left < 0:
            raise LimitExceeded("wall")
        if wall > limits.patience:
            raise LimitExceeded("starved")
        return min(left, limits.patience - wall)
