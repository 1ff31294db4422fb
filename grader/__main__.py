"""Starts the program ``grade``, which is also ``python -m grader``."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import grader
from grader.machine import termination_signals


def main() -> None:
    """Load the command line and run it; loading can fail on a machine in trouble."""
    with termination_signals.raise_on_signal():
        if sys.argv[1:] == ["--version"]:  # scripts ask often; it needs no command line
            _print_version()
            return
        try:
            from grader.cli import main as command_line
        except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001 - whatever it is
            _stop(f"could not be loaded: {problem!r}")
        try:
            command_line()
        except Exception as problem:  # noqa: BLE001 - as above
            # The command line handles all of its own failures, if it has the memory for that.
            _stop(f"could not go on: {problem!r}")


def _print_version() -> None:
    try:
        print(f"grade, version {grader.__version__}", flush=True)  # noqa: T201
    except OSError as problem:
        # What Python still holds for the broken stream would fail once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _stop(f"the version could not be written: {problem.strerror}.")


def _stop(sentence: str) -> NoReturn:
    print(f"grade: {sentence}", file=sys.stderr)  # noqa: T201
    sys.exit(3)


if __name__ == "__main__":
    main()
