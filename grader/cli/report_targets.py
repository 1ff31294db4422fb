"""Defines the options for where a command writes its reports, and writes them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import click
from rich.console import Console

from grader.cli.exit_status import GRADED, INTERNAL, USAGE, harmless, say, status_of, stop, stop_for
from grader.cli.output import render_to_text, write_to_stdout
from grader.cli.shared_options import FILE, Command, FormParameter, view_option
from grader.machine import atomic_write
from grader.machine.atomic_write import WriteError
from grader.model.notebook_texts_and_outputs import NotebookByTask
from grader.model.report import Report, View
from grader.render import report_formats
from grader.render.json_conversion import ReportError
from grader.render.report_formats import FORMS

Draw = Callable[[Report, View, Console], None]

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
"""Environment variable of a step in a GitHub workflow: the file that holds its summary."""

_PROGRAMS = {".py", ".ipynb", ".zip"}
_STDOUT = Path("-")
_LARGEST_SUMMARY = 1 << 20
"""Bytes of a step's summary; of a longer one GitHub shows nothing."""


@dataclass(frozen=True, slots=True)
class Target:
    """A report to be written: its form and its file; ``None`` is standard output."""

    form: str
    file: Path | None


def _targets(_: click.Context, __: click.Parameter, values: Sequence[str]) -> tuple[Target, ...]:
    return tuple(_target(value) for value in values)


def _target(value: str) -> Target:
    name, _, file = value.partition("=")
    form = report_formats.ALIASES.get(name, name)
    if form not in FORMS:
        raise click.BadParameter(f"there is no form {name!r}; known are {', '.join(FORMS)}.")
    if not file:
        raise click.BadParameter(f"{form} needs a file, as in {form}=FILE.")
    return Target(form, _file(Path(file)))


_OPTIONS = (
    click.option(
        "-f",
        "--format",
        "form",
        type=FormParameter(),
        metavar="FORM",
        help=f"Form of the report: {', '.join(FORMS)}.  [default: by the name of FILE, else text]",
    ),
    click.option(
        "-o",
        "--output",
        "outputs",
        multiple=True,
        type=FILE,
        metavar="FILE",
        help="Write the report to FILE instead of the terminal; a.html is a page, a.json is JSON; "
        "repeatable.",
    ),
    click.option(
        "--report",
        "reports",
        multiple=True,
        callback=_targets,
        metavar="FORM=FILE",
        help="Write a report of that form to FILE; - is the terminal; repeatable.",
    ),
    view_option,
    click.option(
        "--all",
        "everything",
        is_flag=True,
        help="As text, show all failing tests with their cases, not one example of each task.",
    ),
)


def report_options(command: Command) -> Command:
    """Gives ``command`` the options that say which reports it writes, where, and for whom."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def choose_targets(
    form: str | None, outputs: Sequence[Path], reports: Sequence[Target]
) -> list[Target]:
    """Return all reports to be written; by default, text on the terminal."""
    if (form and not outputs) or not (outputs or reports):
        outputs = [_STDOUT]
    named = (Target(form or form_by_file_ending(file, FORMS), _file(file)) for file in outputs)
    return [*named, *reports]


def form_by_file_ending(file: Path, known: Collection[str]) -> str:
    """Return the form that a file name's ending asks for.

    Raises:
        UsageError: if none of those ``known`` does.
    """
    try:
        return report_formats.format_of_file_name(str(file), known)
    except report_formats.UnknownFileEnding as problem:
        name = harmless(click.format_filename(file))
        raise click.UsageError(f"Cannot write {name}: {problem}.") from None


def _file(path: Path) -> Path | None:
    return None if path == _STDOUT else path


def check_targets(targets: Sequence[Target], source: Path, what: str) -> None:
    """End the program unless every report can be written, each to a file of its own.

    Args:
        source: what is read, and must not be overwritten.
        what: names ``source`` in messages.
    """
    if sum(target.file is None for target in targets) > 1:
        stop(USAGE, "Only one report can go to standard output; name files for the others.")
    files = [target.file for target in targets if target.file is not None]
    for file in files:
        try:
            atomic_write.check_writable(file)
        except WriteError as problem:
            stop_for(problem)
        if _overwrites(file, source):
            stop(USAGE, f"Cannot write {file}: it is {what}; name another file.")
    for one, other in combinations(files, 2):
        if _is_same_file(one, other):
            stop(USAGE, f"Cannot write two reports to {other}; name a file for each.")


def _overwrites(file: Path, source: Path) -> bool:
    if _is_same_file(file, source):
        return True
    # In a folder it may be any program; an earlier report beside that is nobody's work.
    within = file.exists() and file.resolve().is_relative_to(source.resolve())
    return within and file.suffix.lower() in _PROGRAMS


def _is_same_file(one: Path, other: Path) -> bool:
    """Return whether both paths are one file; devices take any number of reports."""
    if one.exists() and other.exists():
        return one.samefile(other) and one.is_file()
    return one.resolve() == other.resolve()


def write_reports(
    report: Report,
    view: View,
    targets: Sequence[Target],
    draw: Draw,
    written: NotebookByTask | None = None,
) -> None:
    """Write the reports of ``targets``; if one fails, write the others before ending the program.

    Args:
        draw: prints the report as text.
        written: what the submission's notebook says.
    """
    status, bugs = GRADED, []
    # Standard output comes last: its reader may leave early, and by then the files are there.
    for target in sorted(targets, key=lambda target: target.file is None):
        try:
            _write(report, view, target, draw, written)
        except WriteError as problem:
            say(str(problem))
            status = max(status, status_of(problem))
        except ReportError as problem:
            say(str(problem))
            status = INTERNAL
        except Exception as bug:  # noqa: BLE001 - it is raised below, when nothing is lost by it
            bugs.append(bug)
    if bugs:
        raise bugs[0]
    if status:
        sys.exit(status)


def _write(
    report: Report, view: View, target: Target, draw: Draw, written: NotebookByTask | None
) -> None:
    if target.form == "text":
        text = render_to_text(
            lambda page: draw(report, view, page), for_file=target.file is not None
        )
    else:
        text = report_formats.write_report(target.form, report, view, written)
    if target.file is not None:
        atomic_write.write_atomically(target.file, text)
        say(f"the report is in {click.format_filename(target.file)}")
        return
    write_to_stdout(text)
    if target.form == "github" and (summary := os.environ.get(STEP_SUMMARY)):
        _append_to_step_summary(Path(summary), report, view)


def _append_to_step_summary(path: Path, report: Report, view: View) -> None:
    """Append ``report`` as Markdown to the step summary of GitHub Actions.

    A failure is said and changes nothing else: the report itself is in the log.
    """
    page = report_formats.write_report("md", report, view).encode("utf-8", "backslashreplace")
    try:
        with path.open("ab") as summary:
            if summary.tell() + len(page) > _LARGEST_SUMMARY:
                say("the summary of this step is full, so this report is only in its log.")
            else:
                summary.write(page)
    except OSError as problem:
        say(f"the summary of this step cannot be written: {problem.strerror}.")
