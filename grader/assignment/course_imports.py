"""Makes a course's own modules importable: ``hidden_tests.<id>`` and ``reference.<id>``.

Their folders are found by the assignment that is graded, never by ``sys.path``: neither the working
directory nor an installed package of that name can come first. At any time the two packages lead to
one course. Another one in the same process is refused if one of its modules has the name of a
module that is loaded already: an import would get the module of the other course.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
import threading
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

from grader.assignment.course_assignments import REFERENCE, TESTS
from grader.assignment.model import Assignment, AssignmentError


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
