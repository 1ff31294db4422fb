"""Computes how much CPU time calls and tasks may use, and counts what they have used.

1. The budget of a call is a multiple of what the reference solution took for the same case, or the
   assignment's least budget if that is more. It grows on a machine that is slower than the one
   where the reference was measured.
2. Each task has a total of CPU seconds, wider on slower machines, too. Every call of its tests is
   charged, also one that does not count. A call is stopped when the total is used up.
3. What cannot change points has a total of its own, as large: further cases of a test that has
   failed, which only explain, and tests that are worth nothing or whose points are lost already.
4. Tests that are tried with a student's own functions first have half as much on top.
5. Once a total is used up, nothing more of its kind is run.

A right solution needs a small part of a total. What the machine is busy with is not CPU time of a
submission. But a CPU second is worth less while other work shares caches and cores: the same call
was seen to take half as much again. So what is used counts at the pace of the moment, which is
measured from time to time, and always before a bound counts as reached.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from grader.assignment import Assignment, Task
from grader.model.report import StoppedCallBudget
from grader.model.time_limits import CallLimits, describe_seconds_here
from grader.sandbox.backend_interface import Outcome
from grader.sandbox.call_request import Call


@dataclass(frozen=True, slots=True)
class TimeBudgets:
    """The budgets of one assignment on one machine.

    Attributes:
        speed: how many times as long as where costs were measured things take here; 1 at least.
    """

    assignment: Assignment
    speed: float = 1.0

    def limits(self, case: str, least: float | None) -> CallLimits:
        """Return the limits of each call in the case with the id ``case``.

        Args:
            least: CPU seconds that are allowed in any case, where the assignment's do not fit.
        """
        return self.assignment.limits(least, case=case).times(self.speed)

    def overtime_seconds(self, limits: CallLimits) -> float:
        """Return the seconds for a task's stopped calls, after which such cases are left out."""
        return max(self.assignment.overtime_seconds * self.speed, limits.cpu_seconds)

    def total_seconds(self, task: str) -> float:
        """Return the CPU seconds that all calls of a task may use together."""
        return self.assignment.total_seconds(task) * self.speed

    def reference_seconds(self, case: str) -> float | None:
        """Return the CPU seconds of a call of the reference solution, where costs were measured.

        ``None`` if they are not known, or have no part in budgets: what is promised to every agent
        is no multiple of them.
        """
        if self.assignment.reference_factor <= 1:
            return None
        return self.assignment.costs.of(case).cpu_seconds

    def compared(self, case: str, limits: CallLimits, outcome: Outcome) -> StoppedCallBudget:
        """Return the budget of a stopped call, beside what the reference solution needs."""
        return StoppedCallBudget(
            cpu_seconds=limits.cpu_seconds / limits.speed,
            reference_cpu_seconds=self.reference_seconds(case),
            calls=outcome.calls,
            reference_calls=self.assignment.costs.of(case).calls,
        )


_PARTS = 16
"""How often the pace is measured until a total is used up, at most;"""
_LEAST = 0.5
"""and the seconds that have to be used in between: measuring takes a tenth of that."""
_AMPLE = 1.5
"""How many times what is left a call may use, so that it is stopped where there is no doubt."""


class CallPurpose(Enum):
    """A purpose that calls are made for; each has a total of its own."""

    POINTS = "points"
    """They may change the task's points."""
    EXPLANATION = "explanation"
    """They cannot any more."""
    TRIAL = "trial"
    """They try a test with the submission's own functions; unless it is passed, nothing counts."""


_SHARES = {CallPurpose.POINTS: 1.0, CallPurpose.EXPLANATION: 1.0, CallPurpose.TRIAL: 0.5}
"""The parts of a task's total that calls may use for each purpose."""


@dataclass(slots=True)
class _UsedTime:
    """The seconds that calls have used.

    Attributes:
        settled: at the pace of the moments at which they were used.
        lately: since the pace was measured, as the sandbox measured them.
    """

    settled: float = 0.0
    lately: float = 0.0


