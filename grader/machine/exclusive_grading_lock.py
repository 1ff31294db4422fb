"""Locks the machine for one grading at a time, for calls that it was too busy for at first.

Other work goes on meanwhile. But gradings of the same user, which would all repeat their calls at
the worst moment, wait for each other.
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
