"""What processes take of the memory."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tests.orphans import children


def proportional(pid: int) -> float:
    """Megabytes of a process, of shared pages its part; 0 if it has ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def with_descendants(pid: int) -> float:
    """The same of a process and of all that it has started, and they."""
    return proportional(pid) + sum(map(with_descendants, children(pid)))
