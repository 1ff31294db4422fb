"""The command that writes the frozen files of an assignment, or checks that they are up to date."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def run(
    arguments: Sequence[str] | None,
    module: str,
    description: str | None,
    texts: Callable[[], Mapping[Path, str]],
    stale: Callable[[], Sequence[str]],
) -> int:
    """Runs the command and returns its exit status.

    Args:
        arguments: by default, those of the program.
        module: what Python is asked to run: ``reference.<id>.generate``.
        texts: what would be written now, by file.
        stale: names the files that are not what would be written now.
    """
    program = f"python -m {module}"
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("--check", action="store_true", help="compare only; write nothing")
    if not parser.parse_args(arguments).check:
        for path, text in texts().items():
            path.write_text(text, encoding="utf-8")
            _say(f"{path.name} written.")
        return 0
    found = stale()
    for name in found:
        _say(f"{name} differs from what the generator writes: run `{program}` and commit.")
    return 1 if found else 0


def _say(sentence: str) -> None:
    """One line for the person at the terminal."""
    sys.stdout.write(sentence + "\n")
