from __future__ import annotations

import pytest

from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing.case_failures import CallFailure
from grader.testing.student import Student
from reference.ps2.provided.breakthrough import Player
from tests.examine.fakes import LIMITS, a_caller, always, session_of


def test_a_call_goes_out_and_its_answer_comes_back() -> None:
    outcome = Outcome(CallEnding.ANSWER, [1, (2,)], changed=(0,), calls={"f": 3}, log=["x"])
    caller = a_caller(always(outcome))
    answer = Student(caller.call).minimax([["_"]], 0, player=Player.BLACK)
    assert (answer.value, answer.changed) == ([1, (2,)], (0,))
    assert (answer.calls, answer.log) == ({"f": 3}, ["x"])
    (call,) = session_of(caller).calls
    assert (call.function, call.args) == ("minimax", ([["_"]], 0))
    assert call.kwargs == {"player": Player.BLACK}
    assert call.limits == LIMITS


def test_a_call_without_an_answer_ends_the_case() -> None:
    caller = a_caller(always(Outcome(CallEnding.RAISED, detail="KeyError: 1")))
    with pytest.raises(CallFailure, match="raised an exception"):
        Student(caller.call).minimax()


@pytest.mark.parametrize(
    ("anew", "alone", "expected"),
    [
        (True, False, [True, False, False]),
        (False, False, [False, False, False]),
        (True, True, [True, True, True]),
    ],
)
def test_which_calls_get_a_process_of_their_own(
    anew: bool, alone: bool, expected: list[bool]
) -> None:
    caller = a_caller(always(1), anew=anew, alone=alone)
    for _ in expected:
        Student(caller.call).f()
    assert session_of(caller).fresh == expected


def test_every_call_has_a_seed_of_its_own_and_the_same_in_every_run() -> None:
    seeds = []
    for _ in range(2):
        caller = a_caller(always(1))
        for _ in range(3):
            Student(caller.call).f()
        seeds.append([call.seed for call in session_of(caller).calls])
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 3


def test_seeds_depend_on_where_they_come_from() -> None:
    one, other = a_caller(always(1)), a_caller(always(1))
    other.origin = "digest|1|1/it|7"
    assert one.seed(0) != other.seed(0)


def test_seeds_fit_into_every_generator() -> None:
    caller = a_caller(always(1))
    assert all(0 <= caller.seed(number) < 1 << 48 for number in range(-1, 100))


def test_time_is_added_up() -> None:
    caller = a_caller(always(Outcome(CallEnding.ANSWER, cpu_seconds=1.5, wall_seconds=2)))
    Student(caller.call).f()
    Student(caller.call).f()
    assert (caller.cpu_seconds, caller.wall_seconds) == (3.0, 4.0)


@pytest.mark.parametrize(
    ("ending", "seconds"),
    [
        (CallEnding.CPU, LIMITS.cpu_seconds),
        (CallEnding.WALL, LIMITS.wall_seconds),
        (CallEnding.RAISED, 0.0),
    ],
)
def test_overtime_is_what_stopped_calls_took(ending: CallEnding, seconds: float) -> None:
    caller = a_caller(always(Outcome(ending, cpu_seconds=1.0)))
    with pytest.raises(CallFailure):
        Student(caller.call).f()
    assert caller.overtime_seconds == seconds
