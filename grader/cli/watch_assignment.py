"""``grade author validate --watch``: validates again whenever a file of the assignment changes.

Each try is a process of its own, because hidden tests that were imported once stay as they were.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import click

from grader.author import changed_files
from grader.author.changed_files import FileStamps
from grader.cli.exit_status import GRADED, say, stop_for_signal

_EVERY = 0.25
"""Seconds from one look at the files to the next."""

_NAMED = 3
"""Changed files that are named."""


def watch(
    course: Path,
    assignments: Collection[str],
    everything: Sequence[str],
    kept: Sequence[str],
    *,
    by_parts: bool,
) -> NoReturn:
    """Validate, and validate again after each change, until a signal ends the program.

    Its exit status is then that of the last try that came to an end.

    Args:
        everything: options of ``grade author validate`` that say what to try.
        kept: the other ones.
        by_parts: whether what has changed is tried first, where it can be by itself.
    """
    status: int | None = None
    seen = changed_files.stamp_files(course, assignments)
    tries = [everything]
    try:
        while True:
            ended: int | None = None
            for number, each in enumerate(tries):
                if number:
                    say("and now everything")
                ended = _validate_until_change([*each, *kept], course, assignments, seen)
                status = status if ended is None else ended
                if ended != GRADED:
                    break
            if ended is not None:
                say("waiting for a change; Ctrl-C ends this")
            before, seen = seen, _wait_for_change(course, assignments, seen)
            paths = changed_files.find_changed_files(before, seen)
            _announce_changed_files(course, paths)
            part = changed_files.arguments_for_changes(course, paths) if by_parts else []
            tries = [part, everything] if part else [everything]
    except KeyboardInterrupt as interrupt:
        if status is None:
            stop_for_signal(interrupt, "; not everything was tried")
        say("ended; the exit status is that of the last complete try.")
        sys.exit(status)


def _validate_until_change(
    options: Sequence[str], course: Path, assignments: Collection[str], seen: FileStamps
) -> int | None:
    """Return the exit status of a try; ``None`` if files changed, which stops it."""
    with _running_validation(options) as process:
        while changed_files.stamp_files(course, assignments) == seen:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return process.wait(_EVERY)
    return None


@contextlib.contextmanager
def _running_validation(options: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Yield the process of a try, and end the process afterwards."""
    command = [sys.executable, "-P", "-m", "grader", "author", "validate", *options]
    # In a group of its own, Ctrl-C reaches it once: when this process passes it on.
    process = subprocess.Popen(command, process_group=0)
    try:
        yield process
    finally:
        ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # and so it is for the try
        process.send_signal(signal.SIGTERM if ignored else signal.SIGINT)
        process.wait()


def _wait_for_change(course: Path, assignments: Collection[str], seen: FileStamps) -> FileStamps:
    """Wait for a change that has come to rest, and return the new file states."""
    now = changed_files.stamp_files(course, assignments)
    while True:
        time.sleep(_EVERY)
        before, now = now, changed_files.stamp_files(course, assignments)
        if before == now != seen:
            return now


def _announce_changed_files(course: Path, paths: Sequence[Path]) -> None:
    """Print the changed files, after clearing the terminal if there is one."""
    if sys.stdout.isatty():
        click.clear()
    named = ", ".join(str(path.relative_to(course)) for path in paths[:_NAMED])
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    say(f"{time.strftime('%H:%M:%S')} changed: {named}{more}")
