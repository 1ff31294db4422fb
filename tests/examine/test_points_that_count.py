"""Which tests earn points, and which count only beside others."""

from __future__ import annotations

from grader.examine.points_that_count import ids_earning_points
from grader.model.report import TestResult, Visibility
from grader.model.verdict import Verdict
from grader.testing import task
from grader.testing.test_decorators import TaskMark

RIGHT, WRONG = Verdict.ACCEPTED, Verdict.WRONG_ANSWER


def marked(
    name: str, verdict: Verdict, points: float = 1, beside: tuple[str, ...] = ()
) -> tuple[TaskMark, TestResult]:
    mark = task("1", points=points, beside=beside).args[0]
    result = TestResult(f"1/{name}", name, "", Visibility.PRIVATE, points, 0, verdict, ())
    return mark, result


def test_a_test_earns_points_if_it_and_those_beside_it_pass() -> None:
    right, wrong = marked("right", RIGHT), marked("wrong", WRONG)
    results = [right, wrong]
    assert [result.id in ids_earning_points(results) for _, result in results] == [True, False]
    for beside, expected in (
        ((), True), (("test_right",), True), (("test_wrong",), False),
        (("test_right", "test_wrong"), False), (("test_missing",), False),
    ):  # fmt: skip
        one = marked("one", RIGHT, beside=beside)
        assert (one[1].id in ids_earning_points([*results, one])) == expected, beside
    for free in (marked("free", RIGHT, points=0), marked("wrong", WRONG, beside=("test_right",))):
        assert free[1].id not in ids_earning_points([right, free])
