"""Binds a process to a processor core of its own, among those that use this module.

Two agents that play each other move in turn, so a game needs one core. Games side by side do not
share one, as long as there are no more of them than cores.
"""

from __future__ import annotations

import fcntl
import os

from grader.machine import cache_folder


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
