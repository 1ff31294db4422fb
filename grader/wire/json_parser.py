"""Parses JSON that may be hostile."""

from __future__ import annotations

import json
from typing import Any

from grader.wire.frames import MAX_FRAME, WireError
from grader.wire.wire_values import MAX_DEPTH

MAX_LEVELS = 2 * MAX_DEPTH + 20
"""Levels of nesting in the JSON of one frame: two for a container, and some around the value."""

CONTAINERS = frozenset((list, dict))
"""Types of what holds other values in a JSON tree."""

_ALL_DIGITS_ALIKE = bytes(byte if byte not in b"123456789" else ord("0") for byte in range(256))
_LONG_DIGITS = b"0" * 18
"""What is left of a long run of digits if they are all alike; faster to find than a pattern."""


def parse(text: str | bytes) -> Any:
    """Read JSON that may be hostile: bounded depth and integers, no floats, no duplicate keys.

    Raises:
        WireError: on anything else.
    """
    if len(text) > MAX_FRAME:
        raise WireError("the frame is too long")
    try:
        data = text if isinstance(text, bytes) else text.encode()
        text = data.decode("ascii")
        # Without a long run of digits nothing has to be checked, which is much faster.
        alike = data.translate(_ALL_DIGITS_ALIKE)
        tree = (_CAREFUL if _LONG_DIGITS in alike else _QUICK).decode(text)
    except WireError:
        raise
    except (ValueError, RecursionError) as problem:
        raise WireError(f"not a JSON text of this protocol ({type(problem).__name__})") from None
    # How deep the interpreter itself goes depends on who is asking: what the zygote can read and
    # pass on, the trusted side could fail to.
    if text.count("[") + text.count("{") > MAX_LEVELS and _too_deep(tree):
        raise WireError("nested too deeply")
    return tree


def _too_deep(tree: Any) -> bool:
    level: list[Any] = [[tree]]
    for _ in range(MAX_LEVELS + 1):
        containers: list[Any] = []
        for parent in level:
            children = parent if type(parent) is list else parent.values()
            if not CONTAINERS.isdisjoint(map(type, children)):
                containers += [child for child in children if type(child) in CONTAINERS]
        if not containers:
            return False
        level = containers
    return True


def _short_int(digits: str) -> int:
    if len(digits) > 17:
        raise WireError("an integer literal is too long")
    return int(digits)


def _refuse_number(_literal: str) -> Any:
    raise WireError("floats travel in hexadecimal only")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise WireError("a key occurs twice")
    return members


_CAREFUL, _QUICK = (
    json.JSONDecoder(
        parse_int=parse_int,
        parse_float=_refuse_number,
        parse_constant=_refuse_number,
        object_pairs_hook=_unique_keys,
    )
    for parse_int in (_short_int, None)
)
