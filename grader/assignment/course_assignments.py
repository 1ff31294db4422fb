"""Chooses the course that is meant, lists its assignments, and loads them.

A course is any folder with ``hidden_tests/<id>`` and ``reference/<id>``. Its hidden tests are code
that runs on the trusted side. So it is never looked for in the working directory, which may be a
student's: it is named on the command line, in the environment or in the user's configuration, or
it is the one that stands beside the grader.
"""

from __future__ import annotations

import os
from pathlib import Path

import grader
from grader.assignment.assignment_toml import NAME, parse_toml_file, read_assignment
from grader.assignment.model import Assignment, AssignmentError, UnknownAssignment
from grader.assignment.toml_table import TomlTable

TESTS, REFERENCE = "hidden_tests", "reference"

BUILT_IN = Path(grader.__file__).resolve().parents[1]
"""The course beside the grader."""

COURSE_VARIABLE = "GRADE_COURSE"


def choose_course(named: Path | None = None) -> Path:
    """Return the course's folder, by command line, environment, configuration or default.

    Args:
        named: on the command line, if it is.

    Raises:
        UnknownAssignment: if that is no course.
        AssignmentError: if the user's configuration cannot be used.
    """
    if named is not None:
        return _course(named, "--course")
    if value := os.environ.get(COURSE_VARIABLE):
        return _course(_absolute(value, COURSE_VARIABLE), COURSE_VARIABLE)
    file = _configuration()
    if file.is_file():
        table = TomlTable(parse_toml_file(file), [])
        value = table.text("course", "")
        table.finish()
        if table.problems:
            raise AssignmentError("\n".join(f"{file}: {problem}" for problem in table.problems))
        if value:
            return _course(_absolute(value, str(file)), str(file))
    return BUILT_IN


def list_assignment_ids(course: Path) -> list[str]:
    """Return the ids of a course's assignments, in alphabetical order."""
    return sorted(path.parent.name for path in (course / TESTS).glob(f"*/{NAME}"))


def load_assignment(id: str, course: Path = BUILT_IN) -> Assignment:
    """Read the assignment ``id`` of a course.

    Raises:
        UnknownAssignment: if there is none of that name.
        AssignmentError: if its file is not as it should be.
    """
    expect_assignment(id, course)
    return read_assignment(course / TESTS / id, course / REFERENCE / id)


def expect_assignment(id: str, course: Path) -> None:
    """Raise UnknownAssignment unless the course has the assignment ``id``, valid or not.

    Raises:
        UnknownAssignment: if it has none of that name.
    """
    if id not in (known := list_assignment_ids(course)):
        raise UnknownAssignment(
            f"There is no assignment {id!r} in the course {course}; it has {_listed(known)}."
        )


def named_or_all_assignments(named: str | None, course: Path) -> list[str]:
    """Return the id ``named`` alone, or all ids of the course's assignments if it is ``None``."""
    return [named] if named else list_assignment_ids(course)


def _course(folder: Path, source: str) -> Path:
    found = folder.resolve()
    if not list_assignment_ids(found):
        raise UnknownAssignment(
            f"{folder} is not a course ({source}); expected a folder that holds "
            f"{TESTS}/<id>/{NAME} and {REFERENCE}/<id>."
        )
    return found


def _absolute(value: str, source: str) -> Path:
    path = Path(os.path.expanduser(value))  # noqa: PTH111 - an account without a home is no error
    if not path.is_absolute():
        raise UnknownAssignment(
            f"The course {value!r} ({source}) is a relative path, which means another folder "
            "wherever grade is called; give an absolute one."
        )
    return path


def _configuration() -> Path:
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    if not os.path.isabs(folder):  # noqa: PTH117 - the standard says to ignore it then
        folder = os.path.expanduser("~/.config")  # noqa: PTH111
    return Path(folder, "grade", "config.toml")


def _listed(known: list[str]) -> str:
    return ", ".join(known) or "none at all"
