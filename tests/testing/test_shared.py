"""Which process a call goes to that need not be alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grader.sandbox.protocol import Call, Ending, Injection, Outcome, ProcessLost
from grader.testing.shared import SharedProcess
from tests.examine.fakes import LIMITS, FakeSession, State

CALL = Call("f", (), {}, 0, LIMITS)


def answering(*outcomes: Outcome | Exception) -> SharedProcess:
    waiting: Iterator[Outcome | Exception] = iter(outcomes)

    def behaviour(_: State) -> Any:
        outcome = next(waiting)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return SharedProcess(FakeSession(behaviour))


def fresh(shared: SharedProcess) -> list[bool]:
    assert isinstance(shared.session, FakeSession)
    return shared.session.fresh


def test_calls_share_a_process_until_one_wants_its_own() -> None:
    shared = answering(*[Outcome(Ending.ANSWER, 1)] * 4)
    for alone in (False, False, True, False):
        shared.call(CALL, fresh=alone)
    assert fresh(shared) == [True, False, True, False]


@pytest.mark.parametrize("ending", [Ending.CPU, Ending.DIED])
def test_after_one_that_ended_comes_a_new_one(ending: Ending) -> None:
    shared = answering(Outcome(ending), Outcome(Ending.ANSWER, 1))
    shared.call(CALL, fresh=True)
    assert shared.call(CALL, fresh=False).ending is Ending.ANSWER
    assert fresh(shared) == [True, True]


def test_after_a_load_comes_a_new_one() -> None:
    shared = answering(*[Outcome(Ending.ANSWER, 1)] * 2)
    shared.call(CALL, fresh=True)
    shared.session.load(Injection())
    shared.call(CALL, fresh=False)
    assert fresh(shared) == [True, True]


@pytest.mark.parametrize("trouble", [Outcome(Ending.BREACH), ProcessLost("gone")])
def test_what_says_nothing_of_the_call_is_asked_again(trouble: Outcome | Exception) -> None:
    shared = answering(Outcome(Ending.ANSWER, 1), trouble, Outcome(Ending.ANSWER, 2))
    shared.call(CALL, fresh=True)
    assert shared.call(CALL, fresh=False).value == 2
    assert fresh(shared) == [True, False, True]


def test_a_breach_of_a_processs_first_call_is_its_own() -> None:
    shared = answering(Outcome(Ending.BREACH))
    assert shared.call(CALL, fresh=True).ending is Ending.BREACH
