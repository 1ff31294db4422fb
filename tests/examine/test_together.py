"""Calls that travel together: the same as one after another, whatever becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grader.examine.case_caller import CaseCaller
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing import Answer, Question
from grader.testing.case_failures import CallFailure, WrongAnswer
from grader.testing.student import Student
from tests.examine.fakes import (
    Behaviour,
    FakeSession,
    a_caller,
    a_test_that_asks,
    always,
    examined,
    session_of,
)

RAISED = Outcome(CallEnding.RAISED, detail="KeyError: 1", stdout="printed")
DIED = Outcome(CallEnding.DIED, detail="crashed (SIGSEGV)")


def double(_: object, number: int) -> int:
    return 2 * number


def numbers(caller: CaseCaller, *asked: int) -> list[Any]:
    return [answer.value for answer in caller.call_each(asking(*asked))]


def asking(*numbers: int) -> list[Question]:
    return [Question("double", (number,)) for number in numbers]


def only(*bad: int, outcome: Outcome = RAISED) -> Behaviour:
    """Doubles, but for some numbers."""
    return lambda _, number: outcome if number in bad else 2 * number


def test_they_travel_together_and_are_the_calls_that_one_would_have_made() -> None:
    caller, one_by_one = a_caller(double), a_caller(double)
    assert numbers(caller, 1, 2, 3) == [2, 4, 6]
    for number in (1, 2, 3):
        Student(one_by_one.call).double(number)
    assert session_of(caller).series == [3]
    assert session_of(caller).calls == session_of(one_by_one).calls == caller.made
    assert session_of(caller).fresh == session_of(one_by_one).fresh
    assert len(caller.outcomes) == 3


def test_a_single_one_and_none_travel_as_usual() -> None:
    caller = a_caller(double)
    assert numbers(caller) == []
    assert numbers(caller, 1) == [2]
    assert session_of(caller).series == []


def test_isolated_ones_are_alone() -> None:
    caller = a_caller(double, alone=True)
    assert numbers(caller, 1, 2, 3) == [2, 4, 6]
    assert (session_of(caller).series, session_of(caller).fresh) == ([], [True, True, True])


def test_those_that_nobody_has_looked_at_were_not_made() -> None:
    """A report shows the last call that was made, which is the one that was wrong."""
    caller = a_caller(double)
    answers = caller.call_each(asking(1, 2, 3))
    assert (next(answers).value, next(answers).value) == (2, 4)
    assert [call.args for call in caller.made] == [(1,), (2,)]
    assert len(caller.outcomes) == 2
    assert Student(caller.call).double(5).value == 10
    assert [call.args for call in session_of(caller).calls] == [(1,), (2,), (3,), (5,)]


def test_one_that_fails_ends_the_case_there() -> None:
    caller = a_caller(only(2))
    with pytest.raises(CallFailure, match="raised an exception"):
        numbers(caller, 1, 2, 3)
    assert [call.args for call in caller.made] == [(1,), (2,)]


def test_after_one_that_ends_the_process_the_others_are_asked_for_anew() -> None:
    caller = a_caller(only(2, outcome=DIED))
    with pytest.raises(CallFailure):
        numbers(caller, 1, 2, 3)
    assert [call.args for call in session_of(caller).calls] == [(1,), (2,), (2,)]
    assert session_of(caller).series == [3]


@pytest.mark.parametrize("cases", [[1], [1, 2]])
def test_what_was_not_alone_is_not_certain(cases: list[int]) -> None:
    """Of calls that travel together it is not known what they print, so they are made once more."""
    test = a_test_that_asks(
        lambda ask, case: [ask.double(case + n) for n in range(3)],
        lambda answers, _: list(answers),
        cases,
    )
    session = FakeSession(only(1))
    result = examined(session, test)
    assert result.cases[0].verdict is Verdict.RUNTIME_ERROR
    assert result.cases[0].call is not None
    assert result.cases[0].call.stdout == "printed"
    assert session.series[0] == 3 * len(cases)


def test_the_report_shows_the_call_that_was_wrong() -> None:
    def check(answers: Iterator[Answer], case: int) -> None:
        for number, answer in zip((1, 2, 3), answers, strict=True):
            if answer.value != 2 * number:
                raise WrongAnswer("Not doubled.")

    test = a_test_that_asks(lambda *_: asking(1, 2, 3), check, [0, 1])
    result = examined(FakeSession(always(4)), test)
    assert [case.call and case.call.arguments for case in result.cases] == [("1",), ("1",)]


def test_a_function_that_is_right_only_alone_is_right() -> None:
    """Calls of one case are alone when it counts, too."""

    def once(state: dict[str, Any], number: int) -> int:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * number if state["calls"] == 1 else 0

    def check(answers: Iterator[Answer], case: int) -> None:
        for number, answer in zip((1, 2), answers, strict=True):
            if answer.value != 2 * number:
                raise WrongAnswer("Not doubled.")

    test = a_test_that_asks(lambda *_: asking(1, 2), check)
    assert examined(FakeSession(once), test).verdict is Verdict.ACCEPTED


@pytest.mark.parametrize("cases", [[1], [1, 2]])
def test_who_runs_on_in_the_first_of_them_is_waited_for_once(cases: list[int]) -> None:
    test = a_test_that_asks(lambda *_: asking(1, 2, 3), lambda given, _: list(given), cases)
    session = FakeSession(always(Outcome(CallEnding.CPU)))
    result = examined(session, test)
    assert result.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert len(session.calls) == 1
