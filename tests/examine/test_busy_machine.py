"""What a machine with too much to do means for verdicts: nothing."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from grader.assignment import Task
from grader.examine import hidden_test_limits, retry_policy
from grader.model.time_limits import PATIENT_OVERLOAD
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing import Student, WrongAnswer
from tests.examine.fakes import (
    LIMITS,
    FakeSession,
    State,
    a_test,
    always,
    an_assignment,
    an_examiner,
    examined,
)

STARVED = Outcome(CallEnding.STARVED)
DOUBTFUL = Outcome(CallEnding.WALL, pressed=True)
ASLEEP = Outcome(CallEnding.WALL)
SPENT = Outcome(CallEnding.CPU)
LATE = Verdict.TIME_LIMIT_EXCEEDED
A = Verdict.ACCEPTED


@pytest.fixture(autouse=True)
def turns(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done alone on the machine, as often as that was."""
    taken: list[str] = []

    @contextlib.contextmanager
    def alone() -> Iterator[None]:
        taken.append("begun")
        yield
        taken.append("ended")

    monkeypatch.setattr(retry_policy, "hold_exclusive_lock", alone)
    return taken


def doubled(student: Student, case: int) -> None:
    if student.double(case).value != 2 * case:
        raise WrongAnswer("Not doubled.")


class Busy:
    """A function that is right, on a machine that is too busy for some of its calls."""

    def __init__(self, *outcomes: Outcome, of: int = 1) -> None:
        self.outcomes, self.of = list(outcomes), of

    def __call__(self, state: State, number: int) -> object:
        if number == self.of and self.outcomes:
            return self.outcomes.pop(0)
        return 2 * number


@pytest.mark.parametrize("cases", [[1], [1, 2], [2, 1, 3]])
@pytest.mark.parametrize("outcome", [STARVED, DOUBTFUL])
def test_a_case_that_the_machine_was_too_busy_for_is_repeated_alone(
    cases: list[int], outcome: Outcome, turns: list[str]
) -> None:
    session = FakeSession(Busy(outcome))
    result = examined(session, a_test(doubled, cases))
    assert [case.verdict for case in result.cases] == [A] * len(cases)
    assert turns in ([], ["begun", "ended"])  # a series that breaks off is repeated anyway
    assert result.score == 2


def test_a_repeated_case_has_a_process_of_its_own_and_more_patience() -> None:
    session = FakeSession(Busy(STARVED))
    examined(session, a_test(doubled, [1]))
    first, second = session.calls
    assert session.fresh == [True, True]
    assert first.seed == second.seed
    assert first.limits == LIMITS
    assert second.limits.overload == PATIENT_OVERLOAD
    assert second.limits.cpu_seconds == first.limits.cpu_seconds
    assert second.limits.wall_seconds == first.limits.wall_seconds


def test_waiting_for_other_gradings_costs_the_hidden_test_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clocks: list[str] = []

    def note(when: str) -> None:
        dog = hidden_test_limits._watch.dog
        clocks.append(f"{when}: {'stands still' if dog is None or dog._since is None else 'runs'}")

    @contextlib.contextmanager
    def lock_of_others() -> Iterator[None]:
        note("waiting")
        yield

    def noting(student: Student, case: int) -> None:
        doubled(student, case)
        note("judging")

    monkeypatch.setattr(retry_policy, "hold_exclusive_lock", lock_of_others)
    assert examined(FakeSession(Busy(STARVED)), a_test(noting, [1])).score == 2
    assert clocks == ["waiting: stands still", "judging: runs"]


def test_starved_twice_is_the_graders_failure_and_no_verdict() -> None:
    examiner = an_examiner(FakeSession(Busy(STARVED, STARVED)))
    result = examiner.examine(a_test(doubled, [1, 2]))
    assert result.verdict is Verdict.INTERNAL_ERROR
    assert "too busy" in examiner.errors[0]


def test_who_sleeps_again_when_nobody_is_in_the_way_sleeps(turns: list[str]) -> None:
    session = FakeSession(always(DOUBTFUL))
    result = examined(session, a_test(doubled, [1]))
    assert result.verdict is LATE
    assert turns == ["begun", "ended"]
    assert len(session.calls) == 2


def test_who_sleeps_on_a_machine_at_rest_is_not_tried_twice(turns: list[str]) -> None:
    session = FakeSession(always(ASLEEP))
    assert examined(session, a_test(doubled, [1])).verdict is LATE
    assert turns == []
    assert len(session.calls) == 1


def test_a_budget_that_a_slow_moment_used_up_is_widened_by_as_much(turns: list[str]) -> None:
    session = FakeSession(Busy(SPENT))
    examiner = an_examiner(session, slowdown=lambda: 1.6)
    assert examiner.examine(a_test(doubled, [1])).verdict is A
    assert turns == []  # nobody else has to wait for that
    first, second = (call.limits for call in session.calls)
    assert first == LIMITS
    assert second == LIMITS.times(1.6)


def test_nothing_of_the_submission_runs_while_it_is_found_out_how_slow_the_machine_is() -> None:
    """It could make the machine slow, and its budgets wide."""
    session = FakeSession(Busy(SPENT))
    asked: list[bool] = []

    def slowdown() -> float:
        asked.append(session.frozen)
        return 1.6

    assert an_examiner(session, slowdown=slowdown).examine(a_test(doubled, [1])).verdict is A
    assert asked == [True]
    assert not session.frozen


def test_a_budget_that_a_slow_moment_does_not_explain_counts_the_second_time() -> None:
    session = FakeSession(always(SPENT))
    examiner = an_examiner(session, slowdown=lambda: 1.6)
    assert examiner.examine(a_test(doubled, [1])).verdict is LATE
    assert len(session.calls) == 2


