"""Tries statements in a copy of the process, if time is too short for all of them.

What takes long there is left out, as if it had never been begun. The rest is done once more, for
good.
"""

from __future__ import annotations

import os
from _signal import (  # type: ignore[import-not-found]  # signal's own would make enumerations
    ITIMER_PROF,
    SIG_DFL,
    SIGPROF,
    setitimer,
    signal,
)
from collections.abc import Callable

from grader.runner.blocking_statements import ASLEEP, WaitingDuringLoad
from grader.runner.statement import Statement


class Trial:
    """A trial of statements, and the indexes of statements that took too long.

    Args:
        need: those of this need (:class:`~grader.runner.statement.Importance`) or less.
        seconds: of CPU time, and of sleep, that each may take.
        waiting: what counts its sleep.
    """

    def __init__(self, need: int, seconds: float, waiting: WaitingDuringLoad) -> None:
        self._need = need
        self._seconds = seconds
        self._waiting = waiting
        self.failed: list[int] = []
        """Indices of the statements that took too long."""

    def fails(self, statement: Statement, run: Callable[[], object]) -> bool:
        """Return whether ``statement`` is tried, by ``run``, and takes too long."""
        if statement.need > self._need or not self._takes_long(run):
            return False
        self.failed.append(statement.index)
        return True

    def _takes_long(self, run: Callable[[], object]) -> bool:
        pid = os.fork()
        if pid == 0:
            try:
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, 1)
                os.dup2(nowhere, 2)
                # The kernel's timer needs no help of the student's code.
                signal(SIGPROF, SIG_DFL)
                setitimer(ITIMER_PROF, self._seconds)
                self._waiting.begin_trial(self._seconds)
                run()
            finally:
                os._exit(0)
        try:
            _, status = os.waitpid(pid, 0)
        except (
            ChildProcessError
        ):  # a student can have the system collect it: signal(SIGCHLD, SIG_IGN)
            return False
        return os.waitstatus_to_exitcode(status) in {-SIGPROF, ASLEEP}
