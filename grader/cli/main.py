"""Lists the commands of ``grade`` in three groups, and runs one.

Commands for everybody stand at the top; a file's name stands for ``grade run FILE``. Commands of
authors are below ``grade author``, and below ``grade admin`` those of staff who operate a service
or a cluster.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

import grader
from grader.cli.exit_status import (
    GRADED,
    harmless,
    say,
    silence,
    stop_for,
    stop_for_bug,
    stop_for_signal,
)
from grader.machine import termination_signals
from grader.model.user_error import UserError

Commands = Mapping[str, tuple[str, str]]
"""The module of each command, and its help in short.

A command is imported when it is asked for, and not for a list of all, so that every start is fast.
"""

_EVERYBODY: Commands = {
    "run": ("run", "Grade one submission: .py, notebook, .zip or folder."),
    "batch": ("batch", "Grade many submissions: a folder, or a course's download."),
    "marks": ("add_manual_marks", "Add the points that people give to the results of a batch."),
    "show": ("show", "Show a stored report or game in another form."),
    "replay": ("replay_case", "Run a case of a report again, as it was."),
    "bind": ("show_role_bindings", "Show how one submission is called for each role."),
    "similar": ("similar", "List which submissions look alike."),
    "match": ("match", "Let two agents play each other."),
    "play": ("play", "Play against an agent yourself."),
    "tournament": ("tournament", "Let all agents of a course play each other."),
    "serve": ("serve", "Run the service, to which people hand in by browser."),
    "submit": ("submit", "Hand a file in to a service, and wait for its grade."),
    "doctor": ("doctor", "Try what the sandboxes on this machine prevent."),
}
_AUTHOR: Commands = {
    "new": ("author", "Make a small assignment that works: mycourse/week1."),
    "validate": ("validate", "Try hidden tests on right and wrong solutions."),
    "costs": ("author", "Record how much CPU time the reference takes."),
    "diagnoses": ("author", "Record how known-wrong solutions fail."),
}
_EXPORT: Commands = {
    "gradebook": ("export_gradebook", "Fill a learning platform's gradebook from a batch."),
    "kit": ("export_kit", "Public tests for students' own machines."),
    "coursemology": ("export_coursemology", "Write a Coursemology package for each coded task."),
    "gradescope": ("export_platforms", "Write the zip of an autograder for Gradescope."),
    "prairielearn": ("export_platforms", "Write a question for PrairieLearn, with its grader."),
}
_IMPORT: Commands = {
    "coursemology": ("import_coursemology", "Make an assignment of a Coursemology package."),
}
_ADMIN: Commands = {
    "worker": ("admin", "Grade what waits in the service's queue."),
    "link": ("admin", "Print a link with which a person signs in once."),
    "backup": ("admin", "Write all that the service keeps to one file."),
    "restore": ("admin", "Fill an empty database from a backup."),
    "forget": ("admin", "Delete a person's data, or what is old."),
    "certificates": ("admin", "Make TLS certificates for a cluster of machines."),
}
_FORMER_NAMES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    **{(name,): ("author", name) for name in ("new", "validate", "costs", "diagnoses")},
    **{(name,): ("admin", name) for name in ("worker", "link", "backup", "restore", "forget")},
    ("cluster", "certificates"): ("admin", "certificates"),
    ("cluster",): ("admin",),
}
"""The present names of commands that had others; of two that fit, the first counts."""


class _LazyGroup(click.Group):
    """A group of commands that imports each command when it is needed."""

    def __init__(self, *args: Any, modules: Commands, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of their list."""
        return [*self.modules, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, imported now; ``None`` if there is none."""
        if cmd_name not in self.modules:
            return super().get_command(ctx, cmd_name)
        module, short = self.modules[cmd_name]
        command: click.Command = getattr(import_module(f"grader.cli.{module}"), cmd_name)
        command.short_help = short
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that ``args`` begins with, its name and the arguments for it.

        Raises:
            click.UsageError: if there is no such command; it names the nearest one.
        """
        if args[0] not in self.list_commands(ctx) and not ctx.resilient_parsing:
            raise click.UsageError(
                f"There is no command {args[0]}{self.suggest(ctx, args[0]) or '.'}", ctx
            )
        return super().resolve_command(ctx, args)

    def suggest(self, ctx: click.Context, name: str) -> str:
        """Return a clause that names the command most like ``name``; empty if none is like it."""
        import difflib  # not for every start

        nearest = difflib.get_close_matches(name, self.list_commands(ctx), 1)
        return f"; did you mean {ctx.command_path} {nearest[0]}?" if nearest else ""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, short) for name, (_, short) in self.modules.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return completions of command names without importing any command."""
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*self._completed_names(incomplete), *options]

    def _completed_names(self, incomplete: str) -> list[CompletionItem]:
        listed = {name: short for name, (_, short) in self.modules.items()}
        listed |= {name: command.get_short_help_str() for name, command in self.commands.items()}
        return [
            CompletionItem(name, help=short)
            for name, short in listed.items()
            if name.startswith(incomplete)
        ]


class _RunByDefault(_LazyGroup):
    """The group whose default command is ``run``: ``grade alice.py`` is ``grade run alice.py``."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run a command line, and end the program.

        Neither click nor Python may end it: their status for any failure, 1, has another meaning.
        """
        with termination_signals.raise_on_signal():
            try:
                _restore_process_defaults()
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
        """Run a command, and end the program on errors and signals."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:
            stop_for_signal(interrupt)
        except UserError as problem:
            stop_for(problem)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``run`` in front of a file's name, and replace former names of commands."""
        for former, present in _FORMER_NAMES.items():
            if tuple(args[: len(former)]) == former:
                args = [*present, *args[len(former) :]]
                if not ctx.resilient_parsing:  # completion says nothing
                    say(f"`grade {' '.join(former)}` is now `grade {' '.join(present)}`.")
                break
        if args and args[0] not in {*self.list_commands(ctx), "--help", "-h", "--version"}:
            # A word that no file is called, and that is almost a command, was meant as one.
            if not os.path.lexists(args[0]) and (meant := self.suggest(ctx, args[0])):
                raise click.UsageError(f"There is no command and no file {args[0]}{meant}", ctx)
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return completions of command names, and of files for ``grade run FILE``."""
        completed = super().shell_complete(ctx, incomplete)
        return [*completed, CompletionItem(incomplete, type="file")]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands for everybody, and then those of each group."""
        super().format_commands(ctx, formatter)
        for name, group in self.commands.items():
            assert isinstance(group, _LazyGroup)
            if not group.modules:  # click cannot write an empty list
                continue
            with formatter.section(group.get_short_help_str(limit=80)):
                formatter.write_dl(
                    [(f"{name} {each}", short) for each, (_, short) in group.modules.items()]
                )


