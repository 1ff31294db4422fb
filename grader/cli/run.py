"""``grade run``: grades one submission."""

from __future__ import annotations

import math
import shlex
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

import click

from grader import assignment as assignments
from grader import intake
from grader import sandbox as sandboxes
from grader.assignment import Assignment, UnknownAssignment
from grader.assignment import course_assignments as courses
from grader.assignment.detect_assignment import find_fitting_assignment
from grader.batch.collect_handins import collect_handins
from grader.cli.exit_status import BELOW, INTERNAL, say, stop_for_signal, warn
from grader.cli.output import ProgressLine
from grader.cli.report_targets import (
    Target,
    check_targets,
    choose_targets,
    report_options,
    write_reports,
)
from grader.cli.shared_options import (
    assignment_option,
    bind_option,
    fail_under_option,
    file_option,
    sandbox_option,
    seed_option,
    task_option,
)
from grader.intake.intake_errors import printable_name
from grader.jobs import bindings_toml, parallel_grading
from grader.jobs.answers_for_marking import add_notebook_notes, collect_notebook_answers
from grader.jobs.grading_context import GradingContext, preload_hidden_tests
from grader.jobs.parallel_grading import longest_grading_seconds
from grader.jobs.process_pool import available_cores
from grader.machine import termination_signals
from grader.model.formatting import format_count
from grader.model.match_rules import MatchRules
from grader.model.report import View
from grader.model.submission import MainFileRules, Submission
from grader.model.user_error import UsageError
from grader.render.terminal.report import render, render_brief


@click.command()
@click.argument(
    "submissions", nargs=-1, required=True, metavar="SUBMISSION", type=click.Path(path_type=Path)
)
@assignment_option("The assignment to grade it for.")
@file_option
@task_option("Grade")
@seed_option
@bind_option
@sandbox_option
@report_options
@fail_under_option
def run(
    submissions: tuple[Path, ...],
    assignment: str | None,
    course: Path | None,
    file: str | None,
    tasks: tuple[str, ...],
    seed: int,
    bindings: Mapping[str, str],
    sandbox: str,
    form: str | None,
    outputs: tuple[Path, ...],
    reports: tuple[Target, ...],
    view: str,
    everything: bool,
    fail_under: float | None,
) -> None:
    """Grade SUBMISSION: a .py file, a notebook, or a .zip or folder that holds one.

    Exit status: 0 graded, 1 below --fail-under, 2 usage or input error, 3 internal or
    infrastructure error.
    """
    if len(submissions) > 1:
        raise click.UsageError(f"one submission at a time; {_hint_at_batch_command(*submissions)}")
    submission = submissions[0]
    targets = choose_targets(form, outputs, reports)
    try:
        chosen, numbers, read = load_inputs(
            assignment, courses.choose_course(course), tasks, submission, file
        )
    except intake.SeveralFiles as problem:
        raise UsageError(f"{problem} {_hint_at_file_option(submission, problem.files)}") from None
    check_targets(targets, submission, "the submission")
    notebook = collect_notebook_answers(
        intake.read_contents(submission, chosen.file_rules).graded, read, chosen
    )
    if assignment is None:
        say(f"assignment {chosen.id}, by what the submission defines")
    if sandbox == "none":
        warn("WARNING: no sandbox. The submission runs with all your rights.")
        # The submission may catch one Ctrl-C, but not every one.
        for number in termination_signals.ENDING:
            signal.signal(number, signal.default_int_handler)
    # Without a sandbox there is most likely a debugger, which wants one process.
    processes = 1 if sandbox == "none" else None
    try:
        # Otherwise each of several workers would find and prepare the tests by itself.
        where = given_bindings(submission, chosen, bindings)
        context = preload_hidden_tests(
            GradingContext(chosen, sandboxes.choose_backend(sandbox), seed, numbers, where=where)
        )
        if chosen.match is not None:
            _say_how_long(context, chosen.match, processes or available_cores())
        with ProgressLine(f"grading {submission.name}") as line:
            report = parallel_grading.grade_in_parallel(context, read, line.show, processes)
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; no report was written")
    if notebook is not None:
        report = add_notebook_notes(report, notebook)
    write_reports(report, View(view), targets, render if everything else render_brief, notebook)
    if report.errors:
        sys.exit(INTERNAL)
    # Points are decimal fractions: 0.1 + 0.2 must not be below 0.3.
    if fail_under is not None and round(100 * report.score - fail_under * report.max_score, 6) < 0:
        sys.exit(BELOW)


