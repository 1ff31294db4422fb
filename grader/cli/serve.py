"""``grade serve``: runs the service, on one machine."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from grader.assignment import course_assignments
from grader.cli.exit_status import note, say, warn
from grader.cli.service_options import (
    data_options,
    log_option,
    require_protection,
    warn_of_open_folder,
)
from grader.cli.shared_options import sandbox_option
from grader.service import ServiceProblem, require_service_packages

if TYPE_CHECKING:
    from grader.service.course_creation import StartupCourse
    from grader.service.data.database import Database

_log = logging.getLogger(__name__)


@click.command()
@data_options
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option(
    "--url",
    metavar="URL",
    help="The address that people use, if something in front of the service answers there; with "
    "https://, cookies go over HTTPS alone.  [default: http://HOST:PORT]",
)
@click.option(
    "--workers",
    default=max(1, (os.cpu_count() or 1) // 2),
    show_default=True,
    type=click.IntRange(0, 64),
    metavar="N",
    help="Workers to run beside the server, each of which grades one submission at a time.",
)
@click.option(
    "--as",
    "slug",
    metavar="NAME",
    help="Short name of the course, as it stands in addresses.  [default: the one that the folder "
    "of --course has already, or course]",
)
@click.option("--title", default="", metavar="TEXT", help="What the course is called on pages.")
@click.option(
    "--oidc",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="GRADE_OIDC",
    show_envvar=True,
    metavar="FILE",
    help="Settings of an OpenID Connect provider: people may sign in with its accounts, too.",
)
@click.option(
    "--time-zone",
    default="UTC",
    show_default=True,
    envvar="GRADE_TIME_ZONE",
    show_envvar=True,
    metavar="NAME",
    help="Time zone of a new course, as Europe/Berlin; its instructors can change it.",
)
@click.option(
    "--mail",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="GRADE_MAIL",
    show_envvar=True,
    metavar="FILE",
    help="Settings of a mail server that sends people their notices.",
)
@click.option(
    "--courses",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="GRADE_COURSES",
    show_envvar=True,
    metavar="DIR",
    help="Folder below which instructors may make courses on pages. Their tests are run here.",
)
@click.option(
    "--demo",
    is_flag=True,
    help="Make a small course with people and submissions, in a folder of its own: demo-data.",
)
@click.option(
    "--course",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of a course to add, with hidden_tests/ and reference/; those that were added stay."
    "  [default, if there is no course and no --courses: as for other commands]",
)
@sandbox_option
@log_option
@click.pass_context
def serve(
    context: click.Context,
    data: Path,
    database: str | None,
    host: str,
    port: int,
    url: str | None,
    workers: int,
    slug: str | None,
    title: str,
    time_zone: str,
    oidc: Path | None,
    mail: Path | None,
    courses: Path | None,
    demo: bool,
    course: Path | None,
    sandbox: str,
) -> None:
    """Run the service: people hand in with a browser, workers grade, everybody sees what is theirs.

    The first time, it prints a link with which the administrator signs in. Each start takes up the
    assignments of all courses as they are then.

    Exit status: 0 ended by a signal, 2 usage error, 3 internal or infrastructure error.
    """
    require_service_packages()
    require_protection(sandbox)
    # Imported late: they take longer than all the rest.
    from grader.sandbox import choose_backend
    from grader.service import course_editions, server_process
    from grader.service import demo_data as demonstration
    from grader.service.auth.external_accounts import read_account_provider
    from grader.service.course_creation import choose_startup_course, refresh_courses
    from grader.service.course_time import require_zone
    from grader.service.data.database import Database, sqlite_url_in_folder
    from grader.service.mail.mail_settings import read_mail_settings
    from grader.service.web.server_settings import ServerSettings

    require_zone(time_zone)
    accounts = read_account_provider(oidc) if oidc is not None else None
    mailing = read_mail_settings(mail) if mail is not None else None
    settings = ServerSettings.at(url or f"http://{host}:{port}", accounts, mailing, courses)
    if url is None and host not in {"127.0.0.1", "localhost"}:
        raise ServiceProblem(
            f"At {host}, passwords would go over the network as they are. Put a server with HTTPS "
            "in front, and say where people reach it: --url https://…"
        )
    if workers:
        choose_backend(sandbox)  # so that what is missing is said now
    server_process.check_address_free(host, port)
    if demo and context.get_parameter_source("data") is ParameterSource.DEFAULT:
        data = Path("demo-data")
    kept = Database(database or sqlite_url_in_folder(data))
    kept.migrate()
    with kept.raise_if_unreachable():
        if demo:
            demonstration.require_no_other_course(kept, _DEMO_SLUG)
            course, slug, title = _demo_course(kept.folder or data), _DEMO_SLUG, "Demonstration"
        chosen = choose_startup_course(kept, course, slug, title, pages=courses is not None)
        say(f"the data of the service is in {kept.folder or kept.shown}")
        warn_of_open_folder(kept.folder)
        if chosen is not None:
            _register_course(kept, chosen, time_zone)
        for problem in refresh_courses(
            kept, course_editions.find_edition_problem, without=chosen.slug if chosen else ""
        ):
            warn(problem)
        if link := server_process.make_administrator_link(kept):
            note(f"  sign in as admin, once: {settings.url}{link}")
        if demo and chosen is not None:
            files = sorted((chosen.folder / "reference" / _DEMO).rglob("*.py"))
            links = demonstration.fill_with_demo_data(kept, chosen.slug, files)
            for login, link in links.items():
                note(f"  sign in as {login}, once: {settings.url}{link}")
    try:
        server_process.serve_until_signal(
            kept, settings, host, port, workers, sandbox,
            on_listening=lambda: say(
                f"the service is at {settings.url}, and listens at {host}, port {port}"
            ),
        )  # fmt: skip
    except KeyboardInterrupt:  # how it is meant to end
        say("the service has ended.")


def _register_course(kept: Database, chosen: StartupCourse, time_zone: str) -> None:
    """Register the assignments of a course as its files are now; say which are not in order."""
    from grader.service import course_editions

    with kept.reading() as session:
        good = course_editions.valid_edition_digests(session, chosen.slug)
    # Their own tests run against the reference solution, which takes up to a minute.
    note(f"  checking the new assignments in {chosen.folder} …")
    found = course_editions.read_course_folder(
        chosen.folder, course_editions.find_edition_problem, good
    )
    with kept.writing() as session:
        course_editions.register_course(
            session, chosen.slug, chosen.folder, chosen.title, found, time_zone
        )
    for each in found:
        if each.problem:
            warn(
                f"{each.id} is not in order, so its submissions wait. Mend its files, and start "
                "the service again:"
            )
            for line in each.problem.splitlines():
                note(f"  {line}")
            _log.error("Edition %s of %s is held: %s", each.digest, each.id, each.problem)


_DEMO = "week1"
_DEMO_SLUG = "demo"


def _demo_course(data: Path) -> Path:
    from grader.author import new_assignment

    folder = data / "demo-course"
    if not (folder / course_assignments.TESTS / _DEMO).exists():
        new_assignment.make_new_assignment(folder, _DEMO)
    return folder
