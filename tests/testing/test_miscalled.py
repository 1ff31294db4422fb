"""Calls of functions that take other arguments than the task passes."""

from __future__ import annotations

import pytest

from grader.model.time_limits import CallLimits
from grader.model.verdict import WRONG_ARGUMENTS, Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing.case_failures import CallFailure, failure_of_call

LIMITS = CallLimits(1.0, 2.0)
LEAVE_OUT = "Leave them out, or give them default values."


def failure(detail: str, traceback: str = "", function: str = "minimax") -> CallFailure:
    return failure_of_call(
        function, Outcome(CallEnding.RAISED, detail=detail, traceback=traceback), LIMITS
    )


@pytest.mark.parametrize(
    ("detail", "message"),
    [
        (
            "TypeError: minimax() takes 4 positional arguments but 5 were given",
            "minimax takes 4 positional parameters, the task passes 5.",
        ),
        (
            "TypeError: minimax() takes from 2 to 4 positional arguments but 5 were given",
            "minimax takes 2 to 4 positional parameters, the task passes 5.",
        ),
        (
            "TypeError: Agent.minimax() takes 1 positional argument but 2 were given",
            "minimax takes 0 positional parameters, the task passes 1.",
        ),
        (
            "TypeError: minimax() missing 2 required positional arguments: 'a' and 'b'",
            f"minimax takes 2 parameters more than the task passes. {LEAVE_OUT}",
        ),
        (
            "TypeError: minimax() missing 1 required positional argument: 'a'",
            (
                "minimax takes one parameter more than the task passes. Leave it out, or give it a "
                "default value."
            ),
        ),
    ],
)
def test_how_many_parameters_it_takes_is_said(detail: str, message: str) -> None:
    found = failure(detail)
    assert found.message == message
    assert (found.verdict, found.code) == (Verdict.RUNTIME_ERROR, WRONG_ARGUMENTS)
    assert found.actual == detail


@pytest.mark.parametrize(
    ("detail", "traceback"),
    [
        ("TypeError: minimax() takes 4 positional arguments but 5 were given", "  File …"),
        ("TypeError: unsupported operand", ""),
        ("ValueError: minimax() takes 4 positional arguments but 5 were given", ""),
        ("TypeError: minimax() takes 4 positional arguments but 5 were given, <b>", ""),
    ],
)
def test_any_other_exception_is_told_as_it_is(detail: str, traceback: str) -> None:
    found = failure(detail, traceback)
    assert found.message == "minimax raised an exception."
    assert found.code == CallEnding.RAISED.value
