"""``grade costs`` and ``grade diagnoses``: what authors have measured and written down."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.courses import chosen_course, course_option, load, named_or_all
from grader.cli.ending import INTERNAL, USAGE, say, stop, stop_for_signal

if TYPE_CHECKING:
    from grader.assignment import Assignment


@click.command()
@click.argument("assignment", required=False)
@course_option
def costs(assignment: str | None, course: Path | None) -> None:
    """Write down what the reference solution of ASSIGNMENT takes, on a machine at rest.

    Without ASSIGNMENT, of all assignments of the course, one after the other.

    Exit status: 0 written, 2 usage error, 3 nothing can be measured.
    """
    folder = chosen_course(course)
    for name in named_or_all(assignment, folder):
        _measure(load(name, folder))


def _measure(chosen: Assignment) -> None:
    from grader.assignment.costs import NAME, dumps
    from grader.author.costs import CostsError, measure, updated
    from grader.sandbox import SandboxUnavailable, choose

    try:
        found = updated(chosen.costs, measure(chosen, choose("auto")))
    except (CostsError, SandboxUnavailable) as problem:
        stop(INTERNAL, str(problem))
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; nothing was written")
    _write(chosen.tests / NAME, dumps(found), f"{len(found.cases)} cases")


@click.command()
@click.argument("assignment", required=False)
@click.option(
    "--variant", "patterns", multiple=True, metavar="PATTERN",
    help="Grade only mutants of such a name, as in 'games/cut_off_*'; repeatable. "
    "Of the others, what was written down is kept.",
)  # fmt: skip
@course_option
def diagnoses(assignment: str | None, patterns: tuple[str, ...], course: Path | None) -> None:
    """Write down what known-wrong solutions of ASSIGNMENT come to.

    Without ASSIGNMENT, those of all assignments of the course, one after the other.

    Exit status: 0 written, 2 usage error, 3 grading is impossible.
    """
    folder = chosen_course(course)
    for name in named_or_all(assignment, folder):
        _diagnose(load(name, folder), patterns)


def _diagnose(chosen: Assignment, patterns: tuple[str, ...]) -> None:
    from grader.author.diagnoses import NOTHING, DiagnosesError, record
    from grader.author.gradings import Bench
    from grader.author.variants import VariantError
    from grader.examine.finding import warm_up
    from grader.explain.mistakes import NAME, dumps, read
    from grader.machine import speed
    from grader.model.wording import count
    from grader.sandbox import SandboxUnavailable, choose

    try:
        kept = read(chosen.tests / NAME) if patterns else NOTHING
    except ValueError as problem:
        stop(USAGE, str(problem))
    try:
        tests = warm_up(chosen)
        if problems := tests.wrong(chosen):
            raise DiagnosesError(problems[0])
        pace = speed.factor(chosen.costs.calibration)
        bench = Bench(chosen, choose("auto"), speed=pace, tests=tests)
        found = record(bench, kept=kept, patterns=patterns or ["*"])
    except (DiagnosesError, SandboxUnavailable, VariantError) as problem:
        stop(INTERNAL, str(problem))
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; nothing was written")
    total = count(sum(map(len, found.tasks.values())), "mistake")
    _write(chosen.tests / NAME, dumps(found), total)


def _write(path: Path, text: str, what: str) -> None:
    from grader.machine.writer import WriteError, write_atomically

    try:
        write_atomically(path, text)
    except WriteError as problem:
        stop(INTERNAL, str(problem))
    say(f"{click.format_filename(path)} written: {what}")