def given_bindings(
    submission: Path, assignment: Assignment, bindings: Mapping[str, str]
) -> dict[str, str]:
    """Return the bindings of a file beside ``submission``, overridden by ``bindings``."""
    path = bindings_toml.bindings_path(submission)
    if not path.exists():
        return dict(bindings)
    found = bindings_toml.read_bindings(path, assignment)
    say(f"{format_count(len(found), 'binding')} from {printable_name(path)}")
    return {**found, **bindings}


def _hint_at_file_option(submission: Path, files: Sequence[str]) -> str:
    """Return a hint at what to do if several files could be graded."""
    name = shlex.quote(PurePosixPath(files[0]).name)
    way = f"Or grade one of them alone: --file {name}"
    # Only where that command reads them so: most archives are one hand-in to it, too.
    if len(collect_handins([str(submission)])) > 1:
        way += f". Or, if they are of several students, {_hint_at_batch_command(submission)}"
    return way


def _hint_at_batch_command(*paths: Path) -> str:
    """Return a hint at the command that grades all of ``paths``."""
    names = " ".join(shlex.quote(click.format_filename(path)) for path in paths[:3])
    return f"grade them all: grade batch {names}{' …' if paths[3:] else ''} --out results"


def _say_how_long(context: GradingContext, match: MatchRules, processes: int) -> None:
    assert context.tests is not None, "they have been found"
    minutes = math.ceil(longest_grading_seconds(context, context.tests, processes) / 60)
    if minutes:
        say(
            f"this may take {format_count(minutes, 'minute')}, if an agent uses all of its "
            f"{match.seconds:g} s for each move, and longer if it fails tests"
        )


def load_inputs(
    assignment: str | None, course: Path, tasks: Sequence[str], submission: Path, file: str | None
) -> tuple[Assignment, tuple[str, ...], Submission]:
    """Return the assignment to grade by, the numbers of its tasks, and the submission."""
    if assignment is None:
        chosen = _detect_assignment(course, submission, file)
    else:
        chosen = assignments.load_assignment(assignment, course)
    if file is not None:
        chosen = replace(chosen, files=(file.lower(),))
    read = intake.read_submission(submission, chosen.file_rules)
    graded = PurePosixPath(read.main or read.cells[0].name).name
    if file is not None and not graded.lower().startswith(file.lower()):
        raise UsageError(
            f"{printable_name(submission)} holds no file {printable_name(file)} that could be "
            "graded; check the name."
        )
    return chosen, chosen.coded(tasks), read


def _detect_assignment(course: Path, submission: Path, file: str | None) -> Assignment:
    """Return the assignment whose functions the submission defines.

    Raises:
        IntakeError: if it cannot be read, whatever it is for.
        AssignmentError: if no assignment fits, or several do.
    """
    refusals: list[intake.IntakeError] = []

    def read(rules: MainFileRules) -> Iterator[Submission]:
        if file is not None:
            rules = replace(rules, main=frozenset({file.lower()}))
        try:
            yield intake.read_submission(submission, rules)
        except intake.IntakeError as refusal:
            refusals.append(refusal)

    try:
        return find_fitting_assignment(course, read)
    except UnknownAssignment:
        if refusals:  # that of the assignment whose functions are there says most
            raise max(refusals, key=lambda refusal: getattr(refusal, "asked", 0)) from None
        raise
