"""Defines ``grade import coursemology``."""

from __future__ import annotations

import re
from pathlib import Path

import click

from grader.author.import_coursemology import KINDS, import_package
from grader.cli.exit_status import say
from grader.cli.output import write_to_stdout
from grader.cli.shared_options import FILE


@click.command()
@click.argument("package", type=FILE)
@click.option(
    "-o", "--output", "course", type=click.Path(file_okay=False, path_type=Path), required=True,
    metavar="COURSE", help="Folder of the course; made if it is not there.",
)  # fmt: skip
@click.option(
    "--name", metavar="ID", help="Name of the assignment.  [default: made of the package's name]"
)
def coursemology(package: Path, course: Path, name: str | None) -> None:
    """Make an assignment of PACKAGE, a Python programming question of Coursemology.

    Nothing in PACKAGE is executed here; its expressions run in the sandbox when something is
    graded. Nothing is overwritten.

    Exit status: 0 made, 2 usage error, or it cannot be made.
    """
    chosen = name or re.sub(r"\W+", "_", package.stem, flags=re.ASCII).strip("_")
    found, files = import_package(package, course, chosen)
    for file in found.left_out:
        say(f"{file} was left out: of files beside the tests, only Python modules are provided.")
    counts = [f"{sum(case.kind == kind for case in found.cases)} {kind}" for kind in KINDS]
    lines = [
        f"Made the assignment {chosen} in {course}, with {', '.join(counts)} cases:",
        *(f"  {course / file}" for file in files),
        "",
        f"Try it: grade author validate {chosen} --course {course}",
        "",
    ]
    write_to_stdout("\n".join(lines))
