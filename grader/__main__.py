"""The program: ``grade``, which is also ``python -m grader``."""

from __future__ import annotations

import sys
from typing import NoReturn

from grader.machine import interrupts


def main() -> None:
    """Load the command line, which can fail on a machine in trouble, and carry it out."""
    with interrupts.heeded():
        try:
            from grader.cli import main as command_line
        except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001 - whatever it is
            _stop(f"could not be loaded: {problem!r}")
        try:
            command_line()
        except Exception as problem:  # noqa: BLE001 - as above
            # The command line handles all of its own failures, if it has the memory for that.
            _stop(f"could not go on: {problem!r}")


def _stop(sentence: str) -> NoReturn:
    print(f"grade: {sentence}", file=sys.stderr)  # noqa: T201
    sys.exit(3)


if __name__ == "__main__":
    main()
