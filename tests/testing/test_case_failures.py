from __future__ import annotations

import pytest

from grader import wire
from grader.model.formatting import GIVEN_BACK
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.time_limits import CallLimits
from grader.model.verdict import NOT_CALLED, Verdict
from grader.sandbox.backend_interface import NOT_MADE, CallEnding, Outcome
from grader.testing.case_failures import (
    CallFailure,
    InvalidReturn,
    WrongAnswer,
    failure_of_call,
    failure_of_unfilled_role,
)


def failure(
    ending: CallEnding, detail: str = "", cpu_seconds: float = 0.0, reference: float | None = None
) -> CallFailure:
    outcome = Outcome(ending, detail=detail, cpu_seconds=cpu_seconds)
    return failure_of_call("minimax", outcome, CallLimits(3.0, 24.0), reference)


VERDICTS = {
    CallEnding.OPAQUE: Verdict.INVALID_RETURN,
    CallEnding.UNREADABLE: Verdict.INVALID_RETURN,
    CallEnding.RAISED: Verdict.RUNTIME_ERROR,
    CallEnding.UNFINISHED: Verdict.NOT_IMPLEMENTED,
    CallEnding.MEMORY: Verdict.MEMORY_LIMIT_EXCEEDED,
    CallEnding.ABSENT: Verdict.NOT_ATTEMPTED,
    CallEnding.DIED: Verdict.RUNTIME_ERROR,
    CallEnding.CPU: Verdict.TIME_LIMIT_EXCEEDED,
    CallEnding.WALL: Verdict.TIME_LIMIT_EXCEEDED,
    CallEnding.OUTPUT: Verdict.OUTPUT_LIMIT_EXCEEDED,
    CallEnding.LENT: Verdict.TIME_LIMIT_EXCEEDED,
    CallEnding.LENT_GONE: Verdict.RUNTIME_ERROR,
    CallEnding.BREACH: Verdict.WRONG_ANSWER,
    CallEnding.SPOILED: Verdict.WRONG_ANSWER,
}


@pytest.mark.parametrize(
    "ending", [each for each in CallEnding if each not in {CallEnding.ANSWER, CallEnding.STARVED}]
)
def test_every_ending_but_an_answer_has_its_verdict(ending: CallEnding) -> None:
    raised = failure(ending, "ended oddly")
    assert raised.verdict is VERDICTS[ending]
    assert raised.code == ending.value
    assert raised.message.startswith(("minimax ", "No function named minimax ", "The function "))
    assert raised.message.endswith(".")


def test_a_list_that_was_given_back_is_named_where_that_was_seen() -> None:
    assert failure(CallEnding.SPOILED, "given back").message == GIVEN_BACK
    assert "an earlier call had returned" in failure(CallEnding.SPOILED, "").message


@pytest.mark.parametrize("detail", [f"list holding {wire.TOO_MANY}", f"9 {wire.TOO_LONG}"])
def test_an_answer_that_is_too_large_has_a_code_of_its_own(detail: str) -> None:
    assert failure(CallEnding.OPAQUE, detail).code == "too_large"
    assert failure(CallEnding.RAISED, detail).code == "raised"


def test_what_came_instead_is_shown() -> None:
    assert failure(CallEnding.OPAQUE, "numpy.int64").actual == "numpy.int64"
    assert failure(CallEnding.RAISED, "KeyError: 'x'").actual == "KeyError: 'x'"


def test_what_runs_through_values_can_be_made_a_list() -> None:
    assert "It returned a map: list(…)" in failure(CallEnding.OPAQUE, "map").message
    assert "use return instead of yield" in failure(CallEnding.OPAQUE, "generator").message
    assert "remove async" in failure(CallEnding.OPAQUE, "coroutine").message
    assert "list(…)" not in failure(CallEnding.OPAQUE, "list holding generator").message


def test_a_value_in_the_place_of_the_function_is_named() -> None:
    assert failure(CallEnding.ABSENT).message == "No function named minimax was found."
    assert "of type list" in failure(CallEnding.ABSENT, "list").message


def test_which_limit_was_exceeded() -> None:
    assert failure(CallEnding.CPU).message == (
        "minimax used more than 3 s of CPU time and was stopped."
    )
    waiting = failure(CallEnding.WALL, cpu_seconds=0.12).message
    assert "24 s" in waiting
    assert "0.1 s of CPU time" in waiting


