"""Lifts Python's limit on the digits of an integer that it prints.

The wire bounds their length (:mod:`grader.wire`), so printing them is fast.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

_MOST = 25_000
"""Digits; the longest integer that crosses the wire has fewer than 20,000."""


_lock = threading.Lock()
_before: list[int] = []
"""The value before each open context. Python has one setting for all threads: the first context
finds the usual value, and the last one to end restores it."""


@contextlib.contextmanager
def allow_long_integers() -> Iterator[None]:
    """Let Python print every integer of an answer within the context."""
    with _lock:
        _before.append(sys.get_int_max_str_digits())
        sys.set_int_max_str_digits(_MOST)
    try:
        yield
    finally:
        with _lock:
            sys.set_int_max_str_digits(_before.pop())
