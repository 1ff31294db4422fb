"""``grade batch``: many submissions."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from grader.cli.courses import assignment_option, chosen_course
from grader.cli.ending import BELOW, INTERNAL, USAGE, say, stop, stop_for_signal, warn
from grader.cli.run import a_number
from grader.cli.stdout import drawn, show
from grader.cli.tallies import Tallies
from grader.render.forms import FORMS
from grader.sandbox import BACKENDS

if TYPE_CHECKING:
    from rich.console import Console

    from grader.batch.batch import Batch, Request


_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?([^\s/:\[\]]+|\[[^\s/\]]+\]):(?P<port>\d{1,5})")


def _jobs(_: click.Context, __: click.Parameter, value: str) -> int | None:
    if value == "auto":
        return None
    if value.isdecimal() and 0 < int(value) <= 4096:
        return int(value)
    raise click.BadParameter(f"{value!r} is neither a number of processes nor auto.")


def _address(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is None or value == "local":
        return value
    if (match := _ADDRESS.fullmatch(value)) and 0 < int(match["port"]) < 1 << 16:
        return value
    raise click.BadParameter(
        f"{value!r} is not the address of a scheduler, as tcp://HOST:8786, nor local."
    )


def _pattern(_: click.Context, __: click.Parameter, value: str | None) -> re.Pattern[str] | None:
    if value is None:
        return None
    try:
        pattern = re.compile(value)
    except re.error as problem:
        raise click.BadParameter(f"{value!r} is no regular expression: {problem}.") from None
    if "id" not in pattern.groupindex:
        raise click.BadParameter(f"{value!r} has no group called id, as in '(?P<id>[0-9]+)'.")
    return pattern


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where results go, and where the next run looks for what is done.",
)
@assignment_option("What to grade them as.")
@click.option(
    "-t", "--task", "tasks", multiple=True, metavar="N", help="Grade only this task; repeatable."
)
@click.option(
    "--id",
    "pattern",
    callback=_pattern,
    metavar="REGEX",
    help="Takes the student from the name of a file or folder: its group id.",
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
@click.option(
    "--cluster",
    callback=_address,
    metavar="ADDRESS",
    help="Have it done by the workers of a Dask scheduler, as tcp://HOST:8786; local starts one.",
)
@click.option(
    "--report",
    "forms",
    multiple=True,
    type=click.Choice(FORMS),
    metavar="FORM",
    help=f"Also write each report as FORM: {', '.join(FORMS)}; repeatable.",
)
@click.option(
    "--view",
    default="staff",
    show_default=True,
    type=click.Choice(["staff", "student"]),
    help="For whom each report is; what is written about the lot is for staff.",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N hand-ins.")
@click.option(
    "--only-failed",
    is_flag=True,
    help="Leave those as they are who had full marks in the last run.",
)
@click.option("--refresh", is_flag=True, help="Grade all of them anew.")
@click.option("--no-cache", is_flag=True, help="Grade all of them anew, and remember nothing.")
@click.option(
    "--against",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Show what changed from earlier results, and why.",
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
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    callback=a_number,
    metavar="PCT",
    help="Exit with status 1 if any score is below PCT percent.",
)
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
    # Imported late, so that --help and usage errors answer at once.
    from grader.batch.batch import Request
    from grader.model.report import View

    if no_cache and refresh:
        raise click.UsageError("--no-cache grades all of them anyway; leave out --refresh.")
    if sandbox == "none":
        warn("WARNING: no sandbox. Submissions run with all your rights.")
    done = _graded(
        Request(
            paths, out, assignment, chosen_course(course), pattern,
            tuple(dict.fromkeys(tasks)), seed, sandbox, jobs,
            tuple(dict.fromkeys(forms)), View(view), only_failed, limit, refresh, not no_cache,
            against,
        ),
        cluster,
    )  # fmt: skip
    show(drawn(lambda page: _draw(done, page)))
    say(f"the results are in {click.format_filename(out)}; begin with index.html")
    for problem in done.problems:
        say(problem)
    if done.summary.internal or done.problems:
        sys.exit(INTERNAL)
    if fail_under is not None and any(row.below(fail_under) for row in done.summary.rows):
        sys.exit(BELOW)


def _graded(request: Request, cluster: str | None) -> Batch:
    from grader.assignment import AssignmentError, UnknownAssignment, UnknownTask
    from grader.batch.batch import grade_batch
    from grader.batch.collect import NothingToGrade
    from grader.batch.jsonfile import NoResults
    from grader.batch.store import StoreError
    from grader.jobs import cluster as clusters
    from grader.jobs.cluster_workers import ClusterUnavailable
    from grader.machine.writer import WriteError
    from grader.sandbox import SandboxUnavailable

    with Tallies() as tallies:
        try:
            if cluster is None:
                return grade_batch(request, tallies)
            with clusters.opened(cluster, request.jobs, tallies.note) as carrier:
                return grade_batch(request, tallies, carrier)
        except KeyboardInterrupt as interrupt:
            # With --refresh it would begin again.
            goes_on = request.stored and not request.refresh
            _stop_early(tallies, interrupt, goes_on=goes_on)
        except (UnknownAssignment, UnknownTask, NothingToGrade, NoResults) as problem:
            status, sentence = USAGE, str(problem)
        except (AssignmentError, SandboxUnavailable, StoreError, ClusterUnavailable) as problem:
            status, sentence = INTERNAL, str(problem)
        except WriteError as problem:
            status, sentence = USAGE if problem.misplaced else INTERNAL, str(problem)
    stop(status, sentence)


def _stop_early(tallies: Tallies, interrupt: BaseException, *, goes_on: bool) -> NoReturn:
    advice = "; the same command goes on from here" if goes_on else ""
    stop_for_signal(interrupt, f" after {tallies.done} hand-ins{advice}")


def _draw(done: Batch, page: Console) -> None:
    from grader.batch.terminal import render, render_changes

    render(done.summary, page)
    if done.changes is not None:
        render_changes(done.changes, page)
