"""Identifies a process among all others, so that what it leaves behind is recognised as its own."""

from __future__ import annotations

import re
from pathlib import Path


def namespace() -> str:
    """Number of the PID namespace, in which a process id means a process."""
    return re.sub(r"\D", "", str(Path("/proc/self/ns/pid").readlink()))


def started(pid: int) -> str:
    """When a process was started, in clock ticks since the boot; empty if there is none."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "backslashreplace")
    except OSError:
        return ""
    # The second field is the name in parentheses and may hold anything, even spaces.
    return stat.rpartition(")")[2].split()[19]
