"""Describes NumPy arrays that are arguments, and checks that NumPy can hold them.

This side of the wire does without NumPy. Everything is checked here, so that making the array
inside cannot fail, and changes nothing: NumPy would cut off texts and overflow quietly.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from grader.wire.wire_values import Untransferable, describe_type

MAX_DIMENSIONS = 8
"""Of an array that travels."""

_TEXT = re.compile(r"U([1-9][0-9]?)")
_INT = re.compile(r"(u?)int(8|16|32|64)")
_LARGEST_FLOAT = {"float32": float.fromhex("0x1.fffffep+127"), "float64": float("inf")}
_KINDS = "bool, int8 to int64, uint8 to uint64, float32, float64, and U1 to U99 for text"


class Array(NamedTuple):
    """An argument that arrives as a ``numpy.ndarray``.

    Attributes:
        items: nested lists or tuples, those of one level all of the same length; a plain value for
            an array without dimensions.
        dtype: as NumPy names it: ``bool``, ``int8`` to ``int64``, ``uint8`` to ``uint64``,
            ``float32``, ``float64``, and ``U1`` to ``U99`` for texts of so many characters.
    """

    items: Any
    dtype: str


def check_array(array: Array) -> None:
    """Raise Untransferable unless NumPy can make an array of exactly these items."""
    level, dimensions = [array.items], 0
    while any(type(item) in {list, tuple} for item in level):
        lengths = {len(item) if type(item) in {list, tuple} else -1 for item in level}
        if len(lengths) > 1:
            raise Untransferable("an array whose rows are not all of the same length")
        dimensions += 1
        if dimensions > MAX_DIMENSIONS:
            raise Untransferable(f"an array of more than {MAX_DIMENSIONS} dimensions")
        level = [item for inner in level for item in inner]
    fits = _make_item_test(array.dtype)
    for item in level:
        if not fits(item):
            raise Untransferable(f"{_shown(item)} in an array of {array.dtype}")


def _make_item_test(dtype: str) -> Callable[[Any], bool]:
    """Return a function that tells whether an array of type ``dtype`` holds an item unchanged."""
    if dtype == "bool":
        return lambda item: type(item) is bool
    if named := _INT.fullmatch(dtype):
        bits = int(named[2])
        low, high = (0, 2**bits) if named[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1))
        return lambda item: type(item) is int and low <= item < high
    if largest := _LARGEST_FLOAT.get(dtype):
        return lambda item: _is_float(item, largest)
    if named := _TEXT.fullmatch(dtype):
        width = int(named[1])
        # NumPy fills up with NULs, so that it cannot tell one at the end.
        return lambda item: type(item) is str and len(item) <= width and not item.endswith("\0")
    raise Untransferable(f"an array of {dtype}; known are {_KINDS}")


def _is_float(item: Any, largest: float) -> bool:
    if type(item) is float:
        return not math.isfinite(item) or abs(item) <= largest
    return type(item) is int and abs(item) <= 2**53


def _shown(item: Any) -> str:
    return repr(item)[:50] if type(item) in {bool, int, float, str} else describe_type(item)
