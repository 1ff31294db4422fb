"""``grade author validate``: checks that an assignment's hidden tests tell right from wrong."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NoReturn

import click
from click.core import ParameterSource

from grader import sandbox as sandboxes
from grader.assignment import course_assignments as courses
from grader.author import (
    CHECKS,
    OF_VARIANTS,
    validate_assignment,
    validation_report,
)
from grader.author.plan_checks import CheckRequest, NoVariantChosen
from grader.author.validation_check import AssignmentValidation, CheckResult
from grader.cli import watch_assignment as watching
from grader.cli.exit_status import BELOW, GRADED, INTERNAL, say, stop_for_signal, warn
from grader.cli.output import ProgressLine, render_to_text, write_to_stdout
from grader.cli.report_targets import form_by_file_ending
from grader.cli.shared_options import FILE, course_option, sandbox_option, seed_option
from grader.machine import atomic_write

_FORMS = ("text", "json")
_STATUS = {"passed": GRADED, "failed": BELOW, "incomplete": INTERNAL}


@click.command()
@click.argument("assignment", required=False)
@course_option
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(CHECKS),
    metavar="CHECK",
    help=f"Make only this check; repeatable. One of {', '.join(CHECKS)}.",
)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="GLOB",
    help="Grade only variants and families with such a name, as games/cut_off_*; repeatable.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="How many times the reference is graded, each with other random choices.",
)
@seed_option
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes; by default all cores."
)
@sandbox_option
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(_FORMS),
    help="Form of the outcome.  [default: by the name of FILE, else text]",
)
@click.option(
    "-o", "--output", type=FILE, metavar="FILE",
    help="Write the outcome to FILE instead of the terminal.",
)  # fmt: skip
@click.option(
    "--watch",
    is_flag=True,
    help="Try again whenever a file of the assignment changes; Ctrl-C ends this.",
)
@click.pass_context
def validate(
    context: click.Context,
    assignment: str | None,
    course: Path | None,
    only: tuple[str, ...],
    variants: tuple[str, ...],
    seeds: int,
    seed: int,
    jobs: int | None,
    sandbox: str,
    form: str | None,
    output: Path | None,
    watch: bool,
) -> None:
    """Try the hidden tests of ASSIGNMENT on solutions that are known to be right or wrong.

    Without ASSIGNMENT, those of all assignments of the course, one after the other.

    The assignment has to be in order, its frozen data reproducible. The reference has to get full
    marks with every seed, the skeleton nothing, every right solution full marks; every mutant has
    to fail exactly the tasks that it should, and every family has to be noticed down to the size
    that its author declared.

    With --watch, the exit status is that of the last complete try.

    Exit status: 0 everything is as it should be, 1 something is not, 2 usage error, 3 internal or
    infrastructure error.
    """
    names = _choose_checks(only, variants)
    if "reference" not in names and _given(context, "seeds"):
        raise click.UsageError("--seeds counts gradings of the reference, which is left out here.")
    folder = courses.choose_course(course)
    chosen = courses.named_or_all_assignments(assignment, folder)
    if watch:
        _watch(context, folder, chosen)
    form = form or ("text" if output is None else form_by_file_ending(output, _FORMS))
    if len(chosen) > 1 and (form == "json" or output is not None):
        raise click.UsageError(
            f"A document is about one assignment; name one of {', '.join(chosen)}."
        )
    if sandbox == "none":
        warn("WARNING: no sandbox. Solutions run with all your rights.")
    try:
        if output is not None:
            atomic_write.check_writable(output)
        states = _validate_all(
            chosen, folder, sandbox, CheckRequest(names, variants, seeds, seed), jobs, form, output
        )
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; not everything was tried")
    sys.exit(max(states))


def _watch(context: click.Context, course: Path, chosen: Sequence[str]) -> NoReturn:
    """Try again after each change, with the options of this command line.

    Raises:
        UnknownAssignment: if the course has none of that name.
    """
    given = context.params
    if given["form"] == "json" or given["output"] is not None:
        raise click.UsageError("--watch shows each outcome on the terminal, without -f and -o.")
    for name in chosen:
        courses.require_assignment(name, course)
    kept = _options(context, ["sandbox", "seed", "jobs"])
    named = [given["assignment"]] if given["assignment"] else []
    everything = _options(context, ["only", "variants", "seeds"])
    by_parts = not (given["only"] or given["variants"])
    watching.watch(
        course, chosen, [*named, *everything], [f"--course={course}", *kept], by_parts=by_parts
    )


def _options(context: click.Context, names: Collection[str]) -> list[str]:
    """Return the options among ``names`` that are on the command line, as arguments."""
    options: list[str] = []
    for parameter in context.command.params:
        if parameter.name in names and _given(context, parameter.name):
            value, option = context.params[parameter.name], parameter.opts[-1]
            values = value if isinstance(value, tuple) else [value]
            options += [option if one is True else f"{option}={one}" for one in values]
    return options


def _validate_all(
    chosen: Sequence[str],
    folder: Path,
    sandbox: str,
    request: CheckRequest,
    jobs: int | None,
    form: str,
    output: Path | None,
) -> list[int]:
    """Validate and show one assignment after the other; return their exit statuses.

    Raises:
        NoVariantChosen: if the request asks for nothing that any of them has.
    """
    states: list[int] = []
    refusals: list[NoVariantChosen] = []
    for name in chosen:
        if len(chosen) > 1:
            say(f"assignment {name}")
        try:
            validation = _validate_one(
                name, folder, sandbox, request, jobs, live=form == "text" and output is None
            )
        except NoVariantChosen as refusal:
            refusals.append(refusal)
            continue
        _deliver(validation, form, output)
        states.append(_STATUS[validation.state.value])
    if not states:
        raise refusals[0]
    return states


def _validate_one(
    assignment: str,
    course: Path,
    sandbox: str,
    request: CheckRequest,
    jobs: int | None,
    *,
    live: bool,
) -> AssignmentValidation:
    """Return the outcome, and show a line per check meanwhile if ``live``."""
    with ProgressLine(f"validating {assignment}") as line:

        def finished(result: CheckResult) -> None:
            if live:
                line.hide()
                write_to_stdout(
                    render_to_text(lambda page: validation_report.render_result(result, page))
                )

        def progress(check: str, done: int, total: int) -> None:
            line.update(f"{done} of {total}   {check}")

        return validate_assignment.validate_assignment(
            assignment, sandboxes.choose_backend(sandbox), request, course=course,
            finished=finished, progress=progress, jobs=jobs,
        )  # fmt: skip


def _deliver(validation: AssignmentValidation, form: str, output: Path | None) -> None:
    if form == "json":
        outcome = validation_report.dump_validation(validation)
    elif output is not None:
        outcome = render_to_text(
            lambda page: validation_report.render_validation(validation, page), for_file=True
        )
    else:  # the rest has been shown already
        outcome = render_to_text(lambda page: validation_report.render_outcome(validation, page))
    if output is None:
        write_to_stdout(outcome)
    else:
        atomic_write.write_atomically(output, outcome)
        say(f"the outcome is in {click.format_filename(output)}")


def _choose_checks(only: Sequence[str], variants: Sequence[str]) -> Sequence[str]:
    """Return the names of the checks to be made."""
    if not only:
        return OF_VARIANTS if variants else CHECKS
    if variants and not set(only) & set(OF_VARIANTS):
        listed = " or ".join(f"--only {name}" for name in OF_VARIANTS)
        raise click.UsageError(f"--variant chooses nothing here; add {listed}.")
    return [name for name in CHECKS if name in only]


def _given(context: click.Context, option: str) -> bool:
    return context.get_parameter_source(option) is not ParameterSource.DEFAULT
