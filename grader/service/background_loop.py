"""Repeats a step in a background thread, at intervals, until it is told to end."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator

from grader.service.data.database import UNREACHABLE, first_line_of_error

_log = logging.getLogger(__name__)

_PATIENCE = 1.0
"""Seconds for which the end of the context waits for a step that has begun."""


@contextlib.contextmanager
def repeat_in_thread(step: Callable[[], bool], name: str, every: float) -> Iterator[None]:
    """Repeat a step in a thread until the context ends.

    What a step raises is logged, and the next one follows.

    Args:
        step: says whether the next one shall follow at once.
        name: says in the log what it is about.
        every: seconds between two steps, and before the first one.
    """
    ending = threading.Event()
    # A step may wait for another machine: the process need not outlive its main work for that.
    thread = threading.Thread(target=_run, args=(step, name, every, ending), name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join(_PATIENCE)


def _run(step: Callable[[], bool], name: str, every: float, ending: threading.Event) -> None:
    at_once = False
    while not ending.wait(0.0 if at_once else every):
        at_once = False
        try:
            at_once = step()
        except UNREACHABLE as problem:
            _log.warning(
                "The database does not answer (%s): %s", name, first_line_of_error(problem)
            )
        except Exception:  # noqa: BLE001 - a thread that ends would do nothing more
            _log.exception("Something is wrong (%s); it goes on", name)
