"""Passwords, and how often somebody may guess one."""

from __future__ import annotations

import functools
import threading
import time
from collections import deque
from dataclasses import dataclass, field

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from grader.service import ServiceProblem

SHORTEST, LONGEST = 10, 200
"""Characters of a password."""


@functools.cache
def _hasher() -> PasswordHash:
    return PasswordHash((Argon2Hasher(),))


@functools.cache
def _nobodys() -> str:
    return _hasher().hash("nobody has this password")


def hashed(password: str) -> str:
    """What to keep of a new password.

    Raises:
        ServiceProblem: if it is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise ServiceProblem(f"Choose a password of {SHORTEST} to {LONGEST} characters.")
    return _hasher().hash(password)


def fits(password: str, kept: str) -> bool:
    """Whether it is the one; for nobody, ``kept`` is empty, and it takes as long to say no."""
    right = _hasher().verify(password[:LONGEST], kept or _nobodys())
    return right and bool(kept)


@dataclass(slots=True)
class Guesses:
    """Counts wrong guesses by name and by address; both may make so many in a while."""

    most: int = 10
    seconds: float = 300.0
    _made: dict[str, deque[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def allowed(self, *whose: str) -> bool:
        """Whether all of these may guess once more."""
        now = time.monotonic()
        with self._lock:
            for known in [known for known, made in self._made.items() if self._old(made, now)]:
                del self._made[known]
            return all(len(self._made.get(each, ())) < self.most for each in whose)

    def wrong(self, *whose: str) -> None:
        """Note a wrong guess of these."""
        with self._lock:
            for each in whose:
                self._made.setdefault(each, deque(maxlen=self.most)).append(time.monotonic())

    def _old(self, made: deque[float], now: float) -> bool:
        while made and now - made[0] > self.seconds:
            made.popleft()
        return not made
