"""A case as one submission is graded on it: with its seeds and its limits."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.assignment import Task
from grader.examine.budgets import Budgets
from grader.examine.caller import Caller
from grader.examine.hidden_test import HiddenTest
from grader.examine.processes import Process, Processes
from grader.model.limits import Limits
from grader.testing.asking import Question


@dataclass(frozen=True, eq=False)
class GradedCase:
    """A case of a test, for one submission.

    Attributes:
        id: that of its result.
        origin: what the seeds of its calls are derived from.
        limits: of each of its calls.
        reference_seconds: CPU time that the reference solution needs here for one call.
        known: what is asked about it, if that has been worked out for all submissions.
    """

    test: HiddenTest
    task: Task
    case: Any
    id: str
    origin: str
    limits: Limits
    reference_seconds: float | None
    known: Sequence[Question] | None = None

    @functools.cached_property
    def questions(self) -> Sequence[Question]:
        """What is asked about it, by a test that asks beforehand. Raises what the test raises."""
        return self.test.questions(self.task, self.case) if self.known is None else self.known

    @classmethod
    def of(
        cls,
        test: HiddenTest,
        task: Task,
        case: Any,
        origin: str,
        budgets: Budgets,
        known: Sequence[Question] | None = None,
    ) -> GradedCase:
        """``case`` of ``test``; ``origin`` is that of the whole grading."""
        name = test.case_id(case)
        limits = budgets.limits(name, test.mark.cpu_seconds)
        reference = budgets.reference_seconds(name)
        return cls(test, task, case, name, f"{origin}|{test.id}|{case}", limits, reference, known)

    def caller(self, processes: Processes, process: Process | None = None) -> Caller:
        """What makes its calls in ``process``; without one, in a new one."""
        return Caller(
            processes, self.limits, self.origin, process,
            reference_seconds=self.reference_seconds, with_object=self.test.with_object,
        )  # fmt: skip

    def caller_alone(self, processes: Processes) -> Caller:
        """What makes each of its calls in a process of its own, and all about one object in one."""
        caller = self.caller(processes)
        caller.alone = True
        return caller
