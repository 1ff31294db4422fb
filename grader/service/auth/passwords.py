"""Passwords, and how often somebody may guess one."""

from __future__ import annotations

import contextlib
import functools
import threading
import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from grader.service import ServiceProblem
from grader.service.auth.rates import Rate

SHORTEST, LONGEST = 10, 200
"""Characters of a password."""
_few = threading.BoundedSemaphore(4)
"""Hashes that are made at once: each takes 64 MiB."""


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
    with _few:
        return _hasher().hash(password)


def fits(password: str, kept: str) -> bool:
    """Whether it is the one; for nobody, ``kept`` is empty, and it takes as long to say no."""
    with _few:
        right = _hasher().verify(password[:LONGEST], kept or _nobodys())
    return right and bool(kept)


class Guesses:
    """Bounds wrong passwords: of a login from an address, of a login, and from an address.

    A whole course may share an address. Wrong guesses from elsewhere must not lock out the owner of
    a login: their own guesses, in a browser that is known, are counted by themselves.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = (Rate(10, 300.0, clock), Rate(50, 300.0, clock), Rate(100, 300.0, clock))
        self._known = Rate(10, 300.0, clock)

    def take(self, login: str, address: str, known: str = "") -> float:
        """Count a guess as wrong; or count none, and say in how many seconds there may be one.

        Args:
            known: the browser or the person that the guess surely comes from, if that is known.
        """
        counted: list[tuple[Rate, str]] = []
        for rate, whose in self._counts(login, address, known):
            if wait := rate.take(whose):
                for earlier, its in counted:
                    earlier.give_back(its)
                return wait
            counted.append((rate, whose))
        return 0.0

    def right(self, login: str, address: str, known: str = "") -> None:
        """The latest guess was right, and counts for nothing."""
        for rate, whose in self._counts(login, address, known):
            rate.give_back(whose)

    def _counts(self, login: str, address: str, known: str) -> list[tuple[Rate, str]]:
        if known:
            return [(self._known, known)]
        return list(zip(self._rates, _whose(login, address), strict=True))


def _whose(login: str, address: str) -> tuple[str, str, str]:
    login = login.strip().lower()[:64]
    with contextlib.suppress(ValueError):
        number = ip_address(address.partition("%")[0])
        if isinstance(number, IPv6Address):
            # One connection has 2 to the power of 64. But where a server listens for both kinds,
            # one such network holds all addresses of IPv4.
            address = str(number.ipv4_mapped or ip_network((number, 64), strict=False))
    return f"{login} {address}", login, address
