from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from grader.assignment import Task
from grader.assignment.reference_costs import MaxCallCost, ReferenceCosts
from grader.examine.examiner import Examiner
from grader.examine.time_budgets import CallPurpose, TaskTimeAccount, TimeBudgets
from grader.model.report import StoppedCallBudget, TestResult
from grader.model.time_limits import CallLimits
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.sandbox.call_request import Call
from grader.testing import Student, WrongAnswer
from tests.examine.fakes import LIMITS, FakeSession, a_test, always, an_assignment, an_examiner

COSTS = ReferenceCosts(
    0.04,
    {
        "1/it[1]": MaxCallCost(0.5, {"moves": 12}),
        "1/it[2]": MaxCallCost(0.01),
        "1/it[3]": MaxCallCost(),
    },
)
ASSIGNMENT = replace(an_assignment(overtime_seconds=6.0), reference_factor=20.0, costs=COSTS)


@pytest.mark.parametrize(
    ("case", "least", "speed", "seconds"),
    [
        ("1/it[1]", None, 1.0, 10.0),
        ("1/it[1]", None, 1.5, 15.0),
        ("1/it[1]", 20.0, 1.0, 20.0),
        ("1/it[2]", None, 1.0, 2.0),
        ("1/it[2]", None, 3.0, 6.0),
        ("1/it[3]", None, 1.0, 2.0),
        ("1/other", None, 1.0, 2.0),
    ],
)
def test_a_budget_is_a_multiple_of_what_the_reference_takes(
    case: str, least: float | None, speed: float, seconds: float
) -> None:
    limits = TimeBudgets(ASSIGNMENT, speed).limits(case, least)
    assert limits == CallLimits(seconds, 5.0 * seconds, speed=speed)


@pytest.mark.parametrize(("factor", "seconds"), [(20.0, 0.5), (1.0, None), (0.0, None)])
def test_what_a_budget_does_not_follow_from_is_not_told(
    factor: float, seconds: float | None
) -> None:
    budgets = TimeBudgets(replace(ASSIGNMENT, reference_factor=factor), speed=2.0)
    assert budgets.reference_seconds("1/it[1]") == seconds


def test_without_a_factor_the_least_budget_applies() -> None:
    budgets = TimeBudgets(replace(ASSIGNMENT, reference_factor=0.0))
    assert budgets.limits("1/it[1]", None).cpu_seconds == 2.0


def test_the_allowance_grows_on_a_slow_machine_and_holds_one_call_at_least() -> None:
    assert TimeBudgets(ASSIGNMENT).overtime_seconds(CallLimits(2.0, 10.0)) == 6.0
    assert TimeBudgets(ASSIGNMENT, 1.5).overtime_seconds(CallLimits(2.0, 10.0)) == 9.0
    assert TimeBudgets(ASSIGNMENT).overtime_seconds(CallLimits(20.0, 100.0)) == 20.0


def examined(outcome: Outcome, case: int, speed: float = 1.0) -> StoppedCallBudget | None:
    session = FakeSession(always(outcome))
    examiner = Examiner(session, ASSIGNMENT, "digest|0", lambda _: None, speed)
    test = a_test(lambda student, case: student.double(case), [case])
    (result,) = examiner.examine(test).cases
    return result.budget


@pytest.mark.parametrize("ending", [CallEnding.CPU, CallEnding.WALL])
def test_a_time_limit_is_told_with_what_the_reference_needs(ending: CallEnding) -> None:
    outcome = Outcome(ending, calls={"moves": 3000})
    assert examined(outcome, 1) == StoppedCallBudget(10.0, 0.5, {"moves": 3000}, {"moves": 12})
    assert examined(outcome, 1, speed=2.0) == StoppedCallBudget(
        10.0, 0.5, {"moves": 3000}, {"moves": 12}
    )
    assert examined(outcome, 3) == StoppedCallBudget(2.0, None, {"moves": 3000}, {})


@pytest.mark.parametrize("ending", [CallEnding.ANSWER, CallEnding.RAISED, CallEnding.MEMORY])
def test_whoever_ends_otherwise_was_not_stopped_for_their_time(ending: CallEnding) -> None:
    assert examined(Outcome(ending), 1) is None


