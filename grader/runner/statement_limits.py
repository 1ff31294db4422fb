"""Ends statements that block or take long while a program is loaded.

A statement that asks for input on and on, or an experiment that sleeps, ends its process. If time
is too short for all statements, they are tried in a copy of the process: what takes long there is
left out, as if it had never been begun, and the rest is done once more, for good.
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
from typing import SupportsIndex

from grader.runner.boot import library_builtins
from grader.runner.statement import Importance, Statement

TOOK_LONG = "used more than its share of the time"
"""What is said of statements that are left out so that the others can be run."""
MAX_QUESTIONS = 1000
"""How often one statement may ask for input, which nobody gives."""
UNANSWERED = 113
"""Status with which a process ends that asks on and on,"""
ASLEEP = 114
"""and one whose experiments sleep for too long, as pictures that move do."""


class InputAndSleepCounter:
    """The numbers of questions and seconds of sleep while a program is loaded.

    They are counted, not timed: how busy the machine is plays no part. An exception would be caught
    by the very loop that asks again after each one.

    Args:
        allowed: seconds that all experiments together may sleep.
    """

    def __init__(self, allowed: float) -> None:
        import builtins
        import time

        self._allowed = allowed
        self._slept = 0.0
        self._asked = 0
        self._at_experiment = self._loading = False
        self._input, self._sleep = builtins.input, time.sleep
        for module in (
            builtins,
            library_builtins(),
        ):  # that of code of the standard library, too
            vars(module)["input"] = self._ask
        time.sleep = self._nap

    def begin(self, statement: Statement) -> None:
        """Reset the count of questions, because a statement begins."""
        self._loading = True
        self._asked = 0
        self._at_experiment = statement.need == Importance.NONE

    def begin_trial(self, allowed: float) -> None:
        """Allow the next statement, which is only tried, to sleep for ``allowed`` seconds."""
        self._slept, self._allowed, self._at_experiment = 0.0, allowed, True

    def end(self) -> None:
        """Stop counting, because the program is loaded and calls may wait."""
        self._loading = self._at_experiment = False

    def _ask(self, prompt: object = "", /) -> str:
        self._asked += 1
        if self._loading and self._asked > MAX_QUESTIONS:
            os._exit(UNANSWERED)
        try:
            return self._input(prompt)
        except EOFError:
            raise EOFError("input() has nothing to read here") from None

    def _nap(self, seconds: float | SupportsIndex, /) -> None:
        if self._at_experiment and isinstance(seconds, int | float) and seconds > 0:
            self._slept += seconds
            if self._slept > self._allowed:
                os._exit(ASLEEP)
        self._sleep(seconds)


class StatementTrial:
    """A trial of statements, and the indexes of statements that took too long.

    Args:
        need: those of this need (:class:`~grader.runner.statement.Importance`) or less.
        seconds: of CPU time, and of sleep, that each may take.
        waiting: what counts its sleep.
    """

    def __init__(self, need: int, seconds: float, waiting: InputAndSleepCounter) -> None:
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
