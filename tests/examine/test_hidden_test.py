"""What the results of a test's cases come to."""

from __future__ import annotations

import pytest

from grader.model.verdict import Verdict
from grader.testing import Student, Undecided, WrongAnswer
from tests.examine.fakes import FakeSession, a_test, always, examined


def judged(student: Student, case: str) -> None:
    student.double(case)
    if case == "open":
        raise Undecided("A person has to look.")
    if case == "wrong":
        raise WrongAnswer("Certainly wrong.")


@pytest.mark.parametrize(
    ("cases", "verdict", "shown"),
    [
        (["right", "open"], Verdict.UNDECIDED, ["accepted", "undecided"]),
        (["open", "right"], Verdict.UNDECIDED, ["undecided", "accepted"]),
        (["wrong", "open"], Verdict.WRONG_ANSWER, ["wrong_answer"]),
        (["open", "wrong"], Verdict.WRONG_ANSWER, ["wrong_answer"]),
        (["right", "open", "wrong"], Verdict.WRONG_ANSWER, ["accepted", "wrong_answer"]),
    ],
)
def test_nobody_is_asked_about_a_test_that_is_certainly_wrong(
    cases: list[str], verdict: Verdict, shown: list[str]
) -> None:
    result = examined(FakeSession(always(1)), a_test(judged, cases))
    assert result.verdict is verdict
    assert [case.verdict.value for case in result.cases] == shown
