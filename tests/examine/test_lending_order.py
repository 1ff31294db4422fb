"""With lent functions, the case that has failed is run first, and decides if it fails again."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

import pytest

from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.lending import examined_again
from grader.model.report import CaseResult, TestResult, Visibility
from grader.model.verdict import Verdict
from grader.testing.marks import TaskMark

MARK = TaskMark("1", 1.0, Visibility.PRIVATE, "", (), False, False, None)
TEST = HiddenTest(MARK, "test_search", "Searches.", ("a", "b", "c"), lambda _: None)


class Lending:
    """An examiner that fails some cases, and remembers which it was asked to run."""

    def __init__(self, failing: Collection[str]) -> None:
        self.failing = failing
        self.asked: list[list[str]] = []

    def examine(self, test: HiddenTest) -> TestResult:
        self.asked.append(list(test.cases))
        return test.result([result(test, case, case not in self.failing) for case in test.cases])


def result(test: HiddenTest, case: str, passed: bool) -> CaseResult:
    verdict = Verdict.ACCEPTED if passed else Verdict.WRONG_ANSWER
    return CaseResult(test.case_id(case), verdict, Visibility.PRIVATE, 0.0)


@pytest.mark.parametrize(
    ("failing", "asked", "passed"),
    [
        ("b", [["b"]], False),
        ("c", [["b"], ["a", "b", "c"]], False),
        ("", [["b"], ["a", "b", "c"]], True),
    ],
)
def test_the_case_that_has_failed_is_run_first(
    failing: str, asked: list[list[str]], passed: bool
) -> None:
    before = TEST.result([result(TEST, case, case != "b") for case in TEST.cases])
    lending = Lending(failing)
    found = examined_again(cast(Examiner, lending), TEST, before)
    assert (lending.asked, found.verdict.passed) == (asked, passed)
