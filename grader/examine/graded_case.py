"""A case as one submission is graded on it: with its seeds and its limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.assignment import Task
from grader.examine.budgets import Budgets
from grader.examine.caller import Caller
from grader.examine.hidden_test import HiddenTest
from grader.examine.processes import Process, Processes
from grader.model.limits import Limits


@dataclass(frozen=True, slots=True, eq=False)
class GradedCase:
    """A case of a test, for one submission.

    Attributes:
        id: that of its result.
        origin: what the seeds of its calls are derived from.
        limits: of each of its calls.
        reference_seconds: CPU time that the reference solution needs here for one call.
    """

    test: HiddenTest
    task: Task
    case: Any
    id: str
    origin: str
    limits: Limits
    reference_seconds: float | None

    @classmethod
    def of(
        cls, test: HiddenTest, task: Task, case: Any, origin: str, budgets: Budgets
    ) -> GradedCase:
        """``case`` of ``test``; ``origin`` is that of the whole grading."""
        name = test.case_id(case)
        limits = budgets.limits(name, test.mark.cpu_seconds)
        reference = budgets.reference_seconds(name)
        return cls(test, task, case, name, f"{origin}|{test.id}|{case}", limits, reference)

    def caller(self, processes: Processes, process: Process | None = None) -> Caller:
        """What makes its calls in ``process``; without one, in a new one."""
        reference = self.reference_seconds
        return Caller(processes, self.limits, self.origin, process, reference_seconds=reference)

    def caller_alone(self, processes: Processes) -> Caller:
        """What makes each of its calls in a process of its own."""
        caller = self.caller(processes)
        caller.alone = True
        return caller
