"""How commands end: their exit statuses, and the one sentence that goes with a bad one."""

from __future__ import annotations

import sys
import traceback
from typing import NoReturn

import click

GRADED, BELOW, USAGE, INTERNAL = 0, 1, 2, 3
INTERRUPTED = 130
"""What shells report for a program that was ended by Ctrl-C."""


def stop(status: int, sentence: str) -> NoReturn:
    """End the program."""
    click.echo(f"grade: {sentence}", err=True)
    sys.exit(status)


def stop_for_bug(bug: Exception) -> NoReturn:
    """End the program over a mistake of the grader's own, with the traceback where it is wanted."""
    if sys.flags.dev_mode:
        traceback.print_exception(bug)
    where = traceback.extract_tb(bug.__traceback__)[-1]
    stop(
        INTERNAL,
        f"the grader itself failed: {type(bug).__name__}: {bug} "
        f"({where.filename.rpartition('/')[2]}, line {where.lineno}). "
        "Set PYTHONDEVMODE=1 to see where it came from, and please report it.",
    )
