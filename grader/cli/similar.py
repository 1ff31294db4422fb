"""``grade similar``: which submissions look alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.courses import assignment_option, chosen_course, load, refuse
from grader.cli.ending import GRADED, INTERNAL, USAGE, say, stop, stop_for_signal
from grader.cli.stdout import drawn, show
from grader.cli.targets import Target, check_all

if TYPE_CHECKING:
    from grader.assignment import Assignment
    from grader.model.submission import Submission
    from grader.similar.model import LeftOut, Outcome


def _a_number(_: click.Context, __: click.Parameter, value: float) -> float:
    if math.isnan(value):  # which no range keeps out
        raise click.BadParameter("nan is not a percentage.")
    return value


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH…", type=click.Path(path_type=Path))
@assignment_option("Whose handout does not count.")
@click.option(
    "--ignore",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Code that everybody was given besides, which does not count either; repeatable.",
)
@click.option(
    "--most",
    default=20,
    show_default=True,
    type=click.IntRange(1, 1000),
    metavar="N",
    help="List no more pairs than that.",
)
@click.option(
    "--at-least",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0, 100),
    callback=_a_number,
    metavar="PCT",
    help="List pairs of which one shares so much with the other.",
)
@click.option("--json", "as_json", type=_FILE, metavar="FILE", help="Also write JSON to FILE.")
@click.option(
    "--html", type=_FILE, metavar="FILE", help="Also write a page with the passages side by side."
)
def similar(
    paths: tuple[Path, ...],
    assignment: str | None,
    course: Path | None,
    ignore: tuple[Path, ...],
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
    # Imported late, so that --help and usage errors answer at once.
    from grader.similar import Unavailable, require

    try:
        require()
        chosen = _assignment(assignment, chosen_course(course), paths)
        _check(paths, as_json, html)
        outcome = _compared(paths, ignore, chosen, most, at_least / 100)
        if assignment is None:
            say(f"assignment {chosen.id}, by what the submissions define")
    except Unavailable as problem:
        stop(USAGE, str(problem))
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; nothing was written")
    _deliver(outcome, as_json, html)


def _assignment(name: str | None, course: Path, paths: Sequence[Path]) -> Assignment:
    from grader.assignment import AssignmentError
    from grader.assignment.finding import fitting

    if name is not None:
        return load(name, course)
    try:
        return fitting(course, lambda given: _submissions(paths, given)[0])
    except AssignmentError as problem:
        refuse(problem)


def _check(paths: Sequence[Path], as_json: Path | None, html: Path | None) -> None:
    """End the program unless there is a place for what is to be written."""
    named = [("json", as_json), ("html", html)]
    targets = [Target(form, file) for form, file in named if file is not None]
    for path in paths if targets else ():
        check_all(targets, path, "a submission")


def _compared(
    paths: Sequence[Path],
    ignore: Sequence[Path],
    assignment: Assignment,
    most: int,
    at_least: float,
) -> Outcome:
    from grader.cli.progress import Line

    submissions, left_out = _submissions(paths, assignment.given)
    ignored = [*_handed_out(assignment), *(_ignored(path, assignment.given) for path in ignore)]
    with Line("comparing") as line:
        line.tell("loading what it takes")
        from grader.similar.comparing import compare
        from grader.similar.prints import TooSlow

        try:
            return compare(
                submissions, ignored,
                most=most, at_least=at_least, left_out=left_out, progress=line.tell,
            )  # fmt: skip
        except TooSlow:
            stop(USAGE, "What is to be ignored takes too long to read; give ordinary code.")


def _submissions(
    paths: Sequence[Path], given: frozenset[str]
) -> tuple[list[Submission], list[LeftOut]]:
    from grader.similar.collecting import NothingToCompare, collect

    try:
        return collect(paths, given)
    except NothingToCompare as problem:
        stop(USAGE, str(problem))


def _handed_out(assignment: Assignment) -> list[Submission]:
    from grader.intake import IntakeError
    from grader.similar.handout import handed_out

    try:
        return handed_out(assignment)
    except IntakeError as problem:
        stop(INTERNAL, str(problem))


def _ignored(path: Path, given: frozenset[str]) -> Submission:
    from grader import intake

    try:
        return intake.read(path, given)
    except intake.IntakeError as problem:
        stop(USAGE, str(problem))


def _deliver(outcome: Outcome, as_json: Path | None, html: Path | None) -> None:
    from grader.machine.writer import WriteError, write_atomically
    from grader.similar.terminal import render

    status = GRADED
    try:
        if as_json is not None:
            from grader.similar.jsonfile import dumps

            write_atomically(as_json, dumps(outcome))
            say(f"the list is in {click.format_filename(as_json)}")
        if html is not None:
            from grader.similar import page

            write_atomically(html, page.render(outcome))
            say(f"the page is in {click.format_filename(html)}")
    except WriteError as problem:
        say(str(problem))
        status = USAGE if problem.misplaced else INTERNAL
    show(drawn(lambda console: render(outcome, console)))
    if status:
        raise SystemExit(status)
