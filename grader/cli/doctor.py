"""``grade doctor``: tests what the sandboxes of this machine really prevent."""

from __future__ import annotations

import sys

import click

from grader import doctor as probing
from grader.cli.exit_status import BELOW, GRADED, INTERNAL, note, warn
from grader.cli.output import ProgressLine, render_to_text, write_to_stdout
from grader.cli.service_options import database_option
from grader.doctor.doctor_report import render_diagnosis
from grader.sandbox import BACKENDS
from grader.service import require_service_packages

_STATUS = {"full": GRADED, "partial": BELOW, "none": INTERNAL}


@click.command()
@click.option(
    "--sandbox",
    "only",
    type=click.Choice([name for name in BACKENDS if name != "none"]),
    help="Probe only this one; auto is the one that gradings use.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON, with every single attempt.")
@database_option("Also say which assignments of the service in this database are held")
def doctor(only: str | None, as_json: bool, database: str | None) -> None:
    """Find out what sandboxes prevent on this machine, by trying it.

    A probe is started like a submission and tries to read and write files, to reach the network
    and other processes, to make system calls that attacks need, and to take too much memory, CPU
    time and output. What it could not try is never called enforced.

    Exit status: 0 if the sandbox that gradings use (or the one named) enforces everything, 1 if
    not everything or if assignments are held, 3 if it cannot be used, 2 usage error.
    """
    with ProgressLine("trying the sandboxes of this machine"):
        diagnosis = probing.diagnose_machine(only)
    write_to_stdout(
        probing.dump_diagnosis(diagnosis)
        if as_json
        else render_to_text(lambda page: render_diagnosis(diagnosis, page))
    )
    faulty = database is not None and _print_damaged_editions(database)
    sys.exit(max(_STATUS[diagnosis.protection.value], BELOW if faulty else GRADED))


def _print_damaged_editions(url: str) -> bool:
    """Print a service's editions with defective files, and return whether there are any."""
    require_service_packages()
    from grader.service import course_editions
    from grader.service.data.database import Database

    database = Database(url)
    try:
        database.require_tables()
        database.require_present_shape()
        with database.reading() as session:
            faulty = course_editions.all_faulty_editions(session)
    finally:
        database.close()
    for course, edition in faulty:
        warn(f"{course.slug}/{edition.assignment} is held: its files are not in order.")
        for line in (edition.problem or "").splitlines():
            note(f"  {line}")
    return bool(faulty)
