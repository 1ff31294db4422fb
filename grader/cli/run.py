"""``grade run``: one submission."""

from __future__ import annotations

import math
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.courses import assignment_option, chosen_course, refuse
from grader.cli.ending import BELOW, INTERNAL, USAGE, say, stop, stop_for_signal, warn
from grader.cli.targets import Target, check_all, deliver, report_options, wanted
from grader.machine import interrupts
from grader.sandbox import BACKENDS

if TYPE_CHECKING:
    from rich.console import Console

    from grader.assignment import Assignment
    from grader.jobs.bench import Bench
    from grader.model.match_rules import MatchRules
    from grader.model.report import Report, View
    from grader.model.submission import Submission


def a_number(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    """Keeps out what no range does; a callback of options."""
    if value is not None and math.isnan(value):
        raise click.BadParameter("nan is not a percentage.")
    return value


@click.command()
@click.argument("submission", type=click.Path(path_type=Path))
@assignment_option("What to grade it as.")
@click.option(
    "-t", "--task", "tasks", multiple=True, metavar="N", help="Grade only this task; repeatable."
)
@click.option("--seed", default=0, show_default=True, help="Seed of every random choice.")
@click.option(
    "--sandbox",
    default="auto",
    show_default=True,
    type=click.Choice(BACKENDS),
    help="Where the code runs; auto is bubblewrap, or docker where that does not work. none is for "
    "debugging and protects nothing.",
)
@report_options
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    callback=a_number,
    metavar="PCT",
    help="Exit with status 1 if the score is below PCT percent.",
)
def run(
    submission: Path,
    assignment: str | None,
    course: Path | None,
    tasks: tuple[str, ...],
    seed: int,
    sandbox: str,
    form: str | None,
    output: Path | None,
    reports: tuple[Target, ...],
    view: str,
    fail_under: float | None,
) -> None:
    """Grade SUBMISSION: a .py file, a notebook, or a .zip or folder that holds one.

    Exit status: 0 graded, 1 below --fail-under, 2 usage or input error, 3 internal or
    infrastructure error.
    """
    # Imported late, so that --help and usage errors answer at once.
    from grader.model.report import View

    targets = wanted(form, output, reports)
    chosen, read = _inputs(assignment, chosen_course(course), tasks, submission)
    check_all(targets, submission, "the submission")
    if assignment is None:
        say(f"assignment {chosen.id}, by what the submission defines")
    if sandbox == "none":
        warn("WARNING: no sandbox. The submission runs with all your rights.")
        # The submission may catch one Ctrl-C, but not every one.
        for number in interrupts.ENDING:
            signal.signal(number, signal.default_int_handler)
    try:
        report = _graded(read, chosen, sandbox, seed, tasks, submission.name)
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; no report was written")
    deliver(report, View(view), targets, _draw)
    if report.errors:
        sys.exit(INTERNAL)
    # Points are decimal fractions: 0.1 + 0.2 must not be below 0.3.
    if fail_under is not None and round(100 * report.score - fail_under * report.max_score, 6) < 0:
        sys.exit(BELOW)


def _inputs(
    assignment: str | None, course: Path, tasks: Sequence[str], submission: Path
) -> tuple[Assignment, Submission]:
    """What is to be graded, as what."""
    from grader import assignment as assignments
    from grader import intake

    try:
        if assignment is None:
            chosen = _fitting(course, submission)
        else:
            chosen = assignments.load(assignment, course)
        for number in tasks:
            chosen.coded_task(number)
        return chosen, intake.read(submission, chosen.given)
    except intake.IntakeError as problem:
        stop(USAGE, str(problem))
    except assignments.AssignmentError as problem:
        refuse(problem)


def _fitting(course: Path, submission: Path) -> Assignment:
    """The assignment whose functions the submission defines.

    Raises:
        IntakeError: if it cannot be read, whatever it is for.
        AssignmentError: if no assignment fits, or several do.
    """
    from grader import intake
    from grader.assignment import UnknownAssignment
    from grader.assignment.finding import fitting

    refusals: list[intake.IntakeError] = []

    def read(given: frozenset[str]) -> Iterator[Submission]:
        try:
            yield intake.read(submission, given)
        except intake.IntakeError as refusal:
            refusals.append(refusal)

    try:
        return fitting(course, read)
    except UnknownAssignment:
        if refusals:
            raise refusals[0] from None
        raise


def _graded(
    submission: Submission,
    assignment: Assignment,
    sandbox: str,
    seed: int,
    tasks: Sequence[str],
    name: str,
) -> Report:
    from grader import sandbox as sandboxes
    from grader.cli.progress import Line
    from grader.jobs.bench import Bench, prepared
    from grader.jobs.parallel import WorkerFailed, grade_in_parts
    from grader.jobs.pool import cores

    # Without a sandbox there is most likely a debugger, which wants one process.
    processes = 1 if sandbox == "none" else None
    try:
        bench = Bench(assignment, sandboxes.choose(sandbox), seed, tuple(tasks))
        if assignment.match is not None:
            bench = prepared(bench)
            _say_how_long(bench, assignment.match, processes or cores())
        with Line(f"grading {name}") as line:
            return grade_in_parts(bench, submission, line.show, processes)
    except (sandboxes.SandboxUnavailable, WorkerFailed) as problem:
        stop(INTERNAL, str(problem))


def _say_how_long(bench: Bench, match: MatchRules, processes: int) -> None:
    from grader.jobs.duration import most_seconds

    assert bench.tests is not None, "they are found before"
    minutes = math.ceil(most_seconds(bench, bench.tests, processes) / 60)
    if minutes:
        say(
            f"up to {minutes} {'minute' if minutes == 1 else 'minutes'}: an agent has "
            f"{match.seconds:g} s for each move"
        )


def _draw(report: Report, view: View, page: Console) -> None:
    from grader.render.terminal.report import render

    render(report, view, page)
