"""What recorded calls of lent functions are read from: a log that a student can have written."""

from __future__ import annotations

import pytest

from grader.examine.lent_call_recorder import (
    MOST,
    RecordedException,
    count_calls_by_student,
    lent_function_names,
    read_recorded_calls,
)
from grader.examine.lent_call_wrapper import make
from grader.model.time_limits import CallLimits
from grader.sandbox.call_request import Call
from grader.wire import InjectedFunction

LIMITS = CallLimits(1.0, 8.0)


def test_what_the_stub_writes_is_read() -> None:
    log = [("moves", (1,), 2), ("moves", (2,), "ValueError", ("no",))]
    assert read_recorded_calls([log], {"moves"}) == [
        ("moves", (1,), 2),
        ("moves", (2,), RecordedException("ValueError", ("no",))),
    ]


def test_only_functions_that_were_lent_are_believed_in() -> None:
    forged = [("x = 1\nprint(1)", (1,), 2), ("other", (1,), 2), ("other", (1,), "ValueError", ())]
    assert read_recorded_calls([forged], {"moves"}) == []


def test_what_the_stub_cannot_have_written_is_passed_over() -> None:
    forged = [
        None,
        "moves",
        ("moves",),
        ("moves", [1], 2),
        ("moves", (1,), "exit", (2,)),
        (1, (), 2),
    ]
    assert read_recorded_calls([forged], {"moves"}) == []


def test_no_more_is_read_than_the_stub_writes() -> None:
    assert len(read_recorded_calls([[("moves", (), 0)] * (MOST + 7)] * 2, {"moves"})) == 2 * MOST


def test_what_the_student_asked_is_counted_and_nothing_forged_or_within() -> None:
    log = [
        ("moves", (1,), 2),
        ("moves", (2,), "ValueError", ("no",)),
        ("moves", (3,), 4, None),
        ("other", (1,), 2),
        7,
        ("moves", [1], 2),
    ]
    assert +count_calls_by_student([log, [("moves", (1,), 2)]], {"moves"}) == {"moves": 3}


def test_what_is_lent_to_calls() -> None:
    calls = [
        Call(
            "search",
            (3, InjectedFunction("moves")),
            {"how": InjectedFunction("noted", {})},
            0,
            LIMITS,
        ),
        Call("search", (InjectedFunction("moves"),), {}, 0, LIMITS),
    ]
    assert lent_function_names(calls) == {"moves", "noted"}


def test_what_lent_functions_ask_one_another_is_logged_if_the_answer_is_short() -> None:
    log: list[object] = []
    zeros = make(log, name="zeros", function=lambda n: [0] * n, most=9)
    both = make(log, name="both", function=lambda *ns: [zeros(n) for n in ns][-1], most=9)
    assert [len(zeros(100)), len(both(1, 100))] == [100, 100]
    assert log == [
        ("zeros", (100,), [0] * 100),
        ("zeros", (1,), [0], None),
        ("both", (1, 100), [0] * 100),
    ]


def test_after_an_exception_all_answers_are_logged_again() -> None:
    log: list[tuple[object, ...]] = []
    divided = make(log, name="divided", function=lambda n: [1 / n] * 100, most=9)
    outer = make(log, name="outer", function=divided, most=9)
    with pytest.raises(ZeroDivisionError):
        outer(0)
    divided(1)
    assert [entry[2] for entry in log[:2]] == ["ZeroDivisionError"] * 2
    assert log[2] == ("divided", (1,), [1.0] * 100)
