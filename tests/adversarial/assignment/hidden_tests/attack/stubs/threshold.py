"""Tells on which side of a threshold a number is, at a price."""

from __future__ import annotations

from collections.abc import Callable


def make(log: list[int], *, at: int) -> Callable[[int], bool]:
    """A function that is true from ``at`` on; a call costs some milliseconds."""

    def threshold(number: int) -> bool:
        for _ in range(400_000):
            pass
        return number >= at

    return threshold
