"""Defines the commands ``grade export``: gradebook, kit, coursemology, gradescope, prairielearn."""

from __future__ import annotations

from pathlib import Path

import click

from grader import sandbox as sandboxes
from grader.assignment import course_assignments as courses
from grader.assignment import load_assignment
from grader.batch.batch_json import read_earlier_batch
from grader.batch.export_gradebook import export_gradebook
from grader.batch.read_platform_gradebook import PLATFORMS
from grader.cli.exit_status import INTERNAL, say, stop
from grader.cli.output import Line, show
from grader.cli.shared_options import FILE, course_option, sandbox_option, task_option
from grader.examine.test_collection import prepare_hidden_tests
from grader.export.coursemology import (
    MOST,
    describe_left_out,
    expect_fixed_names,
    make_packages,
    write_packages,
)
from grader.export.coursemology_package import KINDS, of_kind
from grader.export.package_files import write_package, write_zip_or_folder
from grader.export.platform_packages import gradescope_files, prairielearn_files
from grader.export.pyodide_files import read_pyodide
from grader.export.student_kit import make_kit
from grader.export.web_kit import make_web_kit, write_web_kit
from grader.machine.atomic_write import write_bytes_atomically
from grader.model.escape import neutralise_ci_commands
from grader.model.formatting import format_count
from grader.model.user_error import UsageError


@click.command()
@click.argument(
    "results", metavar="RESULTS", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--for", "platform", required=True, type=click.Choice(list(PLATFORMS)),
    help="The platform that the file is for.",
)  # fmt: skip
@click.option(
    "--template",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The platform's own gradebook, as downloaded; one column of it is filled.",
)
@click.option(
    "--column", default="", metavar="NAME",
    help="The column to fill, if there are several; without --template, its name.",
)  # fmt: skip
@click.option(
    "--partial", is_flag=True,
    help="Also write points that do not hold all yet, as a person has something to decide.",
)  # fmt: skip
@click.option(
    "--output", "-o", "target",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the gradebook goes.",
)  # fmt: skip
def gradebook(
    results: Path, platform: str, template: Path | None, column: str, partial: bool, target: Path
) -> None:
    """Write the results of a batch as a gradebook that a learning platform takes.

    RESULTS is the folder that `grade batch --out` has written. Students whose points are not final
    are left out and listed, as are those whom no row fits. Everything else in a template stays as
    it is, to the byte.

    Exit status: 0 written, 2 usage or input error.
    """
    if template is not None and target.exists() and target.samefile(template):
        raise UsageError("The template would be lost; name another file with --output.")
    done = export_gradebook(
        read_earlier_batch(results), platform, template, column, partial=partial
    )
    write_bytes_atomically(target, done.content)
    show("".join(f"{neutralise_ci_commands(remark)}\n" for remark in done.remarks))
    say(
        f"{click.format_filename(target)} has the points of {format_count(done.written, 'student')}"
    )


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
        show(f"Wrote the kit of {chosen.id} to {output}.\n")
        return
    for package in runtime.missing:
        say(f"The page has no {package}, and says so: Pyodide's folder holds no wheel of it.")
    write_web_kit(output, make_web_kit(chosen, files), runtime)
    show(f"Wrote the page of {chosen.id} to {output}. Put that folder on any web server.\n")


@click.command()
@click.argument("assignment")
@course_option
@task_option("Export")
@sandbox_option
@click.option(
    "--most", type=click.IntRange(min=1), default=MOST, show_default=True, metavar="N",
    help="Cases of each hidden test, spread evenly over those that it has.",
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
    expect_fixed_names(chosen)
    tests = prepare_hidden_tests(chosen)
    if problems := tests.wrong(chosen):
        stop(INTERNAL, problems[0])
    with Line(f"exporting {chosen.id}"):
        packages = make_packages(
            chosen,
            tests,
            sandboxes.choose_backend(sandbox),
            chosen.coded(tasks) if tasks else (),
            most,
        )
    write_packages(folder, packages)
    lines = []
    for package in packages:
        counts = [f"{len(of_kind(package.told.cases, kind))} {kind}" for kind in KINDS]
        said = ", ".join(counts) if package.files else "no case can be told; not written"
        lines.append(f"{folder / package.name}: {said}")
    show("\n".join([*lines, "", describe_left_out(packages)]))


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
    help="What PrairieLearn allows a grading.",
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
    show(
        f"Wrote the question of {chosen.id} to {click.format_filename(output)}. "
        f"Its image/Dockerfile builds {image}, which it needs.\n"
    )
