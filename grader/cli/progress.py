"""Shows the progress line of a command: rewritten in place on a terminal, absent elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Self

from grader.cli.exit_status import silence

_EVERY = 0.1


class Line:
    """A progress line on standard error, which is cleared when the work is done."""

    def __init__(self, title: str) -> None:
        self._title = "".join(c if c.isprintable() else "?" for c in title)
        # A program can be started without standard error.
        self._visible = sys.stderr is not None and sys.stderr.isatty()
        self._shown_at = 0.0
        self._done = self._total = 0

    def __enter__(self) -> Self:
        try:
            self._write(f"{self._title} …")
        except BaseException:
            self._write("")
            raise
        return self

    def show(self, task: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` cases are decided, the last one of ``task``.

        What a worker that was lost had done is done anew; the line waits until it is.
        """
        self._done, self._total = max(self._done, done), max(self._total, total)
        self.update(f"task {task}   {self._done} of {self._total} cases")

    def update(self, progress: str) -> None:
        """Show the progress of the work, at most ten times a second."""
        now = time.monotonic()
        if now - self._shown_at >= _EVERY:
            self._shown_at = now
            self._write(f"{self._title}   {progress}")

    def hide(self) -> None:
        """Clear the line until there is more progress to show."""
        self._write("")
        self._shown_at = 0.0

    def _write(self, text: str) -> None:
        if not self._visible:
            return
        width = shutil.get_terminal_size().columns
        try:
            sys.stderr.write(f"\r\x1b[2K{text[: width - 1]}")
            sys.stderr.flush()
        except OSError:  # the terminal has gone, which is no reason not to grade
            self._visible = False
            silence(sys.stderr)

    def __exit__(self, *_: object) -> None:
        self._write("")
