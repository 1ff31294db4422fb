"""Computes what calls may use on this machine, from what the reference solution takes.

The budget of a call is a multiple of what the reference solution took for the same case, or the
assignment's least budget if that is more, and grows on a machine that is slower than the one where
the reference was measured.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.assignment import Assignment
from grader.model.limits import Limits
from grader.model.report import Budget
from grader.sandbox.backend_interface import Outcome


@dataclass(frozen=True, slots=True)
class Budgets:
    """The budgets of one assignment on one machine.

    Attributes:
        speed: how many times as long as where costs were measured things take here; 1 at least.
    """

    assignment: Assignment
    speed: float = 1.0

    def limits(self, case: str, least: float | None) -> Limits:
        """Return the limits of each call in the case with the id ``case``.

        Args:
            least: CPU seconds that are allowed in any case, where the assignment's do not fit.
        """
        return self.assignment.limits(least, case=case).times(self.speed)

    def overtime_seconds(self, limits: Limits) -> float:
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

    def compared(self, case: str, limits: Limits, outcome: Outcome) -> Budget:
        """Return the budget of a stopped call, beside what the reference solution needs."""
        return Budget(
            cpu_seconds=limits.cpu_seconds / limits.speed,
            reference_cpu_seconds=self.reference_seconds(case),
            calls=outcome.calls,
            reference_calls=self.assignment.costs.of(case).calls,
        )
