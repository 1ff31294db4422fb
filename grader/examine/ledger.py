"""The allowance of each task: what calls that had to be stopped may cost it, and have cost it."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.examine.budgets import Budgets
from grader.examine.graded_case import GradedCase
from grader.model.verdict import LIMITS, Verdict


@dataclass(slots=True)
class Ledger:
    """What stopped calls have cost each task, in seconds, and what the last of them came to."""

    budgets: Budgets
    _seconds: dict[str, float] = field(default_factory=dict)
    _verdicts: dict[str, Verdict] = field(default_factory=dict)

    def draw(self, task: str, seconds: float, verdict: Verdict) -> None:
        """Take what the calls of a case with this ``verdict`` have cost from its task's allowance.

        Args:
            seconds: of those that had to be stopped; often 0.
        """
        if not seconds:
            return
        self._seconds[task] = self._seconds.get(task, 0.0) + seconds
        # A test may have caught the failure and decided something else.
        self._verdicts[task] = verdict if verdict in LIMITS else Verdict.TIME_LIMIT_EXCEEDED

    def is_spent(self, case: GradedCase) -> bool:
        """Whether the allowance of its task is used up, so that ``case`` is left out."""
        spent = self._seconds.get(case.task.id, 0.0)
        return spent > 0.0 and spent >= self.budgets.overtime_seconds(case.limits)

    def verdict(self, task: str) -> Verdict:
        """The verdict of cases that are left out."""
        return self._verdicts[task]

    def note(self, task: str) -> str:
        """Why cases are left out."""
        return (
            f"left out: calls of this task that had to be stopped had already taken "
            f"{self._seconds[task]:g} s"
        )
