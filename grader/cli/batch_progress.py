"""The progress of a batch: a line rewritten on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence

from grader.batch.batch_row import BatchRow
from grader.cli.exit_status import say
from grader.cli.progress import Line

_BAR = 16
_EVERY = 15.0
"""Seconds between two lines where nothing is rewritten."""


class Tallies:
    """What is shown on standard error; see :class:`grader.batch.batch.BatchListener`."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._rewritten = sys.stderr is not None and sys.stderr.isatty()
        self._said_at = time.monotonic()
        self._total = 0
        self._graded = 0
        self._grading_since = 0.0
        self._found: Counter[str] = Counter()

    def begin(self, hand_ins: int) -> None:
        """Note how many hand-ins there are."""
        self._total = hand_ins
        self._grading_since = time.monotonic()

    def finished(self, row: BatchRow) -> None:
        """Count ``row``."""
        self._graded += row.graded
        if not self._graded:  # rows that need no grading come first
            self._grading_since = time.monotonic()
        self._found[_sort(row)] += 1

    def at(self, running: Sequence[str], missing: int) -> None:
        """Show the progress, unless it was shown a moment ago."""
        if self._rewritten:
            filled = _BAR * self.done // max(self._total, 1)
            bar = f"{'█' * filled}{'░' * (_BAR - filled)}"
            self._line.update(f"{bar} {self._progress(running, missing)}")
        elif time.monotonic() - self._said_at > _EVERY:
            self._said_at = time.monotonic()
            say(self._progress(running, missing))

    def note(self, sentence: str) -> None:
        """Say something for staff, on a line of its own."""
        self._line.hide()
        say(sentence)

    @property
    def done(self) -> int:
        """Hand-ins that have their row."""
        return self._found.total()

    def _progress(self, running: Sequence[str], missing: int) -> str:
        parts = [
            f"{self.done} of {self._total}",
            *self._rate(missing),
            *([f"{len(running)} running"] if running else []),
            *(f"{number} {sort}" for sort, number in sorted(self._found.items())),
        ]
        return "  ".join(parts)

    def _rate(self, missing: int) -> list[str]:
        """The speed of the gradings, and the time that the missing ones will take."""
        passed = time.monotonic() - self._grading_since
        if not self._graded or passed <= 0:
            return []
        rate = self._graded / passed
        left = round(missing / rate)
        pace = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.0f}/min"
        return [pace, f"{left // 60}:{left % 60:02} left"]


def _sort(row: BatchRow) -> str:
    if row.refusal:
        return "unreadable"
    if row.internal:
        return "internal errors"
    return "with full marks" if row.full else "with points lost"
