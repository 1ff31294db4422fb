"""Holds what all gradings in one process share: assignment, sandbox, seed and tasks."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from grader.assignment import Assignment, Task
from grader.jobs.grading_key import AssignmentFilesWatch, GradingSetting
from grader.jobs.work_order import GradingOrder
from grader.machine import speed as machine
from grader.model.submission import Submission
from grader.sandbox import Sandbox

if TYPE_CHECKING:
    from grader.examine.run_hidden_tests import HiddenTests


@dataclass(frozen=True)
class GradingContext:
    """All that gradings of this process share: assignment, sandbox, seed and tasks.

    Attributes:
        seed: together with a submission's digest it determines every random choice.
        tasks: to be graded; all if empty.
        where: bindings by role of the assignment's contract, as a person says.
        tests: the hidden tests, if they have been found already.
        watch: over the files of ``assignment``; without one, they are assumed not to change.
    """

    assignment: Assignment
    sandbox: Sandbox
    seed: int = 0
    tasks: tuple[str, ...] = ()
    tests: HiddenTests | None = None
    watch: AssignmentFilesWatch | None = None
    where: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def setting(self) -> GradingSetting:
        """Return the setting of gradings in this context, computed at its first use."""
        return GradingSetting.of(self.assignment, self.sandbox, self.seed, self.tasks, self.where)

    @cached_property
    def speed(self) -> float:
        """Return how many times slower this machine is than the budgets assume; 1 at least."""
        return machine.machine_slowness(self.assignment.costs.calibration)

    @property
    def wanted(self) -> list[Task]:
        """Return the tasks to be graded, in the assignment's order.

        Raises:
            UnknownTask: if one of them is not a task that the grader tests.
        """
        asked = [self.assignment.coded_task(task) for task in self.tasks]
        return [task for task in self.assignment.tasks if task in asked or not asked]

    def order(self, submission: Submission) -> GradingOrder:
        """Return the order to grade ``submission`` in this context."""
        return GradingOrder(self.setting, submission)

    def check(self) -> None:
        """Raises AssignmentChanged if a file of the assignment has changed."""
        if self.watch is not None:
            self.watch.check()


_MOST = 8
_found: dict[tuple[Path, tuple[str, ...]], HiddenTests] = {}
"""The hidden tests of the last few contexts, by folder and tasks."""
_finding = threading.Lock()


def preload_hidden_tests(context: GradingContext) -> GradingContext:
    """Return ``context`` with its hidden tests imported, so that forks need not do so."""
    # Imported late: where nothing is to be graded, pytest would take longer than all the rest.
    from grader.examine.test_collection import prepare_hidden_tests

    wanted = context.assignment.tests, context.tasks
    with _finding:
        if wanted not in _found:
            _found[wanted] = prepare_hidden_tests(context.assignment, context.tasks)
            if len(_found) > _MOST:
                del _found[next(iter(_found))]
        return replace(context, tests=_found[wanted])
