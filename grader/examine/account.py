"""What the calls of one task have used, and how the next one is stopped where that is enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.sandbox.call import Call

_TO_EXPLAIN = 0.4
"""Part of a total that may be used for what cannot change points, and only explains. The rest is
kept for what counts."""


_MEASURED_LATE = 0.05
"""Seconds that a call may have used when it was stopped, and that the sandbox names later."""


@dataclass(slots=True)
class Account:
    """What the calls of one task have used: seconds of CPU time, and of sleep.

    Attributes:
        total: what they may use; infinite for calls that no total is meant for.
        explains: whether what is run now cannot change points any more.
        cut: whether a call of the case at hand was stopped at what was left, and at no limit of
            its own.
    """

    total: float = math.inf
    used: float = 0.0
    explains: bool = False
    cut: bool = False
    _slowdown: float = 1.0

    @property
    def bound(self) -> float:
        """What may be used for cases like the one at hand."""
        return self.total * _TO_EXPLAIN if self.explains else self.total

    @property
    def left(self) -> float:
        """What the next call may use at most; not negative."""
        return max(0.0, self.bound - self.used)

    @property
    def is_spent(self) -> bool:
        """Whether no case like the one at hand is run any more."""
        return self.used >= self.bound

    def begin(self, *, explains: bool) -> None:
        """Begin a case."""
        self.explains, self.cut = explains, False

    def shortened(self, calls: Sequence[Call]) -> tuple[Sequence[Call], bool]:
        """``calls``, which share the limits of the first, within what is left for them.

        Returns:
            them, and whether that is less than their own limits.
        """
        limits = calls[0].limits.at_most(self.left)
        if limits == calls[0].limits:
            return calls, False
        return [replace(call, limits=limits) for call in calls], True

    def charge(self, seconds: float, *, stopped: bool = False) -> None:
        """Note what calls have used, as the sandbox has measured it.

        Args:
            stopped: whether one of them was, at what was left or at a limit of its own.
        """
        self.used += seconds
        if stopped and self.left <= _MEASURED_LATE:
            self.used, self.cut = max(self.used, self.bound), True

    def widen(self, slowdown: float) -> None:
        """Allow as much more as things take longer at this moment than usual."""
        if slowdown > self._slowdown:
            self.total *= slowdown / self._slowdown
            self._slowdown = slowdown
            self.cut = False

    def why(self) -> str:
        """Why no such case is run any more, as a clause."""
        if self.explains:
            return (
                f"calls of this task had already taken {self.used:.1f} of the {self.total:.3g} s "
                "that all of them may take together, computing or asleep"
            )
        return (
            f"calls of this task had taken all of the {self.total:.3g} s that they may take "
            "together, computing or asleep"
        )
