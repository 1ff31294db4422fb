"""Validates an assignment: ``grade author validate``.

1. See whether its files are in order, which imports its hidden tests once for all workers.
2. Plan the checks that are asked for.
3. Let one pool of workers do the work of all checks, so that none waits for the end of another.
4. Judge each check as soon as its work is done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.assignment.course_assignments import BUILT_IN
from grader.author import assignment_file_checks
from grader.author.plan_checks import CheckRequest, plan_checks, plan_checks_of_broken_assignment
from grader.author.validation_check import (
    AssignmentValidation,
    CheckResult,
    CheckState,
    ValidationCheck,
)
from grader.examine.hidden_test_limits import NO_END
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.sandbox import Sandbox

Finished = Callable[[CheckResult], None]
"""Called with each result as it comes."""

Progress = Callable[[str, int, int], None]
"""Called with the name of a check, the number of works done, and the number of all works."""


def validate_assignment(
    assignment: str,
    sandbox: Sandbox,
    request: CheckRequest,
    *,
    course: Path = BUILT_IN,
    finished: Finished,
    progress: Progress,
    jobs: int | None = None,
) -> AssignmentValidation:
    """Make the checks that ``request`` asks for, and return their results.

    Args:
        course: folder of the course that has the assignment.
        jobs: how many workers there are at most; by default, one per core.

    Raises:
        UnknownAssignment: if there is none of that name.
        NoVariantChosen: if there is nothing that the request asks for.
        SandboxUnavailable: if no sandbox can be started.
        KeyboardInterrupt: if a signal asks the program to end, after all workers have ended.
    """
    began = time.monotonic()
    first, chosen, tests = assignment_file_checks.check_assignment_files(assignment, course)
    if first.state is CheckState.FAILED or chosen is None:
        planned = [
            each
            for each in plan_checks_of_broken_assignment(chosen, tests, request)
            if each.name != first.name
        ]
    else:
        planned = plan_checks(GradingContext(chosen, sandbox, request.seed, tests=tests), request)
    finished(first)
    others = _carry_out_checks(planned, jobs or available_cores(), finished, progress)
    seconds = time.monotonic() - began
    return AssignmentValidation(assignment, request.seed, sandbox.info, [first, *others], seconds)


def _carry_out_checks(
    planned: Sequence[ValidationCheck], jobs: int, finished: Finished, progress: Progress
) -> list[CheckResult]:
    """Return the results of ``planned``, in the same order.

    Once a hidden test did not end, nothing more is begun: every grading would wait for it.
    """
    endless = False
    making = {check.name: _CheckInProgress(check) for check in planned}
    results: dict[str, CheckResult] = {}

    def conclude(one: _CheckInProgress) -> None:
        if one.left == 0:
            results[one.check.name] = one.result()
            finished(results[one.check.name])

    def queue() -> Iterator[PoolJob[tuple[str, str]]]:
        for one in making.values():
            one.began = time.monotonic()
            for name, work in one.check.works.items():
                if endless:
                    return
                yield PoolJob((one.check.name, name), work)

    for one in making.values():
        conclude(one)
    total = left = sum(one.left for one in making.values())
    progress("", 0, total)
    with run_jobs(queue(), jobs) as found:
        for outcome in found:
            check, work = outcome.key
            one, left = making[check], left - 1
            if outcome.answer is None:
                one.lost.append(f"{work}: {outcome.lost}")
            else:
                one.answers[work] = outcome.answer
                endless |= NO_END in outcome.answer
            conclude(one)
            progress(check, total - left, total)
    for one in making.values():
        if one.check.name not in results:  # it is not done, and will not be
            name, tried = one.check.name, bool(one.answers or one.lost)
            results[name] = one.result() if tried else CheckResult(name, _NOT_TRIED, skipped=True)
            finished(results[name])
    return [results[check.name] for check in planned]


_NOT_TRIED = "not tried: a hidden test did not end"


@dataclass(slots=True)
class _CheckInProgress:
    """A check that is being made, with the answers so far."""

    check: ValidationCheck
    began: float = field(default_factory=time.monotonic)
    answers: dict[str, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)

    @property
    def left(self) -> int:
        """Return the number of pieces of work that are not done."""
        return len(self.check.works) - len(self.answers) - len(self.lost)

    def result(self) -> CheckResult:
        """Return the result of the check, whatever the order of its answers."""
        works = self.check.works
        judged = self.check.judge({n: self.answers[n] for n in works if n in self.answers})
        errors = (*judged.errors, *self.lost)
        return replace(judged, errors=errors, seconds=time.monotonic() - self.began)
