"""``grade bind``: shows which function of a submission is called for each role."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from grader import sandbox as sandboxes
from grader.assignment import course_assignments as courses
from grader.cli.exit_status import INTERNAL, USAGE, say, stop, stop_for_signal, warn
from grader.cli.output import write_to_stdout
from grader.cli.run import given_bindings, load_inputs
from grader.cli.shared_options import (
    FILE,
    assignment_option,
    bind_option,
    file_option,
    sandbox_option,
    seed_option,
)
from grader.examine.check_bindings import check_bindings
from grader.examine.load_contract import load_contract
from grader.examine.role_binding import Bindings
from grader.examine.run_hidden_tests import find_bindings, sandbox_program
from grader.jobs import bindings_toml
from grader.jobs.grading_context import GradingContext
from grader.machine.atomic_write import write_atomically
from grader.model.submission import Submission
from grader.render.role_sentences import describe_confirmation


@click.command()
@click.argument("submission", type=click.Path(path_type=Path))
@assignment_option("The assignment to read it for.")
@file_option
@bind_option
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Write to FILE instead.")
@seed_option
@sandbox_option
def bind(
    submission: Path,
    assignment: str | None,
    course: Path | None,
    file: str | None,
    bindings: Mapping[str, str],
    output: Path | None,
    seed: int,
    sandbox: str,
) -> None:
    """Print how SUBMISSION is called for each role, as NAME.bindings.toml has it.

    What nobody can tell from names and known answers is left to a person, in comments. `grade run`
    reads the file beside the submission. What such a file and --bind say counts here as well.

    Exit status: 0 read, 2 usage or input error, 3 internal or infrastructure error.
    """
    chosen, _, read = load_inputs(assignment, courses.choose_course(course), (), submission, file)
    where = given_bindings(submission, chosen, bindings)
    roles = load_contract(chosen)[0].roles
    if chosen.contract is None:
        stop(USAGE, f"the names of functions are fixed in {chosen.id}: it has no contract.")
    check_bindings(where, roles)
    if sandbox == "none":
        warn("WARNING: no sandbox. The submission runs with all your rights.")
    try:
        found = _bindings(
            GradingContext(chosen, sandboxes.choose_backend(sandbox), seed, where=where), read
        )
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; nothing was written")
    for role in found.roles:
        if role.role in bindings:
            say(f"{role.role}: {describe_confirmation(role)}")
    text = bindings_toml.bindings_text(submission.name, chosen.id, found.roles, found.survey)
    if output is None:
        write_to_stdout(text)
    else:
        write_atomically(output, text)
    for error in found.errors:
        say(error)
    if found.errors:
        sys.exit(INTERNAL)
    if any(role.role in bindings and not role.settled for role in found.roles):
        sys.exit(USAGE)


def _bindings(context: GradingContext, submission: Submission) -> Bindings:
    session = context.sandbox.start(
        sandbox_program(submission, context.assignment, context.speed, context.seed)
    )
    try:
        return find_bindings(
            session, submission, context.assignment, context.seed, context.speed, context.where
        )
    finally:
        session.close()
