"""Detects statements that block while a program is loaded, and ends their process."""

from __future__ import annotations

import os
from typing import SupportsIndex

from grader.runner.boot import library_builtins
from grader.runner.statement import Importance, Statement

MAX_QUESTIONS = 1000
"""How often one statement may ask for input, which nobody gives."""
UNANSWERED = 113
"""Status with which a process ends that asks on and on,"""
ASLEEP = 114
"""and one whose experiments sleep for too long, as pictures that move do."""


class WaitingDuringLoad:
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
