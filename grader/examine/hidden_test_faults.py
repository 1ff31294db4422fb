"""Describes faults of the hidden tests themselves: file, line, what happened and what to do."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.assignment.course_assignments import REFERENCE, TESTS
from grader.examine.hidden_test_limits import HiddenTestTimeout

_UNTIL_THEN = "until then, none of the tests in this file are known"


def describe_import_fault(file: str, assignment: Assignment, bug: BaseException) -> str:
    """Return the sentence about ``bug``, which the import of ``file`` raised."""
    if isinstance(bug, pytest.Collector.CollectError) and bug.__cause__ is not None:
        bug = bug.__cause__
    match bug:
        case HiddenTestTimeout():
            said = str(bug)
        case SyntaxError():
            said = f"{type(bug).__name__}: {bug.msg}"
        case _:
            said = _name_and_text(bug)
    return f"{locate_fault(assignment.course, bug, file)}: {said}; {_advice(assignment, bug)}"


def describe_test_fault(test: str, bug: BaseException, course: Path) -> str:
    """Return the sentence about ``bug``, which ended the hidden test with the id ``test``.

    Args:
        course: folder whose line is named: the innermost one that ``bug`` came from.
    """
    what = (
        str(bug)
        if isinstance(bug, HiddenTestTimeout)
        else f"your test raised {_name_and_text(bug)}"
    )
    return f"{locate_fault(course, bug)}: {what} ({test})"


def locate_fault(course: Path, bug: BaseException, file: str = "") -> str:
    """Return the innermost line in the course's files that raised ``bug``, or else ``file``."""
    if isinstance(bug, SyntaxError) and bug.filename is not None:
        frames = [(bug.filename, bug.lineno)]
    else:
        traced = traceback.extract_tb(bug.__traceback__)
        frames = [(frame.filename, frame.lineno) for frame in traced]
    for path, line in reversed(frames):
        if Path(path).is_relative_to(course):
            return f"{Path(path).relative_to(course)}:{line}"
    return file or ":".join(map(str, frames[-1]))


def _name_and_text(bug: BaseException) -> str:
    return f"{type(bug).__name__}: {bug}".removesuffix(": ")


def _advice(assignment: Assignment, bug: BaseException) -> str:
    name = assignment.id
    match bug:
        case SyntaxError():
            return f"mend the syntax: {_UNTIL_THEN}"
        case FileNotFoundError() if (assignment.reference / "generate").is_dir():
            return (
                f"write the file with `python -m reference.{name}.generate`, in the course's folder"
            )
        case FileNotFoundError():
            return "put the file there, or mend its name"
        case ModuleNotFoundError(name=str(missing)) if missing.split(".")[0] in {TESTS, REFERENCE}:
            return (
                f"mend the import, or write {missing.replace('.', '/')}.py in the course's folder"
            )
        case ModuleNotFoundError():
            return (
                f"mend the import, or install the module; the course's own are {TESTS}.{name}.… "
                f"and {REFERENCE}.{name}.…"
            )
        case ImportError():
            return f"mend the import: {_UNTIL_THEN}"
    return f"mend this line: {_UNTIL_THEN}"
