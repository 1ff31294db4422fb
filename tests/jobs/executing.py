"""An executor of ``concurrent.futures`` as a workforce."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import dataclass

from grader.jobs import executors
from grader.jobs.accept_remote_order import accept_order
from grader.jobs.grading_context import preload_hidden_tests
from grader.jobs.work_order import GradingOrder


def carry_out(text: str) -> str:
    """The answer to an order, graded in this process; empty to an inquiry."""
    context, order = accept_order(text)
    if order is None:
        return ""
    assert isinstance(order, GradingOrder)
    return executors.grade_to_text(preload_hidden_tests(context), order.submission)


@dataclass(frozen=True, slots=True)
class Executing:
    """Gives ``executor`` at most ``most`` orders at a time."""

    executor: Executor
    most: int

    def capacity(self) -> int:
        return self.most

    def submit(self, order: str) -> Future[str]:
        return self.executor.submit(carry_out, order)

    def check(self) -> None:
        pass
