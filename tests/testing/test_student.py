from __future__ import annotations

from typing import Any

import pytest

from grader.sandbox.protocol import Call, Ending, Outcome
from grader.testing.failures import CallFailure
from grader.testing.shared import SharedProcess
from grader.testing.student import Caller, Inject, Own, Student, as_board, expression
from grader.wire import Injected
from grader.wire import Own as OwnReference
from reference.ps2.provided.breakthrough import Player
from tests.examine.fakes import LIMITS, Behaviour, FakeSession, always


def a_caller(behaviour: Behaviour, *, fresh: bool = True, isolated: bool = False) -> Caller:
    return Caller(SharedProcess(FakeSession(behaviour)), LIMITS, "digest|0|1/it|7", fresh, isolated)


def session_of(caller: Caller) -> FakeSession:
    assert isinstance(caller.process.session, FakeSession)
    return caller.process.session


def test_a_call_goes_out_and_its_answer_comes_back() -> None:
    outcome = Outcome(Ending.ANSWER, [1, (2,)], changed=(0,), calls={"f": 3}, log=["x"])
    caller = a_caller(always(outcome))
    answer = Student(caller).minimax([["_"]], 0, player=Player.BLACK)
    assert (answer.value, answer.changed) == ([1, (2,)], (0,))
    assert (answer.calls, answer.log) == ({"f": 3}, ["x"])
    (call,) = session_of(caller).calls
    assert (call.function, call.args) == ("minimax", ([["_"]], 0))
    assert call.kwargs == {"player": Player.BLACK}
    assert call.limits == LIMITS


def test_a_call_without_an_answer_ends_the_case() -> None:
    caller = a_caller(always(Outcome(Ending.RAISED, detail="KeyError: 1")))
    with pytest.raises(CallFailure, match="raised an exception"):
        Student(caller).minimax()


@pytest.mark.parametrize(
    ("fresh", "isolated", "expected"),
    [
        (True, False, [True, False, False]),
        (False, False, [False, False, False]),
        (True, True, [True, True, True]),
    ],
)
def test_which_calls_get_a_process_of_their_own(
    fresh: bool, isolated: bool, expected: list[bool]
) -> None:
    caller = a_caller(always(1), fresh=fresh, isolated=isolated)
    caller.process.call(Call("earlier", (), {}, 0, LIMITS), fresh=True)
    for _ in expected:
        Student(caller).f()
    assert session_of(caller).fresh[1:] == expected


def test_every_call_has_a_seed_of_its_own_and_the_same_in_every_run() -> None:
    seeds = []
    for _ in range(2):
        caller = a_caller(always(1))
        for _ in range(3):
            Student(caller).f()
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
    caller = a_caller(always(Outcome(Ending.ANSWER, cpu_seconds=1.5, wall_seconds=2)))
    Student(caller).f()
    Student(caller).f()
    assert (caller.cpu_seconds, caller.wall_seconds) == (3.0, 4.0)


@pytest.mark.parametrize(
    ("ending", "seconds"),
    [(Ending.CPU, LIMITS.cpu_seconds), (Ending.WALL, LIMITS.wall_seconds), (Ending.RAISED, 0.0)],
)
def test_overtime_is_what_stopped_calls_took(ending: Ending, seconds: float) -> None:
    caller = a_caller(always(Outcome(ending, cpu_seconds=1.0)))
    with pytest.raises(CallFailure):
        Student(caller).f()
    assert caller.overtime_seconds == seconds


def test_the_last_call_is_kept_for_people() -> None:
    board = [list("_B"), list("W_")]
    caller = a_caller(
        always(Outcome(Ending.RAISED, stdout="out", stderr="err", traceback="line 3"))
    )
    with pytest.raises(CallFailure):
        Student(caller).minimax(board, 3, Player.WHITE, Injected("moves"), deep=True)
    trace = caller.trace()
    assert trace is not None
    assert trace.function == "minimax"
    assert trace.arguments == (
        str(board), "3", "breakthrough.Player.WHITE", "<provided moves>", "deep=True",
    )  # fmt: skip
    assert trace.board == ("_B", "W_")
    assert (trace.stdout, trace.stderr, trace.traceback) == ("out", "err", "line 3")


def test_without_a_call_there_is_nothing_to_show() -> None:
    assert a_caller(always(1)).trace() is None


def test_only_what_the_assignment_names_can_be_injected() -> None:
    inject = Inject(["transition"], ["noting"])
    assert inject.transition == Injected("transition")
    assert inject.stub("noting", by=2) == Injected("noting", {"by": 2})
    with pytest.raises(AttributeError, match="injects no 'minimax'"):
        _ = inject.minimax
    with pytest.raises(AttributeError, match="no stub 'transition'"):
        inject.stub("transition")


def test_own_functions_are_named() -> None:
    assert Own().evaluate == OwnReference("evaluate")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Injected("noting", {"by": 1, "order": "up"}), "<provided noting(by, order)>"),
        (OwnReference("evaluate"), "evaluate"),
        ([1, (2, "x")], "[1, (2, 'x')]"),
        (float("inf"), "inf"),
    ],
)
def test_arguments_are_shown_as_python(value: object, text: str) -> None:
    assert expression(value) == text


def test_a_long_argument_is_shortened_in_the_middle() -> None:
    text = expression(list(range(1000)))
    assert len(text) < 420
    assert text.startswith("[0, 1, ")
    assert " … " in text
    assert text.endswith(" 999]")


@pytest.mark.parametrize(
    "value",
    [
        [],
        [[]],
        ["_B"],
        [["_", "B"], ["_"]],
        [["_", "BB"]],
        [["_", 1]],
        (("_",),),
        3,
        [[], []],
        None,
    ],
)
def test_what_is_no_board(value: Any) -> None:
    assert as_board(value) is None
