"""Limits how many tries somebody has within a time."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class RateLimit:
    """A limit of ``most`` tries within ``seconds`` for each key.

    Attributes:
        clock: in seconds, from any beginning.
    """

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _made: dict[str, deque[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, whose: str) -> float:
        """Count a try and return 0; if there were too many, return the seconds to wait."""
        with self._lock:
            now = self.clock()
            self._forget_old(now)
            made = self._made.setdefault(whose, deque())
            if len(made) >= self.most:
                return made[0] + self.seconds - now
            made.append(now)
            return 0.0

    def give_back(self, whose: str) -> None:
        """Remove the latest try from the count, because it was right."""
        with self._lock:
            if made := self._made.get(whose):
                made.pop()

    def _forget_old(self, now: float) -> None:
        for whose, made in list(self._made.items()):
            while made and now - made[0] >= self.seconds:
                made.popleft()
            if not made:
                del self._made[whose]


def describe_wait(seconds: float) -> str:
    """Return in words how long to wait, as "in 3 minutes"."""
    if seconds <= 60:
        return f"in {math.ceil(seconds)} second{'s' * (math.ceil(seconds) != 1)}"
    minutes = math.ceil(seconds / 60)
    return f"in {minutes} minutes"
