"""Chooses the course that is meant, lists its assignments, and loads them.

A course is any folder with ``hidden_tests/<id>`` and ``reference/<id>``. Its hidden tests are code
that runs on the trusted side. So it is never looked for in the working directory, which may be a
student's: it is named on the command line, in the environment or in the user's configuration, or
it is the one that stands beside the grader.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import threading
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

import grader
from grader.assignment.assignment_toml import NAME, TomlTable, parse_toml_file, read_assignment
from grader.assignment.model import Assignment, AssignmentError, UnknownAssignment

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
    require_assignment(id, course)
    return read_assignment(course / TESTS / id, course / REFERENCE / id)


def require_assignment(id: str, course: Path) -> None:
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


class CoursesMixed(AssignmentError):
    """The error of a process in which modules of two courses would be mixed."""


_one_at_a_time = threading.RLock()
"""Imports from courses, which belong to the whole process."""


@contextlib.contextmanager
def make_course_importable(assignment: Assignment) -> Iterator[None]:
    """Make ``hidden_tests`` and ``reference`` importable from the course of ``assignment``.

    Raises:
        CoursesMixed: if a module of another course stands in the way.
    """
    with _one_at_a_time:
        _lead_to(assignment)
        yield


def import_course_module(assignment: Assignment, name: str, package: str = REFERENCE) -> ModuleType:
    """Return the module ``name`` of an assignment's reference or hidden tests (``TESTS``).

    Raises:
        CoursesMixed: if a module of another course stands in the way.
        Exception: whatever its code raises.
    """
    with make_course_importable(assignment):
        return importlib.import_module(f"{package}.{assignment.id}.{name}")


def _lead_to(assignment: Assignment) -> None:
    for package, folder in ((TESTS, assignment.tests), (REFERENCE, assignment.reference)):
        if not folder.is_dir():
            continue
        parent = str(folder.parent)
        if list(_parent_package(package).__path__) != [parent]:
            for name in _find_foreign_modules(package, folder.parent):
                raise CoursesMixed(
                    f"{sys.modules[name].__file__} is loaded as {name} in this process, so that "
                    f"the course {folder.parent.parent} needs a process of its own."
                )
            _parent_package(package).__path__ = [parent]
            importlib.invalidate_caches()
        if not (folder / "__init__.py").is_file():
            # pytest cannot import what is above a test if it is not a regular package.
            importlib.import_module(f"{package}.{folder.name}")


def _parent_package(name: str) -> ModuleType:
    """Return the package ``name``, which has no code and holds the packages of all assignments."""
    if name not in sys.modules:
        sys.modules[name] = module_from_spec(ModuleSpec(name, None, is_package=True))
    return sys.modules[name]


def _find_foreign_modules(package: str, folder: Path) -> Iterator[str]:
    """Yield names of loaded modules that come from another file than the one below ``folder``."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name.startswith(f"{package}.") and file is not None:
            here = folder.joinpath(*name.split(".")[1:])
            for path in (here.with_suffix(".py"), here / "__init__.py"):
                if path.is_file() and not path.samefile(file):
                    yield name
