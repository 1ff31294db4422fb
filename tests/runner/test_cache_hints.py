"""Students are told where a cache cannot take the lists that a function is given."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import pytest

from grader.runner.error_hints import add_cache_hint

ADVICE = (
    ". A function with functools.lru_cache or cache cannot be given a list: "
    "take the cache away, or turn what you pass into tuples"
)


@cache
def cached_search(board: Any) -> int:
    return len(board)


def searches_by_another(board: Any) -> int:
    return cached_search(board)


def looks_up(board: Any) -> int:
    return {(1, 2): 3}[board]


def said(called: Callable[..., Any], *args: Any) -> str:
    """What is said of the exception that a call ends in."""
    try:
        called(*args)
    except Exception as problem:  # noqa: BLE001 - of any kind
        return add_cache_hint(problem, str(problem), sys.exc_info()[2], called)
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize("called", [cached_search, searches_by_another, lru_cache(len)])
def test_a_cache_that_is_given_a_list_is_named(called: Callable[..., Any]) -> None:
    assert said(called, [["B"]]) == f"unhashable type: 'list'{ADVICE}"


def test_other_errors_are_left_as_they_are() -> None:
    assert said(looks_up, [1]) == "unhashable type: 'list'"
    assert said(lru_cache(len), 3) == "object of type 'int' has no len()"


def test_messages_of_the_students_own_get_no_advice() -> None:
    def refuses(_: object) -> None:
        raise TypeError("unhashable type: 'a \x1b[31m thing'")

    assert said(lru_cache(refuses), 3) == "unhashable type: 'a \x1b[31m thing'"
