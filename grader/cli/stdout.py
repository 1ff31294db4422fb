"""Standard output as reports need it: any encoding will do, and readers may leave early."""

from __future__ import annotations

import sys

from grader.cli.ending import INTERNAL, silence, stop


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