@pytest.mark.parametrize(
    ("used", "said"),
    [
        (Outcome(CallEnding.WALL, waiting_seconds=3.1), "3.10 s of waiting"),
        (
            Outcome(CallEnding.WALL, cpu_seconds=2.0, waiting_seconds=2.1),
            "2.10 s of waiting and 1.00 s of CPU time",
        ),
        (
            Outcome(CallEnding.WALL, cpu_seconds=6.19, waiting_seconds=0.01),
            "3.1 s of CPU time (× 2 on this machine now)",
        ),
    ],
)
def test_who_is_promised_real_time_is_told_how_it_was_used(used: Outcome, said: str) -> None:
    limits = CallLimits(3.1, 24.8, real_seconds=3.1).times(2.0)
    assert failure_of_call("make_move", used, limits).message == (
        f"make_move was stopped after {said}; it may take 3.1 s."
    )


def test_a_time_limit_is_told_beside_what_the_reference_needs() -> None:
    assert failure(CallEnding.CPU, reference=0.08).message == (
        "minimax used more than 3 s of CPU time and was stopped; "
        "the reference solution needs 80 ms."
    )


def test_times_are_those_that_were_promised_with_one_factor() -> None:
    limits = CallLimits(3.1, 24.8).times(1.6)
    assert failure_of_call("minimax", Outcome(CallEnding.CPU), limits, 0.08).message == (
        "minimax used more than 3.1 s of CPU time (× 1.6 on this machine now) and was stopped; "
        "the reference solution needs 80 ms."
    )
    assert failure_of_call(
        "minimax", Outcome(CallEnding.WALL, cpu_seconds=0.8), limits
    ).message == (
        "minimax had not returned after 24.8 s (× 1.6 on this machine now), although it used only "
        "0.5 s of CPU time: it waits for something."
    )
    assert CallLimits(3.1, 24.8).times(1.01).cpu_words == "3.1 s of CPU time"


def test_checks_raise_one_of_two_verdicts() -> None:
    wrong = WrongAnswer("Wrong.", expected="1", actual="2")
    assert (wrong.verdict, wrong.message) == (Verdict.WRONG_ANSWER, "Wrong.")
    assert (wrong.expected, wrong.actual) == ("1", "2")
    assert InvalidReturn("Odd.").verdict is Verdict.INVALID_RETURN


def test_a_check_may_name_what_is_wrong() -> None:
    assert WrongAnswer("Wrong.", code="wrong_score").code == "wrong_score"
    assert WrongAnswer("Wrong.").code == "wrong_answer"
    assert InvalidReturn("Odd.").code == "invalid_return"


def test_a_role_that_nothing_fills_says_what_was_looked_for() -> None:
    few = RoleResult("search", BindingSource.NOT_FOUND, names=("search", "minimax"))
    told = failure_of_unfilled_role(few, {})
    assert told.verdict is Verdict.NOT_ATTEMPTED
    assert "Names that were looked for: search, minimax. If you have one under" in told.message
    many = RoleResult("search", BindingSource.NOT_FOUND, names=tuple(f"f{n}" for n in range(20)))
    said = failure_of_unfilled_role(many, {}).message
    assert "Some of the names that were looked for: f0, f1" in said
    assert "f6, f7. If you have one" in said


def test_a_role_whose_function_was_lost_is_a_load_error() -> None:
    role = RoleResult("search", BindingSource.NOT_FOUND, names=("search", "minimax"))
    told = failure_of_unfilled_role(role, {"minimax": "a.py, line 3: a syntax error"})
    assert (told.verdict, told.message) == (Verdict.LOAD_ERROR, "a.py, line 3: a syntax error")


def test_so_is_one_for_which_other_functions_may_be_meant() -> None:
    role = RoleResult(
        "search", BindingSource.UNDECIDED, candidates=("a",), names=("search", "minimax")
    )
    told = failure_of_unfilled_role(role, {"minimax": "a.py, line 3: a syntax error"})
    assert (told.verdict, told.message) == (Verdict.LOAD_ERROR, "a.py, line 3: a syntax error")


def test_an_open_role_is_undecided() -> None:
    role = RoleResult(
        "search", BindingSource.UNDECIDED, candidates=("a(board)",), note="Why it is."
    )
    told = failure_of_unfilled_role(role, {})
    assert (told.verdict, told.code) == (Verdict.UNDECIDED, "undecided")
    assert told.message == (
        "Nobody can tell yet how search is called. Why it is. A comment "
        "can say it: # grade: search = a(board)"
    )


def test_a_call_that_was_not_made_is_told_from_one_that_died() -> None:
    died = failure_of_call(
        "f", Outcome(CallEnding.DIED, detail="crashed (SIGSEGV)"), CallLimits(1.0, 8.0)
    )
    spoilt = failure_of_call(
        "f", Outcome(CallEnding.DIED, detail=f"{NOT_MADE}: why"), CallLimits(1.0, 8.0)
    )
    assert (died.code, spoilt.code) == (CallEnding.DIED.value, NOT_CALLED)
    assert spoilt.message == "f was not called: why."
