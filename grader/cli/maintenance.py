"""``grade backup``, ``restore``, ``forget`` and ``link``: for who runs the service."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.exit_status import note, say
from grader.cli.service_options import data_options, note_open_folder
from grader.model.formatting import format_count
from grader.service import require

if TYPE_CHECKING:
    from grader.service.data.database import Database


@contextmanager
def _opened(database: str | None, data: Path, *, make: bool = False) -> Iterator[Database]:
    require()
    from grader.service.data.database import Database, in_folder

    opened = Database(database or in_folder(data, make=make))
    try:
        yield opened
    finally:
        opened.close()


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Overwrite OUT if it is there already.")
@data_options
def backup(out: Path, database: str | None, data: Path, *, replace: bool) -> None:
    """Write everything that the service keeps to the file OUT, as it is at one moment.

    The service may run meanwhile. The folders of courses are not in it.

    Exit status: 0 written, 2 usage error, 3 internal or infrastructure error.
    """
    with _opened(database, data) as opened:
        from grader.service.upkeep import backup as upkeep

        upkeep.backup(opened, out, replace=replace)
    say(f"{out} holds everything that {opened.shown} did.")


@click.command()
@click.argument(
    "source", metavar="IN", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@data_options
def restore(source: Path, database: str | None, data: Path) -> None:
    """Fill an empty database with what the backup IN holds, and bring it up to date.

    What was being graded at the time of the backup waits again.

    Exit status: 0 restored, 2 usage error, 3 internal or infrastructure error.
    """
    with _opened(database, data, make=True) as opened:
        from grader.service.upkeep import backup as upkeep

        upkeep.restore(opened, source)
    say(f"{opened.shown} holds what {source} does.")
    note_open_folder(opened.folder)


@click.command()
@click.argument("login")
@click.option(
    "--url",
    metavar="URL",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="The address that people use.",
)
@data_options
def link(login: str, url: str, database: str | None, data: Path) -> None:
    """Print a link with which the person LOGIN signs in, once, within seven days.

    Their password, sessions and tokens end. It is for an administrator who forgot their password;
    administrators make links for all others on a page.

    Exit status: 0 printed, 2 usage error, 3 internal or infrastructure error.
    """
    with _opened(database, data) as opened:
        from grader.service import people
        from grader.service.web.public_url import Settings

        settings = Settings.at(url)
        opened.require_tables()
        opened.require_present_shape()
        with opened.writing() as session:
            raw = people.let_in_anew(session, login)
    say(f"sign in as {login}, once: {settings.url}/link/{raw}")


@click.command()
@click.argument("login", required=False)
@click.option(
    "--older-than",
    type=click.FloatRange(min=1.0),
    metavar="DAYS",
    help="Instead of a person: submissions, entries of the audit and dead secrets that are older.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_options
def forget(
    login: str | None, older_than: float | None, yes: bool, database: str | None, data: Path
) -> None:
    """Delete all that the service knows of the person LOGIN, or what is old.

    What a person decided about others' work stays, without their name. It cannot be undone, and
    backups that were made before still have it.

    Exit status: 0 deleted, 1 not confirmed, 2 usage error, 3 internal or infrastructure error.
    """
    if (login is None) == (older_than is None):
        raise click.UsageError("Name a person by their login, or say --older-than DAYS.")
    with _opened(database, data) as opened:
        from grader.service.upkeep.deletion import drop_older, forget, forgettable

        opened.require_tables()
        opened.require_present_shape()
        what = f"what is older than {older_than or 0:g} days"
        if login is not None:
            with opened.reading() as session:
                person = forgettable(session, login)
            what = f"all of {person.login} ({person.name})"
        if not yes:
            click.confirm(f"Delete {what} for good?", abort=True, err=True)
        with opened.writing() as session:
            if login is not None:
                done = forget(session, login)
            else:
                assert older_than is not None
                done = drop_older(session, older_than)
        swept = opened.sweep()
    say(f"{format_count(done.submissions, 'submission')} and {done.rows} rows in all are deleted.")
    if not swept:
        note(
            f"  Somebody was reading all the while: {opened.file}-wal may still have some of it. "
            "It goes when the service ends, or with the next grade forget."
        )
