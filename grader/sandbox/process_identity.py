"""Identifies processes: which one it is among all, and the user id that a sandbox runs as.

What a process leaves behind is recognised as its own. When the grader runs as root, each running
sandbox has a user id of its own. A sandbox started by root would be root to the kernel, whatever
its namespace says, and exempt from process limits. So root gives up its identity first; the id is
nobody else's while it is in use, because the kernel counts processes per id.
"""

from __future__ import annotations

import fcntl
import os
import re
from dataclasses import dataclass
from pathlib import Path


def pid_namespace() -> str:
    """Return the number of the PID namespace in which this process's pid counts."""
    return re.sub(r"\D", "", str(Path("/proc/self/ns/pid").readlink()))


def process_start_time(pid: int) -> str:
    """Return when a process was started, in clock ticks since boot; empty if it does not exist."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "backslashreplace")
    except OSError:
        return ""
    # The second field is the name in parentheses and may hold anything, even spaces.
    return stat.rpartition(")")[2].split()[19]


FIRST_UID = 64_100
SLOTS = 256
_LOCKS = Path("/run/search-autograder")


@dataclass(frozen=True, slots=True)
class UserIdReservation:
    """A user id held by this process until it is released (or the process ends)."""

    uid: int
    lock: int

    def release(self) -> None:
        """Release the user id for other sandboxes."""
        os.close(self.lock)


def reserve_user_id() -> UserIdReservation:
    """Return the lowest free user id, held by this process.

    Raises:
        OSError: if all are taken.
    """
    _LOCKS.mkdir(mode=0o755, exist_ok=True)
    for number in range(SLOTS):
        descriptor = os.open(_LOCKS / f"slot-{number}", os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            continue
        return UserIdReservation(FIRST_UID + number, descriptor)
    raise OSError(f"all {SLOTS} sandbox slots of this machine are in use")
