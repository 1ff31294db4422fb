"""Prepares the environment of a program while it is loaded: arguments, streams, timers."""

from __future__ import annotations

import sys
from _signal import (  # type: ignore[import-not-found]  # signal's own would make enumerations
    SIG_BLOCK,
    SIG_UNBLOCK,
    SIGALRM,
    SIGPROF,
    SIGVTALRM,
    pthread_sigmask,
)
from collections.abc import Collection, Iterable, Sequence
from signal import ITIMER_PROF, ITIMER_REAL, ITIMER_VIRTUAL, setitimer
from typing import Any, NoReturn

from grader.runner import ipython_syntax
from grader.runner.boot import MemoryModules, library_builtins
from grader.runner.notebook_stubs import StandInFinder, StubShell, display
from grader.runner.plotting_stubs import StubbedPackages


class NotebookStandIns:
    """Provides what a sandbox lacks of Python and Jupyter: ``exit``, ``display``, missing packages.

    Args:
        module: name of the program's module, once there is one.
        cells: of the program: source, name, and whether they are a notebook's.
        stand_ins: packages of which everything works, and nothing is done.

    Attributes:
        drawings: what is asked of these packages.
    """

    def __init__(
        self, module: str, cells: Iterable[Sequence[Any]], stand_ins: Collection[str] = ()
    ) -> None:
        import builtins

        known = list(cells)
        shell = StubShell(module)
        written = _modules_from_cells(source for source, _, notebook in known if notebook)
        self.drawings = StubbedPackages(stand_ins)
        self._finders: list[Any] = [MemoryModules(written), StandInFinder(shell, self.drawings)]
        sys.meta_path += self._finders
        names: dict[str, Any] = {"exit": _leave, "quit": _leave}
        if any(notebook or "get_ipython(" in source for source, _, notebook in known):
            names |= {"display": display, "get_ipython": lambda: shell}
        # Modules of the course and of the standard library find them, too.
        self._added = [
            (holder, name)
            for holder in {builtins, library_builtins()}
            for name in names
            if not hasattr(holder, name)
        ]
        for holder, name in self._added:
            setattr(holder, name, names[name])

    def remove(self) -> None:
        """Remove these additions, and modules that were imported from them."""
        for finder in self._finders:
            sys.meta_path.remove(finder)
        for name, module in list(sys.modules.items()):
            if getattr(getattr(module, "__spec__", None), "loader", None) in self._finders:
                del sys.modules[name]
        for holder, name in self._added:
            delattr(holder, name)


def stop_timers() -> None:
    """Stop timers that statements have set, before they go off in a call."""
    for timer in (ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF):
        setitimer(timer, 0)


def _leave(status: object = None) -> NoReturn:
    raise SystemExit if status is None else SystemExit(status)


def _modules_from_cells(sources: Iterable[str]) -> dict[str, str]:
    """Return the modules that cells write, by name."""
    found: dict[str, str] = {}
    for module in filter(None, map(ipython_syntax.parse_writefile_cell, sources)):
        before = found.get(module.name, "") if module.append else ""
        found[module.name] = before + module.text
    return found


TIMERS: frozenset[int] = frozenset({SIGALRM, SIGVTALRM, SIGPROF})


def unblock_signals(signals: Collection[int]) -> None:
    """Deliver these signals from now on, with any that were held back. Handlers may raise."""
    pthread_sigmask(SIG_UNBLOCK, signals)


def block_signals(signals: Collection[int]) -> None:
    """Hold these signals back. The handler of a signal that is due already may raise."""
    pthread_sigmask(SIG_BLOCK, signals)
