"""``grade marks``: puts the points that people give into results, without grading."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.assignment import course_assignments as courses
from grader.batch.apply_marks import make_blank_marks_table as blank_table
from grader.batch.apply_marks import put_marks_into_results
from grader.cli.exit_status import INTERNAL, say
from grader.cli.output import write_to_stdout
from grader.cli.shared_options import course_option
from grader.machine import atomic_write
from grader.model.escape import escape_line_for_ci
from grader.model.formatting import format_count
from grader.model.user_error import UsageError

_LISTED = 5
"""Students that are named."""


@click.command()
@click.argument("tables", nargs=-1, metavar="TABLE...", type=click.Path(path_type=Path))
@click.option(
    "--results",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The results of `grade batch`, whose reports and gradebook get the marks.",
)
@click.option(
    "--blank",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Instead, write a table to FILE with a row for each mark that is missing.",
)
@course_option
def marks(tables: tuple[Path, ...], results: Path, blank: Path | None, course: Path | None) -> None:
    """Put the points that people gave for written tasks into the results of a batch.

    TABLE is a CSV file as any spreadsheet saves it, or a folder of them, with the columns id, task
    and points, and perhaps item and comment. The items of one student and task add up. A row with
    the same id, task and item replaces an earlier one; one without points takes it back. Nothing is
    graded again. If a row is wrong, nothing is changed, and everything that is wrong is listed.

    Exit status: 0 done, 2 usage or input error, 3 internal error.
    """
    if blank is not None:
        if tables:
            raise click.UsageError("--blank writes a table and takes none; leave out TABLE.")
        _write_blank(results, blank, courses.choose_course(course))
        return
    if not tables:
        raise click.UsageError(
            "Which marks? Name a CSV file or a folder of them; --blank FILE makes one to fill in."
        )
    done = put_marks_into_results(results, tables, courses.choose_course(course))
    lines = [f"{format_count(len(done.changed), 'report')} changed."]
    for task, ids in done.lacking.items():
        names = ", ".join(escape_line_for_ci(student, 40) for student in ids[:_LISTED])
        more = f" and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
        students = format_count(len(ids), "student")
        lines.append(f"Task {task} has no mark yet for {students}: {names}{more}.")
    if done.taken_back:
        taken = [
            f"{escape_line_for_ci(student, 40)} (task {task})" for student, task in done.taken_back
        ]
        more = f" and {len(taken) - _LISTED} more" if len(taken) > _LISTED else ""
        lines.append(
            f"Marks taken back, whose rows have no points: {', '.join(taken[:_LISTED])}{more}."
        )
    write_to_stdout("\n".join([*lines, ""]))
    for doubt in done.doubts:
        say(doubt)
    say(f"the results are in {click.format_filename(results)}; begin with index.html")
    for problem in done.problems:
        say(problem)
    if done.problems:
        sys.exit(INTERNAL)


def _write_blank(results: Path, target: Path, course: Path) -> None:
    if target.exists():
        raise UsageError(
            f"{click.format_filename(target)} is there already and may hold marks; "
            "name another file, or delete it."
        )
    text, missing = blank_table(results, course)
    atomic_write.write_atomically(target, text)
    say(
        f"{click.format_filename(target)} has {format_count(missing, 'row')} to fill in; "
        f"then: grade marks {click.format_filename(target)} --results "
        f"{click.format_filename(results)}"
    )
