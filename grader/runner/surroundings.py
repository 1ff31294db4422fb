"""What a program finds around it while it is loaded, beside its own module."""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Iterable, Sequence
from signal import ITIMER_PROF, ITIMER_REAL, ITIMER_VIRTUAL, setitimer
from typing import Any, NoReturn

from grader.runner import ipython
from grader.runner.boot import MemoryModules
from grader.runner.standins import Shell, StandIns, display

MAX_QUESTIONS = 1000
"""How often one statement may ask for input, which nobody gives."""
UNANSWERED = 113
"""Status with which a process ends that asks on and on."""


class Surroundings:
    """Puts in place what Python and Jupyter have, and the interpreter of a sandbox lacks.

    Args:
        module: name of the program's module, once there is one.
        cells: of the program: source, name, and whether they are a notebook's.
    """

    def __init__(self, module: str, cells: Iterable[Sequence[Any]]) -> None:
        self._questions: float = 0
        self._input = builtins.input
        builtins.input = self._ask
        for name in ("exit", "quit"):
            setattr(builtins, name, _leave)
        shell = Shell(module)
        known = list(cells)
        if any(notebook or "get_ipython(" in source for source, _, notebook in known):
            builtins.display = display  # type: ignore[attr-defined]
            builtins.get_ipython = lambda: shell  # type: ignore[attr-defined]
        written = _modules(source for source, _, notebook in known if notebook)
        sys.meta_path += [MemoryModules(written), StandIns(shell)]

    def begin(self) -> None:
        """A statement begins."""
        self._questions = 0

    def loaded(self) -> None:
        """Everything is loaded: calls may ask as often as they like, and no timer is to ring."""
        self._questions = float("-inf")
        for timer in (ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF):
            setitimer(timer, 0)

    def _ask(self, prompt: object = "", /) -> str:
        self._questions += 1
        if self._questions > MAX_QUESTIONS:
            # An exception would be caught by the very loop that asks again after each one.
            os._exit(UNANSWERED)
        return self._input(prompt)


def _leave(status: object = None) -> NoReturn:
    raise SystemExit(status)


def _modules(sources: Iterable[str]) -> dict[str, str]:
    """Modules that cells write, by name."""
    found: dict[str, str] = {}
    for module in filter(None, map(ipython.written_module, sources)):
        before = found.get(module.name, "") if module.append else ""
        found[module.name] = before + module.text
    return found
