"""Identifies a process among all others, so that what it leaves behind is recognised as its own."""

from __future__ import annotations

import re
from pathlib import Path


def namespace() -> str:
    """Return the number of the PID namespace in which this process's pid counts."""
    return re.sub(r"\D", "", str(Path("/proc/self/ns/pid").readlink()))


def started(pid: int) -> str:
    """Return when a process was started, in clock ticks since boot; empty if it does not exist."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "backslashreplace")
    except OSError:
        return ""
    # The second field is the name in parentheses and may hold anything, even spaces.
    return stat.rpartition(")")[2].split()[19]
