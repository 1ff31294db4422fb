"""What is run with the student's own functions, what with lent ones, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import ClassVar, cast

import pytest

from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.reference_substitution import rerun_with_lent_functions, run_with_substitution
from grader.model.report import CaseResult, TestResult, Visibility
from grader.model.verdict import Verdict
from grader.testing.test_decorators import TaskMark

MARK = TaskMark("1", 1.0, Visibility.PRIVATE, "", (), False, False, None)
TEST = HiddenTest(MARK, "test_search", "Searches.", ("a", "b", "c"), lambda _: None)
FIRST, SECOND, ALONE = (
    HiddenTest(mark, f"test_{case}", "Searches.", (case,), lambda _: None)
    for mark, case in ((MARK, "first"), (MARK, "second"), (replace(MARK, lend=False), "alone"))
)


@dataclass
class Examining:
    """An examiner whose cases come to ``verdicts``, accepted by default; it remembers them."""

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    lends: Examining | None = None
    asked: list[list[str]] = field(default_factory=list)
    errors: Sequence[str] = ()
    loads: ClassVar = [SimpleNamespace(unlent=())]
    assignment: ClassVar = SimpleNamespace(task=lambda _: None)

    def examine(self, test: HiddenTest) -> TestResult:
        self.asked.append(list(test.cases))
        return test.result([self.result(test, case) for case in test.cases])

    def result(self, test: HiddenTest, case: str) -> CaseResult:
        verdict = self.verdicts.get(case, Verdict.ACCEPTED)
        return CaseResult(test.case_id(case), verdict, Visibility.PRIVATE, 0.0)

    def with_lent_reference(self) -> Examining:
        assert self.lends is not None
        return self.lends

    def lent(self, task: object) -> list[str]:
        return ["take"]

    def follow(self, roles: object) -> None: ...


@pytest.mark.parametrize(
    ("failing", "asked", "passed"),
    [
        ("b", [["b"]], False),
        ("c", [["b"], ["a", "b", "c"]], False),
        ("", [["b"], ["a", "b", "c"]], True),
    ],
)
def test_the_case_that_has_failed_is_run_first(
    failing: Collection[str], asked: list[list[str]], passed: bool
) -> None:
    own = Examining({"b": Verdict.WRONG_ANSWER}).examine(TEST)
    lending = Examining(dict.fromkeys(failing, Verdict.WRONG_ANSWER))
    found = rerun_with_lent_functions(cast(Examiner, lending), own, TEST)
    assert (lending.asked, found.verdict.passed) == (asked, passed)


def counting(own: Examining) -> dict[str, tuple[Verdict, tuple[str, ...]]]:
    tests, problems = [FIRST, SECOND, ALONE], list[str]()
    results = run_with_substitution(cast(Examiner, own), tests, (), problems, lambda _: False)
    assert problems == []
    assert [result.id for _, result in results] == [test.id for test in tests]
    return {result.id.removeprefix("1/"): (result.verdict, result.helpers) for _, result in results}


def test_after_a_stopped_call_the_other_tests_of_the_task_try_lent_functions_first() -> None:
    own = Examining({"first": Verdict.TIME_LIMIT_EXCEEDED}, Examining())
    counts = counting(own)
    lent = own.with_lent_reference()
    assert (own.asked, lent.asked) == (
        [["first"], ["alone"]],
        [["first"], ["second"]],
    )
    assert counts == {
        "first": (Verdict.ACCEPTED, ("take",)),
        "second": (Verdict.ACCEPTED, ("take",)),
        "alone": (Verdict.ACCEPTED, ()),
    }


def test_after_a_wrong_answer_they_do_not() -> None:
    own = Examining({"first": Verdict.WRONG_ANSWER}, Examining())
    assert counting(own)["second"] == (Verdict.ACCEPTED, ())
    lent = own.with_lent_reference()
    assert (own.asked, lent.asked) == (
        [["first"], ["second"], ["alone"]],
        [["first"]],
    )


@pytest.mark.parametrize("verdict", [Verdict.ACCEPTED, Verdict.RUNTIME_ERROR])
def test_what_fails_with_lent_functions_is_decided_with_the_own_ones(verdict: Verdict) -> None:
    lending = Examining({"second": Verdict.WRONG_ANSWER})
    own = Examining({"first": Verdict.TIME_LIMIT_EXCEEDED, "second": verdict}, lending)
    assert counting(own)["second"] == (verdict, ())
    assert own.asked == [["first"], ["alone"], ["second"]]
