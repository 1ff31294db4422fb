"""How far a batch has come: a line rewritten on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

from grader.cli.ending import say
from grader.cli.progress import Line

if TYPE_CHECKING:
    from grader.batch.row import Row

_BAR = 16
_EVERY = 15.0
"""Seconds between two lines where nothing is rewritten."""


class Tallies:
    """The line, or lines, on standard error."""

    def __init__(self) -> None:
        self._line = Line("batch")
        self._rewritten = sys.stderr is not None and sys.stderr.isatty()
        self._said_at = time.monotonic()
        self._total = 0
        self._graded = 0
        self._grading_since = 0.0
        self._found: Counter[str] = Counter()

    def __enter__(self) -> Self:
        self._line.__enter__()
        return self

    def begin(self, hand_ins: int) -> None:
        """See :class:`grader.batch.batch.Listener`."""
        self._total = hand_ins

    def finished(self, row: Row) -> None:
        """See :class:`grader.batch.batch.Listener`."""
        self._graded += row.graded
        self._found[_sort(row)] += 1

    def at(self, running: Sequence[str], missing: int) -> None:
        """See :class:`grader.batch.batch.Listener`."""
        if missing and not self._grading_since:
            self._grading_since = time.monotonic()
        if self._rewritten:
            filled = _BAR * self.done // max(self._total, 1)
            bar = f"{'█' * filled}{'░' * (_BAR - filled)}"
            self._line.tell(f"{bar} {self._told(running, missing)}")
        elif time.monotonic() - self._said_at > _EVERY:
            self._said_at = time.monotonic()
            say(self._told(running, missing))

    def note(self, sentence: str) -> None:
        """Say something for staff, on a line of its own."""
        self._line.hide()
        say(sentence)

    @property
    def done(self) -> int:
        """Hand-ins of which the row is known."""
        return self._found.total()

    def _told(self, running: Sequence[str], missing: int) -> str:
        parts = [
            f"{self.done} of {self._total}",
            *self._rate(missing),
            *([f"{len(running)} running"] if running else []),
            *(f"{number} {sort}" for sort, number in sorted(self._found.items())),
        ]
        return "  ".join(parts)

    def _rate(self, missing: int) -> list[str]:
        """How fast it goes, of what has to be graded: the rest says nothing about that."""
        passed = time.monotonic() - self._grading_since
        if not self._graded or passed <= 0:
            return []
        rate = self._graded / passed
        left = round(missing / rate)
        return [f"{rate:.1f}/s", f"{left // 60}:{left % 60:02} left"]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._line.__exit__(kind, problem, trace)


def _sort(row: Row) -> str:
    """What it comes to in a word or two."""
    if row.refusal:
        return "unreadable"
    if row.internal:
        return "internal errors"
    return "with full marks" if row.full else "with points lost"
