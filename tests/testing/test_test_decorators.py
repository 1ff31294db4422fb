from __future__ import annotations

from typing import Any

import pytest

from grader.model.report import Visibility
from grader.testing import cases, task
from grader.testing.test_decorators import TaskMark


def mark_of(decorator: pytest.MarkDecorator) -> TaskMark:
    (mark,) = decorator.args
    assert isinstance(mark, TaskMark)
    return mark


def test_a_task_needs_only_its_points() -> None:
    mark = mark_of(task("3.1", points=2))
    assert mark == TaskMark("3.1", 2, Visibility.PRIVATE, "", (), False, False, None)


def test_everything_that_can_be_said_of_a_test() -> None:
    mark = mark_of(
        task(
            "3.1",
            points=0.5,
            visibility="public",
            hint="Think.",
            beside=["test_a", "test_b"],
            isolated=True,
            cpu_seconds=9,
        )
    )
    expected = TaskMark(
        "3.1", 0.5, Visibility.PUBLIC, "Think.", ("test_a", "test_b"), True, False, 9
    )
    assert mark == expected


def test_beside_one_test_is_beside_a_list_of_one() -> None:
    assert mark_of(task("1", points=1, beside="test_a")).beside == ("test_a",)


@pytest.mark.parametrize("points", [-1, float("nan")])
def test_points_are_not_negative(points: float) -> None:
    with pytest.raises(ValueError, match="cannot be worth"):
        task("1", points=points)


def test_a_visibility_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="secret"):
        task("1", points=1, visibility="secret")  # type: ignore[arg-type]


def test_cases_may_be_any_iterable() -> None:
    assert cases(number for number in (3, 1, 2)).args == ((3, 1, 2),)


def test_no_cases_would_be_accepted_unseen() -> None:
    with pytest.raises(ValueError, match="at least one case"):
        cases([])


@pytest.mark.parametrize("items", [[1, 2, 1], [1, "1"]])
def test_two_cases_of_one_name_could_not_be_told_apart(items: list[Any]) -> None:
    with pytest.raises(ValueError, match="two cases are called '1'"):
        cases(items)


def test_a_pool_is_kept_beside_the_cases_of_everybody() -> None:
    mark = cases([1, 2], pool=iter("abc"), draw=2)
    assert mark.args == ((1, 2),)
    assert mark.kwargs == {"pool": ("a", "b", "c"), "draw": 2, "prepare": None, "suits": None}


def test_names_are_unique_over_the_pool_too() -> None:
    with pytest.raises(ValueError, match="two cases are called '2'"):
        cases([1, 2], pool=["2", "3"], draw=1)


@pytest.mark.parametrize(
    ("pool", "draw", "problem"),
    [
        ([3, 4], 3, "3 cases cannot be drawn of a pool of 2"),
        ([3, 4], -1, "-1 cases cannot be drawn"),
        ([], 1, "1 cases cannot be drawn of a pool of 0"),
        ([3, 4], 0, "say how many cases"),
    ],
)
def test_what_cannot_be_drawn(pool: list[int], draw: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        cases([1], pool=pool, draw=draw)


def test_a_pool_alone_would_leave_nothing_that_everybody_gets() -> None:
    with pytest.raises(ValueError, match="at least one case"):
        cases([], pool=[1, 2], draw=1)


def test_cases_are_not_isolated_and_in_turn_at_once() -> None:
    with pytest.raises(ValueError, match="isolated"):
        task("3.1", points=1, isolated=True, in_turn=True)