def _restore_process_defaults() -> None:
    """Restore SIGCHLD and the standard descriptors, which a parent process may have changed."""
    # The end of a child has to be reported, and no descriptor may become a standard stream.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    while (unused := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(unused)


def _show(problem: click.ClickException) -> None:
    """Print what is wrong with the command line, if standard error can be written to."""
    said = io.StringIO()
    problem.show(said)
    try:
        # A name of a file can look like an option.
        click.echo(harmless(said.getvalue()), nl=False, err=True)
    except OSError:
        silence(sys.stderr)


@click.group(
    cls=_RunByDefault,
    modules=_EVERYBODY,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(grader.__version__, prog_name="grade")
def main() -> None:
    """Grade coursework in search and game playing.

    \b
    grade submissions/alice.py               grade one submission; the same as grade run
    grade batch submissions/ --out results   grade a whole course
    grade COMMAND --help                     explain a command and its options

    \b
    Exit status: 0 graded, 1 below --fail-under, 2 wrong input, 3 internal error.
    """  # noqa: D301 - the control character keeps click from joining lines


@main.group(cls=_LazyGroup, modules=_AUTHOR, short_help="For authors of hidden tests")
def author() -> None:
    """Make an assignment, and try whether its hidden tests tell right from wrong."""


@main.group(cls=_LazyGroup, modules=_ADMIN, short_help="For staff who run a service or cluster")
def admin() -> None:
    """Look after the service and its database, and prepare a cluster of machines."""


@main.group(cls=_LazyGroup, modules=_EXPORT, short_help="For courses on other platforms")
def export() -> None:
    """Write a package of an assignment for another platform, or for students' own machines."""


@main.group("import", cls=_LazyGroup, modules=_IMPORT, short_help="From other platforms")
def import_() -> None:
    """Make an assignment of another platform's package."""
