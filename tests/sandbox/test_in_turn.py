"""What calls in one process share: the lists that are passed, and those that were returned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.sandbox.call_request import Call
from tests.sandbox.scene import Scene, playing, program

pytestmark = pytest.mark.bubblewrap

SUBMISSION = """
kept = {}
seen = []

def first_cell(board):
    return kept.setdefault(id(board), board[0][0])

def doubled(numbers):
    seen.clear()
    seen.extend(2 * number for number in numbers)
    return seen

def again(numbers):
    return seen

def itself(numbers):
    return numbers

def turned(numbers):
    numbers.reverse()
    return numbers

def turned_inside(numbers):
    numbers.reverse()
    return {"all": [(numbers,)]}

class Player:
    def look(self, board):
        last = getattr(self, "last", None)
        self.last = board
        return last
"""


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    with playing(program(SUBMISSION)) as scene:
        yield scene


def in_turn(scene: Scene, function: str, *args: Any, on: str = "") -> list[Outcome]:
    """The outcomes of calls of ``function`` with each of ``args``, in a new process."""
    process = scene.session.fork()
    limits = CallLimits(1.0, 30.0)
    if on:
        process.call(Call("Player", (), {}, 1, limits, keep=on))
    return [process.call(Call(function, (arg,), {}, 1, limits, on=on)) for arg in args]


def test_a_board_comes_in_the_list_of_the_board_before(scene: Scene) -> None:
    outcomes = in_turn(scene, "first_cell", [["B"]], [["W"]])
    assert [outcome.value for outcome in outcomes] == ["B", "B"]


def test_a_list_that_was_returned_has_to_stay_as_it_is(scene: Scene) -> None:
    outcomes = in_turn(scene, "doubled", [1], [2], [2])
    assert [outcome.ending for outcome in outcomes] == [
        CallEnding.ANSWER,
        CallEnding.SPOILED,
        CallEnding.ANSWER,
    ]
    assert (outcomes[0].value, outcomes[2].value) == ([2], [4])


@pytest.mark.parametrize("function", ["turned", "turned_inside"])
def test_a_list_that_was_given_and_returned_is_told_from_one_of_its_own(
    scene: Scene, function: str
) -> None:
    _, given_back = in_turn(scene, function, [1, 2], [3, 4])
    _, own = in_turn(scene, "doubled", [1], [2])
    assert (given_back.ending, own.ending) == (CallEnding.SPOILED, CallEnding.SPOILED)
    assert (bool(given_back.detail), bool(own.detail)) == (True, False)


@pytest.mark.parametrize("function", ["again", "itself"])
def test_the_same_list_may_be_returned_again(scene: Scene, function: str) -> None:
    outcomes = in_turn(scene, function, [1], [2])
    assert [outcome.ending for outcome in outcomes] == [CallEnding.ANSWER, CallEnding.ANSWER]


def test_an_object_may_keep_the_boards_of_its_game(scene: Scene) -> None:
    outcomes = in_turn(scene, "look", ["B"], ["W"], ["_"], on="player")
    assert [outcome.value for outcome in outcomes] == [None, ["B"], ["W"]]
