"""``grade run``: one submission."""

from __future__ import annotations

import io
import math
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import interrupts
from grader.cli.ending import BELOW, INTERNAL, USAGE, say, stop, stop_for_signal, warn
from grader.cli.stdout import show
from grader.sandbox import BACKENDS

if TYPE_CHECKING:
    from grader.assignment import Assignment
    from grader.intake import Submission
    from grader.report import Report, View


def _a_number(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and math.isnan(value):  # which no range keeps out
        raise click.BadParameter("nan is not a percentage.")
    return value


@click.command()
@click.argument("submission", type=click.Path(path_type=Path))
@click.option("-a", "--assignment", default="ps2", show_default=True, help="What to grade it as.")
@click.option(
    "-t", "--task", "tasks", multiple=True, metavar="N", help="Grade only this task; repeatable."
)
@click.option("--seed", default=0, show_default=True, help="Seed of every random choice.")
@click.option(
    "--sandbox",
    default="auto",
    show_default=True,
    type=click.Choice(BACKENDS),
    help="Where the code runs; none is for debugging and protects nothing.",
)
@click.option(
    "-f",
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(["text", "json"]),
    help="Form of the report.",
)
@click.option(
    "--view",
    default="staff",
    show_default=True,
    type=click.Choice(["staff", "student"]),
    help="Students see public cases in full, of the others only verdict and hint.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the report to FILE instead of the terminal.",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    callback=_a_number,
    metavar="PCT",
    help="Exit with status 1 if the score is below PCT percent.",
)
def run(
    submission: Path,
    assignment: str,
    tasks: tuple[str, ...],
    seed: int,
    sandbox: str,
    form: str,
    view: str,
    output: Path | None,
    fail_under: float | None,
) -> None:
    """Grade SUBMISSION: a .py file, a notebook, or a .zip or folder that holds one.

    Exit status: 0 graded, 1 below --fail-under, 2 usage or input error, 3 internal or
    infrastructure error.
    """
    # Imported late, so that --help and usage errors answer at once.
    from grader.report import ReportError, View, WriteError

    chosen, read = _inputs(assignment, tasks, submission, output)
    if sandbox == "none":
        warn("WARNING: no sandbox. The submission runs with all your rights.")
        # The submission may catch one Ctrl-C, but not every one.
        for number in interrupts.ENDING:
            signal.signal(number, signal.default_int_handler)
    try:
        report = _graded(read, chosen, sandbox, seed, tasks, submission.name)
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; no report was written")
    try:
        _deliver(report, View(view), form, output)
    except ReportError as problem:
        stop(INTERNAL, str(problem))
    except WriteError as problem:
        stop(USAGE if problem.misplaced else INTERNAL, str(problem))
    if report.errors:
        sys.exit(INTERNAL)
    # Points are decimal fractions: 0.1 + 0.2 must not be below 0.3.
    if fail_under is not None and round(100 * report.score - fail_under * report.max_score, 6) < 0:
        sys.exit(BELOW)


def _inputs(
    assignment: str, tasks: Sequence[str], submission: Path, output: Path | None
) -> tuple[Assignment, Submission]:
    """What is to be graded as what, once it is certain that a report of it has a place."""
    from grader import assignment as assignments
    from grader import intake
    from grader.report.writer import WriteError, check

    try:
        chosen = assignments.load(assignment)
        for number in tasks:
            chosen.coded_task(number)
        read = intake.read(submission)
        if output is not None:
            check(output)
            if output.exists() and output.samefile(submission):
                stop(USAGE, f"Cannot write {output}: it is the submission; name another file.")
    except (assignments.UnknownAssignment, assignments.UnknownTask, intake.IntakeError) as problem:
        stop(USAGE, str(problem))
    except WriteError as problem:
        stop(USAGE if problem.misplaced else INTERNAL, str(problem))
    except assignments.AssignmentError as problem:
        stop(INTERNAL, str(problem))
    return chosen, read


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
    from grader.parallel import WorkerFailed, grade_in_parts

    # Without a sandbox there is most likely a debugger, which wants one process.
    jobs = 1 if sandbox == "none" else None
    try:
        with Line(f"grading {name}") as line:
            backend = sandboxes.choose(sandbox)
            return grade_in_parts(
                submission, assignment, backend,
                seed=seed, tasks=tasks, progress=line.show, jobs=jobs,
            )  # fmt: skip
    except (sandboxes.SandboxUnavailable, WorkerFailed) as problem:
        stop(INTERNAL, str(problem))


def _deliver(report: Report, view: View, form: str, output: Path | None) -> None:
    from grader.report import dumps, write_atomically

    text = dumps(report, view) if form == "json" else _as_text(report, view, output)
    if output is None:
        show(text)
    else:
        write_atomically(output, text)
        say(f"the report is in {click.format_filename(output)}")


def _as_text(report: Report, view: View, output: Path | None) -> str:
    from rich.console import Console

    from grader.report.text import render

    if output is not None or sys.stdout is None:
        page = io.StringIO()
        render(report, view, Console(file=page, width=100))
        return page.getvalue()
    # Standard output decides on colours and characters, but writing to it may fail and is left
    # to a place that can deal with it.
    draft = io.TextIOWrapper(io.BytesIO(), sys.stdout.encoding, "replace", newline="")
    render(report, view, Console(file=draft, force_terminal=sys.stdout.isatty() or None))
    draft.seek(0)
    return draft.read()
