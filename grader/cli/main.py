"""The ``grade`` command group, in which a file name stands for ``grade run FILE``."""

from __future__ import annotations

from typing import Any

import click

import grader
from grader.cli.ending import INTERRUPTED, stop, stop_for_bug
from grader.cli.run import run


class _RunByDefault(click.Group):
    """A group whose default command is ``run``: ``grade alice.py`` is ``grade run alice.py``."""

    def invoke(self, ctx: click.Context) -> Any:
        """Carry out a command; status 1, which click and Python end with, has another meaning."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            stop(INTERRUPTED, "interrupted.")
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as bug:  # noqa: BLE001 - nobody should have to read our stack traces
            stop_for_bug(bug)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``run`` in front unless a command or an option of the group itself comes first."""
        own = {"--help", "-h", "--version"}
        if args and args[0] not in self.commands and args[0] not in own:
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_RunByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(grader.__version__, prog_name="grade")
def main() -> None:
    """Grade coursework in search and game playing.

    \b
    grade submissions/alice.py               grade one submission
    grade run --help                         all options of that

    A submission is a .py file, a notebook, or a .zip or folder that holds one.

    \b
    Exit status: 0 graded, 1 below --fail-under, 2 usage or input error,
    3 internal or infrastructure error.
    """  # noqa: D301 - the control character keeps click from joining lines


main.add_command(run)
