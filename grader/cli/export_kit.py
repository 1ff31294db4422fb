"""Defines the command ``grade export kit``."""

from __future__ import annotations

from pathlib import Path

import click

from grader.assignment import course_assignments as courses
from grader.cli.exit_status import say
from grader.cli.output import write_to_stdout
from grader.cli.shared_options import course_option
from grader.export.find_pyodide_files import read_pyodide
from grader.export.package_files import write_package
from grader.export.student_kit import make_kit
from grader.export.web_kit import make_web_kit, write_web_kit
from grader.model.user_error import UsageError


@click.command()
@click.argument("assignment")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Where to write the kit: a zip, or with --web a folder.",
)
@click.option(
    "--web", is_flag=True, help="Write a page for a static host, which runs the tests in a browser."
)
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder that holds Pyodide, for --web; else where scripts/install-pyodide puts it.",
)
@course_option
def kit(
    assignment: str, output: Path, web: bool, pyodide: Path | None, course: Path | None
) -> None:
    """Write what students need to run the public tests of ASSIGNMENT on their own machines.

    A zip with the skeleton, provided modules and public tests. `python check.py FILE` needs nothing
    but Python 3.10 or newer. With --web, a page that needs nothing but a browser. No hidden case
    and no source of the reference is in either.

    Exit status: 0 written, 2 usage error, or there is nothing to write.
    """
    if pyodide is not None and not web:
        raise UsageError("--pyodide is for the page that --web writes.")
    chosen = courses.load_assignment(assignment, courses.choose_course(course))
    runtime = read_pyodide(pyodide, chosen.packages) if web else None
    files, notes = make_kit(chosen)
    for note in notes:
        say(note)
    if runtime is None:
        write_package(output, files)
        write_to_stdout(f"Wrote the kit of {chosen.id} to {output}.\n")
        return
    for package in runtime.missing:
        say(f"The page has no {package}, and says so: Pyodide's folder holds no wheel of it.")
    write_web_kit(output, make_web_kit(chosen, files), runtime)
    write_to_stdout(
        f"Wrote the page of {chosen.id} to {output}. Put that folder on any web server.\n"
    )
