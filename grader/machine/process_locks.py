"""Locks parts of this machine among processes of a user: for one grading, or a processor core.

A grading has the machine for itself where it repeats calls that the machine was too busy for at
first. Other work goes on meanwhile. But gradings of the same user, which would all repeat their
calls at the worst moment, wait for each other.

Two agents that play each other move in turn, so a game needs one core. Games side by side do not
share one, as long as there are no more of them than cores.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import time
from collections.abc import Iterator

from grader.machine import cache_folder

PATIENCE = 600.0
"""Seconds to wait for the lock. A process that was stopped may keep it for ever."""
_EVERY = 0.05


@contextlib.contextmanager
def hold_exclusive_lock() -> Iterator[None]:
    """Hold the lock that lets only one grading of this user repeat calls at a time.

    Without a lock, because there is no folder for it or another grading keeps it for too long,
    nothing waits: waiting makes success likelier, and nothing depends on it.
    """
    descriptor = _opened()
    if descriptor is None:
        yield
        return
    try:
        give_up = time.monotonic() + PATIENCE
        while _fails_to_take_lock(descriptor) and time.monotonic() < give_up:
            time.sleep(_EVERY)
        yield
    finally:
        os.close(descriptor)


def _opened() -> int | None:
    folder = cache_folder.cache_folder()
    if folder is None:
        return None
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        descriptor = os.open(folder / "alone.lock", flags, 0o600)
    except OSError:
        return None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    return descriptor


def _fails_to_take_lock(descriptor: int) -> bool:
    """Return whether another grading holds the lock; if not, take the lock if there are locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # a file system without locks
        return False
    return False


def bind_to_free_core() -> int | None:
    """Bind this process, and processes it starts from now on, to a core that no other one holds.

    Returns:
        The number of the core, or ``None`` if none is free, or it cannot be found out; the process
        is bound to nothing then. The core is given back when the process ends.
    """
    folder = cache_folder.cache_folder()
    if folder is None:
        return None
    for core in sorted(os.sched_getaffinity(0)):
        try:
            descriptor = os.open(
                folder / f"core-{core}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600
            )
        except OSError:
            return None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            continue
        os.sched_setaffinity(0, {core})
        return core
    return None
