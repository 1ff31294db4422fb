"""CPU time of starts of the command line, which people and scripts wait for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measure import Figure, surroundings

_STARTS = {
    ("--version",): 0.1,
    ("--help",): 0.25,
    ("run", "--help"): None,
    ("batch", "--help"): None,
}
"""Arguments, and the most that they may take, in seconds."""


def table(runs: int) -> Iterator[str]:
    """Yield the lines of a table of CPU seconds, of ``runs`` starts each."""
    yield "| CPU time of a start | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for arguments, target in _STARTS.items():
        seconds = [cpu_seconds(*arguments) for _ in range(runs + 1)][1:]  # the first one compiles
        yield Figure(f"`grade {' '.join(arguments)}`", "s", seconds, target).row()


def cpu_seconds(*arguments: str) -> float:
    """Return the CPU time of ``grade`` with these arguments, the system's part included."""
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments],
        env=surroundings(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"grade {' '.join(arguments)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime
