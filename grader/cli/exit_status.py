"""Ends commands: with an exit status, and the one sentence that goes with a bad one.

Which status a command ends with, its own module decides.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import traceback
from typing import NoReturn, TextIO

import click

from grader.model.escape import escape_invisible, neutralise_ci_commands
from grader.model.user_error import UserError

GRADED, BELOW, USAGE, INTERNAL = 0, 1, 2, 3

_EXHAUSTED = {
    errno.EAGAIN, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC,
}  # fmt: skip


def stop(status: int, sentence: str) -> NoReturn:
    """End the program."""
    say(sentence)
    sys.exit(status)


def stop_for(problem: UserError) -> NoReturn:
    """End the program because of an error that a person can mend."""
    stop(status_of(problem), str(problem))


def status_of(problem: UserError) -> int:
    """Return the exit status for a problem."""
    return USAGE if problem.misplaced else INTERNAL


def say(sentence: str) -> None:
    """Write a line to standard error, if it can be written to."""
    note(f"grade: {sentence}")


def note(line: str) -> None:
    """Write a line to standard error, without the name of the program in front."""
    _write(harmless(line))


def warn(sentence: str) -> None:
    """Write a line in red to standard error."""
    _write(click.style(harmless(sentence), fg="red"))


def harmless(sentence: str) -> str:
    """Return ``sentence`` escaped so that no terminal and no CI runner obeys it."""
    return neutralise_ci_commands(escape_invisible(sentence))


def _write(line: str) -> None:
    try:
        click.echo(line, err=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Redirect a broken standard stream to ``/dev/null``.

    Otherwise, what Python still buffers for it would fail once more at exit, noisily and with a
    status of its own.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def stop_for_signal(interrupt: BaseException, consequence: str = "") -> NoReturn:
    """End the program because a signal asked for it."""
    name = "".join(map(str, interrupt.args))
    how = f"ended by {name}" if name not in {"", "SIGINT"} else "interrupted"
    stop(INTERNAL, f"{how}{consequence}.")


def stop_for_bug(bug: Exception) -> NoReturn:
    """End the program because of a defect of the grader, with a traceback if wanted."""
    try:
        if sys.flags.dev_mode:
            traceback.print_exception(bug)
        if not isinstance(bug, MemoryError):
            stop(INTERNAL, _about(bug))
    except MemoryError:  # it takes memory to read a traceback, and to escape a sentence
        pass
    with contextlib.suppress(OSError):
        os.write(2, b"grade: there is not enough memory for the grader.\n")
    sys.exit(INTERNAL)


def _about(bug: Exception) -> str:
    if isinstance(bug, OSError) and bug.errno in _EXHAUSTED:
        return f"the system has no resources left for the grader: {bug.strerror}."
    where = traceback.extract_tb(bug.__traceback__)[-1]
    return (
        f"the grader itself failed: {type(bug).__name__}: {bug} "
        f"({where.filename.rpartition('/')[2]}, line {where.lineno}). "
        "Set PYTHONDEVMODE=1 to see where it came from, and please report it."
    )
