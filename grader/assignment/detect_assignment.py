"""Detects which assignment a submission is for: the one it names, or whose functions it has.

Submissions are text here. Lines are looked at one by one; nothing is parsed or executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from grader.assignment import course_assignments as courses
from grader.assignment.model import Assignment, UnknownAssignment
from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_some_names
from grader.model.submission import MainFileRules, Submission

_WORD = re.compile(r"\w+")
_DEFINITION = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+([^\W\d]\w*)", re.MULTILINE)
_INDENTED = re.compile(r"^[ \t]+(?:async[ \t]+)?def[ \t]+([^\W\d]\w*)", re.MULTILINE)

ReadSubmissions = Callable[[MainFileRules], Iterable[Submission]]
"""The submissions at hand, if these are the rules by which the file to grade is found."""


def find_defined_names(submission: Submission) -> frozenset[str]:
    """Return names of the functions and classes that stand at the top level of ``submission``."""
    return _names(_DEFINITION, submission)


def mentions_any(submission: Submission, names: frozenset[str]) -> bool:
    """Return whether the code of ``submission``, comments included, has one of ``names`` in it."""
    return any(not names.isdisjoint(_WORD.findall(cell.source)) for cell in submission.code)


def _names(pattern: re.Pattern[str], submission: Submission) -> frozenset[str]:
    return frozenset(name for cell in submission.code for name in pattern.findall(cell.source))


def find_named_assignments(submission: Submission, known: Iterable[Assignment]) -> frozenset[str]:
    """Return the assignments that ``submission`` names, as their ``recognise`` lists the names."""
    said = [*submission.headings, *(cell.source for cell in submission.code)]
    text = f" {' '.join(_WORD.findall(' '.join(said).casefold()))} "
    return frozenset(
        one.id
        for one in known
        if any(f" {' '.join(_WORD.findall(each.casefold()))} " in text for each in one.recognise)
    )


def find_fitting_assignment(course: Path, read: ReadSubmissions) -> Assignment:
    """Return the one assignment of ``course`` whose functions the submissions define.

    A submission fits an assignment if it names this one only. Else, it does if it defines any of
    its functions; not if what it defines of another includes all of these, functions that are lent
    counted as well. Of several that fit, it is the one all of whose functions are defined.
    Where no submission defines any at its top level, methods and nested functions count: grading
    says then where they are. Submissions that fit nothing are of students who got stuck.

    Raises:
        UnknownAssignment: if none or several of them fit.
        AssignmentError: if one of them is not in order.
    """
    known = [courses.load_assignment(name, course) for name in courses.list_assignment_ids(course)]
    shared: dict[str, dict[str, frozenset[str]]] = {}
    inside: dict[str, dict[str, frozenset[str]]] = {}
    said: dict[str, frozenset[str]] = {}
    seen: dict[str, None] = {}
    for one in known:
        for submission in read(one.file_rules):
            seen[submission.path] = None
            if here := find_named_assignments(submission, [one]):
                said[submission.path] = said.get(submission.path, frozenset()) | here
            for found, pattern in ((shared, _DEFINITION), (inside, _INDENTED)):
                names = _names(pattern, submission)
                if not names.isdisjoint(one.functions):
                    found.setdefault(submission.path, {})[one.id] = names & _definable_names(one)
            if (shared or said) and len(known) == 1:  # no other can be found
                return known[0]
    shared = shared or inside
    fits = {path: _drop_subset_matches(shared[path]) for path in seen if path in shared}
    fits |= {path: ids for path, ids in said.items() if len(ids) == 1}
    everywhere = [one for one in known if all(one.id in fit for fit in fits.values())]
    if not fits and len(known) == 1 and known[0].contract is not None:
        return known[0]  # whose names are free
    if not fits:
        raise UnknownAssignment(_none(known, course))
    nothing: dict[str, frozenset[str]] = {}
    complete = [
        one
        for one in everywhere
        if all(one.functions <= shared.get(path, nothing).get(one.id, set()) for path in fits)
    ]
    everywhere = complete or everywhere
    if len(everywhere) != 1:
        raise UnknownAssignment(_several(fits))
    return everywhere[0]


def _definable_names(assignment: Assignment) -> frozenset[str]:
    """Return the names that submissions for ``assignment`` may define: asked for, or lent."""
    return frozenset().union(*map(assignment.callable_in, assignment.tasks))


def _drop_subset_matches(shared: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the assignments whose matched names are no proper subset of another one's."""
    return frozenset(
        name
        for name, names in shared.items()
        if not any(names < others for others in shared.values())
    )


def _none(known: list[Assignment], course: Path) -> str:
    asked = "; ".join(
        f"{one.id} asks for {format_some_names(sorted(one.functions), 3)}" for one in known
    )
    return (
        f"No function was found that an assignment of the course {course} asks for ({asked}). "
        "Check the file, or say which assignment it is for: --assignment ID."
    )


def _several(fits: Mapping[str, frozenset[str]]) -> str:
    examples: dict[str, str] = {}
    for path, fit in fits.items():
        examples.setdefault(" or ".join(sorted(fit)), escape_to_one_line(path, 200))
    choices = "; ".join(f"{path} may be {ids}" for ids, path in examples.items())
    return f"More than one assignment fits: {choices}. Say which is meant: --assignment ID."
