"""Defines ``grade author new``, ``costs`` and ``diagnoses``."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from grader import sandbox as sandboxes
from grader.assignment import Assignment
from grader.assignment import course_assignments as courses
from grader.assignment import reference_costs as costs_file
from grader.author import measure_reference_costs as measuring
from grader.author import new_assignment
from grader.author.record_known_mistakes import NOTHING, DiagnosesError, record_mistakes
from grader.cli.exit_status import INTERNAL, USAGE, say, stop, stop_for_signal
from grader.cli.output import ProgressLine, write_to_stdout
from grader.cli.shared_options import course_option
from grader.examine.test_collection import prepare_hidden_tests
from grader.explain import known_mistakes
from grader.jobs.grading_context import GradingContext
from grader.machine.atomic_write import WriteError, write_atomically
from grader.model.formatting import format_count

_WRONG = Path("mutants", "counting", "counts_the_gap.py")


@click.command()
@click.argument("name", metavar="COURSE/ASSIGNMENT")
@click.option(
    "--free-names",
    is_flag=True,
    help="Let students choose names: with a contract that says how functions are found.",
)
def new(name: str, *, free_names: bool) -> None:
    """Make a small assignment that works in the folder COURSE, which is made if it is not there.

    It has one task with two tests, a solution, the file that students start from, a known-wrong
    solution and a right one. Comments say what each part is for. Nothing is overwritten.

    Exit status: 0 made, 2 usage error, or it cannot be made.
    """
    folder, _, assignment = name.rstrip("/").rpartition("/")
    if not folder and not name.startswith("/"):
        raise click.UsageError(
            f"{name!r} names no course; write the course's folder in front, as in mycourse/week1."
        )
    course = Path(folder or "/")
    made = new_assignment.make_new_assignment(course, assignment, free_names=free_names)
    lines = [
        f"Made the assignment {assignment} in {course}:",
        *(f"  {course / file}" for file in made),
    ]
    wrong = course / "reference" / assignment / _WRONG
    chosen = f"--course {_quoted(course)}"
    lines += [
        "",
        "Try its tests, then grade a submission, which has a mistake:",
        f"  grade author validate {assignment} {chosen}",
        f"  grade {_quoted(wrong)} {chosen}",
        "",
    ]
    write_to_stdout("\n".join(lines))


def _quoted(path: Path) -> str:
    """Return ``path`` quoted as an argument in a shell."""
    text = os.fspath(path)
    return shlex.quote(f"./{text}" if text.startswith("-") else text)


@click.command()
@click.argument("assignment", required=False)
@course_option
def costs(assignment: str | None, course: Path | None) -> None:
    """Record how much CPU time the reference solution of ASSIGNMENT takes, on an idle machine.

    Without ASSIGNMENT, of all assignments of the course, one after the other.

    Exit status: 0 written, 2 usage error, 3 nothing can be measured.
    """
    for chosen in _chosen(assignment, course):
        _measure(chosen)


def _measure(chosen: Assignment) -> None:
    try:
        measured = measuring.measure_costs(chosen, sandboxes.choose_backend("auto"))
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, "; nothing was written")
    found = measuring.update_costs(chosen.costs, measured)
    text = costs_file.dump_costs(found)
    _write(chosen.tests / costs_file.NAME, text, f"{len(found.cases)} cases")


@click.command()
@click.argument("assignment", required=False)
@click.option(
    "--variant", "patterns", multiple=True, metavar="PATTERN",
    help="Grade only mutants with such a name, as in 'games/cut_off_*', and mutants without a "
    "record; repeatable. The records of the others are kept.",
)  # fmt: skip
@course_option
def diagnoses(assignment: str | None, patterns: tuple[str, ...], course: Path | None) -> None:
    """Record how known-wrong solutions of ASSIGNMENT fail.

    Without ASSIGNMENT, those of all assignments of the course, one after the other.

    Exit status: 0 written, 2 usage error, 3 grading is impossible.
    """
    for chosen in _chosen(assignment, course):
        _diagnose(chosen, patterns)


def _diagnose(chosen: Assignment, patterns: Sequence[str]) -> None:
    file = chosen.tests / known_mistakes.NAME
    try:
        kept = known_mistakes.read_known_mistakes(file)
    except ValueError as problem:
        if patterns:
            stop(USAGE, str(problem))
        kept = NOTHING  # all of it is recorded anew

    def keep(known: known_mistakes.KnownMistakes) -> None:
        _replace(file, known_mistakes.dump_known_mistakes(known))

    try:
        tests = prepare_hidden_tests(chosen)
        if problems := tests.wrong(chosen):
            raise DiagnosesError(problems[0])
        context = GradingContext(chosen, sandboxes.choose_backend("auto"), tests=tests)
        with ProgressLine(f"grading mutants of {chosen.id}") as line:
            found = record_mistakes(
                context, kept=kept, patterns=patterns or ["*"],
                progress=lambda done, total: line.update(f"{done} of {total}"), keep=keep,
            )  # fmt: skip
    except KeyboardInterrupt as interrupt:
        stop_for_signal(interrupt, f"; {file.name} holds what was recorded until then")
    keep(found)
    total = format_count(sum(map(len, found.tasks.values())), "mistake")
    say(f"{click.format_filename(file)} written: {total}")


def _chosen(assignment: str | None, course: Path | None) -> list[Assignment]:
    folder = courses.choose_course(course)
    return [
        courses.load_assignment(name, folder)
        for name in courses.named_or_all_assignments(assignment, folder)
    ]


def _write(path: Path, text: str, what: str) -> None:
    _replace(path, text)
    say(f"{click.format_filename(path)} written: {what}")


def _replace(path: Path, text: str) -> None:
    try:
        write_atomically(path, text)
    except WriteError as problem:  # the place is the course's, and not of anybody's choice
        stop(INTERNAL, str(problem))
