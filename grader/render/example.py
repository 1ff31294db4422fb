"""Which failing case to look at first: the one example that a student needs."""

from __future__ import annotations

from collections.abc import Iterable

from grader.model.report import CaseResult, TestResult
from grader.render.sentences import failing


def example(tests: Iterable[TestResult]) -> tuple[TestResult, CaseResult] | None:
    """The case to look at: of a test that costs points, and the one that is explained best.

    Nothing if no failing case of ``tests`` says more than that it fails.
    """
    found = [(test, case) for test in tests for case in failing(test) if case.tells]
    return max(found, key=lambda each: (each[0].points > 0, *worth(each[1])), default=None)


def worth(case: CaseResult) -> tuple[bool, bool, bool, bool]:
    """How much there is to see of ``case``: the more, the greater."""
    explanation = case.explanation
    return (
        case.tells,
        explanation is not None and explanation.counterexample is not None,
        explanation is not None,
        bool(case.figures),
    )
