"""``grade show``: shows a stored report, without grading again, or games that were played."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.exit_status import USAGE, stop
from grader.cli.report_targets import (
    Target,
    check_targets,
    choose_targets,
    report_options,
    write_reports,
)
from grader.cli.shared_options import FILE, course_option, task_option
from grader.intake.intake_errors import printable_name
from grader.model.escape import escape_to_one_line
from grader.model.report import Report, View
from grader.model.report_views import keep_only_case, keep_only_tasks, redact_for_view
from grader.render import game_file
from grader.render.json_conversion import ReportError
from grader.render.report_json import loads
from grader.render.terminal.report import render, render_brief, render_cases

_LARGEST = 64 << 20
"""Bytes of a report; one of a few thousand cases has one or two million."""


@click.command()
@click.argument("report", metavar="FILE", type=click.Path(path_type=Path))
@task_option("Show")
@click.option("--case", metavar="ID", help="Show only this case, with all its details.")
@click.option("--html", type=FILE, metavar="FILE", help="Short for --report html=FILE.")
@report_options
@click.option("--game", type=click.IntRange(1), metavar="N", help="Of games, show only game N.")
@click.option(
    "--prove",
    "seconds",
    type=click.FloatRange(0, 3600),
    metavar="SECONDS",
    help="CPU time to find out who wins the positions of a game.  [default: 20 with --html, "
    "else nothing is judged]",
)
@course_option
def show(
    report: Path,
    tasks: tuple[str, ...],
    case: str | None,
    html: Path | None,
    form: str | None,
    outputs: tuple[Path, ...],
    reports: tuple[Target, ...],
    view: str,
    everything: bool,
    game: int | None,
    seconds: float | None,
    course: Path | None,
) -> None:
    """Show FILE, without grading or playing again.

    It is a report, stored with --format json, or games that match, tournament or play have kept.
    Games are listed; with --game N one of them is shown, and with --html it is written as a page.

    What was taken out of a report for students stays out of it, whatever view is asked for.

    Exit status: 0 shown, 2 usage error or nothing to show, 3 internal error.
    """
    text = _read(report)
    if game_file.has_games(text):
        if tasks or case or form or outputs or reports or view != View.STAFF.value:
            stop(USAGE, "These are games; use --game, --html, --prove and --course with them.")
        from grader.cli.show_games import show_games  # needs much that reports do not

        show_games(text, report, game, html, course, seconds)
        return
    if game is not None or seconds is not None:
        stop(USAGE, f"--game and --prove are for games; {printable_name(report)} holds none.")
    targets = choose_targets(form, outputs, [*reports, *([Target("html", html)] if html else [])])
    stored = _parse_report(text, report)
    check_targets(targets, report, "the report that is shown")
    # Hidden tests and cases have other names in the view of students.
    seen = redact_for_view(stored, View(view))
    if tasks:
        seen = keep_only_tasks(seen, tasks)
    if case is not None:
        seen = keep_only_case(seen, case)
    draw = render if everything else render_brief
    write_reports(seen, View(view), targets, draw if case is None else render_cases)


def read_report(path: Path) -> Report:
    """Return the report stored in ``path``; end the program if there is none."""
    return _parse_report(_read(path), path)


def _read(path: Path) -> str:
    """Return the text of a file; end the program if it has none."""
    try:
        return _text(path)
    except OSError as problem:
        stop(USAGE, f"{printable_name(path)} cannot be read: {problem.strerror}; check the path.")
    except ReportError as problem:
        stop(USAGE, f"{printable_name(path)}: {problem}")


def _parse_report(text: str, path: Path) -> Report:
    """Return the report that ``text`` holds; end the program if it is none."""
    try:
        return loads(text)
    except ReportError as problem:
        # The sentence may quote a key of the file, and that may be anything.
        stop(USAGE, f"{printable_name(path)}: {escape_to_one_line(str(problem), 500)}")


def _text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        OSError: it cannot be read.
        ReportError: it is too large, or no text.
    """
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ReportError(f"This is not a grade report: it has more than {_LARGEST >> 20} MiB.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ReportError("This is not a grade report: it is not UTF-8 text.") from None
