"""Holds back the signals of timers that students set and forget, between two calls.

One that comes due meanwhile comes in the next call. Its handler may well raise, and so spoils the
call that it interrupts, and not the runner.
"""

from __future__ import annotations

from _signal import (  # type: ignore[import-not-found]  # signal's own would make enumerations
    SIG_BLOCK,
    SIG_UNBLOCK,
    SIGALRM,
    SIGPROF,
    SIGVTALRM,
    pthread_sigmask,
)
from collections.abc import Collection

TIMERS: frozenset[int] = frozenset({SIGALRM, SIGVTALRM, SIGPROF})


def let_through(signals: Collection[int]) -> None:
    """Deliver these signals from now on, with any that were held back. Handlers may raise."""
    pthread_sigmask(SIG_UNBLOCK, signals)


def hold_back(signals: Collection[int]) -> None:
    """Hold these signals back. The handler of a signal that is due already may raise."""
    pthread_sigmask(SIG_BLOCK, signals)
