"""Defines ``grade export kit``."""

from __future__ import annotations

from pathlib import Path

import click

from grader.assignment import course as courses
from grader.cli.exit_status import say
from grader.cli.shared_options import FILE, course_option
from grader.cli.stdout import show
from grader.export.package_zip import write_package
from grader.export.student_kit import make_kit


@click.command()
@click.argument("assignment")
@click.option(
    "-o", "--output", required=True, type=FILE, metavar="FILE.zip", help="Where to write the kit."
)
@course_option
def kit(assignment: str, output: Path, course: Path | None) -> None:
    """Write what students need to run the public tests of ASSIGNMENT on their own machines.

    A zip with the skeleton, provided modules and public tests. `python check.py FILE` needs nothing
    but Python 3.10 or newer. No hidden case and no source of the reference is in it.

    Exit status: 0 written, 2 usage error, or there is nothing to write.
    """
    chosen = courses.load_assignment(assignment, courses.choose_course(course))
    files, notes = make_kit(chosen)
    for note in notes:
        say(note)
    write_package(output, files)
    show(f"Wrote the kit of {chosen.id} to {output}.\n")
