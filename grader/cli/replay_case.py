"""``grade replay``: runs one case of a stored report again, exactly as it was."""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path

import click

from grader import intake
from grader import sandbox as sandboxes
from grader.assignment import Assignment
from grader.assignment import course_assignments as courses
from grader.batch.find_submission_of_report import find_submission
from grader.cli.exit_status import INTERNAL, USAGE, stop, warn
from grader.cli.output import ProgressLine, render_to_text, write_to_stdout
from grader.cli.shared_options import course_option, sandbox_option
from grader.cli.show import read_report
from grader.examine.hidden_test_limits import HiddenTestTimeout
from grader.explain import case_replay as replaying
from grader.explain.case_replay import render_rerun
from grader.intake.intake_errors import printable_name
from grader.machine.integer_printing import allow_long_integers
from grader.model.escape import escape_invisible, escape_to_one_line
from grader.model.report import CaseResult, Report, View
from grader.model.report_views import keep_only_case
from grader.model.submission import MainFileRules, Submission
from grader.render.report_sentences import title_of_counterexample


@click.command()
@click.argument("report", type=click.Path(path_type=Path))
@click.argument("case")
@click.option(
    "--submission",
    type=click.Path(path_type=Path),
    help="The graded file, or the course's folder of hand-ins, if it is not where the report says.",
)
@course_option
@sandbox_option
@click.option(
    "--snippet",
    is_flag=True,
    help="Print Python that shows it, instead: of the smaller case, if the report has one.",
)
@click.option("--pdb", is_flag=True, help="Step through it in the debugger, WITHOUT a sandbox.")
def replay(
    report: Path,
    case: str,
    submission: Path | None,
    course: Path | None,
    sandbox: str,
    snippet: bool,
    pdb: bool,
) -> None:
    """Run CASE of REPORT again: same file, same arguments, same seeds, same limits.

    REPORT was stored with --format json; CASE is the name of one of its cases.

    Exit status: 0 replayed, 2 usage or input error, 3 internal or infrastructure error.
    """
    stored = read_report(report)
    if stored.view is View.STUDENT:
        stop(
            USAGE,
            "This report is for students and does not name hidden cases. Grade again without "
            "--view student, and replay that report.",
        )
    before = keep_only_case(stored, case).tasks[0].cases[0]
    if snippet and (smaller := _snippet_of_smaller_case(before)):
        write_to_stdout(smaller)
        return
    assignment, file = _load_inputs(stored, submission, courses.choose_course(course))
    if pdb:
        _confirm_unsandboxed_run(stored)
        _end_at_once_on_signals()
    try:
        backend = sandboxes.debugging_backend() if pdb else sandboxes.choose_backend(sandbox)
        with contextlib.nullcontext() if pdb else ProgressLine("running the case again"):
            replayed = replaying.rerun_case(
                file, assignment, backend, case,
                seed=stored.seed, speed=stored.speed, as_snippet=snippet,
                roles=stored.roles,
            )  # fmt: skip
    except HiddenTestTimeout as problem:
        stop(INTERNAL, str(problem))
    with allow_long_integers():
        if not snippet:
            write_to_stdout(render_to_text(lambda page: render_rerun(replayed, before, page)))
        elif any(call.on for call, _ in replayed.calls):
            stop(
                USAGE,
                "a snippet cannot show what an agent remembers; replay the case without --snippet.",
            )
        elif replayed.snippet is None:
            stop(INTERNAL, "the case made no calls this time, so there is nothing to print.")
        else:
            write_to_stdout(str(replayed.snippet))


def _snippet_of_smaller_case(case: CaseResult) -> str | None:
    """Return the snippet of a smaller case that fails as well; ``None`` if there is none."""
    found = case.explanation and case.explanation.counterexample
    if not found or not found.smaller or not found.source:
        return None
    return escape_invisible(f"# {title_of_counterexample(found)}: {found.size}\n{found.source}")


def _load_inputs(
    report: Report, submission: Path | None, course: Path
) -> tuple[Assignment, Submission]:
    """Return the assignment, and the submission that the report is about."""
    path = submission or Path(report.path)
    assignment = courses.load_assignment(report.assignment, course)
    found = find_submission(path, report.digest, assignment.file_rules)
    if found is None:
        hint = "" if submission else " Say where it is with --submission."
        stop(USAGE, f"{_explain_file_mismatch(path, assignment.file_rules)}{hint}")
    return assignment, found


def _explain_file_mismatch(path: Path, rules: MainFileRules) -> str:
    """Return why the file at ``path`` is not the one that was graded."""
    try:
        intake.read_submission(path, rules)
    except intake.IntakeError as problem:
        return str(problem)
    return f"{printable_name(path)} is not the file that was graded: name or content differ."


def _confirm_unsandboxed_run(report: Report) -> None:
    """Ask a person whether the submission may run without a sandbox; end the program if not."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        stop(USAGE, "--pdb needs a terminal to talk to.")
    warn("WARNING: no sandbox. The submission runs with all your rights.")
    name = escape_to_one_line(report.path, 200)
    if not click.confirm(f"Have you read {name}, and do you trust it?", default=False, err=True):
        stop(USAGE, "not confirmed; nothing was run.")


def _end_at_once_on_signals() -> None:
    """Let SIGTERM and SIGHUP end the program, as a debugger would catch exceptions."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
