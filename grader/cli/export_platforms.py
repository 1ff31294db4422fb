"""Defines the commands ``grade export gradescope`` and ``grade export prairielearn``."""

from __future__ import annotations

from pathlib import Path

import click

from grader.assignment import course_assignments as courses
from grader.assignment import load_assignment
from grader.cli.output import write_to_stdout
from grader.cli.shared_options import FILE, course_option
from grader.export.package_files import write_package, write_zip_or_folder
from grader.export.platform_packages import gradescope_files, prairielearn_files


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
    write_to_stdout(
        f"Wrote the autograder of {chosen.id} to {click.format_filename(output)}. "
        "Upload it at Configure Autograder, with Ubuntu 22.04 as the base image.\n"
    )


@click.command()
@click.argument("assignment", metavar="ASSIGNMENT")
@course_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="PATH",
    help="A new folder below a course's questions/, or a .zip.",
)
@click.option(
    "--image",
    default="search-autograder",
    show_default=True,
    metavar="NAME",
    help="Name of the image that grades; the package's image/Dockerfile builds it.",
)
@click.option(
    "--timeout",
    type=click.IntRange(1),
    default=600,
    show_default=True,
    metavar="SECONDS",
    help="Seconds that PrairieLearn allows for a grading.",
)
def prairielearn(
    assignment: str, course: Path | None, output: Path, image: str, timeout: int
) -> None:
    """Write a question for PrairieLearn, with the external grader that grades it.

    Its folder tests/ holds the hidden tests and the reference, which students never see.

    Exit status: 0 written, 2 usage error, or it cannot be written.
    """
    chosen = load_assignment(assignment, courses.choose_course(course))
    write_zip_or_folder(output, prairielearn_files(chosen, image, timeout))
    write_to_stdout(
        f"Wrote the question of {chosen.id} to {click.format_filename(output)}. "
        f"Its image/Dockerfile builds {image}, which it needs.\n"
    )
