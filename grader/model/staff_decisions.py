"""Defines the decisions of staff about a graded submission, which a report shows beside its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class StaffRemark:
    """A comment of a person.

    Attributes:
        cell: number of the file or notebook cell from 0; -1 if it is about no line.
        line: from 1; 0 if it is about no line.
    """

    text: str
    cell: int = -1
    line: int = 0


@dataclass(frozen=True, slots=True)
class TaskDecision:
    """The decisions of people about a task, and their comments on it.

    Attributes:
        points: that count; ``None`` until they are decided.
        given: whether a person gave them, and not the grader.
        reason: of the person who gave them.
        items: sentences of the rubric that apply, each with its points.
    """

    points: float | None
    max_points: float
    given: bool = False
    reason: str = ""
    items: tuple[tuple[str, float], ...] = ()
    remarks: tuple[StaffRemark, ...] = ()

    @property
    def said(self) -> bool:
        """Return whether there is anything beside what the grader found."""
        return self.given or bool(self.reason or self.items or self.remarks)


@dataclass(frozen=True, slots=True)
class StaffDecisions:
    """All that people decided about a submission, by task, and their comments on its code."""

    tasks: Mapping[str, TaskDecision] = field(default_factory=dict)
    remarks: tuple[StaffRemark, ...] = ()
    points: float = 0.0
    max_points: float = 0.0

    @property
    def given(self) -> bool:
        """Return whether a person gave points for any task."""
        return any(each.given for each in self.tasks.values())

    def placed(self, lines: Sequence[int]) -> StaffDecisions:
        """Return the same, where comments on lines that are not there are about no line.

        Args:
            lines: how many each file or cell has.
        """

        def place(remarks: Sequence[StaffRemark]) -> tuple[StaffRemark, ...]:
            return tuple(
                each
                if 0 <= each.cell < len(lines) and 1 <= each.line <= lines[each.cell]
                else StaffRemark(each.text)
                for each in remarks
            )

        tasks = {
            task: replace(each, remarks=place(each.remarks)) for task, each in self.tasks.items()
        }
        return replace(self, tasks=tasks, remarks=place(self.remarks))

    def of(self, task: str) -> TaskDecision | None:
        """Return what people said of a task; ``None`` if they said nothing."""
        found = self.tasks.get(task)
        return found if found is not None and found.said else None


NO_DECISIONS = StaffDecisions()
"""Stands for a submission that nobody has looked at."""
