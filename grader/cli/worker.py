"""``grade worker``: grades what the service has accepted."""

from __future__ import annotations

import os

import click

from grader.cli.ending import say
from grader.cli.options import sandbox_option
from grader.service import require


@click.command()
@click.option(
    "--database",
    required=True,
    metavar="URL",
    envvar="GRADE_DATABASE",
    show_envvar=True,
    help="The service's: sqlite:////folder/grader.db, on this machine, or "
    "postgresql+psycopg://USER@HOST/DATABASE.",
)
@click.option("--until-empty", is_flag=True, help="End when nothing waits any more.")
@sandbox_option
def worker(database: str, until_empty: bool, sandbox: str) -> None:
    """Grade what waits in the service's queue, one submission at a time, until asked to end.

    Whatever ends it, nothing is lost: what it had begun waits again.

    Exit status: 0 nothing waits any more, 2 usage error, 3 ended by a signal, or internal error.
    """
    require()
    if sandbox == "none":
        raise click.UsageError("--sandbox none protects nothing; it is not for a service.")
    # Imported late: they take longer than all the rest.
    from grader.sandbox import choose
    from grader.service.data.database import Database
    from grader.service.worker.loop import work
    from grader.service.worker.parent import PARENT, end_with

    if not end_with(os.environ.get(PARENT, "")):
        say("the server that started this worker is gone.")
        return
    work(Database(database), choose(sandbox), until_empty=until_empty)
