"""Which course and which assignment a command is about: options, and what is found without them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from grader.cli.ending import INTERNAL, USAGE, stop

if TYPE_CHECKING:
    from grader.assignment import Assignment, AssignmentError

course_option = click.option(
    "--course",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder with hidden_tests/ and reference/; else GRADE_COURSE, else what the "
    "configuration says, else the course that the grader comes with.",
)


def assignment_option(purpose: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Gives a command the options ``--assignment`` and ``--course``."""
    option = click.option(
        "-a",
        "--assignment",
        metavar="ID",
        help=f"{purpose}  [default: the one whose functions are defined]",
    )
    return lambda command: option(course_option(command))


def chosen_course(named: Path | None) -> Path:
    """The folder of the course that is meant; ends the program if there is none."""
    from grader.assignment import AssignmentError, course

    try:
        return course.chosen(named)
    except AssignmentError as problem:
        refuse(problem)


def named_or_all(named: str | None, course: Path) -> list[str]:
    """The assignment of that name, by default all of the course's."""
    from grader.assignment.course import ids

    return [named] if named else ids(course)


def load(id: str, course: Path) -> Assignment:
    """The assignment ``id`` of ``course``; ends the program if it cannot be used."""
    from grader import assignment as assignments

    try:
        return assignments.load(id, course)
    except assignments.AssignmentError as problem:
        refuse(problem)


def refuse(problem: AssignmentError) -> NoReturn:
    """End the program over a course or an assignment."""
    from grader.assignment import UnknownAssignment, UnknownTask

    stop(USAGE if isinstance(problem, UnknownAssignment | UnknownTask) else INTERNAL, str(problem))
