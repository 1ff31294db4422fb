"""``grade similar``: lists which submissions look alike."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from grader import intake
from grader.assignment import Assignment
from grader.assignment import course_assignments as courses
from grader.assignment.detect_assignment import find_fitting_assignment
from grader.cli.exit_status import GRADED, say, status_of, stop_for_signal
from grader.cli.output import ProgressLine, render_to_text, write_to_stdout
from grader.cli.report_targets import Target, check_targets
from grader.cli.shared_options import FILE, Percent, assignment_option
from grader.machine.atomic_write import WriteError, write_atomically
from grader.similar import require_copydetect, similarity_report
from grader.similar.collect_submissions import collect_handed_out_code, collect_submissions
from grader.similar.comparison_outcome import ComparisonOutcome
from grader.similar.similarity_report import dump_comparison, render_comparison


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH…", type=click.Path(path_type=Path))
@assignment_option("The assignment whose handout is ignored.")
@click.option(
    "--ignore",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Other code that everybody was given and that is ignored, too; repeatable.",
)
@click.option(
    "--earlier",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Submissions of an earlier year, compared with those at PATH… but not with each other; "
    "repeatable.",
)
@click.option(
    "--most",
    default=20,
    show_default=True,
    type=click.IntRange(1, 1000),
    metavar="N",
    help="List at most this many pairs.",
)
@click.option(
    "--at-least",
    default=30.0,
    show_default=True,
    type=Percent(),
    metavar="PCT",
    help="List pairs of which one shares at least this much with the other.",
)
@click.option("--json", "as_json", type=FILE, metavar="FILE", help="Also write JSON to FILE.")
@click.option(
    "--html", type=FILE, metavar="FILE", help="Also write a page with the passages side by side."
)
def similar(
    paths: tuple[Path, ...],
    assignment: str | None,
    course: Path | None,
    ignore: tuple[Path, ...],
    earlier: tuple[Path, ...],
    most: int,
    at_least: float,
    as_json: Path | None,
    html: Path | None,
) -> None:
    """List which submissions at PATH… look alike, those that share most code first.

    A PATH is a submission, or a folder with submissions: files, archives and folders, one for
    each. The list is for a person to look at, never a verdict. Nothing is executed.

    Exit status: 0 compared, 2 usage or input error, 3 internal error.
    """
    require_copydetect()
    try:
        folder = courses.choose_course(course)
        if assignment is not None:
            chosen = courses.load_assignment(assignment, folder)
        else:
            chosen = find_fitting_assignment(
                folder, lambda rules: collect_submissions(paths, rules, 1)[0]
            )
        _check(paths, as_json, html)
        outcome = _compared(paths, ignore, chosen, most, at_least / 100, earlier)
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; nothing was written")
    if assignment is None:
        say(f"assignment {chosen.id}, by what the submissions define")
    _deliver(outcome, as_json, html)


def _check(paths: Sequence[Path], as_json: Path | None, html: Path | None) -> None:
    """End the program unless both output files can be written."""
    named = [("json", as_json), ("html", html)]
    targets = [Target(form, file) for form, file in named if file is not None]
    for path in paths if targets else ():
        check_targets(targets, path, "a submission")


def _compared(
    paths: Sequence[Path],
    ignore: Sequence[Path],
    assignment: Assignment,
    most: int,
    at_least: float,
    earlier: Sequence[Path],
) -> ComparisonOutcome:
    rules = assignment.file_rules
    submissions, left_out = collect_submissions(paths, rules, 1 if earlier else 2)
    before, unread = collect_submissions(earlier, rules, 1) if earlier else ([], [])
    ignored = collect_handed_out_code(assignment)
    ignored += (intake.read_submission(path, assignment.file_rules) for path in ignore)
    with ProgressLine("comparing") as line:
        line.update("loading the libraries")
        # Imported late: numpy and Pygments take longer than all the rest.
        from grader.similar.compare_submissions import compare_submissions

        return compare_submissions(
            submissions, ignored,
            most=most, at_least=at_least, left_out=[*left_out, *unread], progress=line.update,
            earlier=before,
        )  # fmt: skip


def _deliver(outcome: ComparisonOutcome, as_json: Path | None, html: Path | None) -> None:
    status = GRADED
    try:
        if as_json is not None:
            write_atomically(as_json, dump_comparison(outcome))
            say(f"the list is in {click.format_filename(as_json)}")
        if html is not None:
            write_atomically(html, similarity_report.render_comparison_page(outcome))
            say(f"the page is in {click.format_filename(html)}")
    except WriteError as problem:
        say(str(problem))
        status = status_of(problem)
    write_to_stdout(render_to_text(lambda console: render_comparison(outcome, console)))
    sys.exit(status)
