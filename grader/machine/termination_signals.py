"""Handles signals that ask the program to end: Ctrl-C, SIGTERM, and SIGHUP.

The next signal must not interrupt a clean-up: impatient people press Ctrl-C twice, and a system
that shuts down sends all three. A signal that was ignored when the program started (``nohup``)
stays ignored.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_SOON = 0.01
"""Seconds until a signal that was lost in a destructor is repeated."""


class Interrupted(KeyboardInterrupt):
    """The exception of a signal that asks the program to end; ``str()`` is the signal's name.

    Not the built-in exception itself: when that leaves any ``exec`` of a text (the import of a
    dataclass has one), Python finally ends with SIGINT, even if the exception was caught.
    """


@contextlib.contextmanager
def raise_on_signal(kind: type[KeyboardInterrupt] = Interrupted) -> Iterator[None]:
    """Turn the first signal that asks the program to end into an exception of type ``kind``.

    Later ones change nothing, even after the context: the program is about to end. For the main
    thread.
    """
    interrupted = 0

    def interrupt(number: int, _: FrameType | None) -> None:
        nonlocal interrupted
        if not interrupted:
            interrupted = number
            raise kind(signal.Signals(number).name)

    def unheard(ignored: sys.UnraisableHookArgs) -> None:
        nonlocal interrupted
        if isinstance(ignored.exc_value, kind):  # raised in a destructor, which drops exceptions
            again, interrupted = [threading.get_ident(), interrupted], 0
            threading.Timer(_SOON, signal.pthread_kill, again).start()
        else:
            hook(ignored)

    hook, sys.unraisablehook = sys.unraisablehook, unheard
    before = {number: signal.signal(number, interrupt) for number in _not_ignored()}
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            # Unless another such context within this one has been interrupted.
            if not interrupted and signal.getsignal(number) is interrupt:
                signal.signal(number, handler or signal.SIG_DFL)


@contextlib.contextmanager
def postpone_signals() -> Iterator[Callable[[], bool]]:
    """Hold back signals that ask the program to end until the context ends; deliver them then.

    Yields:
        a function that says whether one is waiting.
    """
    held = _not_ignored()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        yield lambda: not held.isdisjoint(signal.sigpending())
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _not_ignored() -> set[signal.Signals]:
    return {number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN}
