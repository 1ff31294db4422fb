"""Sets what all calls of a task may use together, and what is not run once they have used it.

1. Each task has a total of CPU seconds, wider on slower machines, as budgets are. Every call of its
   tests is charged, also one that does not count. A call is stopped when the total is used up.
2. Once a part of it is used, what cannot change points is not run: further cases of a test that has
   failed, which only explain, and tests that are worth nothing or whose points are lost already.
3. Once all of it is used, nothing more of the task is run.

A right solution needs a small part of a total. What the machine is busy with is not CPU time of a
submission, and what it makes of that time is measured, so that load changes nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.examine.call_budgets import Budgets
from grader.examine.graded_case import GradedCase
from grader.examine.task_budget import TaskAccount

_MOVES = 2
"""How many times as many moves a game may have as its test announces."""


@dataclass(slots=True)
class TaskAccounts:
    """The accounts of one submission's tasks.

    Attributes:
        pace: says how many times as long as usual things take at this moment.
    """

    budgets: Budgets
    pace: Callable[[], float] = lambda: 1.0
    _accounts: dict[str, TaskAccount] = field(default_factory=dict)

    def of(self, task: str) -> TaskAccount:
        """Return the account of the task numbered ``task``."""
        if task not in self._accounts:
            self._accounts[task] = TaskAccount(
                self.budgets.total_seconds(task), self.pace, self.budgets.speed
            )
        return self._accounts[task]

    def begin(self, cases: Sequence[GradedCase]) -> TaskAccount:
        """Return the account of the task of ``cases``, after adding what agents' moves may use.

        What agents may use for their moves comes on top of it, unless the task names its total. And
        so does what calls may use in cases that are more than a submission gets.
        """
        first = cases[0]
        account = self.of(first.task.id)
        account.total += first.test.surplus * first.limits.cpu_seconds
        if first.task.total_cpu_seconds is None:
            moves = _MOVES * first.test.mark.moves * len(cases)
            account.total += moves * first.limits.cpu_seconds
        return account
