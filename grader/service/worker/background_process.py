"""Runs a program beside a worker's gradings: behind others, for a bounded time, and never alone."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

from grader.service.worker.parent_death import PARENT

_EVERY = 0.2
"""Seconds between two looks whether it has ended."""
_GRACE = 10.0
"""Seconds that it has to end what it has started, once it is asked to end."""
_NICE = 10
"""By how much it is behind others where they want the same processor."""


class ProcessFailed(Exception):
    """The error of a program that did not end well; ``str()`` is the end of what it wrote."""


def run_beside(
    arguments: Sequence[str], meanwhile: Callable[[], bool], seconds: float, given: bytes = b""
) -> bytes:
    """Run a Python module with arguments, and return its standard output.

    Args:
        meanwhile: is called again and again, and says whether it has done something. What it
            raises ends the program.
        seconds: by the clock, within which the program has to end.
        given: its standard input.

    Raises:
        ProcessFailed: if it ends with another status than 0, or not in time.
    """
    # It reads what students wrote, and needs no password of the database.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GRADE_")}
    environment[PARENT] = str(os.getpid())
    latest = time.monotonic() + seconds
    with (
        tempfile.TemporaryFile() as asked,
        tempfile.TemporaryFile() as answered,
        tempfile.TemporaryFile() as said,
    ):
        asked.write(given)
        asked.seek(0)
        with subprocess.Popen(
            [sys.executable, "-P", "-m", *arguments], stdin=asked, stdout=answered, stderr=said,
            env=environment,
        ) as process:  # fmt: skip
            try:
                os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
                while process.poll() is None:
                    if time.monotonic() > latest:
                        raise ProcessFailed(f"it did not end within {seconds:g} seconds")
                    if not meanwhile():
                        time.sleep(_EVERY)
            finally:
                _end(process)
        if process.returncode:
            said.seek(0)
            text = said.read().decode("utf-8", "replace").strip()
            raise ProcessFailed(text or f"it ended with status {process.returncode}")
        answered.seek(0)
        return answered.read()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, so that it ends its sandboxes in good order; kill it if it does not."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    process.kill()
