from __future__ import annotations

import pytest

from grader.examine.call_trace import format_as_python, make_call_trace
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing.case_failures import CallFailure
from grader.testing.student import Student
from grader.wire import Array, InjectedFunction
from grader.wire import OwnFunction as OwnReference
from reference.ps2.provided.breakthrough import Player
from tests.examine.fakes import a_caller, always


def test_a_call_is_shown_to_people() -> None:
    board = [list("_B"), list("W_")]
    caller = a_caller(
        always(Outcome(CallEnding.RAISED, stdout="out", stderr="err", traceback="line 3"))
    )
    with pytest.raises(CallFailure):
        Student(caller.call).minimax(board, 3, Player.WHITE, InjectedFunction("moves"), deep=True)
    shown = make_call_trace(caller.made[-1], caller.outcomes[-1])
    assert shown.function == "minimax"
    assert shown.arguments == (
        str(board), "3", "breakthrough.Player.WHITE", "<provided moves>", "deep=True",
    )  # fmt: skip
    assert shown.drawn is None
    assert (shown.stdout, shown.stderr, shown.traceback) == ("out", "err", "line 3")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (InjectedFunction("noting", {"by": 1, "order": "up"}), "<provided noting(by, order)>"),
        (OwnReference("evaluate"), "evaluate"),
        ([1, (2, "x")], "[1, (2, 'x')]"),
        (float("inf"), "inf"),
        (Array([["x", " "]], "U1"), "numpy.array([['x', ' ']], dtype='U1')"),
    ],
)
def test_arguments_are_shown_as_python(value: object, text: str) -> None:
    assert format_as_python(value) == text


def test_a_long_argument_is_shortened_in_the_middle() -> None:
    text = format_as_python(list(range(1000)))
    assert len(text) < 420
    assert text.startswith("[0, 1, ")
    assert " … " in text
    assert text.endswith(" 999]")