def test_a_budget_that_was_used_up_as_fast_as_ever_counts_at_once(turns: list[str]) -> None:
    session = FakeSession(always(SPENT))
    assert examined(session, a_test(doubled, [1])).verdict is LATE
    assert turns == []
    assert len(session.calls) == 1


def test_slow_moments_neither_use_up_the_allowance_nor_other_repeats() -> None:
    """What is lost for a slow machine would otherwise cost the task's other tests their points."""
    session = FakeSession(always(SPENT))
    examiner = an_examiner(
        session, an_assignment(overtime_seconds=2.5 * LIMITS.cpu_seconds), slowdown=lambda: 1.6
    )
    for number in range(2):
        assert examiner.examine(a_test(doubled, [1], f"test_{number}")).verdict is LATE
    session.behaviour = Busy(STARVED, of=2)
    assert examiner.examine(a_test(doubled, [2], "test_right")).verdict is A


def test_repeats_for_slow_moments_come_to_an_end() -> None:
    session = FakeSession(always(SPENT))
    slower = itertools.count(2)
    examiner = an_examiner(session, slowdown=lambda: float(next(slower)))
    assert examiner.examine(a_test(doubled, [1])).verdict is LATE
    assert [call.limits for call in session.calls] == [LIMITS, LIMITS.times(2), LIMITS.times(3)]


def test_every_test_of_a_task_is_met_again_in_a_slow_moment() -> None:
    tried: list[int] = []

    def behaviour(_: State, number: int) -> object:
        tried.append(number)
        return SPENT if tried.count(number) == 1 else 2 * number

    examiner = an_examiner(FakeSession(behaviour), slowdown=lambda: 1.6)
    results = [examiner.examine(a_test(doubled, [n], f"test_{n}")) for n in range(10)]
    assert {result.verdict for result in results} == {A}


def test_what_is_right_alone_in_the_end_has_to_be_right_in_turn_as_well() -> None:
    spent = [SPENT]

    def forgetful(state: State, number: int) -> object:
        if state:
            return 0
        state["called"] = True
        return spent.pop() if number == 1 and spent else 2 * number

    examiner = an_examiner(FakeSession(forgetful), slowdown=lambda: 1.6)
    result = examiner.examine(a_test(doubled, [3, 1], in_turn=True))
    assert result.verdict is Verdict.WRONG_ANSWER


def test_nobody_asks_how_slow_the_machine_is_as_long_as_there_is_time() -> None:
    examiner = an_examiner(FakeSession(always(Outcome(CallEnding.ANSWER, 0))), slowdown=never)
    assert examiner.examine(a_test(doubled, [1, 2])).verdict is Verdict.WRONG_ANSWER


def never() -> float:
    pytest.fail("the machine's speed was measured")


def test_a_case_that_is_wrong_and_then_doubtful_is_repeated(turns: list[str]) -> None:
    session = FakeSession(Busy(Outcome(CallEnding.ANSWER, 0), DOUBTFUL))

    def doubled_twice(student: Student, case: int) -> None:
        doubled(student, 5)
        doubled(student, case)

    assert examined(session, a_test(doubled_twice, [1])).verdict is A
    assert turns == ["begun", "ended"]


def test_what_the_machine_is_to_blame_for_costs_no_allowance() -> None:
    """Otherwise the task's other cases would be left out for it."""
    examiner = an_examiner(
        FakeSession(Busy(DOUBTFUL)), an_assignment(overtime_seconds=LIMITS.cpu_seconds)
    )
    for number in range(3):
        assert examiner.examine(a_test(doubled, [1], f"test_{number}")).verdict is A


def test_repeating_ends_for_who_makes_every_case_doubtful(turns: list[str]) -> None:
    """Whoever sleeps in each first call only would otherwise hold up everybody else."""

    def behaviour(state: State, number: int) -> object:
        tried.append(number)
        return DOUBTFUL if tried.count(number) == 1 else 2 * number

    tried: list[int] = []
    examiner = an_examiner(FakeSession(behaviour), an_assignment(overtime_seconds=100.0))
    results = [examiner.examine(a_test(doubled, [n], f"test_{n}")) for n in range(20)]
    assert [result.verdict for result in results[:3]] == [A] * 3
    assert results[-1].verdict is LATE
    assert results[-1].note.startswith("left out: ")
    assert turns.count("begun") == 3


def test_starving_too_often_is_the_graders_failure_too() -> None:
    def behaviour(state: State, number: int) -> object:
        tried.append(number)
        return STARVED if tried.count(number) == 1 else 2 * number

    tried: list[int] = []
    examiner = an_examiner(FakeSession(behaviour))
    results = [examiner.examine(a_test(doubled, [n], f"test_{n}")) for n in range(4)]
    assert [result.verdict for result in results] == [A, A, A, Verdict.INTERNAL_ERROR]


def test_every_task_may_repeat_as_often(turns: list[str]) -> None:
    tasks = (Task("1", "Doubling", 2.0, "double"), Task("3", "Tripling", 1.0, "triple"))
    tried: list[Any] = []

    def behaviour(state: State, number: int) -> object:
        tried.append(number)
        return DOUBTFUL if tried.count(number) == 1 else 2 * number

    examiner = an_examiner(FakeSession(behaviour), an_assignment(*tasks))
    for number in range(6):
        mark = "1" if number < 3 else "3"
        result = examiner.examine(a_test(doubled, [number], f"test_{number}", task=mark))
        assert result.verdict is A
