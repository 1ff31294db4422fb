"""Defines ``grade batch``, which grades many submissions."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from grader.assignment import course_assignments as courses
from grader.batch import run_batch as batches
from grader.batch.batch_result_tables import render_batch, render_changes
from grader.batch.batch_row import BatchRow
from grader.batch.bindings_csv import NAME as BINDINGS
from grader.batch.run_batch import BatchRequest, BatchResults
from grader.cli.exit_status import BELOW, INTERNAL, say, stop_for_signal, warn
from grader.cli.output import ProgressLine, render_to_text, write_to_stdout
from grader.cli.shared_options import (
    FormParameter,
    assignment_option,
    cluster_option,
    fail_under_option,
    sandbox_option,
    seed_option,
    task_option,
    view_option,
)
from grader.jobs import dask_cluster as clusters
from grader.model.report import View
from grader.render.report_formats import FORMS

_BAR = 16
"""Characters of the bar that a terminal shows."""
_EVERY = 15.0
"""Seconds between two lines where nothing is rewritten."""


def _jobs(_: click.Context, __: click.Parameter, value: str) -> int | None:
    if value == "auto":
        return None
    if value.isdecimal() and 0 < int(value) <= 4096:
        return int(value)
    raise click.BadParameter(f"{value!r} is neither a number of processes nor auto.")


def _pattern(_: click.Context, __: click.Parameter, value: str | None) -> re.Pattern[str] | None:
    if value is None:
        return None
    try:
        pattern = re.compile(value)
    except re.error as problem:
        raise click.BadParameter(f"{value!r} is not a regular expression: {problem}.") from None
    if "id" not in pattern.groupindex:
        raise click.BadParameter(f"{value!r} has no group called id, as in '(?P<id>[0-9]+)'.")
    return pattern


def _tables(_: click.Context, __: click.Parameter, values: tuple[Path, ...]) -> tuple[Path, ...]:
    for path in values:
        if not path.exists():
            name = click.format_filename(path)
            raise click.BadParameter(
                f"there is no file {name!r}. In a batch, give a table with the columns id, role "
                "and binding, because each student names functions differently."
            )
    return values


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder for the results; the next run reuses them.",
)
@assignment_option("The assignment to grade them for.")
@task_option("Grade")
@click.option(
    "--id",
    "pattern",
    callback=_pattern,
    metavar="REGEX",
    help="Read the student from the name of a file or folder: its group id.",
)
@click.option(
    "-j",
    "--jobs",
    default="auto",
    show_default=True,
    callback=_jobs,
    metavar="N|auto",
    help="Submissions that are graded at the same time; auto is one per core.",
)
@cluster_option
@click.option(
    "--report",
    "forms",
    multiple=True,
    type=FormParameter(),
    metavar="FORM",
    help=f"Write each report as FORM, too: {', '.join(FORMS)}; repeatable. JSON and HTML are "
    "always written.",
)
@view_option
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N hand-ins.")
@click.option(
    "--only-failed",
    is_flag=True,
    help="Skip students who had full marks in the last run.",
)
@click.option("--refresh", is_flag=True, help="Grade all of them anew.")
@click.option("--no-cache", is_flag=True, help="Grade all of them anew, and cache nothing.")
@click.option(
    "--against",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Show what changed from earlier results, and why.",
)
@click.option(
    "--marks",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    metavar="CSV",
    help="Points for written tasks: a table with the columns id, task, points, and perhaps item "
    "and comment, or a folder of such; repeatable, and kept for later runs.",
)
@click.option(
    "--bind",
    "bindings",
    multiple=True,
    type=click.Path(path_type=Path),
    callback=_tables,
    metavar="CSV",
    help="How single students' submissions are called for roles of the assignment: a table with "
    "the columns id, role and binding, or a folder of such; repeatable, and kept for later runs in "
    "bindings.csv of the results, which lists what is open.",
)
@seed_option
@sandbox_option
@fail_under_option
def batch(
    paths: tuple[str, ...],
    out: Path,
    assignment: str | None,
    course: Path | None,
    tasks: tuple[str, ...],
    pattern: re.Pattern[str] | None,
    jobs: int | None,
    cluster: str | None,
    forms: tuple[str, ...],
    view: str,
    limit: int | None,
    only_failed: bool,
    refresh: bool,
    no_cache: bool,
    against: Path | None,
    marks: tuple[Path, ...],
    bindings: tuple[Path, ...],
    seed: int,
    sandbox: str,
    fail_under: float | None,
) -> None:
    """Grade everything at each PATH: folders, files, archives, downloads of a whole course.

    A report per student, a gradebook, a page and more are in the folder of results. What has not
    changed since the last run is not graded again, and an interrupted run goes on where it stopped.

    Exit status: 0 graded, 1 some score is below --fail-under, 2 usage or input error, 3 internal or
    infrastructure error.
    """
    if no_cache and refresh:
        raise click.UsageError("--no-cache grades all of them anyway; leave out --refresh.")
    if sandbox == "none":
        warn("WARNING: no sandbox. Submissions run with all your rights.")
    request = BatchRequest(
        paths, out, assignment, courses.choose_course(course), pattern,
        tuple(dict.fromkeys(tasks)), seed, sandbox, jobs,
        tuple(dict.fromkeys(forms)), View(view), only_failed, limit, refresh, not no_cache,
        against, marks, bindings,
    )  # fmt: skip
    done = _graded(request, cluster)

    def draw(page: Console) -> None:
        render_batch(done.summary, page)
        if done.changes is not None:
            render_changes(done.changes, page)

    write_to_stdout(render_to_text(draw))
    say(f"the results are in {click.format_filename(out)}; begin with index.html")
    if done.summary.open:
        table = click.format_filename(out / BINDINGS)
        say(f"open roles are in {table}: fill in the column binding and run the same command again")
    for problem in done.problems:
        say(problem)
    if done.summary.internal or done.problems:
        sys.exit(INTERNAL)
    if fail_under is not None and any(row.below(fail_under) for row in done.summary.rows):
        sys.exit(BELOW)


def _graded(request: BatchRequest, cluster: str | None) -> BatchResults:
    with ProgressLine("batch") as line:
        tallies = BatchProgress(line)
        try:
            if cluster is None:
                return batches.grade_batch(request, tallies)
            with clusters.open_cluster(cluster, request.jobs, tallies.note) as carrier:
                return batches.grade_batch(request, tallies, carrier)
        except KeyboardInterrupt as interrupt:
            # With --refresh it would begin again.
            goes_on = request.stored and not request.refresh
            advice = "; the same command goes on from here" if goes_on else ""
            line.hide()
            stop_for_signal(interrupt, f" after {tallies.done} hand-ins{advice}")


class BatchProgress:
    """A display of a batch's progress: one line rewritten on a terminal, else a line now and then.

    It is a :class:`grader.batch.run_batch.BatchListener`.
    """

    def __init__(self, line: ProgressLine) -> None:
        self._line = line
        self._rewritten = sys.stderr is not None and sys.stderr.isatty()
        self._said_at = time.monotonic()
        self._total = 0
        self._graded = 0
        self._grading_since = 0.0
        self._found: Counter[str] = Counter()

    def begin(self, hand_ins: int) -> None:
        """Store the number of hand-ins, and start the clock."""
        self._total = hand_ins
        self._grading_since = time.monotonic()

    def finished(self, row: BatchRow) -> None:
        """Count the hand-in of ``row`` as done."""
        self._graded += row.graded
        if not self._graded:  # rows that need no grading come first
            self._grading_since = time.monotonic()
        self._found[_sort(row)] += 1

    def at(self, running: Sequence[str], missing: int) -> None:
        """Show the progress, unless it was shown a moment ago."""
        if self._rewritten:
            filled = _BAR * self.done // max(self._total, 1)
            bar = f"{'█' * filled}{'░' * (_BAR - filled)}"
            self._line.update(f"{bar} {self._progress(running, missing)}")
        elif time.monotonic() - self._said_at > _EVERY:
            self._said_at = time.monotonic()
            say(self._progress(running, missing))

    def note(self, sentence: str) -> None:
        """Print a sentence for staff on a line of its own."""
        self._line.hide()
        say(sentence)

    @property
    def done(self) -> int:
        """Return the number of hand-ins that have their row."""
        return self._found.total()

    def _progress(self, running: Sequence[str], missing: int) -> str:
        parts = [
            f"{self.done} of {self._total}",
            *self._rate(missing),
            *([f"{len(running)} running"] if running else []),
            *(f"{number} {sort}" for sort, number in sorted(self._found.items())),
        ]
        return "  ".join(parts)

    def _rate(self, missing: int) -> list[str]:
        """Return the speed of gradings and the time left, in words."""
        passed = time.monotonic() - self._grading_since
        if not self._graded or passed <= 0:
            return []
        rate = self._graded / passed
        left = round(missing / rate)
        pace = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.0f}/min"
        return [pace, f"{left // 60}:{left % 60:02} left"]


def _sort(row: BatchRow) -> str:
    if row.refusal:
        return "unreadable"
    if row.internal:
        return "internal errors"
    return "with full marks" if row.full else "with points lost"