def test_the_message_names_what_was_promised_and_how_much_more_there_is_here() -> None:
    session = FakeSession(always(Outcome(CallEnding.CPU)))
    examiner = Examiner(session, ASSIGNMENT, "digest|0", lambda _: None, 2.0)
    result = examiner.examine(a_test(lambda student, case: student.double(case), [1]))
    assert result.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert result.cases[0].message == (
        "double used more than 10 s of CPU time (× 2 on this machine now) and was stopped; "
        "the reference solution needs 0.50 s."
    )


WRONG = -1
"""An argument that is answered wrongly."""


def working(seconds: float) -> FakeSession:
    """Doubles what it is given, each call in so many CPU seconds, and is stopped at limits."""

    def double(_: dict[str, object], number: int) -> Outcome:
        allowed = session.calls[-1].limits.cpu_seconds
        if seconds > allowed:
            return Outcome(CallEnding.CPU, cpu_seconds=allowed)
        return Outcome(CallEnding.ANSWER, 2 * number, cpu_seconds=seconds)

    session = FakeSession(double)
    return session


def doubles(student: Student, case: int) -> None:
    """Accepts what is twice the case, but for the cases that are answered wrongly."""
    if student.double(case).value != 2 * case or case <= WRONG:
        raise WrongAnswer("No.")


def results_of(
    session: FakeSession,
    *tests: tuple[str, list[int], Mapping[str, object]],
    total: float | None = 10.0,
    slowdown: Callable[[], float] = lambda: 1.0,
    pace: Callable[[], float] = lambda: 1.0,
    speed: float = 1.0,
) -> list[TestResult]:
    """The results of tests of one task, each given by its name, its cases and its mark."""
    task = Task("1", "Doubling", 2.0, "double", total_cpu_seconds=total)
    examiner = an_examiner(session, an_assignment(task), slowdown=slowdown, speed=speed, pace=pace)
    found = [
        examiner.examine(a_test(doubles, cases, name, isolated=True, **mark))
        for name, cases, mark in tests
    ]
    assert examiner.errors == []
    return found


def test_nothing_is_cut_within_the_total() -> None:
    (result,) = results_of(working(1.0), ("test_it", [1, 2, 3, 4], {}))
    assert result.verdict.passed
    assert result.note == ""


def test_slow_right_answers_use_up_the_total() -> None:
    session = working(1.9)
    (result,) = results_of(session, ("test_it", list(range(40)), {}))
    assert result.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert session.cpu_seconds < 10 + LIMITS.cpu_seconds
    last = result.cases[-1]
    assert last.code == "task_total_used_up"
    assert "total of 10 s" in last.message
    assert "34 more cases were not run" in result.note
    assert last.budget is None


def test_a_whole_pool_has_time_of_its_own() -> None:
    """A total is for what a submission gets: five cases here, and not 23."""
    task = Task("1", "Doubling", 2.0, "double", total_cpu_seconds=10.0)
    pooled = replace(a_test(doubles, isolated=True), pool=range(10, 30), draw=2)
    whole = pooled.with_whole_pool()
    assert whole.surplus == 18
    result = an_examiner(working(1.9), an_assignment(task)).examine(whole)
    assert (len(result.cases), result.verdict.passed) == (23, True)
    as_many = replace(whole, surplus=0)
    assert not an_examiner(working(1.9), an_assignment(task)).examine(as_many).verdict.passed


def test_a_call_is_stopped_at_what_is_left() -> None:
    session = working(1.9)
    results_of(session, ("test_it", list(range(40)), {}))
    assert min(call.limits.cpu_seconds for call in session.calls) < LIMITS.cpu_seconds
    assert all(call.limits.cpu_seconds <= LIMITS.cpu_seconds for call in session.calls)


def test_a_stop_at_a_limit_of_the_call_is_said_as_such() -> None:
    (result,) = results_of(working(5.0), ("test_it", [1, 2], {}))
    assert result.cases[0].code == "cpu"
    assert result.cases[0].budget is not None


def test_later_tests_of_the_task_are_not_run() -> None:
    session = working(1.9)
    *_, last = results_of(session, ("test_it", list(range(40)), {}), ("test_more", [1, 2], {}))
    assert [case.code for case in last.cases] == ["task_total_used_up"]
    assert last.cases[0].message.startswith("Not run: ")


