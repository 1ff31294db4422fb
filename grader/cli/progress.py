"""The progress line of one grading: rewritten in place on a terminal, absent elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import Self

_EVERY = 0.1


class Line:
    """A line on standard error that is gone when the grading is over."""

    def __init__(self, title: str) -> None:
        self._title = "".join(c if c.isprintable() else "?" for c in title)
        # A program can be started without standard error.
        self._visible = sys.stderr is not None and sys.stderr.isatty()
        self._shown_at = 0.0

    def __enter__(self) -> Self:
        self._write(f"{self._title} …")
        return self

    def show(self, task: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` cases are decided, the last one of ``task``."""
        now = time.monotonic()
        if now - self._shown_at >= _EVERY:
            self._shown_at = now
            self._write(f"{self._title}   task {task}   {done} of {total} cases")

    def _write(self, text: str) -> None:
        if self._visible:
            width = shutil.get_terminal_size().columns
            sys.stderr.write(f"\r\x1b[2K{text[: width - 1]}")
            sys.stderr.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._visible:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
