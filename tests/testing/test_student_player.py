"""A student's agent as the referee knows agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from grader.model.game_record import MoveFault
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing.case_failures import CallFailure
from grader.testing.student import Agent
from grader.testing.student_player import Player
from tests.examine.fakes import a_caller


def a_player(*outcomes: Any, made: Sequence[Any] = (None,)) -> Player:
    """One whose moves come to ``outcomes``, one after the other, once its class has been made."""
    waiting = iter([*made, *outcomes])
    caller = a_caller(lambda *_: next(waiting))
    caller.with_object = True
    return Player(Agent(caller.call, "Mover"), "move")


def test_its_move_is_what_the_method_returns() -> None:
    reply = a_player([[0, 1], [1, 1]]).choose(("board",))
    assert (reply.value, reply.fault) == ([[0, 1], [1, 1]], None)


@pytest.mark.parametrize(
    ("ending", "fault", "detail"),
    [
        (CallEnding.CPU, MoveFault.LATE, "move used more than 2 s of CPU time and was stopped."),
        (CallEnding.RAISED, MoveFault.CRASHED, "move raised an exception: KeyError: 3."),
        (CallEnding.MEMORY, MoveFault.CRASHED, "move needed more memory than allowed."),
    ],
)
def test_a_failure_is_a_fault(ending: CallEnding, fault: MoveFault, detail: str) -> None:
    reply = a_player(Outcome(ending, detail="KeyError: 3")).choose(())
    assert (reply.value, reply.fault, reply.detail) == (None, fault, detail)


def test_one_whose_process_has_ended_is_gone_until_the_next_game() -> None:
    player = a_player(Outcome(CallEnding.DIED, detail="ended"), None, [[0, 1], [1, 1]])
    for _ in range(2):
        reply = player.choose(())
        assert (reply.fault, reply.detail) == (MoveFault.GONE, "move ended.")
    player.begin(2)
    assert player.choose(()).value == [[0, 1], [1, 1]]


def test_one_that_cannot_be_made_is_gone() -> None:
    player = a_player(made=[Outcome(CallEnding.RAISED, detail="ValueError: no")])
    for _ in range(2):
        reply = player.choose(())
        assert (reply.fault, "ValueError: no" in reply.detail) == (MoveFault.GONE, True)


def test_one_that_was_stopped_is_made_anew() -> None:
    player = a_player(Outcome(CallEnding.CPU), None, [[0, 1], [1, 1]])
    assert player.choose(()).fault is MoveFault.LATE
    assert player.choose(()).value == [[0, 1], [1, 1]]


def test_what_cannot_travel_is_no_move() -> None:
    reply = a_player(Outcome(CallEnding.OPAQUE, detail="generator")).choose(())
    assert reply.fault is MoveFault.MALFORMED
    assert "generator" in reply.detail


@pytest.mark.parametrize(
    ("ending", "verdict"),
    [(CallEnding.UNFINISHED, Verdict.NOT_IMPLEMENTED), (CallEnding.ABSENT, Verdict.NOT_ATTEMPTED)],
)
def test_without_an_agent_no_game_is_played(ending: CallEnding, verdict: Verdict) -> None:
    with pytest.raises(CallFailure) as caught:
        a_player(Outcome(ending)).choose(())
    assert caught.value.verdict is verdict
