"""Counts calls of lent functions in shared memory, which outlives the process that counted.

They stand in a page of memory that PID 1 shares with the process that answers for lent functions,
and with no process of student code. A call that had to be stopped can no longer say what it did;
the page can.
"""

from __future__ import annotations

import mmap
import struct

_NUMBER = struct.Struct("Q")
"""The format by which :meth:`SharedCallCounters.counters` counts."""


class SharedCallCounters:
    """A page of shared counters, made before the processes that count are forked."""

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, mmap.PAGESIZE)

    def counters(self) -> memoryview[int]:
        """Return the counters as memory in which to count."""
        return memoryview(self._page).cast("Q")

    def numbers(self) -> list[int]:
        """Return the counters as they are now, up to the last that is not zero."""
        found = bytes(self._page).rstrip(b"\0")
        found += bytes(-len(found) % _NUMBER.size)
        return [number for (number,) in _NUMBER.iter_unpack(found)]

    def clear(self) -> None:
        """Set all counters to zero."""
        self._page[:] = bytes(len(self._page))

    def close(self) -> None:
        """Close the page, whose memory is freed with the last process that shares it."""
        self._page.close()
