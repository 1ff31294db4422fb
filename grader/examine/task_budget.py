"""Counts what the calls of one task have used, and stops the next one where that is enough.

A CPU second is worth less while other work shares caches and cores: the same call was seen to take
half as much again. So what is used counts at the pace of the moment, which is measured from time to
time, and always before a bound counts as reached.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grader.model.limits import scale_to_machine
from grader.sandbox.call_request import Call

_TO_EXPLAIN = 0.4
"""Part of a total that may be used for what cannot change points, and only explains. The rest is
kept for what counts."""
_PARTS = 16
"""How often the pace is measured until a total is used up, at most;"""
_LEAST = 0.5
"""and the seconds that have to be used in between: measuring takes a tenth of that."""
_AMPLE = 1.5
"""How many times what is left a call may use, so that it is stopped where there is no doubt."""


@dataclass(slots=True)
class TaskAccount:
    """The account of one task: the CPU time and sleep of its calls, in seconds.

    Attributes:
        total: what they may use; infinite for calls that no total is meant for.
        pace: says how many times as long as usual things take at this moment.
        speed: what the total was multiplied by, because all takes as many times as long here.
        explains: whether what is run now cannot change points any more.
        cut: whether a call of the case at hand was stopped at what was left, and at no limit of
            its own.
    """

    total: float = math.inf
    pace: Callable[[], float] = lambda: 1.0
    speed: float = 1.0
    explains: bool = False
    cut: bool = False
    _settled: float = 0.0
    """What has been used, at the pace of the moments at which it was,"""
    _lately: float = 0.0
    """and what has been used since, as the sandbox measured it."""
    _pace: float = 1.0
    """The pace that was measured last."""

    @property
    def used(self) -> float:
        """Return the seconds that calls have used."""
        return self._settled + self._lately / self._pace

    @property
    def bound(self) -> float:
        """Return the seconds that calls may use in all, for cases like the present one."""
        return self.total * _TO_EXPLAIN if self.explains else self.total

    @property
    def left(self) -> float:
        """Return the seconds that calls may still use; not negative."""
        return max(0.0, self.bound - self.used)

    def is_spent(self) -> bool:
        """Return whether the total for cases like the present one is used up."""
        if self.used >= self.bound:
            self._settle()
        return self.used >= self.bound

    def begin(self, *, explains: bool) -> None:
        """Note that a case begins."""
        self.explains, self.cut = explains, False

    def limit_calls(self, calls: Sequence[Call]) -> Sequence[Call]:
        """Return ``calls`` with limits cut to what is left, shared by all of them."""
        limits = calls[0].limits.at_most(_AMPLE * self.left * self._pace)
        if limits == calls[0].limits:
            return calls
        return [replace(call, limits=limits) for call in calls]

    def charge(self, seconds: float, *, stopped: bool = False) -> None:
        """Add the seconds that calls have used, as the sandbox measured them.

        Args:
            stopped: whether one of them was, within limits that had been shortened.
        """
        self._lately += seconds
        if self._lately >= max(self.total / _PARTS, _LEAST):
            self._settle()
        self.cut = stopped and self.is_spent()

    def lower_used_to(self, used: float) -> None:
        """Set the used seconds back to ``used``, because later calls are repeated."""
        self._settled, self._lately, self.cut = used, 0.0, False

    def _settle(self) -> None:
        if self._lately:
            self._pace = self.pace()
            self._settled += self._lately / self._pace
            self._lately = 0.0

    def why(self) -> str:
        """Return why no case like the present one is run any more, as a clause."""
        total = scale_to_machine(self.total, self.speed)
        if self.explains:
            return (
                f"calls of this task had already taken {self.used / self.speed:.1f} of the {total} "
                "that all of them may take together, computing or asleep"
            )
        return (
            f"calls of this task had taken all of the {total} that they may take together, "
            "computing or asleep"
        )
