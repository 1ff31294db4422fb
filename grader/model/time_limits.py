"""Defines time limits for code of a submission: CPU seconds, and seconds by the clock.

Its memory is bounded by :attr:`grader.assignment.model.Assignment.memory_bytes`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

OVERLOAD = 4
"""How many times its wall limit a call may take on a machine that keeps it from running."""
PATIENT_OVERLOAD = 16
"""The same for a call that is repeated because the machine had been too busy for it."""
_CLOCK = 2.5
"""Seconds that the clock of a call may show for each that its task has left. On a busy machine it
shows up to two for a second of CPU time, because a call counts as held up for less than it was. On
others, a call is stopped earlier: see :attr:`CallLimits.altogether`."""
_NOTICEABLY = 1.05
"""From how much slower a machine on it is said what a limit would be elsewhere."""
_LEAST = 0.01
"""Seconds that any call gets."""
_MOMENT = 0.05
"""Seconds of waiting that nobody notices."""
_SHOWN = 0.005
"""Seconds of CPU time from which on they are worth mentioning."""
FOREVER = 1e9
"""Seconds of a limit that is none; JSON has no infinity."""


def describe_seconds_here(seconds: float, speed: float, what: str = "") -> str:
    """Return ``seconds`` as the assignment promised them, with this machine's factor, in words.

    People compare times with those that they were promised, and with each other: so there is one
    factor, and whoever wants to know how long it took here multiplies.
    """
    words = f"{seconds / speed:.3g} s{what}"
    return words if speed < _NOTICEABLY else f"{words} (× {speed:.2g} on this machine now)"


@dataclass(frozen=True, slots=True)
class CallLimits:
    """The limits of one call; CPU seconds are those of all its processes together."""

    cpu_seconds: float
    wall_seconds: float
    """Catches sleepers and deadlocks only; several times the CPU limit. Time in which the machine
    was busy with something else does not count."""
    overload: float = OVERLOAD
    speed: float = 1.0
    """What they were multiplied by, because things take as many times as long here as where budgets
    were made. The clocks of the sandbox go slower by as much."""
    altogether: float = FOREVER
    """Seconds of CPU time and of sleep together; no sleep counts on a busy machine."""
    real_seconds: float = FOREVER
    """Seconds by the clock, less those in which it was ready to run and was not let: what it
    computes, at the pace of where budgets were made, and what it waits. Neither a slow machine nor
    a busy one makes them more. They are not counted where the kernel keeps no account of it."""

    @property
    def patience(self) -> float:
        """Return the wall-clock seconds after which a call is stopped even on a busy machine."""
        return self.overload * self.wall_seconds

    @property
    def cpu_words(self) -> str:
        """Return the CPU limit in words: ``2 s of CPU time (× 2.6 on this machine now)``."""
        return describe_seconds_here(self.cpu_seconds, self.speed, " of CPU time")

    @property
    def wall_words(self) -> str:
        """Return the wall-clock limit in words: ``16 s (× 2.6 on this machine now)``."""
        return describe_seconds_here(self.wall_seconds, self.speed)

    def stopped_words(self, cpu_seconds: float, waited_seconds: float) -> str:
        """Return in words the time that a call had used when it was stopped.

        Args:
            cpu_seconds: CPU time on this machine.
            waited_seconds: time by the clock in which it neither ran nor was kept from running.
        """
        computed = cpu_seconds / self.speed
        if self.real_seconds - computed < _MOMENT:
            return self.cpu_words
        worked = f" and {computed:.2f} s of CPU time" if computed >= _SHOWN else ""
        return f"{waited_seconds:.2f} s of waiting{worked}"

    def patient(self) -> CallLimits:
        """Return limits for a retry after overload, with the same CPU and wall-clock seconds."""
        return replace(self, overload=PATIENT_OVERLOAD)

    def within(self, seconds: float) -> CallLimits:
        """Return these limits, with at most ``seconds`` of CPU time and of wall-clock time."""
        if seconds >= max(self.cpu_seconds, self.wall_seconds):
            return self
        most = max(seconds, _LEAST)
        return replace(
            self,
            cpu_seconds=min(most, self.cpu_seconds),
            wall_seconds=min(most, self.wall_seconds),
        )

    def at_most(self, seconds: float) -> CallLimits:
        """Return these limits, with at most ``seconds`` of CPU time and of sleep together.

        The clock of a call that is repeated because of a busy machine is cut less.
        """
        most = max(seconds, _LEAST)
        if most >= max(self.cpu_seconds, self.wall_seconds):
            return self
        patience = _CLOCK * (OVERLOAD if self.overload > OVERLOAD else 1)
        return replace(
            self,
            cpu_seconds=min(self.cpu_seconds, most),
            wall_seconds=min(self.wall_seconds, patience * most),
            altogether=most,
        )

    def times(self, factor: float) -> CallLimits:
        """Return these limits for a machine that takes ``factor`` times as long."""
        return replace(
            self,
            cpu_seconds=factor * self.cpu_seconds,
            wall_seconds=factor * self.wall_seconds,
            speed=factor * self.speed,
        )

    def at_pace(self, pace: float) -> CallLimits:
        """Return these limits, with clocks inside that go ``1 / pace`` times as fast."""
        return replace(self, speed=pace * self.speed, real_seconds=self.real_seconds / pace)

    def seconds_inside(self, cpu_seconds: float, waiting_seconds: float) -> float:
        """Return the seconds that a call took by the clocks inside."""
        return cpu_seconds / self.speed + waiting_seconds


@dataclass(frozen=True, slots=True)
class LoadLimits:
    """The limits for loading a submission."""

    statement: CallLimits
    """Of each top-level statement."""
    total: CallLimits
    """Of all statements together. What took much of it is left out then, and what nothing needs
    before the rest; if that does not help, only definitions are executed."""

    def patient(self) -> LoadLimits:
        """Return load limits for a retry after overload, with the same seconds."""
        return LoadLimits(self.statement.patient(), self.total.patient())

    def times(self, factor: float) -> LoadLimits:
        """Return these limits for a machine that takes ``factor`` times as long."""
        return LoadLimits(self.statement.times(factor), self.total.times(factor))
