"""Ends a child process as soon as its parent process has died."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PARENT = "GRADE_SERVED_BY"
"""Environment variable with the process that a worker ends with."""
_PR_SET_PDEATHSIG = 1


def terminate_with_parent(parent: str) -> bool:
    """Have the kernel send SIGTERM when ``parent`` ends; return whether it still runs.

    Args:
        parent: its number; empty if nobody in particular has started this process.
    """
    if not parent.isdecimal():
        return True
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    return os.getppid() == int(parent)


def main() -> None:
    """Run a module in this process, with arguments, that ends with the parent: ``PID MODULE …``."""
    parent, *arguments = sys.argv[1:]
    if terminate_with_parent(parent):
        os.execv(sys.executable, [sys.executable, "-P", "-m", *arguments])


if __name__ == "__main__":
    main()
