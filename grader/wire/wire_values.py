"""Defines the values that the wire carries beside JSON's own types, and their largest sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

MAX_DEPTH = 100
"""Levels of nesting in one value."""
MAX_NODES = 500_000
"""Containers and scalars in one value, counted together; enough for 7200 tours of 60 cities."""
TOO_MANY = f"more than {MAX_NODES} values in one answer"
"""What is said of a value that has more."""
MAX_ARRAY_BYTES = 1 << 24
"""Bytes of a NumPy array in an answer, before it is made a list: each item may be a long text."""
MAX_INT_BITS = 1 << 16
"""Bits of the largest integer that travels."""
MAX_PAIRS = 10_000**2
"""Pairs of members of the sets, and of keys of the dicts, in one value: 10,000 in a single set."""
MAX_COLLISIONS = 1000
"""Members and keys in one value that may share a hash with a neighbour."""

LIST, TUPLE = 0, 1
"""What an array begins with."""


class Untransferable(ValueError):
    """The error of a value that the wire refuses; ``str()`` is a sentence naming its type."""


class InjectedFunction(NamedTuple):
    """A function that the grader lends to a student's: of the reference, or a configured stub."""

    name: str
    config: Mapping[str, Any] | None = None
    """``None`` for a reference function; keyword arguments of a stub's factory otherwise."""


class LentFunctionHandle(NamedTuple):
    """Identifies a lent function in the student's process by name and number, without source."""

    name: str
    number: int
    """Which one, of all that are lent to one call; an :class:`InjectedFunction` stands for each."""


class OwnFunction(NamedTuple):
    """One of the student's own functions, passed as an argument."""

    name: str


def strip_subclass(value: Any) -> Any:
    """Return ``value`` in its built-in base type, without calling methods of a subclass."""
    kind = type(value)
    for base in (int, float):
        if issubclass(kind, base):
            return base.__pos__(value)
    if issubclass(kind, str):
        return str.__str__(value)
    if issubclass(kind, list):
        return list.__getitem__(value, slice(None))
    if issubclass(kind, tuple):
        return tuple.__getitem__(value, slice(None))
    return dict(dict.items(value)) if issubclass(kind, dict) else value


def describe_type(value: object) -> str:
    """Return the type of ``value`` as programmers write it, without running any of its code."""
    kind = type(value)
    try:
        name = type.__getattribute__(kind, "__qualname__")
        module = type.__getattribute__(kind, "__module__")
    except AttributeError:  # a class made where __name__ is not defined has no __module__
        return "an object"
    if type(name) is not str or type(module) is not str:
        return "an object"
    return (name if module in {"builtins", "__main__"} else f"{module}.{name}")[:200]
