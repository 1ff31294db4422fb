"""Defines a row of a batch: the result of one graded hand-in, as it is kept in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.jobs.grading_answer import ResultSummary
from grader.model.formatting import format_points_with_noun


@dataclass(frozen=True, slots=True)
class BatchRow:
    """The result of one hand-in, as far as the batch keeps it in memory.

    Attributes:
        id: of the student, as hostile as all they wrote.
        name: of its files in the results.
        path: where it was found.
        digest: of the submission; empty if there is none.
        setting: digest of everything else that its result depends on.
        result: if it could not be read, no points for any task.
        refusal: why it could not be read, if so.
        graded: whether it was graded in this run.
    """

    id: str
    name: str
    path: str
    digest: str
    setting: str
    result: ResultSummary
    refusal: str = ""
    graded: bool = field(default=False, compare=False)

    @property
    def internal(self) -> bool:
        """Return whether the grader itself failed on this hand-in."""
        return bool(self.result.errors)

    @property
    def full(self) -> bool:
        """Return whether the hand-in has full marks, without refusal or error."""
        # Points are decimal fractions: 0.1 + 0.2 must not be above 0.3.
        lacking = round(self.result.max_score + self.result.to_decide - self.result.score, 6)
        return not (self.internal or self.refusal) and lacking <= 0

    @property
    def to_decide(self) -> str:
        """Return in words the points that only a person can decide, task by task."""
        return ", ".join(
            f"{format_points_with_noun(task.to_decide)} of task {task.id}"
            for task in self.result.tasks
            if task.to_decide
        )

    @property
    def open(self) -> str:
        """Return the roles that a person has to settle, joined by commas."""
        return ", ".join(role.role for role in self.result.open)

    def below(self, percent: float) -> bool:
        """Return whether the score is below ``percent`` of the maximum."""
        return round(100 * self.result.score - percent * self.result.max_score, 6) < 0
