"""The ``grade`` command group, in which a file name stands for ``grade run FILE``."""

from __future__ import annotations

import io
import os
import signal
import sys
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

import grader
from grader.cli.exit_status import (
    GRADED,
    harmless,
    silence,
    stop_for,
    stop_for_bug,
    stop_for_signal,
)
from grader.machine import interrupts
from grader.model.problem import Problem

_COMMANDS = {
    "backup": ("maintenance", "Write everything that the service keeps to one file."),
    "batch": ("batch", "Grade many submissions: a folder, or the download of a course."),
    "bind": ("bind", "Show how one submission is called for the roles of its assignment."),
    "cluster": ("cluster", "Make certificates for a cluster of machines."),
    "costs": ("author", "Record how much CPU time the reference solution takes."),
    "diagnoses": ("author", "Record how known-wrong solutions fail."),
    "doctor": ("doctor", "Try what the sandboxes on this machine prevent."),
    "forget": ("maintenance", "Delete what the service knows of a person, or of old courses."),
    "link": ("maintenance", "Print a link with which a person signs in once."),
    "marks": ("marks", "Add the points that people give to the results of a batch."),
    "match": ("match", "Let two agents play each other."),
    "new": ("new", "Make a small assignment that works."),
    "play": ("play", "Play against an agent yourself."),
    "replay": ("replay", "Run a case of a report again, as it was."),
    "restore": ("maintenance", "Fill an empty database from a backup."),
    "run": ("run", "Grade one submission."),
    "serve": ("serve", "Run the service, to which people hand in by browser."),
    "show": ("show", "Show a stored report or game in another form."),
    "similar": ("similar", "List which submissions look alike."),
    "submit": ("submit", "Hand a file in to a service, and wait for its grade."),
    "tournament": ("tournament", "Let all agents of a course play each other."),
    "validate": ("validate", "Try the hidden tests of an assignment."),
    "worker": ("worker", "Grade what waits in the queue of the service."),
}
"""The module of each command, and its help in short.

A command is imported when it is asked for, and not for a list of all, so that every start is fast.
"""


class _RunByDefault(click.Group):
    """A group whose default command is ``run``: ``grade alice.py`` is ``grade run alice.py``."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Carry out a command line, and end the program.

        Neither click nor Python may end it: their status for any failure, 1, has another meaning.
        """
        with interrupts.heeded():
            try:
                _settle_in()
                status = super().main(*args, **{**extra, "standalone_mode": False})
                sys.exit(status if isinstance(status, int) else GRADED)
            except click.ClickException as problem:
                _show(problem)
                sys.exit(problem.exit_code)
            except (KeyboardInterrupt, click.Abort) as interrupt:  # before a command had begun
                stop_for_signal(interrupt.__cause__ or interrupt)
            except Exception as bug:  # noqa: BLE001 - nobody should have to read our stack traces
                stop_for_bug(bug)

    def invoke(self, ctx: click.Context) -> Any:
        """Carry out a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:
            stop_for_signal(interrupt)
        except Problem as problem:
            stop_for(problem)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``run`` in front unless a command or an option of the group itself comes first."""
        own = {"--help", "-h", "--version"}
        if args and args[0] not in _COMMANDS and args[0] not in own:
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of commands, and of files, because a file stands for ``grade run FILE``."""
        commands = [
            CompletionItem(name, help=short)
            for name, (_, short) in _COMMANDS.items()
            if name.startswith(incomplete)
        ]
        own = click.Command.shell_complete(self, ctx, incomplete)
        return [*commands, *own, CompletionItem(incomplete, type="file")]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, short) for name, (_, short) in _COMMANDS.items()])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, in alphabetical order."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in _COMMANDS:
            return None
        module, short = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"grader.cli.{module}"), cmd_name)
        command.short_help = short
        return command


def _settle_in() -> None:
    """Repair what a careless parent process may have left in disorder."""
    # The end of a child has to be reported, and no descriptor may become a standard stream.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    while (unused := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(unused)


def _show(problem: click.ClickException) -> None:
    """Say what is wrong with the command line, unless standard error is gone."""
    said = io.StringIO()
    problem.show(said)
    try:
        # A name of a file can look like an option.
        click.echo(harmless(said.getvalue()), nl=False, err=True)
    except OSError:
        silence(sys.stderr)


@click.group(cls=_RunByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(grader.__version__, prog_name="grade")
def main() -> None:
    """Grade coursework in search and game playing.

    \b
    grade submissions/alice.py               grade one submission
    grade batch submissions/ --out results   grade a whole course
    grade marks marks.csv --results results  add the points that people give
    grade bind alice.ipynb                   show how its functions are called
    grade show alice.json --html alice.html  show a stored report in another form
    grade replay alice.json CASE             run one of its cases again, as it was
    grade match alice.py bob.py              let two agents play each other
    grade play alice.py                      play against an agent yourself
    grade tournament agents/ --out played    let a whole course play
    grade similar hand-ins/                  which submissions look alike
    grade serve                              let a course hand in by browser (grade worker: grade)
    grade submit alice.py --to URL           hand in to such a course
    grade cluster certificates FOLDER        what TLS between machines needs
    grade doctor                             try what the sandboxes here prevent
    grade new mycourse/week1                 for authors: make an assignment that works
    grade validate                           for authors: try the hidden tests
    grade costs, grade diagnoses             for authors: write down what is measured
    grade run --help                         all options of that

    A submission is a .py file, a notebook, or a .zip or folder that holds one.

    \b
    Exit status: 0 graded, 1 below --fail-under, 2 usage or input error,
    3 internal or infrastructure error.
    """  # noqa: D301 - the control character keeps click from joining lines
