"""Which process of the sandbox a call is made in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from grader.examine.hidden_test_limits import HiddenTestTimeout
from grader.examine.submission_processes import SubmissionProcesses
from grader.examine.time_budgets import TaskTimeAccount
from grader.sandbox.backend_interface import CallEnding, Injection, Outcome, ProcessLost
from grader.sandbox.call_request import Call
from tests.examine.fakes import LIMITS, FakeSession, State

CALL = Call("f", (), {}, 0, LIMITS)


def answering(*outcomes: Outcome | Exception) -> SubmissionProcesses:
    waiting: Iterator[Outcome | Exception] = iter(outcomes)

    def behaviour(_: State) -> Any:
        outcome = next(waiting)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return SubmissionProcesses(FakeSession(behaviour))


def fresh(processes: SubmissionProcesses) -> list[bool]:
    assert isinstance(processes.session, FakeSession)
    return processes.session.fresh


def test_a_process_is_forked_at_its_first_call_and_then_kept() -> None:
    processes = answering(*[Outcome(CallEnding.ANSWER, 1)] * 4)
    first = processes.fork()
    first.call(CALL)
    first.call(CALL)
    second = processes.fork()
    second.call(CALL)
    second.call(CALL)
    assert fresh(processes) == [True, False, True, False]


@pytest.mark.parametrize("ending", [CallEnding.CPU, CallEnding.DIED])
def test_one_that_has_ended_is_forked_anew(ending: CallEnding) -> None:
    processes = answering(Outcome(ending), Outcome(CallEnding.ANSWER, 1))
    process = processes.fork()
    process.call(CALL)
    assert process.call(CALL).ending is CallEnding.ANSWER
    assert fresh(processes) == [True, True]


def test_one_from_before_a_load_is_forked_anew() -> None:
    processes = answering(*[Outcome(CallEnding.ANSWER, 1)] * 2)
    process = processes.fork()
    process.call(CALL)
    processes.session.load(Injection())
    process.call(CALL)
    assert fresh(processes) == [True, True]


@pytest.mark.parametrize("trouble", [Outcome(CallEnding.BREACH), ProcessLost("gone")])
def test_what_says_nothing_of_a_call_is_asked_again(trouble: Outcome | Exception) -> None:
    processes = answering(Outcome(CallEnding.ANSWER, 1), trouble, Outcome(CallEnding.ANSWER, 2))
    process = processes.fork()
    process.call(CALL)
    assert process.call(CALL).value == 2
    assert fresh(processes) == [True, False, True]


def test_a_breach_of_the_first_call_in_a_process_is_its_own() -> None:
    processes = answering(Outcome(CallEnding.BREACH))
    assert processes.fork().call(CALL).ending is CallEnding.BREACH


def test_no_load_begins_that_would_not_be_done_in_time() -> None:
    session = FakeSession(lambda _: 1, loading=40.0)
    processes = SubmissionProcesses(session)
    one, other = Injection(), Injection({"f": "def f(): ..."})
    processes.load(one, until=time.monotonic() + 30)  # nobody knows yet how long it takes
    processes.load(one, until=time.monotonic())  # nothing has to be done
    with pytest.raises(HiddenTestTimeout, match="takes 40 s to load"):
        processes.load(other, until=time.monotonic() + 30)
    assert session.loads == [one]
    processes.load(one)  # it is still as it was
    assert session.loads == [one]
    processes.load(other, until=time.monotonic() + 1_000)
    assert session.loads == [one, other]


def test_each_task_may_reload_what_calls_have_ended() -> None:
    processes = answering()
    assert isinstance(processes.session, FakeSession)
    first, second = TaskTimeAccount(), TaskTimeAccount()
    for account in (first, first, second):
        processes.charge_to(account)
    assert processes.session.allowances == 2
