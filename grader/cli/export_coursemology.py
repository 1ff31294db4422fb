"""Defines the command ``grade export coursemology``."""

from __future__ import annotations

from pathlib import Path

import click

from grader import sandbox as sandboxes
from grader.assignment import course_assignments as courses
from grader.cli.exit_status import INTERNAL, stop
from grader.cli.output import ProgressLine, write_to_stdout
from grader.cli.shared_options import course_option, sandbox_option, task_option
from grader.examine.test_collection import prepare_hidden_tests
from grader.export.coursemology import (
    MOST,
    describe_left_out,
    make_packages,
    require_fixed_names,
    write_packages,
)
from grader.export.coursemology_package import KINDS, cases_of_kind


@click.command()
@click.argument("assignment")
@course_option
@task_option("Export")
@sandbox_option
@click.option(
    "--most", type=click.IntRange(min=1), default=MOST, show_default=True, metavar="N",
    help="At most this many cases of each hidden test, spread evenly over all of them.",
)  # fmt: skip
@click.option(
    "-o", "--output", "folder", type=click.Path(file_okay=False, path_type=Path), required=True,
    metavar="FOLDER", help="Where to write the packages; made if it is not there.",
)  # fmt: skip
def coursemology(
    assignment: str,
    course: Path | None,
    tasks: tuple[str, ...],
    sandbox: str,
    most: int,
    folder: Path,
) -> None:
    """Write a package for each coded task of ASSIGNMENT, as Coursemology's programming questions.

    What that platform's model cannot tell is listed here and in FOLDER/left-out.txt. Packages hold
    the expected values of hidden tests, and the solution: they are for staff alone.

    Exit status: 0 written, 2 usage error, 3 the hidden tests or the sandbox do not work.
    """
    chosen = courses.load_assignment(assignment, courses.choose_course(course))
    require_fixed_names(chosen)
    tests = prepare_hidden_tests(chosen)
    if problems := tests.wrong(chosen):
        stop(INTERNAL, problems[0])
    with ProgressLine(f"exporting {chosen.id}") as line:
        packages = make_packages(
            chosen,
            tests,
            sandboxes.choose_backend(sandbox),
            chosen.coded(tasks) if tasks else (),
            most,
            line.update,
        )
    write_packages(folder, packages)
    lines = []
    for package in packages:
        counts = [f"{len(cases_of_kind(package.exported.cases, kind))} {kind}" for kind in KINDS]
        said = ", ".join(counts) if package.files else "no case can be told; not written"
        lines.append(f"{folder / package.name}: {said}")
    write_to_stdout("\n".join([*lines, "", describe_left_out(packages)]))
