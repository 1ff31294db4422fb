"""``grade worker``: grades what the service has accepted."""

from __future__ import annotations

import os
from pathlib import Path

import click

from grader.cli.exit_status import say
from grader.cli.options import sandbox_option
from grader.cli.service_options import database_option, log_option
from grader.service import require


@click.command()
@database_option("The database of the service", required=True)
@click.option(
    "--course",
    "courses",
    multiple=True,
    metavar="NAME=FOLDER",
    help="Where a course is on this machine, by its short name, if not where it is at the server.",
)
@click.option("--until-empty", is_flag=True, help="End when nothing waits any more.")
@sandbox_option
@log_option
def worker(database: str, courses: tuple[str, ...], until_empty: bool, sandbox: str) -> None:
    """Grade what waits in the service's queue, one submission at a time, until asked to end.

    The folder of each course has to be here with the same files as at the server. Of assignments
    whose files differ it takes nothing, and says so.

    Whatever ends it, nothing is lost: what it had begun waits again.

    Exit status: 0 nothing waits any more, 2 usage error, 3 ended by a signal, or internal error.
    """
    require()
    if sandbox == "none":
        raise click.UsageError("--sandbox none protects nothing; it is not for a service.")
    folders = _folders(courses)
    # Imported late: they take longer than all the rest.
    from grader.sandbox import choose
    from grader.service.data.database import Database
    from grader.service.worker.loop import work
    from grader.service.worker.parent import PARENT, end_with

    if not end_with(os.environ.get(PARENT, "")):
        say("the server that started this worker is gone.")
        return
    work(Database(database), choose(sandbox), folders=folders, until_empty=until_empty)


def _folders(courses: tuple[str, ...]) -> dict[str, Path]:
    found = {}
    for said in courses:
        name, _, folder = said.partition("=")
        if not name or not Path(folder).is_dir():
            raise click.UsageError(f"--course {said}: expected NAME=FOLDER, and a folder.")
        found[name] = Path(folder).resolve()
    return found
