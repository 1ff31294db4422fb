"""The checks that hidden tests of Connect 4 are made of are never surprised."""

from __future__ import annotations

import pytest

from grader.testing import InvalidReturn
from hidden_tests.connect4.checks import Count, counts_of, failed, found_by_search, is_number
from hidden_tests.connect4.data import Position, Series
from hidden_tests.connect4.searching import finds_columns, is_called_by

TOO_LONG_FOR_A_FLOAT = 10**400


@pytest.mark.parametrize("value", [0, -1, 0.5, float("inf"), TOO_LONG_FOR_A_FLOAT])
def test_what_can_be_compared_is_a_number(value: object) -> None:
    assert is_number(value)
    assert found_by_search((3, value)) == (3, value)


@pytest.mark.parametrize("value", [float("nan"), True, "1", [1], b"", {}])
def test_anything_else_is_none(value: object) -> None:
    assert not is_number(value)
    with pytest.raises(InvalidReturn):
        found_by_search((3, value))


def test_counts_are_read() -> None:
    said = [(3, 7, 9, [1, 2], ["search"], 2), [None, None, 0, [], [], 0]]
    first, second = Count(3, 7, 9, (1, 2), ("search",), 2), Count(None, None, 0, (), ())
    assert counts_of(said, 2) == [first, second]


@pytest.mark.parametrize("number", [-1, True, 1.0, 10**400, "1", [1]])
@pytest.mark.parametrize("at", [1, 2, 3, 5])
def test_what_nobody_has_counted_is_refused(number: object, at: int) -> None:
    said: list[object] = [3, 7, 9, [], [], 2]
    said[at] = [number] if at == 3 else number
    with pytest.raises(InvalidReturn):
        counts_of([said], 1)


def test_runs_that_ended_with_an_exception_are_named() -> None:
    count: tuple[object, ...] = (3, 7, 9, [], [], 0)
    assert failed([count, None, count, None], 3) == [1]
    assert failed("None", 3) == []


def test_a_search_that_another_one_calls() -> None:
    plain = Count(3, 7, 9, (), ("search", "visit"))
    ordered = Count(3, 7, 9, (), ("ordered", "visit"))
    agent = Count(3, 7, 9, (), ("agent", "ordered", "visit"))
    unseen = Count(3, 7, 9, (), ())
    assert is_called_by([ordered], [agent])
    assert not is_called_by([ordered], [plain])
    assert not is_called_by([unseen], [unseen])


@pytest.mark.parametrize(("columns", "right"), [((0, 3), True), ((2, 3), True), ((1, 3), False)])
def test_a_search_is_none_to_compare_with_if_it_finds_wrong_columns(
    columns: tuple[int, int], right: bool
) -> None:
    board = ("    ",) * 4
    case = Series("two", (Position("one", board, (0, 2)), Position("other", board, (3,))))
    assert finds_columns([Count((one, None), 7, 9, (), ()) for one in columns], case) is right
