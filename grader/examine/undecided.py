"""Tests that only a person can decide: of functions of which nothing could be read.

Such a function may be wrong, or right in a convention that the assignment does not know. Which of
these it is, no test can say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grader.assignment import Assignment
from grader.examine.fitting import Fitting
from grader.examine.lending import Marked
from grader.model.contract import Found
from grader.model.report import CaseResult, TestResult
from grader.model.verdict import UNSAID, Verdict
from grader.testing.marks import TaskMark

_PLAIN = UNSAID | {Verdict.ACCEPTED, Verdict.NOT_IMPLEMENTED}
"""Verdicts that do not depend on how a function is called."""

_UNREAD = (
    "No answer of this function could be read, in any way of calling it that is known, so a person "
    "has to look at it."
)
_WHICH = "Which function does this, a person has to say."


def for_a_person(
    results: Iterable[Marked], fitting: Fitting, assignment: Assignment
) -> list[Marked]:
    """``results``, in which tests that nobody but a person can decide are undecided.

    These are tests of functions that cannot be read, and of roles for which a person has to say
    which function fills them.
    """
    unread = {name for name, score in fitting.doubtful.items() if not score.total}
    said = dict.fromkeys(unread, _UNREAD) | {
        role.role: _WHICH for role in fitting.roles if role.found is Found.UNDECIDED
    }
    return [
        (mark, _undecided(result, why) if (why := said.get(_role(mark, assignment))) else result)
        for mark, result in results
    ]


def _role(mark: TaskMark, assignment: Assignment) -> str:
    return assignment.task(mark.task).function or ""


def _undecided(result: TestResult, why: str) -> TestResult:
    if result.verdict in _PLAIN:
        return result
    cases = tuple(_case(case, why) for case in result.cases)
    return replace(result, verdict=Verdict.worst(case.verdict for case in cases), cases=cases)


def _case(case: CaseResult, why: str) -> CaseResult:
    if case.verdict in _PLAIN:
        return case
    return replace(case, verdict=Verdict.UNDECIDED, message=f"{why} {case.message}".rstrip())