def test_a_test_that_has_failed_leaves_the_rest_of_the_total() -> None:
    session = working(1.0)
    first, second = results_of(
        session, ("test_it", [WRONG, *range(40)], {}), ("test_more", [1, 2], {})
    )
    assert first.verdict is Verdict.WRONG_ANSWER
    assert "calls that can earn no points had used up their total of 10 s" in first.note
    assert second.verdict.passed


def test_what_can_earn_no_points_has_a_total_of_its_own() -> None:
    """Where it had a part of the task's, slow hours decided which tests it was run for."""
    most = [WRONG, *range(9)]
    failed, counts, lost = results_of(
        working(0.95), ("test_it", most, {}), ("test_more", list(range(9)), {}),
        ("test_nothing", [1], {"points": 0}),
    )  # fmt: skip
    assert len(failed.cases) == len(most)
    assert counts.verdict.passed
    assert lost.verdict.passed


def test_a_test_that_is_worth_nothing_goes_first() -> None:
    worthless = ("test_nothing", list(range(40)), {"points": 0})
    nothing, counts = results_of(working(1.0), worthless, ("test_it", [1, 2, 3], {}))
    assert nothing.cases[-1].code == "not_needed"
    assert "can earn no points" in nothing.cases[-1].message
    assert counts.verdict.passed


def test_a_worthless_test_runs_where_there_is_time() -> None:
    (result,) = results_of(working(0.1), ("test_nothing", [1, 2], {"points": 0}))
    assert result.verdict.passed


def test_points_that_are_lost_are_not_run_for() -> None:
    session = working(1.0)
    beside = ("test_beside", [1, 2], {"beside": ("test_it",)})
    first, second = results_of(session, ("test_it", [WRONG, *range(40)], {}), beside)
    assert first.verdict is second.verdict is Verdict.WRONG_ANSWER
    assert [case.code for case in second.cases] == ["not_needed"]


def test_lost_points_are_run_for_where_there_is_time() -> None:
    beside = ("test_beside", [1, 2], {"beside": ("test_it",)})
    _, second = results_of(working(0.01), ("test_it", [WRONG], {}), beside)
    assert second.verdict.passed


def test_a_case_is_repeated_if_more_was_left_than_it_was_stopped_at() -> None:
    """The machine is twice as slow from the last case on, which is known once it was stopped."""
    session = working(1.9)
    paces = itertools.chain([1.0] * 5, itertools.repeat(2.0))
    usual = session.behaviour

    def later_faster(state: dict[str, object], number: int) -> object:
        if len(session.calls) > 6:
            return Outcome(CallEnding.ANSWER, 2 * number, cpu_seconds=0.5)
        return usual(state, number)

    session.behaviour = later_faster
    (result,) = results_of(
        session, ("test_it", list(range(6)), {}), pace=lambda: next(paces)
    )  # fmt: skip
    assert session.calls[5].limits.cpu_seconds == pytest.approx(0.75)
    assert session.calls[6].limits.cpu_seconds == pytest.approx(1.5)
    assert result.verdict.passed
    assert len(session.calls) == 7


@pytest.mark.parametrize("slow", ["speed", "pace"])
def test_a_slow_machine_cuts_nothing_that_a_usual_one_does_not(slow: str) -> None:
    session = working(1.9)
    cases: tuple[str, list[int], Mapping[str, object]] = ("test_it", list(range(8)), {})
    if slow == "speed":
        (result,) = results_of(session, cases, speed=2.0)
    else:
        (result,) = results_of(session, cases, pace=lambda: 2.0)
    assert result.verdict.passed


def test_sleep_counts_as_work_does() -> None:
    def sleeps(_: dict[str, object], number: int) -> Outcome:
        return Outcome(CallEnding.ANSWER, 2 * number, cpu_seconds=0.01, wall_seconds=4.0)

    session = FakeSession(sleeps)
    (result,) = results_of(session, ("test_it", list(range(40)), {}))
    assert result.cases[-1].code == "task_total_used_up"
    assert len(session.calls) == 3


def test_a_call_is_waited_for_as_long_as_is_left() -> None:
    session = working(0.1)
    results_of(session, ("test_it", [1, 2], {}), total=2.0)
    assert [call.limits.wall_seconds for call in session.calls] == pytest.approx([7.5, 7.125])
    assert [call.limits.altogether for call in session.calls] == pytest.approx([3.0, 2.85])
    assert {call.limits.cpu_seconds for call in session.calls} == {LIMITS.cpu_seconds}


