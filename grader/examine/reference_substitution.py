"""Runs tests that fail with a student's own functions again, with the reference's in their place.

A task may say, by its ``globals``, that it builds on functions that fill roles. What is right but
for a mistake in one of these passes then: a test counts as passed if it passes with the student's
own functions or with those that are lent under the student's names and in their conventions.

The own functions come first, until calls of a task have to be stopped: a game that never ends would
use up all that the task may use. The task's other tests are then tried with lent functions first.
"""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.model.report import TestResult
from grader.model.role_binding import RoleResult
from grader.model.verdict import (
    LIMIT_VERDICTS,
    MISSING_FUNCTION_VERDICTS,
    OPEN_VERDICTS,
    Verdict,
)
from grader.testing.test_decorators import TaskMark

_NOT_BETTER = MISSING_FUNCTION_VERDICTS | OPEN_VERDICTS
"""Verdicts that other functions than the one under test do not change, unless a wrong one lets a
test see too little."""

MarkedResult = tuple[TaskMark, TestResult]


def run_with_substitution(
    examiner: Examiner,
    tests: Sequence[HiddenTest],
    roles: Sequence[RoleResult],
    problems: list[str],
    until: Callable[[TestResult], bool],
) -> list[MarkedResult]:
    """Run ``tests``, again with lent functions where these may help, and return their results.

    Args:
        roles: those of the contract, as they were found.
        problems: is added what went wrong without being the student's fault.
        until: says of a test with the student's own functions whether those after it need not be
            run.

    Returns:
        the results that count, in order.
    """
    counts, waiting = _run_with_own_functions(examiner, tests, problems, until)
    again = examiner.with_lent_reference()
    unlent: dict[str, tuple[str, ...]] = {}
    wrong = {role.role for role in roles if role.right < role.asked}
    for test in tests:
        lent, own = _lendable_roles(examiner, test), counts.get(test.id)
        if test in waiting or (lent and own and _may_become_better(own, wrong & {*lent})):
            other = _examine_or_report(
                functools.partial(rerun_with_lent_functions, again, own), test, problems
            )
            unlent[test.id] = tuple(examiner.loads[-1].unlent)
            helpers = tuple(name for name in lent if name not in unlent[test.id])
            if other and other.verdict.passed and helpers:
                counts[test.id] = replace(other, helpers=helpers)
    examiner.follow(roles)  # what was not passed is explained as it was decided
    for test in waiting:
        if test.id not in counts and (own := _examine_or_report(examiner.examine, test, problems)):
            counts[test.id] = own
    for name, roles_unlent in unlent.items():
        if name in counts and not counts[name].helpers:
            counts[name] = replace(counts[name], unlent=roles_unlent)
    problems += again.errors
    return [(test.mark, counts[test.id]) for test in tests if test.id in counts]


def _run_with_own_functions(
    examiner: Examiner,
    tests: Sequence[HiddenTest],
    problems: list[str],
    until: Callable[[TestResult], bool],
) -> tuple[dict[str, TestResult], list[HiddenTest]]:
    """Return the results of ``tests`` with the student's functions by id, and tests put off."""
    results: dict[str, TestResult] = {}
    waiting: list[HiddenTest] = []
    stopped: set[str] = set()
    for test in tests:
        if test.mark.task in stopped and _lendable_roles(examiner, test):
            waiting.append(test)
        elif result := _examine_or_report(examiner.examine, test, problems):
            results[test.id] = result
            if result.verdict in LIMIT_VERDICTS:
                stopped.add(test.mark.task)
            if until(result):
                break
    return results, waiting


def _lendable_roles(examiner: Examiner, test: HiddenTest) -> Sequence[str]:
    """Return the roles for which functions can be lent to ``test``."""
    return examiner.lent(examiner.assignment.task(test.mark.task)) if test.mark.lend else ()


def _may_become_better(own: TestResult, wrong: Collection[str]) -> bool:
    """Return whether a test may pass with lent functions, if those for ``wrong`` roles are."""
    decided = own.verdict not in _NOT_BETTER or (bool(wrong) and own.verdict is Verdict.UNDECIDED)
    return decided and not own.verdict.passed


def _examine_or_report(
    examine: Callable[[HiddenTest], TestResult], test: HiddenTest, problems: list[str]
) -> TestResult | None:
    """Return the result of ``test``; report a crash of the grader, and return ``None`` then."""
    try:
        return examine(test)
    except Exception:  # noqa: BLE001 - the grader's own; the other tests are still decided
        problems.append(f"{test.id}: {traceback.format_exc()[-2000:]}")
        return None


def rerun_with_lent_functions(
    again: Examiner, own: TestResult | None, test: HiddenTest
) -> TestResult:
    """Return the result of ``test`` with lent functions, running the case that failed first.

    If it fails once more, the others cannot change that.

    Args:
        own: with the student's own functions; ``None`` if there is none.
    """
    cases = () if own is None else own.cases
    failed = next((case.id for case in cases if not case.verdict.passed), "")
    numbers = [number for number, case in enumerate(test.cases) if test.case_id(case) == failed]
    if numbers and len(test.cases) > 1:
        first = again.examine(test.only(numbers))
        if not first.verdict.passed:
            return first
    return again.examine(test)
