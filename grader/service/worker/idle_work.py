"""Runs programs in a worker while nothing waits to be graded, each for a bounded time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sqlalchemy.orm import Session

from grader.jobs.grading_context import GradingContext
from grader.service.data.database import Database
from grader.service.worker.gradable_editions import GradingContextPool

_EVERY = 0.2
"""Seconds between two looks whether it has ended."""
_AGAIN = 0.3
"""Seconds that an idle worker has to take a submission before a busy one breaks off."""
_NICE = 10
"""By how much it is behind others where they want the same processor."""
_WRAPPER = "grader.service.worker.parent_death"


class ProcessFailed(Exception):
    """The error of a program that did not end well; ``str()`` is what it wrote about that."""


class GradingWaits(Exception):
    """The error of a program that is ended because a submission waits."""


def run_module_while_idle(
    arguments: Sequence[str], meanwhile: Callable[[], bool], seconds: float, given: bytes = b""
) -> bytes:
    """Run a Python module with arguments, and return its standard output.

    It is killed where it does not end by itself. What forks it has made end in good order then, as
    they watch their parent.

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
    command = [sys.executable, "-P", "-m", _WRAPPER, str(os.getpid()), *arguments]
    latest = time.monotonic() + seconds
    with (
        tempfile.TemporaryFile() as asked,
        tempfile.TemporaryFile() as answered,
        tempfile.TemporaryFile() as said,
    ):
        asked.write(given)
        asked.seek(0)
        with subprocess.Popen(
            command, stdin=asked, stdout=answered, stderr=said, env=environment
        ) as process:
            try:
                own = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, process.pid, own + _NICE)  # 19 at most
                while process.poll() is None:
                    if time.monotonic() > latest:
                        raise ProcessFailed(f"it did not end within {seconds:g} seconds")
                    if not meanwhile():
                        time.sleep(_EVERY)
            finally:
                process.kill()
        if process.returncode:
            said.seek(0)
            text = said.read().decode("utf-8", "replace").strip()
            raise ProcessFailed(text or f"it ended with status {process.returncode}")
        answered.seek(0)
        return answered.read()


def raise_if_grading_waits(waits: Callable[[], bool]) -> None:
    """Raise GradingWaits if a submission waits that no idle worker takes."""
    if waits():
        time.sleep(_AGAIN)
        if waits():
            raise GradingWaits


@dataclass
class IdleWork(ABC):
    """Work that a worker does, one piece at a time, while nothing waits to be graded.

    Attributes:
        look_every: seconds until a worker that found nothing to do looks again.
        waits: says whether a submission waits that this worker could grade.
        contexts: returns what the worker can grade, by the files as they are now.
    """

    look_every: ClassVar[float]

    database: Database
    sandbox: str
    waits: Callable[[], bool]
    contexts: Callable[[], GradingContextPool]
    _not_before: float = 0.0

    def work(self, worker: str, *, at_once: bool = False) -> bool:
        """Carry out the next piece of work, and return whether there was one.

        Args:
            worker: id of this worker.
            at_once: look even if there was nothing a moment ago.
        """
        now = time.monotonic()
        if (now < self._not_before and not at_once) or self.waits():
            return False
        self._not_before = now + self.look_every
        with self.database.reading() as session:
            if not self.is_any_due(session):
                return False
        return self.carry_out_next(worker, self.contexts().by_edition)

    @abstractmethod
    def is_any_due(self, session: Session) -> bool:
        """Return whether there may be something to do."""

    @abstractmethod
    def carry_out_next(self, worker: str, here: Mapping[int, GradingContext]) -> bool:
        """Carry out the next piece of work, and return whether there was one.

        Args:
            here: what the worker can grade, by edition.
        """
