from __future__ import annotations

from typing import Any

import pytest

from grader.runner.call_arguments import ReusedArguments


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ([[1, 2], [3]], [[4], [5, 6]]),
        ([[1], [2]], []),
        ([], [[1], [2]]),
        ([[1], {"a": [2]}], [{"b": [[3]]}, [4]]),
        ([([1], 2)], [([3], ([4], 5))]),
        ([{(1, 2): 3.0}], [{(1, 2): 4.0, (2, 1): 5.0}]),
    ],
)
def test_what_is_passed_is_equal_whatever_was_passed_before(
    first: list[Any], then: list[Any]
) -> None:
    refilling = ReusedArguments()
    refilling.refill_containers(first)
    expected = repr(then)
    assert repr(refilling.refill_containers(then)) == expected


def test_it_is_the_same_list_again() -> None:
    refilling = ReusedArguments()
    (board,) = refilling.refill_containers([[["B", "_"], ["_", "W"]]])
    first, second = board
    (again,) = refilling.refill_containers([[["_", "B"], ["W", "_"]]])
    assert again is board
    assert again[0] is first
    assert again[1] is second
    assert again == [["_", "B"], ["W", "_"]]


def test_what_was_made_of_the_arguments_since_does_not_matter() -> None:
    refilling = ReusedArguments()
    (board,) = refilling.refill_containers([[[1], [2]]])
    board[1] = board[0]
    board.append(board)
    assert refilling.refill_containers([[[3], [4]]]) == [[[3], [4]]]
