"""Writes what commands print: reports to standard output, the progress line to standard error.

Any encoding of standard output will do, and its readers may leave early. The progress line is
rewritten in place on a terminal, and absent elsewhere.
"""

from __future__ import annotations

import io
import shutil
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Self

from grader.cli.exit_status import INTERNAL, silence, stop

if TYPE_CHECKING:
    from rich.console import Console


def write_to_stdout(text: str) -> None:
    """Write ``text`` to standard output; characters that it cannot take become ``?``."""
    out = sys.stdout
    if out is None:  # closed before the program began
        return
    try:
        out.write(text.encode(out.encoding, "replace").decode(out.encoding))
        out.flush()
    except OSError as problem:
        silence(out)
        if not isinstance(problem, BrokenPipeError):  # `grade … | head` has seen enough
            stop(INTERNAL, f"the report cannot be written to standard output: {problem.strerror}.")


def render_to_text(draw: Callable[[Console], None], *, for_file: bool = False) -> str:
    """Return what ``draw`` prints on a console like standard output, or 100 columns wide."""
    from rich.console import Console

    if for_file or sys.stdout is None:
        page = io.StringIO()
        draw(Console(file=page, width=100, color_system=None, force_terminal=False))
        return page.getvalue()
    # Standard output decides on colours and characters, but writing to it may fail and is left
    # to :func:`write_to_stdout`, which can deal with it.
    draft = io.TextIOWrapper(io.BytesIO(), sys.stdout.encoding, "replace", newline="")
    draw(Console(file=draft, force_terminal=sys.stdout.isatty() or None))
    draft.seek(0)
    return draft.read()


_EVERY = 0.1


class ProgressLine:
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
