"""Operates a service or a cluster: the commands below ``grade admin``."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.exit_status import note, say
from grader.cli.output import write_to_stdout
from grader.cli.service_options import (
    data_options,
    log_option,
    require_protection,
    warn_of_open_folder,
)
from grader.cli.shared_options import sandbox_option
from grader.jobs.cluster_certificates import write_certificates
from grader.machine.atomic_write import WriteError
from grader.model.formatting import format_count
from grader.service import require_service_packages

if TYPE_CHECKING:
    from grader.service.data.database import Database


@click.command()
@data_options
@click.option(
    "--course",
    "courses",
    multiple=True,
    metavar="NAME=FOLDER",
    help="Folder of the course NAME on this machine, if it is not the same as on the server.",
)
@click.option("--until-empty", is_flag=True, help="End when the queue is empty.")
@sandbox_option
@log_option
def worker(
    data: Path, database: str | None, courses: tuple[str, ...], until_empty: bool, sandbox: str
) -> None:
    """Grade what waits in the service's queue, one submission at a time, until asked to end.

    The folder of each course has to be here with the same files as at the server. Of assignments
    whose files differ it takes nothing, and says so.

    Whatever ends it, nothing is lost: what it had begun waits again.

    Exit status: 0 ended by a signal, or nothing waits any more, 2 usage error, 3 internal error.
    """
    require_service_packages()
    require_protection(sandbox)
    folders = _folders(courses)
    # Imported late: they take longer than all the rest.
    from grader.sandbox import choose_backend
    from grader.service.data.database import Database, sqlite_url_in_folder
    from grader.service.worker.loop import run_worker
    from grader.service.worker.parent_death import PARENT, terminate_with_parent

    server = os.environ.get(PARENT, "")
    if not terminate_with_parent(server):
        say("the server that started this worker is gone.")
        return
    opened = Database(database or sqlite_url_in_folder(data, make=False))
    try:
        run_worker(opened, choose_backend(sandbox), folders=folders, until_empty=until_empty)
    except KeyboardInterrupt:
        if not server:  # which says so itself
            say("the worker has ended; what it had begun to grade, if anything, waits again.")


def _folders(courses: tuple[str, ...]) -> dict[str, Path]:
    found = {}
    for said in courses:
        name, _, folder = said.partition("=")
        if not name or not Path(folder).is_dir():
            raise click.UsageError(f"--course {said}: expected NAME=FOLDER, and a folder.")
        found[name] = Path(folder).resolve()
    return found


@click.command()
@click.argument("login")
@click.option(
    "--url", metavar="URL", required=True, help="The address that people use, as for grade serve."
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
        from grader.service.web.server_settings import ServerSettings

        settings = ServerSettings.at(url)
        opened.require_tables()
        opened.require_present_shape()
        with opened.writing() as session:
            raw = people.reset_access(session, login)
    say(f"sign in as {login}, once: {settings.url}/link/{raw}")


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

        upkeep.write_backup(opened, out, replace=replace)
    say(f"{out} now holds all data of {opened.shown}.")


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

        upkeep.restore_backup(opened, source)
    say(f"{opened.shown} now holds all data of {source}.")
    warn_of_open_folder(opened.folder)


@click.command()
@click.argument("login", required=False)
@click.option(
    "--older-than",
    type=click.FloatRange(min=1.0),
    metavar="DAYS",
    help="Instead of a person: submissions, audit entries and expired secrets older than DAYS.",
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
        from grader.service.upkeep.data_deletion import (
            delete_older,
            delete_person,
            find_deletable_person,
        )

        opened.require_tables()
        opened.require_present_shape()
        what = f"what is older than {older_than or 0:g} days"
        if login is not None:
            with opened.reading() as session:
                person = find_deletable_person(session, login)
            what = f"all data of {person.login} ({person.name})"
        if not yes:
            click.confirm(f"Delete {what} for good?", abort=True, err=True)
        with opened.writing() as session:
            if login is not None:
                done = delete_person(session, login)
            else:
                assert older_than is not None
                done = delete_older(session, older_than)
        swept = opened.sweep()
    say(f"{format_count(done.submissions, 'submission')} and {done.rows} rows in all are deleted.")
    if not swept:
        note(
            f"  Another program was reading the database, so {opened.file}-wal may still have "
            "deleted data. It is removed when the service ends, or by the next grade admin forget."
        )


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--days", type=click.IntRange(1, 3650), default=365, show_default=True, metavar="N",
    help="Days until the certificates expire.",
)  # fmt: skip
def certificates(folder: Path, days: int) -> None:
    """Make certificates in FOLDER, so that a Dask cluster takes its own parts only (TLS).

    They are for a scheduler, workers, and those who start batches, all signed by an authority of
    their own. Whoever has one can run any program on all workers: keep FOLDER to yourself, and
    copy it to the machines of the cluster only.

    Exit status: 0 done, 2 usage error, 3 if they cannot be made.
    """
    try:
        made = write_certificates(folder, days)
    except OSError as problem:
        name = click.format_filename(folder)
        raise WriteError(f"Cannot write {name}: {problem.strerror}; name another folder.") from None
    configuration = shlex.quote(str(made[-1].resolve()))
    write_to_stdout(
        f"{format_count(len(made), 'file')} in {click.format_filename(folder)}, readable by you "
        f"alone. They hold for {format_count(days, 'day')}.\n"
        "Copy the folder to each machine of the cluster, to the same path, and there:\n"
        f"  export DASK_CONFIG={configuration}\n"
        "Then:\n"
        "  dask scheduler --protocol tls --port 8786\n"
        "  dask worker tls://HOST:8786 --nthreads 1\n"
        "  grade batch … --cluster tls://HOST:8786\n"
    )


@contextmanager
def _opened(database: str | None, data: Path, *, make: bool = False) -> Iterator[Database]:
    require_service_packages()
    from grader.service.data.database import Database, sqlite_url_in_folder

    opened = Database(database or sqlite_url_in_folder(data, make=make))
    try:
        yield opened
    finally:
        opened.close()
