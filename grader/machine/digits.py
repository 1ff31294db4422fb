"""Integers as long as answers may be are written out, which Python refuses by default.

What crosses the wire is bounded (:mod:`grader.wire`), so that writing it takes no time to speak of.
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
"""The value before each context that is open now. Python has one setting for all threads: the
first context finds the usual value, and the last one to end puts that back."""


@contextlib.contextmanager
def printable_integers() -> Iterator[None]:
    """Do something during which every integer of an answer can be written out."""
    with _lock:
        _before.append(sys.get_int_max_str_digits())
        sys.set_int_max_str_digits(_MOST)
    try:
        yield
    finally:
        with _lock:
            sys.set_int_max_str_digits(_before.pop())