@dataclass(slots=True)
class TaskTimeAccount:
    """The account of one task: the CPU time and sleep of its calls, in seconds.

    Each purpose is counted apart, so that it takes nothing from the others.

    Attributes:
        total: what calls that may change points may use; infinite where no total is meant.
        pace: says how many times as long as usual things take at this moment.
        speed: what the total was multiplied by, because all takes as many times as long here.
        purpose: of the calls that are made now.
        cut: whether a call of the case at hand was stopped at what was left, and at no limit of
            its own.
        doubtful: whether one was stopped so, although at the pace of that moment more was left.
    """

    total: float = math.inf
    pace: Callable[[], float] = lambda: 1.0
    speed: float = 1.0
    purpose: CallPurpose = CallPurpose.POINTS
    cut: bool = False
    doubtful: bool = False
    _times: Mapping[CallPurpose, _UsedTime] = field(
        default_factory=lambda: {purpose: _UsedTime() for purpose in CallPurpose}
    )
    _pace: float = 1.0
    """The pace that was measured last."""

    @property
    def _time(self) -> _UsedTime:
        return self._times[self.purpose]

    @property
    def used(self) -> float:
        """Return the seconds that calls like the present ones have used."""
        return self._time.settled + self._time.lately / self._pace

    @property
    def left(self) -> float:
        """Return the seconds that calls like the present ones may still use; not negative."""
        return max(0.0, self._bound - self.used)

    @property
    def _bound(self) -> float:
        return self.total * _SHARES[self.purpose]

    def is_spent(self) -> bool:
        """Return whether the total for cases like the present one is used up."""
        if self.used >= self._bound:
            self._settle()
        return self.used >= self._bound

    def begin(self, purpose: CallPurpose) -> None:
        """Note that a case begins."""
        self.purpose = purpose
        self.cut = self.doubtful = False

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
        self._time.lately += seconds
        if self._time.lately >= max(self.total / _PARTS, _LEAST):
            self._settle()
        self.cut = stopped and self.is_spent()
        self.doubtful = stopped and not self.cut

    def lower_used_to(self, used: float) -> None:
        """Set the used seconds back to ``used``, because later calls are repeated."""
        self._time.settled, self._time.lately = used, 0.0
        self.cut = self.doubtful = False

    def _settle(self) -> None:
        if self._time.lately:
            self._pace = self.pace()
            self._time.settled += self._time.lately / self._pace
            self._time.lately = 0.0

    def why(self) -> str:
        """Return why no case like the present one is run any more, as a clause."""
        explains = self.purpose is CallPurpose.EXPLANATION
        calls = "calls that can earn no points" if explains else "calls of this task"
        total = describe_seconds_here(self.total, self.speed)
        return f"{calls} had used up their total of {total}, computing or waiting"


_MOVES = 2
"""How many times as many moves a game may have as its test announces."""


@dataclass(slots=True)
class TaskTimeAccounts:
    """The accounts of one submission's tasks.

    Attributes:
        pace: says how many times as long as usual things take at this moment.
    """

    budgets: TimeBudgets
    pace: Callable[[], float] = lambda: 1.0
    _accounts: dict[str, TaskTimeAccount] = field(default_factory=dict)

    def of(self, task: str) -> TaskTimeAccount:
        """Return the account of the task numbered ``task``."""
        if task not in self._accounts:
            self._accounts[task] = TaskTimeAccount(
                self.budgets.total_seconds(task), self.pace, self.budgets.speed
            )
        return self._accounts[task]

    def begin(self, task: Task, limits: CallLimits, *, moves: int, surplus: int) -> TaskTimeAccount:
        """Return the account of ``task``, after adding what agents' moves may use.

        What agents may use for their moves comes on top of it, unless the task names its total. And
        so does what calls may use in cases that are more than a submission gets.

        Args:
            limits: of each of the calls that begin.
            moves: that agents may be asked for, as the test announces them for all of its cases.
            surplus: cases that are more than a submission gets.
        """
        account = self.of(task.id)
        account.total += surplus * limits.cpu_seconds
        if task.total_cpu_seconds is None:
            account.total += _MOVES * moves * limits.cpu_seconds
        return account
