"""Finds the global names that code mentions, in it and in whatever is defined in it."""

from __future__ import annotations

from collections.abc import Iterator
from opcode import EXTENDED_ARG, opmap
from types import CodeType

# Python's own `dis` says the same, at fifteen times the cost, and every load asks.
_SHIFTS = {
    opmap[name]: shift
    for name, shift in (
        # The lowest bit of its argument says something else.
        ("LOAD_GLOBAL", 1),
        ("LOAD_NAME", 0),
        ("LOAD_FROM_DICT_OR_GLOBALS", 0),
        ("STORE_GLOBAL", 0),
        ("DELETE_GLOBAL", 0),
    )
    if name in opmap
}
_STORE_GLOBAL = opmap["STORE_GLOBAL"]


def mentioned(code: CodeType) -> set[str]:
    """Return the global names that ``code`` looks up, or binds by a ``global`` statement.

    Attributes, and variables of functions, are none.
    """
    return {name for _, name in _operations(code)}


def stored(code: CodeType) -> set[str]:
    """Return the global names that functions in ``code`` bind."""
    return {name for operation, name in _operations(code) if operation == _STORE_GLOBAL}


def _operations(code: CodeType) -> Iterator[tuple[int, str]]:
    waiting = [code]
    while waiting:
        current = waiting.pop()
        waiting += (part for part in current.co_consts if isinstance(part, CodeType))
        names, raw = current.co_names, current.co_code
        extended = 0
        for at in range(0, len(raw), 2):
            operation, argument = raw[at], raw[at + 1] | extended
            extended = argument << 8 if operation == EXTENDED_ARG else 0
            if (shift := _SHIFTS.get(operation)) is not None:
                yield operation, names[argument >> shift]
