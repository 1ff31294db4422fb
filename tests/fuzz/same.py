"""Equality that tells 1 from True and 1.0, 0.0 from -0.0, and finds NaN equal to itself."""

from __future__ import annotations

from typing import Any


def same(one: Any, other: Any) -> bool:
    """Whether two values of the wire are alike in every part and its type."""
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is list or kind is tuple:
        return len(one) == len(other) and all(map(same, one, other))
    if kind is float:
        return bool(one.hex() == other.hex())
    if kind is dict:
        return len(one) == len(other) and all(map(same, one.items(), other.items()))
    if kind is set or kind is frozenset:
        return sorted(map(spelt, one)) == sorted(map(spelt, other))
    return bool(one == other)


def spelt(value: Any) -> str:
    """A text that exactly the same values have."""
    kind = type(value)
    if kind is float:
        return f"float {value.hex()}"
    if kind is list or kind is tuple:
        return f"{kind.__name__} ({', '.join(map(spelt, value))})"
    if kind is dict:
        return f"dict ({', '.join(f'{spelt(key)}: {spelt(value[key])}' for key in value)})"
    if kind is set or kind is frozenset:
        return f"{kind.__name__} ({', '.join(sorted(map(spelt, value)))})"
    if kind is int:
        return f"int {value:x}"
    return f"{kind.__name__} {value!r}"
