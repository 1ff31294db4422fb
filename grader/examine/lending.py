"""Tests that fail with a student's own functions are run again with the reference's.

A task may say, by its ``globals``, that it builds on functions that fill roles. What is right but
for a mistake in one of these passes then: a test counts as passed if it passes with the student's
own functions or with those that are lent under the student's names and in their conventions.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.model.contract import RoleResult
from grader.model.report import TestResult
from grader.model.verdict import ABSENT, UNSAID
from grader.testing.marks import TaskMark

_NOT_BETTER = ABSENT | UNSAID
"""Verdicts that other functions than the one under test do not change."""

Marked = tuple[TaskMark, TestResult]


def with_lent(
    examiner: Examiner,
    tests: Sequence[HiddenTest],
    results: Sequence[Marked],
    roles: Sequence[RoleResult],
    problems: list[str],
) -> tuple[list[Marked], Mapping[str, str]]:
    """Run failing tests again with lent functions.

    Args:
        roles: those of the contract, as they were found.
        problems: is added what went wrong without being the student's fault.

    Returns:
        ``results``, with those of tests that pass in place of their own, and notes on roles that
        are read otherwise then.
    """
    by_id = {test.id: test for test in tests}
    again = examiner.lending()
    found: list[Marked] = []
    for mark, result in results:
        counts = result
        lent = examiner.lent(examiner.assignment.task(mark.task)) if mark.lend else ()
        if lent and not result.verdict.passed and result.verdict not in _NOT_BETTER:
            try:
                other = examined_again(again, by_id[result.id], result)
            except Exception:  # noqa: BLE001 - the grader's own; what was decided stays
                problems.append(f"{result.id}: {traceback.format_exc()[-2000:]}")
            else:
                counts = _better(result, other, lent, examiner.loads[-1].unlent)
        found.append((mark, counts))
    examiner.follow(roles)  # what was not passed is explained as it was decided
    problems += again.errors
    return found, again.reread


def examined_again(again: Examiner, test: HiddenTest, result: TestResult) -> TestResult:
    """What ``test`` comes to with lent functions; the case that has failed comes first.

    If it fails once more, the others cannot change that.
    """
    failed = next((case.id for case in result.cases if not case.verdict.passed), "")
    numbers = [number for number, case in enumerate(test.cases) if test.case_id(case) == failed]
    if numbers and len(test.cases) > 1:
        first = again.examine(test.only(numbers))
        if not first.verdict.passed:
            return first
    return again.examine(test)


def _better(
    own: TestResult, other: TestResult, lent: Sequence[str], unlent: Sequence[str]
) -> TestResult:
    helpers = tuple(name for name in lent if name not in unlent)
    if helpers and other.verdict.passed:
        return replace(other, helpers=helpers)
    return replace(own, unlent=tuple(unlent))
