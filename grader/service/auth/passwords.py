"""Passwords, and how often somebody may guess one."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from grader.service import ServiceProblem
from grader.service.auth.rates import Rate

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


class Guesses:
    """Bounds wrong passwords, by login and by address, of which a whole course may share one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._logins = Rate(10, 300.0, clock)
        self._addresses = Rate(100, 300.0, clock)

    def take(self, login: str, address: str = "") -> float:
        """Count a guess as wrong; or count none, and say in how many seconds there may be one."""
        login = login.strip().lower()[:64]
        wait = self._logins.take(login)
        if wait or not address:
            return wait
        if wait := self._addresses.take(address):
            self._logins.give_back(login)
        return wait

    def right(self, login: str, address: str = "") -> None:
        """The latest guess was right, and counts for nothing."""
        self._logins.give_back(login.strip().lower()[:64])
        self._addresses.give_back(address)
