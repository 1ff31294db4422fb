"""Defines the command ``grade export gradebook``."""

from __future__ import annotations

from pathlib import Path

import click

from grader.batch.batch_json import read_earlier_batch
from grader.batch.export_gradebook import export_gradebook
from grader.batch.read_platform_gradebook import PLATFORMS
from grader.cli.exit_status import say
from grader.cli.output import write_to_stdout
from grader.machine.atomic_write import write_bytes_atomically
from grader.model.escape import neutralise_ci_commands
from grader.model.formatting import format_count
from grader.model.user_error import UsageError


@click.command()
@click.argument(
    "results", metavar="RESULTS", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--for", "platform", required=True, type=click.Choice(list(PLATFORMS)),
    help="The platform that the file is for.",
)  # fmt: skip
@click.option(
    "--template",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The platform's own gradebook, as downloaded; one column of it is filled.",
)
@click.option(
    "--column", default="", metavar="NAME",
    help="The column to fill, if there are several; without --template, its name.",
)  # fmt: skip
@click.option(
    "--partial", is_flag=True,
    help="Also write points that are not final, because a person has something to decide.",
)  # fmt: skip
@click.option(
    "--output", "-o", "target",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the gradebook goes.",
)  # fmt: skip
def gradebook(
    results: Path, platform: str, template: Path | None, column: str, partial: bool, target: Path
) -> None:
    """Write the results of a batch as a gradebook that a learning platform takes.

    RESULTS is the folder that `grade batch --out` has written. Students whose points are not final
    are left out and listed, as are those whom no row fits. Everything else in a template stays as
    it is, to the byte.

    Exit status: 0 written, 2 usage or input error.
    """
    if template is not None and target.exists() and target.samefile(template):
        raise UsageError("The template would be lost; name another file with --output.")
    done = export_gradebook(
        read_earlier_batch(results), platform, template, column, partial=partial
    )
    write_bytes_atomically(target, done.content)
    write_to_stdout("".join(f"{neutralise_ci_commands(remark)}\n" for remark in done.remarks))
    say(
        f"{click.format_filename(target)} has the points of {format_count(done.written, 'student')}"
    )