def test_who_was_kept_waiting_is_waited_for_longer() -> None:
    patient = LIMITS.patient().at_most(0.5)
    assert (patient.cpu_seconds, patient.wall_seconds) == (0.5, 5.0)
    assert LIMITS.patient().at_most(100.0) == LIMITS.patient()


def test_each_task_has_its_own_total() -> None:
    tasks = [Task(n, "Doubling", 2.0, "double", total_cpu_seconds=10.0) for n in "12"]
    examiner = an_examiner(working(1.9), an_assignment(*tasks))
    examiner.examine(a_test(doubles, list(range(40)), isolated=True))
    assert examiner.examine(a_test(doubles, [1, 2], task="2", isolated=True)).verdict.passed


def test_explanations_are_not_charged() -> None:
    examiner = an_examiner(working(1.9), an_assignment(Task("1", "", 2.0, "double")))
    test = a_test(doubles, list(range(40)), isolated=True)
    for _ in range(400):
        result, _ = examiner.again(test, 3)
        assert result.verdict.passed


def test_a_series_is_charged_and_shortened_as_one() -> None:
    account = TaskTimeAccount(total=20.0)
    calls = [Call("double", (number,), {}, 0, LIMITS) for number in range(3)]
    assert account.limit_calls(calls) is calls
    account.charge(19.0)
    assert {call.limits.cpu_seconds for call in account.limit_calls(calls)} == {1.5}


def test_what_is_used_counts_at_the_pace_of_the_moment() -> None:
    """The same three calls, one of them while everything takes twice as long."""
    paces = iter([1.0, 2.0, 1.0])
    account = TaskTimeAccount(total=16.0, pace=lambda: next(paces))
    for measured in (4.0, 8.0, 4.0):
        account.charge(measured)
    assert account.used == pytest.approx(12.0)
    assert not account.is_spent()


@pytest.mark.parametrize(
    ("purpose", "other"),
    [
        (CallPurpose.POINTS, CallPurpose.EXPLANATION),
        (CallPurpose.EXPLANATION, CallPurpose.POINTS),
        (CallPurpose.TRIAL, CallPurpose.POINTS),
    ],
)
def test_no_bound_is_reached_before_the_pace_is_known(
    purpose: CallPurpose, other: CallPurpose
) -> None:
    account = TaskTimeAccount(total=0.9 if purpose is CallPurpose.TRIAL else 0.45, pace=lambda: 2.0)
    account.begin(purpose)
    account.charge(0.45)  # less than what is measured for by itself
    assert not account.is_spent()
    account.charge(0.45)
    assert account.is_spent()
    account.begin(other)
    assert not account.is_spent()


def test_the_pace_is_measured_now_and_then_only() -> None:
    paces = itertools.repeat(1.0, 9)
    account = TaskTimeAccount(total=160.0, pace=lambda: next(paces))
    for _ in range(999):
        account.charge(0.1)
    assert list(paces) == []


def test_what_is_repeated_is_charged_once() -> None:
    """A budget that was used up in a slow moment: only the run that counts is the task's."""
    session = working(1.9)
    tried: list[int] = []

    def slow_at_first(state: dict[str, object], number: int) -> object:
        tried.append(number)
        if tried.count(number) == 1:
            return Outcome(CallEnding.CPU, cpu_seconds=2.0)
        return Outcome(CallEnding.ANSWER, 2 * number, cpu_seconds=1.9)

    session.behaviour = slow_at_first
    cases: tuple[str, list[int], Mapping[str, object]] = ("test_it", [1, 2, 3, 4, 5], {})
    (result,) = results_of(session, cases, slowdown=lambda: 1.5)
    assert result.verdict.passed
    assert len(session.calls) == 10


def test_games_come_on_top_where_the_task_names_no_total() -> None:
    session = working(1.9)
    games = ("test_it", list(range(40)), {"moves": 1})
    (result,) = results_of(session, games, total=None)
    assert result.verdict.passed


def test_a_total_is_told_as_it_was_promised() -> None:
    (result,) = results_of(working(3.8), ("test_it", list(range(40)), {}), speed=2.0)
    assert result.cases[-1].message.startswith(
        "Stopped: calls of this task had used up their total of 10 s (× 2 on this machine now),"
    )
