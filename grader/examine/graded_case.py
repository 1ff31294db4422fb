"""Represents a case as it is graded on one submission: with its seeds and its limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from grader.assignment import Task
from grader.examine.call_budgets import Budgets
from grader.examine.case_caller import CaseCaller
from grader.examine.hidden_test import HiddenTest
from grader.examine.submission_processes import SubmissionProcess, SubmissionProcesses
from grader.model.limits import Limits
from grader.testing.planned_calls import Question


@dataclass(frozen=True, eq=False)
class GradedCase:
    """A case of a test for one submission.

    Attributes:
        grading: what the seeds of the whole grading are derived from.
        known: what is asked about the case, if that has been worked out for all submissions.
    """

    test: HiddenTest
    task: Task
    case: Any
    grading: str
    budgets: Budgets
    known: Sequence[Question] | None = None

    @cached_property
    def id(self) -> str:
        """Return the id of the case's result."""
        return self.test.case_id(self.case)

    @property
    def origin(self) -> str:
        """Return the text from which the seeds of the case's calls are derived."""
        return f"{self.grading}|{self.test.id}|{self.case}"

    @cached_property
    def limits(self) -> Limits:
        """Return the limits of each call of the case."""
        limits = self.budgets.limits(self.id, self.test.mark.cpu_seconds)
        if self.test.with_object:  # an agent is promised seconds of real time
            return replace(limits, real_seconds=limits.cpu_seconds / limits.speed)
        return limits

    @cached_property
    def questions(self) -> Sequence[Question]:
        """Return the questions that the test asks beforehand; raise what the test raises."""
        return self.test.questions(self.task, self.case) if self.known is None else self.known

    def caller(
        self,
        processes: SubmissionProcesses,
        process: SubmissionProcess | None = None,
        *,
        alone: bool = False,
    ) -> CaseCaller:
        """Return a caller for the case in ``process``, or in new ones; ``alone``: in one per call.

        All calls about an object are made in one process, also if they are ``alone``.
        """
        return CaseCaller(
            processes, self.limits, self.origin, process, alone,
            reference_seconds=self.budgets.reference_seconds(self.id),
            with_object=self.test.with_object,
            watching={*self.task.globals} - self.budgets.assignment.functions,
        )  # fmt: skip
