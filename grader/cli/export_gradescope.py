"""Defines ``grade export gradescope``."""

from __future__ import annotations

from pathlib import Path

import click

from grader.assignment import course_assignments as courses
from grader.assignment import load_assignment
from grader.cli.shared_options import FILE, course_option
from grader.cli.stdout import show
from grader.export.package_files import write_package
from grader.export.platform_packages import gradescope_files


@click.command()
@click.argument("assignment", metavar="ASSIGNMENT")
@course_option
@click.option("-o", "--output", type=FILE, required=True, metavar="FILE", help="The zip to write.")
@click.option(
    "--per-day",
    type=click.IntRange(min=1),
    metavar="N",
    help="Grade at most N submissions of a student within 24 hours; others keep the last score.",
)
def gradescope(assignment: str, course: Path | None, output: Path, per_day: int | None) -> None:
    """Write an autograder for Gradescope: upload the zip on "Configure Autograder".

    It holds the grader, the assignment's hidden tests and its reference, which students never see.

    Exit status: 0 written, 2 usage error, or it cannot be written.
    """
    chosen = load_assignment(assignment, courses.choose_course(course))
    write_package(output, gradescope_files(chosen, per_day or 0))
    show(
        f"Wrote the autograder of {chosen.id} to {click.format_filename(output)}. "
        "Upload it at Configure Autograder, with Ubuntu 22.04 as the base image.\n"
    )
