"""Defines objects that equal every answer they accept, as Coursemology compares by equality.

That platform compares what an expression comes to with what is expected, by ``==``. So a condition
is an object of which ``==`` says whether it holds, and ``str`` what students read as expected.

This file travels in packages, behind the student's code, so it needs the standard library alone.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

MOST_ENTRIES = 10_000
"""Entries of an answer that are compared; more are never right, and could take for ever."""


class ExpectSame:
    """Accepts one value; lists and tuples count alike, whatever their depth."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return _convert_to_tuples(other) == _convert_to_tuples(self.value)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.value)


class ExpectAnyOrder(ExpectSame):
    """Accepts a list, a tuple or a set with these entries, each as often as here, in any order."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (set, frozenset)):
            other = _convert_to_tuples(other)
        if not isinstance(other, (tuple, set, frozenset)) or len(other) > MOST_ENTRIES:
            return False
        return _sorted(other) == _sorted(self.value)

    __hash__ = None

    def __repr__(self) -> str:
        return f"{self.value!r}, in any order"


class ExpectOneOf:
    """Accepts each of several values; lists and tuples count alike."""

    def __init__(self, *values: Any) -> None:
        self.values = [ExpectSame(value) for value in values]

    def __eq__(self, other: object) -> bool:
        return any(value == other for value in self.values)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return " or ".join(map(repr, self.values))


def arguments_changed_by(function: Callable[..., Any], *args: Any, **kwargs: Any) -> list[int]:
    """Call ``function``, and return the positions of arguments that it left different."""
    before = [arg if callable(arg) else copy.deepcopy(arg) for arg in args]
    function(*args, **kwargs)
    return [place for place, arg in enumerate(args) if not (callable(arg) or arg == before[place])]


def _convert_to_tuples(value: object) -> object:
    """Return ``value`` with its lists and NumPy arrays converted to tuples, at every depth."""
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return tuple(_convert_to_tuples(each) for each in value)
    # True equals 1, and is no number all the same.
    return ("bool", value) if isinstance(value, bool) else value


def _sorted(values: Iterable[object]) -> list[str]:
    return sorted(repr(_convert_to_tuples(value)) for value in values)
