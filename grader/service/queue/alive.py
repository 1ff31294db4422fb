"""Who is alive: a worker holds a lock on a file, which the kernel lets go when the worker ends.

No clock is asked, so that neither a busy machine nor one that slept makes a worker look dead.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
from pathlib import Path


class Seat:
    """A worker's proof of life, under an id that no other worker ever has."""

    def __init__(self, folder: Path) -> None:
        self.id = secrets.token_hex(8)
        self._path = _path(folder, self.id)
        self._path.parent.mkdir(mode=0o700, exist_ok=True)
        # Python's descriptors do not outlive exec: processes that grade do not hold the lock.
        self._lock = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def leave(self) -> None:
        """Give it up."""
        self._path.unlink(missing_ok=True)
        os.close(self._lock)


def is_gone(folder: Path, id: str) -> bool:
    """Whether the worker ``id`` has ended, in whichever way. It never comes back."""
    try:
        lock = os.open(_path(folder, id), os.O_RDWR)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True


def forget(folder: Path, id: str) -> None:
    """Remove what a worker that is gone has left behind."""
    with contextlib.suppress(FileNotFoundError):
        _path(folder, id).unlink()


def _path(folder: Path, id: str) -> Path:
    return folder / "workers" / f"{id}.lock"
