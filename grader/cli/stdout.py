"""Prints reports on standard output: any encoding will do, and readers may leave early."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.cli.exit_status import INTERNAL, silence, stop

if TYPE_CHECKING:
    from rich.console import Console


def show(text: str) -> None:
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


def drawn(draw: Callable[[Console], None], *, for_file: bool = False) -> str:
    """Return what ``draw`` prints on a console like standard output, or 100 columns wide."""
    from rich.console import Console

    if for_file or sys.stdout is None:
        page = io.StringIO()
        draw(Console(file=page, width=100, color_system=None, force_terminal=False))
        return page.getvalue()
    # Standard output decides on colours and characters, but writing to it may fail and is left
    # to :func:`show`, which can deal with it.
    draft = io.TextIOWrapper(io.BytesIO(), sys.stdout.encoding, "replace", newline="")
    draw(Console(file=draft, force_terminal=sys.stdout.isatty() or None))
    draft.seek(0)
    return draft.read()
