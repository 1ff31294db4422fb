"""Hashes and checks passwords, and limits how often somebody may guess one."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TypeVar

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from grader.service import ServiceProblem
from grader.service.auth.rate_limit import RateLimit

_Outcome = TypeVar("_Outcome")

SHORTEST, LONGEST = 10, 200
"""Characters of a password."""
_AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
"""Hashes that are made at once: each takes 64 MiB, and four threads for a third of a second."""
_MOST_WAITING = 100
"""Hashes that wait for these."""
_NICE = 2
"""By how much hashes come after the rest of the server, and before the workers' gradings."""


@functools.cache
def _hasher() -> PasswordHash:
    return PasswordHash((Argon2Hasher(),))


@functools.cache
def _nobodys() -> str:
    return _hasher().hash("nobody has this password")


def hash_password(password: str) -> str:
    """Return the hash of a new password.

    Raises:
        ServiceProblem: if it is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise ServiceProblem(f"Choose a password of {SHORTEST} to {LONGEST} characters.")
    return _hasher().hash(password)


def is_right_password(password: str, kept: str) -> bool:
    """Return whether a password fits a hash; an empty hash takes as long, and none fits it."""
    right = _hasher().verify(password[:LONGEST], kept or _nobodys())
    return right and bool(kept)


class TooManyHashes(Exception):
    """The error of a password that is not checked because too many others wait."""

    after = 15.0
    """Seconds after which to try again."""


class HashPool:
    """A pool of a few threads in which passwords are hashed, with a bounded queue.

    The threads that answer all other requests never wait for a hash.
    """

    def __init__(self, at_once: int = _AT_ONCE, most_waiting: int = _MOST_WAITING) -> None:
        self._room = threading.BoundedSemaphore(at_once + most_waiting)
        self._threads = ThreadPoolExecutor(at_once, "hash", initializer=_lower_thread_priority)

    async def run(self, work: Callable[[], _Outcome]) -> _Outcome:
        """Return the result of ``work`` in a thread; raise TooManyHashes if the queue is full."""
        if not self._room.acquire(blocking=False):
            raise TooManyHashes
        future = self._threads.submit(work)
        # Should the visitor go away, the hash is still made, and has its place until then.
        future.add_done_callback(lambda _: self._room.release())
        return await asyncio.wrap_future(future)


def _lower_thread_priority() -> None:
    """Lower the priority of the calling thread below the server's other threads."""
    thread = threading.get_native_id()
    os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICE)


class PasswordGuessLimit:
    """A limit on wrong passwords for a login, from an address, and for both together.

    A whole course may share an address. Wrong guesses from elsewhere must not lock out the owner of
    a login: their own guesses, in a browser that is known, are counted by themselves.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = (
            RateLimit(10, 300.0, clock),
            RateLimit(50, 300.0, clock),
            RateLimit(100, 300.0, clock),
        )
        self._known = RateLimit(10, 300.0, clock)

    def take(self, login: str, address: str, known: str = "") -> float:
        """Count a guess as wrong and return 0; if there are too many, return the seconds to wait.

        Args:
            known: the browser or the person that the guess surely comes from, if that is known.
        """
        counted: list[tuple[RateLimit, str]] = []
        for rate, whose in self._counts(login, address, known):
            if wait := rate.take(whose):
                for earlier, its in counted:
                    earlier.give_back(its)
                return wait
            counted.append((rate, whose))
        return 0.0

    def right(self, login: str, address: str, known: str = "") -> None:
        """Remove the latest guess from the count, because it was right."""
        for rate, whose in self._counts(login, address, known):
            rate.give_back(whose)

    def _counts(self, login: str, address: str, known: str) -> list[tuple[RateLimit, str]]:
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
