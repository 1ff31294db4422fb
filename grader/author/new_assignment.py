"""Makes a small new assignment that works, for authors to change bit by bit.

Its files are templates in the folder ``templates``, with the id of the assignment left open.
"""

from __future__ import annotations

import keyword
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from grader.assignment.course_assignments import REFERENCE, TESTS
from grader.machine.atomic_write import WriteError, write_atomically
from grader.model.user_error import UsageError

_ENDING = ".jinja"
_FREE_NAMES = "free_names/"
"""The folder holds templates of what only free names need."""


class AssignmentNotMade(UsageError):
    """No assignment could be made; the message says why, and what to do."""


def make_new_assignment(course: Path, id: str, *, free_names: bool = False) -> Sequence[Path]:
    """Make the assignment ``id`` in a course folder, which is created if necessary.

    Args:
        free_names: whether students choose the names of functions.

    Returns:
        its files, as paths within the course.

    Raises:
        AssignmentNotMade: if the name will not do, if there is something of that name, or if it
            cannot be written. What was written is removed.
    """
    check_new_id(id)
    templates = _render_templates(id, free_names=free_names)
    files = {_target_path(name, id): text for name, text in templates.items()}
    return write_new_assignment(course, id, files)


def write_new_assignment(course: Path, id: str, files: Mapping[Path, str]) -> Sequence[Path]:
    """Write the files of the assignment ``id``, by their paths within the course, and return those.

    Raises:
        AssignmentNotMade: if there is something of that name, or if it cannot be written. What was
            written is removed.
    """
    folders = [course / TESTS / id, course / REFERENCE / id]
    for folder in folders:
        if folder.exists() or folder.is_symlink():
            raise AssignmentNotMade(
                f"{folder} is there already, and stays as it is; choose another name."
            )
    try:
        for folder in folders:
            folder.mkdir(parents=True)
        for file, text in files.items():
            (course / file).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(course / file, text)
    except (OSError, WriteError) as problem:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        said = problem.strerror if isinstance(problem, OSError) else problem
        raise AssignmentNotMade(
            f"{course / TESTS / id} cannot be made: {said}. Choose a folder that can be written to."
        ) from None
    return list(files)


def check_new_id(id: str) -> None:
    """Raise AssignmentNotMade if Python cannot import modules named ``id``."""
    if not (id.isidentifier() and id.isascii()) or keyword.iskeyword(id) or id.startswith("_"):
        raise AssignmentNotMade(
            f"{id!r} cannot be the name of an assignment, because Python imports its modules by "
            "that name; take ASCII letters, digits and underscores, a letter first, as in week1."
        )


def _render_templates(id: str, *, free_names: bool) -> dict[str, str]:
    """Return the text of each template, by the template's name."""
    environment = Environment(
        loader=PackageLoader("grader.author"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,  # what comes of it is Python
    )
    names = environment.list_templates(extensions=[_ENDING.removeprefix(".")])
    return {
        name.removeprefix(_FREE_NAMES): environment.get_template(name).render(
            id=id, free_names=free_names
        )
        for name in names
        if free_names or not name.startswith(_FREE_NAMES)
    }


def _target_path(template: str, id: str) -> Path:
    """Return the path within the course of the file that a template becomes."""
    kind, _, rest = template.removesuffix(_ENDING).partition("/")
    return Path(kind, id, rest)
