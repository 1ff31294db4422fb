"""The program: ``grade``, which is also ``python -m grader``."""

from __future__ import annotations

import sys

from grader.machine import interrupts


def main() -> None:
    """Load the command line, which can fail on a machine in trouble, and carry it out."""
    with interrupts.heeded():
        try:
            from grader.cli import main as command_line
        except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001 - whatever it is
            print(f"grade: could not be loaded: {problem!r}", file=sys.stderr)  # noqa: T201
            sys.exit(3)
        command_line()


if __name__ == "__main__":
    main()
